-- SPDX-License-Identifier: MIT
-- How several results of one case print: a line for each, in the order of the registry, with value, unit and meaning. The
-- one thing to know: it is a plain table by name; nothing is made of it before somebody prints it.
local core = require "twocs.core"
local gate = require "twocs.ask.gate"
local rows = require "twocs.data.rows"

local most = 40 -- lines; of more results the chief ones are shown
local chief_names = { "t_step", "token_rate", "mfu", "hfu", "f_ser", "f_com", "t_layer", "t_cmp", "t_ser", "t_exp",
  "t_step_cmp", "t_step_ser", "t_step_exp", "t_step_idle", "devices", "step_flop", "mem_byte", "fits", "legal" }

local answer, shown = {}, {}
local case_of = setmetatable({}, { __mode = "k" }) -- of which case an answer is

local function text_of(value, unit)
  if type(value) ~= "number" then return tostring(value) end
  if unit == "1" then return core.format("%.5g", value) end
  local label, divisor = core.scale(value, unit)
  return core.format("%.5g %s", value / divisor, label)
end

-- Names of these results in the order of the list.
local function ordered(self, list)
  local names, seen = {}, {}
  for _, row in ipairs(list) do
    if self[row.name] ~= nil and not seen[row.name] then names[#names + 1], seen[row.name] = row.name, true end
  end
  return names
end

function shown.__tostring(self)
  local count = 0
  for _ in pairs(self) do count = count + 1 end
  local names = ordered(self, rows.list)
  if #names > most then
    local chief = {}
    for i, name in ipairs(chief_names) do chief[i] = rows.by_name[name] end
    names = ordered(self, chief)
  end
  local lines, wide, values = {}, 0, {}
  for i, name in ipairs(names) do
    values[i], wide = text_of(self[name], rows.by_name[name].unit), math.max(wide, #name)
  end
  for i, name in ipairs(names) do
    local meaning = rows.by_name[name].meaning:match "^[^:]+"
    lines[i] = core.format("%s%s  %-15s  %s", name, (" "):rep(wide - #name), values[i], meaning)
  end
  if #names < count then
    lines[#lines + 1] = core.format("and %d more; twocs fields result says what they are", count - #names)
  end
  lines[#lines + 1] = names[1] and gate.left_out(case_of[self], self.t_step and "t_step" or names[1])
  return table.concat(lines, "\n")
end

--- of(result, made): the same table, which prints readably, with a line on what the case leaves out.
function answer.of(result, made)
  case_of[result] = made
  return setmetatable(result, shown)
end

return answer
