-- SPDX-License-Identifier: MIT
-- Entries by their everyday names: "NVIDIA H100 80GB HBM3", "A100-SXM4-80GB", "TPU v5p". A name is split into words, and
-- words that do not distinguish devices (the vendor, the kind of memory) are ignored. The rest must be a registered name or
-- an item of `also`. A name that could mean another part (a card instead of a module, other memory, fewer links) is refused
-- with the nearest names.
local core = require "twocs.core"
local nearest = require "twocs.common.nearest"
local packs = require "twocs.data.packs"

local aliases = {}

local silent = {}
for word in ([[nvidia meta instruct chat hf amd instinct tesla geforce google cloud aws amazon intel habana gpu gpus
  tensor core cores accelerator chip hbm2 hbm2e hbm3 hbm3e gddr6 gddr6x gddr7
  standard]]):gmatch "%S+" do silent[word] = true end

-- The words of a text in any order, and written as one: "A100-80GB-SXM4" is "80gb a100 sxm4" and "a10080gbsxm4". How many
-- there are, "8xA100", says nothing of one.
local function keys_of(text)
  local words = {}
  local plain = tostring(text):lower():gsub("^[%w_%.-]+/", "") -- whose it is, on Hugging Face
    :gsub("%f[%w]%d+%s*x%s*(%a)", "%1"):gsub("sxm%d", "sxm"):gsub("(%d)%s+(g[bi])", "%1%2"):gsub("(%dg)ib", "%1b")
    :gsub("%f[%w](%d+)%s?g%f[%W]", "%1gb") -- "80G"; an A10G is a device
  for word in plain:gmatch "%w+" do
    if not silent[word] then words[#words + 1] = word end
  end
  local glued = table.concat(words)
  table.sort(words)
  return table.concat(words, " "), glued
end

-- Of each kind: key to registered name, and what texts were found to mean, made when first asked; again where a pack was
-- added.
local tables = {}

local function add(called, kind, name)
  local function put(text)
    for _, key in ipairs{ keys_of(text) } do
      if key ~= "" and not called[key] then called[key] = name end
    end
  end
  local also = packs.given(kind, name, "also")
  if also == false then return end -- not even its own name: what a user means by it is not guessed
  put(name)
  for _, text in ipairs(also or {}) do put(text) end
end

local function table_of(kind)
  local names = packs.names(kind)
  local known = tables[kind]
  if not known or known.n ~= #names then
    known = { n = #names, called = {}, found = {} }
    for _, name in ipairs(names) do add(known.called, kind, name) end
    tables[kind] = known
  end
  return known
end

-- The names that a text may have meant: not those that no text means. Of a name as short as "t4" two wrong letters leave
-- nothing: its first one has to be right.
local function offered(kind, text)
  local names, first = {}, type(text) == "string" and text:lower():sub(1, 1)
  for _, name in ipairs(packs.names(kind)) do
    local short = #name <= 4 and name:sub(1, 1) ~= first
    if packs.given(kind, name, "also") ~= false and not short then names[#names + 1] = name end
  end
  return names
end

-- The memory that a text states: "94GB", "h100_64g".
local function memory(text) return text:lower():match "(%d+)%s*gi?b?%f[%W]" end

local function having(names, pattern)
  local list = {}
  for _, name in ipairs(names) do
    if name:find(pattern) then list[#list + 1] = name end
  end
  return list
end

-- Names that begin with the first word with a number in it ("h100" of "NVIDIA H100 PCIe"); the nearest alone, if it is one
-- and has no other memory. Else those with its number alone ("RTX 6000"), or those that its only word begins ("TPU").
local function related(names, text)
  local low = tostring(text):lower()
  local part, number, word = low:match "%a+%d+%a*", low:match "%f[%w]%d%d%d+%f[%W]", low:match "^%a%a%a+$"
  local list, near = part and having(names, core.format("^%s", part)) or {}, nearest.find(text, names)
  for _, name in ipairs(list) do
    if name == near and (not memory(low) or memory(low) == memory(near)) then return { name } end
  end
  if #list == 0 and number then list = having(names, number) end
  if #list == 0 and word then list = having(names, core.format("^%s_", word)) end
  return list
end

--- The registered name that a text means, or nil.
function aliases.find(kind, text)
  if type(text) ~= "string" then return nil end
  local known = table_of(kind)
  if known.found[text] == nil then
    local sorted, glued = keys_of(text)
    known.found[text] = known.called[sorted] or known.called[glued] or false
  end
  return known.found[text] or nil
end

--- How many devices a text counts, "64x H100", or nil.
function aliases.counted(text)
  return type(text) == "string" and tonumber(text:lower():match "%f[%w](%d+)%s*x%s*%a") or nil
end

--- The end of a sentence about a text that means none: related names, three at most, else the nearest.
function aliases.hint(kind, text)
  local names = offered(kind, text)
  if type(text) == "string" then text = text:match "[^/]*$" end
  local list = related(names, text)
  if #list == 0 then return nearest.hint(text, names) end
  return core.format('; did you mean "%s"?', table.concat(list, '", "', 1, math.min(#list, 3)))
end

--- The registered device that a text means, or nil, a sentence, and the sentence without the names that may be meant:
--- where many rows say why they are none, those that differ in the text alone are one reason.
function aliases.device(text)
  local name = aliases.find("devices", text)
  if name then return name end
  for _, part in ipairs{ "GCD", "tile" } do
    local one = aliases.find("devices", core.format("%s %s", tostring(text), part))
    if one then
      local two = core.format('"%s" is not a known device: it is two; did you mean "%s", one of them?', text, one)
      return nil, two, two
    end
  end
  local unknown = core.format('"%s" is not a known device', core.printable(tostring(text)))
  return nil, unknown .. aliases.hint("devices", text), unknown
end

return aliases
