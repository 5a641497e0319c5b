-- SPDX-License-Identifier: MIT
-- Do bands still hold if a row states less? Cells of measured runs are deleted: each one alone, three at random, and all
-- that say how it was run; each is predicted again in the band that was found without its own set, with chances that were
-- counted without it. For each number of deleted cells: the share of measured steps inside, and where those outside lie.
-- Nothing is fitted here. Missing files are skipped.
--   deletions.lua [EVERY [CSV]]   of every EVERYth run; also writes a row for each prediction
local bands = require "twocs.predict.bands"
local cases = require "twocs.predict.cases"
local chances = require "studies.runs.chances"
local constants = require "twocs.predict.constants"
local core = require "twocs.core"
local errors = require "twocs.fit.errors"
local given = require "studies.given"
local open = require "twocs.predict.open"
local published = require "studies.runs.published"
local reader = require "twocs.runs.read"
local tw = require "twocs"
local unseen = require "studies.runs.unseen"

local deletions = {}

--- The columns that are deleted: how a run was done. Those that state which model, on what and with which degrees are
--- not: they are asked for.
deletions.columns = { "kv_heads", "ffn", "vocab", "gated", "tied", "norm", "microbatch", "local_batch", "grad_accum",
  "precision", "precision_recipe", "recompute", "recompute_modules", "recompute_method", "recompute_num_layers",
  "flash_attn", "dropout", "sharding", "fsdp", "dist_opt", "zero_group", "dp_shard", "dp_replicate", "etp", "vp",
  "layers_per_chunk", "pipeline_layout", "schedule", "seq_parallel", "tp_overlap", "dp_overlap", "ep_overlap",
  "dispatcher", "capacity_factor", "cuda_graphs", "cp_comm", "fp8_param_gather", "grad_format", "network", "software",
  "compile", "optimizer" }

local draws_of_three = 4 -- of each row
local rounding = 1e-3 -- of the grid of predict/mixture.lua
local together = 250 -- rows: fewer than predict/open.lua evaluates one by one

local function filled(r)
  local list = {}
  for _, name in ipairs(deletions.columns) do
    local cell = r[name]
    if cell ~= nil and cell == cell and cell ~= "" then list[#list + 1] = name end
  end
  return list
end

local function without(r, names)
  local row = {}
  for key, cell in pairs(r) do row[key] = cell end
  for _, name in ipairs(names) do row[name] = nil end
  return row
end

-- The measured runs of all files: { set =, row =, band = }.
local function runs_of(path_of_published)
  local list = {}
  local function add(path, name)
    local stack = cases.of(name or "published", assert(reader.read(path, "own")))
    for _, one in ipairs((stack:predicted(constants.values()))) do
      if not one.sick then
        local set = name or one.row.set
        list[#list + 1] = { set = set, row = one.raw, band = bands.without(set) }
      end
    end
  end
  add(path_of_published)
  for _, one in ipairs(unseen.list) do
    local path = given.path(core.format("runs/own/%s.csv", one[1]))
    if path then add(path, one[1]) end
  end
  return list
end

-- Every n-th run with these sets of deleted cells.
local function deleted(runs, every)
  local list = {}
  for number = every, #runs, every do
    local run = runs[number]
    local names = filled(run.row)
    local function add(kind, gone)
      list[#list + 1] = { run = run, number = number, kind = kind, gone = gone, row = without(run.row, gone) }
    end
    add("0", {})
    for _, name in ipairs(names) do add("1", { name }) end
    for draw = 1, #names > 3 and draws_of_three or 0 do
      local order = errors.shuffled(#names, 1000 * draw + number)
      add("3", { names[order[1]], names[order[2]], names[order[3]] })
    end
    add("all", names)
  end
  return list
end

-- Predicts some of these rows. A row is among no others, because all are the same runs with the same times.
local function predict(some, name, counts)
  local entry, c, list = reader.entry "own", constants.values(), {}
  for i, one in ipairs(some) do
    list[i] = reader.case(entry, one.row)
    list[i].among = {}
  end
  local stack = cases.of(name, list)
  local rows = stack:predicted(c, some[1].run.band.sd)
  for _, one in ipairs(rows) do one.sick = nil end -- the same run with fewer cells is no second measurement
  open.widen(open.of({ name = name, stack = stack, constants = c, entry = entry }, rows), rows, stack, counts)
  for _, one in ipairs(rows) do
    local it = some[one.at]
    it.low, it.high = bands.of(one, it.run.band)
    it.measured, it.predicted, it.one = one.measured, one.predicted, one
    if it.kind == "0" then it.run.low, it.run.high = it.low, it.high end
  end
end

--- predicted(every, path): of every n-th run a list of { run, kind = "0", "1", "3" or "all", gone = deleted columns,
--- measured, predicted, low, high }, in seconds; refused rows have no prediction. path: of published.csv.
function deletions.predicted(every, path)
  path = path or published.path
  local list, counted = deleted(runs_of(path), every), chances.pairs(path)
  local by, order = {}, {}
  for _, one in ipairs(list) do
    local set = one.run.set
    if not by[set] then by[set], order[#order + 1] = {}, set end
    table.insert(by[set], one)
  end
  for _, set in ipairs(order) do
    local counts = chances.of(counted, set)
    for first = 1, #by[set], together do
      local some = {}
      for i = first, math.min(#by[set], first + together - 1) do some[#some + 1] = by[set][i] end
      predict(some, set, counts)
    end
  end
  return list
end

--- shares(list): for these predictions { n, inside, faster, slower, refused, factor = the median of high over low, wider =
--- the share whose band is at least as wide as that of the whole row }, with a weight of 1 for each run.
function deletions.shares(list)
  local n_of, found, factors = {}, { n = 0, inside = 0, faster = 0, slower = 0, wider = 0, refused = 0 }, {}
  for _, one in ipairs(list) do
    if one.low then n_of[one.number] = (n_of[one.number] or 0) + 1 else found.refused = found.refused + 1 end
  end
  for _, one in ipairs(list) do
    if one.low then
      local w = 1 / n_of[one.number]
      local place = one.measured < one.low and "faster" or one.measured > one.high and "slower" or "inside"
      found[place], found.n = found[place] + w, found.n + w
      factors[#factors + 1] = one.high / one.low
      found.wider = found.wider + (one.high / one.low >= (1 - rounding) * one.run.high / one.run.low and w or 0)
    end
  end
  table.sort(factors)
  for _, name in ipairs{ "inside", "faster", "slower", "wider" } do found[name] = found[name] / found.n end
  found.factor = factors[math.ceil(#factors / 2)]
  return found
end

local kinds = { "0", "1", "3", "all" }

local function line(name, list)
  local s = deletions.shares(list)
  return tw.format("%-20s %7d %9.1f %9.1f %9.1f %9.2f %9.1f %8d", name, #list, 100 * s.inside, 100 * s.faster,
    100 * s.slower, s.factor or 0 / 0, 100 * s.wider, s.refused)
end

local function report(every, path)
  local list = deletions.predicted(every)
  print(tw.format("%-20s %7s %9s %9s %9s %9s %9s %8s", "deleted cells", "rows", "inside %", "faster", "slower",
    "high/low", "wider", "refused"))
  for _, kind in ipairs(kinds) do
    local some = {}
    for _, one in ipairs(list) do if one.kind == kind then some[#some + 1] = one end end
    print(line(kind, some))
  end
  print "each alone"
  for _, name in ipairs(deletions.columns) do
    local some = {}
    for _, one in ipairs(list) do if one.kind == "1" and one.gone[1] == name then some[#some + 1] = one end end
    if #some > 0 then print(line(name, some)) end
  end
  if not path then return end
  local file = assert(io.open(path, "w"))
  file:write "set,number,kind,gone,measured,predicted,low,high,device\n"
  for _, one in ipairs(list) do
    if one.low then
      file:write(core.format("%s,%d,%s,%s,%.6g,%.6g,%.6g,%.6g,%s\n", (one.run.set:gsub(",", ";")), one.number, one.kind,
        table.concat(one.gone, " "), one.measured, one.predicted, one.low, one.high, one.one.device))
    end
  end
  file:close()
end

if arg and arg[0] and arg[0]:match "deletions%.lua$" then report(tonumber(arg[1]) or 1, arg[2]) end

return deletions
