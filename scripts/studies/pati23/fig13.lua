-- SPDX-License-Identifier: MIT
-- Figure 13: operators projected from one profiled row, and measured ones: (a) a GEMM over SL, (b) the same over H, (c)
-- LayerNorm over SL, (d) over H. The GEMM is FC1's forward pass; the distance between dots and line is the error. On MI210
-- in FP32 (studies/mi210_fp32.lua states the source), on the project's own profiles if there are any, and on this machine:
-- twocs profile --out mine.csv, then twocs scripts/studies/pati23/fig13.lua mine.csv.
local papers = require "studies.papers"
local tw = require "twocs"
local core = require "twocs.core"
local series = require "studies.series"
local study = require "twocs.study"

local here = debug.getinfo(1, "S").source:match("^@(.*)studies/pati23/[^/]*$") or ""

-- For a row: its fields that change, the case in which it was measured, and its result in the engine.
local function gemm_case(row) return { sl = row[1], h = row[3] } end
local function norm_case(row) return { sl = row[1], h = row[2] } end
local panels = {
  { name = "a", key = "gemm_sl", along = "sl", case = gemm_case, operator = "fc1", title = "GEMM over SL", short = "GEMM",
    item = "P1-16", law = "linear" },
  { name = "b", key = "gemm_h", along = "h", case = gemm_case, operator = "fc1", title = "GEMM over H", short = "GEMM",
    item = "P1-16b",
    law = "quadratic" },
  { name = "c", key = "norm_sl", along = "sl", case = norm_case, operator = "norms", title = "LayerNorm over SL",
    short = "LayerNorm",
    item = "P1-16c", law = "linear" },
  { name = "d", key = "norm_h", along = "h", case = norm_case, operator = "norms", title = "LayerNorm over H",
    short = "LayerNorm",
    item = "P1-16d", law = "linear" },
}
local axis = { sl = "SL·B (tokens)", h = "Hidden size H" }

local function case_of(set, point)
  return { model = tw.models.transformer{ h = point.h, head_dim = 64, heads = 16, ffn = 4 * point.h },
    run = papers.run{ sl = point.sl, b = 1, format = set.format, mode = "inference", dropout = "no" },
    software = papers.software, device = set.device }
end

-- One row for each measurement: the projection from one baseline row (by default that of the set), and its interval.
local function projected(set, panel, chosen)
  local rows = set[panel.key]
  local base_row = chosen or rows.base
  local calls, from = panel.operator == "norms" and 2 or 1, rows[base_row] -- a layer has two norms
  local base = tw.baseline({ { operator = panel.operator, t = calls * from[#from] / 1e6 } }, case_of(set, panel.case(from)))
  local columns = { sl = {}, h = {}, measured = {}, projected = {}, low = {}, high = {}, error = {}, base = {} }
  for i, row in ipairs(rows) do
    local point = panel.case(row)
    local one = base:project(case_of(set, point)):where{ operator = panel.operator }[1]
    local measured = row[#row] / 1e6
    local found = { sl = point.sl, h = point.h, measured = measured, projected = one.t / calls, low = one.low / calls,
      high = one.high / calls, error = one.t / calls / measured - 1, base = i == base_row and 1 or 0 }
    for name, column in pairs(columns) do column[i] = found[name] end
  end
  return tw.table{ names = { "sl", "h", "measured", "projected", "low", "high", "error", "base" }, columns = columns,
    units = { sl = "token", h = "1", measured = "s", projected = "s", low = "s", high = "s", error = "1", base = "1" },
    meanings = { sl = "SL * B", h = "hidden size", measured = "measured time", projected = "projected time",
      low = "lower end of the interval of the measurement", high = "upper end of that interval",
      error = "projected over measured, less 1",
      base = "1 in the baseline row" } }, base
end

-- The slope of a straight line through the logarithms.
local function exponent(t, x, y)
  local xs, ys, n = t:column(x), t:column(y), t.n
  local sx, sy, sxx, sxy = 0, 0, 0, 0
  for i = 1, n do
    local u, v = tw.log2(xs[i]), tw.log2(ys[i])
    sx, sy, sxx, sxy = sx + u, sy + v, sxx + u * u, sxy + u * v
  end
  return (n * sxy - sx * sy) / (n * sxx - sx * sx)
end

local function without_largest(t, along)
  local most = t:top(1, along)[1][along]
  return t:where(function(r) return r[along] < most end)
end

-- The mean error of the rows below the middle size of a panel minus that of the rows above it.
local function worse_when_small(t, along)
  local others = t:where{ base = 0 }:sort(along)
  local small, large, half = 0, 0, math.floor(others.n / 2)
  for i = 1, half do
    small = small + math.abs(others[i].error)
    large = large + math.abs(others[others.n + 1 - i].error)
  end
  return half > 0 and (small - large) / half or 0 / 0
end

-- Errors of all rows except the baseline.
local function summary(t)
  local others, sum, most, inside = t:where{ base = 0 }, 0, 0, 0
  for row in others:rows() do
    sum, most = sum + math.abs(row.error), math.max(most, math.abs(row.error))
    if row.low ~= row.low then inside = 0 / 0 end
    if row.measured >= row.low and row.measured <= row.high then inside = inside + 1 end
  end
  return { mean = sum / others.n, most = most, n = others.n, inside = inside }
end

-- Projected and measured values in one table, for lines in one figure.
local function stacked(t, along)
  local columns = { [along] = {}, kind = {}, t = {}, low = {}, high = {}, base = {} }
  for _, kind in ipairs{ "Measured", "Projected" } do
    for row in t:rows() do
      local i = #columns.t + 1
      local t_here = kind == "Measured" and row.measured or row.projected
      local known = kind == "Projected" and row.low == row.low
      columns[along][i], columns.kind[i], columns.base[i] = row[along], kind, row.base
      columns.t[i] = 1e3 * t_here
      columns.low[i], columns.high[i] = 1e3 * (known and row.low or t_here), 1e3 * (known and row.high or t_here)
    end
  end
  return tw.table{ names = { along, "kind", "t", "low", "high", "base" }, columns = columns,
    units = { [along] = t:unit(along), t = "ms", low = "ms", high = "ms", base = "1" },
    meanings = { t = "Time of one forward pass" } }
end

-- The size that does not change, or hardly changes.
local function still(t, panel)
  local name = panel.along == "sl" and "h" or "sl"
  local sorted = t:sort(name)
  local least, most = sorted[1][name], sorted[t.n][name]
  local text = name == "h" and "H" or "SL·B"
  return least == most and core.format("%s = %.0f", text, least) or core.format("%s near %.0fK", text,
    (least + most) / 2048)
end

-- The baseline of a panel, and both values where the projection has the largest error.
local function drawn(panel, t, found)
  local along, worst, base = panel.along, nil, t:where{ base = 1 }[1]
  for row in t:where{ base = 0 }:rows() do
    if not worst or math.abs(row.error) > math.abs(worst.error) then worst = row end
  end
  return { "lines", stacked(t, panel.along), { x = panel.along, y = "t", by = "kind", logx = 2, logy = 10,
    band = { "low", "high" }, mark = { { base = 1 } }, mark_label = "Baseline",
    values = { { [along] = base[along], kind = "Measured" }, { [along] = worst[along] } }, legend = "",
    xlabel = axis[panel.along],
    title = core.format("(%s) %s, %s: %.0f\194\160%%\194\160off", panel.name, panel.short, still(t, panel),
      100 * found.mean) } }
end

-- The result of the four panels together: the mean error of the projections by operator.
local function finding_of(list)
  local sums, counts, most = {}, {}, 0
  for _, one in ipairs(list) do
    local kind = one.panel.operator == "fc1" and "GEMMs" or "LayerNorm"
    sums[kind], counts[kind] = (sums[kind] or 0) + one.found.mean * one.found.n, (counts[kind] or 0) + one.found.n
    most = math.max(most, one.found.most)
  end
  local parts = {}
  for _, kind in ipairs{ "GEMMs", "LayerNorm" } do
    if counts[kind] then parts[#parts + 1] = core.format("%s by %.0f %%", kind, 100 * sums[kind] / counts[kind]) end
  end
  return core.format("Projected from one row: errors of at most %.0f %%; on average %s", 100 * most, table.concat(parts,
    ", "))
end

local list = series.recorded(core.format("%smeasured", here))
table.insert(list, 1, (require "studies.mi210_fp32"))

-- One row for each panel of the set.
local function panels_of(set, suffix)
  local names = { "panel", "n", "measured", "shorter", "projected", "mean", "most", "inside", "smaller" }
  local columns, figures, of, banded = {}, {}, {}, false -- banded: whether the projections have intervals
  for _, name in ipairs(names) do columns[name] = {} end
  for _, panel in ipairs(panels) do
    if set[panel.key] then
      local t = study.write(core.format("fig13%s%s_rows", panel.name, suffix), (projected(set, panel)))
      local found = summary(t)
      banded = banded or found.inside == found.inside
      figures[#figures + 1], of[#of + 1] = drawn(panel, t, found), { panel = panel, found = found }
      local row = { panel = panel.title, n = found.n, measured = exponent(t, panel.along, "measured"),
        shorter = exponent(without_largest(t, panel.along), panel.along, "measured"),
        projected = exponent(t, panel.along, "projected"), mean = found.mean, most = found.most,
        inside = found.inside / found.n, smaller = worse_when_small(t, panel.along) }
      for _, name in ipairs(names) do table.insert(columns[name], row[name]) end
    end
  end
  study.panels(core.format("fig13_rows%s", suffix), figures, { columns = 2, title = finding_of(of),
    subtitle = core.format("%s; published, on an MI210 in FP16: below %.0f %%%s", set.label,
      100 * select(2, study.published "P1-15"),
      banded and "; shaded: the interval of the projection" or "") })
  return study.write(core.format("fig13%s", suffix), tw.table{ n = #columns.n, names = names, columns = columns,
    units = { n = "1", measured = "1", shorter = "1", projected = "1", mean = "1", most = "1", inside = "1",
      smaller = "1" },
    meanings = { smaller = "mean error of the smaller half less that of the larger half",
      panel = "what over what", n = "rows projected", measured = "exponent of the measured times",
      shorter = "the same without the largest", projected = "exponent of the projected ones", mean = "mean absolute error",
      most = "largest absolute error", inside = "share of rows within the interval of their projection" } })
end

local function find(t, set, label)
  local other = set.device == "mi210" and "FP32, where the paper has FP16; the same rows measured in FP16 would resolve it"
    or "a CPU in FP32, where the paper has an MI210 in FP16; the same rows measured there would resolve it"
  study.finding{ "P1-15", t, "mean", percent = true, basis = "predicted", label = label, other = other,
    note = "mean error of one operator over each panel of Figure 13, one baseline row" }
  study.finding{ "P1-38", t, "smaller", percent = true, low = true, basis = "predicted", label = label, other = other,
    note = "mean error of the smaller half of a panel's sizes less that of the larger half, least of the panels" }
  for _, panel in ipairs(panels) do
    local one = t:where{ panel = panel.title }
    if one.n > 0 then
      study.finding{ panel.item, one, "measured", basis = "exact", label = label, other = other,
        note = core.format("slope of the measured times; %.2f without the largest", one[1].shorter) }
      study.finding{ panel.item, one, "projected", basis = "construction", label = label,
        note = core.format("slope of the projected times, which are %s by construction", panel.law) }
    end
  end
end

for k, set in ipairs(list) do
  if set.gemm_sl or set.gemm_h or set.norm_sl or set.norm_h then
    local suffix = k == 1 and "" or core.format("_%s", (set.label:lower():gsub("%W", "_")))
    find(panels_of(set, suffix), set, core.format("Measured %s", set.label))
  else
    print(core.format("skipped: %s: its profile has no clean rows of GEMMs or LayerNorm", set.label))
  end
end

-- Mean errors of the panels, over SL and over H, with another baseline row: place(rows) is its index.
local mi210 = list[1]
local function errors_from(place)
  local means = {}
  for i, panel in ipairs(panels) do
    means[i] = 100 * summary((projected(mi210, panel, place(mi210[panel.key])))).mean
  end
  return tw.format("GEMMs by %.0f %% over SL and %.0f %% over H, LayerNorm by %.0f and %.0f %%", means[1], means[2],
    means[3], means[4])
end
local function least(column)
  return function(rows)
    local at = 1
    for i, row in ipairs(rows) do
      if column * row[#row] < column * rows[at][#row] then at = i end
    end
    return at
  end
end
local parts = {}
for i, panel in ipairs(panels) do
  parts[i] = tw.format("%s %.1f %%", panel.title, 100 * summary((projected(mi210, panel))).mean)
end
local function fitted(of) return tw.fits.mi210_fp32:errors():where{ of = of }[1].median end
study.conclude("fig13", {
  paper = tw.format("one profiled row predicts an operator at other sizes with errors of less than %.0f %%.",
    100 * select(2,
    study.published "P1-15")),
  remains = tw.format("on %s it is off on average by: %s. Laws fitted to many rows, as the calibrated model has them, "
    .. "have errors of %.0f %% for GEMMs and %.0f %% for norms (median, at held-out sizes).", mi210.label,
    table.concat(parts, ", "), 100 * fitted "gemm", 100 * fitted "norms"),
  turns = tw.format("the choice of the profiled row decides. From the fastest row of a panel, errors are: %s; from the "
    .. "slowest: %s.", errors_from(least(1)), errors_from(least(-1))) })
