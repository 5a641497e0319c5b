-- SPDX-License-Identifier: MIT
-- Where files of others lie that the project is held against and does not contain: in the folder TWOCS_DATA, else in
-- ../shared/data beside the project.
local given = {}

local folders = { os.getenv("TWOCS_DATA") or "", "../shared/data", "../../shared/data" }

--- The path of a file among them, or nil and a sentence.
function given.path(name)
  for _, folder in ipairs(folders) do
    local path = folder .. "/" .. name
    local file = folder ~= "" and io.open(path, "rb")
    if file then
      file:close()
      return path
    end
  end
  return nil, name .. " is not here: the folder that holds it is named by TWOCS_DATA"
end

return given
