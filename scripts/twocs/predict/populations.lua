-- SPDX-License-Identifier: MIT
-- Rows of one file in two groups: with a pipeline, some runs wait for their neighbour stages with every microbatch, others
-- do not, as when one release of a framework polls for messages and another does not. The groups are seen in the times, not
-- in the layouts. They are reported but change no prediction: the release of a row belongs in its column `software`.
local core = require "twocs.core"

local populations = {}

local least_rows = 5
local material = 0.1 -- of a measured step: a shorter wait is not reported
local apart = 5 -- distance of two groups over the sum of their widths, above which they are separate

local function median(list, from, to)
  local n = to - from + 1
  local middle = from + math.floor((n - 1) / 2)
  return n % 2 == 1 and list[middle].wait or (list[middle].wait + list[middle + 1].wait) / 2
end

-- The median distance from a group's median.
local function width(list, from, to)
  local middle, off = median(list, from, to), {}
  for i = from, to do off[#off + 1] = { wait = math.abs(list[i].wait - middle) } end
  table.sort(off, function(a, b) return a.wait < b.wait end)
  return median(off, 1, #off)
end

-- The time of a step beyond the prediction, for each neighbour and microbatch, as t_polled of engine/rows/step.def counts
-- them.
local function waits(rows)
  local list = {}
  for _, one in ipairs(rows) do
    local pp = one.fields.pp or 1
    if pp > 1 then
      local times = math.min(pp - 1, 2) * one.v.microbatches + pp - 1
      list[#list + 1] = { one = one, wait = (one.measured - one.predicted) / times, times = times }
    end
  end
  table.sort(list, function(a, b)
    if a.wait ~= b.wait then return a.wait < b.wait end
    return a.one.place < b.one.place
  end)
  return list
end

--- of(rows): nil, or { wait = seconds, rows = rows that wait, of = rows with a pipeline } if the rows with a pipeline form
--- two groups: split at the widest gap, and farther apart than either group is wide.
function populations.of(rows)
  local list = waits(rows)
  local cut, widest = nil, 0
  for i = least_rows, #list - least_rows do
    local gap = list[i + 1].wait - list[i].wait
    if gap > widest then cut, widest = i, gap end
  end
  if not cut then return nil end
  local low, high = median(list, 1, cut), median(list, cut + 1, #list)
  local spread = width(list, 1, cut) + width(list, cut + 1, #list)
  if not (high > 0 and high - low > apart * spread) then return nil end
  local found, shares = {}, {}
  for i = cut + 1, #list do
    local one = list[i].one
    found[#found + 1], shares[#shares + 1] = one, { wait = (high - low) * list[i].times / one.measured }
  end
  table.sort(shares, function(a, b) return a.wait < b.wait end)
  if median(shares, 1, #shares) < material then return nil end
  return { wait = high - low, rows = found, of = #list }
end

--- line(found): the sentence on two groups.
function populations.line(found)
  return core.format("Rows with a pipeline fall into two groups: %d of %d take %.2g s longer than the others for each "
    .. "neighbour stage and microbatch, as in a release that polls for messages. If they used such a release, state it in "
    .. "the column software (nanotron@polling), or in a column polling [s].", #found.rows, found.of, found.wait)
end

return populations
