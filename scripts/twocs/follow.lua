-- SPDX-License-Identifier: MIT
-- Measured coefficients along an axis of devices or number formats. The one thing to know: the engine keeps a coefficient
-- as it is, so an axis that moves a peak or a memory bandwidth also has to move what a baseline in the plan makes of them.
local core = require "twocs.core"
local mistake = require "twocs.mistake"
local rows = require "twocs.rows"

local follow = {}

local function moves_hardware(axis)
  for _, move in ipairs(axis.moves) do
    if move[2] and (move[1] == "format" or move[1] == "mem_bw" or move[1]:match("^peak_")) then return true end
  end
  return false
end

-- The records of the case at one point of the axis.
local function case_at(base, axis, i)
  local made = {}
  for _, part in ipairs{ "model", "run", "layout", "device", "law", "op" } do made[part] = base[part] end
  for _, move in ipairs(axis.moves) do
    local row = rows.by_name[move[1]]
    if move[2] then
      local value = move[2][i]
      made[row.record] = made[row.record]{ [row.name] = row.choice and rows.words(row)[value + 1] or value }
    end
  end
  return made
end

local function add_moves(axis, base, name, choice)
  local names, columns, first = {}, {}, nil
  for i = 1, axis.n do
    local _, fields = choice:choice(name, case_at(base, axis, i))
    first = first or fields
    for field, value in pairs(fields) do
      if not columns[field] then columns[field], names[#names + 1] = core.column(axis.n), field end
      columns[field][i] = value
    end
  end
  table.sort(names)
  for _, field in ipairs(names) do
    local differs = false
    for i = 2, axis.n do differs = differs or columns[field][i] ~= first[field] end
    if differs then axis.moves[#axis.moves + 1] = { field, columns[field] } end
  end
end

--- Adds to the axes what the objects of the plan (base.chosen, by their names there) make of the hardware at each point.
function follow.hardware(list, base)
  local chosen, movers = base.chosen or {}, {}
  if not next(chosen) then return end
  for _, axis in ipairs(list) do
    if not axis.family and moves_hardware(axis) then movers[#movers + 1] = axis end
  end
  if #movers > 1 then
    mistake.raise("over: %s and %s both move hardware or number format, which a measured plan follows along one axis: make "
      .. "them one, a list of points or of devices", movers[1].name, movers[2].name)
  end
  if #movers == 0 then return end
  local names = {}
  for name in pairs(chosen) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do add_moves(movers[1], base, name, chosen[name]) end
end

return follow
