-- SPDX-License-Identifier: MIT
-- The sentences of `twocs predict` for a user's own file: how far to trust a prediction, what to state, what to measure,
-- which rows are refused and why. Also files from spreadsheets and logging tools, figures, and the command line.
local lu = require "luaunit"
local core = require "twocs.core"
local choices = require "twocs.predict.choices"
local terms = require "twocs.predict.terms"
local tw = require "twocs"

local header = "model,layers,hidden,heads,seq,gpus,gpu_type,tp,pp,microbatch,global_batch,gated,ffn,kv_heads,vocab,"
  .. "software,step_time_s"
local function run(tp, more, time, extra)
  return table.concat({ "llama", 32, 4096, 32, 4096, 16, more and more.gpu or "H100", tp, 1, 1, more and more.batch or 64,
    more and more.gated or "yes", 14336, 8, 128256, more and more.software or "PyTorch",
    time or 3 }, ",") .. (extra or "")
end

local function file_of(rows, head)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(head or header, "\n", table.concat(rows, "\n"), "\n")
  file:close()
  return path
end

local function said(rows, head, options)
  local path = file_of(rows, head)
  local given = { file = path }
  for key, value in pairs(options or {}) do given[key] = value end
  local runs, sentence = tw.predict(given)
  os.remove(path)
  return runs, sentence
end

local degrees = { 1, 2, 4 }

-- Measured times are the predicted times multiplied by a factor: the report must find this factor.
local function scaled(factors, more)
  local rows = {}
  for i in ipairs(factors) do
    rows[i] = run(degrees[(i - 1) % 3 + 1], { batch = 64 * i, gated = more and more.gated }, 1)
  end
  local runs = assert(said(rows))
  for i, one in ipairs(runs.rows) do
    rows[i] = run(degrees[(i - 1) % 3 + 1], { batch = 64 * i, gated = more and more.gated },
      core.format("%.9g", one.predicted * factors[i]))
  end
  return assert(said(rows)), rows
end

TestTrust = {}

function TestTrust:test_a_common_factor_is_reported()
  local text = tostring((scaled{ 1.25, 1.25, 1.25, 1.26, 1.24, 1.25 }))
  lu.assertStrContains(text, "The mean error of the predicted step time is 20.0 %")
  lu.assertStrContains(text, "They are too short, by 20.0 % on average. With one factor, 1.25, fitted to these rows, their "
    .. "error would be 0.3 %")
  lu.assertStrContains(text, "clocks or the release of the software may differ.")
  text = tostring((scaled{ 2.7, 2.7, 2.7, 2.7 }))
  lu.assertStrContains(text, "do not rely on them")
  for _, large in ipairs{ text, tostring((scaled{ 0.45, 0.45, 0.45 })) } do
    lu.assertStrContains(large, "%: a column is probably wrong or missing.")
    lu.assertNotStrContains(large, "clocks")
  end
  text = tostring((scaled{ 0.8, 0.8, 0.8, 0.8 }))
  lu.assertStrContains(text, "They are too long, by 25.0 % on average. With one factor, 0.8,")
end

-- The parts sum to the whole; that of GEMMs is how much the steps grow with the time of GEMMs.
function TestTrust:test_parts_of_the_predicted_time()
  local rows = { run(1, nil, 1), run(2, { batch = 128 }, 1) }
  local runs = assert(said(rows))
  local line, sum = tostring(runs):match "Parts of the predicted time: ([^\n]*)", 0
  for percent in line:gmatch "(%d+) %%" do sum = sum + percent end
  lu.assertAlmostEquals(sum, 100, 3) -- each is rounded
  local function total(of) return of.rows[1].predicted + of.rows[2].predicted end
  local slower = assert(said(rows, nil, { constants = { train_gemm = 1.01 * runs.constants.train_gemm } }))
  lu.assertAlmostEquals(tonumber(line:match "GEMMs (%d+) %%"), 100 * (total(slower) / total(runs) - 1) / 0.01, 1)
end

function TestTrust:test_errors_to_both_sides_lean_nowhere()
  local text = tostring((scaled{ 1.1, 0.9, 1.1, 0.9, 1.1, 0.9 }))
  lu.assertNil(text:find("They are too", 1, true))
  lu.assertStrContains(text, "the largest error is 11.1 %")
end

function TestTrust:test_exact_predictions_halve_every_baseline()
  local text = tostring((scaled{ 1, 1, 1, 1, 1, 1.0001 }))
  lu.assertStrContains(text, "contain 6 of 6 rows, as expected.")
  lu.assertStrContains(text, "(FLOPs with the pipeline bubble): the error of the prediction is at most half of both.")
end

-- Each line of errors is compared with the better of the two baselines.
function TestTrust:test_the_better_baseline_is_the_judge()
  local score = require "twocs.predict.score"
  local own = score.baselines
  for _, means in ipairs{ { 0.3, 0.1 }, { 0.1, 0.3 } } do
    score.baselines = function() return { mean = means[1] }, { mean = means[2] } end
    for off, halves in pairs{ [1.08] = false, [1.04] = true } do
      local text = tostring((scaled{ off, off, off, off, off, off }))
      lu.assertEquals(text:find("(does not halve the better baseline)", 1, true) == nil, halves)
      lu.assertEquals(text:find("smaller, but more than half of the smaller one", 1, true) == nil, halves)
    end
    lu.assertStrContains(tostring((scaled{ 1.3, 1.3, 1.3, 1.3, 1.3, 1.3 })),
      "the smaller one is below the error of the prediction.")
  end
  score.baselines = own
end

function TestTrust:test_units_that_cannot_be()
  local text = tostring((scaled{ 1000, 1100, 900, 1000 }))
  lu.assertStrContains(text, "The measured steps are 1000 times the predicted ones: are they in milliseconds?")
  lu.assertNil(text:find("Measure next", 1, true)) -- such times say nothing about a cluster
  text = tostring((scaled{ 20, 20, 21 }))
  lu.assertStrContains(text, "are 20 times the predicted ones: check that times are in seconds for one step, ")
  lu.assertStrContains(text, "global_batch in sequences (not tokens)")
end

function TestTrust:test_few_rows_claim_little()
  local text = tostring((scaled{ 1.1, 1.1 }))
  lu.assertStrContains(text, "These rows are too few for baselines")
  lu.assertNil(text:find("One MFU", 1, true))
  lu.assertNil(text:find("halve", 1, true))
end

-- Runs of a model with a gate, in a file that does not state it: the report finds the gate. With it the error is as before.
function TestTrust:test_a_missing_column_is_found()
  local _, rows = scaled{ 1, 1, 1, 1 }
  for i, row in ipairs(rows) do rows[i] = row:gsub(",yes,", ",,") end
  local runs = assert(said(rows))
  local list, base = choices.of(runs)
  lu.assertTrue(base > 0.1)
  local found = {}
  for _, one in ipairs(list) do found[one.name] = one end
  lu.assertAlmostEquals(found.gated.error, 0, 1e-6)
  lu.assertEquals({ found.gated.is, found.gated.other, found.gated.rows }, { "no", "yes", 4 })
  lu.assertNil(found.vocab) -- the file states it
  lu.assertStrContains(tostring(runs),
    "First add the column gated: no was assumed; with yes the mean error is 0.0 %, not")
end

-- A column is worth a suggestion if it reduces the error by a tenth and by one percentage point. A smaller gain lies within
-- the scatter of repeated steps.
function TestTrust:test_a_small_gain_is_not_reported()
  local function best(base, other)
    local one = { measured = 1, predicted = 1 + base, place = 1 }
    local _, found = choices.lines{ rows = { one }, open_step = 1, open = { { choice = { column = "dropout" }, is = "no",
      other = "yes", rows = 1, change_of = { math.log((1 + other) / (1 + base)) } } } }
    return found and found.name
  end
  lu.assertEquals({ best(0.2, 0.17), best(0.02, 0.005) }, { "dropout", "dropout" })
  lu.assertNil(best(0.004, 0.0001))
  lu.assertNil(best(0.2, 0.185))
end

-- The share of a term is the relative growth of the step with it. The shares and the rest that grows with no term add up to
-- the step. The share of GEMMs is equal to the part of the engine that uses the operators' table.
function TestTrust:test_terms_add_up()
  local runs = scaled{ 1, 1, 1 }
  local list, rest = terms.of(runs)
  local sum, by = rest, {}
  for _, one in ipairs(list) do sum, by[one.term.name] = sum + one.share, one end
  lu.assertAlmostEquals(sum, 1, 1e-9)
  lu.assertTrue(rest > -0.01 and rest < 0.2)
  local shares = require("twocs.predict.bands").support(runs.rows)
  local told = by.GEMMs.share + by.attention.share + by["collectives inside a node"].share
  lu.assertAlmostEquals(told, shares.inside + shares.beyond + shares.transferred, 0.025)
  for _, name in ipairs{ "GEMMs", "collectives inside a node" } do lu.assertEquals(by[name].measured, by[name].share) end
  lu.assertTrue(by.GEMMs.share > 0.3 and by["collectives inside a node"].share > 0.01)
  local most, unmeasured = terms.least_measured(list)
  for _, one in ipairs(list) do
    lu.assertTrue(one.transferred + one.assumed <= unmeasured + 1e-12)
    lu.assertAlmostEquals(one.measured + one.transferred + one.assumed, one.share, 1e-12)
  end
  lu.assertStrContains(tostring(runs), "Measure next: " .. most.term.measure)
end

-- A table of another architecture does not count as a measurement of this device. One of the same architecture does.
function TestTrust:test_a_table_of_another_device()
  for gpu, basis in pairs{ MI300X = "transferred", H200 = "measured", H800 = "measured", MI100 = "assumed" } do
    local runs = assert(said{ run(2, { gpu = gpu }) })
    local list = terms.of(runs)
    for _, one in ipairs(list) do
      if one.term.name == "GEMMs" then lu.assertEquals(one[basis], one.share, gpu) end
    end
  end
  local text = tostring(assert(said{ run(2, { gpu = "MI300X" }) }))
  lu.assertStrMatches(text, ".*GEMMs %d+ %% %(transferred%).*")
  lu.assertStrMatches(text, ".*not measured on this device and in this format is GEMMs.*")
end

-- FP8 is not an alternative if the device does not support it.
function TestTrust:test_no_format_that_a_device_lacks()
  for gpu, has in pairs{ H100 = true, A100 = false } do
    lu.assertEquals(tostring(assert(said{ run(2, { gpu = gpu }) })):find("precision = bf16 in 1 row", 1, true) ~= nil, has)
  end
end

-- For a device without any measured operator, GEMMs are worth measuring.
function TestTrust:test_devices_by_their_registered_names()
  local rows = {}
  for i, gpu in ipairs{ "B200", "b200-sxm", "NVIDIA H100 80GB HBM3", "H100 CNX", "H200 NVL", "MI250X" } do
    rows[i] = run(2, { gpu = gpu, batch = 64 * i })
  end
  local runs = assert(said(rows))
  local devices = {}
  for i, one in ipairs(runs.rows) do devices[i] = one.device end
  lu.assertEquals(devices, { "b200_sxm", "b200_sxm", "h100_sxm" })
  lu.assertStrContains(tostring(runs), '2 rows are not: "H100 CNX" is not a known device (row 4, others alike)')
  lu.assertStrContains(tostring(runs),
    '"MI250X" is not a known device: it is two; did you mean "mi250x_gcd", one of them? (row 6)')
  runs = assert(said{ run(2, { gpu = "MI100" }) })
  lu.assertEquals(terms.least_measured((terms.of(runs))).term.name, "GEMMs")
end

-- A model with experts is read or refused without them, never predicted as a dense model.
function TestTrust:test_experts()
  local head = header .. ",ep,experts,top_k"
  local runs = assert(said({ run(1, nil, 3, ",8,8,2"), run(1, nil, 3, ",8,,"), run(1, nil, 3, ",,8,"),
    run(1, nil, 3, ",,,"), run(2, nil, 3, ",8,8,2") }, head))
  lu.assertEquals(#runs.rows, 3)
  lu.assertEquals(runs.reasons, { ["it has ep, but experts is empty"] = 1, ["it has experts, but top_k is empty"] = 1 })
  lu.assertTrue(runs.rows[1].predicted > 1.2 * runs.rows[2].predicted)
  lu.assertEquals({ runs.rows[1].fields.ep, runs.rows[1].fields.experts, runs.rows[1].fields.top_k }, { 8, 8, 2 })
  lu.assertEquals(runs.rows[3].fields.sp, 1) -- because of TP
end

-- Rows without a measured time get one line each: the result of eval for the case and its band.
function TestTrust:test_rows_that_are_only_predicted()
  local rows = {}
  for i = 1, 20 do rows[i] = run(degrees[i % 3 + 1], { batch = 64 * i }, "") end
  local runs = assert(said(rows))
  local text = tostring(runs)
  lu.assertNil(text:find("and %d+ more"))
  for i, one in ipairs(runs.answers) do
    local v = tw.eval(one.case, { "t_step", "mfu", "mem_byte", "mem_size", "fits" })
    local step, low, high, mfu, need, has, rest = text:match(core.format("\n  row %d: llama on 16 GPUs, "
      .. "TP %d, PP 1, microbatch 1: ", i, degrees[i % 3 + 1]) .. "(%S+) s %((%S+) to (%S+) s%), MFU (%S+) %%, (%S+) of "
      .. "(%S+) GiB on the fullest stage([^\n]*)")
    lu.assertEquals({ step, mfu, need, has }, { core.format("%.4g", one.predicted), core.format("%.1f", 100 * v.mfu),
      core.format("%.1f", v.mem_byte / 1073741824), core.format("%.1f", v.mem_size / 1073741824) }, text)
    lu.assertEquals(rest, v.fits == 1 and "" or ": it does not fit")
    lu.assertTrue(tonumber(low) <= tonumber(step) and one.predicted < tonumber(high))
  end
  rows[21] = run(2, nil, "")
  local longer = tostring(assert(said(rows)))
  lu.assertStrContains(longer, "  and 1 more (--out FILE has all of them)")
  lu.assertStrContains(longer, "\n  row 20: ") -- the last printed row is still there
end

-- Unknown software is reported once with its rows. Known software is not reported.
function TestTrust:test_software_that_is_not_known()
  local rows = {}
  for i, name in ipairs{ "Megatron", "homegrown", "homegrown", "other" } do
    rows[i] = run(2, { batch = 64 * i, software = name })
  end
  local text = tostring(assert(said(rows)))
  lu.assertStrContains(text, 'software "homegrown" is not known here: taken as pytorch in 2 rows (tw.software()')
  lu.assertStrContains(text, 'software "other" is not known here: taken as pytorch in 1 row (tw.software()')
  lu.assertNil(text:find('software "Megatron"', 1, true))
end

TestFiles = {}

function TestFiles:test_as_a_spreadsheet_writes_them()
  local function sentence(rows, head) return (select(2, said(rows, head))) end
  lu.assertStrContains(sentence({ "llama;32;4096" }, (header:gsub(",", ";"))),
    "line 2: 3 cells, but the header names")
  local head = header:gsub(",", ";")
  lu.assertEquals(assert(said({ (run(2):gsub(",", ";"):gsub("3$", "3,5")) }, head)).rows[1].measured, 3.5)
  lu.assertStrContains(sentence({ (run(2):gsub(",", ";"):gsub("3$", "3,512")) }, (header:gsub(",", ";"))),
    "line 2: a number with a decimal comma: expected a decimal point")
  local text = tostring((said{ run(2, nil, '"1,500"'), run(2, nil, '"1,600"'), run(2, nil, 3) }))
  lu.assertStrContains(text, '2 rows are not: step_time_s is "1,500": expected a number above 0')
  lu.assertStrContains(text, "write 1.5, not 1,5 (row 1")
  local times = assert(said{ run(2, nil, '"1,5"'), run(2, nil, "1600 ms"), run(1, nil, 3) })
  lu.assertEquals({ times.rows[1].measured, times.rows[2].measured }, { 1.5, 1.6 })
  lu.assertStrContains(tostring((said{ run(2, nil, "1.5 x") })), "write the unit into the header, as in step_time_s [ms]")
  local runs = assert(said({ run(2, nil, 3, ",41.5%"), run(1, nil, 3, ",41.5 %") }, header .. ",mfu_pct"))
  lu.assertEquals(#runs.rows, 2)
  local indexed = assert(said({ "0," .. run(2) }, "," .. header)) -- the index column that pandas writes
  lu.assertEquals({ #indexed.rows, indexed.ignored }, { 1, { "(no name)" } })
end

function TestFiles:test_columns_under_other_names()
  local head = (header:gsub("hidden", "breadth"):gsub("gpus", "ranks"):gsub("step_time_s", "t"))
  local runs = assert(said({ run(2) }, head))
  lu.assertEquals({ #runs.rows, #runs.answers }, { 0, 0 })
  lu.assertStrContains(tostring(runs), "1 row is not: no column states hidden")
  lu.assertStrContains(tostring(runs), "unused columns: breadth, ranks")
  runs = assert(said({ run(2) }, head, { columns = { breadth = "hidden", ranks = "gpus", t = "step_time_s [min]" } }))
  lu.assertEquals(runs.rows[1].measured, 180)
end

function TestFiles:test_the_first_row_of_each_reason()
  local rows = { run(2), run(2, { batch = 65 }), run(3), run(2, { batch = 67 }) }
  local runs = assert(said(rows))
  lu.assertStrContains(tostring(runs), "2 rows are not: no legal layout: DP must divide the global batch (row 2 first)")
  lu.assertStrContains(tostring(runs), "1 row is not: TP x PP x CP (3) does not divide its 16 GPUs (row 3)")
  lu.assertEquals(runs:table():column("row")[1], 1)
end

function TestFiles:test_figures()
  local runs = scaled{ 1, 1.1, 1.2, 1.3 }
  local folder = os.tmpname()
  os.remove(folder)
  local files = assert(runs:draw(folder))
  lu.assertEquals(#files, 5)
  for _, path in ipairs(files) do
    lu.assertEquals(assert(io.open(path, "rb")):read(8), "\137PNG\r\n\26\n")
  end
  local worst = assert(tw.read(folder .. "/worst.csv"))
  lu.assertEquals(worst.n, 4)
  lu.assertEquals(worst:column("run")[1], "row 4") -- the row with the largest error
  local sum = 0
  for _, name in ipairs(worst:names()) do
    if name ~= "run" then sum = sum + worst:column(name)[1] end
  end
  lu.assertAlmostEquals(sum, 1 / 1.3, 0.02) -- predicted step over measured step
  os.execute("rm -r '" .. folder .. "'")
end

function TestFiles:test_shell()
  local twocs, path = os.getenv "TWOCS" or arg[-1], file_of{ run(2), run(1) }
  local function shell(words)
    local pipe = assert(io.popen(core.format("'%s' predict '%s' %s 2>&1", twocs, path, words)))
    local text = pipe:read "*a"
    pipe:close()
    return text
  end
  lu.assertStrContains(shell "", "Accuracy of the predictions, from 2 rows:")
  local before = shell "--constants pooled"
  lu.assertEquals(shell "", before)
  lu.assertNotEquals(shell "--constants flash=0.2,train_gemm=1.5", before)
  lu.assertStrContains(shell "--constants flash=fast", '--constants: flash is "fast", not a number')
  lu.assertStrContains(shell "--columns dim", "expected pairs with = between")
  lu.assertStrContains(shell "--columns layers=notes", "no column states layers")
  os.remove(path)
end

os.exit(lu.LuaUnit.run() == 0, true)
