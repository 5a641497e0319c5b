-- SPDX-License-Identifier: MIT
-- What `require "twocs"` returns. The one thing to know: every field is made when it is first asked for, so that a script
-- pays for nothing that it does not use.
local core = require "twocs.core"

local function verb(module, name) return function() return require(module)[name] end end
-- tw.device{ ... } makes a record; the registered ones are tw.devices.
local function record(kind)
  return function()
    return setmetatable({}, { __call = function(_, fields) return core.record(kind, fields) end, __index = function(_, name)
      require("twocs.mistake").raise('tw.%s makes a %s from fields; it has no "%s"%s', kind, kind, tostring(name),
        (kind == "device" or kind == "model") and core.format("; the registered ones are in tw.%ss", kind) or "")
    end })
  end
end

local made = {
  version = function() return core.version end,
  sweep = verb("twocs.sweep", "sweep"), compare = verb("twocs.sweep", "compare"), eval = verb("twocs.sweep", "eval"),
  summary = verb("twocs.sweep", "summary"),
  solve = verb("twocs.solve", "solve"), explain = verb("twocs.explain", "explain"),
  operators = verb("twocs.operators", "operators"),
  fit = verb("twocs.fit", "fit"),
  baseline = verb("twocs.baseline", "baseline"), profile = verb("twocs.profile", "profile"),
  limits = function() return require "twocs.limits" end,
  models = verb("twocs.registry", "models"), devices = verb("twocs.registry", "devices"),
  fits = verb("twocs.registry", "fits"), curve = verb("twocs.fit", "curve"),
  model = record "model", run = record "run", layout = record "layout", device = record "device", law = record "law",
  double = verb("twocs.lists", "double"), linear = verb("twocs.lists", "linear"),
  geometric = verb("twocs.lists", "geometric"),
  read = verb("twocs.read", "read"), table = function() return require("twocs.table").new end,
  format = function() return core.format end, column = function() return core.column end,
  quantity = function() return require("twocs.lists").quantity end,
  pow = function() return core.pow end, exp2 = function() return core.exp2 end, log2 = function() return core.log2 end,
  fields = function() return require("twocs.rows").list end, help = function() return require("twocs.help").help end,
  lines = verb("twocs.figure", "lines"), stack = verb("twocs.figure", "stack"), bars = verb("twocs.figure", "bars"),
  heat = verb("twocs.figure", "heat"), scatter = verb("twocs.figure", "scatter"), show = verb("twocs.figure", "show"),
}

local function names()
  local list = {}
  for name in pairs(made) do list[#list + 1] = name end
  table.sort(list)
  return list
end

require "twocs.records"
return setmetatable({ verbs = names }, {
  __index = function(tw, name)
    local make = made[name]
    if not make then
      require("twocs.mistake").raise('twocs has no "%s"%s', tostring(name), require("twocs.nearest").hint(name, names()))
    end
    local value = make()
    rawset(tw, name, value)
    return value
  end,
})
