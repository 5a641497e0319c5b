-- SPDX-License-Identifier: MIT
-- tw.scaling: the effect of more devices. For each number of devices, a search (search.lua) in a stated grid (grid.lua)
-- finds the fastest legal layout that fits, or the layout that the script names is used with DP as large as the devices
-- allow. The gain of the next doubling follows from neighbouring rows.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local evaluated = require "twocs.search.evaluated"
local gate = require "twocs.ask.gate"
local grids = require "twocs.search.grid"
local lists = require "twocs.common.lists"
local mistake = require "twocs.common.mistake"
local ordered = require "twocs.common.ordered"
local progress = require "twocs.common.progress"
local rows = require "twocs.data.rows"
local search = require "twocs.search.search"
local stop = require "twocs.common.stop"
local support = require "twocs.ask.support"
local sweep = require "twocs.ask.sweep"

local scaling = {}

local chosen_fields = { "tp", "sp", "pp", "cp", "cp_kind", "ep", "etp", "dp", "zero", "shard", "micro_batch", "vp",
  "schedule", "recompute" }
local timed = { "token_rate", "mfu", "t_step", "t_step_ser", "t_step_exp", "t_step_idle", "mem_byte", "legal", "fits",
  "step_support" }
local powered = { "cap_rate", "device_power", "wall_power", "joule_tokens", "device_time", "rent_cost_low",
  "rent_cost_high", "energy_cost_low", "energy_cost_high" }
local billion = 1e9

-- ---- Options of the script.

local function check_gpus(list)
  if type(list) ~= "table" or #list == 0 then
    mistake.raise("gpus is %s, expected a list of numbers of devices such as tw.double(8, 2048)", mistake.show(list))
  end
  local before = 0
  for i = 1, #list do
    local n = list[i]
    if type(n) ~= "number" or n < 1 or n ~= math.floor(n) or n <= before then
      mistake.raise("gpus: number %d is %s, expected whole numbers in increasing order", i, mistake.show(n))
    end
    before = n
  end
  return list
end

-- The grid of a question; nil if the script names one layout.
local function grid_of(asked, made)
  if asked.layout == nil or asked.layout == "best" then return grids.over(asked.grid or {}, made) end
  if asked.grid ~= nil then mistake.raise('grid needs layout = "best"') end
  if type(asked.layout) ~= "table" then
    mistake.raise('layout is %s, expected "best" or degrees such as { tp = 8, zero = "weights" }',
      mistake.show(asked.layout))
  end
  return nil
end

-- Results of the engine that the script wants in addition to the columns of every table.
local function extra_columns(want)
  if want == nil then return {} end
  local list = {}
  if type(want) == "string" then want = { want } end
  if type(want) ~= "table" then mistake.raise("want is %s, expected names of columns", mistake.show(want)) end
  for i, name in ipairs(want) do
    local row = rows.find(name)
    if row.record ~= "result" then mistake.raise("want: %s is a field, and want takes results only",
      name) end
    list[i] = row.name
  end
  return list
end

local function is_record(key) return key == "model" or key == "device" end

-- The values of one key of `over`: for each a label and a function that changes the case.
local function variants(key, values)
  if type(values) ~= "table" or #values == 0 then
    mistake.raise("over.%s is %s, expected a list of values", mistake.word(key), mistake.show(values))
  end
  lists.whole(core.format("over.%s", key), values)
  local row = not is_record(key) and rows.find(key, "field") or nil
  local list = {}
  for i, value in ipairs(values) do
    if row then
      list[i] = { label = value, change = function(made) made[row.record] = made[row.record]{ [key] = value } end }
    else
      local record = case.record(key, value)
      list[i] = { label = record.name or core.format("%d", i), change = function(made) made[key] = record end }
    end
  end
  return list
end

-- Every combination of the variants, the last key changes fastest: { labels = by key, made = the case }.
local function cases_of(base, over, varied)
  local list = { { labels = {}, made = base } }
  for _, key in ipairs(varied) do
    local longer = {}
    for _, one in ipairs(list) do
      for _, variant in ipairs(variants(key, over[key])) do
        local made, labels = {}, {}
        for k, v in pairs(one.made) do made[k] = v end
        for k, v in pairs(one.labels) do labels[k] = v end
        variant.change(made)
        labels[key] = variant.label
        longer[#longer + 1] = { labels = labels, made = made }
      end
    end
    list = longer
  end
  return list
end

-- ---- One number of devices.

-- Weak scaling gives each device so many sequences; strong scaling keeps the batch of the case. A batch per replica (b) is
-- neither, because the total batch would grow with the number of replicas.
local function run_at(made, per_gpu, gpus)
  if core.given(made.run, "b") then
    mistake.raise("scaling: b = %.0f is the batch of one replica: set the batch of all devices with %s", made.run.b,
      per_gpu and "per_gpu alone" or "global_batch, or per_gpu for each device")
  end
  if not per_gpu then
    if made.run.global_batch == 0 then
      mistake.raise("scaling: no batch: expected global_batch in the run, or per_gpu = 2 sequences for each device")
    end
    return made.run
  end
  local batch = per_gpu * gpus
  if batch ~= math.floor(batch) or batch < 1 then
    mistake.raise("per_gpu: %.6g sequences on each of %.0f devices are not a whole number", per_gpu, gpus)
  end
  return made.run{ global_batch = batch }
end

-- The results of the fastest legal layout of a grid that fits, or nil if there is none. Second: the number of different
-- legal layouts.
local function fastest(made, run, over, gpus, most, want)
  local copy = {}
  for key, value in pairs(made) do copy[key] = value end
  copy.run, copy.at_least = run, nil -- at_least is checked below, for the best layout only
  local q = { made = copy, devices = { gpus }, over = over, one_kind = true, keep = 1, plateau = 1, reserve = 0,
    tolerance = 0, score = most, most = true, where = {} }
  local found = search.found(q)
  local one = found.ranked:at(1)
  if not one then return nil, found.counts.effective end
  local t = sweep.eval(evaluated.case(q, one.decode()), want)
  support.demand_of(made.at_least, t.step_support, core.format("the best layout of %.0f devices", gpus))
  return t, found.counts.effective
end

-- The results of the script's layout, with DP as large as the devices allow; nil if the degrees do not divide the devices.
local function named(made, run, layout, gpus, want)
  local point, degree = {}, 1
  for key, value in pairs(layout) do point[key] = value end
  for _, name in ipairs{ "tp", "pp", "cp" } do degree = degree * (point[name] or made.layout[name]) end
  point.dp = point.dp or gpus / degree
  if point.dp * degree ~= gpus or point.dp ~= math.floor(point.dp) or point.dp < 1 then return nil end
  local copy = {}
  for key, value in pairs(made) do copy[key] = value end
  copy.run, copy.layout, copy.illegal = run, copy.layout(point), "allow"
  return sweep.eval(copy, want)
end

-- ---- The table.

local head_columns = { "gpus" }
local result_columns = { "token_rate", "gpu_rate", "mfu", "exposed", "idle", "mem_byte", "device_power", "wall_power",
  "joule_tokens", "gpu_hours", "rent_low", "rent_high", "energy_low", "energy_high", "gain", "slope", "layouts", "legal",
  "fits", "support" }
local units = { gpus = "1", token_rate = "token/s", gpu_rate = "token/s", mfu = "1", exposed = "1", idle = "1",
  mem_byte = "byte", device_power = "W", wall_power = "W", joule_tokens = "token/J", gpu_hours = "1", rent_low = "USD",
  rent_high = "USD", energy_low = "USD", energy_high = "USD", gain = "1", slope = "1", layouts = "1", legal = "1",
  fits = "1" }
local meanings = { gpus = "devices", token_rate = "tokens per second", gpu_rate = "tokens per second and device",
  mfu = "model FLOP utilisation", exposed = "share of the step: communication on the critical path",
  idle = "share of the step: pipeline bubble and transfers", mem_byte = "memory used on one device",
  device_power = "power of a device", wall_power = "power of a device with its share of node and data centre",
  joule_tokens = "tokens per joule, with node and data centre", gpu_hours = "GPU-hours per billion tokens",
  rent_low = "rent per billion tokens, low end", rent_high = "rent per billion tokens, high end",
  energy_low = "energy bill per billion tokens, low end", energy_high = "energy bill per billion tokens, high end",
  gain = "share of its throughput that the next doubling adds",
  slope = "d log(tokens/s) / d log(devices), to the next row", layouts = "distinct legal layouts of the grid",
  legal = "1 where the layout is legal", fits = "1 where it fits into memory", support = "basis of the times" }

local nothing = 0 / 0

-- A row of the table from the engine's results of one layout.
local function row_of(found, gpus, n, has_power, extra)
  local row = { gpus = gpus, layouts = n, support = "" }
  if not found then return row end
  local rests = found.step_support
  row.support = type(rests) == "number" and support.words[rests + 1] or rests
  for _, name in ipairs(extra) do row[name] = found[name] end
  for _, name in ipairs(chosen_fields) do row[name] = found[name] end
  for _, name in ipairs{ "mfu", "mem_byte", "legal", "fits" } do row[name] = found[name] end
  row.token_rate = has_power and found.cap_rate or found.token_rate
  row.gpu_rate = row.token_rate / gpus
  row.exposed, row.idle = (found.t_step_ser + found.t_step_exp) / found.t_step, found.t_step_idle / found.t_step
  row.gpu_hours = billion * gpus / row.token_rate / 3600
  if has_power then
    for _, name in ipairs{ "device_power", "wall_power", "joule_tokens" } do row[name] = found[name] end
    row.rent_low, row.rent_high = billion * found.rent_cost_low, billion * found.rent_cost_high
    row.energy_low, row.energy_high = billion * found.energy_cost_low, billion * found.energy_cost_high
  end
  return row
end

-- Adds the gain and the slope to the last row but one of a case.
local function add_gain(list)
  local now, next_one = list[#list - 1], list[#list]
  if now and now.token_rate and next_one.token_rate then
    now.slope = core.log2(next_one.token_rate / now.token_rate) / core.log2(next_one.gpus / now.gpus)
    now.gain = core.exp2(now.slope) - 1
  end
end

local function table_of(all, varied, extra, head, notes)
  local names, columns = {}, {}
  local function add(name, of)
    names[#names + 1], columns[name] = name, {}
    for i, row in ipairs(all) do
      local value = of(row)
      if value == nil then value = nothing end
      columns[name][i] = value
    end
  end
  local words = {}
  for _, name in ipairs(chosen_fields) do
    if rows.by_name[name].choice then words[name] = rows.words(rows.by_name[name]) end
  end
  for _, key in ipairs(varied) do add(key, function(row) return row.labels[key] end) end
  for _, name in ipairs(head_columns) do add(name, function(row) return row[name] end) end
  for _, name in ipairs(chosen_fields) do
    add(name, function(row)
      local value = row[name]
      if not words[name] then return value end
      return type(value) == "number" and words[name][value + 1] or value or "" -- an axis of words has labels
    end)
  end
  for _, name in ipairs(result_columns) do add(name, function(row) return row[name] end) end
  for _, name in ipairs(extra) do
    if not columns[name] then add(name, function(row) return row[name] end) end
  end
  local meaning, unit = {}, {}
  for _, name in ipairs(names) do
    local row = rows.by_name[name]
    meaning[name], unit[name] = meanings[name] or row and row.meaning, units[name] or row and row.unit
  end
  return require("twocs.table").new{ n = #all, names = names, columns = columns, units = unit, meanings = meaning,
    head = head, notes = notes }
end

-- Notes below the table, one for each device: its power and prices are assumed, or missing.
local function power_notes(cases)
  local notes, seen = {}, {}
  for _, one in ipairs(cases) do
    local device = one.made.device
    local name = device.name or "the device"
    local missing = rows.power_left_out(device)
    if not seen[device] then
      seen[device] = true
      notes[#notes + 1] = #missing == 0 and core.format("assumed: power and prices of %s%s", name,
        device.assumed and core.format(" (tw.devices.%s.assumed says which)", name) or "")
        or core.format("not given: power and prices of %s (%s), so results that need them are omitted", name,
          table.concat(missing, ", "))
    end
  end
  return notes
end

local options = { gpus = true, layout = true, grid = true, over = true, per_gpu = true, most = true, want = true }

-- `layout` belongs to the question here; in a case it would be a record.
local function split(given, asked)
  if type(asked) ~= "table" then
    mistake.raise("scaling: expected a second table, tw.scaling(case, { gpus = tw.double(8, 2048) }), got %s",
      mistake.show(asked))
  end
  for key in pairs(asked) do
    if not options[key] then case.unknown(key, options) end
  end
  return (case.split(given, {}, nil, true))
end

local function bar_of(total)
  return progress.new{ total = total, terminal = core.is_terminal(2), clock = core.clock, name = "twocs scaling",
    every = 30, write = function(text) io.stderr:write(text) end }
end

--- scaling(case, { gpus = tw.double(8, 131072), layout = "best" }): a table with a row for each number of devices: tokens
--- per second, the exposed share of a step, power, tokens per joule, GPU-hours and money per billion tokens, and the gain
--- of the next doubling.
--- layout = "best" (the default): the fastest legal layout that fits, from a stated grid. grid = { tp = { 1, 2 } } changes
--- the grid; the layout fields that the case states are kept. layout = { tp = 8 }: this layout, with DP as large as the
--- devices allow.
--- per_gpu = 2: weak scaling with so many sequences for each device. Without it: strong scaling with the batch of the case.
--- over = { model = { ... }, device = { ... } }: the same rows for each combination. most = "joule_tokens": the best layout
--- by another result.
--- want = { "flop_joule" }: results in addition to the columns of every such table.
function scaling.scaling(given, asked)
  local base = split(given, asked)
  local gpus, grid = check_gpus(asked.gpus), grid_of(asked, base)
  local varied = ordered.words(asked.over or {})
  local cases = cases_of(base, asked.over or {}, varied)
  local most, extra = rows.find(asked.most or "token_rate").name, extra_columns(asked.want)
  local all, bar = {}, bar_of(#cases * #gpus)
  local function rows_of(one)
    local has_power, own, want = rows.states_power(one.made.device), {}, {}
    for _, name in ipairs(chosen_fields) do want[#want + 1] = name end
    for _, name in ipairs(timed) do want[#want + 1] = name end
    for _, name in ipairs(has_power and powered or {}) do want[#want + 1] = name end
    for _, name in ipairs(extra) do want[#want + 1] = name end
    -- Raises an error that names what the device lacks.
    if rows.asks_power(most) and not has_power then sweep.eval(one.made, most) end
    -- Notes about cases are printed once, for the largest number of devices.
    local function looked_at(n, f, ...)
      if n < gpus[#gpus] then return gate.silently(f, ...) end
      return f(...)
    end
    for _, n in ipairs(gpus) do
      local run, found, layouts_n = run_at(one.made, asked.per_gpu, n), nil, 1
      if grid then found, layouts_n = looked_at(n, fastest, one.made, run, grid, n, most, want)
      else found = looked_at(n, named, one.made, run, asked.layout, n, want) end
      local row = row_of(found, n, layouts_n, has_power, extra)
      row.labels = one.labels
      own[#own + 1], all[#all + 1] = row, row
      add_gain(own)
      bar:show(#all, core.format("%.0f devices", n))
    end
  end
  local points = stop.keeping(function()
    for _, one in ipairs(cases) do rows_of(one) end
  end)
  bar:clear()
  local t = table_of(all, varied, extra, case.head(base, base.plan), power_notes(cases))
  if points then stop.with(#all > 0 and t or nil, stop.share(#all, #cases * #gpus, "rows")) end
  return t
end

return scaling
