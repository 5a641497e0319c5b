-- SPDX-License-Identifier: MIT
-- solve with conditions, whole numbers and a user's own parameter, and elasticities. A silent error would be a value just
-- on the wrong side, an illegal value, or the slope of something else; so each answer is evaluated again, and slopes are
-- compared with laws whose slopes are known.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"

local base = { model = "llama3_405b", device = "h100_sxm", layout = { tp = 8 },
  run = { global_batch = 1024, micro_batch = 1, format = "bf16" } }

local function with(change)
  local made = {}
  for key, value in pairs(base) do made[key] = value end
  for part, fields in pairs(change) do
    made[part] = {}
    for key, value in pairs(type(base[part]) == "table" and base[part] or {}) do made[part][key] = value end
    for key, value in pairs(fields) do made[part][key] = value end
  end
  return made
end

TestConditions = {}

-- At the answer the condition holds; a little before it, the condition does not hold.
function TestConditions:test_the_least_value_that_is_enough()
  local bw, all = tw.solve(base, { find = "net0_bw", so_that = { f_ser = "< 0.1" } })
  lu.assertEquals(#all, 1)
  local device = tw.devices.h100_sxm
  lu.assertTrue(tw.eval({ model = "llama3_405b", layout = base.layout, run = base.run, device = device{ net0_bw = bw } },
    "f_ser") < 0.1)
  lu.assertTrue(tw.eval({ model = "llama3_405b", layout = base.layout, run = base.run,
    device = device{ net0_bw = bw * (1 - 1e-9) } }, "f_ser") >= 0.1)
  local most = tw.solve(base, { find = "net0_bw", so_that = { f_ser = ">= 0.1" }, take = "largest" })
  lu.assertAlmostEquals(most, bw, bw * 1e-9)
end

function TestConditions:test_fits_is_the_memory()
  local size = tw.solve(base, { find = "mem_size", so_that = { fits = true } })
  lu.assertAlmostEquals(size, tw.eval(base, "mem_byte"), 1e-6 * size)
  lu.assertEquals(tw.solve(base, { find = "mem_size", so_that = { fits = 1, legal = true } }), size)
end

function TestConditions:test_counts_are_whole_and_legal()
  local case = with{ layout = { pp = 14, dp = 8 } }
  local tp = tw.solve(case, { find = "tp", so_that = { fits = true, f_ser = "< 0.9" } })
  lu.assertEquals(tp, math.floor(tp))
  local there = with{ layout = { pp = 14, dp = 8, tp = tp } }
  lu.assertEquals(tw.eval(there, { "fits", "legal" }), { fits = 1, legal = 1 })
  for less = 1, tp - 1 do
    local one = with{ layout = { pp = 14, dp = 8, tp = less } }
    one.illegal = "allow"
    local got = tw.eval(one, { "fits", "legal" })
    lu.assertTrue(got.fits == 0 or got.legal == 0, less)
  end
end

-- Above a thousand, whole values are skipped; skipped values are examined later.
function TestConditions:test_large_counts()
  local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 }, illegal = "allow" }
  local value = tw.solve(case, { find = "sl", so_that = { t_layer = "> 1 s" } })
  lu.assertTrue(value > 5000)
  local function at(sl) return tw.eval({ model = case.model, device = case.device, layout = case.layout, run = { sl = sl },
    illegal = "allow" }, "t_layer") end
  lu.assertTrue(at(value) > 1)
  lu.assertTrue(at(value - 1) <= 1)
  lu.assertEquals((tw.solve(case, { find = "sl", so_that = { t_layer = 1 } })), value)
end

-- The reason names the nearest legal value, why it is not enough, and the rule that excludes other values.
function TestConditions:test_the_reason_for_no_solution()
  local none, why = tw.solve(base, { find = "tp", so_that = { fits = true } })
  lu.assertNil(none)
  lu.assertStrContains(why, "no legal tp from 1 to ")
  lu.assertStrContains(why, " meets fits = true: the nearest is tp = ")
  local at, byte = why:match("nearest is tp = (%d+), where mem_byte is ([%d.]+) GB, compared with mem_size = [%d.]+ GB")
  lu.assertEquals(core.format("%.4g", tw.eval(with{ layout = { tp = tonumber(at) } }, "mem_byte") / 1e9), byte)
  local better = why:match("; tp = (%d+) would, but its layout is illegal: TP must divide the heads")
  lu.assertNotNil(better, why)
  lu.assertEquals(tw.eval({ model = base.model, device = base.device, run = base.run, layout = { tp = tonumber(better) },
    illegal = "allow" }, "fits"), 1)
  none, why = tw.solve(base, { find = "net0_bw", so_that = { f_ser = "< 1e-9" } })
  lu.assertNil(none)
  lu.assertStrContains(why, "no net0_bw from 450 kB/s to 450 PB/s meets f_ser < 1e-09: the nearest is net0_bw = 450 PB/s")
end

function TestConditions:test_mistakes()
  local function says(part, ...) lu.assertErrorMsgContains(part, tw.solve, ...) end
  says("one condition, or several as comparisons", base, { find = "tp", so_that = { f_ser = 0.1, f_com = 0.2 } })
  says('"=<" is not a comparison', base, { find = "tp", so_that = { f_ser = "=< 0.1" } })
  says("take = 5", base, { find = "tp", so_that = { f_ser = "< 0.1" }, take = 5 })
  says("take needs a comparison", base, { find = "tp", so_that = { f_ser = 0.1 }, take = "largest" })
  says("this layout is illegal", with{ layout = { tp = 7 } }, { find = "net0_bw", so_that = { f_ser = "< 0.1" } })
  says('did you mean "so_that"', function() return base end, { find = "x", from = 1, to = 2, so_taht = {} })
end

TestFunctions = {}

-- Compute doubles every 18 months, links grow 1.4 times a year.
local function at(year, growth)
  local later = year - 2023
  return { model = "llama3_405b", layout = { tp = 8 }, run = { sl = 4096, b = 1, format = "bf16" },
    plan = { gemm = "algorithmic", stream = "none" }, software = "ideal",
    device = tw.devices.h100_sxm:times{ peak = tw.exp2(later / 1.5), net0_bw = tw.pow(growth or 1.4, later) } }
end

function TestFunctions:test_a_year()
  local question = { find = "year", from = 2023, to = 2050, so_that = { f_ser = "> 0.3" } }
  local year, all = tw.solve(at, question)
  lu.assertEquals(tostring(all), core.format("{ %.10g }", year))
  lu.assertTrue(tw.eval(at(year), "f_ser") > 0.3)
  lu.assertTrue(tw.eval(at(year - 1e-6), "f_ser") <= 0.3)
  lu.assertAlmostEquals((tw.solve(at, { find = "year", from = 2023, to = 2050, so_that = { f_ser = 0.3 } })), year, 1e-6)
  question.whole = true
  lu.assertEquals(tw.solve(at, question), math.ceil(year))
end

function TestFunctions:test_a_rate_that_prevents_it()
  local growth = tw.solve(function(g) return at(2032, g) end, { find = "growth", from = 1, to = 3,
    so_that = { f_ser = "<= 0.3" } })
  lu.assertTrue(tw.eval(at(2032, growth), "f_ser") <= 0.3)
  lu.assertTrue(tw.eval(at(2032, growth - 1e-6), "f_ser") > 0.3)
end

function TestFunctions:test_no_year_meets_the_condition()
  local none, why = tw.solve(at, { find = "year", from = 2023, to = 2025, so_that = { f_ser = "> 0.9" } })
  lu.assertNil(none)
  lu.assertStrContains(why, "no year from 2023 to 2025 meets f_ser > 0.9: the nearest is year = 2025, where f_ser is ")
  none, why = tw.solve(at, { find = "year", from = 2023, to = 2025, so_that = { f_ser = 0.9 } })
  lu.assertNil(none)
  lu.assertStrContains(why, "f_ser does not reach 0.9 for any year from 2023 to 2025: it stays between ")
end

function TestFunctions:test_mistakes()
  local function says(part, ...) lu.assertErrorMsgContains(part, tw.solve, ...) end
  says("from is nil; a parameter of a function needs", at, { find = "year", so_that = { f_ser = 0.5 } })
  says("from 5 to 4 is not a range", at, { find = "year", from = 5, to = 4, so_that = { f_ser = 0.5 } })
  says("the function gave 5 for year = 1, expected a case", function() return 5 end,
    { find = "year", from = 1, to = 2, so_that = { f_ser = 0.5 } })
  says("expected a question", at)
end

TestElasticities = {}

local function slopes(t)
  local by = {}
  for row in t:rows() do by[row.field] = row.elasticity end
  return by
end

-- Slopes that follow from the laws: work over the peak, and bytes over the bandwidth.
function TestElasticities:test_known_slopes()
  local case = { model = "gpt3_175b", layout = { tp = 8 }, device = "h100_sxm", software = "ideal",
    run = { format = "fp16", attention = "unfused" }, plan = { gemm = "algorithmic", stream = "none" } }
  local t = tw.elasticities(case, "t_cmp")
  local of = slopes(t)
  lu.assertAlmostEquals(of.peak_fp16, -1, 1e-9)
  lu.assertAlmostEquals(of.tp, -1, 1e-9)
  lu.assertAlmostEquals(of.b, 1, 1e-9)
  lu.assertNil(of.net0_bw)
  lu.assertNil(of.mem_bw)
  -- compute is flop of FC layers (h times ffn) and of attention
  lu.assertAlmostEquals(of.flop_eff + of.attn_eff, -1, 1e-4)
end

-- Low and high equal the results of eval for the case with this one field moved: for fields with their own value, fields
-- that follow another, and both with a measured law, which sets the fields of `law`.
function TestElasticities:test_each_field_is_changed_in_the_given_case()
  local rows, by = require "twocs.data.rows", 0.1
  for _, plan in ipairs{ { gemm = "waves" }, { gemm = tw.fits.h100_bf16 } } do
    local case = { model = tw.models.llama3_70b, layout = tw.layout{ tp = 8, pp = 2 }, device = tw.devices.h100_sxm,
      run = tw.run{ global_batch = 64, format = "bf16" }, law = tw.law(), plan = plan, illegal = "allow",
      software = tw.software.ideal }
    local follows, own = 0, 0
    for row in tw.elasticities(case, "t_step", { by = by }):rows() do
      local field = rows.by_name[row.field]
      local record = case[field.record]
      local sets = type(plan.gemm) == "table" and field.record == "law"
      if row.step:find "%%" and not sets and not field.count then
        local moved = { illegal = "allow" }
        for key, value in pairs(case) do moved[key] = value end
        local function at(value)
          moved[field.record] = record{ [row.field] = math.min(math.max(value, field.least), field.most) }
          return tw.eval(moved, "t_step")
        end
        lu.assertEquals({ row.low, row.high }, { at(record[row.field] * (1 - by)), at(record[row.field] * (1 + by)) },
          row.field)
        if core.given(record, row.field) then own = own + 1 else follows = follows + 1 end
      end
    end
    lu.assertTrue(own > 10 and follows > 0, own)
  end
end

-- At a field's own value, low and high equal the results of eval next to it, and rows are ranked by size.
function TestElasticities:test_rows()
  local case = { model = "gpt3_175b", layout = { tp = 8 }, device = "h100_sxm" }
  local t = tw.elasticities(case, "f_ser", { by = 0.2 })
  for i = 2, t.n do lu.assertTrue(math.abs(t[i].elasticity) <= math.abs(t[i - 1].elasticity)) end
  local net = t:where{ field = "net0_bw" }[1]
  local own = tw.devices.h100_sxm.net0_bw
  local function at(share)
    case.device = tw.devices.h100_sxm{ net0_bw = share * own }
    return tw.eval(case, "f_ser")
  end
  lu.assertAlmostEquals(net.low, at(0.8), 1e-12)
  lu.assertAlmostEquals(net.high, at(1.2), 1e-12)
  lu.assertAlmostEquals(net.elasticity, math.log(at(1.01) / at(0.99)) / math.log(1.01 / 0.99), 1e-12)
  local tp = t:where{ field = "tp" }[1]
  lu.assertEquals(tp.step, "x 2")
  lu.assertEquals(tp.high, tw.eval({ model = "gpt3_175b", layout = { tp = 16 }, device = "h100_sxm" }, "f_ser"))
  lu.assertStrContains(tostring(t), "other fields do not change f_ser")
end

-- A field at its bound is moved to one side only; a field that follows another moves with it.
function TestElasticities:test_bounds_and_followers()
  local of = slopes(tw.elasticities({ model = "gpt3_175b", layout = { tp = 8 }, run = { format = "fp16" },
    device = tw.devices.h100_sxm{ flop_eff = 1, attn_eff = 1 }, plan = { gemm = "algorithmic", stream = "none" } },
    "t_fc1_f"))
  lu.assertAlmostEquals(of.flop_eff, -1, 1e-9)
  local free = slopes(tw.elasticities({ model = tw.models.transformer{ h = 8192, head_dim = 128 }, layout = { tp = 8 },
    device = "h100_sxm", plan = { gemm = "algorithmic", stream = "none" } }, "t_fc1_f"))
  lu.assertAlmostEquals(free.h, 2, 1e-9) -- ffn follows h
end

function TestElasticities:test_mistakes()
  local case = { model = "gpt3_175b", device = "h100_sxm" }
  local function says(part, ...) lu.assertErrorMsgContains(part, tw.elasticities, ...) end
  says("f_ser is 0 here, and has no logarithm", case, "f_ser")
  says('"h" is a field, expected a result', case, "h")
  says("by = 2: expected a share between 0 and 1", case, "t_layer", { by = 2 })
  says("expected the name of a result, got nil", case)
  says("this layout is illegal", { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 7 } }, "f_ser")
end

os.exit(lu.LuaUnit.run() == 0, true)
