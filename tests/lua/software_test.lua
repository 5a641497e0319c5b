-- SPDX-License-Identifier: MIT
-- What the software of a case fills in where the case says nothing, and what of it follows an axis. The one thing to know:
-- what would be silently wrong is a word of the script that loses against the framework's, or a point of a sweep that keeps
-- what the software set at another.
local lu = require "luaunit"
local software = require "twocs.ask.software"
local split = require("twocs.ask.case").split
local stages = require "twocs.data.stages"
local tw = require "twocs"

local function case(name, more)
  local made = { model = "llama3_8b", device = "h100_sxm", layout = { tp = 2, dp = 4 }, software = name,
    run = { sl = 2048, global_batch = 64, micro_batch = 1 } }
  for record, fields in pairs(more or {}) do
    if type(fields) ~= "table" or type(made[record]) ~= "table" then made[record] = fields
    else for key, value in pairs(fields) do made[record][key] = value end end
  end
  return made
end

local function eval(name, more, wants) return tw.eval(case(name, more), wants) end

TestSoftware = {}

function TestSoftware:test_a_script_says_it_as_it_likes()
  for _, name in ipairs{ "NeMo 24.05", "nemo", "Megatron-Bridge" } do
    lu.assertEquals(software.record(name).name, "nemo", name)
  end
  local own = software.record{ like = "nanotron", polling = 0.25 }
  lu.assertEquals({ own.name, own.polling }, { "nanotron", 0.25 })
  lu.assertErrorMsgContains('software is 3, expected a name such as "pytorch"', software.record, 3)
end

-- NeMo's recipes shard the optimizer; Megatron drops out where attention is not fused; a case that says so goes first.
function TestSoftware:test_what_a_case_says_wins()
  lu.assertEquals({ eval("nemo", nil, "zero"), eval("nemo", { layout = { zero = "none" } }, "zero") }, { 1, 0 })
  local unfused = { run = { attention = "unfused" } }
  lu.assertEquals({ eval("megatron_core", unfused, "dropout"), eval("megatron_core", nil, "dropout"),
    eval("pytorch", unfused, "dropout") }, { 1, 0, 0 })
  unfused.run.dropout = "no"
  lu.assertEquals(eval("megatron_core", unfused, "dropout"), 0)
  local plan = { all_reduce = "tree" }
  local made = split(case("pytorch", { plan = plan }), {})
  lu.assertNil(made.by_software.all_reduce)
  lu.assertTrue(made.by_software.all_gather and made.by_software.gemm)
  lu.assertNotEquals(eval("pytorch", { plan = plan }, "t_step"), eval("pytorch", nil, "t_step"))
  lu.assertNil(split(case "ideal", {}).by_software)
end

-- nanotron's blocks are dealt by flop; on 16 stages the loss is alone after the LM head, and costs no stage of its own.
function TestSoftware:test_layers_are_dealt()
  local model = { layers = 32, h = 4096, ffn = 14336, vocab = 131072, gated = "yes", heads = 32 }
  local function made(pp, more)
    return split(case("nanotron", { model = model, layout = { pp = pp, dp = 1, first_layers = more and more[1],
      middle_layers = more and more[2], last_layers = more and more[3] } }), {})
  end
  local own = made(4).layout
  lu.assertEquals({ own.first_layers, own.middle_layers, own.last_layers }, { 9, 9, 6 })
  lu.assertEquals(made(4, { nil, nil, 5 }).layout.last_layers, 5)
  local dealt = stages.by_flop({ layers = 32, h = 4096, ffn = 14336, vocab = 131072, gated = true }, 4)
  lu.assertNotEquals(made(4, { nil, nil, 5 }).layout.first_layers, dealt.first_layers)
  lu.assertEquals(made(16).software.loss_rho, 0)
  lu.assertEquals(made(4).software.loss_rho, tw.software.nanotron.loss_rho)
end

-- Along an axis what the software sets is that of each point alone.
function TestSoftware:test_what_follows_an_axis()
  for axis, values in pairs{ pp = { 2, 4, 8 }, layers = { 32, 48 }, peak_bf16 = { 5e14, 9e14 }, net0_bw = { 1e11, 4.5e11 },
    device = { "a100_80g", "h100_sxm", "mi300x" }, format = { "bf16", "fp8" } } do
    local given = case("nanotron", { layout = { dp = 2, pp = 4 }, over = { [axis] = values }, want = "t_step",
      illegal = "allow" })
    local t = tw.sweep(given)
    local row = require("twocs.data.rows").by_name[axis]
    for i, value in ipairs(values) do
      local one = case("nanotron", { layout = { dp = 2, pp = 4 }, illegal = "allow" })
      if not row then one[axis] = value
      elseif row.record == "device" then one.device = tw.devices.h100_sxm{ [axis] = value }
      elseif row.record == "model" then one.model = tw.models.llama3_8b{ [axis] = value }
      else one[row.record][axis] = value end
      lu.assertEquals(t:column("t_step")[i], tw.eval(one, "t_step"), tw.format("%s %s", axis, tostring(value)))
    end
  end
end

-- Gradients that are added up whole leave once in a step, and are whole on each device; of one microbatch nothing changes.
function TestSoftware:test_gradients_added_up_whole()
  local names = { "fsdp_grad_calls", "zero_grad_calls", "zero_grad_payload", "fsdp_grad_payload", "grad_mem", "weight_mem",
    "opt_mem", "t_step" }
  for _, zero in ipairs{ "gradients", "weights" } do
    local function at(sync, batch)
      return tw.eval({ model = "llama3_8b", device = tw.devices.h100_sxm{ net0_bw = 1e10 }, -- too slow to hide it
        software = tw.software.ideal{ grad_sync = sync },
        layout = { dp = 8, zero = zero }, run = { sl = 4096, global_batch = batch, micro_batch = 1 } }, names)
    end
    local each, last = at("each", 32), at("last", 32)
    lu.assertEquals({ each.fsdp_grad_calls, each.zero_grad_calls }, { 1, 0 })
    lu.assertEquals({ last.fsdp_grad_calls, last.zero_grad_calls }, { 0, 1 })
    lu.assertEquals(last.zero_grad_payload, each.fsdp_grad_payload)
    lu.assertAlmostEquals(last.grad_mem / each.grad_mem, 8, 1e-12)
    lu.assertEquals({ last.weight_mem, last.opt_mem }, { each.weight_mem, each.opt_mem })
    lu.assertTrue(last.t_step < each.t_step)
    lu.assertEquals(at("last", 8), at("each", 8))
  end
end

-- Of whole logits each of TP's ranks keeps as many bytes as a model without TP.
function TestSoftware:test_whole_logits()
  local function at(whole)
    return tw.eval({ model = "llama3_8b", device = "h100_sxm", layout = { tp = 4 },
      software = tw.software.ideal{ whole_logits = whole }, run = { sl = 4096, micro_batch = 1 } }, "head_act")
  end
  lu.assertEquals(at "yes" - at "no", tw.software.ideal.logit_byte * 4096 * 128256 * 3 / 4)
end

os.exit(lu.LuaUnit.run(), true)
