-- SPDX-License-Identifier: MIT
-- Headers of a user's file with the unit in their name, "Step time (ms)" or step_time_ms, as a header here has it:
-- step_time_s [ms]. The one thing to know: what may mean something else is not renamed; the report asks about it.
local columns = require "twocs.runs.columns"
local core = require "twocs.core"

local headers = {}

local spellings = { sec = "s", secs = "s", second = "s", seconds = "s", msec = "ms", millisecond = "ms",
  milliseconds = "ms", gb = "GB", gib = "GiB", mb = "MB", mib = "MiB" }
local percents = { mfu_pct = true, hfu_pct = true }
local steps = { it = true, iter = true, iteration = true, step = true }

-- What has a unit of memory next to it is no count; "GPU memory" may be what a device holds, and is asked about.
local memories = {}
for word in ("peak_memory peak_mem peak_gpu_memory max_memory max_mem max_gpu_memory"):gmatch "%S+" do
  memories[word] = columns.by_name.peak_mem_gib
end

-- The name and the unit of a header that has both, else nil.
local function parted(text)
  local unit, each = text:match "^(%a+)%s*/%s*(%a+)$" -- "ms/step", "s/it"
  if unit and steps[each:lower()] then return "step_time_s", unit end
  local name, inside = text:match "^(.-)%s*%(%s*([^()]+)%s*%)$"
  if name then return name, (inside:gsub("%s*/%s*(%a+)$", function(one) return steps[one:lower()] and "" or nil end)) end
  return text:match "^(.-)[%s_]+([%a]+)$"
end

-- Words for a rate, which the unit says: "Throughput (tokens/s/GPU)".
local speeds = { throughput = true, speed = true, performance = true, perf = true, rate = true }

-- A column with a unit, as a header has it; nil where the column has no such unit.
local function with_unit(one, unit)
  if percents[one.name] then return unit == "%" and one.name or nil end
  unit = spellings[unit:lower()] or unit
  if one.unit and core.quantity(core.format("1 %s", unit), one.unit) then
    return core.format("%s [%s]", one.name, unit)
  end
end

-- What a header is called here, where its name holds the unit of a known column; else nil.
local function meant(cell)
  local name, unit = parted(cell)
  if not name then return nil end
  local plain = columns.plain(name)
  if speeds[plain] then
    local rate = columns.of(unit)
    return rate and rate.name:find "_per_" and rate.name or nil
  end
  local one = columns.of(name) or memories[plain]
  return one and with_unit(one, unit) or nil
end

--- meant(cells): the headers of a file, a list of { cell =, name = }, as they are called here; as they are where nothing,
--- or another column too, says the same.
function headers.meant(cells)
  local list, taken = {}, {}
  for _, cell in ipairs(cells) do
    local one = columns.of(cell.name)
    if one then taken[one.name] = true end
  end
  for k, cell in ipairs(cells) do
    local name = not columns.of(cell.name) and meant(cell.cell)
    local of = name and name:match "^[%w_]+"
    list[k] = of and not taken[of] and name or cell.cell
    if of then taken[of] = true end
  end
  return list
end

--- suggested(cell): the same, where the name is only near to that of a column.
function headers.suggested(cell)
  local name, unit = parted(cell)
  if not name then return nil end
  local one, near = columns.of(name)
  one = one or near and columns.of(near)
  return one and with_unit(one, unit) or nil
end

return headers
