-- SPDX-License-Identifier: MIT
-- Report of a prediction: its accuracy (trust.lua), errors by kind of run and of two baselines, the rows with the largest
-- errors, the ranking of layouts, memory, missing fields (choices.lua), and the basis of the times.
local bands = require "twocs.predict.bands"
local cases = require "twocs.predict.cases"
local core = require "twocs.core"
local memory = require "twocs.predict.memory"
local answers = require "twocs.predict.answers"
local choices = require "twocs.predict.choices"
local pictures = require "twocs.predict.pictures"
local populations = require "twocs.predict.populations"
local regimes = require "twocs.predict.regimes"
local sentence = require "twocs.common.sentence"
local scatter = require "twocs.fit.spread"
local score = require "twocs.predict.score"
local support = require "twocs.ask.support"
local suspect = require "twocs.predict.suspect"
local tables = require "twocs.table"
local trust = require "twocs.predict.trust"

local report = {}
local gib = 1073741824
local reasons_shown = 20 -- the most frequent ones
local few = 3 -- with fewer rows a baseline that is fitted to them means nothing
local worst_shown = 3

local function where(rows, holds)
  local list = {}
  for _, one in ipairs(rows) do
    if holds(one) then list[#list + 1] = one end
  end
  return list
end

-- Sets of rows whose errors are reported: all, rows without faults, each regime.
local function sets(self)
  local well = score.healthy(self.rows)
  local list = { { #well < #self.rows and "all but faulty rows" or "all", well } }
  if #well < #self.rows then
    list[#list + 1] = { "faulty measurements", where(self.rows, function(one) return one.sick end) }
  end
  local waiting = populations.of(well)
  if waiting then
    local waits = {}
    for _, one in ipairs(waiting.rows) do waits[one] = true end
    list[#list + 1] = { "rows that wait", waiting.rows }
    list[#list + 1] = { "all other rows", where(well, function(one) return not waits[one] end) }
  end
  for _, regime in ipairs(regimes.list) do
    local some = where(well, regime[2])
    if #some > 0 then list[#list + 1] = { regime[1], some } end
  end
  return list
end

local cells = { "measured", "predicted", "low", "high", "error", "compute", "serialized", "exposed", "waiting",
  "memory", "fits",
  "sick" }
local units = { measured = "s", predicted = "s", low = "s", high = "s", error = "1", compute = "s", serialized = "s",
  exposed = "s",
  waiting = "s",
  memory = "byte" }

--- Draws figures of the runs without faults into a folder (pictures.lua).
function report.draw(self, folder) return pictures.draw(score.healthy(self.rows), folder) end

--- A row for each predicted run, in the order of the file; without a measured time its cells are empty.
function report.rows(self)
  local rows, none = answers.all(self), 0 / 0
  local names = { "row", "model", "gpus", "tp", "pp", "microbatch" }
  local columns = {}
  for _, name in ipairs(names) do columns[name] = {} end
  for _, name in ipairs(cells) do columns[name] = {} end
  for i, one in ipairs(rows) do
    local r, v = one.row, one.v
    columns.row[i] = one.at
    columns.model[i], columns.gpus[i], columns.tp[i] = tostring(r.model), v.devices, one.fields.tp or 1
    columns.pp[i], columns.microbatch[i] = one.fields.pp or 1, tonumber(r.microbatch) or 0 / 0
    columns.measured[i], columns.predicted[i] = one.measured or none, one.predicted
    columns.error[i] = one.measured and one.predicted / one.measured - 1 or none
    columns.compute[i], columns.serialized[i], columns.exposed[i] = v.t_step_cmp, v.t_step_ser, v.t_step_exp
    columns.waiting[i], columns.memory[i], columns.fits[i] = v.t_step_idle, v.mem_byte, v.fits
    columns.sick[i] = one.measured and (one.sick and 1 or 0) or none
    if one.down then columns.low[i], columns.high[i] = bands.of(one, self.band)
    else columns.low[i], columns.high[i] = none, none end -- stopped before the bands
  end
  for _, name in ipairs(cells) do names[#names + 1] = name end
  return tables.new{ n = #rows, names = names, columns = columns, units = units, meanings = {
    row = "row of the file",
    low = "low end of the 90 % band (predict/bands.lua)", high = "its high end",
    error = "predicted over measured, less 1",
    sick = "1 where a microbatch took more than twice the shortest time of its kind" } }
end

--- A row for each set of runs.
function report.errors(self)
  local names = { "runs", "n", "mean", "median", "bias", "p90", "worst", "one_mfu", "with_bubble", "gain" }
  local columns, own_units = {}, {}
  for _, name in ipairs(names) do columns[name] = {} end
  for i = 2, #names do own_units[names[i]] = "1" end
  for i, set in ipairs(sets(self)) do
    local s, flat, bubble = score.errors(set[2]), score.baselines(set[2])
    local values = { set[1], s.n, s.mean, s.median, s.bias, s.p90, s.max, flat.mean, bubble.mean,
      math.min(flat.mean, bubble.mean) / s.mean }
    for k, name in ipairs(names) do columns[name][i] = values[k] end
  end
  return tables.new{ n = #columns.runs, names = names, columns = columns, units = own_units, meanings = {
    mean = "mean absolute relative error", one_mfu = "the same with one MFU, fitted to these rows",
    with_bubble = "the same with FLOPs and the pipeline bubble", gain = "error of the better baseline over ours" } }
end

--- A row for each term of the step: the factor that explains the errors of the runs without faults best (suspect.lua).
function report.suspects(self) return suspect.table((suspect.of(self.name, score.healthy(self.rows), self.constants))) end

local function percent(x) return core.format("%5.1f", 100 * x) end

--- A sentence if more than 5 % of the predicted time has a weaker basis than this word, else nil.
function report.refused(self, at_least)
  support.check(at_least)
  local shares, below = bands.support(answers.all(self)), false
  for _, word in ipairs(support.words) do
    if below and shares[word] >= 0.05 then
      return core.format('%s: %.0f %% of the predicted time is %s, weaker than "%s"', self.name, 100 * shares[word], word,
        at_least)
    end
    below = below or word == at_least
  end
end

local function memory_lines(self, lines)
  local stage = self.entry.logs == "first" and "first_mem" or "stage_mem"
  local predicted, right, all = {}, 0, 0
  for _, one in ipairs(self.rows) do
    local peak = tonumber(one.row.peak_mem_gib)
    if peak and peak == peak and peak > 0 then
      predicted[#predicted + 1] = { predicted = one.v[stage] / gib, measured = peak, v = one.v, fields = one.fields }
    end
    all, right = all + 1, right + (one.v.fits == 1 and 1 or 0)
  end
  if #predicted > 0 then
    local s = score.errors(predicted)
    lines[#lines + 1] = core.format("Memory of the %s stage, measured peaks: %d rows, median %.1f %%, mean %.1f, p90 %.1f",
      self.entry.logs or "fullest", s.n, 100 * s.median, 100 * s.mean, 100 * s.p90)
  end
  lines[#lines + 1] = core.format("%d of the %d rows that ran are predicted to fit", right, all)
  local list = self.stack:memory(self.constants)
  local c = memory.counts(list)
  if c.failed_fit + c.failed_not > 0 then
    local rest = memory.counts(list, function(one) return not one.unexplained end)
    lines[#lines + 1] = core.format("%d of the %d rows that failed are predicted not to fit; %d failed although a run of "
      .. "the same model and TP with at least as much memory of every kind ran; for the others %.1f %% of outcomes are "
      .. "right",
      c.failed_not, c.failed_fit + c.failed_not, c.n - rest.n, 100 * rest.right)
  end
end

-- Networks between nodes: the stated class, and the effect of another class if the share of the adapters' bandwidth that
-- collectives reach was not measured.
local function network_lines(self, lines)
  local of, order = {}, {}
  for _, one in ipairs(self.rows) do
    local software = self.stack.of_case[one.place].made.software
    if one.v.devices > (one.fields.net0_size or 8) and not core.states(software, "net1_share") then
      local said = one.row.network and self.stack.of_case[one.place].made.device.network or "none"
      if not of[said] then
        of[said] = {}
        order[#order + 1] = said
      end
      table.insert(of[said], one)
    end
  end
  if #order == 0 then return end
  table.sort(order)
  local by = scatter.elsewhere.collective
  local other = {}
  for key, value in pairs(self.constants) do other[key] = value end
  other.net_speed = 1 / by
  local slow = self.stack:times(other)
  for _, said in ipairs(order) do
    local longer = {}
    for i, one in ipairs(of[said]) do longer[i] = slow[one.place] / one.predicted - 1 end
    local none = said == "none"
    lines[#lines + 1] = core.format("network between nodes: %s %s in %d row%s; its collectives are assumed to reach "
      .. "%.0f %% of the adapters' bandwidth; with a network %.1f times slower, steps would be %.0f %% longer (median)%s",
      none and "infiniband" or said, none and "is assumed" or "is stated", #of[said], #of[said] == 1 and "" or "s",
      100 * of[said][1].v.net1_share, by, 100 * score.median(longer), none and "; to be more exact, state the network "
        .. "(infiniband, roce, efa, slingshot), or the share that a large all-reduce reaches (net1_share)" or "")
  end
end

-- Why rows are not cases: one line for reasons that differ only in a quoted cell, the most frequent first.
local function reasons_lines(self, lines)
  local kinds, by = {}, {}
  for reason, n in pairs(self.reasons) do
    local key, first = reason:gsub('"[^"]*"', '""'), self.stack.first[reason]
    if not by[key] then
      by[key] = { n = 0, different = 0, first = math.huge }
      kinds[#kinds + 1] = by[key]
    end
    local kind = by[key]
    kind.n, kind.different = kind.n + n, kind.different + 1
    if first < kind.first then kind.first, kind.text = first, reason end
  end
  table.sort(kinds, function(a, b)
    if a.n ~= b.n then return a.n > b.n end
    return a.first < b.first
  end)
  local rest = 0
  for i, kind in ipairs(kinds) do
    if i <= reasons_shown then
      lines[#lines + 1] = core.format("  %s %s not: %s (row %d%s)", sentence.counted(kind.n, "row"),
        kind.n == 1 and "is" or "are", kind.text, kind.first,
        kind.different > 1 and ", others alike" or kind.n > 1 and " first" or "")
    else
      rest = rest + kind.n
    end
    if kind.text:find("not a known device", 1, true) then
      lines[#lines + 1] = "    (twocs devices lists the values of gpu_type)"
    end
  end
  if rest > 0 then
    lines[#lines + 1] = core.format("  %s are not, for %d other reasons", sentence.counted(rest, "row"),
      #kinds - reasons_shown)
  end
end

local function errors_lines(self, lines)
  lines[#lines + 1] =
    "Errors of the predicted step time and of two baselines in percent; each baseline has a number fitted to these rows:"
  lines[#lines + 1] = core.format("%-24s %5s  mean   med  bias   p90 worst | 1 MFU bubble", "", "rows")
  for _, set in ipairs(sets(self)) do
    local s, flat, bubble = score.errors(set[2]), score.baselines(set[2])
    local line = core.format("%-24s %5d %s %s %s %s %s", set[1], s.n, percent(s.mean), percent(s.median), percent(s.bias),
      percent(s.p90), percent(s.max))
    if s.n >= few then
      line = core.format("%s | %s  %s%s", line, percent(flat.mean), percent(bubble.mean),
        s.mean > math.min(flat.mean, bubble.mean) / 2 and "  (does not halve the better baseline)" or "")
    end
    lines[#lines + 1] = line
  end
end

local function worst_lines(list, lines)
  if #list < few then return end
  lines[#lines + 1] = "Rows with the largest errors:"
  for i, one in ipairs(pictures.sorted(list)) do
    if i > worst_shown then break end
    local f, slowest = one.fields, "compute"
    for _, part in ipairs{ { "serialized communication", one.v.t_step_ser },
      { "exposed communication", one.v.t_step_exp }, { "waiting", one.v.t_step_idle } } do
      local share = part[2] / one.v.t_step
      if share > 0.15 then slowest = core.format("%s, %s %.0f %%", slowest, part[1], 100 * share) end
    end
    lines[#lines + 1] = core.format("  row %d: %s on %.0f GPUs, TP %.0f, PP %.0f, microbatch %s: measured %.4g s, "
      .. "predicted %.4g s (%+.1f %%), of which %s", one.at, tostring(one.row.model), one.v.devices, f.tp or 1, f.pp or 1,
        cases.microbatch(one), one.measured, one.predicted, 100 * (one.predicted / one.measured - 1), slowest)
  end
end

local function ranking_lines(self, lines)
  local ranking, repeats = score.ranking(score.healthy(self.rows)), score.repeats(self.rows)
  if ranking then
    lines[#lines + 1] = core.format("Layouts of one model and number of GPUs: Kendall's tau %.2f; the predicted best "
      .. "layout takes %.1f %% longer than the measured best on average, %.1f %% at most (%d groups)", ranking.tau,
      100 * ranking.regret,
        100 * ranking.worst, ranking.groups)
  end
  if repeats then
    lines[#lines + 1] = core.format("Repeats of a configuration differ by %.1f %% (median of %d), %.1f at most", 100
      * repeats.median, repeats.configurations, 100 * repeats.most)
  end
  local band = bands.score(score.healthy(self.rows), self.band)
  lines[#lines + 1] = core.format("The 90 %% bands contain %.0f %% of the rows; half-width %.0f %% (median), %.1f times "
    .. "the median error; interval score %.2f, with a constant band of +- %.0f %% %.2f", 100 * band.held, 100 * band.half,
    band.times, band.score, 100 * self.band.constant, band.constant)
end

local function append(lines, more)
  for _, line in ipairs(more) do lines[#lines + 1] = line end
end

local function basis_line(rows)
  local shares, said = bands.support(rows), {}
  for i, word in ipairs(support.words) do said[i] = core.format("%s %.0f %%", word, 100 * shares[word]) end
  return "Basis of the predicted time: " .. table.concat(said, ", ")
end

--- The whole report as text.
function report.text(self)
  local lines = { core.format("%s: %s, %d predicted%s", self.name, sentence.counted(self.total, "row"),
    #self.rows + #self.answers,
    #self.answers > 0 and core.format(", of which %d without a measured time", #self.answers) or "") }
  reasons_lines(self, lines)
  if #self.ignored > 0 then lines[#lines + 1] = "unused columns: " .. table.concat(self.ignored, ", ") end
  append(lines, answers.about(self))
  append(lines, self.unread)
  append(lines, answers.lines(self))
  local well = score.healthy(self.rows)
  if #well == 0 then
    if #self.answers > 0 then lines[#lines + 1] = basis_line(self.answers) end
    return table.concat(lines, "\n")
  end
  local left_out, choice, base = choices.lines(self)
  append(lines, { "", (table.unpack or unpack)(trust.lines(self, well, choice, base)) })
  lines[#lines + 1] = ""
  errors_lines(self, lines)
  worst_lines(well, lines)
  ranking_lines(self, lines)
  memory_lines(self, lines)
  append(lines, left_out)
  network_lines(self, lines)
  for _, assumed in ipairs(self.entry.assumed or {}) do lines[#lines + 1] = "assumed: " .. assumed end
  lines[#lines + 1] = basis_line(self.rows)
  return table.concat(lines, "\n")
end

return report
