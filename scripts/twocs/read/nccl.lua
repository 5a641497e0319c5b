-- SPDX-License-Identifier: MIT
-- Logs of nccl-tests and rccl-tests as tables. The ratio busbw / algbw depends only on the collective and the number of
-- ranks. If the log states both, the ratio is checked. If it states one, the ratio gives the other if only one value fits.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local logs = require "twocs.read.logs"
local nearest = require "twocs.common.nearest"

local nan = 0 / 0

local nccl = {}

-- busbw / algbw for n ranks, and n for a ratio, as nccl-tests defines them for each program. reduces: it has an operation;
-- rooted: it has a root.
local function whole() return 1 end
local function all_reduce(n) return 2 * (n - 1) / n end
local function part(n) return (n - 1) / n end
local ops = {
  all_reduce = { factor = all_reduce, ranks = function(f) return 2 / (2 - f) end, reduces = true },
  reduce_scatter = { factor = part, ranks = function(f) return 1 / (1 - f) end, reduces = true },
  all_gather = { factor = part, ranks = function(f) return 1 / (1 - f) end },
  all_to_all = { factor = part, ranks = function(f) return 1 / (1 - f) end },
  gather = { factor = part, ranks = function(f) return 1 / (1 - f) end, rooted = true },
  scatter = { factor = part, ranks = function(f) return 1 / (1 - f) end, rooted = true },
  broadcast = { factor = whole, rooted = true },
  reduce = { factor = whole, reduces = true, rooted = true },
  p2p = { factor = whole },
}
local op_names = { "all_gather", "all_reduce", "all_to_all", "broadcast", "gather", "p2p", "reduce", "reduce_scatter",
  "scatter" }
local of_program = { alltoall = "all_to_all", sendrecv = "p2p" }

local function check_options(options)
  if options.op ~= nil and not ops[options.op] then
    mistake.raise("op: %s is not a collective%s", mistake.show(options.op), nearest.hint(options.op, op_names))
  end
  logs.check_ranks(options.ranks)
end

local function fits(run, op, ranks)
  local factor = ops[op] and ops[op].factor(ranks)
  return not factor or (run.low <= factor and factor <= run.high)
end

-- The only collective that fits the ratio, the operation and the root, or "". A transfer may have an operation or not.
local function op_by_ratio(run, ranks, redop, root)
  local reduces, rooted, found = redop ~= "" and redop ~= "none", root == root and root >= 0, ""
  for _, op in ipairs(op_names) do
    local is = ops[op]
    if fits(run, op, ranks) and (op == "p2p" or (is.reduces or false) == reduces) and (is.rooted or false) == rooted then
      if found ~= "" then return "" end
      found = op
    end
  end
  return found
end

-- The only number of ranks that fits the ratio, or nil.
local function ranks_by_ratio(run, op)
  local ranks = ops[op] and ops[op].ranks
  if not ranks or not (run.low > 0 and run.high < (op == "all_reduce" and 2 or 1)) then return nil end
  local least, most = math.ceil(ranks(run.low)), math.floor(ranks(run.high))
  return least == most and least <= logs.most_ranks and least or nil
end

-- The collective and its number of ranks: sets run.op and run.ranks, or nil if they are not known. Returns sentences about
-- what was inferred, or nil, sentence.
local function settle(run, options, redop, root)
  local said, found = run.program ~= "" and (of_program[run.program] or run.program), {}
  if options.op and said and said ~= options.op then
    return nil, core.format("line %d: the log has %s, not op = %s", run.line, said, options.op)
  end
  run.op = options.op or said or ""
  local listed = run.ranks > 0 and run.ranks or nil
  run.ranks = options.ranks or listed
  if listed and listed ~= run.ranks then
    found[1] = core.format("%d ranks, but it lists %d", run.ranks, listed)
  end
  if run.low ~= run.low then
    found[#found + 1] = "the ratio of busbw to algbw is not constant"
    return found
  end
  if run.op == "" and run.ranks then
    run.op = op_by_ratio(run, run.ranks, redop, root)
    if run.op ~= "" then found[#found + 1] = core.format("op %s by busbw / algbw", run.op) end
  end
  if not run.ranks then
    run.ranks = ranks_by_ratio(run, run.op)
    if run.ranks then found[#found + 1] = core.format("%d ranks by busbw / algbw", run.ranks) end
  elseif not fits(run, run.op, run.ranks) then
    return nil, core.format("line %d: busbw is %.4g to %.4g times algbw, but %s over %d ranks would be %.4g times",
      run.line, run.low, run.high, run.op, run.ranks, ops[run.op].factor(run.ranks))
  end
  if run.op == "" then found[#found + 1] = "the collective is not stated: set op = ..." end
  return found
end

local function head_of(log, name, found)
  local parts = { core.format("%s, %d rows", name, log.n) }
  for _, sentence in ipairs(found) do parts[#parts + 1] = sentence end
  for _, run in ipairs(log.runs) do
    if run.cpu_time then parts[#parts + 1] = core.format("line %d: times are CPU times", run.line) end
    if not run.whole then
      parts[#parts + 1] = core.format("line %d: the run has no summary and is incomplete", run.line)
    end
  end
  parts[#parts + 1] = logs.reported(log.doubtful, "row whose bytes, time and algbw disagree",
    "rows whose bytes, time and algbw disagree")
  parts[#parts + 1] = logs.reported(log.broken, "broken row left out", "broken rows left out")
  parts[#parts + 1] = logs.reported(log.skipped, "line skipped", "lines skipped")
  return table.concat(parts, "; ")
end

local function known(count) return count and count > 0 and count or nan end

local names = { "op", "ranks", "nodes", "gpus_per_node", "device", "run", "bytes", "count", "type", "redop", "root",
  "t_out", "algbw", "busbw", "errors", "t_in", "algbw_in", "busbw_in", "errors_in" }
local units = { ranks = "1", nodes = "1", gpus_per_node = "1", run = "1", bytes = "byte", count = "1", root = "1",
  t_out = "s", algbw = "byte/s", busbw = "byte/s", errors = "1", t_in = "s", algbw_in = "byte/s", busbw_in = "byte/s",
  errors_in = "1" }
local meanings = {
  op = "collective", ranks = "ranks of the communicator", nodes = "distinct hosts", gpus_per_node = "devices of each host",
  device = "device", run = "number of the run within the log", bytes = "size of the buffer", count = "elements",
  type = "type of an element", redop = "operation", root = "rank that sends or receives all",
  t_out = "time out of place", algbw = "bytes / time, out of place", busbw = "rate over the links, out of place",
  errors = "wrong elements, or the largest difference, out of place", t_in = "time in place",
  algbw_in = "bytes / time, in place", busbw_in = "rate over the links, in place",
  errors_in = "wrong elements, or the largest difference, in place",
}

local function table_of(log, name, found)
  local columns = {
    op = logs.spread(log, function(run) return run.op end),
    ranks = logs.spread(log, function(run) return known(run.ranks) end),
    nodes = logs.spread(log, function(run) return known(run.nodes) end),
    gpus_per_node = logs.spread(log, function(run) return known(run.per_node) end),
    device = logs.spread(log, function(run) return run.device end),
  }
  for _, column in ipairs(names) do columns[column] = columns[column] or log[column] end
  return require("twocs.table").new{ n = log.n, names = names, columns = columns, units = units, meanings = meanings,
    head = head_of(log, name, found) }
end

--- The reader of a log: a table, or nil, sentence, code. name: the name in the head. options: op if the log does not state
--- it; ranks if the log does not state them or lists too few; failed = true for a log whose own check failed.
function nccl.reader(name)
  return function(text, _, options)
    check_options(options)
    local log, sentence, code = core.nccl(text)
    if not log then return nil, sentence, code end
    sentence = logs.refusal(log, options, 'size count type ...')
    if sentence then return nil, sentence, 0 end
    local found, row = {}, 1
    for _, run in ipairs(log.runs) do
      local settled
      settled, sentence = settle(run, options, log.redop[row] or "", log.root[row] or nan)
      if not settled then return nil, sentence, 0 end
      for _, one in ipairs(settled) do
        found[#found + 1] = #log.runs == 1 and one or core.format("line %d: %s", run.line, one)
      end
      row = row + run.rows
    end
    return table_of(log, name, found)
  end
end

return nccl
