-- SPDX-License-Identifier: MIT
-- A user's own file of runs, cell by cell, before anything is made of it. The one thing to know: a cell is what its column
-- asks for, or empty where it may be, or its row is no case and says why; nothing is read as something else, and what two
-- columns say of the same thing must agree.
local core = require "twocs.core"
local nearest = require "twocs.common.nearest"

local checked = {}

local counts = { "layers", "hidden", "heads", "seq", "gpus", "tp", "pp", "microbatch", "global_batch", "ffn", "kv_heads",
  "vocab", "vp", "dp", "cp", "ep", "etp", "experts", "top_k", "expert_ffn", "shared_ffn", "node_size", "zero_group",
  "grad_accum" }
local positive = { "step_time_s", "net0_bw", "net1_bw", "net1_share", "peak_mem_gib", "params_b", "tokens_per_s",
  "tokens_per_s_per_gpu", "tflops_per_gpu", "mfu_pct", "hfu_pct" }
local needed = { "layers", "hidden", "heads", "seq", "gpus", "tp", "pp", "microbatch", "global_batch" }
local yes_no = { "yes", "no", "true", "false", "1", "0", "1.0", "0.0" }
local words = {
  precision = { "fp16", "bf16", "amp_fp16", "amp_bf16", "fp8" }, recompute = { "none", "null", "selective", "full" },
  sharding = { "none", "ddp", "zero0", "zero1", "zero2", "zero3", "fsdp", "hsdp", "full_shard" },
  schedule = { "gpipe", "1f1b", "zb_h1", "zb_v", "dualpipe", "dualpipe_v" }, norm = { "layernorm", "rmsnorm" },
  status = { "ok", "fail" }, optimizer = { "adam", "adamw" }, dp_overlap = { "none", "gradients", "both" },
  tied = yes_no, gated = yes_no, flash_attn = yes_no, seq_parallel = yes_no, tp_overlap = yes_no,
}
for i, word in ipairs(yes_no) do words.dp_overlap[3 + i] = word end

local units = { step_time_s = "s", net0_bw = "byte/s", net1_bw = "byte/s", peak_mem_gib = "byte" }
local gib = 1073741824

--- header(t): nil, or a sentence on a column whose unit says that it holds something else.
function checked.header(t)
  for _, list in ipairs{ counts, positive } do
    for _, name in ipairs(list) do
      local unit = t:has(name) and not t:is_text(name) and t:unit(name) or ""
      if unit ~= "" and unit ~= "1" and unit ~= units[name] then
        return core.format("column %s is in %s: expected %s", name, unit, units[name] or "a number without a unit")
      end
    end
  end
end

local function empty(value) return value == nil or value ~= value or value == "" end

-- A column of percent may say so in each cell.
local percents = { mfu_pct = true, hfu_pct = true }

local function number_of(value, name)
  if percents[name] and type(value) == "string" then value = value:gsub("%s*%%$", "") end
  local x = tonumber(value)
  return x and x == x and x < math.huge and x or nil
end

-- What is wrong with a cell that is to be a number and that people write otherwise.
local function otherwise(value)
  local text = tostring(value)
  if text:match "^%-?%d+,%d+$" then return "; write 1.5, not 1,5" end
  if text:match "^%-?[%d.]+%s*%a+$" then return "; a unit belongs into the header, as in step_time_s [ms]" end
  return ""
end

local function numbers(r)
  for _, name in ipairs(counts) do
    local x = number_of(r[name])
    if not empty(r[name]) and not (x and x >= 1 and x <= 1e9 and x == math.floor(x)) then
      return core.format('%s is "%s": expected a whole number from 1%s', name, tostring(r[name]), otherwise(r[name]))
    end
    r[name] = x
  end
  for _, name in ipairs(positive) do
    local x = number_of(r[name], name)
    if not empty(r[name]) and not (x and x > 0 and x < 1e18) then
      return core.format('%s is "%s": expected a number above 0%s', name, tostring(r[name]), otherwise(r[name]))
    end
    r[name] = x
  end
  for _, name in ipairs(needed) do
    if not r[name] then return core.format("%s is empty", name) end
  end
end

local function is_one_of(word, list)
  for _, one in ipairs(list) do
    if one == word then return true end
  end
end

local function texts(r)
  for name, list in pairs(words) do
    if empty(r[name]) then
      r[name] = nil
    else
      local word = tostring(r[name]):lower()
      if not is_one_of(word, list) then
        return core.format('%s is "%s"%s', name, tostring(r[name]), nearest.hint(word, list))
      end
      r[name] = word
    end
  end
end

-- What a row says twice.
local function contradiction(r)
  local dp = r.gpus / (r.tp * r.pp * (r.cp or 1))
  if r.hidden % r.heads ~= 0 then return "its heads do not divide its hidden size" end
  if dp ~= math.floor(dp) or r.dp and r.dp ~= dp then return "TP x PP x CP x DP are not its GPUs" end
  if r.grad_accum and r.microbatch * dp * r.grad_accum ~= r.global_batch then
    return "microbatch x DP x grad_accum are not its global batch"
  end
  if not r.experts then
    for _, name in ipairs{ "ep", "etp", "top_k", "expert_ffn", "shared_ffn" } do
      if (r[name] or 1) > 1 then return core.format("it has %s, and experts is empty", name) end
    end
  elseif not r.top_k then
    return "it has experts, and top_k is empty"
  end
  local ffn, kv = r.ffn or 4 * r.hidden, (r.kv_heads or r.heads) / r.heads
  local gated = r.gated == "yes" or r.gated == "true" or r.gated == "1"
  local wide = r.experts and r.experts * (r.expert_ffn or ffn) + (r.shared_ffn or 0) or ffn
  local layer = r.hidden * (r.hidden * (2 + 2 * kv) + (gated and 3 or 2) * wide)
  local params = (r.layers * layer + (r.vocab or 51200) * r.hidden) / 1e9
  -- Twice is far from rounding, from a gate that is not stated, and from an untied LM head.
  if r.params_b and (r.params_b > 2 * params or r.params_b < params / 2) then
    return "its params_b and its dimensions contradict each other"
  end
  local rate = r.step_time_s and r.global_batch * r.seq / r.step_time_s
  for name, stated in pairs{ tokens_per_s = 1, tokens_per_s_per_gpu = r.gpus } do
    if rate and r[name] and math.abs(r[name] * stated / rate - 1) > 0.05 then
      return core.format("its step time and %s contradict each other", name)
    end
  end
end

--- row(r): makes numbers of the cells that are to be numbers, in place; or a sentence why the row is none.
function checked.row(r)
  local why = numbers(r) or texts(r)
  if why then return why end
  return contradiction(r)
end

--- memory(t): the table with peaks in GiB where a unit in the header has made bytes of them.
function checked.memory(t)
  if not t:has "peak_mem_gib" or t:is_text "peak_mem_gib" or t:unit "peak_mem_gib" ~= "byte" then return t end
  return t:rename("peak_mem_gib", "peak_mem"):derive("peak_mem_gib", function(r) return r.peak_mem / gib end)
end

return checked
