-- SPDX-License-Identifier: MIT
-- The stated grid of tw.scaling: the values of the axes of its search (search/space.lua) where a script says none. The one
-- thing to know: what is not in this grid (expert parallelism) has the search's own values, or the case's.
local mistake = require "twocs.common.mistake"
local space = require "twocs.search.space"

local grid = {}

-- `shard`: ranks of a sharding group as an alternative to all of them. `sp`: of account with TP only.
local initial = { sp = { "yes" }, tp = { 1, 2, 4, 8 }, pp = { 1, 2, 4, 8, 16, 32 }, cp = { 1, 2, 4 },
  zero = { "none", "optimizer", "gradients", "weights" }, shard = { 8, 64, 512 }, micro_batch = { 1, 2, 4, 8, 16 },
  vp = { 1, 2, 4, 5, 8 }, schedule = { "1f1b", "zb_h1" }, recompute = { "none", "selective", "full" } }

--- over(given, layout): the values of a search's axes by name, of the grid that a script wrote; the kind of context
--- parallelism is that of the case's layout where it says none. Raises where it names what is no axis.
function grid.over(given, layout)
  if type(given) ~= "table" then
    mistake.raise("grid is %s, expected lists of values such as { tp = { 1, 2, 4 } }", mistake.show(given))
  end
  local over = { cp_kind = { layout.cp_kind } }
  for name, values in pairs(initial) do over[name] = values end
  for name, values in pairs(given) do
    if not space.is_axis(name) then
      mistake.raise("grid.%s: a grid of layouts has the axes %s; dp follows from them", mistake.word(name),
        table.concat(space.names, ", "))
    end
    if type(values) ~= "table" or (#values == 0 and name ~= "shard") then
      mistake.raise("grid.%s is %s, expected a list of values", name, mistake.show(values))
    end
    over[name] = values
  end
  local groups = { space.whole_group }
  for _, ranks in ipairs(over.shard) do
    if ranks ~= space.whole_group then groups[#groups + 1] = ranks end
  end
  over.shard = groups
  return over
end

return grid
