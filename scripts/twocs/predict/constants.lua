-- SPDX-License-Identifier: MIT
-- What a prediction takes from no sheet and no operator's table: a handful of numbers of frameworks and clusters, each
-- named by what it stands for, and the fields of a case that carry them. The one thing to know: their values are
-- calibrated (data/calibrated.lua, made by scripts/generate/constants.lua) to whole stacks of runs, never to a row, a
-- model or a scale; a stack is predicted with those that were found without it.
local core = require "twocs.core"
local kin = require "twocs.predict.kin"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local networks = require "twocs.data.networks"
local registry = require "twocs.data.registry"
local shipped = require "twocs.fit.shipped"

local constants = {}

-- name, where the search begins, bounds, meaning. Where it begins was set after a first look at all of these stacks, and
-- moving away from there costs a little: so far a stack that is left out is not quite unseen.
constants.list = {
  { "train_gemm", 1, 0.8, 1.5, "time of a GEMM in training over that in the operators' tables, at the same clock" },
  { "fused_rho", 1.2, 0.3, 8, "traffic of fused row operators over their least count" },
  { "eager_rho", 4.5, 0.5, 12, "traffic of eager row operators over their least count" },
  { "flash", 0.4, 0.1, 1, "share of the 16-bit peak that fused attention reaches" },
  { "overlap", 4, 0.3, 20, "how often a byte that arrives beside compute crosses the device's memory" },
  { "fp8_gemm", 0.8, 0.5, 1.5, "time of a GEMM in FP8 scaled by tensors over that in the table, which scales by rows" },
  { "host", 4e-3, 1e-5, 2e-2, "time of an eager framework's host for a layer and microbatch with TP" },
  { "host_rank", 2.5e-3, 1e-5, 1e-2, "the same for each rank of TP, where a pipeline of an eager framework crosses nodes" },
  { "polling", 0.4, 1e-3, 5, "wait for each neighbour with each microbatch in a release that polls for what they send" },
  { "node_lat", 4e-5, 1e-6, 1e-3, "time of a step of a ring of TP that crosses nodes" },
}

-- Of operators' data alone: whatever is predicted with has it as it is here. What a stack has for itself says how much
-- stacks differ in it.
constants.known = { train_gemm = true }

constants.names, constants.start, constants.bounds = {}, {}, {}
for i, one in ipairs(constants.list) do
  constants.names[i], constants.start[one[1]], constants.bounds[one[1]] = one[1], one[2], { one[3], one[4] }
end

--- Of these the ones that are waiting of a framework or a cluster, not a speed of its device.
constants.waits = { host = true, host_rank = true, polling = true, node_lat = true }

-- Rings inside a node, and adapters: bandwidth of the all-gathers and reduce-scatters of 8 GPUs and the payload at
-- which half of it is reached (nccl_latency, ai-dynamo/aiconfigurator@095f58a, read off at 17 MB to 537 MB).
local links = {
  h100_sxm = { net0_bw = 340e9, net0_half = 10e6 },
  a100_80g = { net0_bw = 230e9, net0_half = 14e6 },
  a100_40g = { net0_bw = 230e9, net0_half = 14e6 },
  -- Four rings over links of which RCCL counts 36 GB/s (MI200_XGMI_WIDTH, src/graph/topo.h), and of what it counts it
  -- reaches 307 of 336 on MI300X, whose half is taken too (data/devices.lua).
  mi250x_gcd = { net0_bw = 4 * 36e9 * 307 / 336, net0_half = 2.7e6 },
}

local gemms = { h100_sxm = "h100_large", h200_sxm = "h200_large", b200_sxm = "b200_large", gb200_nvl72 = "gb200_large",
  a100_80g = "a100_large", a100_40g = "a100_large", mi250x_gcd = "mi210_large", mi210 = "mi210_large" }
local gemms_fp8 = { h100_sxm = "h100_fp8_large" }
-- Traffic of bringing activations into FP8 over its least count: 2.65 ps an element that is read in 16 bits and written in
-- 8, at H100's mem_bw and mem_eff; narrow GEMMs of the table that has h100_fp8_large tell it (data.nvidia_fp8 of
-- scripts/studies/operators.lua).
constants.quantize_rho = 2.07

-- The name of the fit of GEMMs for a device and format, and whether it is another device's.
local function fit_of(made)
  local tables, name = made.run.format == "fp8" and gemms_fp8 or gemms, made.device.name
  if tables[name] then return tables[name], false end
  return tables[kin.of(name)], true
end

-- A table measures each GEMM alone: a long one warms the device up, a short one does not. In a step all of them find it as
-- warm as the step keeps it, whatever their format. rocBLAS's records do not tell: AMD's devices are as warm as an A100.
local heats = { h100_sxm = "h100_large", h200_sxm = "h200_large", b200_sxm = "b200_large", gb200_nvl72 = "gb200_large",
  a100_80g = "a100_large", a100_40g = "a100_large", mi250x_gcd = "a100_large",
  mi210 = "a100_large" }
local function heat_of(made)
  local fit = heats[made.device.name] or heats[kin.of(made.device.name)]
  return fit and shipped.fits[fit]:of("gemm").given.depth_heat or 0
end

-- These take a fit over by the sheets or from another format: no operator of theirs was measured as it is asked.
local taken_over = { mi250x_gcd = true, mi210 = true }

--- Were operators of that case's device measured, in its format? Nobody's of experts were: neither their grouped GEMMs nor
--- what brings tokens to them.
function constants.measured(made)
  if made.model and (made.model.experts or 0) > 0 then return false end
  local fit, transferred = fit_of(made)
  return fit ~= nil and not transferred and not taken_over[made.device.name]
end

--- The plan of a case: its GEMMs as the operators' tables have them, where there is one of its device or of its kin, and
--- NCCL's rings, no step of which is ahead of that between nodes.
local plans = {}
function constants.plan(made)
  local fit, transferred = fit_of(made)
  if not fit then return nil end
  local key = transferred and core.format("%s %s %s", fit, made.device.name, made.run.format) or fit
  if not plans[key] then
    local gemm = shipped.fits[fit]
    if transferred then gemm = kin.plan(made.device.name, made.run.format, gemm) end
    plans[key] = { gemm = gemm, all_reduce = "lockstep", all_gather = "lockstep", reduce_scatter = "lockstep" }
  end
  return plans[key]
end

-- What an eager framework holds. Counted, in bytes of BF16: rotated copies of Q and K (2 each), and the activation
-- function's output beside its product with the gate (2). Counted with the residuals of all of nanotron's layouts in view:
-- of each microbatch a dense gradient of the embedding (2) and its copy in FP32 (4), gathered gradients and sums before
-- they are scattered, of both blocks (8 together; 6 to 12 do as well). Calibrated to half of these layouts by
-- scripts/studies/runs/memory.lua: bytes of a logit, microbatches in flight whose gathered inputs are gone where a pipeline
-- crosses nodes, context and libraries, and with TP what is lost to fragments, as gathered tensors are freed late.
local gib = 1073741824
local eager_memory = { eager_byte = 4, eager_fc_byte = 2, table_grad_byte = 6, eager_work_byte = 8,
  logit_byte = 10, gather_less = 2, workspace = 1 * gib, fragments = 12 * gib }

--- Fields of memory of an eager framework with those constants. nodes: does the run have several?
function constants.eager_fields(e, tp, pp, nodes)
  return { eager_byte = e.eager_byte, eager_fc_byte = e.eager_fc_byte, table_grad_byte = e.table_grad_byte,
    logit_byte = e.logit_byte, eager_work_byte = e.eager_work_byte, gather_less = pp > 1 and nodes and e.gather_less or 0,
    workspace = e.workspace + (tp > 1 and e.fragments or 0) }
end

-- Of frameworks whose kernels are fused: nothing of this.
local function plain_fields(fields)
  return { eager_byte = 0, eager_fc_byte = 0, table_grad_byte = 0, logit_byte = fields.logit_byte or 4, eager_work_byte = 0,
    gather_less = 0, workspace = fields.workspace or 0 }
end

-- Multiprocessors that collectives hold while they run: NCCL's channels, of which it takes 16 and more on these devices.
local channels = 16

-- TP's collectives of a layer with sequence parallelism: two gatherings and two scatterings in each pass, and two more
-- gatherings for the gradients of the weights.
local rings_of_layer = 10

local eager, fp8 = 2, 4 -- words of `kernels` and `format`

--- Fields of a case that carry the constants c. made: the case; fields: what it states, as numbers; network: the class of
--- its network between nodes (data/networks.lua), or what was measured of it: { share =, step =, measured = true }.
function constants.fields(c, made, fields, network)
  local tp, pp = fields.tp or 1, fields.pp or 1
  local nodes = tp * pp * (fields.cp or 1) * (fields.dp or 1) > (fields.net0_size or 8)
  local over_nodes = tp > (fields.net0_size or 8)
  local name, like = made.device.name, kin.of(made.device.name)
  local net = type(network) == "table" and network or networks[network or "infiniband"]
  local link = links[name] or like and kin.link(name, links[like]) or {}
  local host, step = 0, net.step or c.node_lat
  if fields.kernels == eager then
    host = tp > 1 and c.host or c.host / 4 -- without TP a layer has a quarter of the kernels: no messages, no views
    if pp > 1 and nodes then
      host = host + c.host_rank * tp + (over_nodes and rings_of_layer * step * (tp - 1) or 0)
    end
  end
  if made.device.net0_bw ~= registry.devices[name].net0_bw then link = {} end -- the file states its own
  local speed = not net.measured and c.network or 1 -- bands ask what another network would change (predict/bands.lua)
  -- Attention is in 16 bits beside GEMMs in FP8: shares are of the peak of the run's format.
  local peak16 = fields.format == fp8 and made.device.peak_bf16 / made.device.peak_fp8 or 1
  if like then peak16 = peak16 * kin.reach(name) end
  local own = fields.kernels == eager and constants.eager_fields(eager_memory, tp, pp, nodes) or plain_fields(fields)
  for name, value in pairs{
    train_gemm = c.train_gemm, gemm_heat = heat_of(made), depth_heat = 0,
    fused_rho = c.fused_rho, eager_rho = c.eager_rho, comm_passes = c.overlap,
    interference = 1 / (1 - channels / made.device.units), fp8_gemm = c.fp8_gemm,
    quantize_rho = constants.quantize_rho, flash_eff = c.flash * peak16, host_layer = host,
    net0_bw = link.net0_bw or made.device.net0_bw, net0_half = link.net0_half or made.device.net0_half,
    net1_bw = made.device.net1_bw * net.share * speed, net1_lat = step / speed } do
    own[name] = value
  end
  return own
end

--- Waiting of a step of a release of an eager framework that polls for messages between stages: it asks every tenth of a
--- second whether each of two that tell a tensor's shape has gone, for activations and for gradients, so that a neighbour
--- costs four such waits at least. An inner stage has two neighbours; filling and draining crosses each border once.
--- polls: is a run of that release ("always"), or only where memory does not hold it ("short"; runs/files.lua)?
function constants.polled(c, polls, fields, fits, microbatches)
  local pp = fields.pp or 1
  if not (polls == "always" or polls == "short" and fits ~= 1) then return 0 end
  return c.polling * (math.min(pp - 1, 2) * microbatches + pp - 1)
end

--- The values of that name: "pooled", a stack's own, "without korthikanti"; or a table of them, over the pooled ones.
function constants.values(which)
  local data = require("twocs.data.calibrated").sets
  if type(which) == "table" then
    local c = {}
    for key, value in pairs(data.pooled) do c[key] = value end
    for key, value in pairs(which) do
      if not c[key] then
        mistake.raise('constants: "%s" is none of %s', mistake.word(key), table.concat(constants.names, ", "))
      end
      c[key] = value
    end
    return c
  end
  which = which or "pooled"
  if data[which] then return data[which] end
  local known = {}
  for name in pairs(data) do known[#known + 1] = name end
  table.sort(known)
  mistake.raise('constants: "%s" is not known here%s; there are %s', mistake.word(which), nearest.hint(which, known),
    core.format("%s", table.concat(known, ", ")))
end

return constants
