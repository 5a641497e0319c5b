-- SPDX-License-Identifier: MIT
-- tw.limits: how far a training run scales before data movement stops it (ERDI24). tw.limits{ gpu = "h100_sxm5" } is a
-- case, a record of the GPU, its network, the run and the laws of shape and batch; it is called to copy and change it. The
-- one thing to know: what is left out has its published value, and the GPU has none: it is named, or described.
local core = require "twocs.core"
local mistake = require "twocs.mistake"
require "twocs.limits.case"

local limits = {}

--- Names and facts of the published GPUs.
function limits.gpus()
  local names = { "lane_flop", "sms", "peak", "rate", "mem_bw", "mem_size", "levels", "net0_bw", "net1_bw", "lam", "tau" }
  local columns, units, meanings = { name = {}, title = {} }, {}, {}
  local rows = require "twocs.limits.rows"
  for i, gpu in ipairs(core.limits_gpus()) do
    local case = core.record("limits case", { gpu = gpu.name })
    columns.name[i], columns.title[i] = gpu.name, gpu.title
    for _, name in ipairs(names) do
      columns[name] = columns[name] or {}
      columns[name][i] = case[name]
      units[name], meanings[name] = rows.by_name[name].unit, rows.by_name[name].meaning
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
  if type(given) ~= "table" then return require "twocs.limits.solve"(given, question) end
  local asked = {}
  for key, value in pairs(given) do
    if key ~= 1 then asked[key] = value end
  end
  return require "twocs.limits.solve"(given[1], asked)
end

return setmetatable(limits, {
  __call = function(_, fields)
    if fields ~= nil and type(fields) ~= "table" then
      mistake.raise('tw.limits takes a table of fields, such as { gpu = "h100_sxm5" }, not %s', mistake.show(fields))
    end
    return core.record("limits case", fields)
  end,
  __index = function(_, name)
    mistake.raise('tw.limits has no "%s"%s', tostring(name),
      require("twocs.nearest").hint(name, { "gpus", "map", "solve", "sweep" }))
  end,
})
