-- SPDX-License-Identifier: MIT
-- power.def compared with measured nodes: MLPerf's language models (BERT, LoRA of a 70B model) on nodes of eight H100 of
-- one vendor, AC and DC side. Two numbers, node = base + factor x the power of flop, traffic and messages of its GPUs at
-- the assumed energies, are fitted to the DC side of one node and tested on the rest. LoRA's step times are measured,
-- BERT's are ours, because its batch is not stated. Frozen weights have no gradients, so LoRA runs two of three passes;
-- another row shows the result for three. Skipped if the measurements are missing.
local given = require "studies.given"
local fernandez24 = require "studies.fernandez24"
local study = require "twocs.study"
local papers = require "studies.papers"
local tw = require "twocs"

local mlperf = {}
local machine = fernandez24.machine "h100_sxm"
local per_node = 8

local function rows_of(path)
  local list = {}
  for row in assert(tw.read(path)):rows() do
    if row.bench == "bert" or row.bench == "llama2_70b_lora" then
      list[#list + 1] = { bench = row.bench, side = row.side, nodes = row.nodes_logged, watt = row.steady_node_w }
    end
  end
  return list
end

-- Measured steps of the vendor's LoRA by number of nodes.
local function lora_steps(path)
  local by = {}
  for row in assert(tw.read(path)):rows() do
    if row.submitter == "smc-ac-power" and row.bench == "llama2_70b_lora" then by[row.nodes] = row.step_time_s end
  end
  return by
end

local fp8 = papers.run{ format = "fp8", attention = "fused" }
-- Activations of two bytes, as in Transformer Engine.
local software = tw.software.ideal{ act_byte = 2 }
local function run_of(changes)
  local run = {}
  for key, value in pairs(fp8) do run[key] = value end
  for key, value in pairs(changes) do run[key] = value end
  return run
end

-- Power of a GPU in addition to waiting, at the assumed energies and without a cap.
local function beyond_of(case, share, step)
  local r = tw.eval(case, { "full_joule", "t_step" })
  return share * r.full_joule / (step or r.t_step)
end

local function bert()
  return beyond_of({ model = "bert", device = machine, layout = { dp = 8 }, software = software,
    run = run_of{ sl = 512, b = 48 } }, 1)
end

local function lora(nodes, share, step)
  local layout = { tp = 4, cp = nodes > 1 and 2 or 1, dp = nodes > 1 and 8 or 2, sp = "yes", zero = "optimizer" }
  return beyond_of({ model = "llama2_70b", device = machine, layout = layout, software = software, illegal = "allow",
    run = run_of{ sl = 8192, global_batch = 8, micro_batch = 1, dropout = "no" } }, share, step)
end

local function mean(list, of)
  local sum = 0
  for _, x in ipairs(list) do sum = sum + of(x) end
  return sum / #list
end

local function where(list, keep)
  local kept = {}
  for _, x in ipairs(list) do
    if keep(x) then kept[#kept + 1] = x end
  end
  return kept
end

-- Both numbers from two workloads: the line through their means.
local function fitted(inside, x)
  local function at(bench) return mean(where(inside, function(r) return r.bench == bench end),
    function(r) return r.watt end) end
  local factor = (at "llama2_70b_lora" - at "bert") / (per_node * (x.llama2_70b_lora[1] - x.bert[1]))
  return at "bert" - factor * per_node * x.bert[1], factor
end

--- A table with a row for each number of LoRA's passes: the fitted numbers, the errors on the other rows and those of a
--- constant, and LoRA's node power from one to eight nodes; nil and a sentence if the measurements are missing.
function mlperf.table()
  local power, sentence = given.path "runs/power_mlperf.csv"
  local times = given.path "runs/train_mlperf.csv"
  if not power or not times then return nil, sentence or "runs/train_mlperf.csv is not here" end
  local rows, steps = rows_of(power), lora_steps(times)
  local function is_inside(r) return r.side == "DC" and r.nodes == 1 end
  local inside, outside = where(rows, is_inside), where(rows, function(r) return not is_inside(r) end)
  local constant = mean(inside, function(r) return r.watt end)
  local function off(list, guess) return mean(list, function(r) return math.abs(guess(r) / r.watt - 1) end) end
  local names = { "passes", "base", "factor", "inside", "outside", "constant", "fall" }
  local c = {}
  for _, name in ipairs(names) do c[name] = {} end
  for i, passes in ipairs{ 2, 3 } do
    local x = { bert = { bert() }, llama2_70b_lora = { lora(1, passes / 3, steps[1]), [8] = lora(8, passes / 3,
      steps[8]) } }
    local base, factor = fitted(inside, x)
    local function guess(r) return base + factor * per_node * x[r.bench][r.nodes] end
    local one, many = { bench = "llama2_70b_lora", nodes = 1 }, { bench = "llama2_70b_lora", nodes = 8 }
    c.passes[i], c.base[i], c.factor[i] = passes, base, factor
    c.inside[i], c.outside[i] = off(inside, guess), off(outside, guess)
    c.constant[i], c.fall[i] = off(outside, function() return constant end), guess(many) / guess(one) - 1
  end
  local t = tw.table{ names = names, columns = c, units = { passes = "1", base = "W", factor = "1", inside = "1",
    outside = "1",
    constant = "1", fall = "1" }, meanings = { passes = "passes counted for LoRA, of three",
      base = "8 wait_power + host_power",
      factor = "dynamic_scale", inside = "mean error, rows fitted", outside = "mean error, held-out rows",
      constant = "the same of a constant", fall = "node power of LoRA, 8 nodes against 1" } }
  return t, #inside, #outside
end

--- Whether the two numbers halve the error of a constant for both counts of LoRA's passes; if not, the data cannot
--- distinguish them.
function mlperf.tells(t)
  for row in t:rows() do
    if not (row.factor > 0 and row.outside <= row.constant / 2) then return false end
  end
  return true
end

if arg and arg[0] and arg[0]:match "power/mlperf%.lua$" then
  local t, inside, outside = mlperf.table()
  if not t then print("skipped: " .. inside)
  else
    print(tw.format("%.0f rows fitted, %.0f left out; measured fall of LoRA's node power: -14.2 %% (AC)", inside, outside))
    study.write("mlperf", t):print()
    local two, three = t[1], t[2]
    print(tw.format("counted as LoRA runs (two passes): %.1f %% off on the rows left out, a constant %.1f; with three %.1f",
      100 * two.outside, 100 * two.constant, 100 * three.outside))
    print(mlperf.tells(t) and "the two numbers halve a constant's error however LoRA is counted" or
      "the data cannot distinguish the two numbers from a constant: workloads that differ by 4 % do not determine a slope")
  end
end

return mlperf
