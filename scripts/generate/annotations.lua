-- SPDX-License-Identifier: MIT
-- Writes scripts/twocs.meta.lua, or the given path: annotations of `require "twocs"` for editors with a Lua language
-- server. Fields, words, laws and names come from the rows and the registries, verbs from twocs/common/verbs.lua. Run it
-- from the root of the project after one of these has changed; a test fails if the file is stale.
require "twocs"
local core = require "twocs.core"
local packs = require "twocs.data.packs"
local verbs = require "twocs.common.verbs"
local lists = require "twocs.help.listings"

local out = {}
local function put(...) out[#out + 1] = core.format(...) end

local function quoted(names)
  local list = {}
  for i, name in ipairs(names) do list[i] = core.format('"%s"', name) end
  return table.concat(list, "|")
end

local function names_of(list, key)
  local names = {}
  for i, item in ipairs(list) do names[i] = item[key] end
  return names
end

-- An alias with one line for each name, as editors show them.
local function alias(name, names)
  put("\n---@alias %s", name)
  for _, one in ipairs(names) do put('---| "%s"', one) end
end

local function field_type(row)
  if not row.choice then return "number|string" end
  local words = {}
  for word in row.words:gmatch("%S+") do words[#words + 1] = word end
  return quoted(words)
end

local function field_note(row)
  local bounds = row.choice and "" or core.format("; %.6g to %.6g%s", row.least, row.most, row.count and ", whole" or "")
  return core.format("%s [%s]; %s%s", row.meaning, row.unit, lists.initial(row), bounds)
end

local notes = { "name", "title", "source", "assumed", "note" }

local function record(kind)
  put("\n---@class twocs.%s", kind)
  for _, row in ipairs(core.columns()) do
    if row.record == kind then put("---@field %s? %s %s", row.name, field_type(row), field_note(row)) end
  end
  for _, name in ipairs(notes) do put("---@field %s? string", name) end
  put("---@field times fun(self: twocs.%s, factors: table<string, number>): twocs.%s", kind, kind)
  put("---@operator call(twocs.%s): twocs.%s", kind, kind)
end

-- The class of a case of tw.limits, which has all fields of all records, and the class of its runs, which have all columns.
local function limits()
  put("\n---@class twocs.limits : twocs.Case")
  put("---@field gpu? %s", quoted(names_of(require("twocs.limits.part").published(), "gpu")))
  for _, row in ipairs(core.columns()) do
    if row.record ~= "result" then put("---@field %s? %s %s", row.name, field_type(row), field_note(row)) end
  end
  for _, verb in ipairs(verbs.list) do
    if verb.group.of == "base:" then put("---@field %s %s %s", verb.name, verb.type, verb.says) end
  end
  put("---@operator call(twocs.limits): twocs.limits")
  put("\n---@class twocs.LimitsRun")
  for _, row in ipairs(require("twocs.ask.factors").columns()) do
    put("---@field %s %s %s [%s]", row.name, row.choice and "string" or "number", row.meaning, row.unit)
  end
end

local function registry(class, kind, order)
  put("\n---@class %s", class)
  for _, name in ipairs(order) do put("---@field %s twocs.%s", name, kind) end
  put("---@overload fun(): string[]")
end

local function plan()
  put("\n---@class twocs.Plan")
  for _, family in ipairs(core.families()) do
    local laws = {}
    for _, law in ipairs(core.laws()) do
      if law.family == family.name then laws[#laws + 1] = law.name end
    end
    put("---@field %s? %s|fun(items: table, n: number): number[] %s", family.name, quoted(laws), family.meaning)
  end
end

local function case()
  put("\n---@class twocs.Case")
  put("---@field name? string")
  for _, kind in ipairs(core.records()) do
    local named = kind == "model" and "twocs.ModelName|" or kind == "device" and "twocs.DeviceName|" or ""
    put("---@field %s? %stwocs.%s", kind, named, kind)
  end
  put("---@field plan? twocs.Plan")
  put('---@field illegal? "allow" compute illegal layouts without a warning')
  put('---@field at_least? "inside"|"beyond"|"transferred"|"assumed" refuse results with a weaker basis')
  put("\n---@class twocs.Sweep : twocs.Case")
  put("---@field over? table axes: a field, a record or a part of the plan with its values, or a list of points")
  put("---@field keep? number keep only this number of rows, the best by `least` or `most`")
  put("---@field least? twocs.Column the column whose smallest values are best")
  put("---@field most? twocs.Column the column whose largest values are best")
  put("---@field where? table<twocs.Column, number|string|boolean> conditions on rows, such as \"<= 80 GB\"")
  put("---@field pareto? table two or three columns, or column = \"least\"|\"most\": the rows that no other beats")
  put("---@field capacity? number rows that a Pareto front may have")
  put("---@field count? table<string, table> named conditions: the number of rows that fulfil each")
  put("---@field to? string a CSV file to which the rows are written, piece by piece")
  put('---@field want? twocs.Column|twocs.Column[]|"all" left out: the principal results')
  put("---@field band? number 0.9: columns with the ends of the bands of t_step, mfu, hfu and token rates")
  put("---@field order? table the axes in another order than that of the rows")
  put("\n---@class twocs.Question")
  put("---@field find string a field, or the parameter of a function")
  put('---@field so_that table<twocs.Column, number|string|boolean> a result and its value, or conditions such as "< 0.4"')
  put("---@field from? number|string")
  put("---@field to? number|string")
  put('---@field take? "least"|"largest" which of the values that meet the conditions')
  put("---@field whole? boolean the parameter of a function takes whole numbers only")
end

local function rows()
  put("\n---@class twocs.Row")
  for _, name in ipairs{ "name", "unit", "record", "formula", "reference", "number", "meaning" } do
    put("---@field %s string", name)
  end
  put("\n---@class twocs.Figure")
  for _, name in ipairs{ "name", "png", "svg", "pdf", "csv" } do put("---@field %s string", name) end
end

-- The options of each kind of figure: twocs.LinesOptions, twocs.HeatOptions, ...
local function figures()
  local options = require "twocs.figure.options"
  local kinds = { "panels" }
  for i, kind in ipairs(options.kinds) do kinds[i + 1] = kind end
  for _, kind in ipairs(kinds) do
    put("\n---@class twocs.%sOptions %s", (kind:gsub("^%l", string.upper)), options.says(kind))
    for _, row in ipairs(options.of(kind)) do
      local default = row.default ~= "" and not row.needed and core.format(" (left out: %s)", row.default) or ""
      put("---@field %s%s %s %s%s", row.name, row.needed and "" or "?", row.editor, row.meaning, default)
    end
  end
end

local function class_of(name, prefix, more)
  put("\n---@class %s", name)
  for _, line in ipairs(more) do put("---@field %s", line) end
  for _, verb in ipairs(verbs.list) do
    if verb.group.of == prefix then put("---@field %s %s %s", verb.name, verb.type, verb.says) end
  end
end

local columns = core.columns()
put("---@meta twocs\n-- SPDX-License-Identifier: MIT")
put("-- Generated by scripts/generate/annotations.lua from the rows, for editors; no script reads it.")
local listed = {}
for _, row in ipairs(columns) do
  if not row.inner then listed[#listed + 1] = row end
end
alias("twocs.Column", names_of(listed, "name"))
alias("twocs.ModelName", packs.names "models")
alias("twocs.DeviceName", packs.names "devices")
for _, kind in ipairs(core.records()) do record(kind) end
registry("twocs.Models", "model", packs.names "models")
registry("twocs.Devices", "device", packs.names "devices")
registry("twocs.Softwares", "software", packs.names "software")
plan()
case()
rows()
figures()
class_of("twocs.Trace", "trace:", {})
class_of("twocs.Timeline", "timeline:", { "step number the time of the step" })
limits()
class_of("twocs.LimitsOf", "tw.limits.", {})
class_of("twocs.Table", "t:", { "n number rows", "head? string the comment that opens its CSV" })
class_of("twocs.Tw", "tw.", {})
put("\n---@type twocs.Tw\nlocal twocs\nreturn twocs\n")

assert(require("twocs.table.csv").write(arg[1] or "scripts/twocs.meta.lua", table.concat(out, "\n")))
