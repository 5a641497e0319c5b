-- SPDX-License-Identifier: MIT
-- The location of files that the project uses for comparison and does not contain: only the folder TWOCS_DATA; if this is
-- not set, ../shared/data next to the project.
local given = {}

local named = os.getenv("TWOCS_DATA") or ""
local folders = named ~= "" and { named } or { "../shared/data", "../../shared/data" }

--- The path of one of these files, or nil and a sentence.
function given.path(name)
  for _, folder in ipairs(folders) do
    local path = folder .. "/" .. name
    local file = io.open(path, "rb")
    if file then
      file:close()
      return path
    end
  end
  return nil, name .. " is missing: set TWOCS_DATA to the folder that contains it"
end

return given
