-- SPDX-License-Identifier: MIT
-- Degrees under names other than TP, PP, CP, DP and EP: MaxText's axes and sequence parallelism. They are copied to the
-- cells of these degrees before any other code reads a row, and must agree with values that the row states there.
local columns = require "twocs.runs.columns"
local core = require "twocs.core"

local mesh = {}

--- clash(a, b): the sentence on two columns that state different values of one field, regardless of their order.
function mesh.clash(a, b)
  if a > b then a, b = b, a end
  return core.format("its %s and %s contradict each other", a, b)
end

-- Copies the value of another column to a cell; returns a sentence if the cell has a different value.
local function put(c, name, value, by)
  if c[name] and c[name] ~= value then return mesh.clash(name, by) end
  c[name] = value
end

-- The degree of an axis over both networks, and a column that states it; nil if no column does.
local function degree(c, axis)
  local ici, dcn = core.format("ici_%s_parallelism", axis), core.format("dcn_%s_parallelism", axis)
  return (c[ici] or c[dcn]) and (c[ici] or 1) * (c[dcn] or 1), c[ici] and ici or dcn
end

-- The axis of experts also cuts batches and other weights, as the FSDP axis does (MaxText, configs/base.yml,
-- logical_axis_rules). Here EP is a part of DP.
local function of_axes(c)
  for _, axis in ipairs(columns.axes) do
    local n, column = degree(c, axis[1])
    if n and axis[1] == "fsdp" then n = n * (degree(c, "expert") or 1) end
    local why = n and put(c, axis[2], n, column)
    if why then return why end
  end
end

-- Whether the software's sequence_parallel_size is Ulysses, which exchanges heads for parts of a sequence.
local function is_ulysses(c)
  local text = (c.software or ""):lower()
  return text:find("deepspeed", 1, true) or text:find("xtuner", 1, true)
end

local function of_sequences(c, set)
  for _, column in ipairs{ "sequence_parallel_size", "ulysses_size" } do
    local n = c[column]
    local why = n and put(c, "cp", n, column)
    if why then return why end
    local own = column == "ulysses_size" or not c.cp_comm and is_ulysses(c)
    if n and n > 1 and own then set("cp_kind", "all_to_all", column) end
  end
end

--- degrees(c, set): copies the degrees of a row's cells c; set(name, value, column) states a field. Returns a sentence if
--- two columns differ.
function mesh.degrees(c, set) return of_axes(c) or of_sequences(c, set) end

return mesh
