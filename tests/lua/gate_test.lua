-- SPDX-License-Identifier: MIT
-- The gate of cases: typos, wrong nestings, contradictions, wrong units and fields without effect, generated from the lists
-- of fields, records and verbs. Each must be refused in a sentence that names it, or be reported on stderr; correct cases
-- must be accepted silently.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local rows = require "twocs.data.rows"

-- The text that f writes to stderr, whether it raised an error, and the sentence.
local function heard(f)
  local text, stderr = {}, io.stderr
  io.stderr = { write = function(self, ...)
    for _, part in ipairs{ ... } do text[#text + 1] = tostring(part) end
    return self
  end }
  local done, message = pcall(f)
  io.stderr = stderr
  return table.concat(text), not done and tostring(message) or nil
end

local base = { model = "llama3_70b", device = "h100_sxm", layout = { tp = 8, dp = 8 },
  run = { sl = 4096, global_batch = 64, micro_batch = 1, format = "bf16", attention = "fused", causal = "yes",
    dropout = "no" } }

-- The base case with changes of one record.
local function case(record, changes)
  local made = {}
  for key, value in pairs(base) do made[key] = value end
  local own = made[record]
  if type(own) == "string" then
    made[record] = tw[record .. "s"][own](changes)
  else
    made[record] = {}
    for key, value in pairs(own or {}) do made[record][key] = value end
    for key, value in pairs(changes) do made[record][key] = value end
  end
  return made
end

local parts = { "model", "run", "layout", "device", "software" }
local fields = {}
for _, row in ipairs(rows.list) do
  for _, part in ipairs(parts) do
    if row.record == part then fields[#fields + 1] = row end
  end
end

local function value_of(row)
  if row.choice then return rows.words(row)[2] end
  return row.most >= 2 and 2 or row.most
end

-- A name with two letters swapped, one left out or one doubled.
local function typo(name, i)
  local at = i % math.max(1, #name - 1) + 1
  if i % 3 == 0 then return name:sub(1, at - 1) .. name:sub(at + 1, at + 1) .. name:sub(at, at) .. name:sub(at + 2) end
  if i % 3 == 1 then return name:sub(1, at - 1) .. name:sub(at + 1) end
  return name:sub(1, at) .. name:sub(at)
end

TestGate = {}

function TestGate:test_the_base_case_gives_no_message()
  local said, wrong = heard(function() tw.eval(base, "t_step") end)
  lu.assertEquals(said, "")
  lu.assertNil(wrong)
end

-- 1. A field in the wrong record is refused, with the name of the correct record.
function TestGate:test_fields_of_other_records()
  local count = 0
  for i, row in ipairs(fields) do
    local other = parts[i % #parts + 1]
    if other == row.record then other = parts[(i + 1) % #parts + 1] end
    local _, wrong = heard(function() tw.eval(case(other, { [row.name] = value_of(row) }), "t_step") end)
    lu.assertStrContains(wrong or "", core.format("%s belongs to %s", row.name, row.record), false, false,
      core.format("%s in %s", row.name, other))
    count = count + 1
  end
  lu.assertTrue(count > 150, count)
end

-- 2. A typo of a field's name is refused, unless it happens to be another name.
function TestGate:test_typos()
  for i, row in ipairs(fields) do
    local wrote = typo(row.name, i)
    if #row.name > 3 and wrote ~= row.name and not rows.by_name[wrote] then
      local _, wrong = heard(function() tw.eval(case(row.record, { [wrote] = value_of(row) }), "t_step") end)
      lu.assertStrContains(wrong or "", wrote)
    end
  end
end

-- 3. A field without effect is reported once, by name.
local idle = {
  { "run", { recompute_part = 0.5 } }, { "layout", { cp_kind = "ring" } },
  { "device", { peak_fp32 = 2e14 } }, { "device", { peak_fp4 = 2e16 } }, { "model", { top_k = 2 } },
  { "run", { kv_kept = "no" } }, { "run", { logits = "last" } }, { "software", { fp8_gemm = 1.5 } },
  { "layout", { zero = "none", p2p_hidden = "yes" } }, { "layout", { offload_to = "nvme" } },
  { "run", { recompute_stop = "yes" } }, { "run", { capacity = 1.5 } }, { "run", { imbalance = 1.5 } },
  { "model", { router = "biased" } }, { "model", { lora_on = "attention" } }, { "model", { rope_dim = 32 } },
  { "device", { tile_m = 64 } }, { "device", { nvme_bw = "5 GB/s" } }, { "software", { host_rank = "1 ms" } },
  { "device", { net2_bw = "10 GB/s" } }, { "software", { cache_byte = 1 } }, 
}

function TestGate:test_a_field_without_effect()
  for _, one in ipairs(idle) do
    local said, wrong = heard(function() tw.eval(case(one[1], one[2]), "t_step") end)
    local name
    for key, value in pairs(one[2]) do
      if value ~= "none" then name = key end
    end
    lu.assertNil(wrong)
    lu.assertStrContains(said, core.format("%s = { %s = ... } changes", one[1], name))
    lu.assertStrContains(said, "gate_test.lua:")
    local again = heard(function() tw.eval(case(one[1], one[2]), "t_step") end)
    lu.assertEquals(again, "")
  end
end

-- Nothing is reported for features that are off by default, for layers that a framework distributes to stages, and for a
-- machine that is used for one operator.
function TestGate:test_cases_without_a_message()
  local off = case("layout", { sp = "no", zero = "none", tp = 1 })
  lu.assertEquals(heard(function() tw.eval(off, "t_step") end), "")
  lu.assertEquals(heard(function()
    tw.eval({ model = { layers = 32, h = 4096 }, device = "h100_sxm", software = "nanotron", layout = { pp = 4 },
      run = { sl = 4096, global_batch = 64 } }, "t_step")
  end), "")
  local machine = tw.devices.h100_sxm{ net1_lat = "9 us" }
  lu.assertEquals(heard(function()
    tw.eval({ device = machine, op = { op_ranks = 8, op_all_reduce = 1e6 } }, "t_op_all_reduce")
  end), "")
end

-- While gate.silently runs, nothing is reported, but wrong cases are refused; later reports are printed.
function TestGate:test_a_call_that_is_silent()
  local gate = require "twocs.ask.gate"
  local function quietly(...)
    local value = gate.silently(tw.eval, ...)
    return value
  end
  lu.assertErrorMsgContains("gate_test.lua:", quietly, case("layout", { tp = 7 }), "t_step")
  local made = case("device", { peak_tf32 = 3e14 })
  lu.assertEquals(heard(function() quietly(made, "t_step") end), "")
  lu.assertStrContains(heard(function() tw.eval(made, "t_step") end), "peak_tf32")
end

-- Fields that only the largest number of devices needs can be stated for the smaller numbers too.
function TestGate:test_a_scaling_is_one_question()
  local made = case("device", { net1_bw = "40 GB/s" })
  made.layout = nil
  lu.assertEquals(heard(function() tw.scaling(made, { gpus = { 8, 16 }, layout = { tp = 8 } }) end), "")
end

-- A sweep that keeps some of its rows checks its fields like a whole table.
function TestGate:test_a_sweep_that_keeps_some_rows()
  require("twocs.ask.gate").forget()
  local made = case("run", { recompute_stop = "yes" })
  made.over, made.want, made.keep, made.least = { tp = { 1, 2 } }, { "t_step" }, 1, "t_step"
  lu.assertStrContains(heard(function() tw.sweep(made) end), "run = { recompute_stop = ... } changes")
end

-- A field that was reported in one case is not reported in another.
function TestGate:test_a_field_is_named_once()
  local function said_of(sl)
    local made = case("software", { drop_rho = 0.3 })
    made.run = { sl = sl, global_batch = 64, micro_batch = 1 }
    return heard(function() tw.eval(made, "t_step") end)
  end
  lu.assertStrContains(said_of(4096), "software = { drop_rho = ... } changes")
  lu.assertEquals(said_of(2048), "")
end

-- A field with an effect, also through an axis, is not reported.
function TestGate:test_fields_with_effect()
  local grid = case("layout", { cp_kind = "all_to_all" })
  grid.over, grid.want = { cp = { 1, 2 } }, "t_step"
  lu.assertEquals(heard(function() tw.sweep(grid) end), "")
  for _, one in ipairs{ { "run", { recompute = "full", recompute_part = 0.4 } }, { "device", { mem_size = "90 GB" } },
    { "device", { peak_bf16 = 1.2e15 } }, { "software", { host_layer = "1 us" } }, { "layout", { sp = "yes" } },
    { "device", { mtbf = "10000 h" } } } do
    local said, wrong = heard(function() tw.eval(case(one[1], one[2]), "t_step") end)
    lu.assertEquals(said, "")
    lu.assertNil(wrong)
  end
end

-- Every field of every record, alone: it changes a result, or is reported, or is refused.
function TestGate:test_every_field_moves_something_or_is_named()
  local results = { "t_step", "mem_byte", "fits" }
  for _, row in ipairs(fields) do
    local given = row.choice and rows.words(row) or { row.least == 0 and 1 or row.least, row.most > 3 and 3 or row.most }
    for _, value in ipairs(given) do
      local unit = not row.choice and row.unit ~= "1" and core.format("%.15g %s", value, row.unit) or value
      local function ask() return tw.eval(case(row.record, { [row.name] = unit }), results) end
      local said, wrong = heard(ask)
      lu.assertTrue(wrong == nil or wrong:find("gate_test.lua", 1, true) ~= nil, wrong)
      said = said:gsub("[^\n]*has no peak[^\n]*\n", ""):gsub("[^\n]*has a vision encoder[^\n]*\n", "")
      if said ~= "" then lu.assertTrue((said:find("changes", 1, true) or said:find("error?", 1, true)
        or said:find("wrong?", 1, true)) ~= nil, said) end
    end
  end
end

-- A line on fields that are left out: for each field the word that changes the result least, by more than 5 %, checked with
-- eval; nothing about fields that the case states, and nothing for a case of the limits.
function TestGate:test_defaults_with_a_large_effect_are_reported()
  local gate, split = require "twocs.ask.gate", require("twocs.ask.case").split
  local function line(made, result) return gate.left_out(split(made, {}), result) end
  local bare = { model = "llama3_8b", device = "h100_sxm", layout = { tp = 2 }, software = "ideal" }
  for _, result in ipairs{ "t_layer", "mem_byte" } do
    local before, parts = tw.eval(bare, result), {}
    for _, name in ipairs{ "attention", "causal", "dropout", "format" } do
      local best
      for _, word in ipairs(rows.words(rows.by_name[name])) do
        local made = case("run", {})
        made.model, made.device, made.layout, made.software = bare.model, bare.device, bare.layout, bare.software
        made.run = { [name] = word }
        local done, value = pcall(tw.eval, made, result)
        local change = done and value / before - 1 or 0
        if math.abs(change) > 0.05 and (not best or math.abs(change) < math.abs(best[2])) then best = { word, change } end
      end
      if best then
        parts[#parts + 1] = core.format('%s "%s" ("%s": %+.0f %%)', name, tw.run{}[name], best[1], 100 * best[2])
      end
    end
    lu.assertTrue(#parts > 0)
    lu.assertEquals(line(bare, result), core.format("assumed for %s: %s", result, table.concat(parts, ", ")))
  end
  lu.assertNil(line(base, "t_step"))
  local run = { sl = 8192, global_batch = 128, micro_batch = 1 } -- formats that the device lacks are not a choice
  for device, format in pairs{ a100_80g = "tf32", h100_sxm = "fp8", b200_sxm = "fp8" } do
    local said = line({ model = "llama3_8b", device = device, layout = { dp = 64, zero = "weights" }, run = run }, "t_step")
    lu.assertStrContains(said, core.format('format "bf16" ("%s": ', format), false, false, device)
  end
end

-- 4. Contradictions are refused.
local function refused(words, made, want)
  local _, wrong = heard(function() tw.eval(made, want or "t_step") end)
  lu.assertStrContains(wrong or "accepted", words)
  lu.assertStrContains(wrong, "gate_test.lua:")
end

function TestGate:test_contradictions()
  for b = 1, 20 do
    if b ~= 8 then refused("b and global_batch differ", case("run", { b = b, global_batch = 64 })) end
  end
  refused("DP must divide the global batch", case("run", { global_batch = 63 }))
  refused("microbatch must divide", case("run", { micro_batch = 3 }))
  refused("divide the heads", case("layout", { tp = 7 }))
  for _, one in ipairs{ { "device", "power", 300 }, { "device", "busbw", 1e11 }, { "device", "gemm_warm", 0.1 },
    { "device", "fp4_eff", 0.5 }, { "device", "peak_fp16_sparse", 2e15 },
    { "model", "published_param", 7e9 } } do
    local _, wrong = heard(function() return case(one[1], { [one[2]] = one[3] }) end)
    lu.assertStrContains(wrong or "accepted", core.format("%s of a %s comes from its data sheet", one[2], one[1]))
  end
  refused("unknown key", { model = "llama3_70b", device = "h100_sxm", gpu = "h100" })
  refused("unknown key", { model = "llama3_70b", device = "h100_sxm", tp = 8 })
  for layers = 9, 15 do -- fewer than the stages
    local made = case("layout", { tp = 8, dp = 8, pp = 16 })
    made.model = tw.models.llama3_70b{ layers = layers }
    refused("PP must divide the layers", made)
  end
end

-- A field that makes a layout legal is not reported as without effect: EP must divide DP, but changes no time of inference.
function TestGate:test_a_field_that_makes_a_layout_legal_has_an_effect()
  local function said(layout)
    require("twocs.ask.gate").forget()
    return (heard(function()
      return tw.eval({ model = "mixtral_8x7b", device = "h100_sxm", run = { mode = "inference", sl = 1024 },
        layout = layout }, "t_step")
    end))
  end
  lu.assertNotStrContains(said{ dp = 8, ep = 8 }, "dp = ")
  lu.assertStrContains(said{ dp = 8, ep = 1 }, "dp = ... } changes neither")
end

-- 5. Wrong units: a plain number that no machine has.
local slips = { net0_bw = { 450, 900, 3600 }, net1_bw = { 50, 400, 25 }, net2_bw = { 400 }, mem_bw = { 3.35, 3350, 2039 },
  mem_size = { 80, 81920 }, peak_bf16 = { 989, 0.989 }, peak_fp8 = { 1979 }, launch = { 5 }, net0_lat = { 3 },
  net1_lat = { 8 }, comm_launch = { 10 }, host_bw = { 64 }, cap_power = { 0.7 }, rent_low = { 2 }, energy_low = { 0.1 },
  workspace = { 2 }, host_layer = { 8 }, mtbf = { 50 }, clock = { 1.98, 1980 }, l2_size = { 50 }, l2_bw = { 5.5 } }

function TestGate:test_slips_of_units()
  for name, values in pairs(slips) do
    local row = rows.by_name[name]
    for _, value in ipairs(values) do
      local _, wrong = heard(function() tw.eval(case(row.record, { [name] = value }), "t_step") end)
      lu.assertStrContains(wrong or "accepted", "did you mean")
      -- Each proposed unit is read, and gives a value of the field.
      for quantity in wrong:match("did you mean(.-)%?"):gmatch '"([^"]+)"' do
        lu.assertNil(select(2, heard(function() tw[row.record]{ [name] = quantity } end)))
      end
      local escape = wrong:match 'If not, write "([^"]+)"'
      local said = select(2, heard(function() tw[row.record]{ [name] = escape } end)) or ""
      lu.assertNotStrContains(said, "did you mean")
    end
  end
end

-- 6. Too many arguments.
function TestGate:test_arguments_too_many()
  for _, verb in ipairs{ "eval", "sweep", "solve", "elasticities", "explain", "summary", "compare", "scaling" } do
    local _, wrong = heard(function() tw[verb](base, "t_step", {}, 4, 5, 6) end)
    lu.assertStrContains(wrong or "accepted", "argument")
  end
end

-- 7. The listed results, and the tables of results that are not listed.
function TestGate:test_results_that_are_listed()
  local listed = 0
  for _, row in ipairs(rows.list) do
    if row.record == "result" and not row.inner then listed = listed + 1 end
    lu.assertStrContains(row.file, "engine/rows/")
  end
  lu.assertTrue(listed > 300 and listed <= 620, tostring(listed))
  lu.assertTrue(rows.by_name.fc1_flop.inner and rows.by_name.t_slow_b.inner)
  lu.assertFalse(rows.by_name.t_slow.inner)
  lu.assertTrue(tw.eval(base, "fc1_flop") > 0)
end

function TestGate:test_tables_of_parts()
  local calls, stages, operators = tw.calls(base), tw.stages(base), tw.operators(base)
  for i = 1, calls.n do
    local name = core.format("t_%s_layer", calls:column("message")[i])
    lu.assertEquals(calls:column("t_layer")[i], tw.eval(base, name))
  end
  lu.assertTrue(calls.n > 1 and operators.n > 10)
  lu.assertEquals(stages.n, 1)
  lu.assertEquals(stages:column("mem")[1], tw.eval(base, "first_mem"))
end

-- The layers of a pipeline by chunk are printed as a layout string if chunks are assigned to stages in turn.
function TestGate:test_layout_strings()
  local case = { model = tw.models.gpt3_175b{ layers = 14 }, device = "h100_sxm", layout = { pp = 4, vp = 2, tp = 8,
    first_layers = 3, middle_layers = 4, last_layers = 3 }, run = { global_batch = 8, micro_batch = 1 } }
  local text = "layers by chunk of the pipeline, as a layout string: Et|(tt|)*6tL"
  lu.assertStrContains(tostring(tw.stages(case)), text)
  lu.assertStrContains(tw.explain(case, "t_step", 1), text)
  lu.assertNotStrContains(tw.explain(case, "t_layer", 1), "layout string")
  lu.assertNotStrContains(tw.explain(base, "t_step", 1), "layout string")
  case.layout = { pp = 2, schedule = "zb_v", tp = 8 } -- back through the stages
  lu.assertNotStrContains(tw.explain(case, "t_step", 1), "layout string")
end

os.exit(lu.LuaUnit.run(), true)
