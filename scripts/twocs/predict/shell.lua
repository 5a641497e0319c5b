-- SPDX-License-Identifier: MIT
-- `twocs predict` on the command line: its options, the report, and its exit status.
local core = require "twocs.core"
local nearest = require "twocs.common.nearest"

local usage_error, no_file = 2, 3

local help = [[
usage: twocs predict FILE.csv [--out ROWS.csv] [--figures FOLDER] [--columns THEIRS=OURS,...] [--as NAME]
                     [--constants NAME] [--at-least WORD]

Your measured training runs beside what twocs predicts for them: how far to trust it on your cluster, which column
to add and what to measure next, errors by kind of run beside two baselines, which layout is best.

A row for each run, with these columns:
  model, layers, hidden, heads, seq, gpus, gpu_type (H100, A100, or a name of twocs devices), tp, pp, microbatch,
  global_batch (in sequences), step_time_s
and of these what you know; what is left out is listed with what the other choice would change:
  ffn, kv_heads, head_dim, vocab, gated, tied, norm, dropout, experts, top_k, expert_ffn, shared_ffn, precision (FP8 by
  any name), dp, cp, vp, ep, etp, schedule, sharding (none, zero1 ... fsdp), zero_group, recompute (none, selective,
  full; as the software means it), flash_attn (yes, no, fa1), seq_parallel, software (Megatron, NeMo, torchtitan,
  llm-foundry, nanotron ...), optimizer, tp_overlap, dp_overlap, network (infiniband, roce, efa, slingshot),
  net1_share (of its adapters that a large all-reduce over nodes was measured to reach), node_size, net0_bw, net1_bw,
  mem_bw, power_w (a limit below the sheet's), peak_mem_gib, status (ok, fail), device,
  params_b, grad_accum, tokens_per_s
A unit stands in the header: step_time_s [ms], net1_bw [GB/s].

  --out FILE        writes a row for each run: measured, predicted, its band, error, the step by term
  --figures FOLDER  draws measured against predicted, error over scale, by term and by kind of run, the worst rows
  --columns LIST    what your columns are called: --columns "dim=hidden,world_size=gpus,t=step_time_s [ms]"
  --as NAME         the file is one that twocs knows: nanotron, foundry, dgxc ...
  --constants LIST  those of frameworks: pooled (the default), "without foundry", ..., or your own: flash=0.5,...
  --at-least WORD   inside, beyond, transferred or assumed: refuses what rests on less]]

local valued = { ["--out"] = "out", ["--as"] = "as", ["--constants"] = "constants", ["--at-least"] = "at_least",
  ["--figures"] = "figures", ["--columns"] = "columns" }

local function refuse(status, ...)
  io.stderr:write("twocs predict: ", core.format(...), "\n")
  return status
end

-- "a=b,c=d" as a table; nil and a sentence where a part is no pair.
local function paired(option, text)
  local list = {}
  for part in text:gmatch "[^,]+" do
    local theirs, ours = part:match "^%s*(.-)%s*=%s*(.-)%s*$"
    if not theirs or theirs == "" or ours == "" then
      return nil, core.format('%s "%s": expected pairs with = between, and commas between pairs', option, text)
    end
    list[theirs] = ours
  end
  return list
end

-- Lists among the options' words as tables.
local function with_lists(given)
  local sentence
  if given.columns then
    given.columns, sentence = paired("--columns", given.columns)
    if not given.columns then return nil, sentence end
  end
  if given.constants and given.constants:find("=", 1, true) then
    given.constants, sentence = paired("--constants", given.constants)
    if not given.constants then return nil, sentence end
    for name, value in pairs(given.constants) do
      given.constants[name] = tonumber(value)
      if not given.constants[name] then return nil, core.format('--constants: %s is "%s", no number', name, value) end
    end
  end
  return given
end

local function parsed(...)
  local given, words, i = {}, { ... }, 1
  while i <= #words do
    local word = words[i]
    if valued[word] then
      if not words[i + 1] then return nil, core.format("%s takes a value", word) end
      given[valued[word]], i = words[i + 1], i + 1
    elseif word:sub(1, 1) == "-" then
      local names = { "--help" }
      for name in pairs(valued) do names[#names + 1] = name end
      table.sort(names)
      return nil, core.format("'%s' is no option%s", word, nearest.hint(word, names))
    elseif given.file then
      return nil, core.format("one file at a time: %s or %s", given.file, word)
    else
      given.file = word
    end
    i = i + 1
  end
  if not given.file then return nil, "which file? twocs predict --help says more" end
  return with_lists(given)
end

return function(first, ...)
  if first == "--help" or first == "-h" then
    print(help)
    return 0
  end
  local given, sentence = parsed(first, ...)
  if not given then return refuse(usage_error, "%s", sentence) end
  local out, figures = given.out, given.figures
  given.out, given.figures = nil, nil
  local runs, why = require("twocs.predict").predict(given)
  if not runs then return refuse(no_file, "%s", why) end
  print(runs)
  if out then
    local path, said = runs:csv(out)
    if not path then return refuse(no_file, "%s", said) end
  end
  if figures then
    local drawn, said = runs:draw(figures)
    if not drawn then return refuse(no_file, "%s", said) end
    print(core.format("Figures: %s", table.concat(drawn, ", ")))
  end
  return 0
end
