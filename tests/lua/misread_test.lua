-- SPDX-License-Identifier: MIT
-- Cells that people write into a file of runs and that could be misread silently: a cell is used with its intended meaning,
-- or a sentence names it. Each test has the correct cell next to the one that is easily misread.
local lu = require "luaunit"
local expect = require "expect"
local reader = require "twocs.runs.read"
local rows = require "twocs.data.rows"
local tw = require "twocs"
require("twocs.data.unsupported").tell = function() end -- missing settings of a configuration are also in its case
local words = require "twocs.runs.words"

local own = reader.entry "own"

local function row(more)
  local r = { model = "m", layers = 32, hidden = 4096, heads = 32, kv_heads = 8, ffn = 14336, vocab = 128256, gated = "yes",
    seq = 8192, gpus = 64, gpu_type = "H100", tp = 2, pp = 2, microbatch = 1, global_batch = 128 }
  for name, value in pairs(more) do r[name] = value or nil end
  return r
end

-- The reason why a row with these cells is not a case, or nil.
local function why(more) return reader.case(own, row(more)).why end

-- The value of a field in a row with these cells.
local function value(more, name)
  local one = reader.case(own, row(more))
  assert(one.case, one.why)
  return one.case[rows.by_name[name].record][name]
end

-- The result of a configuration: the case, or the sentence.
local function configured(as, text, options)
  local path, all = os.tmpname(), { as = as, device = "h100_sxm" }
  for name, one in pairs(options or {}) do all[name] = one end
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  local case, sentence = tw.read(path, all)
  os.remove(path)
  return case, sentence
end

TestMisread = {}

-- A field has one value, from any of its columns.
function TestMisread:test_two_columns_of_one_field()
  for sentence, more in pairs{ ["its format and precision contradict each other"] = { format = "fp8", precision = "bf16" },
    ["two of its columns state flash_attn: no and yes"] = { attention = "unfused", flash_attn = "yes" },
    ["its shard and zero_group contradict each other"] = { shard = 4, zero_group = 8, sharding = "fsdp" },
    ["its cuda_graphs and graphs contradict each other"] = { graphs = "all", cuda_graphs = "no" },
    ["its precision and precision_recipe contradict each other"] =
      { precision = "mxfp8", precision_recipe = "rowwise" } } do
    lu.assertEquals(why(more), sentence)
  end
  lu.assertEquals(value({ format = "fp8", precision = "FP8" }, "format"), "fp8")
  -- Of two names of a model, a known one is used; two known ones must be the same model, and so must two unknown ones.
  for _, names in ipairs{ { "llama2_7b", "m" }, { "m", "llama2_7b" }, { "llama2_7b", "meta-llama/Llama-2-7b-hf" } } do
    lu.assertNil(why{ model = names[1], model_name = names[2], kv_heads = 32, ffn = 11008, vocab = 32000 })
  end
  for _, names in ipairs{ { "llama2_7b", "llama3_8b" }, { "m", "another" } } do
    lu.assertStrContains(why{ model = names[1], model_name = names[2] }, "two of its columns state model: ")
  end
  local function remarks(more) return reader.case(own, row(more)).about.remarks end
  lu.assertEquals(remarks{ device = "h200_sxm" }, { 'device "h200_sxm" and gpu_type "H100" differ: device is used' })
  lu.assertEquals(remarks{ device = "h100_sxm" }, {})
  lu.assertEquals(remarks{ network = "GPUDirect-TCPX" }, { 'what network "GPUDirect-TCPX" reaches is not known here: the '
    .. "bandwidth of its device is used; net1_bw and net1_share override it" })
  lu.assertEquals(remarks{ network = "tcpx", net1_bw = 12.5e9 }, {})
  lu.assertNil(why{ shard = "8", zero_group = 8, sharding = "fsdp" })
  lu.assertEquals(value({ shard = 4, sharding = "hsdp" }, "shard"), 4)
  lu.assertAlmostEquals(value({ peak_bf16 = 8e14, power_w = 500 }, "peak_bf16") / 8e14,
    value({ power_w = 500 }, "peak_bf16") / tw.devices.h100_sxm.peak_bf16, 1e-12)
end

-- Layers without experts are some of the layers, if there are experts.
function TestMisread:test_first_dense_layers()
  lu.assertEquals(why{ first_dense_layers = 3 }, "it has first_dense_layers, but experts is empty")
  local moe = { experts = 8, top_k = 2, first_dense_layers = 33 }
  lu.assertEquals(why(moe), "it has more first_dense_layers than layers")
  moe.first_dense_layers = 8
  lu.assertEquals(value(moe, "moe_share"), 0.75)
  moe.moe_layers = 24
  lu.assertEquals(value(moe, "moe_share"), 0.75)
  moe.moe_layers = 23
  lu.assertEquals(why(moe), "its first_dense_layers and moe_layers differ from its layers")
  moe.first_dense_layers, moe.mtp_layers = nil, 4 -- these have experts
  lu.assertEquals(value(moe, "moe_share"), 27 / 36)
  moe.moe_layers = 33
  lu.assertEquals(why(moe), "it has more moe_layers than layers")
  lu.assertEquals(why{ moe_layers = 4 }, "it has moe_layers, but experts is empty")
end

-- Flags of the number format in the forms of arguments and trackers: the narrowest format is that of the GEMMs.
function TestMisread:test_flags_of_the_number_format()
  for format, cells in pairs{ fp8 = { { fp8 = "True" }, { fp8 = "hybrid" }, { fp8 = 1, bf16 = 1, fp4 = 0 },
    { fp8 = "yes", precision = "bf16-mixed" }, { fp8 = "yes", precision = "fp8" } },
    fp4 = { { fp4 = "yes", bf16 = "yes" }, { fp4 = "yes", precision = "nvfp4" } },
    bf16 = { { bf16 = "true" }, { fp8 = "False" }, { fp8 = "no", precision = "bf16" } },
    fp16 = { { fp16 = "true" }, { fp16 = "yes", bf16 = "no" } } } do
    for _, more in ipairs(cells) do lu.assertEquals(value(more, "format"), format) end
  end
  for sentence, more in pairs{ ["its fp8 and precision contradict each other"] = { fp8 = "yes", precision = "fp32" },
    ["its bf16 and fp16 contradict each other"] = { fp16 = "yes", bf16 = "yes" },
    ["its bf16 and precision contradict each other"] = { bf16 = "yes", precision = "fp16" },
    ["its bf16 is no, and precision is empty"] = { bf16 = "no" } } do
    lu.assertEquals(why(more), sentence)
  end
  lu.assertEquals(why{ fp8 = "no", precision = "fp8" }, "its fp8 and precision contradict each other")
  lu.assertEquals(value({ fp8 = "yes", fp8_recipe_name = "rowwise" }, "fp8_recipe"), "row")
end

-- FP8 parts other than GEMMs count only in a run in FP8.
function TestMisread:test_parts_in_fp8()
  lu.assertEquals(value({ precision = "fp8", fp8_param_gather = "yes" }, "weight_byte"), 1)
  lu.assertNotEquals(value({ precision = "fp8", fp8_param_gather = "no" }, "weight_byte"), 1)
  lu.assertNotEquals(value({ precision = "bf16", fp8_param_gather = "yes" }, "weight_byte"), 1)
  for cell, says in pairs{ yes = "yes", ["no (F16)"] = "no", unknown = "no" } do
    lu.assertEquals(value({ precision = "fp8", fp8_attention = cell }, "fp8_attention"), says)
  end
  lu.assertStrContains(why{ fp8_attention = "half" }, 'fp8_attention is "half"')
  lu.assertEquals(value({ fp8_lm_head = "yes" }, "fp8_head"), "yes")
  lu.assertEquals(value({ fp8_lm_head = "no" }, "fp8_head"), "no")
end

-- A name that mentions adapters, and columns that do.
function TestMisread:test_adapters()
  local function about(more) return assert(reader.case(own, row(more)).about) end
  lu.assertEquals(value({ model = "Llama-2-70B-LoRA" }, "lora_rank"), 16)
  lu.assertStrContains(about{ model = "Llama-2-70B-LoRA" }.remarks[1],
    "no column states the rank: 16 is used (lora_rank)")
  lu.assertEquals(about{ model = "Llama-2-70B-LoRA", lora_rank = 8 }.remarks, {})
  lu.assertEquals(value({ model = "Llama-2-70B-LoRA", lora_rank = 8 }, "lora_rank"), 8)
  lu.assertEquals(value({ model = "Llama-2-70B-LoRA", lora = "no" }, "lora_rank"), 0)
  lu.assertEquals(value({ lora = "yes" }, "lora_rank"), 16)
  lu.assertEquals(value({ lora = "yes", lora_r = 64 }, "lora_rank"), 64)
  lu.assertEquals(value({ model = "Llama-2-70B-LoRA", layers = false, hidden = false, heads = false, kv_heads = false,
    ffn = false, vocab = false }, "h"), 8192)
  lu.assertStrContains(why{ model = "llama3 qlora" }, "QLoRA")
  -- NeMo's recipes have one adapter for Q, K and V; a row that states another place wins.
  local nemo = { lora = "yes", software = "nemo" }
  lu.assertEquals({ value(nemo, "lora_on"), value(nemo, "lora_joined") }, { "attention", "yes" })
  lu.assertEquals(value({ lora = "yes", software = "nemo", lora_on = "linear" }, "lora_on"), "linear")
  lu.assertEquals(value({ lora = "yes", software = "torchtune" }, "lora_on"), "linear")
end

-- A question asks which matrices have adapters if a row does not state it.
function TestMisread:test_missing_adapters_are_questioned()
  local path, head = os.tmpname(), "model,seq,gpus,gpu_type,tp,microbatch,global_batch,precision,software,step_time_s"
  local function asked(more, cells, software)
    local file = assert(io.open(path, "w"))
    file:write(head, more, "\nLlama-2-70B-LoRA,8192,8,H100,4,1,8,fp8,", software or "nemo", ",4.1", cells, "\n")
    file:close()
    for _, one in ipairs(assert(tw.predict{ file = path }).open) do
      if one.choice.column == "lora_on" then return one.is end
    end
  end
  lu.assertEquals(asked("", ""), "attention") -- as in NeMo's recipes
  lu.assertEquals(asked(",compiled", ",no", "pytorch"), "linear")
  lu.assertNil(asked(",lora_on", ",attention"))
  lu.assertNil(asked(",lora", ",no"))
  os.remove(path)
end

-- Every n-th layer has the window.
function TestMisread:test_windows()
  lu.assertEquals({ value({ window = 128, window_every = 2 }, "window"), value({ window = 128, window_every = 2 },
    "window_share") }, { 128, 0.5 })
  lu.assertEquals(value({ sliding_window = 128 }, "window_share"), 1)
end

-- An NVLink domain contains several nodes; the domain size of the device is used for its nodes.
function TestMisread:test_nvlink_domains()
  local nvl = { gpu_type = "GB200 NVL72", gpus = 256, tp = 1, pp = 4, precision = "bf16" }
  local function domain(more)
    for name, one in pairs(nvl) do more[name] = one end
    return value(more, "net0_size")
  end
  lu.assertEquals({ domain{}, domain{ nvlink_domain = 72 }, domain{ nvlink_domain = 72, node_size = 4 } }, { 64, 64, 64 })
  lu.assertEquals({ domain{ nvlink_domain = 36 }, domain{ node_size = 4 } }, { 36, 4 })
end

function TestMisread:test_kinds_of_context_parallelism()
  for word, kind in pairs{ p2p = "ring", a2a = "all_to_all", all_gather = "all_gather" } do
    lu.assertEquals(value({ cp = 2, cp_comm = word }, "cp_kind"), kind)
  end
  lu.assertStrContains(why{ cp = 2, cp_comm = "a2a+p2p" }, 'cp_comm is "a2a+p2p"')
end

-- The fields of a word, or the sentence about it.
local function said(column, text)
  local fields, sentence = words.fields(column, text)
  return fields or sentence
end

local function refused(column, ...)
  for _, text in ipairs{ ... } do
    lu.assertStrContains(said(column, text), tw.format('%s is "%s"', column, text))
  end
end

-- A negated word does not mean what it names.
function TestMisread:test_words_that_are_denied()
  refused("precision", "no fp8", "not fp16")
  refused("network", "no infiniband", "not EFA")
  refused("dispatcher", "no deepep")
  refused("optimizer", "no adam")
  refused("position", "no alibi")
  lu.assertEquals(said("precision", "bf16 (fp8 off)"), { format = "bf16" })
  lu.assertEquals(said("cuda_graphs", "full iteration (off)"), { graphs = "none" })
end

-- The recipe of FP8 within the format: torchao's, Transformer Engine's, NeMo's letters.
function TestMisread:test_a_recipe_within_the_precision()
  for text, recipe in pairs{ ["fp8 rowwise"] = "row", ["FP8 blockwise"] = "block", ["FP8-MX"] = "block", fp8_sc = "block",
    ["fp8-cs"] = "tensor", ["fp8_ds"] = "tensor", ["fp8 (delayed)"] = "tensor", ["bf16 with fp8 tensorwise"] = "tensor",
    mxfp8 = "block" } do
    lu.assertEquals(said("precision", text), { format = "fp8", fp8_recipe = recipe }, text)
  end
  lu.assertEquals(said("precision", "fp8"), { format = "fp8" })
  local sentence = "its precision and precision_recipe contradict each other"
  lu.assertEquals(why{ precision = "fp8", precision_recipe = "nvfp4" }, sentence)
  lu.assertEquals(why{ precision = "fp8", precision_recipe = "bf16" }, sentence)
  lu.assertEquals(why{ precision = "fp8 rowwise", precision_recipe = "delayed" }, sentence)
  lu.assertEquals(value({ precision_recipe = "nvfp4" }, "format"), "fp4")
end

-- FSDP with other words has their meaning, or no known meaning.
function TestMisread:test_sharding()
  for text, zero in pairs{ fsdp2 = "weights", ["FSDP (ZeRO-2)"] = "gradients", ["fsdp-shard_grad_op"] = "gradients",
    ["fsdp full_shard"] = "weights", ["full_shard auto_wrap"] = "weights", ["FSDP, ZeRO-3"] = "weights",
    optim = "optimizer", optim_grads = "gradients", optim_grads_params = "weights" } do
    lu.assertEquals(said("sharding", text), { zero = zero }, text)
  end
  lu.assertEquals(said("sharding", "_HYBRID_SHARD_ZERO2"), { zero = "gradients", hybrid = true })
  refused("sharding", "fsdp none", "fsdp offload", "fsdp, reshard_after_forward=false", "distopt off", "dist_opt=False")
end

-- Megatron's use_distributed_optimizer is ZeRO-1; together with FSDP it adds nothing.
function TestMisread:test_distributed_optimizer()
  lu.assertEquals(value({ dist_opt = "yes" }, "zero"), "optimizer")
  lu.assertEquals(value({ use_distributed_optimizer = "True" }, "zero"), "optimizer")
  lu.assertEquals(value({ dist_opt = "no" }, "zero"), "none")
  lu.assertEquals(value({ dist_opt = "yes", sharding = "fsdp" }, "zero"), "weights")
  lu.assertEquals(why{ dist_opt = "yes", sharding = "ddp" }, "its dist_opt and sharding contradict each other")
end

-- The number of recomputed layers is a field of its own; parts of a layer must be known by name.
function TestMisread:test_recomputation()
  refused("recompute", "full-block-10", "full (10 of 32 layers)", "full/uniform/4", "full/block/1", "selective, 4 layers",
    "selective mpl", "selective (moe, layernrom)")
  for _, text in ipairs{ "full", "full/uniform/1", "uniform", "full (uniform, 1)" } do
    lu.assertEquals(said("recompute", text), { recompute = "full" }, text)
  end
  for _, text in ipairs{ "selective", "selective (every k-th block)", "selective core_attn", "selective attention" } do
    lu.assertEquals(said("recompute", text), { recompute = "selective" }, text)
  end
  lu.assertEquals(said("recompute", "selective (mlp, norm)"),
    { recompute = "none", recompute_fc = "yes", recompute_norms = "yes" })
end

-- An unknown word for CUDA graphs is not one of their parts; a number may have a decimal.
function TestMisread:test_graphs()
  for text, graphs in pairs{ no = "none", ["0.0"] = "none", none = "none", disabled = "none", ["1.0"] = "dense",
    True = "dense", yes = "dense", on = "dense", full_iteration = "all", ["attn,moe_router"] = "dense", mlp = "dense",
    ["transformer_engine: attn"] = "dense", ["config_common_cg.sh (scope not stored)"] = "dense", ["local"] = "dense" } do
    lu.assertEquals(said("cuda_graphs", text), { graphs = graphs }, text)
  end
  refused("cuda_graphs", "N", "maybe", "unknown", "diasbled")
end

-- The state of an optimizer: of two optimizers, the one that keeps less for most weights; state that is kept elsewhere is
-- unknown.
function TestMisread:test_optimizers()
  for text, byte in pairs{ ["Muon+AdamW"] = 4, ["SGD (no momentum)"] = 0, SGD = 4, ["AdamW bf16"] = 4, adamw_8bit = 2 } do
    lu.assertEquals(said("optimizer", text), { moment_byte = byte }, text)
  end
  for _, text in ipairs{ "adamw", "fused Adam", "paged_adamw_32bit" } do
    lu.assertEquals(said("optimizer", text), {}, text)
  end
  refused("optimizer", "DeepSpeedCPUAdam", "adam-mini", "galore_adamw", "adam offloaded")
end

-- The result of `ask` for a file with a row for each of these; without it, their predictions.
local function predicted(list, ask)
  local names, lines = {}, {}
  for i, more in ipairs(list) do
    local cells, r = {}, row(more)
    if i == 1 then
      for name in pairs(r) do names[#names + 1] = name end
      lines[1] = table.concat(names, ",")
    end
    for k, name in ipairs(names) do cells[k] = tostring(r[name]) end
    lines[#lines + 1] = table.concat(cells, ",")
  end
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
  local runs, sentence = (ask or tw.predict){ file = path }
  os.remove(path)
  return assert(runs, sentence)
end

-- Models without a name are distinguished by their sizes: their rows are not layouts of one model.
function TestMisread:test_models_without_a_name()
  local function called(more)
    more.model = false
    return reader.case(own, row(more)).row.model
  end
  lu.assertEquals(called{}, "32 layers of 4096, FC 14336")
  lu.assertEquals(called{ layers = 16, hidden = 2048, ffn = 8192 }, "16 layers of 2048, FC 8192")
  lu.assertEquals(called{ experts = 8, top_k = 2 }, "32 layers of 4096, FC 14336, 8 experts")
  lu.assertEquals(reader.case(own, row{}).row.model, "m")
end

-- Two columns with the speed of a run must agree; each alone is sufficient.
function TestMisread:test_two_rates()
  lu.assertEquals(why{ tokens_per_s = 450000, tokens_per_s_per_gpu = 700 },
    "its tokens_per_s and tokens_per_s_per_gpu contradict each other")
  lu.assertEquals(why{ samples_per_s = 55, tokens_per_s = 55 }, "its tokens_per_s and samples_per_s contradict each other")
  lu.assertEquals(why{ samples_per_s = 55, step_time_s = 5 }, "its step time and samples_per_s contradict each other")
  lu.assertNil(why{ samples_per_s = 55, tokens_per_s = 450560, tokens_per_s_per_gpu = 7040, step_time_s = 2.327 })
  local sentence, n = next(predicted{ { mfu_pct = 10, tflops_per_gpu = 400 } }.reasons)
  lu.assertEquals({ sentence, n }, { "its mfu_pct and tflops_per_gpu contradict each other", 1 })
end

-- A rate of one GPU is recognised as such; a question asks about a rate that a device cannot have.
function TestMisread:test_a_rate_of_one_or_of_all()
  for column, rates in pairs{ tokens_per_s = { 7000, 56000 }, tokens_per_s_per_gpu = { 56000, 7000 } } do
    local function at(rate, batch, seq)
      return { [column] = rate, gpus = 8, global_batch = batch, seq = seq or 8192 }
    end
    local wrong, right, asked = rates[1], rates[2], tw.format("is %s the rate of ", column)
    lu.assertStrContains(tostring(predicted{ at(wrong, 16), at(1.2 * wrong, 24), at(0.9 * wrong, 32) }), asked)
    if column == "tokens_per_s" then -- a single slow row among others is not such a rate
      local among = predicted{ at(wrong, 16, 4096), at(right, 24), at(0.9 * right, 32) }
      lu.assertEquals(#among.rows, 3)
      lu.assertNotStrContains(tostring(among), asked)
    end
  end
  lu.assertEquals(#predicted{ { tokens_per_s = 450000 } }.rows, 1)
  lu.assertEquals(#predicted{ { tokens_per_s_per_gpu = 7000 } }.rows, 1)
  lu.assertStrContains(next(predicted{ { tflops_per_gpu = 3200, gpus = 8, global_batch = 16 } }.reasons),
    "above the peak of its device")
end

-- A single row in milliseconds among others is reported.
function TestMisread:test_one_row_in_milliseconds()
  local lines = predicted{ { step_time_s = 2.3 }, { step_time_s = 2300 } }.unread
  lu.assertEquals(#lines, 1)
  lu.assertStrContains(lines[1], "row 2: its measured step is")
  lu.assertEquals(predicted{ { step_time_s = 2300 } }.unread, {}) -- the report states it for the whole file
end

-- Rates of one GPU in a column of all GPUs, and the other way round: a step is too long by the number of GPUs, or above the
-- peak.
function TestMisread:test_one_row_with_the_rate_of_others()
  local right = predicted{ { step_time_s = 2.3 } }.rows[1]
  local step, mfu = right.predicted, right.v.mfu
  local function said(ratio) return predicted{ { step_time_s = step }, { step_time_s = step * ratio } }.unread end
  lu.assertStrContains(said(32)[1], "row 2: its measured step is 32 times the predicted one: is its unit wrong, or is "
    .. "its rate for one GPU?")
  lu.assertStrContains(said(0.9 * mfu)[1], "row 2: its measured step is shorter than the peak of its devices allows")
  lu.assertEquals({ said(1.1 * mfu), said(19) }, { {}, {} })
end

-- Nodes give the GPUs, or their number per node, or contradict other cells.
function TestMisread:test_nodes()
  lu.assertEquals(value({ gpus = false, nodes = 8, node_size = 8 }, "dp"), 16)
  lu.assertEquals(why{ nodes = 4, gpus_per_node = 8 }, "its nodes x node_size differ from its GPUs")
  lu.assertEquals(why{ nnodes = 7 }, "its nodes do not divide its GPUs")
  local sentence = "by the columns nodes and gpus, but 8 are used, the node size of its device: node_size overrides it"
  lu.assertEquals(predicted{ { nodes = 4 }, { nodes = 4, tp = 4 }, { nodes = 16 }, { nodes = 8 } }.unread,
    { "row 1 and 1 more: its nodes have 16 GPUs each " .. sentence, "row 3: its nodes have 4 GPUs each " .. sentence })
  lu.assertEquals(predicted{ { nodes = 16, gpu_type = "GB200" }, { nodes = 1, gpus = 4, global_batch = 8 } }.unread, {})
  lu.assertEquals(why{ gpus = false, nodes = 8 }, "no column states gpus or gpus_per_node")
end

-- Accumulation and the batch give the microbatch.
function TestMisread:test_accumulation()
  lu.assertEquals(value({ microbatch = false, grad_accum = 4 }, "micro_batch"), 2)
  lu.assertEquals(value({ microbatch = false, num_microbatches = 8 }, "micro_batch"), 1)
  lu.assertEquals(why{ microbatch = false, grad_accum = 3 }, "DP x grad_accum do not divide its global batch")
  lu.assertEquals(why{ num_microbatches = 4 }, "microbatch x DP x grad_accum differ from its global batch")
end

-- A layout string gives the chunks of a stage; a text that is not one, or one for other stages, is reported.
function TestMisread:test_pipeline_layouts()
  local function laid(text, more)
    local cells = { pipeline_layout = text }
    for name, cell in pairs(more or {}) do cells[name] = cell end
    return cells
  end
  lu.assertEquals(value(laid "Et*8|t*8|t*8|t*8L", "vp"), 2)
  lu.assertEquals(value(laid("Et*8|t*8|t*8|t*8L", { vp = 2 }), "vp"), 2)
  lu.assertEquals(value(laid "Et*16|t*16L", "first_layers"), 16)
  for text, chunks in pairs{ ["Et*8|t*8|t*8|t*8L"] = 4, ["Et*16|t*16L"] = 2 } do
    lu.assertEquals(why(laid(text, { vp = chunks })), "its pipeline_layout and vp contradict each other")
  end
  lu.assertEquals(value(laid "Et*16|t*16mL", "mtp"), 1) -- a prediction layer needs no other column
  for text, reason in pairs{ ["16 16"] = "neither E, t, m, L, | nor a group at character 1",
    ["E|t*15|t*17L"] = "3 chunks are not a multiple of PP = 2" } do
    lu.assertEquals(predicted{ laid(text) }.unread, { tw.format('row 1: pipeline_layout "%s" is not used (%s): layers are '
      .. "distributed as without it", text, reason) })
  end
  lu.assertEquals(reader.case(own, row(laid "Et*16|t*16L")).about.remarks, {})
end

local function of_text(text)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  local runs = assert(tw.predict{ file = path })
  os.remove(path)
  return runs
end

-- Other people's headers, and the columns that they mean.
function TestMisread:test_headers_of_others()
  local columns, headers = require "twocs.runs.columns", require "twocs.runs.headers"
  for name, of in pairs{ ["#-GPUs"] = "gpus", ["Number of GPUs"] = "gpus", ["No. of nodes"] = "nodes", ["EP size"] = "ep",
    cp_degree = "cp", ["VP size"] = "vp", virtual_pp = "vp", tensor_parallel_size = "tp",
    pipeline_parallelism = "pp", num_params = "params_b", ["Expert Parallelism"] = "ep",
    ["Tokens / sec / GPU"] = "tokens_per_s_per_gpu", ["tok/s/device"] = "tokens_per_s_per_gpu", ["seq/s"] = "samples_per_s",
    ["Model TFLOP / sec / GPU"] = "tflops_per_gpu", ["tokens/sec"] = "tokens_per_s", GA = "grad_accum",
    position_embedding_type = "position", ["Seq. Len."] = "seq",
    ["GPU model"] = "gpu_type", ["hidden dim"] = "hidden", ["ctx len"] = "seq" } do
    lu.assertEquals((columns.of(name) or {}).name, of, name)
  end
  -- Ambiguous headers such as "interconnect", which may be NVLink or a fabric, or an instance type next to GPUs, are not
  -- read.
  for _, name in ipairs{ "interconnect", "nic", "instance type", "iter_s", "Model size", "tokens", "GPU hours",
    "size", "expert", "data",
    "context size", "data size", "Expert Size", "data_parallel_strategy", "model_parallel_size", "num_steps" } do
    lu.assertNil(columns.of(name), name)
  end
  local function named(...)
    local cells = {}
    for k, name in ipairs{ ... } do cells[k] = { cell = name, name = name } end
    return headers.meant(cells)
  end
  lu.assertEquals(named("Step time (ms)", "Peak memory (GB)", "MFU (%)", "Throughput (tokens/s/GPU)", "GPUs",
    "time (ms)"), { "step_time_s [ms]", "peak_mem_gib [GB]", "mfu_pct", "tokens_per_s_per_gpu", "GPUs", "time (ms)" })
  lu.assertEquals(named("s/it", "max_mem_gib"), { "step_time_s [s]", "peak_mem_gib [GiB]" })
  lu.assertEquals(named("Time per iteration (ms/iter)", "seq"), { "step_time_s [ms]", "seq" })
  lu.assertEquals(named("GPU memory (GB)"), { "GPU memory (GB)" }) -- the size, or the used memory?
  -- A second column with the same meaning is left unread.
  lu.assertEquals(named("step_time_s", "Step time (ms)"), { "step_time_s", "Step time (ms)" })
  lu.assertEquals(named("iter time (s)", "Step time (ms)"), { "step_time_s [s]", "Step time (ms)" })
  local runs = of_text("Model,#-GPUs,GPU type,TP size,pp_size,Seq. Len.,MBS,GBS,precision,Framework,Step time (ms)\n"
    .. "Llama 3 8B,8,H100,2,1,8192,1,64,bf16,nemo,5000\n")
  lu.assertEquals({ #runs.rows, #runs.ignored, runs.rows[1].measured }, { 1, 0, 5 })
end

-- Percent and bytes in a header apply to its column, and such a column is not reported as unread.
function TestMisread:test_units_of_a_header()
  local one = predicted{ { ["mfu [%]"] = 40, ["peak_mem_gib [GB]"] = 40 } }
  lu.assertEquals(one.ignored, {})
  lu.assertAlmostEquals(one.rows[1].measured, predicted{ { mfu = 40 } }.rows[1].measured, 1e-9)
  lu.assertAlmostEquals(one.rows[1].row.peak_mem_gib, 40e9 / 1073741824, 1e-9)
  lu.assertEquals(#predicted{ { ["mfu [%]"] = 40, mfu_pct = 40 } }.rows, 1)
  lu.assertStrContains(next(predicted{ { mfu = 0.4 } }.reasons), "is it a share?")
end

-- A model by its name on the hub or by its folder; an unknown one is reported.
function TestMisread:test_models()
  local function layers(name)
    return value({ model = name, layers = false, hidden = false, heads = false, kv_heads = false, ffn = false,
      vocab = false, gated = false }, "layers")
  end
  for name, n in pairs{ ["meta-llama/Meta-Llama-3-8B"] = 32, ["meta-llama/Llama-3.1-70B-Instruct"] = 80,
    ["NousResearch/Llama-2-7b-hf"] = 32, ["meta-llama/Llama-2-13b-chat-hf"] = 40, ["Qwen/Qwen2.5-7B-Instruct"] = 28,
    ["/data/models/llama3-8b/"] = 32, ["meta-llama/Llama-3.3-70B-Instruct"] = 80 } do
    lu.assertEquals(layers(name), n, name)
  end
  local bare = { model = "acme/Llama-9-8B", layers = false, hidden = false, heads = false }
  lu.assertEquals(why(bare), '"acme/Llama-9-8B" is not a known model, and layers, hidden and heads are empty')
  bare.hidden = 4096
  lu.assertEquals(why(bare), "no column states layers")
end

-- The speed of a network does not follow from its name: a stated speed is reported if the data sheet has another one.
function TestMisread:test_the_rate_of_a_network()
  for text, rate in pairs{ ["ib 100G"] = 100, HDR = 200, ["InfiniBand HDR100"] = 100, ["EFA 400 Gbps"] = 400 } do
    local device = text:find "EFA" and "A100" or "H100"
    local remarks = reader.case(own, row{ network = text, gpu_type = device }).about.remarks
    lu.assertEquals(remarks, { tw.format('network "%s" means %d Gb/s, but %d Gb/s are used for each GPU, as in the data of '
      .. "its device; state net1_bw to change this", text, rate, device == "A100" and 200 or 400) })
  end
  for _, text in ipairs{ "NDR", "IB NDR 8x400", "3200 Gbps EFA", "3.2 Tbps EFA", "IB 400G", "8x400G InfiniBand",
    "EFA 32x100G", "EFA 3200 Gbps", "Slingshot-11",
    "Compute: 8x ConnectX-7 200Gb/s, Management: 100Gb/s Ethernet" } do
    lu.assertEquals(reader.case(own, row{ network = text }).about.remarks, {}, text)
  end
  for _, text in ipairs{ "3.2 Tb/s EFA", "AWSEFA", "CPU-proxied" } do
    lu.assertEquals(value({ network = text }, "network"), "efa", text)
  end
  lu.assertEquals(reader.case(own, row{ network = "HDR", net1_bw = 25e9 }).about.remarks, {})
  lu.assertEquals(reader.case(own, row{ network = "HDR", gpus = 8, global_batch = 16 }).about.remarks, {})
end

-- A bandwidth of a measured run in a wrong unit, of both directions, or of a whole node; and a peak with sparsity.
function TestMisread:test_bandwidths()
  local function slip(more)
    more.step_time_s = 2.3
    return why(more)
  end
  lu.assertEquals(slip{ net1_bw = 400e9 },
    "net1_bw is 400 GB/s, but the data sheet of its device states 50: is it in Gb/s, or of a whole node?")
  lu.assertEquals(slip{ net0_bw = 900e9 },
    "net0_bw is 900 GB/s, but the data sheet of its device states 450: is it of both directions?")
  lu.assertEquals(slip{ peak_bf16 = 1979e12 },
    "peak_bf16 is 1979 TFLOP/s, but the data sheet of its device states 989.4: is it with sparsity?")
  lu.assertNil(slip{ net1_bw = 100e9, net0_bw = 400e9, mem_bw = 2.4e12, peak_bf16 = 9e14 })
  lu.assertNil(why{ net1_bw = 400e9, net0_bw = 900e9 }) -- there is no measured time: it may be a plan
end

-- All words for yes and no are equivalent; a dropout rate above 0 is yes; Transformers' attention by its names.
function TestMisread:test_words_of_yes_and_no()
  lu.assertNil(why{ swiglu = 1 }) -- gated is yes
  lu.assertStrContains(why{ swiglu = "off" }, "two of its columns state gated: ")
  for cell, dropout in pairs{ ["0.1"] = "yes", ["0"] = "no", ["0.0"] = "no", yes = "yes" } do
    lu.assertEquals(value({ dropout = cell }, "dropout"), dropout)
  end
  for cell, kinds in pairs{ sdpa = { "fused" }, eager = { "unfused" }, flash_attention_2 = { "fused", "fa2" },
    flash_attention_3 = { "fused", "fa3" }, cudnn = { "fused", "cudnn" } } do
    lu.assertEquals(value({ attn_implementation = cell }, "attention"), kinds[1])
    if kinds[2] then lu.assertEquals(value({ attn_implementation = cell }, "flash_kernel"), kinds[2]) end
  end
end

-- Without a pipeline and a stated microbatch, a replica processes its batch at once; this is reported like other
-- assumptions.
function TestMisread:test_a_microbatch_that_is_left_out()
  local function told(more)
    more.step_time_s = 2.3
    return tostring(predicted{ more }):find("microbatch = up to 16384 tokens in 1 row; with 1 the ", 1, true) ~= nil
  end
  lu.assertTrue(told{ microbatch = false, pp = 1, global_batch = 256 })
  lu.assertFalse(told{ pp = 1, global_batch = 256 })
  lu.assertFalse(told{ microbatch = false, pp = 1, global_batch = 256, grad_accum = 8 })
end

-- A recipe of FP8 in a row that is not in FP8 is reported, and a version of a software is not a typo.
function TestMisread:test_a_recipe_alone_and_versions()
  local function remarks(more) return reader.case(own, row(more)).about.remarks end
  lu.assertEquals(remarks{ precision_recipe = "delayed" },
    { 'precision_recipe "delayed" is for FP8, but the row is assumed as in bf16: it has no effect' })
  lu.assertEquals(remarks{ precision_recipe = "tensorwise", precision = "bf16" },
    { 'precision_recipe "tensorwise" is for FP8, but the row is in bf16: it has no effect' })
  lu.assertEquals(remarks{ precision_recipe = "delayed", precision = "fp8" }, {})
  for text, name in pairs{ ["Megatron-LM 0.12"] = "megatron_core", ["Megatron-LM v0.12.1"] = "megatron_core",
    ["torchtitan 0.1.0"] = "torchtitan", ["NeMo 24.09"] = "nemo", ["DeepSpeed 0.14"] = "deepspeed" } do
    lu.assertEquals(reader.case(own, row{ software = text }).case.software.name, name, text)
  end
  lu.assertFalse(reader.case(own, row{ software = "torchtitna" }).about.software)
end

-- Sharding in the name of a software counts if no column states it; two stages of ZeRO contradict each other.
function TestMisread:test_sharding_in_the_name_of_a_software()
  for text, zero in pairs{ ["DeepSpeed ZeRO-3"] = "weights", ["DeepSpeed, ZeRO stage 2"] = "gradients",
    ["deepspeed_zero1"] = "optimizer", ["HF Trainer + DeepSpeed ZeRO3"] = "weights", ["PyTorch FSDP2"] = "weights",
    ["Megatron-LM + FSDP"] = "weights", ["torchtitan (no FSDP)"] = "none", ["PyTorch DDP"] = "none",
    ["DeepSpeed ZeRO-1/2/3"] = "none", ["DeepSpeed ZeRO"] = "none", ["DeepSpeed 0.14.3"] = "none",
    ["DeepSpeed ZeRO 5"] = "none", ["DeepSpeed ZeRO-2 or ZeRO-3"] = "none",
    ["Megatron-LM"] = "none" } do
    lu.assertEquals(value({ software = text }, "zero") or "none", zero, text)
  end
  lu.assertEquals(value({ software = "PyTorch HSDP", dp_replicate = 2 }, "zero"), "weights")
  lu.assertEquals(value({ software = "PyTorch FSDP", sharding = "zero2" }, "zero"), "gradients") -- a strategy of FSDP
  lu.assertEquals(value({ software = "DeepSpeed ZeRO-3", sharding = "stage 3" }, "zero"), "weights")
  lu.assertEquals(value({ software = "PyTorch FSDP", fsdp = "no" }, "zero"), "none")
  lu.assertNil(value({ software = "PyTorch FSDP", dp_shard = 1, dp_replicate = 16 }, "zero"))
  lu.assertEquals(value({ software = "PyTorch FSDP", dist_opt = "yes" }, "zero"), "optimizer")
  lu.assertEquals(value({ software = "PyTorch FSDP", optimizer = "distributed Adam" }, "zero"), "optimizer")
  lu.assertEquals(why{ software = "DeepSpeed ZeRO-3", sharding = "zero1" },
    "its sharding and software contradict each other")
  for _, text in ipairs{ "Megatron + FSDP", "Megatron-LM + FSDP" } do -- other words are not a typo
    lu.assertEquals(reader.case(own, row{ software = text }).case.software.name, "megatron_core", text)
  end
  for _, text in ipairs{ "HF Trainer", "LLaMA-Factory", "Axolotl 0.8" } do
    lu.assertEquals(reader.case(own, row{ software = text }).case.software.name, "transformers", text)
  end
end

-- Without FSDP weights are not sharded, but optimizer states may be: they are sharded if the software does so, or if
-- another column says it.
function TestMisread:test_no_fsdp()
  for _, no in ipairs{ "no", "0", "false", "DDP" } do
    for software, zero in pairs{ NeMo = 1, ["Megatron-Bridge 25.09"] = 1, ["llm-foundry"] = 0, MaxText = 0, PyTorch = 0,
      ["PyTorch FSDP"] = 0, [""] = 0, ["DeepSpeed ZeRO-2"] = 2 } do
      lu.assertEquals(tw.eval(reader.case(own, row{ fsdp = no, software = software }).case, "zero"), zero, software)
    end
  end
  lu.assertEquals(value({ fsdp = "no", dist_opt = "yes" }, "zero"), "optimizer")
  lu.assertEquals(value({ fsdp = "no", sharding = "zero2" }, "zero"), "gradients")
  lu.assertEquals(value({ fsdp = "yes", software = "NeMo" }, "zero"), "weights")
  lu.assertEquals(why{ fsdp = "no", sharding = "zero3" }, "its fsdp and sharding contradict each other")
end

-- Numbers instead of words: a degree of FSDP, a count of recomputed layers.
function TestMisread:test_numbers_in_the_place_of_words()
  local layout = reader.case(own, row{ fsdp = "8" }).case.layout
  lu.assertEquals({ layout.zero, layout.shard }, { "weights", 8 }) -- the other replicas are copies
  lu.assertNil(why{ fsdp = "1" })
  for _, n in ipairs{ "2", "80" } do
    lu.assertEquals(why{ recompute = n },
      tw.format('recompute is "%s": write full here, and the share of the layers in recompute_part', n))
  end
end

-- A known model with a size of another model: the sizes that are then missing are reported, with the reason.
function TestMisread:test_a_known_model_with_another_size()
  local sizes = { model = "llama3_8b", layers = false, hidden = 2048, heads = false, kv_heads = false, ffn = false }
  lu.assertEquals(why(sizes), "its hidden is 2048, but that of llama3_8b is 4096, so its other sizes are not those of "
    .. "llama3_8b; layers is empty")
  sizes.hidden = 4096
  lu.assertNil(why(sizes))
end

-- A calibration reports the rows and columns that it did not use.
function TestMisread:test_unused_rows_and_columns_of_a_calibration_are_reported()
  local rows_of = {}
  for i, tp in ipairs{ 1, 2, 4, 8, 1, 2, 4, 8 } do
    rows_of[i] = { tp = tp, global_batch = i < 5 and 64 or 128, step_time_s = i < 5 and 1.2 or 2.3, hiden = 5,
      software = "our own" }
  end
  rows_of[9] = { tp = 1, step_time_s = 2.3, recompute = "some", hiden = 5, software = "our own" }
  for i = 1, 8 do rows_of[i].recompute = "none" end
  local text = tostring(predicted(rows_of, tw.calibrate))
  lu.assertStrContains(text, "rows that are not used: 1 of 9 (")
  lu.assertStrContains(text, 'unused columns: hiden (is it "hidden"?)')
  lu.assertStrContains(text, 'software "our own" is not known here: taken as pytorch in 8 rows')
end

-- A unit in a column's name applies to its cells if the name is known; if the name is only similar, the unit is offered.
function TestMisread:test_units_in_a_name()
  for name, seconds in pairs{ ["step time (ms)"] = 0.4, step_time_ms = 0.4, ["elapsed_time_per_iteration (ms)"] = 0.4,
    ["iter time (s)"] = 400, ["sec/step"] = 400 } do
    local one = of_text("model,gpus,gpu_type,tp,pp,seq,microbatch,global_batch,precision," .. name
      .. "\nLlama 3 8B,8,H100,2,1,8192,1,64,bf16,400\n")
    lu.assertEquals(one.ignored, {})
    lu.assertAlmostEquals(one.rows[1].measured, seconds, 1e-12, name)
  end
  lu.assertEquals(predicted{ { ["step tme (ms)"] = 40 } }.ignored, { 'step tme (ms) (is it "step_time_s [ms]"?)' })
  lu.assertEquals(predicted{ { batch_size = 8 } }.ignored, { 'batch_size (is it "global_batch" or "microbatch"?)' })
  lu.assertEquals(predicted{ { ["Peak memory"] = 40 } }.ignored, { 'Peak memory (is it "peak_mem_gib"?)' })
  lu.assertEquals(predicted{ { hiden = 40 } }.ignored, { 'hiden (is it "hidden"?)' })
end

-- In a case, a name among fields is a label, and not a registered record with other fields.
function TestMisread:test_a_name_among_fields()
  local function eval(model, device)
    return tw.eval({ model = model, device = device or "h100_sxm", run = { sl = 4096, b = 1 } }, "t_layer")
  end
  expect.words('model = { name = "llama3_8b", ... }: name is only a label; to change the registered one, write '
    .. "tw.models.llama3_8b{ ... }", eval, { name = "llama3_8b", layers = 16 })
  expect.words('device = { name = "H100", ... }: name is only a label; to change the registered one, write '
    .. "tw.devices.h100_sxm{ ... }", eval, "llama3_8b", { name = "H100", net1_bw = "200 Gb/s" })
  local function of_software(name)
    return tw.eval({ model = "llama3_8b", device = "h100_sxm", software = { name = name, flash_kernel = "cudnn" } },
      "t_layer")
  end
  for _, name in ipairs{ "transformers", "Transformers", "Hugging Face" } do
    expect.words(tw.format('software = { name = "%s", ... }: name is only a label; to change the registered one, write '
      .. '{ like = "transformers", ... }', name), of_software, name)
  end
  lu.assertTrue(of_software "our_torch_of_may" > 0) -- a label
  lu.assertEquals(eval(tw.models.llama3_8b{ layers = 16 }), eval "llama3_8b")
  lu.assertTrue(eval{ name = "llama3_8b", h = 2048, heads = 16, layers = 16 } > 0)
  lu.assertTrue(eval{ name = "mine", layers = 16 } > 0)
end

TestConfigurations = {}

local function understood(case) return table.concat(case.not_understood, "\n") end

local megatron = "torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py --num-layers 32 --hidden-size 4096 "
  .. "--num-attention-heads 32 --vocab-size 32000 --seq-length 4096 --micro-batch-size 1 --global-batch-size 16 --bf16 "
  .. "--tensor-model-parallel-size 2 --attention-dropout 0 --hidden-dropout 0 "

local function argued(more) return configured("megatron", megatron .. more .. "\n") end

-- The recipe of FP8, the optimizer, gradient accumulation, buckets, and Megatron's own layers.
function TestConfigurations:test_arguments_that_have_a_field()
  for word, recipe in pairs{ delayed = "tensor", tensorwise = "tensor", blockwise = "block", mxfp8 = "block" } do
    lu.assertEquals(argued("--fp8-format hybrid --fp8-recipe " .. word).software.fp8_recipe, recipe)
  end
  for word, byte in pairs{ sgd = 4, muon = 4, dist_muon = 4 } do
    lu.assertEquals(argued("--optimizer " .. word).software.moment_byte, byte)
  end
  lu.assertEquals(argued("--no-gradient-accumulation-fusion").software.accumulate, "apart")
  lu.assertEquals(argued("--ddp-bucket-size 100000000").software.bucket, 1e8)
  lu.assertEquals(argued("--no-async-tensor-model-parallel-allreduce").layout.tp_overlap, "no")
  lu.assertEquals(argued("--transformer-impl local").run.attention, "unfused")
  lu.assertEquals(argued("--transformer-impl local --use-flash-attn").run.attention, "fused")
  lu.assertEquals(argued("--transformer-impl transformer_engine").run.attention, "fused")
end

-- Arguments that have an effect only with another argument, or that have no field, are reported.
function TestConfigurations:test_arguments_without_effect_are_reported()
  for more, sentence in pairs{ ["--fp8-format hybrid --fp8-recipe custom"] = "fp8_recipe = custom: unknown recipe",
    ["--optimizer soap"] = "optimizer = soap: the state of Adam is assumed",
    ["--recompute-method block"] = "recomputation without recompute_granularity",
    ["--overlap-param-gather"] = "overlap_param_gather without overlap_grad_reduce",
    ["--data-parallel-sharding-strategy optim"] = "without use_megatron_fsdp",
    ["--exp-avg-dtype bf16"] = "without use_precision_aware_optimizer",
    ["--deepspeed --deepspeed_config ds.json"] = "deepspeed_config = ds.json: the sharding is defined in that file, "
      .. "which is not read",
    ["--no-rope-fusion"] = "row operators are as kernels", ["--variable-seq-lengths"] = "one length" } do
    lu.assertStrContains(table.concat(argued(more).not_understood, "\n"), sentence)
  end
  lu.assertStrContains(select(2, argued "--fp16"), "fp16 and bf16 are both on")
  lu.assertEquals(argued("--optimizer adam --recompute-granularity full").not_understood, {})
end

-- Megatron-Bridge's names of a precision, and its sections.
function TestConfigurations:test_recipes_of_a_bridge()
  local function bridged(more)
    return configured("megatron-bridge", "model:\n  tensor_model_parallel_size: 1\n" .. more
      .. "\ntrain:\n  micro_batch_size: 1\n  global_batch_size: 8\n",
      { model = "llama3_8b", gpus = 8, run = { sl = 4096 } })
  end
  for more, recipe in pairs{ ["mixed_precision: bf16_with_mxfp8_mixed"] = "block",
    ["mixed_precision: bf16_with_fp8_subchannel_scaling_mixed"] = "block",
    ["mixed_precision:\n  bf16: true\n  fp8: hybrid\n  fp8_recipe: blockwise"] = "block",
    ["mixed_precision:\n  bf16: true\n  fp8: hybrid\n  fp8_recipe: tensorwise"] = "tensor" } do
    lu.assertEquals(assert(bridged(more)).software.fp8_recipe, recipe, more)
  end
  lu.assertEquals(bridged("optimizer:\n  optimizer: sgd").software.moment_byte, 4)
  lu.assertEquals(bridged("optimizer:\n  use_distributed_optimizer: false").layout.zero, "none")
  lu.assertEquals(bridged("  transformer_impl: local").run.attention, "unfused")
  lu.assertEquals(bridged("  gradient_accumulation_fusion: false").software.accumulate, "apart")
  lu.assertEquals(bridged("mixed_precision: bfloat16_mixed").run.format, "bf16")
  lu.assertStrContains(select(2, bridged "mixed_precision: banana"), "line 3: precision = banana is unknown")
  local packed = "dataset:\n  packed_sequence_specs:\n    packed_sequence_size: 4096"
  lu.assertStrContains(understood(bridged(packed)), "one length")
  lu.assertEquals(understood(bridged "ddp:\n  overlap_grad_reduce: false"), "")
end

-- NeMo without Transformer Engine has its own attention; its optimizer, which has many names, is Adam.
function TestConfigurations:test_nemo()
  local function nemo(more)
    return assert(configured("nemo", "trainer:\n  num_nodes: 1\n  devices: 8\n  precision: bf16\nmodel:\n"
      .. "  micro_batch_size: 1\n  global_batch_size: 8\n  encoder_seq_length: 4096\n  optim:\n"
      .. "    name: mcore_distributed_optim\n" .. more, { model = "llama3_8b" }))
  end
  lu.assertEquals({ nemo("  transformer_engine: false\n").run.attention, nemo("").run.attention }, { "unfused", "fused" })
  lu.assertEquals(understood(nemo ""), "")
end

-- torchtitan's recipes, converters and compilation; settings without a field are reported.
function TestConfigurations:test_torchtitan()
  local function titan(more, converters)
    return assert(configured("torchtitan", '[model]\nname = "llama3"\nflavor = "8B"\n' .. (converters or "")
      .. "[training]\nlocal_batch_size = 1\nseq_len = 8192\n" .. more, { gpus = 8 }))
  end
  local float8 = 'converters = ["float8"]\n'
  for more, recipe in pairs{ ['[float8]\nrecipe_name = "rowwise"'] = "row",
    ['[float8]\nrecipe_name = "rowwise_with_gw_hp"'] = "row", ['[float8]\nrecipe_name = "tensorwise"'] = "tensor" } do
    lu.assertEquals(titan(more, float8).software.fp8_recipe, recipe)
  end
  local mx = titan("", 'converters = ["mx"]\n')
  lu.assertEquals({ mx.run.format, mx.software.fp8_recipe, understood(mx) }, { "fp8", "block", "" })
  lu.assertEquals(titan("[compile]\nenable = true").software.like, "torchtitan_compiled")
  lu.assertEquals(titan('[compile]\nenable = true\ncomponents = ["loss"]').software.like, "torchtitan")
  lu.assertStrContains(understood(titan 'dtype = "bfloat16"'), "training.dtype = bfloat16")
  lu.assertStrContains(understood(titan '[optimizer]\nname = "Muon"'), "optimizer.name = Muon")
  lu.assertStrContains(understood(titan('[float8]\nrecipe_name = "fancy"', float8)), "float8.recipe_name = fancy")
end

-- DeepSpeed's formats and optimizers by any of their keys.
function TestConfigurations:test_deepspeed()
  local function sped(more)
    return configured("deepspeed", '{ "train_batch_size": 8, "zero_optimization": { "stage": 1 }, ' .. more .. " }",
      { gpus = 8, model = "llama3_8b", run = { sl = 4096 } })
  end
  for more, format in pairs{ ['"amp": { "enabled": true }'] = "fp16",
    ['"torch_autocast": { "enabled": true, "dtype": "bfloat16" }'] = "bf16",
    ['"torch_autocast": { "enabled": true, "dtype": "float16" }'] = "fp16",
    ['"torch_autocast": { "enabled": false, "dtype": "float16" }'] = "fp32" } do
    lu.assertEquals(sped(more).run.format, format, more)
  end
  lu.assertStrContains(select(2, sped '"bf16": { "enabled": true }, "fp16": { "enabled": true }'), "both enabled")
  lu.assertEquals(sped('"optimizer": { "type": "Lion" }').software.moment_byte, 4)
  lu.assertStrContains(understood(sped '"optimizer": { "type": "Adagrad" }'), "optimizer.type = Adagrad")
  lu.assertEquals(understood(sped '"optimizer": { "type": "AdamW" }'), "")
end

-- The Trainer's formats, which may be those of the launcher; its optimizers and files.
function TestConfigurations:test_the_trainer()
  local function trained(more)
    return configured("trainer", "accelerate launch --num_processes 8 " .. more
      .. " --model_name_or_path meta-llama/Llama-3.1-8B --per_device_train_batch_size 1 --max_seq_length 4096\n")
  end
  for more, format in pairs{ ["--mixed_precision bf16 train.py"] = "bf16", ["train.py --tf32 True"] = "tf32",
    ["--mixed_precision fp16 train.py --bf16"] = "bf16", ["train.py"] = "fp32" } do
    lu.assertEquals(assert(trained(more)).run.format, format, more)
  end
  lu.assertStrContains(understood(trained "--config_file fsdp.yaml train.py"), "fsdp.yaml: that file is not")
  for word, byte in pairs{ adafactor = 0, sgd = 0, lion_32bit = 4, adamw_bnb_8bit = 2 } do
    lu.assertEquals(trained("train.py --optim " .. word).software.moment_byte, byte)
  end
  lu.assertStrContains(understood(trained "train.py --optim galore_adamw"), "--optim = galore_adamw")
  lu.assertEquals(understood(trained "train.py --optim adamw_torch_fused"), "")
end

-- Accelerate's compiler, and a recipe that is written with a case and read back.
function TestConfigurations:test_accelerate_and_a_written_recipe()
  local case = configured("accelerate", "distributed_type: FSDP\nnum_processes: 8\nmixed_precision: bf16\n"
    .. "dynamo_config:\n  dynamo_backend: INDUCTOR\n", { model = "llama3_8b", run = { sl = 4096, micro_batch = 1 } })
  lu.assertEquals(case.software.kernels, "fused")
  local function out(recipe, as)
    return tw.config({ model = "llama3_8b", device = "h100_sxm", layout = { dp = 8 },
      run = { sl = 8192, micro_batch = 1, global_batch = 8, format = "fp8" }, software = { fp8_recipe = recipe } }, as)
  end
  lu.assertStrContains(out("block", "megatron"), "--fp8-recipe blockwise")
  lu.assertStrContains(select(2, out("row", "megatron")), "megatron cannot express fp8_recipe = row")
end

-- Values that a framework does not have, and contradictions, are refused or reported.
function TestConfigurations:test_values_of_others()
  local nano = "parallelism:\n  dp: 4\n  tp: 2\n  pp: 1\n  tp_mode: %s\nmodel:\n  dtype: bfloat16\n"
    .. "optimizer:\n  zero_stage: %s\ntokens:\n  micro_batch_size: 1\n  sequence_length: 4096\n"
  local function nanotron(...) return configured("nanotron", tw.format(nano, ...), { model = "llama2_7b" }) end
  lu.assertEquals(nanotron("reduce_scatter", "1").layout.sp, "yes")
  lu.assertStrContains(select(2, nanotron("SCATTER", "1")), "parallelism.tp_mode = SCATTER: expected")
  lu.assertStrContains(select(2, nanotron("ALL_REDUCE", "3")), "optimizer.zero_stage = 3: nanotron has 0 and 1")

  local function accelerated(more)
    return configured("accelerate", "distributed_type: FSDP\nnum_processes: 8\nmixed_precision: bf16\nfsdp_config:\n"
      .. "  fsdp_sharding_strategy: FULL_SHARD\n" .. more, { model = "llama3_8b", run = { sl = 4096, micro_batch = 1 } })
  end
  lu.assertEquals(accelerated("  fsdp_version: 2\n  fsdp_reshard_after_forward: false\n").layout.zero, "gradients")
  lu.assertEquals(accelerated("  fsdp_version: 2\n  fsdp_reshard_after_forward: true\n").layout.zero, "weights")
  lu.assertStrContains(understood(accelerated "  fsdp_reshard_after_forward: false\n"), "next to fsdp_sharding_strategy")
  lu.assertStrContains(understood(accelerated "parallelism_config:\n  parallelism_config_dp_replicate_size: 2\n"),
    "without a dp_shard_size")

  local function titan(more)
    return configured("torchtitan", '[model]\nname = "llama3"\nflavor = "8B"\n[training]\nlocal_batch_size = 1\n'
      .. "seq_len = 8192\n" .. more, { gpus = 8 })
  end
  lu.assertStrContains(select(2, titan 'mixed_precision_param = "fp8"'), "training.mixed_precision_param = fp8: expected")
  lu.assertStrContains(understood(titan "[parallelism]\nenable_async_tensor_parallel = true"), "without compile")
end

os.exit(lu.LuaUnit.run(), true)
