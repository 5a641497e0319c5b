-- SPDX-License-Identifier: MIT
-- Arguments of the Hugging Face Trainer, as a command line or script. The defaults are 1 for gradient_accumulation_steps
-- and 8 for the batch of a device (TrainingArguments). Its DeepSpeed JSON is a separate file.
local accelerate = require "twocs.read.configs.accelerate"
local facts = require "twocs.read.configs.facts"
local pipelines = require "twocs.read.configs.pipelines"

local trainer = { example = "--per_device_train_batch_size, --model_name_or_path ..." }

trainer.rows = facts.rows[[
per_device_train_batch_size            micro_batch  count
gradient_accumulation_steps            accumulation count
model_name_or_path                     model        text
model_max_length,max_seq_length,max_length,block_size,cutoff_len,seq_length sl count
bf16                                   bf16         flag
fp16                                   fp16         flag
tf32                                   tf32         flag
mixed_precision                        mixed        text
config_file,fsdp_config                file         text
gradient_checkpointing                 recompute    flag
torch_compile                          compile      flag
fsdp                                   fsdp         list
deepspeed                              deepspeed    text
optim                                  optim        text
attn_implementation                    attention    text
use_flash_attention_2,flash_attn       flash        text
nproc_per_node,num_gpus                per_node     count
nnodes,num_nodes,num_machines          nodes        count
num_processes                          processes    count
use_peft,lora_r,use_lora               -            lack adapters are said by lora_rank of a model
packing,group_by_length                -            lack the sequence has one length
auto_find_batch_size                   -            lack the batch is that of the arguments
]]

trainer.aside = { "^learning_rate", "^lr_", "^weight_decay", "^warmup", "^max_steps", "^num_train_epochs", "^logging",
  "^save", "^eval",
  "^per_device_eval", "^output_dir", "^overwrite", "^do_", "^dataset", "^data_", "^train_", "^validation", "^report_to",
    "^run_name",
  "^seed$", "^dataloader", "^master", "^node_rank", "^rdzv", "^machine_rank", "^main_", "^fsdp_", "^load_best",
    "^push_to",
  "^hub", "^cache_dir", "^token", "^trust_remote", "^ddp_", "^remove_unused", "^adam", "^max_grad", "^chat",
  "^preprocessing", "^include_", "^local_rank", "^learning", "^logits", "^lazy", "^resume" }

function trainer.entries(text, options)
  return require("twocs.read.configs.commands").entries(trainer, text, options)
end

-- Names of models on the hub: the last part in lower case.
local models = { ["llama-2-7b"] = "llama2_7b", ["llama-2-13b"] = "llama2_13b", ["llama-2-70b"] = "llama2_70b",
  ["llama-3-8b"] = "llama3_8b", ["llama-3.1-8b"] = "llama3_8b", ["llama-3-70b"] = "llama3_70b",
    ["llama-3.1-70b"] = "llama3_70b",
  ["llama-3.1-405b"] = "llama3_405b", ["mixtral-8x7b-v0.1"] = "mixtral_8x7b", ["mixtral-8x22b-v0.1"] = "mixtral_8x22b",
  ["deepseek-v3"] = "deepseek_v3", ["deepseek-v3-base"] = "deepseek_v3", ["gpt2-xl"] = "gpt2_xl" }

local function model(found)
  local name = found.facts.model
  if not name then return nil end
  local plain = name:lower():gsub("^.*/", ""):gsub("^meta%-", ""):gsub("%-hf$", ""):gsub("%-instruct$",
    ""):gsub("%-chat$", "")
  local known = models[plain]
  if known then return require("twocs.data.registry").models[known] end
  found:miss(found.lines.model,
    "--model_name_or_path = %s: unknown shape; read its config.json as a model",
    name)
end

local function sharding(found, l, gpus)
  local f = found.facts
  local words = type(f.fsdp) == "table" and table.concat(f.fsdp, " ") or f.fsdp
  if type(words) == "string" and words ~= "" then
    local strategy
    for word in words:gmatch("[%w_]+") do
      if word:find("shard") then strategy = word
      elseif word == "offload" then found:miss(found.lines.fsdp,
        "fsdp offload: offloaded weights are not supported") end
    end
    accelerate.fsdp(found, l, strategy or "full_shard", gpus, f.nodes)
  end
  if f.deepspeed then
    found:miss(found.lines.deepspeed, "--deepspeed = %s: the sharding is defined in that file, which is not read",
      f.deepspeed)
  end
  l.zero = l.zero or "none"
end

-- The number format: mixed precision of the Trainer's arguments or of the launcher; without it FP32, or TF32 if that is on.
local function format(found)
  local f = found.facts
  local word = f.mixed and f.mixed:lower()
  if f.bf16 and f.fp16 then found:refuse("fp16", "--fp16 and --bf16 are both on") end
  if f.bf16 or f.fp16 then return f.bf16 and "bf16" or "fp16" end
  if word == "bf16" or word == "fp16" or word == "fp8" then return word end
  return f.tf32 and "tf32" or "fp32"
end

-- Bytes of the optimizer's moments per weight, if they are not Adam's two moments in FP32. The Trainer's SGD has no
-- momentum.
local function moments(found)
  local word = found.facts.optim and found.facts.optim:lower() or "adamw"
  if word:find "adam.*8bit" then return 2 end
  if word:find "^paged_adamw" or word:find "^adamw" and not word:find "4bit" then return nil end
  if word == "adafactor" or word == "sgd" then return 0 end
  if word == "lion_32bit" then return 4 end
  found:miss(found.lines.optim, "--optim = %s: the state of Adam is assumed", word)
end

function trainer.parts(found, about)
  local f = found.facts
  local gpus = about.gpus or f.processes or f.per_node and f.per_node * (f.nodes or 1)
  local l = { tp = 1, pp = 1, cp = 1, dp = pipelines.replicas(found, gpus, 1) }
  sharding(found, l, gpus)
  local r = { sl = f.sl, micro_batch = f.micro_batch or 8, format = format(found) }
  if not f.micro_batch then found:assume("8 sequences on a device, the Trainer's default") end
  r.global_batch = r.micro_batch * l.dp * (f.accumulation or 1)
  if f.recompute then r.recompute, r.recompute_stop = "full", "yes" end
  r.moment_byte = moments(found)
  if f.file then found:miss(found.lines.file, "%s: that file is not read", f.file) end
  local fused = f.attention and f.attention ~= "eager" or f.flash and f.flash:lower() ~= "false"
  if fused then r.attention, r.causal = "fused", "yes"
  elseif f.attention == "eager" then r.attention = "unfused" end
  if f.compile then r.kernels = "fused" end
  return { model = model(found), layout = l, run = r }
end

return trainer
