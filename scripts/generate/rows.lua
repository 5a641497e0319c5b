-- SPDX-License-Identifier: MIT
-- Reads the text of a file of engine/rows/: its comments, and its rows with their items as texts. This gives only the order
-- of the rows, their files and the comments; the meaning of rows comes from the engine (require "twocs.core").
local rows = {}

local function skip_directive(text, at)
  repeat
    local last = text:find("\n", at, true) or #text
    local continued = text:sub(1, last - 1):sub(-1) == "\\"
    at = last + 1
  until not continued or at > #text
  return at
end

-- The place after the string literal, or after the one character, at this place.
local function step(text, at)
  if text:sub(at, at) ~= '"' then return at + 1 end
  repeat
    at = at + 1
    if text:sub(at, at) == "\\" then at = at + 1 end
  until at >= #text or text:sub(at, at) == '"'
  return at + 1
end

local function item(text)
  text = text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")
  if text:sub(1, 1) ~= '"' then return text end
  return (text:gsub('" "', ""):gsub('^"', ""):gsub('"$', ""))
end

-- The items between the parentheses; `at` is after the opening one.
local function items(text, at)
  local list, depth, first = {}, 1, at
  while depth > 0 do
    local c = text:sub(at, at)
    if c == "" then error("a row without an end: " .. text:sub(first, first + 60), 0) end
    if c == "(" then depth = depth + 1 elseif c == ")" then depth = depth - 1 end
    if depth == 0 or (c == "," and depth == 1) then
      list[#list + 1] = item(text:sub(first, at - 1))
      first = at + 1
    end
    at = step(text, at)
  end
  return list, at
end

-- A comment's paragraphs, without those that explain the grammar of the file.
local function paragraphs(comment)
  local list = {}
  comment = comment:gsub("\n%s*%* ?", "\n"):gsub("^%s*%*?%s*", ""):gsub("%s+$", "")
  for paragraph in (comment .. "\n\n"):gmatch("(.-)\n%s*\n") do
    paragraph = paragraph:gsub("^SPDX%S+ %S+\n", ""):gsub("%s+", " "):gsub(" ?Grammar: [%w_]+%.def%.", "")
    local grammar = paragraph:find("%f[%u]%u[%u_]+%(%l") or paragraph:find("^In scope:")
    if paragraph ~= "" and not grammar then list[#list + 1] = paragraph end
  end
  return list
end

--- The file's parts in order: { text = paragraph } or { kind = "EQ", items = {...}, line = 8 }.
function rows.read(path)
  local file = assert(io.open(path, "rb"))
  local text, list, at = file:read("*a"), {}, 1
  file:close()
  while true do
    at = text:find("%S", at)
    if not at then return list end
    local kind, after = text:match("^([%u_]+)%(()", at)
    if text:sub(at, at + 1) == "/*" then
      local last = text:find("*/", at, true)
      for _, paragraph in ipairs(paragraphs(text:sub(at + 2, last - 1))) do list[#list + 1] = { text = paragraph } end
      at = last + 2
    elseif text:sub(at, at) == "#" then at = skip_directive(text, at)
    elseif kind then
      local found
      local _, above = text:sub(1, at):gsub("\n", "")
      found, at = items(text, after)
      list[#list + 1] = { kind = kind, items = found, line = above + 1 }
    else error(path .. ": not a row: " .. text:sub(at, at + 60), 0) end
  end
end

return rows
