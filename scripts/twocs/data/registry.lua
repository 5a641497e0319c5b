-- SPDX-License-Identifier: MIT
-- Models and devices by name. The data are packs of plain tables (packs.lua); here they become what scripts use, each when
-- it is first asked for, and an entry without a source or with a missing or unknown field is refused.
local aliases = require "twocs.data.aliases"
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local packs = require "twocs.data.packs"

local function missing(kind, entry)
  for _, row in ipairs(require("twocs.data.rows").list) do
    if row.record == kind and row.must and not row.asked and entry[row.name] == nil then return row end
  end
end

local outside_of_records = { also = true, gpu = true }

local function record_made(kind, entry)
  if type(entry.source) ~= "string" then mistake.raise("%s %s has no source", kind, entry.name) end
  local row = missing(kind, entry)
  if row then mistake.raise("%s %s lacks %s (%s)", kind, entry.name, row.name, row.meaning) end
  local fields = {}
  for key, value in pairs(entry) do
    if not outside_of_records[key] then fields[key] = value end
  end
  return core.freeze(core.record(kind, fields))
end

local function refuse_unknown(kind, name, became, hint)
  if became then mistake.raise("%s %s is no more: take %s", kind, name, became) end
  mistake.raise('there is no %s "%s"%s', kind, mistake.word(name), hint)
end

-- A table of what make(kind, entry) makes of each entry, once; called, it lists the names. unknown(name): what became of a
-- name that is none, or nil; and the end of the sentence about it.
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
    __newindex = function() mistake.raise("the registry of %ss is read only: keep your own in a variable", kind) end,
    __call = names_of,
  })
end

--- Entries of the packs by name, or by what people call them, each made once by make(kind, entry).
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

return { of_packs = of_packs, models = of_packs("model", "models"), devices = of_packs("device", "devices") }
