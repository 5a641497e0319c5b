-- SPDX-License-Identifier: MIT
-- Where in a space a field has no effect (data/account.lua). The fields that decide this are found by recording reads, so
-- account.lua is called once for each combination of their values and not for each point.
local account = require "twocs.data.account"
local classes = require "twocs.search.classes"
local rows = require "twocs.data.rows"

local idle = {}

-- The fields of one point by name, with words for choices, as account.lua reads them. at[f] is the index of the value of
-- factor f. The names of fields that are read from a factor are added to `read`.
local function view_of(made, factors, at, read)
  return setmetatable({}, { __index = function(_, name)
    local row = rows.by_name[name]
    for f, one in ipairs(factors) do
      local column = one.columns[name]
      if column then
        read[name] = true
        return row.choice and rows.words(row)[column[at[f]] + 1] or column[at[f]]
      end
    end
    return row and row.record ~= "result" and made[row.record][name]
  end })
end

-- The answers for all combinations of the groups of `asked`: 1 if the field has no effect, or 0.
local function answers_of(view, asked, at, name)
  local answers = {}
  local function ask(i)
    if i > #asked then
      answers[#answers + 1] = account.without(view, name) and 1 or 0
      return
    end
    for _, places in ipairs(asked[i].groups) do
      at[asked[i].f] = places[1]
      ask(i + 1)
    end
  end
  ask(1)
  return answers
end

local function size(read)
  local n = 0
  for _ in pairs(read) do n = n + 1 end
  return n
end

--- question(made, name, factors): whether the field `name` has no effect, so that all of its values are one layout, as a
--- question of classes.lua with the answers 0 and 1. factors: all values of the axes before it, which products combine.
--- Which fields are read depends on their values, so it asks until no further field is read.
function idle.question(made, name, factors)
  local read, at, asked, answers, before = {}, {}, nil, nil, nil
  if not account.may_idle(name) then return classes.question(read, {}, { 0 }) end
  for f = 1, #factors do at[f] = 1 end
  local view = view_of(made, factors, at, read)
  repeat
    before = size(read)
    asked = classes.asked(factors, read)
    answers = answers_of(view, asked, at, name)
  until size(read) == before
  return classes.question(read, asked, answers)
end

return idle
