-- SPDX-License-Identifier: MIT
-- Weak scaling with the best layout: four models on three generations, 8 to 131072 GPUs, each with the fastest layout of
-- tw.scaling's grid that is legal and fits (the column layouts is the number of different ones). The gain of the next
-- doubling of the GPUs in throughput, energy and money; one sequence of 4096 on each GPU.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local gpus = tw.double(8, 131072)
local wanted = { "gpus", "tp", "pp", "cp", "dp", "zero", "shard", "micro_batch", "vp", "recompute", "gpu_rate", "mfu",
  "exposed",
  "idle", "device_power", "joule_tokens", "gpu_hours", "rent_low", "rent_high", "energy_low", "energy_high", "gain",
    "slope",
  "layouts", "support" }
local names, c, units, meanings = { "model", "device" }, nil, nil, nil
for _, name in ipairs(wanted) do names[#names + 1] = name end
c = fernandez24.columns(names)
for _, device in ipairs(fernandez24.generations) do
  for _, model in ipairs(fernandez24.models) do
    local t = tw.scaling(fernandez24.case(model, device), { gpus = gpus, per_gpu = 1, layout = "best" })
    units, meanings = units or { model = "", device = "" }, meanings or { model = "Model", device = "generation" }
    for row in t:rows() do
      local i = #c.model + 1
      c.model[i], c.device[i] = fernandez24.titles[model], fernandez24.titles[device]
      for _, name in ipairs(wanted) do c[name][i] = row[name] end
    end
    for _, name in ipairs(wanted) do units[name], meanings[name] = t:unit(name), t:meaning(name) end
  end
end
local t = study.write("best", fernandez24.table(names, c, units, meanings))
local most = t:where(function(r) return r.gpu_rate == r.gpu_rate end):top(1, "gpus")[1].gpus
local last = t:where{ gpus = most }:where(function(r) return r.gpu_rate == r.gpu_rate end)
study.lines("best_mfu", t:where(function(r) return r.gpu_rate == r.gpu_rate end), { x = "gpus", y = "mfu", by = "model",
  panels = "device", logx = 2, ymin = 0.4, ymax = 0.8, legend = "Model", xlabel = "GPUs",
  title = tw.format("Under weak scaling the best layout reaches an MFU of %.0f to %.0f %% on %.0fK GPUs",
    100 * last:top(1, "mfu", "ascending")[1].mfu, 100 * last:top(1, "mfu")[1].mfu, most / 1024),
  subtitle = "One sequence of 4096 on each GPU; at each size the fastest of all legal layouts that fit; "
    .. fernandez24.computed,
  ylabel = "Model FLOP utilisation" })

-- The same with the calibrated model, for 7B on H100; and pure FSDP, whose weights are gathered from all GPUs.
local seven, few, many = fernandez24.today("llama2_7b", "h100_sxm", nil, "pytorch"), 128, 2048
local own = tw.scaling(seven, { gpus = { few, most }, per_gpu = 1, layout = "best" })
local pure = tw.scaling(seven, { gpus = tw.double(few, many), per_gpu = 1, grid = fernandez24.pure })
local mixed = tw.scaling(seven, { gpus = { few, many }, per_gpu = 1, grid = fernandez24.mixes })
local function change(t, name) return 100 * (t[t.n][name] / t[1][name] - 1) end
local lost = pure:where(function(r) return r.gpu_rate < 0.9 * pure[1].gpu_rate end)
study.conclude("best", {
  paper = "more GPUs soon add less per joule and per hour, even with the best layout.",
  remains = tw.format("if the batch grows with them and FSDP shards within groups, the throughput of a GPU with 7B changes "
    .. "by %+.0f %% from %.0f to %.0fK H100 (a step of %.0f million tokens), and tokens per joule by %+.0f %% (PyTorch).",
    change(own, "gpu_rate"), few, most / 1024, most * 4096 / 1e6, change(own, "joule_tokens")),
  turns = tw.format("pure FSDP over all GPUs has lost more than a tenth on %.0f and %.0f %% on %.0f; the best of TP, PP "
    .. "and FSDP has lost %.0f %% there. The studies of strong scaling and of layouts have a constant batch.",
    lost.n > 0 and lost[1].gpus or 0 / 0, -change(pure, "gpu_rate"), many, -change(mixed, "gpu_rate")) })
