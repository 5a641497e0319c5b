-- SPDX-License-Identifier: MIT
-- Tables of all fields, results, devices, models, software and laws. A search word is looked up in names, units and
-- meanings, ignoring case.
local core = require "twocs.core"
local make = require("twocs.table").new

local lists = {}
local nan = 0 / 0
local listed = 100 -- characters of a value

local function shown(value, unit)
  if unit == "token" then return core.format("%.10g token", value) end
  local label, divisor = core.scale(value, unit)
  return core.format(label == "" and "%.10g" or "%.10g %s", value / divisor, label)
end

--- The default of a field, in words.
function lists.initial(row)
  if row.follows then return core.format("= %s", row.formula) end
  if row.asked then return "required by the laws that use it" end
  if row.must then return "must be given" end
  if not row.choice then return shown(row.initial, row.unit) end
  local words = {}
  for word in row.words:gmatch("%S+") do words[#words + 1] = word end
  return core.format("%s, one of %s", words[row.initial + 1], table.concat(words, " "))
end

-- In a list, a long formula would hide everything else, so "follows" replaces it.
local function in_a_list(row)
  local text = lists.initial(row)
  return #text > listed and "follows" or text
end

local function from_rows(names, rows, cell, units)
  local columns = {}
  for _, name in ipairs(names) do columns[name] = {} end
  for i, row in ipairs(rows) do
    for name, value in pairs(cell(row)) do columns[name][i] = value end
  end
  return make{ n = #rows, names = names, columns = columns, units = units }
end

local function is_record(word)
  for _, name in ipairs(core.records()) do
    if name == word then return true end
  end
  return word == "result"
end

local function mentions(word, ...)
  return table.concat({ ... }, "\n"):lower():find(word:lower(), 1, true)
end

--- The fields of every record. If the word names a record or the results: only these. For any other word: every column that
--- mentions it, or that other tools call by it.
function lists.fields(word)
  local rows, meant = {}, {}
  for _, name in ipairs(word and core.meant(word) or {}) do meant[name] = true end
  for _, row in ipairs(core.columns()) do
    local wanted
    if not word then wanted = row.record ~= "result"
    elseif is_record(word) then wanted = row.record == word
    else wanted = meant[row.name] or mentions(word, row.name, row.meaning, row.unit) end
    if wanted and (not row.inner or row.name == word) then rows[#rows + 1] = row end
  end
  return from_rows({ "record", "name", "unit", "value", "meaning" }, rows, function(row)
    return { record = row.record, name = row.name, unit = row.unit, meaning = row.meaning,
      value = row.record == "result" and "" or in_a_list(row) }
  end)
end

-- The other names of an entry, those of libraries included (data/software/frameworks.lua).
local function other_names(kind, name)
  local all, packs = {}, require "twocs.data.packs"
  for _, list in ipairs{ "also", "libraries" } do
    for _, other in ipairs(packs.given(kind, name, list) or {}) do all[#all + 1] = other end
  end
  return table.concat(all, "\n")
end

local function registered(kind, columns, word)
  local packs, names, units, list = require "twocs.data.packs", { "name" }, {}, {}
  for _, name in ipairs(packs.names(kind)) do
    local entry = packs.entry(kind, name)
    local also = other_names(kind, name)
    if not word or mentions(word, name, also, entry.title or "", entry.source) then list[#list + 1] = entry end
  end
  for _, column in ipairs(columns) do names[#names + 1], units[column[1]] = column[1], column[2] end
  return from_rows(names, list, function(entry)
    local cells = { name = entry.name }
    for _, column in ipairs(columns) do
      local field, find = column[1], column[3]
      cells[field] = find and find(entry) or entry[field] or nan
    end
    return cells
  end, units)
end

function lists.devices(word)
  return registered("devices", { { "year", "" }, { "peak_fp16", "flop/s" }, { "mem_bw", "byte/s" },
    { "mem_size", "byte" }, { "net0_size", "" }, { "net0_bw", "byte/s" }, { "net1_bw", "byte/s" } }, word)
end

local function of_model(name)
  -- A list is not a result, so unsupported features of a model are not reported here.
  return function(entry)
    local model = require("twocs.data.registry").models[entry.name]{ unsupported = "" }
    return require("twocs.ask.sweep").eval({ model = model }, name)
  end
end

function lists.models(word)
  return registered("models", { { "year", "" }, { "layers", "" }, { "h", "" }, { "heads", "", of_model "heads" },
    { "kv_heads", "", of_model "kv_heads" }, { "ffn", "", of_model "ffn" }, { "vocab", "" },
    { "param", "1", of_model "param" } }, word)
end

--- All entries of software; if the word is the name of one, every field of it with its source.
function lists.software(word)
  if word and require("twocs.data.packs").entry("software", word) then
    return from_rows({ "field", "value", "source", "meaning" }, require "twocs.help.software"(word, shown),
      function(row) return row end)
  end
  local function assumed(entry) return entry.assumed and "yes" or "" end
  local function of_record(name)
    return function(entry) return require("twocs.data.registry").software[entry.name][name] end
  end
  return registered("software", { { "assumed", nil, assumed }, { "kernels", nil, of_record "kernels" },
    { "grad_format", nil, of_record "grad_format" }, { "accumulate", nil, of_record "accumulate" }, { "title" },
    { "source" } }, word)
end

function lists.laws(word)
  local list = {}
  for _, law in ipairs(core.laws()) do
    if not word or mentions(word, law.family, law.name, law.meaning) then list[#list + 1] = law end
  end
  return from_rows({ "family", "law", "default", "reference", "meaning" }, list, function(law)
    return { family = law.family, law = law.name, default = law.default and "default" or "", reference = law.reference,
      meaning = law.meaning }
  end)
end

return lists
