-- SPDX-License-Identifier: MIT
-- Would a verdict notice wrong hardware? Each study of the other papers is run again with one wrong input at a time: a
-- field of every device twice as large, half as large again or a third smaller; the whole cost of the network removed; a
-- model with twice the layers; for the limits, an exponent with its sign changed; for timelines, another share of the
-- passes. A row that says "reproduced" and that no wrong input changes proves nothing, and must be called "by
-- construction". wrong_models_test.lua does the same with the columns of the engine, for the first paper.
local lu = require "luaunit"
local tw = require "twocs"
local case_of = require "twocs.ask.case"
local core = require "twocs.core"
local claims = require "twocs.study.claims"
local outside = require "outside"
local study = require "twocs.study"
local verdict = require "twocs.study.verdict"

local root = (arg[0]:match "^(.*)/tests/lua/[^/]*$" or "../..")
local home = core.format("%s/scripts/studies/", root)
local by_item = claims.read(require("files").content(core.format("%s/scripts/studies/claims.csv", root)))

-- Studies neither draw nor write here.
study.write = function(_, t) return t end
local titles = {} -- titles of the figures that a study would draw
study.panels = function(name, _, options) titles[name] = options.title end
for _, kind in ipairs(require("twocs.figure.options").kinds) do
  study[kind] = function(name, _, options) titles[name] = options.title end
end
package.path = core.format("%s/scripts/?.lua;%s", root, package.path)

-- Wrong inputs -------------------------------------------------------------------------------------------------------

local own_record, own_limits, own_timeline, own_devices = case_of.record, tw.limits, tw.timeline, tw.devices
local own_run, own_eval = core.run, core.eval
core.eval_plain = function() end -- a shorter path to an answer, on which no input would be wrong

-- Multiplies fields of a device by a factor, if the device has them.
local function times(names, factor)
  return function(device)
    local changes = {}
    for _, name in ipairs(names) do
      local value = device[name]
      if type(value) == "number" and value > 0 then changes[name] = math.min(factor * value, 1e24) end
    end
    return changes
  end
end

local peaks = { "peak_fp32", "peak_tf32", "peak_fp16", "peak_bf16", "peak_fp8", "clock" }
local links = { "net0_bw", "net1_bw", "net2_bw" }
local waits = { "net0_lat", "net1_lat", "net2_lat", "comm_launch", "launch" }
local fields = { { "peaks", peaks }, { "net0_bw", { "net0_bw" } }, { "net1_bw", { "net1_bw" } }, { "links", links },
  { "latencies", waits }, { "mem_bw", { "mem_bw" } }, { "mem_size", { "mem_size" } }, { "l2", { "l2_bw", "l2_size" } },
  { "wait_power", { "wait_power" } }, { "units", { "units" } } }

-- Removes the whole cost of the network: links, latencies, and what software adds to them.
local function no_waits(device)
  local changes = {}
  for _, name in ipairs(waits) do
    if device[name] then changes[name] = 0 end
  end
  return changes
end
local function no_network(device)
  local changes = no_waits(device)
  for name, value in pairs(times(links, 1e6)(device)) do changes[name] = value end
  return changes
end
local free = { node_lat = 0, comm_passes = 0, net_speed = 1e3, links = "sheet" }

local mutants = { { name = "no network", device = no_network, software = free, waits = 0 },
  { name = "twice the layers", model = function(model) return { layers = 2 * model.layers } end },
  { name = "gradients of weights take twice as long", stage = function(stage)
    return { f = stage.f, b = stage.b, w = 2 * stage.w }
  end } }
for _, factor in ipairs{ 2, 1.5, 1 / 1.5 } do
  for _, one in ipairs(fields) do
    mutants[#mutants + 1] = { name = core.format("%s x %.3g", one[1], factor), device = times(one[2], factor) }
  end
end
for _, one in ipairs{ { "batch_exponent", 1.5 }, { "layer_exponent", 1.5 }, { "months", 1.5 }, { "alpha", -1 },
  { "batch_exponent", -1 }, { "closed_lat", 1.5 }, { "closed_lat", 1 / 1.5 }, { "token_ratio", 1.5 },
  { "layer_scale", 1.5 }, { "ff_ratio", 2 }, { "batch_anchor", 1 / 1.5 } } do
  mutants[#mutants + 1] = { name = core.format("%s x %.3g", one[1], one[2]), limits = function(given)
    return { [one[1]] = one[2] * given[one[1]] }
  end }
end
-- Results with another exponent: papers claim laws and closed forms as exponents, which no factor changes.
for _, name in ipairs{ "limit_flop", "crit_flop", "c_flop", "depth", "stack_experts", "stack_param", "b_tokens" } do
  mutants[#mutants + 1] = { name = core.format("%s squared", name), column = name }
end
mutants[#mutants + 1] = { name = "no zero bubble", limits = function() return { zero_bubble = 0 } end }

-- The inputs with the largest effects: a title must depend on one of them.
local turned = {}
for _, name in ipairs{ "latencies x 2", "peaks x 2", "batch_exponent x 1.5", "links x 2", "twice the layers", "mem_bw x 2",
  "units x 2", "mem_size x 2", "wait_power x 2", "layer_exponent x 1.5", "months x 1.5" } do
  for _, mutant in ipairs(mutants) do
    if mutant.name == name then turned[#turned + 1] = mutant end
  end
end

-- An agreement that is lost is not tried again, so zeros and signs come first, then the inputs with the largest effects.
local rank = {}
for i, mutant in ipairs(turned) do rank[mutant] = i end
for i, mutant in ipairs(mutants) do
  local violent = mutant.name:find "^no " or mutant.name:find "x %-1$" or mutant.column
  rank[mutant] = violent and i - 2 * #mutants or rank[mutant] and rank[mutant] - #mutants or i
end
table.sort(mutants, function(a, b) return rank[a] < rank[b] end)

-- Inputs that a paper's studies do not read are not tried on them: only the limits have exponents, and only timelines have
-- passes.
local function concerns(mutant, paper)
  if mutant.limits or mutant.column then return paper == "erdil24" end
  if mutant.stage then return paper == "beyond" end
  return paper ~= "beyond" and not (mutant.model and paper == "erdil24")
end

local waits_of_machines = false

local function put_right()
  waits_of_machines = false
  case_of.record = own_record
  core.run, core.eval = own_run, own_eval
  rawset(tw, "limits", own_limits)
  rawset(tw, "timeline", own_timeline)
  rawset(tw, "devices", own_devices)
end

local function changed_record(mutant)
  return function(asked, given)
    local record, change = own_record(asked, given), mutant[asked]
    -- Other records were already wrong when they were read.
    local is_named = type(given) == "string" or asked == "software" and given == nil
    if not change or not is_named then return record end
    return record(type(change) == "function" and change(record) or change, true)
  end
end

-- A case of the limits with a wrong device or wrong fields of its own.
local function changed_limits(mutant)
  return setmetatable({}, { __index = own_limits, __call = function(_, given)
    local made = own_limits(given)
    return made(mutant.limits and mutant.limits(made) or mutant.device(made), true)
  end })
end

-- Devices as scripts read them, for studies that use fields of the data sheet directly. Older devices are wrong by a larger
-- factor, so that ratios are wrong too.
local function changed_devices(mutant)
  return setmetatable({}, { __call = function(_, ...) return own_devices(...) end, __index = function(_, name)
    local device, changes = own_devices[name], {}
    for key, value in pairs(mutant.device(device)) do
      changes[key] = value * ((device.year or 0) < 2022 and 1.5 or 1)
    end
    return device(changes, true)
  end })
end

local function squared_run(column)
  return function(made, axes, names)
    local columns, a, b, c = own_run(made, axes, names)
    for k, name in ipairs(names) do
      local right = columns[k]
      if name == column then
        columns[k] = core.column(#right)
        for i = 1, #right do columns[k][i] = right[i] * right[i] end
      end
    end
    return columns, a, b, c
  end
end

local function squared_eval(column)
  return function(made, names, ...)
    local results, why = own_eval(made, names, ...)
    if names == column then return results * results, why end
    if type(names) == "table" and results[column] then results[column] = results[column] * results[column] end
    return results, why
  end
end

local function put_wrong(mutant)
  put_right()
  waits_of_machines = mutant.waits ~= nil
  if mutant.column then core.run, core.eval = squared_run(mutant.column), squared_eval(mutant.column) end
  if mutant.device or mutant.model then case_of.record = changed_record(mutant) end
  if mutant.device then rawset(tw, "devices", changed_devices(mutant)) end
  if mutant.device or mutant.limits then rawset(tw, "limits", changed_limits(mutant)) end
  if mutant.stage then
    rawset(tw, "timeline", function(given)
      local copy = {}
      for key, value in pairs(given) do copy[key] = value end
      copy.stage = given.stage and mutant.stage(given.stage)
      return own_timeline(copy)
    end)
  end
end

-- Verdicts -----------------------------------------------------------------------------------------------------------

-- The results of a study: list, the verdicts of its findings, { key =, said = } each; titles of its figures; why it ended
-- early.
local function findings(script)
  for name in pairs(package.loaded) do
    if name:match "^studies%." then package.loaded[name] = nil end
  end
  study.findings, titles = {}, {}
  local shared = require "studies.fernandez24"
  local own_machine = shared.machine
  if waits_of_machines then -- these machines state their own latencies
    shared.machine = function(name) return own_machine(name)(no_waits(own_machine(name)), true) end
  end
  local write, own_print = io.write, print
  io.write, print = function() end, function() end
  local own_arg = arg[0]
  arg[0] = home .. script
  local done, why = pcall(require("twocs.ask.gate").silently, assert(loadfile(home .. script)))
  io.write, print, arg[0] = write, own_print, own_arg
  local list, seen = {}, {}
  for i, f in ipairs(study.findings) do
    local key = core.format("%s %s %s", f.item, f.label, f.basis)
    seen[key] = (seen[key] or 0) + 1
    list[i] = { key = core.format("%s %d", key, seen[key]), said = verdict.of(by_item[f.item], f) }
  end
  return { list = list, titles = titles, why = not done and why or nil }
end

-- The results of a study with one wrong input, or with none. Each is run once for all tests.
local answers = {}
local function answer(script, mutant)
  local of_script = answers[script] or {}
  answers[script] = of_script
  local key = mutant or "none"
  if not of_script[key] then
    if mutant then put_wrong(mutant) end
    of_script[key] = findings(script)
    put_right()
  end
  return of_script[key]
end

local function is_reproduced(said) return said:find "^reproduced" ~= nil end

-- Verdicts of "reproduced" that no wrong input changes.
local function still_of(paper, script)
  local right, still = answer(script), {}
  lu.assertNil(right.why)
  for _, one in ipairs(right.list) do
    if is_reproduced(one.said) then still[one.key] = true end
  end
  for _, mutant in ipairs(mutants) do
    if not next(still) then break end
    if concerns(mutant, paper) then
      local wrong, said = answer(script, mutant), {}
      for _, one in ipairs(wrong.list) do said[one.key] = one.said end
      for key in pairs(wrong.why and {} or still) do -- a study that fails with a wrong input gives no results
        if not (said[key] and is_reproduced(said[key])) then still[key] = nil end -- without a row nothing is reproduced
      end
    end
  end
  return still
end

TestWrongInputs = {}

function TestWrongInputs:test_every_agreement_can_be_lost()
  outside.faster_only()
  local left, looked_at = {}, 0
  for _, paper in ipairs{ "erdil24", "fernandez24", "neighbours", "beyond" } do
    for _, file in ipairs(assert(core.files(home .. paper))) do
      if file:find "%.lua$" then
        local script = core.format("%s/%s", paper, file)
        local text = require("files").content(home .. script)
        if text:find("finding", 1, true) or text:find("headlines", 1, true) then
          looked_at = looked_at + 1
          for key in pairs(still_of(paper, script)) do left[#left + 1] = core.format("%s: %s", script, key) end
        end
      end
    end
  end
  table.sort(left)
  lu.assertTrue(looked_at > 15, tostring(looked_at))
  lu.assertEquals(left, {})
end

-- A title states what was counted, so it must change with one of the inputs with the largest effects. The exceptions here
-- depend on none of them: how well measured points lie on a law, and that the ratio of d_ff moves no wall by more than a
-- half.
local of_data = { collectives = true, shapes_ff = true }

function TestWrongInputs:test_every_title_can_change()
  outside.faster_only()
  local fixed = {}
  for _, paper in ipairs{ "erdil24", "fernandez24", "neighbours" } do
    for _, file in ipairs(assert(core.files(home .. paper))) do
      local script = core.format("%s/%s", paper, file)
      local right = {}
      for name, title in pairs(file:find "%.lua$" and answer(script).titles or {}) do right[name] = title end
      for _, mutant in ipairs(turned) do
        if not next(right) then break end
        if concerns(mutant, paper) then
          local other = answer(script, mutant).titles
          for name, title in pairs(right) do
            if other[name] and other[name] ~= title then right[name] = nil end
          end
        end
      end
      for name, title in pairs(right) do
        if not of_data[name] then fixed[#fixed + 1] = core.format("%s, %s: %s", script, name, title) end
      end
    end
  end
  table.sort(fixed)
  lu.assertEquals(fixed, {})
end

os.exit(lu.LuaUnit.run(), true)
