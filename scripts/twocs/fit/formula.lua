-- SPDX-License-Identifier: MIT
-- The language of fits: "t ~ 1 + flop + byte*(ranks-1)/ranks". The measured quantity is before the ~. After it is a sum of
-- terms of columns and numbers with * / ^ and, inside parentheses, + and -, log2(x) and sqrt(x). A column whose name is not
-- a word is between backticks. A constant is fitted only if there is a 1.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local ordered = require "twocs.common.ordered"

local formula = {}

local largest_power, deepest = 64, 100

-- Units as powers of base units: nil where one is unknown ----------------------------------------------------------------

local function unit_of_text(text)
  if text == "" then return nil end
  local powers, sign = {}, 1
  for word, mark in text:gmatch("([^/*]+)([/*]?)") do
    if word ~= "1" then powers[word] = (powers[word] or 0) + sign end
    sign = mark == "/" and -1 or 1
  end
  return powers
end

local function unit_product(a, b, sign)
  if not a or not b then return nil end
  local powers = {}
  for word, power in pairs(a) do powers[word] = power end
  for word, power in pairs(b) do powers[word] = (powers[word] or 0) + sign * power end
  return powers
end

local function unit_power(a, power)
  if not a then return nil end
  local powers = {}
  for word, of in pairs(a) do
    if of * power % 1 ~= 0 then return nil end
    powers[word] = of * power
  end
  return powers
end

local function unit_text(powers)
  if not powers then return "" end
  local over, under = {}, {}
  for _, word in ipairs(ordered.keys(powers)) do
    local power = powers[word]
    local list = power > 0 and over or under
    for _ = 1, math.abs(power) do list[#list + 1] = word end
  end
  if #over == 0 then over[1] = "1" end
  return table.concat(over, "*") .. (#under > 0 and "/" .. table.concat(under, "/") or "")
end

-- Reading. A node is { value = function of a row's number, unit = powers or nil } ----------------------------------------

local Reader = {}
Reader.__index = Reader

local function short(text) return #text > 160 and text:sub(1, 157) .. "..." or text end

local function wrong(reader, what)
  mistake.raise('fit "%s": %s at "%s"', short(reader.text), what, short(reader.text:sub(reader.at)))
end

function Reader:skip() self.at = self.text:find("[^%s]", self.at) or #self.text + 1 end

-- The text that the pattern matches here, or nil.
function Reader:take(pattern)
  self:skip()
  local found, stop = self.text:match("^(" .. pattern .. ")()", self.at)
  if found then self.at = stop end
  return found
end

function Reader:column(name)
  local t = self.table
  if not self.known[name] then
    mistake.raise('fit "%s": there is no column "%s"%s', short(self.text), name, nearest.hint(name, t:names()))
  end
  if t:is_text(name) then mistake.raise('fit "%s": column "%s" holds text', short(self.text), name) end
  local column = t:column(name)
  return { value = function(i) return column[i] end, unit = unit_of_text(t:unit(name)) }
end

local functions = {
  log2 = function(of) return { value = function(i) return core.log2(of.value(i)) end, unit = {} } end,
  sqrt = function(of) return { value = function(i) return math.sqrt(of.value(i)) end, unit = unit_power(of.unit, 0.5) } end,
}

function Reader:inside()
  self.depth = self.depth + 1
  if self.depth > deepest then wrong(self, core.format("parentheses nested more than %d deep", deepest)) end
  local node = self:sum()
  self.depth = self.depth - 1
  if not self:take("%)") then wrong(self, "expected a )") end
  return node
end

function Reader:atom()
  local number = self:take("%d+%.?%d*[eE][+-]?%d+") or self:take("%d*%.?%d+") or self:take("%d+%.")
  if number then
    local value = tonumber(number) * 1.0
    return { value = function() return value end, unit = {}, number = value }
  end
  if self:take("%(") then return self:inside() end
  local quoted = self:take("`[^`]+`")
  if quoted then return self:column(quoted:sub(2, -2)) end
  local name = self:take("[%a_][%w_%.]*")
  if not name then wrong(self, "expected a column, a number or a (") end
  if functions[name] and self:take("%(") then return functions[name](self:inside()) end
  return self:column(name)
end

local function raised(of, power)
  local function value(i)
    local x, product = of.value(i), 1.0
    for _ = 1, math.abs(power) do product = product * x end
    return power < 0 and 1 / product or product
  end
  return { value = value, unit = unit_power(of.unit, power) }
end

function Reader:factor()
  local node = self:atom()
  while self:take("%^") do
    local power = tonumber(self:take("%-?%d+") or wrong(self, "expected a whole power"))
    if math.abs(power) > largest_power then wrong(self, core.format("a power beyond %d", largest_power)) end
    node = raised(node, power)
  end
  return node
end

function Reader:product()
  local node = self:factor()
  while true do
    local left, sign = node, self:take("[*/]")
    if not sign then return node end
    local right = self:factor()
    local times = sign == "*"
    local function multiplied(i) return left.value(i) * right.value(i) end
    local function divided(i) return left.value(i) / right.value(i) end
    node = { value = times and multiplied or divided, unit = unit_product(left.unit, right.unit, times and 1 or -1) }
  end
end

-- If a bare number is added, the sum has the unit of the other summand: (ranks - 1).
local function unit_sum(left, right)
  if right.number or not left.unit or not right.unit then return left.unit end
  if left.number then return right.unit end
  return unit_text(left.unit) == unit_text(right.unit) and left.unit or nil
end

function Reader:sum()
  local node = self:product()
  while true do
    local left, sign = node, self:take("[+-]")
    if not sign then return node end
    local right = self:product()
    local factor = sign == "+" and 1 or -1
    node = { value = function(i) return left.value(i) + factor * right.value(i) end, unit = unit_sum(left, right) }
  end
end

-- A term with its own text, without blanks at the end.
function Reader:term()
  self:skip()
  local from = self.at
  local node = self:product()
  node.name = self.text:sub(from, self.at - 1):gsub("%s+$", "")
  return node
end

local function reader_of(t, text)
  if type(text) ~= "string" then
    mistake.raise('fit: expected a formula such as "t ~ 1 + flop", got %s', mistake.show(text))
  end
  local reader = setmetatable({ text = text, at = 1, depth = 0, table = t, known = {} }, Reader)
  for _, name in ipairs(t:names()) do reader.known[name] = true end
  return reader
end

local function terms_of(reader)
  local terms = {}
  repeat
    local term = reader:term()
    if term.number ~= 0 then terms[#terms + 1] = term end
  until not reader:take("%+")
  reader:skip()
  if reader.text:sub(reader.at, reader.at) == "-" then wrong(reader, "terms can only be added") end
  if reader.at <= #reader.text then wrong(reader, "expected a + between terms") end
  if #terms == 0 then wrong(reader, "expected a term to fit") end
  return terms
end

--- Reads a formula for a table. Returns the measured quantity and the list of terms, each { name, unit of its coefficient,
--- value = function of a row's number }.
function formula.read(t, text)
  local reader = reader_of(t, text)
  local measured = reader:term()
  if not reader:take("~") then wrong(reader, "expected a ~ after the measured column") end
  local terms = terms_of(reader)
  for _, term in ipairs(terms) do term.unit = unit_text(unit_product(measured.unit, term.unit, -1)) end
  measured.unit = unit_text(measured.unit)
  return measured, terms
end

--- The terms alone, for a table that may lack the measured column.
function formula.terms(t, text)
  local reader = reader_of(t, text)
  reader.at = text:find("~", 1, true) + 1
  return terms_of(reader)
end

--- The column of a term over the rows of its table.
function formula.column(term, n)
  local column = core.column(n)
  for i = 1, n do column[i] = term.value(i) end
  return column
end

return formula
