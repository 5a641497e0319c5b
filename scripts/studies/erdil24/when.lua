-- SPDX-License-Identifier: MIT
-- When does training compute reach the limits? From the largest run of 2024 it grows by a factor g per year until linear
-- scaling ends and until the largest run (three months, H100, dense). The abstract starts two orders of magnitude below
-- 1e28, so at 1e26, and says three years "given recent rates of growth". A growth of 4 to 5 per year is that of frontier
-- models in Sevilla and Roldan, "Training compute of frontier AI models grows by 4-5x per year" (Epoch AI, May 2024); 5e25,
-- below the abstract's start, is Epoch AI's estimate of Gemini Ultra, the largest model in that data.
local core = require "twocs.core"
local tw = require "twocs"
local study = require "twocs.study"
local erdil24 = require "studies.erdil24"

local base = erdil24.case "h100_sxm5"
local growths = { 2.5, 3, 4, 5, 6, 8, 10 }
local starts = { 2e25, 5e25, 1e26, 2e26, 5e26, 1e27 }

local function years(from, to, growth) return core.log2(to / from) / core.log2(growth) end

local start, recent = 1e26, { 4, 5 }
local marks = { { start = start, growth = recent[1] }, { start = start, growth = recent[2] } }

-- Rows: a growth, a start, the years until `to`, and the date.
local function dates(to, growth_list, start_list)
  local columns = { growth = {}, start = {}, years = {}, year = {} }
  for _, start in ipairs(start_list) do
    for _, growth in ipairs(growth_list) do
      local i = #columns.growth + 1
      columns.growth[i], columns.years[i] = growth, years(start, to, growth)
      columns.start[i] = start
      columns.year[i] = 2024 + columns.years[i]
    end
  end
  return tw.table{ names = { "growth", "start", "years", "year" }, columns = columns, units = { start = "1", years = "1" },
    meanings = { growth = "Growth of training compute a year",
    start = "Largest run of 2024", years = "years from 2024", year = "Year" } }
end

for _, one in ipairs{ { "when_linear", "linear_end", "Linear scaling ends", study.published_text "E-when" },
  { "when_wall", "largest", "The largest run is reached", "nothing of it" } } do
  local to = base[one[2]](base)
  study.heat(one[1], dates(to, growths, starts), { x = "growth", y = "start", z = "years", percent = false,
    title = tw.format("%s in %.0f to %.0f years, from 10^{26} FLOP at 4- to 5-fold growth a year", one[3],
      years(start, to, 5), years(start, to, 4)), mark = marks, mark_label = "the abstract's start, 4- and 5-fold growth",
    labels = true, subtitle = tw.format("H100 SXM5, three months, dense: at %s FLOP; the abstract says %s",
      erdil24.flop(to),
      one[4]),
    xlabel = "Growth of training compute, times a year", ylabel = "Largest run of 2024 (FLOP)",
    zlabel = "Years from 2024" })
end

-- The abstract's three years: until its 1e28, and until our end of linear scaling.
local linear = (base:linear_end())
local named = study.write("when_named", dates(1e28, recent, { start }))
local computed = study.write("when_computed", dates(linear, recent, { start }))
study.finding{ "E-when", named, "years", basis = "construction", label = "to 1e28",
  cause = "paper: rounded to years; its rate of growth and its start resolve it",
  note = "from 1e26; 5- to 4-fold growth a year" }
study.finding{ "E-when", computed, "years", basis = "exact", label = "to the linear end", span = "rate of growth",
  cause = "paper: rounded to years, and to an order of magnitude of FLOP; its rate of growth and its start resolve it",
  note = "from 1e26; 5- to 4-fold growth a year" }

local told = (study.published "E-when")
study.conclude("when", {
  paper = tw.format("the limits are reached in %s at recent rates of growth.", study.published_text "E-when"),
  remains = tw.format("linear scaling ends in %.1f to %.1f years from 1e26 FLOP at 5- to 4-fold growth a year.",
    computed:top(1, "years", "ascending")[1].years, computed:top(1, "years")[1].years),
  turns = tw.format("it ends in %s at %.1f-fold growth a year from 1e26 FLOP, or from %s FLOP at %.0f-fold growth; start "
    .. "and rate are read off trends, and neither comes from the model.", study.published_text "E-when",
    tw.pow(linear / start, 1 / told), erdil24.flop(linear / tw.pow(recent[2], told)), recent[2]) })
