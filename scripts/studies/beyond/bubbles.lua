-- SPDX-License-Identifier: MIT
-- Schedules of a pipeline with 8 stages and 16 microbatches and F = B = W (gradients of inputs and of weights), each as the
-- timeline simulates it. Why do two figures of the same bubble differ? Papers print it relative to the work of a stage
-- (NARA21) or to the step, and with or without the part that a stage that begins late hides in the step before
-- (QI23, for ZB-V).
local tw = require "twocs"
local study = require "twocs.study"

local pp, microbatches, pass = 8, 16, tw.exp2(-10) -- seconds; a power of two, so that sums are exact
local names = { gpipe = "GPipe", ["1f1b"] = "1F1B", zb_h1 = "ZB-H1", zb_v = "ZB-V", dualpipe = "DualPipe",
  dualpipe_v = "DualPipeV" }
local list = { { "gpipe" }, { "1f1b" }, { "1f1b", 2 }, { "1f1b", 4 }, { "zb_h1" }, { "dualpipe" }, { "dualpipe_v" },
  { "zb_v" } }

local function label(one) return one[2] and tw.format("%s, %.0f chunks", names[one[1]], one[2]) or names[one[1]] end

local function played(one, more)
  return tw.timeline{ schedule = one[1], vp = one[2], pp = pp, microbatches = microbatches * (more or 1),
    stage = { f = pass, b = pass, w = pass } }
end

-- The waiting of a stage between its own first and last pass, for the stage with the most waiting: the rest of the bubble
-- if each stage begins the next step as soon as it has finished this one.
local function inside(t)
  local first, last, busy = {}, {}, {}
  for r in t:events():rows() do
    if r.stream == "compute" then
      first[r.stage] = math.min(first[r.stage] or math.huge, r.begin)
      last[r.stage] = math.max(last[r.stage] or 0, r.finish)
      busy[r.stage] = (busy[r.stage] or 0) + r.finish - r.begin
    end
  end
  local most = 0
  for stage, all in pairs(busy) do most = math.max(most, last[stage] - first[stage] - all) end
  return most
end

local c = { schedule = {}, counted = {}, bubble = {} }
local function add(schedule, counted, bubble)
  local n = #c.schedule + 1
  c.schedule[n], c.counted[n], c.bubble[n] = schedule, counted, bubble
end

local timelines, work = {}, microbatches * 3 * pass
for i, one in ipairs(list) do
  local t = played(one)
  timelines[i] = t
  add(label(one), "over the work", t.step / work - 1)
  add(label(one), "share of the step", 1 - work / t.step)
  add(label(one), "over the work, steps back to back", math.max(0, inside(t) / work))
end
local t = tw.table{ names = { "schedule", "counted", "bubble" }, columns = c, units = { bubble = "1" },
  meanings = { schedule = "Schedule", counted = "How it is counted", bubble = "Bubble" } }

-- The values of the papers' formulas for this pipeline.
local back_to_back = "over the work, steps back to back"
local printed = {}
for _, claim in ipairs{ { "B-1", "1F1B" }, { "B-2", "1F1B, 2 chunks" }, { "B-3", "ZB-H1" }, { "B-4", "ZB-V", back_to_back },
  { "B-5", "DualPipe" }, { "B-6", "DualPipeV" } } do
  study.finding{ claim[1], t:where{ schedule = claim[2], counted = claim[3] or "over the work" }, "bubble", percent = true,
    basis = "exact" }
  printed[#printed + 1] = { x = claim[2], by = claim[3] or "over the work", at = (study.published(claim[1])) }
end

local setup = tw.format("%.0f stages, %.0f microbatches; forward, backward and weight gradients take equally long", pp,
  microbatches)
local most, least = timelines[2].step / work - 1, timelines[#timelines].step / work - 1
study.bars("bubbles", t, { x = "schedule", y = "bubble", by = "counted", percent = true, published = printed,
  published_label = "by the papers' formulas",
  title = tw.format("The bubble of 1F1B is %.0f %% of the work, or %.0f %% of the step", 100 * most,
    100 * (1 - work / timelines[2].step)),
  subtitle = tw.format("%s; with back-to-back steps, ZB-V's %.0f %% vanish", setup, 100 * least),
  note = tw.format("What would change it: with twice the microbatches 1F1B's bubble is %.0f %% of the step.",
    100 * (1 - 2 * work / played({ "1f1b" }, 2).step)),
  xlabel = "", ylabel = "Bubble, share of the work or of the step", legend = "", legend_at = "top" })

for i, one in ipairs(list) do
  local name = tw.format("bubbles_%s%s", one[1], one[2] and tw.format("_%.0f", one[2]) or "")
  study.gantt(name, timelines[i]:picture{
    title = tw.format("%s: %.0f %% of the step is bubble", label(one), 100 * (1 - work / timelines[i].step)),
    subtitle = setup, note = tw.format("What would change it: with twice the microbatches it is %.0f %%.",
      100 * (1 - 2 * work / played(one, 2).step)) })
end
