-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local case = { model = "llama2_7b", device = "h100_sxm", run = { sl = 4096, global_batch = 1024 } }
tw.scaling(case, { gpus = tw.double(128, 1024), layout = { zero = "weights" } })
  :print{ "gpus", "token_rate", "gain", "mfu", "joule_tokens" }
