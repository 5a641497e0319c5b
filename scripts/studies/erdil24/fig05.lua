-- SPDX-License-Identifier: MIT
-- Figure 5: the time of a square GEMM on an A100 over its size, and the share of the peak that it reaches: the
-- specification's roofline (1.2) with its binding term; twocs' law of shapes, which is linear while the tiles fit into one
-- wave, because a larger GEMM then only adds depth; and measurements. The roofline and the law tiles are not fitted to
-- these measurements; the law waves is (600 rows of the same table, data/fits.lua). The paper's own cubic fit was not
-- available.
local tw = require "twocs"
local study = require "twocs.study"

local laws = { "tiles", "waves" }
local device, run = tw.devices.a100_40g, { format = "bf16" }
local erdil = tw.limits{ gpu = "a100" }

-- BF16, n and microseconds: gemm_a100_sxm_trtllm_1.0.0 of ai-dynamo/aiconfigurator@095f58a (Apache-2.0).
local squares = { { 32, 3.9936 }, { 64, 3.9936 }, { 128, 3.24267 }, { 256, 4.47147 }, { 512, 6.48533 }, { 768, 9.65973 },
  { 1024, 17.92 }, { 2048, 108.476 }, { 4096, 514.082 }, { 8192, 4188.5 } }

local sizes = {}
for _, part in ipairs{ { 32, 512, 32 }, { 576, 2048, 64 }, { 2304, 8192, 256 } } do
  for n = part[1], part[2], part[3] do sizes[#sizes + 1] = n end
end

-- Times of GEMMs { m, n, k } with a law of twocs.
local function ours(law, gemms, own)
  local list = {}
  for i, gemm in ipairs(gemms) do list[i] = { gemm = gemm, back = 0 } end
  return tw.operators(list):table{ device = own or device, software = "ideal", run = run,
    plan = { gemm = law } }:column "t_op_cmp"
end

-- The specification's terms. The binding term is the longest; the latency is also added to it.
local terms = { { "t_flop", "Arithmetic" }, { "t_shared", "Shared memory" }, { "t_l2", "L2 cache" },
  { "t_mem", "Memory" }, { "tau", "Kernel latency" } }
local columns, names, meanings, units = { n = sizes, t_mm = {}, bound = {} }, { "n" }, {}, { t_mm = "s" }
for k, term in ipairs(terms) do
  columns[term[1]], names[k + 1], meanings[term[1]], units[term[1]] = {}, term[1], term[2], "s"
end
names[#names + 1], names[#names + 2] = "t_mm", "bound"
for i, n in ipairs(sizes) do
  local parts, longest = erdil:matmul{ rows = n, columns = n, tokens = n }, nil
  parts.tau = erdil.launch
  for _, term in ipairs(terms) do
    columns[term[1]][i] = parts[term[1]]
    if not longest or parts[term[1]] > parts[longest[1]] then longest = term end
  end
  columns.t_mm[i], columns.bound[i] = parts.t_mm, longest[2]
end
local spec = study.write("fig05_terms", tw.table{ names = names, columns = columns, meanings = meanings, units = units })
local launch_to, flop_from = 0, math.huge
for row in spec:rows() do
  if row.bound == "Kernel latency" then launch_to = math.max(launch_to, row.n) end
  if row.bound == "Arithmetic" then flop_from = math.min(flop_from, row.n) end
end
study.lines("fig05_bound", spec, { x = "n", values = { { n = sizes[#sizes] } },
  vband = { from = launch_to, to = flop_from, label = tw.format("n = %.0f to %.0f", launch_to, flop_from) },
  y = { "t_flop", "t_shared", "t_l2", "t_mem", "tau" }, logx = 2, logy = true,
  title = tw.format("A square GEMM is bound by its launch below n = %.0f, and by arithmetic above %.0f", launch_to,
    flop_from),
  subtitle = "A100, FP16, by the equations of the authors' program; the time is the largest term plus the latency",
  legend_at = "top",
  xlabel = "Size n of n x n x n", ylabel = "Time of the term", legend = "", markers = false })

-- All models and the measurements in one table.
local all = { n = {}, model = {}, t = {}, util = {} }
local function add(model, peak, n, t)
  local i = #all.n + 1
  all.n[i], all.model[i], all.t[i], all.util[i] = n, model, t, 2 * n * n * n / (t * peak)
end
for i, n in ipairs(sizes) do add("Erdil (2024), roofline", erdil.peak, n, columns.t_mm[i]) end
local cubes = {}
for i, n in ipairs(sizes) do cubes[i] = { n, n, n } end
for _, law in ipairs(laws) do
  local t = ours(law, cubes)
  for i, n in ipairs(sizes) do add(tw.format("twocs, %s", law), device.peak_bf16, n, t[i]) end
end
for _, one in ipairs(squares) do add("Measured", device.peak_bf16, one[1], one[2] * 1e-6) end
local t = tw.table{ names = { "n", "model", "t", "util" }, columns = all, units = { t = "s", util = "1" },
  meanings = { n = "size of n x n x n", model = "model, or measured", t = "Time", util = "Share of the peak" } }
-- The mean error in percent of times by n at the measured sizes; and those of the roofline and the laws.
local function apart(by_n)
  local sum = 0
  for _, one in ipairs(squares) do
    local near, gap = nil, math.huge
    for n, time in pairs(by_n) do
      local far = math.abs(n - one[1])
      if far < gap then near, gap = time, far end
    end
    sum = sum + math.abs(near / (one[2] * 1e-6) - 1)
  end
  return 100 * sum / #squares
end
local function off(model)
  local by_n = {}
  for row in t:where{ model = model }:rows() do by_n[row.n] = row.t end
  return apart(by_n)
end
local common = { x = "n", by = "model", logx = 2, legend = "", xlabel = "Size n of n x n x n", markers = false }
local function with(more)
  for key, value in pairs(common) do more[key] = value end
  return more
end
local lines = t:where(function(r) return r.model ~= "Measured" end)
local dots = {}
for _, one in ipairs(squares) do
  dots[#dots + 1] = { x = one[1], at = one[2] * 1e-6, share = 2 * tw.pow(one[1], 3) / (one[2] * 1e-6 * device.peak_bf16) }
end
local shares = {}
for i, one in ipairs(dots) do shares[i] = { x = one.x, at = one.share } end
for _, i in ipairs{ 1, math.ceil(#dots / 2), #dots } do
  dots[i].text, shares[i].text = tw.format("%.2g", 1e3 * dots[i].at), tw.format("%.2g%%", 100 * shares[i].at)
end
study.panels("fig05_squares", { { "lines", lines, with{ y = "t", logy = true, ylabel = "Time", title = "(a) time",
    published = dots, published_label = "measured" } },
  { "lines", lines, with{ y = "util", percent = true, ymin = 0, ymax = 1, ylabel = "Share of the peak",
    title = "(b) utilisation",
    published = shares, published_label = "measured" } } },
  { columns = 1, title = tw.format("Mean errors for square GEMMs: roofline %.0f %%, law of waves %.0f %%",
      off "Erdil (2024), roofline", off "twocs, waves"), subtitle = "A100, BF16; ten sizes measured" })
study.write("fig05_models", t)

-- The linear part: while all tiles fit into one wave, the time per n is constant; then it grows.
local tiles, wave = ours("tiles", cubes, device{ split_k = 1 }), { n = {}, waves = {}, per_n = {} }
for i, n in ipairs(sizes) do
  local count = math.ceil(n / device.tile_m) * math.ceil(n / device.tile_n)
  wave.n[i], wave.waves[i], wave.per_n[i] = n, math.ceil(count / device.units), (tiles[i] - device.launch) / n
end
local single = 0
for i, waves in ipairs(wave.waves) do if waves == 1 then single = wave.n[i] end end
study.lines("fig05_wave", tw.table{ names = { "n", "waves", "per_n" }, columns = wave, units = { per_n = "s" },
  meanings = { waves = "waves of tiles", per_n = "Time beyond the launch, over n" } }
  :where(function(r) return r.n <= 2560 end), { x = "n", y = "per_n", markers = false, ymin = 0,
  title = tw.format("With a single wave of tiles, up to n = %.0f, the time grows linearly with n", single),
    subtitle = "A100; tiles of 128 x 128 on 108 SMs, without split K", xmin = 0,
  vline = { at = single, label = "tiles fill one wave" },
  xlabel = "Size n of n x n x n", ylabel = "Time beyond launch, over n" })

local least = { n = {}, t = {} }
for _, one in ipairs(squares) do
  if one[1] <= 256 then least.n[#least.n + 1], least.t[#least.t + 1] = one[1], one[2] end
end
study.finding{ "E5-2", study.write("fig05_least", tw.table{ names = { "n", "t" }, columns = least,
  meanings = { t = "time, us" } }), "t", basis = "exact", label = "measured by others",
  other = "another library (TensorRT-LLM's table); cuBLAS on the paper's A100 would resolve it", note = "n of 32 to 256" }
-- Regimes of the law of tiles: the launch alone, one wave of tiles, and more than one wave. If all exist, there are three.
local regimes = launch_to >= sizes[1] and 1 or 0
if single > launch_to then regimes = regimes + 1 end
if sizes[#sizes] > single then regimes = regimes + 1 end
study.finding{ "E5-3", study.write("fig05_regimes", tw.table{ names = { "regimes" }, columns = { regimes = { regimes } },
  meanings = { regimes = "regimes of the time over n" } }), "regimes", basis = "construction",
  note = "bound by the launch, by one wave of tiles, by several" }
study.finding{ "E5-1", not_yet = "the coefficients of the paper's fit were not available" }

-- Calibrated PyTorch: the minimum time, the sizes up to which the time is less than twice that, and the size from which
-- half of the peak is reached.
local function today(name)
  local list, peak, by_n = {}, tw.devices[name].peak_bf16, {}
  for i, n in ipairs(sizes) do list[i] = { gemm = { n, n, n }, back = 0 } end
  local times = tw.operators(list):table{ device = name, run = run }:column "t_op_cmp"
  local flat, half = sizes[1], nil
  for i, n in ipairs(sizes) do
    by_n[n] = times[i]
    if times[i] < 2 * times[1] then flat = n end
    if not half and 2 * n * n * n / (times[i] * peak) >= 0.5 then half = n end
  end
  return times[1], flat, half or 0 / 0, by_n
end
local floor, flat, half, by_n = today "a100_40g"
local function flat_of(name) return (select(2, today(name))) end
study.conclude("fig05", {
  paper = tw.format("on A100 a small square GEMM takes about %s at any size; then its time grows with n, and then with "
    .. "its cube.", study.published_text "E5-2"),
  remains = tw.format("PyTorch takes %.1f us at n = %.0f, less than twice that up to n = %.0f, and half of the peak is "
    .. "reached from n = %.0f on; its error against ten times of TensorRT-LLM is %.0f %%, that of the paper's roofline "
    .. "%.0f %%.",
    1e6 * floor, sizes[1], flat, half, apart(by_n), off "Erdil (2024), roofline"),
  turns = tw.format("on faster GPUs, larger GEMMs are latency-bound: H100 takes less than twice its least time up "
    .. "to n = %.0f, B200 up to %.0f.", flat_of "h100_sxm", flat_of "b200_sxm") })
