-- SPDX-License-Identifier: MIT
-- The closed forms of section 1.9 and the search: T_crit, where linear scaling ends, and T_limit, the latency wall, over
-- alpha, the exponent by which the ratio of batch to layers grows with compute. In the search, alpha is set by the exponent
-- of the batch minus that of the layers, 0.3751 / (2 (1 + 0.3751)). The closed forms assume a batch of 4e6 tokens and 100
-- layers at 3e23 FLOP and one share of time each; the search has 4 Mi tokens, and layers and degrees that divide evenly.
local erdil24 = require "studies.erdil24"
local study = require "twocs.study"
local tw = require "twocs"

local base = erdil24.case "h100_sxm5"
local of_layers = base.layer_exponent / (2 * (1 + base.layer_exponent))

local alphas = {}
for i = 0, 20 do alphas[i + 1] = (i - 10) / 50 end
local columns = { alpha = alphas, crit = {}, limit = {}, linear_end = {}, largest = {} }
for i, alpha in ipairs(alphas) do
  local searched = base{ batch_exponent = alpha + of_layers }
  columns.crit[i], columns.limit[i] = base:closed{ alpha = alpha }
  columns.linear_end[i], columns.largest[i] = searched:linear_end() or 0 / 0, searched:largest()
end
local t = tw.table{ names = { "alpha", "crit", "limit", "linear_end", "largest" }, columns = columns,
  units = { alpha = "1", crit = "flop", limit = "flop", linear_end = "flop", largest = "flop" },
  meanings = { alpha = "exponent of batch over layers", crit = "Closed form of the end",
    limit = "Closed form of the largest run",
    linear_end = "Linear scaling ends", largest = "Largest run" } }
local worst, worst_alpha = 1, 0
for row in t:rows() do
  for _, pair in ipairs{ { row.crit, row.linear_end }, { row.limit, row.largest } } do
    local off = pair[1] / pair[2]
    local apart = math.max(off, 1 / off)
    if off == off and apart > worst then worst, worst_alpha = apart, row.alpha end
  end
end
study.lines("closed", t, { x = "alpha", y = { "linear_end", "crit", "largest", "limit" }, logy = 10, markers = false,
  values = { { alpha = 0 }, { alpha = worst_alpha } },
  title = tw.format("The closed forms agree with the search within a factor of %.0f", worst),
    subtitle = "H100, dense models, three months; by the equations of the authors' program",
  xlabel = "Exponent of batch over layers in compute", ylabel = erdil24.axis, legend = "", legend_at = "top" })

-- The numbers of 3.4: T_crit of each GPU, and T_limit, which is the same for all GPUs.
local function crit(item, gpu, alpha)
  local c = erdil24.case(gpu):closed{ alpha = alpha }
  return { item = item, gpu = erdil24.titles[gpu], alpha = alpha, value = c }
end
local function limit(item, alpha)
  local _, c = base:closed{ alpha = alpha }
  return { item = item, gpu = "any", alpha = alpha, value = c }
end
local forms = { limit("E3.4-7", 0), limit("E3.4-8", -0.2), limit("E3.4-9", 0.2) }
for i, gpu in ipairs(erdil24.generations) do
  forms[#forms + 1] = crit(tw.format("E3.4-%.0f", 2 * i - 1), gpu, 0)
  forms[#forms + 1] = crit(tw.format("E3.4-%.0f", 2 * i), gpu, 0.2)
end
local cells = { item = {}, gpu = {}, alpha = {}, value = {} }
for i, one in ipairs(forms) do
  for name, list in pairs(cells) do list[i] = one[name] end
end
local written = study.write("closed_forms", tw.table{ names = { "item", "gpu", "alpha", "value" }, columns = cells,
  units = { value = "flop", alpha = "1" }, meanings = { value = "T_crit of a GPU, T_limit of any" } })
for i, one in ipairs(forms) do
  study.finding{ one.item, written:pick{ i }, "value", basis = "exact" }
  if one.item:match "[1357]$" then study.finding{ one.item .. "a", written:pick{ i }, "value", basis = "exact" } end
end

local nodes = { gpu = {}, least_nano = {}, least_edge = {} }
for i, gpu in ipairs(erdil24.generations) do
  local case = erdil24.case(gpu)
  nodes.gpu[i], nodes.least_nano[i], nodes.least_edge[i] = erdil24.titles[gpu], case.least_nano, case.least_edge
end
local node = study.write("closed_nodes", tw.table{ names = { "gpu", "least_nano", "least_edge" }, columns = nodes,
  units = { least_nano = "token" },
  meanings = { least_nano = "least nanobatch n", least_edge = "least edge of a shard a" } })
for i in ipairs(erdil24.generations) do
  study.finding{ tw.format("E3.4-n%.0f", i), node:pick{ i }, "least_nano", basis = "exact" }
  study.finding{ tw.format("E3.4-a%.0f", i), node:pick{ i }, "least_edge", basis = "exact" }
end

study.conclude("closed", {
  paper = "closed forms give the end of linear scaling and the latency wall.",
  remains = tw.format("they agree with the search within a factor of %.0f.", worst),
  turns = tw.format("they differ most at an alpha of %.2f; the search uses whole layers and degrees that divide.",
    worst_alpha) })
