-- SPDX-License-Identifier: MIT
-- tw.deal: the layers and the recomputation of each pipeline stage with the shortest step. The layers of the model are
-- dealt in their order; a stage takes what its own layers take (stage_costs.lua). The choice is exact for the closed form
-- of shortest_deal.lua. The step is then that of the engine, and the pipeline part of it is played stage by stage.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local costs = require "twocs.search.stage_costs"
local layout_string = require "twocs.data.layout_string"
local legal = require "twocs.ask.legal"
local mistake = require "twocs.common.mistake"
local rows = require "twocs.data.rows"
local shortest_deal = require "twocs.search.shortest_deal"
local software = require "twocs.ask.software"

local deal = {}

local near = 1e-3 -- of a step: among deals whose steps differ by less, the most even one is taken
local passes_most = 2e5 -- passes that are played; the rest of a longer step goes on as the second half of these

-- ---- The step of a deal.

-- Seconds of the passes and transfers of n microbatches on stages with these times, { t, f }.
local function played(p, list, n)
  local f, b = {}, {}
  for s, one in ipairs(list) do f[s], b[s] = one.f, one.t - one.f end
  return core.timeline{ schedule = "1f1b", pp = p.stages, vp = 1, microbatches = n, hop = p.t_hop,
    blocking = 1 - p.hops_hidden, forward_only = 0, buckets = 1, f = f, b = b }.step
end

--- played(p, list): the same of all microbatches of a step.
function deal.played(p, list)
  local n = math.min(p.microbatches, math.floor(passes_most / p.stages))
  local t, half = played(p, list, n), math.floor(n / 2)
  if n == p.microbatches then return t end
  return t + (t - played(p, list, half)) * (p.microbatches - n) / (n - half)
end

-- The stages of a deal: { layers, kind, t, f, mem }. kind: place of the recomputation of all stages; nil: each its fastest.
-- nil if a stage does not fit.
local function stages_of(p, ends, kind, any)
  local list, i = {}, 0
  for s, j in ipairs(ends) do
    local _, k = p:fastest(s, i, j)
    k = kind or k
    if not k then return nil end
    local t, f = p:passes(k, s, i, j)
    list[s] = { layers = j - i, kind = p.words[k], k = k, t = t, f = f, mem = p:memory(k, s, i, j) }
    if not any and list[s].mem > p.limit then return nil end
    i = j
  end
  return list
end

local function ends_of(layers)
  local ends, sum = {}, 0
  for s, n in ipairs(layers) do
    sum = sum + n
    ends[s] = sum
  end
  return ends
end

-- Seconds of a step with these stages. The engine knows the step of a pipeline whose middle stages are alike and that
-- recomputes in one way: of that with the same ends, and the first stage's recomputation. The deal differs from it by what
-- the two take when they are played.
local function step_of(p, list)
  local first, last, k = list[1].layers, list[#list].layers, list[1].k
  local middle = p.stages > 2 and math.ceil((p.layers - first - last) / (p.stages - 2)) or 0
  local t = core.run(p.kinds[k].made, { costs.fields({ first }, { middle }, { last }) }, { "t_step" })[1][1]
  local layers = layout_string.layers_of{ layers = p.layers, pp = p.stages, first_layers = first, middle_layers = middle,
    last_layers = last }
  return t + deal.played(p, list) - deal.played(p, stages_of(p, ends_of(layers), k, true))
end

-- The deals without a choice: the layers as the engine deals them, with each kind of recomputation that fits.
local function evens(p)
  local names, l, list = { "pp", "layers", "first_layers", "middle_layers", "last_layers", "rule_stages" }, {}, {}
  for k, column in ipairs(core.run(p.kinds[1].made, {}, names)) do l[names[k]] = column[1] end
  if l.rule_stages == 0 then return list, "illegal" end
  local ends = ends_of(layout_string.layers_of(l))
  for k in ipairs(p.words) do list[#list + 1] = stages_of(p, ends, k) end
  return list, "does not fit"
end

--- best(made, words, reserve, most): of a case with a pipeline, for these words of `recompute`: { stages = list of {
--- layers, kind, t, f, mem }, t_step, mem = of the fullest device, even = t_step of the shortest even deal that fits with
--- one kind of recomputation, or the words "illegal" or "does not fit", costs }. The deal is never slower than the even
--- one. nil if none fits; nil and true if no deal can have a step below `most` seconds.
function deal.best(made, words, reserve, most)
  local p = costs.of(made, words, reserve)
  if most and ((p.microbatches - 1) / p.stages + 1) * p.floor > most then return nil, true end
  local ends = shortest_deal.best(p)
  if not ends then return nil end
  local chosen = stages_of(p, shortest_deal.more_even(p, ends, near))
  local best = { stages = chosen, t_step = step_of(p, chosen), costs = p }
  local list, even = evens(p)
  for _, one in ipairs(list) do
    local t = step_of(p, one)
    if type(even) ~= "number" or t < even then even = t end
    if t <= best.t_step and one[p.stages].layers >= p.least[p.stages] then best.stages, best.t_step = one, t end
  end
  best.even, best.mem = even, 0
  for _, one in ipairs(best.stages) do best.mem = math.max(best.mem, one.mem + p.workspace_mem) end
  return best
end

-- ---- What is refused.

--- refused(made): why the layers of a case are not dealt, or nil. A pipeline is not asked for.
function deal.refused(made)
  local m, l = made.model, made.layout
  if made.run.mode ~= "training" then return "only for training" end
  if software.deals_by(made, "pp") then return "this software deals the layers itself" end
  for _, name in ipairs{ "first_layers", "middle_layers", "last_layers" } do
    if core.states(l, name) then return core.format("the case states %s", name) end
  end
  local piped = case.with(made, "layout", { pp = math.max(2, l.pp) }) -- only stages ask for the places of layers
  local alike = { "leads", "dense_part", "full_part", "full_apart" }
  for k, column in ipairs(core.run(piped, {}, alike)) do alike[alike[k]] = column[1] end
  local mixed = m.experts > 0 and alike.dense_part > 0 and alike.leads == 0
    or alike.full_part > 0 and alike.full_part < 1 and alike.full_apart == 0 or m.cross_layers > 0
  if mixed then
    return "the layers are of several kinds without places: expected dense_at = \"first\", or full_every"
  end
  return nil
end

--- some(layers, pp): a legal deal as fields of a layout: as even as whole layers allow.
function deal.some(layers, pp)
  if pp == 2 then return { first_layers = math.ceil(layers / 2), last_layers = math.floor(layers / 2) } end
  local first = math.max(1, math.floor(layers / pp))
  local last = math.min(first, layers - first - (pp - 2))
  return { first_layers = first, last_layers = last, middle_layers = math.ceil((layers - first - last) / (pp - 2)) }
end

--- room(made): whether each stage can have a layer, the last one its prediction layers.
function deal.room(made) return made.layout.pp - 1 + math.max(0, made.model.mtp) <= made.model.layers end

local function refuse(made)
  local m, l = made.model, made.layout
  if l.pp < 2 then mistake.raise("deal: PP is %.0f: there is only one stage", l.pp) end
  if l.schedule ~= "1f1b" then mistake.raise "deal: only for the schedule 1f1b" end
  if l.vp > 1 then
    mistake.raise "deal: only without chunks (vp = 1): a stage's chunks are not neighbours, so that its layers are no run"
  end
  local why = deal.refused(made)
  if why then mistake.raise("deal: %s", why) end
  if not deal.room(made) then mistake.raise("deal: %.0f stages for %.0f layers", l.pp, m.layers) end
  legal.must_be(case.with(made, "layout", deal.some(m.layers, l.pp)), "deal")
end

-- ---- The verb.

local shown = { { "stage", "1", "stage" }, { "layers", "1", "layers of it" }, { "recompute", nil, "its recomputation" },
  { "t", "s", "time of a microbatch" }, { "mem", "byte", "memory of a device, with the framework's workspace" } }

--- words(best): the layers of a deal as a layout string.
function deal.words(best)
  local layers = {}
  for s, one in ipairs(best.stages) do layers[s] = one.layers end
  return layout_string.of_stages(layers, best.costs.mtp)
end

--- table(best, made): a table with a row for each stage of a deal.
function deal.table(best, made)
  local columns, names, units, meanings = {}, {}, {}, {}
  for k, one in ipairs(shown) do names[k], columns[one[1]], units[one[1]], meanings[one[1]] = one[1], {}, one[2], one[3] end
  for s, one in ipairs(best.stages) do
    columns.stage[s], columns.layers[s], columns.recompute[s] = s, one.layers, one.kind
    columns.t[s], columns.mem[s] = one.t, one.mem + best.costs.workspace_mem
  end
  local even = type(best.even) == "number" and core.format("%.4g s with an even deal", best.even)
    or core.format("the even deal %s", best.even == "illegal" and "is illegal" or best.even)
  return require("twocs.table").new{ n = #best.stages, names = names, columns = columns, units = units, meanings = meanings,
    head = case.head(made), notes = { core.format("a step takes %.4g s (%s)", best.t_step, even),
      core.format("layers by stage, as a layout string: %s", deal.words(best)) } }
end

local function words_of(given)
  local known = rows.words(rows.by_name.recompute)
  if given == nil then return known end
  local list, seen = type(given) == "table" and given or { given }, {}
  if #list == 0 then mistake.raise("deal: recompute has no words") end
  for i = 1, #list do
    rows.value("recompute", list[i])
    if seen[list[i]] then mistake.raise("deal: recompute: %s occurs twice", mistake.show(list[i])) end
    seen[list[i]] = true
  end
  return list
end

local function options_of(options)
  local reserve, sentence = 0, nil
  for key in pairs(options) do
    if key ~= "reserve" and key ~= "recompute" then
      mistake.raise('deal: unknown key "%s"; known: reserve, recompute', mistake.word(key))
    end
  end
  if options.reserve ~= nil then
    reserve, sentence = core.quantity(options.reserve, "byte", "reserve")
    if not reserve then mistake.raise("%s", sentence) end
  end
  return reserve, words_of(options.recompute)
end

--- deal(case, { reserve = "4 GB", recompute = { "none", "full" } }): a table with a row for each stage: its layers, its
--- recomputation (of these words; by default of all), the time of a microbatch [s] and its memory [byte]; and the step [s].
--- nil and a sentence if no deal fits.
function deal.deal(given, options)
  local made = case.split(given, {})
  local reserve, words = options_of(options or {})
  refuse(made)
  local best = deal.best(made, words, reserve)
  if not best then
    return nil, core.format("deal: no deal of %.0f layers to %.0f stages fits into %.1f GB, with recomputation %s",
      made.model.layers, made.layout.pp, (made.device.mem_size - reserve) / 1e9, table.concat(words, " or "))
  end
  return deal.table(best, made), best.t_step
end

return deal
