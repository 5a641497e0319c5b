-- SPDX-License-Identifier: MIT
-- Section 6.2: fewer bits. Compute scales with the square of the bits or more, bytes only in proportion, so the share of
-- communication grows and the paper's conclusions hold. At the highlighted points: FP32 to half precision on the paper's
-- MI210, by its peaks and with the calibrated model, and BF16 to FP8 on H100, which has both.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local readings = {
  { name = "peaks", label = "Cal-0", from = "fp32", to = "fp16", case = function(point, format)
    local cal = pati23.calibrations[1]
    return pati23.case(cal, { model = cal.model{ h = point.h }, layout = { tp = point.tp, dp = 4 },
      run = cal.run{ format = format } })
  end },
  { name = "mi210", label = "MI210, PyTorch", from = "fp32", to = "bf16", case = function(point, format)
    return pati23.today(point.h, { tp = point.tp, dp = 4 }, { run = { sl = 4096, b = 1, format = format } })
  end },
  { name = "h100", label = "H100, PyTorch", from = "bf16", to = "fp8", case = function(point, format)
    return pati23.today(point.h, { tp = point.tp, dp = 4 }, { run = { sl = 4096, b = 1, format = format },
      device = tw.devices.h100_sxm{ net0_size = 1048576 } })
  end },
}
local names = { "reading", "point", "before", "after", "growth" }
local columns, said = {}, {}
for _, name in ipairs(names) do columns[name] = {} end
for _, reading in ipairs(readings) do
  for _, point in ipairs(pati23.blue) do
    local i = #columns.growth + 1
    local before = tw.eval(reading.case(point, reading.from), "f_ser")
    local after = tw.eval(reading.case(point, reading.to), "f_ser")
    columns.reading[i], columns.point[i] = reading.label, pati23.point_text(point)
    columns.before[i], columns.after[i], columns.growth[i] = before, after, after - before
  end
end
local t = study.write("sec62", tw.table{ names = names, columns = columns,
  units = { before = "1", after = "1", growth = "1" }, meanings = { before = "serialized share in the wider format",
    after = "in the narrower one", growth = "points more" } })
for _, reading in ipairs(readings) do
  local own = t:where{ reading = reading.label }
  study.finding{ "P1-45", own, "growth", percent = true, low = true, basis = "predicted", label = reading.label,
    cause = "model: for such thin slices, casts to FP8 cost as much as its GEMMs save; layers timed in FP8 at these "
      .. "shapes would resolve it",
    note = tw.format("%s to %s, least of the highlighted points", reading.from:upper(), reading.to:upper()) }
  said[reading.name] = own:top(1, "growth", "ascending")[1].growth
end
local bits = study.write("sec62_peak", tw.table{ names = { "value" }, units = { value = "1" },
  columns = { value = { tw.log2(tw.devices.mi210.peak_fp16 / tw.devices.mi210.peak_fp32) } },
  meanings = { value = "exponent of the peak over the number of values in as many bits" } })
study.finding{ "P1-45b", bits, "value", basis = "exact", note = "MI210, matrix rates, FP32 to FP16" }

local function ideal(format)
  local point = pati23.blue[1]
  return tw.eval(pati23.today(point.h, { tp = point.tp, dp = 4 }, { run = { sl = 4096, b = 1, format = format },
    device = tw.devices.h100_sxm{ net0_size = 1048576 }, software = "ideal" }), "f_ser")
end
study.conclude("sec62", {
  paper = "formats with fewer bits speed up compute more than communication, so the conclusions remain valid.",
  remains = tw.format("the serialized share changes by %+.1f points at least from FP32 to BF16 on MI210, and by %+.1f from "
    .. "BF16 to FP8 on H100, which still sends activations in BF16 (PyTorch).", 100 * said.mi210, 100 * said.h100),
  turns = tw.format("casts are memory traffic: without software overheads it still changes by %+.1f points from "
    .. "BF16 to FP8 at the smallest point.",
    100 * (ideal "fp8" - ideal "bf16")) })
