-- SPDX-License-Identifier: MIT
-- Repeated questions: tw.eval reuses the plan of an earlier question, and a silent error would be the answer to the earlier
-- question. So each answer is compared with the same point as a job, which reuses nothing. Tolerance: none.
local lu = require "luaunit"
local gate = require "twocs.ask.gate" -- drawn cases state what some of them need
local tw = require "twocs"
local core = require "twocs.core"
local split = require("twocs.ask.case").split

local function anew(case, name)
  local made = split(case, {})
  return core.run(made, {}, { name })[1][1]
end

local function agrees(case, name)
  lu.assertEquals(tw.eval(case, name), anew(case, name), name)
end

local function records()
  return { model = tw.models.llama3_70b{}, device = tw.devices.h100_sxm{}, run = tw.run{ global_batch = 64 },
    layout = tw.layout{ tp = 8 }, illegal = "allow" }
end

-- A generator that gives the same numbers on every machine.
local seed = 1
local function below(n)
  seed = (seed * 16807) % 2147483647
  return seed % n + 1
end
local function any(list) return list[below(#list)] end

local moves = {
  { "layout", "tp", 1, 2, 8 }, { "layout", "pp", 1, 4 }, { "layout", "dp", 1, 16 }, { "layout", "cp", 1, 2 },
  { "layout", "sp", "no", "yes" }, { "layout", "zero", "none", "optimizer", "weights" }, { "layout", "vp", 1, 2 },
  { "run", "recompute", "none", "selective", "full" }, { "run", "mode", "training", "prefill" },
  { "run", "sl", 2048, 8192 },
  { "run", "format", "bf16", "fp8" }, { "model", "h", 8192, 4096 }, { "model", "ffn", 28672, 11008 },
  { "model", "dropout", 0, 1 }, { "device", "net0_bw", 450e9, 50e9 }, { "device", "net1_size", 1024, 1 },
}
local wants = { "t_step", "f_ser", "mem_byte", "t_layer", "why" }

TestAgain = {}

function TestAgain:test_records_that_are_changed_in_place()
  local case, moved = records(), 0
  for _ = 1, 600 do
    local move = any(moves)
    local value = move[2 + below(#move - 2)]
    local record = case[move[1]]
    if pcall(function() record[move[2]] = value end) then moved = moved + 1 end
    for _ = 1, 2 do agrees(case, any(wants)) end
  end
  lu.assertTrue(moved > 400, moved)
end

-- A field is set and unset, while another field does the opposite: its formula is evaluated in another way.
function TestAgain:test_a_field_that_follows_and_is_set()
  local case = records()
  for _ = 1, 3 do
    for _, ffn in ipairs{ 1024, false, 28672, false } do
      case.model.ffn, case.model.kv_heads = ffn or nil, not ffn and 8 or nil
      agrees(case, "t_step")
    end
  end
end

function TestAgain:test_a_law_that_is_replaced()
  local case, slow = records(), 1
  local function mine(work)
    local times = {}
    for r = 1, #work.flop do times[r] = slow * 1e-3 end
    return times
  end
  for _, law in ipairs{ "roofline", "waves", mine, mine, "roofline", mine } do
    slow = slow + 1
    case.plan = { gemm = law }
    agrees(case, "t_step")
    case.plan.all_reduce = "ring"
    agrees(case, "t_step")
    slow = slow + 1
    agrees(case, "t_step")
  end
end

function TestAgain:test_an_error_half_way()
  local case, calls, bad = records(), 0, nil
  case.plan = { gemm = function(work)
    calls = calls + 1
    if calls == bad then error("no time") end
    return work.flop
  end }
  local sound = anew(case, "t_step")
  for at = 1, 12 do
    calls, bad = 0, at
    lu.assertFalse((pcall(tw.eval, case, "t_step")))
    bad = nil
    lu.assertEquals(tw.eval(case, "t_step"), sound)
  end
  case.plan = nil
  agrees(case, "t_step")
end

-- Questions in between that have no answer: illegal, missing, unknown column.
function TestAgain:test_refusals_in_between()
  local case = records()
  case.illegal = nil
  local sound = anew(case, "t_step")
  for _ = 1, 3 do
    lu.assertEquals(tw.eval(case, "t_step"), sound)
    case.layout.tp = 7
    lu.assertErrorMsgContains("this layout is illegal", tw.eval, case, "t_step")
    case.layout.tp = 8
    lu.assertErrorMsgContains("not given", tw.eval, { model = case.model, layout = case.layout }, "t_step")
    lu.assertErrorMsgContains("not a column", tw.eval, case, "t_stepp")
  end
end

function TestAgain:test_a_law_that_asks_the_same_question()
  local case, other = records(), records()
  other.layout.pp, other.run.recompute, other.model.h = 4, "full", 4096
  other.plan = { gemm = function(work) return work.flop end }
  local inner = anew(other, "t_step")
  case.plan = { gemm = function(work)
    lu.assertEquals(tw.eval(other, "t_step"), inner)
    local times = {}
    for r = 1, #work.flop do times[r] = inner end
    return times
  end }
  local plain = records()
  local sound, outer = anew(plain, "t_step"), anew(case, "t_step")
  for _ = 1, 3 do
    lu.assertEquals(tw.eval(case, "t_step"), outer)
    lu.assertEquals(tw.eval(plain, "t_step"), sound)
  end
end

-- Changing lists of wants, and collected cases: a plan does not belong to an object of a script.
function TestAgain:test_lists_and_cases_that_come_and_go()
  local list = { "f_ser", "t_step" }
  for i = 1, 200 do
    local case = records()
    case.layout.tp, case.layout.pp = any{ 1, 2, 8 }, any{ 1, 4 }
    list[1], list[2], list[3] = any(wants), any(wants), i % 2 == 0 and any(wants) or nil
    local got = tw.eval(case, list)
    for _, name in ipairs(list) do lu.assertEquals(got[name], anew(case, name), name) end
    if i % 20 == 0 then collectgarbage() end
  end
  local all = tw.eval(records(), "all")
  for name, value in pairs(all) do
    if value == value then lu.assertEquals(value, anew(records(), name), name) end
  end
end

function TestAgain:test_coroutines_take_turns()
  local function asking(case, name)
    return coroutine.wrap(function()
      for _ = 1, 20 do
        agrees(case, name)
        coroutine.yield()
      end
    end)
  end
  local first, second = records(), records()
  second.layout.pp, second.layout.zero = 4, "optimizer"
  local one, two = asking(first, "t_step"), asking(second, "t_step")
  for _ = 1, 20 do one() two() end
end

-- A job inside another job has its own memory.
function TestAgain:test_a_law_that_sweeps_in_a_sweep()
  local inner, case = records(), records()
  inner.layout.pp, inner.over, inner.want = 4, { flop_vs_bw = tw.linear(1, 64, 40) }, "t_step"
  case.over, case.want = { sl = { 1024, 2048, 4096, 8192 } }, "t_step"
  local function swept(time)
    case.plan = { gemm = function(work)
      local longer, times = time(), {}
      for r = 1, #work.flop do times[r] = longer + work.flop[r] end
      return times
    end }
    return tw.sweep(case):column "t_step"
  end
  local function asked() return tw.sweep(inner):column "t_step"[1] end
  local known = asked()
  local got, sound = swept(asked), swept(function() return known end)
  for i = 1, 4 do lu.assertEquals(got[i], sound[i]) end
end

os.exit(gate.silently(lu.LuaUnit.run) == 0, true)
