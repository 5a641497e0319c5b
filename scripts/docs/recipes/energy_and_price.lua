-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama3_8b", run = { sl = 8192, global_batch = 256 } }
tw.scaling(case, { over = { device = { "a100_80g", "h100_sxm" } }, gpus = { 64 }, layout = { zero = "weights" } })
  :print{ "device", "token_rate", "device_power", "joule_tokens", "gpu_hours", "rent_low", "energy_low" }
