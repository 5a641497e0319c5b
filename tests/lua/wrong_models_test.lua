-- SPDX-License-Identifier: MIT
-- Would a verdict notice a wrong model? Each study of the first paper is run again with one wrong column of the engine at a
-- time (half as large again, a third smaller, dropped, with the sign of its exponent changed, its rows in reverse order,
-- squared), or with changed models, devices and grids, or with one field of all devices doubled. A row that says
-- "reproduced" and that none of this changes proves nothing, and must be called "by construction".
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local claims = require "twocs.study.claims"
local outside = require "outside"
local study = require "twocs.study"
local verdict = require "twocs.study.verdict"

local root = (arg[0]:match "^(.*)/tests/lua/[^/]*$" or "../..")
local home = core.format("%s/scripts/studies/pati23/", root)
local by_item = claims.read(require("files").content(core.format("%s/scripts/studies/claims.csv", root)))

-- Studies neither draw nor write here; errors in figures do not belong to this test.
study.write = function(_, t) return t end
local titles = {} -- titles of the figures that a study would draw
study.panels = function(name, _, options) titles[name] = options.title end
for _, kind in ipairs(require("twocs.figure.options").kinds) do
  study[kind] = function(name, _, options) titles[name] = options.title end
end
package.path = core.format("%s/scripts/?.lua;%s", root, package.path)

local own_run, own_eval = core.run, core.eval
core.eval_plain = function() end -- a shorter path to an answer, on which no column would be wrong
local asked -- columns that the current study reads

local function wrapped(change)
  return function(made, axes, names)
    local columns, a, b, c = own_run(made, axes, names)
    for k, name in ipairs(names) do
      if asked then asked[name] = true end
      if change and change.name == name then columns[k] = change.to(columns[k]) end
    end
    return columns, a, b, c
  end
end

-- One point: a column of one row, with one name or several.
local function wrapped_eval(change)
  local function changed(name, value)
    if asked then asked[name] = true end
    if not (change and change.name == name and type(value) == "number") then return value end
    return change.to(core.numbers({ value }, 1))[1]
  end
  return function(made, names, ...)
    local results, why = own_eval(made, names, ...)
    if type(names) == "string" then return changed(names, results), why end
    for _, name in ipairs(type(names) == "table" and names or {}) do
      results[name] = changed(name, results[name])
    end
    return results, why
  end
end

local function make_wrong(change) core.run, core.eval = wrapped(change), wrapped_eval(change) end

local function each(f)
  return function(column)
    local made = core.column(#column)
    for i = 1, #column do made[i] = f(column[i], column, i) end
    return made
  end
end

local wrongs = { each(function(x) return 1.5 * x end), each(function(x) return x / 1.5 end),
  each(function() return 0 end), each(function(x) return x ~= 0 and 1 / x or x end),
  each(function(_, column, i) return column[#column + 1 - i] end), each(function(x) return x * x end) }

-- The verdicts of a study's findings: { item =, label =, said = } each.
local function findings(script, prepare)
  for name in pairs(package.loaded) do
    if name:match "^studies%." then package.loaded[name] = nil end
  end
  study.findings, titles = {}, {}
  local shared = require "studies.pati23"
  if prepare then prepare(shared) end
  local write, own_print, own_arg = io.write, print, arg[0]
  io.write, print, arg[0] = function() end, function() end, home .. script -- some studies read files next to themselves
  local done, why = pcall(assert(loadfile(home .. script)))
  io.write, print, arg[0] = write, own_print, own_arg
  local list, seen = {}, {}
  for i, f in ipairs(study.findings) do
    local key = core.format("%s %s %s", f.item, f.label, f.basis)
    seen[key] = (seen[key] or 0) + 1
    list[i] = { key = core.format("%s %d", key, seen[key]), said = verdict.of(by_item[f.item], f) }
  end
  return list, done, why
end

-- Data that is looked up, not computed: models twice as wide, devices with more memory and a higher peak. It is passed in
-- two forms: as records, and as tables that look like records but have more fields. doubled: one field of all devices is
-- twice as large, and nothing else changes.
local doubled = { "peak_fp32", "peak_fp16", "peak_bf16", "peak_fp8", "mem_bw", "mem_size", "net0_bw", "net0_lat",
  "net0_half", "net1_bw", "net1_lat", "comm_launch", "launch", "flop_eff", "mem_eff", "l2_bw", "l2_size", "units",
  "net0_size" }
local function data_wrong(as_records, field)
  local models, devices = tw.models, tw.devices
  local function changed(registry, change)
    return setmetatable({}, { __index = function(_, name) return change(registry[name]) end,
      __call = function(_, ...) return registry(...) end })
  end
  local function like(record, fields)
    if as_records then
      local known = {}
      for key, value in pairs(fields) do
        if key ~= "published_param" then known[key] = value end
      end
      return record(known)
    end
    return setmetatable({}, { __index = function(_, key)
      if fields[key] then return fields[key] end
      return record[key]
    end, __call = function(_, ...) return record(...) end })
  end
  rawset(tw, "models", field and models or changed(models, function(model)
    return like(model, { h = 2 * model.h, heads = 2 * model.heads,
      published_param = model.published_param and model.published_param / model.h / model.h })
  end))
  rawset(tw, "devices", changed(devices, function(device)
    if field then return type(device[field]) == "number" and like(device, { [field] = 2 * device[field] }) or device end
    local newer = (device.year or 0) >= 2020 -- so that ratios between generations are wrong too
    return like(device, { mem_size = 1.5 * device.mem_size, peak_fp16 = (newer and 4 or 1.5) * device.peak_fp16 })
  end))
  return function() rawset(tw, "models", models) rawset(tw, "devices", devices) end
end

local function is_reproduced(said) return said:find "^reproduced" ~= nil end

local function moved_by(list, still)
  local said = {}
  for _, one in ipairs(list) do said[one.key] = one.said end
  for key in pairs(still) do
    if said[key] and not is_reproduced(said[key]) then still[key] = nil end
  end
end

-- Verdicts of "reproduced" that no wrong model changes.
local function still_of(script)
  asked = {}
  make_wrong()
  local right, done, why = findings(script)
  lu.assertTrue(done, why)
  local columns, still = asked, {}
  asked = nil
  for _, one in ipairs(right) do
    if is_reproduced(one.said) then still[one.key] = true end
  end
  for name in pairs(columns) do
    for _, to in ipairs(wrongs) do
      if not next(still) then break end
      make_wrong{ name = name, to = to }
      moved_by((findings(script)), still)
    end
  end
  core.run, core.eval = own_run, own_eval
  if next(still) then
    for _, as_records in ipairs{ true, false } do
      local restore
      moved_by((findings(script, function() restore = data_wrong(as_records) end)), still)
      restore()
    end
  end
  for _, field in ipairs(doubled) do
    if not next(still) then break end
    local restore
    moved_by((findings(script, function() restore = data_wrong(false, field) end)), still)
    restore()
  end
  if next(still) then
    moved_by((findings(script, function(shared) shared.h, shared.tp = tw.double(8192, 65536), tw.double(4, 16) end)), still)
  end
  return still
end

TestWrongModels = {}

function TestWrongModels:test_every_agreement_can_be_lost()
  outside.faster_only()
  local lost, left = 0, {}
  for _, script in ipairs(assert(core.files(home))) do
    if script:find "%.lua$" then
      local still = still_of(script)
      for key in pairs(still) do left[#left + 1] = core.format("%s: %s", script, key) end
      lost = lost + 1
    end
  end
  table.sort(left)
  lu.assertTrue(lost > 15)
  lu.assertEquals(left, {})
end

-- A title states what was counted: with some wrong model it must change.
function TestWrongModels:test_every_title_can_change()
  outside.faster_only()
  local fixed = {}
  for _, script in ipairs{ "fig10a.lua", "fig10b.lua", "fig11a.lua", "fig11b.lua", "fig12.lua", "sec33.lua", "sec35.lua",
    "sec431.lua", "sec434.lua", "sec436.lua", "sec5.lua", "tab04.lua", "fig05.lua", "fig06.lua", "fig09.lua" } do
    asked = {}
    make_wrong()
    findings(script)
    local right, columns = titles, asked
    asked = nil
    local function compare()
      for name, title in pairs(right) do
        if titles[name] and titles[name] ~= title then right[name] = nil end
      end
    end
    for name in pairs(columns) do
      for _, to in ipairs(wrongs) do
        if not next(right) then break end
        make_wrong{ name = name, to = to }
        findings(script)
        compare()
      end
    end
    core.run, core.eval = own_run, own_eval
    local restore
    findings(script, function() restore = data_wrong(false) end)
    restore()
    compare()
    for name, title in pairs(right) do fixed[#fixed + 1] = core.format("%s: %s", name, title) end
  end
  table.sort(fixed)
  lu.assertEquals(fixed, {})
end

os.exit(lu.LuaUnit.run(), true)
