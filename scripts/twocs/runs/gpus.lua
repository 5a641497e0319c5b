-- SPDX-License-Identifier: MIT
-- Devices as files of runs call them. The one thing to know: a name is matched without regard to case and punctuation, the
-- first pattern that fits decides, and what would be taken for another part (a card in place of a module, another memory or
-- fewer links) is refused rather than guessed.
local core = require "twocs.core"
local registry = require "twocs.data.registry"

local gpus = {}

local patterns = {
  -- Cards have neither the links nor the clocks of modules; others have other links or memory than their namesakes.
  { "pcie" }, { "nvl$" }, { "h%d%d%dnvl" }, { "gh200" }, { "[ah]800" },
  { "gb300", "gb300_nvl72" }, { "gb200", "gb200_nvl72" }, { "b300", "b300_sxm" }, { "b200", "b200_sxm" },
  { "h200", "h200_sxm" }, { "h100", "h100_sxm" }, { "a100.*40g", "a100_40g" }, { "a100", "a100_80g" },
  { "v100", "dgx_v100" }, { "mi250x?gcd", "mi250x_gcd" },
  { "mi250x?$" }, -- to a framework a module is two devices
  { "mi300x", "mi300x" }, { "mi325x", "mi325x" }, { "mi355x", "mi355x" },
}

-- By the first pattern that fits: a device, false where it is refused, nil where none fits.
local function by_pattern(plain)
  for _, one in ipairs(patterns) do
    if plain:find(one[1]) then return one[2] or false end
  end
end

-- By the registered name, "SXM" left out or not.
local function by_name(plain)
  for _, name in ipairs(registry.devices()) do
    local own = name:gsub("_", "")
    if plain == own or plain == own:gsub("sxm$", "") then return name end
  end
end

--- The registered device that a file's name stands for, or nil and a sentence.
function gpus.of(name)
  local plain = tostring(name):lower():gsub("[^%w]", "")
  local device = by_pattern(plain)
  if device == nil then device = by_name(plain) end
  if device then return device end
  return nil, core.format('"%s" is no device that is known here', name)
end

--- Is it a device of NVIDIA behind A100? For kernels that were made for A100.
function gpus.behind_a100(name)
  local known = gpus.of(name)
  return known ~= nil and (known:find "^[hb]%d" or known:find "^gb%d") ~= nil
end

return gpus
