-- SPDX-License-Identifier: MIT
-- tw.limits: how far a training run scales before data movement stops it (ERDI24). tw.limits{ gpu = "h100_sxm5" } is a case
-- for every verb; calling it copies and changes it. If a column needs a layout and the case has none, the search finds it:
-- the layout of the run of the case's width on the smallest cluster that meets the time limit.
local mistake = require "twocs.common.mistake"
local part = require "twocs.limits.part"
require "twocs.limits.answers"

local limits = {}

--- Names and facts of the published GPUs.
function limits.gpus()
  local names = { "units", "clock", "peak", "rate", "mem_bw", "mem_size", "net_levels", "net0_bw", "net1_bw", "net0_lat",
    "launch" }
  local columns, units, meanings = { name = {}, title = {} }, {}, {}
  local rows = require "twocs.data.rows"
  for i, one in ipairs(part.published()) do
    local case, name = part.new{ device = one.device }, one.gpu
    columns.name[i], columns.title[i] = name, case.device.title
    for _, field in ipairs(names) do
      columns[field] = columns[field] or {}
      columns[field][i] = case[field]
      units[field], meanings[field] = rows.by_name[field].unit, rows.by_name[field].meaning
    end
  end
  table.insert(names, 1, "name")
  names[#names + 1] = "title"
  return require("twocs.table").new{ names = names, columns = columns, units = units, meanings = meanings }
end

function limits.sweep(cases)
  if type(cases) ~= "table" then mistake.raise("sweep: expected a list of cases, such as { base, base{ ... } }") end
  return require("twocs.limits.sweep").sweeps(cases)
end

function limits.map(given) return require "twocs.limits.map"(given) end

--- solve(base, { find =, so_that = }) or solve{ base, find =, so_that = }.
function limits.solve(given, question)
  if part.is(given) then return require "twocs.limits.solve"(given, question) end
  if type(given) ~= "table" then
    mistake.raise("solve: %s is not a case; expected tw.limits{ ... }", mistake.show(given))
  end
  local asked = {}
  for key, value in pairs(given) do
    if key ~= 1 then asked[key] = value end
  end
  return require "twocs.limits.solve"(given[1], asked)
end

for name, f in pairs(limits) do
  limits[name] = require("twocs.common.guard").verb("limits." .. name, f, function() return nil, "tw.limits." .. name end)
end

return setmetatable(limits, {
  __call = function(_, fields)
    if fields ~= nil and type(fields) ~= "table" then
      mistake.raise('tw.limits takes a table of fields, such as { gpu = "h100_sxm5" }, not %s', mistake.show(fields))
    end
    return part.new(fields)
  end,
  __index = function(_, name)
    mistake.raise('tw.limits has no "%s"%s', mistake.word(name),
      require("twocs.common.nearest").hint(name, { "gpus", "map", "solve", "sweep" }))
  end,
})
