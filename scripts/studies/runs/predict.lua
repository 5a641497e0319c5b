-- SPDX-License-Identifier: MIT
-- Measured runs of nine stacks compared with predictions with constants that were found without the stack, and with one set
-- for all: goals, two baselines, the basis, and how many rows are inside the bands. Nothing is fitted here
-- (data/calibrated.lua is; studies/runs/questions.lua states its one exception). Missing files are skipped;
-- `predict.lua scripts/docs/accuracy.md` updates the table there.
local tw = require "twocs"
local bands = require "twocs.predict.bands"
local goals = require "studies.runs.goals"
local held = require "studies.runs.held"
local missing = require "studies.runs.missing"
local operations = require "studies.runs.operations"
local questions = require "studies.runs.questions"
local score = require "twocs.predict.score"
local unseen = require "studies.runs.unseen"

local values = held.values
local scores = goals.new()

local lines = {}
local function say(text, ...)
  lines[#lines + 1] = select("#", ...) > 0 and tw.format(text, ...) or text
  print(lines[#lines])
end

local function share(x) return tw.format("%.1f", 100 * x) end
local function wanted(value, most)
  if not most then return "" end
  return tw.format("%.1f %s", most, scores:verdict(100 * value, { most = most }))
end

-- Shares of the predicted time in percent: inside the measured range, beyond it, transferred, assumed.
local function rests_on(list)
  local shares = bands.support(list)
  return tw.format("%.0f, %.0f, %.0f, %.0f", 100 * shares.inside, 100 * shares.beyond, 100 * shares.transferred,
    100 * shares.assumed)
end

-- Leave-one-stack-out, and one set for all, side by side.
local function table_of_stacks()
  say "| runs | rows | held out: mean, median, bias | goal | baselines | one set: mean | goal | based on |"
  say "| --- | --- | --- | --- | --- | --- | --- | --- |"
  local sum, n, most = 0, 0, 0
  for _, one in ipairs(held.stacks) do
    local name = one.name
    if held.of(name) then
      local list, pooled = held.predicted(name, held.without(name)), score.errors((held.predicted(name, values.pooled)))
      local s, flat, bubble = score.errors(list), score.baselines(list)
      local gain = math.min(flat.mean, bubble.mean) / s.mean
      say("| %s | %d | %s, %s, %+.1f%s | %s | %s, %s | %s | %s | %s |", one.title, s.n, share(s.mean), share(s.median),
        100 * s.bias, gain < 2 and " (*)" or "", wanted(s.mean, one.left_out), share(flat.mean), share(bubble.mean),
        share(pooled.mean), wanted(pooled.mean, one.one_set), rests_on(list))
      if one.left_out then sum, n, most = sum + s.mean, n + 1, math.max(most, s.mean) end
    end
  end
  if n > 0 then
    say ""
    say "(*) does not halve the error of the better baseline, which has one number fitted to these rows."
    scores:share("Six held-out stacks: mean of their errors", sum / n, goals.percent(5.5))
    scores:share("Six held-out stacks: largest of their errors", most, goals.percent(9))
  end
end

-- What is left out: a cluster, a model, numbers of GPUs, a device; with its rows, and a band that was found without them.
local function left_out(visit)
  for _, one in ipairs(held.stacks) do
    if held.of(one.name) then
      local list, band = held.left_out(one.name)
      visit("cluster: " .. one.title, list, band, true)
    end
  end
  for _, one in ipairs{ { "model: nanotron 8B from 3B", "nanotron 3B", function(r) return r.model == "8B" end },
    { "model: nanotron 3B from 8B", "nanotron 8B", function(r) return r.model == "3B" end },
    { "nodes: nanotron, 64 and 128 GPUs from 8 to 32", "nanotron to 32 GPUs", function(r) return r.gpus > 32 end } } do
    if held.of "nanotron" then
      local band = bands.without(one[2])
      visit(one[1], held.nanotron(values[one[2]], one[3], band), band)
    end
  end
  for _, pair in ipairs{ { "A100", "h100" }, { "H100", "a100" } } do
    local band, list = bands.without(pair[1]), {}
    for _, one in ipairs(held.stacks) do
      local rows = held.of(one.name) and held.predicted(one.name, values[pair[1]], nil, band) or {}
      for _, run in ipairs(rows) do
        if run.device:find(pair[2], 1, true) then list[#list + 1] = run end
      end
    end
    visit(tw.format("device: %s from %s", pair[2]:upper(), pair[1]), list, band)
  end
end

local function table_of_bands()
  local halves, off, sum = {}, {}, { held = 0, score = 0, constant = 0 }
  say("| 90 % bands of held-out data | rows | coverage | half-width, times the median error "
    .. "| interval score, that of a constant band |")
  say("| --- | --- | --- | --- | --- |")
  left_out(function(title, list, band, is_cluster)
    if #list == 0 then return end
    local s = bands.score(list, band)
    say("| %s | %d | %.1f %% | %.1f %%, %.1f | %.2f, %.2f |", title, #list, 100 * s.held, 100 * s.half, s.times, s.score,
      s.constant)
    if not is_cluster then return end
    for key in pairs(sum) do sum[key] = sum[key] + #list * s[key] end
    for _, run in ipairs(list) do
      local low, high = bands.of(run, band)
      halves[#halves + 1], off[#off + 1] = (high - low) / 2 / run.predicted, math.abs(run.predicted / run.measured - 1)
    end
  end)
  local n = #halves
  if n == 0 then return end
  local function name(what) return tw.format("Bands of held-out clusters, %d rows: %s", n, what) end
  scores:share(name "coverage", sum.held / n, goals.percent(95, 85))
  local median = score.median(off) -- this also sorts
  scores:add(name(tw.format("half-width over the median error (2.4 for normal errors; %.1f with one width for all rows, "
    .. "chosen with knowledge of them)", off[math.ceil(bands.share * n)] / median)), "%.1f",
    score.median(halves) / median, { most = 2 })
  scores:add(name "interval score over that of a constant band", "%.2f", sum.score / sum.constant, { most = 1 })
end

-- Files as users write them.
local function table_of_unseen()
  local sum, n, all, held_all, score_of = 0, 0, 0, 0, { ours = 0, constant = 0 }
  say "| users' files, not used for any constant | rows | mean, median, bias | coverage | half-width |"
  say "| --- | --- | --- | --- | --- |"
  for _, one in ipairs(unseen.list) do
    local list, band = unseen.predicted(one[1])
    if list then
      local s, found = score.errors(list), bands.score(list, band)
      say("| %s | %d | %s, %s, %+.1f | %.0f of %d | %.1f %% |", one[2], s.n, share(s.mean), share(s.median), 100 * s.bias,
        found.held * #list, #list, 100 * found.half)
      sum, n, all, held_all = sum + s.mean, n + 1, all + #list, held_all + found.held * #list
      score_of.ours, score_of.constant = score_of.ours + found.score, score_of.constant + found.constant
    else
      print(tw.format("skipped: %s", band))
    end
  end
  if n == 0 then return end
  local function name(what) return tw.format("%d users' files, %d rows: %s", n, all, what) end
  scores:share(name "mean of the files' mean errors", sum / n, goals.percent(12))
  scores:share(name "coverage of the bands", held_all / all, goals.percent(97, 85))
  scores:add(name "interval score over that of a constant band", "%.2f", score_of.ours / score_of.constant, { most = 0.85 })
end

local function table_of_goals()
  for _, question in ipairs{ "korthikanti", "mlperf", "nanotron", "memory", "allocated" } do questions[question](scores) end
  for _, line in ipairs(scores:lines()) do say(line) end
  for _, sentence in ipairs(missing.sentences()) do
    say ""
    say(sentence)
  end
end

local function lumi()
  local own = held.of "lumi"
  local rows = own and operations.lines(own, values.pooled) or {}
  if #rows == 0 then return end
  say ""
  say "| communication, each operation | measured | predicted |"
  say "| --- | --- | --- |"
  for _, row in ipairs(rows) do say(row) end
end

table_of_stacks()
say ""
table_of_bands()
say ""
table_of_unseen()
say ""
table_of_goals()
lumi()
require("studies.runs.pictures").draw()
require("studies.runs.reliability").draw()

if arg[1] then
  local file = assert(io.open(arg[1], "rb"))
  local text = file:read("*a")
  file:close()
  local before, after = text:match("^(.-<!%-%- runs %-%->\n).-(<!%-%- end of runs %-%->.*)$")
  if not before then
    io.stderr:write("predict: ", arg[1], ' has no "<!-- runs -->"\n')
    os.exit(3)
  end
  file = assert(io.open(arg[1], "wb"))
  file:write(before, table.concat(lines, "\n"), "\n", after)
  file:close()
end
