-- SPDX-License-Identifier: MIT
-- A table as CSV text, and text as a file. The one thing to know: numbers are written %.15g, so both interpreters write the
-- same bytes, and a file appears under its name only when it is whole.
local core = require "twocs.core"
local mistake = require "twocs.mistake"

local csv = {}

local function quoted(text, alone)
  if text:find('[",\r\n]') or text:find("^[%s#]") or text:find("%s$") or (alone and text == "") then
    return '"' .. text:gsub('"', '""') .. '"'
  end
  return text
end

local function cell_of(value, alone)
  if type(value) == "string" then return quoted(value, alone) end
  return value == value and core.format("%.15g", value) or "nan" -- the sign of a NaN differs between interpreters
end

--- The comment lines of its head, then `name [unit]` cells (a column of texts has no unit), then its rows.
function csv.text(t)
  local columns, heads, lines, names = {}, {}, {}, t:names()
  for line in (t.head or ""):gmatch("[^\r\n]+") do lines[#lines + 1] = "# " .. line end
  for k, name in ipairs(names) do
    local unit = t:unit(name)
    columns[k] = t:column(name)
    heads[k] = quoted((unit == "" or t:is_text(name)) and name or core.format("%s [%s]", name, unit))
  end
  lines[#lines + 1] = table.concat(heads, ",")
  for i = 1, t.n do
    local cells = {}
    for k, column in ipairs(columns) do cells[k] = cell_of(column[i], #columns == 1) end
    lines[#lines + 1] = table.concat(cells, ",")
  end
  lines[#lines + 1] = ""
  local text = table.concat(lines, "\n")
  if text:find("\0", 1, true) then mistake.raise("csv: a text of the table holds a NUL byte") end
  return text
end

--- Writes beside the path and renames; what is no file, such as a pipe or a device, is written to as it is. Returns the
--- path, or nil, sentence, code.
function csv.write(path, text)
  local part = core.is_device(path) and path or path .. ".part"
  local file, sentence, code = io.open(part, "wb")
  if file then
    local done, closed, close_sentence, close_code
    done, sentence, code = file:write(text)
    closed, close_sentence, close_code = file:close() -- a full disk may show only here
    if done and not closed then done, sentence, code = nil, close_sentence, close_code end
    if done and part ~= path then done, sentence, code = os.rename(part, path) end
    if done then return path end
    if part ~= path then os.remove(part) end
  end
  if sentence:sub(1, #part + 2) == part .. ": " then sentence = sentence:sub(#part + 3) end
  return nil, core.format("%s: %s", path, sentence), code
end

return csv
