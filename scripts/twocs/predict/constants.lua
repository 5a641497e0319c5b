-- SPDX-License-Identifier: MIT
-- What a prediction takes from no sheet and no operator's table: a handful of numbers of frameworks and clusters, each a
-- field of the record `software` (engine/rows/software.def). The one thing to know: two are measured (constants.known),
-- the others calibrated (data/calibrated.lua, made by scripts/generate/constants.lua) to whole stacks of runs, never to a
-- row, a model or a scale; a stack is predicted with those that were found without it.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local constants = {}

-- name, bounds, meaning. A search begins at the geometric middle of the bounds and at random places in them, so that it
-- knows nothing of the answer. train_gemm's middle is what operators' data say, host's what layers of Transformers took on
-- an H100 (scripts/studies/operators/own.lua).
constants.list = {
  { "train_gemm", 0.5, 2, "time of a GEMM in training over that in the operator tables, at the same clock" },
  { "wide_gemm", 0.5, 2, "time of a GEMM in 16 bits in training on a device with FP8, over that in the table" },
  { "torch_gemm", 0.5, 2, "time of a GEMM that PyTorch's operators call on a device with FP8, over that of a tuned call" },
  { "fused_rho", 0.3, 8, "traffic of fused row operators over the minimum" },
  { "eager_rho", 0.5, 12, "traffic of eager row operators over the minimum" },
  { "flash", 0.1, 1, "share of the 16-bit peak that fused attention reaches" },
  { "comm_passes", 0.3, 20, "device memory accesses for each byte that arrives during compute" },
  { "fp8_gemm", 0.5, 1.5, "time of a GEMM in FP8 scaled by tensors over that in the table, which scales by rows" },
  { "host", 1e-3, 2.125e-2, "host time for the kernels of a layer and microbatch, in eager code" },
  { "host_rank", 1e-5, 1e-2, "additional host time for each TP rank if a pipeline of an eager framework crosses nodes" },
  { "node_lat", 1e-6, 1e-3, "time of a step of a TP ring that crosses nodes" },
}

-- Of measured operators alone: whatever is predicted with has it as it is here. What a stack has for itself says how much
-- stacks differ in it.
constants.known = { train_gemm = true, host = true }

constants.names, constants.start, constants.bounds = {}, {}, {}
for i, one in ipairs(constants.list) do
  local name, low, high = one[1], one[2], one[3]
  constants.names[i], constants.bounds[name], constants.start[name] = name, { low, high }, math.sqrt(low * high)
end

--- Of these the ones that are waiting of a framework or a cluster, not a speed of its device.
constants.waits = { host = true, host_rank = true, node_lat = true }

--- Of these the ones that the runs of one stack alone know.
constants.lone = { host_rank = true, node_lat = true }

--- The values of that name: "pooled", a stack's own, "without korthikanti"; or a table of them, over the pooled ones.
function constants.values(which)
  local data = require("twocs.data.calibrated").sets
  if type(which) == "table" then
    local c = {}
    for key, value in pairs(data.pooled) do c[key] = value end
    for key, value in pairs(which) do
      if not c[key] then
        mistake.raise('constants: "%s" is not one of %s', mistake.word(key), table.concat(constants.names, ", "))
      end
      c[key] = value
    end
    return c
  end
  which = which or "pooled"
  if data[which] then return data[which] end
  local known = {}
  for _, sets in ipairs{ data, require("twocs.data.held_out").sets } do
    for name in pairs(sets) do known[#known + 1] = name end
  end
  table.sort(known)
  mistake.raise('constants: "%s" is not known here%s; there are %s', mistake.word(which), nearest.hint(which, known),
    core.format("%s", table.concat(known, ", ")))
end

return constants
