-- SPDX-License-Identifier: MIT
-- What lines and scatter share: a table's rows cut into series, points that are marked or hollow, horizontal
-- lines, and their legend.

local data = require "twocs.figure.data"
local mistake = require "twocs.mistake"
local options = require "twocs.figure.options"
local shapes = require "twocs.figure.shapes"
local style = require "twocs.figure.style"
local series = {}

function series.list(v) return type(v) == "table" and v or { v } end

local listed = 60 -- entries of a legend

-- What columns of one unit are called together.
local nouns = { s = "Time", byte = "Data", flop = "Work", ["byte/s"] = "Bandwidth", ["flop/s"] = "Throughput", W = "Power",
  J = "Energy" }

-- Text of an axis: the script's own, or meaning and unit. The script's text may hold @ for the unit with its
-- prefix.
function series.axis_text(own, columns, unit)
  if own then return (own:gsub("@", function() return unit end)) end
  local text = data.label(columns[1])
  for i = 2, #columns do
    if data.label(columns[i]) ~= text then text = nouns[columns[1].unit] or "" end
  end
  if unit == "" then return text ~= "" and text or nil end
  return text ~= "" and text .. " (" .. unit .. ")" or unit
end

function series.free(own) return own ~= nil and not own:find("@", 1, true) end

-- {text, rows} for each distinct value of by, or one for all rows.
function series.cut(verb, t, by)
  if not by then
    local rows = {}
    for i = 1, t.n do rows[i] = i end
    return { { rows = rows } }, nil
  end
  local column = data.column(verb, t, "by", by)
  local values, place = data.distinct(column)
  if #values > listed then
    mistake.raise('%s: by = "%s" has %.0f values, a legend holds %.0f: select rows first', verb, by, #values, listed)
  end
  local most = 0
  for _, v in ipairs(values) do if data.finite(v) then most = math.max(most, math.abs(v)) end end
  local factor, unit = data.prefix(column.unit, most)
  if column.unit == "1" or column.unit == "" then factor, unit = 1, "" end
  local texts, out = data.value_texts(values, factor), {}
  for i in ipairs(values) do out[i] = { text = texts[i], rows = {}, value = values[i] } end
  for i = 1, t.n do
    local v = column[i]
    if v == v then
      local rows = out[place[v]].rows
      rows[#rows + 1] = i
    end
  end
  return out, data.label(column) .. (unit ~= "" and " (" .. unit .. ")" or "")
end

local function same(a, b)
  if type(a) == "number" and type(b) == "number" then
    return a == b or math.abs(a - b) <= 1e-12 * math.max(math.abs(a), math.abs(b))
  end
  return tostring(a) == tostring(b)
end

local function describe(mark, keys)
  local parts = {}
  for i, key in ipairs(keys) do parts[i] = key .. " = " .. mistake.show(mark[key]) end
  return table.concat(parts, ", ")
end

-- The set of rows that marks name; one that names none is a mistake in the script.
function series.marked(verb, t, marks)
  local rows = {}
  for _, mark in ipairs(marks or {}) do
    local keys, columns, hits = options.keys(mark), {}, 0
    for i, key in ipairs(keys) do columns[i] = data.column(verb, t, "mark", key) end
    for row = 1, t.n do
      local all = #keys > 0
      for i, key in ipairs(keys) do all = all and same(columns[i][row], mark[key]) end
      if all then rows[row], hits = true, hits + 1 end
    end
    if hits == 0 then mistake.raise("%s: mark {%s} matches no row of the table", verb, describe(mark, keys)) end
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

-- Entries for what marks and hollow points mean.
function series.explain(o, any_hollow, entries)
  if any_hollow then
    local text = o.hollow_label or "not " .. data.plain(o.hollow)
    entries[#entries + 1] = { text = text, form = 1, hollow = true, colour = style.quiet, line = false }
  end
  if o.mark then
    entries[#entries + 1] = { text = o.mark_label or "highlighted", marked = true, colour = style.marked, line = false }
  end
end

-- {at, label} for each horizontal line.
function series.levels(o)
  if not o.hline then return {} end
  local given = (type(o.hline) == "number" or o.hline.at) and { o.hline } or o.hline
  local out = {}
  for i, level in ipairs(given) do
    local dashes = { 4, 2, 7, 1.2 }
    out[i] = { at = type(level) == "table" and level.at or level, label = type(level) == "table" and level.label or nil,
      dash = dashes[(i - 1) % 4 + 1] }
  end
  return out
end

function series.explain_levels(levels, entries)
  for _, level in ipairs(levels) do
    if level.label then
      entries[#entries + 1] = { text = level.label, colour = style.quiet, dash = level.dash, width = 1 }
    end
  end
end

-- Horizontal lines count for the range of y.
function series.with_levels(columns, levels)
  if #levels == 0 then return columns end
  local out, values = {}, {}
  for i, column in ipairs(columns) do out[i] = column end
  for i, level in ipairs(levels) do values[i] = level.at end
  out[#out + 1] = values
  return out
end

function series.draw_levels(pen, box, levels)
  for _, level in ipairs(levels) do
    local y = box.y(level.at)
    if y == y and y >= box.bottom and y <= box.top then
      shapes.line(pen, box.left, y, box.right, y, style.quiet, 1, level.dash)
    end
  end
end

return series
