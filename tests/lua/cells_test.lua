-- SPDX-License-Identifier: MIT
-- A row of a user's file of training runs, cell by cell: the column of a header, the fields of a word, and the values that
-- a cell may have. The meaning of each word is written here a second time, from the documentation of its framework.
local lu = require "luaunit"
local a_row = require "a_row"
local cells = require "twocs.runs.cells"
local columns = require "twocs.runs.columns"
local layout_string = require "twocs.data.layout_string"
local reader = require "twocs.runs.read"
local tw = require "twocs"
local words = require "twocs.runs.words"

local row, case, field = a_row.cells, a_row.case, a_row.field

TestCells = {}

function TestCells:test_numbers()
  local function cell(name, value) return { cells.cell(columns.by_name[name], value) } end
  for _, nothing in ipairs{ "", "-", "n/a", "nan", "0", "0.00", "None", "null" } do
    lu.assertEquals(cell("step_time_s", nothing), {}, nothing)
  end
  lu.assertEquals(cell("step_time_s", 0), {})
  lu.assertTrue(cells.is_empty(0 / 0) and cells.is_empty(-(0 / 0)))
  lu.assertEquals({ cell("mfu_pct", "41.5 %")[1], cell("step_time_s", 1e-9)[1], cell("experts", 0)[1] }, { 41.5, 1e-9, 0 })
  for name, values in pairs{ step_time_s = { "3 %", -1, "1e18", "inf" }, tp = { 0, 1.5, "1e10", "two" },
    experts = { -1 } } do
    for _, value in ipairs(values) do
      lu.assertStrContains(select(2, cells.cell(columns.by_name[name], value)) or "", ('%s is "%s"'):format(name, value))
    end
  end
end

function TestCells:test_headers()
  local function means(header) return (columns.of(header) or {}).name end
  for header, name in pairs{ ["Micro-Batch Size"] = "microbatch", ["tokens/s"] = "tokens_per_s", [" world size "] = "gpus",
    ["Tokens/s/GPU"] = "tokens_per_s_per_gpu", ["TFLOP/s/GPU"] = "tflops_per_gpu", ["samples/s"] = "samples_per_s",
    host_layer = "host_layer" } do
    lu.assertEquals(means(header), name, header)
  end
  lu.assertNil(means "t_step") -- a result is not a column
  lu.assertNil(means "hiden")
  lu.assertEquals(select(2, columns.of "hiden"), "hidden")
end

function TestCells:test_yes_and_no()
  for word, value in pairs{ yes = true, TRUE = true, ["1"] = true, ["1.0"] = true, on = true, fa2 = true, no = false,
    ["false"] = false, off = false, ["0"] = false, fast = false } do
    lu.assertEquals(words.yes(word), value, word)
  end
  lu.assertEquals({ field({ gated = "false" }, "gated"), field({ gated = "True" }, "gated") }, { 0, 1 })
end

-- column, meanings of its words
local meanings = {
  sharding = { none = { zero = "none" }, DDP = { zero = "none" }, ["zero-1"] = { zero = "optimizer" },
    dist_opt = { zero = "optimizer" }, ["distributed optimizer"] = { zero = "optimizer" }, ["1.0"] = { zero = "optimizer" },
    stage2 = { zero = "gradients" }, SHARD_GRAD_OP = { zero = "gradients" }, ["2"] = { zero = "gradients" },
    ["stage 3"] = { zero = "weights" }, ["3.0"] = { zero = "weights" }, FSDP2 = { zero = "weights" },
    HYBRID_SHARD = { zero = "weights", hybrid = true }, hsdp = { zero = "weights", hybrid = true } },
  recompute = { ["False"] = { recompute = "none" }, selective_op = { recompute = "selective" },
    full = { recompute = "full" }, block = { recompute = "full" }, uniform = { recompute = "full" } },
  precision = { ["fp8-cs"] = { format = "fp8", fp8_recipe = "tensor" }, mixed = { format = "bf16" },
    ["bf16-mixed"] = { format = "bf16" },
    half = { format = "fp16" }, nvfp4 = { format = "fp4" }, float32 = { format = "fp32" } },
  optimizer = { AdamW = {}, ["adamw 8bit"] = { moment_byte = 2 }, Muon = { moment_byte = 4 }, lion = { moment_byte = 4 },
    adafactor = { moment_byte = 0 } },
  status = { OK = { failed = false }, OOM = { failed = true }, ["CUDA out of memory"] = { failed = true },
    crashed = { failed = true } },
  network = { ["AWS EFA"] = { network = "efa" }, ["IB NDR"] = { network = "infiniband" }, ["100GbE Ethernet"] =
    { network = "roce" }, ["Omni-Path"] = { network = "omni_path" } },
  cuda_graphs = { no = { graphs = "none" }, None = { graphs = "none" }, ["no full graph"] = { graphs = "none" },
    yes = { graphs = "dense" }, ["attn, moe_router"] = { graphs = "dense" }, full_iteration = { graphs = "all" } },
}

function TestCells:test_words()
  for column, list in pairs(meanings) do
    for word, fields in pairs(list) do lu.assertEquals(words.fields(column, word), fields, word) end
  end
  lu.assertStrContains(select(2, words.fields("sharding", "zero4")), 'sharding is "zero4"')
  lu.assertEquals({ field({ software = "Megatron", cuda_graphs = "no" }, "host_layer"),
    field({ software = "Megatron", cuda_graphs = "attn" }, "host_layer") },
    { tw.software.megatron_core.host * tw.software.megatron_core.host_own, 0 })
  -- Biases of ALiBi pass through memory together with the scores.
  lu.assertTrue(words.fields("position", "ALiBi").softmax_rho > 1)
end

-- The capacity is the number of tokens of an expert over the mean. With paged stashing of buffers it does not imply dropped
-- tokens.
function TestCells:test_a_capacity()
  local function capacity(more)
    local cells_of = { model = "mixtral_8x7b", ep = 8, software = "PyTorch" }
    for name, value in pairs(more) do cells_of[name] = value end
    return field(cells_of, "capacity")
  end
  lu.assertEquals({ capacity{}, capacity{ capacity_factor = 1.5 }, capacity{ capacity_factor = 4, paged_stash = "yes" },
    capacity{ capacity_factor = 5, paged_stash = "unknown" }, capacity{ capacity_factor = 2, paged_stash = "no" } },
    { 0, 1.5, 0, 0, 2 })
  -- Megatron pads experts only on request.
  lu.assertEquals({ capacity{ capacity_factor = 2, software = "megatron" },
    capacity{ capacity_factor = 1, software = "nemo" },
    capacity{ capacity_factor = 2, software = "NeMo 25.09", pad_to_capacity = "yes" },
    capacity{ capacity_factor = 2, pad_to_capacity = "no" },
    capacity{ capacity_factor = 2, software = "Megatron-DeepSpeed" } }, { 0, 1, 2, 0, 2 })
  lu.assertEquals((columns.of "moe_expert_capacity_factor").name, "capacity_factor")
end

-- A node of replicas shards only the weights.
function TestCells:test_hybrid_sharding()
  lu.assertEquals(field({ sharding = "hsdp", gpus = 64, tp = 1, pp = 1 }, "shard"), 8)
  lu.assertEquals(field({ sharding = "hsdp", gpus = 64, tp = 1, pp = 1, zero_group = 16 }, "shard"), 16)
  lu.assertEquals(field({ sharding = "fsdp", gpus = 64, tp = 1, pp = 1 }, "shard"), 64)
end

function TestCells:test_missing_cells_are_computed_from_others()
  lu.assertEquals(field({ global_batch = "", grad_accum = 16 }, "global_batch"), 64) -- per replica, of which there are 4
  lu.assertEquals(field({ mtp_layers = 2 }, "layers"), 10) -- a layer that predicts a further token is a layer
  lu.assertEquals(field({ experts = 8, top_k = 2, first_dense_layers = 2 }, "moe_share"), 3 / 4)
  lu.assertEquals({ field({ model = "Mixtral 8x7B", layers = "", hidden = "", heads = "", vocab = "", pp = 1 }, "sp"),
    field({}, "sp") }, { 1, 0 }) -- experts with TP need sequence parallelism
end

-- Chunks are assigned to stages in turn; a layer that predicts a further token counts as a layer, and so does each
-- repetition.
-- Several degrees in one cell, of which all or none are read.
function TestCells:test_joined_degrees()
  local joined = require "twocs.runs.joined"
  for name, cells in pairs{ ["TP/PP/CP"] = { ["2/4/1"] = { tp = "2", pp = "4", cp = "1" }, ["2 x 4 x 1"] = { tp = "2",
      pp = "4", cp = "1" } }, ["TP x PP"] = { ["8x2"] = { tp = "8", pp = "2" } },
    parallelism = { ["TP8 PP2"] = { tp = "8", pp = "2" }, ["tp=8, pp=2, dp=4"] = { tp = "8", pp = "2", dp = "4" },
      ["TP8_PP2"] = { tp = "8", pp = "2" }, ["TP2PP1"] = { tp = "2", pp = "1" } } } do
    for cell, said in pairs(cells) do lu.assertEquals(joined.cells(name, cell), said, cell) end
  end
  for name, cell in pairs{ parallelism = "TP8 XP", layout = "TP8 TP4", strategy = "fast", ["Data/Parallel"] = "2/4",
    mesh = "8x2", ["TP"] = "8", hidden = "4096" } do lu.assertNil((joined.cells(name, cell)), name) end
  lu.assertEquals({ joined.cells("TP/PP", "2/4/1") }, { nil, 'TP/PP is "2/4/1": expected 2 numbers' })
  lu.assertEquals({ joined.cells("parallelism", "TP8 XP") }, -- the row has no TP 1
    { nil, 'parallelism is "TP8 XP": expected only degrees and sharding, as in TP8 PP2 FSDP' })
  lu.assertEquals({ joined.cells("strategy", "3D") }, {})
  lu.assertEquals({ joined.cells("TP/PP", "2/a") }, { nil, 'TP/PP is "2/a": expected 2 numbers' })
  lu.assertEquals(field({ tp = "", pp = "", ["TP/PP"] = "4/2" }, "tp"), 4)
  lu.assertStrContains(reader.case(reader.entry "own", row{ ["TP/PP"] = "4/2" }).why, "two of its columns state tp: ")
  lu.assertEquals(joined.share("parallelism", { "TP8 PP2", "" }, 2), 1)
  lu.assertEquals(joined.share("parallelism", { "TP8 PP2", "fast" }, 2), 0.5)
  lu.assertEquals(joined.share("parallelism", { "", "" }, 2), 0)
end

-- Counts with separated thousands, a length in binary thousands, a batch in tokens.
function TestCells:test_counts_as_people_write_them()
  for cell, n in pairs{ ["8k"] = 8192, ["32K"] = 32768, ["8,192"] = 8192, ["8192.0"] = 8192 } do
    lu.assertEquals(field({ seq = cell }, "sl"), n)
  end
  for column, cell in pairs{ seq = "8,19", gpus = "1,0244", layers = "8k", hidden = "4,096,1" } do
    lu.assertStrContains(reader.case(reader.entry "own", row{ [column] = cell }).why, column .. " is ")
  end
  lu.assertEquals(cells.cell(columns.of "num_params", "8030261248"), 8.030261248)
  lu.assertEquals(cells.cell(columns.of "params", "8B"), 8)
  lu.assertEquals(field({ global_batch = "", global_batch_tokens = 64 * 2048 }, "global_batch"), 64)
  lu.assertEquals(reader.case(reader.entry "own", row{ global_batch = "", tokens_per_batch = 5000 }).why,
    "its global_batch_tokens are not a multiple of its seq")
  lu.assertEquals(reader.case(reader.entry "own", row{ tokens_per_batch = 2048 }).why,
    "its global_batch_tokens and global_batch differ")
  lu.assertEquals(reader.case(reader.entry "own", row{ gpus = "", nodes = 2 }).why,
    "no column states gpus or gpus_per_node")
end

-- Ranks that share one copy of the weights; torchtitan's -1 means the remaining ranks.
function TestCells:test_ranks_of_a_copy()
  local fsdp = { software = "torchtitan", pp = 1, tp = 1 }
  local function of(more, name)
    for key, value in pairs(fsdp) do more[key] = more[key] or value end
    return field(more, name)
  end
  lu.assertEquals(of({ dp_shard = 8, dp_replicate = 2 }, "shard"), 8)
  lu.assertEquals(of({ dp_shard = 8, dp_replicate = 2 }, "zero"), 3)
  lu.assertEquals(of({ dp_shard = 4, dp_replicate = 2, cp = 2 }, "shard"), 8)
  lu.assertEquals(of({ dp_shard = 16, sharding = "zero2" }, "zero"), 2)
  lu.assertEquals(of({ dp_shard = -1 }, "dp"), 16)
  lu.assertEquals(reader.case(reader.entry "own", row{ dp_shard = 8, dp_replicate = 2 }).why,
    "TP x PP x CP x DP differ from its GPUs")
  lu.assertEquals(reader.case(reader.entry "own", row{ dp_shard = 8, dp_replicate = 2, dp = 4 }).why,
    "its dp_shard x dp_replicate differ from its dp")
end

-- "selective" has the software's own meaning, unless the words next to it name a part of a layer.
function TestCells:test_selective_as_the_software_means_it()
  for _, cell in ipairs{ "selective", "selective op", "Selective AC", "SAC", "per-op SAC" } do
    local run = case{ software = "torchtitan", pp = 1, recompute = cell }.run
    lu.assertEquals({ run.recompute, run.recompute_part }, { "full", 0.5 }, cell)
    lu.assertEquals(case{ software = "megatron", recompute = cell }.run.recompute, "selective", cell)
  end
  lu.assertEquals(case{ software = "torchtitan", pp = 1, recompute = "selective mlp" }.run.recompute, "none")
end

-- "out of memory" instead of a time; steps per second; a batch in tokens that is not labelled so.
function TestCells:test_measurements_as_people_write_them()
  local own = reader.entry "own"
  lu.assertTrue(reader.case(own, row{ step_time_s = "OOM" }).about.failed)
  lu.assertTrue(reader.case(own, row{ step_time_s = "", tokens_per_s = "out of memory" }).about.failed)
  lu.assertAlmostEquals(reader.case(own, row{ step_time_s = "", train_steps_per_second = 0.25 }).row.step_time_s, 4, 1e-12)
  lu.assertEquals(reader.case(own, row{ steps_per_s = 2 }).why, "its step time and steps_per_s contradict each other")
end

function TestCells:test_a_batch_that_seems_to_be_in_tokens_is_questioned()
  local slips = require "twocs.runs.slips"
  local function of(batch, seq) return slips.of({ global_batch = batch, seq = seq }, tw.devices.h100_sxm, {}) end
  lu.assertEquals(of(1048576, 8192), 'global_batch is "1048576", a multiple of its seq: is it in tokens? then call it '
    .. "global_batch_tokens")
  lu.assertNil(of(65536, 128)) -- BERT had so many sequences
  lu.assertNil(of(65537, 8192))
  lu.assertNil(of(49152, 8192))
end

-- Whether PyTorch compiles is a column too; frameworks without this option do not change.
function TestCells:test_compiled()
  local function entry(software, compile)
    return case{ software = software, compile = compile, pp = 1 }.software.name
  end
  lu.assertEquals(entry("torchtitan", "yes"), "torchtitan_compiled")
  lu.assertEquals(entry("torchtitan", "no"), "torchtitan")
  lu.assertEquals(entry("torchtitan compile", "no"), "torchtitan")
  lu.assertEquals(entry("NeMo", "yes"), entry("NeMo", ""))
end

-- Shares of recomputed layers, parts of a layer without "selective", stages of ZeRO, network speeds.
function TestCells:test_words_of_others()
  local full, half = { recompute = "full" }, { recompute = "full", recompute_part = 0.5 }
  for column, cells in pairs{
    recompute = { ["Full AC"] = full, SAC = { recompute = "selective" }, ["per-op SAC"] = { recompute = "selective" },
      ["selective AC"] = { recompute = "selective" }, ["every 2 layers"] = half, ["every 2nd block"] = half,
      ["every other layer"] = half, ["50%"] = half, ["25 % of layers"] = { recompute = "full", recompute_part = 0.25 },
      mlp = words.fields("recompute", "selective mlp") },
    sharding = { ["ZeRO Stage 3"] = { zero = "weights" }, ["zero stage 2"] = { zero = "gradients" },
      ["ZeRO stage 1"] = { zero = "optimizer" }, ["zero-stage-0"] = { zero = "none" },
      ["ZeRO-1 (distributed optimizer)"] = { zero = "optimizer" },
      ["ZeRO-3 Offload"] = { zero = "weights", offload_opt = 1 },
      ["zero2 + offload"] = { zero = "gradients", offload_opt = 1 }, ["FSDP2 + TP"] = { zero = "weights" },
      ["deepspeed zero3"] = { zero = "weights" }, deepspeed_stage_2 = { zero = "gradients" },
      FSDPv2 = { zero = "weights" }, ["PyTorch FSDP"] = { zero = "weights" }, ["1"] = { zero = "optimizer" } },
    fsdp = { ["1"] = { zero = "weights" }, ["true"] = { zero = "weights" }, ["0"] = { no_fsdp = true },
      ["DDP"] = { no_fsdp = true }, ["shard_grad_op"] = { zero = "gradients" } },
    network = { ["8x400G IB"] = { network = "infiniband" }, ["100GbE"] = { network = "roce" }, ["400 Gb/s"] = {},
      ["gpudirect-tcpx"] = {},
      ["8x200Gbps"] = {}, ["400G"] = {} },
    precision = { ["16-mixed"] = { format = "fp16" }, ["16"] = { format = "fp16" },
      ["32"] = { format = "fp32" },
      ["bf16-mixed"] = { format = "bf16" } } } do
    for cell, fields in pairs(cells) do lu.assertEquals({ words.fields(column, cell) }, { fields }, cell) end
  end
  for cell, is in pairs{ ["1"] = "full", on = "full", enabled = "full", disabled = "none", op = "selective" } do
    lu.assertEquals(words.fields("recompute", cell), { recompute = is })
  end
  for column, cells in pairs{ recompute = { "every 0 layers", "200%", "every", "2",
      "attention, others" }, network = { "fast", "400" }, precision = { "8", "fp16/bf16", "bf16 or fp16" },
    sharding = { "zero stage 4", "zero1 offload" } } do
    for _, cell in ipairs(cells) do lu.assertNil((words.fields(column, cell)), cell) end
  end
end

function TestCells:test_layout_strings()
  local function layers(text, pp) return (layout_string.stages(text, pp) or {}).layers end
  lu.assertEquals(layers("Et*3|(t*2|)*2tL", 4), { 3, 2, 2, 1 })
  lu.assertEquals(layers("Et|tm*2|t|tL", 2), { 2, 4 })
  lu.assertEquals(layers("E t, | (t |)*2 t * 2 L", 4), { 1, 1, 1, 2 })
  lu.assertEquals(layers("Et|((t|)*2tt|)*2tL", 8), { 1, 1, 1, 2, 1, 1, 2, 1 })
  local made = layout_string.stages("Et*4|(t*4|)*14tmL", 4)
  lu.assertEquals({ made.chunks, made.predicts, made.all }, { 4, 1, 62 })
  for text, why in pairs{ ["Et|t|tL"] = "3 chunks are not a multiple of PP = 2",
    ["E8tL"] = "neither E, t, m, L, | nor a group at character 2",
    ["Et|(t|tL"] = "a group without its end at character 4",
    ["Et)|tL"] = "neither E, t, m, L, | nor a group at character 3", ["E(t*9999|)*9999L"] = "too many items at character 2",
    ["tt|EtL"] = "E is not once, in the first chunk", ["Et|tLL"] = "L is not once, in the last chunk",
    [("E"):rep(10001)] = "too many characters" } do
    lu.assertEquals({ layout_string.stages(text, 2) }, { nil, why })
  end
end

-- Layout strings are read back as the same layout: random ones, whose first and last chunks may be shorter.
function TestCells:test_layout_strings_come_back()
  local texts = { ["Et*4|(t*4|)*14tmL"] = { pp = 4, vp = 4, layers = 62, mtp = 1, first_layers = 16, middle_layers = 16,
    last_layers = 14 }, ["E|(t|)*126L"] = { pp = 16, vp = 8, layers = 126, first_layers = 7, middle_layers = 8,
    last_layers = 7 }, ["Et*4|(t*4|)*14tL"] = { pp = 16, layers = 61, first_layers = 4, middle_layers = 4,
    last_layers = 1 },
    ["Ett|t*4mL"] = { pp = 2, layers = 7, mtp = 1, first_layers = 2, middle_layers = 0, last_layers = 5 } }
  for text, l in pairs(texts) do lu.assertEquals(layout_string.of(l), text) end
  local state = 7
  local function whole(least, most)
    state = state * 16807 % 2147483647
    return least + state % (most - least + 1)
  end
  for _ = 1, 200 do
    local pp, vp, chunk = whole(2, 9), whole(1, 4), whole(1, 5)
    local l = { pp = pp, vp = vp > 1 and vp or nil, middle_layers = pp > 2 and vp * chunk or nil,
      first_layers = vp * chunk - whole(0, chunk), last_layers = vp * chunk - whole(0, chunk) }
    l.layers, l.mtp = l.first_layers + l.last_layers + (pp - 2) * vp * chunk, whole(0, math.min(1, l.last_layers))
    local made = layout_string.stages(layout_string.of(l), pp)
    lu.assertEquals(layout_string.fields(made, pp), { vp = l.vp, first_layers = l.first_layers,
      middle_layers = l.middle_layers, last_layers = l.last_layers })
    lu.assertEquals({ made.all, made.predicts }, { l.layers, l.mtp })
  end
  lu.assertNil((layout_string.of{ pp = 4, vp = 2, layers = 13, first_layers = 4, middle_layers = 3, last_layers = 3 }))
end

os.exit(lu.LuaUnit.run(), true)
