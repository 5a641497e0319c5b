-- SPDX-License-Identifier: MIT
-- Sizes that a row leaves out (runs/usual.lua). They are computed if the measurements determine them. Otherwise the usual
-- ones are used where they matter little, and each widens the band as an open choice. Where they matter, the row is
-- refused.
local lu = require "luaunit"
local a_row = require "a_row"
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local files = require "files"
local tw = require "twocs"

TestUsual = {}

local head = "layers,hidden,heads,seq,gpus,gpu_type,tp,pp,microbatch,global_batch,step_time_s,tokens_per_s,mfu\n"

-- The first predicted run of a file with this row, the predictions of the file, and its open choices by column.
local function predicted(row, its_head)
  local path = os.tmpname()
  files.write(path, (its_head or head) .. row .. "\n")
  local runs = assert(tw.predict{ file = path })
  os.remove(path)
  local open = {}
  for _, one in ipairs(runs.open) do open[one.choice.column] = one end
  return runs.rows[1] or runs.answers[1], runs, open
end

local function width(one)
  local low, high = bands.of(one)
  return high / low
end

function TestUsual:test_heads()
  local stated = predicted "32,4096,32,4096,8,H100,2,1,1,64,9,,"
  local left, runs, open = predicted "32,4096,,4096,8,H100,2,1,1,64,9,,"
  lu.assertEquals(left.predicted, stated.predicted)
  lu.assertStrContains(tostring(runs), "its heads are not stated: heads of 128 are used (heads)")
  local other = predicted "32,4096,64,4096,8,H100,2,1,1,64,9,,"
  lu.assertAlmostEquals(open.heads.change_of[left.place], core.log(other.predicted / stated.predicted), 1e-12)
  lu.assertNotEquals(other.predicted, stated.predicted)
  lu.assertTrue(width(left) > width(stated))
end

-- Narrow models have narrow heads. A number of heads is not used if TP or the key and value heads do not divide it.
function TestUsual:test_heads_that_are_possible()
  for cells, heads in pairs{ [{ hidden = 1024 }] = 16, [{ hidden = 4096 }] = 32, [{ hidden = 1536 }] = 12,
    [{ hidden = 1536, tp = 8 }] = 24, [{ hidden = 1536, tp = 16 }] = 16, [{ hidden = 4096, head_dim = 256 }] = 16,
    [{ hidden = 2560, kv_heads = 8 }] = 40 } do
    cells.heads, cells.pp, cells.step_time_s = "", 1, ""
    lu.assertEquals(a_row.field(cells, "heads"), heads, core.format("hidden %d, heads %d", cells.hidden, heads))
  end
  -- 3013 is 23 x 131: no model has heads as narrow as 23.
  for _, cells in ipairs{ { hidden = 4099 }, { hidden = 3013, tp = 1 }, { hidden = 4096, head_dim = 100 } } do
    cells.heads = ""
    lu.assertStrContains(a_row.read(cells).why, "no column states heads")
  end
end

-- A token rate hardly depends on the length; a time is proportional to it.
function TestUsual:test_seq()
  local left, runs, open = predicted "32,4096,32,,8,H100,1,1,1,64,,80000,"
  lu.assertEquals(left.made.run.sl, 4096)
  lu.assertAlmostEquals(left.measured, 64 * 4096 / 80000, 1e-9)
  lu.assertStrContains(tostring(runs), "its sequence length is not stated: 4096 is used")
  local stated = predicted "32,4096,32,4096,8,H100,1,1,1,64,,80000,"
  local other = predicted "32,4096,32,8192,8,H100,1,1,1,64,,80000,"
  lu.assertEquals(left.predicted, stated.predicted)
  lu.assertAlmostEquals(open.seq.change_of[left.place],
    core.log(other.predicted / other.measured * stated.measured / stated.predicted), 1e-12)
  lu.assertTrue(math.abs(open.seq.change_of[left.place]) < 0.3)
  lu.assertTrue(width(left) > width(stated))
  for _, row in ipairs{ "32,4096,32,,8,H100,1,1,1,64,3,,", "32,4096,32,,8,H100,1,1,1,64,,," } do
    lu.assertStrContains(tostring((select(2, predicted(row)))), "seq is empty")
  end
end

-- A time, a rate and a batch determine the length; with a length they determine the batch. Measured values are rounded, so
-- a power of two nearby is used.
function TestUsual:test_sizes_that_measurements_determine()
  local _, runs = predicted "32,4096,32,,8,H100,1,1,1,64,3.3,80000,"
  lu.assertEquals(runs.rows[1].made.run.sl, 4096)
  lu.assertStrContains(tostring(runs), "its seq is not stated: 4096 is computed from its time and rate")
  for time, seq in pairs{ ["3.35"] = 4096, ["3.4"] = 4250, ["3.75"] = 4688 } do -- 2 %, 4 % and 14 % above 4096
    lu.assertEquals(predicted(core.format("32,4096,32,,8,H100,1,1,1,64,%s,80000,", time)).made.run.sl, seq)
  end
  -- A microbatch of 2 on 8 devices, 4 times a step, is a batch of 64.
  lu.assertEquals(predicted("32,4096,32,8,H100,1,1,2,4,1.65,80000",
    "layers,hidden,heads,gpus,gpu_type,tp,pp,microbatch,grad_accum,step_time_s,tokens_per_s\n").made.run.sl, 2048)
  lu.assertEquals(predicted("32,4096,32,4096,8,H100,1,1,1,,3.3,80000,").made.run.global_batch, 64)
  -- Of a microbatch nobody knows how many a step has: the usual length, and the batch that follows.
  local left, _, open = predicted "32,4096,32,,8,H100,1,1,1,,3.3,80000,"
  lu.assertEquals({ left.made.run.sl, left.made.run.global_batch }, { 4096, 64 })
  local other = predicted "32,4096,32,8192,8,H100,1,1,1,32,3.3,80000,"
  lu.assertAlmostEquals(open.seq.change_of[left.place], core.log(other.predicted / left.predicted), 1e-12)
  lu.assertEquals(predicted("32,4096,32,4096,8,H100,1,1,1,,4.7,80000,").made.run.global_batch, 88)
  lu.assertEquals(predicted("32,4096,32,4096,8,H100,1,1,1,2,32",
    "layers,hidden,heads,seq,gpus,gpu_type,tp,pp,microbatch,step_time_s,samples_per_s\n").made.run.global_batch, 64)
end

-- The smallest batch that keeps the devices busy, with four times as many sequences as an open choice.
function TestUsual:test_global_batch()
  for row, batch in pairs{ ["32,4096,32,4096,8,H100,1,1,,,,80000,"] = 16, ["32,4096,32,4096,8,H100,1,1,1,,,80000,"] = 8,
    ["32,4096,32,16384,8,H100,1,1,,,,,40"] = 8, ["32,4096,32,4096,8,H100,1,4,,,,,40"] = 64 } do
    local left, runs, open = predicted(row)
    lu.assertEquals(left.made.run.global_batch, batch, row)
    lu.assertStrContains(tostring(runs), core.format("its global batch is not stated: %d is used", batch))
    lu.assertEquals(open.global_batch.other, "4 times as many")
    lu.assertNotNil(open.global_batch.change_of[left.place])
  end
  local _, timed = predicted "32,4096,32,4096,8,H100,1,1,1,,3,,"
  lu.assertStrContains(tostring(timed), "global_batch is empty, and so is grad_accum")
end

-- Without a pipeline, all sequences of a replica at once, but not many more tokens than usual microbatches have.
function TestUsual:test_microbatch()
  for row, size in pairs{ ["32,4096,32,4096,8,H100,1,1,,96,9,,"] = 4, ["32,4096,32,4096,8,H100,1,1,,16,9,,"] = 2,
    ["32,4096,32,32768,8,H100,1,1,,64,9,,"] = 1, ["32,4096,32,4096,8,H100,1,1,,56,9,,"] = 1,
    ["32,4096,32,4096,8,H100,1,1,2,96,9,,"] = 2 } do
    local one, runs, open = predicted(row)
    lu.assertEquals(96 / 8 / one.v.microbatches * one.made.run.global_batch / 96, size, row)
    local said = core.format("its microbatch is not stated: %d is used", size)
    if one.made.run.global_batch == 16 or row:find ",2,96," then lu.assertNotStrContains(tostring(runs), said)
    else lu.assertStrContains(tostring(runs), said) end
    lu.assertEquals(open.microbatch ~= nil, not row:find ",2,96,", row)
  end
  local pipeline, runs, open = predicted "32,4096,32,4096,8,H100,1,4,,96,9,,"
  lu.assertEquals(pipeline.v.microbatches, 48)
  lu.assertStrContains(tostring(runs), "its microbatch is not stated: 1 is used")
  local two = predicted "32,4096,32,4096,8,H100,1,4,2,96,9,,"
  lu.assertAlmostEquals(open.microbatch.change_of[pipeline.place], core.log(two.predicted / pipeline.predicted), 1e-12)
end

-- FlashAttention does not exist for Volta: a row that does not state its attention has the unfused one there.
function TestUsual:test_attention_of_old_devices()
  for gpu, attention in pairs{ V100 = "unfused", A100 = "fused" } do
    lu.assertEquals(a_row.case{ gpu_type = gpu }.run.attention, attention)
  end
  lu.assertEquals(a_row.case{ gpu_type = "V100", flash_attn = "yes" }.run.attention, "fused")
  local remarks = table.concat(a_row.read{ gpu_type = "V100" }.about.remarks, "; ")
  lu.assertStrContains(remarks, "FlashAttention does not support dgx_v100: unfused attention is assumed")
end

-- With a measured share of the peak, another choice changes the FLOPs of the step too.
function TestUsual:test_choices_with_a_measured_mfu()
  local left, _, open = predicted "32,4096,32,4096,8,H100,1,1,1,64,,,40"
  local gated = predicted("32,4096,32,4096,8,H100,1,1,1,64,,,40,yes", (head:gsub("\n", ",gated\n")))
  lu.assertAlmostEquals(open.gated.change_of[left.place],
    core.log(gated.predicted / gated.measured * left.measured / left.predicted), 1e-12)
  lu.assertTrue(math.abs(open.gated.change_of[left.place]) < 0.1)
end

os.exit(lu.LuaUnit.run(), true)
