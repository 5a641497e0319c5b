-- SPDX-License-Identifier: MIT
-- Opens files that a script names. A file whose reading could wait forever is refused.
local core = require "twocs.core"

local opened = {}

local no_seek = 29 -- ESPIPE

--- The open file, or nil, sentence, code.
function opened.open(path)
  if core.is_pipe(path) then
    return nil, core.format("%s: a named pipe without a certain writer; read /dev/stdin instead, and start with < %s",
      path, path), no_seek
  end
  return io.open(path, "rb")
end

return opened
