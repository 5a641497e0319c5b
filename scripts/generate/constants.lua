-- SPDX-License-Identifier: MIT
-- The constants of frameworks and clusters: twocs scripts/generate/constants.lua scripts/twocs/data/calibrated.lua. The
-- one thing to know: it needs the measured runs of scripts/twocs/runs/files.lua, of which nothing but these numbers is
-- kept; Korthikanti et al.'s eight rows are never fitted on, and of nanotron's layouts only the half that a hash of
-- them picks.
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local constants = require "twocs.predict.constants"
local search = require "twocs.predict.search"
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
  own.use = {}
  for _, one in ipairs(rows) do
    local r = one.row
    local kept = name ~= "nanotron" or runs.fitted(r.model, r.tp, r.pp, r.dp)
    if keep then kept = keep(r) end
    if kept and not one.sick then own.use[#own.use + 1] = one.place end
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
    local e = math.abs(math.log(times[i] / own.rows[i].step_time_s))
    e = math.min(e, 0.3)
    sum = sum + e * e / (e + 0.02)
  end
  return sum / #own.use
end

-- Constants trade against each other, and a stack alone does not tell them apart: moving one away from where it is
-- expected costs 0.3 % of error for a factor of 1.5.
local tie = 0.02

local function fitted(names, start, moving)
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
  end, start, moving or constants.names, constants.bounds)
end

local function without(name)
  local rest = {}
  for _, other in ipairs(fitted_on) do
    if other ~= name then rest[#rest + 1] = other end
  end
  return rest
end

local lines = {}
local function line(...) lines[#lines + 1] = core.format(...) end
local function entry(name, c, cost)
  local cells = {}
  for i, key in ipairs(constants.names) do cells[i] = core.format("%s = %.4g", key, c[key]) end
  line('sets["%s"] = { -- cost %.1f %%', name, 100 * cost)
  line("  %s,", table.concat(cells, ", ", 1, 5))
  line("  %s }", table.concat(cells, ", ", 6))
end

line [[-- SPDX-License-Identifier: MIT
-- Constants of frameworks and clusters (predict/constants.lua says what each stands for), calibrated by
-- scripts/generate/constants.lua to runs that others measured. The one thing to know: "pooled" is one set for all
-- stacks; "without x" was found without the stack x, which is predicted with it where twocs says how far to trust it;
-- the plain name of a stack is that stack's own, and says only how much pooling costs.
--   cost    of the rows fitted on: their errors, small ones counting less than in proportion, and how far constants moved
--   spread  measured over predicted of each stack that was left out, by kind of run (predict/bands.lua): quantiles
local sets, spread = {}, {}
]]
-- Measured over predicted of a stack with constants found without it: at most 21 quantiles of each kind of run.
local function spread(name, c)
  local kinds, cells = { plain = {}, strained = {} }, {}
  for _, one in ipairs(stacks[name]:predicted(c)) do
    if not (one.sick and name == "nanotron") then
      table.insert(kinds[bands.strained(one) and "strained" or "plain"], one.measured / one.predicted)
    end
  end
  for _, kind in ipairs{ "plain", "strained" } do
    local list, shown = kinds[kind], {}
    table.sort(list)
    local n = math.min(#list, 21)
    for i = 1, n do shown[i] = core.format("%.3f", list[math.ceil((i - 0.5) * #list / n)]) end
    local rest = n > 14 and ",\n    " .. table.concat(shown, ", ", 15) or ""
    local text = table.concat(shown, ", ", 1, math.min(n, 14)) .. rest
    if n > 0 then cells[#cells + 1] = core.format("  %s = { %s }", kind, text) end
  end
  line('spread["%s"] = {', name)
  line("%s }", table.concat(cells, ",\n"))
end

local pooled, cost = fitted(fitted_on, constants.start)
entry("pooled", pooled, cost)
for _, name in ipairs(fitted_on) do
  local c, found = fitted(without(name), constants.start)
  entry("without " .. name, c, found)
  spread(name, c)
end
for _, name in ipairs(fitted_on) do entry(name, fitted({ name }, pooled)) end
-- Of nanotron also what one model says about the other, and few GPUs about many.
for _, part in ipairs{ { "nanotron 3B", function(r) return r.model == "3B" end },
  { "nanotron 8B", function(r) return r.model == "8B" end },
  { "nanotron to 32 GPUs", function(r) return r.gpus <= 32 end } } do
  stacks[part[1]] = loaded("nanotron", part[2])
  entry(part[1], fitted({ part[1] }, pooled))
end
line ""
line "return { sets = sets, spread = spread }"

local text = table.concat(lines, "\n") .. "\n"
if not arg[1] then
  io.write(text)
else
  local file = assert(io.open(arg[1], "wb"))
  assert(file:write(text))
  assert(file:close())
end
