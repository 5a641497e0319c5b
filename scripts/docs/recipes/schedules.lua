-- SPDX-License-Identifier: MIT
local tw = require "twocs"

for _, schedule in ipairs{ "gpipe", "1f1b", "zb_h1", "zb_v" } do
  local t = tw.timeline{ stage = { f = "3 ms", b = "3 ms", w = "3 ms" }, pp = 8, microbatches = 16, schedule = schedule }
  print(tw.format("%-6s %.0f ms", schedule, 1000 * t.step))
end
