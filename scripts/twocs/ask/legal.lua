-- SPDX-License-Identifier: MIT
-- Whether a layout obeys the rules of legal.def, and what the verbs do if it does not. The equations accept any degree. A
-- question about one illegal layout returns the reason instead of a number; a table keeps such rows and marks them with the
-- columns `legal` and `why`. With illegal = "allow" nothing is checked.
local core = require "twocs.core"
local illegal = require "twocs.table.illegal"
local mistake = require "twocs.common.mistake"

local legal = {}

local rules, columns_of_rules = core.rules(), {}
for r, rule in ipairs(rules) do columns_of_rules[r] = core.format("rule_%s", rule.name) end

--- Whether a column tells if a layout is legal, or why it is not.
function legal.is_reason(name) return name == "legal" or name == "why" or name:sub(1, 5) == "rule_" end

--- Raises unless `illegal` is nil or "allow".
function legal.check(illegal)
  if illegal == nil or illegal == "allow" then return end
  mistake.raise('illegal = %s: expected "allow", or nothing, so that illegal layouts are refused or marked',
    mistake.show(illegal))
end

-- The columns of rules that can be computed over the axes. Without a device, these are only the rules of the model.
local function computable(made, moved)
  local function can(name)
    if #moved == 0 then return (pcall(core.eval, made, name)) end
    local done, found = pcall(core.can, made, moved, { name })
    return done and found
  end
  if can("why") then return { "why" } end
  local names = {}
  for _, name in ipairs(columns_of_rules) do
    if can(name) then names[#names + 1] = name end
  end
  return names
end

-- From columns that tell whether each rule holds: a column with the number of the first broken rule of each row; false if
-- no row breaks a rule.
local function first_broken(names, columns)
  local place, places = {}, {}
  for r, name in ipairs(columns_of_rules) do place[name] = r end
  for k, name in ipairs(names) do places[k] = place[name] end
  return core.first_broken(columns, places) or false
end

--- core.run with a second result: a column with the first rule that each row breaks (0: none), false if no row breaks a
--- rule, nil if rules are not checked. keeps: after Ctrl-C, the third result is the numbers of the finished rows.
function legal.run(made, moved, want, keeps)
  local rows = 1
  for _, moves in ipairs(moved) do rows = rows * #moves[1][2] end
  local names = (made.illegal == "allow" or rows == 0) and {} or computable(made, moved)
  if #names == 0 then return core.run(made, moved, want, false, keeps) end
  local all = {}
  for k, name in ipairs(want) do all[k] = name end
  for k, name in ipairs(names) do all[#want + k] = name end
  if names[1] == "why" then
    local results, why, done = core.run(made, moved, all, true, keeps)
    return results, why or false, done
  end
  local results, columns = core.run(made, moved, all), {}
  for k = 1, #names do columns[k], results[#want + k] = results[#want + k], nil end
  return results, first_broken(names, columns)
end

--- The sentence of a rule.
function legal.sentence(number) return rules[number].sentence end

-- The counts that a script can set and that a rule depends on, in the order of the rows.
local function counts_behind(made, column)
  local rows, seen, found = require("twocs.data.rows"), {}, {}
  local function follow(name)
    if seen[name] then return end
    seen[name] = true
    local row = rows.by_name[name]
    if row.record == "result" then
      for _, read in ipairs(core.reads(made, name)) do follow(read) end
    elseif row.count then
      found[#found + 1] = name
    end
  end
  follow(column)
  table.sort(found, function(x, y) return rows.place[x] < rows.place[y] end)
  return found
end

--- The sentence of a rule, with the values of these counts in this case.
function legal.reason(made, number)
  local parts = {}
  for _, name in ipairs(counts_behind(made, columns_of_rules[number])) do
    local value = core.run(made, {}, { name })[1][1]
    if value ~= 1 then parts[#parts + 1] = core.format("%s = %.6g", name, value) end
  end
  return core.format("%s (%s)", rules[number].sentence, table.concat(parts, ", "))
end

--- Why the layout of a case is illegal. nil if it is legal, if illegal layouts are allowed, or if no rule can be computed.
function legal.wrong(made)
  local _, why = legal.run(made, {}, {})
  if why then return legal.reason(made, why[1]) end
end

--- Raises for a verb that was asked about one illegal point.
function legal.refuse(verb, reason)
  mistake.raise('%s: this layout is illegal: %s; illegal = "allow" in the case computes it anyway', verb, reason)
end

--- Raises if a verb is asked about a point with an illegal layout. A legal layout, the usual case, costs one evaluation.
function legal.must_be(made, verb)
  if made.illegal == "allow" then return end
  local done, why = pcall(core.eval, made, "why")
  if done and why == 0 then return end
  local wrong = legal.wrong(made)
  if wrong then legal.refuse(verb, wrong) end
end

--- core.eval of a legal layout; raises for an illegal one. anyway: the layout is not checked. placed: results in the order
--- of `want`, not by name. A legal layout, the usual case, costs one evaluation of the columns and of `why`.
function legal.eval(made, want, anyway, placed)
  if anyway or made.illegal == "allow" then return (core.eval(made, want, nil, placed)) end
  local done, result, why = pcall(core.eval, made, want, "why", placed)
  if done and why == 0 then return result end
  legal.must_be(made, "eval")
  return (core.eval(made, want, nil, placed))
end

--- One line with the number of illegal points of a grid whose rows are not kept; nil if there are none. Without a device
--- only some rules can be computed, so the number is a lower bound.
function legal.line_of_grid(made, moved)
  local known = made.illegal ~= "allow" and computable(made, moved) or {}
  if #known == 0 then return nil end
  local whole, counts, most = known[1] == "why", {}, 0
  if whole then known = columns_of_rules end
  local _, _, mean, n = core.summary(made, moved, known)
  for k, name in ipairs(known) do
    counts[name] = n - math.floor(mean[k] * n + 0.5)
    most = math.max(most, counts[name])
  end
  if most == 0 then return nil end
  for r, name in ipairs(columns_of_rules) do counts[r] = counts[name] or 0 end
  if not whole then return core.format("%s", (illegal.line("points", n, most, counts):gsub(" in ", " in at least ", 1))) end
  local _, _, share = core.summary(made, moved, { "legal" })
  return illegal.line("points", n, n - math.floor(share[1] * n + 0.5), counts)
end

return legal
