-- SPDX-License-Identifier: MIT
-- The smallest number of devices of a search that trains a number of tokens in time. For each number of devices, the best
-- layout by the score of the search is used. A run consists of steps only: no failures, no checkpoints.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local evaluated = require "twocs.search.evaluated"
local mistake = require "twocs.common.mistake"
local numbers = require "twocs.common.numbers"
local rows = require "twocs.data.rows"

local deadline = {}

local day = 86400
local names = { "devices", "kind", "t_step", "days", "in_time", "gpu_hours", "rent_low", "rent_high", "energy_low",
  "energy_high" }
local priced = { rent_low = "rent_cost_low", rent_high = "rent_cost_high", energy_low = "energy_cost_low",
  energy_high = "energy_cost_high" }
local units = { devices = "1", t_step = "s", days = "1", in_time = "1", gpu_hours = "1", rent_low = "USD",
  rent_high = "USD", energy_low = "USD", energy_high = "USD" }
local meanings = { devices = "devices", kind = "degrees above 1, and the sharded state", t_step = "a step",
  days = "days for all tokens", in_time = "1 if this meets the deadline", gpu_hours = "hours of all devices together",
  rent_low = "rent of the devices, low end", rent_high = "rent of the devices, high end",
  energy_low = "electric energy, low end", energy_high = "electric energy, high end" }

local function seconds(time)
  if type(time) == "number" then return numbers.finite("deadline: ", time, ": expected a time such as \"90 days\"") end
  local value, sentence = core.quantity(time, "s", "deadline")
  if not value then mistake.raise("%s", sentence) end
  return value
end

-- Results of the best layout of each number of devices.
local function evaluated_of(list, want)
  for _, one in ipairs(list) do one.layout = one.layout or one.decode() end
  return evaluated.results(list, want)
end

-- The notes of the table. A device without prices gets no costs, and a note says so.
local function note_of(least, list, made, missing)
  local notes = { least and core.format("fewest devices that meet the deadline: %.0f", least)
    or core.format("no number of devices meets the deadline; the fastest takes %.4g days", list.fastest) }
  if #missing > 0 then
    notes[2] = core.format("not given: power and prices of %s (%s), so results that need them are omitted",
      made.device.name or "the device", table.concat(missing, ", "))
  end
  return notes
end

--- of(found, list, time, tokens): the table. list: the best layout of each number of devices; time: text with a unit, or
--- seconds.
function deadline.of(found, list, time, tokens)
  local within, made = seconds(time), found.q.made
  if type(tokens) ~= "number" or not (tokens > 0) or tokens == math.huge then
    mistake.raise("deadline: tokens is %s, expected the number of training tokens, such as 15e12", mistake.show(tokens))
  end
  local missing, want = rows.power_left_out(made.device), { "t_step", "token_rate" }
  if #missing == 0 then
    for _, name in pairs(priced) do want[#want + 1] = name end
  end
  table.sort(list, function(a, b) return a.devices < b.devices end)
  local columns, least, fastest = {}, nil, math.huge
  for _, name in ipairs(names) do columns[name] = {} end
  for i, of in ipairs(evaluated_of(list, want)) do
    local takes, devices = tokens / of.token_rate, list[i].devices
    local row = { devices = devices, kind = list[i].kind, t_step = of.t_step, days = takes / day,
      in_time = takes <= within and 1 or 0, gpu_hours = devices * takes / 3600 }
    for name, result in pairs(priced) do row[name] = of[result] and of[result] * tokens or 0 / 0 end
    for _, name in ipairs(names) do columns[name][i] = row[name] end
    if takes <= within then least = least or devices end
    fastest = math.min(fastest, takes / day)
  end
  return require("twocs.table").new{ n = #list, names = names, columns = columns, units = units, meanings = meanings,
    head = case.head(made), notes = note_of(least, { fastest = fastest }, made, missing) }
end

return deadline
