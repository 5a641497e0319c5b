-- SPDX-License-Identifier: MIT
-- `twocs profile` on the command line: options, final message and exit status.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local profile = require "twocs.profile"

local usage_error, interrupted = 2, 130

local help = [[
usage: twocs profile [--quick | --full | --shapes WHAT | --collectives] [OPTION...]

Measures the operators of a Transformer layer on this machine and writes a CSV that tw.read reads.

  --quick          about 150 shapes in less than a minute (the default)
  --full           a grid for fits, some ten minutes
  --shapes WHAT    these: a CSV with the columns op, m, n, k or rows, width; a script that returns a list
                   of { op = "gemm", m = ..., n = ..., k = ... }; or a grid: "gemm m=64..4096 n=1024 k=64..1024",
                   in which a..b doubles
  --collectives    all-reduce between processes: mpirun -n 2 twocs profile --collectives
  --gpu            on the first GPU, in place of the CPU; with --collectives, between all of them
  --dtype NAME     fp32 (the default), bf16, fp16 or fp8
  --out FILE       profile.csv by default; what it holds already is not measured again
  --threads N      of the GEMMs; one by default. Row operators run on one
  --budget SECONDS of repeating for each shape at most
  --again          measure contaminated rows of the file again
  --allow-load     exit with status 0 though other processes disturbed

Ctrl-C keeps what is measured; the same command continues.]]

local function refuse(...)
  io.stderr:write("twocs profile: ", core.format(...), "\n")
  return usage_error
end

local flags = { ["--quick"] = "quick", ["--full"] = "full", ["--collectives"] = "collectives" }
local valued = { ["--shapes"] = "shapes", ["--out"] = "out", ["--threads"] = "threads", ["--budget"] = "budget",
  ["--dtype"] = "dtype" }
local dtypes = { fp32 = true, bf16 = true, fp16 = true, fp8 = true }

local function unknown(word)
  local names = { "--gpu", "--again", "--allow-load", "--help" }
  for _, list in ipairs{ flags, valued } do
    for name in pairs(list) do names[#names + 1] = name end
  end
  table.sort(names)
  return nil, core.format("'%s' is not an option%s", word, nearest.hint(word, names))
end

local function checked(given)
  if given.threads then
    local threads = tonumber(given.threads)
    if not threads or threads < 1 or threads > 1024 or threads ~= math.floor(threads) then
      return nil, core.format("--threads %s: expected a whole number in [1, 1024]", given.threads)
    end
    given.threads = threads
  end
  if given.budget then
    local budget = tonumber(given.budget)
    if not budget or not (budget > 0 and budget <= 3600) then
      return nil, core.format("--budget %s: expected seconds in (0, 3600]", given.budget)
    end
    given.budget = budget
  end
  if given.dtype and not dtypes[given.dtype] then return nil, core.format("--dtype %s: expected fp32, bf16, fp16 or fp8",
    given.dtype) end
  return given
end

local function parsed(words)
  local given, i = {}, 1
  while i <= #words do
    local word = words[i]
    local name, value = word:match("^(%-%-[%w-]+)=(.*)$")
    name = name or word
    if flags[name] and not value then
      given.set = flags[name]
    elseif (name == "--gpu" or name == "--again" or name == "--allow-load") and not value then
      given[name:sub(3)] = true
    elseif valued[name] then
      if not value then i = i + 1 end
      value = value or words[i]
      if not value or value == "" then return nil, core.format("%s needs a value", name) end
      given[valued[name]] = value
    else
      return unknown(word)
    end
    i = i + 1
  end
  return checked(given)
end

-- The grid of a text such as "gemm m=64..4096 n=1024".
local function grid_of(text)
  local grid = { op = text:match("^[%w_]+"), over = {} }
  for word in text:gsub("^[%w_]+", ""):gmatch("%S+") do
    local name, from, to = word:match("^(%a+)=(%d+)%.*(%d*)$")
    if not name then mistake.raise("--shapes: '%s' is not a size such as m=64 or m=64..4096", word) end
    grid.over[name] = require("twocs.common.lists").double(tonumber(from), tonumber(to) or tonumber(from))
  end
  return grid
end

local function list_of_script(path)
  local chunk, why = loadfile(path)
  if not chunk then mistake.raise("--shapes: %s", why) end
  return chunk()
end

local function add_shapes(spec, what)
  if what:find("%.lua$") then
    spec.shapes = list_of_script(what)
  elseif what:find("%.csv$") or what:find("/") then
    local t, why = require("twocs.read").read(what)
    if not t then mistake.raise("--shapes: %s", why) end
    spec.shapes = t
  else
    local grid = grid_of(what)
    spec.op, spec.over = grid.op, grid.over
  end
end

local function is_under_mpirun()
  for _, name in ipairs{ "OMPI_COMM_WORLD_SIZE", "PMI_SIZE" } do
    if (tonumber(os.getenv(name) or "1") or 1) > 1 then return true end
  end
end

local budgets = { quick = 0.15, full = 1, quick_gpu = 0.1, full_gpu = 0.2, collectives = 0.5 } -- seconds for each shape

local function steps_of(given, command)
  local out, list = given.out or "profile.csv", {}
  local function step(backend, set)
    local spec = { backend = backend, set = set, out = out, threads = given.threads, dtype = given.dtype,
      command = command, again = given.again, budget = given.budget or budgets[set] }
    list[#list + 1] = spec
    return spec
  end
  local set = given.set or "quick"
  if given.gpu and set ~= "collectives" then set = core.format("%s_gpu", set) end
  if given.shapes then set = nil end
  if given.gpu or given.shapes or set ~= "collectives" then
    local spec = step(given.gpu and "cuda" or "cpu", set)
    if given.shapes then add_shapes(spec, given.shapes) end
  end
  if not given.gpu and (given.set == "collectives" or is_under_mpirun()) then step("mpi", "collectives") end
  return list, out
end

local function fastest(t, op, over)
  local best = 0
  for row in t:rows() do
    if row.op == op then best = math.max(best, row[over] / row.t) end
  end
  if best == 0 then return nil end
  local unit = over == "flop" and "flop/s" or "byte/s"
  local label, divisor = core.scale(best, unit)
  return core.format("%s up to %.3g %s", op, best / divisor, label)
end

local function report(t, came, out)
  print(core.format("%s: %.0f rows, %.0f measured now, %.0f before", out, t.n, came.done, came.had))
  local best = {}
  for _, what in ipairs{ { "gemm", "flop" }, { "copy", "byte" }, { "all_reduce", "byte" } } do
    best[#best + 1] = fastest(t, what[1], what[2])
  end
  if #best > 0 then print(table.concat(best, ", ")) end
  for _, skipped in ipairs(came.skipped) do print(core.format("skipped: %s: %s", skipped.label, skipped.why)) end
  if came.contaminated > 0 then
    print(core.format("contaminated: %.0f of them, since other processes were busy; --again measures those again",
      came.contaminated))
  end
  if came.interrupted then
    print(core.format("stopped with %.0f of %.0f rows; the same command continues", came.had + came.done, came.wanted))
  end
end

-- Runs a step and returns its exit status.
local function done(spec, given, out, rank)
  local t, came = profile.start(spec)
  if not t then
    if rank == 0 then io.stderr:write("twocs profile: ", came, "\n") end
    return 1
  end
  if rank == 0 then report(t, came, out) end
  if came.interrupted then return interrupted end
  return came.contaminated > 0 and not given["allow-load"] and 1 or 0
end

return function(...)
  local words = { ... }
  if words[1] == "--help" or words[1] == "-h" then return print(help) or 0 end
  local given, why = parsed(words)
  if not given then return refuse("%s", why) end
  local steps, out = steps_of(given, table.concat({ "twocs profile", ... }, " "))
  local mpi, rank, status = nil, 0, 0
  if steps[#steps].backend == "mpi" then
    mpi, why = profile.machine("mpi")
    if not mpi then return refuse("%s", why) end
    rank = mpi.rank()
  end
  for _, spec in ipairs(steps) do
    if rank == 0 or spec.backend == "mpi" then
      local came = done(spec, given, out, rank)
      if came ~= 0 then status = came end
      if came == interrupted then break end
    end
  end
  if mpi and status ~= interrupted then mpi.close() end
  return status
end
