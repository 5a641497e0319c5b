-- SPDX-License-Identifier: MIT
-- Figure 6: memory demand of models, by the paper's proxy H * SL, compared with the memory of one device, by year; log
-- scale. Demand is relative to BERT, memory to the 16 GB of the V100 of 2017. Devices: the largest that vendors sold.
local papers = require "studies.papers"
local tw = require "twocs"
local memory_by_year = require "studies.memory_by_year"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local columns = { year = {}, name = {}, what = {}, demand = {}, memory = {} }
local function add(year, name, what, demand, memory)
  local i = #columns.year + 1
  columns.year[i], columns.name[i], columns.what[i], columns.demand[i], columns.memory[i] = year, name, what, demand, memory
end
for _, pair in ipairs(pati23.table4) do
  local model = tw.models[pair.printed]
  add(model.year, pati23.titles[pair.real], "H·SL of a model",
    tw.eval({ model = model, run = papers.run{ sl = model.sl }, software = papers.software }, "proxy_mem"), 0 / 0)
end
for _, part in ipairs(memory_by_year.released) do
  if part.year >= 2017 and part.year <= 2022 then
    add(part.year, tw.format("%s %.0f GB", part.device:match("^[^_]+"):upper(), part.mem_size / 1e9),
      "memory of a device", 0 / 0, part.mem_size)
  end
end

local t = tw.table{ names = { "year", "name", "what", "demand", "memory" }, columns = columns,
  units = { year = "1", demand = "1", memory = "byte" } }
local bert = t:where{ name = "BERT" }[1].demand
local v100 = t:where{ name = "V100 16 GB" }[1].memory
t = study.write("fig06", t:derive("growth", { unit = "1", meaning = "growth",
  function(r) return r.demand == r.demand and r.demand / bert or r.memory / v100 end }))
local last = t:top(1, "year")[1].year
local function most(what) return t:where{ what = what }:top(1, "growth")[1].growth end
local asked, had = most "H·SL of a model", most "memory of a device"
local drawn = t:derive("said", { meaning = "name, growth",
  function(r) -- a device's name contains its memory
    return r.growth > 1 and r.what == "H·SL of a model" and tw.format("%s, %.2gx", r.name, r.growth) or r.name
  end })
study.scatter("fig06_growth", drawn, { x = "year", y = "growth", by = "what", label = "said", logy = 2,
  legend = "Growth of",
  title = tw.format("By %.0f the H·SL of models has grown %.0f-fold, device memory %.0f-fold", last, asked, had),
  subtitle = "H·SL against BERT of 2018, memory against V100 of 2017", legend_at = "top", xlabel = "Year",
    ylabel = "Growth" })

study.finding{ "P1-22b", t:where{ name = "A100 80 GB" }, "growth", note = "A100 of 2020 over V100 of 2017, chosen for it",
  basis = "construction" }
local apart = study.write("fig06_apart", tw.table{ names = { "apart" }, columns = { apart = { asked / had } },
  units = { apart = "1" }, meanings = { apart = "growth of H SL over growth of memory" } })
study.finding{ "P1-25", apart, "apart", basis = "exact" }

study.conclude("fig06", {
  paper = "the memory demand of models grows faster than device memory.",
  remains = tw.format("by %.0f H SL has grown %.0f-fold and device memory %.0f-fold: sizes of models and "
    .. "sheets, which no calibration moves.", last, asked, had),
  turns = tw.format("memory would have had to grow %.0f times as much as it did.", asked / had) })
