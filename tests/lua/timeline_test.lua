-- SPDX-License-Identifier: MIT
-- Timelines as scripts use them: tables that add up, a file that Perfetto reads, figures, one sentence for each mistake.
-- The rules for the passes themselves are tested in tests/c/test_timeline.c.
local lu = require "luaunit"
local core = require "twocs.core"
local tw = require "twocs"
local drawable = pcall(require, "twocs_draw")

local stage = { f = "3 ms", b = 3e-3, w = "3000 us", reduce = "12 ms", tail = "1 ms", optimizer = "2 ms", gather = "1 ms" }
local schedules = { "gpipe", "1f1b", "zb_h1", "zb_v", "dualpipe", "dualpipe_v" }

local function timeline(changes)
  local given = { stage = stage, pp = 4, microbatches = 8, schedule = "zb_h1", hop = "0.3 ms", buckets = 4 }
  for key, value in pairs(changes or {}) do given[key] = value end
  for _, key in ipairs{ "stage", "pp" } do if given[key] == "none" then given[key] = nil end end
  return tw.timeline(given)
end

TestTimeline = {}

function TestTimeline:test_every_schedule_adds_up()
  for _, schedule in ipairs(schedules) do
    local t = timeline{ schedule = schedule }
    local path, at = t:path(), 0
    for row in path:rows() do
      lu.assertEquals(row.begin, at)
      at = row.finish
    end
    lu.assertEquals(at, t.step)
    local sum = 0
    for _, group in ipairs(path:split "event") do
      for row in group:rows() do sum = sum + row.t end
    end
    lu.assertAlmostEquals(sum, t.step, 1e-12)
    for row in t:stages():rows() do
      lu.assertAlmostEquals(row.compute + row.serialized + row.exposed + row.idle, t.step, 1e-12)
      lu.assertTrue(row.overlapped <= row.compute)
    end
    lu.assertEquals(t:events():where{ critical = 1 }.n, path.n)
    local streams = t:streams()
    lu.assertEquals(streams.n, 4 * 3)
    for row in streams:rows() do
      lu.assertAlmostEquals(row.busy + row.idle, t.step, 1e-12)
      lu.assertTrue(row.idle >= 0 and row.busy > 0)
    end
  end
end

function TestTimeline:test_the_textbook_form()
  local t = tw.timeline{ stage = { f = 1, b = 2 }, pp = 4, microbatches = 8, schedule = "gpipe" }
  lu.assertAlmostEquals(t.step, (8 + 3) * 3, 1e-12)
  lu.assertEquals(t:events().n, 4 * 8 * 2)
  lu.assertEquals(t:stages()[1].in_flight, 8)
  lu.assertEquals(t:stages()[1].stage, 0)
end

function TestTimeline:test_chunks_are_equal_parts_or_listed()
  local equal = tw.timeline{ stage = { f = 4, b = 8 }, pp = 2, vp = 2, microbatches = 4 }
  local each = { f = 2, b = 4 }
  local listed = tw.timeline{ stage = { chunks = { each, each } }, pp = 2, vp = 2, microbatches = 4 }
  lu.assertAlmostEquals(equal.step, 4 * 12 + 6, 1e-12)
  lu.assertEquals(equal:csv(), listed:csv())
end

function TestTimeline:test_a_hop_that_blocks_is_serialized()
  local t = timeline{ blocking = true }
  lu.assertTrue(t:stages()[2].serialized > 0)
  lu.assertEquals(t:events():where{ stream = "transfer" }.n, 0)
  lu.assertEquals(timeline():stages()[2].serialized, 0)
end

function TestTimeline:test_perfetto_reads_it()
  local path = os.tmpname()
  local t = timeline()
  lu.assertEquals(t:chrome(path), path)
  local json = core.json(require("files").content(path))
  os.remove(path)
  local events, named, threads, boxes, whole, critical = json.traceEvents, {}, {}, 0, 0, 0
  for i = 1, #events do
    local e = events[i]
    lu.assertTrue(e.pid >= 1 and e.tid >= 1, "viewers keep 0 for themselves")
    if e.name == "process_name" then named[#named + 1] = e.args.name end
    if e.name == "thread_name" then
      lu.assertNil(threads[e.tid], "a thread is of one process")
      threads[e.tid] = { pid = e.pid, name = e.args.name, ended = 0 }
    end
    if e.ph == "X" then
      local thread = threads[e.tid]
      lu.assertEquals(thread.pid, e.pid, "a thread is named before its first event")
      lu.assertTrue(e.ts >= thread.ended - 1e-6, "no two events of a thread at once")
      thread.ended = e.ts + e.dur
      boxes, critical = boxes + 1, critical + (e.args.critical and 1 or 0)
      lu.assertEquals(e.args.microbatch == nil, e.name:find " " == nil)
      whole = math.max(whole, e.ts + e.dur)
    end
  end
  lu.assertEquals(named, { "stage 0", "stage 1", "stage 2", "stage 3" })
  lu.assertEquals(boxes, t:events().n)
  lu.assertEquals(critical, t:path().n)
  lu.assertAlmostEquals(whole, 1e6 * t.step, 1e-6)
end

-- A window has the same events as :where chooses, in every output format. Events that happen once belong to no microbatch.
function TestTimeline:test_a_window()
  local t, path = timeline(), os.tmpname()
  local all = t:events()
  local function chosen(first, last, microbatch)
    return all:where{ stage = function(s) return s >= first and s <= last end,
      microbatch = function(m) return not microbatch or m == microbatch end }
  end
  local windows = { { { stages = { 1, 2 } }, chosen(1, 2) }, { { stages = 3 }, chosen(3, 3) },
    { { microbatches = { 5, 5 } }, chosen(0, 3, 5) }, { { stages = 0, microbatches = 7 }, chosen(0, 0, 7) } }
  for i, one in ipairs(windows) do
    local text = one[2]:csv()
    lu.assertTrue(one[2].n > 0 and one[2].n < all.n)
    lu.assertEquals(t:events(one[1]):csv(), text, core.format("window %d", i))
    lu.assertEquals(t:csv(one[1]), text)
    lu.assertEquals(t:csv(path, one[1]), path)
    lu.assertEquals(require("files").content(path), text)
    lu.assertEquals(t:chrome(path, one[1]), path)
    local _, boxes = require("files").content(path):gsub('"ph":"X"', "")
    lu.assertEquals(boxes, one[2].n)
  end
  lu.assertEquals(t:csv(path), path)
  lu.assertEquals(require("files").content(path), t:csv())
  os.remove(path)
end

function TestTimeline:test_invalid_windows_are_refused()
  local t = timeline()
  local wrong = { { 3, "events: expected { stages =, microbatches = }, got 3" },
    { { stage = 1 }, 'events: a window has no field stage; did you mean "stages"?' },
    { { stages = 4 }, "events: stages = 4: expected a number from 0 to 3, or a list of the first and the last" },
    { { stages = { 2, 1 } }, "events: stages = { 2, 1 }: expected" },
    { { microbatches = { 0, 8 } }, "events: microbatches = { 0, 8 }: expected a number from 0 to 7" },
    { { microbatches = 1.5 }, "events: microbatches = 1.5: expected" },
    { { microbatches = { 1, 2, 3 } }, "events: microbatches = { 1, 2 }: expected" } }
  for _, one in ipairs(wrong) do
    lu.assertErrorMsgContains(one[2], function() t:events(one[1]) end)
  end
end

-- Times of any size are written; the number of digits follows from the step.
function TestTimeline:test_times_of_any_size()
  local path = os.tmpname()
  for _, f in ipairs{ 1e-30, 1e-9, 0, 1e12, 1e300 } do
    local t = tw.timeline{ stage = { f = f, b = f }, pp = 2, microbatches = 2 }
    assert(t:chrome(path))
    local json, ended = core.json(require("files").content(path)), 0
    for _, e in ipairs(json.traceEvents) do
      if e.ph == "X" then ended = math.max(ended, e.ts + e.dur) end
    end
    lu.assertAlmostEquals(ended, 1e6 * t.step, 1e-13 * 1e6 * t.step)
  end
  os.remove(path)
end

-- Forward only: there is no backward pass, nothing is sent back, and no activations are kept.
function TestTimeline:test_inference()
  local t = timeline{ forward_only = true, schedule = "1f1b", hop = "1 ms", stage = { f = "3 ms", b = 1, w = 1 } }
  lu.assertAlmostEquals(t.step, (8 + 3) * 3e-3 + 3e-3, 1e-12)
  lu.assertEquals(t:events():where{ event = "forward" }.n, 4 * 8)
  lu.assertEquals(t:events():where{ event = "send_forward" }.n, 3 * 8)
  lu.assertEquals(t:events().n, 7 * 8)
  lu.assertEquals(t:stages()[1].in_flight, 1)
  local case = { model = "llama3_8b", device = "h100_sxm", run = { mode = "inference", b = 8, micro_batch = 1 },
    layout = { pp = 4, p2p_hidden = "yes" } }
  lu.assertAlmostEquals(tw.timeline(case).step / tw.eval(case, "t_step"), 1, 0.05)
end

-- The first layers of DeepSeek-V3 have no experts and no all-to-all of tokens, so its first stage differs from the others.
function TestTimeline:test_unequal_stages_agree_with_the_rows()
  local case = { model = "deepseek_v3", device = "h100_sxm", software = "ideal", layout = { pp = 4, dp = 8, ep = 8 },
    run = { sl = 4096, global_batch = 64, micro_batch = 1 } }
  local rows = { [0] = "t_first", "t_middle", "t_middle", "t_last" }
  local v = tw.eval(case, { "t_first", "t_middle", "t_last", "t_first_f", "t_middle_f", "t_last_f" })
  local seen = 0
  for row in tw.timeline(case):events():where{ event = { "forward", "backward" } }:rows() do
    local name = rows[row.stage]
    local forward = v[name .. "_f"]
    lu.assertAlmostEquals((row.finish - row.begin) / (row.event == "forward" and forward or v[name] - forward), 1, 1e-9,
      row.event .. " " .. name)
    seen = seen + 1
  end
  lu.assertEquals(seen, 4 * 2 * 8)
end

-- One command prints, with its goal, everything that is computed twice or counted by others.
function TestTimeline:test_goals()
  local root = arg[0]:match("^(.*)/tests/lua/[^/]*$") or "."
  local twocs = os.getenv "TWOCS" or arg[-1]
  local pipe = io.popen(core.format("TWOCS_DATA=none '%s' '%s/scripts/goals.lua' 20 2>&1", twocs, root))
  local text = pipe:read "*a"
  pipe:close()
  lu.assertStrContains(text, "equal stages, GPipe, 1F1B and ZB-H1, 20 layouts: differences of at most ")
  lu.assertEquals(select(2, text:gsub("goal 1e%-9: reached", "")), 2, text)
  lu.assertStrContains(text, "skipped: runs/train_nanotron_h100.csv is missing")
  lu.assertStrContains(text, "deepseek_v3        671026419200  printed    671026419200  +0.00 %  reached")
end

function TestTimeline:test_a_folder_that_is_not_there()
  for _, verb in ipairs{ "chrome", "csv" } do
    local t = timeline()
    local path, sentence, code = t[verb](t, "/no such folder/a.json")
    lu.assertNil(path)
    lu.assertStrContains(sentence, "/no such folder/a.json")
    lu.assertTrue(code > 0)
  end
end

function TestTimeline:test_a_full_disk()
  for _, verb in ipairs{ "chrome", "csv" } do
    local t = timeline{ microbatches = 64 }
    local path, sentence, code = t[verb](t, "/dev/full")
    lu.assertNil(path)
    lu.assertStrContains(sentence, "/dev/full: ")
    lu.assertTrue(code > 0)
  end
end

-- The drawn boxes of a stage add up to its times: each class has the sum that :stages reports.
function TestTimeline:test_the_figure_shows_the_shares()
  if not drawable then return print("skipped: built without figures") end
  local figure = require "twocs.figure"
  local folder = os.tmpname()
  os.remove(folder)
  local before = figure.out
  figure.out = folder
  for _, blocking in ipairs{ true, false } do
    local t = timeline{ blocking = blocking }
    local drawn = assert(t:draw("pipeline", { title = "ZB-H1" }))
    local shown = tw.read(drawn.csv)
    for row in t:stages():rows() do
      local sum = {}
      for box in shown:where{ stage = row.stage }:rows() do
        sum[box.what] = (sum[box.what] or 0) + box.finish - box.begin
      end
      lu.assertAlmostEquals(sum["serialized comm."] or 0, row.serialized, 1e-9)
      lu.assertAlmostEquals(sum["exposed comm."] or 0, row.exposed, 1e-9)
      lu.assertAlmostEquals(sum["overlapped comm."] or 0, row.overlapped, 1e-9)
      lu.assertAlmostEquals(sum.forward + sum.backward + sum["weight gradients"] + sum.optimizer, row.compute, 1e-9)
    end
  end
  figure.out = before
  os.execute("rm -r " .. folder)
end

local mistakes = {
  { { pp = 4 }, "timeline: expected stages = { { f =, b =, w = }, ... }, or stage = { f =, b =, w = } and pp = their" },
  { { stage = stage, stages = { stage } }, "timeline: expected stages = " },
  { { stages = {} }, "timeline: stages is an empty list, expected a list of tables" },
  { { stages = { stage, 3 } }, "timeline: stage 2 is 3, expected a table" },
  { { stages = { stage }, pp = 3 }, "timeline: pp is 3, but there are 1 stages" },
  { { stage = stage, pp = 2.5 }, "timeline: pp is 2.5, expected a whole number of at least 1" },
  { { stage = stage, microbatches = 0 }, "timeline: microbatches is 0, expected a whole number of at least 1" },
  { { stage = { f = -1 } }, "timeline: f of stage 1 is -1, expected a time of at least 0" },
  { { stage = { f = "3 MB" } }, "timeline: f of stage 1: " },
  { { stage = { forward = 1 } }, "timeline: stage 1 has no forward" },
  { { stage = stage, schedul = "gpipe" }, 'timeline: a pipeline has no schedul; did you mean "schedule"?' },
  { { stage = stage, schedule = "1f2b" }, 'timeline: there is no schedule "1f2b"; did you mean "1f1b"?' },
  { { stage = stage, blocking = 1 }, "timeline: blocking is 1, expected true or false" },
  { { stage = { chunks = { { f = 1 } } }, vp = 2 },
    "timeline: stage 1: expected f, b and w of the stage, or chunks = a list of 2" },
  { { stage = stage, schedule = "zb_h1", vp = 2 }, "timeline: vp = 2: zb_h1 requires vp = 1" },
  { { stage = stage, schedule = "dualpipe", pp = 3 }, "timeline: pp = 3: dualpipe requires an even number of stages" },
  { { stage = stage, pp = 4, vp = 3, microbatches = 5 },
    "timeline: 1f1b with pp = 4, vp = 3 and 5 microbatches deadlocks: stage 0 never starts" },
  { { stage = stage, pp = 4096, microbatches = 1e6 }, "timeline: a timeline of about " },
}

function TestTimeline:test_mistakes_are_one_sentence()
  for i, mistake in ipairs(mistakes) do
    local done, text = pcall(tw.timeline, mistake[1])
    lu.assertFalse(done, core.format("mistake %d", i))
    lu.assertStrContains(text, mistake[2])
  end
end

-- A step of a case: the closed form of the rows and the timeline derive the same number in two ways.
function TestTimeline:test_a_case()
  local case = { model = "gpt3_175b", device = "h100_sxm", run = { global_batch = 256, micro_batch = 1 },
    layout = { tp = 8, pp = 8, dp = 8 } }
  local t = tw.timeline(case)
  lu.assertAlmostEquals(t.step / tw.eval(case, "t_step"), 1, 0.02)
  lu.assertEquals(t:stages().n, 8)
  lu.assertEquals(t:stages()[1].in_flight, 8)
  lu.assertErrorMsgContains("timeline_test.lua", function() tw.timeline{ model = "gpt3_175b", layout = { pp = 7 } } end)
end

function TestTimeline:test_methods_have_names()
  local t = timeline()
  lu.assertErrorMsgContains('a timeline has no "event"; did you mean "events"?', function() return t.event end)
  lu.assertErrorMsgContains("a timeline cannot be changed (\"steps\")", function() t.steps = 1 end)
  lu.assertStrContains(tostring(t), "zb_h1, pp = 4, vp = 1, 8 microbatches: a step of ")
end

TestGantt = {}

function TestGantt:test_times_go_forward()
  if not drawable then return print("skipped: built without figures") end
  local t = tw.table{ names = { "who", "from", "to" }, columns = { who = { "a" }, from = { 2 }, to = { 1 } } }
  lu.assertErrorMsgContains("gantt: row 1 goes from 2 to 1",
    function() tw.gantt("plan", t, { x = "from", to = "to", y = "who" }) end)
  lu.assertErrorMsgContains("gantt: the option to is missing",
    function() tw.gantt("plan", t, { x = "from", y = "who" }) end)
end

local failures = lu.LuaUnit.run()
os.exit(failures == 0, true)
