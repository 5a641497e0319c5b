-- SPDX-License-Identifier: MIT
-- tw.deal: the layers and the recomputation of each pipeline stage with the shortest step. Each stage may have another
-- number of layers and another kind of recomputation; its time and memory are those of the engine for a stage of that kind
-- (first, middle, last) with that number of layers. The choice is exact, by dynamic programming over stages and layers.
--
-- The step of 1F1B with hidden transfers is the sum of the stages' times of one microbatch, plus the slowest stage's time
-- for each further microbatch (Narayanan et al. 2021, 2.2, for stages that differ). Work that is done once a step is left
-- out: it hardly depends on the deal.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local legal = require "twocs.ask.legal"
local mistake = require "twocs.common.mistake"
local parts = require "twocs.ask.parts"
local sweep = require "twocs.ask.sweep"

local deal = {}

local kinds = { "none", "selective", "full" }

-- The shortest sum of times with all times at most `slowest`: nil, or the sum and the option of each stage. options[s] is
-- a list of { layers =, t =, fits = }. even: weight of the squares of the times, which prefers equal stages.
local function shortest(options, total, slowest, even)
  local best, from = { [0] = 0 }, {}
  for s = 1, #options do
    local now, chosen = {}, {}
    for done, sum in pairs(best) do
      for k, one in ipairs(options[s]) do
        local layers = done + one.layers
        local t = sum + one.t + even * one.t * one.t
        if one.fits and one.t <= slowest and layers <= total and (not now[layers] or t < now[layers]) then
          now[layers], chosen[layers] = t, k
        end
      end
    end
    best, from[s] = now, chosen
  end
  if not best[total] then return nil end
  local picked, left = {}, total
  for s = #options, 1, -1 do
    picked[s] = from[s][left]
    left = left - options[s][picked[s]].layers
  end
  return best[total], picked
end

--- best(options, total, microbatches): the option of each stage with the shortest step, and this step; nil if no choice
--- deals all layers within the memory. options[s]: a list of { layers =, t = seconds of a microbatch, fits = }.
function deal.best(options, total, microbatches)
  local least = shortest(options, total, math.huge, 0)
  if not least then return nil end
  local times, seen = {}, {}
  for _, list in ipairs(options) do
    for _, one in ipairs(list) do
      if one.fits and not seen[one.t] then times[#times + 1], seen[one.t] = one.t, true end
    end
  end
  table.sort(times)
  local step, picked = math.huge, nil
  for _, slowest in ipairs(times) do
    if (microbatches - 1) * slowest + least >= step then break end
    local sum, options_of = shortest(options, total, slowest, 0)
    if sum and (microbatches - 1) * slowest + sum < step then
      step, picked = (microbatches - 1) * slowest + sum, options_of
    end
  end
  return picked, step
end

local near = 1e-3 -- of a step: among deals whose steps differ by less, the most even one is taken

-- The step of these options: the slowest stage, and the sum of all.
local function step_of(options, picked, microbatches)
  local most, sum = 0, 0
  for s, k in ipairs(picked) do most, sum = math.max(most, options[s][k].t), sum + options[s][k].t end
  return (microbatches - 1) * most + sum, most
end

-- The more even of two deals: the best one, or one with equal stages that is hardly slower.
local function more_even(options, total, microbatches, picked, step)
  local _, most = step_of(options, picked, microbatches)
  local _, even = shortest(options, total, most, 1 / most)
  local other = step_of(options, even, microbatches)
  if other <= (1 + near) * step then return even, other end
  return picked, step
end

-- Time and memory of a stage with n layers at each place in the pipeline, for one kind of recomputation.
local function of_layers(made, pp, n, kind)
  local layout = { first_layers = n, last_layers = n }
  if pp > 2 then layout.middle_layers = n end
  local one = { model = made.model{ layers = n * pp }, device = made.device, software = made.software,
    layout = made.layout(layout), run = made.run{ recompute = kind } }
  local t, at = parts.stages(one), {}
  for i = 1, t.n do
    at[t:column "stage"[i]] = { t = t:column "t"[i], mem = t:column "mem"[i], held = t:column "held_mem"[i],
      flight = t:column "flight"[i] }
  end
  return at
end

-- The options of each stage. A middle stage holds a microbatch less than the one before it.
local function options_of(made, pp, total, limit)
  local options, most = {}, math.min(total - pp + 1, 2 * math.ceil(total / pp) + 2)
  for s = 1, pp do options[s] = {} end
  for _, kind in ipairs(kinds) do
    for n = 1, most do
      local at = of_layers(made, pp, n, kind)
      for s = 1, pp do
        local one = at[s == 1 and "first" or s == pp and "last" or "middle"]
        local flight = math.min(one.flight, pp - s + 1)
        local mem = one.mem - one.held + one.held * flight / one.flight
        table.insert(options[s], { layers = n, kind = kind, t = one.t, mem = mem, fits = mem <= limit })
      end
    end
  end
  return options
end

local function refuse(made)
  local m, l = made.model, made.layout
  if l.pp < 2 then mistake.raise("deal: PP is %.0f: there is only one stage", l.pp) end
  if l.schedule ~= "1f1b" or l.vp > 1 then mistake.raise "deal: the schedule must be 1f1b without chunks (vp = 1)" end
  local kinds_of_layers = m.experts > 0 and m.moe_share < 1 or m.full_every > 0 or m.state_share % 1 > 0 or m.mtp > 0
    or m.window > 0 and m.window_share < 1 or m.cross_layers > 0 or m.vision_layers > 0
  if kinds_of_layers then mistake.raise "deal: all layers of the model must be equal" end
  if made.run.mode ~= "training" then mistake.raise "deal: the run must be training, not inference" end
  if l.pp > m.layers then mistake.raise("deal: %.0f stages are more than the %.0f layers", l.pp, m.layers) end
end

--- deal(case, { reserve = "4 GB" }): a table with a row for each stage: its layers, its recomputation, the time of a
--- microbatch [s] and its memory [byte]; and the step [s]. nil and a sentence if no deal fits.
function deal.deal(given, options)
  local made, reserve, sentence = case.split(given, {}), 0, nil
  for key, value in pairs(options or {}) do
    if key ~= "reserve" then mistake.raise('deal: unknown key "%s"; known: reserve', mistake.word(key)) end
    reserve, sentence = core.quantity(value, "byte", "reserve")
    if not reserve then mistake.raise("%s", sentence) end
  end
  refuse(made)
  local v = sweep.eval(given, { "pp", "layers", "microbatches", "mem_size" })
  local list = options_of(made, v.pp, v.layers, v.mem_size - reserve)
  local picked, step = deal.best(list, v.layers, v.microbatches)
  if not picked then
    return nil, core.format("deal: no distribution of %.0f layers over %.0f stages fits into %.1f GB, even with full "
      .. "recomputation", v.layers, v.pp, (v.mem_size - reserve) / 1e9)
  end
  picked, step = more_even(list, v.layers, v.microbatches, picked, step)
  local columns = { stage = {}, layers = {}, recompute = {}, t = {}, mem = {} }
  for s, k in ipairs(picked) do
    local one = list[s][k]
    columns.stage[s], columns.layers[s], columns.recompute[s] = s, one.layers, one.kind
    columns.t[s], columns.mem[s] = one.t, one.mem
  end
  return require("twocs.table").new{ n = #picked, names = { "stage", "layers", "recompute", "t", "mem" }, columns = columns,
    units = { stage = "1", layers = "1", t = "s", mem = "byte" }, meanings = { stage = "stage",
      layers = "layers of the stage", recompute = "recomputation of the stage", t = "time of a microbatch",
      mem = "memory" }, head = case.head(made),
    notes = { core.format("a step of 1F1B takes %.4g s, without work that is done once per step", step) } }, step
end

return deal
