-- SPDX-License-Identifier: MIT
-- classes.lua: the numbers of a layout's values give the answer that was asked for these values, for random questions about
-- factors of one and of several axes, about parts of them, and about factors that join two of them.
local lu = require "luaunit"
local classes = require "twocs.search.classes"
local factor = require "twocs.search.factor"

local state = 3
local function below(n)
  state = (state * 1103515245 % 2147483648 + 12345) % 2147483648
  return math.floor(state / 65536) % n
end

-- A factor with all combinations of small values of these names.
local function factor_of(make, names, stride)
  local columns, place, weight, n = {}, {}, {}, 1
  for _, name in ipairs(names) do columns[name], n = {}, n * 3 end
  for k = 1, n do
    local rest = k - 1
    for _, name in ipairs(names) do columns[name][k], rest = 10 + rest % 3, math.floor(rest / 3) end
    place[k], weight[k] = (k - 1) * stride, 1
  end
  return make(names, columns, place, weight)
end

-- Answers that depend on some of the values only: few of them, as those of rules.
local function answer_of(kind, value)
  if kind == 0 then return 7 end
  if kind == 1 then return value.a > 10 and value.c == 11 and 5 or 0 end
  if kind == 2 then return value.a * value.b % 2 + (value.d > 11 and 2 or 0) end
  return (value.a * 31 + value.b * 17 + value.c * 7 + value.d) % kind
end

-- Checks all layouts of these factors. `stated` has the values of fields that no factor has.
local function check(question, factors, kind, stated)
  local at, n = {}, 0
  local function go(f, sum)
    if f > #factors then
      local value = {}
      for name, number in pairs(stated) do value[name] = number end
      for i, one in ipairs(factors) do
        for name, column in pairs(one.columns) do value[name] = column[at[i]] end
      end
      lu.assertEquals(question.by[sum], answer_of(kind, value))
      n = n + 1
      return
    end
    local adds = question.adds(factors[f])
    for k = 1, factors[f].n do
      at[f] = k
      go(f + 1, sum + (adds and adds[k] or 0))
    end
  end
  go(1, 0)
  return n
end

TestClasses = {}

function TestClasses:test_the_sum_of_a_layouts_numbers_gives_its_answer()
  for kind = 0, 12 do
    local make = factor.maker()
    local far = 3 * 1073741824 -- places of large spaces are beyond an int
    local whole = { factor_of(make, { "a", "b" }, far), factor_of(make, { "c" }, 3), factor_of(make, { "d" }, 1) }
    local read = { a = true, b = kind ~= 1 or nil, c = kind ~= 2 or nil, d = kind ~= 1 or nil }
    local asked, answers = classes.asked(whole, read), {}
    local value = { b = 10, c = 10, d = 10 }
    local function ask(i)
      if i > #asked then answers[#answers + 1] = answer_of(kind, value) return end
      for _, places in ipairs(asked[i].groups) do
        for name, column in pairs(asked[i].one.columns) do value[name] = column[places[1]] end
        ask(i + 1)
      end
    end
    ask(1)
    local question = classes.question(read, asked, answers)
    lu.assertEquals(check(question, whole, kind, {}), 81)
    local pairs_of = {}
    for k = 1, 9 do
      if below(3) > 0 then pairs_of[#pairs_of + 1] = { below(3) + 1, (k - 1) % 3 + 1, 1 } end
    end
    local some = factor.part(make, whole[1], { 2, 3, 7 })
    check(question, { some, factor.joined(make, whole[2], whole[3], pairs_of) }, kind, {})
  end
end

function TestClasses:test_a_factor_that_decides_nothing_adds_nothing()
  local make = factor.maker()
  local whole = { factor_of(make, { "a" }, 3), factor_of(make, { "b" }, 1) }
  local read = { a = true, b = true }
  local question = classes.question(read, classes.asked(whole, read), { 0, 4, 0, 0, 4, 0, 0, 4, 0 })
  lu.assertNil(question.adds(whole[1]))
  lu.assertEquals(question.adds(whole[2]), { 0, 1, 0 })
  lu.assertEquals(question.by, { [0] = 0, [1] = 4 })
end

os.exit(lu.LuaUnit.run() == 0, true)
