-- SPDX-License-Identifier: MIT
-- The constants of frameworks and clusters: twocs scripts/generate/constants.lua scripts/twocs/data/calibrated.lua. The
-- one thing to know: it needs the measured runs of scripts/twocs/runs/files.lua, of which nothing but these numbers is
-- kept; Korthikanti et al.'s eight rows are never fitted on, and of nanotron's layouts only the half that a hash of
-- them picks.
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local constants = require "twocs.predict.constants"
local search = require "twocs.predict.search"
local residuals = require "twocs.predict.residuals"
local runs = require "studies.runs"
local cases = require "twocs.predict.cases"

local fitted_on = { "foundry", "internevo", "dgxc", "mlperf", "nemo", "nanotron", "fms" }
local weight = { fms = 0.3 } -- eight rows of which the sharding groups are not all stated

-- keep(row): which of the file's rows; left out: of nanotron the half that a hash picks, of others all.
local function loaded(name, keep)
  local list, sentence = runs.read(name)
  if not list then
    io.stderr:write("constants: ", sentence, "\n")
    os.exit(3)
  end
  local own = cases.of(name, list)
  local rows = own:predicted(constants.start)
  own.use, own.measured = {}, {}
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

-- An error above what 0.3 is counts as that: a few rows that something else slowed down do not choose the constants.
-- Small errors count less than in proportion, so that the cost has no kink where a row is met exactly.
local function off(own, c)
  local times, sum = own:times(c), 0
  for _, i in ipairs(own.use) do
    local e = math.abs(math.log(times[i] / own.measured[i]))
    e = math.min(e, 0.3)
    sum = sum + e * e / (e + 0.02)
  end
  return sum / #own.use
end

-- Constants trade against each other, and a stack alone does not tell them apart: moving one away from where it is
-- expected costs 0.3 % of error for a factor of 1.5.
local tie = 0.02

local function least(names, start, moving, finest)
  return search.least(function(c)
    local sum, all, moved = 0, 0, 0
    for _, name in ipairs(constants.names) do
      local by = math.log(c[name] / constants.start[name])
      moved = moved + by * by
    end
    for _, name in ipairs(names) do
      local w = weight[name] or 1
      sum, all = sum + w * off(stacks[name], c), all + w
    end
    return sum / all + tie * moved
  end, start, moving, constants.bounds, finest)
end

-- What is predicted with has as it is what operators' data say; what stacks have for themselves says how much they differ.
local calibrated = {}
for _, name in ipairs(constants.names) do
  if not constants.known[name] then calibrated[#calibrated + 1] = name end
end
local function fitted(names, start, finest) return least(names, start, calibrated, finest) end
local function own_set(names, start) return least(names, start, constants.names) end

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

local lines = {}
local function line(...) lines[#lines + 1] = core.format(...) end
local function cells_of(c, names)
  local cells = {}
  for i, key in ipairs(names or constants.names) do cells[i] = core.format("%s = %.4g", key, c[key]) end
  return cells
end

local sets = {}
local function entry(name, c, cost)
  local cells = cells_of(c)
  line('sets["%s"] = { -- cost %.1f %%', name, 100 * cost)
  line("  %s,", table.concat(cells, ", ", 1, 5))
  line("  %s }", table.concat(cells, ", ", 6))
  sets[name] = c
end

-- ---- Bands (predict/bands.lua): from stacks other than those left out.

local coarse = 0.02 -- constants that only a band's width comes from need not be nearer than that

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
    place_of[other])), function() return (fitted(rest, constants.start, coarse)) end)
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

-- least: were constants fitted on these groups?
local function band(name, groups, sd, rows, least)
  local cells = cells_of(sd, bands.moved)
  line('bands["%s"] = { z = %.3f, constant = %.3f, rows = { sd = %.4g, nodes = %.3f, span = %.3f }, sd = {', name,
    bands.z(groups, least), bands.constant(groups), rows.sd, rows.nodes, rows.span)
  line("  %s,", table.concat(cells, ", ", 1, 5))
  line("  %s } }", table.concat(cells, ", ", 6))
end

local judged = { "korthikanti" }
for i, name in ipairs(fitted_on) do judged[i + 1] = name end
local function band_without(left_out)
  local groups = {}
  for _, name in ipairs(judged) do
    if name ~= left_out then
      local c, gone = without_two(name, left_out or name), { [name] = true, [left_out or ""] = true }
      local group = healthy(stacks[name] or loaded(name), c, spreads(c, gone))
      -- A cluster that nobody knows is as likely to be as far off as any of these.
      group.weight, group.rows = left_out and weight[name], rows_without(gone)
      groups[#groups + 1] = group
    end
  end
  local c, gone = sets["without " .. (left_out or "")] or sets.pooled, { [left_out or ""] = true }
  band(left_out or "none", groups, spreads(c, gone), rows_without(gone))
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
  for _, group in ipairs(groups) do group.rows = rows end
  band(name, groups, sd, rows, true)
end

line [[-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs, and how much stacks differ.
--   cost   of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   bands  for runs of that stack, which has no part in its band; "none" is for runs of a stack that is not known here
--          (predict/bands.lua): z, the constant band that would do as well, what is left of rows, and the sd of each
--          constant's logarithm
local sets, bands = {}, {}
]]
local pooled, cost = fitted(fitted_on, constants.start)
entry("pooled", pooled, cost)
for _, name in ipairs(fitted_on) do entry("without " .. name, fitted(without(name), constants.start)) end
for _, name in ipairs(fitted_on) do entry(name, own_set({ name }, pooled)) end
band_without(nil)
for _, name in ipairs(judged) do band_without(name) end
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
  entry(device, fitted(keys, constants.start))
  local groups, few = {}, #names < 3
  for _, name in ipairs(names) do
    local own, rest, gone, used = name .. " on " .. device, {}, { [name] = not few }, {}
    for other in pairs(away) do gone[other] = true end
    for _, other in ipairs(keys) do
      if other ~= own then rest[#rest + 1] = other end
    end
    for _, place in ipairs(stacks[own].use) do used[place] = true end
    local c = few and sets[device] or fitted(rest, constants.start, coarse)
    local group = healthy(stacks[own], c, spreads(c, gone), function(one) return used[one.place] end)
    group.weight, group.rows = weight[name], rows_without(gone)
    groups[#groups + 1] = group
  end
  band(device, groups, spreads(sets[device], away), rows_without(away), few)
end
line ""
line "return { sets = sets, bands = bands }"

local text = table.concat(lines, "\n") .. "\n"
if not arg[1] then
  io.write(text)
else
  local file = assert(io.open(arg[1], "wb"))
  assert(file:write(text))
  assert(file:close())
end
