-- SPDX-License-Identifier: MIT
-- Files to tables.
local core = require "twocs.core"
local mistake = require "twocs.mistake"

local read = {}

--- read("runs.csv"): a table, or nil, sentence, code.
function read.read(path)
  if type(path) ~= "string" then mistake.raise("read: expected a file's name, got a %s", type(path)) end
  local file, sentence, code = io.open(path, "rb")
  if not file then return nil, sentence, code end
  local text = file:read("*a")
  file:close()
  if not text then return nil, core.format("%s: cannot be read", path), 21 end
  local found, why, what = require("twocs.table").read(text)
  if not found then return nil, core.format("%s: %s", path, why), what end
  return found
end

return read
