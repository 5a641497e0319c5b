-- SPDX-License-Identifier: MIT
-- A stated grid of layouts of a number of devices. The one thing to know: degrees are chosen so that they multiply to the
-- devices, and what else a layout or a run may choose (microbatch, recomputation, chunks) are axes of their own; which of
-- them are legal and fit the memory is the engine's to say.
local mistake = require "twocs.common.mistake"

local layouts = {}

-- Left out of a grid: these. `shard`: ranks of a sharding group beside all of them.
local initial = { tp = { 1, 2, 4, 8 }, pp = { 1, 2, 4, 8, 16, 32 }, cp = { 1, 2, 4 },
  zero = { "none", "optimizer", "gradients", "weights" }, shard = { 8, 64, 512 }, micro_batch = { 1, 2, 4, 8, 16 },
  vp = { 1, 2, 4, 5, 8 }, schedule = { "1f1b", "zb_h1" }, recompute = { "none", "selective", "full" } }
local degrees = { "tp", "pp", "cp", "zero", "shard" } -- those that are chosen together

--- The grid that a script wrote, with what it left out; raises where it names what is not in a grid.
function layouts.grid(given)
  if type(given) ~= "table" then
    mistake.raise("grid is %s, expected lists of values such as { tp = { 1, 2, 4 } }", mistake.show(given))
  end
  local grid = {}
  for name, values in pairs(initial) do grid[name] = values end
  for name, values in pairs(given) do
    if not initial[name] then
      mistake.raise("grid.%s: a grid of layouts moves cp, micro_batch, pp, recompute, schedule, shard, tp, vp and zero; "
        .. "dp follows",
        mistake.word(name))
    end
    if type(values) ~= "table" or (#values == 0 and name ~= "shard") then
      mistake.raise("grid.%s is %s, expected a list of values", name, mistake.show(values))
    end
    grid[name] = values
  end
  return grid
end

local function each_sharding(grid, replicas, visit)
  for _, zero in ipairs(grid.zero) do
    if zero == "none" then visit(zero, replicas)
    else
      for _, shard in ipairs(grid.shard) do
        if shard < replicas and replicas % shard == 0 then visit(zero, shard) end
      end
      visit(zero, replicas)
    end
  end
end

--- The points of so many devices that the degrees of a grid make; none where no degrees multiply to it.
function layouts.points(grid, devices)
  local points = {}
  for _, tp in ipairs(grid.tp) do
    for _, pp in ipairs(grid.pp) do
      for _, cp in ipairs(grid.cp) do
        local dp = devices / (tp * pp * cp)
        if dp == math.floor(dp) and dp >= 1 then
          each_sharding(grid, dp * cp, function(zero, shard)
            points[#points + 1] = { tp = tp, pp = pp, cp = cp, dp = dp, sp = tp > 1 and "yes" or "no", zero = zero,
              shard = shard }
          end)
        end
      end
    end
  end
  return points
end

--- The axes of `over` for so many devices, and how many layouts they hold; nil where there are none.
function layouts.over(grid, devices)
  local points, over = layouts.points(grid, devices), {}
  if #points == 0 then return nil end
  local n = #points
  over[1] = points
  for name, values in pairs(grid) do
    local chosen_together = false
    for _, degree in ipairs(degrees) do chosen_together = chosen_together or degree == name end
    if not chosen_together then over[name], n = values, n * #values end
  end
  return over, n
end

return layouts
