-- SPDX-License-Identifier: MIT
-- Figure 1: utilisation against training compute, dense models, three months. (a) the H100 and the GPUs before it; (b) the
-- H100 as it is and with what might be built: latencies a tenth, NVLink between all GPUs, both, a network of infinite
-- bandwidth, and a GPU whose bandwidths are tenfold. A line ends at the largest run that can be done in time.
local erdil24 = require "studies.erdil24"

erdil24.utilisation("fig01a", erdil24.cases(erdil24.generations), {
  title = "H100 and current scaling", subtitle = "dense models, three months" })
erdil24.utilisation("fig01b", erdil24.cases(erdil24.innovations), {
  title = "Innovations on the H100", subtitle = "dense models, three months" })
