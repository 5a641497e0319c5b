-- SPDX-License-Identifier: MIT
-- The difference between the timeline of a case and the closed form of its step. The closed form of the bubble is exact for
-- equal stages under GPipe and 1F1B. In other cases it is an approximation, and simulating the schedule shows its error.
local core = require "twocs.core"

local played = {}

local worth_saying = 5e-4

--- lines(made): one line for explain, or none.
function played.lines(made)
  if made.searches then return {} end
  local done, timeline = pcall(core.timeline_of, made)
  if not done then return {} end -- forward only, or more passes than there is memory for
  local step = core.run(made, {}, { "t_step" })[1][1]
  local off = step / timeline.step - 1
  if not (math.abs(off) >= worth_saying) then return {} end
  local label, divisor = core.scale(timeline.step, "s")
  return { core.format("closed form: t_step is %.2g %% %s than the timeline of this schedule, %.4g %s (tw.timeline)",
    100 * math.abs(off), off > 0 and "longer" or "shorter", timeline.step / divisor, label) }
end

return played
