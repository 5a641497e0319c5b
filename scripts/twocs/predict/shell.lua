-- SPDX-License-Identifier: MIT
-- `twocs predict` on the command line: its options, the report, and its exit status.
local core = require "twocs.core"
local nearest = require "twocs.common.nearest"

local usage_error, no_file = 2, 3

local help = [[
usage: twocs predict FILE.csv [--out ROWS.csv] [--as NAME] [--constants NAME] [--at-least WORD]

Measured training runs beside what twocs predicts for them: errors, two baselines, which layout is best.

  --out FILE        writes a row for each run: measured, predicted, error, the step by term
  --as NAME         the file is one that twocs knows: nanotron, foundry, dgxc ...; else its columns are
                    model, layers, hidden, heads, seq, gpus, gpu_type, tp, pp, microbatch, global_batch,
                    step_time_s, and optional ones (ffn, kv_heads, vocab, precision, dp, cp, vp, sharding,
                    recompute, seq_parallel, software, tp_overlap, dp_overlap, net1_bw, status ...);
                    network: infiniband (taken where none is named), roce, efa, slingshot; or net1_share,
                    the share of its adapters that a large all-reduce over nodes was measured to reach
  --constants NAME  those of frameworks: pooled (the default), or "without foundry", ...
  --at-least WORD   inside, beyond, transferred or assumed: refuses what rests on less]]

local valued = { ["--out"] = "out", ["--as"] = "as", ["--constants"] = "constants", ["--at-least"] = "at_least" }

local function refuse(status, ...)
  io.stderr:write("twocs predict: ", core.format(...), "\n")
  return status
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
  return given
end

return function(first, ...)
  if first == "--help" or first == "-h" then
    print(help)
    return 0
  end
  local given, sentence = parsed(first, ...)
  if not given then return refuse(usage_error, "%s", sentence) end
  local out = given.out
  given.out = nil
  local runs, why = require("twocs.predict").predict(given)
  if not runs then return refuse(no_file, "%s", why) end
  print(runs)
  if out then
    local path, said = runs:csv(out)
    if not path then return refuse(no_file, "%s", said) end
  end
  return 0
end
