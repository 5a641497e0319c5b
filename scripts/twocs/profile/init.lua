-- SPDX-License-Identifier: MIT
-- Measures this machine: tw.profile{ ... }. Rows are written to the file as they are measured; a second call with the same
-- file measures only missing rows.
local core = require "twocs.core"
local file = require "twocs.profile.file"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local progress = require "twocs.common.progress"
local run = require "twocs.profile.run"
local shapes = require "twocs.profile.shapes"

local profile = {}

local backends = { cpu = "twocs_profile", mpi = "twocs_mpi", cuda = "twocs_cuda" }
local needs = { cpu = "OpenBLAS (libopenblas-dev)", mpi = "MPI (libopenmpi-dev)", cuda = "nvcc and -DTWOCS_CUDA=ON" }
local options = { "set", "shapes", "op", "over", "dtype", "out", "backend", "threads", "budget", "tolerance", "machine",
  "command", "quiet", "again" }

local function check_options(spec)
  if type(spec) ~= "table" then mistake.raise("profile: expected { op =, over =, ... }, got %s", mistake.show(spec)) end
  local known = {}
  for _, list in ipairs{ options, shapes.sizes, { "h", "sl", "b", "heads" } } do
    for _, name in ipairs(list) do known[name] = true end
  end
  for name in pairs(spec) do
    if not known[name] then mistake.raise('profile: unknown option "%s"%s', mistake.word(name), nearest.hint(name,
      options)) end
  end
end

--- The module that measures a kind of machine, opened; nil and a sentence if it was not built or the machine is missing.
function profile.machine(backend, threads)
  local module = backends[backend]
  if not module then
    mistake.raise("profile: backend = %s%s", mistake.show(backend), nearest.hint(backend, { "cpu", "mpi", "cuda" }))
  end
  local there, machine = pcall(require, module)
  if not there then
    return nil, core.format("this twocs was built without %s, which twocs profile needs here", needs[backend])
  end
  local open, why = machine.open(threads or 1)
  if not open then return nil, why end
  return machine
end

local function set_of(name)
  local set = require("twocs.profile.sets")[name]
  if set then return set() end
  mistake.raise("profile: set = %s%s", mistake.show(name), nearest.hint(name, { "quick", "full", "collectives" }))
end

local function shapes_of(spec)
  if spec.set then return set_of(spec.set) end
  if spec.op then return shapes.grid(spec) end
  if type(spec.shapes) ~= "table" then mistake.raise("profile: give shapes = { ... }, set =, or op = with over =") end
  return require("twocs.table").is(spec.shapes) and shapes.of_table(spec.shapes) or spec.shapes
end

local function facts_of(machine, command)
  local facts = { { name = "backend", value = machine.name } }
  for _, fact in ipairs(machine.facts()) do facts[#facts + 1] = fact end
  facts[#facts + 1] = { name = "twocs", value = core.version }
  facts[#facts + 1] = { name = "date", value = os.date("!%Y-%m-%d %H:%M UTC") }
  facts[#facts + 1] = { name = "command", value = command or "tw.profile" }
  return facts
end

local function left_to_do(items, csv)
  local left = {}
  for _, item in ipairs(items) do
    if not csv:has(item) then left[#left + 1] = item end
  end
  return left
end

-- Between catch and release, Ctrl-C only sets a flag; release must also run after an error.
local function while_caught(machine, f)
  machine.catch()
  local ran, came, why, code = pcall(f)
  machine.release()
  if not ran then error(came, 0) end
  return came, why, code
end

local function advise(job)
  for _, fact in ipairs(job.facts) do
    if fact.name == "advice" then job.say("twocs profile: %s\n", fact.value) end
  end
  local others, spoils = run.quiet(job.machine, job.say, #job.items * job.patience.budget)
  if spoils == 1 then
    job.say("twocs profile: other processes use %.1f cores: rows measured now are flagged\n", others)
  end
end

-- Measures the remaining items; the result of run.measure.
local function measured(job)
  local machine, csv = job.machine, job.csv
  local begun, why, code = csv:begin()
  if not begun then return nil, why, code end
  advise(job)
  job.progress = progress.new{ total = #job.items, terminal = job.says and machine.terminal(), clock = core.clock,
    write = function(text) job.say("%s", text) end }
  job.take = function(row) return csv:append(row) end
  local came
  came, why, code = run.measure(job)
  job.progress:clear()
  return came, why, code
end

-- The file of a profile. Each process measures and keeps its rows, and the first process writes them. All processes wait
-- before and after the file is read, so that none reads while another writes.
local function file_opened(spec, machine, facts)
  machine.wait()
  local csv, why = file.open(spec.out, facts, spec.again)
  machine.wait()
  if csv and machine.rank() > 0 then csv:keep() end
  return csv, why
end

--- The same as profile, with more results: the table and { done =, had =, wanted =, contaminated =, skipped =,
--- interrupted =, again = }; or nil, sentence, code. spec.machine replaces a module in tests.
function profile.start(spec)
  check_options(spec)
  local machine, csv, why, code = spec.machine, nil, nil, nil
  if not machine then machine, why = profile.machine(spec.backend or "cpu", spec.threads) end
  if not machine then return nil, why, "machine" end
  local items = shapes.items(shapes_of(spec), machine.operators(), spec.dtype, machine.ranks())
  local job = { machine = machine, facts = facts_of(machine, spec.command),
    says = machine.rank() == 0, patience = { budget = spec.budget or 0.5, tolerance = spec.tolerance } }
  function job.say(...)
    if job.says and not spec.quiet then io.stderr:write(core.format(...)) end
  end
  csv, why = file_opened(spec, machine, job.facts)
  if not csv then return nil, why, "file" end
  job.csv, job.items = csv, left_to_do(items, csv)
  local came = { done = 0, skipped = {} }
  if #job.items > 0 then
    came, why, code = while_caught(machine, function() return measured(job) end)
  end
  csv:close()
  if not came then return nil, why, code end
  came.had, came.wanted, came.contaminated, came.again = #items - #job.items, #items, csv.contaminated, machine.again
  return csv:table(), came
end

--- profile{ set = "quick" | shapes = { { op = "gemm", m =, n =, k = }, ... } | op =, over = { m = { ... } }, out =,
--- threads =, backend = "cpu", dtype = "fp32", budget = seconds for each, tolerance = 0.02, again = true }: a table of
--- measurements, or nil, sentence, code. After Ctrl-C the finished rows are kept.
function profile.profile(spec)
  local t, came, code = profile.start(spec)
  if not t then return nil, came, code end
  if came.interrupted then
    if spec.out then
      io.stderr:write(core.format("twocs profile: %s has %.0f of %.0f rows; the same call continues\n", spec.out,
        came.had + came.done, came.wanted))
    end
    came.again()
  end
  return t
end

return profile
