-- SPDX-License-Identifier: MIT
-- Reads a shell script as text: the commands that it would run, with their words, without running any. Variables, lists and
-- simple conditions are followed in order. Values that only the machine knows (the output of a command, the environment)
-- stay as "$NAME" in the words. Lines of loops and of unknown conditions are skipped and counted.
local arithmetic = require "twocs.read.configs.arithmetic"
local keys = require "twocs.read.keys"

local shellscript = {}

local reader = {}
reader.__index = reader

-- Expansion ------------------------------------------------------------------------------------------------------------

local function joined(value) return type(value) == "table" and table.concat(value, " ") or value end

-- The index of the bracket that closes the one at `at`.
local function matching(text, at, open, close)
  local depth = 0
  for i = at, #text do
    local c = text:sub(i, i)
    if c == open then depth = depth + 1
    elseif c == close then
      depth = depth - 1
      if depth == 0 then return i end
    end
  end
end

-- "${NAME...}": the value of the variable, or the text itself if it has none.
function reader:braced(inside)
  local name, rest = inside:match("^([%w_]+)(.*)$")
  if not name then return "${" .. inside .. "}" end
  local value = joined(self.set[name])
  local mark, word = rest:match("^:?([-=?])(.*)$")
  if mark and mark ~= "?" and (value == nil or value == "") then return self:expand(word) end
  if value == nil then return "$" .. name end
  return value
end

-- The meaning of the "$" at `at`, and the index after it.
function reader:dollar(text, at)
  local next_one = text:sub(at + 1, at + 1)
  if text:sub(at, at + 2) == "$((" then
    local stop = matching(text, at + 1, "(", ")")
    if stop and text:sub(stop - 1, stop - 1) == ")" then
      local inside = self:expand(text:sub(at + 3, stop - 2))
      local named = inside:gsub("%f[%a_$]([%a_][%w_]*)", function(name) return joined(self.set[name]) end)
      local value = arithmetic.value(named)
      return value and math.abs(value) < 1e15 and ("%.0f"):format(value) or "$" .. "((" .. inside .. "))", stop + 1
    end
  elseif next_one == "(" then
    local stop = matching(text, at + 1, "(", ")")
    return "$" .. "(...)", (stop or #text) + 1
  elseif next_one == "{" then
    local stop = matching(text, at + 1, "{", "}")
    if stop then return self:braced(text:sub(at + 2, stop - 1)), stop + 1 end
  end
  local name = text:match("^[%a_][%w_]*", at + 1)
  if name then
    local value = joined(self.set[name])
    return value == nil and "$" .. name or value, at + 1 + #name
  end
  if next_one == "@" or next_one == "*" then return "", at + 2 end
  if next_one:find("[%d#?]") then return "$" .. next_one, at + 2 end
  return "$", at + 1
end

--- A text with its variables replaced.
function reader:expand(text)
  local parts, at = {}, 1
  while at <= #text do
    local c = text:sub(at, at)
    if c == "$" then
      parts[#parts + 1], at = self:dollar(text, at)
    elseif c == "`" then
      local stop = text:find("`", at + 1, true) or #text
      parts[#parts + 1], at = "$" .. "(...)", stop + 1
    else
      local stop = text:find("[$`]", at) or #text + 1
      parts[#parts + 1], at = text:sub(at, stop - 1), stop
    end
  end
  return table.concat(parts)
end

-- Words ----------------------------------------------------------------------------------------------------------------

-- Adds text without quotes, which blanks split into words.
local function add_parted(words, current, text)
  local first = true
  for piece in (text .. " "):gmatch("([^%s]*)%s+") do
    if not first and current.text then
      words[#words + 1] = current.text
      current.text = nil
    end
    if piece ~= "" then current.text = (current.text or "") .. piece end
    first = false
  end
  if text:find("%s$") and current.text then
    words[#words + 1] = current.text
    current.text = nil
  end
end

function reader:in_quotes(quote)
  local i, parts = self.at + 1, {}
  while i <= #self.text do
    local c = self.text:sub(i, i)
    if c == quote then
      self.at = i + 1
      local inside = table.concat(parts)
      return quote == "'" and inside or self:expand(inside):gsub("\1", "$"):gsub("\2", "`")
    end
    if c == "\\" and quote == '"' then
      local escaped = self.text:sub(i + 1, i + 1)
      if escaped == "\n" then parts[#parts + 1] = " "
      elseif escaped == "$" then parts[#parts + 1] = "\1"
      elseif escaped == "`" then parts[#parts + 1] = "\2"
      elseif escaped == '"' or escaped == "\\" then parts[#parts + 1] = escaped
      else parts[#parts + 1] = c .. escaped end
      i = i + 1
    else parts[#parts + 1] = c end
    i = i + 1
  end
  keys.refuse(self:line(), "quotes are not closed: is the text truncated?")
end

function reader:line()
  local _, breaks = self.text:sub(1, self.at - 1):gsub("\n", "")
  return breaks + 1
end

local before_assignment = { export = true, ["local"] = true, declare = true, readonly = true }
-- A command of its own follows these words.
local ends_itself = { ["then"] = true, ["else"] = true, ["do"] = true }

-- The words up to the end of a command, or up to the ")" of a list; and the character that ends them.
function reader:words(of_list)
  local words, current = {}, {}
  local function finish()
    if current.text then words[#words + 1] = current.text end
    current.text = nil
  end
  while true do
    local c = self.text:sub(self.at, self.at)
    if c == "" then finish(); return words, "" end
    if c == "\\" then
      local escaped = self.text:sub(self.at + 1, self.at + 1)
      if escaped == "\n" or escaped == "\r" then finish() else current.text = (current.text or "") .. escaped end
      self.at = self.at + 2
    elseif c == "'" or c == '"' then
      local text = self:in_quotes(c)
      current.text = (current.text or "") .. text
    elseif c == "#" and not current.text then
      self.at = self.text:find("\n", self.at, true) or #self.text + 1
    elseif of_list and c == ")" then
      finish()
      self.at = self.at + 1
      return words, ")"
    elseif c == "\n" and not of_list or c == ";" or c == "|" or (c == "&" and not self.text:find("^[&]?>", self.at)) then
      finish()
      local mark = self.text:match("^[;|&\n]+", self.at)
      self.at = self.at + (c == "\n" and 1 or #mark)
      return words, c
    elseif c:find("%s") then
      finish()
      self.at = self.at + 1
      if #words == 1 and ends_itself[words[1]] then return words, ";" end
    elseif c == "$" then
      local text
      text, self.at = self:dollar(self.text, self.at)
      add_parted(words, current, text)
    elseif c == "`" then
      self.at = (self.text:find("`", self.at + 1, true) or #self.text) + 1
      current.text = (current.text or "") .. "$" .. "(...)"
    elseif not current.text and self:assigns(words) then finish()
    else
      local stop = self.text:find("[%s\\'\"$`;|&)]", self.at + 1) or #self.text + 1
      current.text, self.at = (current.text or "") .. self.text:sub(self.at, stop - 1), stop
    end
  end
end

-- NAME=value, NAME+=value or NAME=(list) at the beginning of a command, or after export.
function reader:assigns(words)
  for _, word in ipairs(words) do
    if not before_assignment[word] then return false end
  end
  local name, more, after = self.text:match("^([%a_][%w_]*)(%+?)=()", self.at)
  if not name then return false end
  self.at = after
  local value
  if self.text:sub(after, after) == "(" then
    self.at = after + 1
    value = self:words(true)
  else value = self:one_value() end
  if self.asleep then return true end
  local before = self.set[name]
  if more == "+" and before ~= nil then
    if type(before) == "table" and type(value) == "table" then
      local all = {}
      for _, list in ipairs{ before, value } do
        for _, word in ipairs(list) do all[#all + 1] = word end
      end
      value = all
    else value = joined(before) .. joined(value) end
  end
  if not self.fixed[name] then self.set[name] = value end
  self.assigned[#self.assigned + 1] = { name = name, value = joined(self.set[name]), line = self:line() }
  return true
end

-- The value of an assignment, which ends at a blank outside of quotes.
function reader:one_value()
  local parts = {}
  while true do
    local c = self.text:sub(self.at, self.at)
    if c == "" or c:find("[%s;|&)]") then return table.concat(parts) end
    if c == "'" or c == '"' then parts[#parts + 1] = self:in_quotes(c)
    elseif c == "$" then parts[#parts + 1], self.at = self:dollar(self.text, self.at)
    elseif c == "`" then
      self.at = (self.text:find("`", self.at + 1, true) or #self.text) + 1
      parts[#parts + 1] = "$" .. "(...)"
    elseif c == "\\" then
      local escaped = self.text:sub(self.at + 1, self.at + 1)
      if escaped ~= "\n" then parts[#parts + 1] = escaped end
      self.at = self.at + 2
    else
      local stop = self.text:find("[%s\\'\"$`;|&)]", self.at + 1) or #self.text + 1
      parts[#parts + 1], self.at = self.text:sub(self.at, stop - 1), stop
    end
  end
end

-- The words after the first.
local function rest_of(words)
  local list = {}
  for i = 2, #words do list[i - 1] = words[i] end
  return list
end

-- Conditions -----------------------------------------------------------------------------------------------------------

local compare = {
  ["="] = function(a, b) return a == b end, ["=="] = function(a, b) return a == b end,
  ["!="] = function(a, b) return a ~= b end,
}
local numeric = { ["-eq"] = "==", ["-ne"] = "!=", ["-gt"] = ">", ["-ge"] = ">=", ["-lt"] = "<", ["-le"] = "<=" }

-- The truth of the words between the brackets, or nil if it is not known.
local function test_of(words)
  local list = {}
  for _, word in ipairs(words) do
    if word ~= "[" and word ~= "[[" and word ~= "]" and word ~= "]]" then list[#list + 1] = word end
  end
  if list[1] == "!" then
    local value = test_of({ list[2], list[3], list[4] })
    if value == nil then return nil end
    return not value
  end
  for _, word in ipairs(list) do
    if word:find("^%$") and list[1] ~= "-z" and list[1] ~= "-n" then return nil end
  end
  -- A variable that is never set is empty.
  local function is_empty(word) return word == nil or word == "" or word:find("^%$[%a_]") ~= nil end
  if list[1] == "-z" then return is_empty(list[2]) end
  if list[1] == "-n" then return not is_empty(list[2]) end
  if #list == 3 and compare[list[2]] then return compare[list[2]](list[1], list[3]) end
  local a, b = tonumber(list[1] or ""), tonumber(list[3] or "")
  if #list == 3 and numeric[list[2]] and a and b then return arithmetic.operate[numeric[list[2]]](a, b) == 1 end
  return nil
end

-- The truth of a condition such as "if a && b; then", or nil.
function reader:condition(words, mark)
  local value = test_of(words)
  while mark == "&" or mark == "|" do
    local more
    more, mark = self:words()
    local other = test_of(more)
    local joint = self.joint
    if joint == "or" then value = (value == true or other == true) or ((value == false and other == false) and false or nil)
    elseif value == false or other == false then value = false
    elseif value == nil or other == nil then value = nil
    else value = true end
  end
  return value
end

-- Commands -------------------------------------------------------------------------------------------------------------

local openers = { ["if"] = "fi", ["for"] = "done", ["while"] = "done", ["until"] = "done", ["case"] = "esac",
  ["select"] = "done" }
local closers = { fi = true, done = true, esac = true }

-- Skips the text of a document (<<EOT), which is not a command.
function reader:skip_document(words)
  for i, word in ipairs(words) do
    local mark = word:match("^<<%-?(.*)$")
    if mark and not word:find("^<<<") then
      if mark == "" then mark = words[i + 1] or "" end
      mark = mark:gsub("['\"]", "")
      local _, stop = self.text:find("\n[ \t]*" .. mark:gsub("%p", "%%%0") .. "[ \t\r]*%f[\n]", self.at - 1)
      self.at = stop and stop + 1 or #self.text + 1
      return
    end
  end
end

function reader:take(words, line)
  if #words == 0 or self.asleep then return end
  self.commands[#self.commands + 1] = { words = words, line = line }
end

-- Opens and closes blocks and selects branches. state: "on", "off", or "done" after a branch was taken.
function reader:block(word, words, mark)
  local top = self.blocks[#self.blocks]
  if word == "if" then
    local sleeping, value = self.asleep, nil
    value = self:condition(rest_of(words), mark)
    if value == nil and not sleeping then self.unknown[#self.unknown + 1] = self:line() end
    self.blocks[#self.blocks + 1] = { close = "fi", outer = sleeping, state = value == true and "on" or "off",
      unknown = value == nil }
  elseif word == "elif" and top then
    local value = self:condition(rest_of(words), mark)
    if top.state == "on" then top.state = "done"
    elseif top.state == "off" then
      top.state = value == true and "on" or "off"
      top.unknown = top.unknown or value == nil
    end
  elseif word == "else" and top then
    top.state = top.state == "off" and not top.unknown and "on" or "done"
  elseif openers[word] then
    if not self.asleep then self.unknown[#self.unknown + 1] = self:line() end
    self.blocks[#self.blocks + 1] = { close = openers[word], outer = self.asleep, state = "done" }
  elseif closers[word] then
    if not top or top.close ~= word then keys.refuse(self:line(), "%s closes nothing", word) end
    self.blocks[#self.blocks] = nil
    self.asleep = top.outer
    return
  else return false end
  top = self.blocks[#self.blocks]
  self.asleep = top.outer or top.state ~= "on"
end

local leading = { ["then"] = true, ["do"] = true, ["else"] = true, ["{"] = true, ["!"] = true, time = true }

function reader:command(words, mark, line)
  if words[1] == "else" then self:block("else", words, mark) end
  while words[1] and leading[words[1]] do words = rest_of(words) end
  local word = words[1]
  if not word then return end
  if openers[word] or closers[word] or word == "elif" then
    if self:block(word, words, mark) ~= false then return end
  end
  self:skip_document(words)
  self:take(words, line)
end

-- "#SBATCH --nodes=4": requests to a batch system.
local function asked(text)
  local list, number = {}, 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    local rest = line:match("^%s*#SBATCH%s+(.*)$")
    for word in (rest or ""):gsub("%s#.*$", ""):gmatch("%S+") do list[#list + 1] = { text = word, line = number } end
  end
  return list
end

--- read(text, set): { commands = { { words =, line = } }, assigned = { { name =, value =, line = } }, unknown = lines of
--- conditions and loops that are not followed, asked = { { text =, line = } } to a batch system }. set: known variables.
function shellscript.read(text, set)
  local known = {}
  for name, value in pairs(set or {}) do known[name] = tostring(value) end
  local self = setmetatable({ text = text:gsub("\r\n", "\n"), at = 1, set = {}, fixed = known, commands = {}, assigned = {},
    unknown = {}, blocks = {} }, reader)
  for name, value in pairs(known) do self.set[name] = value end
  self.asked = asked(self.text)
  for _, one in ipairs(self.asked) do
    local nodes = one.text:match("^%-%-nodes=(%d+)$")
    if nodes then
      self.set.SLURM_NNODES = self.set.SLURM_NNODES or nodes
      self.set.SLURM_JOB_NUM_NODES = self.set.SLURM_JOB_NUM_NODES or nodes
    end
  end
  while self.at <= #self.text do
    local before = self.at
    self.at = self.text:match("^[%s;]*()", self.at)
    local line = self:line()
    local words, mark = self:words()
    self.joint = self.text:sub(self.at - 2, self.at - 1) == "||" and "or" or "and"
    self:command(words, mark, line)
    if self.at == before then self.at = self.at + 1 end
  end
  return self
end

return shellscript
