-- SPDX-License-Identifier: MIT
-- Sizes that a row leaves out: computed from its measurements if these determine them, else what most runs use. A usual
-- sequence or batch replaces a missing one only where the measurement is a rate, which hardly depends on it; a row with a
-- time alone is refused. A filled-in size stays an open choice: other choices widen the band (predict/open.lua).
--
-- Source of the usual sizes: scripts/studies/runs/published.csv. The counts are numbers of sets of runs in which some rows
-- have the value. Width of heads: 128 in 59 sets, 64 in 8, others in 8; with a hidden size of at most 1024, 64 in 2 and 128
-- in 2. Sequences: 4096 in 34 sets, 8192 in 28, others in about 40. Without a pipeline: microbatches of 4,097 to 16,384
-- tokens in 55, fewer in 21, more in 30; steps of one microbatch in 31, of several in 74. With a pipeline: the median is 8
-- to 16 microbatches for each stage; microbatches of one sequence in 27 sets, of two in 10, of more in 9.
local core = require "twocs.core"

local usual = {}

local heads_of = { wide = 128, narrow = 64, narrow_to = 1024 }
local seq, tokens, most_tokens, microbatches_of_stage = 4096, 8192, 16384, 8

-- Measurements that are rates of tokens or of FLOPs, and of sequences.
local rates = { "tokens_per_s", "tokens_per_s_per_gpu", "mfu_pct", "hfu_pct", "tflops_per_gpu" }
local function is_rate(c)
  for _, name in ipairs(rates) do
    if c[name] then return true end
  end
  return false
end

-- Whether a width gives heads that key and value heads and TP divide.
local function divides(c, width)
  local heads = c.hidden / width
  return heads == math.floor(heads) and heads % (c.kv_heads or 1) == 0 and heads % (c.tp or 1) == 0
end

-- The width of the heads: as stated, else the usual width, else the other of the two, else the largest possible one from
-- 127 down to 32.
local function width_of(c)
  if c.head_dim then return divides(c, c.head_dim) and c.head_dim end
  local small = c.hidden <= heads_of.narrow_to
  local first, second = heads_of.wide, heads_of.narrow
  if small then first, second = second, first end
  for _, width in ipairs{ first, second } do
    if divides(c, width) then return width end
  end
  for width = heads_of.wide - 1, heads_of.narrow / 2, -1 do
    if divides(c, width) then return width end
  end
end

--- heads(c, filled): fills in the heads of a row with a hidden size.
function usual.heads(c, filled)
  local width = not c.heads and c.hidden and width_of(c)
  if width then c.heads, filled.heads = c.hidden / width, true end
end

local near = 0.03 -- tolerance, because times and rates are rounded

-- The power of two near a computed size, else the nearest multiple.
local function rounded(size, of)
  local power = core.pow(2, math.floor(core.log(size) / core.log(2) + 0.5))
  if math.abs(size / power - 1) <= near and power % of == 0 then return power end
  return math.max(of, math.floor(size / of + 0.5) * of)
end

-- Tokens of a step, from its time and its rate.
local function tokens_of_step(c)
  local rate = c.tokens_per_s or c.tokens_per_s_per_gpu and c.tokens_per_s_per_gpu * c.gpus
  return c.step_time_s and rate and c.step_time_s * rate
end

--- seq(c, dp, filled): fills in the length of a row's sequences. A batch without the number of its microbatches determines
--- nothing.
function usual.seq(c, dp, filled)
  if c.seq then return end
  local own, all = c.local_batch or c.microbatch, tokens_of_step(c)
  local batch = c.global_batch or own and c.grad_accum and own * dp * c.grad_accum
  if batch and all then
    c.seq, filled.computed.seq = rounded(all / batch, 1), true
  elseif is_rate(c) then
    c.seq, filled.seq = seq, true
  end
end

--- batch(c, dp, filled): fills in the global batch of a row with a length of sequences.
function usual.batch(c, dp, filled)
  if c.global_batch or c.grad_accum and c.microbatch then return end
  local all = tokens_of_step(c)
  local sequences = all and all / c.seq or c.step_time_s and c.samples_per_s and c.step_time_s * c.samples_per_s
  if sequences then
    c.global_batch, filled.computed.global_batch = rounded(sequences, dp), true
  elseif is_rate(c) or c.samples_per_s then
    local own = c.microbatch or (c.pp or 1) == 1 and math.max(1, math.floor(tokens / c.seq)) or 1
    local count = c.grad_accum or (c.pp or 1) > 1 and microbatches_of_stage * c.pp or 1
    c.global_batch, filled.global_batch = dp * own * count, true
  end
end

-- The largest part of a replica's batch that has no more tokens than usual microbatches.
local function largest(own, tokens_of_one)
  local size = 1
  for n = 2, math.min(own, math.floor(most_tokens / tokens_of_one)) do
    if own % n == 0 then size = n end
  end
  return size
end

--- microbatch(c, dp, filled): the microbatch of a row that states neither it nor the number of its microbatches: 1 with a
--- pipeline; otherwise all sequences of a replica, if these are not more tokens than usual microbatches have. nil if that
--- is the whole batch of a replica.
function usual.microbatch(c, dp, filled)
  if c.microbatch or c.local_batch or c.grad_accum then return nil end
  local own = c.global_batch / dp
  local size = (c.pp or 1) > 1 and 1 or largest(own, c.seq)
  if own ~= math.floor(own) or size == own then return nil end
  filled.microbatch = size
  return size
end

--- attention(c, stated, device): "unfused" if a row does not state its attention and runs on a GPU without BF16, else nil.
--- FlashAttention is for GPUs after Volta: Dao-AILab/flash-attention, issue 148. stated: fields of the device in the row.
function usual.attention(c, stated, device)
  local old = not (stated.peak_bf16 or core.given(device, "peak_bf16"))
  return old and not c.flash_attn and "unfused" or nil
end

return usual
