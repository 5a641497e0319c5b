-- SPDX-License-Identifier: MIT
-- Software by the texts that people write for it. The one thing to know: a text may say more than a name ("NeMo 24.05",
-- "KempnerForge (PyTorch FSDP2, torch.compile)"), so the longest known name that it contains decides, unless the text is
-- another name but for a typo ("torchtitna" contains "torch").
local nearest = require "twocs.common.nearest"
local packs = require "twocs.data.packs"

local software = {}

--- What a case that says no software has.
software.default = "pytorch"

local function plain(text) return (text:lower():gsub("[^%w@]", "")) end

--- entry(name): the entry of that name, or nil.
function software.entry(name) return packs.entry("software", name) end

--- find(text): the name of the entry that a text means, or nil: a name of its own, or the longest of the other names that
--- it contains.
function software.find(text)
  if packs.entry("software", text) then return text end
  local wanted, found, longest, names = plain(text), nil, 0, packs.names "software"
  for _, name in ipairs(names) do
    if name == text or plain(name) == wanted then return name end
    for _, also in ipairs(packs.given("software", name, "also") or {}) do
      if #also > longest and wanted:find(also, 1, true) then found, longest = name, #also end
    end
  end
  local near = found and longest < #wanted and nearest.find(text, names)
  return (not near or near == found) and found or nil
end

return software
