-- SPDX-License-Identifier: MIT
-- What the studies of whole steps share (section 6 of Pati et al. says what would have to be folded in): H100 with
-- operators and the software Megatron-Core as calibrated, training cases, and the parts of a step.
local tw = require "twocs"

local beyond = {}

--- A training case of `model` on H100: sequences of `sl` tokens, `batch` of them in a step; more: fields of the layout,
--- the run or the software.
function beyond.training(model, sl, batch, more)
  local case = { model = model, device = "h100_sxm", software = { like = "megatron_core" },
    layout = { sp = "yes", zero = "optimizer", p2p_hidden = "yes" },
    run = { sl = sl, global_batch = batch, micro_batch = 1 } }
  for _, part in ipairs{ "layout", "run", "software" } do
    for key, value in pairs(more and more[part] or {}) do case[part][key] = value end
  end
  return case
end

--- What a step consists of, as columns of times; what each is called, and its colour.
beyond.parts = { "t_step_cmp", "t_step_ser", "t_step_exp", "t_bubble", "t_hops" }
beyond.part_names = { "Compute", "Serialized communication", "Exposed communication", "Bubble", "Transfers between stages" }
beyond.part_colours = { "compute", "serialized", "exposed", "bubble", 0x0072b2 }

--- The rows of a table that have the largest `column` among rows with the same keys.
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

--- A table from rows { name = value }; columns: a list of { name, unit, meaning }, unit nil of texts.
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
