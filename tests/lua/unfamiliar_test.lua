-- SPDX-License-Identifier: MIT
-- What makes a band wider: a framework or a device without calibrated constants, experts, columns that a row leaves empty.
-- And what makes it narrower: a user's own rows.
local lu = require "luaunit"
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local expect = require "expect"
local files = require "files"
local tw = require "twocs"
local unfamiliar = require "twocs.predict.unfamiliar"

TestUnfamiliar = {}

local function case_of(more)
  local case = { model = "llama3_8b", device = "h100_sxm", software = "nemo", layout = { dp = 8, zero = "optimizer" },
    run = { sl = 8192, global_batch = 128, micro_batch = 1 } }
  for key, value in pairs(more or {}) do case[key] = value end
  return case
end

local function width(case)
  local band = assert(tw.band(case))
  lu.assertTrue(band.low < band.value and band.value < band.high)
  return core.log(band.high / band.low)
end

function TestUnfamiliar:test_an_unmeasured_framework_device_or_expert_widens_the_band()
  local known = width(case_of())
  lu.assertTrue(width(case_of{ software = "maxtext" }) > 1.3 * known)
  lu.assertTrue(width(case_of{ device = "gb200_nvl72" }) > 1.05 * known) -- B200's operators are used for it
  lu.assertTrue(width(case_of{ model = "mixtral_8x7b", layout = { dp = 8, ep = 8, zero = "optimizer" } }) > known)
end

function TestUnfamiliar:test_a_stack_that_is_gone_is_unfamiliar()
  local stacks = { a = { software = { "nemo" }, peaks = { 1 } }, b = { software = { "nanotron" }, peaks = { 2 } } }
  local made = { software = tw.software.nemo, device = { peak_bf16 = 2 }, model = { experts = 0 } }
  lu.assertEquals(unfamiliar.of(made, stacks), { framework = 0, release = 1, assumed = 0, device = 0, experts = 0 })
  lu.assertEquals(unfamiliar.of(made, stacks, "a"), { framework = 1, release = 0, assumed = 0, device = 0, experts = 0 })
  lu.assertEquals(unfamiliar.of(made, stacks, "b"), { framework = 0, release = 1, assumed = 0, device = 1, experts = 0 })
  made.model.experts = 8
  lu.assertEquals(unfamiliar.of(made, stacks).experts, 1)
  made.software = tw.software.paddlenlp -- its entry comes from documentation
  lu.assertEquals(unfamiliar.of(made, stacks), { framework = 1, release = 0, assumed = 1, device = 0, experts = 1 })
end

-- Also with the software of calibrated stacks: if a row names none, it is assumed.
function TestUnfamiliar:test_an_assumed_software_is_unfamiliar()
  local function found(about)
    return bands.found({ made = { software = tw.software.nemo, device = { peak_bf16 = 2 }, model = { experts = 0 } },
      about = about }, { stacks = { a = { software = { "nemo" }, peaks = { 2 } } } })
  end
  lu.assertEquals(found{}, { framework = 0, release = 1, assumed = 0, device = 0, experts = 0 })
  lu.assertEquals(found{ unnamed = true }, { framework = 1, release = 0, assumed = 1, device = 0, experts = 0 })
  lu.assertTrue(require("a_row").read{}.about.unnamed)
  lu.assertFalse(require("a_row").read{ software = "NeMo" }.about.unnamed)
end

-- Errors of +0.2 in groups of an unknown framework, with an expected variance of 0.1 squared. A part is one-sided, so its
-- square counts twice.
function TestUnfamiliar:test_parts_are_the_excess_over_the_expected_variance()
  local function group(off, framework, device)
    local list = { weight = 1 }
    for i = 1, 4 do
      list[i] = { off = off, expected = { up = 0.01, down = 0.01 },
        found = { framework = framework, release = 0, assumed = 0, device = device, experts = 0 } }
    end
    return list
  end
  local parts = unfamiliar.parts{ group(0.05, 0, 0), group(0.2, 1, 0), group(0.3, 1, 1) }
  local close = 1e-6
  lu.assertAlmostEquals(parts.up.framework, math.sqrt(2 * 0.04 - 0.01), close)
  lu.assertAlmostEquals(parts.up.device, math.sqrt(2 * 0.09 - 2 * 0.04), close)
  lu.assertEquals(parts.up.experts, 0)
  lu.assertEquals(parts.down, { framework = 0, release = 0, assumed = 0, device = 0, experts = 0 })
  -- An error above 0.4 counts as 0.4.
  local far = unfamiliar.parts{ group(0.4, 1, 0) }
  lu.assertEquals(unfamiliar.parts{ group(3, 1, 0) }.up.framework, far.up.framework)
end

-- Runs with a large expected error say little about a part: they do not make it smaller.
function TestUnfamiliar:test_uncertain_runs_hardly_change_a_part()
  local function group(off, expected)
    local list = { weight = 1 }
    for i = 1, 4 do
      list[i] = { off = off, expected = { up = expected, down = expected },
        found = { framework = 1, release = 0, assumed = 0, device = 0, experts = 0 } }
    end
    return list
  end
  lu.assertTrue(unfamiliar.parts{ group(0.3, 0.01), group(0.01, 1) }.up.framework > 0.3)
end

-- The alternative of this word in what a run leaves open.
local function alternative(one, word)
  for _, choice in ipairs(one.open and one.open.choices or {}) do
    for _, other in ipairs(choice) do
      if other.other == word then return other end
    end
  end
end

-- A column that a row leaves empty widens its band by the probability of the other choice and the change that it makes.
function TestUnfamiliar:test_missing_columns_widen_the_band()
  local head = "model,seq,gpus,gpu_type,tp,pp,microbatch,global_batch,software,sharding,flash_attn,precision,seq_parallel,"
    .. "tp_overlap,dp_overlap,network,accumulate,grad_format,dropout,recompute,step_time_s\n"
  local row = "llama3_8b,8192,8,H100,1,1,1,8,nemo,fsdp,yes,bf16,no,no,none,infiniband,fused,fp32,no,%s,%s\n"
  local path = os.tmpname()
  files.write(path, head .. core.format(row, "none", "1.00") .. core.format(row, "", "1.03")
    .. core.format(row, "", "4"))
  local runs = assert(tw.predict{ file = path })
  os.remove(path)
  local stated, left = runs.rows[1], runs.rows[2]
  lu.assertEquals(stated.predicted, left.predicted)
  lu.assertTrue(runs.rows[3].sick)
  lu.assertEquals(#runs.open, 1)
  lu.assertEquals({ runs.open[1].choice.column, runs.open[1].rows, runs.open_step }, { "recompute", 1, 1 })
  local change = runs.open[1].change_of[left.place]
  lu.assertTrue(change > 0.05)
  lu.assertEquals({ left.up, left.down, stated.open }, { stated.up, stated.down })
  local counted = require("twocs.data.chances").recompute["none by tuned"]
  local chance = (counted.sets * counted.full + 30) / (counted.sets + 1) / 100 -- the assumed 30 % are one more set
  lu.assertEquals(#left.open.choices, 1)
  lu.assertAlmostEquals(alternative(left, "full").p, chance, 1e-12)
  lu.assertEquals(alternative(left, "full").change, change)
  local low, high = bands.of(left)
  local its_low, its_high = bands.of(stated)
  lu.assertTrue(high / low > 1.01 * its_high / its_low)
  lu.assertTrue(high > its_high)
end

-- If a row does not state the number of chunks, more chunks would make its step shorter. The same may hold for whole
-- experts where TP divides them. The other choice is predicted like a row that states it.
local function predicted(vp, etp, software)
  local path = os.tmpname()
  files.write(path, "model,seq,gpus,gpu_type,tp,pp,vp,ep,etp,microbatch,global_batch,software,step_time_s\n"
    .. core.format("mixtral_8x22b,4096,128,H100,2,8,%s,8,%s,1,256,%s,4.5\n", vp, etp, software or "megatron"))
  local runs = assert(tw.predict{ file = path })
  os.remove(path)
  local open = {}
  for _, one in ipairs(runs.open) do open[one.choice.column] = one end
  return runs.rows[1], open
end

-- A faster attention kernel is possible on devices with FP8 if PyTorch's kernel is assumed. A padding mask, which excludes
-- FlashAttention, is more likely with Transformers.
function TestUnfamiliar:test_the_attention_kernel_is_left_open()
  local function kernels(gpu, software, flash)
    local path, found = os.tmpname(), {}
    files.write(path, "model,seq,gpus,gpu_type,microbatch,global_batch,software,flash_attn,step_time_s\n"
      .. core.format("llama3_8b,8192,8,%s,1,8,%s,%s,1.2\n", gpu, software, flash or ""))
    local runs = assert(tw.predict{ file = path })
    os.remove(path)
    for _, one in ipairs(runs.open) do
      if one.choice.column == "flash_attn" and one.rows > 0 then found[one.other] = one.change_of[runs.rows[1].place] end
    end
    return found, runs.rows[1]
  end
  local torch, left = kernels("H100", "torchtitan")
  lu.assertTrue(torch.fa3 < -0.05 and torch.no > 0.05)
  local _, stated = kernels("H100", "torchtitan", "yes")
  lu.assertEquals({ alternative(left, "fa3").p, alternative(left, "no").p }, { 0.3, 0.05 })
  lu.assertNil(alternative(stated, "fa3"))
  lu.assertNil(kernels("A100", "torchtitan").fa3)
  lu.assertNil(kernels("H100", "nemo").fa3)
  local padded, own = kernels("H100", "transformers")
  lu.assertEquals({ alternative(own, "no").p, alternative(own, "no").change }, { 0.4, padded.no })
end

function TestUnfamiliar:test_chunks_and_etp_are_left_open()
  local stated, none = predicted("1", "2")
  lu.assertNil(none.vp)
  lu.assertNil(none.etp)
  for name, cells in pairs{ vp = { left = { "", "2" }, other = { "7", "2" } },
    etp = { left = { "1", "" }, other = { "1", "1" } } } do
    local left, open = predicted(cells.left[1], cells.left[2])
    local change = core.log(predicted(cells.other[1], cells.other[2]).predicted / stated.predicted)
    lu.assertEquals(left.predicted, stated.predicted)
    lu.assertEquals(open[name].is, name == "vp" and "1" or "TP")
    lu.assertAlmostEquals(open[name].change_of[left.place], change, 1e-12)
    lu.assertTrue(math.abs(change) > 0.02)
    local other = alternative(left, open[name].other)
    lu.assertEquals(other.p, 0.5) -- both choices are equally likely
    lu.assertAlmostEquals(other.change, change, 1e-12)
  end
  local _, blocking = predicted("", "1", "nanotron") -- nanotron has no chunks
  lu.assertNil(blocking.vp)
end

-- CUDA graphs remove host time where recipes use them: with experts, on devices with FP4.
function TestUnfamiliar:test_graphs_are_left_open_on_racks()
  local head = "model,seq,gpus,gpu_type,tp,pp,ep,microbatch,global_batch,software,cuda_graphs,step_time_s\n"
  local function of(model, gpu, software, graphs)
    local path = os.tmpname()
    files.write(path, head .. core.format("%s,4096,64,%s,1,1,%d,1,512,%s,%s,3\n", model, gpu,
      model == "llama3_8b" and 1 or 8, software, graphs))
    local runs = assert(tw.predict{ file = path })
    os.remove(path)
    for _, one in ipairs(runs.open) do
      if one.choice.column == "cuda_graphs" then return runs.rows[1], one end
    end
    return runs.rows[1]
  end
  local left, open = of("qwen3_30b_a3b", "GB200", "megatron", "")
  local stated, none = of("qwen3_30b_a3b", "GB200", "megatron", "no")
  local graphs = of("qwen3_30b_a3b", "GB200", "megatron", "yes")
  lu.assertNil(none)
  lu.assertEquals({ open.is, open.other, left.predicted }, { "no", "yes", stated.predicted })
  local change = core.log(graphs.predicted / stated.predicted)
  lu.assertTrue(change < -0.1)
  lu.assertAlmostEquals(open.change_of[left.place], change, 1e-12)
  lu.assertEquals(alternative(left, "yes").p, 0.3)
  for _, other in ipairs{ { "qwen3_30b_a3b", "H100", "megatron" }, { "llama3_8b", "GB200", "megatron" },
    { "qwen3_30b_a3b", "GB200", "nemo" } } do
    lu.assertNil((select(2, of(other[1], other[2], other[3], ""))))
  end
end

function TestUnfamiliar:test_bands_of_the_step_and_of_dependent_results()
  local case = case_of()
  local step, mfu = tw.band(case), tw.band(case, "mfu")
  lu.assertEquals(step.value, tw.eval(case, "t_step"))
  lu.assertEquals(mfu.value, tw.eval(case, "mfu"))
  lu.assertAlmostEquals(mfu.low / mfu.value, step.value / step.high, 1e-12)
  lu.assertAlmostEquals(mfu.high / mfu.value, step.value / step.low, 1e-12)
  -- A framework without measurements is slower more often than faster.
  local open = tw.band(case_of{ software = "maxtext" })
  lu.assertTrue(open.high / open.value > 1.02 * (open.value / open.low))
  lu.assertStrContains(tostring(step), "90 % of runs from")
  lu.assertStrContains(tostring(tw.eval(case, { "t_step", "mfu" })), "band: t_step ")
  local none, why = tw.band(case_of{ software = "ideal" })
  lu.assertNil(none)
  lu.assertStrContains(why, '"ideal"')
  none, why = tw.band(case_of{ run = { mode = "inference", sl = 8192 } })
  lu.assertNil(none)
  lu.assertStrContains(why, "inference")
  expect.words('band: "f_ser" has no band', function() tw.band(case, "f_ser") end)
end

-- The path of a file with this text, which is removed when all tests have run.
local paths = {}
local function written(text)
  local path = os.tmpname()
  paths[#paths + 1] = path
  files.write(path, text)
  return path
end

local header = "model,layers,hidden,heads,seq,gpus,gpu_type,tp,pp,microbatch,global_batch,software,sharding,flash_attn,"
  .. "recompute,precision,network,step_time_s\n"

-- Rows with the times that twocs predicts, multiplied by one factor, or by one factor per row.
local function slower_rows(by)
  local rows = {}
  for _, sl in ipairs{ 2048, 4096, 8192 } do
    for _, gpus in ipairs{ 8, 16 } do
      local case = { model = "llama3_8b", device = "h100_sxm", software = "maxtext",
        layout = { dp = gpus, zero = "weights" },
        run = { sl = sl, global_batch = 2 * gpus, micro_batch = 1, recompute = "none" } }
      rows[#rows + 1] = core.format("llama3_8b,32,4096,32,%d,%d,H100,1,1,1,%d,maxtext,fsdp,yes,none,bf16,infiniband,%.6g",
        sl, gpus, 2 * gpus, (type(by) == "table" and by[#rows + 1] or by) * tw.eval(case, "t_step"))
    end
  end
  return header .. table.concat(rows, "\n") .. "\n"
end

function TestUnfamiliar:test_a_users_rows_calibrate_an_entry_of_software()
  local path = written(slower_rows(1.2))
  local mine = assert(tw.calibrate{ file = path, name = "mine_slower" })
  lu.assertTrue(mine.before > 0.15 and mine.after < 0.05)
  local pack = written ""
  assert(mine:save(pack))
  tw.add(pack)
  local case = { model = "llama3_8b", device = "h100_sxm", layout = { dp = 8, zero = "weights" },
    run = { sl = 8192, global_batch = 16, micro_batch = 1, recompute = "none" } }
  case.software = "maxtext"
  local before, wide = tw.eval(case, "t_step"), width(case)
  case.software = "mine_slower"
  lu.assertAlmostEquals(tw.eval(case, "t_step") / before, 1.2, 0.05)
  lu.assertTrue(width(case) < 0.8 * wide)
  -- An entry that was made from documentation is no longer assumed once it is calibrated.
  local documented = written((slower_rows(1.2):gsub("maxtext,fsdp", "paddlenlp,zero1")))
  assert(assert(tw.calibrate{ file = documented, name = "mine_documented" }):save(pack))
  tw.add(pack)
  lu.assertEquals(unfamiliar.of({ software = tw.software.mine_documented, device = tw.devices.h100_sxm,
    model = tw.models.llama3_8b }, {}).assumed, 0)
  -- What the rows determine is more certain than before. A device that the rows do not contain stays as unfamiliar as
  -- before.
  local known = bands.without().sd
  lu.assertTrue(mine.software[1].calibrated.sd.net_speed < 0.8 * known.net_speed)
  local made = { software = tw.software.mine_slower, device = { peak_bf16 = tw.devices.h100_sxm.peak_bf16 },
    model = { experts = 0 } }
  local of_mine = { a = { software = { "mine_slower" }, peaks = {} } }
  lu.assertEquals({ unfamiliar.of(made, {}).framework, unfamiliar.of(made, of_mine).release }, { 0, 0 })
  lu.assertEquals(unfamiliar.of(made, {}).device, 0)
  made.device.peak_bf16 = 1
  lu.assertEquals(unfamiliar.of(made, {}).device, 1)
end

-- Errors that the rows do not share change no constant. They show how large the errors of other rows will be.
function TestUnfamiliar:test_unshared_errors_change_no_constant()
  local mine = assert(tw.calibrate(written(slower_rows{ 1.1, 0.98, 1.1, 1, 1.08, 0.99 })))
  for _, moved in ipairs(bands.moved) do lu.assertEquals(mine.software[1][moved], mine.start[moved]) end
  lu.assertTrue(mine.software[1].calibrated.beyond > 0.04)
end

function TestUnfamiliar:test_the_shell_writes_an_entry()
  local path, said, before = written(slower_rows(1.2)), {}, print
  local pack = written ""
  print = function(...) said[#said + 1] = tostring((...)) end -- luacheck: ignore
  local status = require "twocs.predict.shell"(path, "--calibrate", pack)
  print = before -- luacheck: ignore
  lu.assertEquals(status, 0)
  local name = pack:match "[^/]*$"
  lu.assertStrContains(said[#said], core.format("software %s, like maxtext, calibrated to 6 rows", name))
  tw.add(pack)
  lu.assertTrue(tw.software[name].train_gemm > 1)
end

function TestUnfamiliar:test_exact_rows_change_no_constant()
  local mine = assert(tw.calibrate(written(slower_rows(1))))
  for _, moved in ipairs{ "train_gemm", "flash", "fused_rho" } do
    lu.assertAlmostEquals(mine.software[1][moved] / mine.start[moved], 1, 0.01)
  end
end

function TestUnfamiliar:test_calibrations_that_are_refused()
  local function refused(text)
    local none, why = tw.calibrate(written(text))
    lu.assertNil(none)
    return why
  end
  local row = "llama3_8b,32,4096,32,2048,8,H100,1,1,1,16,%s,fsdp,yes,none,bf16,infiniband,%s\n"
  lu.assertStrContains(refused(header .. core.format(row, "maxtext", "0.5")), "1 row with a measured time: expected at "
    .. "least 2")
  lu.assertStrContains(refused(header .. core.format(row, "maxtext", "0.5") .. core.format(row, "nemo", "0.4")),
    "the rows have two frameworks")
  local fast = refused(slower_rows(0.01) .. (core.format(row, "maxtext", "0.5"):gsub(",8,H100", ",,H100")))
  lu.assertStrContains(fast, "calibrate: 0 rows with a measured time: expected at least 2, on different layouts; 7 of 7 "
    .. "rows are not used, mostly because its measured step is more than 20 times faster than the peak of its devices "
    .. "allows")
  lu.assertStrContains(tostring(assert(tw.calibrate(written(slower_rows(1000))))),
    "are they in milliseconds? Then call the column step_time_s [ms].")
  expect.words('calibrate: unknown key "files"', function() tw.calibrate{ files = "x" } end)
  expect.words("calibrate: name = ", function() tw.calibrate{ file = "x", name = "a b" } end)
end

local result = require("twocs.ask.gate").silently(lu.LuaUnit.run)
for _, path in ipairs(paths) do os.remove(path) end
os.exit(result == 0, true)
