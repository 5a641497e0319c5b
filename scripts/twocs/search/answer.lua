-- SPDX-License-Identifier: MIT
-- The result of tw.search for scripts: the best layouts, the best of each kind, the plateau, and the reasons. Everything
-- except the list of the best layouts is computed when it is first used. A layout becomes a case for every verb.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local deadline = require "twocs.search.deadline"
local deal = require "twocs.search.deal"
local empty = require "twocs.search.empty"
local evaluated = require "twocs.search.evaluated"
local flip = require "twocs.search.flip"
local front = require "twocs.search.front"
local guard = require "twocs.common.guard"
local mistake = require "twocs.common.mistake"
local plateau = require "twocs.search.plateau"
local ranked = require "twocs.search.ranked"
local redealt = require "twocs.search.redealt"
local rows = require "twocs.data.rows"
local sweep = require "twocs.ask.sweep"

local answer, methods = {}, {}
local class = { __index = methods }

local shown = evaluated.shown
local terms = { { "t_step_cmp", "compute" }, { "t_step_ser", "serialized comm" },
  { "t_step_exp", "exposed comm" }, { "t_step_idle", "pipeline" } }

-- ---- Tables.

-- Axes that have more than one value on any number of devices.
local function moving(found)
  local names, seen = {}, {}
  for _, axes in ipairs(found.axes) do
    for _, axis in ipairs(axes) do
      if #axis.values > 1 and not seen[axis.name] then names[#names + 1], seen[axis.name] = axis.name, true end
      if axis.name == "cp" and not seen.dp then names[#names + 1], seen.dp = "dp", true end
    end
  end
  return names
end

-- more: columns after the others, a list of { name, unit, meaning, of(one) }.
local function table_of(found, list, more)
  local names, columns, units, meanings = { "devices", "kind" }, { devices = {}, kind = {} }, {}, {}
  local function add(name, of)
    if not columns[name] then names[#names + 1], columns[name] = name, {} end
    local row = rows.by_name[name]
    units[name], meanings[name] = row.unit, row.meaning
    for i, one in ipairs(list) do columns[name][i] = of(one) end
  end
  for i, one in ipairs(list) do columns.devices[i], columns.kind[i] = one.devices, one.kind end
  units.devices, meanings.devices, meanings.kind = "1", "devices", "degrees above 1, and the sharded state"
  for _, name in ipairs(moving(found)) do add(name, function(one) return one.layout[name] end) end
  for _, name in ipairs(shown) do add(name, function(one) return one.of[name] end) end
  for _, name in ipairs(found.q.front and found.q.front.names or {}) do add(name, function(one) return one.of[name] end) end
  if not columns[found.q.score] then add(found.q.score, function(one) return one.of[found.q.score] end) end
  for _, column in ipairs(more or {}) do
    local name = column[1]
    names[#names + 1], columns[name], units[name], meanings[name] = name, {}, column[2], column[3]
    for i, one in ipairs(list) do columns[name][i] = column[4](one) end
  end
  return require("twocs.table").new{ n = #list, names = names, columns = columns, units = units, meanings = meanings,
    head = case.head(found.q.made, found.q.made.plan) }
end

-- How many of the kept layouts are within the tolerance of the best, and whether there may be more.
local function plateau_of(q, all)
  local n = 0
  while n < all.n and ranked.worse_by(q, all:score(n + 1), all:score(1)) <= q.tolerance do n = n + 1 end
  return { n = n, more = n > 0 and n == all.n and not all.left }
end

-- A step of the even deal; nan if none is legal and fits. A layout that is not dealt is its own.
local function even_of(one) return one.best and (type(one.even) == "number" and one.even or 0 / 0) or one.of.t_step end

local dealt_columns = {
  { "even", "s", "a step with an even deal and one kind of recomputation; nan: none is legal and fits", even_of },
  { "gain", "1", "by how much that is longer, as a share", function(one) return even_of(one) / one.of.t_step - 1 end },
  { "layers_by_stage", nil, "layers by stage, as a layout string", function(one) return one.layers or "" end },
}

--- of(found, again): the answer of a search. again(q) repeats the search for another question.
function answer.of(found, again)
  local q = found.q
  local kept, alike = evaluated.distinct(q, found.ranked:first(evaluated.looked(q.keep)), q.keep)
  local kinds, sizes = found.ranked:best_by_kind(), found.ranked:best_by_devices()
  local self = { counts = found.counts, found = found, again = again, kept = kept, alike = alike,
    table = table_of(found, kept), kinds = table_of(found, (evaluated.distinct(q, kinds, math.max(1, #kinds)))),
    sizes = table_of(found, (evaluated.distinct(q, sizes, math.max(1, #sizes)))), plateau = plateau_of(q, found.ranked) }
  if kept[1] then self.layout = kept[1].layout end
  if q.deal then
    self.deals, self.looked = redealt.of(found, again, kept)
    self.dealt = table_of(found, self.deals, dealt_columns)
  end
  return setmetatable(self, class)
end

-- ---- Methods for scripts.

local function best(self)
  return self.kept[1] or mistake.raise("search: no layout is legal and fits; print the answer for the reasons")
end

-- The layout that a script means: nil is the best layout, a number is a place in the table, and a table has the fields that
-- differ from the best layout.
local function chosen(self, given)
  if given == nil then return best(self).layout end
  if type(given) == "number" then
    return self.kept[given] and self.kept[given].layout
      or mistake.raise("search: there is no layout %s; the table has %d layouts", mistake.show(given), #self.kept)
  end
  if type(given) ~= "table" then
    mistake.raise("search: %s is not a layout: expected its place in the table, or fields such as { tp = 4 }",
      mistake.show(given))
  end
  local layout = {}
  for name, value in pairs(best(self).layout) do layout[name] = value end
  for name, value in pairs(given) do layout[name] = value end
  if given.dp == nil then layout.dp = best(self).devices / (layout.tp * layout.pp * layout.cp) end
  if given.shard == nil and best(self).layout.shard == best(self).layout.dp * best(self).layout.cp then
    layout.shard = layout.dp * layout.cp
  end
  return layout
end

--- case(layout): the case of a layout, by default of the best one. Every verb takes this case.
function methods:case(layout) return evaluated.case(self.found.q, chosen(self, layout)) end

--- config(as, layout): the layout as text for the configuration of a framework: "megatron", "torchtitan" or "deepspeed".
--- Second: a sentence with the settings in which the framework differs. nil and a sentence if the framework cannot express
--- the layout. Without `layout`: the best layout of the table that the framework can express, and its place.
function methods:config(as, layout)
  local write = require("twocs.read.configs.written").write
  if layout ~= nil then return write(self:case(layout), as) end
  best(self)
  local first_sentence
  for place in ipairs(self.kept) do
    local text, sentence = write(self:case(place), as)
    if text then return text, core.format("layout %d of %d%s", place, #self.kept, sentence and core.format("; %s", sentence)
      or "") end
    first_sentence = first_sentence or sentence
  end
  return nil, first_sentence
end

-- The best layout of another kind, or the second layout if all are of one kind.
local function runner_up(self)
  local first = best(self)
  local all = self.found.ranked
  for i = 2, all.n do
    local one = all:kind(i) ~= first.kind and all:at(i)
    if one and one.devices == first.devices then
      one.layout = one.layout or one.decode()
      return one.layout
    end
  end
  return self.kept[2] and self.kept[2].layout or mistake.raise("search: there is only one layout; give another one: { tp "
    .. "= 4 }")
end

--- deal(place): the stages of a dealt layout, by its place in the table `dealt`, by default the first one: tw.deal's table.
--- Second: its step [s].
function methods:deal(place)
  if not self.deals then mistake.raise("search: no layout is dealt: set deal = true") end
  local one = self.deals[place or 1]
  if not one then
    mistake.raise("search: there is no dealt layout %s; the table has %d", mistake.show(place or 1), #self.deals)
  end
  if not one.best then
    mistake.raise("search: layout %d is not dealt: it is no pipeline of 1f1b with vp = 1", place or 1)
  end
  return deal.table(one.best, one.case), one.best.t_step
end

--- why(layout): a table of the terms of a step [s] in the best layout and in another one, by default the best layout of
--- another kind. answer:draw draws it as a waterfall.
function methods:why(layout)
  local other = layout == nil and runner_up(self) or chosen(self, layout)
  local want, before, after, names, more = {}, {}, {}, {}, {}
  for i, term in ipairs(terms) do want[i], names[i] = term[1], term[2] end
  local one, two = sweep.eval(self:case(), want), sweep.eval(evaluated.case(self.found.q, other), want)
  for i, term in ipairs(terms) do
    before[i], after[i] = one[term[1]], two[term[1]]
    more[i] = after[i] - before[i]
  end
  return require("twocs.table").new{ n = #terms, names = { "term", "best", "other", "more" },
    columns = { term = names, best = before, other = after, more = more }, units = { best = "s", other = "s", more = "s" },
    meanings = { term = "compute, communication serialized with it or exposed, bubble and transfers of the pipeline",
      best = "in the best layout", other = "in the other layout",
      more = "additional time of the other layout" }, head = case.head(self.found.q.made),
    notes = { core.format("the other layout: %s", answer.words(self, other)) } }
end

-- The plateau, computed once; nil and a sentence if the uncertainty of times is not known.
local function likely(self)
  best(self)
  if self.sure == nil then self.sure, self.unsure = plateau.of(self.found) end
  return self.sure or nil, self.unsure
end

local likely_columns = {
  { "p_best", "1", "share of draws in which it is the best layout", function(one) return one.odds.best end },
  { "p_faster", "1", "share of draws in which it is faster than the nominal best", function(one) return one.better end },
  { "regret", "1", "expected regret, as a share of the best time", function(one) return one.odds.regret end },
  { "regret_far", "1", "90th percentile of regret, as a share of the best time", function(one) return one.odds.far end },
  { "assumed", "1", "share of its time that is not based on measurements", function(one) return one.assumed end },
}

--- likely(): a table of the layouts that are as good as the best one within the bands, with the probability of each to be
--- the best and its expected loss.
function methods:likely()
  local found, sentence = likely(self)
  if not found then mistake.raise("search: %s", sentence) end
  return table_of(self.found, found.list, likely_columns)
end

--- robust(): the layout with the smallest 90th percentile of regret, as fields for case().
function methods:robust()
  local found, sentence = likely(self)
  if not found then mistake.raise("search: %s", sentence) end
  return found.robust.layout
end

--- flip(): a table of the calibrated constants that would change the best layout within their 90 % bands, each moved alone,
--- the smallest move first: its value, the value at which another layout is the best, and this layout.
function methods:flip()
  best(self)
  if not plateau.timed[self.found.q.score] then
    mistake.raise("search: flip compares times (t_step, token_rate, mfu), not %s", self.found.q.score)
  end
  local list, moved = flip.of(self.found)
  local names, columns = { "constant", "value", "moved", "sds", "layout" }, {}
  for _, name in ipairs(names) do columns[name] = {} end
  for i, one in ipairs(list) do
    columns.constant[i], columns.value[i], columns.moved[i], columns.sds[i] = one.name, one.value, one.moved, one.by
    columns.layout[i] = answer.words(self, one.layout)
  end
  return require("twocs.table").new{ n = #list, names = names, columns = columns, units = {}, meanings = {
    constant = "calibrated constant", value = "its value", moved = "the value at which another layout is the best",
    sds = "the same as a multiple of its standard deviation", layout = "the best layout there" },
    head = case.head(self.found.q.made),
    notes = { core.format("%d constants were moved, each alone; those without a row do not change the best layout",
      moved) } }
end

--- front{ "t_step", "mem_byte" }: a table of the layouts that no other layout beats in two or three columns. The smallest
--- value is the best, or the largest with { mfu = "most" }.
function methods:front(columns)
  local found, list = front.of(self.found, self.again, columns)
  return table_of(found, list)
end

--- deadline(time, tokens): a table with a row for each number of devices of the search: the time that its best layout needs
--- for so many tokens, whether this meets the deadline, and the cost if the device has prices. A note names the smallest
--- number of devices.
function methods:deadline(time, tokens)
  best(self)
  return deadline.of(self.found, self.found.ranked:best_by_devices(), time, tokens)
end

--- neighbours(): the best layout with one axis at its next lower and next higher value: the step time relative to the best
--- layout, the memory, and the reason if the layout is not possible.
function methods:neighbours()
  local first, list = best(self), {}
  for k, devices in ipairs(self.found.q.devices) do
    for _, axis in ipairs(devices == first.devices and self.found.axes[k] or {}) do
      for i, value in ipairs(axis.values) do
        local near = value == first.layout[axis.name] and { axis.values[i - 1] or false, axis.values[i + 1] or false } or {}
        for _, other in ipairs(near) do
          if other and other ~= "all" then list[#list + 1] = { axis.name, other } end
        end
      end
    end
  end
  local names = { "field", "to", "t_step", "times", "mem_byte", "why" }
  local columns = {}
  for _, name in ipairs(names) do columns[name] = {} end
  for i, one in ipairs(list) do
    local made = evaluated.case(self.found.q, chosen(self, { [one[1]] = one[2] }))
    made.illegal = "allow"
    local of = sweep.eval(made, { "t_step", "mem_byte", "why" })
    local broken = of.why > 0 and require("twocs.ask.legal").sentence(of.why)
    columns.field[i], columns.to[i] = one[1], tostring(one[2])
    columns.t_step[i], columns.times[i] = of.t_step, of.t_step / first.of.t_step
    columns.mem_byte[i] = of.mem_byte
    columns.why[i] = broken or of.mem_byte > made.device.mem_size - self.found.q.reserve and "does not fit" or ""
  end
  return require("twocs.table").new{ n = #list, names = names, columns = columns, units = { t_step = "s", times = "1",
    mem_byte = "byte" }, meanings = { field = "changed field", to = "to", times = "step time over the best layout's",
    t_step = "a step", mem_byte = "memory of one device", why = "why it is not possible" },
    head = case.head(self.found.q.made) }
end

--- memory("1 GiB"): the answer to the same question if each device had so much more memory.
function methods:memory(more)
  local bytes, sentence = core.quantity(more, "byte", "memory")
  if not bytes then mistake.raise("%s", sentence) end
  local q = {}
  for key, value in pairs(self.found.q) do q[key] = value end
  q.reserve = q.reserve - bytes
  return answer.of(self.again(q), self.again)
end

--- draw(name, layout): the table of :why as a waterfall figure.
function methods:draw(name, layout)
  return require("twocs.figure").waterfall(name, self:why(layout), { x = "term", y = { "best", "other" },
    names = { "best", "other" }, title = "Terms in which another layout takes longer", ylabel = "Time of a step (s)" })
end

function methods:print() print(self) end

-- ---- How it prints.

--- words(self, layout, asked): the layout as text, "tp = 8, pp = 4 ...". Axes with the value 1 or with the first word are
--- left out, except the axis `asked`.
function answer.words(self, layout, asked)
  local parts = {}
  local function add(name)
    parts[#parts + 1] = core.format(rows.by_name[name].choice and '%s = "%s"' or "%s = %s", name, layout[name])
  end
  if asked then add(asked) end
  for _, name in ipairs(moving(self.found)) do
    local value, row = layout[name], rows.by_name[name]
    local plain = row.choice and value == rows.words(row)[1] or value == 1 or name == "shard" and layout.zero == "none"
    if not plain and name ~= asked then add(name) end
  end
  return #parts > 0 and table.concat(parts, ", ") or "one device"
end

local function axis_lines(found)
  local lines = {}
  for _, axis in ipairs(found.axes[#found.axes]) do
    local values = {}
    for i, value in ipairs(axis.values) do values[i] = tostring(value) end
    lines[#lines + 1] = core.format("  %-12s %s%s", axis.name, table.concat(values, " "),
      axis.why and core.format("  (%s)", axis.why) or "")
  end
  return lines
end

local function odds_words(one)
  return core.format("P(best) %.0f %%, expected regret %.1f %%, 90th percentile %.1f %%; %.0f %% of its time was "
    .. "not measured%s", 100 * one.odds.best, 100 * one.odds.regret, 100 * one.odds.far, 100 * one.assumed,
    one.assumed > 0.5 and ": this choice is based on assumed time" or "")
end

-- The probability of the best layout, and the robust layout.
local function sure_lines(self)
  local found, sentence = likely(self)
  if not found then return { core.format("  %s", sentence) } end
  local lines, robust = { core.format("  %s", odds_words(found.best)) }, found.robust
  if robust == found.best then lines[2] = "robust: the same"
  else
    lines[2] = core.format("robust: %s", answer.words(self, robust.layout))
    lines[3] = core.format("  predicted %.1f %% worse than the best; %s",
      100 * ranked.worse_by(self.found.q, robust.score, found.best.score), odds_words(robust))
  end
  lines[#lines + 1] = core.format("%d%s layouts of %d kinds may equal the best at %.0f %% (:likely lists them)",
    #found.list, found.more and " or more" or "", #found.kinds, 100 * plateau.sure)
  return lines
end

-- The layouts with deals by stage, and what the first of them gains over the best one without.
local function dealt_lines(self)
  if not self.deals then return {} end
  local first, even, lines = self.deals[1], self.kept[1], {}
  lines[1] = core.format("dealt by stage: %d layouts, of which %d were no use and %d do not fit with any deal",
    self.looked.all, self.looked.useless, self.looked.none)
  if not first then return lines end
  local gain = even and ranked.worse_by(self.found.q, even.of[self.found.q.score], first.score)
  if first.best then lines[2] = core.format("  best: %s, layers %s", answer.words(self, first.layout), first.layers) end
  lines[#lines + 1] = not gain and "  without a deal no layout is legal and fits"
    or gain > 1e-9 and core.format("  %.2f %% better than the best layout without a deal", 100 * gain)
    or "  no better than the best layout without a deal"
  lines[#lines + 1] = tostring(self.dealt)
  return lines
end

function class.__tostring(self)
  local found, counts, lines = self.found, self.counts, {}
  local q = found.q
  local function line(...) lines[#lines + 1] = core.format(...) end
  line("axes%s:", #q.devices > 1 and core.format(" on %.0f devices", q.devices[#q.devices]) or "")
  for _, text in ipairs(axis_lines(found)) do lines[#lines + 1] = text end
  line("%.0f layouts; %.0f legal, of these %.0f distinct; %.0f of these fit (reserved: %.3g GB of %.4g GB)", counts.all,
    counts.legal, counts.effective, counts.fits, q.reserve / 1e9, q.made.device.mem_size / 1e9)
  for _, text in ipairs(empty.fallen(found)) do lines[#lines + 1] = text end
  if not self.kept[1] then
    for _, text in ipairs(empty.nearest(found, self.again, function(...) return answer.words(self, ...) end)) do
      lines[#lines + 1] = text
    end
    for _, text in ipairs(dealt_lines(self)) do lines[#lines + 1] = text end
    return table.concat(lines, "\n")
  end
  line("best: %s", answer.words(self, self.layout))
  for _, text in ipairs(sure_lines(self)) do lines[#lines + 1] = text end
  line("%d%s layouts are within %.3g %% (the tolerance) of the best", self.plateau.n,
    self.plateau.more and " or more" or "", 100 * q.tolerance)
  lines[#lines + 1] = tostring(self.table)
  lines[#lines + 1] = core.format("best of each kind:\n%s", tostring(self.kinds))
  if #q.devices > 1 then lines[#lines + 1] = core.format("best of each number:\n%s", tostring(self.sizes)) end
  for _, text in ipairs(dealt_lines(self)) do lines[#lines + 1] = text end
  return table.concat(lines, "\n")
end

guard.objects("search", methods, class, "search:")
return answer
