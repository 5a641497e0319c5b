-- SPDX-License-Identifier: MIT
-- Whole files as texts, for tests: a file that cannot be read or written ends the test with the system's message.
local files = {}

function files.content(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

function files.write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  assert(file:close())
end

return files
