-- SPDX-License-Identifier: MIT
-- Descriptions of everything that scripts can call: the only source of help, documentation and editor annotations. Examples
-- are written to be pasted; tests/lua/help_test.lua runs each of them.
--   call     how it is written          says  one line, without full stop
--   example  lines to paste; they can use `tw` and the variables of the group's setting
--   type     the type for an editor, in LuaCATS

local verbs = { groups = {}, list = {}, by_name = {} }

local function group(title, of, setting)
  verbs.groups[#verbs.groups + 1] = { title = title, of = of, setting = setting or "", list = {} }
end

local function verb(name, call, says, example, kind)
  local here = verbs.groups[#verbs.groups]
  local entry = { name = name, call = call, says = says, example = example, type = kind, group = here }
  here.list[#here.list + 1], verbs.list[#verbs.list + 1] = entry, entry
  verbs.by_name[here.of .. name] = entry
end

group("Asking", "tw.")
verb("sweep", "tw.sweep{ model =, run =, layout =, device =, plan =, over =, want =, keep =, least =, where =, band = }",
  "a table with a row for each point of a grid; for a large grid only the best rows (keep, least or most), a Pareto "
  .. "front (pareto), counts (count), with conditions (where), or a CSV file (to); band = 0.9 adds the ends of 90 % bands; "
  .. "Ctrl-C keeps finished rows", [[
local case = { model = "gpt3_175b", device = "mi210_paper", want = { "t_step", "mem_byte", "legal" } }
tw.sweep(case, { over = { tp = tw.double(4, 64), sl = { 2048, 4096 } } }):print()
tw.sweep(case, { over = { tp = tw.double(1, 64), b = tw.double(1, 32) }, keep = 3, least = "t_step",
  where = { mem_byte = "<= 2 TB", legal = 1 } }):print()]],
  "fun(case: twocs.Case|twocs.Sweep, changes?: twocs.Sweep): twocs.Table")
verb("compare", "tw.compare(case, { device = { a =, b = }, want =, order =, band = })",
  "a table with a row for each named variant", [[
local now = tw.devices.h100_sxm
local case = { model = "llama3_70b", layout = { tp = 8 } }
tw.compare(case, { device = { now = now, faster = now:times{ peak = 4 } }, want = { "t_layer", "f_ser" } }):print()]],
  "fun(case: twocs.Case, variants: table): twocs.Table")
verb("faster", "tw.faster(a, b)",
  "the faster case and its probability, as one line, and the probability of the first case", [[
local case = { model = "llama3_8b", device = "h100_sxm", run = { sl = 8192, global_batch = 128, micro_batch = 1 } }
case.layout = { tp = 4, dp = 16 }
local other = { model = case.model, device = case.device, run = case.run, layout = { tp = 2, pp = 4, dp = 8 } }
print(tw.faster(case, other))]], "fun(a: twocs.Case, b: twocs.Case): string, number?")
verb("eval", "tw.eval(case, want)",
  "one number, or a table of numbers by name; an illegal layout is refused, unless illegal = \"allow\" in the case", [[
local case = { model = "gpt3_175b", layout = { tp = 8 }, device = "a100_80g" }
print(tw.eval(case, "f_ser"))
print(tw.eval(case, { "t_layer", "mem_byte" }).mem_byte)]],
  "fun(case: twocs.Case, want?: twocs.Column|twocs.Column[]): any")
verb("band", "tw.band(case, result)",
  "the 90 % band of a measured run: { value =, low =, high = } of t_step, mfu, hfu, token_rate or "
  .. "device_token_rate; nil and the reason if a case has no band", [[
local case = { model = "llama3_8b", device = "h100_sxm", layout = { dp = 64, zero = "weights" },
  run = { sl = 8192, global_batch = 128, micro_batch = 1 } }
print(tw.band(case))
print(tw.band(case, "mfu").low)]],
  "fun(case: twocs.Case, result?: twocs.Column): table?, string?")
verb("solve", "tw.solve(case, { find =, so_that = { result = value or \"< value\" }, from =, to =, take =, whole = })",
  "the value of a field at which a result reaches a value, or the smallest (take: largest) that meets conditions, and all "
  .. "such values; nil and the reason if there is none. The case can also be a function of one number", [[
print(tw.solve({ layout = { tp = 16 }, device = "mi210_paper" }, { find = "net0_bw", so_that = { f_ser = "< 0.25" } }))
print(tw.solve({ model = "llama3_405b", device = "h100_sxm" }, { find = "tp", so_that = { fits = true } }))
local at = function(x) return { layout = { tp = 8 }, device = tw.devices.h100_sxm:times{ peak = tw.exp2(x - 2023) } } end
print(tw.solve(at, { find = "year", from = 2023, to = 2040, so_that = { f_ser = "> 0.2" } }))]],
  "fun(case: twocs.Case|fun(x: number): twocs.Case, question: twocs.Question): number?, number[]|string")
verb("elasticities", "tw.elasticities(case, result, { by = 0.1 })",
  "the effect of every field on a result: d log result / d log field, largest first", [[
local case = { model = "gpt3_175b", layout = { tp = 8 }, device = "h100_sxm" }
tw.elasticities(case, "f_ser"):print{ "field", "elasticity", "value", rows = 5 }]],
  "fun(case: twocs.Case, result: twocs.Column, options?: table): twocs.Table")
verb("sensitivity", "tw.sensitivity(case, result, { over = { field = { low, high } }, points = })",
  "the inputs that cause a result's uncertainty: Sobol's first-order and total indices with intervals, for ranges, "
  .. "values = { ... }, or the bands of calibrated constants (\"band\"; without over, all of them)", [[
local run = { sl = 8192, global_batch = 128, micro_batch = 1 }
local case = { model = "llama3_8b", device = "h100_sxm", run = run, layout = { dp = 64, zero = "weights" } }
local over = { flash = "band", net_speed = "band", net1_bw = { "25 GB/s", "50 GB/s" } }
tw.sensitivity(case, "t_step", { over = over }):print()]],
  "fun(case: twocs.Case, result: twocs.Column, options?: table): twocs.Table")
verb("explain", "tw.explain(case, result, depth)",
  "the tree of equations of a number, as text; for mem_byte and fits also the largest term and a change that fits", [[
local case = { model = "gpt3_175b", layout = { tp = 16 }, device = "mi210_paper" }
print(tw.explain(case, "f_ser", 2))]], "fun(case: twocs.Case, result: twocs.Column, depth?: number): string")
verb("summary", "tw.summary{ ..., over =, want = }",
  "minimum, mean and maximum of each result over a grid, without keeping its rows", [[
local case = { model = "gpt3_175b", device = "mi210_paper" }
tw.summary(case, { over = { tp = tw.double(1, 64), b = tw.double(1, 64) }, want = { "f_ser", "t_layer" } }):print()]],
  "fun(case: twocs.Case|twocs.Sweep, changes?: twocs.Sweep): twocs.Table")
verb("scaling", "tw.scaling(case, { gpus =, layout =, grid =, per_gpu =, over =, most =, want = })",
  "the effect of more devices: tokens per second, power, GPU-hours, money and the gain of the next doubling, with the "
    .. "best layout of a search in a stated grid (with all degrees of expert parallelism) or with a given layout", [[
local case = { model = "llama2_7b", device = "h100_sxm", run = { sl = 4096, format = "bf16", attention = "fused" } }
tw.scaling(case, { gpus = tw.double(64, 256), per_gpu = 2 }):print{ "gpus", "token_rate", "gpu_hours", "rent_low", "gain" }
local layout = { tp = 8, zero = "optimizer" }
tw.scaling(case, { gpus = { 64, 128 }, per_gpu = 1, layout = layout }):print{ "gpus", "mfu", "exposed", "joule_tokens" }]],
  "fun(case: twocs.Case, question: table): twocs.Table")
verb("search",
  "tw.search{ model =, device =, devices =, run =, layout =, over =, least =, keep =, reserve =, where =, deal = }",
  "every layout of a model on a number of devices: how many are legal, distinct and fit, the best, its probability, a "
  .. "robust choice, the best of each kind, and the methods likely (layouts within its uncertainty), robust, flip "
  .. "(constants that change the choice), why (against another layout), neighbours, memory (gain of more), "
  .. "front (of two or three columns), deadline (the fewest devices that meet it), case, config (text to paste), draw; "
  .. "with deal = true pipelines are also dealt as by tw.deal and ranked again: the table dealt, the method deal", [[
local found = tw.search{ model = "llama2_7b", device = "h100_sxm", devices = 16, keep = 3,
  run = { sl = 4096, global_batch = 64, format = "bf16" }, over = { cp = 1, schedule = "1f1b" } }
print(found, found:why(), found:config "megatron")
print(found:front{ "t_step", "mem_byte" }, found:deadline("90 days", 2e11))]],
  "fun(question: table): table")
verb("operators", "tw.operators{ { name =, gemm =, stream =, all_reduce =, ranks = }, ... }",
  "a network of your own, listed operator by operator; tw.operators(case): a table of the operators of a case", [[
local net = tw.operators{ { name = "fc", gemm = { 4096, 1024, 1024 }, back = 2 },
  { name = "gradients", all_reduce = "2 MB", ranks = 8, hidden = 1 } }
print(net)]], "fun(list: table[]|twocs.Case): table")

verb("calls", "tw.calls(case)", "the messages of a layer: payload, ranks, level of the network, how often, time", [[
tw.calls{ model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8, dp = 16, sp = "yes" } }:print()]],
  "fun(case: twocs.Case): twocs.Table")
verb("stages", "tw.stages(case)", "the stages of the pipeline: layers, times of a microbatch, memory by term", [[
local layout, run = { tp = 8, pp = 4, dp = 2 }, { global_batch = 64, micro_batch = 1 }
tw.stages{ model = "gpt3_175b", device = "h100_sxm", layout = layout, run = run }:print{ "stage", "layers", "t", "mem" }]],
  "fun(case: twocs.Case): twocs.Table")
verb("deal", "tw.deal(case, { reserve =, recompute = })",
  "the layers and the recomputation of each stage of 1F1B with the shortest step that fits; this step; nil, sentence", [[
local case = { model = "llama3_70b", device = "a100_80g", layout = { tp = 4, pp = 8, sp = "yes" },
  run = { sl = 16384, global_batch = 64, micro_batch = 1 }, software = "megatron_core" }
print(tw.deal(case, { reserve = "4 GB", recompute = { "none", "full" } }))]],
  "fun(case: twocs.Case, options?: table): twocs.Table?, number|string")
verb("timeline",
  "tw.timeline(case) or tw.timeline{ stages = { { f =, b =, w = }, ... }, microbatches =, schedule =, vp =, hop = }",
  "a step through a pipeline, event by event: of a case, or of times; a stage also has reduce, tail, optimizer, gather", [[
local run, layout = { global_batch = 64, micro_batch = 1 }, { tp = 8, pp = 4, dp = 2 }
print(tw.timeline{ model = "gpt3_175b", device = "h100_sxm", run = run, layout = layout })
local last = { f = "4 ms", b = "4 ms", w = "4 ms", reduce = "10 ms" }
print(tw.timeline{ stages = { { f = 3e-3, b = 3e-3, w = 3e-3 }, last }, microbatches = 8, schedule = "zb_h1" })]],
  "fun(pipeline: table): twocs.Timeline")

group("Measuring", "tw.")
verb("profile", "tw.profile{ set =, shapes =, op =, over =, out =, threads =, backend =, dtype =, budget =, again = }",
  "measured times of operators on this machine, as a table; out: a CSV file, whose rows are not measured again", [[
local grid = { op = "gemm", over = { m = tw.double(16, 32) }, n = 64, k = 64, budget = 0.01 }
local t, why = tw.profile(grid)
print(t or why)]], "fun(spec: table): twocs.Table?, string?")

verb("fit", "tw.fit(t, { gemm = \"waves\", device =, run =, by =, find = }) or tw.fit(t, \"t ~ 1 + flop\")",
  "a law of operators, or a formula over columns, fitted to measurements, with its error; for use in a plan", [[
local t = tw.table{ names = { "byte", "t" }, units = { byte = "byte", t = "s" },
  columns = { byte = { 1e6, 2e6, 4e6, 8e6 }, t = { 5.8e-6, 6.7e-6, 8.4e-6, 11.9e-6 } } }
print(tw.fit(t, { stream = "measured" }), tw.fit(t, "t ~ 1 + byte").value[2])
print(tw.eval({ device = "mi210", plan = { stream = tw.fit(t, { stream = "measured" }) } }, "t_layer"))]],
  "fun(t: twocs.Table, what: table|string, options?: table): table")
verb("curve", "tw.curve(log, { op =, device =, correct = })",
  "a measured collective from a log: interpolated between sizes, or a few coefficients with correct = false; "
  .. "it can be used in a plan", [[
local log = tw.table{ names = { "ranks", "byte", "t" }, units = { byte = "byte", t = "s" },
  columns = { ranks = { 8, 8, 8, 8 }, byte = { 1e6, 1e7, 1e8, 1e9 }, t = { 4e-5, 1.3e-4, 9e-4, 7.2e-3 } } }
local plan = { all_reduce = tw.curve(log, { op = "all_reduce" }) }
print(tw.eval({ model = "gpt3_175b", device = "a100_80g", layout = { tp = 8 }, plan = plan }, "f_ser"))]],
  "fun(log: twocs.Table, options?: table): table")
verb("fits", "tw.fits.<name>", "fits included in twocs, with errors and sources; tw.fits() lists the names", [[
print(tw.fits.a100_bf16)
tw.fits.mi210_fp32:errors():print()
local plan = tw.fits.mi210_fp32:plan()
print(tw.eval({ model = "gpt3_175b", device = "mi210", run = { format = "fp32" }, plan = plan }, "t_layer"))]],
  "table<string, table>")

verb("baseline", "tw.baseline(operators, { model =, run =, layout =, device =, like =, steps = })",
  "one measured layer (a table or a trace) for use in a plan: each operator is scaled by its flop or bytes", [[
local case = { model = "bert", run = { sl = 512, b = 8 }, device = "mi210" }
local base = tw.baseline({ { operator = "fc1", t = 1.2e-3 }, { operator = "norms", t_f = 1e-4, t_b = 2e-4 } }, case)
print(#base:warnings(), base:project{ run = { sl = 2048, b = 8 } })
print(tw.eval({ model = "t_nlg", device = "mi210", plan = base:plan() }, "t_cmp"))]],
  "fun(operators: any, options: table): table")

verb("calibrate", "tw.calibrate{ file =, name =, columns = }",
  "a software entry calibrated to your own measured runs, two rows or more: :print() shows the changes, :save(path) "
    .. "writes a pack for tw.add; nil and the reason if the rows are not sufficient", [[
local ours, sentence = tw.calibrate{ file = "runs.csv", name = "ours" }
print(ours or sentence)
if ours then ours:save "ours.lua" end]],
  "fun(options: table|string): table?, string?")
verb("predict", "tw.predict{ file =, columns =, as =, constants =, at_least = }",
  "measured training runs of a file (or just its name) compared with predictions: their accuracy, two "
    .. "baselines, figures; nil, sentence", [[
local runs, sentence = tw.predict{ file = "runs.csv", columns = { world_size = "gpus" } }
print(runs or sentence)
if runs then runs:draw "out/mine" end]], "fun(given: table|string): table?, string?, number?")

group("Data movement limits", "tw.")
verb("limits", "tw.limits{ device =, months =, any field ... }",
  "a training run of any size, and its limits by data movement and latency", [[
local base = tw.limits{ gpu = "h100_sxm5", months = 3 }
print(base:linear_end())
print(tw.eval(base, "util"), tw.limits{ device = "b200_sxm" }.crit_flop)
print(tw.solve(base, { find = "latency", so_that = { largest = 1e32 } }))]],
  "twocs.LimitsOf|fun(fields?: twocs.limits): twocs.limits")

group("Of the limits", "tw.limits.", [[
local base = tw.limits{ gpu = "h100_sxm5", d_most = 65536 }]])
verb("gpus", "tw.limits.gpus()", "a table of the published GPUs", [[
tw.limits.gpus():print{ "name", "peak", "mem_bw", "net0_bw", "net1_bw" }]], "fun(): twocs.Table")
verb("sweep", "tw.limits.sweep{ base, base{ ... }, want = }",
  "the sweeps of several cases in one table, distinguished by the column name", [[
tw.limits.sweep{ base, base{ net0_lat = "0.1 us" } }:print{ "name", "c_flop", "util", "gpus" }]],
  "fun(cases: table): twocs.Table")
verb("map", "tw.limits.map{ base, over = { field = values, bw = factors }, find = \"linear_end\", want = }",
  "a result at every cell of a grid, on all cores; Ctrl-C keeps finished cells", [[
tw.limits.map{ base, over = { gpu = { "a100", "h100_sxm5" }, bw = { 0.5, 1, 2 } }, find = "linear_end" }:print()]],
  "fun(question: table): twocs.Table, string?")
verb("solve", "tw.limits.solve{ base, find =, so_that = { largest = 1e32 }, from =, to = }",
  "the value at which a result crosses a threshold, and all such values; nil and a sentence if there is none", [[
print(tw.limits.solve{ base, find = "bw", so_that = { linear_end = 1e28 } })]],
  "fun(base: table, question?: table): number?, number[]|string")

group("Of a case of the limits", "base:", [[
local base = tw.limits{ gpu = "h100_sxm5", d_most = 65536 }]])
verb("linear_end", "base:linear_end()", "the compute at which linear scaling ends, and the run at this point", [[
print(base:linear_end())]], "fun(self: twocs.limits, changes?: twocs.limits): number?, twocs.LimitsRun|string")
verb("largest", "base:largest()", "the compute of the largest run, the run, and the reason for the end of the sweep if "
  .. "there is no wall", [[
print(base:largest())]], "fun(self: twocs.limits, changes?: twocs.limits): number?, twocs.LimitsRun|string, string?")
verb("closed", "base:closed()", "the closed forms of linear_end and largest: T_crit and T_limit", [[
print(base:closed())]], "fun(self: twocs.limits, changes?: twocs.limits): number, number")
verb("sweep", "base:sweep{ want = }", "a row for each width that can be trained within the time limit", [[
base:sweep():print{ "d", "c_flop", "util", "run_months", "gpus" }]],
  "fun(self: twocs.limits, options?: table): twocs.Table")
verb("fit", "base:fit{ d = }", "the run of one width on the smallest cluster that meets the time limit", [[
print(base:fit{ d = base:width(1e27) })]], "fun(self: twocs.limits, changes?: twocs.limits): twocs.LimitsRun?, string?")
verb("best", "base:best(gpus, { d = })", "the fastest run of one width on this number of GPUs", [[
print(base:best(65536, { d = 24576 }))]],
  "fun(self: twocs.limits, gpus: number, changes?: twocs.limits): twocs.LimitsRun?, string?")
verb("eval", "base:eval({ dp =, tp_d =, tp_f =, pp =, ep =, micro =, interleave =, zb = }, { d = })",
  "the run with a given layout, and the reason if it is not feasible", [[
print(base:eval({ dp = 16, tp_d = 8, tp_f = 8, pp = 64, micro = 128, zb = 1 }, { d = 24576 }))
print(base:eval{ dp = { 1, 16 }, tp_d = { 8 }, tp_f = { 1, 8 }, pp = 7 })]],
  "fun(self: twocs.limits, layout: table, changes?: twocs.limits): twocs.LimitsRun, string?")
verb("width", "base:width(flop)", "the width of a sweep whose run is nearest to this compute", [[
print(base:width("1e27 flop"))]], "fun(self: twocs.limits, flop: number|string): number")
verb("matmul", "base:matmul{ rows =, columns =, tokens =, gradient = }", "the time of one matmul on one GPU, and its "
  .. "terms", [[
local m = base:matmul{ rows = 4096, columns = 4096, tokens = 4096 }
print(m.t_mm, m.t_flop, m.t_mem)]], "fun(self: twocs.limits, shape: table): table<string, number>")
verb("times", "base:times{ bw =, latency =, compute =, field = }",
  "a copy with fields multiplied by factors", [[
print(base:times{ bw = 2, latency = 0.5 })]], "fun(self: twocs.limits, factors: table<string, number>): twocs.limits")

group("Cases", "tw.")
verb("models", "tw.models.<name>", "models with their sources; tw.models() lists the names", [[
print(tw.models.bert)
local wide = tw.models.transformer{ h = 16384, head_dim = 64 }
print(wide.heads, wide.ffn)]], "twocs.Models")
verb("devices", "tw.devices.<name>", "devices with their sources; tw.devices() lists the names", [[
print(tw.devices.mi210.net0_bw)
local mine = tw.devices.mi210{ name = "mine", net0_bw = "200 GB/s" }
print(mine:times{ peak = 2 }.peak_fp16)]], "twocs.Devices")
verb("add", 'tw.add "my_pack.lua"', "adds devices, models and fits of your own: a file of lists of entries, or a table", [[
tw.add{ devices = { { name = "h100_slow", like = "h100_sxm", source = "our nodes of 2024", mem_bw = 2.4e12 } } }
print(tw.devices.h100_slow.mem_bw)
-- an entry has a name, a source and its fields, or like = "a name" and what differs; also = { "common names" }
-- TWOCS_PACKS=a.lua:b.lua in the environment adds such files to every command]], "fun(pack: string|table)")
verb("model", "tw.model{ h =, layers =, ... }", "a model of your own", [[
local small = tw.model{ h = 1024, layers = 24 }
print(tw.eval({ model = small }, "param"))]], "fun(fields?: twocs.model): twocs.model")
verb("software", "tw.software.<name>",
  "frameworks: kernels, number formats of stored data, overlap; tw.software() lists the names", [[
print(tw.software.megatron_core.grad_byte)
local case = { model = "llama3_8b", device = "h100_sxm", layout = { tp = 2, dp = 4 }, software = "megatron_core" }
print(tw.eval(case, "t_step"))
case.software = { like = "megatron_core", channels = 0 }; print(tw.eval(case, "t_step"))]], "twocs.Softwares")
verb("run", "tw.run{ sl =, b =, format =, ... }", "how a model is trained or served", [[
local long = tw.run{ sl = "32768", b = 1, format = "bf16" }
print(long.sl, long.attention)]], "fun(fields?: twocs.run): twocs.run")
verb("layout", "tw.layout{ tp =, dp = }", "how a model is spread over devices", [[
local spread = tw.layout{ tp = 8, dp = 16 }
print(spread.tp * spread.dp)]], "fun(fields?: twocs.layout): twocs.layout")
verb("device", "tw.device{ peak_fp16 =, mem_bw =, net0_bw =, ... }",
  "a device of your own; fields that are not given stay unknown", [[
local mine = tw.device{ peak_fp16 = "400 Tflop/s", mem_bw = "3 TB/s", net0_size = 8, net0_bw = "200 GB/s" }
print(mine)]], "fun(fields?: twocs.device): twocs.device")
verb("law", "tw.law{ gemm_c0 =, gemm_c1 =, ... }", "coefficients of measured laws", [[
local measured = tw.law{ gemm_c0 = "4 us", gemm_c1 = 6e-15 }
print(measured.gemm_c0)]], "fun(fields?: twocs.law): twocs.law")
verb("fields", "tw.fields", "the rows of every field and result: name, unit, formula, meaning", [[
for i = 1, 3 do print(tw.fields[i].name, tw.fields[i].meaning) end]], "twocs.Row[]")

group("Axes and numbers", "tw.")
verb("double", "tw.double(first, last)", "first, twice as much, and so on up to last", [[
print(table.concat(tw.double(4, 64), " "))]], "fun(first: number, last: number): number[]")
verb("linear", "tw.linear(first, last, count)", "count values in equal steps", [[
print(#tw.linear(0, 1, 11))]], "fun(first: number, last: number, count: number): number[]")
verb("geometric", "tw.geometric(first, last, count)", "count values in equal ratios", [[
print(tw.geometric(1, 1000, 4)[2])]], "fun(first: number, last: number, count: number): number[]")
verb("quantity", "tw.quantity(text, unit)", "a quantity's number in a unit", [[
print(tw.quantity("400 Gb/s", "byte/s"))]], "fun(text: string, unit: string): number")
verb("format", "tw.format(text, ...)", "string.format with the same bytes on both interpreters", [[
print(tw.format("%d devices, %.1f %%", 16, 47.25))]], "fun(text: string, ...: any): string")
verb("pow", "tw.pow(x, y)", "x to the power of y, bit-identical on both interpreters", [[
print(tw.pow(2, 0.5))]], "fun(x: number, y: number): number")
verb("exp2", "tw.exp2(x)", "2 to the power of x", [[
print(tw.exp2(10))]], "fun(x: number): number")
verb("log2", "tw.log2(x)", "the logarithm to base 2", [[
print(tw.log2(65536))]], "fun(x: number): number")

group("Tables", "tw.")
verb("read", "tw.read(path, { as =, columns =, only =, model =, gpus =, run =, layout =, device =, set =, sl = })",
  "a table from a file: CSV, a benchmark's log, a profiler's statistics, a training log; or a trace; or a case from a "
  .. "configuration: Megatron-LM's arguments, Megatron-Bridge, NeMo, torchtitan, DeepSpeed, nanotron, Accelerate, "
  .. "the Trainer, MLPerf, SimuMax, Calculon; nil, sentence, code where it fails", [[
local t, sentence = tw.read("runs.csv", { columns = { ["# GPUs"] = "gpus", ["time(ns)"] = "t [ns]" } })
print(t or sentence, tw.read("step.json.gz", { as = "trace" }))
print(tw.read("pretrain.sh", { as = "megatron", gpus = 64 }), tw.read("train.log", { as = "megatron-log", sl = 4096 }))]],
  "fun(path: string, options?: table): any, string?, number?")
verb("config", "tw.config(case, format)",
  "a case as a framework's arguments, to be pasted: megatron, torchtitan or deepspeed, and the settings that it "
    .. "treats differently; nil and a sentence if the format cannot express the case", [[
local run = { sl = 8192, micro_batch = 1, global_batch = 64, format = "bf16" }
print(tw.config({ model = "llama3_8b", run = run, layout = { tp = 2, dp = 8, zero = "optimizer" } }, "megatron"))]],
  "fun(case: table, format: string): string?, string?")
verb("table", "tw.table{ names =, columns =, units =, meanings = }", "a table of your own numbers", [[
local t = tw.table{ names = { "tp", "t" }, columns = { tp = { 1, 2, 4 }, t = { 8, 5, 3 } }, units = { t = "s" } }
t:print()]], "fun(from: table): twocs.Table")
verb("column", "tw.column(list)", "a column of numbers, or of a given number of zeros", [[
local c = tw.column{ 1, 2, 3 }
print(#c, c[3])]], "fun(from: number|number[]): number[]")

group("Of a table", "t:", [[
local t = tw.sweep{ model = "gpt3_175b", device = "mi210_paper",
  over = { h = { 4096, 8192 }, tp = { 4, 16 } }, want = { "f_ser", "t_layer" } }]])
verb("print", "t:print{ column, ..., rows = }", "prints it, or some of its columns", [[
t:print()
t:print{ "tp", "f_ser", rows = 2 }]], "fun(self: twocs.Table, columns?: table)")
verb("csv", "t:csv(path, { plain = })",
  "writes it as CSV; without a path, the text; plain: no comment line, and names without units", [[
print(t:csv())
print(t:csv{ plain = true })]], "fun(self: twocs.Table, path?: string|table, options?: table): string?, string?, number?")
verb("json", "t:json(path)", "writes it as JSON with units and meanings, which tw.read and pandas read; or the text", [[
print(t:json())]], "fun(self: twocs.Table, path?: string|table, options?: table): string?, string?, number?")
verb("markdown", "t:markdown(path)", "writes it as a table of Markdown, in readable units; or the text", [[
print(t:markdown())]], "fun(self: twocs.Table, path?: string|table, options?: table): string?, string?, number?")
verb("latex", "t:latex(path, { caption =, label = })",
  "writes it for LaTeX with booktabs and siunitx, in readable units; or the text", [[
print(t:latex())
print(t:latex{ caption = "Shares", label = "tab:shares" })]],
  "fun(self: twocs.Table, path?: string|table, options?: table): string?, string?, number?")
verb("netcdf", "t:netcdf(path, { axes = { name, ... } })",
  "writes it as netCDF classic: axes are dimensions, with units and meanings, for xarray, R and Julia; tw.read reads it", [[
print(#t:netcdf())
print(#t:netcdf{ axes = { "h", "tp" } })]],
  "fun(self: twocs.Table, path?: string|table, options?: table): string?, string?, number?")
verb("rows", "t:rows()", "for row in t:rows() do ... end", [[
for row in t:rows() do print(row.h, row.tp, row.f_ser) end]], "fun(self: twocs.Table): fun(): table?")
verb("row", "t:row(i)", "one row: its cells are row.f_ser; also t[i]", [[
print(t:row(1).f_ser, t[1])]], "fun(self: twocs.Table, i: number): table")
verb("names", "t:names()", "the names of its columns in order", [[
print(table.concat(t:names(), " "))]], "fun(self: twocs.Table): string[]")
verb("column", "t:column(name)", "a column: c[1] to c[t.n]", [[
print(t:column("f_ser")[t.n])]], "fun(self: twocs.Table, name: string): number[]|string[]")
verb("unit", "t:unit(name)", "the unit of a column", [[
print(t:unit("t_layer"))]], "fun(self: twocs.Table, name: string): string")
verb("meaning", "t:meaning(name)", "the meaning of a column", [[
print(t:meaning("f_ser"))]], "fun(self: twocs.Table, name: string): string")
verb("is_text", "t:is_text(name)", "whether a column contains texts", [[
print(t:is_text("f_ser"))]], "fun(self: twocs.Table, name: string): boolean")
verb("where", "t:where{ column = value }",
  "the rows that meet every condition: values, lists, comparisons (\"< 1 ms\", \"> t_cmp\"), or functions", [[
t:where{ h = { 4096, 8192 }, f_ser = "< 0.5" }:print()]],
  "fun(self: twocs.Table, conditions: table|fun(row: table): boolean): twocs.Table")
verb("by", "t:by(name)", "for value, part in t:by(\"h\") do ... end", [[
for h, part in t:by "h" do print(h, part.n) end]], "fun(self: twocs.Table, name: string): fun(): any, twocs.Table")
verb("split", "t:split(name)", "the parts of :by as a list", [[
print(#t:split "h")]], "fun(self: twocs.Table, name: string): twocs.Table[]")
verb("pick", "t:pick{ i, j, ... }", "the rows of these numbers", [[
t:pick{ 1, t.n }:print()]], "fun(self: twocs.Table, rows: number[]): twocs.Table")
verb("sort", "t:sort(names, \"descending\")", "the table sorted by one column or several", [[
t:sort("f_ser", "descending"):print()]],
  "fun(self: twocs.Table, names: string|string[], order?: \"ascending\"|\"descending\"): twocs.Table")
verb("top", "t:top(count, name)", "the rows with the largest values", [[
t:top(2, "f_ser"):print()]],
  "fun(self: twocs.Table, count: number, name: string, order?: \"ascending\"|\"descending\"): twocs.Table")
verb("derive", "t:derive(name, function(row) ... end, ...)", "the table with columns computed from its rows", [[
t:derive("t_ser_ms", function(row) return row.f_ser * row.t_layer * 1000 end):print()]],
  "fun(self: twocs.Table, name: string, how: any, ...: any): twocs.Table")
verb("with", "t:with(name, values, unit, meaning)", "the table with one more column", [[
t:with("run", { "a", "b", "c", "d" }):print()]],
  "fun(self: twocs.Table, name: string, values: table, unit?: string, meaning?: string, text?: boolean): twocs.Table")
verb("select", "t:select{ name, ... }", "only these columns", [[
t:select{ "tp", "f_ser" }:print()]], "fun(self: twocs.Table, names: string|string[]): twocs.Table")
verb("rename", "t:rename(old, new)", "a column under another name", [[
t:rename("f_ser", "share"):print()]], "fun(self: twocs.Table, old: string, new: string): twocs.Table")
verb("group", "t:group(names, { new = { column, statistic } })",
  "a row for each group: sum, mean, median, min, max, count or first", [[
t:group("h", { f_most = { "f_ser", "max" }, rows = { "count" } }):print()]],
  "fun(self: twocs.Table, names: string|string[], outs: table): twocs.Table")
verb("append", "t:append(other)", "its rows and then the rows of another table, in the columns that both have", [[
t:append(t:where{ tp = 8 }):print()]], "fun(self: twocs.Table, other: twocs.Table): twocs.Table")
verb("has", "t:has(name)", "whether there is such a column", [[
print(t:has "f_ser", t:has "f_sre")]], "fun(self: twocs.Table, name: string): boolean")
verb("join", "t:join(other, keys)", "the columns of another table's rows with the same keys", [[
local names = tw.table{ names = { "h", "label" }, columns = { h = { 4096, 8192 }, label = { "small", "large" } } }
t:join(names, "h"):print()]], "fun(self: twocs.Table, other: twocs.Table, keys: string|string[]): twocs.Table")

group("Of a trace", "trace:", [[
local path = os.tmpname()
local file = io.open(path, "w")
file:write('[{"ph": "X", "cat": "kernel", "name": "a_gemm", "ts": 5, "dur": 3, "args": {"device": 0}},',
  '{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "ts": 0, "dur": 9}]')
file:close()
local trace = tw.read(path, { as = "trace" })
os.remove(path)]])
verb("kernels", "trace:kernels()", "a row for each GPU kernel: class, start, time, operator, shapes, message", [[
print(trace:kernels())]], "fun(self: twocs.Trace): twocs.Table")
verb("operators", "trace:operators()", "a row for each kind of work: operator, shapes, calls, total, mean, least time", [[
print(trace:operators():where{ class = "gemm" })]], "fun(self: twocs.Trace): twocs.Table")
verb("classes", "trace:classes()", "a row for each class of kernels: count, total time, share", [[
print(trace:classes())]], "fun(self: twocs.Trace): twocs.Table")
verb("overlap", "trace:overlap()", "a row for each device: computation, communication, exposed and idle time", [[
print(trace:overlap()[1].exposed)]], "fun(self: twocs.Trace): twocs.Table")
verb("steps", "trace:steps()", "a row for each ProfilerStep# that the trace marks", [[
print(trace:steps())]], "fun(self: twocs.Trace): twocs.Table")
verb("step", "trace:step(number)", "one step of the trace, with the same methods", [[
print(trace:step(1):overlap())]], "fun(self: twocs.Trace, number: number): twocs.Trace")
verb("device", "trace:device(number)", "the part of the trace that ran on one device", [[
print(trace:device(0):classes())]], "fun(self: twocs.Trace, number: number): twocs.Trace")
verb("facts", "trace:facts()", "properties of the whole trace: kernels, events, gpu, rank, world, devices", [[
print(trace:facts().kernels)]], "fun(self: twocs.Trace): table")

group("Of a timeline", "timeline:", [[
local stage = { f = "3 ms", b = "3 ms", w = "3 ms", optimizer = "1 ms" }
local timeline = tw.timeline{ stage = stage, pp = 4, microbatches = 8, schedule = "zb_h1", hop = "50 us" }]])
verb("events", "timeline:events{ stages = { 0, 3 }, microbatches = 7 }",
  "a row for each event, of all or a window: stage, stream, microbatch, begin, finish, critical", [[
print(timeline:events{ stages = 0 })]], "fun(self: twocs.Timeline, window?: table): twocs.Table")
verb("stages", "timeline:stages()", "a row for each stage: compute + serialized + exposed + idle = the step", [[
timeline:stages():print()]], "fun(self: twocs.Timeline): twocs.Table")
verb("path", "timeline:path()", "the critical path, event by event: its times add up to the step", [[
timeline:path():print{ rows = 5 }]], "fun(self: twocs.Timeline): twocs.Table")
verb("csv", "timeline:csv(path)",
  "the events as CSV, of all or a window as for :events: a text, or written to a file", [[
print(#timeline:csv())]], "fun(self: twocs.Timeline, path?: string|table, window?: table): string?, string?, number?")
verb("chrome", "timeline:chrome(path)",
  "a file for Perfetto and chrome://tracing, of all events or a window as for :events", [[
local path = os.tmpname()
print(timeline:chrome(path, { stages = { 0, 1 } }) == path)
os.remove(path)]], "fun(self: twocs.Timeline, path: string, window?: table): string?, string?, number?")
verb("draw", "timeline:draw(name, { title = })", "the timeline as a figure, its critical path marked", [[
print(timeline:draw("pipeline", { title = "ZB-H1" }))]],
  "fun(self: twocs.Timeline, name: string, options?: table): twocs.Figure?, string?, number?")

group("Of a record", "r:", [[
local r = tw.devices.mi210]])
verb("times", "r:times{ field = factor }",
  "a copy with fields multiplied by factors; peak means every field peak_...", [[
print(r:times{ peak = 4, net0_bw = 2 })]], "fun(self: twocs.device, factors: table<string, number>): twocs.device")

group("Figures", "tw.", [[
local t = tw.sweep{ model = "gpt3_175b", device = "mi210_paper",
  over = { h = { 4096, 8192 }, tp = { 4, 16, 64 } }, want = { "f_ser", "f_com" } }]])
verb("lines", "tw.lines(name, t, { x =, y =, by =, mark =, band = })",
  "lines; writes <name>.csv, .png, .svg and .pdf into out/", [[
tw.lines("share", t, { x = "tp", y = "f_ser", by = "h" })]],
  "fun(name: string, t: twocs.Table, options: twocs.LinesOptions): twocs.Figure?, string?, number?")
verb("scatter", "tw.scatter(name, t, { x =, y =, by =, label =, diagonal = })", "points", [[
tw.scatter("points", t, { x = "f_ser", y = "f_com", by = "h" })]],
  "fun(name: string, t: twocs.Table, options: twocs.ScatterOptions): twocs.Figure?, string?, number?")
verb("bars", "tw.bars(name, t, { x =, y =, by = })", "bars side by side", [[
tw.bars("sides", t, { x = "tp", y = "f_ser", by = "h" })]],
  "fun(name: string, t: twocs.Table, options: twocs.BarsOptions): twocs.Figure?, string?, number?")
verb("stack", "tw.stack(name, t, { x =, y = { ... }, group =, share = })", "stacked bars", [[
tw.stack("parts", t:where{ h = 4096 }, { x = "tp", y = { "f_ser", "f_com" } })]],
  "fun(name: string, t: twocs.Table, options: twocs.StackOptions): twocs.Figure?, string?, number?")
verb("heat", "tw.heat(name, t, { x =, y =, z = })", "a heat map", [[
tw.heat("map", t, { x = "tp", y = "h", z = "f_ser" })]],
  "fun(name: string, t: twocs.Table, options: twocs.HeatOptions): twocs.Figure?, string?, number?")
verb("gantt", "tw.gantt(name, t, { x = begin, to = end, y = row, by =, lane =, label =, marked = })",
  "boxes from `x` to `to`, a row for each `y`; a column distinguishes the lanes of a row", [[
local work = tw.table{ names = { "who", "from", "to" }, units = { from = "s", to = "s" },
  columns = { who = { "a", "b" }, from = { 0, 1 }, to = { 2, 3 } } }
tw.gantt("plan", work, { x = "from", to = "to", y = "who" })]],
  "fun(name: string, t: twocs.Table, options: twocs.GanttOptions): twocs.Figure?, string?, number?")
verb("tornado", "tw.tornado(name, t, { y =, x = { low, high }, base = })",
  "the effect of inputs on a result, the longest bar on top", [[
local moved = tw.table{ names = { "input", "halved", "doubled" }, columns = { input = { "links", "batch" },
  halved = { 0.5, 0.35 }, doubled = { 0.2, 0.32 } } }
tw.tornado("moves", moved, { y = "input", x = { "halved", "doubled" }, base = 0.33, percent = true })]],
  "fun(name: string, t: twocs.Table, options: twocs.TornadoOptions): twocs.Figure?, string?, number?")
verb("dumbbell", "tw.dumbbell(name, t, { y =, x = { ... }, by = })",
  "paired dots: values side by side, a row for each name", [[
tw.dumbbell("pairs", t:where{ h = 4096 }, { y = "tp", x = { "f_ser", "f_com" } })]],
  "fun(name: string, t: twocs.Table, options: twocs.DumbbellOptions): twocs.Figure?, string?, number?")
verb("waterfall", "tw.waterfall(name, t, { x = term, y = { before, after } })", "from one case to another, term by term", [[
local terms = tw.table{ names = { "term", "before", "after" }, units = { before = "s", after = "s" },
  columns = { term = { "compute", "all-reduce" }, before = { 1, 0.5 }, after = { 0.4, 0.5 } } }
tw.waterfall("faster", terms, { x = "term", y = { "before", "after" }, names = { "today", "faster" } })]],
  "fun(name: string, t: twocs.Table, options: twocs.WaterfallOptions): twocs.Figure?, string?, number?")
verb("roofline", "tw.roofline(name, t, { x = intensity, y = rate, peak =, bandwidth = })",
  "operators below a machine's roofs", [[
local ops = tw.table{ names = { "op", "intensity", "rate" }, units = { rate = "flop/s" },
  columns = { op = { "softmax", "GEMM" }, intensity = { 1.2, 900 }, rate = { 2e12, 2.4e14 } } }
tw.roofline("roofs", ops, { x = "intensity", y = "rate", label = "op", peak = { at = "312 Tflop/s", label = "FP16" },
  bandwidth = { at = "2 TB/s", label = "HBM" } })]],
  "fun(name: string, t: twocs.Table, options: twocs.RooflineOptions): twocs.Figure?, string?, number?")
verb("histogram", "tw.histogram(name, t, { x =, by =, bins = })", "number of rows in each range", [[
tw.histogram("spread", t, { x = "f_ser", bins = 8 })]],
  "fun(name: string, t: twocs.Table, options: twocs.HistogramOptions): twocs.Figure?, string?, number?")
verb("box", "tw.box(name, t, { y = name, x = value })", "the spread of values by name: quartiles, median, 5 to 95 %", [[
tw.box("spreads", t, { y = "h", x = "f_ser" })]],
  "fun(name: string, t: twocs.Table, options: twocs.BoxOptions): twocs.Figure?, string?, number?")
verb("panels", "tw.panels(name, { { kind, t, { ... } }, ... }, { columns =, title = })", "several figures on one canvas", [[
tw.panels("both", { { "lines", t, { x = "tp", y = "f_ser", by = "h", title = "(a)" } },
  { "bars", t, { x = "tp", y = "f_com", by = "h", title = "(b)" } } }, { columns = 2 })]],
  "fun(name: string, list: table[], options?: twocs.PanelsOptions): twocs.Figure?, string?, number?")
verb("show", "tw.show(figure)", "opens a window with a figure; without a display it prints the path of the PNG", [[
local figure = tw.lines("share", t, { x = "tp", y = "f_ser", by = "h" })
tw.show(figure)]], "fun(figure: twocs.Figure): twocs.Figure")

group("Reports", "tw.", [[
local t = tw.sweep{ model = "gpt3_175b", device = "mi210_paper", over = { tp = { 4, 16, 64 } },
  want = { "f_ser", "f_com" } }]])
verb("report", "tw.report{ title =, name =, text, table, figure, ... }",
  "a self-contained page of texts, tables and figures: out/report.html; \"# text\" is a heading", [[
local why = tw.explain({ device = "mi210_paper" }, "t_layer", 1)
print(tw.report{ title = "Shares", "# All degrees", "Of TP alone.", t, why })]],
  "fun(page: table): string?, string?, number?")

group("About", "tw.")
verb("help", "help(\"name\")", "explains a verb, a field, a result, a law, a model or a device", [[
tw.help "f_ser"
tw.help(tw.devices.mi210)]], "fun(subject?: any)")
verb("verbs", "tw.verbs()", "the names of all verbs", [[
print(#tw.verbs() > 20)]], "fun(): string[]")
verb("version", "tw.version", "the release", [[
print(tw.version)]], "string")

return verbs
