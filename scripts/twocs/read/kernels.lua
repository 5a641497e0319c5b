-- SPDX-License-Identifier: MIT
-- Kernel statistics of nsys and rocprof as tables, through the CSV reader. A file is recognised by the headers of one of
-- the layouts below. A layout with a row for each launch is summed by kernel. Shares and means are computed from total
-- times and counts, because printed values are rounded.
local core = require "twocs.core"
local columns = require "twocs.read.columns"
local nearest = require "twocs.common.nearest"
local tables = require "twocs.table"

local looked_at = 65536 -- bytes that must contain the header
local exact = 9007199254740992 -- 2^53: larger whole numbers lose digits
local coarsest = 16 -- ns of rounding that are accepted in a time stamp

local kernels = {}

-- must: headers that identify the layout; mark: the header by which its line is found; may: other headers that are kept.
local layouts = {
  nsys = {
    { mark = "Total Time (ns)",
      must = { ["Total Time (ns)"] = "t_total [ns]", ["Instances"] = "calls [1]", ["Name"] = "kernel" },
      may = { ["Med (ns)"] = "t_median [ns]", ["Min (ns)"] = "t_min [ns]", ["Max (ns)"] = "t_max [ns]",
        ["StdDev (ns)"] = "t_sd [ns]", ["Minimum (ns)"] = "t_min [ns]", ["Maximum (ns)"] = "t_max [ns]" } },
  },
  rocprof = {
    { mark = "TotalDurationNs",
      must = { ["TotalDurationNs"] = "t_total [ns]", ["Calls"] = "calls [1]", ["Name"] = "kernel" },
      may = { ["MinNs"] = "t_min [ns]", ["MaxNs"] = "t_max [ns]", ["StdDev"] = "t_sd [ns]" } },
    { mark = "DurationNs", must = { ["DurationNs"] = "t [ns]", ["KernelName"] = "kernel" }, may = {} },
    { mark = "Start_Timestamp", may = {},
      must = { ["Start_Timestamp"] = "from", ["End_Timestamp"] = "to", ["Kernel_Name"] = "kernel" } },
  },
}

local order = { "kernel", "class", "calls", "t_total", "t_mean", "t_median", "t_min", "t_max", "t_sd", "share" }
local units = { calls = "1", t_total = "s", t_mean = "s", t_median = "s", t_min = "s", t_max = "s", t_sd = "s",
  share = "1" }
local meanings = { kernel = "name of the kernel", class = "what it computes", calls = "launches",
  t_total = "time of all launches", t_mean = "time of a launch", t_median = "median time of a launch",
  t_min = "shortest launch", t_max = "longest launch", t_sd = "standard deviation of a launch",
  share = "share of the time of all kernels" }

-- The text up to the blank line after the table, and the place of its header line. nsys writes several tables, and progress
-- messages, into one file.
local function table_in(text, name)
  local head = text:sub(1, looked_at)
  for _, layout in ipairs(layouts[name]) do
    local place = head:find(layout.mark, 1, true)
    if place then
      local at = place
      while at > 1 and head:sub(at - 1, at - 1) ~= "\n" do at = at - 1 end
      local blank = text:find("\n[ \t\r]*\n", place)
      return blank and text:sub(1, blank) or text, at
    end
  end
  return text, nil
end

-- The mapping of columns for these headers, or nil, sentence.
local function layout_of(name, found, line)
  local there, cells = {}, {}
  for k, header in ipairs(found) do there[header.cell], cells[k] = true, header.cell end
  for _, layout in ipairs(layouts[name]) do
    local map, whole = {}, true
    for header, target in pairs(layout.must) do
      map[header], whole = target, whole and there[header]
    end
    for header, target in pairs(layout.may) do
      if there[header] then map[header] = target end
    end
    if whole then return map end
  end
  local wanted = {}
  for header in pairs(layouts[name][1].must) do wanted[#wanted + 1] = header end
  table.sort(wanted)
  return nil, core.format("line %d: these are not the headers of %s, such as %s%s", line, name, table.concat(wanted, ", "),
    nearest.hint(wanted[1], cells))
end

local function has(t, wanted)
  for _, name in ipairs(t:names()) do
    if name == wanted then return true end
  end
  return false
end

-- The times of the launches in seconds, or nil, sentence.
local function times_of(t)
  if has(t, "t") then return t:column "t" end
  local from, to, times, largest = t:column "from", t:column "to", {}, 0
  if t:is_text "from" or t:is_text "to" then return nil, "the time stamps are not numbers" end
  for i = 1, t.n do
    times[i] = (to[i] - from[i]) * 1e-9
    if to[i] > largest then largest = to[i] end
  end
  if largest > exact * coarsest then return nil, "the time stamps have too many digits to be subtracted" end
  return times
end

-- One row for each kernel, in the order of the first launches; or nil, sentence.
local function summed(t)
  local times, sentence = times_of(t)
  if not times then return nil, sentence end
  local name, number = t:column "kernel", {}
  local to = { kernel = {}, calls = {}, t_total = {}, t_min = {}, t_max = {} }
  for i = 1, t.n do
    local time = times[i]
    if not (time >= 0) then return nil, core.format("launch %d has no time of 0 or more", i) end
    local k = number[name[i]]
    if not k then
      k = #to.kernel + 1
      number[name[i]], to.kernel[k], to.calls[k], to.t_total[k], to.t_min[k], to.t_max[k] = k, name[i], 0, 0, time, time
    end
    to.calls[k], to.t_total[k] = to.calls[k] + 1, to.t_total[k] + time
    to.t_min[k], to.t_max[k] = math.min(to.t_min[k], time), math.max(to.t_max[k], time)
  end
  return to, #to.kernel
end

local function derived(to, n)
  local all = 0
  for i = 1, n do all = all + to.t_total[i] end
  to.t_mean, to.share, to.class = {}, {}, core.kernel_class and {}
  for i = 1, n do
    to.t_mean[i], to.share[i] = to.t_total[i] / to.calls[i], to.t_total[i] / all
    if to.class then to.class[i] = core.kernel_class(to.kernel[i]) end
  end
  local names, unit, meaning, kept = {}, {}, {}, {}
  for _, name in ipairs(order) do
    if to[name] then
      names[#names + 1], kept[name], unit[name], meaning[name] = name, to[name], units[name], meanings[name]
    end
  end
  return tables.new{ n = n, names = names, columns = kept, units = unit, meanings = meaning }
end

--- The reader for a tool: a table, or nil, sentence, code.
function kernels.reader(name)
  return function(text)
    local at
    text, at = table_in(text, name)
    local found, line, code = core.csv_header(text, at)
    if not found then return nil, line, code end
    local map, sentence = layout_of(name, found, line)
    if not map then return nil, sentence, 0 end
    local t, why, what = columns.read(text, { columns = map, only = true }, at)
    if not t then return nil, why, what end
    if not t:is_text "kernel" then return nil, core.format("line %d: the names of the kernels are numbers", line), 0 end
    local to, n
    if not has(t, "calls") then
      to, n = summed(t)
      if not to then return nil, core.format("line %d: %s", line, n), 0 end
    else
      to, n = {}, t.n
      for _, column in ipairs(t:names()) do to[column] = t:column(column) end
    end
    return derived(to, n)
  end
end

--- Whether the text certainly contains a table of this tool.
function kernels.certain(name, text)
  for _, layout in ipairs(layouts[name]) do
    local whole = true
    for header in pairs(layout.must) do whole = whole and text:find(header, 1, true) ~= nil end
    if whole then return true end
  end
  return false
end

return kernels
