-- SPDX-License-Identifier: MIT
--[[
The rules of the project that no compiler checks: which way includes and requires point, which symbols the engine shows,
what scripts may contain so that both interpreters run them alike, and that every public function is bound or excused. Run
by plain Lua 5.4 from the root of the tree: house.lua LIBRARY. The one thing to know: it reads
text, so a rule holds for what is written down, and the tests of names against units and of dead fields are in C
(test_fields.c, dead_fields.c), where the rows are.
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
local posix = set"unistd sys/file sys/stat sys/types sys/mman sys/wait fcntl dirent dlfcn poll"
local glibc = set"malloc" -- its own settings, where __GLIBC__ is defined
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

-- The engine's folders, and which of them each may include besides itself. twocs.h alone includes from all: it is the
-- interface, and everything may include it.
local below = {
  rows = set"", evaluate = set"rows", laws = set"rows evaluate", step = set"rows evaluate laws",
  fit = set"rows evaluate laws", search = set"rows evaluate laws step", generate = set"rows",
}
local threads = set"engine/evaluate/parallel_for.c engine/evaluate/grid.c"

local function engine_may(path, header, own)
  if standard[header:match("^(.*)%.h$") or ""] then return true end
  if header == "omp.h" then return threads[path] == true end
  if not own then return false end
  if header == "generated/column.h" then return path == "engine/rows/rows.h" end -- what engine/generate makes of the rows
  local from, to = path:match("^engine/(%w+)/"), header:match("^(%w+)/")
  if not exists("engine/" .. header) then return from == "rows" and exists("engine/rows/" .. header) end
  return to == nil or from == nil or from == to or below[from][to]
end

check("engine includes C11 and its folders below", function()
  for _, folder in ipairs(lines_of("ls -d engine/*/")) do
    if not below[folder:match("engine/(%w+)/")] then fail("%s has no place among the floors", folder) end
  end
  for _, path in ipairs(files("engine", "*.c", "*.h")) do
    each_include(path, function(header, own)
      if not engine_may(path, header, own) then fail("%s includes %s", path, header) end
    end)
  end
end)

check("rows include nothing but rows", function()
  for _, path in ipairs(files("engine/rows", "*.def")) do
    each_include(path, function(header)
      if not header:match("^[%w_]+%.def$") then fail("%s includes %s", path, header) end
    end)
  end
end)

-- A header that declares something with TWOCS_API is public, and installed.
local public = {}
for _, path in ipairs(files("engine", "*.h")) do
  if text_of(path):find("TWOCS_API", 1, true) then public[path:match("^engine/(.*)$")] = true end
end

check("bindings see the public engine, and each library stays in its folder", function()
  for _, path in ipairs(files("bindings", "*.c", "*.h")) do
    local folder = path:match("^bindings/[^/]+/")
    each_include(path, function(header, own)
      local stem, home = header:match("^(.*)%.h$") or "", home_of(header)
      local allowed
      if home then allowed = home == folder
      elseif standard[stem] or posix[stem] or glibc[stem] then allowed = true
      elseif public[header] then allowed = true
      elseif own and exists(folder .. header) then allowed = true
      elseif own and exists("bindings/files/" .. header) then allowed = true -- of all that write
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
    if path:match("^engine/generate/") then goto next end -- runs at build, not in a program
    local code = text_of(path):gsub("/%*.-%*/", " "):gsub("//[^\n]*", " "):gsub('"[^"\n]*"', '""')
    for name in code:gmatch("([%a_][%w_]*)%s*%(") do
      if forbidden[name] then fail("%s calls %s", path, name) end
    end
    if code:match("#%s*pragma%s+omp") and not threads[path] then fail("%s knows OpenMP", path) end
    ::next::
  end
end)

-- ---- Which way requires point

-- Comments and the texts of strings become blanks, so that places stay.
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
    local study = path:match("^scripts/studies/") or path:match("^scripts/generate/") or path:match("^scripts/[^/]+$")
    each_require(path, function(name)
      local folder = path:match("^scripts/generate/") or path:match("^scripts/docs/")
      local sibling = folder and exists(folder .. name .. ".lua")
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

-- The folders of scripts/twocs, and which of them each may require besides itself. init.lua, on top, may require all.
local scripts_below = {
  common = set"", data = set"common", table = set"common data", figure = set"common data table",
  timeline = set"common data table figure ask",
  ask = set"common data table", fit = set"common data table ask", baseline = set"common data table ask fit",
  limits = set"common data table ask", read = set"common data table ask", profile = set"common data table read",
  study = set"common data table figure ask fit", runs = set"common data table read",
  predict = set"common data table figure read runs ask fit", report = set"common data table ask study",
  search = set"common data table figure ask fit read predict",
  help = set"common data table figure ask fit baseline limits read profile study report predict",
}

check("folders of scripts require folders below", function()
  for _, folder in ipairs(lines_of("ls -d scripts/twocs/*/")) do
    if not scripts_below[folder:match("twocs/(%w+)/")] then fail("%s has no place among the folders", folder) end
  end
  for _, path in ipairs(files("scripts/twocs", "*.lua")) do
    local from = path:match("^scripts/twocs/(%w+)/")
    each_require(path, function(name)
      local to = name:match("^twocs%.(%w+)")
      if not from or not to or to == "core" or to == from then return end
      if not scripts_below[from][to] then fail("%s requires %s", path, name) end
    end)
  end
end)

-- The same of C, whose folders are in engine_may and home_of: among the files of one folder no circle of calls.
local function functions_of(path)
  local code, list = "\n" .. text_of(path):gsub("/%*.-%*/", " "):gsub('"[^"\n]*"', '""'), {}
  for head, name in code:gmatch("\n([%a_][%w_ %*]-)([%a_][%w_]*)%([^;{}]*%)%s*{") do
    if not head:find("static", 1, true) and not head:find("typedef", 1, true) then list[#list + 1] = name end
  end
  return list, code
end

-- The files that each file of a folder calls: path to paths.
local function calls_in(folder)
  local home, codes, calls = {}, {}, {}
  for _, path in ipairs(lines_of("ls " .. folder .. "*.c")) do
    local names
    names, codes[path] = functions_of(path)
    for _, name in ipairs(names) do home[name] = path end
  end
  for path, code in pairs(codes) do
    calls[path] = {}
    for name in code:gmatch("%f[%w_]([%a_][%w_]*)%f[^%w_]") do
      if home[name] and home[name] ~= path then calls[path][home[name]] = name end
    end
  end
  return calls
end

-- The files of one circle, or nil.
local function circle_in(calls)
  local state, path_here, found_circle = {}, {}, nil
  local function visit(path)
    if found_circle or state[path] == "done" then return end
    path_here[#path_here + 1] = path
    if state[path] == "open" then found_circle = table.concat(path_here, " -> ") return end
    state[path] = "open"
    for to in pairs(calls[path]) do visit(to) end
    state[path], path_here[#path_here] = "done", nil
  end
  for path in pairs(calls) do visit(path) end
  return found_circle
end

check("no circle among the C files of a folder", function()
  for _, folder in ipairs(lines_of("ls -d engine/*/ bindings/*/ bindings/*/*/")) do
    if #lines_of("ls " .. folder .. "*.c 2>/dev/null") > 0 then
      local circle = circle_in(calls_in(folder))
      if circle then fail("%s", circle) end
    end
  end
end)

-- Forgotten registrations: a file that nothing loads. A figure's kind is a row of figure/options.lua.
check("every script of twocs is loaded by another", function()
  local loaded, kinds = {}, text_of "scripts/twocs/figure/options.lua"
  for _, path in ipairs(files("scripts bindings/lua", "*.lua", "*.c")) do
    for name in text_of(path):gmatch('"(twocs%.[%w_.]+)"') do
      if path ~= "scripts/" .. name:gsub("%.", "/") .. ".lua" then loaded[name] = true end
    end
  end
  for _, path in ipairs(files("scripts/twocs", "*.lua")) do
    local name = path:match("^scripts/(.*)%.lua$"):gsub("/init$", ""):gsub("/", ".")
    local kind = name:match("^twocs%.figure%.(%w+)$")
    local by_row = kind and kinds:find("\n  " .. kind .. " = {", 1, true)
    local by_name = name:match("^twocs%.data%.") -- by what they hold: models, devices
    if name ~= "twocs" and not loaded[name] and not by_row and not by_name then
      fail("%s is loaded by nothing; a reader has an entry in read/init.lua, a kind of figure in figure/options.lua", path)
    end
  end
end)

check("every part of the binding is opened, and every reader of files is fuzzed", function()
  for path in pairs(calls_in "bindings/lua/") do
    for _, name in ipairs((functions_of(path))) do
      local opened = not name:find("_open$")
      for _, other in ipairs(files("bindings/lua", "*.c")) do
        opened = opened or (other ~= path and text_of(other):find("%f[%w_]" .. name .. "%(") ~= nil)
      end
      if not opened then fail("%s: nothing calls %s", path, name) end
    end
  end
  local fuzzed = set"stream.h whole.h" -- they hand pieces on, and look into none
  for _, path in ipairs(files("tests/fuzz", "*.c")) do each_include(path, function(header) fuzzed[header] = true end) end
  for _, path in ipairs(files("bindings/lua", "*.c")) do
    each_include(path, function(header, own)
      if own and header:match("^%w+%.h$") and exists("bindings/read/" .. header) and not fuzzed[header] then
        fail("%s asks %s, which no target of tests/fuzz includes", path, header)
      end
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

-- os.exit collects nothing unless asked to, and the leak checker does not see into LuaJIT's memory: what the collector
-- had not come by would be a leak now and then.
check("every test of Lua closes its state", function()
  for _, path in ipairs(files("tests/lua", "*_test.lua")) do
    if not text_of(path):find("\nos%.exit%([^\n]*, true%)\n$") then
      fail("%s does not end with os.exit(..., true)", path)
    end
  end
end)

-- A count is `16.0` on one interpreter only, and x^y differs in its last bit.
check("no number is joined with .., and no power is taken with ^", function()
  for _, path in ipairs(scripts) do
    local code = code_of(text_of(path))
    for at, after in code:gmatch("()%f[%.]%.%.%f[^%.]()") do
      local left, right = code:sub(math.max(1, at - 40), at - 1):match("([%w_%.]*)%s*$"), code:match("^%s*(%d)", after)
      if right or left:match("^%d") then fail("%s:%d: .. next to a number", path, line_at(code, at)) end
    end
    for at in code:gmatch("()%^") do
      fail("%s:%d: ^ differs between the interpreters; use twocs.pow", path, line_at(code, at))
    end
  end
end)

check("no row is longer than 124 columns", function()
  for _, path in ipairs(files("engine/rows", "*.def", "*.h")) do
    local number = 0
    for line in io.lines(path) do
      number = number + 1
      local columns = utf8.len(line) or #line
      if columns > 124 then fail("%s:%d: %d columns", path, number, columns) end
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
  twocs_collective_time = "scripts ask through a plan, whose laws call it",
  twocs_collective_steps = "as twocs_collective_time", twocs_collective_traffic = "as twocs_collective_time",
  twocs_collective_legal = "as twocs_collective_time",
  twocs_algorithms_of = "as twocs_collective_time", twocs_algorithm_fastest = "the law auto calls it",
  twocs_unit_parse = "a part of twocs_quantity_parse, which is bound",
  twocs_quantity_print = "scripts print with tw.format, which scales a whole column alike",
  twocs_unit_name = "for programs that list the units; tests loop over it",
  twocs_device_find = "scripts have tw.devices", twocs_model_find = "scripts have tw.models",
  twocs_fit_leverage = "scripts ask for held_out, which is made of it",
}

check("every public function is bound or excused", function()
  local bound, declared, count = "", {}, 0
  for _, path in ipairs(files("bindings/lua", "*.c", "*.h")) do bound = bound .. text_of(path):gsub("/%*.-%*/", " ") end
  for header in pairs(public) do
    local text = text_of("engine/" .. header):gsub("/%*.-%*/", " ")
    for name in text:gmatch("TWOCS_API [^;{]-(twocs_[%w_]+)%s*%(") do
      declared[name], count = true, count + 1
      local used = bound:find(name .. "%f[^%w_]") ~= nil
      if not used and not excused[name] then fail("%s (%s) is neither bound nor excused", name, header) end
      if used and excused[name] then fail("%s is excused, but bound", name) end
    end
  end
  if count < 40 then fail("only %d functions found: the pattern is wrong", count) end
  for name in pairs(excused) do
    if not declared[name] then fail("%s is excused, but does not exist", name) end
  end
end)

-- ---- Every file

check("every file opens with its licence and leaves no mark", function()
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
