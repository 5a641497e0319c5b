-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local full = tw.models.qwen3_8b
local windows = full{ window = 4096, window_share = 0.75 }
local linear = full{ state_share = 0.75, state_heads = 32, state_key_heads = 16 }
print("tokens    full  windows  linear    time of a layer")
for _, sl in ipairs{ 8192, 16384, 65536 } do
  local function layer(model)
    return 1e3 * tw.eval({ model = model, device = "h100_sxm", run = { sl = sl, micro_batch = 1 } }, "t_layer")
  end
  print(tw.format("%6d %7.2f %8.2f %7.2f ms", sl, layer(full), layer(windows), layer(linear)))
end
