-- SPDX-License-Identifier: MIT
-- Legal first: the points of a space axis by axis. The one thing to know: a rule is asked as soon as all axes that it reads
-- have a value, and below a prefix that breaks one nothing is entered; a field without effect next to the others
-- (data/account.lua) keeps its first legal value alone, and the point counts for all of them.
local account = require "twocs.data.account"
local core = require "twocs.core"
local rows = require "twocs.data.rows"
local space = require "twocs.search.space"

local prefixes = {}

local rules = core.rules()

-- By rule, the fields that it reads, itself or through others.
local function reach_of(made)
  local known = {}
  local function reach(name)
    if known[name] then return known[name] end
    local found = {}
    known[name] = found
    if rows.by_name[name].record ~= "result" then found[name] = true end
    for _, read in ipairs(core.reads(made, name)) do
      for field in pairs(reach(read)) do found[field] = true end
    end
    return found
  end
  local of = {}
  for r, rule in ipairs(rules) do of[r] = reach(core.format("rule_%s", rule.name)) end
  return of
end

-- By axis, the rules that can be asked once it has a value: of each, that of its last axis. DP is known with the last of
-- the degrees.
local function rules_by_axis(made, axes)
  local by, place = {}, {}
  for i, axis in ipairs(axes) do by[i], place[axis.name] = {}, i end
  place.dp = math.max(place.tp, place.pp, place.cp)
  for r, fields in ipairs(reach_of(made)) do
    local last = 1
    for field in pairs(fields) do last = math.max(last, place[field] or 1) end
    table.insert(by[last], r)
  end
  return by, place.dp
end

-- The fields of one point by name, words for choices, as account.lua reads them: what an axis has given so far, else what
-- the case has. at(i) moves it to point i.
local function view_of(made, points)
  local lists, words, i = {}, {}, 1
  local view = setmetatable({}, { __index = function(_, name)
    local column = points.columns[name]
    if not column then
      local row = rows.by_name[name]
      return row and row.record ~= "result" and made[row.record][name]
    end
    lists[name] = lists[name] or core.list(column)
    if not rows.by_name[name].choice then return lists[name][i] end
    words[name] = words[name] or rows.words(rows.by_name[name])
    return words[name][lists[name][i] + 1]
  end })
  return view, function(place) i = place end
end

-- Whether the field of an axis is of no account at each point, as a list; nil where that cannot be, or drops nothing.
local function idle_at(made, points, axis)
  if #axis.values == 1 or not account.may_idle(axis.name) then return nil end
  local view, at = view_of(made, points)
  local idle = {}
  for i = 1, points.n do
    at(i)
    idle[i] = account.without(view, axis.name)
  end
  return idle
end

-- The product of the degrees that each point has, as a list.
local degrees = { "tp", "pp", "cp" }
local function used_by(points)
  local used = core.list(core.column(points.n, 1))
  for _, name in ipairs(degrees) do
    local list = points.columns[name] and core.list(points.columns[name])
    for i = 1, list and points.n or 0 do used[i] = used[i] * list[i] end
  end
  return used
end

-- The points one axis longer, as lists by place: the point that each extends, its value, and whether the value says nothing
-- there; `differ` where no two values of a point say the same.
local function extended(made, points, axis)
  local idle, n = idle_at(made, points, axis), 0
  local longer = { of = {}, value = {}, idle = {}, differ = not idle and axis.name ~= "shard" }
  local dp, cp = points.columns.dp and core.list(points.columns.dp), points.columns.cp and core.list(points.columns.cp)
  for k, value in ipairs(axis.values) do longer[k] = value == space.whole_group or rows.value(axis.name, value) end
  for i = 1, points.n do
    for k = 1, #axis.values do
      n = n + 1
      longer.of[n], longer.idle[n] = i, idle and idle[i] or false
      longer.value[n] = longer[k] == true and dp[i] * cp[i] or longer[k]
    end
  end
  return longer
end

-- The same with DP, which the last of the degrees leaves. `fell` counts those whose DP is no whole number, or another one
-- than the case states.
local function closed(made, points, longer, devices, below, fell)
  local stated = core.states(made.layout, "dp") and made.layout.dp
  local used, stands_for = used_by(points), core.list(points.stands_for)
  local left = { of = {}, value = {}, idle = {}, dp = {}, differ = longer.differ }
  for i, of in ipairs(longer.of) do
    local dp = devices / (used[of] * longer.value[i])
    if dp ~= math.floor(dp) or stated and dp ~= stated then
      fell.devices = (fell.devices or 0) + stands_for[of] * below
    else
      local n = #left.of + 1
      left.of[n], left.value[n], left.idle[n], left.dp[n] = of, longer.value[i], longer.idle[i], dp
    end
  end
  return left
end

--- Of the points those of these places, a column.
function prefixes.pick(points, places)
  local columns = {}
  for name, column in pairs(points.columns) do columns[name] = core.pick(column, places) end
  return { n = #places, names = points.names, columns = columns, stands_for = core.pick(points.stands_for, places) }
end

-- The points that extend others: the columns of those, and their own.
local function columns_of(points, axis, longer)
  local grown = prefixes.pick(points, core.column(longer.of))
  grown.names = { axis.name, longer.dp and "dp" or nil }
  for _, name in ipairs(points.names) do table.insert(grown.names, name) end
  grown.columns[axis.name], grown.columns.dp = core.column(longer.value), longer.dp and core.column(longer.dp)
    or grown.columns.dp
  return grown
end

--- The columns of these points as one axis of the engine.
function prefixes.moves(points)
  local moves = {}
  for i, name in ipairs(points.names) do moves[i] = { name, points.columns[name] } end
  return moves
end

-- Which of these rules each point breaks first, as a list; nil where none does, or none is asked.
local function broken_rules(made, points, asked)
  if #asked == 0 or points.n == 0 then return nil end
  local names = {}
  for k, r in ipairs(asked) do names[k] = core.format("rule_%s", rules[r].name) end
  local broken = core.first_broken(core.run(made, { prefixes.moves(points) }, names), asked)
  return broken and core.list(broken)
end

-- Drops the points that break a rule, and counts for each rule how many points of the whole space that are. Of those that
-- differ in a field of no account, or in two words for one value, the first legal one stays, and represents all.
local function sifted(points, longer, broken, below, fell)
  if longer.differ and not broken then return points end
  local kept, weight, first, last = {}, {}, {}, 0
  local stands_for = core.list(points.stands_for)
  for i = 1, points.n do
    local r = broken and broken[i] or 0
    if longer.of[i] ~= last then first, last = {}, longer.of[i] end
    local alike = longer.idle[i] or longer.value[i]
    local before = first[alike]
    if r > 0 then fell[r] = (fell[r] or 0) + stands_for[i] * below
    elseif before then weight[before] = weight[before] + stands_for[i]
    else
      local n = #kept + 1
      kept[n], weight[n], first[alike] = i, stands_for[i], n
    end
  end
  if #kept == points.n then return points end
  local left = prefixes.pick(points, core.column(kept))
  left.stands_for = core.column(weight)
  return left
end

--- The legal points of the first `count` axes on so many devices: { n =, names = of the fields that differ, DP among them,
--- columns = their numbers by name, stands_for = how many points of the space each covers }; how many points fell to
--- each rule, by its number and "devices"; and the rules that are still to ask.
function prefixes.legal(made, axes, count, devices)
  local fell, below, left = {}, 1, {}
  local by, closing = rules_by_axis(made, axes)
  for _, axis in ipairs(axes) do below = below * #axis.values end
  local points = { n = 1, names = {}, columns = {}, stands_for = core.column(1, 1) }
  for i, axis in ipairs(axes) do
    if i > count then
      for _, r in ipairs(by[i]) do left[#left + 1] = r end
    elseif points.n > 0 then
      below = below / #axis.values
      local longer = extended(made, points, axis)
      if i == closing then longer = closed(made, points, longer, devices, below, fell) end
      points = columns_of(points, axis, longer)
      points = sifted(points, longer, broken_rules(made, points, by[i]), below, fell)
    end
  end
  return points, fell, left
end

--- The fields of these axes of one point: numbers, and words of choices.
function prefixes.values(points, axes, count, place)
  local values = { dp = math.floor(points.columns.dp[place]) }
  for i = 1, count do
    local name = axes[i].name
    local row, number = rows.by_name[name], points.columns[name][place]
    if row.choice then values[name] = rows.words(row)[number + 1]
    else values[name] = number == math.floor(number) and math.floor(number) or number end
  end
  return values
end

--- The sentence of a rule, or of the devices.
function prefixes.sentence(rule)
  if rule == "devices" then return "the degrees must multiply to the devices" end
  return rules[rule].sentence
end

return prefixes
