-- SPDX-License-Identifier: MIT
-- What the papers of 2023 and 2024 take for granted, and today's initial values do not: no friction of software, dropout,
-- and attention in parts, in half precision. A study of a paper states it, so that its numbers stay those of the paper's
-- model.
local papers = {}

papers.software = "ideal"

local run = { format = "fp16", attention = "unfused", dropout = "yes" }

--- Fields of a run: these, and what a study says itself, which wins. All pairs of tokens count in fused attention too.
function papers.run(fields)
  local all = {}
  for key, value in pairs(run) do all[key] = value end
  for key, value in pairs(fields or {}) do all[key] = value end
  if all.attention == "fused" and all.causal == nil then all.causal = "no" end
  return all
end

return papers
