-- SPDX-License-Identifier: MIT
-- All figures, their goals, and what they were at the last landing: build/release/bench. With --counted only those that are
-- counted in instructions, which no other work on the machine changes; with --land what is measured is written down as the
-- last landing's; with --quick those that this process times, with fewer rows, and whatever the time. The one thing to
-- know: a figure that is no number fails, and so does a counted one that no longer meets the goal that it met, or that has
-- grown by more than a tenth.
local core = require "twocs.core"
local tables = require "twocs.table"

local here = arg[0]:match("^(.*/)") or "./"
local goals = here .. "goals.csv"
local bench, option = arg[1], arg[2]
local twocs = bench:gsub("[^/]*$", "twocs")
local quick = option == "--quick" -- does everything run? How long it takes depends on the machine
local rounds, grown = quick and 1 or 9, 1.1

-- Of a number of values or rows.
local function fewer(n) return quick and math.ceil(n / 4) or n end

local function output(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "*a"
  pipe:close()
  return text
end

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1]
end

-- Instructions of a command under valgrind.
local function instructions(command)
  local text = output(core.format("OMP_NUM_THREADS=1 valgrind --tool=cachegrind --cache-sim=no "
    .. "--cachegrind-out-file=/dev/null %s 2>&1 >/dev/null", command))
  local count = text:match "I +refs: +([%d,]+)" or ""
  return tonumber((count:gsub(",", ""))) or 0 / 0
end

-- Of one workload of counted.lua. What it sets up differs by a million instructions from process to process, as hashes and
-- the collector do: so many times makes that small.
local function count_of(what, times)
  return instructions(core.format("'%s' '%scounted.lua' '%s' %d", twocs, here, what, times))
end
local function counted(what, times) return (count_of(what, 1 + times) - count_of(what, 1)) / times end

local function counted_ratio(what, other, times)
  return function() return counted(what, times) / counted(other, times) end
end

-- Of a program that asks one question, in millions.
local function first_question(software)
  return function()
    local case = core.format("{ model = 'gpt3_175b', device = 'h100_sxm', layout = { tp = 8 }%s }", software)
    return instructions(core.format([['%s' -e "tw.eval(%s, 'f_ser')"]], twocs, case)) / 1e6
  end
end

-- A sweep of 1e6 rows into a file. The clock stands still where instructions are counted: how long a piece took decides how
-- many rows the next one has.
local sweep_to_file = [[tw.sweep{ model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 },
  over = { flop_vs_bw = tw.linear(1, 64, 100), mem_vs_bw = tw.linear(1, 6, 100), interference = tw.linear(1, 2, 100) },
  want = { "t_step", "f_ser" }, to = arg[1] }]]
local still = [[require "twocs.core".clock = function() return 0 end ]]

local function in_scratch(run)
  local folder = output "mktemp -d":gsub("%s+$", "")
  local result = run(folder)
  os.execute(core.format("rm -r '%s'", folder))
  return result
end

-- Instructions by what a process does: all of it, a shard of two, or the join of both.
local in_shards
local function shards(what)
  in_shards = in_shards or in_scratch(function(folder)
    local function count(shard)
      return instructions(core.format("'%s' %s -e '%s' '%s/x.csv'", twocs, shard, still .. sweep_to_file, folder))
    end
    return { one = count "", first = count "--shard 1/2", second = count "--shard 2/2",
      join = instructions(core.format("'%s' join '%s/x.csv'", twocs, folder)) }
  end)
  return in_shards[what] / in_shards.one
end

-- NaN where one is.
local function larger(a, b) return (a ~= a or a > b) and a or b end

-- Seconds of the processor, the least of some runs: one process, and the busier of two ranks, of which one joins.
local function ranks()
  return in_scratch(function(folder)
    local timed = core.format([[sh -c '"$@" >/dev/null; times >"%s/cpu.${OMPI_COMM_WORLD_RANK:-one}"' sh '%s' -e '%s']],
      folder, twocs, sweep_to_file)
    local function time(name)
      local file = io.open(folder .. "/cpu." .. name)
      if not file then return 0 / 0 end
      local m, s, m_more, s_more = file:read "*a":match("\n(%d+)m([%d.]+)s (%d+)m([%d.]+)s")
      file:close()
      return s and 60 * (m + m_more) + s + s_more or 0 / 0
    end
    local one, two = 1 / 0, 1 / 0
    for _ = 1, rounds do
      os.execute(core.format("OMP_NUM_THREADS=1 %s '%s/one.csv'", timed, folder))
      os.execute(core.format("OMP_NUM_THREADS=1 mpirun --allow-run-as-root --oversubscribe -n 2 %s '%s/two.csv'", timed,
        folder))
      one, two = math.min(one, time "one"), math.min(two, larger(time "0", time "1"))
    end
    return two / one
  end)
end

local runs = 40 -- of counted.lua's file

-- Megabytes that one run of a workload takes at most.
local function memory(what)
  return function()
    local text = output(core.format("'%s' '%scounted.lua' '%s' 1 memory", twocs, here, what))
    return (tonumber(text:match "VmHWM:%s*(%d+)") or 0 / 0) / 1024
  end
end

local events = 64 * 4 * 256 -- of counted.lua's timeline, but for a few

-- Instructions of a search for each legal layout that it counts. One search is long, so it is compared with a process
-- without it, not with one that has another.
local function searched(what)
  return function()
    local legal = tonumber(output(core.format("'%s' '%scounted.lua' '%s' 1 result", twocs, here, what))) or 0 / 0
    return (count_of(what, 1) - count_of(what, 0)) / legal
  end
end

-- Instructions of bench's two columns by the engine against those of its loop by hand, in one of two orders of the axes.
local function two_columns(order)
  return function()
    local function count(filler)
      local run = core.format("'%s' --one %d", bench, 2 * order + filler)
      return instructions(run .. " 2") - instructions(run .. " 1")
    end
    return count(1) / count(0)
  end
end

local function threads()
  local worst = 0
  for shape = 0, 3 do
    local one = instructions(core.format("'%s' --threads 1 %d", bench, shape))
    local ratio = instructions(core.format("'%s' --threads 64 %d", bench, shape)) / one
    if not (ratio <= worst) then worst = ratio end
  end
  return worst
end

-- ---- Times, in turns where they are compared.

local function seconds(run)
  collectgarbage()
  collectgarbage()
  local start = os.clock()
  run()
  return os.clock() - start
end

local function least(times, run)
  local best = 1 / 0
  for _ = 1, rounds do
    best = math.min(best, seconds(function() for _ = 1, times do run() end end) / times)
  end
  return best
end

local function against(run, other)
  local ratios = {}
  for i = 1, rounds do ratios[i] = seconds(run) / seconds(other) end
  return median(ratios)
end

local function spaced(first, step, n)
  local list = {}
  for i = 1, fewer(n) do list[i] = first + step * (i - 1) end
  return list
end

-- A sweep of 1e6 rows against the engine's own run into the same number of columns.
local function sweep_ratio(over)
  return function()
    local tw = require "twocs"
    local case, axes, follow = require "twocs.ask.case", require "twocs.ask.axes", require "twocs.ask.follow"
    local given = { model = tw.models.transformer{ head_dim = 64 }, device = tw.devices.a100_80g, layout = { dp = 4 },
      software = "ideal" }
    local made = case.split(given, {}, nil, true)
    local list, wants = axes.made(over, made), {}
    local _, inner = follow.split(made, list)
    local moved = follow.engine_axes(inner, made)
    for _, axis in ipairs(list) do wants[#wants + 1] = axis.fields[1] end
    wants[#wants + 1], wants[#wants + 2] = "f_ser", "t_layer"
    given.over, given.want = over, { "f_ser", "t_layer" }
    return against(function() tw.sweep(given) end, function() core.run(made, moved, wants) end)
  end
end

local function eval_time(want)
  return function()
    local tw = require "twocs"
    local made = { model = tw.models.gpt3_175b, run = tw.run(), layout = tw.layout{ tp = 8 }, device = tw.devices.h100_sxm,
      software = "ideal" }
    return 1e6 * least(fewer(500), function() tw.eval(made, want) end)
  end
end

local big
local function big_table()
  if big then return big end
  local n, state = fewer(1e6), 1
  local h, t, k = core.column(n), core.column(n), core.column(n)
  for i = 1, n do
    state = state * 16807 % 2147483647
    h[i], t[i], k[i] = 1024 * (1 + state % 16), state / 2147483647, i * 7919 % 1000003
  end
  big = tables.new{ n = n, names = { "h", "t", "k" }, columns = { h = h, t = t, k = k } }
  return big
end

local function table_time(run) return function() return least(1, function() run(big_table()) end) end end

local function join(t)
  t:select{ "k", "h" }:join(t:select{ "k", "t" }, "k")
end

local four = { h = spaced(2048, 2048, 32), sl = spaced(512, 512, 32), b = spaced(1, 1, 32),
  flop_vs_bw = spaced(1, .25, 32) }
local worded = { h = spaced(2048, 2048, 32), sl = spaced(512, 512, 32), causal = { "no", "yes" },
  recompute = { "none", "selective", "full" }, attention = { "unfused", "fused" }, format = { "fp16", "fp32" },
  flop_vs_bw = spaced(1, .25, 43) }

local of_the_grid -- by name, of bench_grid
local function grid(what)
  return function()
    of_the_grid = of_the_grid or output(core.format("OMP_NUM_THREADS=1 '%s'", (bench:gsub("[^/]*$", "bench_grid"))))
    local plain = what:gsub("%p", "%%%0")
    return tonumber(of_the_grid:match(plain .. "%s+[%d.]+ ns%s+([%d.]+) divisions")) or 0 / 0
  end
end

-- What this process times itself.
local timed = {
  ["table of 1e6 rows"] = sweep_ratio(four), ["table of 1e6 rows, words"] = sweep_ratio(worded),
  ["tw.eval, one"] = eval_time "f_ser", ["tw.eval, all"] = eval_time "all",
  ["group of 1e6 rows"] = table_time(function(t) t:group("h", { mean = { "t", "mean" } }) end),
  ["join of 1e6 rows"] = table_time(join), ["sort of 1e6 rows"] = table_time(function(t) t:sort "t" end),
  ["timeline and Chrome, 2.1e6 events"] = function()
    local t = require "twocs".timeline
    return least(1, function()
      assert(t{ stage = { f = 3e-3, b = 3e-3 }, pp = 64, microbatches = fewer(8256), hop = 3e-4 }:chrome "/dev/null")
    end)
  end,
}

-- What other processes say, or valgrind of them.
local by_name = {
  ["grid as written"] = grid "as written", ["grid as tw.sweep orders it"] = grid "as tw.sweep orders them",
  ["grid, unlucky"] = grid "unlucky",
  ["tw.eval one, counted"] = counted_ratio("eval one", "core one", 300),
  ["tw.eval all, counted"] = counted_ratio("eval all", "core all", 400),
  ["table, counted"] = counted_ratio("table", "table engine", 16),
  ["table with words, counted"] = counted_ratio("words", "words engine", 2),
  ["group, counted"] = function() return counted("group", 40) / 65536 end,
  ["two columns, flop_vs_bw fastest, counted"] = two_columns(0), ["two columns, h fastest, counted"] = two_columns(1),
  ["64 threads, counted"] = threads,
  ["two shards, counted"] = function() return larger(shards "first", shards "second") end,
  ["join of two shards, counted"] = function() return shards "join" end,
  ["two ranks under mpirun"] = ranks,
  ["first question, ideal software, counted"] = first_question ", software = 'ideal'",
  ["first question, counted"] = first_question "",
  ["timeline and Chrome, 2.1e6 events, memory"] = memory "long timeline",
  ["search of GPT-3 on 512 devices, counted"] = searched "search",
  ["search of DeepSeek-V3 on 256 devices, counted"] = searched "search with experts",
  ["timeline and Chrome, counted"] = function() return counted("timeline", 1) / events end,
  ["predict, counted"] = function() return counted("predict", 1) / runs / 1e6 end,
}
for name, value in pairs(timed) do by_name[name] = value end

-- ---- The page.

local function engine_figures()
  for line in output(core.format("OMP_NUM_THREADS=1 '%s' --figures", bench)):gmatch("[^\n]+") do
    local name, value = line:match("^(.-)\t(.*)$")
    if name then by_name[name] = function() return tonumber(value) or 0 / 0 end end
  end
end

-- Why a figure fails, or nil.
local function failing(row, value)
  if quick then return nil end
  if value ~= value then return "no number" end
  if row.must == 1 and not (value <= row.goal) then return "must be" end
  if row.counted == 0 then return nil end
  if row.landed <= row.goal and not (value <= row.goal) then return "was met" end
  if value > row.landed * grown then return "has grown" end
end

local function text(x) return x ~= x and "-" or core.format("%.3g", x) end

local function is_asked(row)
  if quick then return timed[row.figure] end
  return row.counted == 1 or option ~= "--counted"
end

local failed, measured = 0, {}
if option ~= "--counted" and not quick then engine_figures() end
local t = assert(tables.read(assert(io.open(goals, "rb")):read "*a"))
print(core.format("%-40s %10s %10s %12s", "", "now", "goal", "last landing"))
for i = 1, t.n do
  local row = t[i]
  measured[i] = row.landed
  if is_asked(row) then
    local value = by_name[row.figure] and by_name[row.figure]() or 0 / 0
    local why = failing(row, value)
    if why then failed = failed + 1 end
    measured[i] = value
    print(core.format("%-40s %10s %10s %12s  %s%s", row.figure, text(value), text(row.goal), text(row.landed), row.unit,
      why and "   FAILS: " .. why or ""))
  end
end
if option == "--land" then
  local landed = t:select{ "figure", "unit", "goal", "must", "counted" }:with("landed", measured)
  assert(landed:csv(goals))
end
if failed > 0 then
  io.stderr:write(core.format("bench: %d figures fail\n", failed))
  os.exit(1)
end
