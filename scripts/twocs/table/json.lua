-- SPDX-License-Identifier: MIT
-- A table as JSON: { schema = { fields = [...] }, data = [ { column: value } ... ] }, which pandas reads with
-- orient="table" and tw.read reads too. A number has enough digits to read back as the same bits. A missing number is null.
-- An infinite number, which JSON does not have, is "inf".
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local rows_at_once = 1024
local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function is_utf8(text)
  local rest = text:gsub("[\194-\223][\128-\191]", ""):gsub("[\224-\239][\128-\191][\128-\191]", "")
  return not rest:gsub("[\240-\244][\128-\191][\128-\191][\128-\191]", ""):find("[\128-\255]")
end

local function quoted(text)
  if not is_utf8(text) then mistake.raise("json: a text of the table is not UTF-8") end
  return core.format('"%s"', (text:gsub('[%c"\\]', function(c)
    return escapes[c] or core.format("\\u%04x", c:byte())
  end)))
end

local function number(x)
  if x ~= x then return "null" end
  if math.abs(x) == math.huge then return x > 0 and '"inf"' or '"-inf"' end
  local text = core.format("%.15g", x)
  return tonumber(text) == x and text or core.format("%.17g", x)
end

local function schema(t)
  local fields, notes = {}, {}
  for i, note in ipairs(t.inside.notes or {}) do notes[i] = quoted(note) end
  for k, name in ipairs(t:names()) do
    fields[k] = core.format('    {"name": %s, "type": "%s", "unit": %s, "title": %s}', quoted(name),
      t:is_text(name) and "string" or "number", quoted(t:unit(name)), quoted(t:meaning(name)))
  end
  return core.format('{"schema": {"fields": [\n%s\n  ], "head": %s, "notes": [%s]},\n"data": [\n',
    table.concat(fields, ",\n"), quoted(t.head or ""), table.concat(notes, ", "))
end

return function(t, _, put)
  local names, columns, keys = t:names(), {}, {}
  for k, name in ipairs(names) do columns[k], keys[k] = t:column(name), core.format("%s: ", quoted(name)) end
  if not put(schema(t)) then return end
  for first = 1, t.n, rows_at_once do
    local last, lines = math.min(first + rows_at_once - 1, t.n), {}
    for i = first, last do
      local cells = {}
      for k, column in ipairs(columns) do
        local value = column[i]
        cells[k] = keys[k] .. (type(value) == "string" and quoted(value) or number(value))
      end
      lines[#lines + 1] = core.format("  {%s}%s\n", table.concat(cells, ", "), i < t.n and "," or "")
    end
    if not put(table.concat(lines)) then return end
  end
  put("]}\n")
end
