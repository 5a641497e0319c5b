-- SPDX-License-Identifier: MIT
-- Section 4.3.8 and Figure 13: how well operators project, and how much profiling that saves. Both hold measured times of
-- GEMMs, LayerNorm and collectives over H and SL against each other; the paper's are in its figures alone, and none are
-- here yet.
require "twocs"
local study = require "twocs.study"

local missing = {
  ["measured times of a whole iteration, and of one profiled baseline"] = { "P1-14", "P1-14b", "P1-17c" },
  ["measured times of operators over H and SL, to hold the projected ones against"] = { "P1-15" },
  ["measured GEMM times over H and SL"] = { "P1-16", "P1-16b" },
  ["measured LayerNorm times over H and SL"] = { "P1-16c", "P1-16d" },
}
local reasons = {}
for what in pairs(missing) do reasons[#reasons + 1] = what end
table.sort(reasons)
for _, what in ipairs(reasons) do
  for _, item in ipairs(missing[what]) do study.finding{ item, not_yet = what } end
end
