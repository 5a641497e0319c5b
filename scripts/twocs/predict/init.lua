-- SPDX-License-Identifier: MIT
-- tw.predict: a file of measured runs compared with twocs' predictions, and how reliable these are. The one
-- thing to know: errors are of rows that ran; rows that are sick by measurement alone are marked and reported apart,
-- and what a file does not say is listed once with what the other choice would change.
local answers = require "twocs.predict.answers"
local bands = require "twocs.predict.bands"
local columns_of = require "twocs.runs.columns"
local constants = require "twocs.predict.constants"
local core = require "twocs.core"
local opened = require "twocs.common.opened"
local mistake = require "twocs.common.mistake"
local open = require "twocs.predict.open"
local nearest = require "twocs.common.nearest"
local reader = require "twocs.runs.read"
local report = require "twocs.predict.report"
local cases = require "twocs.predict.cases"
local units = require "twocs.runs.units"
local unread = require "twocs.predict.unread"

local model_named = require("twocs.runs.case").model_named
local answers = require "twocs.predict.answers"

local predict = {}
local Prediction = { methods = {} }
Prediction.__index = Prediction.methods

local options = { file = true, as = true, constants = true, at_least = true, columns = true }
local rows_most = 50000 -- a minute or two

-- Columns of a user's own file that nobody reads, with the nearest name that is read; and those that say nothing of a case.
local function ignored_of(t)
  local ignored = {}
  for _, name in ipairs(t:names()) do
    local one, near = columns_of.of(name)
    if not one then ignored[#ignored + 1] = near and core.format('%s (is it "%s"?)', name, near) or name end
  end
  return ignored
end

-- A sentence where the header of this file holds other separators than commas, else nil.
local function separators(path)
  local file = opened.open(path)
  if not file then return nil end
  local line = file:read "*l"
  while line and line:match "^#" do line = file:read "*l" end
  file:close()
  local other = line and not line:find(",", 1, true) and line:match "[\t|]"
  if not other then return nil end
  return core.format("cells are separated by %s: expected commas or semicolons", other == "\t" and "tabs" or '"|"')
end

local function made(given)
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
  local columns = given.columns or entry.columns
  local is_own = entry.choices ~= nil
  local other = is_own and separators(given.file)
  if other then return nil, core.format("%s: %s", given.file, other) end
  local t, sentence, code = require("twocs.read").read(given.file, columns and { columns = columns } or nil)
  if not t then
    if not sentence:find("a column has no name", 1, true) then return nil, sentence, code end
    return nil, core.format("%s; pandas writes its index so, but not with index=False", sentence), code
  end
  if t.n == 0 then return nil, given.file .. ": holds no run" end
  if t.n > rows_most then
    return nil, core.format("%s: %d rows; more than %d are too many: take a sample", given.file, t.n, rows_most)
  end
  if is_own then
    sentence = units.header(t)
    if sentence then return nil, core.format("%s: %s", given.file, sentence) end
    t = units.memory(t)
  end
  local list = reader.rows(t, entry)
  local own = cases.of(given.file, list, is_own)
  local c = constants.values(given.constants)
  local band = bands.without(given.as)
  local rows, reasons = own:predicted(c, band.sd)
  local self = setmetatable({ name = given.file, stack = own, constants = c, band = band, rows = rows,
    answers = own.answers, reasons = reasons, ignored = is_own and ignored_of(t) or {}, entry = entry, total = #list },
    Prediction)
  local all = answers.all(self)
  self.unread = is_own and unread.lines(all, model_named) or {}
  self.open, self.open_step = open.of(self, all)
  open.widen(self.open, all, own)
  return self
end

--- predict{ file = "runs.csv", as = "nanotron", constants = "pooled", at_least = "transferred",
--- columns = { theirs = "ours" } }: an object with :table :errors :csv :draw :print; nil and a sentence where the file
--- cannot be read. as: a file that twocs knows (runs/files.lua).
function predict.predict(given)
  if type(given) ~= "table" then mistake.raise('expected predict{ file = "runs.csv" }, got %s', mistake.show(given)) end
  local self, sentence, code = made(given)
  if not self then return nil, sentence, code end
  if given.at_least then
    local refused = report.refused(self, given.at_least)
    if refused then return nil, refused end
  end
  return self
end

--- A row for each run: measured, predicted, error, the step by term, memory, and whether it is sick.
function Prediction.methods:table() return report.rows(self) end
--- A row for each set of runs: errors, both baselines, and whether ours halve the better one.
function Prediction.methods:errors() return report.errors(self) end
--- Writes the rows as CSV; without a path, the text.
function Prediction.methods:csv(path)
  local text = report.rows(self):csv():gsub(",nan%f[,\n]", ",") -- a row that was not measured has no error
  if not path then return text end
  return require("twocs.table.csv").write(path, text)
end
--- Draws five figures into a folder, "out/predict" if none is given: a list of the PNGs, or nil, a sentence and a code.
function Prediction.methods:draw(folder) return report.draw(self, folder or "out/predict") end
--- Prints the report.
function Prediction.methods:print() print(report.text(self)) end

function Prediction.__tostring(self) return report.text(self) end

require("twocs.common.guard").objects("prediction", Prediction.methods, Prediction, "prediction:", {
  csv = "fun(self: table, path?: string)", draw = "fun(self: table, folder?: string)" })

return predict
