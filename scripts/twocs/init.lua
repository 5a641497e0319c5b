-- SPDX-License-Identifier: MIT
-- The value of `require "twocs"`. Every field is loaded when it is first used, so a script does not pay for unused parts.
local core = require "twocs.core"
local guard = require "twocs.common.guard"

local function verb(module, name) return function() return require(module)[name] end end
-- tw.device{ ... } makes a record; registered devices are in tw.devices.
local function record(kind)
  return function()
    return setmetatable({}, { __call = function(_, fields) return core.record(kind, fields) end, __index = function(_, name)
      require("twocs.common.mistake").raise('tw.%s makes a %s from fields; it has no "%s"%s', kind, kind,
        require("twocs.common.mistake").word(name),
        (kind == "device" or kind == "model") and core.format("; the registered ones are in tw.%ss", kind) or "")
    end })
  end
end

-- tw.software.nemo is a registered framework; tw.software() lists their names.
local function software() return require("twocs.data.registry").software end

local made = {
  version = function() return core.version end,
  sweep = verb("twocs.ask.sweep", "sweep"), compare = verb("twocs.ask.sweep", "compare"),
  eval = verb("twocs.ask.sweep", "eval"),
  summary = verb("twocs.ask.sweep", "summary"), scaling = verb("twocs.search.scaling", "scaling"),
  solve = verb("twocs.ask.solve", "solve"), explain = verb("twocs.ask.explain", "explain"),
  faster = verb("twocs.predict.faster", "faster"), sensitivity = verb("twocs.predict.sensitivity", "sensitivity"),
  elasticities = verb("twocs.ask.elasticities", "elasticities"), search = verb("twocs.search.search", "search"),
  operators = verb("twocs.ask.operators", "operators"),
  calls = verb("twocs.ask.parts", "calls"), stages = verb("twocs.ask.parts", "stages"),
  deal = verb("twocs.search.deal", "deal"),
  fit = verb("twocs.fit", "fit"),
  timeline = verb("twocs.timeline.timeline", "timeline"), predict = verb("twocs.predict", "predict"),
  band = verb("twocs.predict.one_case", "of"), calibrate = verb("twocs.predict.calibrate", "calibrate"),
  baseline = verb("twocs.baseline", "baseline"), profile = verb("twocs.profile", "profile"),
  limits = function() return require "twocs.limits" end,
  software = software, models = verb("twocs.data.registry", "models"), devices = verb("twocs.data.registry", "devices"),
  add = verb("twocs.data.packs", "add"),
  fits = verb("twocs.fit.shipped", "fits"), curve = verb("twocs.fit", "curve"),
  model = record "model", run = record "run", layout = record "layout", device = record "device", law = record "law",
  double = verb("twocs.common.lists", "double"), linear = verb("twocs.common.lists", "linear"),
  geometric = verb("twocs.common.lists", "geometric"),
  read = verb("twocs.read", "read"), config = verb("twocs.read.configs.written", "write"),
    table = function() return require("twocs.table").new end,
  format = function() return core.format end, column = function() return core.column end,
  quantity = function() return require("twocs.common.lists").quantity end,
  pow = function() return core.pow end, exp2 = function() return core.exp2 end, log2 = function() return core.log2 end,
  report = verb("twocs.report.script", "report"),
  fields = function() return require("twocs.data.rows").list end, help = function() return require("twocs.help").help end,
  show = verb("twocs.figure", "show"), panels = verb("twocs.figure", "panels"),
}

local function names()
  local list = {}
  for name in pairs(made) do list[#list + 1] = name end
  for _, kind in ipairs(require("twocs.figure.options").kinds) do list[#list + 1] = kind end
  table.sort(list)
  return list
end

require "twocs.data.records"
-- Measured operators are loaded for the first case whose software uses them.
require("twocs.ask.software").measured = function(made, plan) return require("twocs.fit.defaults").of(made, plan) end
-- Bands of printed steps and of the rows of a sweep with band = 0.9; also loaded at their first use.
require("twocs.ask.answer").bands = function() return require "twocs.predict.one_case" end
return setmetatable({ verbs = guard.verb("verbs", names) }, {
  __index = function(tw, name)
    local make = made[name] or require("twocs.figure.options").is_kind(name) and verb("twocs.figure", name)
    if not make then
      local figures = (name == "plot" or name == "figure" or name == "chart")
        and "; figures: tw.lines, tw.bars, tw.scatter, ..."
      require("twocs.common.mistake").raise('twocs has no "%s"%s', require("twocs.common.mistake").word(name),
        figures or require("twocs.common.nearest").hint(name, names()))
    end
    local value = make()
    if type(value) == "function" then value = guard.verb(name, value, function() return nil, "tw." .. name end) end
    rawset(tw, name, value)
    return value
  end,
})
