-- SPDX-License-Identifier: MIT
-- How several results of one case are printed: one line per result, in the order of the registry, with value, unit and
-- meaning. The results are a plain table by name; the text is made only when it is printed.
local core = require "twocs.core"
local gate = require "twocs.ask.gate"
local rows = require "twocs.data.rows"
local software = require "twocs.ask.software"

local most = 40 -- lines; of more results, only the chief ones are shown
local chief_names = { "t_step", "token_rate", "mfu", "hfu", "f_ser", "f_com", "t_layer", "t_cmp", "t_ser", "t_exp",
  "t_step_cmp", "t_step_ser", "t_step_exp", "t_step_idle", "devices", "step_flop", "mem_byte", "fits", "legal" }

local answer, shown = {}, {}
local case_of = setmetatable({}, { __mode = "k" }) -- the case of each answer

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
    lines[#lines + 1] = core.format("and %d more; twocs fields result lists them", count - #names)
  end
  local band = self.t_step and case_of[self] and answer.bands and answer.bands().line(case_of[self])
  if band then lines[#lines + 1] = band end
  local rests = case_of[self] and software.line(case_of[self])
  if rests then lines[#lines + 1] = core.format("based on: %s", rests) end
  lines[#lines + 1] = names[1] and gate.left_out(case_of[self], self.t_step and "t_step" or names[1])
  return table.concat(lines, "\n")
end

-- The results of want = "all". A script usually reads only a few of them. The values are therefore kept in the order of a
-- list of names and looked up on access. They become a table by name only when a script iterates over them or changes them.
local values_of, made_of = {}, {} -- keys of the values and of their case
local lazy = {} -- metatables by list

local function unfold(t, names)
  local values = rawget(t, values_of)
  case_of[t] = rawget(t, made_of)
  rawset(t, values_of, nil)
  rawset(t, made_of, nil)
  setmetatable(t, shown)
  for i = 1, #names do t[names[i]] = values[i] end
  return t
end

local function lazy_class(names)
  local place = {}
  for i, name in ipairs(names) do place[name] = i end
  return {
    __index = function(t, name)
      local i = place[name]
      return i and rawget(t, values_of)[i] or nil
    end,
    __newindex = function(t, name, value) unfold(t, names)[name] = value end,
    __pairs = function(t) return next, unfold(t, names), nil end,
    __tostring = function(t) return tostring(unfold(t, names)) end,
  }
end

local function lazily(names, values, made)
  lazy[names] = lazy[names] or lazy_class(names)
  return setmetatable({ [values_of] = values, [made_of] = made }, lazy[names])
end

-- Lua 5.1 ignores __pairs.
local asks = pairs(setmetatable({}, { __pairs = function() return 1 end })) == 1

--- bands(): the module of the bands (predict/one_case.lua). twocs/init.lua sets this function.
answer.bands = nil

--- lazy(names, values, made): all results of a case, as a table that looks values up on access. It prints like answer.of.
--- nil if the interpreter ignores __pairs. names: a list that never changes.
answer.lazy = asks and lazily or nil

--- of(result, made): the table `result`, with a metatable that prints it readably, with a line about its basis.
function answer.of(result, made)
  case_of[result] = made
  return setmetatable(result, shown)
end

return answer
