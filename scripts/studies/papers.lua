-- SPDX-License-Identifier: MIT
-- Assumptions of the papers of 2023 and 2024 that differ from today's defaults: no overheads of software, dropout, and
-- unfused attention, in half precision. A study of a paper states them, so its numbers are those of the paper's model.
local papers = {}

papers.software = "ideal"

local run = { format = "fp16", attention = "unfused", dropout = "yes" }

--- Fields of a run: these, and those of a study, which have priority. All pairs of tokens count in fused attention too.
function papers.run(fields)
  local all = {}
  for key, value in pairs(run) do all[key] = value end
  for key, value in pairs(fields or {}) do all[key] = value end
  if all.attention == "fused" and all.causal == nil then all.causal = "no" end
  return all
end

return papers
