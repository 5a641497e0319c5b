-- SPDX-License-Identifier: MIT
-- A search whose pipelines have their layers and recomputation dealt by stage (deal.lua), and are ranked again. A search
-- itself compares even deals with one kind of recomputation. Here those that are the best are dealt, and those that would
-- be the best if a device had twice its memory, or if their even deal was legal: a fitting deal may exist for these too.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local deal = require "twocs.search.deal"
local evaluated = require "twocs.search.evaluated"
local mistake = require "twocs.common.mistake"
local plateau = require "twocs.search.plateau"
local stop = require "twocs.common.stop"

local redealt = {}

local looked_least = 50 -- layouts of each list that are dealt at least

--- check(q): raises unless the layouts of this question can be dealt.
function redealt.check(q)
  if not plateau.timed[q.score] then
    mistake.raise("search: deal compares times (t_step, token_rate, mfu), not %s", q.score)
  end
  if #q.where > 0 then
    mistake.raise "search: deal has no conditions of where, which are those of even deals; for memory, set reserve"
  end
  for _, name in ipairs{ "first_layers", "middle_layers", "last_layers" } do
    if q.over[name] ~= nil then mistake.raise("search: deal chooses %s, which over has too", name) end
  end
  local why = deal.refused(q.made)
  if why then mistake.raise("search: deal: %s", why) end
end

-- The values of an axis on any number of devices.
local function values_of(found, name)
  local values, seen = {}, {}
  for _, axes in ipairs(found.axes) do
    for _, axis in ipairs(axes) do
      for _, value in ipairs(axis.name == name and axis.values or {}) do
        if not seen[value] then values[#values + 1], seen[value] = value, true end
      end
    end
  end
  return values, seen
end

-- Of these degrees of pipelines, those whose even deal is legal, and the others that have a layer for each stage.
local function by_even(made, degrees)
  local even, others = {}, {}
  for _, pp in ipairs(degrees) do
    local one = case.with(made, "layout", { pp = pp })
    if pp > 1 and core.run(one, {}, { "rule_stages" })[1][1] > 0 then even[#even + 1] = pp
    elseif pp > 1 and deal.room(one) then others[#others + 1] = pp end
  end
  return even, others
end

-- The question about the pipelines that can be dealt, with these degrees. more: bytes of memory beyond the device's.
local function question(q, made, degrees, more)
  local other, over = {}, {}
  for key, value in pairs(q) do other[key] = value end
  for name, values in pairs(q.over) do over[name] = values end
  over.pp, over.vp, over.schedule = degrees, { 1 }, { "1f1b" }
  other.made, other.over, other.reserve, other.deal = made, over, q.reserve - more, nil
  return other
end

-- The layouts that are dealt: lists of { layout, kind, devices, of, case = of its even deal, which may be illegal }.
local function candidates(found, again)
  local q, lists = found.q, {}
  local _, chunks = values_of(found, "vp")
  local _, schedules = values_of(found, "schedule")
  if not (chunks[1] and schedules["1f1b"]) then return lists end
  local looked = math.max(looked_least, evaluated.looked(q.keep))
  local function add(made, degrees, more)
    local other = question(q, made, degrees, more)
    local list = evaluated.distinct(other, again(other).ranked:first(evaluated.looked(looked)), looked)
    for _, one in ipairs(list) do one.case = evaluated.case(q, one.layout) end
    lists[#lists + 1] = list
  end
  local twice = q.made.device.mem_size
  local even, others = by_even(q.made, (values_of(found, "pp")))
  if #even > 0 then
    add(q.made, even, 0)
    add(q.made, even, twice)
  end
  for _, pp in ipairs(others) do
    add(case.with(q.made, "layout", deal.some(q.made.model.layers, pp)), { pp }, twice)
  end
  return lists
end

-- A layout as text without its recomputation, which a deal chooses.
local function key_of(one)
  local parts = {}
  for name, value in pairs(one.layout) do
    if name ~= "recompute" then parts[#parts + 1] = core.format("%s=%s", name, value) end
  end
  table.sort(parts)
  return core.format("%.0f %s", one.devices, table.concat(parts, " "))
end

-- "full*3 none*5": the recomputation of stages in order.
local function kinds_of(stages)
  local parts, i = {}, 1
  while i <= #stages do
    local n = 1
    while stages[i + n] and stages[i + n].kind == stages[i].kind do n = n + 1 end
    parts[#parts + 1] = n == #stages and stages[i].kind or core.format("%s*%d", stages[i].kind, n)
    i = i + n
  end
  return table.concat(parts, " ")
end

-- A dealt layout as a row of an answer. Scores are times or inverse times of the same work.
local function row_of(q, one, best)
  local layout, of, times = {}, {}, one.of.t_step / best.t_step
  for name, value in pairs(one.layout) do layout[name] = value end
  layout.recompute = kinds_of(best.stages)
  for name, value in pairs(one.of) do of[name] = value end
  for _, name in ipairs{ "token_rate", "mfu" } do of[name] = of[name] * times end
  of.t_step, of.mem_byte = best.t_step, best.mem
  return { devices = one.devices, kind = one.kind, layout = layout, of = of, score = of[q.score], even = best.even,
    layers = deal.words(best), best = best, case = one.case }
end

local function sorted(q, rows)
  for i, one in ipairs(rows) do one.place = i end
  table.sort(rows, function(a, b)
    if a.score ~= b.score then return (a.score < b.score) ~= q.most end
    return a.place < b.place
  end)
  for i = #rows, q.keep + 1, -1 do rows[i] = nil end
  return rows
end

-- Seconds of a step of this layout from which on it is no better than the last of `keep` rows; nil while there are fewer.
local function at_most(q, rows, one)
  local last = rows[q.keep]
  return last and (q.most and one.of.t_step * one.of[q.score] / last.score or last.score) or nil
end

--- of(found, again, kept): the best layouts, as many as a search keeps: those of `kept`, the even ones, that are no
--- pipelines of 1F1B without chunks, and dealt ones: { devices, kind, layout with the recomputation by stage, of = results,
--- score, even = t_step of the even deal or why there is none, layers = layout string, best = of deal.best, case }.
--- Second: counts of the layouts that were looked at: { all, useless = whose shortest step is no use, none = which do not
--- fit with any deal }.
function redealt.of(found, again, kept)
  local q, rows, seen, n = found.q, {}, {}, { all = 0, useless = 0, none = 0 }
  local words = values_of(found, "recompute")
  for _, one in ipairs(kept) do
    local l = one.layout
    if l.pp == 1 or l.vp > 1 or l.schedule ~= "1f1b" then
      rows[#rows + 1] = { devices = one.devices, kind = one.kind, layout = l, of = one.of, score = one.of[q.score] }
    end
  end
  sorted(q, rows)
  for _, list in ipairs(candidates(found, again)) do
    for _, one in ipairs(list) do
      local key = key_of(one)
      if not seen[key] then
        seen[key] = true
        local best, useless = deal.best(case.split(one.case, {}), words, q.reserve, at_most(q, rows, one))
        n.all = n.all + 1
        if useless then n.useless = n.useless + 1
        elseif not best then n.none = n.none + 1
        else
          rows[#rows + 1] = row_of(q, one, best)
          sorted(q, rows)
        end
        stop.check()
      end
    end
  end
  return rows, n
end

return redealt
