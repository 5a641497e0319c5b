-- SPDX-License-Identifier: MIT
-- Memory that Megatron-Core's own tests have allocated between two steps (weights, gradients, optimizer state of the last
-- stage) compared with the engine and the counted workspaces of cuBLAS: an additional constant for libraries and buffers is
-- fitted to one half of the layouts and tested on the other.
local tw = require "twocs"
local runs = require "studies.runs"

local golden = { goal = 0.03 }
local gib = runs.gib

-- Transformer Engine's workspace of cuBLAS: one, and four more for its grouped GEMMs (get_cublas_workspace_size_bytes and
-- get_multi_stream_cublas_workspace in transformer_engine/pytorch). The experts of these tests run in grouped GEMMs where
-- their model_config.yaml sets --moe-grouped-gemm.
local workspace = { A100 = 4 / 1024, H100 = 32 / 1024 } -- GiB
local grouped = { "^gpt3_moe_mcore_te_", "groupedGEMM", "8experts_etp1_ep4" }
local function workspaces(r)
  local n = 1
  for _, name in ipairs(grouped) do
    if r.case:find(name) then n = 5 end
  end
  return n * workspace[r.gpu_type]
end

local function key_of(r)
  local words = {}
  for _, name in ipairs{ "family", "layers", "hidden", "swiglu", "experts", "tp", "pp", "vp", "cp", "ep", "etp", "dp",
    "dist_opt" } do
    words[#words + 1] = tostring(r[name])
  end
  return table.concat(words, " ")
end

-- One row of each layout and device, with the median of its repeats: the tests repeat most layouts in several ways.
local function distinct(list)
  local by, order, why = {}, {}, {}
  for _, one in ipairs(list) do
    local r = one.raw
    local measured = tonumber(r.mem_alloc_gib)
    if one.case and measured and measured == measured then
      local key = tw.format("%s %s", key_of(r), r.gpu_type)
      if not by[key] then
        by[key] = { row = r, case = one.case, repeats = {} }
        order[#order + 1] = by[key]
      end
      table.insert(by[key].repeats, measured)
    elseif one.why then
      why[one.why] = (why[one.why] or 0) + 1
    end
  end
  for _, one in ipairs(order) do
    table.sort(one.repeats)
    one.measured = one.repeats[math.floor((#one.repeats + 1) / 2)]
    one.spread = one.repeats[#one.repeats] / one.repeats[1] - 1
    one.half = runs.fitted(key_of(one.row))
  end
  return order, why
end

local function computed(list)
  local kept = {}
  for _, one in ipairs(list) do
    one.case.illegal = "allow" -- for example experts without sequence parallelism, which does not move weights
    local stage, names = one.row.pp > 1 and "last" or "first", {}
    for i, term in ipairs{ "weight", "grad", "opt" } do names[i] = tw.format("%s_%s_mem", stage, term) end
    local v = tw.eval(one.case, names)
    one.rows = (v[names[1]] + v[names[2]] + v[names[3]]) / gib + workspaces(one.row)
    kept[#kept + 1] = one
  end
  return kept
end

-- The constant with the smallest mean relative error on that half: a weighted median.
local function fitted(list)
  local rest, all, sum = {}, 0, 0
  for _, one in ipairs(list) do
    if one.half then
      rest[#rest + 1] = { one.measured - one.rows, 1 / one.measured }
      all = all + 1 / one.measured
    end
  end
  table.sort(rest, function(a, b) return a[1] < b[1] end)
  for _, one in ipairs(rest) do
    sum = sum + one[2]
    if sum >= all / 2 then return one[1] end
  end
end

--- read(): { list, why, constant, text, found }: layouts { row, case, measured, predicted, half, spread }, the reasons for
--- rows without a layout, and errors of the half that was not fitted; nil and a sentence if the file is missing.
function golden.read()
  local read, sentence = runs.read("mcore")
  if not read then return nil, sentence end
  local list, why = distinct(read)
  list = computed(list)
  local constant = fitted(list)
  for _, one in ipairs(list) do one.predicted = one.rows + constant end
  local text, found = runs.errors_of(list, function(one) return not one.half end)
  return { list = list, why = why, constant = constant, text = text, found = found }
end

return golden
