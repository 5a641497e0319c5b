-- SPDX-License-Identifier: MIT
-- Fits the constants of frameworks and clusters: twocs scripts/generate/constants.lua scripts/twocs/data/calibrated.lua
-- scripts/twocs/data/held_out.lua. It needs the measured runs of scripts/twocs/runs/files.lua; only these numbers are kept
-- of them. The eight rows of Korthikanti et al. are never used for fits, and of nanotron's layouts only the half that a
-- hash selects.
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local constants = require "twocs.predict.constants"
local search = require "twocs.predict.search"
local residuals = require "twocs.predict.residuals"
local mixture = require "twocs.predict.mixture"
local open = require "twocs.predict.open"
local reader = require "twocs.runs.read"
local runs = require "studies.runs"
local given = require "studies.given"
local cases = require "twocs.predict.cases"
local unfamiliar = require "twocs.predict.unfamiliar"

local fitted_on = { "foundry", "internevo", "dgxc", "mlperf", "nemo", "nanotron", "fms" }
local weight = { fms = 0.3 } -- eight rows, and some do not state their sharding groups

local function stop(sentence)
  io.stderr:write("constants: ", sentence, "\n")
  os.exit(3)
end

-- The runs of a file as a stack; its list `use` has the rows for fits. keep(row): whether to use a row; by default, of
-- nanotron the half that a hash selects, and of other files all rows.
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

-- Only the rows for fits, for speed: { stack, measured times }.
local function fitted_rows(own)
  local list, measured = {}, {}
  for k, i in ipairs(own.use) do list[k], measured[k] = own.list[own.at[i]], own.measured[i] end
  return { stack = cases.of(own.name, list), measured = measured }
end

-- The cost of the rows of a stack. An error of the logarithm above 0.3 counts as 0.3, so that a few rows that were slow for
-- another reason do not determine the constants. Small errors count less than in proportion, so that the cost has no kink
-- where a prediction is exact.
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

-- Runs do not always distinguish the effects of two constants. Moving a constant by a factor of 1.5 from the middle of its
-- bounds therefore costs as much as 0.02 % of error, and a constant that no run determines stays there. The runs of one
-- stack distinguish constants least. The own constants of a stack are therefore the smallest move from the pooled constants
-- that explains its runs: the same factor costs 0.3 %, except for waits that only one stack determines (constants.lone).
local tie, tie_own = 0.001, 0.02

-- The weighted mean cost of the rows of these stacks, with these constants.
local function off_all(names, c)
  local sum, all = 0, 0
  for _, name in ipairs(names) do
    local w = weight[name] or 1
    sum, all = sum + w * off(stacks[name], c), all + w
  end
  return sum / all
end

-- The cost of moving the constants from `middle`.
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

-- Whether a constant has an effect on the errors of these stacks.
local function known(names, c, name)
  local here = off_all(names, c)
  local function differs(value) return math.abs(off_all(names, with(c, name, value)) - here) > 1e-9 end
  return differs(1.5 * c[name]) or differs(c[name] / 1.5)
end

-- The constants with the smallest cost, searched from `begin`; moves from `middle` cost. A constant without effect is set
-- to the middle of its bounds, by which predict/bands.lua recognises it.
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

-- The constants that are fitted for predictions: constants.known keep their values from operators' data. Only the sets of
-- single stacks, which show how much stacks differ, fit all constants.
local calibrated = {}
for _, name in ipairs(constants.names) do
  if not constants.known[name] then calibrated[#calibrated + 1] = name end
end

local coarse = 0.02 -- the final step of a search whose constants are only used for the width of a band

-- The constants with the waits at the upper ends of their bounds. A wait has an effect only if it is longer than the
-- compute of a layer, so a search must begin above it. A wait without effect in any run goes back to the middle.
local function from_above(c)
  local begin = {}
  for key, value in pairs(c) do
    begin[key] = constants.waits[key] and not constants.known[key] and constants.bounds[key][2] or value
  end
  return begin
end

-- Each search begins at the middle or at an end of the bounds, so its start does not contain the answer.
local function fitted(names) return least(names, from_above(constants.start), calibrated) end
-- The runs of one stack distinguish the constants so badly that a search can end in one of several local minima. This is
-- the smallest of the minima that are reached from several values of the waits.
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

-- Results that are used several times, by key.
local kept, place_of = {}, {}
for i, name in ipairs(fitted_on) do place_of[name] = i end
local function once(key, make)
  if kept[key] == nil then kept[key] = make() end
  return kept[key]
end

-- Lines of the two files: constants for predictions (calibrated), and constants for the evaluation of stacks (held_out).
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

-- ---- Bands (predict/bands.lua), from the stacks that are not left out.

-- Constants fitted without two stacks. The band of one of them is computed from the error of the other with these
-- constants, to which neither of the two contributed.
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

-- The sd of each constant, from the stacks that are not in `gone`, a set of names.
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

-- The predicted runs of a stack, with its own constants.
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

-- The stacks that gave constants, and korthikanti, which is not used for fits and is predicted well. stacks_known: the
-- frameworks of each, and the peaks of its devices, which distinguish generations.
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

-- Files as users write them. No constant is fitted to them or to the published runs below, so their errors show what errors
-- to expect for other files.
local unseen = { "asynctp", "aws", "b200_llama70b", "dgxc_fp8_llama", "kempner", "mlperf6_deepseekv3_671b",
  "mlperf6_gpt_oss_20b", "mlperf6_llama31_405b", "mlperf6_llama31_8b", "nanogpt", "olmo", "torchao", "xtuner" }
local function own_file(name)
  return once(core.format("file %s", name), function()
    local path, sentence = given.path(core.format("runs/own/%s.csv", name))
    if not path then stop(sentence) end
    return cases.of(name, assert(reader.read(path, "own")))
  end)
end

-- Published runs, grouped by their set. No constant is fitted to them either.
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

-- The fields that the rows of a file leave open, with the pooled constants: the changes hardly depend on the constants.
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
      -- For the band of an unknown cluster, all of these stacks have the same weight.
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

-- The sd that each unfamiliar property adds, from all of these groups except one.
local function parts_of(groups, but)
  local lists = {}
  for _, group in ipairs(groups) do
    if group.name ~= but then
      local list = { weight = group.weight or 1 }
      for i, one in ipairs(group) do
        local rows, more = residuals.sd(one, group.band.rows), mixture.variance(one.open)
        list[i] = { off = core.log(one.measured / one.predicted),
          expected = { up = rows * rows + one.up * one.up + more.up,
            down = rows * rows + one.down * one.down + more.down },
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

-- least_z: whether constants were fitted on these groups (bands.z).
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

-- The band of a stack whose constants were fitted on some of its models or sizes. Each number of GPUs is a group. Constants
-- that these runs determine are certain; the width of the band comes from the other constants and from residuals of runs.
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
-- Constants of frameworks and clusters (their meanings are in predict/constants.lua), calibrated by
-- scripts/generate/constants.lua to runs that others measured. "pooled" is one set for all stacks. Sets that were fitted
-- without one stack, which show the accuracy of predictions, are in held_out.lua, which is read only when it is used.
--   cost   of the fitted rows: their mean error, in which small errors count less than in proportion, plus the cost of
--          moved constants
--   bands  "none" is for runs of an unknown stack (predict/bands.lua): z; the equivalent constant band; the residuals of
--          rows; what unfamiliar properties of a run add (predict/unfamiliar.lua); and the sd of the logarithm of each
--          constant
--   stacks frameworks of each stack, and the BF16 peaks of its devices, which distinguish generations
local sets, bands = {}, {}
]]
into "held_out"
line [[-- SPDX-License-Identifier: MIT
-- Constants and bands for runs of one stack (data/calibrated.lua), made by scripts/generate/constants.lua. The set "without
-- x" was fitted without the stack x; the accuracy of predictions of x is measured with it. The set with the plain name of a
-- stack was fitted to this stack alone; it only shows how much pooling costs and how much stacks differ. The band with the
-- name of a stack, or of a set of published runs, is computed without its runs.
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
-- Parts of nanotron's runs: constants from one model predict the other, and constants from few GPUs predict many.
for _, part in ipairs{ { "nanotron 3B", function(r) return r.model == "3B" end },
  { "nanotron 8B", function(r) return r.model == "8B" end },
  { "nanotron to 32 GPUs", function(r) return r.gpus <= 32 end } } do
  stacks[part[1]] = loaded("nanotron", part[2])
  entry(part[1], own_set({ part[1] }, sets["without nanotron"])) -- which no run of the other part determined
  band_within(part[1], stacks[part[1]], "nanotron")
end
-- Constants from one device predict the other. For the band, each stack on the device is left out in turn, if two or more
-- others remain. fms has runs on both devices, so it does not show the effect of another device.
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
