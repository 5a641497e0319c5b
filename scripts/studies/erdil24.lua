-- SPDX-License-Identifier: MIT
-- Shared code of the studies of Erdil and Schneider-Joseph: the machines and their names in the paper, sweeps of several
-- machines in one table, and the two headlines of a case: where linear scaling ends, and the size of the largest run.
-- Nothing is fitted or rounded, so every finding is exact; a headline is on one of the widths that the paper sweeps.
local core = require "twocs.core"
local study = require "twocs.study"
local tw = require "twocs"

local erdil24 = {}

--- The paper's names of machines.
erdil24.titles = { v100_sxm2 = "V100", a100 = "A100", h100_sxm5 = "H100", h100_pcie = "H100 PCIe",
  h100_sxm5_low_latency = "Low latency", h100_sxm5_global_nvlink = "Global NVLink",
  h100_sxm5_global_nvlink_low_latency = "NVLink + low latency",
  h100_sxm5_infinite_network_low_latency = "Infinite + low latency",
  h100_sxm5_superpod = "Superpod", h100_sxm5_scaled = "Scaled tenfold" }

-- The items of claims.csv with the two headlines of a machine, for dense models ("no") and sparse ones ("yes").
local printed_of = {
  no = { v100_sxm2 = "E3.1-1", a100 = "E3.1-2", h100_sxm5 = "E3.1-3", h100_sxm5_low_latency = "E3.1-4",
    h100_sxm5_global_nvlink = "E3.1-5", h100_sxm5_global_nvlink_low_latency = "E3.1-6",
    h100_sxm5_infinite_network_low_latency = "E3.1-7", h100_sxm5_superpod = "E3.2-8", h100_sxm5_scaled = "E3.2-9" },
  yes = { v100_sxm2 = "E3.2-1", a100 = "E3.2-2", h100_sxm5 = "E3.2-3" },
}

erdil24.generations = { "v100_sxm2", "a100", "h100_sxm5" }
erdil24.innovations = { "h100_sxm5", "h100_sxm5_low_latency", "h100_sxm5_global_nvlink",
  "h100_sxm5_global_nvlink_low_latency", "h100_sxm5_infinite_network_low_latency", "h100_sxm5_scaled" }

--- One of these machines with a training time of three months, and with changes.
function erdil24.case(gpu, changes)
  local case = tw.limits{ gpu = gpu, months = 3 }
  return changes and case(changes) or case
end

-- The project's data sheets of the paper's GPUs.
local sheets = { v100_sxm2 = "v100_sxm", a100 = "a100_40g", h100_sxm5 = "h100_sxm" }

--- One of the paper's GPUs with measured values of the project: the share of the peak that large GEMMs reach, and the
--- latency between nodes from NCCL's table. Conclusions based on it say so with the text `knowing`.
function erdil24.known(gpu, changes)
  local sheet = tw.devices[sheets[gpu]]
  local case = erdil24.case(gpu, { flop_eff = sheet.flop_eff, net1_lat = sheet.net1_lat })
  return changes and case(changes) or case
end
erdil24.knowing = "with measured GEMMs and NCCL's latency between nodes"

--- The same with the bandwidth of NVLink between all nodes.
function erdil24.wide(case) return case{ net1_bw = case.net0_bw } end

--- The first of these values of a field, or of a factor, at which an answer reaches a goal; NaN if there is none.
function erdil24.first(case, find, values, answer, goal)
  for row in tw.limits.map{ case, over = { [find] = values }, find = answer }:rows() do
    if row[answer] >= goal then return row[find] end
  end
  return 0 / 0
end

--- Factors from `from` down to `to` in equal steps.
function erdil24.steps(from, to, step)
  local list = {}
  for i = 0, math.floor((from - to) / step + 0.5) do list[i + 1] = from - i * step end
  return list
end

--- Entries { title =, case =, printed = } of several machines with dense models, or with sparse ones ("yes"). printed: the
--- item whose published headlines a figure shows; a study that makes findings for it names it as `item`.
function erdil24.cases(gpus, sparse)
  local list = {}
  for i, gpu in ipairs(gpus) do
    list[i] = { title = erdil24.titles[gpu], case = erdil24.case(gpu, { sparse = sparse or "no" }),
      printed = printed_of[sparse or "no"][gpu] }
  end
  return list
end

--- Sweeps of the entries in one table, distinguished by the column name.
function erdil24.sweeps(entries, want)
  local asked = { want = want }
  for i, one in ipairs(entries) do asked[i] = one.case{ name = one.title } end
  return tw.limits.sweep(asked)
end

-- The x axis of every figure over training compute.
erdil24.axis = "Training compute (FLOP)"

--- Training compute in the form of axis labels: "2.0·10^{28}".
function erdil24.flop(c)
  local digits, power = tw.format("%.1e", c):match("^(.*)e%+?(.*)$")
  return tw.format("%s·10^{%.0f}", digits, tonumber(power))
end

-- Vertical lines at the published ends of linear scaling, in each panel or for each entry.
local function printed_ends(entries, panels)
  local out = {}
  for _, one in ipairs(entries) do
    local item = one.item or one.printed
    local low, high = nil, nil
    if item then low, high = study.published(item) end
    if low and low == high then
      out[#out + 1] = { at = low, label = "end as published", panel = panels and one.title or nil }
    end
  end
  return #out > 0 and out or nil
end

-- Adds the origin of the values, which is the same for all figures, to a subtitle.
local function by_equations(subtitle) return core.format("%s; by the equations of the authors' program", subtitle) end

--- Utilisation over training compute: a line for each entry that ends at its largest run, with a marker where linear
--- scaling ends. Utilisation jumps with the layout that the search finds at each width, so lines are steps. The title is a
--- text or a function of the ends by title.
function erdil24.utilisation(name, entries, options)
  local ends = {}
  for _, one in ipairs(entries) do ends[one.title] = one.case:linear_end() end
  local t = erdil24.sweeps(entries, { "d", "c_flop", "util", "util_rel", "run_months", "gpus" })
  t = t:derive("linear", { unit = "1", meaning = "0 where linear scaling ends",
    function(r) return r.c_flop == ends[r.name] and 0 or 1 end })
  local o = { x = "c_flop", y = "util", by = "name", logx = 10, percent = true, markers = false, steps = true, ymin = 0,
    ymax = 1, hollow = "linear", hollow_label = "Linear scaling ends", xlabel = erdil24.axis,
    ylabel = "Utilisation of the peak", legend = "", legend_at = "top" }
  for key, value in pairs(options) do o[key] = value end
  if o.panels then o.by = nil end -- lines that would cross have their own panels
  o.vline, o.subtitle = printed_ends(entries, o.panels), by_equations(o.subtitle)
  if type(o.title) == "function" then o.title = o.title(ends, t) end
  return study.lines(name, t, o)
end

--- The end of linear scaling, the utilisation there, and 1. If the whole sweep is linear: its last width, the utilisation
--- there, and 0.
function erdil24.linear_end(case)
  local c, point = case:linear_end()
  if c then return c, point.util, 1 end
  local most, last = case:largest()
  return most, last.util, 0
end

--- The headlines of entries { title =, case =, item = }: a table of both and of their utilisation. For each entry with an
--- item it makes the findings <item> and <item>b, and also <item>a and <item>c if the paper prints the utilisation.
function erdil24.headlines(name, entries)
  local columns, n = { case = {}, linear_end = {}, linear_util = {}, ends = {}, largest = {}, largest_util = {} }, #entries
  for i, one in ipairs(entries) do
    local c, util, ends = erdil24.linear_end(one.case)
    local most, last = one.case:largest()
    columns.case[i], columns.linear_end[i], columns.linear_util[i], columns.ends[i] = one.title, c, util, ends
    columns.largest[i], columns.largest_util[i] = most, last.util
  end
  local t = study.write(name, tw.table{ n = n, columns = columns,
    names = { "case", "linear_end", "linear_util", "ends", "largest", "largest_util" },
    units = { linear_end = "flop", linear_util = "1", ends = "1", largest = "flop", largest_util = "1" },
    meanings = { linear_end = "Linear scaling ends", linear_util = "utilisation there",
      ends = "0: linear as far as the sweep goes", largest = "Largest run",
      largest_util = "utilisation of the largest run" } })
  for i, one in ipairs(entries) do
    local row = t:pick{ i }
    local function find(suffix, column, note)
      study.finding{ core.format("%s%s", one.item, suffix), row, column, basis = "exact", note = note or one.note,
        cause = one.cause }
    end
    if one.item then
      find("", "linear_end")
      local ended = select(3, one.case:largest())
      find("b", "largest", ended and core.format("%sno wall ended it: %s", one.note and one.note .. "; " or "", ended))
    end
    if one.util then
      find("a", "linear_end")
      find("c", "largest_util")
    end
  end
  return t
end

-- The published headlines of entries, as positions in the rows of a dumbbell figure.
local function printed(entries)
  local out = {}
  for _, one in ipairs(entries) do
    local item = one.item or one.printed
    for _, suffix in ipairs(item and { "", "b" } or {}) do
      local low, high = study.published(core.format("%s%s", item, suffix))
      if low and low == high then out[#out + 1] = { y = one.title, at = low } end
    end
  end
  return out
end

--- Both headlines side by side with the published ones, as dots, because bars need a zero and a logarithmic axis has none.
--- The title is a text or a function of the table.
function erdil24.ends(name, t, entries, options)
  local o = { y = "case", x = { "linear_end", "largest" }, logx = 10, labels = true, xlabel = erdil24.axis,
    legend_at = "top" }
  for key, value in pairs(options) do o[key] = value end
  o.subtitle = by_equations(o.subtitle)
  local published = printed(entries)
  if #published > 0 then o.published = published end
  if type(o.title) == "function" then o.title = o.title(t) end
  return study.dumbbell(name, t, o)
end

--- The ranges of both headlines over all entries of a table, as text.
function erdil24.span(t)
  local function of(column)
    local low, high = t:top(1, column, "ascending")[1][column], t:top(1, column)[1][column]
    if erdil24.flop(low) == erdil24.flop(high) then return tw.format("%s on all", erdil24.flop(low)) end
    return tw.format("%s to %s", erdil24.flop(low), erdil24.flop(high))
  end
  return tw.format("Linear scaling ends at %s FLOP, the largest run is %s", of "linear_end", of "largest")
end

--- The factor by which something moves, as text.
function erdil24.moved(times) return times < 1.05 and "not at all" or tw.format("%.0f-fold", times) end

--- A headline of a case from such a table.
function erdil24.of(t, case, column) return t:where{ case = case }[1][column] end

return erdil24
