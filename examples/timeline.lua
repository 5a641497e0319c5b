-- SPDX-License-Identifier: MIT
-- One step of a pipeline: 8 stages, 16 microbatches, the same passes in three orders. What does the step wait for?
local tw = require "twocs"

local stage = { f = "3 ms", b = "3 ms", w = "3 ms", reduce = "12 ms", optimizer = "2 ms" }
for _, schedule in ipairs{ "1f1b", "zb_h1", "zb_v" } do
  print(tw.timeline{ stage = stage, pp = 8, microbatches = 16, schedule = schedule, hop = "0.3 ms", buckets = 4 })
end

-- The last stage has the LM head too: everybody waits for it.
local stages = { stage, stage, stage, stage, stage, stage, stage, { f = "4 ms", b = "4 ms", w = "4 ms" } }
local t = tw.timeline{ stages = stages, microbatches = 16, schedule = "zb_h1", hop = "0.3 ms", buckets = 4 }
t:stages():print{ "stage", "compute", "exposed", "idle", "in_flight" }
t:path():print{ rows = 3 }
t:draw("timeline", { title = "Seven stages wait for the one with the LM head" })
print("open in ui.perfetto.dev:", t:chrome("out/timeline.json"))
