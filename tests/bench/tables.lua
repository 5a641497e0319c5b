-- SPDX-License-Identifier: MIT
-- Tables at a researcher's size: 1e6 rows of 7 columns written, read, sorted and chosen, 4e5 points drawn. Prints seconds
-- of the clock and of the processor, the best of a few rounds, with the goals, and the memory that writing takes:
--   build/release/twocs tests/bench/tables.lua [OTHER]
-- OTHER: another build's executable, which then runs the same, and the ratio of processor times is printed. On a machine
-- with other work only those ratios say something.
local core = require "twocs.core"
local tables = require "twocs.table"
local tw = require "twocs"

local rows, points, rounds = 1e6, 4e5, 3
local plain = arg[1] == "--plain" -- for the other build: what, clock and processor, nothing else
local folder = os.tmpname()
os.remove(folder)

local state = 1
local function random()
  state = (state * 16807) % 2147483647
  return state / 2147483647
end

-- Counts, times, shares and work, as a sweep has them.
local function made()
  local names, columns = { "i", "h", "t", "f", "flop", "byte", "x" }, {}
  for _, name in ipairs(names) do columns[name] = core.column(rows) end
  for i = 1, rows do
    columns.i[i], columns.h[i], columns.t[i] = i, 1024 * (1 + math.floor(16 * random())), 1e-4 * random()
    columns.f[i], columns.flop[i], columns.byte[i], columns.x[i] = random(), 1e15 * random(), 4e9 * random(), random() - 0.5
  end
  return tables.new{ n = rows, names = names, columns = columns,
    units = { h = "1", t = "s", f = "1", flop = "flop", byte = "byte" } }
end

local function line()
  local x, y = core.column(points), core.column(points)
  for i = 1, points do x[i], y[i] = i, math.sin(i / 3e4) + random() end
  return tables.new{ n = points, names = { "x", "y" }, columns = { x = x, y = y } }
end

-- Kilobytes of memory that this process has had at most, where the system says.
local function most_memory()
  local file = io.open "/proc/self/status"
  local text = file and file:read "*a" or ""
  if file then file:close() end
  return tonumber(text:match("VmHWM:%s*(%d+)"))
end

local function best(run)
  local clock, processor = 1 / 0, 1 / 0
  for _ = 1, rounds do
    collectgarbage()
    local start, used = core.clock(), os.clock()
    run()
    clock, processor = math.min(clock, core.clock() - start), math.min(processor, os.clock() - used)
  end
  return clock, processor
end

local function other_times()
  local times = {}
  if not arg[1] or plain then return times end
  local pipe = assert(io.popen(core.format("'%s' '%s' --plain", arg[1], arg[0])))
  for text in pipe:lines() do
    local what, processor = text:match("^(.-)\t[^\t]*\t(.*)$")
    if what then times[what] = tonumber(processor) end
  end
  pipe:close()
  return times
end

local t, path, others = made(), folder .. ".csv", other_times()

local function report(what, goal, run)
  local done, clock, processor = pcall(best, run)
  if not done then
    if not plain then print(core.format("  %-34s %s", what, clock)) end
  elseif plain then
    print(core.format("%s\t%.6f\t%.6f", what, clock, processor))
  else
    local ratio = others[what] and core.format("%8.1f times as fast", others[what] / processor) or ""
    print(core.format("  %-34s %8.3f s %8.3f s      %s%s", what, clock, processor, goal, ratio))
  end
end

if not plain then
  print(core.format("%.0f rows of %d columns, %s", rows, #t:names(), jit and jit.version or _VERSION))
  print(core.format("  %-34s %10s %10s", "", "clock", "processor"))
end
local before = most_memory()
report("t:csv(path)", "goal: 1.5", function() assert(t:csv(path)) end)
local after = most_memory()
report("tw.read(path)", "goal: 0.6", function() assert(tw.read(path)) end)
report('t:top(10, "t")', "goal: 0.1", function() t:top(10, "t") end)
report('t:sort "t"', "goal: 0.5", function() t:sort "t" end)
report('t:sort{ "h", "t" }', "goal: 0.5", function() t:sort{ "h", "t" } end)
report("t:where{ h = 4096 }", "goal: 0.1", function() t:where{ h = 4096 } end)
report("t:where{ h = { 4096, 8192 } }", "goal: 0.1", function() t:where{ h = { 4096, 8192 } } end)
report('t:where{ t = "< 50 us" }', "goal: 0.1", function() t:where{ t = "< 50 us" } end)
report('t:where{ f = "> x" }', "goal: 0.1", function() t:where{ f = "> x" } end)
report("t:where{ t = function }", "", function() t:where{ t = function(x) return x < 5e-5 end } end)
report('t:group("h", ...)', "", function() t:group("h", { t_mean = { "t", "mean" } }) end)
local drawn = line()
report("tw.lines of 4e5 points", "goal: 0.3", function() assert(tw.lines(folder, drawn, { x = "x", y = "y" })) end)
if not plain and before and after then
  print(core.format("  memory that writing took            %8.1f MB           goal: flat", (after - before) / 1024))
end
for _, ending in ipairs{ ".csv", ".png", ".svg", ".pdf" } do os.remove(folder .. ending) end
