-- SPDX-License-Identifier: MIT
-- Figure 5: how long a square GEMM takes on an A100 against its size, and how much of the peak it reaches: the
-- specification's roofline (1.2), whose binding term is named; the house's shape-aware law, where a single wave of
-- tiles is the linear part, since a larger GEMM adds nothing but depth to it; and measurements. The roofline and the
-- law tiles are not fitted to them; what the law waves starts from is (600 rows of the same table, twocs/fits.lua). The
-- paper's own cubic fit is not to be had.
local tw = require "twocs"
local study = require "twocs.study"

local laws = { "tiles", "waves" }
local device, run = tw.devices.a100_40g, { format = "bf16" }
local erdil = tw.limits{ gpu = "a100" }

-- BF16, n and us: gemm_a100_sxm_trtllm_1.0.0 of ai-dynamo/aiconfigurator@095f58a (Apache-2.0).
local squares = { { 32, 3.9936 }, { 64, 3.9936 }, { 128, 3.24267 }, { 256, 4.47147 }, { 512, 6.48533 }, { 768, 9.65973 },
  { 1024, 17.92 }, { 2048, 108.476 }, { 4096, 514.082 }, { 8192, 4188.5 } }

local sizes = {}
for _, part in ipairs{ { 32, 512, 32 }, { 576, 2048, 64 }, { 2304, 8192, 256 } } do
  for n = part[1], part[2], part[3] do sizes[#sizes + 1] = n end
end

-- Times of GEMMs { m, n, k } by the house's law.
local function house(law, gemms, own)
  local list = {}
  for i, gemm in ipairs(gemms) do list[i] = { gemm = gemm, back = 0 } end
  return tw.operators(list):table{ device = own or device, run = run, plan = { gemm = law } }:column "t_op_cmp"
end

-- The specification's terms; the one that binds is the longest, be it the latency, which is added to it.
local terms = { { "t_flop", "Arithmetic" }, { "t_shared", "Shared memory" }, { "t_l2", "L2 cache" },
  { "t_mem", "Memory" }, { "tau", "Kernel latency" } }
local columns, names, meanings, units = { n = sizes, t_mm = {}, bound = {} }, { "n" }, {}, { t_mm = "s" }
for k, term in ipairs(terms) do
  columns[term[1]], names[k + 1], meanings[term[1]], units[term[1]] = {}, term[1], term[2], "s"
end
names[#names + 1], names[#names + 2] = "t_mm", "bound"
for i, n in ipairs(sizes) do
  local parts, longest = erdil:matmul{ rows = n, columns = n, tokens = n }, nil
  parts.tau = erdil.tau
  for _, term in ipairs(terms) do
    columns[term[1]][i] = parts[term[1]]
    if not longest or parts[term[1]] > parts[longest[1]] then longest = term end
  end
  columns.t_mm[i], columns.bound[i] = parts.t_mm, longest[2]
end
local spec = study.write("fig05_terms", tw.table{ names = names, columns = columns, meanings = meanings, units = units })
study.lines("fig05_bound", spec, { x = "n", y = { "t_flop", "t_shared", "t_l2", "t_mem", "tau" }, logx = 2, logy = true,
  title = "What binds a square GEMM", subtitle = "A100, FP16; time is the highest term and the latency",
  xlabel = "Size n of n x n x n", ylabel = "Time of the term (@)", legend = "Term", markers = false })

-- All models and the measurements, one below the other.
local all = { n = {}, model = {}, t = {}, util = {} }
local function add(model, peak, n, t)
  local i = #all.n + 1
  all.n[i], all.model[i], all.t[i], all.util[i] = n, model, t, 2 * n * n * n / (t * peak)
end
for i, n in ipairs(sizes) do add("ERDI24, roofline", erdil.peak, n, columns.t_mm[i]) end
local cubes = {}
for i, n in ipairs(sizes) do cubes[i] = { n, n, n } end
for _, law in ipairs(laws) do
  local t = house(law, cubes)
  for i, n in ipairs(sizes) do add(tw.format("House, %s", law), device.peak_bf16, n, t[i]) end
end
for _, one in ipairs(squares) do add("Measured", device.peak_bf16, one[1], one[2] * 1e-6) end
local t = tw.table{ names = { "n", "model", "t", "util" }, columns = all, units = { t = "s", util = "1" },
  meanings = { n = "size of n x n x n", model = "model, or measured", t = "Time", util = "Share of the peak" } }
study.lines("fig05_time", t, { x = "n", y = "t", by = "model", logx = 2, logy = true, legend = "",
  title = "Time of a square GEMM", subtitle = "A100, BF16", xlabel = "Size n of n x n x n", ylabel = "Time (@)" })
study.lines("fig05_util", t, { x = "n", y = "util", by = "model", logx = 2, percent = true, legend = "", ymin = 0, ymax = 1,
  title = "Utilisation of a square GEMM", subtitle = "A100, BF16", xlabel = "Size n of n x n x n",
  ylabel = "Share of the peak" })

-- The linear part: as long as all tiles fit into one wave, each of n costs the same, and then more.
local tiles, wave = house("tiles", cubes, device{ split_k = 1 }), { n = {}, waves = {}, per_n = {} }
for i, n in ipairs(sizes) do
  local count = math.ceil(n / device.tile_m) * math.ceil(n / device.tile_n)
  wave.n[i], wave.waves[i], wave.per_n[i] = n, math.ceil(count / device.units), (tiles[i] - device.launch) / n
end
study.lines("fig05_wave", tw.table{ names = { "n", "waves", "per_n" }, columns = wave, units = { per_n = "s" },
  meanings = { waves = "waves of tiles", per_n = "Time beyond the launch, over n" } }
  :where(function(r) return r.n <= 2560 end), { x = "n", y = "per_n", markers = false, ymin = 0,
  title = "A single wave of tiles is linear", subtitle = "A100; tiles of 128 x 128 on 108 SMs, K never cut", xmin = 0,
  xlabel = "Size n of n x n x n", ylabel = "Time beyond launch, over n (@)" })

study.finding{ "E5-1", not_yet = "the coefficients of the paper's fit are not to be had" }
