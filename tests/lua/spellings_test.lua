-- SPDX-License-Identifier: MIT
-- Files of training runs as strangers publish them: spellings of headers and cells that were found in tables of other
-- people. Each is read as its author means it, or a sentence names it; a similar one with another meaning is next to it.
local lu = require "luaunit"
local aliases = require "twocs.data.aliases"
local columns = require "twocs.runs.columns"
local models = require "twocs.runs.model"
local reader = require "twocs.runs.read"
local rows = require "twocs.data.rows"
local slips = require "twocs.runs.slips"
local text = require "twocs.runs.text"
local words = require "twocs.runs.words"

TestSpellings = {}

-- The rows of a file with these columns next to those of a plain run: { row = cells, case =, why =, about = } each.
local function read(header, ...)
  local lines = { "model,gpu_type," .. header }
  for _, line in ipairs{ ... } do lines[#lines + 1] = "llama3_8b,H100," .. line end
  local t = assert(text.table(assert(text.plain(table.concat(lines, "\n") .. "\n", {}))))
  return reader.rows(t, reader.entry "own")
end

-- The cell of a column of the first row.
local function cell(header, line, name)
  local one = read(header, line)[1]
  assert(one.case, one.why)
  return one.row[name]
end

local run = "GPUs,Seq,GBS,MBS,"
local of_run = "8,8192,128,1,"

-- A field of a case, from one more column of a plain run.
local function field(header, value, name)
  local one = read(run .. "step_time_s," .. header, of_run .. "9," .. value)[1]
  assert(one.case, one.why)
  return one.case[rows.by_name[name].record][name]
end

-- A column with the name of a field that no case has is not a column.
function TestSpellings:test_fields_of_other_records()
  local of_case = { model = true, layout = true, run = true, device = true, software = true }
  local others = 0
  for _, row in ipairs(rows.list) do
    local one = columns.of(row.name)
    if not of_case[row.record] then
      others = others + 1
      lu.assertTrue(one == nil or one.is ~= "field", row.name)
    end
  end
  lu.assertTrue(others > 100)
  lu.assertNotNil(read(run .. "step_time_s,micro", of_run .. "9,2")[1].case)
end

function TestSpellings:test_systems()
  for said, name in pairs{ ["DGX-GB300"] = "gb300_nvl72", ["DGX-GB200"] = "gb200_nvl72", ["DGX-H100"] = "h100_sxm",
    ["HGX B200"] = "b200_sxm", ["DGX B200"] = "b200_sxm" } do
    lu.assertEquals(aliases.device(said), name)
  end
  lu.assertNil(aliases.device "DGX Spark")
end

-- A time of a step by its unit, in the header or in all cells; a number of steps has none.
function TestSpellings:test_times()
  for header, value in pairs{ ["Step (ms)"] = "1500", ["step ms"] = "1500", ["Iter (s)"] = "1.5",
    ["ms/iter (avg)"] = "1500", ["iter time (ms) (mean)"] = "1500", Step = "1.5 s", iter = "1500 ms" } do
    lu.assertAlmostEquals(cell(run .. header, of_run .. value, "step_time_s"), 1.5, 1e-12, header)
  end
  lu.assertNil(cell(run .. "step", of_run .. "1500", "step_time_s"))
  lu.assertNil(cell(run .. "step", of_run .. "1.5 h of 3", "step_time_s"))
  lu.assertEquals(cell(run .. "Clean tokens/s/GPU", of_run .. "1000", "tokens_per_s_per_gpu"), 1000)
  lu.assertEquals(cell(run .. "MFU %", of_run .. "40", "mfu_pct"), 40)
end

-- A quoted "5,701" is 5701 if another cell of the file shows how its author writes thousands.
function TestSpellings:test_thousands()
  local header = run .. "Step time (ms),note"
  lu.assertAlmostEquals(cell(header, of_run .. '"5,701","1,183.5"', "step_time_s"), 5.701, 1e-12)
  lu.assertAlmostEquals(cell(header, of_run .. '"5,701",a', "step_time_s"), 5.701, 1e-12) -- no step takes 5.7 ms
  local in_s = run .. "Step time (s),note"
  lu.assertStrContains(read(in_s, of_run .. '"5,701",a')[1].why, "write 1.5, not 1,5")
  lu.assertStrContains(read(in_s, of_run .. '"5,701",2.123')[1].why, "write 1.5, not 1,5") -- 2.123 may be thousands too
  lu.assertAlmostEquals(cell(in_s, of_run .. '"1,701",2.5', "step_time_s"), 1701, 1e-9)
end

function TestSpellings:test_numbers_with_signs()
  local function rate(value) return cell(run .. "tok/s/GPU", of_run .. value, "tokens_per_s_per_gpu") end
  for value, number in pairs{ ["59.217K"] = 59217, ['"5,822.00 +/- 24.79"'] = 5822, ["5822*"] = 5822, ["**5822**"] = 5822,
    ["~5822**"] = 5822, ["5822\226\128\160"] = 5822 } do
    lu.assertAlmostEquals(rate(value), number, 1e-9, value)
  end
  lu.assertEquals(cell(run .. "MFU", of_run .. "37.4%*", "mfu_pct"), 37.4)
  lu.assertEquals(cell("Seq,GBS,MBS,step_time_s,GPUs", "8192,128,1,9,64 GPU (4\195\15116)", "gpus"), 64)
  lu.assertStrContains(read("Seq,GBS,MBS,step_time_s,GPUs", "8192,128,1,9,64 GPU of 72")[1].why, "a whole number from 1")
  lu.assertEquals(cell("GPUs,GBS,MBS,step_time_s,seq", "8,16,1,9,1M", "seq"), 1048576)
  lu.assertStrContains(read(run .. "step_time_s,vocab", of_run .. "9,334k")[1].why, "without a letter for thousands")
end

-- A length in thousands in the header: without it the usual length would be taken.
function TestSpellings:test_lengths_in_thousands()
  for _, header in ipairs{ "Context length (k tokens)", "SeqLen (K)", "Sequence length [K]" } do
    lu.assertEquals(cell("GPUs,GBS,MBS,tok/s/GPU," .. header, "8,128,1,9000,16", "seq"), 16384, header)
  end
  lu.assertEquals(cell("GPUs,GBS,MBS,tok/s/GPU,Context length (tokens)", "8,128,1,9000,16384", "seq"), 16384)
end

function TestSpellings:test_names()
  for header, name in pairs{ world = "gpus", ["batch per rank"] = "microbatch", ["per-device batch"] = "microbatch",
    ["Tokens per optimizer step"] = "global_batch_tokens", ["DP/FSDP"] = "dp_shard", Graph = "cuda_graphs", ring = "cp",
    ["CUDA graph impl"] = "cuda_graphs", ["KV groups"] = "kv_heads", moe_ffn = "expert_ffn", ["Success?"] = "status",
    MTP = "mtp_layers", ["CPU Offload"] = "offload" } do
    lu.assertEquals((columns.of(header) or {}).name, name, header)
  end
  lu.assertEquals(cell("GPUs,Seq,GBS,MBS,TPS,TPS/GPU", "8,8192,128,1,80000,10000", "tokens_per_s"), 80000)
  lu.assertNil(cell("GPUs,Seq,GBS,MBS,TPS,step_time_s", "8,8192,128,1,80000,9", "tokens_per_s"))
  lu.assertNil(cell("GPUs,Seq,GBS,MBS,TPS,TPS/GPU", "8,8192,128,1,10000,10000", "tokens_per_s"))
end

-- Layers that predict further tokens come on top of the model's.
function TestSpellings:test_mtp()
  for value, layers in pairs{ Disabled = 32, no = 32, ["0"] = 32, ["1"] = 33, Enabled = 33 } do
    lu.assertEquals(field("MTP", value, "layers"), layers, value)
  end
end

-- torchtitan's selective_ac_option: every n-th layer.
function TestSpellings:test_every_nth_layer()
  lu.assertEquals(words.fields("recompute", "selective opt=4"), { recompute = "full", recompute_part = 0.25 })
  lu.assertEquals(words.fields("recompute", "selective (option 2)"), nil)
  lu.assertEquals(words.fields("recompute", "selective op"), { recompute = "selective" })
  lu.assertEquals(words.fields("cuda_graphs", "eager"), { graphs = "none" })
  for word, failed in pairs{ Yes = false, ["No (OOM)"] = true, OOM = true, ["oom (Triton)"] = true, pass = false } do
    lu.assertEquals(words.fields("status", word), { failed = failed }, word)
  end
end

-- A module of one GPU has the node that the columns state; another device keeps its own, and a sentence says so.
function TestSpellings:test_nodes_of_modules()
  local function at(device)
    local t = assert(text.table(assert(text.plain("model,gpu_type,nodes," .. run .. "step_time_s\nllama3_8b," .. device
      .. ",2," .. of_run .. "9\n", {}))))
    return reader.rows(t, reader.entry "own")[1]
  end
  lu.assertEquals(at("GH200").case.device.net0_size, 4)
  lu.assertEquals(at("GH200").about.remarks, {})
  lu.assertEquals(at("H100").case.device.net0_size, 8)
  lu.assertStrContains(at("H100").about.remarks[1], "but 8 are used")
end

-- GPUs from two rates; rates that do not give a whole number give none.
function TestSpellings:test_gpus_by_rates()
  local function at(rate) return read("Seq,GBS,MBS,tokens/s,tokens/s/GPU", "8192,128,1," .. rate .. ",1000")[1] end
  lu.assertEquals(at("31950").row.gpus, 32)
  lu.assertStrContains(at("31500").why, "gpus")
end

function TestSpellings:test_degrees_in_a_cell()
  local function at(value) return read(run .. "step_time_s,Parallel", of_run .. "9," .. value)[1] end
  lu.assertEquals(at("SP=2").case.layout.cp, 2)
  lu.assertEquals({ at("tp=2 \195\151 fsdp=4").case.layout.tp, at("tp=2 \195\151 fsdp=4").row.dp_shard }, { 2, 4 })
  local one = at("TP2 SP")
  lu.assertEquals({ one.case.layout.tp, one.case.layout.cp or 1, one.case.layout.sp }, { 2, 1, "yes" })
  local function setup(...)
    local lines = {}
    for i, value in ipairs{ ... } do lines[i] = of_run .. "9," .. value end
    return read(run .. "step_time_s,Setup", (table.unpack or unpack)(lines))
  end
  local two = setup("TP2-PP2", "TP4")
  lu.assertEquals({ two[1].case.layout.pp, two[2].case.layout.tp }, { 2, 4 })
  lu.assertEquals(setup("TP2-PP2", "the best run")[1].case.layout.pp, 2) -- the degree of a row is not ignored
end

-- A backend is a software or a way to shard, if all of its cells are.
function TestSpellings:test_backends()
  local function at(...)
    local lines = {}
    for i, value in ipairs{ ... } do lines[i] = of_run .. "9," .. value end
    return read(run .. "step_time_s,Backend", (table.unpack or unpack)(lines))
  end
  local both = at("torchtitan", "Megatron-LM")
  lu.assertEquals({ both[1].row.software, both[2].row.software }, { "torchtitan", "Megatron-LM" })
  lu.assertEquals(at("zero2", "fsdp2")[1].row.sharding, "zero2")
  local mixed = at("DS ZeRO-3", "Megatron")
  lu.assertEquals({ mixed[1].row.software, mixed[1].row.sharding }, { "DS ZeRO-3", "zero3" })
  lu.assertNil(at("nccl", "torchtitan")[2].row.software)
end

function TestSpellings:test_offload()
  local function at(value) return read(run .. "step_time_s,Offload", of_run .. "9," .. value)[1] end
  lu.assertEquals({ at("none").about.remarks, at("distributed_optimizer").about.remarks }, { {}, {} })
  local function off(value) return at(value).case.layout.offload_opt or 0 end
  lu.assertEquals({ off("none"), off("optimizer\226\134\146cpu"), off("distributed_optimizer") }, { 0, 1, 0 })
  lu.assertStrContains(at("activation CPU offload").about.remarks[1], "its activations are moved to the host")
  lu.assertStrContains(at("true").about.remarks[1], "write optimizer or activations")
end

-- A column with the name of a field has the words of frameworks too.
function TestSpellings:test_words_of_fields()
  lu.assertEquals({ field("dispatch", "DeepEP", "dispatch"), field("dispatch", "copies", "dispatch") },
    { "nodes", "copies" })
  lu.assertEquals({ field("graphs", "full_iteration", "graphs"), field("graphs", "none", "graphs") }, { "all", "none" })
end

-- Devices of all nodes in the name of the device.
function TestSpellings:test_devices_of_nodes()
  local function at(device)
    local t = assert(text.table(assert(text.plain("model,hardware,Seq,GBS,MBS,step_time_s\nllama3_8b," .. device
      .. ",8192,128,1,9\n", {}))))
    return reader.rows(t, reader.entry "own")[1]
  end
  lu.assertEquals({ at("2 nodes x 8 H100 GPUs").row.gpus, at("2x8 H100").row.gpus, at("8x H100").row.gpus }, { 16, 16, 8 })
  lu.assertStrContains(at("2 racks x 8 H100").why, "gpus")
end

-- A size in brackets repeats the name; another number there may be the layers of a shorter model.
function TestSpellings:test_models_in_brackets()
  lu.assertEquals(models.named "GLM-4.5-Air (110B)", "glm4_5_air")
  lu.assertEquals(models.named "Qwen3-30B-A3B (MoE)", "qwen3_30b_a3b")
  lu.assertNil(models.named "Qwen3-30B-A3B (31L)")
  lu.assertEquals(models.named "Qwen/Qwen3.5-397B-A17B", "qwen3_5_397b_a17b")
end

-- Many authors count the share of the BF16 peak in FP8 and FP4 too; a share of ten times the time's is wrong.
function TestSpellings:test_shares_of_the_wide_peak()
  local v = { t_step = 1, mfu = 0.2, hfu = 0.2, peak = 9e15 }
  local device = { peak_bf16 = 2.25e15 }
  local function said(share, of) return slips.share({ step_time_s = 1, mfu_pct = share }, v, 1, of) end
  lu.assertNil(said(80, device))
  lu.assertStrContains(said(80), "its step time and mfu_pct contradict each other")
  lu.assertStrContains(said(3, device), "contradict")
end

os.exit(lu.LuaUnit.run(), true)
