-- SPDX-License-Identifier: MIT
--[[
The rules of the house that no compiler checks: which way includes and requires point, which symbols the engine shows, what
scripts may contain so that both interpreters run them alike, and that every public function is bound or excused. Run by
plain Lua 5.4 from the root of the tree: house.lua LIBRARY. The one thing to know: it reads text, so a rule holds for what
is written down, and the tests of names against units and of dead fields are in C (test_fields.c, dead_fields.c), where the
rows are.
]]
local library = arg[1]
local failures, checks = 0, 0

local function fail(...)
  failures = failures + 1
  print("  " .. string.format(...))
end

local function check(name, run)
  local before = failures
  checks = checks + 1
  run()
  print((failures == before and "ok " or "not ok ") .. tostring(checks) .. " - " .. name)
end

-- ---- Files

local function lines_of(command)
  local list = {}
  local pipe = assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

local function files(folders, ...)
  local tests = {}
  for _, pattern in ipairs{ ... } do tests[#tests + 1] = "-name '" .. pattern .. "'" end
  return lines_of("find " .. folders .. " -type f \\( " .. table.concat(tests, " -o ") .. " \\) 2>/dev/null | sort")
end

local function text_of(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

local function found(command) return #lines_of("command -v " .. command .. " 2>/dev/null") > 0 end

local function set(words)
  local list = {}
  for word in words:gmatch("%S+") do list[word] = true end
  return list
end

local function line_at(text, at)
  local _, breaks = text:sub(1, at):gsub("\n", "")
  return breaks + 1
end

-- ---- Which way includes point

local standard = set[[assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg
  stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath time wchar wctype]]
local posix = set"unistd sys/stat sys/types sys/mman sys/wait fcntl dirent dlfcn poll"
-- Each library in one folder.
local libraries = {
  { folder = "bindings/lua/", headers = "^lua%.h$ ^lauxlib%.h$ ^lualib%.h$ ^luajit%.h$ ^editline/ ^histedit%.h$" },
  { folder = "bindings/plot/", headers = "^plplot ^cairo ^pango ^fontconfig" },
  { folder = "bindings/read/", headers = "^zlib%.h$ ^cjson/ ^cJSON%.h$ ^netcdf" },
  { folder = "bindings/profile/", headers = "^cblas ^cuda" },
  { folder = "bindings/mpi/", headers = "^mpi%.h$" },
}

local function home_of(header)
  for _, library_of in ipairs(libraries) do
    for pattern in library_of.headers:gmatch("%S+") do
      if header:match(pattern) then return library_of.folder end
    end
  end
end

local function each_include(path, run)
  for quote, header in text_of(path):gmatch('\n%s*#%s*include%s*([<"])([^>"\n]+)') do run(header, quote == '"') end
end

local function engine_may(path, header, own)
  if standard[header:match("^(.*)%.h$") or ""] then return true end
  if header == "omp.h" then return path == "engine/grid.c" end
  return own and (header:match("%.h$") or header:match("^rows/[%w_]+%.def$")) and exists("engine/" .. header)
end

check("engine includes C11 and itself", function()
  for _, path in ipairs(files("engine", "*.c", "*.h")) do
    each_include(path, function(header, own)
      if not engine_may(path, header, own) then fail("%s includes %s", path, header) end
    end)
  end
end)

check("rows include nothing but rows", function()
  for _, path in ipairs(files("engine/rows", "*")) do
    each_include(path, function(header)
      if not header:match("^[%w_]+%.def$") then fail("%s includes %s", path, header) end
    end)
  end
end)

check("bindings see the public engine, and each library stays in its folder", function()
  for _, path in ipairs(files("bindings", "*.c", "*.h")) do
    local folder = path:match("^bindings/[^/]+/")
    each_include(path, function(header, own)
      local stem, home = header:match("^(.*)%.h$") or "", home_of(header)
      local allowed
      if home then allowed = home == folder
      elseif standard[stem] or posix[stem] then allowed = true
      elseif header == "twocs.h" or header == "twocs_limits.h" or header == "units.h" then allowed = true
      elseif own and exists(folder .. header) then allowed = true
      elseif own and folder == "bindings/lua/" then -- lua/ binds the others
        for _, other in ipairs{ "bindings/plot/", "bindings/read/", "bindings/profile/", "bindings/mpi/" } do
          allowed = allowed or exists(other .. header)
        end
      end
      if not allowed then fail("%s includes %s", path, header) end
    end)
  end
end)

check("the engine allocates nothing and touches no files", function()
  local forbidden = set"malloc calloc realloc free fopen fclose fprintf printf puts fputs getenv exit abort system"
  for _, path in ipairs(files("engine", "*.c", "*.h")) do
    local code = text_of(path):gsub("/%*.-%*/", " "):gsub("//[^\n]*", " "):gsub('"[^"\n]*"', '""')
    for name in code:gmatch("([%a_][%w_]*)%s*%(") do
      if forbidden[name] then fail("%s calls %s", path, name) end
    end
    if code:match("#%s*pragma%s+omp") and path ~= "engine/grid.c" then fail("%s knows OpenMP", path) end
  end
end)

-- ---- Which way requires point

-- Comments and what stands in strings become blanks, so that places stay.
local function code_of(text)
  local out, at = {}, 1
  local function blank(to)
    out[#out + 1] = (text:sub(at, to):gsub("[^\n]", " "))
    at = to + 1
  end
  while at <= #text do
    local long = text:match("^%-%-%[(=*)%[", at) or text:match("^%[(=*)%[", at)
    if long then
      local _, stop = text:find("]" .. long .. "]", at, true)
      blank(stop or #text)
    elseif text:match("^%-%-", at) then
      blank((text:find("\n", at, true) or #text + 1) - 1)
    elseif text:match("^[\"']", at) then
      local quote, stop = text:sub(at, at), at + 1
      while stop <= #text and text:sub(stop, stop) ~= quote do
        stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
      end
      out[#out + 1] = '"' .. (text:sub(at + 1, stop - 1):gsub("[^\n]", " ")) .. '"'
      at = stop + 1
    else
      local stop = text:find("[%-%[\"']", at + 1) or #text + 1
      out[#out + 1] = text:sub(at, stop - 1)
      at = stop
    end
  end
  return table.concat(out)
end

local function each_require(path, run)
  local text = text_of(path)
  local code = code_of(text)
  for at in code:gmatch("()require[%s%(]*\"") do
    local name = text:match("^require[%s%(]*[\"']([^\"']*)[\"']", at)
    if name then run(name) end
  end
end

local own = { ["twocs"] = true, ["twocs_draw"] = true }
local function is_ours(name) return own[name] or name:match("^twocs%.") end

check("scripts require downwards", function()
  for _, path in ipairs(files("scripts", "*.lua")) do
    local study = path:match("^scripts/studies/") or path:match("^scripts/[^/]+$")
    each_require(path, function(name)
      local sibling = path:match("^scripts/generate/") and exists(path:match("^.*/") .. name .. ".lua")
      local allowed = is_ours(name) or sibling or (study and name:match("^studies%.")) or name == "jit"
      if not allowed then fail("%s requires %s", path, name) end
    end)
  end
  for _, path in ipairs(files("examples", "*.lua")) do
    each_require(path, function(name)
      if name ~= "twocs" then fail("%s requires %s: an example needs one require", path, name) end
    end)
  end
end)

-- ---- Scripts for both interpreters

local scripts = files("scripts examples tests/lua", "*.lua")

check("every script parses on Lua 5.4", function()
  for _, path in ipairs(scripts) do
    local chunk, message = loadfile(path)
    if not chunk then fail("%s", message) end
  end
end)

check("every script parses on LuaJIT", function()
  if not found("luajit") then return print("# skipped: there is no luajit") end
  for _, path in ipairs(scripts) do
    for _, line in ipairs(lines_of("luajit -b '" .. path .. "' /dev/null 2>&1")) do fail("%s", line) end
  end
end)

-- A count is `16.0` on one interpreter only, and x^y differs in its last bit.
check("no number is joined with .., and no power is taken with ^", function()
  for _, path in ipairs(scripts) do
    local code = code_of(text_of(path))
    for at, after in code:gmatch("()%f[%.]%.%.%f[^%.]()") do
      local left, right = code:sub(math.max(1, at - 40), at - 1):match("([%w_%.]*)%s*$"), code:match("^%s*(%d)", after)
      if right or left:match("^%d") then fail("%s:%d: .. beside a number", path, line_at(code, at)) end
    end
    for at in code:gmatch("()%^") do
      fail("%s:%d: ^ differs between the interpreters; use twocs.pow", path, line_at(code, at))
    end
  end
end)

check("no line of Lua is longer than 124 columns", function()
  for _, path in ipairs(files("scripts examples tests", "*.lua")) do
    local number, generated = 0, path == "scripts/twocs.meta.lua"
    for line in io.lines(path) do
      number = number + 1
      local columns = utf8.len(line) or #line
      if columns > 124 and not generated then fail("%s:%d: %d columns", path, number, columns) end
    end
  end
end)

-- ---- Symbols and bindings

check("the engine shows twocs_* and nothing else", function()
  if not library then return fail("say which library") end
  if not found("nm") then return print("# skipped: there is no nm") end
  local count = 0
  for _, line in ipairs(lines_of("nm --defined-only -g '" .. library .. "'")) do
    local kind, name = line:match("^%x+ (%a) ([%w_%.]+)$")
    if name then count = count + 1 end
    local ours = name and (name:match("^twocs_") or name:match("^%.gomp_critical_user_twocs_"))
    if name and not ours and not name:match("^__asan") and not name:match("^__odr_asan") then
      fail("%s (%s)", name, kind)
    end
  end
  if count == 0 then fail("no symbols in %s", library) end
end)

local excused = { -- name = reason
}

check("every public function is bound or excused", function()
  local bound, count = "", 0
  for _, path in ipairs(files("bindings/lua", "*.c", "*.h")) do bound = bound .. text_of(path):gsub("/%*.-%*/", " ") end
  for name in text_of("engine/twocs.h"):gsub("/%*.-%*/", " "):gmatch("TWOCS_API [^;{]-(twocs_[%w_]+)%s*%(") do
    count = count + 1
    local used = bound:find(name .. "%f[^%w_]") ~= nil
    if not used and not excused[name] then fail("%s is neither bound nor excused", name) end
    if used and excused[name] then fail("%s is excused, but bound", name) end
  end
  if count < 10 then fail("only %d functions found: the pattern is wrong", count) end
  for name in pairs(excused) do
    if not text_of("engine/twocs.h"):find(name, 1, true) then fail("%s is excused, but does not exist", name) end
  end
end)

-- ---- Every file

check("every file opens with its licence and leaves no mark behind", function()
  local marks = { "TO" .. "DO", "FIX" .. "ME", "XX" .. "X", "HA" .. "CK" } -- spelt so that this file has none
  for _, path in ipairs(files("engine bindings scripts examples tests", "*.c", "*.h", "*.lua", "*.sh")) do
    local text = text_of(path)
    if not text:sub(1, 120):find("SPDX-License-Identifier: MIT", 1, true) then
      fail("%s does not open with its licence", path)
    end
    for _, mark in ipairs(marks) do
      local at = text:find("%f[%w_]" .. mark .. "%f[^%w_]")
      if at then fail("%s:%d: %s", path, line_at(text, at), mark) end
    end
  end
end)

print(string.format("1..%d", checks))
os.exit(failures == 0)
