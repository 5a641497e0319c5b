-- SPDX-License-Identifier: MIT
-- Entries of a user's file without effect: columns that change no prediction, and rows that contradict the model that they
-- name. No list says which fields have an effect: the engine tries them (core.idle) in a sample of the rows.
local case = require "twocs.ask.case"
local cases = require "twocs.predict.cases"
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local registry = require "twocs.data.registry"
local rows = require "twocs.data.rows"

local unread = {}

local most = 40 -- rows that are tried
local most_of_rows = 5 -- lines of single rows of each kind
local chief = { "t_step", "mem_byte", "fits" }

-- The field that a column of this name states, or nil.
local function field_of(name)
  local row = columns.by_name[name] and rows.by_name[columns.field_of(name)]
  return row and row.record ~= "result" and row.name or nil
end

-- Names of the stated fields that change nothing in this row, as keys.
local function idle_in(one)
  local done, found = pcall(function() return core.idle((case.split(one.case, {})), {}, chief, {}) end)
  local names = {}
  for _, idle in ipairs(done and found or {}) do names[idle[1]] = true end
  return names
end

-- Columns that change none of these rows, sorted. A row is checked only for columns without an effect in the rows before.
local function without_effect(list)
  local counts, idle, names = {}, {}, {}
  for i = 1, #list, math.max(1, math.ceil(#list / most)) do
    local own
    for name in pairs(list[i].row) do
      local field = not counts[name] and field_of(name)
      if field then
        own = own or idle_in(list[i])
        counts[name], idle[name] = not own[field], true
      end
    end
  end
  for name in pairs(idle) do
    if not counts[name] then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- Sizes that distinguish models.
local sizes = { layers = "layers", hidden = "h", heads = "heads", kv_heads = "kv_heads", head_dim = "head_dim", ffn = "ffn",
  vocab = "vocab", experts = "experts" }

-- "layers 3, not 32" for each size in which a row differs from the model that it names.
local function otherwise(row, model)
  local parts = {}
  for column, field in pairs(sizes) do
    local stated, own = row[column], model[field]
    if type(stated) == "number" and own ~= nil and stated ~= own then
      parts[#parts + 1] = core.format("%s %.15g, not %.15g", column, stated, own)
    end
  end
  table.sort(parts)
  return table.concat(parts, ", ")
end

-- A line for each difference between rows and the model that they name, with the first of these rows.
local function contradictions(list, named)
  local lines, seen = {}, {}
  for _, one in ipairs(list) do
    local name = one.row.model and named(one.row.model)
    local text = name and otherwise(one.row, registry.models[name]) or ""
    if text ~= "" and not seen[name .. text] then
      seen[name .. text] = true
      lines[#lines + 1] = core.format("model %s: row %d differs from it and is used as stated (%s)", name, one.at,
        text)
    end
  end
  return lines
end

-- Remarks on cells of rows (runs/case.lua), each once, with the first row that it applies to.
local function remarks(list)
  local lines, rows_of, order = {}, {}, {}
  for _, one in ipairs(list) do
    for _, sentence in ipairs(one.about and one.about.remarks or {}) do
      if not rows_of[sentence] then rows_of[sentence], order[#order + 1] = {}, sentence end
      table.insert(rows_of[sentence], one.at)
    end
  end
  for i = 1, #order do
    local at = rows_of[order[i]]
    lines[i] = core.format("row %d%s: %s", at[1], #at > 1 and core.format(" and %d more", #at - 1) or "", order[i])
  end
  return lines
end

-- A question about a measured step with this ratio to the predicted one; nil if the measurement is plausible. No device
-- computes above its peak, and a rate for one GPU that is read as a rate for all GPUs makes a step longer by the number of
-- GPUs.
local far = 20
local function doubt(one, ratio)
  if ratio > 300 and ratio < 3000 then
    return core.format("%.0f times the predicted one: is it in milliseconds?", ratio)
  elseif ratio > far then
    return core.format("%.0f times the predicted one: is its unit wrong, or is its rate for one GPU?", ratio)
  elseif one.v.mfu > ratio then
    return core.format("shorter than the peak of its devices allows, %.3g of the predicted one: is its unit wrong, or is "
      .. "its rate for all GPUs?", ratio)
  end
end

-- A line for each row with a doubtful step, if other rows are plausible.
local function doubtful(list)
  local lines, measured = {}, 0
  for _, one in ipairs(list) do
    local ratio = one.measured and one.measured / one.predicted
    if ratio then measured = measured + 1 end
    local question = ratio and doubt(one, ratio)
    if question then lines[#lines + 1] = core.format("row %d: its measured step is %s", one.at, question) end
  end
  return #lines < measured and lines or {} -- if all rows are doubtful, the report says it once
end

-- Degrees that no row states although there is more than one GPU: a column with an unknown name may contain them.
local function degrees(list)
  local several, without = false, {}
  for _, one in ipairs(list) do several = several or one.v and one.v.devices > 1 end
  for _, name in ipairs{ "tp", "pp" } do
    local stated = false
    for _, one in ipairs(list) do stated = stated or one.row[name] ~= nil end
    if not stated then without[#without + 1] = name end
  end
  return several and #without > 0 and core.format("no column states %s: 1 is used", table.concat(without, " and "))
end

-- Runs that ran although the assumed microbatch does not fit.
local function crowded(list)
  local first, count, microbatch = nil, 0, nil
  for _, one in ipairs(list) do
    local unsaid = one.measured and one.v.fits == 0 and not (one.row.microbatch or one.row.grad_accum)
    local taken = unsaid and cases.microbatch(one)
    if taken and taken ~= "1" then
      first, count, microbatch = first or one.at, count + 1, microbatch or taken
    end
  end
  return first and core.format("row %d%s: its microbatch is not stated, and %s sequences at once do not fit into "
    .. "memory; add the column microbatch", first, count > 1 and core.format(" and %d more", count - 1) or "",
    microbatch)
end

--- lines(list, named): lines of the report on these rows; named(text): the registered model that a text means.
function unread.lines(list, named)
  local lines, names = contradictions(list, named), without_effect(list)
  lines[#lines + 1] = degrees(list) or nil
  lines[#lines + 1] = crowded(list) or nil
  for _, more in ipairs{ doubtful(list), remarks(list) } do
    for i = 1, math.min(#more, most_of_rows) do lines[#lines + 1] = more[i] end
  end
  if #names > 0 then
    lines[#lines + 1] = "columns without effect on the predictions of these rows: " .. table.concat(names, ", ")
  end
  return lines
end

return unread
