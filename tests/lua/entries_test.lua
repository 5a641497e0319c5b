-- SPDX-License-Identifier: MIT
-- The committed fits compared with their tables, if these are available; and the errors that they state.
-- scripts/generate/fits.lua writes the result of studies.operators.entries.
local lu = require "luaunit"
local core = require "twocs.core"
local data = require "studies.operators"
local fits = require "twocs.data.fits"
local grids = require "twocs.data.grids"
local tw = require "twocs"

TestEntries = {}

local function entry_of(name)
  for _, entry in ipairs(require "studies.operators.entries") do
    if entry.name == name then return entry end
  end
end

-- Equal in the digits that are written.
local function same(written, made, what)
  lu.assertTrue(math.abs(written / made - 1) < 1e-3, core.format("%s: %g is written, %g is made", what, written, made))
end

-- One device only: the others take minutes.
function TestEntries:test_numbers_come_from_the_tables()
  local t, sentence = data.kernel_gemm("a100_sxm", "bfloat16")
  if not t then return print("skipped: " .. sentence) end
  if not rawget(_G, "jit") then return print "skipped: the same in LuaJIT, in a tenth of the time" end
  for _, name in ipairs{ "a100_bf16", "a100_experts_bf16" } do
    local made, written = entry_of(name).make()[1], fits.list[name].fits[1]
    lu.assertEquals(made.rows, written.rows)
    lu.assertEquals(#made.value, #written.value)
    for i, value in ipairs(made.value) do
      lu.assertEquals(value[1], written.value[i][1])
      same(written.value[i][2], value[2], value[1])
    end
    lu.assertTrue(math.abs(made.median - written.median) < 1e-3 and math.abs(made.p90 - written.p90) < 1e-3)
    lu.assertEquals(grids.texts[name .. " " .. made.of], made.text)
  end
end

-- The order of EP degrees at equal model, tokens of the whole group and load, which determines the faster layout.
function TestEntries:test_order_of_expert_parallelism()
  local t, sentence = data.kernel_experts("h100_sxm", "bfloat16")
  if not t then return print("skipped: " .. sentence) end
  t = t:where(function(r) return r.num_tokens == 256 or r.num_tokens == 8192 end)
  local said, groups = tw.fits.h100_experts_bf16:predict(t), {}
  local row = 0
  for r in t:rows() do
    row = row + 1
    local key = core.format("%g %g %g %g %g %s", r.num_tokens, r.hidden_size, r.inter_size, r.num_experts, r.moe_tp_size,
      r.distribution)
    groups[key] = groups[key] or {}
    table.insert(groups[key], { r.t, said[row] })
  end
  local sum, pairs_seen = 0, 0
  for _, list in pairs(groups) do
    for i = 2, #list do
      for j = 1, i - 1 do
        local agree = (list[i][1] - list[j][1]) * (list[i][2] - list[j][2])
        sum, pairs_seen = sum + (agree > 0 and 1 or agree < 0 and -1 or 0), pairs_seen + 1
      end
    end
  end
  lu.assertTrue(pairs_seen > 1000 and sum / pairs_seen >= 0.85, core.format("%g of %g pairs", sum, pairs_seen))
end

-- Every fit that names a table has a table of the right length that changes the law's result.
function TestEntries:test_every_table_is_there()
  local seen = 0
  for _, name in ipairs(fits.order) do
    for _, one in ipairs(fits.list[name].fits) do
      local text = grids.texts[core.format("%s %s", name, one.of)]
      lu.assertEquals(text ~= nil, one.grid ~= nil, name)
      if text then
        seen = seen + 1
        lu.assertNotNil(tw.fits[name]:of(one.of).correction)
        lu.assertNotNil(text:find("[^s]"), name)
      end
    end
  end
  lu.assertTrue(seen >= 18)
end

-- The size of all fits together.
function TestEntries:test_they_are_small()
  local bytes = 0
  for _, file in ipairs{ "fits", "grids" } do
    local handle = assert(io.open(core.format("scripts/twocs/data/%s.lua", file)))
    bytes = bytes + #handle:read "*a"
    handle:close()
  end
  lu.assertTrue(bytes <= 300 * 1024, bytes)
end

-- The table equals the rows at its knots, and is linear in the logarithms between them.
function TestEntries:test_a_table_is_learned()
  local grid = require "twocs.fit.grid"
  local knots, m, n, ratio = { { 1, 16, 256 }, { 32, 1024 } }, {}, {}, {}
  for i = 0, 8 do
    for j = 0, 5 do
      m[#m + 1], n[#n + 1] = core.pow(2, i), core.pow(2, 5 + j)
      ratio[#ratio + 1] = 0.1 * (i < 4 and i / 4 or 1) - 0.06 * j / 5
    end
  end
  local made = grid.made(knots, grid.learn(knots, { core.column(m), core.column(n) }, core.column(ratio)))
  local said = made:log_ratio{ core.column{ 1, 16, 256, 4, 1e6 }, core.column{ 32, 32, 1024, 32, 1 } }
  for i, want in ipairs{ 0, 0.1, 0.04, 0.05, 0.1 } do lu.assertTrue(math.abs(said[i] - want) < 0.025, said[i]) end
end

function TestEntries:test_bad_tables_are_sentences()
  local grid = require "twocs.fit.grid"
  local function says(sentence, f, ...)
    local ok, text = pcall(f, ...)
    lu.assertFalse(ok)
    lu.assertNotNil(tostring(text):find(sentence, 1, true), tostring(text))
  end
  says("grid: 1 values, expected 4", grid.made, { { 1, 2 }, { 1, 2 } }, "BA")
  says("value 2 of 2 has an unknown letter", grid.made, { { 1, 2 } }, "BA\n")
  says("grid: the knots of size 1 must be above 0 and increase", grid.made, { { 2, 1 } }, "BAA")
  local t = tw.table{ names = { "m", "n", "k", "t" }, columns = { m = { 1, 2 }, n = { 1, 2 }, k = { 1, 2 }, t = { 1, 2 } } }
  local function fit(knots) return tw.fit(t, { gemm = "measured", device = "h100_sxm", correct = knots }) end
  says('correct: "q" is not a size of gemm', fit, { m = { 1, 2 }, q = { 1, 2 } })
  says("expected two sizes or more", fit, { m = { 1 } })
  says("is not larger than the size before it", fit, { m = { 2, 1 } })
  says("correct.n also requires correct.m", fit, { n = { 1, 2 } })
end

os.exit(lu.LuaUnit.run() == 0, true)
