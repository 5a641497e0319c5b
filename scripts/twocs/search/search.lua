-- SPDX-License-Identifier: MIT
-- tw.search: every layout of a model on a number of devices, the best layouts, and their counts. products.lua describes the
-- legal layouts as a few hundred products. Each product is one job of the engine, which keeps the best layouts of each
-- kind.
local answer = require "twocs.search.answer"
local case = require "twocs.ask.case"
local core = require "twocs.core"
local evaluated = require "twocs.search.evaluated"
local follow = require "twocs.ask.follow"
local gate = require "twocs.ask.gate"
local lists = require "twocs.common.lists"
local merged = require "twocs.search.merged"
local mistake = require "twocs.common.mistake"
local numbers = require "twocs.common.numbers"
local plateau = require "twocs.search.plateau"
local products = require "twocs.search.products"
local progress = require "twocs.common.progress"
local ranked = require "twocs.search.ranked"
local redealt = require "twocs.search.redealt"
local rows = require "twocs.data.rows"
local say = require "twocs.common.say"
local sinks = require "twocs.ask.sinks"
local software = require "twocs.ask.software"
local space = require "twocs.search.space"
local stop = require "twocs.common.stop"

local search = {}

local plateau_most = 1000 -- layouts that are kept to count those within the tolerance of the best
local front_most = 10000 -- layouts of one product that no other layout beats
-- Lower bounds of scores that are minimized, and upper bounds of scores that are maximized: first a cheap bound, then a
-- tighter one.
local floors = { t_step = { "t_step_floor", "t_step_slots" } }
local ceilings = { token_rate = { "token_rate_ceiling", "token_rate_slots" }, mfu = { "mfu_ceiling", "mfu_slots" } }
local most_places = 9007199254740992 -- 2 to the 53: up to this number a double holds every whole number

-- ---- Options of the script.

local options = { devices = true, over = true, least = true, most = true, keep = true, reserve = true, tolerance = true,
  where = true, deal = true }

local function devices_of(given)
  if given == nil then mistake.raise("search: on how many devices? Set devices = 512, or a list of numbers") end
  if type(given) ~= "table" then return { numbers.from_one("devices", given) } end
  if #given == 0 then mistake.raise("devices has no values") end
  lists.whole("devices", given)
  for i = 1, #given do numbers.from_one("devices", given[i]) end
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
  if chosen.least ~= nil and chosen.most ~= nil then mistake.raise("search: give least or most, not both") end
  local name = chosen.most or chosen.least or "t_step"
  if type(name) ~= "string" then mistake.raise("search: %s is not the name of a result", mistake.show(name)) end
  local row = rows.find(name)
  if row.record ~= "result" then mistake.raise('search: "%s" is a field, expected a result', name) end
  return row.name, chosen.most ~= nil
end

local function question_of(made, chosen)
  local q = { made = made, devices = devices_of(chosen.devices), over = chosen.over or {}, keep = numbers.from_one("keep",
    chosen.keep or 10), reserve = reserve_of(chosen.reserve), tolerance = chosen.tolerance or 0.05 }
  if type(q.tolerance) ~= "number" or not (q.tolerance >= 0 and q.tolerance < 1) then
    mistake.raise("tolerance is %s, expected a share below 1", mistake.show(q.tolerance))
  end
  q.score, q.most = score_of(chosen)
  q.where = sinks.conditions("where", chosen.where)
  gate.own(made, { q.score })
  if chosen.deal ~= nil and type(chosen.deal) ~= "boolean" then
    mistake.raise("search: deal is %s, expected true or false", mistake.show(chosen.deal))
  end
  q.deal = chosen.deal
  if q.deal then redealt.check(q) end
  return q
end

-- Layouts are compared by the work of one step. With a batch per replica this work grows with DP and would differ between
-- layouts.
local function check_batch(made, chosen)
  local run = made.run
  if run.global_batch > 0 or run.mode == "inference" then return end
  if not core.given(run, "b") then
    mistake.raise "search: no batch: expected run = { global_batch = ... }, the sequences of a step on all devices"
  elseif not (chosen.least or chosen.most) then
    say('b = %.0f is the batch of one replica, so layouts with more replicas do more work in a step: state global_batch, '
      .. 'or most = "token_rate"', run.b)
  end
end

-- ---- One number of devices.

-- Cases in which the software's settings are the same for all layouts: one case, or one for each PP if the software
-- distributes layers by PP.
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

-- "TP PP DP, optimizer": the degrees above 1, and the state that the sharding groups share.
local degrees = { "tp", "pp", "cp", "ep", "dp" }
local function kind_of(values, zeros)
  local words = {}
  for _, name in ipairs(degrees) do
    if values[name] > 1 then words[#words + 1] = name:upper() end
  end
  local kind = #words > 0 and table.concat(words, " ") or "one device"
  return values.dp * values.cp > 1 and values.zero > 0 and core.format("%s, %s", kind, zeros[values.zero + 1]) or kind
end

-- Numbers for the kinds of layouts in these products. By factor, the amount that each value adds to the number of the kind,
-- counted from 0; and the names of the kinds, counted from 1. The factors of the degrees and of the sharding determine the
-- kind.
local function kinds_of(all)
  local zeros, classes, n, adds, words = rows.words(rows.by_name.zero), {}, 0, {}, {}
  local function class_of(of, i) -- of: columns of the degrees
    local key = 0
    for d = 1, #degrees do key = 2 * key + (of[d][i] > 1 and 1 or 0) end
    if not classes[key] then
      local values = {}
      for d, name in ipairs(degrees) do values[name] = of[d][i] end
      classes[key], n = n * #zeros, n + 1
      for zero = 0, #zeros - 1 do
        values.zero = zero
        words[classes[key] + zero + 1] = kind_of(values, zeros)
      end
    end
    return classes[key]
  end
  local function classes_of(one)
    local own, of = {}, {}
    for d, name in ipairs(degrees) do of[d] = one.columns[name] end
    for i = 1, one.n do own[i] = class_of(of, i) end
    return own
  end
  for _, product in ipairs(all) do
    for _, one in ipairs(product) do
      local columns = one.columns
      if adds[one] == nil then
        adds[one] = columns.tp and classes_of(one) or columns.zero or false
      end
    end
  end
  return adds, words
end

-- The conditions of a layout that fits, { index in `want`, relation, value }. Their columns are added to `want`.
local at_most = 0
local function fits_of(q, made, want)
  want[#want + 1] = "mem_byte"
  local fits = { { #want, at_most, made.device.mem_size - q.reserve } }
  for _, one in ipairs(q.where) do
    want[#want + 1] = one[1]
    fits[#fits + 1] = { #want, one[2], one[3] }
  end
  return fits
end

local function add(counts, name, n) counts[name] = (counts[name] or 0) + n end

-- Adds the engine's results of a part to the answer.
local function collect(part, found)
  add(found.counts, "fits", core.kinds_fits(part.kinds))
  found.parts[#found.parts + 1] = part
end

-- The number of different layouts in products, and the number of legal points of the space that they represent.
local function sizes_of(all)
  local effective, legal = 0, 0
  for _, product in ipairs(all) do
    local n, total = 1, 1
    for _, one in ipairs(product) do n, total = n * one.n, total * one.total end
    effective, legal = effective + n, legal + total
  end
  return effective, legal
end

-- The layouts that an answer uses in addition to those within the tolerance of the best: the first ones of each kind and of
-- all. first = 0 if a kind may have more of these than are kept: then no layout may be left out.
local function asked_of(q, keep)
  local first = math.max(plateau.looked, evaluated.looked(q.keep))
  return { sure = plateau.of_each_kind, first = first <= keep and first or 0 }
end

-- A product as axes of the engine and, for each axis, the amounts that its values add to a layout's place and kind.
local function grid_of(product, adds)
  local grid = {}
  for f, one in ipairs(product) do
    grid[f] = { core.column(one.place), adds[one] and core.column(adds[one]) or false }
  end
  return { products.moved(product), grid }
end

-- Products in batches for the engine: up to 32 small ones, which threads process one each, or one large one, which all
-- threads share.
local together_most, large = 32, 1e5
local function together(all)
  local lists, open = {}, nil
  for _, product in ipairs(all) do
    local alone = sizes_of{ product } >= large
    if alone or not open or #open == together_most then
      open = {}
      lists[#lists + 1] = open
    end
    open[#open + 1] = product
    if alone then open = nil end
  end
  return lists
end

-- The best layouts of each kind of a part. After Ctrl-C, the layouts found so far are kept, and the counts cover the
-- finished products.
local function best_of_kinds(q, part, all, found)
  local adds = {}
  part.words = { false }
  if not q.one_kind then adds, part.words = kinds_of(all) end
  all = merged.of(all, adds)
  local want, bounds = {}, (q.most and ceilings or floors)[q.score] or {}
  local fits = fits_of(q, part.made, want)
  for _, bound in ipairs(bounds) do want[#want + 1] = bound end
  want[#want + 1] = q.score
  local keep = math.min(math.max(q.keep, q.plateau or plateau_most), (sizes_of(all)))
  part.asked = asked_of(q, keep)
  part.kinds = core.kinds(#part.words, keep, q.most, part.asked.sure, part.asked.first, q.tolerance)
  found.running = part
  for _, some in ipairs(together(all)) do
    local grids = {}
    for i, product in ipairs(some) do grids[i] = grid_of(product, adds) end
    local done = core.kinds_take(part.made, grids, want, fits, part.kinds, #bounds)
    for i, product in ipairs(some) do
      local effective, legal = sizes_of{ product }
      add(found.counts, "effective", done[i] and effective or 0)
      add(found.counts, "legal", done[i] and legal or 0)
    end
    stop.check()
  end
  found.running = nil
  collect(part, found)
end

-- The layouts of a part that no layout of the same product beats in the columns of a front.
local function front_of_products(q, part, all, found)
  local want = {}
  for i, name in ipairs(q.front.names) do want[i] = name end
  local fits = fits_of(q, part.made, want)
  local zeros = rows.words(rows.by_name.zero)
  for _, product in ipairs(all) do
    local got = { core.pareto(part.made, products.moved(product), want, fits, q.front.flags, front_most) }
    if not got[1] then
      mistake.raise("search: the front has more than %d layouts; use fewer columns", front_most)
    end
    for i = 1, #got[1] do
      local place, values = products.row(product, got[1][i])
      local one = { kind = kind_of(values, zeros), devices = part.devices, number = part.first + place, made = part.made,
        decode = function() return part.layout(place) end }
      for c = 1, #q.front.names do one[c] = got[1 + c][i] end
      found.front[#found.front + 1] = one
    end
  end
end

local function search_part(q, part, devices, found)
  local size = 1
  for _, axis in ipairs(part.axes) do size = size * #axis.values end
  part.devices, part.first = devices, found.counts.all
  if part.first + size > most_places then
    mistake.raise("search: a space of %.3g layouts, at most %.3g; narrow an axis, over = { vp = 1 }", part.first + size,
      most_places)
  end
  local all, fell = products.legal(part.made, part.axes, devices)
  part.layout = function(place) return products.values(part.axes, devices, place) end
  add(found.counts, "all", size)
  for rule, n in pairs(fell) do add(found.fell, rule, n) end
  if q.front then front_of_products(q, part, all, found) else best_of_kinds(q, part, all, found) end
end

-- ---- The whole.

-- Searches each number of devices; `found` holds the best layouts so far at any time.
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
  return { q = q, parts = {}, front = {}, counts = { all = 0, legal = 0, effective = 0, fits = 0 }, fell = {}, axes = {},
    done = 0, bar = bar }
end

local function ended(found)
  found.bar:clear()
  if found.running then collect(found.running, found) end
  found.ranked = ranked.of(found.parts, found.q)
  return found
end

--- found(q): the raw results of a search: the ranked best layouts (of each kind, or of all with q.one_kind), or a list for
--- q.front; the counts; and the number of layouts that each rule excluded.
function search.found(q)
  local found = empty(q)
  fill(found)
  stop.check()
  return ended(found)
end

-- After Ctrl-C: a table of the best layouts so far. The rest of an answer takes too long for a user who waits for the
-- program to stop.
local function stopped(found)
  local n = #found.q.devices
  stop.with(found.ranked:at(1) and answer.of(found, search.found).table, core.format("%.0f layouts%s",
    found.counts.legal, n > 1 and core.format(", %.0f of %.0f numbers of devices", found.done, n) or ""))
end

--- search{ model =, device =, devices = 512, run =, layout =, software =, plan =, over = { tp = { 1, 2 } }, keep = 10,
--- least = "t_step", where = {}, reserve = "4 GB", tolerance = 0.05, deal = true }: the best legal layouts that fit, as an
--- answer (answer.lua). devices: a number of devices, or a list of them. over: the values of axes, which are fields of the
--- layout or of the run; a field that the case states is fixed. least, or most: the score. reserve: bytes of each device's
--- memory that no layout may use, in addition to the software's workspace. tolerance: layouts whose score is within this
--- share of the best are its plateau. deal: the layers and the recomputation of pipelines are also dealt by stage
--- (redealt.lua).
function search.search(given)
  local made, chosen = case.split(given, options, nil, true)
  if case.of_limits(given) then mistake.raise("search: a case of tw.limits has its own search") end
  check_batch(made, chosen)
  local found = empty(question_of(made, chosen))
  local points = stop.keeping(function() fill(found) end)
  ended(found)
  if points then stopped(found) end
  return answer.of(found, search.found)
end

return search
