-- SPDX-License-Identifier: MIT
-- The basis of an evaluation, in words. The engine determines it (engine/rows/support.def); it is only reported here. Four
-- words, from best to worst:
--   inside       measured on this device, in this format, at similar sizes and ranks
--   beyond       measured here, but not at such sizes or ranks: the law is extrapolated
--   transferred  measured on another device or in another format, and scaled by data sheets
--   assumed      not measured: a law by name, a function of the script, or a fit without a stated device
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local software = require "twocs.ask.software"

local support = { words = { "inside", "beyond", "transferred", "assumed" } }
local place = {}
for i, word in ipairs(support.words) do place[word] = i - 1 end

local function between(low, high)
  if low == high then return core.format("%.4g", low) end
  return core.format("%.4g to %.4g", low, high)
end

-- Extends the ranges of a size, by its name: { least asked, largest asked, least measured, largest measured }.
local function widen(beyond, range)
  local known = beyond[range[1]]
  if not known then
    beyond[#beyond + 1] = range[1]
    beyond[range[1]] = { range[2], range[3], range[4], range[5] }
  else
    known[1], known[2] = math.min(known[1], range[2]), math.max(known[2], range[3])
    known[3], known[4] = math.min(known[3], range[4]), math.max(known[4], range[5])
  end
end

-- For these columns: a list of { basis, beyond, count, outside }, one for each basis, in the order of the slots; the
-- families without a basis; and the result to which the support columns refer.
local function asked_of(made, axes, wants)
  local list, by_basis = {}, {}
  local slots, families, result = core.asked(made, axes, wants)
  for _, slot in ipairs(slots) do
    local one = by_basis[slot.basis]
    if not one then
      one = { basis = slot.basis, beyond = {}, count = 0, outside = 0 }
      by_basis[slot.basis], list[#list + 1] = one, one
    end
    one.count, one.outside = one.count + slot.rows, one.outside + slot.outside
    for _, range in ipairs(slot) do widen(one.beyond, range) end
  end
  return list, families, result
end

local function beyond_text(one)
  local basis, beyond, count, outside, parts = one.basis, one.beyond, one.count, one.outside, {}
  for _, name in ipairs(beyond) do
    local b = beyond[name]
    parts[#parts + 1] = core.format("%s %s (measured: %s)", name, between(b[1], b[2]), between(b[3], b[4]))
  end
  return core.format("%s is used beyond the measured range, %s%s", basis.title, table.concat(parts, ", "),
    outside < count and core.format(", in %.0f of %.0f cases", outside, count) or "")
end

--- An empty list of notes.
function support.none() return { keys = {} } end

local function put(notes, key, word, text, basis)
  key = core.format("%s|%s", key, word)
  if notes.keys[key] then return end
  notes.keys[key] = true
  notes[#notes + 1] = { key = key, word = word, text = text, object = basis.object, of = basis.of }
end

-- ---- at_least = "transferred".

local said = { beyond = "is beyond the measured range", transferred = "was measured elsewhere",
  assumed = "is assumed" }

--- Raises unless at_least is nil or one of the words.
function support.check(word)
  if word == nil or place[word] then return end
  mistake.raise('at_least = %s: expected "inside", "beyond", "transferred" or "assumed"', mistake.show(word))
end

-- The word of an entry: that of its basis or, outside the measured sizes, the word that applies there.
local function word_of(one)
  local basis = one.basis
  if one.outside == 0 then return basis.word end
  return basis.otherwise or basis.word == "inside" and "beyond" or basis.word
end

-- The worst word of the entries. It is used for listed operators, for which the engine has no shares.
local function worst_asked(list, families)
  local worst = #families > 0 and "assumed" or "inside"
  for _, one in ipairs(list) do
    local word = word_of(one)
    if one.count > 0 and place[word] > place[worst] then worst = word end
  end
  return worst
end

-- Raises if the basis of these columns is worse than at_least of the case.
local function demand(made, axes, wants, list, families, result)
  local function refuse(text, ...)
    mistake.raise('at_least = "%s": %s', made.at_least, core.format(text, ...))
  end
  if not result then
    local word = worst_asked(list, families)
    if place[word] > place[made.at_least] then refuse("the result %s", said[word]) end
    return
  end
  local names = { core.format("%s_support", result) }
  for i, word in ipairs(support.words) do names[i + 1] = core.format("%s_%s", result, word) end
  local columns, row = core.run(made, axes, names), 1
  for i = 2, #columns[1] do
    if columns[1][i] > columns[1][row] then row = i end
  end
  local word = support.words[columns[1][row] + 1]
  if not word or place[word] <= place[made.at_least] then return end
  refuse("%.3g %% of t_%s %s%s", 100 * columns[place[word] + 2][row], result, said[word],
    #columns[1] > 1 and core.format(" in row %.0f of %.0f", row, #columns[1]) or "")
end

-- Whether the script chose this basis. The choices of the software are reported in one line (software.line).
local function is_own(made, basis) return not (made.by_software and made.by_software[basis.family]) end

--- Whether there is anything to report about a case: the script chooses measured operators, or states at_least.
function support.says(made)
  if made.at_least ~= nil then return true end
  if not made.rests then return false end
  for _, basis in pairs(made.rests) do
    if is_own(made, basis) then return true end
  end
  return false
end

--- Raises if the basis of a step is worse than at_least. rests: a word, or its number as in step_support.
function support.demand_of(at_least, rests, what)
  local word = type(rests) == "number" and support.words[rests + 1] or rests
  if not at_least or not place[word] or place[word] <= place[at_least] then return end
  mistake.raise('at_least = "%s": the step of %s %s', at_least, what, said[word])
end

--- Adds a note for each basis of these columns, over these axes of the engine, that is not "inside". Raises if a basis is
--- worse than at_least of the case.
function support.add(notes, made, axes, wants)
  notes.software = notes.software or software.line(made)
  if not support.says(made) then return notes end
  local list, families, result = asked_of(made, axes, wants)
  if made.at_least and (#list > 0 or #families > 0) then demand(made, axes, wants, list, families, result) end
  for _, one in ipairs(list) do
    local basis = one.basis
    local own = is_own(made, basis)
    if own and basis.word ~= "inside" then put(notes, basis.why, basis.word, basis.why, basis) end
    if own and one.outside > 0 then put(notes, basis.title, "beyond", beyond_text(one), basis) end
  end
  return notes
end

--- The notes of one run of the engine.
function support.of(made, axes, wants) return support.add(support.none(), made, axes, wants) end

local reported = setmetatable({}, { __mode = "k" }) -- notes already reported, by fit

--- Writes the notes to stderr that were not written before in this run, and returns all notes as sentences.
function support.tell(notes)
  local sentences = { notes.software }
  for _, note in ipairs(notes) do
    local known = reported[note.object] or {}
    reported[note.object] = known
    local key = core.format("%s|%s", note.of, note.key)
    if not known[key] then
      known[key] = true
      io.stderr:write("twocs: ", note.word, ": ", note.text, "\n")
    end
    sentences[#sentences + 1] = core.format("%s: %s", note.word, note.text)
  end
  return #sentences > 0 and sentences or nil
end

-- "t_step: 62 % inside, 38 % assumed".
local function shares_line(made, result)
  local names, parts = {}, {}
  for i, word in ipairs(support.words) do names[i] = core.format("%s_%s", result, word) end
  local shares = core.eval(made, names)
  for i, word in ipairs(support.words) do
    if shares[names[i]] > 0 then parts[#parts + 1] = core.format("%.3g %% %s", 100 * shares[names[i]], word) end
  end
  return core.format("based on: t_%s: %s", result, table.concat(parts, ", "))
end

--- For explain: a line for each family and operator that these columns depend on and, if any was measured, the shares of
--- the time.
function support.lines(made, wants)
  local lines = { software.line(made) and core.format("based on: %s", software.line(made)) }
  made.rests = made.rests or {}
  local list, families, result = asked_of(made, {}, wants)
  for _, one in ipairs(list) do
    local basis, word, parts = one.basis, word_of(one), {}
    if basis.word ~= "inside" then parts[1] = basis.why end
    if one.outside > 0 then parts[#parts + 1] = beyond_text(one) end
    if #parts == 0 then parts[1] = core.format("%s, within the measured sizes", basis.title) end
    lines[#lines + 1] = core.format("based on: %s: %s (%s)", basis.of, word, table.concat(parts, "; "))
  end
  for _, family in ipairs(families) do
    local law = made.plan and made.plan[family]
    local name = type(law) == "string" and core.format("the law %s", law) or law and "a function of the script"
      or "the plan's default law"
    lines[#lines + 1] = core.format("based on: %s: assumed (%s, not fitted)", family, name)
  end
  if result and #list > 0 then
    local done, line = pcall(shares_line, made, result) -- a case that says less than a layer has no shares
    if done then lines[#lines + 1] = line end
  end
  return lines
end

return support
