-- SPDX-License-Identifier: MIT
-- Is a wrong term found? Of each of three stacks, twelve layouts are drawn, one term of at least 5 % of their time is made
-- 1.5 times as slow, and the "measured" steps get a noise of 3 %; then predict/suspect.lua ranks the terms. In other draws
-- no term is slow. The truth is made with the engine's own equations, so this tests the ranking, not the equations.
--   twocs scripts/studies/runs/slow.lua [DRAWS]
local cases = require "twocs.predict.cases"
local core = require "twocs.core"
local errors = require "twocs.fit.errors"
local goals = require "studies.runs.goals"
local held = require "studies.runs.held"
local normal = require "twocs.common.normal"
local suspect = require "twocs.predict.suspect"
local terms = require "twocs.predict.terms"

local draws, layouts = tonumber(arg[1]) or 200, 12
local slower, noise, least = 1.5, 0.03, 0.05

-- Rows of a stack that ran well, with the constants found without it.
local function rows_of(name)
  if not held.of(name) then return nil end
  return held.predicted(name, held.without(name), function(_, one) return not one.sick end)
end

-- The terms with at least 5 % of the time of these steps.
local function large(stack, constants, base)
  local list, all = {}, 0
  for _, step in ipairs(base) do all = all + step end
  for k, columns in ipairs(terms.steps(stack, constants, { 1 + 1 / 1024 })) do
    local share = 0
    for i, step in ipairs(base) do share = share + 1024 * (columns[1][i] - step) / all end
    if share >= least then list[#list + 1] = k end
  end
  return list
end

-- The slowed term, or nil if none is; the ranked terms; and whether the first one is accused.
local function drawn(name, rows, number, is_slow)
  local order, random, some, measured = errors.shuffled(#rows, number), errors.random(number), {}, {}
  for i = 1, layouts do some[i] = rows[order[i]] end
  local stack, constants = cases.again(name, some), held.without(name)
  local base = {}
  for i, step in ipairs(stack:times(constants)) do base[i] = step end
  local list = is_slow and large(stack, constants, base)
  local term = list and list[1 + math.floor(random() * #list)]
  local truth = term and terms.steps(stack, constants, { slower })[term][1] or base
  for i = 1, layouts do measured[i] = truth[i] * core.exp(noise * normal.quantile(random())) end
  local ranked, _, is_clear = suspect.ranked(terms.steps(stack, constants, suspect.factors), measured)
  return term, ranked, is_clear
end

local first, second, accused, n = 0, 0, 0, 0
for _, name in ipairs{ "nanotron", "foundry", "dgxc" } do
  local rows = rows_of(name)
  for number = 1, rows and draws or 0 do
    local term, ranked = drawn(name, rows, number, true)
    local _, _, is_clear = drawn(name, rows, draws + number, false)
    n = n + 1
    first = first + (ranked[1].term == term and 1 or 0)
    second = second + ((ranked[1].term == term or ranked[2].term == term) and 1 or 0)
    accused = accused + (is_clear and 1 or 0)
  end
end

if n > 0 then
  local scores = goals.new()
  scores:share("A term 1.5 times as slow is named first", first / n, goals.percent(nil, 85))
  scores:share("It is among the first two", second / n, goals.percent(nil, 95))
  scores:share("A term is named although none is slow", accused / n, goals.percent(10))
  print(table.concat(scores:lines(), "\n"))
end
