-- SPDX-License-Identifier: MIT
-- Units in the header of a file of training runs. A column with a unit of another kind is an error of the whole file. A
-- header with another unit of the same kind (peak memory in bytes, shares in percent) is converted to the unit in the
-- column's name.
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local rows = require "twocs.data.rows"

local units = {}
local gib = 1073741824

local function expected(one)
  if one.unit then return one.unit end
  return one.field and rows.by_name[one.field].unit or ""
end

--- header(t): nil, or a sentence on a column whose unit is of another kind.
function units.header(t)
  for _, name in ipairs(t:names()) do
    local one = columns.of(name)
    local unit = one and one.is ~= "text" and not t:is_text(name) and t:unit(name) or ""
    local own = one and expected(one) or ""
    if unit ~= "" and unit ~= "1" and unit ~= own then
      return core.format("column %s is in %s: expected %s", name, unit,
        own ~= "" and own ~= "1" and own or "a number without a unit")
    end
  end
end

-- By column: the unit in the table if the header states one, and its ratio to the column's unit.
local own_units = { peak_mem_gib = { "byte", gib }, reserved_mem_gib = { "byte", gib },
  mfu_pct = { "1", 0.01 }, hfu_pct = { "1", 0.01 } }

-- The table with a column divided by a number.
local function divided(t, name, by)
  local kept = {}
  for k, other in ipairs(t:names()) do kept[k] = other end
  return t:rename(name, "as_stated"):derive(name, function(r) return r.as_stated / by end):select(kept)
end

--- named(t): the table with each of these columns in the unit of its name.
function units.named(t)
  for _, name in ipairs(t:names()) do
    local one = columns.of(name)
    local own = one and not t:is_text(name) and own_units[one.name]
    if own and t:unit(name) == own[1] then t = divided(t, name, own[2]) end
  end
  return t
end

return units
