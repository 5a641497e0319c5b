-- SPDX-License-Identifier: MIT
-- explain(case, "t_step"): the tree of equations of a number, with values, units and references. A column that occurs in
-- several places is expanded once. An illegal layout is explained too, after a first line with the broken rule.
local core = require "twocs.core"
local case = require "twocs.ask.case"
local gate = require "twocs.ask.gate"
local legal = require "twocs.ask.legal"
local rows = require "twocs.data.rows"
local mistake = require "twocs.common.mistake"
local numbers = require "twocs.common.numbers"
local dealt = require "twocs.ask.dealt"
local played = require "twocs.ask.played"
local remedy = require "twocs.ask.remedy"
local support = require "twocs.ask.support"

local explain = {}

local function quantity(value, unit)
  if value ~= value then return "not given" end
  local label, divisor = core.scale(value, unit)
  return core.format("%.6g%s", value / divisor, label ~= "" and core.format(" %s", label) or "")
end

-- The columns that `name` reads. Fields of a network level that the device does not have are left out.
local function read_by(made, name)
  local reads, row = {}, rows.by_name[name]
  if row.record ~= "result" and core.given(made[row.record], name) then return reads end
  for _, read in ipairs(core.reads(made, name)) do
    local level = read:match("^(net[123])_%a+$")
    if not level or read == level .. "_size" or made.device[level .. "_size"] > 1 then reads[#reads + 1] = read end
  end
  return reads
end

local function needed(made, name, seen, order)
  if seen[name] then return end
  seen[name] = read_by(made, name)
  order[#order + 1] = name
  for _, read in ipairs(seen[name]) do needed(made, read, seen, order) end
end

local default, algorithms = {}, {}
for _, law in ipairs(core.laws()) do
  if law.default then default[law.family] = law.name end
  if law.scope then
    algorithms[law.family] = algorithms[law.family] or {}
    table.insert(algorithms[law.family], law.name)
  end
end

-- "all_reduce by auto: tree": the law of a slot and, if the law chooses an algorithm, the algorithm that it chose here.
local function filled_by(made, name, family)
  local law = made.plan and made.plan[family] or default[family]
  local word = type(law) == "table" and law.label or type(law) == "string" and law or "function"
  local text = core.format("%s by %s", family, word)
  local call = core.format("%s_algorithm", name:match("^t_(.*)$") or name:match("^(.*)_%a+$") or name)
  if law ~= "auto" or not rows.by_name[call] then return text end
  return core.format("%s: %s", text, algorithms[family][core.run(made, {}, { call })[1][1]])
end

local function source(row, made)
  if row.record ~= "result" then return row.record end
  local family = row.formula:match("^law of ([%w_]+)")
  if family then return filled_by(made, row.name, family) end
  return core.format("%s (%s)", row.reference, row.number)
end

-- A slot has a law instead of a formula, and a stated field does not follow its formula.
local function shows_formula(row, made)
  if row.formula == "" or row.formula:match("^law of") then return false end
  return row.record == "result" or not core.given(made[row.record], row.name)
end

local function worth(row, value)
  return row.choice and value == value and rows.words(row)[value + 1] or quantity(value, row.unit)
end

local function add_lines(lines, made, name, values, reads, depth, opened)
  local row = rows.by_name[name]
  local again = opened[name] and #reads[name] > 0
  local text = core.format("%s%s = %s", string.rep("  ", depth), name, worth(row, values[name]))
  local about = shows_formula(row, made) and core.format("%s = %s", row.meaning, row.formula) or row.meaning
  lines[#lines + 1] = core.format("%-42s %s  [%s]%s", text, about, source(row, made), again and " (above)" or "")
  if again then return end
  opened[name] = true
  for _, read in ipairs(reads[name]) do add_lines(lines, made, read, values, reads, depth + 1, opened) end
end

--- The tree as text. depth: the number of levels below the first line; nil means all.
function explain.explain(given, name, depth)
  local made = case.split(given, {})
  if type(name) ~= "string" then
    mistake.raise('explain: expected the name of a result, such as "t_step", got %s', mistake.show(name))
  end
  rows.find(name)
  if depth ~= nil then depth = numbers.rows("explain: depth = ", depth) end
  gate.own(made, { name })
  local why
  made, why = case.laid(made, { name })
  if not made then mistake.raise("explain: %s", why) end
  local reads, order = {}, {}
  needed(made, name, reads, order)
  local results, values = core.run(made, {}, order), {}
  for k, column in ipairs(order) do values[column] = results[k][1] end
  if depth then
    local far = {}
    local function mark(column, d)
      if d >= depth then far[column] = far[column] == nil or far[column] else
        far[column] = false
        for _, read in ipairs(reads[column]) do mark(read, d + 1) end
      end
    end
    mark(name, 0)
    for column, cut in pairs(far) do
      if cut then reads[column] = {} end
    end
  end
  gate.tell(made, {}, { name })
  local wrong, lines = legal.wrong(made), {}
  if wrong then lines[1] = core.format("not a legal layout: %s", wrong) end
  for _, text in ipairs(made.unsupported or {}) do lines[#lines + 1] = core.format("note: %s", text) end
  add_lines(lines, made, name, values, reads, 0, {})
  if remedy.about(name) and not made.searches then
    for _, line in ipairs(remedy.lines(made)) do lines[#lines + 1] = line end
  end
  if not wrong and values.t_bubble ~= nil then
    for _, of in ipairs{ dealt, played } do
      for _, line in ipairs(of.lines(made)) do lines[#lines + 1] = line end
    end
  end
  for _, line in ipairs(support.lines(made, { name })) do lines[#lines + 1] = line end
  lines[#lines + 1] = gate.left_out(made, name)
  return table.concat(lines, "\n")
end

return explain
