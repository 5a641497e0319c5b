-- SPDX-License-Identifier: MIT
-- Figure 9: laws of the critical batch, H100, dense, three months: the sixth root of compute that all else here rests on,
-- DeepSeek's, which grows nearly as its cube root, and none, 4 Mi tokens for any run. (a) utilisation, (b) the batch. Then
-- the headlines under each law, on older GPUs, and for other exponents through the same anchor.
local tw = require "twocs"
local erdil24 = require "studies.erdil24"
local study = require "twocs.study"

local function of(title, gpu, changes, item, more)
  local one = { title = title, case = erdil24.case(gpu, changes), item = item }
  for key, value in pairs(more or {}) do one[key] = value end
  return one
end

local laws = { of("Sixth root", "h100_sxm5"), of("DeepSeek", "h100_sxm5", { batch_law = "deepseek" }, "E3.1-9",
    { util = true, util_note = "0.1755 to one digit more" }),
  of("Fixed, 4 Mi tokens", "h100_sxm5", { batch_law = "fixed" }, "E3.1-8", { util = true }) }
erdil24.utilisation("fig09a", laws, { title = "Laws of the critical batch", subtitle = "H100, dense models, three months" })
study.lines("fig09b", erdil24.sweeps(laws, { "d", "c_flop", "b_tokens" }), { x = "c_flop", y = "b_tokens", by = "name",
  logx = 10, logy = 10, markers = false, title = "Critical batch", subtitle = "H100, dense models, three months",
  xlabel = erdil24.axis, ylabel = "Batch (tokens)", legend = "", legend_at = "top" })
erdil24.headlines("fig09_laws", laws)

local deepseek = { batch_law = "deepseek" }
local whole = { note = "no end: linear as far as the sweep goes" }
erdil24.headlines("fig09_deepseek", { of("A100", "a100", deepseek, "E3.2-15"), of("V100", "v100_sxm2", deepseek, "E3.2-16"),
  of("H100, sparse", "h100_sxm5", { batch_law = "deepseek", sparse = "yes" }, "E3.2-17"),
  of("NVLink + low latency", "h100_sxm5_global_nvlink_low_latency", deepseek, "E3.2-18", whole),
  of("Scaled tenfold", "h100_sxm5_scaled", deepseek, "E3.2-19", whole) })

local exponents = {}
for i, e in ipairs{ { 0.10, "0.10" }, { 1 / 6, "1/6" }, { 0.25, "0.25" }, { 1 / 3, "1/3" } } do
  exponents[i] = of(e[2], "h100_sxm5", { batch_exponent = e[1] }, tw.format("E3.2-%.0f", 19 + i))
end
erdil24.bars("fig09_exponents_bars", erdil24.headlines("fig09_exponents", exponents), {
  title = "Exponent of the critical batch", subtitle = "H100, dense models, three months",
  xlabel = "Exponent of the batch in compute" })
