-- SPDX-License-Identifier: MIT
-- One software entry, field by field, each with the source of its value: the entry, the entry that it is like, the
-- calibration, or the default. Fields of a run and a layout are listed if the entry sets them, and so are its users' words
-- with another meaning in a case.
local core = require "twocs.core"
local packs = require "twocs.data.packs"
local rows = require "twocs.data.rows"

local calibrated_from = "calibrated to measured runs of all stacks by scripts/generate/constants.lua"

-- "recompute = full, recompute_part = 0.5", by alphabet.
local function assignments(fields)
  local list = {}
  for name, value in pairs(fields) do list[#list + 1] = core.format("%s = %s", name, value) end
  table.sort(list)
  return table.concat(list, ", ")
end

-- The fields of the entry that belong to no record.
local function other_values(entry, add)
  if entry.assumed then add("assumed", "yes", "no measured runs: it has the constants of all stacks") end
  if entry.deal then add("deal", entry.deal, "layers and LM head are assigned to pipeline stages by their FLOPs") end
  if entry.etp_by then
    add("etp_by", entry.etp_by, core.format("with fewer than %d experts, ETP is TP where a case does not state it and EP "
      .. "allows it", require("twocs.data.software").etp_stated_from))
  end
  if entry.accumulates then
    add("accumulates", entry.accumulates, "the batch of a rank is one microbatch unless grad_accum says so")
  end
  if entry.pads_experts then
    add("pads_experts", entry.pads_experts, "experts are padded to a capacity above 1 only if pad_to_capacity says so")
  end
  if entry.unfused then
    add("unfused", assignments(entry.unfused), "settings if attention is not fused")
  end
  if entry.adapters then
    add("adapters", assignments(entry.adapters), "fields of a model tuned by LoRA, in measured runs without them")
  end
  local words = {}
  for field, means in pairs(entry.means or {}) do
    for word, fields in pairs(means) do words[#words + 1] = { core.format("%s = %s", field, word), assignments(fields) } end
  end
  table.sort(words, function(a, b) return a[1] < b[1] end)
  for _, word in ipairs(words) do
    add("means", core.format("%s: %s", word[1], word[2]), "the fields of a case that a word of its users sets")
  end
end

--- of(name, shown): a list of { field, value, source, meaning }, all texts; shown(value, unit) makes the text of a number.
return function(name, shown)
  local entry, record = packs.entry("software", name), require("twocs.data.registry").software[name]
  local pooled = entry.ideal and {} or require("twocs.data.calibrated").sets.pooled

  local function source_of(field)
    local giver = packs.giver("software", name, field)
    if giver then
      local source = packs.given("software", giver, "source")
      return giver == name and source or core.format("as %s: %s", giver, source)
    end
    return pooled[field] and calibrated_from or "default"
  end

  local list = {}
  local function add(field, value, meaning, source)
    list[#list + 1] = { field = field, value = value, meaning = meaning, source = source or source_of(field) }
  end

  other_values(entry, add)
  for _, row in ipairs(rows.list) do
    local mine = row.record == "software"
    local value = entry[row.name]
    if mine and (value ~= nil or not row.follows and not row.inner) then value = record[row.name] end
    if value ~= nil and (mine or row.record == "run" or row.record == "layout") then
      add(row.name, type(value) == "number" and shown(value, row.unit) or value, row.meaning)
    end
  end
  return list
end
