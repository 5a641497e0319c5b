-- SPDX-License-Identifier: MIT
-- A case: { model, run, layout, device, plan }, what every verb accepts. Each part is a record, the name of a registered
-- one, or a table of fields; what is left out has its initial value.
local core = require "twocs.core"
local registry = require "twocs.registry"
local mistake = require "twocs.mistake"
local nearest = require "twocs.nearest"

local case = { parts = { "model", "run", "layout", "device", "law", "op" } }
local named = { model = registry.models, device = registry.devices }

--- A record of that kind from whatever a script may write for it.
function case.record(kind, given)
  if core.kind(given) == kind then return given end
  if type(given) == "string" and named[kind] then return named[kind][given] end
  if type(given) == "table" then return core.record(kind, given) end
  if given == nil then return core.record(kind) end
  mistake.raise("%s is a %s, expected a %s or a table of its fields", kind, core.kind(given) or type(given), kind)
end

local function is_part(key)
  for _, part in ipairs(case.parts) do
    if part == key then return true end
  end
  return key == "plan"
end

--- Splits what a verb was given into the case and the verb's own options; a key that is neither raises.
function case.split(given, options, changes)
  if type(given) ~= "table" then mistake.raise("expected a case, { model = ..., device = ... }, got a %s", type(given)) end
  local made, chosen = {}, {}
  for _, source in ipairs{ given, changes or {} } do
    for key, value in pairs(source) do
      if is_part(key) then made[key] = value
      elseif options[key] then chosen[key] = value
      elseif key ~= "name" then case.unknown(key, options) end
    end
  end
  for _, part in ipairs(case.parts) do made[part] = case.record(part, made[part]) end
  made.plan = case.plan(made, made.plan)
  return made, chosen
end

local function sorted_names(given)
  local names = {}
  for name in pairs(given) do names[#names + 1] = tostring(name) end
  table.sort(names)
  return names
end

-- Sets a field that a fit found; `own` is which choice set it for the whole of a family: no other may.
local function set_field(made, set_by, field, value, name)
  local kind = require("twocs.rows").find(field, "field").record
  local other = set_by[field]
  if other and made[kind][field] ~= value then
    mistake.raise("plan.%s and plan.%s both give %s, which they share", other, name, field)
  end
  set_by[field] = name
  made[kind] = made[kind]{ [field] = value }
end

--- A plan as the engine takes it. A fit gives its law, and sets in the case's records the fields that it found; a fit of
--- one operator stands under the operator's name, and says more of it than its family's does.
function case.plan(made, plan)
  if type(plan) ~= "table" then return plan end
  local resolved, set_by, operators = {}, {}, {}
  for _, name in ipairs(sorted_names(plan)) do
    local choice = plan[name]
    if choice == nil then mistake.raise("a plan's keys are names of families: gemm, stream, all_reduce ...") end
    if type(choice) ~= "table" or not choice.choice then
      resolved[name] = choice
    else
      local law, fields, family = choice:choice(name, made)
      made.chosen = made.chosen or {} -- what measured, for axes that move the hardware (follow.lua)
      made.chosen[name] = choice
      if family == name then
        resolved[name] = law
        for _, field in ipairs(sorted_names(fields)) do set_field(made, set_by, field, fields[field], name) end
      else
        operators[#operators + 1] = { family, law, fields }
      end
    end
  end
  for _, operator in ipairs(operators) do
    resolved[operator[1]] = resolved[operator[1]] or operator[2]
    for field, value in pairs(operator[3]) do set_field(made, {}, field, value) end
  end
  return resolved
end

function case.unknown(key, options)
  local known = { "plan" }
  for _, part in ipairs(case.parts) do known[#known + 1] = part end
  for option in pairs(options) do known[#known + 1] = option end
  table.sort(known)
  mistake.raise('unknown key "%s"%s', tostring(key), nearest.hint(key, known))
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

--- The script that runs, as the first line of its figures' data names it: never with the path of a machine.
function case.script()
  local name = arg and arg[0] or "prompt"
  if not name:match("^[%w%._/-]+$") then return "chunk" end -- of -e, whose text stands there
  return name:match("(scripts/studies/.*)$") or name:match("(examples/.*)$") or name:match("([^/]*)$")
end

function case.head(plan) return core.format("%s, twocs %s, %s", case.script(), core.version, case.plan_text(plan)) end

return case
