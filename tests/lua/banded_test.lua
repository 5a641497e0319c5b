-- SPDX-License-Identifier: MIT
-- Bands in the tables of sweeps (predict/one_case.lua): each row has the band that tw.band gives its case.
local lu = require "luaunit"
local expect = require "expect"
local tw = require "twocs"

TestBanded = {}

local case = { model = "llama3_8b", device = "h100_sxm", layout = { dp = 16, zero = "weights" },
  run = { sl = 8192, global_batch = 96, micro_batch = 1 } }

-- The case with other parts or fields of parts.
local function with(change)
  local made = {}
  for part, value in pairs(case) do made[part] = value end
  for part, fields in pairs(change) do
    made[part] = fields
    if type(fields) == "table" then
      made[part] = {}
      for name, value in pairs(case[part] or {}) do made[part][name] = value end
      for name, value in pairs(fields) do made[part][name] = value end
    end
  end
  return made
end

local function check(t, i, one)
  for _, name in ipairs{ "t_step", "mfu" } do
    local band = assert(tw.band(one, name))
    lu.assertEquals({ t:column(name .. "_low")[i], t:column(name .. "_high")[i] }, { band.low, band.high })
    lu.assertTrue(band.low < band.value and band.value < band.high)
  end
end

-- Devices and software are records; layouts and batches are axes of the engine.
function TestBanded:test_each_row_has_the_band_of_its_case()
  local t = tw.sweep(case, { over = { device = { "h100_sxm", "a100_80g" }, dp = { 8, 16 }, micro_batch = { 1, 2 },
    software = { "nemo", "torchtitan" } }, want = { "t_step", "mfu" }, band = 0.9 })
  lu.assertEquals(t.n, 16)
  for i = 1, t.n do
    check(t, i, with{ device = t:column "device"[i], software = t:column "software"[i], layout = { dp = t:column "dp"[i] },
      run = { micro_batch = t:column "micro_batch"[i] } })
  end
  lu.assertStrContains(tostring(t), "%")
end

-- An illegal row has no band; of rows that are kept, each has its own.
function TestBanded:test_illegal_and_kept_rows()
  local over = { dp = { 7, 8, 16 }, micro_batch = { 1, 2, 3 } }
  local t = tw.sweep(case, { over = over, want = { "t_step", "mfu", "legal" }, band = 0.9 })
  for i = 1, t.n do
    local low = t:column "t_step_low"[i]
    lu.assertEquals(low == low, t:column "legal"[i] == 1)
  end
  for _, sink in ipairs{ { keep = 2, least = "t_step" }, { pareto = { "t_step", "mem_byte" } } } do
    sink.over, sink.want, sink.band, sink.where = over, { "t_step", "mfu" }, true, { legal = 1 }
    local kept = tw.sweep(case, sink)
    lu.assertTrue(kept.n > 0)
    for i = 1, kept.n do
      check(kept, i, with{ layout = { dp = kept:column "dp"[i] }, run = { micro_batch = kept:column "micro_batch"[i] } })
    end
  end
  local variants = tw.compare(case, { device = { a = "h100_sxm", b = "b200_sxm" }, want = { "t_step", "mfu" }, band = 0.9 })
  for i, device in ipairs{ "h100_sxm", "b200_sxm" } do check(variants, i, with{ device = device }) end
end

function TestBanded:test_mistakes()
  local over = { dp = { 8, 16 } }
  local function says(words, options, of)
    options.over = options.over or over
    expect.words(words, function() tw.sweep(of or case, options) end)
  end
  says("band is 0.8: bands are calibrated to contain 90 % of runs; write band = 0.9", { band = 0.8 })
  says("band: no wanted column has a band; those that have one: t_step", { band = 0.9, want = { "f_ser" } })
  says("band: count has none", { band = 0.9, count = { all = { legal = 1 } } })
  says("band: to has none", { band = 0.9, to = "no/such/folder/rows.csv" })
  says("band: 20002 rows, at most 20000; with keep = 20 or pareto",
    { band = 0.9, over = { dp = { 8, 16 }, sl = tw.linear(1, 10001, 10001) } })
  says('band: its software is "ideal"', { band = 0.9 }, with{ software = "ideal" })
  says("bands are for training runs", { band = 0.9 }, with{ run = { mode = "inference" } })
end

os.exit(lu.LuaUnit.run(), true)
