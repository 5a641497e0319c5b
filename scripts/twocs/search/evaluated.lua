-- SPDX-License-Identifier: MIT
-- Layouts that a search kept: their cases, and their results from a second evaluation. All layouts of one case are
-- evaluated in one run of the engine, over one axis that changes all their fields.
local account = require "twocs.data.account"
local core = require "twocs.core"
local rows = require "twocs.data.rows"

local evaluated = { shown = { "t_step", "token_rate", "mfu", "mem_byte" } }

-- Whether the case of a layout can omit a field: the field has no effect there, or the case has this value anyway.
local function goes_without(made, layout, name)
  local view = setmetatable({}, { __index = function(_, other)
    local row = rows.by_name[other]
    if layout[other] ~= nil then return layout[other] end
    return row and row.record ~= "result" and made[row.record][other]
  end })
  local row = rows.find(name, "field")
  if name == "shard" and layout.shard == layout.dp * layout.cp then return true end
  return account.without(view, name) or not row.follows and made[row.record][name] == layout[name]
end

--- case(q, layout): the case of the question with a layout. It states only the fields that have an effect or differ.
function evaluated.case(q, layout)
  local made, parts = {}, {}
  for key, value in pairs(q.made) do made[key] = value end
  for name, value in pairs(layout) do
    if not goes_without(q.made, layout, name) then
      local record = rows.by_name[name].record
      parts[record] = parts[record] or {}
      parts[record][name] = value
    end
  end
  for record, fields in pairs(parts) do made[record] = made[record](fields) end
  return made
end

-- These layouts as one axis of the engine.
local function axis_of(list, places)
  local moves = {}
  for name in pairs(list[places[1]].layout) do
    local numbers, known = {}, {}
    for r, i in ipairs(places) do
      local value = list[i].layout[name]
      known[value] = known[value] or rows.value(name, value)
      numbers[r] = known[value]
    end
    moves[#moves + 1] = { name, core.column(numbers) }
  end
  return moves
end

--- by_case(list): the layouts grouped by case: a list of { made, places = of the layouts in `list`, axis = the layouts as
--- an axis of the engine }.
function evaluated.by_case(list)
  local cases, by = {}, {}
  for i, one in ipairs(list) do
    if not by[one.made] then
      by[one.made] = { made = one.made, places = {} }
      cases[#cases + 1] = by[one.made]
    end
    table.insert(by[one.made].places, i)
  end
  for _, one in ipairs(cases) do one.axis = axis_of(list, one.places) end
  return cases
end

--- results(list, want): the results `want` of each layout under its own case: a list of tables by name.
function evaluated.results(list, want)
  local of = {}
  for _, one in ipairs(evaluated.by_case(list)) do
    local got = core.run(one.made, { one.axis }, want)
    for r, i in ipairs(one.places) do
      of[i] = {}
      for k, name in ipairs(want) do of[i][name] = got[k][r] end
    end
  end
  return of
end

--- looked(keep): the number of layouts that are compared to find `keep` different ones.
function evaluated.looked(keep) return 4 * keep end

--- distinct(q, list, keep): the first `keep` different layouts of a list, and the number of duplicates. Layouts of one kind
--- whose score and step time are equal to the last bit are duplicates; the one with the least memory is kept.
function evaluated.distinct(q, list, keep)
  local want = { q.score }
  for _, name in ipairs(evaluated.shown) do want[#want + 1] = name end
  local looked, kept, seen, left = {}, {}, {}, 0
  for i = 1, math.min(#list, evaluated.looked(keep)) do looked[i] = list[i] end
  for _, one in ipairs(looked) do one.layout = one.layout or one.decode() end
  for i, of in ipairs(evaluated.results(looked, want)) do
    local one = looked[i]
    local key = core.format("%.17g %.17g %s %.0f", of[q.score], of.t_step, one.kind, one.devices)
    one.of = of
    if seen[key] then
      left = left + 1
      if of.mem_byte < kept[seen[key]].of.mem_byte then kept[seen[key]] = one end
    elseif #kept < keep then
      kept[#kept + 1], seen[key] = one, #kept + 1
    end
  end
  return kept, left
end

return evaluated
