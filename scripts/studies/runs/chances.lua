-- SPDX-License-Identifier: MIT
-- What published runs use where twocs would use its default if their row did not state the column: the values of all rows
-- that state it, by the value that is used without the cell (and by kind of case, predict/chances.lua). Each set of runs
-- counts once, however many rows it has. Missing files are skipped.
local cases = require "twocs.predict.cases"
local chances = require "twocs.predict.chances"
local given = require "studies.given"
local open = require "twocs.predict.open"
local reader = require "twocs.runs.read"
local unseen = require "studies.runs.unseen"

local counts = {}

local entry = reader.entry "own"

-- The legal cases of these rows by their place in the list.
local function of_rows(rows)
  local list, by = {}, {}
  for i, row in ipairs(rows) do list[i] = reader.case(entry, row) end
  local stack = cases.of("counted", list)
  for place, at in ipairs(stack.at) do
    by[at] = { place = place, row = stack.rows[place], about = stack.about[place], made = stack.of_case[place].made }
  end
  return stack, by
end

-- The row without the cell of this choice, and without others that state it too.
local function without(row, choice)
  local rest = {}
  for key, cell in pairs(row) do rest[key] = cell end
  rest[choice.column] = nil
  for _, name in ipairs(choice.stated_by or {}) do rest[name] = nil end
  return rest
end

-- Counts the values of one choice in the rows of a file that state its column.
local function count(found, choice, list)
  local stated, left = {}, {}
  for _, one in ipairs(list) do
    local cell = one.raw[choice.column]
    if cell ~= nil and cell == cell and cell ~= "" then
      stated[#stated + 1], left[#left + 1] = one, without(one.raw, choice)
    end
  end
  if #stated == 0 then return end
  local own, by = of_rows(left)
  for i, one in ipairs(stated) do
    local less = by[i]
    local is = less and open.assumed(own, choice, less)
    if is then
      local key = chances.key(choice, is, less.made, chances.library(less.made))
      found[key] = found[key] or {}
      table.insert(found[key], { set = one.set, value = open.stated(one.stack, choice, one) })
    end
  end
end

--- pairs(published): for each column that is counted, by key, a list of { set =, value = } of all rows that state it.
--- published: the path of published.csv.
function counts.pairs(published)
  local found = {}
  local function add(path, name)
    local stack, list = cases.of(name or "published", assert(reader.read(path, "own"))), {}
    for place in ipairs(stack.cases) do
      list[place] = { place = place, stack = stack, raw = stack.raw[place], set = name or stack.raw[place].set }
    end
    for _, choice in ipairs(entry.choices) do
      if choice.counted then
        found[choice.column] = found[choice.column] or {}
        count(found[choice.column], choice, list)
      end
    end
  end
  add(published)
  for _, one in ipairs(unseen.list) do
    local path = given.path("runs/own/" .. one[1] .. ".csv")
    if path then add(path, one[1]) end
  end
  return found
end

-- { sets = number, [value] = percent } of a list.
local function shares(list, but)
  local rows, sets, sum = {}, 0, {}
  for _, one in ipairs(list) do
    if one.set ~= but then rows[one.set] = (rows[one.set] or 0) + 1 end
  end
  for _ in pairs(rows) do sets = sets + 1 end
  for _, one in ipairs(list) do
    if one.set ~= but then sum[one.value] = (sum[one.value] or 0) + 100 / sets / rows[one.set] end
  end
  sum.sets = sets
  return sum
end

--- of(found, but): the counts as data/chances.lua has them, from the result of counts.pairs; without the set `but`.
function counts.of(found, but)
  local all = {}
  for column, by in pairs(found) do
    all[column] = {}
    for key, list in pairs(by) do all[column][key] = shares(list, but) end
  end
  return all
end

return counts
