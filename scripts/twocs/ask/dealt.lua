-- SPDX-License-Identifier: MIT
-- How the layers of a case are assigned to the stages of its pipeline, in one line. Schedules whose microbatches return
-- through the stages (a V) assign chunks in another order than a layout string.
local core = require "twocs.core"
local layout_string = require "twocs.data.layout_string"

local dealt = {}

local in_turn = { ["1f1b"] = true, gpipe = true, zb_h1 = true }
local names = { "layers", "mtp", "pp", "vp", "first_layers", "middle_layers", "last_layers" }

--- lines(made): a line with the layout string of a case, or none where it has no pipeline or no such string.
function dealt.lines(made)
  if made.searches or made.layout.pp == 1 or not in_turn[made.layout.schedule] then return {} end
  local l = {}
  for i, column in ipairs(core.run(made, {}, names)) do l[names[i]] = column[1] end
  local text = layout_string.of(l)
  return { text and core.format("layers by chunk of the pipeline, as a layout string: %s", text) }
end

return dealt
