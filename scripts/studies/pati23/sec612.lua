-- SPDX-License-Identifier: MIT
-- Section 6.1.2, and the remark in 4.3.2 that pipelines keep TP small: the time that stages add to the critical path, how
-- microbatches fill the bubbles, the memory that larger batches need, and how much less TP a model needs. MT-NLG on MI210,
-- SL = 2K, TP 64, links as inside a node for any degree; GPipe, whose stages keep every microbatch, as in the work that the
-- paper cites.
local papers = require "studies.papers"
local tw = require "twocs"
local study = require "twocs.study"

local model = tw.models.mt_nlg_530b
local stages, device = 15, tw.devices.mi210{ net0_size = 1048576 }
local function case(layout, run, software)
  run.sl, run.micro_batch = 2048, 1
  return { model = model, device = device, run = papers.run(run), layout = layout, software = software,
    illegal = "allow" }
end
local wanted = { "t_step", "t_hops", "t_step_idle", "mem_byte" }
local function step(batch, schedule)
  return tw.eval(case({ tp = 64, pp = stages, schedule = schedule }, { b = batch }), wanted)
end

local names = { "schedule", "microbatches", "hops", "idle", "mem" }
local columns = {}
for _, name in ipairs(names) do columns[name] = {} end
for _, schedule in ipairs{ "gpipe", "1f1b" } do
  for _, batch in ipairs(tw.double(8, 64)) do
    local r = step(batch, schedule)
    local i = #columns.mem + 1
    columns.schedule[i], columns.microbatches[i], columns.hops[i] = schedule, batch, r.t_hops / r.t_step
    columns.idle[i], columns.mem[i] = r.t_step_idle / r.t_step, r.mem_byte
  end
end
local t = study.write("sec612", tw.table{ names = names, columns = columns,
  units = { hops = "1", idle = "1", mem = "byte" },
  meanings = { hops = "transfers between stages, share of a step", idle = "waiting, share of a step",
    mem = "memory used on one device" } })

-- The smallest change from one number of microbatches to twice as many.
local function steps(schedule, column, sign)
  local rows, least = t:where{ schedule = schedule }, math.huge
  for i = 2, rows.n do least = math.min(least, sign * (rows[i][column] - rows[i - 1][column])) end
  return least
end
local function tp_at(pp)
  local fits = tw.sweep{ model = model, device = device, run = papers.run{ sl = 2048, b = pp, micro_batch = 1,
    recompute = "full" }, layout = { pp = pp }, over = { tp = tw.double(1, 4096) }, want = "fits", illegal = "allow" }
    :where{ fits = 1 }
  return fits.n > 0 and fits[1].tp or 0 / 0
end
local alone, cut = tp_at(1), tp_at(stages)
local changes = study.write("sec612_changes", tw.table{ names = { "filled", "memory", "memory_1f1b", "tp" },
  columns = { filled = { steps("gpipe", "idle", -1) }, memory = { steps("gpipe", "mem", 1) / 1e9 },
    memory_1f1b = { steps("1f1b", "mem", 1) / 1e9 }, tp = { 1 - cut / alone } },
  units = { filled = "1", tp = "1" }, meanings = { filled = "waiting removed by twice the microbatches",
    memory = "memory that they add, GB", memory_1f1b = "the same under 1F1B, GB",
    tp = "TP saved by stages, relative to TP without stages" } })
local gpipe = t:where{ schedule = "gpipe" }
local note = "MT-NLG over 15 stages of TP 64, 8 to 64 microbatches of one sequence, PyTorch"
-- The additional time of a pipeline over a layer alone is positive by construction, and so is the reduction of bubbles by
-- more microbatches.
study.finding{ "P1-42", gpipe, "hops", percent = true, low = true, basis = "construction", note = note }
study.finding{ "P1-42b", gpipe, "idle", percent = true, low = true, basis = "construction", note = note }
study.finding{ "P1-42c", changes, "filled", percent = true, basis = "construction", note = note }
study.finding{ "P1-42d", changes, "memory", basis = "predicted", label = "GPipe", note = note }
study.finding{ "P1-42d", changes, "memory_1f1b", basis = "predicted", label = "1F1B", note = note,
  cause = "set-up: it cites GPipe, which stores all microbatches; 1F1B stores one per stage; which one is "
    .. "meant would resolve it" }
study.finding{ "P1-43", changes, "tp", percent = true, basis = "predicted",
  note = tw.format("MT-NLG fits at TP %.0f alone and at TP %.0f over %.0f stages, everything recomputed", alone, cut,
    stages) }

study.conclude("sec612", {
  paper = "pipelines add communication and bubbles to the critical path; more microbatches reduce bubbles and need memory.",
  remains = tw.format("MT-NLG over %.0f stages waits for %.0f to %.0f %% of a step with 64 to 8 microbatches, and for "
    .. "transfers %.1f %% of it (MI210, PyTorch). It fits at TP %.0f in place of %.0f.", stages,
    100 * gpipe[gpipe.n].idle, 100 * gpipe[1].idle, 100 * gpipe[1].hops, cut, alone),
  turns = tw.format("twice the microbatches cost up to %.0f GB by GPipe, and %.0f GB by 1F1B once all stages are full.",
    (gpipe[gpipe.n].mem - gpipe[gpipe.n - 1].mem) / 1e9, changes[1].memory_1f1b) })
