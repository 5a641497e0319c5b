-- SPDX-License-Identifier: MIT
-- What people write into a file of runs and what would be silently wrong: a cell is used as it is meant, or a sentence
-- names it. The one thing to know: each test has the right cell next to the one that is easily misread.
local lu = require "luaunit"
local reader = require "twocs.runs.read"
local rows = require "twocs.data.rows"
local tw = require "twocs"

local own = reader.entry "own"

local function row(more)
  local r = { model = "m", layers = 32, hidden = 4096, heads = 32, kv_heads = 8, ffn = 14336, vocab = 128256, gated = "yes",
    seq = 8192, gpus = 64, gpu_type = "H100", tp = 2, pp = 2, microbatch = 1, global_batch = 128 }
  for name, value in pairs(more) do r[name] = value or nil end
  return r
end

-- Why a row with these cells is no case, or nil.
local function why(more) return reader.case(own, row(more)).why end

-- The value of a field in a row with these cells.
local function value(more, name)
  local one = reader.case(own, row(more))
  assert(one.case, one.why)
  return one.case[rows.by_name[name].record][name]
end

TestMisread = {}

-- A field has one value, whichever of its columns says it.
function TestMisread:test_two_columns_of_one_field()
  for sentence, more in pairs{ ["its format and precision contradict each other"] = { format = "fp8", precision = "bf16" },
    ["its attention and flash_attn contradict each other"] = { attention = "unfused", flash_attn = "yes" },
    ["its shard and zero_group contradict each other"] = { shard = 4, zero_group = 8, sharding = "fsdp" },
    ["its cuda_graphs and graphs contradict each other"] = { graphs = "all", cuda_graphs = "no" },
    ["its precision and precision_recipe contradict each other"] = { precision = "mxfp8", precision_recipe = "rowwise" },
    ["its device and gpu_type contradict each other"] = { device = "h200_sxm" } } do
    lu.assertEquals(why(more), sentence)
  end
  lu.assertEquals(value({ format = "fp8", precision = "FP8" }, "format"), "fp8")
  lu.assertNil(why{ device = "h100_sxm" })
  lu.assertNil(why{ shard = "8", zero_group = 8, sharding = "fsdp" })
  lu.assertEquals(value({ shard = 4, sharding = "hsdp" }, "shard"), 4)
  lu.assertAlmostEquals(value({ peak_bf16 = 8e14, power_w = 500 }, "peak_bf16") / 8e14,
    value({ power_w = 500 }, "peak_bf16") / tw.devices.h100_sxm.peak_bf16, 1e-12)
end

-- Layers without experts are some of the layers, where there are experts.
function TestMisread:test_first_dense_layers()
  lu.assertEquals(why{ first_dense_layers = 3 }, "it has first_dense_layers, and experts is empty")
  local moe = { experts = 8, top_k = 2, first_dense_layers = 33 }
  lu.assertEquals(why(moe), "it has more first_dense_layers than layers")
  moe.first_dense_layers = 8
  lu.assertEquals(value(moe, "moe_share"), 0.75)
end

os.exit(lu.LuaUnit.run(), true)
