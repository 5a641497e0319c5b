-- SPDX-License-Identifier: MIT
-- Predicted memory of runs that ran and of runs that failed. A failed run did not necessarily lack memory. If a run of the
-- same model and TP succeeded although it needs at least as much of everything on every stage (weights, gradients and
-- optimizer state; activations; gathered inputs; the loss), memory does not explain the failure.
local core = require "twocs.core"

local memory = {}

local stages, terms = { "first", "middle", "last" }, { "static", "need", "late", "end" }
local of_static = { "weight", "grad", "opt" }

-- For each term and stage, the columns that add up to it.
local columns_of = {}
for _, term in ipairs(terms) do
  columns_of[term] = {}
  for s, stage in ipairs(stages) do
    columns_of[term][s] = {}
    for k, part in ipairs(term == "static" and of_static or { term }) do
      columns_of[term][s][k] = core.format("%s_%s_mem", stage, part)
    end
  end
end

--- Columns that `of` reads.
memory.wanted = { "fits", "mem_byte", "mem_size", "first_mem", "last_mem", "stage_mem", "why" }
for s in ipairs(stages) do
  for _, term in ipairs(terms) do
    for _, name in ipairs(columns_of[term][s]) do memory.wanted[#memory.wanted + 1] = name end
  end
end

--- of(row, fields, v): one run; v contains the columns of `wanted`.
function memory.of(row, fields, v)
  local one = { row = row, v = v, ok = tostring(row.status) ~= "fail", fits = v.fits == 1 }
  one.key = core.format("%s %d", tostring(row.model), fields.tp or 1)
  for _, term in ipairs(terms) do
    one[term] = 0
    for _, names in ipairs(columns_of[term]) do
      local byte = 0
      for _, name in ipairs(names) do byte = byte + v[name] end
      one[term] = math.max(one[term], byte)
    end
  end
  return one
end

local function no_less(more, less)
  for _, term in ipairs(terms) do
    if more[term] < less[term] * (1 - 1e-9) then return false end
  end
  return true
end

--- Marks failed runs that memory cannot explain as `unexplained`, and returns their number.
function memory.mark(list)
  local ran, count = {}, 0 -- for each model and TP the runs that ran, except those that need no more than another run
  for _, one in ipairs(list) do
    if one.ok then
      local front, kept, below = ran[one.key] or {}, {}, false
      for _, other in ipairs(front) do
        below = below or no_less(other, one)
        if below or not no_less(one, other) then kept[#kept + 1] = other end
      end
      if not below then kept[#kept + 1] = one end
      ran[one.key] = kept
    end
  end
  for _, one in ipairs(list) do
    one.unexplained = false
    for _, other in ipairs(not one.ok and ran[one.key] or {}) do
      one.unexplained = one.unexplained or no_less(other, one)
    end
    if one.unexplained then count = count + 1 end
  end
  return count
end

--- Counts of runs with where(one): { ran_fit, ran_not, failed_fit, failed_not, n, right }; right: the share of runs that
--- ran and fit, or failed and do not fit.
function memory.counts(list, where)
  local c = { ran_fit = 0, ran_not = 0, failed_fit = 0, failed_not = 0, n = 0 }
  for _, one in ipairs(list) do
    if not where or where(one) then
      local key = (one.ok and "ran_" or "failed_") .. (one.fits and "fit" or "not")
      c[key], c.n = c[key] + 1, c.n + 1
    end
  end
  c.right = c.n > 0 and (c.ran_fit + c.failed_not) / c.n or 0 / 0
  return c
end

return memory
