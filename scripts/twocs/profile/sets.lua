-- SPDX-License-Identifier: MIT
-- The shapes of --quick, --full and --collectives. --quick takes a minute on two cores; --full is for fits that are
-- published.
local layer = require "twocs.profile.layer"
local lists = require "twocs.common.lists"

local sets = {}

local function add(list, more)
  for _, item in ipairs(more) do list[#list + 1] = item end
end

local function gemm(m, n, k) return { op = "gemm", m = m, n = n, k = k } end

local function gemm_grid(list, sizes, most)
  for _, m in ipairs(sizes) do
    for _, n in ipairs(sizes) do
      for _, k in ipairs(sizes) do
        if m * n * k <= most then list[#list + 1] = gemm(m, n, k) end
      end
    end
  end
end

local function cubes(list, sizes)
  for _, n in ipairs(sizes) do list[#list + 1] = gemm(n, n, n) end
end

-- The GEMMs of attention: scores and context.
local function attention(list, lengths, heads)
  for _, x in ipairs(heads) do
    for _, sl in ipairs(lengths) do
      list[#list + 1] = { op = "batched_gemm", x = x, m = sl, n = sl, k = 64 }
      list[#list + 1] = { op = "batched_gemm", x = x, m = sl, n = 64, k = sl }
    end
  end
end

local forward_rows = { "softmax", "layernorm", "gelu", "residual_add", "copy" }
local backward_rows = { "softmax_back", "layernorm_back", "gelu_back" }

local function row_operators(list, names, rows, widths)
  for _, op in ipairs(names) do
    for _, r in ipairs(rows) do
      for _, w in ipairs(widths) do list[#list + 1] = { op = op, rows = r, width = w } end
    end
  end
end

-- Both passes of a layer as a whole, and each of its operators alone.
local function layers(list, sizes)
  for _, size in ipairs(sizes) do
    for _, pass in ipairs{ "forward", "backward" } do
      for _, part in ipairs(layer[pass](size)) do
        local alone = {}
        for key, value in pairs(part) do
          if key ~= "name" then alone[key] = value end
        end
        list[#list + 1] = alone
      end
      local whole = { op = "layer_" .. pass }
      for key, value in pairs(size) do whole[key] = value end
      list[#list + 1] = whole
    end
  end
end

function sets.quick()
  local list = {}
  cubes(list, lists.double(64, 2048))
  gemm_grid(list, { 64, 256, 1024 }, 1024 * 1024 * 256)
  for _, h in ipairs{ 256, 512, 1024 } do
    for _, tokens in ipairs{ 128, 512 } do
      add(list, { gemm(tokens, 3 * h, h), gemm(tokens, h, h), gemm(tokens, 4 * h, h), gemm(tokens, h, 4 * h) })
    end
  end
  attention(list, { 64, 128, 256 }, { 4, 16 })
  row_operators(list, forward_rows, { 128, 1024, 4096 }, { 256, 1024 })
  row_operators(list, backward_rows, { 128, 1024 }, { 512 })
  layers(list, { { h = 512, sl = 128 }, { h = 768, sl = 128 } })
  return list
end

function sets.full()
  local list = {}
  gemm_grid(list, lists.double(64, 4096), 4096 * 4096 * 1024)
  attention(list, lists.double(64, 1024), { 4, 16, 64 })
  row_operators(list, forward_rows, lists.double(64, 16384), { 256, 768, 1024, 4096 })
  row_operators(list, backward_rows, lists.double(64, 16384), { 256, 1024, 4096 })
  for _, h in ipairs{ 256, 512, 768, 1024, 1536, 2048 } do
    for _, sl in ipairs{ 128, 512 } do layers(list, { { h = h, sl = sl } }) end
  end
  return list
end

--- For GPUs, which need larger shapes.
function sets.quick_gpu()
  local list = { { op = "launch" } }
  cubes(list, lists.double(256, 8192))
  gemm_grid(list, { 256, 1024, 4096 }, 4096 * 4096 * 4096)
  attention(list, { 512, 2048 }, { 16, 64 })
  row_operators(list, forward_rows, { 1024, 8192 }, { 1024, 8192 })
  row_operators(list, backward_rows, { 8192 }, { 4096 })
  layers(list, { { h = 1024, sl = 512, b = 4 }, { h = 4096, sl = 2048 } })
  return list
end

function sets.full_gpu()
  local list = { { op = "launch" } }
  gemm_grid(list, lists.double(64, 32768), 32768 * 32768 * 32768)
  attention(list, lists.double(128, 8192), { 16, 64, 256 })
  row_operators(list, forward_rows, lists.double(256, 65536), { 1024, 4096, 8192, 16384 })
  row_operators(list, backward_rows, lists.double(256, 65536), { 1024, 4096, 16384 })
  for _, h in ipairs{ 1024, 2048, 4096, 8192, 12288 } do
    for _, sl in ipairs{ 512, 2048, 4096 } do layers(list, { { h = h, sl = sl } }) end
  end
  return list
end

function sets.collectives()
  local list = {}
  for _, byte in ipairs(lists.double(1024, 64 * 1024 * 1024)) do list[#list + 1] = { op = "all_reduce", byte = byte } end
  return list
end

return sets
