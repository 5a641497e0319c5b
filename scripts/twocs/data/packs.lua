-- SPDX-License-Identifier: MIT
--[[
Packs: named data that are all added in the same way. A pack is a Lua file that returns lists of entries,

  return { devices = { { name = "mine", like = "h100_sxm", source = "our sheet", mem_bw = 3e12 } }, models = { ... } }

Each entry has a name, a source and the fields of its record; or `like` (a name of the same kind, or a table of fields) and
the fields that differ: `false` removes a field. `also` lists other names of the entry; `gone` of a file lists removed names
and their replacements. The data of twocs are such files too, listed here. Files are loaded in this order until one has the
wanted name, then the user's files: those of tw.add, and those named in TWOCS_PACKS.
]]
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local packs = {}

local shipped = {
  devices = { "nvidia", "cards", "amd", "google", "aws", "intel", "published" },
  models = { "gpt", "gpt_sizes", "llama", "qwen", "deepseek", "openai", "open", "pati23" },
  software = { "frameworks" },
  fits = { "fits" },
}
packs.kinds = { "devices", "models", "software", "fits" }

-- For each kind: entries by name, names in order, replacements of removed names, and files that are not loaded yet. `more`
-- contains the other tables of a file (models.table4 ...).
local stores = {}
for kind, files in pairs(shipped) do stores[kind] = { list = {}, order = {}, gone = {}, files = files, next = 1,
more = {} } end
local user = { given = {}, env = nil }

-- Reports a mistake in an entry, with its file.
local function refuse(where, ...) mistake.raise("%s: %s", where, core.format(...)) end

local function check_entry(kind, entry, where, store)
  if type(entry) ~= "table" then refuse(where, "%s holds a %s, expected tables", kind, type(entry)) end
  local name = entry.name
  if type(name) ~= "string" or not name:find "^%a[%w_]*@?[%w_-]*$" then
    refuse(where, "an entry of %s has no name of letters, digits and _", kind)
  end
  if store.list[name] then refuse(where, "%s already contains %s (%s)", kind, name, store.list[name].where) end
end

local function take(kind, entries, where)
  local store = stores[kind]
  if type(entries) ~= "table" then refuse(where, "%s is a %s, expected a list of entries", kind, type(entries)) end
  for _, entry in ipairs(entries) do
    check_entry(kind, entry, where, store)
    store.list[entry.name] = { entry = entry, where = where }
    store.order[#store.order + 1] = entry.name
  end
end

-- Entries of a generated file (fits.lua), { order, list }. Each entry is made when it is first used.
local function take_made(kind, pack, where)
  local store = stores[kind]
  local meta = { __index = function(one, key) return key == "entry" and pack.list[one.name] or nil end }
  for _, name in ipairs(pack.order) do
    store.list[name] = setmetatable({ name = name, where = where }, meta)
    store.order[#store.order + 1] = name
  end
end

-- Loads the next file that is included in twocs; nil if all are loaded.
local function load_next(kind)
  local store = stores[kind]
  local file = store.files[store.next]
  if not file then return nil end
  store.next = store.next + 1
  local where = file == kind and core.format("twocs.data.%s", kind) or core.format("twocs.data.%s.%s", kind, file)
  local pack = require(where)
  if pack.order then take_made(kind, pack, where) else take(kind, pack[kind], where) end
  for name, became in pairs(pack.gone or {}) do store.gone[name] = became end
  for name, value in pairs(pack) do
    if name ~= kind and name ~= "gone" then store.more[name] = value end
  end
  return true
end

local function load_shipped(kind)
  while load_next(kind) do end
end

-- A user's -------------------------------------------------------------------------------------------------------------

local function read_file(path)
  local chunk, sentence = loadfile(path)
  if not chunk then mistake.raise("add: %s", sentence) end
  local done, pack = pcall(chunk)
  if not done then mistake.raise("add: %s: %s", path, tostring(pack)) end
  return pack
end

local function add(pack, where)
  if type(pack) ~= "table" then refuse(where, "is a %s, expected a table such as { devices = { ... } }", type(pack)) end
  for kind in pairs(pack) do
    if not stores[kind] then
      refuse(where, '"%s" is not a kind of data%s', mistake.word(kind), nearest.hint(tostring(kind), packs.kinds))
    end
  end
  for _, kind in ipairs(packs.kinds) do
    if pack[kind] then
      load_shipped(kind)
      take(kind, pack[kind], where)
    end
  end
  return pack
end

-- Takes the entries of a pack back, after a mistake in one of them.
local function remove(pack)
  for _, kind in ipairs(packs.kinds) do
    local store, mine = stores[kind], {}
    for _, entry in ipairs(type(pack[kind]) == "table" and pack[kind] or {}) do mine[entry] = true end
    for i = #store.order, 1, -1 do
      local name = store.order[i]
      if mine[store.list[name].entry] then
        store.list[name] = nil
        table.remove(store.order, i)
      end
    end
  end
end

local function load_environment()
  if user.env then return end
  user.env = true
  for path in (os.getenv "TWOCS_PACKS" or ""):gmatch "[^:]+" do add(read_file(path), path) end
end

-- Entries --------------------------------------------------------------------------------------------------------------

local function found(kind, name)
  local store = stores[kind]
  while not store.list[name] and load_next(kind) do end
  if not store.list[name] then load_environment() end
  return store.list[name]
end

local not_inherited = { name = true, title = true, also = true, libraries = true, gpu = true, like = true }

-- The fields that an entry inherits through `like`. It does not inherit the year of a named entry.
local function inherited(kind, one, from)
  local like = from.like
  if like == nil then return {} end
  if type(like) == "table" then return packs.merged(kind, one, like) end
  local base = type(like) == "string" and packs.entry(kind, like)
  if not base then
    refuse(one.where, '%s is like "%s", which is not one of %s', one.entry.name, mistake.word(like), kind)
  end
  if not from.source and from == one.entry then refuse(one.where, "%s has no source of what differs from %s",
  one.entry.name, like) end
  local fields = {}
  for key, value in pairs(base) do
    if key ~= "year" then fields[key] = value end
  end
  return fields, like
end

--- All fields of an entry, or of a table that it inherits from, including inherited fields.
function packs.merged(kind, one, from)
  local fields, named = inherited(kind, one, from)
  local assumed = fields.assumed
  for key in pairs(not_inherited) do fields[key] = nil end
  for key, value in pairs(from) do
    if value == false then fields[key] = nil else fields[key] = value end
  end
  if from.assumed and assumed then fields.assumed = core.format("%s; %s", from.assumed, assumed) end
  if from.source and named then fields.source = core.format("%s; the rest as %s", from.source, named) end
  fields.like = nil
  return fields
end

--- The entry of this name with its inherited fields; nil if there is none.
function packs.entry(kind, name)
  local one = stores[kind].list[name] or found(kind, name)
  if not one then return nil end
  if one.whole then return one.whole end
  if one.open then refuse(one.where, "%s is derived from itself", name) end
  one.open = true
  one.whole = packs.merged(kind, one, one.entry)
  one.open = nil
  return one.whole
end

--- The value of a key in an entry itself, without inheritance.
function packs.given(kind, name, key) return found(kind, name).entry[key] end

--- The name of the entry that provides a key of this entry: itself, or one from which it inherits; nil if none does.
function packs.giver(kind, name, key)
  local entry = found(kind, name).entry
  if entry[key] ~= nil then return name end
  if type(entry.like) == "table" then return entry.like[key] ~= nil and name or nil end
  return entry.like and packs.giver(kind, entry.like, key)
end

--- All names, in order.
function packs.names(kind)
  load_shipped(kind)
  load_environment()
  return stores[kind].order
end

--- A table that a file of this kind holds in addition to its entries.
function packs.more(kind, name)
  load_shipped(kind)
  return stores[kind].more[name]
end

--- The replacement of a removed name, or nil.
function packs.gone(kind, name)
  load_shipped(kind)
  return stores[kind].gone[name]
end

-- Makes each record of a pack immediately, so that a mistake is reported when the pack is added.
local function check(pack)
  local registry = require "twocs.data.registry"
  for _, kind in ipairs(packs.kinds) do
    for _, entry in ipairs(registry[kind] and pack[kind] or {}) do local _ = registry[kind][entry.name] end
  end
end

-- Adds a whole pack, or nothing if it has a mistake.
local function add_whole(pack, where)
  local done, sentence = pcall(function() check(add(pack, where)) end)
  if done then return end
  if type(pack) == "table" then remove(pack) end
  error(sentence, 0)
end

--- tw.add "my_pack.lua" or tw.add{ devices = { ... } }: adds entries of a user, which are used by name like the included
--- ones.
function packs.add(given)
  load_environment()
  if type(given) == "string" then return add_whole(read_file(given), given) end
  return add_whole(given, "add")
end

return packs
