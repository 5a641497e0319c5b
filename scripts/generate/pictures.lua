-- SPDX-License-Identifier: MIT
-- Draws examples/figures/<kind>.png, a picture of each kind of figure for examples/FIGURES.md. Run it from the root of the
-- project after the look of a kind has changed. Only the PNGs are kept; their bytes depend on the fonts of the machine.
local tw = require "twocs"
local core = require "twocs.core"
local figure = require "twocs.figure"

local scratch, kept = os.tmpname(), "examples/figures"
os.remove(scratch)
figure.out = scratch
assert(core.folder(kept))

local function draw(kind, t, options)
  options.width = options.width or 300
  assert(figure[kind](kind, t, options))
end

local case = { model = "gpt3_175b", device = "a100_80g", illegal = "allow" }
local shares = tw.sweep(case, { over = { h = { 4096, 8192, 16384 }, tp = tw.double(2, 64) }, want = { "f_ser", "legal" } })
draw("lines", shares, { x = "tp", y = "f_ser", by = "h", title = "lines", ylabel = "Serialized communication",
  legend_at = "top", hline = { at = 0.25, label = "a quarter" } })
draw("bars", shares:where{ tp = { 4, 16, 64 } }, { x = "tp", y = "f_ser", by = "h", title = "bars",
  ylabel = "Serialized communication" })
draw("heat", tw.sweep(case, { over = { net0_bw = tw.geometric(1e10, 1e12, 25), tp = tw.double(2, 256) }, want = "f_ser" }),
  { x = "net0_bw", y = "tp", z = "f_ser", contours = true, title = "heat", zlabel = "Serialized communication" })
draw("histogram", shares, { x = "f_ser", bins = 8, title = "histogram", xlabel = "Serialized communication" })
draw("box", shares, { y = "h", x = "f_ser", title = "box", xlabel = "Serialized communication" })

local parts = tw.sweep(case, { over = { tp = { 2, 8, 32 } }, want = { "t_cmp", "t_ser", "t_exp" } })
draw("stack", parts, { x = "tp", y = { "t_cmp", "t_ser" }, share = true, names = { "Compute", "Serialized" },
  title = "stack" })

local times = tw.sweep(case, { over = { tp = tw.double(1, 32), b = { 1, 2 } }, want = { "t_layer", "f_ser" } })
  :derive("name", { meaning = "layout", function(r) return tw.format("TP %.0f", r.tp) end })
draw("scatter", times, { x = "t_layer", y = "f_ser", front = { "least", "least" }, label = "name", logx = true,
  title = "scatter", xlabel = "Time of a layer", ylabel = "Serialized communication" })

local devices = { name = {}, today = {}, faster = {} }
for i, device in ipairs{ "v100_sxm", "a100_80g", "h100_sxm", "b200_sxm" } do
  local own = { model = "gpt3_175b", device = tw.devices[device], layout = { tp = 8 } }
  devices.name[i], devices.today[i] = device:match("^[^_]+"):upper(), tw.eval(own, "f_ser")
  own.device = own.device:times{ peak = 4 }
  devices.faster[i] = tw.eval(own, "f_ser")
end
draw("dumbbell", tw.table{ names = { "name", "today", "faster" }, columns = devices, meanings = { today = "today",
  faster = "compute 4x faster" } }, { y = "name", x = { "today", "faster" }, percent = true, labels = true,
  title = "dumbbell", xlabel = "Serialized communication" })

local now, moved = { model = "gpt3_175b", device = "a100_80g", layout = { tp = 8 } }, { input = {}, halved = {},
  doubled = {} }
for i, name in ipairs{ "net0_bw", "peak", "mem_bw", "launch" } do
  moved.input[i] = name
  for key, factor in pairs{ halved = 0.5, doubled = 2 } do
    moved[key][i] = tw.eval(now, "f_ser") and tw.eval({ model = now.model, layout = now.layout,
      device = tw.devices.a100_80g:times{ [name] = factor } }, "f_ser")
  end
end
draw("tornado", tw.table{ names = { "input", "halved", "doubled" }, columns = moved }, { y = "input",
  x = { "halved", "doubled" }, base = tw.eval(now, "f_ser"), percent = true, title = "tornado",
  xlabel = "Serialized communication" })

local function terms(device)
  return tw.eval({ model = "gpt3_175b", device = device, layout = { tp = 8 } }, { "t_cmp", "t_ser" })
end
local a, b = terms "a100_80g", terms "h100_sxm"
draw("waterfall", tw.table{ names = { "term", "a", "b" }, units = { a = "s", b = "s" },
  columns = { term = { "compute", "serialized" }, a = { a.t_cmp, a.t_ser }, b = { b.t_cmp, b.t_ser } } },
  { x = "term", y = { "a", "b" }, names = { "A100", "H100" }, title = "waterfall" })

local device, ops = tw.devices.a100_80g, { op = { "LayerNorm", "attention", "GEMM" }, x = { 1.5, 40, 900 }, y = {} }
for i, x in ipairs(ops.x) do ops.y[i] = 0.7 * math.min(device.peak_fp16, x * device.mem_bw) end
draw("roofline", tw.table{ names = { "op", "x", "y" }, columns = ops, units = { y = "flop/s" },
  meanings = { y = "70 % of the roof" } }, { x = "x", y = "y", label = "op",
  peak = { at = device.peak_fp16, label = "FP16" }, bandwidth = { at = device.mem_bw, label = "HBM" }, title = "roofline" })

local stage = { f = "3 ms", b = "3 ms", w = "3 ms" }
assert(tw.timeline{ stage = stage, pp = 4, microbatches = 6, schedule = "zb_h1", hop = "0.3 ms" }:draw("gantt",
  { width = 300, title = "gantt" }))
assert(figure.panels("panels", { { "lines", shares:where{ h = 4096 }, { x = "tp", y = "f_ser", title = "(a)",
  ylabel = "Serialized" } }, { "bars", parts, { x = "tp", y = "t_cmp", title = "(b)", ylabel = "Compute" } } },
  { columns = 2, width = 300, title = "panels" }))

local kinds = { "panels" }
for i, kind in ipairs(require("twocs.figure.options").kinds) do kinds[i + 1] = kind end
for _, kind in ipairs(kinds) do
  local file = assert(io.open(core.format("%s/%s.png", scratch, kind), "rb"))
  assert(core.write(core.format("%s/%s.png", kept, kind), file:read "*a"))
  file:close()
end
os.execute(core.format("rm -r '%s'", scratch))
