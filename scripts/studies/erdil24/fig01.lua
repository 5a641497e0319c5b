-- SPDX-License-Identifier: MIT
-- Figure 1: utilisation against training compute, dense models, three months. (a) the H100 and the GPUs before it; (b) the
-- H100 as it is and with what might be built: latencies a tenth, NVLink between all GPUs, both, a network of infinite
-- bandwidth, and a GPU whose bandwidths are tenfold. A line ends at the largest run that can be done in time.
local erdil24 = require "studies.erdil24"
local tw = require "twocs"

erdil24.utilisation("fig01a", erdil24.cases(erdil24.generations), {
  title = function(ends)
    return tw.format("On an H100 linear scaling ends at %s FLOP, on an A100 at %s", erdil24.flop(ends.H100),
      erdil24.flop(ends.A100))
  end, subtitle = "dense models, three months", legend_at = "top" })
erdil24.utilisation("fig01b", erdil24.cases(erdil24.innovations), {
  title = function(ends)
    return tw.format("Low latency and NVLink together move the end of linear scaling %.0f-fold",
      ends["NVLink + low latency"] / ends.H100)
  end, subtitle = "dense models, three months" })
