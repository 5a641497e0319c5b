-- SPDX-License-Identifier: MIT
-- Shared code of the readers of benchmark logs. Lines around the rows never cause a refusal; skipped lines are counted and
-- reported in the head of the table.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local logs = { most_ranks = 1048576 }

--- Raises an error if this is not a number of ranks; nil is allowed.
function logs.check_ranks(ranks)
  if ranks == nil then return end
  if type(ranks) ~= "number" or not (ranks >= 1 and ranks <= logs.most_ranks) or ranks ~= math.floor(ranks) then
    mistake.raise("ranks: expected a whole number in [1, %d], got %s", logs.most_ranks, mistake.show(ranks))
  end
end

--- A value per run as a list with a value for each row.
function logs.spread(log, value_of)
  local column = {}
  for i = 1, log.n do column[i] = value_of(log.runs[log.run[i]]) end
  return column
end

--- "3 lines skipped, the first is line 7"; nil if there are none.
function logs.reported(lines, one, many)
  if lines.count == 0 then return nil end
  return core.format("%d %s, the first is line %d", lines.count, lines.count == 1 and one or many, lines.first)
end

--- The reason why the log cannot be used, or nil. header: an example of the line with the column names.
function logs.refusal(log, options, header)
  if #log.runs == 0 then
    return core.format("line %d: the log ends before a line with the column names (%s)", log.lines, header)
  elseif log.n == 0 then
    return core.format("line %d: the log ends without a row", log.lines)
  elseif log.wrong.count > 0 and not options.failed then
    return core.format("line %d: the log reports wrong results; failed = true reads it anyway",
      log.wrong.first)
  end
end

return logs
