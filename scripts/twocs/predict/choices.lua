-- SPDX-License-Identifier: MIT
-- Fields that a file does not state, for the report: the default, the number of rows, and the mean error with the other
-- choice (predict/open.lua).
local core = require "twocs.core"
local score = require "twocs.predict.score"
local sentence = require "twocs.common.sentence"

local choices = {}

-- Mean error over these rows, with these changes of the logarithm if there are any.
local function mean_error(list, change_of)
  local sum = 0
  for _, one in ipairs(list) do
    local change = change_of[one.place]
    sum = sum + math.abs((change and one.predicted * core.exp(change) or one.predicted) / one.measured - 1)
  end
  return sum / #list
end

--- of(self): a list of { name, is, other, rows, error }, sorted by the change of the mean error with the other choice,
--- largest first; without error if the other choice is valid for no row. Also the current mean error.
function choices.of(self)
  local some = score.healthy(self.rows)
  if #some == 0 then return {}, 0 / 0 end
  local base, list = mean_error(some, {}), {}
  for i, one in ipairs(self.open) do
    local error = next(one.change_of) and mean_error(some, one.change_of) or nil
    list[i] = { name = one.choice.column, is = one.is, other = one.other, rows = one.rows, error = error, place = i,
      effect = math.abs((error or base) - base) }
  end
  table.sort(list, function(a, b)
    if a.effect ~= b.effect then return a.effect > b.effect end
    return a.place < b.place
  end)
  return list, base
end

local least_gain = 0.01 -- repeated steps differ by as much

--- lines(self): the lines of the report, and the choice that would lower the mean error most, if it lowers it by 10 % or
--- more, and by one percentage point.
function choices.lines(self)
  local list, base = choices.of(self)
  if #list == 0 then return {}, nil end
  local lines, idle, best = {}, {}, nil
  lines[1] = core.format("Fields that rows do not state: the default, and the mean error with another choice (now "
    .. "%.1f %%%s):", 100 * base, self.open_step > 1 and core.format("; computed for every %dth row", self.open_step) or "")
  for _, one in ipairs(list) do
    if one.effect < 0.0005 then
      idle[#idle + 1] = core.format("%s = %s", one.name, one.is)
    else
      lines[#lines + 1] = core.format("  %s = %s in %s; with %s the mean error is %.1f %%", one.name, one.is,
        sentence.counted(one.rows, "row"), one.other, 100 * one.error)
      if one.error < math.min(0.9 * base, base - least_gain) and (not best or one.error < best.error) then best = one end
    end
  end
  if #idle > 0 then
    lines[#lines + 1] = core.format("  without effect here: %s", table.concat(idle, ", "))
  end
  return lines, best, base
end

return choices
