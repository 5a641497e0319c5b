-- SPDX-License-Identifier: MIT
-- One training iteration as a list of the operators that PyTorch ran, each measured alone (sitar-lab/NeuSight@6945927, MIT:
-- label/). Shapes, flop and bytes come from this list, and times come only from it. A layer is listed once and counts once
-- for each layer of the model.
local tw = require "twocs"
local core = require "twocs.core"
local given = require "studies.given"

local iterations = {}

local element = 4 -- bytes, FP32

-- "[[2, 512, 1024], [1]]" as lists of numbers.
local function shapes(text)
  local list = {}
  for inner in text:gmatch("[%[%(]([%d, ]+)[%]%)]") do
    local shape = {}
    for number in inner:gmatch("%d+") do shape[#shape + 1] = tonumber(number) * 1.0 end
    list[#list + 1] = shape
  end
  return list
end

local function size(shape)
  local product = 1
  for _, extent in ipairs(shape) do product = product * extent end
  return product
end

-- The twocs name of an operator, by its name in the list or otherwise by its width.
local names = {
  { "query", "qkv" }, { "key", "qkv" }, { "value", "qkv" }, { "c_attn", "qkv" },
  { "addmm_1", "proj" }, { "addmm_2", "fc1" }, { "addmm_3", "fc2" }, { "addmm", "qkv" },
  { "attention_output_dense", "proj" }, { "intermediate_dense", "fc1" }, { "output_dense", "fc2" },
  { "matmul_1", "context" }, { "matmul", "scores" }, { "softmax", "softmax" },
  { "attention_self_dropout", "score_drop" }, { "attn_dropout", "score_drop" }, { "drop", "hidden_drop" },
  { "layer_norm", "norms" }, { "ln_", "norms" }, { "gelu", "activation" },
  { "truediv", "scale" }, { "where", "mask" }, { "contiguous", "copy" },
  { "lm_head", "head" }, { "decoder", "head" }, { "dense", "head" }, { "seq_relationship", "head" },
  { "embeddings", "embedding" }, { "wte", "embedding" }, { "wpe", "embedding" },
}

local function operator_of(row, out, hidden)
  for _, name in ipairs(names) do
    if row.Name:find(name[1], 1, true) then return name[2] end
  end
  if not (row.op == "call_function" and size(out) >= 1e4) or row.target:find("getitem", 1, true) then return nil end
  if #out == 4 then return "mask" end
  return out[#out] == hidden and "residual" or "activation"
end

local gemms = { qkv = true, proj = true, fc1 = true, fc2 = true, scores = true, context = true, head = true }
local classes = { softmax = "softmax", norms = "ln" }

-- Moved tensors, in multiples of the output: forward and backward.
local traffic = { softmax = { 2, 3 }, norms = { 2, 5 }, score_drop = { 2.25, 2.25 }, hidden_drop = { 2.25, 2.25 },
  scale = { 2, 2 }, copy = { 2, 0 }, residual = { 3, 0 } }

-- The backward pass of a product reads both operands and the gradient and writes two tensors; that of a function of one
-- tensor has two reads and one write; that of a sum moves nothing, because the gradient is passed on.
local function elementwise(row, inputs, out)
  local whole, n = 0, size(out)
  for _, shape in ipairs(inputs) do
    if size(shape) == n then whole = whole + 1 end
  end
  local forward = math.max(whole, 1) + 1
  if row.Name:match("^add") then return forward, 0 end
  if row.Name:match("^mul") and whole < 2 then return forward, 2 end
  return forward, whole > 1 and 5 or 3
end

local function gemm_shape(row, operator, inputs, out)
  if operator == "scores" or operator == "context" then
    local a = inputs[1]
    return size(out) / (out[#out] * out[#out - 1]), out[#out - 1], out[#out], a[#a]
  end
  local a = inputs[1]
  if row.Name:match("^addmm") then a = inputs[2] end
  return 1, size(a) / a[#a], out[#out], a[#a]
end

local function entry(row, operator, count)
  local inputs, out = shapes(row.input_shapes), shapes(row.output_shape)[1]
  local made = { operator = operator, name = row.Name, count = count, t_f = row.fw_latency, t_b = row.bw_latency,
    t_a = row.acc_latency, x = 0, m = 0, n = 0, k = 0, rows = 0, width = 0, byte_f = 0, byte_b = 0, byte_a = 0, flop = 0 }
  if gemms[operator] then
    made.x, made.m, made.n, made.k = gemm_shape(row, operator, inputs, out)
    made.flop, made.class = 2 * made.x * made.m * made.n * made.k, "gemm"
    if row.acc_latency > 0 then made.byte_a = 3 * element * made.n * made.k end
    return made
  end
  local forward, backward
  if traffic[operator] then forward, backward = traffic[operator][1], traffic[operator][2]
  elseif operator == "embedding" then forward, backward = 2, 3
  else forward, backward = elementwise(row, inputs, out) end
  made.class = classes[operator] or (row.Name:match("gelu") and "gelu") or "add"
  made.width, made.rows = out[#out], size(out) / out[#out]
  made.byte_f, made.byte_b = element * forward * size(out), element * backward * size(out)
  return made
end

-- The first and last row of the listed layer.
local function layer_of(t)
  local first, last
  for i, row in ipairs(t) do
    if row.target:find("layer%.0%.") or row.target:find("%.h%.0%.") then first, last = first or i, i end
  end
  for i = last + 1, #t do -- GPT-2's last residual comes after the dropout, without the layer's name
    if t[i].op ~= "call_function" then break end
    if size(shapes(t[i].output_shape)[1] or {}) > 1e4 then last = i end
  end
  return first, last
end

local texts = { "operator", "class", "name" }
local numbers = { "count", "x", "m", "n", "k", "rows", "width", "flop", "byte_f", "byte_b", "byte_a", "t_f", "t_b", "t_a" }

local function table_of(listed, layers)
  local order, columns, n, hidden = {}, {}, 0, nil
  for _, keys in ipairs{ texts, numbers } do
    for _, key in ipairs(keys) do order[#order + 1], columns[key] = key, {} end
  end
  local first, last = layer_of(listed)
  for i, row in ipairs(listed) do
    local out = shapes(row.output_shape)[1]
    local operator = out and row.op ~= "placeholder" and row.op ~= "get_attr" and operator_of(row, out, hidden)
    if operator == "embedding" then hidden = out[#out] end
    if operator then
      n = n + 1
      local made = entry(row, operator, i >= first and i <= last and layers or 1)
      for key, column in pairs(columns) do column[n] = made[key] end
    end
  end
  return tw.table{ n = n, names = order, columns = columns, units = {}, meanings = {} }
end

--- iterations.read("MI210", "bert_large-train-512-2"): { layers, t_e2e, t_f, t_b [s], rows = table of operators }, or nil
--- and a sentence.
function iterations.read(device, name)
  local stem = tw.format("neusight/label/%s/%s", device, name)
  local csv, sentence = given.path(stem .. ".csv.slim.gz")
  local json = csv and given.path(stem .. ".json")
  if not json then return nil, sentence end
  local file = assert(io.open(json, "rb"))
  local whole = assert(core.json(file:read("*a")))
  file:close()
  local t = assert(tw.read(csv, { columns = { fw_latency = "fw_latency [ms]", bw_latency = "bw_latency [ms]",
    acc_latency = "acc_latency [ms]" } }))
  local listed = {}
  for i = 1, t.n do listed[i] = t:row(i) end
  return { layers = whole.num_layer, t_e2e = whole.e2e_latency / 1e3, t_f = whole.fw_latency / 1e3,
    t_b = whole.bwall_latency / 1e3, rows = table_of(listed, whole.num_layer) }
end

return iterations
