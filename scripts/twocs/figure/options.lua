-- SPDX-License-Identifier: MIT
-- The options of each kind of figure: what each may be, and one sentence for whoever misspells one.

local mistake = require "twocs.mistake"
local nearest = require "twocs.nearest"

local options = {}

local function is_text(v) return type(v) == "string" end
local function is_number(v) return type(v) == "number" and v == v and v ~= math.huge and v ~= -math.huge end
local function is_flag(v) return type(v) == "boolean" end
local function is_list(check)
  return function(v)
    if type(v) ~= "table" or #v == 0 then return false end
    for _, each in ipairs(v) do if not check(each) then return false end end
    return true
  end
end
local function either(a, b) return function(v) return a(v) or b(v) end end

local function kind(check, expected) return { check = check, expected = expected } end
local name = kind(is_text, "the name of a column")
local names = kind(either(is_text, is_list(is_text)), "the name of a column, or a list of names")
local text = kind(is_text, "a text")
local number = kind(is_number, "a finite number")
local flag = kind(is_flag, "true or false")
local log = kind(function(v) return is_flag(v) or v == 2 or v == 10 end, "true, false, 2 or 10")
local pair = kind(function(v) return is_list(is_text)(v) and #v == 2 end, "the names of two columns, low and high")
local points = kind(is_list(function(v) return type(v) == "table" end), "a list of tables such as {{h = 4096, tp = 16}}")
local function level(v)
  return is_number(v) or type(v) == "table" and is_number(v.at) and (v.label == nil or is_text(v.label))
end
local levels = kind(either(level, is_list(level)), "a number, a table {at = number, label = text}, or a list of these")
local colours = kind(is_list(function(v) return is_number(v) and v >= 0 and v <= 0xffffff and v % 1 == 0 end),
  "a list of colours 0xRRGGBB")
local side = kind(function(v) return is_number(v) and v >= 120 and v <= 1500 end, "120 to 1500 points")
local place = kind(function(v) return v == "right" or v == "top" end, '"right" or "top"')

local common = {
  title = text, subtitle = text, xlabel = text, ylabel = text, note = text, width = side, height = side,
  legend = text, legend_at = place, colours = colours,
}
local own = {
  lines = { x = name, y = names, by = name, logx = log, logy = log, percent = flag, mark = points, mark_label = text,
    hollow = name, hollow_label = text, band = pair, xmin = number, xmax = number, ymin = number, ymax = number,
    hline = levels, markers = flag },
  scatter = { x = name, y = name, by = name, logx = log, logy = log, percent = flag, diagonal = flag, label = name,
    mark = points, mark_label = text, hollow = name, hollow_label = text, xmin = number, xmax = number, ymin = number,
    ymax = number, hline = levels },
  stack = { x = name, y = names, group = name, share = flag, percent = flag, labels = flag, names = kind(is_list(is_text),
    "a list of texts"), ymin = number, ymax = number, hline = levels },
  bars = { x = name, y = names, by = name, percent = flag, labels = flag, logy = log, ymin = number, ymax = number,
    names = kind(is_list(is_text), "a list of texts"), hline = levels },
  heat = { x = name, y = name, z = name, percent = flag, labels = flag, zlabel = text, zmin = number, zmax = number,
    logz = log, hollow = name, hollow_label = text },
}
local plane = { "x", "y" }
local needed = { lines = plane, scatter = plane, stack = plane, bars = plane, heat = { "x", "y", "z" } }

-- Raises on an option that verb does not have, that has the wrong kind, or that is missing.
function options.check(verb, given)
  if type(given) ~= "table" then
    mistake.raise('%s: the third argument is a table of options such as {x = "tp", y = "f_ser"}, not %s', verb,
      mistake.show(given))
  end
  local known, order = {}, {}
  for _, set in ipairs{ common, own[verb] } do
    for key, what in pairs(set) do
      known[key] = what
      order[#order + 1] = key
    end
  end
  table.sort(order)
  for _, key in ipairs(options.keys(given)) do
    if not known[key] then mistake.raise("%s: there is no option %s%s", verb, key, nearest.hint(key, order)) end
    if not known[key].check(given[key]) then
      mistake.raise("%s: %s = %s: expected %s", verb, key, mistake.show(given[key]), known[key].expected)
    end
  end
  for _, key in ipairs(needed[verb]) do
    if given[key] == nil then mistake.raise("%s: the option %s is missing: it is %s", verb, key, known[key].expected) end
  end
end

-- The keys of a table a script wrote, sorted, as texts.
function options.keys(given)
  local keys = {}
  for key in pairs(given) do keys[#keys + 1] = tostring(key) end
  table.sort(keys)
  return keys
end

return options
