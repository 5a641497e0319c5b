-- SPDX-License-Identifier: MIT
-- Strong scaling: 2048 sequences of 4096 in a step for any number of GPUs, on 8 to 16384 H100; pure FSDP and the best
-- layout of tw.scaling's grid. The effect of each doubling of the GPUs on throughput, tokens per joule and tokens per
-- GPU-hour, and the cost of a billion tokens.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local gpus, batch = tw.double(8, 16384), 2048
local wanted = { "gpus", "tp", "pp", "cp", "zero", "shard", "recompute", "gpu_rate", "mfu", "exposed", "idle",
  "device_power", "joule_tokens",
  "gpu_hours", "rent_low", "rent_high", "energy_low", "energy_high", "gain", "slope", "layouts", "fits" }
local names = { "model", "layout" }
for _, name in ipairs(wanted) do names[#names + 1] = name end
local c, units, meanings = fernandez24.columns(names), { model = "", layout = "" }, { model = "Model", layout = "layout" }
local function add(model, layout, t)
  for row in t:rows() do
    local i = #c.model + 1
    c.model[i], c.layout[i] = fernandez24.titles[model], layout
    for _, name in ipairs(wanted) do c[name][i] = row[name] end
  end
  for _, name in ipairs(wanted) do units[name], meanings[name] = t:unit(name), t:meaning(name) end
end
for _, model in ipairs(fernandez24.models) do
  local case = fernandez24.case(model, "h100_sxm", { global_batch = batch })
  add(model, "FSDP", tw.scaling(case, { gpus = gpus, grid = fernandez24.pure }))
  add(model, "best", tw.scaling(case, { gpus = gpus }))
end
local function there(r) return r.gpu_rate == r.gpu_rate end
local t = study.write("strong", fernandez24.table(names, c, units, meanings))
local best = t:where{ layout = "best" }:where(there)
-- The rows from which memory no longer forces a model's layout: nothing is recomputed.
local function roomy(own)
  for k = 1, own.n do
    if own[k].recompute == "none" then return own:pick(tw.linear(k, own.n, own.n - k + 1)) end
  end
  return own:pick{}
end

-- Each doubling, relative to the number of GPUs before.
local steps = fernandez24.columns{ "model", "gpus", "joule", "hour" }
for _, model in ipairs(fernandez24.models) do
  local own = roomy(best:where{ model = fernandez24.titles[model] })
  for k = 2, own.n do
    local i = #steps.gpus + 1
    steps.model[i], steps.gpus[i] = own[k].model, own[k].gpus
    steps.joule[i], steps.hour[i] = own[k].joule_tokens / own[k - 1].joule_tokens - 1,
      own[k].gpu_rate / own[k - 1].gpu_rate - 1
  end
end
local doublings = study.write("strong_doublings", fernandez24.table({ "model", "gpus", "joule", "hour" }, steps,
  { gpus = "1",
  joule = "1", hour = "1" }, { model = "Model", gpus = "GPUs after the doubling", joule = "tokens per joule",
  hour = "tokens per GPU-hour" }))
local claimed = doublings:where{ gpus = "<= 2048" } -- the numbers of GPUs in the paper
-- The paper's abstract says that returns diminish quickly, but not with each doubling: all doublings together.
local whole = fernandez24.columns{ "model", "gpus", "joule", "hour" }
for _, model in ipairs(fernandez24.models) do
  local own = roomy(best:where{ model = fernandez24.titles[model] }):where{ gpus = "<= 2048" }
  if own.n > 1 then
    local i, first, last = #whole.gpus + 1, own[1], own[own.n]
    whole.model[i], whole.gpus[i] = first.model, first.gpus
    whole.joule[i], whole.hour[i] = last.joule_tokens / first.joule_tokens - 1, last.gpu_rate / first.gpu_rate - 1
  end
end
local yields = study.write("strong_yields", fernandez24.table({ "model", "gpus", "joule", "hour" }, whole,
  { gpus = "1", joule = "1", hour = "1" }, { model = "Model", gpus = "smallest number of GPUs that is counted, up to 2048",
  joule = "tokens per joule", hour = "tokens per GPU-hour" }))
local note = "2048 sequences of 4096 a step, best layout of the grid; from the first size that needs no recomputation"
local squeezed = "model: the layouts required on few GPUs cost more than the network of more GPUs; steps on 8 to 64 "
  .. "resolve it"
study.finding{ "P2-14", yields, "joule", basis = "predicted", percent = true, label = "four models", note = note,
  cause = squeezed, noise = fernandez24.noise }
study.finding{ "P2-14b", yields, "hour", basis = "predicted", percent = true, label = "four models", note = note,
  cause = squeezed, noise = fernandez24.noise }
local seven = t:where{ model = "7B", gpus = 2048 }
local over = fernandez24.table({ "gain" }, { gain = { seven:where{ layout = "best" }[1].gpu_rate
  / seven:where{ layout = "FSDP" }[1].gpu_rate - 1 } }, { gain = "1" }, { gain = "best layout over pure FSDP, 2048 GPUs" })
study.finding{ "P2-13", study.write("strong_over_fsdp", over), "gain", basis = "predicted", percent = true, label = "7B",
  noise = fernandez24.noise, note = "2048 sequences of 4096 a step, best layout of the grid" }

local subtitle = "strong scaling, 2048 sequences of 4096 a step, best layout, H100; " .. fernandez24.computed
local rent = tw.devices.h100_sxm.rent_low * 3600 -- USD per hour
local function figure(name, y, options)
  local o = { x = "gpus", y = y, by = "model", logx = 2, legend = "Model", subtitle = subtitle, xlabel = "GPUs" }
  for key, value in pairs(options) do o[key] = value end
  study.lines(name, best, o)
end
-- "from 48 to 62 % to 10 to 30 %": the range of a column over the models on 2K and on 16K GPUs.
local function falls(column, scale)
  local function ends(count)
    local at = best:where{ gpus = count }
    return scale * at:top(1, column, "ascending")[1][column], scale * at:top(1, column)[1][column]
  end
  local a, b = ends(2048)
  local c, e = ends(16384)
  return a, b, c, e
end
figure("strong_mfu", "mfu", { percent = true, ymin = 0, ymax = 0.8, title = tw.format(
    "Utilisation is %.0f to %.0f %% on 2K GPUs, %.0f to %.0f %% on 16K", falls("mfu", 100)),
  ylabel = "Model FLOP utilisation" })
-- The smallest and largest value of a function of a row on 16384 GPUs.
local function on_most(of)
  local least, most = math.huge, -math.huge
  for row in best:where{ gpus = 16384 }:rows() do least, most = math.min(least, of(row)), math.max(most, of(row)) end
  return least, most
end
local least_power, most_power = on_most(function(r) return r.device_power end)
local least_wait, most_wait = on_most(function(r) return r.exposed + r.idle end)
figure("strong_power", "device_power", { ymin = 0, ymax = 700, title = tw.format(
    "On 16K GPUs each GPU waits %.0f to %.0f %% of a step, and still draws %.0f to %.0f W", 100 * least_wait,
      100 * most_wait,
    least_power, most_power),
  ylabel = "Power of a GPU" })
figure("strong_joule", "joule_tokens", { logy = true, title = tw.format(
    "One joule yields %.1f to %.1f tokens on 2K GPUs, %.1f to %.1f on 16K", falls("joule_tokens", 1)),
  ylabel = "Tokens per joule" })
figure("strong_money", "rent_low", { logy = true, title = tw.format(
    "A billion tokens cost %.0f to %.0f USD on 2K GPUs, %.0f to %.0f on 16K", falls("rent_low", 1)),
  subtitle = tw.format("%s; %.2g USD a GPU-hour", subtitle, rent),
  ylabel = "Rent per billion tokens (USD)" })

-- The parts of the energy of a token: 7B with the best layout.
local terms = { "wait_joule", "flop_joule", "move_joule", "send_joule", "host_joule", "building_joule" }
local asked = { "full_joule", "cap_joule", "step_joule", "token_joule", "devices" }
for _, name in ipairs(terms) do asked[#asked + 1] = name end
local energy = tw.scaling(fernandez24.case("llama2_7b", "h100_sxm", { global_batch = batch }), { gpus = gpus,
  want = asked })
local spent = fernandez24.columns{ "gpus", "waiting", "flop", "memory", "network", "node", "building" }
for i = 1, energy.n do
  local r = energy[i]
  local per_token, kept = r.token_joule * r.devices / r.step_joule, r.cap_joule / r.full_joule
  spent.gpus[i], spent.waiting[i], spent.flop[i] = r.gpus, r.wait_joule * per_token, r.flop_joule * kept * per_token
  spent.memory[i], spent.network[i] = r.move_joule * kept * per_token, r.send_joule * kept * per_token
  spent.node[i], spent.building[i] = r.host_joule * per_token, r.building_joule * per_token
end
local joule = { gpus = "1" }
for _, name in ipairs{ "waiting", "flop", "memory", "network", "node", "building" } do joule[name] = "J/token" end
-- The energy of a token on the most GPUs relative to 2048.
local few
for i, n in ipairs(spent.gpus) do few = n == 2048 and i or few end
local function grown(...)
  local before, after = 0, 0
  for _, name in ipairs{ ... } do
    before, after = before + spent[name][few], after + spent[name][#spent.gpus]
  end
  return after / before
end
study.stack("strong_energy", fernandez24.table({ "gpus", "waiting", "flop", "memory", "network", "node", "building" },
  spent, joule,
  { gpus = "GPUs", waiting = "waiting", flop = "arithmetic", memory = "memory", network = "network",
    node = "rest of the node",
    building = "data centre" }), { x = "gpus", y = { "flop", "memory", "network", "waiting", "node", "building" },
      labels = false, colours = { "compute", 0x0072b2, 0x009e73, "bubble", 0x7fd1b9, 0x4d4d4d },
  title = tw.format("From 2K to 16K GPUs a token's energy for waiting and nodes grows %.1f-fold, for arithmetic %.1f-fold",
    grown("waiting", "node"), grown "flop"),
  subtitle = "Llama 7B, " .. subtitle, xlabel = "GPUs",
    ylabel = "Energy of a token" })

study.conclude("strong", {
  paper = "more GPUs quickly yield less per joule and GPU-hour.",
  remains = tw.format("a doubling changes tokens per joule by %.0f to %+.0f %% without software overheads; the study of "
    .. "layouts has the calibrated model's.", 100 * claimed:top(1, "joule", "ascending")[1].joule,
    100 * claimed:top(1, "joule")[1].joule),
  turns = tw.format("it is reversed if memory requires a slower layout on fewer GPUs: %s, %.0f GPUs after the "
    .. "doubling.",
    claimed:top(1, "joule")[1].model, claimed:top(1, "joule")[1].gpus) })
