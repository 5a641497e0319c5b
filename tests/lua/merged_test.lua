-- SPDX-License-Identifier: MIT
-- A search gives small products to the engine as fewer, longer ones. These must have the same layouts, each once, under the
-- same number and of the same kind: a lost layout would only make an answer worse, and no sentence would say so.
local lu = require "luaunit"
local follow = require "twocs.ask.follow"
local merged = require "twocs.search.merged"
local products = require "twocs.search.products"
local space = require "twocs.search.space"
local core = require "twocs.core"
local case = require "twocs.ask.case"
local tw = require "twocs"

local function products_of(given, devices)
  local made = follow.cases(case.split(given, {}, nil, true), {})[1].made
  return (products.legal(made, space.axes(made, {}, devices), devices))
end

-- Any numbers that tell the values of a factor apart, for factors that matter to a kind.
local function adds_of(list)
  local adds = {}
  for _, product in ipairs(list) do
    for _, one in ipairs(product) do
      adds[one] = false
      if one.columns.dp then adds[one] = one.columns.dp elseif one.columns.zero then adds[one] = one.columns.zero end
    end
  end
  return adds
end

-- Each layout as a sentence: its place, its fields and its kind; how many there are, and how many points they represent.
local function layouts_of(list, adds)
  local found, n, total = {}, 0, 0
  for _, product in ipairs(list) do
    local rows, all = 1, 1
    for _, one in ipairs(product) do
      rows, all = rows * one.n, all * one.total
      lu.assertEquals(#one.place, one.n)
    end
    n, total = n + rows, total + all
    for row = 0, rows - 1 do
      local place, values = products.row(product, row)
      local names, words, kind, rest = {}, {}, 0, row
      for f = #product, 1, -1 do
        local own = adds[product[f]]
        kind, rest = kind + (own and own[rest % product[f].n + 1] or 0), math.floor(rest / product[f].n)
      end
      for name in pairs(values) do names[#names + 1] = name end
      table.sort(names)
      for i, name in ipairs(names) do words[i] = core.format("%s %.0f", name, values[name]) end
      local key = core.format("%.0f: %s; kind %.0f", place, table.concat(words, ", "), kind)
      lu.assertNil(found[key], key)
      found[key] = true
    end
  end
  return found, n, total
end

local cases = { { { model = "gpt3_175b", device = "h100_sxm", run = { global_batch = 16 } }, 8 },
  { { model = "mixtral_8x7b", device = "h100_sxm", run = { global_batch = 8 } }, 4 } }

function TestSameLayouts()
  for _, one in ipairs(cases) do
    local list = products_of(one[1], one[2])
    local adds = adds_of(list)
    local fewer = merged.of(list, adds)
    local before, n, total = layouts_of(list, adds)
    local after, m, all = layouts_of(fewer, adds)
    lu.assertTrue(n > 1000, core.format("%d layouts", n))
    lu.assertEquals({ m, all }, { n, total })
    for key in pairs(before) do lu.assertTrue(after[key], key) end
    lu.assertTrue(#fewer < 0.8 * #list, core.format("%d of %d", #fewer, #list))
  end
end

function TestNothingToMerge()
  lu.assertEquals(merged.of({}, {}), {})
end

os.exit(lu.LuaUnit.run() == 0, true)
