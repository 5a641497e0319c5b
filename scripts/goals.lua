-- SPDX-License-Identifier: MIT
-- twocs scripts/goals.lua [layouts]: what is computed twice, or counted by others, with its goal: the step of random
-- layouts by the rows and by the timeline, the weights of models and the published ones, and the memory of measured
-- runs where the data of others are here. (tests/c/test_timeline_rows.c takes 100,000 layouts.)
local tw = require "twocs"

local layouts = tonumber(arg[1]) or 1000
local schedules = { "gpipe", "1f1b", "zb_h1", "zb_v", "dualpipe", "dualpipe_v" }
local exact = { gpipe = true, ["1f1b"] = true, zb_h1 = true }
local device_vocab = 100003 -- no other size of a GEMM

-- The same layouts on every machine: a linear congruential generator.
local state = 1
local function below(n)
  state = (state * 16807) % 2147483647
  return state % n
end
local function one_of(list) return list[below(#list) + 1] end

local function random_case()
  local pp, schedule, micro = one_of{ 1, 2, 4, 8 }, one_of(schedules), one_of{ 1, 2 }
  local vp = schedule == "1f1b" and pp > 1 and one_of{ 1, 1, 3 } or 1
  local microbatches = vp > 1 and pp * (1 + below(4)) or 2 + 2 * below(16)
  return { device = "h100_sxm", model = tw.models.transformer{ layers = 24, h = one_of{ 1024, 4096, 8192 }, vocab = 51200 },
    layout = { pp = pp, vp = vp, tp = one_of{ 1, 2, 4 }, sp = one_of{ "no", "yes" }, dp = one_of{ 1, 2, 8 },
      schedule = schedule, zero = one_of{ "none", "optimizer", "gradients", "weights" },
      p2p_hidden = one_of{ "no", "yes" } },
    run = { sl = 2048, micro_batch = micro, b = micro * microbatches, recompute = one_of{ "none", "selective", "full" } } }
end

-- The same with stages that are alike: the ends of the model and transfers cost nothing.
local function equal_case()
  local case = random_case()
  case.layout.tp, case.layout.dp, case.layout.sp = 1, 1, "no"
  case.model = case.model{ vocab = device_vocab, tied = "no" }
  case.plan = { stream = "none",
    gemm = function(c, n)
      local t = {}
      for i = 1, n do
        local is_head = c.m[i] == device_vocab or c.n[i] == device_vocab or c.k[i] == device_vocab
        t[i] = is_head and 0 or c.flop[i] / 1e14
      end
      return t
    end,
    p2p = function(_, n)
      local t = {}
      for i = 1, n do t[i] = 0 end
      return t
    end }
  return case
end

-- How far the parts of a played step are from the step: its critical path, and what each stream is busy and idle.
local function gap(t)
  local sum, worst = 0, 0
  for part in t:path():rows() do sum = sum + part.t end
  worst = math.abs(sum / t.step - 1)
  for stream in t:streams():rows() do worst = math.max(worst, math.abs((stream.busy + stream.idle) / t.step - 1)) end
  return worst
end

local function derive(make, wanted, note)
  local tried, done = 0, 0
  while done < layouts and tried < 100 * layouts do
    tried = tried + 1
    local case = make()
    case.illegal = "allow"
    if tw.eval(case, "legal") == 1 and wanted(case) then
      done = done + 1
      note(case, tw.eval(case, "t_step"), tw.timeline(case))
    end
  end
end

local function verdict(reached) return reached and "reached" or "missed" end

local function timeline_check()
  print "The step time of the equations and of the timeline"
  local worst, parts = 0, 0
  derive(equal_case, function(case) return exact[case.layout.schedule] end, function(_, rows, t)
    worst, parts = math.max(worst, math.abs(rows / t.step - 1)), math.max(parts, gap(t))
  end)
  print(tw.format("  equal stages, GPipe, 1F1B and ZB-H1, %.0f layouts: differences of at most %.1e; goal 1e-9: %s",
    layouts, worst, verdict(worst <= 1e-9)))
  local ranges = {}
  derive(random_case, function() return true end, function(case, rows, t)
    local range = ranges[case.layout.schedule] or { low = math.huge, high = 0, n = 0 }
    range.low, range.high, range.n = math.min(range.low, rows / t.step), math.max(range.high, rows / t.step), range.n + 1
    ranges[case.layout.schedule], parts = range, math.max(parts, gap(t))
  end)
  for _, schedule in ipairs(schedules) do
    local range = ranges[schedule]
    if range then
      print(tw.format("  any layout, %-10s %5.0f layouts: equations over timeline %.3f to %.3f", schedule, range.n,
        range.low, range.high))
    end
  end
  print(tw.format("  critical path, and busy and idle time of every stream, minus the step: at most %.1e; goal 1e-9: %s",
    parts, verdict(parts <= 1e-9)))
end

-- Half a unit of the last digit that is printed: 175e9 is 174.5e9 to 175.5e9.
local function rounding(printed)
  local unit = 1
  while printed % (10 * unit) == 0 do unit = 10 * unit end
  return unit > 1 and unit / 2 or 0
end

local function parameters()
  print "Weights of models and the published ones (goal: equal, or within the rounding of the printed number)"
  local reached, n = 0, 0
  for _, name in ipairs(tw.models()) do
    local printed = tw.models[name].published_param
    if printed and not name:match("^pati23_") then
      local ours = tw.eval({ model = name }, "param")
      local good = math.abs(ours - printed) <= rounding(printed)
      reached, n = reached + (good and 1 or 0), n + 1
      print(tw.format("  %-15s %15.0f  printed %15.0f  %+.2f %%  %s", name, ours, printed, 100 * (ours / printed - 1),
        verdict(good)))
    end
  end
  print(tw.format("  %.0f of %.0f; biases and position embeddings are not counted", reached, n))
end

timeline_check()
parameters()
print "Memory of measured runs"
local place = arg[0]:match("^(.*)/[^/]*$") or "."
dofile(place .. "/studies/runs/memory.lua")
