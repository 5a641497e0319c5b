-- SPDX-License-Identifier: MIT
-- Tables as users of other tools keep them: JSON, a column for each run, degrees and batches in one cell, counts with a
-- device, words of several frameworks. Each of these was once refused although its meaning is clear, or read otherwise
-- without a message.
local lu = require "luaunit"
local core = require "twocs.core"
local files = require "files"
local outside = require "outside"
local reader = require "twocs.runs.read"
local text = require "twocs.runs.text"
local tw = require "twocs"

local path = os.tmpname()

local function rows(...)
  local all = table.concat({ ... }, "\n") .. "\n"
  local t = assert(text.table(assert(text.plain(all, {}))))
  return reader.rows(t, reader.entry "own"), t
end

local function predicted(all)
  files.write(path, all)
  return tw.predict(path)
end

-- The first row of a file in which some columns of one run are written otherwise: pairs of column and false, or the new
-- header and cell.
local plain = { { "model", "llama3_8b" }, { "gpu_type", "H100" }, { "gpus", "64" }, { "tp", "2" }, { "microbatch", "2" },
  { "global_batch", "256" }, { "seq", "8192" }, { "sharding", "fsdp" }, { "step_time_s", "5.0" } }
local function run(changes)
  local header, cells = {}, {}
  for _, one in ipairs(plain) do
    local new = changes[one[1]]
    if new == nil then new = one end
    if new then header[#header + 1], cells[#cells + 1] = new[1], '"' .. new[2] .. '"' end
  end
  return rows(table.concat(header, ","), table.concat(cells, ","))[1]
end

local function case(changes)
  local one = run(changes)
  return assert(one.case, one.why), one
end

local function eval(changes, name) return tw.eval(case(changes), name) end

TestForms = {}

-- A list of objects, an object in each line, or one list inside an object whose other values apply to all runs.
function TestForms:test_json()
  local list = '[{"model": "llama3_8b", "gpu": "H100", "gpus": 8, "tp": 1, "vp": null, "seq": 8192, "mbs": 1, "gbs": 128,\n'
    .. '"precision": "bf16", "flash_attn": true, "note": "say \\"hi\\", twice", "step_time_s": 9.25},\n'
    .. '{"model": "llama3_8b", "gpu": "H100", "gpus": 16, "tp": 2, "seq": 8192, "mbs": 1, "gbs": 128, "step_time_s": 5.5}]'
  local runs = assert(predicted(list))
  lu.assertEquals({ #runs.rows, runs.rows[1].measured, runs.rows[2].case.layout.tp }, { 2, 9.25, 2 })
  lu.assertEquals(runs.rows[1].row.note, 'say "hi", twice')
  local lines = list:gsub("^%[", ""):gsub("%]$", ""):gsub(",\n\"", ', "'):gsub("},\n", "}\n")
  lu.assertEquals(#assert(predicted(lines)).rows, 2)
  local inside = assert(predicted('{"gpu": "H100", "runs": [{"model": {"name": "x", "layers": 32, "hidden": 4096, '
    .. '"heads": 32}, "gpus": 8, "seq": 4096, "mbs": 1, "gbs": 64, "step_time_s": 6}], "host": {"cpu": "none"}}'))
  lu.assertEquals({ #inside.rows, tw.eval(inside.rows[1].case, "layers") }, { 1, 32 })
  local _, why = predicted '{"a": [{"gpus": 8}], "b": [{"gpus": 8}]}'
  lu.assertStrContains(why, "line 1: this JSON contains several lists of objects: expected one")
  _, why = predicted '[{"gpus": 8}, 3]'
  lu.assertStrContains(why, "entry 2 of the list is not an object")
  local named = assert(predicted('[{"model": "llama3_8b", "gpu": "H100", "gpus": 8, "seq": 8192, "mbs": 1, "gbs": 128, '
    .. '"step_time_s": 9, "losses": [1, 2]}]'))
  lu.assertStrContains(named.ignored[1], "losses") -- not without a message
  _, why = predicted '[{"gpus": 8,}]'
  lu.assertStrContains(why, "line 1")
end

-- A line for each column and a column for each run.
function TestForms:test_a_column_for_each_run()
  local list = rows("| Parameter | BF16 (job 1) | FP8 |", "|---|---|---|", "| Model | llama3_8b | llama3_8b |",
    "| Precision | BF16 | FP8 |", "| GPU | H100 | H100 |", "| GPUs | 8 | 16 |", "| Seq len | 8,192 | 8192 |",
    "| MBS | 1 | 1 |", "| GBS | 128 | 128 |", "| Parallelism | TP2 | TP4 |", "| Step time (s) | 9 | 4 |")
  lu.assertEquals(#list, 2)
  lu.assertEquals({ list[1].case.run.format, list[2].case.run.format, list[2].case.layout.tp, list[1].row.step_time_s },
    { "bf16", "fp8", 4, 9 })
  -- A table with a line for each run stays as it is, whatever its first cells are.
  list = rows("model,gpu,gpus,seq,mbs,gbs,step_time_s", "llama3_8b,H100,8,8192,1,128,9", "llama3_8b,H100,16,8192,1,128,5")
  lu.assertEquals({ #list, list[2].case.layout.dp }, { 2, 16 })
  -- The same where each run is named after the column that it changes.
  local names = { "tp", "pp", "seq", "gpus", "precision" }
  for k, name in ipairs(names) do names[k] = core.format("%s,llama3_8b,H100,8,8192,1,128,%d", name, k) end
  list = rows("changed,model,gpu,gpus,seq,mbs,gbs,step_time_s", (table.unpack or unpack)(names))
  lu.assertEquals({ #list, list[5].row.step_time_s }, { 5, 5 })
  local _, t = rows("Parameter,x", "Model,llama3_8b", "GPU,H100", "GPUs,8", "Colour,red", "Shape,round")
  lu.assertEquals(t.n, 5) -- three names of columns are too few
end

-- Tables need no figures: a build without the drawing module predicts.
function TestForms:test_without_the_drawing_module()
  files.write(path, "model,gpu,gpus,seq,mbs,gbs,step_time_s\nllama3_8b,H100,8,8192,1,128,9\n")
  local script = core.format('package.preload.twocs_draw = function() error "there is no drawing module" end\n'
    .. 'print(#require("twocs").predict("%s").rows)\n', path)
  local name = os.tmpname()
  files.write(name, script)
  local pipe = io.popen(core.format("%s %s 2>&1", outside.twocs or arg[-1], name))
  lu.assertEquals(pipe:read "*a", "1\n")
  pipe:close()
  os.remove(name)
end

-- All that is missing in one sentence.
function TestForms:test_what_no_column_states()
  lu.assertEquals(rows("MBS,GBS,step_time_s", "1,64,2")[1].why, "no column states model, seq, gpus and gpu_type")
  lu.assertEquals(rows("model,seq,nodes,GBS,step_time_s", "llama3_8b,4096,2,64,2")[1].why,
    "no column states gpus or gpus_per_node and gpu_type")
  lu.assertEquals(rows("hidden,heads,seq,gpus,GBS,gpu", "1024,8,4096,2,64,H100")[1].why, "no column states layers")
end

TestCells = {}

-- Counts next to degrees, in the order of the header.
function TestCells:test_counts_with_degrees()
  local made, one = case{ tp = { "TP/PP/MBS/GBS/SEQ", "2/1/2/256/8192" }, microbatch = false, global_batch = false,
    seq = false }
  lu.assertEquals({ made.layout.tp, made.run.micro_batch, made.run.global_batch, made.run.sl, one.row.pp },
    { 2, 2, 256, 8192, 1 })
  lu.assertEquals(eval({ tp = { "tp*pp", "2*4" } }, "pp"), 4)
  made = case{ microbatch = false, global_batch = { "Micro/Global batch", "2 / 256" } }
  lu.assertEquals({ made.run.micro_batch, made.run.global_batch }, { 2, 256 })
  lu.assertEquals(case{ microbatch = false, global_batch = { "MBS x GA", "2x4" } }.run.global_batch, 256)
  lu.assertEquals({ eval({ tp = { "Parallelism", "TP(2) DP(32)" } }, "tp") }, { 2 })
  for header, cell in pairs{ ["Tensor/Pipeline/Expert parallelism"] = "2/4/1", Parallelism = "t2p4d8",
    ["TP/PP"] = "[2,4]" } do
    made = case{ tp = { header, cell } }
    lu.assertEquals({ made.layout.tp, made.layout.pp }, { 2, 4 }, header)
  end
  made = case{ tp = { "Layout", "tp2sd4_stage2" }, gpus = { "GPUs", "8" }, sharding = false } -- as Paddle writes it
  lu.assertEquals({ made.layout.tp, made.layout.dp, made.layout.zero, made.layout.shard }, { 2, 4, "gradients", 4 })
  lu.assertNil(run{ tp = { "exp/seq", "2/1" } }.row.tp)
end

-- What PyTorch's users list, in torchtitan's tables.
function TestCells:test_techniques()
  local rest = ",llama3_8b,H100,8,8192,2,16,torchtitan,3"
  local list = rows("Techniques,model,gpu,GPUs,Seq,MBS,GBS,software,step_time_s", "FSDP" .. rest,
    "FSDP + torch.compile" .. rest, "FSDP + torch.compile + Float8" .. rest)
  lu.assertEquals({ list[1].case.run.format, list[2].case.run.format, list[3].case.run.format }, { "bf16", "bf16", "fp8" })
  lu.assertEquals({ list[3].case.layout.zero, list[3].row.compile, list[1].row.compile }, { "weights", "yes" })
  lu.assertNotEquals(list[1].case.software.name, list[2].case.software.name)
end

-- Settings of the batch under a header of their own, next to the degrees in another column.
function TestCells:test_batches_in_a_cell()
  local made = case{ tp = { "config", "TP2-PP1" }, microbatch = false, global_batch = { "batch config", "bs=2 ga=3" },
    gpus = { "GPUs", "16" } }
  lu.assertEquals({ made.layout.tp, made.run.micro_batch, made.run.global_batch }, { 2, 2, 48 })
  made = case{ microbatch = false, global_batch = { "Batch", "mbs=2, gbs=256" } }
  lu.assertEquals({ made.run.micro_batch, made.run.global_batch }, { 2, 256 })
  local one = run{ microbatch = false, global_batch = { "batch config", "bs=64 ga=4" } } -- of one device or of all?
  lu.assertNil(one.case)
  lu.assertEquals(case{ global_batch = { "Batch (tokens)", "2M" } }.run.global_batch, 256)
end

-- A batch size without "global" or "micro" is read if it can be only one of them.
function TestCells:test_plain_batch_sizes()
  local header = "model,gpu,GPUs,TP,Seq,step_time_s,BS"
  local function batch(more, cells)
    local one = rows(header .. more, "llama3_8b,H100,16,2,8192,9," .. cells)[1]
    return one.case and { one.case.run.micro_batch, one.case.run.global_batch } or one.why
  end
  lu.assertEquals(batch(",GA", "2,4"), { 2, 64 })
  lu.assertEquals(batch("", "4"), { 4, 32 })
  lu.assertStrContains(batch(",GA", "64,4"), "global_batch")
  lu.assertStrContains(batch("", "2097150"), "global_batch") -- tokens
  lu.assertEquals(rows("model,gpu,parallelism,Seq,step_time_s,BS,GA", "llama3_8b,H100,TP2-DP4,8192,9,1,2")[1].case.run
    .global_batch, 8)
  lu.assertEquals(rows("model,gpu,GPUs,Seq,step_time_s,BS", "llama3_8b,H200,1,4096,1,2")[1].case.run.global_batch, 2)
  lu.assertEquals(rows("model,gpu,Seq,step_time_s,BS", "llama3_8b,1x H200,4096,1,2")[1].case.run.global_batch, 2)
end

-- A device with its number, and a number of nodes and devices.
function TestCells:test_counted_devices()
  for _, change in ipairs{ { gpus = false, gpu_type = { "GPU", "H100*64" } }, { gpus = { "GPUs", "8*8" } },
    { gpus = { "# nodes x GPUs/node", "8x8" } }, { gpus = false, gpu_type = { "Accelerators", "64x H100 SXM5 80GB" } },
    { gpus = { "#Dev", "64" } }, { gpus = false, gpu_type = { "config", "64 GPUs, H100, BF16, TP2" }, tp = false } } do
    lu.assertEquals(eval(change, "devices"), 64)
  end
  local made = case{ gpus = false, gpu_type = { "config", "64 GPUs, H100, FP8, TP2" }, tp = false }
  lu.assertEquals({ made.run.format, made.layout.tp }, { "fp8", 2 })
  local count = require("twocs.runs.counted").of
  lu.assertEquals({ count "H100x8", count "MI300X8" }, { 8 }) -- eight MI300, or a name that nobody has
end

-- A column that alone names the layouts decides each of its rows: what is not understood in it is refused. Names of runs
-- that mention degrees do not take its place.
function TestCells:test_a_column_of_changes()
  local function line(experiment, change, memory)
    return core.format("%s,%s,llama3_8b,H100,16,8192,1,64,2 s,%s", experiment, change, memory or "40 GB")
  end
  local list = rows("Experiment,Change,model,gpu,GPUs,Seq,MBS,GBS,Step,Peak mem", line("q8b", "TP2 x DP8"),
    line("q8b-pp2", "TP2 x PP2 x DP4"), line("q8b-fp8", "FP8 (current scaling)"),
    line("q8b-dp16", "DP16 + full recompute", "OOM"), line("q8b-x", "unfused attention"))
  lu.assertEquals({ list[1].case.layout.tp, list[2].case.layout.pp, list[4].case.run.recompute }, { 2, 2, "full" })
  lu.assertStrContains(list[3].why, 'layout of Change is "FP8 (current scaling)": expected degrees and sharding')
  lu.assertStrContains(list[5].why, 'layout of Change is "unfused attention"')
  lu.assertAlmostEquals(list[1].row.peak_mem_gib, 40e9 / 1073741824, 1e-9) -- next to a run without memory
  lu.assertEquals(eval({ tp = { "parallelism", "TP2, seq 4k" }, seq = false }, "sl"), 4096)
end

TestWords = {}

function TestWords:test_recomputation()
  local function of(header, value)
    local one = rows("model,gpu,GPUs,Seq,MBS,GBS,step_time_s," .. header, "llama3_8b,H100,16,8192,1,64,9," .. value)[1]
    return one.case and one.case.run.recompute or one.why
  end
  lu.assertEquals({ of("GC", "Yes"), of("GC", "full"), of("gc", "no"), of("recompute", "all layers"),
    of("Grad ckpt", "\226\156\147"), of("recompute_mode", "full") }, { "full", "full", "none", "full", "full", "full" })
  lu.assertEquals(of("GC", "stop the world"), "none") -- of the host's memory
  local function part(value)
    return rows("model,gpu,GPUs,Seq,MBS,GBS,step_time_s,recompute", "qwen3_30b_a3b,H100,16,8192,1,64,9," .. value)[1]
  end
  lu.assertNotEquals(part "selective_moe".case.run, part "selective".case.run) -- only the experts
  lu.assertStrContains(part "selective_banana".why, "banana")
end

-- The format in which gradients are reduced.
function TestWords:test_gradients()
  local function of(header, value)
    local one = rows("model,gpu,GPUs,Seq,MBS,GBS,step_time_s," .. header, "llama3_8b,H100,16,8192,1,64,9," .. value)[1]
    return one.case and (one.case.software.grad_format or one.case.run.grad_format) or one.why
  end
  lu.assertEquals({ of("grad dtype", "fp32"), of("reduce_dtype", "bfloat16"), of("main_grads_dtype", "float32"),
    of("grad_reduce_in_bf16", "true"), of("grad_reduce_in_bf16", "no"), of("accumulate_allreduce_grads_in_fp32", "1") },
    { "fp32", "bf16", "fp32", "bf16", "fp32", "fp32" })
end

function TestWords:test_more_names()
  local named = require("twocs.runs.model").named
  lu.assertEquals({ named "LLaMA-1 7B", named "llama v1-13b", named "llama-17b" }, { named "LLaMA 7B", named "LLaMA 13B" })
  lu.assertEquals(named "qwen2.5 7b math", named "Qwen2.5-7B")
  lu.assertNil(run{ sharding = { "avg_power_w", "420" } }.row.power_w) -- drawn, not the limit
  lu.assertEquals(run{ sharding = { "power_w", "420" } }.row.power_w, 420)
  local made = case{ seq = { "Tokens per sequence", "8192" }, global_batch = { "Tokens per global batch", "2097152" },
    sharding = { "Compute dtype", "fp8" } }
  lu.assertEquals({ made.run.sl, made.run.global_batch, made.run.format }, { 8192, 256, "fp8" })
end

-- What unknown columns and descriptions say about the format and recomputation is named, because it is not used.
function TestWords:test_what_is_not_used()
  local function said(header, cell)
    local one = rows("model,gpu,GPUs,Seq,MBS,GBS,step_time_s," .. header, "llama3_8b,H100,16,8192,1,64,9," .. cell)[1]
    return table.concat(one.about.remarks, "; ")
  end
  lu.assertStrContains(said("Techniques", "compile + Float8"), "its Techniques mentions FP8, but no column states it")
  lu.assertStrContains(said("run", "torchtitan full AC"), "its run mentions recomputation, but no column states it")
  lu.assertEquals(said("run,recompute", "torchtitan full AC,full"), "")
  lu.assertEquals(case{ sharding = { "precision / notes", "fp8 delayed + x" } }.run.format, "fp8")
end

-- Rates by their unit, below a header or in a cell; the statistic in front says nothing more.
function TestWords:test_rates()
  local function time(header, value)
    local one = run{ step_time_s = { header, value } }
    return one.case and one.row.step_time_s or one.why
  end
  lu.assertAlmostEquals(time("Speed", "5.0 s/iter"), 5, 1e-12)
  lu.assertAlmostEquals(time("Speed", "0.2 it/s"), 5, 1e-12)
  lu.assertAlmostEquals(time("Performance", "51.2 samples/s"), 5, 1e-12)
  lu.assertAlmostEquals(time("samples/sec/gpu", "0.8"), 5, 1e-12)
  lu.assertAlmostEquals(time("Approx tokens/sec/device", "6553.6"), 5, 1e-12)
  lu.assertAlmostEquals(time("Iter 3-9 Avg (tokens/s/GPU)", "6553.6"), 5, 1e-12)
  lu.assertEquals(rows("model,Peak (TFLOPS/GPU)", "llama3_8b,989")[1].row.tflops_per_gpu, nil) -- of the device
  lu.assertAlmostEquals(rows("模型,GPU,卡数,序列长度,分布式策略,MBS,GBS,速度(tokens/card/sec)",
    "llama3_8b,H100,64,8192,TP2,2,256,6553.6")[1].row.step_time_s, 5, 1e-12)
  for header, cell in pairs{ ["ktok/s/GPU"] = "6.5536", ["Throughput (K tok/s/GPU)"] = "6.5536", ["Mtok/s"] = "0.4194304",
    ["tokens/s [total]"] = "419430.4", ["Cluster throughput (tok/s)"] = "419430.4", ["median step (ms)"] = "5000",
    ["Step time p50 (s)"] = "5" } do
    lu.assertAlmostEquals(time(header, cell), 5, 1e-12, header)
  end
  lu.assertNil(run{ step_time_s = { "Step time p90 (s)", "5" } }.row.step_time_s)
  lu.assertEquals({ run{ sharding = { "FSDP strategy", "FULL_SHARD" } }.case.layout.zero,
    run{ sharding = { "Optimizer sharding", "ZeRO-1" } }.case.layout.zero }, { "weights", "optimizer" })
end

function TestWords:tearDown() os.remove(path) end

os.exit(lu.LuaUnit.run(), true)
