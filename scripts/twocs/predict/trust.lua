-- SPDX-License-Identifier: MIT
-- How far to trust predictions on the cluster of these runs, in sentences: errors and their sign, bands, baselines, wrong
-- units in the file, and what to state or measure next.
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local populations = require "twocs.predict.populations"
local score = require "twocs.predict.score"
local suspect = require "twocs.predict.suspect"
local terms = require "twocs.predict.terms"

local trust = {}

local few = 3 -- with fewer rows, baselines, bands and rankings mean nothing

local most_factor = 2 -- clocks or another release explain at most this factor

local function percent(x) return core.format("%.1f %%", 100 * x) end

-- Whether the ratio of measured to predicted steps equals the number of GPUs in nearly all rows with this rate. power: 1 if
-- measured steps are longer, -1 if they are shorter. A single row is not sufficient: it may be slow.
local function by_gpus(list, column, power)
  local rows, off = 0, 0
  for _, one in ipairs(list) do
    if one.row[column] and one.row.gpus >= 4 then
      local times = core.exp(power * core.log(one.measured / one.predicted)) / one.row.gpus
      rows, off = rows + 1, off + (times > 0.6 and times < 1.7 and 1 or 0)
    end
  end
  return rows > 0 and off > 0.8 * rows
end

-- Whether a column states rates, from which the measured times follow.
local function by_rate(list)
  for _, one in ipairs(list) do
    for _, column in ipairs{ "tokens_per_s", "tokens_per_s_per_gpu", "tflops_per_gpu", "mfu_pct" } do
      if one.row[column] then return true end
    end
  end
  return false
end

-- Measured times this far from the predictions are in another unit, or the batch is.
local function units_sentence(ratio, list)
  if by_gpus(list, "tokens_per_s", 1) then
    return "The ratio of measured to predicted steps equals the number of GPUs: is tokens_per_s the rate of one "
      .. "GPU? Then call the column tokens_per_s_per_gpu."
  elseif by_gpus(list, "tokens_per_s_per_gpu", -1) then
    return "The ratio of predicted to measured steps equals the number of GPUs: is "
      .. "tokens_per_s_per_gpu the rate of all of them? Then call the column tokens_per_s."
  elseif ratio > 300 and ratio < 3000 and not by_rate(list) then
    return core.format("The measured steps are %.0f times the predicted ones: are they in milliseconds? Then call the "
      .. "column step_time_s [ms].", ratio)
  elseif ratio > 3 or ratio < 1 / 3 then
    return core.format("The measured steps are %s times the predicted ones: check that times are in seconds for one "
      .. "step, rates for all GPUs or for one as the column name says, global_batch in sequences (not tokens), and seq, "
      .. "gpus, gpu_type, tp and pp as in the run.",
      core.format(ratio >= 100 and "%.0f" or "%.3g", ratio))
  end
end

local function leaning(s, list, ratio)
  if #list < few or math.abs(s.bias) < 0.5 * s.mean then return nil end
  local sum = 0
  for _, one in ipairs(list) do sum = sum + math.abs(one.predicted * ratio / one.measured - 1) end
  local left = sum / #list
  local text = core.format("They are too %s, by %s on average.", s.bias > 0 and "long" or "short",
    percent(math.abs(s.bias)))
  if left > s.mean / 2 then return text end
  local large = ratio >= most_factor or ratio <= 1 / most_factor
  return core.format("%s With one factor, %.3g, fitted to these rows, their error would be %s: %s.", text, ratio,
    percent(left), large and "a column is probably wrong or missing" or "clocks or the release of the software may differ")
end

-- The probability that at most this number of n rows is inside, if 90 % are expected.
local function chance(held, n)
  local inside, sum, term = bands.share, 0, core.exp(n * core.log(1 - bands.share))
  if n > 200 then return held / n < inside - 2 * math.sqrt(inside * (1 - inside) / n) and 0 or 1 end
  for k = 0, held do
    sum = sum + term
    term = term * (n - k) / (k + 1) * inside / (1 - inside)
  end
  return sum
end

local function bands_sentence(list, band)
  local found = bands.score(list, band)
  local inside = math.floor(found.held * #list + 0.5)
  local held = core.format("The 90 %% bands (low and high of --out), +-%s wide, contain %d of %d row%s",
    percent(found.half), inside, #list, #list == 1 and "" or "s")
  if #list < few then return core.format("%s.", held) end
  if chance(inside, #list) < 0.05 then return core.format("%s: they are too narrow here; do not rely on them.", held) end
  if found.held < 0.85 then return core.format("%s; there are too few rows to judge this coverage.", held) end
  return core.format("%s, as expected.", held)
end

local function baselines_sentence(s, list)
  local flat, bubble = score.baselines(list)
  local better = math.min(flat.mean, bubble.mean)
  local rest = core.format("Two baselines, each with one number fitted to these rows, have errors of %s (one MFU for all "
    .. "rows) and %s (FLOPs with the pipeline bubble): ", percent(flat.mean), percent(bubble.mean))
  if s.mean <= better / 2 then return core.format("%sthe error of the prediction is at most half of both.", rest) end
  if s.mean < better then
    return core.format("%sthe error of the prediction is smaller, but more than half of the smaller one.", rest)
  end
  return core.format("%sthe smaller one is below the error of the prediction.", rest)
end

-- What to measure next: the term that explains the errors, if one does, else the largest part that was not measured.
local function next_sentences(self, list, say)
  local by, rest = terms.of(self)
  local most, unmeasured = terms.least_measured(by)
  local found, error, is_clear = suspect.of(self.name, list, self.constants)
  say(terms.lines(by, rest))
  if is_clear then
    say(suspect.line(found, error))
    say(core.format("Measure next: %s. Then state the result: %s.", found[1].term.measure, found[1].term.say))
    return
  end
  say(core.format("Measure next: %s. The largest part of the step that was not measured %s is %s (%s). Then state the "
    .. "result: %s.",
    most.term.measure, most.transferred > most.assumed and "on this device and in this format" or "at all", most.term.name,
    percent(unmeasured), most.term.say))
end

local function ratio_of(list)
  local ratios = {}
  for i, one in ipairs(list) do ratios[i] = one.measured / one.predicted end
  return score.median(ratios)
end

--- units(list): a sentence if times, rates or batches of the rows are probably in another unit, or nil.
function trust.units(list) return units_sentence(ratio_of(list), list) end

--- lines(self, list, choice, base): list: rows without faults; choice: the missing column that would help most, and base:
--- the current mean error (predict/choices.lua).
function trust.lines(self, list, choice, base)
  local s, ratio = score.errors(list), ratio_of(list)
  local lines = { core.format("Accuracy of the predictions, from %d row%s:", #list, #list == 1 and "" or "s") }
  local function say(text) if text then lines[#lines + 1] = core.format("  %s", text) end end
  local units = units_sentence(ratio, list)
  if units then
    say(units)
    return lines
  end
  if #list < few then
    say(core.format("The error of the predicted step time is %s. These rows are too few for baselines and a ranking of "
      .. "layouts.", percent(s.mean)))
  else
    say(core.format("The mean error of the predicted step time is %s; 90 %% of the rows are within %s, the largest error "
      .. "is %s.", percent(s.mean), percent(s.p90), percent(s.max)))
    say(leaning(s, list, ratio))
  end
  local waiting = populations.of(list)
  say(waiting and populations.line(waiting))
  say(bands_sentence(list, self.band))
  if #list >= few then say(baselines_sentence(s, list)) end
  if choice then
    say(core.format("First add the column %s: %s was assumed; with %s the mean error is %s, not %s.", choice.name,
      choice.is, choice.other, percent(choice.error), percent(base)))
  end
  next_sentences(self, list, say)
  return lines
end

return trust
