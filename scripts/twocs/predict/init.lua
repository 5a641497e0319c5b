-- SPDX-License-Identifier: MIT
-- tw.predict: a file of measured runs compared with predictions, and the accuracy of these predictions. Errors are computed
-- from rows that ran. Rows with faulty measurements are marked and reported separately. Each field that a file does not
-- state is listed once, with the effect of the other choice.
local answers = require "twocs.predict.answers"
local bands = require "twocs.predict.bands"
local columns_of = require "twocs.runs.columns"
local constants = require "twocs.predict.constants"
local core = require "twocs.core"
local headers = require "twocs.runs.headers"
local joined = require "twocs.runs.joined"
local mistake = require "twocs.common.mistake"
local open = require "twocs.predict.open"
local nearest = require "twocs.common.nearest"
local read = require "twocs.read"
local reader = require "twocs.runs.read"
local report = require "twocs.predict.report"
local stop = require "twocs.common.stop"
local text = require "twocs.runs.text"
local cases = require "twocs.predict.cases"
local units = require "twocs.runs.units"
local unread = require "twocs.predict.unread"

local model_named = require("twocs.runs.model").named

local predict = {}
local Prediction = { methods = {} }
Prediction.__index = Prediction.methods

local options = { file = true, as = true, constants = true, at_least = true, columns = true }
local rows_most = 50000 -- a minute or two

-- Unknown columns of a user's own file, with the nearest known name; and columns that do not describe a case.
local function ignored_of(t)
  local ignored = {}
  for _, name in ipairs(t:names()) do
    local one, near = columns_of.of(name)
    near = not one and headers.suggested(name) or near
    local read = one and 1 or joined.share(name, t:column(name), t.n)
    if read < 1 then
      ignored[#ignored + 1] = read > 0 and core.format("%s (in some rows)", name)
        or near and core.format('%s (is it "%s"?)', name, near) or name
    end
  end
  return ignored
end

-- A sentence if no column in the header of a user's own file is known.
local function no_header(t)
  local names = t:names()
  for _, name in ipairs(names) do
    if columns_of.of(name) or joined.is_header(name) then return nil end
  end
  return core.format('its header has no known column name, only "%s" ...: is the header missing?',
    core.printable(names[1]))
end

-- Translates the user's names of columns to known names.
local function check_names(map)
  for theirs, ours in pairs(map) do
    local name = type(ours) == "string" and ours:gsub("%s*%[[^%[%]]*%]$", "")
    local one, near = columns_of.of(name or "")
    if name and not one and not joined.is_header(name) then
      mistake.raise('columns: %s = "%s": there is no such column%s', mistake.word(theirs), name,
        near and core.format('; did you mean "%s"?', near) or "; twocs predict --help lists them")
    end
  end
end

-- A user's own file as a table, or nil, sentence, code.
local function own_table(path, map)
  if map ~= nil and type(map) ~= "table" then
    mistake.raise('columns: expected a table such as { ["time(ns)"] = "t [ns]" }, got %s', mistake.show(map))
  end
  check_names(map or {})
  local all, sentence, code = read.text(path)
  if not all then return nil, sentence, code end
  local csv, t = nil, nil
  csv, sentence, code = text.plain(all, map or {})
  if csv then t, sentence, code = text.table(csv, map) end
  if not t then return nil, core.printable(core.format("%s: %s", path, sentence)), code end
  return t
end

-- Predicts the rows of a table: first their times, then their uncertainty, which takes most of the time.
local function fill(self, t, is_own)
  local list = reader.rows(t, self.entry)
  local own = cases.of(self.name, list, is_own)
  self.stack, self.total = own, #list
  self.rows, self.reasons = own:predicted(self.constants)
  self.answers = own.answers
  local all = answers.all(self)
  own:widen(self.constants, self.band.sd, all)
  self.unread = is_own and unread.lines(all, model_named) or {}
  self.open, self.open_step = open.of(self, all)
  open.widen(self.open, all, own)
end

-- After Ctrl-C: the predicted rows, printed or written to their file.
local function stopped(self, lacks, out)
  local n, path, sentence = #self.rows + #self.answers, nil, nil
  if n > 0 and out then path, sentence = self:csv(out) end
  stop.with(n > 0 and not path and report.rows(self) or nil, stop.share(n, self.total, "rows"),
    n > 0 and core.format("; %s not done%s", lacks, path and core.format("; rows are in %s", path)
      or sentence and core.format("; %s", sentence) or "") or nil)
end

local function text_of(self)
  local text
  if stop.keeping(function() text = report.text(self) end) then stopped(self, "the report is") end
  return text
end

local function made(given, out)
  for key in pairs(given) do
    if not options[key] then
      mistake.raise('predict: unknown key "%s"%s', mistake.word(key), nearest.hint(key, { "file", "as", "constants",
        "at_least", "columns" }))
    end
  end
  if type(given.file) ~= "string" then
    mistake.raise("predict: file = %s, expected the path of a CSV", mistake.show(given.file))
  end
  local entry = reader.entry(given.as or "own")
  local is_own, t, sentence, code = entry.choices ~= nil, nil, nil, nil
  if is_own then t, sentence, code = own_table(given.file, given.columns)
  else t, sentence, code = read.read(given.file, { as = "csv", columns = given.columns or entry.columns }) end
  if not t then return nil, sentence, code end
  local headless = is_own and no_header(t)
  if headless then return nil, core.format("%s: %s", given.file, headless) end
  if t.n == 0 then return nil, given.file .. ": contains no run" end
  if t.n > rows_most then
    return nil, core.format("%s: %d rows; the limit is %d: use a sample", given.file, t.n, rows_most)
  end
  if is_own then
    sentence = units.header(t)
    if sentence then return nil, core.format("%s: %s", given.file, sentence) end
    t = units.named(t)
  end
  local self = setmetatable({ name = given.file, constants = constants.values(given.constants),
    band = bands.without(given.as), rows = {}, answers = {}, ignored = is_own and ignored_of(t) or {}, entry = entry,
    total = t.n }, Prediction)
  if stop.keeping(function() fill(self, t, is_own) end) then stopped(self, "their bands and the report are", out) end
  return self
end

--- predict{ file = "runs.csv", as = "nanotron", constants = "pooled", at_least = "transferred", columns = { theirs = "ours"
--- } }: an object with :table :errors :suspects :csv :draw :print; nil and a sentence if the file cannot be read. as: the
--- name of a known file (runs/files.lua). predict "runs.csv" takes only a file.
function predict.predict(given) return predict.to(nil, given) end

--- The same; after Ctrl-C the rows predicted so far are in the file `out`.
function predict.to(out, given)
  if type(given) == "string" then given = { file = given } end
  if type(given) ~= "table" then mistake.raise('expected predict{ file = "runs.csv" }, got %s', mistake.show(given)) end
  local self, sentence, code = made(given, out)
  if not self then return nil, sentence, code end
  if given.at_least then
    local refused = report.refused(self, given.at_least)
    if refused then return nil, refused end
  end
  return self
end

--- A row for each run: measured, predicted, error, terms of the step, memory, and whether it is faulty.
function Prediction.methods:table() return report.rows(self) end
--- A row for each set of runs: errors, both baselines, and whether our error is at most half of the better baseline's.
function Prediction.methods:errors() return report.errors(self) end
--- A row for each term of the step: how many times its predicted time would explain the errors best, its 90 % range, and
--- the mean error with it; the best one first. No rows for fewer than five runs.
function Prediction.methods:suspects() return report.suspects(self) end
--- Writes the rows as CSV; without a path, the text.
function Prediction.methods:csv(path)
  local text = report.rows(self):csv():gsub(",nan%f[,\n]", ",") -- a row that was not measured has no error
  if not path then return text end
  return require("twocs.table.csv").write(path, text)
end
--- Draws five figures into a folder, "out/predict" if none is given: a list of the PNGs, or nil, a sentence and a code.
function Prediction.methods:draw(folder) return report.draw(self, folder or "out/predict") end
--- Prints the report.
function Prediction.methods:print() print(text_of(self)) end

Prediction.__tostring = text_of

require("twocs.common.guard").objects("prediction", Prediction.methods, Prediction, "prediction:", {
  csv = "fun(self: table, path?: string)", draw = "fun(self: table, folder?: string)" })

return predict
