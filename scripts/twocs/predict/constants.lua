-- SPDX-License-Identifier: MIT
-- Constants of a prediction that neither a data sheet nor a table of operators gives: a few numbers of frameworks and
-- clusters, each a field of the record `software` (engine/rows/software.def). Two are measured (constants.known). The
-- others are calibrated (data/calibrated.lua, made by scripts/generate/constants.lua) to whole stacks of runs, never to a
-- row, a model or a scale. A held-out stack is predicted with constants that were fitted without it.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local constants = {}

-- name, bounds, meaning. A search begins at the geometric middle of the bounds, for waits at their upper ends, so its start
-- does not contain the answer. The middle of train_gemm is the value from operators' data; the middle of host is the time
-- of layers of Transformers on an H100 (scripts/studies/operators/own.lua).
constants.list = {
  { "train_gemm", 0.5, 2, "time of a GEMM in training over its time in the operator tables, at the same clock" },
  { "wide_gemm", 0.5, 2, "time of a 16-bit GEMM in training over its time in the table, on a device with FP8" },
  { "torch_gemm", 0.5, 2, "time of a GEMM called by PyTorch over the time of a tuned call, on a device with FP8" },
  { "fused_rho", 0.3, 8, "traffic of fused row operators over the minimum" },
  { "eager_rho", 0.5, 12, "traffic of eager row operators over the minimum" },
  { "flash", 0.1, 1, "share of the 16-bit peak that fused attention reaches" },
  { "comm_passes", 0.3, 20, "device memory accesses for each byte that arrives during compute" },
  { "fp8_gemm", 0.5, 1.5, "time of an FP8 GEMM with a scale per tensor over its time in the table, with a scale per row" },
  { "host", 1e-3, 2.125e-2, "host time for the kernels of a layer and microbatch, in eager code" },
  { "host_rank", 1e-5, 1e-2, "additional host time for each TP rank if a pipeline of an eager framework crosses nodes" },
  { "node_lat", 1e-6, 1e-3, "time of a step of a TP ring that crosses nodes" },
}

-- These constants come from measured operators only: every prediction uses the middle of their bounds. The values fitted to
-- single stacks only show how much stacks differ.
constants.known = { train_gemm = true, host = true }

constants.names, constants.start, constants.bounds = {}, {}, {}
for i, one in ipairs(constants.list) do
  local name, low, high = one[1], one[2], one[3]
  constants.names[i], constants.bounds[name], constants.start[name] = name, { low, high }, math.sqrt(low * high)
end

--- The constants among these that are waits of a framework or a cluster, not speeds of its device.
constants.waits = { host = true, host_rank = true, node_lat = true }

--- The constants among these that only the runs of one stack determine.
constants.lone = { host_rank = true, node_lat = true }

--- The set of values with this name: "pooled", a stack's own, "without korthikanti"; or a table of values that override the
--- pooled ones.
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
