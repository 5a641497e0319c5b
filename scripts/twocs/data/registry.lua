-- SPDX-License-Identifier: MIT
-- Models and devices by name. The data are plain tables (models.lua, devices.lua); here they become what scripts use, each
-- when it is first asked for, and an entry without a source or with a missing or unknown field is refused.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local function missing(kind, entry)
  for _, row in ipairs(require("twocs.data.rows").list) do
    if row.record == kind and row.must and not row.asked and entry[row.name] == nil then return row end
  end
end

local function record_made(kind, entry)
  if type(entry.source) ~= "string" then mistake.raise("%s %s has no source", kind, entry.name) end
  local row = missing(kind, entry)
  if row then mistake.raise("%s %s lacks %s (%s)", kind, entry.name, row.name, row.meaning) end
  return core.freeze(core.record(kind, entry, true))
end

--- What the entries of a module of data are by name, each made once by make(kind, entry).
local function registry(kind, module, make)
  local made = {}
  return setmetatable({}, {
    __index = function(_, name)
      local data = require(module)
      local entry = data.list[name]
      if not entry then
        mistake.raise('there is no %s "%s"%s', kind, mistake.word(name), nearest.hint(name, data.order))
      end
      made[name] = made[name] or make(kind, entry)
      return made[name]
    end,
    __newindex = function() mistake.raise("the registry of %ss is read only: keep your own in a variable", kind) end,
    -- tw.devices() lists the names.
    __call = function() return require(module).order end,
  })
end

return { of = registry, models = registry("model", "twocs.data.models", record_made),
  devices = registry("device", "twocs.data.devices", record_made) }
