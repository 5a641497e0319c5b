-- SPDX-License-Identifier: MIT
-- Number formats of a whole step: GPT-3 with TP 8, PP 8 and DP 8 on devices with FP8 or FP4. GEMMs become faster by the
-- ratio of the device's peaks; messages stay in BF16 or become smaller as well; row operators and gradients do not change.
-- How much of a step is then communication (section 6.2 of Pati et al.)? GEMMs by roofline, so that all formats are treated
-- alike, and no overheads of software.
local tw = require "twocs"
local beyond = require "studies.beyond"
local study = require "twocs.study"

local devices = { { "h100_sxm", "H100" }, { "b200_sxm", "B200" } }
-- Name, format, fields of the software, and two peaks: the first must exceed the second, or the device has no faster rate
-- for this format.
local kept = { act_byte = 2, weight_byte = 2, grad_byte = 2, quantize_rho = 1 }
local sent = { act_byte = 2, weight_byte = 2, grad_byte = 2, comm_byte = 1, quantize_rho = 1 }
local formats = {
  { "BF16", "bf16", {} },
  { "FP8", "fp8", kept, "peak_fp8", "peak_fp16" },
  { "FP8, sent in FP8", "fp8", sent, "peak_fp8", "peak_fp16" },
  { "FP4, sent in FP8", "fp4", sent, "peak_fp4", "peak_fp8" },
}

-- The times of a step on a device, and the share of communication.
local function step(record, format)
  local case = beyond.training("gpt3_175b", 2048, 1536, { layout = { tp = 8, pp = 8, dp = 8, vp = 6 },
    run = { format = format[2] } })
  case.device, case.plan = record, { gemm = "roofline", stream = "roofline" }
  case.software = tw.software.ideal(format[3])
  local v = tw.eval(case, { "t_step", "t_step_cmp", "t_step_ser", "t_step_exp", "t_step_idle" })
  return v, (v.t_step_ser + v.t_step_exp) / v.t_step
end

local rows = {}
for _, device in ipairs(devices) do
  local record = tw.devices[device[1]]
  for _, format in ipairs(formats) do
    if not format[4] or record[format[4]] > record[format[5]] then
      local v, comm = step(record, format)
      rows[#rows + 1] = { device = device[2], format = format[1], t_step = v.t_step, comm = comm }
    end
  end
end
local t = study.write("formats", beyond.table(rows, { { "device", nil, "Device" }, { "format", nil, "Format of the GEMMs" },
  { "t_step", "s", "A step" }, { "comm", "1", "Communication on the critical path, share of a step" } }))
local function of(device, format) return t:where{ device = device, format = format }[1] end
local setup = "GPT-3, TP 8, PP 8, DP 8, 1,536 sequences of 2,048 tokens; computed by roofline, without software overheads"
local faster = tw.devices.h100_sxm:times{ net0_bw = 2, net1_bw = 2 }
local bf16, _ = step(faster, formats[1])
local fp8, comm = step(faster, formats[2])
study.bars("formats_time", t, { x = "device", by = "format", y = "t_step", legend = "", legend_at = "top", xlabel = "",
  ylabel = "Time of a step (s)", subtitle = setup,
  note = tw.format("What would change it: with links of twice the bandwidth it is %.1f times.", bf16.t_step / fp8.t_step),
  title = tw.format("FP8 makes a step on H100 %.1f times as fast, not twice",
    of("H100", "BF16").t_step / of("H100", "FP8").t_step) })
study.bars("formats_share", t, { x = "device", by = "format", y = "comm", percent = true, legend = "", legend_at = "top",
  xlabel = "", ylabel = "Communication, share of a step", subtitle = setup,
  note = tw.format("What would change it: with links of twice the bandwidth FP8's is %.0f %%.", 100 * comm),
  title = tw.format("FP8 on H100: communication grows from %.0f to %.0f %%",
    100 * of("H100", "BF16").comm, 100 * of("H100", "FP8").comm) })
