-- SPDX-License-Identifier: MIT
-- Shared code of the studies of whole steps, which extend the paper as section 6 of Pati et al. proposes: H100 with
-- calibrated operators and Megatron-Core, training cases, and the parts of a step.
local tw = require "twocs"

local beyond = {}

--- A training case of `model` on H100: `batch` sequences of `sl` tokens in a step; more: fields of the layout, the run or
--- the software.
function beyond.training(model, sl, batch, more)
  local case = { model = model, device = "h100_sxm", software = { like = "megatron_core" },
    layout = { sp = "yes", zero = "optimizer", p2p_hidden = "yes" },
    run = { sl = sl, global_batch = batch, micro_batch = 1 } }
  for _, part in ipairs{ "layout", "run", "software" } do
    for key, value in pairs(more and more[part] or {}) do case[part][key] = value end
  end
  return case
end

--- DeepSeek-V3 as its report trains it (arXiv:2412.19437, 3.2 and 3.3), with the experts' exchanges hidden or not
--- ("yes", "no"). deepseek_step: the published seconds of a step, from 2.664 M GPU-hours of 2,048 H800 for 14.8 T tokens,
--- in batches of 15,360 sequences of 4,096 (after the first batches, which are smaller). Nothing is fitted to this time.
function beyond.deepseek(hidden)
  return { model = tw.models.deepseek_v3{ mtp = 1 }, device = "h800_sxm",
    software = { like = "megatron_core", dispatch_byte = 1.03, fp8_recipe = "block", moment_byte = 4 },
    layout = { pp = 16, dp = 128, ep = 64, schedule = "dualpipe", zero = "optimizer", dispatch = "nodes", route_nodes = 4,
      ep_overlap = hidden },
    run = { sl = 4096, global_batch = 15360, micro_batch = 1, format = "fp8", recompute_norms = "yes",
      recompute_activation = "yes", recompute_latent = "yes" } }
end
beyond.deepseek_step = 2.664e6 * 3600 / 2048 / (14.8e12 / (15360 * 4096))

--- The parts of a step: columns of times, their names and their colours.
beyond.parts = { "t_step_cmp", "t_step_ser", "t_step_exp", "t_bubble", "t_hops" }
beyond.part_names = { "Compute", "Serialized communication", "Exposed communication", "Bubble", "Transfers between stages" }
beyond.part_colours = { "compute", "serialized", "exposed", "bubble", 0x0072b2 }

--- The rows with the largest `column` among rows with the same keys.
function beyond.best(t, keys, column)
  local seen = {}
  return t:sort(column, "descending"):where(function(r)
    local words = {}
    for i, key in ipairs(keys) do words[i] = tostring(r[key]) end
    local key = table.concat(words, " ")
    if seen[key] then return false end
    seen[key] = true
    return true
  end):sort(keys)
end

--- A table from rows { name = value }; columns: a list of { name, unit, meaning }, with unit nil for texts.
function beyond.table(rows, columns)
  local given = { n = #rows, names = {}, columns = {}, units = {}, meanings = {} }
  for i, column in ipairs(columns) do
    local name, values = column[1], {}
    for k, row in ipairs(rows) do values[k] = row[name] end
    given.names[i], given.columns[name], given.units[name], given.meanings[name] = name, values, column[2], column[3]
  end
  return tw.table(given)
end

return beyond
