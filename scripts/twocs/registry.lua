-- SPDX-License-Identifier: MIT
-- Models and devices by name. The data are plain tables (models.lua, devices.lua); here they become records, each when it is
-- first asked for, and an entry without a source or with a missing or unknown field is refused.
local core = require "twocs.core"

local function missing(kind, entry)
  for _, row in ipairs(require("twocs.rows").list) do
    if row.record == kind and row.must and entry[row.name] == nil then return row end
  end
end

local function record_made(kind, entry)
  if type(entry.source) ~= "string" then core.raise(core.format("%s %s has no source", kind, entry.name)) end
  local row = missing(kind, entry)
  if row then core.raise(core.format("%s %s lacks %s (%s)", kind, entry.name, row.name, row.meaning)) end
  return core.record(kind, entry)
end

local function registry(kind, module)
  local made = {}
  return setmetatable({}, {
    __index = function(_, name)
      local data = require(module)
      local entry = data.list[name]
      if not entry then
        local near = type(name) == "string" and core.nearest(name, data.order)
        core.raise(core.format("there is no %s '%s'%s", kind, tostring(name), near and core.format("; did you mean '%s'?", near)
          or core.format("; there are %s", table.concat(data.order, ", "))))
      end
      made[name] = made[name] or record_made(kind, entry)
      return made[name]
    end,
    __newindex = function() core.raise(core.format("the registry of %ss is read only: keep your own in a variable", kind)) end,
    -- tw.devices() lists the names.
    __call = function() return require(module).order end,
  })
end

return { models = registry("model", "twocs.models"), devices = registry("device", "twocs.devices") }
