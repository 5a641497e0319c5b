-- SPDX-License-Identifier: MIT
-- Marks by which a text is recognised as a configuration or a log of a framework, and the list of formats. Every file is
-- checked against them, so this module loads nothing else.
local signs = {}

-- Strings that the first bytes must all contain.
signs.configs = {
  megatron = { "--num-layers", "--hidden-size" },
  ["megatron-bridge"] = { "model", "tensor_model_parallel_size", "micro_batch_size" },
  nemo = { "trainer:", "num_nodes:", "tensor_model_parallel_size:", "micro_batch_size:" },
  mlperf = { "TENSOR_MODEL_PARALLEL=", "DGXNNODES=" },
  torchtitan = { "[training]", "seq_len", "[model]" },
  deepspeed = { '"zero_optimization"', "{" },
  nanotron = { "parallelism:", "batch_accumulation_per_replica" },
  accelerate = { "compute_environment:", "distributed_type:" },
  trainer = { "--per_device_train_batch_size", "--model_name_or_path" },
  simumax = { '"micro_batch_num"', '"interleaving_size"' },
  calculon = { '"tensor_par_comm_type"', '"pipeline_interleaving"' },
}

-- A string in each line with a step.
signs.logs = {
  ["megatron-log"] = "elapsed time per iteration (ms):",
  ["nemo-log"] = "train_step_timing in s",
  ["torchtitan-log"] = "tps: ",
  ["nanotron-log"] = "elapsed_time_per_iteration_ms:",
  ["deepspeed-log"] = "CurrSamplesPerSec=",
  ["trainer-log"] = "'train_steps_per_second':",
  ["mllog"] = ":::MLLOG",
}

-- Whether a text has lines with steps. A log may begin with its command, and a script may quote a line of a log in a
-- comment.
local function has_steps(text)
  return text:find("elapsed time per iteration (ms):", 1, true) ~= nil
    and ("\n" .. text):find("\n[^#\n]*elapsed time per iteration %(ms%):") ~= nil
end

--- config(name, text): whether the text is certainly this configuration. text: its first bytes.
function signs.config(name, text)
  for _, sign in ipairs(signs.configs[name]) do
    if not text:find(sign, 1, true) then return false end
  end
  if name == "megatron-bridge" and signs.config("nemo", text) then return false end
  return not text:find("\0", 1, true) and not has_steps(text)
end

--- log(name, text): whether the text is this log. If Megatron prints together with DeepSpeed, its lines contain more.
function signs.log(name, text)
  if not text:find(signs.logs[name], 1, true) or text:find("\0", 1, true) then return false end
  if name == "torchtitan-log" and not text:find("step: ", 1, true) then return false end
  return name ~= "deepspeed-log" or not has_steps(text)
end

return signs
