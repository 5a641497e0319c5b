-- SPDX-License-Identifier: MIT
-- tw.search: every layout of a model on a number of devices, the best of them, and how many there are. The one thing to
-- know: prefixes.lua leaves the legal points of the axes that rules read; what follows them freely (recomputation) is the
-- inner axis of one job of the engine for each kind of layout, so that the best of each kind comes with the best of all.
local answer = require "twocs.search.answer"
local case = require "twocs.ask.case"
local core = require "twocs.core"
local follow = require "twocs.ask.follow"
local gate = require "twocs.ask.gate"
local lists = require "twocs.common.lists"
local mistake = require "twocs.common.mistake"
local prefixes = require "twocs.search.prefixes"
local progress = require "twocs.common.progress"
local rows = require "twocs.data.rows"
local sinks = require "twocs.ask.sinks"
local software = require "twocs.ask.software"
local space = require "twocs.search.space"
local stop = require "twocs.common.stop"

local search = {}

local plateau_most = 1000 -- layouts that are kept to say how many are within the tolerance of the best
local front_most = 10000 -- layouts of one kind that no other beats
local free = { recompute = true } -- last axes that no other field's account hangs on

-- ---- What the script wrote.

local options = { devices = true, over = true, least = true, most = true, keep = true, reserve = true, tolerance = true,
  where = true }

local function whole(what, n)
  if type(n) ~= "number" or n < 1 or n ~= math.floor(n) then
    mistake.raise("%s is %s, expected a whole number from 1", what, mistake.show(n))
  end
  return n
end

local function devices_of(given)
  if given == nil then mistake.raise("search: on how many devices? Say devices = 512, or a list of numbers") end
  if type(given) ~= "table" then return { whole("devices", given) } end
  if #given == 0 then mistake.raise("devices has no values") end
  lists.whole("devices", given)
  for i = 1, #given do whole("devices", given[i]) end
  return given
end

local function reserve_of(given)
  if given == nil then return 0 end
  if type(given) == "number" then return given end
  local value, sentence = core.quantity(given, "byte", "reserve")
  if not value then mistake.raise("%s", sentence) end
  return value
end

local function score_of(chosen)
  if chosen.least ~= nil and chosen.most ~= nil then mistake.raise("search: least and most: a search has one score") end
  local name = chosen.most or chosen.least or "t_step"
  if type(name) ~= "string" then mistake.raise("search: %s is no name of a result", mistake.show(name)) end
  local row = rows.find(name)
  if row.record ~= "result" then mistake.raise('search: "%s" is a field, expected a result', name) end
  return row.name, chosen.most ~= nil
end

local function question_of(made, chosen)
  local q = { made = made, devices = devices_of(chosen.devices), over = chosen.over or {}, keep = whole("keep",
    chosen.keep or 10), reserve = reserve_of(chosen.reserve), tolerance = chosen.tolerance or 0.05 }
  if type(q.tolerance) ~= "number" or not (q.tolerance >= 0 and q.tolerance < 1) then
    mistake.raise("tolerance is %s, expected a share below 1", mistake.show(q.tolerance))
  end
  q.score, q.most = score_of(chosen)
  q.where = sinks.conditions("where", chosen.where)
  gate.own(made, { q.score })
  return q
end

-- ---- One number of devices.

-- Cases under which the software sets the same whatever the layout: one, or one for each PP where it deals layers by that.
local function parts_of(q, axes)
  if not software.goes_by(q.made, "pp") then return { { made = follow.cases(q.made, {})[1].made, axes = axes } } end
  local parts = {}
  for i, axis in ipairs(axes) do
    for _, pp in ipairs(axis.name == "pp" and axis.values or {}) do
      local copy, own = {}, {}
      for key, value in pairs(q.made) do copy[key] = value end
      for k, other in ipairs(axes) do own[k] = other end
      copy.layout, own[i] = copy.layout{ pp = pp }, { name = "pp", values = { pp } }
      parts[#parts + 1] = { made = follow.cases(copy, {})[1].made, axes = own }
    end
  end
  return parts
end

-- "TP PP DP, optimizer": the degrees above 1, and what the sharding groups share out.
local degrees = { "tp", "pp", "cp", "ep", "dp" }
local function kind_of(lists, i, zeros)
  local words = {}
  for _, name in ipairs(degrees) do
    if lists[name][i] > 1 then words[#words + 1] = name:upper() end
  end
  local kind, zero = #words > 0 and table.concat(words, " ") or "one device", lists.zero[i]
  return lists.dp[i] * lists.cp[i] > 1 and zero > 0 and core.format("%s, %s", kind, zeros[zero + 1]) or kind
end

-- The places in lists by what `of` says of each, in the order in which that comes: { { key, places as a column }, ... }.
local function grouped(n, of)
  local groups, by = {}, {}
  for i = 1, n do
    local key = of(i)
    if not by[key] then
      by[key] = { key = key, places = {} }
      groups[#groups + 1] = by[key]
    end
    by[key].places[#by[key].places + 1] = i
  end
  for _, group in ipairs(groups) do group.places = core.column(group.places) end
  return groups
end

-- The points by kind. What decides a kind is folded into a number, so that each kind is put into words once.
local function by_kind(points)
  local lists, named, zeros = {}, {}, rows.words(rows.by_name.zero)
  for _, name in ipairs{ "tp", "pp", "cp", "ep", "dp", "zero" } do lists[name] = core.list(points.columns[name]) end
  local groups = grouped(points.n, function(i)
    local key = lists.zero[i]
    for _, name in ipairs(degrees) do key = 2 * key + (lists[name][i] > 1 and 1 or 0) end
    named[key] = named[key] or kind_of(lists, i, zeros)
    return named[key]
  end)
  for _, group in ipairs(groups) do group.points = prefixes.pick(points, group.places) end
  return groups
end

-- Axes of points for the engine: they, and the free axes.
local function moved_of(points, axes, count)
  local moved = { prefixes.moves(points) }
  for i = count + 1, #axes do
    local numbers = {}
    for k, value in ipairs(axes[i].values) do numbers[k] = rows.value(axes[i].name, value) end
    moved[#moved + 1] = { { axes[i].name, core.column(numbers) } }
  end
  return moved
end

-- The layout of one row of a group.
local function layout_of(points, axes, count, row)
  local free_values = {}
  for i = #axes, count + 1, -1 do
    local n = #axes[i].values
    free_values[axes[i].name], row = axes[i].values[row % n + 1], math.floor(row / n)
  end
  local layout = prefixes.values(points, axes, count, row + 1)
  for name, value in pairs(free_values) do layout[name] = value end
  return layout
end

-- Conditions as the engine takes them: { place among the wants, relation, value }.
local equal, at_most, above = 4, 0, 3
local function conditions_of(q, made, want)
  local place = { why = #want + 1, mem_byte = #want + 2 }
  want[#want + 1], want[#want + 2] = "why", "mem_byte"
  local legal = { { place.why, equal, 0 } }
  local fits = { legal[1], { place.mem_byte, at_most, made.device.mem_size - q.reserve } }
  for _, one in ipairs(q.where) do
    want[#want + 1] = one[1]
    fits[#fits + 1] = { #want, one[2], one[3] }
  end
  return legal, fits, place
end

local function add(counts, name, n) counts[name] = (counts[name] or 0) + n end

-- How many layouts of a group are legal and fit, as they are and with what they stand for; the others, by rule.
local function count_group(q, part, group, axes, count, left, found)
  local want = {}
  local legal, fits, place = conditions_of(q, part.made, want)
  local sets = { legal, fits }
  for _, r in ipairs(left) do sets[#sets + 1] = { { place.why, equal, r } } end
  local stands_for = core.list(group.points.stands_for)
  for _, same in ipairs(grouped(group.points.n, function(i) return stands_for[i] end)) do
    local weight, alike = same.key, prefixes.pick(group.points, same.places)
    local got = core.count(part.made, moved_of(alike, axes, count), want, sets)
    add(found.counts, "effective", got[1])
    add(found.counts, "legal", got[1] * weight)
    add(found.counts, "fits", got[2])
    for k, r in ipairs(left) do
      if got[k + 2] > 0 then add(found.fell, r, got[k + 2] * weight) end
    end
  end
end

local function best_of_group(q, part, group, axes, count, devices, found)
  local want = { q.score }
  local _, fits = conditions_of(q, part.made, want)
  local moved, keep = moved_of(group.points, axes, count), math.max(q.keep, q.plateau or plateau_most)
  local row, value = core.best(part.made, moved, want, fits, keep, q.most)
  for i = 1, #row do
    found.list[#found.list + 1] = { score = value[i], kind = group.key, devices = devices, place = #found.list,
      decode = function() return layout_of(group.points, axes, count, row[i]) end, made = part.made }
  end
end

-- The layouts of a group that no other one of it beats in the columns of a front.
local function front_of_group(q, part, group, axes, count, devices, found)
  local want = {}
  for i, name in ipairs(q.front.names) do want[i] = name end
  local _, fits = conditions_of(q, part.made, want)
  local got = { core.pareto(part.made, moved_of(group.points, axes, count), want, fits, q.front.flags, front_most) }
  if not got[1] then
    mistake.raise("search: more than %d layouts of one kind that no other beats; fewer columns leave fewer", front_most)
  end
  for i = 1, #got[1] do
    local one = { kind = group.key, devices = devices, place = #found.list, number = #found.list, made = part.made,
      decode = function() return layout_of(group.points, axes, count, got[1][i]) end }
    for c = 1, #q.front.names do one[c] = got[1 + c][i] end
    found.list[#found.list + 1] = one
  end
end

local function search_part(q, part, devices, found)
  local axes, count = part.axes, #part.axes
  while count > 0 and free[axes[count].name] do count = count - 1 end
  local points, fell, left = prefixes.legal(part.made, axes, count, devices)
  for r, n in pairs(fell) do add(found.fell, r, n) end
  local size = 1
  for _, axis in ipairs(axes) do size = size * #axis.values end
  add(found.counts, "all", size)
  for _, group in ipairs(q.one_kind and points.n > 0 and { { points = points } } or by_kind(points)) do
    if q.front then front_of_group(q, part, group, axes, count, devices, found)
    else
      count_group(q, part, group, axes, count, left, found)
      best_of_group(q, part, group, axes, count, devices, found)
    end
  end
end

-- ---- The whole.

-- The best first; of equal ones that which comes first in the space.
local function sorted(list, most)
  table.sort(list, function(a, b)
    if a.score ~= b.score then return (a.score < b.score) ~= most end
    return a.place < b.place
  end)
  return list
end

-- Of each number of devices, into `found`; what is there at any time is the best so far.
local function fill(found)
  local q = found.q
  for i, devices in ipairs(q.devices) do
    local axes = space.axes(q.made, q.over, devices)
    found.axes[i] = axes
    for _, part in ipairs(parts_of(q, axes)) do search_part(q, part, devices, found) end
    found.done = i
    found.bar:show(i, core.format("%.0f devices", devices))
  end
end

local function empty(q)
  local bar = progress.new{ total = #q.devices, terminal = core.is_terminal(2), clock = core.clock, name = "twocs search",
    every = 30, write = function(text) io.stderr:write(text) end }
  return { q = q, list = {}, counts = { all = 0, legal = 0, effective = 0, fits = 0 }, fell = {}, axes = {}, done = 0,
    bar = bar }
end

local function ended(found)
  found.bar:clear()
  if not found.q.front then sorted(found.list, found.q.most) end
  return found
end

--- found(q): the answer to a question in parts: list of the best layouts (of each kind; q.one_kind: of all of them),
--- counts, and what fell to which rule.
function search.found(q)
  local found = empty(q)
  fill(found)
  stop.check()
  return ended(found)
end

-- After Ctrl-C: the best so far. What else an answer says takes longer than who stops it waits.
local function stopped(found)
  local n = #found.q.devices
  stop.with(found.list[1] and answer.of(found, search.found).table, core.format("%.0f layouts%s", found.counts.legal,
    n > 1 and core.format(", %.0f of %.0f numbers of devices", found.done, n) or ""))
end

--- search{ model =, device =, devices = 512, run =, layout =, software =, plan =, over = { tp = { 1, 2 } }, keep = 10,
--- least = "t_step", where = {}, reserve = "4 GB", tolerance = 0.05 }: the best legal layouts that fit, as an answer
--- (answer.lua). devices: a number of devices, or a list of them. over: the values of an axis, which is a field of the
--- layout or of the run; a field that the case states is fixed. least, or most: the score. reserve: bytes of each device's
--- memory that no layout may take, besides the software's workspace. tolerance: layouts whose score is within this
--- share of the best are its plateau.
function search.search(given)
  local made, chosen = case.split(given, options, nil, true)
  if case.of_limits(given) then mistake.raise("search: a case of the limits has a search of its own, tw.limits") end
  local found = empty(question_of(made, chosen))
  local points = stop.keeping(function() fill(found) end)
  ended(found)
  if points then stopped(found) end
  return answer.of(found, search.found)
end

return search
