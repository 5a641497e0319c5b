-- SPDX-License-Identifier: MIT
-- The type of a figure option: check(v), a description for error sentences, and a LuaCATS type for editors.

local size = require "twocs.figure.size"
local style = require "twocs.figure.style"

local types = {}

local function is_text(v) return type(v) == "string" end
local function is_number(v) return type(v) == "number" and v == v and v ~= math.huge and v ~= -math.huge end
local function is_flag(v) return type(v) == "boolean" end
local function is_table(v) return type(v) == "table" end
local function is_list(check)
  return function(v)
    if type(v) ~= "table" or #v == 0 then return false end
    for _, each in ipairs(v) do if not check(each) then return false end end
    return true
  end
end
local function either(a, b) return function(v) return a(v) or b(v) end end

local function kind(check, expected, editor) return { check = check, expected = expected, editor = editor } end
types.name = kind(is_text, "the name of a column", "string")
types.names = kind(either(is_text, is_list(is_text)), "the name of a column, or a list of names", "string|string[]")
types.text = kind(is_text, "a text", "string")
types.texts = kind(is_list(is_text), "a list of texts", "string[]")
types.number = kind(is_number, "a finite number", "number")
types.flag = kind(is_flag, "true or false", "boolean")
types.log = kind(function(v) return is_flag(v) or v == 2 or v == 10 end, "true, false, 2 or 10", "boolean|2|10")
types.pair = kind(function(v) return is_list(is_text)(v) and #v == 2 end, "the names of two columns, low and high",
  "string[]")
types.points = kind(either(is_list(is_table), function(v) return is_table(v) and next(v) ~= nil end),
  "a list of tables such as {{h = 4096, tp = 16}}, or one such as {f_ser = \"> 0.5\"}", "table")
local function level(v)
  return is_number(v) or type(v) == "table" and is_number(v.at) and (v.label == nil or is_text(v.label))
end
types.levels = kind(either(level, is_list(level)), "a number, a table {at = number, label = text}, or a list of these",
  "number|table")
types.colours = kind(is_list(function(v)
  return is_number(v) and v >= 0 and v <= 0xffffff and v % 1 == 0 or style.meaning[v] ~= nil
end), "a list of colours 0xRRGGBB or meanings such as \"compute\"", "(integer|string)[]")
local function is_size(v)
  local points = is_text(v) and size.points(v) or v
  return is_number(points) and points >= 120 and points <= 1500
end
types.side = kind(is_size, "120 to 1500 points, or a text such as \"3.3 in\", \"85 mm\", \"240 pt\"", "number|string")
local function one_of(list)
  local known, shown = {}, {}
  for i, word in ipairs(list) do known[word], shown[i] = true, '"' .. word .. '"' end
  return kind(function(v) return known[v] == true end, table.concat(shown, #list == 2 and " or " or ", "),
    table.concat(shown, "|"))
end
types.place, types.place_or_direct = one_of{ "right", "top" }, one_of{ "right", "top", "direct" }
types.style = one_of{ "screen", "paper", "slide" }
local function label_or_none(v) return v == nil or is_text(v) end
local function band(v) return is_table(v) and is_number(v.from) and is_number(v.to) and label_or_none(v.label) end
types.bands = kind(either(band, is_list(band)), "a table {from = number, to = number, label = text}, or a list of these",
  "table")
local function value(v)
  local range = is_table(v) and (is_number(v.at) or is_number(v.from) and is_number(v.to))
  return range and (v.x ~= nil or v.y ~= nil) and (v.text == nil or is_text(v.text))
end
types.values = kind(either(value, is_list(value)),
  "a table {x = place, at = number} or {x = place, from = number, to = number}, or a list of these; text: next to it",
  "table")
local function remark(v)
  return is_table(v) and is_text(v.text) and v.x ~= nil and v.y ~= nil
    and (v.to == nil or is_table(v.to) and v.to.x ~= nil and v.to.y ~= nil)
end
types.remarks = kind(either(remark, is_list(remark)),
  "a table {x = place, y = place, text = text}, with to = {x =, y =} an arrow, or a list of these", "table")
local function sense(w) return w == "least" or w == "most" end
types.senses = kind(function(v) return is_table(v) and #v == 2 and sense(v[1]) and sense(v[2]) end,
  'what is better in x and in y, such as {"least", "most"}', "string[]")
local function roof(v)
  return is_number(v) or is_text(v) or is_table(v) and (is_number(v.at) or is_text(v.at)) and label_or_none(v.label)
end
types.roofs = kind(either(roof, is_list(roof)), "a quantity, a table {at = quantity, label = text}, or a list of these",
  "number|string|table")
types.count = kind(function(v) return is_number(v) and v >= 1 and v % 1 == 0 and v <= 1000 end,
  "a whole number of at least 1",
  "integer")
types.contours = kind(either(function(v) return v == true end, is_list(is_number)), "true, or a list of values",
  "true|number[]")

return types
