-- SPDX-License-Identifier: MIT
-- Wraps and shortens texts to a measured width.

local words = {}

local units = { "^[kKMGTP]?i?[Bb]?/?s?$", "^[mun]s$", "^[kM]?W$" } -- and K and M, as in "16 M tokens"

-- A number and its unit are not separated: "25.0 ms." has a full stop, "12, s" a comma between them.
local function is_unit_of(word, last)
  if not last:find("%d$") then return false end
  local bare = word:gsub("[,.;:)]+$", "")
  for _, unit in ipairs(units) do
    if bare ~= "" and bare:find(unit) then return true end
  end
  return false
end

-- The words of a text; "12 %", "25 ms" and "TP = 8" count as one word.
local function words_of(text)
  local list, last = {}, nil
  for word in text:gmatch("%S+") do
    local joins = #list > 0 and (word:find("^%%") or word == "=" or last == "=" or is_unit_of(word, last))
    if joins then list[#list] = list[#list] .. " " .. word else list[#list + 1] = word end
    last = word
  end
  return list
end

-- Lines of at most width points each; a single word that is longer stays whole.
function words.wrap(pen, text, size, width)
  local lines, line = {}, nil
  for _, word in ipairs(words_of(text)) do
    local longer = line and line .. " " .. word or word
    if line and pen:extent(longer, size) > width then
      lines[#lines + 1], line = line, word
    else
      line = longer
    end
  end
  lines[#lines + 1] = line
  return lines
end

-- The same number of lines, but with lengths as even as possible: no single word is left in the last line.
function words.balanced(pen, text, size, width)
  local lines = words.wrap(pen, text, size, width)
  local low, high = width / math.max(#lines, 1), width
  for _ = 1, #lines > 1 and 6 or 0 do
    local middle = (low + high) / 2
    local tried = words.wrap(pen, text, size, middle)
    if #tried == #lines and words.widest(pen, tried, size) <= width then lines, high = tried, middle else low = middle end
  end
  return lines
end

-- As words.wrap, but a text of two lines is broken before "(" or after a comma or a colon, if possible.
function words.phrased(pen, text, size, width)
  local lines = words.wrap(pen, text, size, width)
  if #lines ~= 2 then return lines end
  for _, where in ipairs{ "^(.-) (%(.*)$", "^(.*[,:]) (.*)$" } do
    local first, second = text:match(where)
    if first and words.widest(pen, { first, second }, size) <= width then return { first, second } end
  end
  return lines
end

-- The text, or as many of its characters as fit with an ellipsis. A binary search keeps the number of measurements small.
function words.shorten(pen, text, size, width)
  if pen:extent(text, size) <= width then return text end
  local starts = {}
  for at in text:gmatch("()[^\128-\191]") do starts[#starts + 1] = at end
  local low, high = 0, #starts - 1
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if pen:extent(text:sub(1, starts[middle + 1] - 1) .. "…", size) <= width then low = middle else high = middle - 1 end
  end
  return (text:sub(1, starts[low + 1] - 1):gsub("%s+$", "")) .. "…"
end

function words.widest(pen, texts, size)
  local widest = 0
  for _, text in ipairs(texts) do widest = math.max(widest, pen:extent(text, size)) end
  return widest
end

return words
