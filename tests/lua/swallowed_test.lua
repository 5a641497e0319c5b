-- SPDX-License-Identifier: MIT
-- Parts of a script that had no effect: variables that were never set, axes and conditions without effect, batches that
-- make layouts incomparable. Each was once ignored without a message. Messages go to stderr with the line of the script.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local outside = require "outside"
local unset = require "twocs.common.unset"

-- The messages of f on stderr, and its error.
local function heard(f, ...)
  local text, stderr = {}, io.stderr
  io.stderr = { write = function(self, ...)
    for _, part in ipairs{ ... } do text[#text + 1] = tostring(part) end
    return self
  end }
  local done, message = pcall(f, ...)
  io.stderr = stderr
  require("twocs.ask.gate").forget()
  return table.concat(text) .. (done and "" or tostring(message))
end

local function says(part, f, ...) lu.assertStrContains(heard(f, ...), part) end
local function silent(f, ...) lu.assertEquals(heard(f, ...), "") end

local case = { model = "llama3_8b", device = "h100_sxm" }
local function with(more)
  local made = { model = case.model, device = case.device }
  for key, value in pairs(more) do made[key] = value end
  return made
end

TestWritten = {}

-- Most scripts do not look at what a figure or an export returns.
function TestWritten:test_what_cannot_be_written_is_said()
  local t = tw.sweep{ model = "llama3_8b", device = "h100_sxm", over = { tp = { 1, 2 } }, want = "devices" }
  says("the table is not written: /proc/none.csv: ", function() t:csv "/proc/none.csv" end)
  says("the table is not written: /proc/none.json: ", function() t:json "/proc/none.json" end)
  silent(function() return t:csv() end)
  if not package.loaded.twocs_draw and not pcall(require, "twocs_draw") then return end
  says('figure "/proc/none" is not written: ', function() tw.lines("/proc/none", t, { x = "tp", y = "devices" }) end)
end

TestVariables = {}

-- Runs the program as a user starts it.
local function run(script)
  return (outside.output(core.format("%s -e %s", outside.quoted(outside.twocs), outside.quoted(script))))
end

function TestVariables:test_an_unset_variable_is_reported_once()
  local said = run [[local degrees = { 1, 2 }
print(tw.eval({ model = "llama3_8b", device = "h100_sxm", layout = my_layout, run = my_layout }, "devices"))
print(tw.sweep({ model = "llama3_8b", device = "h100_sxm", over = { tp = degres }, want = "devices" }).n)]]
  local _, times = said:gsub("the variable my_layout is nil", "")
  lu.assertEquals(times, 1)
  lu.assertStrContains(said, "-e:2: the variable my_layout is nil: nothing sets it\n")
  lu.assertStrContains(said, "-e:3: the variable degres is nil: nothing sets it; did you mean degrees?\n")
  lu.assertEquals(run "N = N or 5 if DEBUG then N = 6 end local f = unpack or table.unpack print(N, type(ffi))", "5\tnil\n")
end

-- A script must require twocs itself; at the prompt it is already loaded.
function TestVariables:test_a_script_that_requires_nothing()
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write 'print(tw.eval({ model = "llama3_8b", device = "h100_sxm" }, "t_layer"))\n'
  file:close()
  local text = outside.output(core.format("%s - <%s", outside.quoted(outside.twocs), outside.quoted(path)))
  os.remove(path)
  lu.assertStrContains(text, 'the variable tw is nil: begin the script with local tw = require "twocs"\n')
end

-- A loop passes a line thousands of times. The script is read only once.
function TestVariables:test_a_line_in_a_loop_is_read_once()
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write [[local open, opened, sum = io.open, 0, 0
io.open = function(...)
  opened = opened + 1
  return open(...)
end
for i = 1, 50 do sum = sum + (weight or i) end
print(sum, opened)
]]
  file:close()
  local said = outside.output(core.format("%s %s", outside.quoted(outside.twocs), outside.quoted(path)))
  os.remove(path)
  lu.assertEquals(said, "1275\t1\n")
end

-- If a file cannot be read, the result is nil and a sentence. If the script ignores the sentence, it appears where the nil
-- is used.
function TestVariables:test_an_ignored_reason_appears_where_the_nil_is_used()
  local refused = "; read returned nil: no/such.csv: No such file or directory\n"
  for _, script in ipairs{ [[tw.read("no/such.csv"):print()]],
    [[local t = tw.read "no/such.csv" tw.double(1, 8) print(t.n)]], [[t = tw.read "no/such.csv" t:print()]] } do
    lu.assertStrContains(run(script), refused, script)
  end
  for _, script in ipairs{ [[local t print(t.n)]], [[local t = tw.read "no/such.csv" error "attempt"]],
    [[local t, n = tw.read "no/such.csv", true print(n.x)]], [[local t = tw.read "no/such.csv" print(1 + N)]] } do
    lu.assertNotStrContains(run(script), "returned nil", script)
  end
end

function TestVariables:test_results_that_count_as_refused()
  local guard = require "twocs.common.guard"
  local function of_two(a, b) return a, b end
  local f = guard.verb("of_two", of_two, function() return nil, "tw.eval" end)
  guard.refused = nil
  for _, values in ipairs{ { 1, "a sentence" }, { nil, 1 } } do
    f(values[1], values[2])
    lu.assertNil(guard.refused)
  end
  f(nil, "a sentence")
  lu.assertEquals(guard.refused, "of_two returned nil: a sentence")
  local text = heard(f, {}, 1, {})
  lu.assertStrContains(text, "of_two takes 2 arguments; the third argument, a table, would be ignored")
  lu.assertNotStrContains(text, "its keys")
end

function TestVariables:test_lines_that_ask()
  for line, asks in pairs{ ["x = N or 5"] = true, ["if N then"] = true, ["x = y or N"] = true, ["if not N then"] = true,
    ["N == nil"] = true, ["nil ~= N"] = true, ["type(N)"] = true, ["N(1)"] = true, ["N.x"] = true, ["N:f()"] = true,
    ["f(N)"] = false, ["device = N,"] = false, ["{ N = N }"] = false, ["x = N order"] = false, ["More = N"] = false,
    ["x = nor + N"] = false } do lu.assertEquals(unset.asks(line, "N"), asks, line) end
end

TestKeys = {}

function TestKeys:test_of_another_verb()
  says("want is a key of tw.sweep: here results are named after the case", tw.eval, with{ want = "mfu" })
  says("over is a key of tw.sweep", tw.eval, with{ over = { tp = { 1, 2 } } }, "mfu")
  says('did you mean "gpus"?', tw.scaling, case, { devices = { 8 } })
  says('did you mean "devices"?', tw.search, with{ gpus = 8 })
  says("TP x PP x CP x DP", tw.eval, with{ gpus = 8 }, "mfu")
  says("variants are named inside the part of the case that differs: layout = { a = ... }", tw.compare, case,
    { a = { layout = { tp = 1 } } })
  says("compare: expected variants of something, such as { device = { a = ..., b = ... } }, got a list", tw.compare, case,
    { "h100_sxm", "a100_80g" })
  says("expected variants of something", tw.compare, case, { { tp = 1 }, { tp = 8 } })
  silent(tw.compare, with{ want = "devices" }, { { { tp = 1, dp = 8 }, { tp = 8, dp = 1 } } }) -- a list of points
  says("search takes 1 argument; the second argument, a table, would be ignored: its keys belong in the first", tw.search,
    case, { devices = 8 })
  says("the list of wanted results is empty", tw.eval, case, {})
  says("gpu and device are both given", tw.limits, { gpu = "h100_sxm5", device = "a100_80g" })
  says("operator 1: gemm is { m, n, k }", tw.operators, { { gemm = { 1, 2 } } })
end

-- An incomplete order dropped rows from the table, or had no effect.
function TestKeys:test_orders()
  local both = { device = { a = "h100_sxm", b = "a100" } }
  local function compared(order, more)
    local asked = { device = both.device, order = order, layout = more }
    return tw.compare({ model = "llama3_8b", want = "t_step" }, asked)
  end
  lu.assertEquals(compared{ "b", "a" }:column("device"), { "b", "a" })
  says("order lacks 'a' of over.device", compared, { "b" })
  says("order of which variants?", compared, { "b", "a" }, { x = { tp = 1 }, y = { tp = 2 } })
  local over = { tp = { 1, 2 }, sl = { 2048, 4096 } }
  lu.assertEquals(tw.sweep(case, { over = over, order = { "tp", "sl" }, want = "t_step" }):names()[1], "tp")
  says("order lacks the axis sl", tw.sweep, case, { over = over, order = { "tp" }, want = "t_step" })
  says('order: "pp" is not an axis of over', tw.sweep, case, { over = over, order = { "tp", "sl", "pp" }, want = "t_step" })
  says("order.tp: only variants of a record", tw.sweep, case, { over = over, order = { tp = { 2, 1 } }, want = "t_step" })
end

TestFiles = {}

function TestFiles:test_unread_parts_of_a_file_are_reported()
  local stem = os.tmpname()
  local path = stem .. ".log"
  local function read(text, options)
    require("files").write(path, text)
    return tw.read(path, options)
  end
  lu.assertStrContains(select(2, read "hello\nepoch 1 done\n"), "not a known log of a training run or benchmark")
  lu.assertEquals(read("hello\n1\n", { as = "csv" }).n, 1)
  lu.assertEquals(read("a,b\n1,2\n").n, 1)
  lu.assertStrContains(select(2, read '{ "hidden_size": 64, "num_hidden_layers": 2 }'), "there is no model_type")
  local arguments = "python pretrain_gpt.py --num-layers 8 --hidden-size 4096 --num-attention-heads 32 --seq-length 2048 "
    .. "--micro-batch-size 1 --global-batch-size 64 --vocab-size 1024 --tensor-model-parallel-size 2"
  local function missed(more)
    local made = assert(read(core.format("%s %s\n", arguments, more), { gpus = 16 }))
    return table.concat(made.not_understood, "; ")
  end
  local stderr = io.stderr
  io.stderr = { write = function() end }
  local twice, chunks, none = missed "--tensor-model-parallel-size 4", missed "--num-layers-per-virtual-pipeline-stage 2",
    missed ""
  io.stderr = stderr
  lu.assertStrContains(twice, "--tensor-model-parallel-size = 4: it occurs twice, and the last one is used")
  lu.assertStrContains(chunks, "interleaving without a pipeline: no effect")
  lu.assertEquals(none, "")
  os.remove(path)
  os.remove(stem)
end

TestEffect = {}

function TestEffect:test_axes_without_effect()
  says("over = { top_k = ... } changes neither", tw.sweep, with{ over = { top_k = { 1, 2 } }, want = "t_step" })
  says("it would with experts = 1", tw.summary, with{ over = { top_k = { 1, 2 } }, want = "t_step" })
  says("over = { net1_bw = ... } changes neither", tw.sweep, with{ layout = { tp = 8 }, want = "t_step",
    over = { net1_bw = { "25 GB/s", "50 GB/s" } } })
  says("over = { top_k = ... } changes neither", tw.sweep, with{ over = { tp = { 1, 2 }, top_k = { 1, 2 } }, keep = 1,
    least = "t_step", want = "t_step" })
  silent(tw.sweep, with{ layout = { tp = 8, dp = 2 }, over = { net1_bw = { "25 GB/s", "50 GB/s" } }, want = "t_step" })
  says('over.tp: "2" occurs twice', tw.sweep, with{ over = { tp = { 1, 2, "2" } }, want = "t_step" })
  silent(tw.sweep, with{ over = { top_k = 2 }, want = "t_step" }) -- one value is not an axis
  -- axes of other verbs are not the script's
  silent(tw.solve, with{ model = tw.models.llama3_8b{ layers = 4 } }, { find = "net0_bw", so_that = { f_ser = 0.1 } })
  silent(tw.sweep, with{ model = "mixtral_8x7b", over = { top_k = { 1, 2 } }, want = "t_step" })
end

function TestEffect:test_conditions_that_no_row_meets()
  local function best(where)
    return with{ over = { tp = { 1, 2 } }, keep = 1, least = "t_step", want = "t_step", where = where }
  end
  says("no row meets mfu > 40 (it is from 0.", tw.sweep, best{ mfu = "> 40" })
  says("no row meets mem_byte < 80 B (it is from 79.41 GB to 156.6 GB)", tw.sweep, best{ mem_byte = "< 80" })
  says("no row meets recompute == full (it is none)", tw.sweep, best{ recompute = "full" })
  says("no row meets all conditions of where", tw.sweep, best{ devices = 2, mem_byte = "> 100 GB" })
  local pareto = best{ devices = 3 }
  pareto.keep, pareto.least, pareto.pareto = nil, nil, { "t_step", "mem_byte" }
  says("no row meets devices == 3 (it is from 1 to 2)", tw.sweep, pareto)
  silent(tw.sweep, best{ mfu = "> 0.1" })
end

-- Percent instead of a share, hours instead of seconds.
function TestEffect:test_numbers_out_of_proportion()
  says("capacity = 125 is larger than any known value", tw.eval, with{ model = "mixtral_8x7b", run = { capacity = 125 } },
    "t_step")
  silent(tw.eval, with{ model = "mixtral_8x7b", run = { capacity = 1.25 } }, "t_step")
  local function failing(mtbf)
    return with{ device = tw.devices.h100_sxm{ mtbf = mtbf }, layout = { dp = 16 }, run = { checkpoint = 60 } }
  end
  says('mtbf = 50000 s is shorter than that of any known device: is it a typing error? Hours are written "50000 h"',
    tw.eval, failing(50000), "token_goodput")
  silent(tw.eval, failing "50000 h", "token_goodput")
end

TestTables = {}

local function columns(of)
  local names = {}
  for name in pairs(of) do names[#names + 1] = name end
  table.sort(names)
  return tw.table{ names = names, columns = of }
end

function TestTables:test_values_that_a_figure_does_not_show_are_reported()
  local t = columns{ x = { 1, 2, 3, 5 }, y = { -1, 0, 5, 7 } }
  local folder = outside.scratch()
  local function drawn(name, more)
    more.x, more.y = "x", "y"
    return heard(tw.lines, core.format("%s/%s", folder, name), t, more)
  end
  lu.assertStrContains(drawn("a", { logy = true }), "a logarithmic axis does not show 2 of its values, which are 0 or less")
  lu.assertEquals(drawn("a", {}), "")
  lu.assertStrContains(drawn("a.pdf", {}), 'a": PNG, SVG and PDF are written')
  outside.output(core.format("rm -r %s", outside.quoted(folder)))
end

function TestTables:test_joins()
  local a, b = columns{ x = { 1, 2 }, y = { 1, 2 } }, columns{ x = { 3, 4 }, z = { 1, 2 } }
  says("join: the other table has no row with the same x", a.join, a, b, "x")
  silent(a.join, a, columns{ x = { 3, 2 }, z = { 1, 2 } }, "x")
  says("the microbatches of a case follow from its global_batch", tw.timeline, with{ microbatches = 4 })
end

TestCommands = {}

function TestCommands:test_predict()
  local path = os.tmpname()
  local function ends(status, part, options)
    local said, number = outside.output(core.format("%s predict %s %s", outside.quoted(outside.twocs), path, options))
    lu.assertStrContains(said, part)
    lu.assertEquals(number, status, said)
  end
  local text = "model,gpu_type,gpus,microbatch,global_batch,seq\nllama2_7b,H100,8,1,64,4096\n"
  require("files").write(path, text)
  ends(2, "this is the file of the runs", "--out " .. path)
  ends(2, "this is the file of the runs", "--calibrate " .. path)
  ends(2, "--out occurs twice: a and b", "--out a --out b")
  ends(0, "1 row, 1 predicted", "")
  lu.assertEquals(require("files").content(path), text)
  local rows = os.tmpname()
  ends(0, "1 row, 1 predicted", "--out " .. rows)
  lu.assertStrContains(require("files").content(rows), "\n1,llama2_7b,8,")
  os.remove(rows)
  require("files").write(path, (text:gsub("llama2_7b", "llama2_9b")))
  ends(1, "1 row, 0 predicted", "")
  os.remove(path)
  lu.assertStrContains(outside.output(core.format("%s help mfu tp", outside.quoted(outside.twocs))), "takes one name")
end

TestWork = {}

-- Layouts are compared by their step. If the batch is given per replica, each DP has another step.
function TestWork:test_batches_of_a_search()
  says("search: no batch", tw.search, with{ devices = 8, run = { sl = 4096 } })
  says("b = 2 is the batch of one replica", tw.search, with{ devices = 2, run = { sl = 4096, b = 2 } })
  silent(tw.search, with{ devices = 2, run = { sl = 4096, b = 2 }, most = "token_rate" })
  silent(tw.search, with{ devices = 2, run = { sl = 4096, global_batch = 2 } })
end

function TestWork:test_steps_of_unequal_work()
  says("a step of the first case has 16384 tokens, one of the second 2048", tw.faster, with{ layout = { dp = 8 } }, case)
  silent(tw.faster, with{ layout = { dp = 8 }, run = { global_batch = 8 } }, with{ run = { global_batch = 8 } })
end

-- The layout fields that the case states are kept, as in a search. The grid of a script takes precedence over both.
function TestWork:test_scaling_keeps_the_fields_of_the_case()
  local stated = with{ layout = { tp = 8, shard = 2 }, run = { sl = 8192, global_batch = 64, recompute = "full" } }
  local row = tw.scaling(stated, { gpus = { 16 } })[1]
  lu.assertEquals({ row.tp, row.shard, row.recompute }, { 8, 2, "full" })
  lu.assertEquals(tw.scaling(stated, { gpus = { 16 }, grid = { tp = { 4 } } })[1].tp, 4)
end

TestStrangers = {}

-- Fields that other programs name differently, or place elsewhere: the sentence says where they belong here.
function TestStrangers:test_records()
  local of_registered = "a device is a table of named fields; to change a registered one, write tw.devices.h100_sxm{ ... }"
  says(of_registered, tw.eval, { model = "llama3_8b", device = { "h100_sxm" } }, "t_step")
  says(of_registered, tw.eval, { model = "llama3_8b", device = { base = "h100_sxm" } }, "t_step")
  says("tw.models.llama3_8b{ ... }", tw.eval, { model = { "llama3_8b", layers = 8 }, device = "h100_sxm" }, "t_step")
  says("tw.software.megatron_core{ ... }", tw.eval, with{ software = { "megatron" } }, "t_step")
  says("a layout is a table of named fields, but one of its values has no name", tw.eval, with{ layout = { 8 } }, "t_step")
  says("follow from run = { global_batch = ..., micro_batch = ... }", tw.eval, with{ layout = { grad_accum = 4 } },
    "t_step")
  says("software = { moment_byte = ... }", tw.eval, with{ run = { optimizer = "adam" } }, "t_step")
  says("and device.net0_size in each node", tw.eval, with{ layout = { nodes = 8 } }, "t_step")
  says('layout = { zero = "weights", shard = ... }', tw.eval, with{ layout = { hsdp = 8 } }, "t_step")
end

function TestStrangers:test_lists_are_axes()
  says("tp is a table, expected a number; a list of values is an axis: over = { tp = { ... } } of tw.sweep", tw.eval,
    with{ layout = { tp = { 1, 2 } } }, "t_step")
  says("expected one of fp32 tf32 fp16 bf16 fp8 fp4; a list of values is an axis: over = { format = { ... } } of tw.sweep",
    tw.eval, with{ run = { format = { "bf16", "fp8" } } }, "t_step")
  says('quantity such as "3 byte/s"; a list of values is an axis: over = { net1_bw = { ... } } of tw.sweep', function()
    return tw.devices.h100_sxm{ net1_bw = { 1, 2 } }
  end)
  says("tp is a function, expected a number (degree", tw.eval, with{ layout = { tp = print } }, "t_step")
  says('tp = "1,2,4": expected a number; a list of values is an axis: over = { tp = { 1, 2 } }', tw.eval,
    with{ layout = { tp = "1,2,4" } }, "t_step")
end

function TestStrangers:test_keys_of_verbs()
  says('unknown key "parallel"; here it is called layout: layout = {', tw.eval, with{ parallel = { tp = 2 } }, "t_step")
  says('unknown key "training"; here it is called run: run = {', tw.eval, with{ training = { tp = 2 } }, "t_step")
  says('unknown key "arch"; here it is called model: model = "llama3_8b"', tw.eval, with{ arch = "x" }, "t_step")
  for key, ours in pairs{ top = "keep", objective = "least or most", sort = "least or most", minimize = "least" } do
    says(core.format('unknown key "%s"; here it is called %s', key, ours), tw.search, with{ devices = 8, [key] = 5 })
  end
  says('unknown key "sort"', tw.eval, with{ sort = "mfu" }, "t_step")
  says("scaling: expected a second table, tw.scaling(case, { gpus = tw.double(8, 2048) }), got nil", tw.scaling,
    with{ gpus = { 8, 64 } })
  says("expected the name of a field or a result, got a table", tw.sensitivity, case, { want = "t_step" })
  says('it is a result, which want = { "mfu" } adds', function()
    return tw.sweep(with{ over = { tp = { 1, 2 } }, want = "t_step" }):sort "mfu"
  end)
  says("figures: tw.lines, tw.bars, tw.scatter", function() return tw.plot end)
end

-- The number in the name of a device is not the number of devices. The size of a node contradicts nothing.
function TestStrangers:test_counted_devices()
  local function counted(text) return { model = "llama3_8b", device = text, layout = { tp = 8, dp = 4 } } end
  says('device = "64x H100": the number 64 is not used; a case has as many devices as its layout makes, '
    .. "TP x PP x CP x DP = 32", tw.eval, counted "64x H100", "t_step")
  silent(tw.eval, counted "32x H100", "t_step")
  silent(tw.eval, counted "8x H100", "t_step")
end

-- Names of models on Hugging Face.
function TestStrangers:test_names_of_models()
  local function time(model) return tw.eval({ model = model, device = "h100_sxm" }, "t_step") end
  lu.assertEquals(time "meta-llama/Meta-Llama-3-8B-Instruct", time "llama3_8b")
  lu.assertEquals(time "Qwen/Qwen3-8B", time "qwen3_8b")
  says('did you mean "qwen3_', tw.eval, { model = "Qwen/Qwen3-9B", device = "h100_sxm" }, "t_step")
end

-- Sharding has no effect without copies. The message names a field of the layout, not of the model.
function TestStrangers:test_a_field_without_effect_names_the_missing_condition()
  says("nor the wanted results; it would with cp = 2 (state that is sharded", tw.eval,
    with{ layout = { tp = 8, zero = 3 } }, "t_step")
end

os.exit(lu.LuaUnit.run(), true)
