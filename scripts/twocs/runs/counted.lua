-- SPDX-License-Identifier: MIT
-- A cell with a device's name and a number of devices: "16x H100", "H100 x8", "2x8 H100", "8x H100 per node". Without the
-- column gpus, the number counts all devices, or the devices of each node if the row states nodes. With gpus, it must be
-- equal to gpus or to the devices of a node.
local core = require "twocs.core"

local counted = {}

-- "8 nodes x 8 H100", "2x H200 nodes, 8 GPUs each" and "8x B200 per node" as "8 x 8 H100", "2 x 8 H200" and "8x B200".
local function ordered(text)
  return (text:gsub("\195\151", "x"):gsub("^%s*(%d+)%s*[nN]odes?%s*x", "%1 x")
    :gsub("^%s*(%d+)%s*x%s*(.-)%s+[nN]odes?,?%s*(%d+)%s*[gG][pP][uU]s?%s+each%s*$", "%1 x %3 %2")
    :gsub("%s*[%(/]?%s*[pP]?[eE]?[rR]?%s*[nN]ode%)?%s*$", ""))
end

local function times(text) return (ordered(text):gsub("%*", "x"):lower()) end

--- of(text): the number of devices in a text, and the number of nodes if it states one; nil if it has no number.
function counted.of(text)
  local plain = times(text)
  local nodes, each = plain:match "^%s*(%d+)%s*x%s*(%d+)%s*x?%s*%a"
  if nodes then return tonumber(nodes) * tonumber(each), tonumber(nodes) end
  local n = plain:match "^%s*(%d+)%s*x%s*%a" or plain:match "^%s*%d*%a.-%s+x%s*(%d+)%s*$"
    or plain:match "^%s*%a.-[%s%(](%d+)x%)?%s*$"
    or not plain:find "^%s*mi" and plain:match "^%s*%a+%-?%d+x(%d+)%s*$" -- "H100*64"; the X of MI300X is its name
  return tonumber(n or nil)
end

--- without(text): the text without the number.
function counted.without(text)
  if not counted.of(text) then return text end
  return (ordered(text):gsub("^%s*%d+%s*[xX%*]%s*%d+%s*[xX%*]?%s*", ""):gsub("^%s*%d+%s*[xX%*]%s*", "")
    :gsub("%s+[xX%*]%s*%d+%s*$", ""):gsub("^(%s*%a+%-?%d+)[xX%*]%d+%s*$", "%1"):gsub("[%s%(]+%d+[xX%*]%)?%s*$", ""))
end

--- gpus(c): sets gpus of a row's cells if only the cell of the device states the number; a sentence if both state it and
--- differ.
function counted.gpus(c)
  local text = c.gpu_type or c.device
  local n, in_nodes = nil, nil
  if text then n, in_nodes = counted.of(text) end
  if not n then return nil end
  local of_each = text:lower():find "per%s*node" or text:lower():find "/%s*node"
  if of_each and not c.nodes and not c.gpus then return nil end -- of how many nodes?
  local nodes = c.nodes or 1
  if not c.gpus then
    c.gpus = in_nodes and n or n * nodes
  elseif c.gpus ~= n and (in_nodes or c.gpus % n ~= 0 or c.nodes and c.gpus ~= n * nodes) then
    return core.format('"%s" counts %.0f devices, but gpus is %.0f', text, n, c.gpus)
  end
end

return counted
