-- SPDX-License-Identifier: MIT
-- The mutants of some files: one changed line each, in an order that a seed decides. The order follows from a file's name
-- and the text of a line, not from where they stand: after a file or a line has moved the mutants are the same.
--
-- lua mutants.lua list SEED SKIP FILE...   a line for each mutant: file, line, operator, the line before, the line after,
--     separated by tabs; mutants that the file SKIP proves equivalent are marked in a sixth column
-- lua mutants.lua chosen CHOSEN             the same of the mutants that the file CHOSEN holds; stale ones are reported
-- lua mutants.lua stale CHOSEN LIST...       exit status 1 if the file CHOSEN, or a list of lines that were changed (the
--     equivalent ones, the survivors), holds what the code no longer holds; each such entry is reported
-- lua mutants.lua same BEFORE AFTER        exit status 0 if two Lua files compile to the same code, 2 if AFTER does not
--
-- Never mutated: comments, text, preprocessor lines, and the bounds of a field, which are a choice and say nothing of the
-- world.

local verb = arg[1]

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function code_of(path)
  local f = loadfile(path)
  return f and string.dump(f, true)
end
if verb == "same" then
  local before, after = code_of(arg[2]), code_of(arg[3])
  os.exit(not after and 2 or before == after and 0 or 1)
end

-- Blocks of: file, "- before", "+ after", then text; take(file, before, after) for each.
local function entries(path, take)
  local name, before
  for line in (read(path) .. "\n"):gmatch "([^\n]*)\n" do
    name = line:match "^(%S+):%s*$" or name
    before = line:match "^%s+%- (.*)$" or before
    local after = line:match "^%s+%+ (.*)$" or line:match "^%s+%+$" and ""
    if after then take(name, before, after) end
  end
end

local function squeezed(line) return (line:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")) end
local function base(path) return path:match "[^/]*$" end

-- How often a text occurs in a file.
local function count(path, text)
  local found, from = 0, 1
  local all = read(path)
  while true do
    local at, to = all:find(text, from, true)
    if not at then return found end
    found, from = found + 1, to + 1
  end
end

if verb == "stale" then
  local stale, code = 0, {}
  local function tell(list, file, before)
    stale = stale + 1
    io.stderr:write(("%s, %s: the code does not hold: %s\n"):format(list, file, before))
  end
  local found = assert(io.popen "find engine bindings scripts/twocs -name '*.[ch]' -o -name '*.def' -o -name '*.lua'")
  for path in found:lines() do
    local lines = code[base(path)] or {}
    code[base(path)] = lines
    for line in (read(path) .. "\n"):gmatch "([^\n]*)\n" do lines[squeezed(line)] = true end
  end
  found:close()
  entries(arg[2], function(path, before)
    local file = io.open(path)
    if file then file:close() end
    if not file or count(path, before) ~= 1 then tell(arg[2], path, before) end
  end)
  for i = 3, #arg do
    entries(arg[i], function(name, before)
      if not (code[base(name)] or {})[squeezed(before)] then tell(arg[i], name, before) end
    end)
  end
  os.exit(stale == 0)
end

-- Text that occurs once in the file.
if verb == "chosen" then
  local path, before
  for line in (read(arg[2]) .. "\n"):gmatch "([^\n]*)\n" do
    path = line:match "^(%S+/%S+):%s*$" or path
    before = line:match "^%s+%- (.*)$" or before
    local after = line:match "^%s+%+ (.*)$" or line:match "^%s+%+$" and ""
    if after then
      local number, hits = 0, {}
      for text in (read(path) .. "\n"):gmatch "([^\n]*)\n" do
        number = number + 1
        local from, to = text:find(before, 1, true)
        if from then
          hits[#hits + 1] = { path, number, "chosen", text, text:sub(1, from - 1) .. after .. text:sub(to + 1), "" }
          if text:find(before, to + 1, true) then hits[#hits + 1] = 0 end
        end
      end
      if #hits == 1 then
        print(table.concat(hits[1], "\t"))
      else
        io.stderr:write(("%s holds %d times: %s\n"):format(path, #hits, before))
      end
    end
  end
  return
end

-- ---- What is code: the same text, with a blank for every other byte.

local function blank(text) return (text:gsub("[^\n]", " ")) end

local comment_c = { "^/%*.-%*/", "^//[^\n]*" }
local comment_lua = { "^%-%-%[(=*)%[.-%]%1%]", "^%-%-[^\n]*", "^%[(=*)%[.-%]%1%]" }

-- The end of a quoted text that starts at `at`.
local function quoted(text, at)
  local mark, i = text:sub(at, at), at + 1
  while i <= #text do
    local c = text:sub(i, i)
    if c == "\\" then i = i + 1 elseif c == mark or c == "\n" then return i end
    i = i + 1
  end
  return #text
end

local function code(text, lua)
  local parts, at = {}, 1
  local skip = lua and comment_lua or comment_c
  while at <= #text do
    local last
    for _, pattern in ipairs(skip) do
      local _, e = text:find(pattern, at)
      if e then last = e break end
    end
    if not last and text:find("^[\"']", at) then last = quoted(text, at) end
    if not last and not lua and text:find("^#", at) and (at == 1 or text:find("^\n", at - 1)) then
      last = at
      repeat
        local e = text:find("\n", last + 1, true) or #text
        local continued = text:sub(e - 1, e - 1) == "\\"
        last = e
      until not continued or e >= #text
    end
    if last then
      parts[#parts + 1] = blank(text:sub(at, last))
      at = last + 1
    else
      local e = (text:find(lua and "[\"'%-%[]" or "[\"'/#]", at + 1) or #text + 1) - 1
      parts[#parts + 1] = text:sub(at, e)
      at = e + 1
    end
  end
  return table.concat(parts)
end

-- ---- Operators. Each gives changes of a line: from, to (columns), its replacement, and its own name.

local swaps = {
  ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">", ["=="] = "!=", ["!="] = "==", ["&&"] = "||", ["||"] = "&&",
  ["+"] = "-", ["-"] = "+", ["*"] = "/", ["/"] = "*", ["+="] = "-=", ["-="] = "+=",
  ["*="] = "/=", ["++"] = "--", ["--"] = "++",
}
local swaps_lua = { ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">", ["=="] = "~=", ["~="] = "==", ["+"] = "-",
  ["-"] = "+", ["*"] = "/", ["/"] = "*", ["and"] = "or", ["or"] = "and", ["true"] = "false", ["false"] = "true" }
local two = { "<<", ">>", "->", "<=", ">=", "==", "!=", "~=", "&&", "||", "+=", "-=", "*=", "/=", "++",
  "--", "..", "::", "//" }
for _, t in ipairs(two) do two[t] = true end

local function tokens(line)
  local list, at = {}, 1
  while true do
    at = line:find("%S", at)
    if not at then return list end
    local e = select(2, line:find("^[%a_][%w_]*", at)) or select(2, line:find("^0[xX]%x+[%a]*", at))
    local kind = e and line:find("^[%a_]", at) and "name" or e and "number"
    if not e then
      e = select(2, line:find("^%d+%.?%d*[eE][+-]?%d+[fFlLuU]*", at)) or select(2, line:find("^%d*%.?%d+[fFlLuU]*", at))
      kind = e and "number"
    end
    if not e then
      e = two[line:sub(at, at + 1)] and at + 1 or at
      kind = "sign"
    end
    list[#list + 1] = { text = line:sub(at, e), from = at, to = e, kind = kind }
    at = e + 1
  end
end

-- One is often a truth: in code it becomes zero, in a formula two.
local function constant(text, formula)
  local digits, suffix = text:match "^([%d.eE+-]+)([fFlLuU]*)$"
  if text:find "^0[xX]" then return "(" .. text .. " + 1)" end
  local value = digits and tonumber(digits)
  if not value then return nil end
  if math.type(value) == "integer" then return ("%d"):format(value == 1 and not formula and 0 or value + 1) .. suffix end
  return ("%.15g"):format(value * 1.01) .. suffix
end

-- Columns that hold the bounds of a field.
local function bounds(line)
  local from, to = line:find ",[^,]+,[^,]+,%s*REAL%f[%W]"
  if not from then from, to = line:find ",[^,]+,[^,]+,%s*COUNT%f[%W]" end
  return from or 0, to or -1
end

local function signs(line, lua, add, formula)
  local list = tokens(line)
  local lo, hi = bounds(line)
  local declares = line:find "^%s*[%a_][%w_%s%*]*%[[%w_]+%][^=]*;%s*$" or line:find "^%s*char [%w_, %*]*%["
  for i, t in ipairs(list) do
    local before, after = list[i - 1], list[i + 1]
    local value = before and (before.kind ~= "sign" and before.text ~= "return" or before.text == ")" or before.text == "]")
    local inside = t.from >= lo and t.to <= hi
    local other = (lua and swaps_lua or swaps)[t.text]
    if (t.text == "*" or t.text == "/") and not (after and line:sub(t.to + 1, t.to + 1) == " ") then other = nil end
    if (t.text == "+" or t.text == "-") and not value then other = nil end
    if (t.text == "-" or t.text == "!") and not value and after and not inside then
      add("sign dropped", t.from, t.to, "")
    end
    if other and not inside then add(t.text .. " to " .. other, t.from, t.to, other) end
    if lua and t.text == "not" then add("not dropped", t.from, t.to, "") end
    local sized = before and before.text == "[" and after and after.text == "]" and list[i + 2]
      and list[i + 2].text:find "^[=;]" and line:find "^%s*[%a_][%w_%s%*]+[%s%*][%a_][%w_]*[,%[%s]" -- an array's size
    if t.kind == "number" and not inside and not declares and not sized then
      local changed = constant(t.text, formula)
      if changed then add("constant", t.from, t.to, changed) end
    end
  end
end

local function conditions(line, lua, add)
  if lua then
    local from, to = line:match "%f[%w]if%s+()[^\n]-()%s+then%f[%W]"
    if not from then from, to = line:match "%f[%w]while%s+()[^\n]-()%s+do%f[%W]" end
    if from then add("condition negated", from, to - 1, "not (" .. line:sub(from, to - 1) .. ")") end
    return
  end
  local from, to = line:match "%f[%w]if%s*()%b()()"
  if from then add("condition negated", from, to - 1, "(!" .. line:sub(from, to - 1) .. ")") end
  local question = line:find("?", 1, true)
  local left = question and line:match("^%s*return%s+()[^?]-%s*%?")
  if left then add("condition negated", left, question - 1, "!(" .. line:sub(left, question - 1) .. ")") end
end

local function balanced(line)
  local depth = 0
  for c in line:gmatch "[(){}%[%]]" do
    depth = depth + (c:find "[({%[]" and 1 or -1)
    if depth < 0 then return false end
  end
  return depth == 0
end

local function statements(line, lua, before, add)
  local from, to = line:match "^%s*()%S.-()%s*$"
  if not from or not balanced(line) then return end
  local value_from, value_to = line:match(lua and "%f[%w]return%s+()%S.-()%s*$" or "%f[%w]return%s+()%S.-();")
  if lua and value_from and line:sub(value_from):find "%f[%w]end%f[%W]" then
    value_to = line:match "%f[%w]return.-()%s+end%f[%W]"
  end
  if value_from and value_to then
    local value = line:sub(value_from, value_to - 1)
    local empty = lua and (value == "nil" and "true" or "nil") or (value:find "^[%s0]*$" and "1" or "0")
    add("return value", value_from, value_to - 1, empty)
    return
  end
  if lua then
    if before:find "[,({=+*/-]%s*$" or before:find "%f[%w]and%s*$" or before:find "%f[%w]or%s*$" then return end
    if line:find "^%s*[%a_][%w_.:]*%s*%b()%s*$" or line:find "^%s*[%a_][%w_.]*%b[]?[%w_., ]*%s*=[^=].*[%w)}%]]%s*$"
      or line:find "^%s*[%a_][%w_.]*%s*=[^=].*[%w)}%]]%s*$" then
      add("statement removed", from, to - 1, "")
    end
  elseif line:find "^%s*[%a_*(][^{}]*;%s*$" and not line:find "^%s*typedef" and not line:find "^%s*return"
    and before:find "[;{})]%s*$" then
    local head = select(2, line:find "^%s*if%s*%b()%s*") or select(2, line:find "^%s*for%s*%b()%s*") or from - 1
    if line:sub(head + 1, to - 1):find "^[%w_*>%-.%[%]]+%s*[+*/|-]?=[^=]" or line:sub(head + 1):find "^[%w_]+%b();%s*$"
      or line:sub(head + 1):find "^[%w_>.%-]+%+%+;" then
      add("statement removed", head + 1, to - 1, ";")
    end
  end
end

local function arguments(line, _, add)
  for at in line:gmatch "()%f[%w_][%a_][%w_]*%(" do
    local name, first_from, first_to, second_from, second_to =
      line:match("^([%w_]+)%(()[%w_.>%-]+(),%s*()[%w_.>%-]+()[,)]", at)
    if name and name ~= "if" and name ~= "for" and name ~= "while" and name == name:lower() then
      local a, b = line:sub(first_from, first_to - 1), line:sub(second_from, second_to - 1)
      if a ~= b then add("arguments swapped", first_from, second_to - 1, b .. line:sub(first_to, second_from - 1) .. a) end
    end
  end
end

-- ---- The list.

local function hash(text) -- FNV-1a, 64 bits, and a last mixing
  local h = 0xcbf29ce484222325
  for i = 1, #text do h = (h ~ text:byte(i)) * 0x100000001b3 end
  h = (h ~ (h >> 33)) * 0xff51afd7ed558ccd
  return h ~ (h >> 29)
end

local seed, skip_file = arg[2], arg[3]
local proved = {}
entries(skip_file, function(name, before, after)
  proved[table.concat({ name, squeezed(before), squeezed(after) }, "\n")] = true
end)

local lines = {} -- one for each line that can be mutated: its mutants in order
for i = 4, #arg do
  local path, seen = arg[i], {}
  local lua = path:find "%.lua$"
  local text = read(path)
  local is_code, number, before_code = code(text, lua):gmatch "([^\n]*)\n?", 0, ";"
  for line in text:gmatch "([^\n]*)\n?" do
    local bare = is_code()
    number = number + 1
    if line:find "%S" and not line:find "\t" then
      local same = squeezed(line)
      seen[same] = (seen[same] or 0) + 1
      local found, place = {}, table.concat({ seed, base(path), same, seen[same] }, "\n")
      local function add(operator, from, to, instead)
        local after = line:sub(1, from - 1) .. instead .. line:sub(to + 1)
        found[#found + 1] = { operator = operator, after = after, rank = hash(place .. operator .. from) }
      end
      signs(bare, lua, add, path:find "%.def$")
      conditions(bare, lua, function(operator, from, to) -- with the texts that `bare` has not
        local was = line:sub(from, to)
        add(operator, from, to,
          lua and "not (" .. was .. ")" or was:find "^%(" and "(!" .. was .. ")" or "!(" .. was .. ")")
      end)
      statements(bare, lua, before_code, add)
      arguments(bare, lua, add)
      table.sort(found, function(a, b) return a.rank < b.rank end)
      if #found > 0 then
        lines[#lines + 1] = { path = path, number = number, line = line, found = found, rank = hash(place) }
      end
    end
    if bare and bare:find "%S" then before_code = bare end
  end
end
table.sort(lines, function(a, b) return a.rank < b.rank end)
-- One mutant of each line, then the second of each, and so on.
for turn = 1, 3 do
  for _, l in ipairs(lines) do
    local m = l.found[turn]
    if m then
      local key = table.concat({ base(l.path), squeezed(l.line), squeezed(m.after) }, "\n")
      print(table.concat({ l.path, l.number, m.operator, l.line, m.after, proved[key] and "equivalent" or "" }, "\t"))
    end
  end
end
