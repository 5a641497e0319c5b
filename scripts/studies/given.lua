-- SPDX-License-Identifier: MIT
-- Where files of others lie that the project is held against and does not contain: in the folder that TWOCS_DATA
-- names, and nowhere else; where it names none, in ../shared/data next to the project.
local given = {}

local named = os.getenv("TWOCS_DATA") or ""
local folders = named ~= "" and { named } or { "../shared/data", "../../shared/data" }

--- The path of a file among them, or nil and a sentence.
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
