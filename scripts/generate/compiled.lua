-- SPDX-License-Identifier: MIT
-- Compiles the scripts, for the interpreter that runs this: compiled.lua OUT HOME FILE ... with files below HOME. The build
-- runs it; bindings/lua/compiled.c reads what is written here, in numbers of four bytes, the lowest first:
--   "twocs c1", how many scripts; for each, in the order of names: where its name is in the file and how long it is,
--   where its source is, and the lengths of its source, of its code up to the name of the chunk, and of the rest;
--   then these.
-- The name of the chunk is left out of the code: it is the script's place, which the reader puts in.
local out, home = arg[1], arg[2]:gsub("/*$", "/")
local ordered = dofile((arg[0]:match "^.*/" or "./") .. "ordered.lua")

local function number(n)
  local bytes = {}
  for i = 1, 4 do bytes[i], n = string.char(n % 256), math.floor(n / 256) end
  return table.concat(bytes)
end

local function contents(file)
  local handle = assert(io.open(file, "rb"))
  local text = handle:read "*a"
  handle:close()
  return text
end

-- A length as it is written before a chunk's name: LuaJIT's own, Lua 5.4's with one more, the last byte marked.
local marker = "@?"
local before = jit and string.char(#marker) or string.char(#marker + 1 + 128)

local scripts = {}
for i = 3, #arg do
  local file = arg[i]
  local source = contents(file)
  local code = ordered(string.dump(assert((loadstring or load)(source, marker))))
  local at = assert(code:find(before .. marker, 1, true), "this interpreter writes code in another form")
  scripts[#scripts + 1] = { name = file:sub(#home + 1), source = source, head = code:sub(1, at - 1),
    rest = code:sub(at + #before + #marker) }
end
table.sort(scripts, function(a, b) return a.name < b.name end)

local parts, place = { "twocs c1", number(#scripts) }, 12 + 24 * #scripts
for _, s in ipairs(scripts) do
  parts[#parts + 1] = number(place) .. number(#s.name) .. number(place + #s.name) .. number(#s.source) .. number(#s.head)
    .. number(#s.rest)
  place = place + #s.name + #s.source + #s.head + #s.rest
end
for _, s in ipairs(scripts) do parts[#parts + 1] = s.name .. s.source .. s.head .. s.rest end
-- Another process may have the file mapped: it keeps the old one, which a truncated file would end with a bus error.
local file = assert(io.open(out .. ".new", "wb"))
assert(file:write(table.concat(parts)))
assert(file:close())
assert(os.rename(out .. ".new", out))
