-- SPDX-License-Identifier: MIT
-- GEMMs and LayerNorms along SL and along H from a profile (twocs profile), in the form of mi210_fp32.lua. A series is the
-- longest list of rows whose other sizes are equal, and its middle row is the baseline.
local tw = require "twocs"
local core = require "twocs.core"

local series = {}

-- The longest list of rows that differ in one size only; of equally long lists the first.
local function longest(rows, key, along)
  local lists, order = {}, {}
  for _, row in ipairs(rows) do
    local k = key(row)
    if k then
      if not lists[k] then lists[k], order[#order + 1] = { seen = {} }, k end
      if not lists[k].seen[row[along]] then
        lists[k].seen[row[along]] = true
        table.insert(lists[k], row)
      end
    end
  end
  local best
  for _, k in ipairs(order) do
    if #lists[k] >= 2 and (not best or #lists[k] > #best) then best = lists[k] end
  end
  if not best then return nil end
  table.sort(best, function(a, b) return a[along] < b[along] end)
  best.base = math.floor((#best + 1) / 2)
  return best
end

local function rows_of(t, op, names)
  local list, dtype = {}, nil
  for row in t:rows() do
    dtype = dtype or (row.op == "gemm" and row.dtype)
    if row.op == op and row.contaminated ~= 1 and (op ~= "gemm" or row.dtype == dtype) then
      local item = {}
      for i, name in ipairs(names) do item[i] = row[name] end
      item[#item + 1] = row.t * 1e6
      list[#list + 1] = item
    end
  end
  return list, dtype
end

local function pair(i, j) return function(row) return core.format("%.0f %.0f", row[i], row[j]) end end
local function fc1(row) return row[2] == 4 * row[3] and core.format("%.0f", row[1]) end

--- of(profile, label): a set of series. Series that the profile does not contain are nil.
function series.of(t, label)
  local gemms, dtype = rows_of(t, "gemm", { "m", "n", "k" })
  local norms = rows_of(t, "layernorm", { "rows", "width" })
  return { label = label, format = dtype or "fp32",
    gemm_sl = longest(gemms, pair(2, 3), 1), gemm_h = longest(gemms, fc1, 3),
    norm_sl = longest(norms, function(row) return core.format("%.0f", row[2]) end, 1),
    norm_h = longest(norms, function(row) return core.format("%.0f", row[1]) end, 2) }
end

--- The project's own profiles, scripts/measured/*.csv, and the profile on the command line.
function series.recorded(folder)
  local list = {}
  for _, name in ipairs(core.files(folder) or {}) do
    if name:match("%.csv$") then
      local label = name:gsub("%.csv$", ""):gsub("_", " "):upper()
      list[#list + 1] = series.of(assert(tw.read(core.format("%s/%s", folder, name))), label)
    end
  end
  local mine = arg and arg[1]
  if mine and mine:match("%.csv$") then list[#list + 1] = series.of(assert(tw.read(mine)), "This machine") end
  return list
end

return series
