-- SPDX-License-Identifier: MIT
-- Texts next to points, where they cover least: of places around each point the one that lies on the fewest others.

local data = require "twocs.figure.data"
local style = require "twocs.figure.style"
local labels = {}

local label_size = style.value

local function overlap(a, b)
  local wide = math.min(a[3], b[3]) - math.max(a[1], b[1])
  local tall = math.min(a[4], b[4]) - math.max(a[2], b[2])
  return wide > 0 and tall > 0 and wide * tall or 0
end

-- The places around a point, best first: right, left, above, below, and the corners.
local function candidates(x, y, wide)
  local tall, off = label_size * 0.9, style.marker + 2.5
  local out = {}
  for _, at in ipairs{
    { off, -tall / 2 }, { -off - wide, -tall / 2 }, { -wide / 2, off - 1 }, { -wide / 2, -off - tall + 1 },
    { off - 2, off - 3 }, { off - 2, -off - tall + 3 }, { -off - wide + 2, off - 3 }, { -off - wide + 2, -off - tall + 3 },
    { off - 4, 2 * off }, { off - 4, -2 * off - tall }, { -off - wide + 4, 2 * off }, { -off - wide + 4, -2 * off - tall },
  } do
    out[#out + 1] = { x + at[1], y + at[2], x + at[1] + wide, y + at[2] + tall }
  end
  return out
end

local function cost(place, taken, box)
  local sum = 0
  for _, other in ipairs(taken) do sum = sum + overlap(place, other) end
  local out = math.max(0, box.left + 2 - place[1]) + math.max(0, place[3] - box.right - 2)
    + math.max(0, box.bottom + 2 - place[2]) + math.max(0, place[4] - box.top)
  return sum + 50 * out
end

--- all: every point, which texts keep clear of, as of the boxes in taken; points: those that carry one.
function labels.put(pen, box, all, points, texts, taken)
  taken = taken or {}
  local before = #taken
  for i, point in ipairs(all) do
    local r = style.marker + 0.5
    taken[before + i] = { point.x - r, point.y - r, point.x + r, point.y + r }
  end
  for _, point in ipairs(points) do
    local text, best, least = data.plain(tostring(texts[point.row])), nil, nil
    for k, place in ipairs(candidates(point.x, point.y, pen:extent(text, label_size))) do
      local price = cost(place, taken, box) + k * 0.01
      if not least or price < least then best, least = place, price end
    end
    -- A text that would lie across others says nothing: it is left out, its point stays.
    if text ~= "" and least < 6 then
      taken[#taken + 1] = best
      pen:text(best[1], (best[2] + best[4]) / 2, text, label_size, style.quiet, 0)
    end
  end
end

return labels
