-- SPDX-License-Identifier: MIT
-- Cluster size and months over training compute: the smallest cluster, a power of two times the number of experts, that
-- trains a model in three months, and its time. Then the rows of the dense H100 in 3.3 of the specification, number by
-- number. If weights can be cut in several ways with the same time, the last bits decide which cut is printed; the degrees
-- of TP are then a range.
local erdil24 = require "studies.erdil24"
local study = require "twocs.study"
local tw = require "twocs"

local entries = erdil24.cases(erdil24.generations)
entries[4] = { title = "H100, sparse", case = erdil24.case("h100_sxm5", { sparse = "yes" }) }
local t = erdil24.sweeps(entries, { "d", "c_flop", "gpus", "run_months", "util" })
local last = t:where{ name = "H100" }:top(1, "c_flop")[1]
study.lines("sizes_gpus", t, { x = "c_flop", y = "gpus", by = "name", logx = 10, logy = 10, markers = false, steps = true,
  values = { { name = "H100", c_flop = last.c_flop } },
  title = tw.format("The smallest H100 cluster for the largest run in three months has %s GPUs", erdil24.flop(last.gpus)),
    subtitle = "dense but for the last; by the equations of the authors' program",
  xlabel = erdil24.axis, ylabel = "GPUs", legend = "", legend_at = "top" })
local two = t:where{ name = { "H100", "H100, sparse" } }
local least, most = two:top(1, "run_months", "ascending")[1].run_months, two:top(1, "run_months")[1].run_months
study.lines("sizes_months", two, { x = "c_flop", y = "run_months", panels = "name", columns = 1, logx = 10, ymin = 0,
  ymax = 3.5, markers = true, hline = { at = 3, label = "allowed: three months" },
  title = tw.format("Cluster sizes are powers of two, so a run takes %.1f to %.1f of the three months", least, most),
  subtitle = "H100, the smallest power-of-two cluster that finishes in time; by the equations of the authors' program",
  xlabel = erdil24.axis, ylabel = "Months" })

local published = { 12288, 22528, 32768, 49152, 53248, 73728, 114688, 147456, 196608 } -- widths of the rows in 3.3
local printed = { { "c", "c_flop" }, { "u", "util" }, { "t", "run_months" }, { "l", "depth" }, { "b", "b_tokens" },
  { "g", "gpus" }, { "m", "tp_d" }, { "f", "tp_f" }, { "p", "pp" }, { "d", "dp" }, { "v", "interleave" }, { "z", "zb" },
  { "n", "micro" } }
local want = { "d" }
for i, one in ipairs(printed) do want[i + 1] = one[2] end
want[#want + 1] = "ties"
local base = erdil24.case "h100_sxm5"
local rows = study.write("sizes_rows", base:sweep{ want = want }:where{ d = published })

local function same(a, b) return math.abs(a / b - 1) < 1e-12 end

-- The cuts of the weights with the run's degree of TP, among those that the search tries, that have the run's time and also
-- its communication, by which the search decides between equal times.
local function cuts(r)
  local columns, whole, tp_f = { d = {}, tp_d = {}, tp_f = {} }, r.tp_d * r.tp_f, 1
  local root = math.floor(math.sqrt(whole))
  local function run_of(along_f)
    local run = base:eval({ tp_d = whole / along_f, tp_f = along_f, pp = r.pp, dp = r.dp, micro = r.micro, zb = r.zb,
      interleave = r.interleave }, { d = r.d })
    return run, run.feasible == 1 and run.t_tp_net + run.t_dp_net + run.t_ppep_net or 0 / 0
  end
  local found, sent = run_of(r.tp_f)
  if sent ~= sent then return tw.table{ names = { "d", "tp_d", "tp_f" },
    columns = { d = { r.d }, tp_d = { r.tp_d }, tp_f = { r.tp_f } } } end
  while tp_f <= math.min(whole, base.tp_wide * root) do
    local run, moved = run_of(tp_f)
    if tp_f >= root and run.feasible == 1 and same(run.t_run, found.t_run) and same(moved, sent) then
      local i = #columns.d + 1
      columns.d[i], columns.tp_d[i], columns.tp_f[i] = r.d, whole / tp_f, tp_f
    end
    tp_f = 2 * tp_f
  end
  return tw.table{ names = { "d", "tp_d", "tp_f" }, columns = columns }
end

for i, r in ipairs(rows:split "d") do
  local tied = cuts(r[1])
  for _, one in ipairs(printed) do
    local degree = one[2] == "tp_d" or one[2] == "tp_f"
    study.finding{ tw.format("E3.3-%.0f%s", i, one[1]), degree and tied or r, one[2], basis = "exact",
      note = degree and tied.n > 1 and "a tie: as fast with as much communication" or nil }
  end
end

-- The end of linear scaling is the first run below 80 % of the sustained peak, and not the last one: the next run is above
-- it again.
local first, again, for_good = 0 / 0, 0 / 0, 0 / 0
for row in base:sweep{ want = { "d", "c_flop", "util_rel" } }:rows() do
  local linear, ended = row.util_rel > base.linear_share, first == first
  if not linear and not ended then first = row.util_rel end
  if linear and ended and again ~= again then again = row.util_rel end
  if linear then for_good = 0 / 0 elseif for_good ~= for_good then for_good = row.c_flop end
end
local ends = tw.table{ names = { "first", "again", "for_good" }, columns = { first = { first }, again = { again },
  for_good = { for_good } }, units = { first = "1", again = "1", for_good = "flop" },
  meanings = { first = "utilisation over the sustained peak where linear scaling ends",
    again = "and where it is above again", for_good = "below for good from here" } }
for i, column in ipairs{ "first", "again", "for_good" } do
  study.finding{ tw.format("E1.8-%.0f", i), ends, column, basis = "exact" }
end

study.conclude("sizes", {
  paper = "the rows of its program for dense models on H100.",
  remains = tw.format("the largest run in three months takes %s GPUs, by the paper's own model.", erdil24.flop(last.gpus)),
  turns = tw.format("in six months the largest run is %.1f times as large.",
    (base{ months = 6 }:largest()) / (base:largest())) })
