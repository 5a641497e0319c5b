-- SPDX-License-Identifier: MIT
-- Section 6.2: number formats. With fewer bits compute becomes faster by as much as the hardware says, four times from FP32
-- to FP16 on MI210, while bytes only halve: communication's share grows. A layer of H = 16K with TP 8 and SL = 4K, B = 1,
-- by roofline, on the links' peak; compute and communication in the same format, and (FP8/16) GEMMs in FP8 whose results
-- travel in FP16.
local tw = require "twocs"
local study = require "twocs.study"

local devices = { { "h100_sxm", "H100" }, { "b200_sxm", "B200" }, { "mi300x", "MI300X" }, { "mi210_paper", "MI210" } }
local formats = {
  -- name, run, the peak and the one that it must exceed: hardware without the format has it as the next wider one
  { "FP32", { format = "fp32" } }, { "TF32", { format = "tf32" }, "peak_tf32", "peak_fp32" },
  { "FP16", { format = "fp16" } },
  { "FP8", { format = "fp8" }, "peak_fp8", "peak_fp16" },
  { "FP8/16", { format = "fp8", comm_byte = 2 }, "peak_fp8", "peak_fp16" } }

local columns = { device = {}, format = {}, t_cmp = {}, t_ser = {}, f_ser = {} }
for _, device in ipairs(devices) do
  for _, format in ipairs(formats) do
    local record = tw.devices[device[1]]
    if not format[3] or record[format[3]] > record[format[4]] then
      local run = tw.run{ sl = 4096, b = 1, dropout = "no" }(format[2])
      local row = tw.eval({ model = tw.models.transformer{ h = 16384 }, run = run, device = record, layout = { tp = 8 },
        plan = { gemm = "roofline", stream = "roofline", all_reduce = "ring" } }, { "t_cmp", "t_ser", "f_ser" })
      row.device, row.format = device[2], format[1]
      for name, column in pairs(columns) do column[#column + 1] = row[name] end
    end
  end
end
local t = study.write("sec62", tw.table{ names = { "device", "format", "t_cmp", "t_ser", "f_ser" }, columns = columns,
  units = { t_cmp = "s", t_ser = "s", f_ser = "1" },
  meanings = { t_cmp = "Compute", t_ser = "Serialized communication",
    f_ser = "Serialized communication, share of a layer" } })
study.scatter("sec62_time", t, { x = "t_cmp", y = "t_ser", by = "device", label = "format", logx = 10, logy = 10,
  legend = "", legend_at = "top", title = "A layer in several number formats",
  subtitle = "H = 16K, TP 8, SL = 4K, B = 1; roofline; FP8/16: sent in FP16", width = 480, height = 330 })
study.bars("sec62_share", t, { x = "device", by = "format", y = "f_ser", percent = true,
  title = "Serialized communication in several number formats",
  subtitle = "H = 16K, TP 8, SL = 4K, B = 1; roofline; FP8/16: sent in FP16", legend = "", xlabel = "",
  ylabel = "Share of a layer", width = 480 })
