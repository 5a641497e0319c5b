-- SPDX-License-Identifier: MIT
-- The column offload, whose cells say in a few words what is kept on the host: the optimizer's state is a field of a case,
-- stored activations are not.
local offloads = {}

local nothing = { none = true, no = true, ["false"] = true, off = true, ["0"] = true, disabled = true }

local function plain(value) return tostring(value):lower():gsub("\226\134\146", " to "):gsub("[%s_%-]+", " ") end

--- optimizer(value): whether a cell says that the state of the optimizer is on the host. "distributed optimizer" does not.
function offloads.optimizer(value)
  local text = plain(value)
  return not nothing[text] and text:find "opt" ~= nil and (text:find "cpu" or text:find "host" or text:find "offload"
    or text:find "^opti?m?i?z?e?r?$") ~= nil
end

--- remark(value): a sentence on a cell with an effect that is not predicted, or nil.
function offloads.remark(value)
  local text = plain(value or "none")
  if nothing[text] or offloads.optimizer(text) then return nil end
  if text:find "act" and (text:find "cpu" or text:find "host" or text:find "offload" or text:find "^activations?$") then
    return "its activations are moved to the host, which is not predicted: its step is longer and needs less memory"
  elseif text == "yes" or text == "true" or text == "cpu" or text == "on" or text == "1" then
    return "its offload does not say what is moved to the host and is not used: write optimizer or activations"
  end
end

return offloads
