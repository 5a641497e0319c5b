-- SPDX-License-Identifier: MIT
-- A case: { model, run, layout, device, plan }, the input of every verb. Each part is a record, the name of a registered
-- record, or a table of fields. Fields that are not set have their default.
local aliases = require "twocs.data.aliases"
local core = require "twocs.core"
local registry = require "twocs.data.registry"
local gate = require "twocs.ask.gate"
local unsupported = require "twocs.data.unsupported"
local legal = require "twocs.ask.legal"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local power = require "twocs.ask.power"
local rows = require "twocs.data.rows"
local say = require "twocs.common.say"
local software = require "twocs.ask.software"
local support = require "twocs.ask.support"
local ordered = require "twocs.common.ordered"

local case = { parts = core.records() }
local named = { model = registry.models, device = registry.devices }

-- left_out: the records for parts that a case leaves out. They never change, so they are made once. keys: the keys of a
-- case.
local left_out, keys = {}, { plan = true, illegal = true, at_least = true }
for _, part in ipairs(case.parts) do left_out[part], keys[part] = core.freeze(core.record(part)), true end

-- The name in a table of fields is only a label. If it is the name of a registered record and the table lacks the chief
-- field, the script probably means the registered record, so this raises.
local chief = { model = "h", device = "mem_bw" }
local function check_label(kind, given)
  local field = chief[kind]
  local name = field and given[field] == nil and aliases.find(core.format("%ss", kind), given.name)
  if name then
    mistake.raise('%s = { name = "%s", ... }: name is only a label; to change the registered one, write tw.%ss.%s{ ... }',
      kind, mistake.word(given.name), kind, name)
  end
end

--- A record of this kind, from any form that a script may use: nil, a name, a table of fields, or a record.
function case.record(kind, given)
  if kind == "software" then return software.record(given) end
  if given == nil then return left_out[kind] end
  local what = type(given)
  if what == "string" and named[kind] then return named[kind][given] end
  if what == "table" then
    check_label(kind, given)
    return core.record(kind, given)
  end
  if core.kind(given) == kind then return given end
  mistake.raise("%s is a %s, expected a %s or a table of its fields", kind, core.kind(given) or type(given), kind)
end

--- The functions in which cases of the limits differ, { is =, principal =, solve = }. limits/part.lua sets them when it is
--- loaded.
case.limits = nil

--- Whether x is a case of the limits. If such a case states no layout, the search finds one.
function case.of_limits(x) return case.limits ~= nil and case.limits.is(x) end

local function take(source, options, made, chosen)
  for key, value in pairs(source) do
    if keys[key] then made[key] = value
    elseif options[key] then chosen[key] = value
    elseif key ~= "name" then case.unknown(key, options) end
  end
end

-- Reports that the count in a device name such as "64x H100" is ignored: the layout determines the number of devices. A
-- count that equals the devices of a node, or those of the layout, is not reported.
local function note_counted(made, text)
  local n = aliases.counted(text)
  local layout = made.layout
  local all = layout.tp * layout.pp * layout.cp * layout.dp
  if n and n ~= made.device.net0_size and n ~= all then
    say('device = "%s": the number %d is not used; a case has as many devices as its layout makes, '
      .. "TP x PP x CP x DP = %.0f", text, n, all)
  end
end

--- with(made, record, fields): a copy of a case with other fields of one record.
function case.with(made, record, fields)
  local copy = {}
  for key, value in pairs(made) do copy[key] = value end
  copy[record] = made[record](fields)
  return copy
end

--- Splits the argument of a verb into the case and the options of the verb. Any other key raises. open: the plan stays as
--- the script wrote it, for verbs whose axes may change fields that the plan depends on (follow.lua).
function case.split(given, options, changes, open)
  local of_limits, of_run = case.of_limits(given), type(given) == "userdata" and core.kind(given) == "limits run"
  local of_stack = of_limits or of_run
  if of_run then given = core.wall_parts(given) end -- a run that the search found: a case with its layout
  if type(given) ~= "table" then
    mistake.raise("expected a case, { model = ..., device = ... }, got %s", mistake.show(given))
  end
  local made, chosen = core.space(12), {}
  if of_limits then made.searches = true end
  made.of_wall = of_stack or nil
  take(given, options, made, chosen)
  if not of_stack and made.wall ~= left_out.wall then gate.no_wall(made.wall) end
  if changes then take(changes, options, made, chosen) end
  if of_stack and made.software == nil then made.software = "ideal" end -- the wall has its own model of operators and links
  local says_no_images = type(made.run) == "table" and made.run.images == 0
  local device_text = made.device
  for _, part in ipairs(case.parts) do
    if made[part] == nil and part ~= "software" then made[part] = left_out[part]
    else made[part] = case.record(part, made[part]) end
  end
  note_counted(made, device_text)
  legal.check(made.illegal)
  power.check(made.device)
  support.check(made.at_least)
  if of_stack then made.illegal = "allow" end -- the rules of legal.def are those of a Transformer's layout
  unsupported.note(made, made.model)
  if not says_no_images then unsupported.images(made, chosen, made.model) end
  unsupported.format(made)
  if not open then case.resolve(made) end
  return made, chosen
end

-- Fields by the kind of their record.
local function by_record(fields)
  local by = {}
  for name, value in pairs(fields or {}) do
    local record = rows.find(name, "field").record
    by[record] = by[record] or {}
    by[record][name] = value
  end
  return by
end

-- Sets fields of any records. Each record is copied once.
local function set_fields(made, fields)
  for record, own in pairs(by_record(fields)) do made[record] = made[record](own, true) end
end

-- set_lasting does the same for tables of fields that never change (software.plan). by_fields caches such a table, split by
-- record. `copies` caches the changed copy of each frozen record: it never changes, so one copy serves all cases.
local weak = { __mode = "k" }
local by_fields, copies = setmetatable({}, weak), setmetatable({}, weak)
local function copied(record, own)
  if not core.is_frozen(record) then return record(own, true) end
  local known = copies[record] or setmetatable({}, weak)
  copies[record] = known
  known[own] = known[own] or core.freeze(record(own, true))
  return known[own]
end

local function set_lasting(made, fields)
  if not fields then return end
  by_fields[fields] = by_fields[fields] or by_record(fields)
  for record, own in pairs(by_fields[fields]) do made[record] = copied(made[record], own) end
end

-- Records a field that a fit sets. A choice sets it for a whole family, so another choice must not give it another value.
local function note_field(found, set_by, field, value, name)
  if set_by[field] and found[field] ~= value then
    mistake.raise("plan.%s and plan.%s both set %s", set_by[field], name, field)
  end
  found[field], set_by[field] = value, name
end

-- What a choice becomes in a case depends on the device, the software and the number format. For records that never change,
-- it is cached by choice, device and software: { [name and format] = { law, fields, family, bases } }.
local chosen_before = setmetatable({}, weak)
local function place_of(choice, device, software_record)
  local of_choice = chosen_before[choice] or setmetatable({}, weak)
  chosen_before[choice] = of_choice
  local of_device = of_choice[device] or setmetatable({}, weak)
  of_choice[device] = of_device
  local known = of_device[software_record] or {}
  of_device[software_record] = known
  return known
end

local function chosen(choice, name, asked)
  if not core.is_frozen(asked.device) or not core.is_frozen(asked.software) then
    return choice:choice(name, asked)
  end
  local known, key = place_of(choice, asked.device, asked.software), core.format("%s %s", name, asked.run.format)
  if not known[key] then known[key] = { choice:choice(name, asked) } end
  local one = known[key]
  return one[1], one[2], one[3], one[4]
end

--- The plan in the form of the engine. A fit is replaced by its law, and its fitted fields are set in the records of the
--- case. The fit of one operator is listed under the name of the operator and overrides the fit of its family. Afterwards
--- made.rests contains the basis of each choice, by family or operator (support.lua).
function case.plan(made, plan)
  if plan == nil then return nil end
  if type(plan) ~= "table" then
    mistake.raise('plan is %s, expected a table such as { gemm = "roofline" }', mistake.show(plan))
  end
  local resolved, set_by, found, operators, asked = {}, {}, {}, {}, {}
  for _, part in ipairs(case.parts) do asked[part] = made[part] end
  made.rests = {}
  for _, name in ipairs(ordered.words(plan)) do
    local choice = plan[name]
    if choice == nil then mistake.raise("a plan's keys are names of families: gemm, stream, all_reduce ...") end
    if type(choice) ~= "table" or not choice.choice then
      resolved[name] = choice
    else
      local law, fields, family, bases = chosen(choice, name, asked)
      for _, basis in ipairs(bases or {}) do
        if family ~= name or not made.rests[basis.of] then made.rests[basis.of] = basis end
      end
      if family == name then
        resolved[name] = law
        for _, field in ipairs(ordered.words(fields)) do note_field(found, set_by, field, fields[field], name) end
      else
        operators[#operators + 1] = { family, law, fields }
      end
    end
  end
  for _, operator in ipairs(operators) do
    resolved[operator[1]] = resolved[operator[1]] or operator[2]
    for field, value in pairs(operator[3]) do found[field] = value end
  end
  set_fields(made, found)
  return resolved
end

--- Fills the fields that the case does not state with the values of its software. Returns the plan of the case, completed
--- by the plan of its software, in the form that a script would write, and the fields that this plan sets.
function case.fill(made)
  software.fill(made)
  local plan, fields = software.plan(made, made.plan)
  set_lasting(made, fields)
  return plan, fields
end

-- Cases without a plan of their own, on a device and with a software that never change, such as the registered ones, are
-- resolved alike if they use the same measured operators. The results are cached by device, software and
-- software.measured_by.
local resolved_before = setmetatable({}, weak)
local parts_resolved = { "device", "software", "law", "plan", "rests", "by_software" }

local function resolved_place(made)
  if made.plan ~= nil or made.law ~= left_out.law or not core.is_frozen(made.device)
    or not core.is_frozen(made.software) then return nil end
  local of_device = resolved_before[made.device] or setmetatable({}, weak)
  resolved_before[made.device] = of_device
  local known = of_device[made.software] or {}
  of_device[made.software] = known
  return known
end

--- Fills the case as case.fill does, and converts its plan to the form of the engine.
function case.resolve(made)
  software.fill(made)
  local known = resolved_place(made)
  local key = known and software.measured_by(made)
  local before = known and known[key]
  if not before then
    local plan, fields = software.plan(made, made.plan)
    made.plan = case.plan(made, plan)
    set_fields(made, fields) -- these override what a fit sets
    if not known then return made end
    before = {}
    for _, part in ipairs(parts_resolved) do before[part] = made[part] end
    known[key] = before
  end
  for _, part in ipairs(parts_resolved) do made[part] = before[part] end
  return made
end

-- A layout is open if every degree is 1 and no axis changes a degree.
local function is_open(made, moved)
  local factors = require "twocs.ask.factors"
  for _, axis in ipairs(moved) do
    for _, move in ipairs(axis) do
      if factors.layout[move[1]] then return false end
    end
  end
  for name in pairs(factors.layout) do
    local row = rows.by_name[name]
    local record = made[row.record]
    if core.given(record, name) and record[name] ~= row.initial then return false end
  end
  return true
end

local function searched(made, moved, names)
  if not made.searches or not is_open(made, moved) then return false end
  local factors = require "twocs.ask.factors"
  for _, name in ipairs(names) do
    if factors.searched(name) then return true end
  end
  return false
end

--- The columns of these names over the axes, computed by one job of the engine. If a column needs a layout of the stack and
--- the case of the limits has none, the search finds the layout first.
function case.run(made, moved, names)
  if not searched(made, moved, names) then return core.run(made, moved, names) end
  local factors, own, rest, columns = require "twocs.ask.factors", {}, {}, {}
  for _, name in ipairs(names) do
    local list = factors.held(name) and own or rest
    list[#list + 1] = name
  end
  local found = core.wall_run(made, moved, own)
  local others = #rest > 0 and core.run(made, moved, rest) or {}
  local i, k = 0, 0
  for n, name in ipairs(names) do
    if factors.held(name) then
      i = i + 1
      columns[n] = found[i]
    else
      k = k + 1
      columns[n] = others[k]
    end
  end
  return columns
end

-- The least, largest and mean value of columns that the search filled. Points for which it found no run are left out.
local function summed(columns)
  local least, most, mean = {}, {}, {}
  for k, column in ipairs(columns) do
    local low, high, sum, n = math.huge, -math.huge, 0, 0
    for i = 1, #column do
      local x = column[i]
      if x == x then low, high, sum, n = math.min(low, x), math.max(high, x), sum + x, n + 1 end
    end
    least[k], most[k], mean[k] = n > 0 and low or 0 / 0, n > 0 and high or 0 / 0, sum / n
  end
  return least, most, mean
end

--- The least, largest and mean value of each column of case.run. After Ctrl-C under stop.keeping, only finished points
--- count.
function case.summary(made, moved, names)
  if searched(made, moved, names) then return summed(case.run(made, moved, names)) end
  return core.summary(made, moved, names, true)
end

--- The case with the layout that the search finds, if one of these columns needs a layout. nil and a sentence if there is
--- none.
function case.laid(made, names)
  if not searched(made, {}, names) then return made end
  local run, copy = core.wall_ask("fit", made), {}
  if run.feasible ~= 1 then return nil, core.format("d = %.15g: no cluster trains it in time", run.d) end
  for key, value in pairs(made) do copy[key] = value end
  local parts = core.wall_parts(run)
  for name in pairs(require("twocs.ask.factors").layout) do
    local record = rows.by_name[name].record
    copy[record] = copy[record]({ [name] = parts[record][name] }, true)
  end
  return copy
end

-- Hints for an unknown key. If another verb has this key: "; want is a key of tw.sweep". Users write gpus, nodes or devices
-- for the same count, and other programs have other names for some parts of a case.
local count_of = { gpus = "devices", devices = "gpus", num_gpus = "devices", world_size = "devices", nodes = "devices",
  num_nodes = "devices" }
local called = { gpu = "device", gpu_type = "device", gpu_name = "device", accelerator = "device", hardware = "device",
  chip = "device", framework = "software", stack = "software", parallel = "layout", parallelism = "layout",
  strategy = "layout", training = "run", train = "run", workload = "run", arch = "model", architecture = "model" }
local examples = { device = '"h100_sxm"', software = '"megatron_core"', layout = "{ tp = 8, pp = 2, dp = 4 }",
  run = "{ sl = 4096, global_batch = 512 }", model = '"llama3_8b"' }
-- The names in other programs of the options that choose and order the rows of a table.
local chosen_by = { top = "keep", limit = "keep", n = "keep", max_results = "keep", num_results = "keep",
  sort = "least or most", sort_by = "least or most", order_by = "least or most", rank_by = "least or most",
  by = "least or most", objective = "least or most", metric = "least or most", goal = "least or most",
  minimize = "least", minimise = "least", maximize = "most", maximise = "most", best = "most",
  filter = "where", constraint = "where", constraints = "where" }
local function of_other_verb(key, options)
  if called[key] then
    return core.format("; here it is called %s: %s = %s", called[key], called[key], examples[called[key]])
  end
  local by = chosen_by[key]
  if by and options[by:match "^%a+"] then return core.format("; here it is called %s", by) end
  if count_of[key] then
    return options[count_of[key]] and core.format('; did you mean "%s"?', count_of[key])
      or "; a case has as many devices as its layout makes, TP x PP x CP x DP; tw.search{ devices = 64 } finds layouts"
  end
  for _, verb in ipairs(require("twocs.common.verbs").list) do
    local keys = verb.group.title == "Asking" and verb.call:match "{(.*)}" or ""
    if core.format(" %s", keys):find(core.format("[ ,]%s =", key)) then
      return core.format("; %s is a key of tw.%s%s", key, verb.name, options.over and "" or key == "want"
        and ": here results are named after the case" or "")
    end
  end
end

function case.unknown(key, options)
  local known = { "plan", "illegal", "at_least" }
  for _, part in ipairs(case.parts) do known[#known + 1] = part end
  for option in pairs(options) do known[#known + 1] = option end
  table.sort(known)
  local word = type(key) == "string" and key:find "^[%a_]+$"
  mistake.raise('unknown key "%s"%s', mistake.word(key),
    word and (of_other_verb(key, options) or core.hint(key)) or nearest.hint(key, known))
end

--- "gemm roofline, all_reduce ring": the plan in words, for the head of a CSV.
function case.plan_text(plan)
  local parts = {}
  for _, family in ipairs(core.families()) do
    local law = plan and plan[family.name]
    if law then
      local word = type(law) == "table" and law.label or law
      parts[#parts + 1] = core.format("%s %s", family.name, type(word) == "string" and word or "function")
    end
  end
  return #parts > 0 and table.concat(parts, ", ") or "default plan"
end

--- The name of the running script, for the first line of the data of its figures. It never contains a path of the machine.
function case.script()
  local name = arg and arg[0] or "prompt"
  if not name:match("^[%w%._/-]+$") then return "chunk" end -- with -e, arg[0] is the text of the chunk
  return name:match("(scripts/studies/.*)$") or name:match("(examples/.*)$") or name:match("([^/]*)$")
end

--- The comment that opens a table's CSV.
function case.head(made, plan)
  local stamp = core.format("%s, twocs %s, %s", case.script(), core.version, case.plan_text(plan or made.plan))
  return unsupported.head(made, stamp)
end

return case
