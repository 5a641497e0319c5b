-- SPDX-License-Identifier: MIT
-- Shared code of all kinds: units and labels of axes, the split of a table's rows into series, marked and hollow points,
-- and their legend. A view is a list of the rows that a panel shows, with `free` if its axes show only these rows. Places,
-- colours and ranges come from the whole table, so that panels agree.

local core = require "twocs.core"
local data = require "twocs.figure.data"
local mistake = require "twocs.common.mistake"
local check = require "twocs.figure.check"
local choose = require "twocs.table.choose"
local style = require "twocs.figure.style"
local ordered = require "twocs.common.ordered"
local series = {}

function series.list(v) return type(v) == "table" and v or { v } end

local listed = 60 -- entries of a legend

-- The common name of columns with this unit.
local nouns = { s = "Time", byte = "Data", flop = "Work", ["byte/s"] = "Bandwidth", ["flop/s"] = "Throughput", W = "Power",
  J = "Energy" }

-- Whether a text is a known unit. If so, the axis must have it.
local function is_unit(text)
  for unit in pairs(nouns) do if core.quantity("1 " .. text, unit) then return true end end
  return false
end

-- The unit from the option xunit (yunit, zunit), or from a label such as "Memory (GB)": { text =, factor = relative to the
-- column's unit, added = whether the label still lacks it }. The axis then has this unit. nil if there is none: then the
-- axis chooses a unit and the label shows it.
function series.unit(verb, o, axis, column)
  local asked, own, unit = o[axis .. "unit"], o[axis .. "label"], column.unit
  local inside = own and own:match("%(([^()]+)%)%s*$")
  local text = asked or inside
  if not text then return nil end
  local factor = unit ~= "" and unit ~= "1" and core.quantity("1 " .. text, unit)
  if asked and not factor then
    mistake.raise('%s: %sunit = "%s": "%s" is in %s', verb, axis, asked, column.name, unit == "" and "no unit" or unit)
  end
  if not factor then
    if unit ~= "" and unit ~= "1" and is_unit(text) then
      mistake.raise('%s: %slabel = "%s": "%s" is in %s, not in %s', verb, axis, own, column.name, unit, text)
    end
    return nil
  end
  if asked and inside and inside ~= asked and core.quantity("1 " .. inside, unit) then
    mistake.raise('%s: %sunit = "%s", but %slabel = "%s"', verb, axis, asked, axis, own)
  end
  return { text = text, factor = factor, added = inside ~= text }
end

-- A text with the missing part of its unit added: after the text, or inside the parentheses with its unit.
local function completed(text, missing, inside)
  if missing == "" then return text end
  if text == "" then return missing end
  local front, named = text:match("^(.*)%(([^()]+)%)%s*$")
  if front and (inside or missing:find("^×[^ ]*$")) then return front .. "(" .. missing .. " " .. named .. ")" end
  return text .. " (" .. missing .. ")"
end

-- The text of an axis: from the script, or meaning and unit. In a text from the script, @ stands for the unit with its
-- prefix. power: the power of ten of the scale, if the text from the script names the unit.
function series.axis_text(own, columns, unit, power, added)
  if own and own:find("@", 1, true) then return (own:gsub("@", function() return unit end)) end
  if own and added then return completed(own, unit, false) end
  if own then return completed(own, power or unit, power ~= nil) end
  local text = data.label(columns[1])
  for i = 2, #columns do
    if data.label(columns[i]) ~= text then text = nouns[columns[1].unit] or "" end
  end
  if unit == "" then return text ~= "" and text or nil end
  return text ~= "" and text .. " (" .. unit .. ")" or unit
end

-- Columns on one axis must have one unit; a column without a unit can be next to any.
function series.one_unit(verb, columns)
  local first
  for _, column in ipairs(columns) do
    if column.unit ~= "" then
      first = first or column
      if column.unit ~= first.unit then
        mistake.raise('%s: "%s" is in %s and "%s" in %s: one axis has one unit', verb, first.name, first.unit, column.name,
          column.unit)
      end
    end
  end
end

-- For values of a column that are places on an axis or entries of a legend: their divisor, and the text of the unit.
function series.value_unit(column, values, named)
  local most = 0
  for _, v in ipairs(values) do if data.finite(v) then most = math.max(most, math.abs(v)) end end
  if column.text or column.unit == "1" or column.unit == "" then return 1, "" end
  if named then return named.factor, named.text, not named.added and "" or nil end
  return data.prefix(column.unit, most)
end

-- { text, rows, value } for each distinct value of `by`, or one entry for all rows; and the heading of the legend, which
-- the script can set in o.legend. Rows are those of the view.
function series.cut(verb, t, by, o, view)
  if not by then return { { rows = view.rows } }, nil end
  local own = o.legend
  local column = data.column(verb, t, "by", by)
  local values, place = data.distinct(column)
  if #values > listed then
    mistake.raise('%s: by = "%s" has %.0f values, at most %.0f fit: select rows first', verb, by, #values, listed)
  end
  local named = own and series.unit(verb, { xlabel = own }, "x", column)
  local factor, unit, power = series.value_unit(column, values, named)
  local texts, out = data.value_texts(values, factor), {}
  for i in ipairs(values) do out[i] = { text = texts[i], rows = {}, value = values[i] } end
  for _, i in ipairs(view.rows) do
    local v = column[i]
    if v == v then
      local rows = out[place[v]].rows
      rows[#rows + 1] = i
    end
  end
  return out, series.axis_text(own, { column }, unit, power)
end

-- The values of a column that its axis shows: all, or only the rows of the view if the panel has its own axes.
function series.seen(column, view)
  if not view.free then return column end
  local out = { name = column.name, unit = column.unit, meaning = column.meaning, text = column.text, n = column.n }
  for i = 1, column.n do out[i] = column.text and "" or 0 / 0 end
  for _, i in ipairs(view.rows) do out[i] = column[i] end
  return out
end

local function same(a, b)
  if type(a) == "number" and type(b) == "number" then
    return a == b or math.abs(a - b) <= 1e-12 * math.max(math.abs(a), math.abs(b))
  end
  return tostring(a) == tostring(b)
end

local function describe(mark, names)
  local parts = {}
  for i, key in ipairs(names) do parts[i] = key .. " = " .. mistake.show(mark[key]) end
  return table.concat(parts, ", ")
end

-- Whether a mark compares, such as { f_ser = "> 0.5" }; others name values.
local function compares(mark)
  for _, v in pairs(mark) do if type(v) == "string" and v:find("^%s*[<>=~]") then return true end end
  return false
end

-- The set of rows that the marks name. A mark that names no row raises, unless it compares. option: the name of the option,
-- "mark" by default.
function series.marked(verb, t, marks, option)
  local rows = {}
  if type(marks) == "table" and #marks == 0 then marks = { marks } end
  for _, mark in ipairs(marks or {}) do
    local names, columns, hits = ordered.words(mark), {}, 0
    if compares(mark) then
      for _, row in ipairs(core.list(choose.meeting(t, mark))) do rows[row] = true end
      names, hits = {}, 1
    end
    for i, key in ipairs(names) do columns[i] = data.column(verb, t, option or "mark", key) end
    for row = 1, t.n do
      local all = #names > 0
      for i, key in ipairs(names) do all = all and same(columns[i][row], mark[key]) end
      if all then rows[row], hits = true, hits + 1 end
    end
    if hits == 0 then
      mistake.raise("%s: %s {%s} matches no row of the table", verb, option or "mark", describe(mark, names))
    end
  end
  return rows
end

-- Rows to be drawn hollow: those where the column is 0.
function series.hollow(verb, t, name)
  local rows, any = {}, false
  if not name then return rows, any end
  local column = data.numbers(verb, t, "hollow", name)
  for i = 1, t.n do
    if column[i] == 0 then rows[i], any = true, true end
  end
  return rows, any
end

-- Adds the meanings of marked and hollow points to the legend.
function series.explain(o, any_hollow, entries)
  if any_hollow then
    local text = o.hollow_label or "not " .. data.plain(o.hollow)
    entries[#entries + 1] = { text = text, form = 1, hollow = true, colour = style.quiet, line = false }
  end
  if o.mark then
    entries[#entries + 1] = { text = o.mark_label or "highlighted", marked = true, colour = style.marked, line = false }
  end
end

return series
