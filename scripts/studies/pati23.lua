-- SPDX-License-Identifier: MIT
-- What the studies of Pati et al. share: the sweep of Table 2, the highlighted points, and the two readings of its machine.
-- Cal-0 takes nothing from the paper's results: an efficiency of 0.6 for GEMMs, which are all the compute there is, and the
-- node's all-reduce bandwidth. It comes with the exact ring factor, and with the paper's own assumption that the four devices
-- measured stand for any number. Cal-1 is calibrated to the numbers in the paper's text: it can agree, but not confirm.
local tw = require "twocs"

local pati23 = {}

-- Table 2, and the points that Figure 10 (a) highlights (4.3.4; the last TP is not stated).
pati23.h, pati23.sl, pati23.b, pati23.tp = tw.double(1024, 65536), tw.double(1024, 8192), { 1, 4 }, tw.double(4, 256)
pati23.blue = { { h = 4096, tp = 16 }, { h = 16384, tp = 64 }, { h = 65536, tp = 256 } }

local model = tw.models.transformer{ head_dim = 64 }
local function run(fields)
  fields.sl, fields.b, fields.format, fields.dropout = 4096, 1, "fp16", "no"
  return tw.run(fields)
end

-- Cal-1: what describes kernels and not hardware. Passes are of all three passes over a layer together, as calibrated (24 of
-- softmax-like, 6 of GeLU-like, 1 of LayerNorm and residual), over our least counts of 5, 5 and 22.
-- Its streams are fused behind GEMMs: they cost their traffic at 0.8 of 1.638 TB/s and no launch of their own.
local cal1_run = run{ softmax_rho = 24 / 5, act_rho = 6 / 5, row_rho = 1 / 22 }
local cal1_law = tw.law{ stream_c2 = 1 / (0.8 * 1.638e12) }

pati23.calibrations = {
  { name = "cal0", label = "Cal-0", basis = "predicted", note = "GEMM flop at 0.6 of peak; exact ring factor at 150 GB/s",
    model = model, run = run{}, device = tw.devices.mi210_paper, plan = { gemm = "algorithmic", stream = "none", all_reduce = "ring" } },
  { name = "cal0n4", label = "Cal-0, N=4", basis = "predicted", note = "GEMM flop at 0.6 of peak; ring factor of four devices at every N",
    model = model, run = run{}, device = tw.devices.mi210_paper, plan = { gemm = "algorithmic", stream = "none", all_reduce = "measured4" } },
  { name = "cal1", label = "Cal-1", basis = "calibrated", note = "calibrated to the paper's text",
    model = model, run = cal1_run, device = tw.devices.mi210_cal1, law = cal1_law,
    plan = { gemm = "tiles", stream = "measured", all_reduce = "ring" } },
}

--- The case of a calibration, with more keys: sweep(pati23.case(cal, { over = ... })).
function pati23.case(calibration, more)
  local case = { model = calibration.model, run = calibration.run, device = calibration.device, law = calibration.law, plan = calibration.plan, layout = { dp = 4 } }
  for key, value in pairs(more or {}) do case[key] = value end
  return case
end

--- Subtitle of a figure.
function pati23.subtitle(calibration, text) return tw.format("MI210, %s (%s)%s", calibration.label, calibration.basis, text and ", " .. text or "") end

return pati23
