-- SPDX-License-Identifier: MIT
-- Figure 9: laws of the critical batch, H100, dense, three months: the sixth root of compute, which all other studies here
-- use; DeepSeek's law, which grows nearly as the cube root; and a constant, 4 Mi tokens for any run. (a) utilisation, (b)
-- the batch. Then the headlines for each law, on older GPUs, and for other exponents through the same anchor.
local tw = require "twocs"
local erdil24 = require "studies.erdil24"
local study = require "twocs.study"

local function of(title, gpu, changes, item, more)
  local one = { title = title, case = erdil24.case(gpu, changes), item = item }
  for key, value in pairs(more or {}) do one[key] = value end
  return one
end

local laws = { of("Sixth root", "h100_sxm5", nil, nil, { printed = "E3.1-3" }),
  of("DeepSeek", "h100_sxm5", { batch_law = "deepseek" }, "E3.1-9",
    { util = true, cause = "measurement: 0.17548 gives 0.176 when it is rounded twice, as the run of the authors' code was "
      .. "noted; all its digits resolve it" }),
  of("Fixed, 4 Mi tokens", "h100_sxm5", { batch_law = "fixed" }, "E3.1-8", { util = true }) }
erdil24.utilisation("fig09a", laws, { title = function(ends)
    return tw.format("Without a growing batch linear scaling ends at %s FLOP, with DeepSeek's law at %s",
      erdil24.flop(ends["Fixed, 4 Mi tokens"]), erdil24.flop(ends.DeepSeek))
  end, subtitle = "H100, dense models, three months" })
local batches = erdil24.sweeps(laws, { "d", "c_flop", "b_tokens" })
local function power(name)
  local of = batches:where{ name = name }
  return tw.log2(of[of.n].b_tokens / of[1].b_tokens) / tw.log2(of[of.n].c_flop / of[1].c_flop)
end
local ends = {} -- the exponents in the title follow from these points
for name, of in batches:by "name" do
  for _, i in ipairs{ 1, of.n } do ends[#ends + 1] = { name = name, c_flop = of[i].c_flop } end
end
study.lines("fig09b", batches, { values = ends, x = "c_flop", y = "b_tokens", by = "name",
  logx = 10, logy = 10, markers = false,
    title = tw.format("DeepSeek's batch grows with compute to the power %.2f, that of the sixth root to %.2f",
    power "DeepSeek", power "Sixth root"),
    subtitle = "H100, dense models, three months; by the equations of the authors' program",
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
erdil24.ends("fig09_exponents_ends", erdil24.headlines("fig09_exponents", exponents), exponents, {
  title = function(t)
    return tw.format("Between exponents of 0.10 and 1/3 the largest run grows by %.0f decades",
      tw.log2(erdil24.of(t, "1/3", "largest") / erdil24.of(t, "0.10", "largest")) / tw.log2(10))
  end, subtitle = "H100, dense models, three months", ylabel = "Exponent of the batch in compute" })

local known = erdil24.known "h100_sxm5"
local most = (known:largest())
local function times(law) return (known{ batch_law = law }:largest()) / most end
local exponent = erdil24.first(known, "batch_exponent", { 0.18, 0.19, 0.2, 0.21, 0.22, 0.23, 0.24, 0.25, 0.26 }, "largest",
  10 * most)
study.conclude("fig09", {
  paper = "a batch that grows faster than the sixth root of compute allows much larger runs.",
  remains = tw.format("%s DeepSeek's law makes the largest run %s times as large, limited by the widest model of the "
    .. "sweep; a constant batch makes it %.3f times as large.", erdil24.knowing, erdil24.flop(times "deepseek"),
    times "fixed"),
  turns = tw.format("the exponent decides: from %.2f on in place of %.2f the largest run is ten times as large.", exponent,
    known.batch_exponent) })
