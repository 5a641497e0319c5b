-- SPDX-License-Identifier: MIT
-- 4.3.4: the models that the highlighted points represent, and whether they fit the devices of 4.3.1 at their TP: weights,
-- gradients and Adam's state at 16 bytes per parameter, and activations at B = 1 and the model's own SL. The third point is
-- not a model yet: its H is given, but not its layers.
local papers = require "studies.papers"
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local of = { "t_nlg", "palm_540b" } -- models of the first two highlighted points
local mi210 = tw.devices.mi210
local models, shown = {}, { "t_nlg", "gpt3_175b", "mt_nlg_530b", "palm_540b" }
for _, name in ipairs(shown) do models[name] = tw.models[name] end

local t = tw.sweep{ device = tw.devices.mi210_paper, software = papers.software, run = papers.run(),
  over = { model = models, sl = { 1024, 2048 }, tp = tw.double(4, 1024) },
  order = { model = shown }, want = { "mem_byte" } }
t = t:where(function(r) return r.sl == tw.models[r.model].sl end):derive(
  "title", { meaning = "model", function(r) return pati23.titles[r.model] end },
  "mem", { meaning = "memory of one device, GB", function(r) return r.mem_byte / 1e9 end })
local marks = {}
for i, name in ipairs(of) do marks[i] = { title = pati23.titles[name], tp = pati23.blue[i].tp } end
local fit = {}
for i, name in ipairs(of) do
  local row = t:where{ model = name, tp = pati23.blue[i].tp }[1]
  fit[i] = tw.format("%s %s at TP %.0f", pati23.titles[name], row.mem_byte <= mi210.mem_size and "fits" or "does not",
    pati23.blue[i].tp)
end
study.lines("sec434_memory", t, { x = "tp", y = "mem_byte", yunit = "GB", by = "title", logx = true, logy = 2, mark = marks,
  mark_label = "in Figure 10(a)",
  hline = { at = mi210.mem_size, label = tw.format("an MI210, %.0f GB", mi210.mem_size / 1e9) },
  title = tw.format("In an MI210's memory %s", table.concat(fit,
    ", ")),
  subtitle = "training with Adam in mixed precision, B = 1, nothing recomputed; computed",
  xlabel = "Tensor parallel degree TP", ylabel = "Memory of one device" })

local columns = { model = {}, h = {}, tp = {}, model_h = {}, model_h_k = {}, times_palm = {}, mem = {} }
for i, point in ipairs(pati23.blue) do
  local name = of[i]
  columns.model[i], columns.h[i], columns.tp[i] = name and pati23.titles[name] or "PaLM-3x", point.h, point.tp
  columns.model_h[i] = name and tw.models[name].h or 0 / 0
  columns.model_h_k[i], columns.times_palm[i] = columns.model_h[i] / 1024, point.h / tw.models.palm_540b.h
  columns.mem[i] = name and t:where{ model = name, tp = point.tp }[1].mem or 0 / 0
end
local points = study.write("sec434", tw.table{ names = { "model", "h", "tp", "model_h", "model_h_k", "times_palm", "mem" },
  columns = columns, meanings = { model_h_k = "H of the model in units of 1024", times_palm = "H of the point over PaLM's",
    mem = "memory of one device, GB" } })

local rounded = "paper: rounded to 16K and 3; 48 heads of 384 make 18K"
local function find(item, model, column, basis, note, cause)
  study.finding{ item, points:where{ model = model }, column, basis = basis, note = note, cause = cause or rounded }
end
find("P1-4", "T-NLG", "model_h_k", "exact")
find("P1-4b", "PaLM", "model_h_k", "exact")
find("P1-4c", "PaLM-3x", "times_palm", "exact")
find("P1-4d", "T-NLG", "mem", "predicted", "B = 1, SL = 1K, nothing recomputed")
find("P1-4e", "PaLM", "mem", "predicted",
  "B = 1, SL = 2K, nothing recomputed; weights, gradients and Adam alone are above 64",
  "set-up: recomputation and sharding of the state are not stated; ZeRO or recomputation would resolve it")

local recomputed = tw.eval({ model = "palm_540b", device = "mi210", layout = { tp = 64 }, illegal = "allow",
  run = { sl = 2048, b = 1, recompute = "full" } }, "mem_byte") / 1e9
study.conclude("sec434", {
  paper = "TP 16 suffices for T-NLG, and PaLM's size needs TP 64.",
  remains = tw.format("T-NLG takes %.0f GB of an MI210's 64 at TP 16, and PaLM %.0f at TP 64.", columns.mem[1],
    columns.mem[2]),
  turns = tw.format("with everything recomputed PaLM takes %.0f GB (PyTorch).", recomputed) })
