-- SPDX-License-Identifier: MIT
-- Measured training runs of others as cases: a row becomes one case or one sentence why not, devices are known by any
-- spelling, layers stand where the framework puts them; and the peaks of memory that others measured, where they are here.
local lu = require "luaunit"
local reader = require "twocs.runs.read"
local stages = require "twocs.runs.stages"
local tw = require "twocs"

TestRuns = {}

local function row(more)
  local r = { model = "GPT-3-175B", layers = 96, hidden = 12288, ffn = 49152, heads = 96, kv_heads = 96, seq = 2048,
    gpus = 64, gpu_type = "A100-80GB", precision = "fp16", tp = 8, pp = 8, vp = 3, cp = 1, sharding = "", microbatch = 1,
    global_batch = 64, recompute = "full", flash_attn = 0, seq_parallel = 0, step_time_s = 18.13 }
  for key, value in pairs(more or {}) do r[key] = value end
  return r
end

function TestRuns:test_devices_by_any_spelling()
  for name, device in pairs{ ["NVIDIA H100-SXM5-80GB"] = "h100_sxm", H100 = "h100_sxm", a100_40gb = "a100_40g",
    ["A100-SXM4-40GB"] = "a100_40g", ["A100 80 GB"] = "a100_80g", ["nvidia a100"] = "a100_80g" } do
    lu.assertEquals(reader.device(name), device, name)
  end
  for _, name in ipairs{ "NVIDIA L40S", "NVIDIA H200-SXM5-141GB", "" } do
    local device, sentence = reader.device(name)
    lu.assertNil(device)
    lu.assertStrContains(sentence, "is no device that is known here")
  end
end

function TestRuns:test_a_row_is_a_case()
  local case = reader.case(reader.entry("korthikanti"), row())
  lu.assertEquals(case.device, "a100_80g")
  lu.assertEquals({ case.layout.tp, case.layout.pp, case.layout.dp, case.layout.vp }, { 8, 8, 1, 3 })
  lu.assertEquals({ case.run.format, case.run.recompute, case.run.attention }, { "fp16", "full", "unfused" })
  local v = tw.eval(case, { "microbatches", "legal", "t_step" })
  lu.assertEquals({ v.microbatches, v.legal }, { 64, 1 })
  lu.assertTrue(v.t_step > 9 and v.t_step < 36) -- 18.13 s measured
end

function TestRuns:test_a_row_that_is_none_says_why()
  local function why(more, name) return (select(2, reader.case(reader.entry(name or "korthikanti"), row(more)))) end
  lu.assertStrContains(why{ gpus = 60 }, "does not divide its 60 GPUs")
  lu.assertStrContains(why{ tp = "" }, "layout is not stated")
  lu.assertStrContains(why{ microbatch = 0 / 0 }, "batch is not stated")
  lu.assertStrContains(why{ gpu_type = "TPU" }, "TPU")
  lu.assertStrContains(why({ check = 1.176 }, "dgxc"), "contradict")
  lu.assertStrContains(why({ check = 1, model = "Llama3 8b LORA BF16" }, "dgxc"), "adapters")
  lu.assertStrContains(why({ bench = "llama2_70b_lora" }, "mlperf"), "GPT-3")
  lu.assertErrorMsgContains('"nanotrom" is no file of training runs', reader.entry, "nanotrom")
end

-- A die of a module: half of the sheet, eight in a node, and 70 layers of which the first stage has 9.
function TestRuns:test_a_die_of_a_module()
  local case = reader.case(reader.entry("lumi"), row{ gpu_type = "MI250X-GCD", layers = 70, hidden = 14336, ffn = 57344,
    heads = 112, kv_heads = 112, gpus = 128, vp = 1, microbatch = 2, global_batch = 1024 })
  local v = tw.eval(case, { "legal", "peak", "mem_size", "first_layers", "last_layers", "microbatches" })
  lu.assertEquals(v.peak, tw.devices.mi250x.peak_bf16 / 2)
  lu.assertEquals({ tw.eval(case, "dropout"), case.run.accumulate_byte }, { 1, 18 }) -- its log: dropout of 0.1
  lu.assertEquals({ v.mem_size, v.legal, v.first_layers, v.last_layers, v.microbatches }, { 64e9, 1, 9, 8, 256 })
  lu.assertEquals({ reader.device "MI250X-GCD", reader.device "MI250 GCD" }, { "mi250x_gcd", "mi250x_gcd" })
  lu.assertNil((reader.device "MI250X")) -- whether a user counts dies or modules is not guessed
end

-- 32 layers of 4096 with a vocabulary of 131072: 9, 9, 8, and 6 with the LM head. Of 28 of 3072 on eight, the head is
-- alone.
function TestRuns:test_layers_where_the_framework_puts_them()
  local large = { layers = 32, h = 4096, ffn = 14336, vocab = 131072, gated = true }
  local small = { layers = 28, h = 3072, ffn = 8192, vocab = 131072, gated = true }
  lu.assertEquals(stages.by_flop(large, 4), { first_layers = 9, middle_layers = 9, last_layers = 6 })
  lu.assertEquals(stages.by_flop(large, 2), { first_layers = 18, last_layers = 14 })
  lu.assertEquals(stages.by_flop(small, 8), { first_layers = 4, middle_layers = 4, last_layers = 0 })
  lu.assertEquals(stages.by_flop(small, 1), {})
  -- On 16 two layers and the head are on the 15th, and the loss is on the 16th; of the small model the head alone is there.
  local function apart(model, pp) return (select(2, stages.by_flop(model, pp))) end
  lu.assertEquals({ apart(large, 16), apart(small, 16), apart(large, 4), apart(small, 1) }, { true, false, false, false })
  lu.assertEquals(stages.even({ layers = 126 }, 8), { first_layers = 15, middle_layers = 16, last_layers = 15 })
  lu.assertEquals(stages.even({ layers = 96 }, 8), {})
end

-- Without any constant of the framework a measured peak is what the rows hold at least, and not twice that.
function TestRuns:test_measured_peaks()
  local list, sentence = require("studies.runs").read("nanotron")
  if not list then return print("skipped: " .. sentence) end
  local n, sum = 0, 0
  for _, one in ipairs(list) do
    if one.row.status == "ok" and one.row.tp == 2 then
      n = n + 1
      sum = sum + tw.eval(one.case, { "first_mem" }).first_mem / 1073741824 / one.row.peak_mem_gib
    end
  end
  lu.assertEquals(n, 135)
  lu.assertTrue(sum / n > 0.6 and sum / n < 1, tw.format("%g", sum / n))
end

-- What is wanted of a figure: its edges are reached, what is no number is missed, and what is not wanted is not counted.
function TestRuns:test_goals()
  local goals = require "studies.runs.goals"
  local told = goals.new()
  for _, one in ipairs{ { 5, { most = 5 }, "reached" }, { 5.001, { most = 5 }, "missed" }, { -9, { most = 5 }, "reached" },
    { 94, { least = 94 }, "reached" }, { 93.9, { least = 94 }, "missed" }, { 0 / 0, { most = 5 }, "missed" },
    { 0 / 0, { least = 5 }, "missed" }, { -3.1, goals.percent(3, -3), "missed" },
    { 3, goals.percent(3, -3), "reached" } } do
    lu.assertEquals(told:verdict(one[1], one[2]), one[3])
  end
  lu.assertEquals(told:verdict(1, nil), "")
  told:share("share", 0.0501, goals.percent(5))
  told:add("between", "%.2f s", 0.4, { least = 0.37, most = 0.55, unit = "s" })
  local lines = told:lines()
  lu.assertEquals(lines[3], "| share | 5.0 % | at most 5 % | missed |")
  lu.assertEquals(lines[4], "| between | 0.40 s | 0.37 to 0.55 s | reached |")
  lu.assertEquals(lines[#lines], "5 of 11 goals are reached, those of the first table included.")
end

os.exit(lu.LuaUnit.run() == 0, true)
