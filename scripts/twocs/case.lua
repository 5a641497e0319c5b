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
  return made, chosen
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
    if law then parts[#parts + 1] = core.format("%s %s", family.name, type(law) == "string" and law or "function") end
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
