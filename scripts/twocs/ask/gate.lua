-- SPDX-License-Identifier: MIT
-- The gate that every case passes: what a script states and nothing reads is said once on stderr, and what it leaves out
-- that matters most in one line where a number is printed. The one thing to know: nothing is listed here. Whether a field
-- counts is tried with the engine (core.idle), in the case as it is.
local core = require "twocs.core"
local registry = require "twocs.data.registry"
local rows = require "twocs.data.rows"

local gate = {}

local chief = { "t_step", "mem_byte", "fits" }
local seen, told = {}, {} -- statements that were looked at; fields that were named

-- "script.lua:7: " of the script's own line, as mistakes have it.
local function place()
  local _, text = pcall(core.raise, "")
  return text
end

local function say(text, ...) io.stderr:write("twocs: ", place(), core.format(text, ...), "\n") end

-- The case with a device where it has none, so that a step can be timed.
local function with_device(made)
  if core.given(made.device, "peak_fp16") then return made end
  local copy = {}
  for key, value in pairs(made) do copy[key] = value end
  copy.device = registry.devices.h100_sxm
  return copy
end

local function can_be(made, moved, name)
  if #moved == 0 then return (pcall(core.eval, made, { name })) end -- a list: a value that is no number is one too
  local done, can = pcall(core.can, made, moved, { name })
  return done and can
end

-- Which of these results can be computed over the axes.
local function computable(made, moved, names)
  local list = {}
  for _, name in ipairs(names) do
    if can_be(made, moved, name) then list[#list + 1] = name end
  end
  return list
end

local function idle_sentence(one)
  local name, could, other, value = one[1], one[2], one[3], one[4]
  local row = rows.by_name[name]
  local what = core.format("%s = { %s = ... }", row.record, name)
  if not could then return core.format("%s changes no result of this case under its plan (%s)", what, row.meaning) end
  local would = other and core.format("; it would with %s = %s", other, value) or ""
  return core.format("%s changes neither the time nor the memory of a step in this case, nor what is asked%s (%s)", what,
    would, row.meaning)
end

local function look(made, moved, wants)
  local case, names, known = with_device(made), {}, {}
  for _, list in ipairs{ chief, wants } do
    for _, name in ipairs(list) do
      if not known[name] then names[#names + 1], known[name] = name, true end
    end
  end
  local done, list = pcall(core.idle, case, moved, computable(case, moved, names))
  for _, one in ipairs(done and list or {}) do
    if not told[one[1]] then
      told[one[1]] = true
      say("%s", idle_sentence(one))
    end
  end
end

--- Says on stderr, once for each field, what a case states without effect on a step or on these results, over these axes of
--- the engine. A case that states the same fields alike is not looked at again.
function gate.tell(made, moved, wants)
  local statement = core.statement(made)
  if statement == 0 or seen[statement] or made.searches then return end
  seen[statement] = true
  look(made, moved, wants)
end

-- What is left out ----------------------------------------------------------------------------------------------------

local worth = 0.05 -- of the result: what moves it less is not named
local looked_at = { "attention", "causal", "dropout", "format" } -- words of the run that people forget, and that cost most

-- The other word of a field that nobody states which changes a result least, but by more than that: { word, change }.
local function moved_by(made, name, result, base)
  local row, best = rows.by_name[name], nil
  local now = made.run[name]
  for _, word in ipairs(rows.words(row)) do
    local copy = {}
    for key, value in pairs(made) do copy[key] = value end
    copy.run = made.run({ [name] = word }, true)
    local done, value = pcall(core.eval, copy, result)
    local change = done and value / base - 1 or 0
    if word ~= now and change == change and math.abs(change) > worth and (not best or math.abs(change) < math.abs(best[2])) then
      best = { word, change }
    end
  end
  return best
end

--- One line on what a case leaves out and what moves this result by more than 5 %; nil where nothing does.
function gate.left_out(made, result)
  local done, base = pcall(core.eval, made, result)
  if not done or made.searches or type(base) ~= "number" or base == 0 then return nil end
  local parts = {}
  if not core.states(made.model) and not made.model.name then parts[1] = "model (sizes of GPT-3)" end
  for _, name in ipairs(looked_at) do
    local best = not core.states(made.run, name) and moved_by(made, name, result, base)
    if best then
      parts[#parts + 1] = core.format('%s "%s" ("%s": %+.0f %%)', name, made.run[name], best[1], 100 * best[2])
    end
  end
  return #parts > 0 and core.format("assumed for %s: %s", result, table.concat(parts, ", ")) or nil
end

return gate
