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
  tensor core cores accelerator chip hbm2 hbm2e hbm3 hbm3e gddr6 gddr6x gddr7 dgx hgx
  standard]]):gmatch "%S+" do silent[word] = true end

--- A text in lower case that keeps the point of a size as a p, where signs between words are dropped: "OPT-1.3B" is not
--- "OPT-13B".
function aliases.sized(text) return (tostring(text):lower():gsub("(%d)%.(%d+%s*[bm])%f[%W]", "%1p%2")) end

local function letters(text) return (text:gsub("[^%w]", "")) end

--- A registered name as `sized` makes it. A name has no point itself: it is that of one of its other names, which has the
--- same letters.
function aliases.own(kind, name)
  for _, text in ipairs(packs.given(kind, name, "also") or {}) do
    if letters(text:lower()) == letters(name:lower()) then return letters(aliases.sized(text)) end
  end
  return letters(name:lower())
end

-- The words of a text, sorted, and the same words joined in their order: "A100-80GB-SXM4" gives "80gb a100 sxm" and
-- "a10080gbsxm". A number of devices, as in "8xA100", is ignored.
local function keys_of(text)
  local words = {}
  local plain = aliases.sized(text):gsub("^[%w_%.-]+/", "") -- the owner on Hugging Face
    :gsub("%f[%w]%d+%s*x%s*(%a)", "%1"):gsub("sxm%d", "sxm"):gsub("(%d)%s+(g[bi])", "%1%2"):gsub("(%dg)ib", "%1b")
    :gsub("%f[%w](%d+)%s?g%f[%W]", "%1gb") -- "80G"; an A10G is a device
  for word in plain:gmatch "%w+" do
    if not silent[word] then words[#words + 1] = word end
  end
  local glued = table.concat(words)
  table.sort(words)
  return table.concat(words, " "), glued
end

-- For each kind: registered names by key, and the results for texts that were looked up. Made on first use, and again after
-- a pack was added.
local tables = {}

local function add(called, kind, name)
  local function put(key)
    if key ~= "" and not called[key] then called[key] = name end
  end
  local also = packs.given(kind, name, "also")
  if also == false then return end -- not even its own name: what a user means by it is not guessed
  put((keys_of(name)))
  put(aliases.own(kind, name))
  for _, text in ipairs(also or {}) do
    for _, key in ipairs{ keys_of(text) } do put(key) end
  end
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

-- The names to suggest for an unknown text, without those that no text can mean. A name as short as "t4" is suggested only
-- if its first letter is right.
local function offered(kind, text)
  local names, first = {}, type(text) == "string" and text:lower():sub(1, 1)
  for _, name in ipairs(packs.names(kind)) do
    local short = #name <= 4 and name:sub(1, 1) ~= first
    if packs.given(kind, name, "also") ~= false and not short then names[#names + 1] = name end
  end
  return names
end

-- The size of memory in a text: "94GB", "h100_64g".
local function memory(text) return text:lower():match "(%d+)%s*gi?b?%f[%W]" end

local function having(names, pattern)
  local list = {}
  for _, name in ipairs(names) do
    if name:find(pattern) then list[#list + 1] = name end
  end
  return list
end

-- Names that begin with the first word of the text that contains a number ("h100" of "NVIDIA H100 PCIe"); only the nearest
-- name if it is one of them and has the same memory. Otherwise names with the number of the text ("RTX 6000"), or names
-- that begin with its only word ("TPU").
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

--- The number of devices in a text such as "64x H100", or nil.
function aliases.counted(text)
  return type(text) == "string" and tonumber(text:lower():match "%f[%w](%d+)%s*x%s*%a") or nil
end

--- The end of a sentence about an unknown text: at most three related names, else the nearest one.
function aliases.hint(kind, text)
  local names = offered(kind, text)
  if type(text) == "string" then text = text:match "[^/]*$" end
  local list = related(names, text)
  if #list == 0 then return nearest.hint(text, names) end
  return core.format('; did you mean "%s"?', table.concat(list, '", "', 1, math.min(#list, 3)))
end

--- The registered device that a text means; or nil, a sentence, and the same sentence without suggested names. The last one
--- groups rows of a file: rows that differ only in the text count as one reason.
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
