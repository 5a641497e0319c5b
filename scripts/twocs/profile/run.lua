-- SPDX-License-Identifier: MIT
-- Measures items one by one and returns a row for each. The load of other processes can only be measured over some time, so
-- rows wait until their window of half a second closes; then all of them get the result of this window.
local core = require "twocs.core"
local shapes = require "twocs.profile.shapes"

local window_least = 0.5 -- seconds; in shorter windows the ticks of /proc/stat are too coarse
local waits_most = 10    -- windows to wait for a quiet machine, if the measurement is long enough
local rate_first = 2e10  -- flop/s, until the first measurement

local run = {}

--- Waits a short time until other processes are idle; seconds: the expected duration of the measurement. Returns the cores
--- that others keep busy, and whether this disturbs a measurement.
function run.quiet(machine, say, seconds)
  local others, spoils
  for i = 1, math.max(1, math.min(waits_most, seconds / window_least)) do
    local before = machine.load()
    machine.rest(window_least)
    others, spoils = machine.others(before, machine.load())
    if spoils ~= 1 or machine.caught() then break end
    if i == 1 then say("twocs profile: waiting: other processes use %.1f cores\n", others) end
  end
  return others, spoils
end

-- The expected time of items in seconds: a share of the budget for each, plus four runs, which dominate for large items.
local function cost(items, first, rate, budget)
  local seconds = 0
  for i = first, #items do seconds = seconds + 0.6 * budget + 4 * items[i].flop / rate end
  return seconds
end

local function counted(machine, item)
  local flop, byte = 0, 0
  for _, part in ipairs(item.parts or { item }) do
    local part_flop, part_byte = machine.count(part)
    flop, byte = flop + part_flop, byte + part_byte
  end
  item.flop, item.moved = flop, byte
end

local function row_of(item, found)
  local row = { op = item.op, dtype = item.dtype, flop = item.flop, ranks = item.ranks }
  for _, name in ipairs(shapes.sizes) do row[name] = item[name] end
  row.byte = item.moved
  for name, value in pairs(found) do row[name] = value end
  return row
end

local Window = {}
Window.__index = Window

local function window_opened(machine, take)
  return setmetatable({ machine = machine, take = take, rows = {}, before = machine.load() }, Window)
end

-- Passes its rows on and opens the next window. true, or nil, sentence, code.
function Window:close(now)
  local others, spoils = self.machine.others(self.before, now)
  for _, row in ipairs(self.rows) do
    row.contaminated, row.others = spoils, others
    local done, why, code = self.take(row)
    if not done then return nil, why, code end
  end
  self.rows, self.before = {}, now
  return true
end

function Window:add(row)
  self.rows[#self.rows + 1] = row
  local now = self.machine.load()
  if now.clock - self.before.clock < window_least then return true end
  return self:close(now)
end

function Window:finish()
  if #self.rows == 0 then return true end
  local short = window_least - (self.machine.load().clock - self.before.clock)
  if short > 0 then self.machine.rest(short) end
  return self:close(self.machine.load())
end

-- Measures the first item once and discards the result, because an idle machine is slower at first.
local function warm_up(job)
  local first = job.items[1]
  local _, why = job.machine.measure(first.parts or { first }, job.patience)
  return why ~= "interrupted"
end

--- measure{ machine =, items =, patience = { budget =, ... }, take = function(row), progress = }: returns { done = rows,
--- skipped = { { label =, why = } }, interrupted = }, or nil, sentence, code if `take` failed.
function run.measure(job)
  local machine, items, budget = job.machine, job.items, job.patience.budget
  local came, rate = { done = 0, skipped = {} }, rate_first
  for _, item in ipairs(items) do counted(machine, item) end
  came.interrupted = not warm_up(job)
  if came.interrupted then return came end
  local window = window_opened(machine, job.take)
  for i, item in ipairs(items) do
    job.progress:show(i - 1, shapes.label(item), cost(items, i, rate, budget))
    local found, why = machine.measure(item.parts or { item }, job.patience)
    came.interrupted = why == "interrupted"
    if came.interrupted then break end
    if found then
      if item.flop > 1e8 then rate = came.rated and math.max(rate, item.flop / found.t) or item.flop / found.t end
      came.rated, came.done = came.rated or item.flop > 1e8, came.done + 1
      local done, sentence, code = window:add(row_of(item, found))
      if not done then return nil, sentence, code end
    else
      came.skipped[#came.skipped + 1] = { label = shapes.label(item), why = why }
    end
  end
  local done, sentence, code = window:finish()
  if not done then return nil, sentence, code end
  return came
end

return run
