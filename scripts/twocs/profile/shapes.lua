-- SPDX-License-Identifier: MIT
-- Items to measure: { op =, dtype =, x =, m =, n =, k = | rows =, width = | byte = }, and a layer with its parts. The key
-- of an item contains everything that distinguishes it, so a profile can be continued by its keys.
local core = require "twocs.core"
local layer = require "twocs.profile.layer"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local shapes = {}

shapes.sizes = { "x", "m", "n", "k", "rows", "width", "byte" } -- in the order of a grid, the last one fastest
local takes = { gemm = { "x", "m", "n", "k" }, rows = { "rows", "width" }, byte = { "byte" }, none = {} }
local passes = { layer_forward = "forward", layer_backward = "backward" }
local layer_sizes = { "h", "sl", "b", "heads" }

local function op_of(name, operators)
  local names = {}
  for i, operator in ipairs(operators) do
    if operator.name == name then return operator end
    names[i] = operator.name
  end
  names[#names + 1], names[#names + 2] = "layer_forward", "layer_backward"
  mistake.raise("profile: op = %s is not an operator%s", mistake.show(name), nearest.hint(name, names))
end

local function check_size(op, name, value)
  if type(value) ~= "number" or not (value >= 1 and value <= 1e12) or value ~= math.floor(value) then
    mistake.raise("profile: %s: %s = %s, expected a whole number in [1, 1e12]", op, name, mistake.show(value))
  end
end

local function check_names(given, op, names)
  local known = { op = true, dtype = true, name = true }
  for _, name in ipairs(names) do known[name] = true end
  local strange = {}
  for name in pairs(given) do
    if not known[name] then strange[#strange + 1] = mistake.word(name) end
  end
  table.sort(strange)
  if #strange > 0 then mistake.raise("profile: %s has no size %s; it has %s", op, strange[1], table.concat(names, ", ")) end
end

--- The item for a script's { op = ..., sizes }.
function shapes.item(given, operators, dtype, ranks)
  if type(given) ~= "table" then mistake.raise("profile: a shape is a %s, expected { op = ..., m = ... }", type(given)) end
  local item
  if passes[given.op] then
    item = layer.item(given, passes[given.op])
  else
    local names = takes[op_of(given.op, operators).takes]
    check_names(given, given.op, names)
    item = { op = given.op }
    for _, name in ipairs(names) do
      local value = given[name]
      if name == "x" and value == nil then value = 1 end
      check_size(given.op, name, value)
      item[name] = value
    end
  end
  item.dtype = given.dtype or dtype or "fp32"
  item.ranks = item.op == "all_reduce" and ranks or 1
  for _, part in ipairs(item.parts or {}) do part.dtype = item.dtype end
  item.key = shapes.key(item)
  return item
end

--- A text that distinguishes an item, or a row of a profile, from all others.
function shapes.key(item)
  local words = { item.op, item.dtype }
  for _, name in ipairs(shapes.sizes) do
    local value = item[name]
    -- Rows of all operators contain the moved bytes, but only for a collective they are an input.
    if value and value == value and (name ~= "byte" or item.op == "all_reduce") then
      words[#words + 1] = core.format("%s=%.0f", name, value)
    end
  end
  if item.ranks > 1 then words[#words + 1] = core.format("ranks=%.0f", item.ranks) end
  return table.concat(words, " ")
end

--- The name of an item in a progress bar.
function shapes.label(item)
  if item.byte then return core.format("%s %.0f B", item.op, item.byte) end
  if item.rows then return core.format("%s %.0f x %.0f", item.op, item.rows, item.width) end
  if not item.m then return item.op end
  return core.format("%s %.0f x %.0f x %.0f%s", item.op, item.m, item.n, item.k,
    item.x > 1 and core.format(", %.0f times", item.x) or "")
end

local function values_of(name, values)
  if type(values) == "number" then return { values } end
  if type(values) ~= "table" and not core.is_column(values) then
    mistake.raise("profile: over.%s is %s, expected a list of sizes", name, mistake.show(values))
  end
  return values
end

--- { op =, over = { m = { ... }, k = { ... } }, n = 1024 }: a shape for each point of the grid.
function shapes.grid(spec)
  local names, list = {}, { {} }
  for _, group in ipairs{ shapes.sizes, layer_sizes } do
    for _, name in ipairs(group) do names[#names + 1] = name end
  end
  local known = {}
  for _, name in ipairs(names) do known[name] = true end
  if spec.over ~= nil and type(spec.over) ~= "table" then
    mistake.raise("profile: over is %s, expected a table of sizes", mistake.show(spec.over))
  end
  for name in pairs(spec.over or {}) do
    if not known[name] then
      mistake.raise('profile: over: "%s" is not a size%s', mistake.word(name), nearest.hint(name, names))
    end
  end
  for _, name in ipairs(names) do
    local values, longer = spec.over and spec.over[name] or spec[name], {}
    if values ~= nil then
      values = values_of(name, values)
      for _, point in ipairs(list) do
        for i = 1, #values do
          local copy = { [name] = values[i] }
          for key, value in pairs(point) do copy[key] = value end
          longer[#longer + 1] = copy
        end
      end
      list = longer
    end
  end
  for _, point in ipairs(list) do point.op, point.dtype = spec.op, spec.dtype end
  return list
end

--- The shapes in the rows of a table.
function shapes.of_table(t)
  local list, known = {}, { "op", "dtype" }
  for _, group in ipairs{ shapes.sizes, layer_sizes } do
    for _, name in ipairs(group) do known[#known + 1] = name end
  end
  local there = {}
  for _, name in ipairs(t:names()) do there[name] = true end
  for row in t:rows() do
    local shape = {}
    for _, name in ipairs(known) do
      local value = there[name] and row[name]
      if value and value == value and value ~= "" then shape[name] = value end
    end
    list[#list + 1] = shape
  end
  return list
end

--- Shapes as items, without duplicates. ranks: the number of ranks of a collective.
function shapes.items(list, operators, dtype, ranks)
  local items, seen = {}, {}
  for _, given in ipairs(list) do
    local item = shapes.item(given, operators, dtype, ranks)
    if not seen[item.key] then items[#items + 1], seen[item.key] = item, true end
  end
  return items
end

return shapes
