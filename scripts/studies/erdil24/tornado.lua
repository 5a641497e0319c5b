-- SPDX-License-Identifier: MIT
-- The sensitivity of the two headlines: each constant of the machine, of the run and of the laws is halved and doubled,
-- alone, and the bar is the change of the end of linear scaling and of the largest run in decades. Without a bar, the value
-- is out of bounds (a sustained rate above the clock); 3.5 decades down is the smallest run of the sweep. Headlines are on
-- the widths of a sweep, about a third of a decade apart, and utilisation is not monotone over them: so both doubling and
-- halving may be a gain, and changes within one width are not visible.
local core = require "twocs.core"
local tw = require "twocs"
local study = require "twocs.study"
local erdil24 = require "studies.erdil24"

local constants = { { "compute", "Compute" }, { "flop_eff", "Sustained clock" }, { "mem_bw", "Memory bandwidth" },
  { "l2_bw", "L2 bandwidth" }, { "shared_width", "Shared memory" }, { "l2_size", "L2 size" }, { "reg_size", "Registers" },
  { "mem_size", "Memory" }, { "launch", "Matmul latency" }, { "net0_lat", "Hop latency" }, { "net0_bw", "Node bandwidth" },
  { "net1_bw", "Network bandwidth" }, { "net0_size", "GPUs of a node" }, { "months", "Months" },
  { "token_ratio", "Tokens per parameter" }, { "ff_ratio", "d_ff / d_model" }, { "layer_scale", "Layers" },
  { "layer_exponent", "Layer exponent" }, { "batch_anchor", "Batch" }, { "batch_exponent", "Batch exponent" } }

local base = erdil24.case "h100_sxm5"

-- The case with this constant multiplied by a factor, or nil if that is out of bounds.
local function moved(case, field, factor)
  local done, other = pcall(case.times, case, { [field] = factor })
  return done and other or nil
end

-- The change of an answer for each constant of a case, the widest first, and the answer without a change.
local function rows_of(case, question)
  local zero, rows = case[question](case), {}
  for _, constant in ipairs(constants) do
    local row = { name = constant[2], span = 0 }
    for key, factor in pairs{ halved = 0.5, doubled = 2 } do
      local other = moved(case, constant[1], factor)
      local c = other and other[question](other)
      row[key] = c and core.log2(c / zero) / core.log2(10) or 0 / 0
      if c then row.span = math.max(row.span, math.abs(row[key])) end
    end
    rows[#rows + 1] = row
  end
  table.sort(rows, function(a, b)
    if a.span ~= b.span then return a.span > b.span end
    return a.name < b.name
  end)
  return rows, zero
end

-- How far the larger of its two changes moves the result, in decades, and that change.
local function moved(row)
  local change = math.abs(row.doubled) > math.abs(row.halved) and "doubled" or "halved"
  return row[change], tw.format("%s %s", row.name:lower(), change)
end

local function tornado(question, name, title)
  local rows, zero = rows_of(base, question)
  local columns, first = { constant = {}, halved = {}, doubled = {} }, {}
  for i, row in ipairs(rows) do
    columns.constant[i], columns.halved[i], columns.doubled[i] = row.name, row.halved, row.doubled
    if row.span > 0 then first[i] = i end
  end
  local t = tw.table{ names = { "constant", "halved", "doubled" }, columns = columns,
    units = { halved = "1", doubled = "1" }, meanings = { halved = "Halved", doubled = "Doubled", constant = "constant" } }
  study.write(tw.format("%s_all", name), t)
  local widest, leading = moved(rows[1]), {} -- constants that move it equally far are all named
  for _, row in ipairs(rows) do
    local by, what = moved(row)
    if tw.format("%+.1f", by) == tw.format("%+.1f", widest) then leading[#leading + 1] = what end
  end
  study.tornado(name, t:pick(first), { y = "constant", x = { "halved", "doubled" }, percent = false,
    note = tw.format("The other %.0f constants change nothing: %s_all.csv.", t.n - #first, name),
    title = tw.format("%s: %s, %+.1f decades", title, table.concat(leading, " or "), widest):gsub(" %-", " −"),
    subtitle = tw.format("H100 SXM5, three months, dense, by the equations of the authors' program; %s FLOP as published",
      erdil24.flop(zero)),
    xlabel = "Change of training compute, in powers of ten", legend = "", legend_at = "top" })
end

tornado("linear_end", "tornado_linear", "Largest effects on the end of linear scaling")
tornado("largest", "tornado_wall", "Largest effects on the largest run")

-- The first three of them with the project's measured values of H100.
local known = erdil24.known "h100_sxm5"
local function leading(question)
  local parts, still = {}, 0
  for i, row in ipairs((rows_of(known, question))) do
    if i <= 3 then parts[i] = tw.format("%s (%.1f)", row.name:lower(), row.span) end
    if row.span == 0 then still = still + 1 end
  end
  return table.concat(parts, ", "), still
end
local of_wall, still = leading "largest"
study.conclude("tornado", {
  paper = "the batch, the shape of the model and latency determine the largest run.",
  remains = tw.format("%s the largest run moves most with the %s: powers of ten, where each is halved or doubled. %.0f of "
    .. "%.0f constants do not move it.", erdil24.knowing, of_wall, still, #constants),
  turns = tw.format("for the end of linear scaling the order differs: it moves most with %s.",
    (leading "linear_end")) })
