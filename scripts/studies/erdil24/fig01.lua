-- SPDX-License-Identifier: MIT
-- Figure 1: utilisation over training compute, dense models, three months. (a) the H100 and older GPUs; (b) the H100 and
-- possible improvements: a tenth of the latencies, NVLink between all GPUs, both, a network of infinite bandwidth, and a
-- GPU with ten times all bandwidths. A line ends at the largest run that meets the time limit.
local erdil24 = require "studies.erdil24"
local study = require "twocs.study"
local tw = require "twocs"

erdil24.utilisation("fig01a", erdil24.cases(erdil24.generations), { panels = "name", columns = 1,
  title = function(ends)
    return tw.format("On an H100 linear scaling ends at %s FLOP, on an A100 at %s", erdil24.flop(ends.H100),
      erdil24.flop(ends.A100))
  end, subtitle = "dense models, three months", legend_at = "top" })
erdil24.utilisation("fig01b", erdil24.cases(erdil24.innovations), { panels = "name",
  title = function(ends)
    return tw.format("Low latency and NVLink together move the end of linear scaling %.0f-fold",
      ends["NVLink + low latency"] / ends.H100)
  end, subtitle = "dense models, three months" })

local known = erdil24.known "h100_sxm5"
local wide = erdil24.wide(known)
local most, linear, both = (known:largest()), known:linear_end(), wide:times{ latency = 0.1 }
local latency = erdil24.first(wide, "latency", erdil24.steps(0.9, 0.1, 0.1), "largest", 100 * most)
study.conclude("fig01", {
  paper = tw.format("on H100, runs above about 10^{%.0f} FLOP lose utilisation, and runs above about 10^{%.0f} are "
    .. "infeasible; NVLink everywhere with a tenth of the latencies allows runs that are larger by a few powers of ten.",
    (study.published "E3.5-1"), (study.published "E3.5-2")),
  remains = tw.format("%s linear scaling ends at %s and the largest run has %s FLOP; both changes make these %.0f and %.0f "
    .. "times as large.", erdil24.knowing, erdil24.flop(linear), erdil24.flop(most), both:linear_end() / linear,
    (both:largest()) / most),
  turns = tw.format("NVLink everywhere alone leaves the largest run at %.1f times; with it the run is a hundred times as "
    .. "large at %.0f %% of the latencies or less.", (wide:largest()) / most, 100 * latency) })
