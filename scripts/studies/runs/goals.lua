-- SPDX-License-Identifier: MIT
-- A list of figures, each with its goal. A figure that was not computed because its data are missing has no line, so a goal
-- is never reached by missing data.
local tw = require "twocs"

local goals = {}
goals.__index = goals

function goals.new() return setmetatable({ list = {}, reached = 0, missed = 0 }, goals) end

local function number(x, unit)
  local text = x == math.floor(x) and tw.format("%.0f", x) or tw.format("%g", x)
  return unit and tw.format("%s %s", text, unit) or text
end

local function words(wanted)
  if not wanted then return "" end
  local least, most, unit = wanted.least, wanted.most, wanted.unit
  if least and most then return tw.format("%s to %s", number(least), number(most, unit)) end
  return least and tw.format("at least %s", number(least, unit)) or tw.format("at most %s", number(most, unit))
end

--- Counts and returns "reached" or "missed"; "" without a goal. NaN counts as missed.
function goals:verdict(value, wanted)
  if not wanted then return "" end
  local reached = value == value and value >= (wanted.least or -math.huge) and value <= (wanted.most or math.huge)
  local word = reached and "reached" or "missed"
  self[word] = self[word] + 1
  return word
end

--- percent(most, least): a goal for a share, in percent.
function goals.percent(most, least) return { most = most, least = least, unit = "%" } end

--- add(what, form, value, wanted): adds a line. value is in the unit of wanted { least =, most =, unit = }; form prints it.
function goals:add(what, form, value, wanted)
  self.list[#self.list + 1] = tw.format("| %s | %s | %s | %s |", what, tw.format(form, value), words(wanted),
    self:verdict(value, wanted))
end

--- share(what, value, wanted): adds a share, printed in percent.
function goals:share(what, value, wanted) self:add(what, "%.1f %%", 100 * value, wanted) end

--- The lines of a table in Markdown, and the number of goals that are reached, including those of verdict().
function goals:lines()
  local lines = { "| quantity | value | goal | |", "| --- | --- | --- | --- |" }
  for _, line in ipairs(self.list) do lines[#lines + 1] = line end
  lines[#lines + 1] = ""
  lines[#lines + 1] = tw.format("%d of %d goals are reached, including those of the first table.", self.reached,
    self.reached + self.missed)
  return lines
end

return goals
