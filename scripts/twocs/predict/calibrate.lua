-- SPDX-License-Identifier: MIT
-- tw.calibrate: a software entry from a user's own rows; a few rows are enough. Each constant moves from its pooled value
-- as far as the rows justify, given the spread of the constant between stacks (a maximum a posteriori estimate, with normal
-- distributions of logarithms). Constants that the rows do not determine keep their value and uncertainty. Cross-validation
-- (Stone 1974) decides how far constants may move, and gives the error of other runs. If no constants explain the rows,
-- nothing moves.
local answers = require "twocs.predict.answers"
local bands = require "twocs.predict.bands"
local constants = require "twocs.predict.constants"
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local predict = require "twocs.predict"
local residuals = require "twocs.predict.residuals"
local search = require "twocs.predict.search"
local stop = require "twocs.common.stop"
local trust = require "twocs.predict.trust"

local calibrate = {}
local Calibration = { methods = {} }
Calibration.__index = Calibration.methods

local options = { file = true, name = true, columns = true }
local least_rows = 2
local finest = 0.03 -- of a constant's logarithm: a few rows do not determine it more finely

-- reaches: by how many of their sd the constants may move. A later value is used if it reduces the squared errors of
-- held-out rows below this share (worth) of the least before, so that a few rows that agree by chance move nothing.
-- folds_most: the largest number of parts in which rows are held out.
local reaches, worth, folds_most = { 0, 0.3, 1 }, 0.6, 5

-- What moves: the constants and the speed of the network between nodes.
local names = bands.moved

-- The number of unused rows and the most frequent reason, the first in alphabetical order among equals; or "".
local function reason_of(runs)
  local reasons, most, all = {}, nil, 0
  for why, n in pairs(runs.reasons) do
    reasons[#reasons + 1], all = why, all + n
  end
  table.sort(reasons)
  for _, why in ipairs(reasons) do
    if not most or runs.reasons[why] > runs.reasons[most] then most = why end
  end
  return most and core.format("; %d of %d rows are not used, mostly because %s", all, runs.total, most) or ""
end

-- Rows of runs that ran well, and their only software.
local function usable(runs)
  local list, software = {}, nil
  for _, one in ipairs(runs.rows) do
    if not one.sick then
      local name = one.made.software.name or "of the script"
      if software and software ~= name then
        return nil, core.format("calibrate: the rows have two frameworks, %s and %s: calibrate one at a time", software,
          name)
      end
      software, list[#list + 1] = name, one
    end
  end
  if #list < least_rows then
    return nil, core.format("calibrate: %d row%s with a measured time: expected at least %d, on different layouts%s",
      #list, #list == 1 and "" or "s", least_rows, reason_of(runs))
  end
  return list, software
end

-- The prior uncertainty of each constant: the spread between stacks; more if the framework, its release or the device was
-- not calibrated, by the error of such runs.
local function prior(list, band)
  local found = bands.found(list[1], band)
  local more = 0
  for _, name in ipairs{ "framework", "release", "device" } do
    local part = found[name] * band.parts.up[name]
    more = more + part * part
  end
  local sd = {}
  for _, name in ipairs(names) do sd[name] = math.sqrt(band.sd[name] * band.sd[name] + more) end
  return sd
end

local function start_of(values)
  local start, bounds = { net_speed = 1 }, { net_speed = { 0.05, 20 } }
  for name, value in pairs(values) do start[name], bounds[name] = value, constants.bounds[name] end
  return start, bounds
end

-- Squares of residuals in standard deviations. Large residuals count in proportion, because a run can be slow for another
-- reason (Huber 1964).
local function loss(z)
  local a = math.abs(z)
  return a <= 2 and a * a or 4 * a - 4
end

-- The most probable constants of a list of runs: the smallest sum of squares of the residuals and of the moves of the
-- constants.
local function most_probable(self, list, reach)
  if reach == 0 then return self.start end
  return (search.least(function(c)
    local times, sum = self.stack:times(c), 0
    for _, one in ipairs(list) do
      sum = sum + loss(core.log(times[one.place] / one.measured) / residuals.sd(one, self.band.rows))
    end
    for _, name in ipairs(names) do
      local z = core.log(c[name] / self.start[name]) / (reach * self.sd[name])
      sum = sum + z * z
    end
    return sum
  end, self.start, names, self.bounds, finest))
end

-- The posterior uncertainty of each constant: the information of each row about it, with the other constants fixed (the
-- curvature of the cost).
local function posterior(self, c, reach)
  if reach == 0 then return self.sd end
  local base, after, by = self.stack:times(c), {}, 0.05
  for _, name in ipairs(names) do
    local moved = {}
    for key, value in pairs(c) do moved[key] = value end
    moved[name] = c[name] * core.exp(by)
    local times, info, sd = self.stack:times(moved), 0, reach * self.sd[name]
    for _, one in ipairs(self.list) do
      local slope = core.log(times[one.place] / base[one.place]) / by / residuals.sd(one, self.band.rows)
      info = info + slope * slope
    end
    after[name] = 1 / math.sqrt(1 / (sd * sd) + info)
  end
  return after
end

-- A list without its part number `first` of this number of parts, and this part.
local function parted(list, first, folds)
  local kept, out = {}, {}
  for i, one in ipairs(list) do table.insert(i % folds == first and out or kept, one) end
  return kept, out
end

-- Squared logarithmic errors of runs that are predicted from the other runs, if constants may move by this number of sd;
-- and the expected errors of single runs.
local function left_out(self, reach)
  local folds, sum, expected = math.min(#self.list, folds_most), 0, 0
  for first = 0, folds - 1 do
    local kept, out = parted(self.list, first, folds)
    local times = self.stack:times(most_probable(self, kept, reach))
    for _, one in ipairs(out) do
      local e, own = core.log(times[one.place] / one.measured), residuals.sd(one, self.band.rows)
      sum, expected = sum + e * e / #self.list, expected + own * own / #self.list
    end
  end
  return sum, expected
end

--- fitted(stack, list, values, band, keep): the constants from these predicted runs of a stack (predict/cases.lua); their
--- uncertainty; the error of other runs beyond the error of single runs; and the start values. values: the constants
--- before; band: their band (predict/bands.lua); keep(tried, ...) receives the best result so far.
function calibrate.fitted(stack, list, values, band, keep)
  local start, bounds = start_of(values)
  local self = { stack = stack, list = list, start = start, bounds = bounds, sd = prior(list, band), band = band }
  local least, c, sd, beyond = math.huge, nil, nil, nil
  for tried, reach in ipairs(reaches) do
    local squares, expected = left_out(self, reach)
    if squares < worth * least then
      c = most_probable(self, list, reach)
      least, sd, beyond = squares, posterior(self, c, reach), math.sqrt(math.max(0, squares - expected))
    end
    if keep then keep(tried, c, sd, beyond, start) end
  end
  return c, sd, beyond, start
end

-- BF16 peaks of the devices: the measured generations.
local function peaks_of(list)
  local peaks, seen = {}, {}
  for _, one in ipairs(list) do
    local peak = one.made.device.peak_bf16
    if not seen[peak] then peaks[#peaks + 1], seen[peak] = peak, true end
  end
  return peaks
end

local function mean_error(list, times)
  local sum = 0
  for _, one in ipairs(list) do
    sum = sum + math.abs((times and times[one.place] or one.predicted) / one.measured - 1)
  end
  return sum / #list
end

local function checked(given)
  if type(given) == "string" then given = { file = given } end
  if type(given) ~= "table" then
    mistake.raise('expected calibrate{ file = "runs.csv", name = "mine" }, got %s', mistake.show(given))
  end
  for key in pairs(given) do
    if not options[key] then mistake.raise('calibrate: unknown key "%s"', mistake.word(key)) end
  end
  local name = given.name or "mine"
  if type(name) ~= "string" or not name:find "^%a[%w_]*$" then
    mistake.raise("calibrate: name = %s, expected letters, digits and _", mistake.show(name))
  end
  return given, name
end

-- Lines on unused parts of a file: rows, columns, the word for a software.
local function told(runs, list)
  local lines = { trust.units(list) }
  if #list < runs.total then
    lines[#lines + 1] = core.format("rows that are not used: %d of %d (twocs predict shows the reasons)",
      runs.total - #list, runs.total)
  end
  if #runs.ignored > 0 then lines[#lines + 1] = "unused columns: " .. table.concat(runs.ignored, ", ") end
  for _, line in ipairs(answers.about(runs)) do
    if line:find "^software" then lines[#lines + 1] = line end
  end
  for _, line in ipairs(runs.unread) do lines[#lines + 1] = line end
  return lines
end

-- The constants, their uncertainty, the error of runs beyond it, and the start values.
local function calibration_of(runs, list, file, name, software, c, sd, beyond, start)
  local entry = { name = name, like = software, title = core.format("%s as calibrated to runs", software),
    source = core.format("calibrated to %d rows of %s by tw.calibrate", #list, file),
    calibrated = { rows = #list, peaks = peaks_of(list), sd = sd, beyond = beyond } }
  for _, key in ipairs(names) do entry[key] = c[key] end
  return setmetatable({ software = { entry }, rows = #list, before = mean_error(list),
    after = mean_error(list, runs.stack:times(c)), start = start, told = told(runs, list) }, Calibration)
end

--- calibrate{ file = "runs.csv", name = "mine", columns = } or calibrate "runs.csv": a software entry for tw.add, with
--- :save(path) and :print(); nil and a sentence if the file or its rows are not sufficient.
function calibrate.calibrate(given)
  local name
  given, name = checked(given)
  local runs, sentence, code = predict.predict{ file = given.file, columns = given.columns }
  if not runs then return nil, sentence, code end
  local list, software = usable(runs)
  if not list then return nil, software end
  local best, done = nil, 0
  local stopped = stop.keeping(function()
    calibrate.fitted(runs.stack, list, constants.values(), runs.band, function(tried, ...)
      best, done = calibration_of(runs, list, given.file, name, software, ...), tried
    end)
  end)
  if stopped then stop.with(best, core.format("%.0f of %.0f trials of the range of constants", done, #reaches)) end
  return best
end

-- A text as a Lua literal.
local function quoted(text)
  return core.format('"%s"', (text:gsub('[%c"\\]', function(c) return core.format("\\%03d", c:byte()) end)))
end

local function cell(key, value) return core.format("%s = %.5g", key, value) end

local function cells(values)
  local list = {}
  for i, key in ipairs(names) do list[i] = cell(key, values[key]) end
  return table.concat(list, ", ")
end

--- Writes the entry as a pack: load it with tw.add(path) or TWOCS_PACKS, and name it in a row or a case.
function Calibration.methods:save(path)
  local one = self.software[1]
  local file, sentence = io.open(path, "wb")
  if not file then return nil, sentence end
  local peaks = {}
  for i, peak in ipairs(one.calibrated.peaks) do peaks[i] = core.format("%.15g", peak) end
  file:write(core.format("-- %s\nreturn { software = { { name = %s, like = %s,\n  title = %s,\n  source = %s,\n  %s,\n"
    .. "  calibrated = { rows = %d, peaks = { %s }, beyond = %.4g,\n    sd = { %s } } } } }\n", one.source,
    quoted(one.name), quoted(one.like), quoted(one.title), quoted(one.source), cells(one), one.calibrated.rows,
    table.concat(peaks, ", "), one.calibrated.beyond, cells(one.calibrated.sd)))
  local done, why = file:close()
  if not done then return nil, why end
  return true
end

function Calibration.__tostring(self)
  local one = self.software[1]
  local lines = { core.format("software %s, like %s, calibrated to %d rows: mean error %.1f %% before, %.1f %% with it",
    one.name, one.like, self.rows, 100 * self.before, 100 * self.after) }
  for _, key in ipairs(names) do
    local moved = one[key] / self.start[key]
    if math.abs(moved - 1) > 0.005 then
      lines[#lines + 1] = core.format("  %-12s %.4g, was %.4g; +- %.0f %%", key, one[key], self.start[key],
        100 * one.calibrated.sd[key])
    end
  end
  for _, line in ipairs(self.told) do lines[#lines + 1] = line end
  return table.concat(lines, "\n")
end

--- Prints the changes.
function Calibration.methods:print() print(tostring(self)) end

require("twocs.common.guard").objects("calibration", Calibration.methods, Calibration, "calibration:", {
  save = "fun(self: table, path: string): boolean?, string?" })

return calibrate
