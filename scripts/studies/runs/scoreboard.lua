-- SPDX-License-Identifier: MIT
-- One page of every measured run that the project has or finds in the data folder: errors of twocs, refused rows, and
-- coverage of the bands; by stack, device, number format and kind of model; and the predictions of other tools if a file
-- has them. Each row is predicted with constants, and within a band, that were found without its own stack. Rows without a
-- time, and failed runs, do not count.
--   scoreboard.lua   writes out/scoreboard.html, and out/scoreboard.csv with a row for each run
local tw = require "twocs"
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local given = require "studies.given"
local held = require "studies.runs.held"
local score = require "twocs.predict.score"
local unseen = require "studies.runs.unseen"

local scoreboard = {}

local folder = (arg and arg[0] and arg[0]:match "^(.*)/[^/]*$" or "scripts/studies/runs") .. "/"
local failed = "it failed" -- a run that ended early is not a gap of the model

local function refused(reasons)
  local n = 0
  for why, count in pairs(reasons) do if why ~= failed then n = n + count end end
  return n
end

-- A list of { title =, file =, runs = predicted rows, band = nil if each set of the file has its own, refused = } for every
-- existing file.
local function files()
  local list = {}
  local function add(title, file, runs, band, reasons)
    list[#list + 1] = { title = title, file = file, runs = runs, band = band, refused = refused(reasons) }
  end
  for _, one in ipairs(held.stacks) do
    local stack = held.of(one.name)
    if stack then
      local runs, band = held.left_out(one.name)
      add(one.title, one.name, runs, band, stack.reasons)
    end
  end
  for _, one in ipairs(unseen.list) do
    local runs, band = unseen.predicted(one[1])
    if runs then add(one[2], one[1], runs, band, unseen.read(one[1]).reasons) end
  end
  local runs = assert(tw.predict{ file = folder .. "published.csv" })
  add("Published runs of other clusters", "published", runs.rows, nil, runs.reasons)
  return list
end

local names = { "stack", "file", "device", "format", "kind", "measured", "predicted", "low", "high", "error", "held" }
local units = { measured = "s", predicted = "s", low = "s", high = "s", error = "1", held = "1" }

--- rows(list): a row for each run of these files.
function scoreboard.rows(list)
  local columns, n = {}, 0
  for _, name in ipairs(names) do columns[name] = {} end
  for _, one in ipairs(list) do
    for _, run in ipairs(one.runs) do
      local low, high = bands.of(run, one.band or bands.without(run.row.set))
      n = n + 1
      for name, value in pairs{ stack = one.title, file = one.file, device = run.device,
        format = run.made.run.format, kind = (run.fields.experts or 1) > 1 and "experts" or "dense",
        measured = run.measured, predicted = run.predicted, low = low, high = high,
        error = run.predicted / run.measured - 1, held = run.measured >= low and run.measured <= high and 1 or 0 } do
        columns[name][n] = value
      end
    end
  end
  return tw.table{ n = n, names = names, columns = columns, units = units, meanings = { stack = "runs", file = "file",
    device = "device", format = "number format of GEMMs", kind = "kind of model", measured = "step, measured",
    predicted = "step, predicted", low = "band of 90 %, low end", high = "its high end",
    error = "predicted over measured, less 1", held = "1 where the band contains the measured step" } }
end

-- Writes the errors of some rows into the i-th row of a table.
local function errors_into(columns, i, s)
  columns.rows[i], columns.bias[i] = s.n, core.format("%+.1f", 100 * s.bias)
  columns.mean[i], columns.median[i] = core.format("%.1f", 100 * s.mean), core.format("%.1f", 100 * s.median)
end

-- A table with a row for each value of a column: rows, errors, coverage of the bands.
local function by(t, name, more)
  local order, at, groups = {}, {}, {}
  for row in t:rows() do
    local value = row[name]
    if not at[value] then order[#order + 1], at[value], groups[value] = value, true, {} end
    table.insert(groups[value], row)
  end
  local columns = { [name] = {}, rows = {}, mean = {}, median = {}, bias = {}, held = {} }
  for i, value in ipairs(order) do
    local s, kept = score.errors(groups[value]), 0
    for _, row in ipairs(groups[value]) do kept = kept + row.held end
    columns[name][i], columns.held[i] = value, core.format("%.0f", 100 * kept / #groups[value])
    errors_into(columns, i, s)
  end
  local given_names = { name, "rows", "mean", "median", "bias", "held" }
  for _, column in ipairs(more or {}) do
    columns[column[1]] = {}
    for i, value in ipairs(order) do columns[column[1]][i] = column[2](value, #groups[value]) end
    given_names[#given_names + 1] = column[1]
  end
  return tw.table{ n = #order, names = given_names, columns = columns }
end

-- The date of a file's first prediction, and whether its times had been seen before.
local function first_of()
  local known = {}
  for row in assert(tw.read(folder .. "first.csv")):rows() do
    known[row.file] = core.format("%s; looked at before: %s", row.date, row.looked)
  end
  return known
end

-- Predictions of other tools: a CSV with the columns tool, source, measured and predicted (seconds).
local function others(parts)
  local path = given.path "predictions.csv"
  local t = path and assert(tw.read(path))
  if not t then
    parts[#parts + 1] = "There are no predictions of other tools. A file predictions.csv in the folder of external data, "
      .. "with the columns tool, source, measured and predicted (both in seconds), adds them."
    return
  end
  local by_tool, columns, order = {}, { tool = {}, rows = {}, mean = {}, median = {}, bias = {} }, {}
  for row in t:rows() do
    local tool = core.format("%s (%s)", row.tool, row.source)
    if not by_tool[tool] then by_tool[tool], order[#order + 1] = {}, tool end
    table.insert(by_tool[tool], row)
  end
  for i, tool in ipairs(order) do
    columns.tool[i] = tool
    errors_into(columns, i, score.errors(by_tool[tool]))
  end
  parts[#parts + 1] = tw.table{ n = #order, names = { "tool", "rows", "mean", "median", "bias" }, columns = columns }
end

--- Writes the page and its rows; returns its path.
function scoreboard.write()
  local list = files()
  local t, dates, file_of = scoreboard.rows(list), first_of(), {}
  for _, one in ipairs(list) do file_of[one.title] = one end
  assert(core.folder "out")
  assert(t:csv "out/scoreboard.csv")
  local all = score.errors((function()
    local rows = {}
    for row in t:rows() do rows[#rows + 1] = row end
    return rows
  end)())
  local parts = { title = "Accuracy of twocs", name = "scoreboard",
    core.format("%d runs in %d files. The mean error of a step is %.1f %%, the median %.1f %%. Each row is predicted with "
      .. "constants, and with a 90 %% band, for which its own stack was held out.", t.n, #list, 100 * all.mean,
      100 * all.median),
    "mean, median and bias are in percent of the measured step; held is the coverage of the bands in percent; taken "
      .. "is the percent of a file's rows that can be predicted.", "# By stack",
    by(t, "stack", { { "taken", function(title, n)
      return core.format("%.0f", 100 * n / (n + file_of[title].refused))
    end }, { "first_predicted", function(title) return dates[file_of[title].file] or "not known" end } }) }
  for _, one in ipairs{ { "device", "# By device" }, { "format", "# By number format" },
    { "kind", "# By kind of model" } } do
    parts[#parts + 1], parts[#parts + 2] = one[2], by(t, one[1])
  end
  parts[#parts + 1] = "# Other tools"
  others(parts)
  return assert(tw.report(parts))
end

if arg and arg[0] and arg[0]:match "scoreboard%.lua$" then print(scoreboard.write()) end

return scoreboard
