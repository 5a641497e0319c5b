-- SPDX-License-Identifier: MIT
-- Shell arithmetic in $(( )): whole numbers, comparisons, a ? b : c. Any other expression is nil, never an error.
local arithmetic = {}

local levels = { { "||" }, { "&&" }, { "==", "!=" }, { "<=", ">=", "<", ">" }, { "+", "-" }, { "*", "/", "%" } }

local function truth(x) return x and 1 or 0 end

arithmetic.operate = {
  ["||"] = function(a, b) return truth(a ~= 0 or b ~= 0) end, ["&&"] = function(a, b) return truth(a ~= 0 and b ~= 0) end,
  ["=="] = function(a, b) return truth(a == b) end, ["!="] = function(a, b) return truth(a ~= b) end,
  ["<="] = function(a, b) return truth(a <= b) end, [">="] = function(a, b) return truth(a >= b) end,
  ["<"] = function(a, b) return truth(a < b) end, [">"] = function(a, b) return truth(a > b) end,
  ["+"] = function(a, b) return a + b end, ["-"] = function(a, b) return a - b end, ["*"] = function(a, b) return a * b end,
  ["/"] = function(a, b) return b ~= 0 and (a - math.fmod(a, b)) / b or nil end,
  ["%"] = function(a, b) return b ~= 0 and math.fmod(a, b) or nil end,
}

--- The value of an expression of whole numbers with the shell's operators, or nil.
function arithmetic.value(text)
  local at, expression = 1, nil
  local function blank() at = text:match("^%s*()", at) end
  local function atom()
    blank()
    local number, after = text:match("^(%d+)()", at)
    if number then at = after; return tonumber(number) end
    if text:sub(at, at) == "(" then
      at = at + 1
      local value = expression()
      blank()
      if text:sub(at, at) ~= ")" then return nil end
      at = at + 1
      return value
    end
    if text:sub(at, at) == "-" then
      at = at + 1
      local value = atom()
      return value and -value
    end
  end
  local function operator(level)
    blank()
    for _, sign in ipairs(levels[level]) do
      if text:sub(at, at + #sign - 1) == sign then at = at + #sign; return sign end
    end
  end
  local function binary(level)
    if level > #levels then return atom() end
    local left = binary(level + 1)
    local sign = operator(level)
    while sign do
      local right = binary(level + 1)
      left = left and right and arithmetic.operate[sign](left, right)
      sign = operator(level)
    end
    return left
  end
  function expression()
    local value = binary(1)
    blank()
    if text:sub(at, at) ~= "?" then return value end
    at = at + 1
    local yes = expression()
    blank()
    if text:sub(at, at) ~= ":" then return nil end
    at = at + 1
    local no = expression()
    if value == nil then return nil end
    return value ~= 0 and yes or (value == 0 and no) or nil
  end
  local value = expression()
  blank()
  return at > #text and value or nil
end

return arithmetic
