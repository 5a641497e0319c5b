-- SPDX-License-Identifier: MIT
-- A wrong term is found by what it does to steps (predict/suspect.lua): measured steps are made with one term slower.
local lu = require "luaunit"
local core = require "twocs.core"
local files = require "files"
local suspect = require "twocs.predict.suspect"
local tw = require "twocs"

TestSuspect = {}

local head = "layers,hidden,heads,seq,gpus,gpu_type,tp,pp,microbatch,global_batch,software,step_time_s\n"
local rows = { "32,4096,32,2048,8,H100,1,1,1,64,nemo", "32,4096,32,32768,64,H100,8,1,1,64,nemo",
  "32,4096,32,8192,64,H100,2,1,1,256,nemo", "48,8192,64,8192,128,H100,8,4,1,512,nemo",
  "32,4096,32,16384,32,H100,4,1,1,64,nemo", "48,8192,64,4096,64,H100,8,1,2,256,nemo",
  "24,2048,16,4096,16,H100,1,1,4,256,nemo" }

-- The prediction of these rows with steps, or without.
local function predicted(steps, constants)
  local path, lines = os.tmpname(), { head }
  for i, row in ipairs(rows) do
    lines[#lines + 1] = core.format("%s,%s\n", row, steps and core.format("%.9g", steps[i]) or "")
  end
  files.write(path, table.concat(lines))
  local runs = assert(tw.predict{ file = path, constants = constants })
  os.remove(path)
  return runs
end

-- Steps with these constants, each off by some percent that sum to none.
local off = { 1.01, 0.99, 1.005, 0.995, 1.012, 0.988, 1 }
local function steps_of(constants)
  local list = {}
  for i, one in ipairs(predicted(nil, constants).answers) do list[i] = one.predicted * off[i] end
  return list
end

function TestSuspect:test_a_slow_term_is_named()
  local now = predicted().constants
  for name, term in pairs{ flash = "attention", train_gemm = "GEMMs" } do
    local slow = {}
    for key, value in pairs(now) do slow[key] = value end
    slow[name] = name == "flash" and now.flash / 1.5 or now[name] * 1.5
    local runs = predicted(steps_of(slow))
    local found = runs:suspects()
    lu.assertEquals(found:column("term")[1], term)
    -- Slower products of attention leave its exponentials as they are, so that all of it is less than 1.5 times as slow.
    lu.assertAlmostEquals(found:column("factor")[1], name == "flash" and 1.42 or 1.5, 0.03)
    lu.assertTrue(found:column("low")[1] > 1.3 and found:column("high")[1] < 1.6)
    lu.assertTrue(found:column("error")[1] < 0.02 and found:column("error")[2] > found:column("error")[1])
    lu.assertStrContains(tostring(runs), core.format("One term explains the errors best: %s, at 1.", term))
  end
end

-- Noise accuses no term, nor does a clock that is lower than assumed.
function TestSuspect:test_no_term_is_accused()
  local steps = steps_of(nil)
  lu.assertNotStrContains(tostring(predicted(steps)), "One term explains")
  for i, step in ipairs(steps) do steps[i] = 1.3 * step end
  lu.assertNotStrContains(tostring(predicted(steps)), "One term explains")
  lu.assertStrContains(tostring(predicted(steps)), "With one factor, 1.3")
end

-- By hand: steps of 1 s, of which term 1 is half in the first three rows and nothing in the others.
function TestSuspect:test_ranking()
  local function column(shares, factor)
    local list = {}
    for i, share in ipairs(shares) do list[i] = 1 + share * (factor - 1) end
    return list
  end
  local times = { {}, {} }
  for j, factor in ipairs(suspect.factors) do
    times[1][j], times[2][j] = column({ 0.5, 0.5, 0.5, 0, 0, 0 }, factor), column({ 0, 0, 0, 0.5, 0.5, 0.5 }, factor)
  end
  local list, error, is_clear = suspect.ranked(times, { 1.3, 1.3, 1.3, 1, 1, 1 })
  lu.assertEquals({ list[1].term, is_clear }, { 1, true })
  lu.assertAlmostEquals(list[1].factor, 1.6, 1e-12)
  lu.assertAlmostEquals(list[1].error, 0, 1e-12)
  lu.assertAlmostEquals(error, 0.5 * (1 - 1 / 1.3), 1e-12)
  -- Errors of 20 % to both sides. Of six rows the variance is a fifth of their squares, 0.4 x 0.2^2; the ends of the 90 %
  -- range are 1.645 sd of the mean of three rows away. Factors are tried at a fortieth of the way to the next one.
  local some, other = core.exp(0.2), core.exp(1.645 * 0.2 * math.sqrt(0.4 / 3))
  list = suspect.ranked(times, { 1.3 * some, 1.3 / some, 1.3, 1, 1, 1 })
  lu.assertAlmostEquals(list[1].factor, 1.6, 1e-12)
  lu.assertAlmostEquals(list[1].low, 2 * 1.3 / other - 1, 0.35 / 40)
  lu.assertAlmostEquals(list[1].high, 2 * 1.3 * other - 1, 0.9 / 40)
  list[1].term, list[2].term = { name = "a" }, { name = "b" }
  lu.assertStrContains(suspect.line(list, error), "best: a, at 1.6 (1.3 to 1.9) times the predicted time")
  list = suspect.ranked(times, { 0.85, 0.85, 0.85, 1, 1, 1 }) -- shorter
  lu.assertEquals(list[1].term, 1)
  lu.assertAlmostEquals(list[1].factor, 0.7, 0.3 / 40)
  list, _, is_clear = suspect.ranked(times, { 1.9, 1.9, 1.9, 1, 1, 1 }) -- longer than any factor
  lu.assertEquals({ list[1].term, list[1].factor, list[1].high }, { 1, 2.5, nil })
  lu.assertTrue(is_clear and list[1].low > 2)
  for _, factor in ipairs{ 0.5, 0.8, 1.25, 1.6, 2.5 } do -- tried themselves: no error is left
    local step = 0.5 + 0.5 * factor
    list = suspect.ranked(times, { step, step, step, 1, 1, 1 })
    lu.assertAlmostEquals(list[1].factor, factor, 1e-12)
    lu.assertAlmostEquals(list[1].error, 0, 1e-12)
  end
  list = suspect.ranked(times, { 1.9, 1.9, 1.9, 1, 1, 1 })
  list[1].term, list[2].term = { name = "a" }, { name = "b" }
  lu.assertStrContains(suspect.line(list, error), core.format("best: a, at least %.2g times", list[1].low))
  for _, measured in ipairs{ { 1.001, 1, 1.002, 1, 1, 0.998 }, { 2, 2, 2, 2, 2, 2 } } do
    lu.assertFalse(select(3, suspect.ranked(times, measured)))
  end
end

function TestSuspect:test_few_rows()
  local all = rows
  rows = { rows[1], rows[2], rows[3], rows[4] }
  local none = predicted({ 1, 2, 3, 4 }):suspects()
  lu.assertEquals(none.n, 0)
  for _, name in ipairs(none:names()) do lu.assertEquals(none:unit(name), name == "term" and "" or "1", name) end
  rows = all
end

os.exit(lu.LuaUnit.run(), true)
