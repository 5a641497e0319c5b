-- SPDX-License-Identifier: MIT
-- A layer of BERT as the list of operators that a profile measures. The backward pass is derived from the forward pass,
-- last operator first, with two GEMMs for each GEMM.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local numbers = require "twocs.common.numbers"

local layer = {}

local function gemm(name, m, n, k) return { name = name, op = "gemm", x = 1, m = m, n = n, k = k } end
local function batched(name, x, m, n, k) return { name = name, op = "batched_gemm", x = x, m = m, n = n, k = k } end
local function rows(name, op, count, width) return { name = name, op = op, rows = count, width = width } end

local function checked(size)
  local l = { h = size.h, sl = size.sl, b = size.b or 1, heads = size.heads or size.h and size.h / 64 }
  for _, name in ipairs{ "h", "sl", "b", "heads" } do
    numbers.whole(core.format("layer: %s = ", name), l[name], 1, 1e12)
  end
  if l.h % l.heads ~= 0 then mistake.raise("layer: h = %s is not a multiple of heads = %s", l.h, l.heads) end
  return l
end

--- forward{ h =, sl =, b = 1, heads = h / 64 }: the operators of the forward pass in order.
function layer.forward(size)
  local l = checked(size)
  local h, sl, tokens, x, head = l.h, l.sl, l.b * l.sl, l.b * l.heads, l.h / l.heads
  return {
    gemm("qkv", tokens, 3 * h, h),
    batched("scores", x, sl, sl, head),
    rows("softmax", "softmax", x * sl, sl),
    batched("context", x, sl, head, sl),
    gemm("projection", tokens, h, h),
    rows("residual_1", "residual_add", tokens, h),
    rows("norm_1", "layernorm", tokens, h),
    gemm("fc1", tokens, 4 * h, h),
    rows("gelu", "gelu", tokens, 4 * h),
    gemm("fc2", tokens, h, 4 * h),
    rows("residual_2", "residual_add", tokens, h),
    rows("norm_2", "layernorm", tokens, h),
  }
end

local gradient = { softmax = "softmax_back", layernorm = "layernorm_back", gelu = "gelu_back",
  residual_add = "residual_add" }

local function gemm_gradients(forward)
  local function one(what, m, n, k)
    return { name = forward.name .. what, op = forward.op, x = forward.x, m = m, n = n, k = k }
  end
  return one("_input", forward.m, forward.k, forward.n), one("_weight", forward.k, forward.n, forward.m)
end

--- The operators of the backward pass: for each GEMM the gradients of its input and of its weights (in attention, of both
--- matrices). Where the forward pass has a branch, gradients are added.
function layer.backward(size)
  local forward, list = layer.forward(size), {}
  for i = #forward, 1, -1 do
    local part = forward[i]
    if part.k then
      list[#list + 1], list[#list + 2] = gemm_gradients(part)
    else
      list[#list + 1] = rows(part.name .. "_back", gradient[part.op], part.rows, part.width)
    end
  end
  return list
end

--- One row of a profile for a whole pass: x, m, n, k are those of the scores, rows and width those of the residual stream.
function layer.item(size, pass)
  local l, parts = checked(size), layer[pass](size)
  return { op = core.format("layer_%s", pass), x = l.b * l.heads, m = l.sl, n = l.sl, k = l.h / l.heads, rows = l.b * l.sl,
    width = l.h, parts = parts }
end

return layer
