-- SPDX-License-Identifier: MIT
-- The stated grid of tw.scaling: default values for the axes of its search (search/space.lua). Axes that are not in this
-- grid (expert parallelism) have the values of the search, or of the case.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local rows = require "twocs.data.rows"
local space = require "twocs.search.space"

local grid = {}

-- `shard`: sizes of a sharding group, in addition to the whole group. `sp` matters only with TP.
local initial = { sp = { "yes" }, tp = { 1, 2, 4, 8 }, pp = { 1, 2, 4, 8, 16, 32 }, cp = { 1, 2, 4 },
  zero = { "none", "optimizer", "gradients", "weights" }, shard = { 8, 64, 512 }, micro_batch = { 1, 2, 4, 8, 16 },
  vp = { 1, 2, 4, 5, 8 }, schedule = { "1f1b", "zb_h1" }, recompute = { "none", "selective", "full" } }

--- over(given, made): the values of a search's axes by name, for the grid of a script. Fields that the case states are not
--- included, and the kind of context parallelism is that of the case. Raises an error for a name that is not an axis.
function grid.over(given, made)
  if type(given) ~= "table" then
    mistake.raise("grid is %s, expected lists of values such as { tp = { 1, 2, 4 } }", mistake.show(given))
  end
  local over = { cp_kind = { made.layout.cp_kind } }
  for name, values in pairs(initial) do
    if not core.states(made[rows.by_name[name].record], name) then over[name] = values end
  end
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
  if not over.shard then return over end
  local groups = { space.whole_group }
  for _, ranks in ipairs(over.shard) do
    if ranks ~= space.whole_group then groups[#groups + 1] = ranks end
  end
  over.shard = groups
  return over
end

return grid
