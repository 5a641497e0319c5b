-- SPDX-License-Identifier: MIT
-- Cluster size and months against training compute: the smallest cluster, a power of two times the number of experts, that
-- trains a model in three months, and how long it then takes. Then the rows of the H100, dense, that the specification
-- prints in 3.3, number by number. Where layouts tie, the degrees are those of one of them.
local erdil24 = require "studies.erdil24"
local study = require "twocs.study"
local tw = require "twocs"

local entries = erdil24.cases(erdil24.generations)
entries[4] = { title = "H100, sparse", case = erdil24.case("h100_sxm5", { sparse = "yes" }) }
local t = erdil24.sweeps(entries, { "d", "c_flop", "gpus", "run_months", "util" })
study.lines("sizes_gpus", t, { x = "c_flop", y = "gpus", by = "name", logx = 10, logy = 10, markers = false,
  title = "Smallest cluster that is done in three months", subtitle = "dense but for the last",
  xlabel = erdil24.axis, ylabel = "GPUs", legend = "", legend_at = "top" })
study.lines("sizes_months", t:where{ name = { "H100", "H100, sparse" } }, { x = "c_flop", y = "run_months", by = "name",
  logx = 10, ymin = 0, ymax = 3, title = "Time on that cluster",
  subtitle = "H100, dense and sparse; clusters double, so a run may be done early",
  xlabel = erdil24.axis, ylabel = "Months", legend = "", legend_at = "top" })

local published = { 12288, 22528, 32768, 49152, 53248, 73728, 114688, 147456, 196608 } -- widths of the rows of 3.3
local printed = { { "c", "c_flop" }, { "u", "util" }, { "t", "run_months" }, { "l", "layers" }, { "b", "b_tokens" },
  { "g", "gpus" }, { "m", "tp_d" }, { "f", "tp_f" }, { "p", "pp" }, { "d", "dp" }, { "v", "interleave" }, { "z", "zb" },
  { "n", "micro" } }
local want = { "d" }
for i, one in ipairs(printed) do want[i + 1] = one[2] end
want[#want + 1] = "ties"
local rows = study.write("sizes_rows", erdil24.case "h100_sxm5":sweep{ want = want }:where{ d = published })
for i, r in ipairs(rows:split "d") do
  for _, one in ipairs(printed) do
    local degree = one[1] == "m" or one[1] == "f"
    study.finding{ tw.format("E3.3-%.0f%s", i, one[1]), r, one[2], basis = "exact",
      note = degree and r[1].ties > 0 and "a tie: as fast in another way" or nil }
  end
end
