-- SPDX-License-Identifier: MIT
-- What a prediction tells: rows, errors by regime beside two baselines, the ranking of layouts, memory, defaults and
-- what the other choice would change, and what the times rest on.
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local memory = require "twocs.predict.memory"
local networks = require "twocs.data.networks"
local regimes = require "twocs.predict.regimes"
local scatter = require "twocs.fit.spread"
local score = require "twocs.predict.score"
local support = require "twocs.ask.support"
local tables = require "twocs.table"

local report = {}
local gib = 1073741824
local reasons_told = 20 -- the most frequent ones

local function healthy(rows)
  local list = {}
  for _, one in ipairs(rows) do
    if not one.sick then list[#list + 1] = one end
  end
  return list
end

local function where(rows, holds)
  local list = {}
  for _, one in ipairs(rows) do
    if holds(one) then list[#list + 1] = one end
  end
  return list
end

-- Sets of rows that errors are told of: all, those that are not sick, each regime.
local function sets(self)
  local well = healthy(self.rows)
  local list = { { #well < #self.rows and "all that are not sick" or "all", well } }
  if #well < #self.rows then
    list[#list + 1] = { "sick by measurement", where(self.rows, function(one) return one.sick end) }
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

--- A row for each run that was predicted.
function report.rows(self)
  local names = { "model", "gpus", "tp", "pp", "microbatch" }
  local columns = {}
  for _, name in ipairs(names) do columns[name] = {} end
  for _, name in ipairs(cells) do columns[name] = {} end
  for i, one in ipairs(self.rows) do
    local r, v = one.row, one.v
    columns.model[i], columns.gpus[i], columns.tp[i] = tostring(r.model), v.devices, one.fields.tp or 1
    columns.pp[i], columns.microbatch[i] = one.fields.pp or 1, tonumber(r.microbatch) or 0 / 0
    columns.measured[i], columns.predicted[i], columns.error[i] = one.measured, one.predicted,
      one.predicted / one.measured - 1
    columns.compute[i], columns.serialized[i], columns.exposed[i] = v.t_step_cmp, v.t_step_ser, v.t_step_exp
    columns.waiting[i], columns.memory[i], columns.fits[i] = v.t_step_idle, v.mem_byte, v.fits
    columns.sick[i] = one.sick and 1 or 0
    columns.low[i], columns.high[i] = bands.of(one, self.band)
  end
  for _, name in ipairs(cells) do names[#names + 1] = name end
  return tables.new{ n = #self.rows, names = names, columns = columns, units = units, meanings = {
    low = "least of a 90 % band (predict/bands.lua)", high = "most of it",
    error = "predicted over measured, less 1", sick = "1 where a microbatch took more than twice the least of its kind" } }
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
    mean = "mean of the absolute relative error", one_mfu = "the same of one MFU, fitted to these rows",
    with_bubble = "the same of flop with the pipeline's bubble", gain = "the better baseline's over ours" } }
end

local function percent(x) return core.format("%5.1f", 100 * x) end

-- Of what a file leaves out: the value taken, and the mean error with the other one.
local function choices_told(self, lines)
  if not self.entry.choices then return end
  local rows = require "twocs.data.rows"
  local base = score.errors(healthy(self.rows)).mean
  for _, choice in ipairs(self.entry.choices) do
    local part, name, _, other = choice[1], choice[2], choice[3], choice[4]
    local left_out, missing, assumed = {}, 0, self.entry[part] or {}
    for _, one in ipairs(self.rows) do
      local given = one.case[part]
      local says = type(given) == "table" and given[name]
      if says == nil or says == assumed[name] then
        left_out[one.place], missing = true, missing + 1
      end
    end
    if missing > 0 then
      local value = rows.value(name, other)
      local times, off, n = self.stack:times(self.constants, { [name] = value }, left_out), 0, 0
      for _, one in ipairs(self.rows) do
        if not one.sick then off, n = off + math.abs(times[one.place] / one.measured - 1), n + 1 end
      end
      lines[#lines + 1] = core.format("  %s = %s in %d rows; with %s the mean error is %.1f %%, not %.1f", name,
        tostring(choice[3]), missing, tostring(other), 100 * off / n, 100 * base)
    end
  end
end

--- A sentence where more than 5 % of the predicted time rests on less than that word, else nil.
function report.refused(self, at_least)
  support.check(at_least)
  local shares, below = bands.support(self.rows), false
  for _, word in ipairs(support.words) do
    if below and shares[word] >= 0.05 then
      return core.format('%s: %.0f %% of the predicted time is %s: less than "%s"', self.name, 100 * shares[word], word,
        at_least)
    end
    below = below or word == at_least
  end
end

-- What a user could measure that would help most: the largest part of the step that rests on nothing of theirs.
local function advice(self)
  local parts = { { "all-reduces, all-gathers and reduce-scatters inside a node and between nodes", 0 },
    { "row operators and the loss of one layer (a trace)", 0 }, { "GEMMs of these shapes", 0 },
    { "one layer's time in the framework, host included (a trace)", 0 } }
  for _, one in ipairs(self.rows) do
    local v = one.v
    local m = v.microbatches * v.stage_layers
    parts[1][2] = parts[1][2] + v.t_step_ser + v.t_step_exp + v.t_hops
    parts[2][2] = parts[2][2] + m * (v.t_stream_f + v.t_stream_b + v.t_accumulate)
    parts[4][2] = parts[4][2] + m * v.t_layer_host
  end
  table.sort(parts, function(a, b) return a[2] > b[2] end)
  return parts[1][1]
end

local function memory_told(self, lines)
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
    lines[#lines + 1] = core.format("memory of the %s stage, measured peaks: %d rows, median %.1f %%, mean %.1f, p90 %.1f",
      self.entry.logs or "fullest", s.n, 100 * s.median, 100 * s.mean, 100 * s.p90)
  end
  lines[#lines + 1] = core.format("of %d rows that ran %d are predicted to fit", all, right)
  local list = self.stack:memory(self.constants)
  local c = memory.counts(list)
  if c.failed_fit + c.failed_not > 0 then
    local rest = memory.counts(list, function(one) return not one.unexplained end)
    lines[#lines + 1] = core.format("of %d rows that failed %d are predicted not to fit; %d failed though a run of the "
      .. "same model and TP ran that needs no less memory of any kind; of the others %.1f %% of fits and fails are right",
      c.failed_fit + c.failed_not, c.failed_not, c.n - rest.n, 100 * rest.right)
  end
end

-- Between nodes: which class of network rows say, and what another one would change where nobody measured the share of the
-- adapters that collectives reach.
local function network_told(self, lines)
  local of, order = {}, {}
  for _, one in ipairs(self.rows) do
    local network = self.stack.networks[one.place]
    if one.v.devices > (one.fields.net0_size or 8) and type(network) ~= "table" then
      local said = network or "none"
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
  other.network = 1 / by
  local slow = self.stack:times(other)
  for _, said in ipairs(order) do
    local longer, class = {}, networks[said == "none" and "infiniband" or said]
    for i, one in ipairs(of[said]) do longer[i] = slow[one.place] / one.predicted - 1 end
    lines[#lines + 1] = core.format("network between nodes: %d rows name %s, where collectives reach %.0f %% of the adapters; "
      .. "on one that is %.1f times slower steps would take %.0f %% longer (median)%s", #of[said],
      said == "none" and "none and count as infiniband" or class.called or said, 100 * class.share, by,
      100 * score.median(longer), said == "none" and "; a column network (infiniband, roce, efa, slingshot) or net1_share, "
        .. "the share that a large all-reduce reaches, tells more" or "")
  end
end

--- The whole report as text.
function report.text(self)
  local lines = { core.format("%s: %d rows, %d predicted", self.name, self.total, #self.rows) }
  local why = {}
  for reason in pairs(self.reasons) do why[#why + 1] = reason end
  table.sort(why, function(a, b)
    if self.reasons[a] ~= self.reasons[b] then return self.reasons[a] > self.reasons[b] end
    return a < b
  end)
  local rest = 0
  for i, reason in ipairs(why) do
    if i <= reasons_told then
      lines[#lines + 1] = core.format("  %d rows are not: %s", self.reasons[reason], reason)
    else
      rest = rest + self.reasons[reason]
    end
  end
  if rest > 0 then
    lines[#lines + 1] = core.format("  %d rows are not, for %d other reasons", rest, #why - reasons_told)
  end
  if #self.ignored > 0 then lines[#lines + 1] = "columns that nothing reads: " .. table.concat(self.ignored, ", ") end
  if #self.rows == 0 then return table.concat(lines, "\n") end
  lines[#lines + 1] = "error of the predicted step, %; beside it two baselines, each with a number fitted to these rows"
  lines[#lines + 1] = core.format("%-24s %5s  mean   med  bias   p90 worst | 1 MFU bubble", "", "rows")
  for _, set in ipairs(sets(self)) do
    local s, flat, bubble = score.errors(set[2]), score.baselines(set[2])
    local better = math.min(flat.mean, bubble.mean)
    lines[#lines + 1] = core.format("%-24s %5d %s %s %s %s %s | %s  %s%s", set[1], s.n, percent(s.mean),
      percent(s.median),
      percent(s.bias), percent(s.p90), percent(s.max), percent(flat.mean), percent(bubble.mean),
      s.mean > better / 2 and "  (does not halve the better baseline)" or "")
  end
  local ranking, repeats = score.ranking(healthy(self.rows)), score.repeats(self.rows)
  if ranking then
    lines[#lines + 1] = core.format("layouts of one model and number of GPUs: Kendall's tau %.2f; the predicted best costs "
      .. "%.1f %% on average and %.1f %% at most (%d groups)", ranking.tau, 100 * ranking.regret, 100 * ranking.worst,
        ranking.groups)
  end
  if repeats then
    lines[#lines + 1] = core.format("repeats of a configuration differ by %.1f %% (median of %d), %.1f at most", 100
      * repeats.median, repeats.configurations, 100 * repeats.most)
  end
  local band = bands.score(healthy(self.rows), self.band)
  lines[#lines + 1] = core.format("bands of 90 %% hold %.0f %% of the rows, half as wide as %.0f %% (median), %.1f times "
    .. "the median error; interval score %.2f, of a constant +- %.0f %% %.2f", 100 * band.held, 100 * band.half, band.times,
    band.score, 100 * self.band.constant, band.constant)
  memory_told(self, lines)
  if self.entry.choices then
    lines[#lines + 1] = "what rows leave out, and the other choice:"
    choices_told(self, lines)
  end
  network_told(self, lines)
  for _, sentence in ipairs(self.entry.assumed or {}) do lines[#lines + 1] = "assumed: " .. sentence end
  local shares, said = bands.support(self.rows), {}
  for i, word in ipairs(support.words) do said[i] = core.format("%s %.0f %%", word, 100 * shares[word]) end
  lines[#lines + 1] = "what the predicted time rests on: " .. table.concat(said, ", ")
  lines[#lines + 1] = "to measure next: " .. advice(self)
  return table.concat(lines, "\n")
end

return report
