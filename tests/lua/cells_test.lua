-- SPDX-License-Identifier: MIT
-- A row of a user's file of training runs, cell by cell: which column a header means, what a word means as a field of a
-- case, what a cell may be. Each word is written here a second time, from what its framework documents.
local lu = require "luaunit"
local columns = require "twocs.runs.columns"
local layout_string = require "twocs.runs.layout_string"
local reader = require "twocs.runs.read"
local tw = require "twocs"
local words = require "twocs.runs.words"

local function row(more)
  local r = { layers = 8, hidden = 4096, heads = 32, seq = 2048, gpus = 16, gpu_type = "H100", tp = 2, pp = 2,
    microbatch = 1, global_batch = 64, vocab = 1024, step_time_s = 2 }
  for key, value in pairs(more) do r[key] = value ~= "" and value or nil end
  return r
end

local function case(more)
  local one = reader.case(reader.entry "own", row(more))
  return assert(one.case, one.why)
end

local function field(more, name) return tw.eval(case(more), name) end

TestCells = {}

function TestCells:test_numbers()
  local function cell(name, value) return { columns.cell(columns.by_name[name], value) } end
  for _, nothing in ipairs{ "", "-", "n/a", "nan", "0", "0.00", "None", "null" } do
    lu.assertEquals(cell("step_time_s", nothing), {}, nothing)
  end
  lu.assertEquals(cell("step_time_s", 0), {})
  lu.assertTrue(columns.is_empty(0 / 0) and columns.is_empty(-(0 / 0)))
  lu.assertEquals({ cell("mfu_pct", "41.5 %")[1], cell("step_time_s", 1e-9)[1], cell("experts", 0)[1] }, { 41.5, 1e-9, 0 })
  for name, values in pairs{ step_time_s = { "3 %", -1, "1e18", "inf" }, tp = { 0, 1.5, "1e10", "two" },
    experts = { -1 } } do
    for _, value in ipairs(values) do
      lu.assertStrContains(select(2, columns.cell(columns.by_name[name], value)) or "", ('%s is "%s"'):format(name, value))
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
  lu.assertNil(means "t_step") -- a result is no column
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

-- column, what its words mean
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
  -- Biases of ALiBi pass through memory with the scores.
  lu.assertTrue(words.fields("position", "ALiBi").softmax_rho > 1)
end

-- A node of replicas shares out the weights, no more.
function TestCells:test_hybrid_sharding()
  lu.assertEquals(field({ sharding = "hsdp", gpus = 64, tp = 1, pp = 1 }, "shard"), 8)
  lu.assertEquals(field({ sharding = "hsdp", gpus = 64, tp = 1, pp = 1, zero_group = 16 }, "shard"), 16)
  lu.assertEquals(field({ sharding = "fsdp", gpus = 64, tp = 1, pp = 1 }, "shard"), 64)
end

function TestCells:test_what_a_row_leaves_to_others()
  lu.assertEquals(field({ global_batch = "", grad_accum = 16 }, "global_batch"), 64) -- of a replica, of which there are 4
  lu.assertEquals(field({ mtp_layers = 2 }, "layers"), 10) -- one that predicts a further token is a layer
  lu.assertEquals(field({ experts = 8, top_k = 2, first_dense_layers = 2 }, "moe_share"), 3 / 4)
  lu.assertEquals({ field({ model = "Mixtral 8x7B", layers = "", hidden = "", heads = "", vocab = "", pp = 1 }, "sp"),
    field({}, "sp") }, { 1, 0 }) -- experts with TP need sequence parallelism
end

-- Chunks are dealt to stages in turn; a layer that predicts a further token is one, and so is each of a repetition.
function TestCells:test_layout_strings()
  lu.assertEquals(layout_string.stages("Et*3|(t*2|)*2tL", 4), { 3, 2, 2, 1 })
  lu.assertEquals(layout_string.stages("Et|tm*2|t|tL", 2), { 2, 4 })
  lu.assertNil(layout_string.stages("Et|t|tL", 2)) -- three chunks on two stages
  lu.assertNil(layout_string.stages("E8tL", 2))
  local own = case{ pp = 4, pipeline_layout = "Et*3|(t*2|)*2tL" }.layout
  lu.assertEquals({ own.first_layers, own.middle_layers, own.last_layers }, { 3, 2, 1 })
end

os.exit(lu.LuaUnit.run(), true)
