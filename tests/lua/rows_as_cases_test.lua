-- SPDX-License-Identifier: MIT
-- A row of a file of training runs is a case like any other: every verb gives the result of `twocs predict`, to the bit; a
-- file that twocs knows has nothing that a user's own file cannot state; words and names of columns of frameworks and
-- trackers; rows without a measured time; wrong units; contradicting columns.
local lu = require "luaunit"
local gate = require "twocs.ask.gate" -- drawn cases state what some of them need
local constants = require "twocs.predict.constants"
local columns = require "twocs.runs.columns"
local files = require "twocs.runs.files"
local reader = require "twocs.runs.read"
local cases = require "twocs.predict.cases"
local tw = require "twocs"

local folder = (arg[0]:match("^(.*)/lua/[^/]*$") or "tests") .. "/data/runs/"
local measured = folder .. "measured.csv"

local function said(text, options)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  local given = { file = path }
  for key, value in pairs(options or {}) do given[key] = value end
  local runs, sentence = tw.predict(given)
  os.remove(path)
  return runs, sentence
end

local function sorted(t)
  local names = {}
  for name in pairs(t) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local base = { model = "own", layers = 32, hidden = 4096, heads = 32, seq = 4096, gpus = 64, gpu_type = "H100", tp = 2,
  pp = 2, microbatch = 1, global_batch = 256, step_time_s = 3 }

-- A file of one row: `base` with other cells; false leaves a column out.
local function file_of(more)
  local row, head, cells = {}, {}, {}
  for _, from in ipairs{ base, more or {} } do
    for name, value in pairs(from) do row[name] = value end
  end
  for _, name in ipairs(sorted(row)) do
    if row[name] ~= false then
      head[#head + 1] = name
      cells[#cells + 1] = tostring(row[name]):find(",", 1, true) and tw.format('"%s"', row[name]) or tostring(row[name])
    end
  end
  return tw.format("%s\n%s\n", table.concat(head, ","), table.concat(cells, ","))
end

local function runs_of(more, options) return assert(said(file_of(more), options)) end

-- The single row of such a file, predicted.
local function one_of(more)
  local runs = runs_of(more)
  lu.assertEquals(#runs.rows, 1, tw.format("%s: %s", next(more) or "", next(runs.reasons) or ""))
  return runs.rows[1]
end

-- The single reason why it is not predicted.
local function why(more)
  local runs = runs_of(more)
  lu.assertEquals({ #runs.rows, #runs.answers }, { 0, 0 })
  return (next(runs.reasons))
end

TestVerbs = {}

local function with(case, more)
  local copy = {}
  for _, from in ipairs{ case, more } do
    for key, value in pairs(from) do copy[key] = value end
  end
  return copy
end

function TestVerbs:test_every_verb_gives_the_same_result()
  local runs = assert(tw.predict{ file = measured })
  lu.assertEquals(#runs.rows, 38)
  for i, one in ipairs(runs.rows) do
    local step = tw.eval(one.case, "t_step")
    lu.assertEquals(one.predicted, step, i)
    if i % 6 == 1 then
      local flash = tw.eval(one.case, "flash")
      local swept = tw.sweep(with(one.case, { over = { flash = { flash, 0.9 } }, want = { "t_step" } }))
      lu.assertEquals(swept[1].t_step, step)
      lu.assertEquals(swept[2].t_step < step, one.case.run.attention == "fused")
      lu.assertEquals(tw.eval(one.case, "mem_byte"), one.v.mem_byte)
    end
  end
end

-- A constant that a script gives the case equals that of --constants for the file; a constant in a column has priority.
function TestVerbs:test_constants_are_fields()
  local text = file_of{ software = "Megatron" }
  local slower = assert(said(text, { constants = { train_gemm = 1.25 } })).rows[1]
  local plain = assert(said(text)).rows[1]
  lu.assertTrue(slower.predicted > 1.05 * plain.predicted)
  local case = with(plain.case, { software = plain.case.software{ train_gemm = 1.25 } })
  lu.assertEquals(tw.eval(case, "t_step"), slower.predicted)
  local stated = file_of{ software = "Megatron", train_gemm = 1.25 }
  lu.assertEquals(assert(said(stated)).rows[1].predicted, slower.predicted)
  lu.assertEquals(assert(said(stated, { constants = { train_gemm = 1.5 } })).rows[1].predicted, slower.predicted)
end

function TestVerbs:test_scaling_solve_timeline_and_elasticities()
  local one = one_of{ software = "Megatron" }
  local step = tw.eval(one.case, "t_step")
  lu.assertEquals(one.predicted, step)
  local flash = tw.eval(one.case, "flash")
  lu.assertAlmostEquals(tw.solve(one.case, { find = "flash", from = 0.2, to = 0.9, so_that = { t_step = step } }) / flash,
    1,
    1e-6)
  local scaled = tw.scaling(one.case, { gpus = { 64, 128 }, layout = { tp = 2, pp = 2 } })
  lu.assertEquals(scaled[1].token_rate, tw.eval(one.case, "token_rate"))
  lu.assertAlmostEquals(scaled[1].token_rate * step / (256 * 4096), 1, 1e-12)
  -- The rows estimate the step that the timeline simulates; both have the software of the row.
  local played, ideal = tw.timeline(one.case).step, tw.timeline(with(one.case, { software = "ideal" })).step
  lu.assertAlmostEquals(played / step, 1, 0.1)
  lu.assertTrue(ideal < 0.9 * played)
  local by = {}
  for row in tw.elasticities(one.case, "t_step"):rows() do by[row.field] = row.elasticity end
  local growth, c = 1 / 1024, constants.values()
  local slower = assert(said(file_of{ software = "Megatron" }, { constants = { flash = c.flash * (1 + growth) } })).rows[1]
  lu.assertAlmostEquals(by.flash, math.log(slower.predicted / step) / math.log(1 + growth), 1e-3)
end

TestKnownFiles = {}

-- The result of an entry for a row, written as a user's CSV with columns of runs/columns.lua: the same case, the same bits.
local function as_users_csv(list)
  local head, seen, lines = {}, {}, {}
  for _, one in ipairs(list) do
    for name in pairs(one.row) do
      if not seen[name] then seen[name], head[#head + 1] = true, name end
    end
  end
  table.sort(head)
  lines[1] = table.concat(head, ",")
  for _, one in ipairs(list) do
    local cells = {}
    for k, name in ipairs(head) do
      local value = one.row[name]
      local text = value == nil and "" or type(value) == "number" and tw.format("%.17g", value) or tostring(value)
      cells[k] = text:find '[,"\n]' and tw.format('"%s"', (text:gsub('"', '""'))) or text
    end
    lines[#lines + 1] = table.concat(cells, ",")
  end
  return table.concat(lines, "\n") .. "\n"
end

function TestKnownFiles:test_entries_use_only_settings_of_a_csv()
  local checked = 0
  for _, name in ipairs(sorted(files)) do
    if name ~= "own" then
      local read = require("studies.runs").read(name)
      local list = {}
      for _, one in ipairs(read or {}) do
        if one.case and #list < 150 then
          for column in pairs(one.row) do lu.assertNotNil(columns.of(column), tw.format("%s: %s", name, column)) end
          list[#list + 1] = one
        end
      end
      if #list > 0 then
        checked = checked + 1
        local known, own = cases.of(name, list), assert(said(as_users_csv(list)))
        local by, rows, c = {}, known:predicted(constants.values()), constants.values()
        for _, one in ipairs(own.rows) do by[one.at] = one.predicted end
        lu.assertEquals(#own.rows, #rows, name)
        for _, one in ipairs(rows) do lu.assertEquals(by[one.at], one.predicted, tw.format("%s %d", name, one.at)) end
        lu.assertEquals(known:times(c)[rows[1].place], rows[1].predicted)
      end
    end
  end
  if checked == 0 then print "skipped: no file of measured runs is here" end
end

-- What Megatron-Core's tests allocate between two steps, with the widths of experts and the workspaces of grouped GEMMs
-- that their configurations state.
function TestKnownFiles:test_golden_memory()
  local golden = require "studies.runs.golden"
  local all, sentence = golden.read()
  if not all then return print("skipped: " .. sentence) end
  lu.assertEquals(golden.goal, 0.03)
  lu.assertTrue(all.found.mean <= golden.goal, all.text)
  for _, one in ipairs(all.list) do
    lu.assertTrue(math.abs(one.predicted / one.measured - 1) < (one.row.family == "moe" and 0.05 or 0.13), one.row.case)
  end
end

-- Entries have no other kind of settings.
function TestKnownFiles:test_allowed_settings_of_an_entry()
  local may = { path = true, logs = true, columns = true, fixed = true, cells = true, assumed = true, refuses = true,
    only = true, choices = true }
  for name, entry in pairs(files) do
    for key in pairs(entry) do lu.assertTrue(may[key] or false, tw.format("%s.%s", name, key)) end
    for column in pairs(entry.fixed or {}) do lu.assertNotNil(columns.of(column), tw.format("%s: %s", name, column)) end
  end
end

TestWords = {}

function TestWords:test_number_formats()
  for word, format in pairs{ mixed = "bf16", BF16 = "bf16", amp_bf16 = "bf16", ["bf16-mixed"] = "bf16", half = "fp16",
    ["FP8-CS"] = "fp8", amp_fp8 = "fp8", float8 = "fp8", MXFP8 = "fp8", NVFP4 = "fp4", tf32 = "tf32" } do
    local gpu = format == "fp4" and "B200" or "H100"
    lu.assertEquals(one_of{ precision = word, gpu_type = gpu }.case.run.format, format, word)
  end
  lu.assertStrContains(why{ precision = "fp17" }, 'precision is "fp17"')
end

function TestWords:test_sharding()
  for word, zero in pairs{ none = "none", DDP = "none", ["ZeRO-1"] = "optimizer", stage1 = "optimizer",
    zero_2 = "gradients",
    stage3 = "weights", FSDP = "weights", fsdp2 = "weights", FULL_SHARD = "weights", hsdp = "weights",
    SHARD_GRAD_OP = "gradients", ["3"] = "weights", ["0"] = "none" } do
    lu.assertEquals(one_of{ sharding = word }.case.layout.zero, zero, word)
  end
  local hybrid, whole = one_of{ sharding = "hsdp" }, one_of{ sharding = "fsdp" }
  lu.assertEquals(hybrid.case.layout.shard, 8)
  lu.assertTrue(hybrid.v.mem_byte > whole.v.mem_byte)
  lu.assertStrContains(why{ sharding = "zero9" }, 'sharding is "zero9"')
end

function TestWords:test_recomputation_follows_the_software()
  local titan = one_of{ recompute = "selective", software = "torchtitan 0.2" }.case.run
  lu.assertEquals({ titan.recompute, titan.recompute_part, titan.recompute_stop }, { "full", 0.5, "yes" })
  lu.assertEquals(one_of{ recompute = "selective", software = "Megatron" }.case.run.recompute, "selective")
  for word, is in pairs{ null = "none", ["false"] = "none", FULL = "full", ["true"] = "full", uniform = "full" } do
    lu.assertEquals(one_of{ recompute = word }.case.run.recompute, is, word)
  end
  lu.assertStrContains(why{ recompute = "sometimes" }, 'recompute is "sometimes"')
  local function modules(word)
    local run = one_of{ recompute = "selective", recompute_modules = word, experts = 8, top_k = 2,
      software = "Megatron" }.case.run
    return { run.recompute, run.recompute_experts, run.recompute_norms, run.recompute_activation }
  end
  lu.assertEquals(modules "moe", { "none", "yes", "no", "no" })
  lu.assertEquals(modules "core_attn,moe", { "selective", "yes", "no", "no" })
  lu.assertEquals(modules "layernorm, MOE_ACT", { "none", "no", "yes", "yes" })
  lu.assertEquals(modules "norms + experts", { "none", "yes", "yes", "no" })
  for word, is in pairs{ full = "full", none = "none" } do -- as in dumps of all arguments
    local run = one_of{ recompute = word, recompute_modules = "core_attn moe", experts = 8, top_k = 2 }.case.run
    lu.assertEquals({ run.recompute, run.recompute_experts }, { is, "no" })
  end
  local one = one_of{ recompute = "selective: moe_act, layernorm", experts = 8, top_k = 2 }.case.run
  lu.assertEquals({ one.recompute, one.recompute_activation, one.recompute_norms, one.recompute_experts },
    { "none", "yes", "yes", "no" })
  -- In a sentence, "activation" and "attention" are not modules, and neither is a module next to another kind of
  -- recomputation.
  for word, is in pairs{ ["selective activation checkpointing"] = "selective", ["selective (attention)"] = "selective",
    ["full activation checkpointing"] = "full", ["full (uniform, 1 layer)"] = "full" } do
    local run = one_of{ recompute = word, experts = 8, top_k = 2 }.case.run
    lu.assertEquals({ run.recompute, run.recompute_activation, run.recompute_fc }, { is, "no", "no" }, word)
  end
  lu.assertStrContains(why{ recompute = "selective", recompute_modules = "core_atn" },
    'recompute_modules is "core_atn"; did you mean "core_attn"?')
end

function TestWords:test_status()
  for _, word in ipairs{ "OOM", "fail", "CUDA out of memory", "crashed", "error" } do
    local runs = runs_of{ status = word, step_time_s = "" }
    lu.assertEquals({ runs.reasons["it failed"], #runs.rows, #runs.answers }, { 1, 0, 0 }, word)
  end
  lu.assertEquals(#runs_of{ status = "finished" }.rows, 1)
  lu.assertStrContains(why{ status = "running" }, 'status is "running"')
end

function TestWords:test_aliases_are_the_column()
  local plain = one_of{}.predicted
  for _, one in ipairs(columns.list) do
    for _, other in ipairs(one.also or {}) do
      if base[one.name] then
        lu.assertEquals(one_of{ [one.name] = false, [other] = base[one.name] }.predicted, plain, other)
      else
        lu.assertEquals(columns.of(other).name, one.name)
      end
    end
  end
  lu.assertEquals(one_of{ layers = false, ["Num Layers"] = 32 }.predicted, plain)
  lu.assertEquals(one_of{ gpus = false, tp = false, ["world-size"] = 64, tensor_model_parallel_size = 2 }.predicted, plain)
end

function TestWords:test_an_unread_column_gets_the_nearest_name()
  local runs = runs_of{ hiden = 1, ["color of the rack"] = "red" }
  lu.assertEquals(#runs.rows, 1)
  lu.assertStrContains(tostring(runs), 'hiden (is it "hidden"?)')
  lu.assertStrContains(tostring(runs), "color of the rack")
end

-- Every name that help lists is read, and help lists every column.
function TestWords:test_help_lists_the_columns()
  local pipe = assert(io.popen(tw.format("'%s' predict --help 2>&1", os.getenv "TWOCS" or arg[-1])))
  local text = pipe:read "*a"
  pipe:close()
  for name in pairs(columns.by_name) do
    if columns.by_name[name].is ~= "field" then lu.assertStrContains(text, name) end
  end
end

TestTimes = {}

-- 256 sequences of 4096 tokens on 64 GPUs in 3 s, in other forms.
function TestTimes:test_rates()
  local tokens = 256 * 4096
  for name, value in pairs{ tokens_per_s = tokens / 3, tgs = tokens / 3 / 64, tokens_per_s_per_gpu = tokens / 3 / 64,
    samples_per_s = 256 / 3, ["train/tokens_per_sec"] = tokens / 3 } do
    local text = tw.format("%.17g", value)
    lu.assertAlmostEquals(one_of{ step_time_s = false, [name] = text }.measured, 3, 1e-9, name)
  end
  local one = one_of{}
  local flop, peak = tw.eval(one.case, "step_flop"), tw.eval(one.case, "peak")
  for name, value in pairs{ mfu = 100 * flop / peak / 3, mfu_pct = 100 * flop / peak / 3, tflops = flop / 3 / 1e12,
    hfu = 100 * tw.eval(one.case, "hfu") * one.predicted / 3 } do
    lu.assertAlmostEquals(one_of{ step_time_s = false, [name] = tw.format("%.17g", value) }.measured, 3, 1e-9, name)
  end
  lu.assertStrContains(why{ step_time_s = false, mfu = 0.41 }, 'mfu_pct is "0.41": is it a share? then write percent, 41')
end

function TestTimes:test_rows_without_a_time_are_answers()
  local head, first = file_of():match "^(.-)\n(.-)\n"
  local open = first:gsub(",3,2$", ",,2")
  lu.assertNotEquals(open, first)
  local runs = assert(said(table.concat({ head, first, open, "" }, "\n")))
  lu.assertEquals({ #runs.rows, #runs.answers }, { 1, 1 })
  lu.assertEquals(runs.answers[1].predicted, runs.rows[1].predicted)
  lu.assertEquals(next(runs.reasons), nil)
  local text = tostring(runs)
  lu.assertStrContains(text, "2 rows, 2 predicted, of which 1 without a measured time")
  local low, high = require("twocs.predict.bands").of(runs.answers[1], runs.band)
  lu.assertStrContains(text, tw.format("row 2: own on 64 GPUs, TP 2, PP 2, microbatch 1: %.4g s (%.4g to %.4g s)",
    runs.answers[1].predicted, low, high))
  lu.assertStrContains(text, "GiB on the fullest stage")
  local lines = {}
  for line in runs:csv():gmatch "[^\n]+" do
    if not line:find "^#" then lines[#lines + 1] = line end
  end
  lu.assertEquals(#lines, 3)
  local cells = {}
  for cell in (lines[3] .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell end
  lu.assertEquals({ cells[1], cells[7] }, { "2", "" })
  lu.assertAlmostEquals(tonumber(cells[8]), runs.answers[1].predicted, 1e-12)
  lu.assertNil(runs:csv():find "nan")
  -- A file with only such rows is predicted, and nothing is printed about errors.
  local only = assert(said(table.concat({ head, open, "" }, "\n")))
  lu.assertNil(tostring(only):find("Accuracy of the predictions", 1, true))
  lu.assertStrContains(tostring(only), "row 1: own on 64 GPUs")
  lu.assertStrContains(tostring(only), "Basis of the predicted time")
end

TestWhatWasTaken = {}

function TestWhatWasTaken:test_a_model_by_its_name()
  local filled = one_of{ model = "Llama-3.1-8B", layers = false, hidden = false, heads = false }
  lu.assertEquals(filled.about.model, "llama3_8b")
  lu.assertEquals(tw.eval(filled.case, "param"), tw.eval({ model = "llama3_8b" }, "param"))
  lu.assertStrContains(tostring(runs_of{ model = "llama3_8b", layers = false, hidden = false, heads = false }),
    "model llama3_8b: 1 row does not state all of its fields; those of the registered model are used")
  -- With a contradicting width, the name is only a label.
  lu.assertNil(one_of{ model = "llama3_8b", hidden = 2048 }.about.model)
  lu.assertNil(one_of{}.about.model)
  local cut = one_of{ model = "llama3_8b", layers = 16 }
  lu.assertEquals(cut.case.model.layers, 16)
  for _, line in ipairs{ "gated =", "vocab =", "kv_heads =", "ffn =" } do -- none of these is open
    lu.assertNil(tostring(runs_of{ model = "llama3_8b" }):find("\n  " .. line, 1, true), line)
  end
end

-- One replica without a stated microbatch: the rows with the largest errors are printed as usual.
function TestWhatWasTaken:test_one_replica_without_a_microbatch()
  local function file(tp, pp) return file_of{ gpus = 8, tp = tp, pp = pp, microbatch = false, global_batch = 8 } end
  local text = file(4, 2) .. file(2, 4):match "\n(.*)$" .. file(1, 8):match "\n(.*)$"
  lu.assertStrContains(tostring(assert(said(text))), "TP 1, PP 8, microbatch 1")
end

-- A run that succeeded did not process all sequences of a replica at once if they do not fit.
function TestWhatWasTaken:test_a_microbatch_that_cannot_be()
  local function text(microbatch)
    return tostring(runs_of{ tp = 1, pp = 1, global_batch = 4096, microbatch = microbatch, step_time_s = 30 })
  end
  lu.assertStrContains(text(false), "row 1: its microbatch is not stated, and 4 sequences at once do not fit into memory")
  lu.assertNotStrContains(text(1), "sequences at once")
  local few = runs_of{ model = "llama2_70b", layers = false, hidden = false, heads = false, kv_heads = false, ffn = false,
    tp = 1, pp = 1, gpus = 8, global_batch = 8, microbatch = false, step_time_s = 3 }
  lu.assertEquals({ few.rows[1].v.fits, few.rows[1].v.microbatches }, { 0, 1 })
  lu.assertNotStrContains(tostring(few), "sequences at once") -- a single sequence cannot be divided
end

function TestWhatWasTaken:test_an_unknown_software_is_reported()
  lu.assertStrContains(tostring(runs_of{ software = "Fooware 3" }),
    'software "Fooware 3" is not known here: taken as pytorch in 1 row')
  lu.assertEquals({ one_of{ software = "Fooware 3" }.about.software, one_of{ software = "NeMo 24.05" }.about.software,
    one_of{}.about.software }, { false, true, true })
  lu.assertEquals(one_of{ software = "Fooware 3" }.predicted, one_of{ software = "PyTorch" }.predicted)
end

-- The assumptions in the report are those of the case, and every column that it names is read.
function TestWhatWasTaken:test_reported_assumptions_are_those_of_the_case()
  local nemo = tostring(runs_of{ software = "NeMo" })
  lu.assertStrContains(nemo, "grad_format = bf16 in 1 row; with fp32")
  lu.assertStrContains(nemo, "sharding = zero1 in 1 row; with none")
  lu.assertStrContains(tostring(runs_of{}), "software = megatron_core in 1 row; with ") -- it has TP
  local plain = tostring(runs_of{ software = "PyTorch" })
  lu.assertStrContains(plain, "grad_format = fp32 in 1 row; with bf16")
  for _, choice in ipairs(files.own.choices) do lu.assertNotNil(columns.of(choice.column), choice.column) end
  for _, term in ipairs(require("twocs.predict.terms").list) do
    for name in (term.say:match "the columns? (.*)"
      or ""):gmatch "[%l%d]+_[%l%d_]+" do lu.assertNotNil(columns.of(name)) end
  end
  local errors = {}
  for error in plain:gmatch "%d rows?; with %S+ the mean error is ([%d.]+) %%" do errors[#errors + 1] = tonumber(error) end
  local now = tonumber(plain:match "the mean error with another choice %(now ([%d.]+) %%")
  lu.assertTrue(#errors > 5)
  for i = 2, #errors do -- sorted by their effect, the largest first
    lu.assertTrue(math.abs(errors[i] - now) <= math.abs(errors[i - 1] - now) + 0.11, tw.format("%d", i))
  end
end

TestSlips = {}

function TestSlips:test_implausible_units_are_questioned()
  lu.assertStrContains(why{ power_w = 0.5 }, 'power_w is "0.5", but its data sheet states 700 W: is it in kW?')
  lu.assertStrContains(why{ power_w = 700000 }, "is it in mW, or of a whole node?")
  lu.assertStrContains(why{ peak_mem_gib = 70000 }, 'peak_mem_gib is "70000"')
  lu.assertStrContains(why{ peak_mem_gib = 70000 }, "is it in MiB")
  lu.assertStrContains(why{ step_time_s = "1e-300" }, "more than 20 times faster than the peak of its devices allows")
  lu.assertStrContains(why{ step_time_s = "1e9" }, "more than 10000 times as long as the predicted one")
  lu.assertStrContains(tostring(runs_of{ step_time_s = 3000 }), "are they in milliseconds?")
  -- The rate of one GPU in TFLOP/s in the column of tokens: a time in milliseconds is not the cause.
  local slow = tostring(runs_of{ step_time_s = "", tokens_per_s = 400 })
  lu.assertStrContains(slow, "rates for all GPUs or for one as the column name says")
  lu.assertNotStrContains(slow, "milliseconds")
  lu.assertTrue(one_of{ power_w = 500 }.predicted > 1.05 * one_of{ power_w = 700 }.predicted)
  lu.assertEquals(one_of{ peak_mem_gib = 70 }.predicted, one_of{}.predicted)
end

function TestSlips:test_columns_that_contradict_each_other()
  for _, one in ipairs{ { { dp = 8 }, "TP x PP x CP x DP differ from its GPUs" }, { { gpus = 63 },
    "does not divide its 63 GPUs" },
    { { grad_accum = 3 }, "microbatch x DP x grad_accum differ from its global batch" },
    { { params_b = 175 }, "its params_b and its dimensions contradict each other" },
    { { tokens_per_s = 5 }, "its step time and tokens_per_s contradict each other" },
    { { tgs = 100000 }, "its step time and tokens_per_s_per_gpu contradict each other" },
    { { num_layers = 33 }, "two of its columns state layers" }, { { ep = 8 }, "it has ep, but experts is empty" },
    { { heads = 33 }, "its heads do not divide its hidden size" } } do
    lu.assertStrContains(why(one[1]), one[2])
  end
  lu.assertEquals(one_of{ num_layers = 32 }.predicted, one_of{}.predicted) -- the same value twice is not a contradiction
  lu.assertEquals(one_of{ grad_accum = 16, dp = 16 }.predicted, one_of{}.predicted)
end

-- Layers that PP does not divide: each end of the model counts as a layer, or the remaining layers go to the first stages.
function TestSlips:test_layers_that_do_not_divide()
  local large = { hidden = 16384, heads = 128, ffn = 53248, kv_heads = 8, gated = "yes", vocab = 128256,
    software = "Megatron",
    step_time_s = "" }
  local function answer(more)
    local row = {}
    for _, from in ipairs{ large, more } do
      for name, value in pairs(from) do row[name] = value end
    end
    local runs = runs_of(row)
    lu.assertEquals(#runs.answers, 1, tostring(next(runs.reasons)))
    return tw.eval(runs.answers[1].case, { "legal", "first_layers", "middle_layers", "last_layers" })
  end
  local v = answer{ layers = 126, pp = 16, tp = 8, gpus = 1024, global_batch = 256 }
  lu.assertEquals({ v.legal, v.first_layers, v.middle_layers, v.last_layers }, { 1, 7, 8, 7 })
  v = answer{ layers = 78, pp = 12, tp = 8, gpus = 2496, global_batch = 2496 / 96 * 8 } -- 26 replicas
  lu.assertEquals(v.legal, 1)
  lu.assertTrue(v.first_layers + 10 * v.middle_layers + v.last_layers >= 78)
end

os.exit(gate.silently(lu.LuaUnit.run) == 0, true)
