-- SPDX-License-Identifier: MIT
-- Compiles scripts for the interpreter that runs this one: compiled.lua OUT HOME FILE ..., with files below HOME. The build
-- runs it, and bindings/lua/compiled.c reads the result. Numbers have four bytes, the lowest first:
--   "twocs c1" and the number of scripts;
--   for each script, sorted by name: the place of its name in the file, the length of the name, the place of its source,
--   and the lengths of its source, of its code before the name of the chunk, and of its code after this name;
--   then the name, the source and the code of each script.
-- The code does not contain the name of the chunk: it is the path of the script, which the reader inserts.
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

-- The byte before the name of a chunk: in LuaJIT the length of the name; in Lua 5.4 this length plus one, with the highest
-- bit set, which marks the last byte of a number.
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
-- Another process may have mapped the file. After the rename it keeps the old file; a truncated file would end it with a
-- bus error.
local file = assert(io.open(out .. ".new", "wb"))
assert(file:write(table.concat(parts)))
assert(file:close())
assert(os.rename(out .. ".new", out))
