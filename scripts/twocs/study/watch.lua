-- SPDX-License-Identifier: MIT
-- Everything that a script reads while it runs: files, whether they exist or not, folders that it lists, environment
-- variables, modules, and the style of figures. A hash is taken at the latest when the file is read, so a later change is
-- noticed; each file is hashed once.
local core = require "twocs.core"

local watch = {}

local absent = "-"
local hashes = {} -- of files, by path

local function file_hash(path)
  if not hashes[path] then hashes[path] = core.file_hash(path) or absent end
  return hashes[path]
end

local places = {} -- of modules, by name

local function place_of(name)
  if places[name] == nil then
    places[name] = core.place(name) or package.searchpath(name, package.path)
      or package.searchpath(name, package.cpath) or false
  end
  return places[name]
end

--- Forgets all hashes, so that files are hashed again.
function watch.forget() hashes, places = {}, {} end

local list = core.files -- the original function, without recording

-- By kind: a function for the current hash.
local now = {
  file = file_hash,
  module = function(name) return place_of(name) and file_hash(place_of(name)) or absent end,
  folder = function(path) return core.hash(table.concat(list(path) or { "no folder" }, "\n")) end,
  style = function() return core.hash(require("twocs.figure").style or "screen") end, -- the style of figures
  variable = function(name) return core.hash(os.getenv(name) or absent) end,
}

--- The hash of a thing of this kind, or nil if the kind does not exist.
function watch.hash(kind, name) return now[kind] and now[kind](name) end

--- The current hash of a file that may have been written in the meantime.
function watch.written(path) return core.file_hash(path) or absent end

--- Whether a module belongs to twocs and so may change.
function watch.is_ours(name) return name:match("^twocs") ~= nil or name:match("^studies%.") ~= nil end

local function recorder()
  local seen, things = {}, {}
  return function(kind, name)
    local key = core.format("%s %s", kind, name)
    if seen[key] then return end
    seen[key] = true
    things[#things + 1] = { kind = kind, name = name, hash = watch.hash(kind, name) }
  end, things
end

-- The functions through which scripts read: { table, name, function that records what a call reads }.
local function readers(note)
  local function whole(path) if path then note("file", path) end end
  return {
    { io, "open", function(path, mode) if not mode or mode:find("r", 1, true) then note("file", path) end end },
    { io, "lines", whole }, { _G, "loadfile", whole }, { _G, "dofile", whole },
    { os, "getenv", function(name) note("variable", name) end },
    { core, "files", function(path) note("folder", path) end },
    { _G, "require", function(name) if watch.is_ours(name) then note("module", name) end end },
  }
end

--- Calls f like xpcall. Returns the first two results of xpcall, and a list of { kind =, name =, hash = } of everything
--- that was read.
function watch.call(f, handler)
  local note, things = recorder()
  local replaced = readers(note)
  for _, reader in ipairs(replaced) do
    local place, name, reads = reader[1], reader[2], reader[3]
    local own = place[name]
    reader[4] = own
    place[name] = function(...)
      if type((...)) == "string" then reads(...) end
      return own(...)
    end
  end
  local done, why = xpcall(f, handler)
  for _, reader in ipairs(replaced) do reader[1][reader[2]] = reader[4] end
  for name in pairs(package.loaded) do
    if watch.is_ours(name) then note("module", name) end
  end
  return done, why, things
end

return watch
