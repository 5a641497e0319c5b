-- SPDX-License-Identifier: MIT
-- Three generations of GPUs, dense and sparse: utilisation over training compute, and the ends of linear scaling and of the
-- largest run. A newer GPU computes faster, but its network has not grown as much: linear scaling ends earlier on the H100
-- than on the A100, and the largest run, which is limited by latency, is the same on all.
local tw = require "twocs"
local study = require "twocs.study"
local erdil24 = require "studies.erdil24"

local items = { { "E3.1-1", "E3.1-2" }, { "E3.2-1", "E3.2-2", "E3.2-3" } } -- those of the dense H100 are in networks.lua
for k, kind in ipairs{ "dense", "sparse" } do
  local entries = erdil24.cases(erdil24.generations, kind == "sparse" and "yes" or "no")
  for i, one in ipairs(entries) do one.item, one.util = items[k][i], kind == "dense" and items[k][i] ~= nil end
  erdil24.utilisation(tw.format("generations_%s_utilisation", kind), entries, { y = "util_rel", panels = "name",
    columns = 1, title = function(ends)
      return tw.format("Linear scaling ends at %s FLOP on an A100, at %s on an H100", erdil24.flop(ends.A100),
        erdil24.flop(ends.H100))
    end,
    subtitle = tw.format("%s models, three months", kind), ylabel = "Utilisation of the sustained peak",
    hline = { at = 0.8, label = "80 %: below it, no longer linear" } })
  local ends = erdil24.headlines(tw.format("generations_%s", kind), entries)
  erdil24.ends(tw.format("generations_%s_ends", kind), ends, entries, { title = erdil24.span,
    subtitle = tw.format("%s models, three months", kind) })
end

-- With the project's measured values of each GPU; and the network with which the paper's H100 reaches its A100.
local function ends_of(sparse)
  local parts = {}
  for i, gpu in ipairs(erdil24.generations) do
    parts[i] = tw.format("%s: %s", erdil24.titles[gpu],
      erdil24.flop((erdil24.known(gpu, { sparse = sparse }):linear_end())))
  end
  return table.concat(parts, ", ")
end
local function order_of(sparse)
  local function linear_end(gpu) return (erdil24.known(gpu, { sparse = sparse }):linear_end()) end
  return linear_end "h100_sxm5" < linear_end "a100" and "earlier" or "no earlier"
end
local least, most = math.huge, 0
for _, gpu in ipairs(erdil24.generations) do
  local c = (erdil24.known(gpu):largest())
  least, most = math.min(least, c), math.max(most, c)
end
local finer = {}
for i = 0, 100 do finer[i + 1] = 1 + i / 100 end
local reached = erdil24.first(erdil24.case "h100_sxm5", "bw", finer, "linear_end", (erdil24.case "a100":linear_end()))
study.conclude("generations", {
  paper = tw.format("compute has outgrown the network: linear scaling ends at %s FLOP on H100, before the %s of A100; the "
    .. "largest run is the same on all.", erdil24.flop((study.published "E3.1-3")),
    erdil24.flop((study.published "E3.1-2"))),
  remains = tw.format("%s it ends %s on H100 than on A100 for dense models (%s), and %s for sparse ones (%s); the largest "
    .. "dense run has %s FLOP on %s.", erdil24.knowing, order_of "no", ends_of "no", order_of "yes", ends_of "yes",
    erdil24.flop(most), least == most and "all three" or "the best of the three"),
  turns = tw.format("by the paper's own constants the H100 is past the A100 with %.2f times its network bandwidth.",
    reached) })
