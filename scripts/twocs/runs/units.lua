-- SPDX-License-Identifier: MIT
-- Units in the header of a file of training runs. The one thing to know: a column in another unit than its own kind is a
-- mistake of the whole file, and peaks of memory that a header gives in bytes are in GiB here.
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local rows = require "twocs.data.rows"

local units = {}
local gib = 1073741824

local function expected(one)
  if one.unit then return one.unit end
  return one.field and rows.by_name[one.field].unit or ""
end

--- header(t): nil, or a sentence on a column whose unit says that it holds something else.
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

--- memory(t): the table with peaks in GiB where a unit in the header has made bytes of them.
function units.memory(t)
  for _, name in ipairs(t:names()) do
    local one = columns.of(name)
    if one and one.name == "peak_mem_gib" and not t:is_text(name) and t:unit(name) == "byte" then
      return t:rename(name, "peak_mem"):derive("peak_mem_gib", function(r) return r.peak_mem / gib end)
    end
  end
  return t
end

return units
