-- SPDX-License-Identifier: MIT
-- How much of GPT-3's training time do its eight-way tensor-parallel devices spend waiting for each other?
local tw = require "twocs"

for _, device in ipairs{ "v100_sxm", "a100_80g", "h100_sxm", "b200_sxm" } do
  local share = tw.eval({ model = "gpt3_175b", device = device, layout = { tp = 8 } }, "f_ser")
  print(tw.format("%-10s %4.1f %%", device, 100 * share))
end
