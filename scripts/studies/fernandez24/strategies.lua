-- SPDX-License-Identifier: MIT
-- Strategies separately: 7B on H100 with weak and with strong scaling, with pure FSDP, with hybrid groups (HSDP), with TP
-- or PP and FSDP over all replicas, and with the best layout of tw.scaling's grid; microbatch and recomputation are the
-- best of each.
local tw = require "twocs"
local study = require "twocs.study"
local fernandez24 = require "studies.fernandez24"

local function grid(changes)
  local made = {}
  for name, values in pairs(fernandez24.pure) do made[name] = values end
  for name, values in pairs(changes) do made[name] = values end
  return made
end
local strategies = { { "FSDP", grid{} }, { "HSDP", grid{ shard = { 8, 64, 512 } } },
  { "TP + FSDP", grid{ tp = { 2, 4, 8 } } }, { "PP + FSDP", grid{ pp = { 2, 4, 8, 16 } } }, { "best", nil } }

-- The best layout is drawn first, so that lines on top of it are visible.
local function best_first(t)
  return t:where{ strategy = "best" }:append(t:where(function(r) return r.strategy ~= "best" end))
end

local function drawn(name, run, per_gpu, figure)
  local names = { "gpus", "strategy", "tp", "pp", "shard", "mfu", "exposed", "idle", "gpu_rate" }
  local c = fernandez24.columns(names)
  for _, strategy in ipairs(strategies) do
    local case = fernandez24.case("llama2_7b", "h100_sxm", run)
    local t = tw.scaling(case, { gpus = tw.double(8, 16384), per_gpu = per_gpu, grid = strategy[2] })
    for row in t:rows() do
      if row.mfu == row.mfu then
        local i = #c.gpus + 1
        for _, column in ipairs(names) do c[column][i] = column == "strategy" and strategy[1] or row[column] end
      end
    end
  end
  local t = study.write(name, fernandez24.table(names, c, { gpus = "1", tp = "1", pp = "1", shard = "1", mfu = "1",
    exposed = "1", idle = "1", gpu_rate = "token/s" }, { gpus = "GPUs",
    strategy = "strategy", mfu = "Model FLOP utilisation" }))
  -- The number of GPUs up to which the best layout is hidden by HSDP, which is drawn over it.
  local function same_up_to()
    local last
    for row in t:where{ strategy = "HSDP" }:rows() do
      local best = t:where{ strategy = "best", gpus = row.gpus }
      if best.n == 0 or best[1].mfu - row.mfu > 0.01 then break end
      last = row.gpus
    end
    return last and tw.format("The line of the best is hidden by HSDP up to %.0f GPUs.", last) or ""
  end
  local function at_2k(strategy) return 100 * t:where{ strategy = strategy, gpus = 2048 }[1].mfu end
  study.lines(name .. "_mfu", best_first(t), { x = "gpus", y = "mfu", by = "strategy", logx = 2, ymin = 0, ymax = 0.8,
    title = tw.format("On 2K GPUs HSDP reaches an MFU of %.0f %%, pure FSDP of %.0f %%%s", at_2k "HSDP",
      at_2k "FSDP", figure.more),
    subtitle = figure.subtitle, legend = "", xlabel = "GPUs", ylabel = "Model FLOP utilisation",
    note = tw.format("%s%s", same_up_to(), figure.note or "") })
end

drawn("strategies_weak", {}, 2, { more = "",
  subtitle = "Llama 7B, H100, weak scaling, two sequences of 4096 on each GPU; " .. fernandez24.computed })
drawn("strategies_strong", { global_batch = 2048 }, nil, { more = "; beyond, mixes are best",
  subtitle = "Llama 7B, H100, strong scaling, 2048 sequences of 4096 a step; " .. fernandez24.computed,
  note = " FSDP and HSDP end where each replica has one sequence." })

-- With the calibrated model on 2048 GPUs, and the batch at which pure FSDP is as fast as with TP.
local gpus = 2048
local function mfu(strategy, per_gpu)
  return tw.scaling(fernandez24.today("llama2_7b", "h100_sxm", nil, "pytorch"), { gpus = { gpus }, per_gpu = per_gpu,
    grid = strategies[strategy][2] })[1].mfu
end
local enough = 0 / 0
for _, batch in ipairs{ 2, 4, 8, 16 } do
  if mfu(3, batch) / mfu(1, batch) - 1 <= fernandez24.noise / 100 then
    enough = batch
    break
  end
end
local function percent(strategy) return 100 * mfu(strategy, 2) end
study.conclude("strategies", {
  paper = tw.format("at scale TP or PP of %s beats pure FSDP.", study.published_text "P2-4"),
  remains = tw.format("on %.0f H100 7B reaches an MFU of %.0f %% under pure FSDP, %.0f %% with TP and %.0f %% with PP, and "
    .. "%.0f %% if FSDP shards within groups (PyTorch, two sequences of 4096 a GPU).", gpus, percent(1), percent(3),
    percent(4), percent(2)),
  turns = tw.format("with %.0f sequences a GPU TP adds no more than the model's error of %.0f %% to pure FSDP.", enough,
    fernandez24.noise) })
