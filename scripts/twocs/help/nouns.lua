-- SPDX-License-Identifier: MIT
-- The words of a script that are neither verbs nor columns: the parts of a case, the arguments of a sweep, the file of a
-- model. Examples are written to be pasted; tests/lua/help_test.lua runs each of them. Descriptions of laws and fields come
-- from the engine's rows and are not repeated here.
--   name     as help knows it           says  one line, without full stop
--   text     lines, or a function that makes them    example  lines to paste; `tw` is there
local core = require "twocs.core"

local nouns = { list = {} }

local function noun(name, says, text, example)
  nouns.list[#nouns.list + 1] = { name = name, says = says, text = text, example = example }
end

-- The laws of each part of a plan, the default one marked.
local function laws_text()
  local lines = {}
  for _, family in ipairs(core.families()) do
    local names = {}
    for _, law in ipairs(core.laws()) do
      local shown = law.default and core.format("%s (default)", law.name) or law.name
      if law.family == family.name then names[#names + 1] = shown end
    end
    lines[#lines + 1] = core.format("%-15s %s", family.name, table.concat(names, ", "))
  end
  lines[#lines + 1] = 'help "gemm" lists the laws of a part, help "ring" shows the inputs and the source of one law.'
  return table.concat(lines, "\n")
end

noun("case", "the input of every verb: a model, its run, its layout, a device, its software, a plan", [[
model   a name of tw.models, tw.model{ ... }, tw.read of a config.json, or a table of fields
run     a table of fields: sl (sequence length), b (batch), global_batch, format, recompute ...
layout  a table of fields: tp, pp, dp, cp, ep, sp, zero, schedule ...
device  a name of tw.devices, tw.device{ ... }, or a table of fields
software  a name of tw.software, or { like = "a name", other fields }; default: "pytorch"; "ideal": no overheads
plan    how operators are timed: help "plan"
illegal "allow" computes layouts that break a rule without a warning
Fields that are not set have defaults: help "run" lists the defaults of a run.]], [[
local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 }, run = { sl = 2048, b = 1, format = "bf16" } }
print(tw.eval(case, "f_ser"))
print(tw.eval(case, "t_layer"))]])

noun("over", "the axes of a sweep: the table has a row for each point of their grid", [[
over = { tp = tw.double(1, 64) }              a field and its values
over = { net1_bw = { "25 GB/s", "400 Gb/s" } }   quantities with units
over = { device = { "a100_80g", "h100_sxm" }, model = { "gpt3_175b", "llama3_70b" } }   devices and models
over = { device = { now = a, mine = b } }     under names of your own
over = { all_reduce = { "ring", "tree" } }    algorithms and other laws of the plan
over = { { { h = 4096, tp = 16 }, { h = 8192, tp = 32 } } }   a list of points: fields that move together
tw.double, tw.linear and tw.geometric make lists.]], [[
tw.sweep{ over = { device = { "a100_80g", "h100_sxm" }, model = { "gpt3_175b", "llama3_70b" },
  all_reduce = { "ring", "tree" } }, layout = { tp = 8 }, want = "f_ser" }:print()]])

noun("want", "the results that a sweep computes and a table shows", [[
want = "f_ser"                    one
want = { "t_step", "mem_byte" }   several, in this order; fields too
want = "all"                      every one
default                           the principal ones
`twocs fields result` in a shell lists them; `twocs fields memory` lists all that mention a word.]], [[
tw.sweep{ device = "h100_sxm", over = { tp = { 1, 8 } }, want = { "t_layer", "f_ser", "legal" } }:print()]])

noun("order", "the order of a sweep's axes, or of the variants of a record; the last axis is the fastest", [[
order = { "tp", "h" }                       h runs fastest
order = { device = { "first", "second" } }  the rows of a comparison
default: the order of the fields in `twocs fields`, then choices of the plan; names of variants in alphabetical order.]], [[
tw.sweep{ device = "h100_sxm", over = { h = { 4096, 8192 }, tp = { 1, 8 } }, order = { "tp", "h" },
  want = "f_ser" }:print()]])

noun("plan", "which law times each kind of operator: a name, a fit, a curve or a Lua function", laws_text, [[
local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 } }
for _, name in ipairs{ "ring", "tree", "in_network" } do
  case.plan = { gemm = "tiles", all_reduce = name }; print(name, tw.eval(case, "f_ser"))
end]])

noun("laws", "the laws of operators and collectives that a plan may name", laws_text, [[
print(tw.eval({ model = "bert", device = "mi210", plan = { gemm = "algorithmic" } }, "t_layer"))]])

noun("config.json", "a model from Hugging Face: tw.read reads its config.json", [[
tw.read(path) returns a model, as in tw.models; nil, a sentence and a code if the file cannot be read.
Properties that a model record cannot represent are listed in print(model), in the head of tables and below figures.
{ like = "llama" } reads an unknown architecture as a known one; { mtp = true } also reads the layers that predict
further tokens, which are left out otherwise.]], [[
local mine, sentence = tw.read("config.json", { as = "config" })
if not mine then print(sentence) end
print(tw.eval({ model = mine or "llama2_7b", device = "h100_sxm" }, "t_layer"))]])

noun("configurations", "a case from a framework's configuration, and its logs as a table: tw.read; back: tw.config", [[
as = megatron         Megatron-LM's arguments: a command line, a script (read, never run), a list of arguments
     megatron-bridge  YAML or overrides; set = { gpu = "h100", gpus = 64, precision = "bf16" } selects one of a perf_matrix
     nemo, torchtitan, deepspeed, nanotron, accelerate, trainer, mlperf, simumax, calculon
     megatron-log, nemo-log, torchtitan-log, nanotron-log, deepspeed-log, trainer-log, mllog
The script adds what the file does not state: gpus =, model = (a name, or fields such as { vocab = 32000 }),
run = { sl = 4096 }, layout =, device =, set = { NNODES = 4 }. For a log: sl =, gpus =, global_batch =, warm_up =.
print(case) shows what was read, assumed and not understood: case.assumed, case.not_understood, which
are also in the head of each table. tw.config(case, "megatron") returns a case as text, or nil and a sentence.]], [[
local case, sentence = tw.read("pretrain.sh", { as = "megatron", gpus = 64, device = "h100_sxm" })
print(case or sentence, case and tw.eval(case, "t_step"))
print(tw.config({ model = "llama3_8b", layout = { dp = 8 }, run = { sl = 8192, b = 8, micro_batch = 1 } }, "deepspeed"))]])

noun("sweep sinks", "what a sweep keeps of a large grid in place of a table of all rows", [[
keep = 20, least = "t_step"    the best rows by a result; most = "mfu" takes the largest
pareto = { "t_step", "mem_byte" }, capacity = 10000   the rows that no other row beats in both
count = { fits = { mem_byte = "<= 80 GB" } }          how many rows meet each set of conditions
to = "file.csv"                every row into a file, piece by piece
where = { legal = 1, t_step = "< 2 s" }               with any of these: only rows that meet the conditions
tw.summary gives minimum, mean and maximum of each result.]], [[
local case = { model = "gpt3_175b", device = "h100_sxm", over = { tp = tw.double(1, 8), pp = tw.double(1, 16) } }
tw.sweep(case, { keep = 2, least = "t_step", where = { legal = 1 }, want = { "t_step" } }):print()
tw.sweep(case, { pareto = { "t_step", "mem_byte" }, where = { legal = 1 } }):print()
tw.sweep(case, { count = { small = { mem_byte = "<= 80 GB" }, all = {} } }):print()]])

noun("figure options", "how a figure is drawn: tw.lines(name, t, { option = value, ... })", function()
  local options, lines = require "twocs.figure.options", {}
  for _, kind in ipairs(options.kinds) do
    local line = core.format("%-8s", kind)
    for _, option in ipairs(options.of(kind)) do
      if #line + #option.name > 100 then lines[#lines + 1], line = line, (" "):rep(8) end
      line = core.format("%s %s", line, option.name)
    end
    lines[#lines + 1] = line
  end
  lines[#lines + 1] = 'help "lines" explains the options of a kind, help "xmin" one option.'
  return table.concat(lines, "\n")
end, [[
for _, word in ipairs{ "lines", "hollow" } do tw.help(word) end]])

noun("so_that", "the question of tw.solve: tw.solve(case, { find = \"a field\", so_that = { ... } })", [[
so_that = { f_com = 0.4 }              where the result has this value: the first such value, and a list of all
so_that = { f_com = "< 0.4" }          the smallest value of the field that meets it (take = "largest": the largest)
so_that = { fits = true, f_com = "< 0.4" }   where all conditions are met
from =, to =                           the range of the search; default: a factor of a million in both directions
Counts take whole values, and only legal layouts are solutions. Without a solution: nil and the reason.
The case can be a function of one number, whose name is find; it needs from and to, and whole = true restricts it to
whole numbers.]], [[
local case = { model = "llama3_8b", device = "h100_sxm", layout = { tp = 1 } }
print(tw.solve(case, { find = "b", so_that = { fits = true }, take = "largest", to = 64 }))
print(tw.solve(case, { find = "mem_size", so_that = { fits = true } }))]])

noun("quantity", "a number with its unit, as text: any field takes one", [[
"400 Gb/s" is bits, "50 GB/s" bytes; "80 GiB" is 2 to the power of 30; "15 us", "989 TFLOP/s", "10 %", "4K" (4096)
A bandwidth is the bandwidth of one device in one direction.]], [[
print(tw.device{ net0_bw = "400 Gb/s", mem_size = "80 GiB" }.net0_bw)
print(tw.quantity("3 TB/s", "byte/s"))]])

noun("illegal", "the treatment of layouts that break a rule, such as TP 7 for 96 heads", [[
tw.eval and tw.solve refuse them with the reason; tables keep them, with the columns `legal` and `why`.
illegal = "allow" in a case computes them without a warning; where = { legal = 1 } leaves them out of a sweep.]], [[
print(pcall(tw.eval, { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 7 } }, "f_ser"))
print(tw.eval({ model = "gpt3_175b", device = "h100_sxm", layout = { tp = 7 }, illegal = "allow" }, "f_ser"))]])

local parts = { keep = "sweep sinks", least = "sweep sinks", most = "sweep sinks", pareto = "sweep sinks",
  capacity = "sweep sinks", count = "sweep sinks", where = "sweep sinks", to = "sweep sinks", sinks = "sweep sinks",
  configuration = "configurations", configs = "configurations", megatron = "configurations",
  torchtitan = "configurations", deepspeed = "configurations", nemo = "configurations", nanotron = "configurations",
  mllog = "configurations", config = "config.json", huggingface = "config.json", axes = "over", options = "figure options",
  units = "quantity", why = "illegal", find = "so_that", take = "so_that", whole = "so_that", from = "so_that" }

--- Other names of nouns, each with the name of its noun.
nouns.parts = parts

--- A noun as help prints it.
function nouns.text(one)
  local text = type(one.text) == "function" and one.text() or one.text
  local function indented(lines) return "  " .. lines:gsub("\n", "\n  ") end
  return core.format("%s: %s\n%s\n\n%s", one.name, one.says, indented(text), indented(one.example))
end

return nouns
