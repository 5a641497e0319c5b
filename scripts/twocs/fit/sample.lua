-- SPDX-License-Identifier: MIT
-- The rows that a fit takes from a table of measurements. A log can be passed as it was read: the columns are found by the
-- names that readers give them, and a fit of one collective takes its rows from a log of several.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local measured = {}

local other_names = { byte = "bytes", t = "t_out" }
local meanings = { m = "rows of a GEMM's result", n = "columns of a GEMM's result", k = "inner dimension of a GEMM",
  byte = "bytes of memory traffic, or of payload", ranks = "ranks of the collective", t = "measured time in seconds" }

-- OSU counts the bytes that one rank sends to one other rank. The engine counts all bytes that a rank has at the end or at
-- the beginning.
local osu_parts = { all_gather = true, all_to_all = true }

--- The column, under its own name or the name that readers give it; otherwise raises a sentence with its meaning.
function measured.column(t, name)
  if t:has(name) then return t:column(name) end
  local other = other_names[name]
  if other and t:has(other) then return t:column(other) end
  mistake.raise('fit: there is no column "%s"%s%s', name,
    meanings[name] and core.format(" (%s)", meanings[name]) or "", nearest.hint(name, t:names()))
end

local function bytes(t, kind)
  local column = measured.column(t, "byte")
  if not (osu_parts[kind] and t:has("test")) then return column end
  local ranks, whole = t:column("ranks"), core.column(t.n)
  for i = 1, t.n do whole[i] = column[i] * ranks[i] end
  return whole
end

-- The ranks of a node. If the number of nodes is not stated, it is one.
local function per_node(t)
  local ranks, nodes, made = measured.column(t, "ranks"), t:has("nodes") and t:column("nodes"), core.column(t.n)
  for i = 1, t.n do made[i] = ranks[i] / (nodes and nodes[i] == nodes[i] and nodes[i] or 1) end
  return made
end

--- A column of shapes: item is { name, field, default } of the family (fit/families.lua), kind its name.
function measured.shape(t, item, kind)
  local name, default = item[1], item[3]
  if name == "byte" then return bytes(t, kind) end
  if t:has(name) then return t:column(name) end
  if name == "per_node" then return per_node(t) end
  if default == nil then return measured.column(t, name) end
  local made = core.column(t.n)
  for i = 1, t.n do made[i] = default end
  return made
end

local function of_kind(t, kind)
  local own = t:where{ op = kind }
  if own.n > 0 or t.n == 0 then return own end
  local found, list = {}, {}
  for i = 1, t.n do
    local op = t:column("op")[i]
    if not found[op] then found[op], list[#list + 1] = true, op end
  end
  mistake.raise("fit: no row has op = %s; the column op contains %s", kind, table.concat(list, ", "))
end

--- The rows to fit: from a log, those of the collective that have a payload.
function measured.rows(t, of, kind)
  if of.collective then
    if t:has("op") and t:is_text("op") then t = of_kind(t, kind) end
    local byte, ranks, list = measured.column(t, "byte"), measured.column(t, "ranks"), {}
    for i = 1, t.n do
      if byte[i] > 0 then list[#list + 1] = i end
      if ranks[i] ~= ranks[i] then
        mistake.raise("fit: row %d does not state the number of ranks: tw.read(log, { ranks = ... })", i)
      end
    end
    if #list < t.n then t = t:pick(list) end
  end
  if t.n == 0 then mistake.raise("fit: the table has no rows") end
  return t
end

--- The column of times and its name. name: its name in the script, or nil.
function measured.times(t, name)
  local column = name and t:column(name) or measured.column(t, "t")
  local called = name or (t:has("t") and "t" or other_names.t)
  local unit = t:unit(called)
  if unit ~= "s" and unit ~= "" then mistake.raise('fit: the column "%s" is in %s, expected s', called, unit) end
  for i = 1, t.n do
    if not (column[i] > 0) then
      mistake.raise("fit: row %d of %s is %s, expected above 0", i, called, mistake.show(column[i]))
    end
  end
  return column, called
end

return measured
