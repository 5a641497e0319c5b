-- SPDX-License-Identifier: MIT
-- Rows of a file without a measured time: their predictions, one line each. Also lines on the model or software that was
-- used for rows that name one. These rows are not part of any error.
local bands = require "twocs.predict.bands"
local cases = require "twocs.predict.cases"
local core = require "twocs.core"
local software = require "twocs.data.software"

local answers = {}

local most = 20 -- lines; --out has all rows
local gib = 1073741824

--- all(self): rows with and without a measured time, in the order of the file.
function answers.all(self)
  local list = {}
  for _, rows in ipairs{ self.rows, self.answers } do
    for _, one in ipairs(rows) do list[#list + 1] = one end
  end
  table.sort(list, function(a, b) return a.at < b.at end)
  return list
end

local function line(one, band)
  local f, v = one.fields, one.v
  local low, high = bands.of(one, band)
  return core.format("  row %d: %s on %.0f GPUs, TP %.0f, PP %.0f, microbatch %s: %.4g s (%.4g to %.4g s), MFU %.1f %%, "
    .. "%.1f of %.1f GiB on the fullest stage%s", one.at, tostring(one.row.model), v.devices, f.tp or 1, f.pp or 1,
    cases.microbatch(one), one.predicted, low, high, 100 * v.mfu, v.mem_byte / gib, v.mem_size / gib,
      v.fits == 1 and "" or ": it does not fit")
end

--- lines(self): the lines of the report.
function answers.lines(self)
  local list = self.answers
  if #list == 0 then return {} end
  local lines = { "Rows without a measured time: the predicted step, its band of 90 %, and memory:" }
  for i = 1, math.min(most, #list) do lines[i + 1] = line(list[i], self.band) end
  if #list > most then
    lines[#lines + 1] = core.format("  and %d more (--out FILE has all of them)", #list - most)
  end
  return lines
end

-- Counts of rows by a key, in the order of the file.
local function counted(list, key)
  local by, order = {}, {}
  for _, one in ipairs(list) do
    local name = key(one)
    if name then
      if not by[name] then by[name], order[#order + 1] = 0, name end
      by[name] = by[name] + 1
    end
  end
  return order, by
end

-- The sentence "software X is read as Y", or nil if the text is a name of this entry.
local function read_as(one)
  local entry = one.about and one.about.read_as
  return entry and core.format('software "%s" is read as %s', tostring(one.row.software), entry)
end

--- about(self): lines on models whose sizes complete rows, and on software that is unknown or contains more than a name.
function answers.about(self)
  local all, lines = answers.all(self), {}
  local models, rows_of = counted(all, function(one) return one.about and one.about.model end)
  for _, name in ipairs(models) do
    lines[#lines + 1] = core.format("model %s: %d row%s not state all of its fields; those of the registered model are "
      .. "used", name, rows_of[name], rows_of[name] == 1 and " does" or "s do")
  end
  local unknown, rows_in = counted(all, function(one)
    return one.about and one.about.software == false and tostring(one.row.software)
  end)
  for _, name in ipairs(unknown) do
    lines[#lines + 1] = core.format('software "%s" is not known here: taken as %s in %d row%s (tw.software() lists '
      .. "those that are)", name, software.default, rows_in[name], rows_in[name] == 1 and "" or "s")
  end
  local readings, rows_read = counted(all, read_as)
  for _, sentence in ipairs(readings) do
    lines[#lines + 1] = core.format("%s in %d row%s", sentence, rows_read[sentence], rows_read[sentence] == 1 and "" or "s")
  end
  return lines
end

return answers
