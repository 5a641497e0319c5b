-- SPDX-License-Identifier: MIT
-- The part of YAML that configurations use: maps and lists by indentation or in brackets, quoted and plain values, block
-- texts, comments. Other parts (anchors, tags, several documents) are refused with their line.
local core = require "twocs.core"
local keys = require "twocs.read.keys"

local yaml = {}
local deepest = 60

-- Scalars --------------------------------------------------------------------------------------------------------------

local words = { ["null"] = core.null, ["~"] = core.null, Null = core.null, NULL = core.null, ["true"] = true, True = true,
  TRUE = true, ["false"] = false, False = false, FALSE = false }

local escapes = { n = "\n", t = "\t", r = "\r", ["0"] = "\0", ["\\"] = "\\", ['"'] = '"', ["/"] = "/", [" "] = " " }

-- The text in quotes at `at`, and the index of its end.
local function quoted(text, at, line)
  local quote, parts, i = text:sub(at, at), {}, at + 1
  while i <= #text do
    local c = text:sub(i, i)
    if c == quote and quote == "'" and text:sub(i + 1, i + 1) == "'" then parts[#parts + 1], i = "'", i + 1
    elseif c == quote then return table.concat(parts), i
    elseif c == "\\" and quote == '"' then
      local escape = escapes[text:sub(i + 1, i + 1)]
      if not escape then keys.refuse(line, "\\%s in quotes is not supported", text:sub(i + 1, i + 1)) end
      parts[#parts + 1], i = escape, i + 1
    else parts[#parts + 1] = c end
    i = i + 1
  end
  keys.refuse(line, "quotes are not closed on their line")
end

local function plain(text, line)
  if text == "" then return core.null end
  if words[text] ~= nil then return words[text] end
  local first = text:sub(1, 1)
  if first == "&" or first == "*" or first == "!" then keys.refuse(line, "%s: anchors and tags are not supported", text) end
  local digits = text:gsub("(%d)_(%d)", "%1%2")
  if digits:find("^[+-]?%d+$") or digits:find("^[+-]?%d*%.?%d+[eE][+-]?%d+$") or digits:find("^[+-]?%d+%.%d*$")
    or digits:find("^[+-]?%.%d+$") or digits:find("^[+-]?%d+%.%d*[eE][+-]?%d+$") then
    return tonumber(digits)
  end
  return text
end

-- In brackets ----------------------------------------------------------------------------------------------------------

local function blanks(text, at) return text:find("[^%s]", at) or #text + 1 end

local function flow(text, at, line, lines, depth)
  if depth > deepest then keys.refuse(line, "brackets are nested more than %d deep", deepest) end
  local open = text:sub(at, at)
  if open == '"' or open == "'" then
    local value, stop = quoted(text, at, line)
    return value, stop + 1
  end
  if open ~= "[" and open ~= "{" then
    local stop = text:find("[,%]}]", at) or #text + 1
    return plain(text:sub(at, stop - 1):gsub("%s+$", ""), line), stop
  end
  local close, result, own = open == "[" and "]" or "}", {}, {}
  lines[result], at = own, blanks(text, at + 1)
  while text:sub(at, at) ~= close do
    local key = #result + 1
    if open == "{" then
      local name, after = text:match("^[\"']?([%w_.-]+)[\"']?%s*:%s*()", at)
      if not name then keys.refuse(line, "expected a key in {...}") end
      key, at = name, after
    end
    result[key], at = flow(text, at, line, lines, depth + 1)
    own[key], at = line, blanks(text, at)
    local mark = text:sub(at, at)
    if mark == "," then at = blanks(text, at + 1)
    elseif mark ~= close then keys.refuse(line, "%s is not closed on its line", open) end
  end
  return result, at + 1
end

local function scalar(text, line, lines)
  local first = text:sub(1, 1)
  if first ~= "[" and first ~= "{" and first ~= '"' and first ~= "'" then return plain(text, line) end
  local value, stop = flow(text, 1, line, lines, 1)
  if text:find("%S", stop) then keys.refuse(line, "%s: nothing may follow here", text:sub(stop)) end
  return value
end

-- Lines ----------------------------------------------------------------------------------------------------------------

-- A line without its comment, which begins with "#" after a blank, outside of quotes.
local function uncommented(text)
  local quote
  for i = 1, #text do
    local c = text:sub(i, i)
    if quote then
      if c == quote then quote = nil end
    elseif c == "'" or c == '"' then
      if i == 1 or text:find("^[%s%[{,:-]", i - 1) then quote = c end
    elseif c == "#" and (i == 1 or text:find("^%s", i - 1)) then
      return text:sub(1, i - 1)
    end
  end
  return text
end

local function lines_of(text)
  local list, number = {}, 0
  for line in (text:gsub("\r\n", "\n") .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    local indent = line:match("^ *")
    local rest = uncommented(line:sub(#indent + 1)):gsub("%s+$", "")
    if rest:find("^\t") then keys.refuse(number, "it is indented by a tab; YAML requires spaces") end
    list[#list + 1] = { indent = #indent, text = rest, number = number, raw = line }
  end
  return list
end

local function is_item(text) return text == "-" or text:find("^%- ") ~= nil end

local reader = {}
reader.__index = reader

-- The next line that is not empty, without consuming it.
function reader:peek()
  while self.list[self.at] and self.list[self.at].text == "" do self.at = self.at + 1 end
  return self.list[self.at]
end

-- A block text: the following lines with a larger indentation.
function reader:block(indent)
  local parts = {}
  while self.list[self.at] do
    local line = self.list[self.at]
    if line.raw:find("%S") and #line.raw:match("^ *") <= indent then break end
    parts[#parts + 1], self.at = (line.raw:gsub("^%s+", "")), self.at + 1
  end
  return table.concat(parts, "\n")
end

local function key_of(text, line)
  local first = text:sub(1, 1)
  if first == '"' or first == "'" then
    local name, stop = quoted(text, 1, line)
    local rest = text:match("^%s*:%s*(.*)$", stop + 1)
    if rest then return name, rest end
    return nil
  end
  local name, rest = text:match("^([^:%s#][^:]-)%s*:%s+(.*)$")
  if not name then name, rest = text:match("^([^:%s#][^:]-)%s*:$"), "" end
  return name, rest
end

-- The value after "key:" or "-": on the same line, or indented below it.
function reader:value(rest, line, indent, depth, in_list)
  if rest:find("^[|>][+-]?%d?$") then return self:block(indent) end
  if rest ~= "" then return scalar(rest, line.number, self.lines) end
  local next_line = self:peek()
  if next_line and (next_line.indent > indent
    or (not in_list and next_line.indent == indent and is_item(next_line.text))) then
    return self:node(next_line.indent, depth + 1)
  end
  return core.null
end

function reader:map(indent, depth)
  local result, own = {}, {}
  self.lines[result] = own
  while true do
    local line = self:peek()
    if not line or line.indent < indent or is_item(line.text) then return result end
    if line.indent > indent then keys.refuse(line.number, "it is indented further than the lines before it") end
    local key, rest = key_of(line.text, line.number)
    if not key then keys.refuse(line.number, "expected \"key: value\", got %s", line.text) end
    if result[key] ~= nil then keys.refuse(line.number, "%s is already in line %d", key, own[key]) end
    self.at = self.at + 1
    result[key], own[key] = self:value(rest, line, indent, depth), line.number
  end
end

function reader:items(indent, depth)
  local result, own = {}, {}
  self.lines[result] = own
  while true do
    local line = self:peek()
    if not line or line.indent ~= indent or not is_item(line.text) then return result end
    local gap, rest = line.text:match("^%-(%s*)(.*)$")
    own[#result + 1] = line.number
    if rest ~= "" and not rest:find("^[%[{\"'|>]") and key_of(rest, line.number) then
      -- A map that begins on the item's own line is read as if it were indented further.
      line.indent, line.text = indent + 1 + #gap, rest
      result[#result + 1] = self:map(line.indent, depth + 1)
    else
      self.at = self.at + 1
      result[#result + 1] = self:value(rest, line, indent, depth, true)
    end
  end
end

function reader:node(indent, depth)
  local line = self:peek()
  if depth > deepest then keys.refuse(line.number, "it is nested more than %d deep", deepest) end
  if is_item(line.text) then return self:items(indent, depth) end
  return self:map(indent, depth)
end

--- read(text): the value and the lines of its keys, like core.json. Other YAML is refused (keys.try).
function yaml.read(text)
  local self = setmetatable({ list = lines_of((text:gsub("^\239\187\191", ""))), at = 1, lines = {} }, reader)
  local first = self:peek()
  while first and (first.text:find("^%%") or first.text == "---") do
    self.at = self.at + 1
    first = self:peek()
  end
  if not first then keys.refuse(1, "it is empty") end
  local value = self:node(first.indent, 1)
  local rest = self:peek()
  if rest and rest.text ~= "..." then
    keys.refuse(rest.number, rest.text == "---" and "a second document is not supported" or "expected a key, got %s",
      rest.text)
  end
  return value, self.lines
end

return yaml
