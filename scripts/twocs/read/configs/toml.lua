-- SPDX-License-Identifier: MIT
-- The part of TOML that configurations use: tables, keys with dots, strings, numbers, true and false, lists over several
-- lines, inline tables. Dates, multi-line strings and lists of tables are refused with their line.
local keys = require "twocs.read.keys"

local toml = {}

local escapes = { n = "\n", t = "\t", r = "\r", ["\\"] = "\\", ['"'] = '"', b = "\b", f = "\f" }

local reader = {}
reader.__index = reader

function reader:line() local _, breaks = self.text:sub(1, self.at - 1):gsub("\n", ""); return breaks + 1 end

function reader:refuse(...) keys.refuse(self:line(), ...) end

-- Skips blanks and comments; with `breaks` also line breaks.
function reader:skip(breaks)
  local pattern = breaks and "^[ \t\r\n]*()" or "^[ \t]*()"
  while true do
    self.at = self.text:match(pattern, self.at)
    if self.text:sub(self.at, self.at) ~= "#" then return end
    self.at = self.text:find("\n", self.at, true) or #self.text + 1
    if not breaks then return end
  end
end

function reader:string(quote)
  if self.text:sub(self.at, self.at + 2) == quote:rep(3) then self:refuse("multi-line strings are not supported") end
  local parts, i = {}, self.at + 1
  while true do
    local c = self.text:sub(i, i)
    if c == "" or c == "\n" then self:refuse("quotes are not closed on their line") end
    if c == quote then break end
    if c == "\\" and quote == '"' then
      i = i + 1
      c = escapes[self.text:sub(i, i)]
      if not c then self:refuse("\\%s in quotes is not supported", self.text:sub(i, i)) end
    end
    parts[#parts + 1], i = c, i + 1
  end
  self.at = i + 1
  return table.concat(parts)
end

function reader:list()
  local result = {}
  self.at = self.at + 1
  self:skip(true)
  while self.text:sub(self.at, self.at) ~= "]" do
    if self.at > #self.text then self:refuse("[ is not closed") end
    result[#result + 1] = self:value()
    self:skip(true)
    if self.text:sub(self.at, self.at) == "," then self.at = self.at + 1; self:skip(true)
    elseif self.text:sub(self.at, self.at) ~= "]" then self:refuse("expected , or ] in a list") end
  end
  self.at = self.at + 1
  return result
end

function reader:inline()
  local result = {}
  self.lines[result], self.at = {}, self.at + 1
  self:skip()
  while self.text:sub(self.at, self.at) ~= "}" do
    self:pair(result)
    self:skip()
    if self.text:sub(self.at, self.at) == "," then self.at = self.at + 1; self:skip()
    elseif self.text:sub(self.at, self.at) ~= "}" then self:refuse("expected , or } in a table") end
  end
  self.at = self.at + 1
  return result
end

function reader:bare()
  local word = self.text:match("^[^%s,%]}#]+", self.at)
  if not word then self:refuse("there is no value") end
  local digits = word:gsub("(%d)_(%d)", "%1%2")
  local value
  if word == "true" or word == "false" then value = word == "true"
  elseif digits:find("^[+-]?%d+$") or digits:find("^[+-]?%d+%.%d+$") or digits:find("^[+-]?%d+%.?%d*[eE][+-]?%d+$") then
    value = tonumber(digits)
  end
  if value == nil then self:refuse("%s is not a supported TOML value", word) end
  self.at = self.at + #word
  return value
end

function reader:value()
  local c = self.text:sub(self.at, self.at)
  if c == '"' or c == "'" then return self:string(c) end
  if c == "[" then return self:list() end
  if c == "{" then return self:inline() end
  return self:bare()
end

-- The table that contains a dotted key, and the key's last part.
function reader:place(into, name)
  for part in name:gmatch("([^.]+)%.") do
    part = part:gsub("^%s+", ""):gsub("%s+$", "")
    if into[part] == nil then into[part] = {}; self.lines[into[part]] = {}; self.lines[into][part] = self:line() end
    into = into[part]
    if type(into) ~= "table" then self:refuse("%s already has a value", part) end
  end
  return into, (name:match("[^.]+$"):gsub("^%s+", ""):gsub("%s+$", ""))
end

function reader:pair(into)
  local name, after = self.text:match("^([%w_.-]+)[ \t]*=[ \t]*()", self.at)
  if not name then name, after = self.text:match("^[\"']([%w_.-]+)[\"'][ \t]*=[ \t]*()", self.at) end
  if not name then self:refuse("expected key = value") end
  local table, key = self:place(into, name)
  if table[key] ~= nil then self:refuse("%s is already in line %d", key, self.lines[table][key] or 1) end
  self.lines[table][key], self.at = self:line(), after
  table[key] = self:value()
end

--- read(text): the tables and the lines of their keys, like core.json. Other TOML is refused (keys.try).
function toml.read(text)
  local self = setmetatable({ text = text:gsub("^\239\187\191", ""), at = 1, lines = {} }, reader)
  local root = {}
  self.lines[root] = {}
  local into = root
  self:skip(true)
  while self.at <= #self.text do
    local header, after = self.text:match("^%[[ \t]*([%w_.-]+)[ \t]*%]()", self.at)
    if header then
      local table, key = self:place(root, header)
      if table[key] == nil then table[key] = {}; self.lines[table[key]] = {}; self.lines[table][key] = self:line() end
      into, self.at = table[key], after
    elseif self.text:find("^%[%[", self.at) then self:refuse("lists of tables are not supported")
    else self:pair(into) end
    self:skip()
    if self.at <= #self.text and not self.text:find("^\r?\n",
      self.at) then self:refuse("unexpected text at the end of the line") end
    self:skip(true)
  end
  return root, self.lines
end

return toml
