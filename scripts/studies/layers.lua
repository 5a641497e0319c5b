-- SPDX-License-Identifier: MIT
-- A layer of any case as operators that a profile measures: the work of one device in both passes. Shapes are read from the
-- engine's columns, so TP and other models change the measured shapes.
local tw = require "twocs"

local layers = {}

local gemms = { { "qkv", "gemm" }, { "scores", "batched_gemm" }, { "context", "batched_gemm" }, { "proj", "gemm" },
  { "fc1", "gemm" }, { "fc2", "gemm" } }

-- The twocs stream, the profile's operators for its passes, its count in a layer, and the column of its width.
local streams = {
  { "softmax", "softmax", "softmax_back", 1, "kv_len" }, { "activation", "gelu", "gelu_back", 1, "dev_ffn" },
  { "norms", "layernorm", "layernorm_back", 2, "h" }, { "residual", "residual_add", "residual_add", 2, "h" },
}

local columns = { "kv_len", "dev_ffn" }
for _, one in ipairs(gemms) do
  for _, size in ipairs{ "x", "m", "n", "k" } do columns[#columns + 1] = tw.format("%s_%s", one[1], size) end
end
for _, one in ipairs(streams) do columns[#columns + 1] = one[1] .. "_items" end

--- layers.operators(case): a list of { operator = twocs' name, pass = "f" | "b", count =, shape = as for tw.profile }.
function layers.operators(case)
  local size, list = tw.eval(case, columns), {}
  local function add(operator, pass, count, shape)
    list[#list + 1] = { operator = operator, pass = pass, count = count, shape = shape }
  end
  for _, one in ipairs(gemms) do
    local name, op = one[1], one[2]
    local x, m, n, k = size[name .. "_x"], size[name .. "_m"], size[name .. "_n"], size[name .. "_k"]
    add(name, "f", 1, { op = op, x = x, m = m, n = n, k = k })
    add(name, "b", 1, { op = op, x = x, m = m, n = k, k = n })
    add(name, "b", 1, { op = op, x = x, m = n, n = k, k = m })
  end
  for _, one in ipairs(streams) do
    local name, width = one[1], size[one[5]] or case.model[one[5]]
    local rows = size[name .. "_items"] / width
    add(name, "f", one[4], { op = one[2], rows = rows, width = width })
    add(name, "b", one[4], { op = one[3], rows = rows, width = width })
  end
  return list
end

--- The key of a shape in a profile.
function layers.key(row)
  local words = { row.op }
  for i, size in ipairs{ "x", "m", "n", "k", "rows", "width" } do
    local value = row[size]
    words[i + 1] = value and value == value and tw.format("%.15g", value) or "-"
  end
  return table.concat(words, " ")
end

--- Times of a profile's table by key.
function layers.times(profile)
  local times = {}
  for row in profile:rows() do times[layers.key(row)] = row.t end
  return times
end

--- The operators' times, added by name: a table for tw.baseline, and their sum.
function layers.measured(operators, times)
  local order, by = {}, {}
  for _, one in ipairs(operators) do
    local sum = by[one.operator]
    if not sum then
      sum = { t_f = 0, t_b = 0 }
      by[one.operator], order[#order + 1] = sum, one.operator
    end
    local field = "t_" .. one.pass
    sum[field] = sum[field] + one.count * times[layers.key(one.shape)]
  end
  local made, total = { operator = order, t_f = {}, t_b = {} }, 0
  for i, name in ipairs(order) do
    made.t_f[i], made.t_b[i] = by[name].t_f, by[name].t_b
    total = total + by[name].t_f + by[name].t_b
  end
  return tw.table{ n = #order, names = { "operator", "t_f", "t_b" }, columns = made, units = { t_f = "s", t_b = "s" },
    meanings = { t_f = "forward", t_b = "backward" } }, total
end

return layers
