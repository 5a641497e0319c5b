-- SPDX-License-Identifier: MIT
-- Texts next to points: of several places around each point, the place that overlaps the fewest others.

local data = require "twocs.figure.data"
local style = require "twocs.figure.style"
local labels = {}

local label_size = style.value

local function overlap(a, b)
  local wide = math.min(a[3], b[3]) - math.max(a[1], b[1])
  local tall = math.min(a[4], b[4]) - math.max(a[2], b[2])
  return wide > 0 and tall > 0 and wide * tall or 0
end

-- The places around a point, best first: right, left, above, below, and the corners; off: their distance from it.
local function candidates(x, y, wide, off)
  local tall = label_size * 0.9
  off = off or style.marker + 2.5
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
  for _, other in ipairs(taken) do sum = sum + overlap(place, other) * (other.weight or 1) end
  local out = math.max(0, box.left + 2 - place[1]) + math.max(0, place[3] - box.right - 2)
    + math.max(0, box.bottom + 2 - place[2]) + math.max(0, place[4] - box.top)
  return sum + 50 * out
end

local few = 60 -- texts; of more, some are always left out, so no other order is tried
local most = 6 -- largest overlap of a text; with more it is unreadable and left out, but its point stays

-- Places the texts one after the other, each at the best place that is left. Returns the drawn texts, the number of texts
-- that are left out, and all taken boxes.
local function placed(pen, box, points, texts, taken)
  local kept, drawn, missing = {}, {}, 0
  for i, each in ipairs(taken) do kept[i] = each end
  for _, point in ipairs(points) do
    local text, best, least = data.plain(tostring(texts[point.row])), nil, nil
    for k, place in ipairs(candidates(point.x, point.y, pen:extent(text, label_size))) do
      local price = cost(place, kept, box) + k * 0.01
      if not least or price < least then best, least = place, price end
    end
    if text ~= "" and least < most then
      kept[#kept + 1], drawn[#drawn + 1] = best, { best, text }
    elseif text ~= "" then
      missing = missing + 1
    end
  end
  return drawn, missing, kept
end

local function sorted(points, before)
  local list = {}
  for i, point in ipairs(points) do list[i] = point end
  table.sort(list, function(a, b)
    if before(a) ~= before(b) then return before(a) < before(b) end
    return a.row < b.row
  end)
  return list
end

-- The order of the texts determines which of them get a place: the order of the table if all do, else the order that leaves
-- out the fewest.
local orders = { function(p) return p.row end, function(p) return -p.row end, function(p) return p.x end,
  function(p) return -p.x end, function(p) return p.y end, function(p) return -p.y end }

--- all: every point; texts avoid them and the boxes in `taken`. points: the points that have a text.
function labels.put(pen, box, all, points, texts, taken)
  taken = taken or {}
  local before = #taken
  for i, point in ipairs(all) do
    local r = style.marker + 0.5
    taken[before + i] = { point.x - r, point.y - r, point.x + r, point.y + r }
  end
  local best, fewest, kept = placed(pen, box, points, texts, taken)
  for _, order in ipairs(orders) do
    if fewest == 0 or #points > few then break end
    local drawn, missing, own = placed(pen, box, sorted(points, order), texts, taken)
    if missing < fewest then best, fewest, kept = drawn, missing, own end
  end
  for i = #taken + 1, #kept do taken[i] = kept[i] end
  for _, one in ipairs(best) do
    pen:text(one[1][1], (one[1][2] + one[1][4]) / 2, one[2], label_size, style.quiet, 0)
  end
end

local halo = 0.8 -- opacity of the paper below a value: lines below it stay visible
local far = 3 -- points beyond its usual distance; a value farther away gets a line to its point

-- Draws a line from the rim of a point to the nearest place of the box of its value.
local function lead(pen, point)
  local place = point.place
  local x, y = math.max(place[1], math.min(point.x, place[3])), math.max(place[2], math.min(point.y, place[4]))
  local dx, dy = x - point.x, y - point.y
  local length = math.sqrt(dx * dx + dy * dy)
  if length < point.off + far then return end
  local rim = (point.off - 1.5) / length
  pen:line({ point.x + dx * rim, x }, { point.y + dy * rim, y }, style.darker(point.colour), 0.7)
end

--- Values next to their points: each at its best place, and none is left out. points: { x, y, text, colour, off }, where
--- off is the distance from the point; taken: boxes that they avoid.
function labels.write(pen, box, points, taken)
  for _, point in ipairs(points) do
    local best, least
    for more = 0, 24, 4 do
      for k, place in ipairs(candidates(point.x, point.y, pen:extent(point.text, label_size), point.off + more)) do
        place[4] = place[4] + style.raised(point.text)
        local price = cost(place, taken, box) + k * 0.01 + 2 * more
        if not least or price < least then best, least = place, price end
      end
    end
    best.weight = 20 -- no value covers another
    taken[#taken + 1], point.place = best, best
  end
  for _, point in ipairs(points) do lead(pen, point) end
  for _, point in ipairs(points) do
    local left, bottom, right, top = point.place[1] - 1, point.place[2] - 0.5, point.place[3] + 1, point.place[4] + 0.5
    local middle = (bottom + top - style.raised(point.text)) / 2
    pen:area({ left, right, right, left }, { bottom, bottom, top, top }, style.paper, halo)
    pen:text(left + 1, middle, point.text, label_size, style.darker(point.colour), 0)
  end
end

return labels
