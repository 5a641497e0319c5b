-- SPDX-License-Identifier: MIT
-- Models, devices and software by name. The data are packs of plain tables (packs.lua). Each entry becomes a record when it
-- is first used. An entry without a source, or with a missing or unknown field, is refused.
local aliases = require "twocs.data.aliases"
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local packs = require "twocs.data.packs"

local function missing(kind, entry)
  for _, name in ipairs(core.must(kind)) do
    if entry[name] == nil then return require("twocs.data.rows").by_name[name] end
  end
end

local outside_of_records = { also = true, gpu = true }
-- Keys of a software entry that are not fields (data/software/frameworks.lua explains them).
local software_keys = { name = true, title = true, source = true, assumed = true, also = true, ideal = true,
  means = true, libraries = true, unfused = true, adapters = true, deal = true, etp_by = true, pads_experts = true,
  accumulates = true, calibrated = true }

local function record_made(kind, entry)
  if type(entry.source) ~= "string" then mistake.raise("%s %s has no source", kind, entry.name) end
  local row = missing(kind, entry)
  if row then mistake.raise("%s %s lacks %s (%s)", kind, entry.name, row.name, row.meaning) end
  local fields = {}
  for key, value in pairs(entry) do
    if not outside_of_records[key] then fields[key] = value end
  end
  return core.freeze(core.record(kind, fields, true))
end

local rows_by_name
local function record_of(name)
  rows_by_name = rows_by_name or require("twocs.data.rows").by_name
  return rows_by_name[name] and rows_by_name[name].record
end

-- The record of a software: its own fields override the values that are calibrated for all software. A case takes the
-- fields of a run or a layout itself (ask/software.lua).
local function software_made(kind, entry)
  if type(entry.source) ~= "string" then mistake.raise("%s %s has no source", kind, entry.name) end
  local fields = { name = entry.name, source = entry.source, title = entry.title }
  if not entry.ideal then
    for name, value in pairs(require("twocs.data.calibrated").sets.pooled) do fields[name] = value end
  end
  for name, value in pairs(entry) do
    local record = record_of(name)
    if record == "software" then fields[name] = value
    elseif record and record ~= "run" and record ~= "layout" then
      mistake.raise("software %s: %s is a field of the %s", entry.name, name, record)
    elseif not record and not software_keys[name] then
      mistake.raise('software %s: "%s" is not a field', entry.name, mistake.word(name))
    end
  end
  return core.freeze(core.record(kind, fields, true))
end

local function refuse_unknown(kind, name, became, hint)
  if became then mistake.raise("%s %s no longer exists: use %s", kind, name, became) end
  mistake.raise('there is no %s "%s"%s', kind, mistake.word(name), hint)
end

-- A table that makes each entry once, with make(kind, entry), on first use. A call of the table lists the names.
-- unknown(name): the replacement of a removed name, or nil; and the end of the sentence about an unknown name.
local function named(kind, entry_of, names_of, unknown, make)
  local made = {}
  return setmetatable({}, {
    __index = function(_, name)
      if made[name] then return made[name] end
      local entry = entry_of(name)
      if not entry then refuse_unknown(kind, name, unknown(name)) end
      made[name] = make(kind, entry)
      return made[name]
    end,
    __newindex = function() mistake.raise("the registry of %ss is read-only: keep your own in a variable", kind) end,
    __call = names_of,
  })
end

--- Entries of the packs by registered or everyday name, each made once by make(kind, entry).
local function of_packs(kind, plural, make)
  local function entry_of(name)
    local entry = packs.entry(plural, name)
    if entry or packs.gone(plural, name) then return entry end
    local meant = aliases.find(plural, name)
    return meant and packs.entry(plural, meant)
  end
  return named(kind, entry_of, function() return packs.names(plural) end, function(name)
    return packs.gone(plural, name), aliases.hint(plural, name)
  end, make or record_made)
end

return { of_packs = of_packs, models = of_packs("model", "models"), devices = of_packs("device", "devices"),
  software = of_packs("software", "software", software_made) }
