-- SPDX-License-Identifier: MIT
-- The constants of frameworks and clusters: twocs scripts/generate/constants.lua scripts/twocs/data/calibrated.lua
-- scripts/twocs/data/held_out.lua. The one thing to know: it needs the measured runs of scripts/twocs/runs/files.lua, of
-- which nothing but these numbers is kept; Korthikanti et al.'s eight rows are never fitted on, and of nanotron's layouts
-- only the half that a hash of them picks.
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local constants = require "twocs.predict.constants"
local search = require "twocs.predict.search"
local residuals = require "twocs.predict.residuals"
local open = require "twocs.predict.open"
local reader = require "twocs.runs.read"
local runs = require "studies.runs"
local given = require "studies.given"
local cases = require "twocs.predict.cases"
local unfamiliar = require "twocs.predict.unfamiliar"

local fitted_on = { "foundry", "internevo", "dgxc", "mlperf", "nemo", "nanotron", "fms" }
local weight = { fms = 0.3 } -- eight rows of which the sharding groups are not all stated

local function stop(sentence)
  io.stderr:write("constants: ", sentence, "\n")
  os.exit(3)
end

-- keep(row): which of the file's rows; left out: of nanotron the half that a hash picks, of others all.
local function loaded(name, keep)
  local list, sentence = runs.read(name)
  if not list then stop(sentence) end
  local own = cases.of(name, list)
  local rows = own:predicted(constants.start)
  own.use, own.measured, own.list = {}, {}, list
  for _, one in ipairs(rows) do
    local r = one.row
    local kept = name ~= "nanotron" or runs.fitted(r.model, r.tp, r.pp, r.dp)
    if keep then kept = keep(r) end
    if kept and not one.sick then own.use[#own.use + 1] = one.place end
    own.measured[one.place] = one.measured
  end
  return own
end

local stacks = {}
for _, name in ipairs(fitted_on) do stacks[name] = loaded(name) end

-- Only the rows that are fitted on, for speed: { stack, measured times }.
local function fitted_rows(own)
  local list, measured = {}, {}
  for k, i in ipairs(own.use) do list[k], measured[k] = own.list[own.at[i]], own.measured[i] end
  return { stack = cases.of(own.name, list), measured = measured }
end

-- An error above what 0.3 is counts as that: a few rows that something else slowed down do not choose the constants.
-- Small errors count less than in proportion, so that the cost has no kink where a row is met exactly.
local function off(own, c)
  own.fitted = own.fitted or fitted_rows(own)
  local times, sum = own.fitted.stack:times(c), 0
  for i, measured in ipairs(own.fitted.measured) do
    local e = math.abs(math.log(times[i] / measured))
    e = math.min(e, 0.3)
    sum = sum + e * e / (e + 0.02)
  end
  return sum / #own.fitted.measured
end

-- Constants trade against each other, and runs do not always tell them apart. Moving one by a factor of 1.5 away from the
-- middle of its bounds costs 0.02 % of error, so that what no run tells stays there. A stack alone tells them apart least:
-- what it has for itself is the least move from what all have that explains it; there the same factor costs 0.3 %, but for
-- waits that others know nothing of.
local tie, tie_own = 0.001, 0.02

-- Mean of what stacks are off, with these constants.
local function off_all(names, c)
  local sum, all = 0, 0
  for _, name in ipairs(names) do
    local w = weight[name] or 1
    sum, all = sum + w * off(stacks[name], c), all + w
  end
  return sum / all
end

-- What a move from `middle` costs.
local function tied(c, middle, strength)
  local sum = 0
  for _, name in ipairs(constants.names) do
    local by = math.log(c[name] / middle[name])
    sum = sum + (constants.lone[name] and tie or strength) * by * by
  end
  return sum
end

local function with(c, name, value)
  local other = {}
  for key, own in pairs(c) do other[key] = own end
  other[name] = value
  return other
end

-- Does it matter to these stacks what a constant is?
local function known(names, c, name)
  local here = off_all(names, c)
  local function differs(value) return math.abs(off_all(names, with(c, name, value)) - here) > 1e-9 end
  return differs(1.5 * c[name]) or differs(c[name] / 1.5)
end

-- The least cost from `begin`, tied to `middle`. What no run tells is at the middle of its bounds, so that it is known as
-- that (predict/bands.lua).
local function least(names, begin, moving, finest, middle, strength)
  local c, cost = search.least(function(c)
    return off_all(names, c) + tied(c, middle or constants.start, strength or tie)
  end, begin, moving, constants.bounds, finest)
  local found = c
  for _, name in ipairs(moving) do
    if not known(names, c, name) then found = with(found, name, constants.start[name]) end
  end
  return found, cost
end

-- What is predicted with has as it is what operators' data say; what stacks have for themselves says how much they differ.
local calibrated = {}
for _, name in ipairs(constants.names) do
  if not constants.known[name] then calibrated[#calibrated + 1] = name end
end

local coarse = 0.02 -- constants that only a band's width comes from need not be nearer than that

-- With the waits at the upper ends of their bounds: a wait binds only where it is longer than a layer's compute, so that
-- a search finds it from above, and one that binds in no run goes back to the middle.
local function from_above(c)
  local begin = {}
  for key, value in pairs(c) do
    begin[key] = constants.waits[key] and not constants.known[key] and constants.bounds[key][2] or value
  end
  return begin
end

-- Each search begins at the middle of all bounds, or their ends, and so knows nothing of the answer.
local function fitted(names) return least(names, from_above(constants.start), calibrated) end
-- A stack alone tells them apart so badly that a search may end in any of several valleys: the deepest of those that are
-- reached with other waits in the beginning.
local waits_tried = { 1, 2, 4 }
local function own_set(names, middle)
  local found, cost = least(names, from_above(middle), constants.names, coarse, middle, tie_own)
  for _, by in ipairs(waits_tried) do
    local begin = {}
    for key, value in pairs(middle) do begin[key] = constants.waits[key] and by * value or value end
    local other, its = least(names, begin, constants.names, coarse, middle, tie_own)
    if its < cost then found, cost = other, its end
  end
  return found, cost
end

local function without(name)
  local rest = {}
  for _, other in ipairs(fitted_on) do
    if other ~= name then rest[#rest + 1] = other end
  end
  return rest
end

-- What is asked for again and again.
local kept, place_of = {}, {}
for i, name in ipairs(fitted_on) do place_of[name] = i end
local function once(key, make)
  if kept[key] == nil then kept[key] = make() end
  return kept[key]
end

-- Lines of the two files: of what all runs are predicted with, and of what a stack is judged by.
local files = { calibrated = {}, held_out = {} }
local lines
local function into(name) lines = files[name] end
local function line(...) lines[#lines + 1] = core.format(...) end
local function cells_of(c, names)
  local cells = {}
  for i, key in ipairs(names or constants.names) do cells[i] = core.format("%s = %.4g", key, c[key]) end
  return cells
end

local sets = {}
local function entry(name, c, cost)
  local cells = cells_of(c)
  into(name == "pooled" and "calibrated" or "held_out")
  line('sets["%s"] = { -- cost %.1f %%', name, 100 * cost)
  line("  %s,", table.concat(cells, ", ", 1, 5))
  line("  %s }", table.concat(cells, ", ", 6))
  sets[name] = c
end

-- ---- Bands (predict/bands.lua): from stacks other than those left out.

-- Constants without two stacks: with them a third one's band learns how far off the second lies, of which it has no part.
local function without_two(one, other)
  if not sets["without " .. one] then one, other = other, one end
  if not sets["without " .. one] then return sets.pooled end
  if not sets["without " .. other] or one == other then return sets["without " .. one] end
  local rest = {}
  for _, name in ipairs(without(one)) do
    if name ~= other then rest[#rest + 1] = name end
  end
  return once(core.format("without %s and %s", math.min(place_of[one], place_of[other]), math.max(place_of[one],
    place_of[other])), function() return (least(rest, sets["without " .. one], calibrated, coarse)) end)
end

-- gone: names of stacks.
local function spreads(mean, gone)
  local own = {}
  for _, name in ipairs(fitted_on) do
    if not gone[name] then
      own[#own + 1] = setmetatable({ weight = weight[name] }, { __index = sets[name] })
    end
  end
  return bands.spreads(constants.names, own, mean, constants.start)
end

local function healthy(own, c, sd, keep)
  local list = {}
  for _, one in ipairs((own:predicted(c, sd))) do
    if not one.sick and (not keep or keep(one)) then list[#list + 1] = one end
  end
  return list
end

-- Runs of a stack with its own constants.
local function with_own(name)
  return once("own " .. name, function()
    local list = healthy(stacks[name], sets[name])
    list.weight = weight[name]
    return list
  end)
end

local function rows_without(gone)
  local groups = {}
  for _, name in ipairs(fitted_on) do
    if not gone[name] then groups[#groups + 1] = with_own(name) end
  end
  return residuals.of(groups)
end

-- What gave constants, or was never fitted on and is predicted well: frameworks and generations of devices of each stack.
local judged = { "korthikanti" }
for i, name in ipairs(fitted_on) do judged[i + 1] = name end
local function listed(set)
  local list = {}
  for key in pairs(set) do list[#list + 1] = key end
  table.sort(list)
  return list
end
local stacks_known = {}
for _, name in ipairs(judged) do
  local software, peaks = {}, {}
  for _, one in ipairs((stacks[name] or loaded(name)).of_case) do
    if one.made.software.name then software[one.made.software.name] = true end
    peaks[one.made.device.peak_bf16] = true
  end
  stacks_known[name] = { software = listed(software), peaks = listed(peaks) }
end

-- Files as users write them, of which no constant is fitted: how far off they are, and published runs below, says how far
-- off others may be.
local unseen = { "asynctp", "aws", "b200_llama70b", "dgxc_fp8_llama", "kempner", "mlperf6_deepseekv3_671b",
  "mlperf6_gpt_oss_20b", "mlperf6_llama31_405b", "mlperf6_llama31_8b", "nanogpt", "olmo", "torchao", "xtuner" }
local function own_file(name)
  return once(core.format("file %s", name), function()
    local path, sentence = given.path(core.format("runs/own/%s.csv", name))
    if not path then stop(sentence) end
    return cases.of(name, assert(reader.read(path, "own")))
  end)
end

-- Published runs, of which no constant is fitted either, by their set.
local published_file = (arg[0]:match "^(.*)/generate/[^/]*$" or "scripts") .. "/studies/runs/published.csv"
local function published(c, sd)
  local stack = once("published", function()
    return cases.of("published", assert(reader.read(published_file, "own")))
  end)
  local groups, by = {}, {}
  for _, one in ipairs(healthy(stack, c, sd)) do
    local name = one.row.set
    if not by[name] then
      by[name] = { name = name }
      groups[#groups + 1] = by[name]
    end
    table.insert(by[name], one)
  end
  return groups
end

-- What its rows leave open, with the pooled constants: the change hardly depends on them.
local function left_open(name)
  return once(core.format("open %s", name), function()
    local self = { name = name, stack = own_file(name), constants = sets.pooled, entry = reader.entry "own" }
    return (open.of(self, healthy(self.stack, sets.pooled)))
  end)
end

local function groups_without(left_out)
  local groups = {}
  for _, name in ipairs(judged) do
    if name ~= left_out then
      local c, gone = without_two(name, left_out or name), { [name] = true, [left_out or ""] = true }
      local group = healthy(stacks[name] or loaded(name), c, spreads(c, gone))
      -- A cluster that nobody knows is as likely to be as far off as any of these.
      group.weight, group.name, group.band = left_out and weight[name], name, { rows = rows_without(gone), gone = name }
      groups[#groups + 1] = group
    end
  end
  local c, gone = sets["without " .. (left_out or "")] or sets.pooled, { [left_out or ""] = true }
  for _, name in ipairs(unseen) do
    if name ~= left_out then
      local group = healthy(own_file(name), c, spreads(c, gone))
      group.name, group.band = name, { rows = rows_without(gone), gone = left_out }
      open.widen(left_open(name), group, own_file(name))
      groups[#groups + 1] = group
    end
  end
  for _, group in ipairs(published(c, spreads(c, gone))) do
    if group.name ~= left_out then
      group.band = { rows = rows_without(gone), gone = left_out }
      groups[#groups + 1] = group
    end
  end
  return groups
end

-- What is unfamiliar adds, from all of these groups but one.
local function parts_of(groups, but)
  local lists = {}
  for _, group in ipairs(groups) do
    if group.name ~= but then
      local list = { weight = group.weight or 1 }
      for i, one in ipairs(group) do
        local rows = residuals.sd(one, group.band.rows)
        list[i] = { off = core.log(one.measured / one.predicted),
          expected = { up = rows * rows + one.up * one.up, down = rows * rows + one.down * one.down },
          found = unfamiliar.of(one.made, stacks_known, group.band.gone) }
      end
      lists[#lists + 1] = list
    end
  end
  return unfamiliar.parts(lists)
end

local function cells_of_side(parts)
  local cells = {}
  for i, one in ipairs(unfamiliar.list) do cells[i] = core.format("%s = %.4g", one[1], parts[one[1]]) end
  return table.concat(cells, ", ")
end

-- least: were constants fitted on these groups?
local function band(name, groups, sd, rows, least_z, parts)
  local cells = cells_of(sd, bands.moved)
  into(name == "none" and "calibrated" or "held_out")
  line('bands["%s"] = { z = %.3f, constant = %.3f, rows = { sd = %.4g, nodes = %.3f, span = %.3f },', name,
    bands.z(groups, least_z), bands.constant(groups), rows.sd, rows.nodes, rows.span)
  if parts then
    line("  gone = \"%s\",", name)
    line("  parts = { up = { %s },", cells_of_side(parts.up))
    line("    down = { %s } },", cells_of_side(parts.down))
  end
  line "  sd = {"
  for i = 1, #cells, 5 do line("    %s,", table.concat(cells, ", ", i, math.min(i + 4, #cells))) end
  line "  } }"
end

local function band_without(left_out)
  local groups = groups_without(left_out)
  for _, group in ipairs(groups) do
    group.band.parts, group.band.stacks = parts_of(groups, group.name), stacks_known
  end
  local c, gone = sets["without " .. (left_out or "")] or sets.pooled, { [left_out or ""] = true }
  band(left_out or "none", groups, spreads(c, gone), rows_without(gone), false, parts_of(groups))
end

-- Of a stack whose constants are known from some of its models or sizes: each number of GPUs is a group. What its own runs
-- tell is known; how far off single ones are tells the rest.
local function band_within(name, own, stack)
  local by, groups, used, all = {}, {}, {}, {}
  for _, i in ipairs(own.use) do used[i] = true end
  local sd = spreads(sets[name], { [stack] = true })
  for key in pairs(sd) do
    if sets[name][key] and math.abs(core.log(sets[name][key] / constants.start[key])) > 1e-6 then sd[key] = 0 end
  end
  for _, one in ipairs(healthy(own, sets[name], sd, function(one) return used[one.place] end)) do
    local key = one.v.devices
    if not by[key] then
      by[key] = {}
      groups[#groups + 1] = by[key]
    end
    table.insert(by[key], one)
    all[#all + 1] = one
  end
  local rows = residuals.of{ all }
  for _, group in ipairs(groups) do group.band = { rows = rows } end
  band(name, groups, sd, rows, true)
end

into "calibrated"
line [[-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each means), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all stacks;
-- those found without a stack, by which twocs says how far to trust it, are read where somebody asks (held_out.lua).
--   cost   of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   bands  "none" is for runs of a stack that is not known here (predict/bands.lua): z, the constant band that would do as
--          well, what is left of rows, what is added where a run is unfamiliar (predict/unfamiliar.lua), and the sd of each
--          constant's logarithm
--   stacks frameworks of each stack, and peaks in BF16 of its devices, which are their generations
local sets, bands = {}, {}
]]
into "held_out"
line [[-- SPDX-License-Identifier: MIT
-- Constants and bands for runs of one stack (data/calibrated.lua), made by scripts/generate/constants.lua. The one thing to
-- know: "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it; the
-- plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ. No stack and
-- no set of published runs has a part in the band of its name.
local sets, bands = {}, {}
]]
local pooled, cost = fitted(fitted_on)
entry("pooled", pooled, cost)
for _, name in ipairs(fitted_on) do entry("without " .. name, fitted(without(name))) end
for _, name in ipairs(fitted_on) do entry(name, own_set({ name }, pooled)) end
band_without(nil)
for _, name in ipairs(judged) do band_without(name) end
for _, name in ipairs(unseen) do band_without(name) end
for _, group in ipairs(published(sets.pooled)) do band_without(group.name) end
-- Of nanotron also what one model says about the other, and few GPUs about many.
for _, part in ipairs{ { "nanotron 3B", function(r) return r.model == "3B" end },
  { "nanotron 8B", function(r) return r.model == "8B" end },
  { "nanotron to 32 GPUs", function(r) return r.gpus <= 32 end } } do
  stacks[part[1]] = loaded("nanotron", part[2])
  entry(part[1], own_set({ part[1] }, sets["without nanotron"])) -- from where none of its other part is known
  band_within(part[1], stacks[part[1]], "nanotron")
end
-- What one device says about another. Each of its stacks is left out where the others are two or more; fms, which has runs
-- on both, does not say what another device changes.
for _, device in ipairs{ "A100", "H100" } do
  local names, keys, away = {}, {}, { fms = true }
  for _, name in ipairs(fitted_on) do
    local key = name .. " on " .. device
    stacks[key] = loaded(name, function(r) return tostring(r.gpu_type or "H100"):upper():find(device, 1, true) ~= nil end)
    weight[key] = weight[name]
    if #stacks[key].use > 0 then keys[#keys + 1] = key else away[name] = true end
    if not away[name] then names[#names + 1] = name end
  end
  entry(device, fitted(keys))
  local groups, few = {}, #names < 3
  for _, name in ipairs(names) do
    local own, rest, gone, used = name .. " on " .. device, {}, { [name] = not few }, {}
    for other in pairs(away) do gone[other] = true end
    for _, other in ipairs(keys) do
      if other ~= own then rest[#rest + 1] = other end
    end
    for _, place in ipairs(stacks[own].use) do used[place] = true end
    local c = few and sets[device] or least(rest, sets[device], calibrated, coarse)
    local group = healthy(stacks[own], c, spreads(c, gone), function(one) return used[one.place] end)
    group.weight, group.band = weight[name], { rows = rows_without(gone) }
    groups[#groups + 1] = group
  end
  band(device, groups, spreads(sets[device], away), rows_without(away), few)
end
into "calibrated"
line ""
line "local stacks = {"
for _, name in ipairs(judged) do
  local peaks, software = {}, {}
  for i, peak in ipairs(stacks_known[name].peaks) do peaks[i] = core.format("%.5g", peak) end
  for i, one in ipairs(stacks_known[name].software) do software[i] = core.format('"%s"', one) end
  line("  %s = { software = { %s }, peaks = { %s } },", name, table.concat(software, ", "), table.concat(peaks, ", "))
end
line "}"
line ""
line [[
local function others(list, kind)
  return setmetatable(list, { __index = function(_, name) return require("twocs.data.held_out")[kind][name] end })
end

return { sets = others(sets, "sets"), bands = others(bands, "bands"), stacks = stacks }]]
into "held_out"
line ""
line "return { sets = sets, bands = bands }"

for i, name in ipairs{ "calibrated", "held_out" } do
  local text = table.concat(files[name], "\n") .. "\n"
  if not arg[i] then
    io.write(text)
  else
    local file = assert(io.open(arg[i], "wb"))
    assert(file:write(text))
    assert(file:close())
  end
end
