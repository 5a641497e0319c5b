-- SPDX-License-Identifier: MIT
-- Three generations of GPUs, dense and sparse: utilisation against training compute, and where linear scaling and the
-- largest run end. A newer GPU computes faster, but its network has not grown with it: linear scaling ends earlier on the
-- H100 than on the A100, and the largest run, which latency bounds, is the same on all.
local tw = require "twocs"
local erdil24 = require "studies.erdil24"

local items = { { "E3.1-1", "E3.1-2" }, { "E3.2-1", "E3.2-2", "E3.2-3" } } -- those of the dense H100 are in networks
for k, kind in ipairs{ "dense", "sparse" } do
  local entries = erdil24.cases(erdil24.generations, { sparse = kind == "sparse" and "yes" or "no" })
  for i, one in ipairs(entries) do one.item, one.util = items[k][i], kind == "dense" and items[k][i] ~= nil end
  erdil24.utilisation(tw.format("generations_%s_utilisation", kind), entries, { y = "util_rel", title = function(ends)
      return tw.format("Linear scaling ends at %s FLOP on an A100, at %s on an H100", erdil24.flop(ends.A100),
        erdil24.flop(ends.H100))
    end,
    subtitle = tw.format("%s models, three months", kind), ylabel = "Utilisation of the sustained peak",
    hline = { at = 0.8, label = "80 %" } })
  local ends = erdil24.headlines(tw.format("generations_%s", kind), entries)
  erdil24.ends(tw.format("generations_%s_ends", kind), ends, entries, { title = erdil24.span,
    subtitle = tw.format("%s models, three months", kind) })
end
