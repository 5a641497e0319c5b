-- SPDX-License-Identifier: MIT
-- Finds the software that a text means. A text may contain more than a name ("NeMo 24.05", "KempnerForge (PyTorch FSDP2,
-- torch.compile)"). The longest framework name in it decides, else the longest library name (kernel libraries last), unless
-- the text is a misspelt name ("torchtitna" contains "torch").
local nearest = require "twocs.common.nearest"
local packs = require "twocs.data.packs"

local software = {}

--- The software of a case that states none.
software.default = "pytorch"

--- Recipes of models with this number of experts, or more, state how many ranks share an expert (software/frameworks.lua,
--- etp_by).
software.etp_stated_from = 128

local kinds = { "also", "libraries" }

local function plain(text) return (text:lower():gsub("[^%w@]", "")) end

--- entry(name): the entry of that name, or nil.
function software.entry(name) return packs.entry("software", name) end

-- Names of an entry of one kind: "also" are names of the framework, "libraries" are names of the libraries that it uses.
local function names_of(entry, kind) return packs.given("software", entry, kind) or {} end

-- Whether consecutive words of the text form this name, with or without the digits of a version after it.
local function has_words(text, name)
  local words = {}
  for word in text:lower():gmatch "%w+" do words[#words + 1] = word end
  for first = 1, #words do
    local joined = ""
    for last = first, #words do
      joined = joined .. words[last]
      if joined == name or joined:gsub("%d+$", "") == name then return true end
    end
  end
  return false
end

--- named(text): the name of the entry with this name, apart from capitals and punctuation, or nil.
function software.named(text)
  local wanted = plain(text)
  for _, name in ipairs(packs.names "software") do
    if plain(name) == wanted then return name end
    for _, kind in ipairs(kinds) do
      for _, also in ipairs(names_of(name, kind)) do
        if also == wanted then return name end
      end
    end
  end
  return nil
end

-- Kernel libraries that any framework may use: they decide only if the text names nothing else.
local kernels = { transformerengine = true }

local function weight(name) return kernels[name] and 0.5 or #name end

-- The entry with the longest name of a kind that a text contains, and that name; or nil.
local function contained(text, kind, whole)
  local wanted, found, by = plain(text), nil, ""
  for _, name in ipairs(packs.names "software") do
    for _, other in ipairs(names_of(name, kind)) do
      if weight(other) > weight(by) and wanted:find(other, 1, true) and (not whole or has_words(text, other)) then
        found, by = name, other
      end
    end
  end
  return found, by
end

-- The release of an entry ("name@release") that a text names in other words, or nil: "Megatron-Bridge (NeMo 26.06)".
local function release_of(entry, text)
  for _, name in ipairs(packs.names "software") do
    if name:sub(1, #entry + 1) == entry .. "@" then
      for _, other in ipairs(names_of(name, "also")) do
        if has_words(text, other) then return name end
      end
    end
  end
end

--- find(text, whole): the name of the entry that a text means, or nil. The text is a name of the entry, or contains one of
--- its other names; the longest decides. whole: these must be whole words.
function software.find(text, whole)
  if packs.entry("software", text) then return text end
  local own = software.named(text)
  if own then return own end
  local found, by = contained(text, "also", whole)
  if not found then found, by = contained(text, "libraries", whole) end
  local bare = plain(text):gsub("v?%d+$", "") -- a version is no typo
  local part = found and #by < #bare and not has_words(text, by)
  local near = part and nearest.find(text, packs.names "software")
  return (not near or near == found) and (found and release_of(found, text) or found) or nil
end

return software
