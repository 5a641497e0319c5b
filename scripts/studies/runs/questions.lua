-- SPDX-License-Identifier: MIT
-- Questions about single stacks in addition to their mean error: each question adds its figures to a list of goals
-- (studies/runs/goals.lua). Nothing is fitted here except one factor of each MLPerf release, which is found on its other
-- rows.
local goals = require "studies.runs.goals"
local golden = require "studies.runs.golden"
local held = require "studies.runs.held"
local memory = require "twocs.predict.memory"
local runs = require "studies.runs"
local score = require "twocs.predict.score"
local tw = require "twocs"

local values, percent = held.values, goals.percent
local questions = {}

-- Is selective recomputation with sequence parallelism as accurate as full recomputation?
function questions.korthikanti(scores)
  if not held.of "korthikanti" then return end
  local by, worst = { full = { 0, 0 }, selective = { 0, 0 } }, 0
  for _, one in ipairs(held.predicted("korthikanti", values.pooled)) do
    local e, own = one.predicted / one.measured - 1, by[one.row.recompute]
    own[1], own[2], worst = own[1] + e, own[2] + 1, math.max(worst, math.abs(e))
  end
  local apart = 100 * (by.selective[1] / by.selective[2] - by.full[1] / by.full[2])
  scores:share("Korthikanti et al.: worst row", worst, percent(7))
  scores:add("Korthikanti et al.: error of selective recomputation less that of full", "%+.1f points", apart,
    { least = -2, most = 2, unit = "points" })
end

-- One factor of a release, for GEMMs in FP8, with which its other rows are right; then the row itself.
local function by_release(scores)
  local every = setmetatable({}, { __index = function() return true end })
  local function times(factor) return held.of("mlperf"):times(values.pooled, { fp8_gemm = factor }, every) end
  local low, high = times(1), times(1.2)
  local rows, off = held.predicted("mlperf", values.pooled), {}
  for _, one in ipairs(rows) do
    local sum, n = 0, 0
    for _, other in ipairs(rows) do
      if other ~= one and other.raw.round == one.raw.round then
        local slope = (high[other.place] - low[other.place]) / 0.2
        sum, n = sum + (other.measured - low[other.place]) / slope, n + 1
      end
    end
    local slope = (high[one.place] - low[one.place]) / 0.2
    off[#off + 1] = { predicted = low[one.place] + slope * sum / n, measured = one.measured }
  end
  scores:share("MLPerf: mean error, with a factor of each release fitted to its other rows", score.errors(off).mean,
    percent(1.5))
end

-- In v3.0, steps are linear in the number of microbatches: 128 on 512 and 768 GPUs, 64 on 1,536.
local function slope_and_intercept(scores)
  local few, many = {}, {}
  for _, one in ipairs(held.predicted("mlperf", values.pooled)) do
    if one.raw.round == "v3.0" then
      local into = one.v.microbatches == 64 and few or one.row.gpus == 768 and many or {}
      into[#into + 1] = one
    end
  end
  if #few == 0 or #many == 0 then return end
  local function line(what)
    local a, b = 0, 0
    for _, one in ipairs(few) do a = a + one[what] / #few end
    for _, one in ipairs(many) do b = b + one[what] / #many end
    return (b - a) / 64, 2 * a - b
  end
  local m, n = line "measured"
  local p, q = line "predicted"
  scores:add(tw.format("MLPerf v3.0: error of the slope over microbatches (measured %.1f ms)", 1e3 * m), "%+.1f %%",
    100 * (p / m - 1), percent(3, -3))
  scores:add(tw.format("MLPerf v3.0: intercept (measured %.2f s)", n), "%.2f s", q,
    { least = 0.37, most = 0.55, unit = "s" })
end

function questions.mlperf(scores)
  if not held.of "mlperf" then return end
  by_release(scores)
  slope_and_intercept(scores)
end

-- Errors of layouts of a model, and whether the best one is found; in one line if only the median has a goal.
local function ranked(scores, title, list, wanted)
  local s, r = score.errors(list), score.ranking(list)
  title = tw.format("%s, %d rows", title, s.n)
  if not wanted.p90 then
    title = tw.format("%s (90th percentile %.1f %%, tau %.2f, regret %.1f %%, at worst %.1f %%)", title,
      100 * s.p90, r.tau, 100 * r.regret, 100 * r.worst)
  end
  scores:share(tw.format("%s: median", title), s.median, percent(wanted.median))
  if not wanted.p90 then return end
  scores:share(tw.format("%s: 90th percentile of the error", title), s.p90, percent(wanted.p90))
  scores:add(tw.format("%s: order of layouts, Kendall's tau", title), "%.2f", r.tau, { least = wanted.tau })
  scores:share(tw.format("%s: regret (slowdown of the predicted best layout against the best)", title), r.regret,
    percent(wanted.regret))
  scores:share(tw.format("%s: worst regret", title), r.worst, percent(wanted.worst))
end

function questions.nanotron(scores)
  if not held.of "nanotron" then return end
  ranked(scores, "nanotron, held-out half", (held.predicted("nanotron", values.nanotron)),
    { median = 5, p90 = 18, tau = 0.85, regret = 2, worst = 6 })
  ranked(scores, "nanotron 8B from 3B", held.nanotron(values["nanotron 3B"], function(r) return r.model == "8B" end),
    { median = 6 })
  ranked(scores, "nanotron 3B from 8B", held.nanotron(values["nanotron 8B"], function(r) return r.model == "3B" end),
    { median = 6 })
  ranked(scores, "nanotron on 128 GPUs from 32 and fewer",
    held.nanotron(values["nanotron to 32 GPUs"], function(r) return r.gpus == 128 end), { median = 9 })
end

-- Peaks of the logging rank, which is on the first stage, and which runs fit.
function questions.memory(scores)
  local own = held.of "nanotron"
  if not own then return end
  local peaks, list = {}, own:memory(values.nanotron)
  for _, one in ipairs(list) do
    local r = one.row
    if one.ok and not runs.fitted(r.model, r.tp, r.pp, r.dp) then
      peaks[#peaks + 1] = { predicted = one.v.first_mem / runs.gib, measured = r.peak_mem_gib }
    end
  end
  local s, all = score.errors(peaks), memory.counts(list)
  local rest = memory.counts(list, function(one) return not one.unexplained end)
  local title = tw.format("nanotron's peak memory, held-out half, %d rows", s.n)
  scores:share(title .. ": median", s.median, percent(4))
  scores:share(title .. ": 90th percentile of the error", s.p90, percent(13))
  scores:share(tw.format("nanotron, fits or fails, %d rows: correct", all.n), all.right, percent(nil, 94))
  scores:share(tw.format("the same without the %d failed runs whose model and TP ran with at least as much memory of every "
    .. "kind", all.n - rest.n), rest.right, percent(nil, 97))
end

-- Memory that Megatron-Core's tests have allocated between two steps.
function questions.allocated(scores)
  local all = golden.read()
  if not all then return end
  scores:share(tw.format("Megatron-Core's tests, memory allocated between two steps, %d held-out layouts: mean",
    all.found.n), all.found.mean, percent(100 * golden.goal))
end

return questions
