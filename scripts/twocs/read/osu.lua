-- SPDX-License-Identifier: MIT
-- Output of the OSU micro-benchmarks as a table. `bytes` is the size that OSU prints: for all-gather, gather, scatter and
-- all-to-all, the size that one rank sends to one other rank. OSU does not print the number of ranks.
local core = require "twocs.core"
local logs = require "twocs.read.logs"
local tables = require "twocs.table"

local nan = 0 / 0
local osu = {}

-- Words of the titles; longer ones must come first.
local ops = {
  { "Reduce_scatter", "reduce_scatter" }, { "Allreduce", "all_reduce" }, { "Allgather", "all_gather" },
  { "All-to-All", "all_to_all" }, { "Alltoall", "all_to_all" }, { "Broadcast", "broadcast" }, { "Bcast", "broadcast" },
  { "Reduce", "reduce" }, { "Gather", "gather" }, { "Scatter", "scatter" }, { "Barrier", "barrier" }, { "_Put", "put" },
  { "_Get", "get" }, { "Bandwidth", "p2p" }, { "Latency", "p2p" },
}

local units = { ranks = "1", pairs = "1", bytes = "byte", t = "s", t_min = "s", t_max = "s", t_p50 = "s", t_p90 = "s",
  t_p99 = "s", t_compute = "s", t_comm = "s", overlap = "1", rate = "byte/s", messages = "1/s", iterations = "1",
  run = "1" }
local meanings = {
  op = "operation", test = "title of the benchmark", ranks = "ranks", pairs = "pairs of ranks that send",
  run = "number of the run within the log", bytes = "size as OSU counts it", t = "time, mean of the ranks",
  t_min = "time of the fastest rank", t_max = "time of the slowest rank", t_p50 = "median time",
  t_p90 = "90th percentile of the time", t_p99 = "99th percentile of the time", t_compute = "time of concurrent "
    .. "computation",
  t_comm = "time of the communication alone", overlap = "share of communication that is hidden",
  rate = "bandwidth", messages = "message rate", iterations = "repeats",
}
local always = { op = true, test = true, ranks = true, run = true, bytes = true }
local order = { "op", "test", "ranks", "pairs", "run", "bytes", "t", "t_min", "t_max", "t_p50", "t_p90", "t_p99",
  "t_compute", "t_comm", "overlap", "rate", "messages", "iterations" }

local function op_of(title)
  for _, pair in ipairs(ops) do
    if title:find(pair[1], 1, true) then return pair[2] end
  end
  return ""
end

local function is_there(column, n)
  for i = 1, n do
    if column[i] == column[i] then return true end
  end
  return false
end

local function head_of(log)
  local parts = { core.format("osu, %d rows", log.n) }
  for _, run in ipairs(log.runs) do
    if run.unknown ~= "" then
      parts[#parts + 1] = core.format('line %d: column "%s" left out', run.line, run.unknown)
    end
  end
  parts[#parts + 1] = logs.reported(log.broken, "broken row left out", "broken rows left out")
  parts[#parts + 1] = logs.reported(log.skipped, "line skipped", "lines skipped")
  return table.concat(parts, "; ")
end

-- A point-to-point test has two ranks, and a test with pairs has twice as many ranks as pairs; for others the caller may
-- give the number.
local function ranks_of(run, given)
  if run.pairs > 0 then return 2 * run.pairs end
  return op_of(run.title) == "p2p" and not run.title:find("Mult", 1, true) and 2 or given or nan
end

--- A table, or nil, sentence, code. options.ranks: the number of ranks, which OSU does not print; options.failed = true:
--- accepts a log with a failed check.
function osu.read(text, _, options)
  logs.check_ranks(options.ranks)
  local log, sentence, code = core.osu(text)
  if not log then return nil, sentence, code end
  sentence = logs.refusal(log, options, "Size  Avg Latency(us) ...")
  if sentence then return nil, sentence, 0 end
  log.op = logs.spread(log, function(run) return op_of(run.title) end)
  log.test = logs.spread(log, function(run) return run.title end)
  log.ranks = logs.spread(log, function(run) return ranks_of(run, options.ranks) end)
  log.pairs = logs.spread(log, function(run) return run.pairs > 0 and run.pairs or nan end)
  local names, columns, unit, meaning = {}, {}, {}, {}
  for _, name in ipairs(order) do
    if always[name] or is_there(log[name], log.n) then
      names[#names + 1], columns[name], unit[name], meaning[name] = name, log[name], units[name], meanings[name]
    end
  end
  return tables.new{ n = log.n, names = names, columns = columns, units = unit, meanings = meaning, head = head_of(log) }
end

return osu
