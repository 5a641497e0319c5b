-- SPDX-License-Identifier: MIT
-- ERDI24's roofline of a matmul (1.2) and twocs' laws compared with all measured BF16 GEMMs of an A100 that are nearly
-- square: sides that differ by at most a factor of 2. The law waves starts from a fit to 600 rows of the same table; the
-- others are not fitted to them. Figure 5 of that paper has its own study (erdil24/fig05.lua), which needs only ten
-- measurements.
local tw = require "twocs"
local study = require "twocs.study"

local laws = { "tiles", "waves" }
local device, run = tw.devices.a100_40g, { format = "bf16" }
local erdil = tw.limits{ gpu = "a100" }

local there, data = pcall(require, "studies.operators")
local rows = there and data.nvidia_gemm("a100")
if not rows then
  print("skipped: the measurements of A100 GEMMs are not here")
  return
end
rows = rows:where(function(r) return math.max(r.m, r.n, r.k) <= 2 * math.min(r.m, r.n, r.k) and r.m >= 32 end)

local found = { size = {}, model = {}, ratio = {} }
local function compare(model, time)
  for i = 1, rows.n do
    local r, at = rows[i], #found.size + 1
    found.size[at], found.model[at] = tw.pow(r.m * r.n * r.k, 1 / 3), model
    found.ratio[at] = time(i, r) / r.t
  end
end
compare("Erdil (2024), roofline", function(_, r) return erdil:matmul{ rows = r.m, columns = r.k, tokens = r.n }.t_mm end)
local gemms = {}
for i = 1, rows.n do
  local r = rows[i]
  gemms[i] = { gemm = { r.m, r.n, r.k }, back = 0 }
end
for _, law in ipairs(laws) do
  local t = tw.operators(gemms):table{ device = device, run = run, plan = { gemm = law } }:column "t_op_cmp"
  compare(tw.format("twocs, %s", law), function(i) return t[i] end)
end
local t = tw.table{ names = { "size", "model", "ratio" }, columns = found,
  meanings = { ratio = "predicted over measured time", model = "model" } }
local function median(model, side)
  local of = t:where(function(r) return r.model == model and r.size >= (side or 0) end)
  of = of:derive("off", function(r) return math.abs(r.ratio - 1) end):sort("off")
  return 100 * of[math.ceil(of.n / 2)].off
end
local large = 1024
study.histogram("squares", t, { x = "ratio", by = "model", logx = 2, xmin = 0.25, xmax = 4, bins = 40, share = true,
  vline = { at = 1, label = "as measured" }, legend = "", xlabel = "Predicted over measured time",
  ylabel = "Share of GEMMs", title = tw.format("Median errors for square GEMMs: roofline %.0f %%, tiles %.0f %%, "
    .. "waves %.0f %%", median "Erdil (2024), roofline", median "twocs, tiles", median "twocs, waves"),
  subtitle = tw.format("A100, %d BF16 GEMMs whose sides differ by at most 2", rows.n),
  note = tw.format("What would change it: the size. With sides of %.0f and more the roofline is off by %.0f %%, tiles by "
    .. "%.0f %%, waves by %.0f %%.", large, median("Erdil (2024), roofline", large), median("twocs, tiles", large),
    median("twocs, waves", large)) })
