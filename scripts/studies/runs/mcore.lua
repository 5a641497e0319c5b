-- SPDX-License-Identifier: MIT
-- Memory that Megatron-Core's own tests have allocated (studies/runs/golden.lua), reported by family and by the worst rows.
-- Skips where the runs are not here.
local golden = require "studies.runs.golden"
local runs = require "studies.runs"
local tw = require "twocs"

local all, sentence = golden.read()
if not all then return print("skipped: " .. sentence) end
local list, why, found = all.list, all.why, all.found
print(tw.format("%d layouts; a constant fitted on half of them: %.3f GiB", #list, all.constant))
print("held-out half                    " .. all.text)
print(tw.format("  goal: MAPE <= %.0f %%: %s", 100 * golden.goal, found.mean <= golden.goal and "reached" or "missed"))
for _, family in ipairs{ "gpt", "bert", "moe" } do
  local errors = runs.errors_of(list, function(one) return one.row.family == family end)
  print(tw.format("  %-5s both halves              %s", family, errors))
end
local reasons = {}
for reason, n in pairs(why) do reasons[#reasons + 1] = tw.format("%d rows left out: %s", n, reason) end
table.sort(reasons)
print(table.concat(reasons, "\n"))
table.sort(list, function(a, b) return math.abs(a.predicted / a.measured - 1) > math.abs(b.predicted / b.measured - 1) end)
print("farthest off:")
for i = 1, math.min(8, #list) do
  local one = list[i]
  print(tw.format("  %-60s %6.3f GiB measured (repeats %.1f %% apart), %6.3f predicted", one.row.case, one.measured,
    100 * one.spread, one.predicted))
end
