-- SPDX-License-Identifier: MIT
-- A table as CSV text or as a file. Numbers are written with the fewest digits, at least 15, that read back as the same
-- bits. The text is made piece by piece, and a file gets its name only when it is complete.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

local csv = {}

local rows_at_once = 2048

-- Whether a column of texts would be read back as numbers. Then the header must say that it contains text.
local function seems_numbers(t, name, column)
  if not t:is_text(name) then return false end
  local found, words = false, core.is_words(column)
  local texts = words and core.word_list(column) or column
  for i = 1, words and #texts or t.n do
    if texts[i] ~= "" then
      if not core.is_number(texts[i]) then return false end
      found = true
    end
  end
  return found
end

local function heading(t, name, column)
  if seems_numbers(t, name, column) then return core.format("%s [text]", name) end
  local unit = t:unit(name)
  return (unit == "" or t:is_text(name)) and name or core.format("%s [%s]", name, unit)
end

-- The comment lines of the head, then a row of `name [unit]` cells. A column of texts has no unit; it is `name [text]` if
-- all its texts look like numbers.
-- plain: without comment lines and units.
local function head_of(t, columns, plain)
  local heads, lines = {}, {}
  for line in (plain and "" or t.head or ""):gmatch("[^\r\n]+") do lines[#lines + 1] = "# " .. line end
  for k, name in ipairs(t:names()) do heads[k] = core.csv_cell(plain and name or heading(t, name, columns[k])) end
  lines[#lines + 1] = table.concat(heads, ",")
  return table.concat(lines, "\n") .. "\n"
end

local function refuse() mistake.raise("csv: a text of the table contains a NUL byte") end

local function columns_of(t)
  local columns = {}
  for k, name in ipairs(t:names()) do columns[k] = t.inside.columns[name] end
  return columns
end

--- For export.lua: the table piece by piece. options.plain: no comment line, and names without units.
function csv.export(t, options, put)
  local columns = columns_of(t)
  local head = head_of(t, columns, options.plain)
  if head:find("\0", 1, true) then refuse() end
  if not put(head) then return end
  for first = 1, #columns > 0 and t.n or 0, rows_at_once do
    local piece = core.csv_text(columns, first, math.min(first + rows_at_once - 1, t.n))
    if not put(piece or refuse()) then return end
  end
end

--- Writes the head of a table to a file of core.whole; nil, sentence, code if that fails.
function csv.put_head(file, t)
  local head = head_of(t, columns_of(t))
  if head:find("\0", 1, true) then refuse() end
  return file:write(head)
end

--- Writes the rows of a table: true and the number of written rows, which is smaller after Ctrl-C; or nil, sentence, code.
function csv.put_rows(file, t)
  local columns = columns_of(t)
  if #columns == 0 then return true, t.n end
  local done, sentence, code = core.csv_rows(columns, t.n, file)
  if done == false then refuse() end
  return done, sentence, code
end

--- Writes several tables below one another. body(write) calls write(t) for each table; write returns true and the number of
--- rows, or nil, sentence, code. body returns whether to keep the file, or nil, sentence, code. pieces returns the path, or
--- nil, sentence, code.
function csv.pieces(path, body)
  local file, sentence, code = core.whole(path)
  if not file then return nil, sentence, code end
  local first, kept, why, number = true, nil, nil, nil
  local whole, raised = pcall(function()
    kept, why, number = body(function(t)
      local done, reason, what = true, nil, nil
      if first then done, reason, what = csv.put_head(file, t) end
      first = false
      if not done then return nil, reason, what end
      return csv.put_rows(file, t)
    end)
  end)
  local closed
  closed, sentence, code = file:close(whole and kept and true or false)
  if not whole then error(raised, 0) end
  if not kept then return nil, why, number end
  return closed, sentence, code
end

--- Writes a text or a table. A file is complete or does not exist; a pipe or a device is written to directly.
function csv.write(path, content)
  if type(content) == "string" then return core.write(path, content) end
  return csv.pieces(path, function(write) return write(content) end)
end

return csv
