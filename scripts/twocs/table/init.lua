-- SPDX-License-Identifier: MIT
-- The table: named columns with units, the result of every verb and the input of every figure. A table never changes. Each
-- method that selects, adds or sorts returns a new table, which keeps the order of rows unless the method changes it. A
-- missing number is NaN, a missing text is "".
local core = require "twocs.core"
local choose = require "twocs.table.choose"
local export = require "twocs.table.export"
local group = require "twocs.table.group"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local numbers = require "twocs.common.numbers"
local say = require "twocs.common.say"
local show = require "twocs.table.show"
local ordered = require "twocs.common.ordered"

local nan = 0 / 0
local place = {} -- the key under which a row proxy stores its row number
local printed, summarised = 60, 10

local Table = {} -- methods
local class = {} -- metatable

local function names_in(map)
  local list = ordered.keys(map)
  for _, key in ipairs(list) do
    if type(key) ~= "string" then mistake.raise("expected names as keys, got %s", mistake.show(key)) end
  end
  return list
end

local function as_list(names)
  if type(names) == "string" then return { names } end
  if type(names) ~= "table" then
    mistake.raise("expected a column's name or a list of names, got %s", mistake.show(names))
  end
  return names
end

-- about[name] = { unit =, meaning =, text = whether it is a column of texts }. Tables share it because it is never changed.
-- from: a table, or a description, that provides the head and the notes.
local function make(n, names, columns, about, from)
  local inside = rawget(from, "inside") or from
  return setmetatable({ n = n, head = from.head,
    inside = { names = names, columns = columns, about = about, notes = inside.notes } }, class)
end

local function column_of(t, name)
  local column = t.inside.columns[name]
  if column == nil then
    if type(name) ~= "string" then mistake.raise("expected the name of a column, got %s", mistake.show(name)) end
    local row = require("twocs.data.rows").by_name[name]
    mistake.raise("there is no column %s%s%s", mistake.show(name), row and row.record == "result"
      and core.format('; it is a result, which want = { "%s" } adds', name) or "", nearest.hint(name, t.inside.names))
  end
  return column
end

-- The list of texts for a column of words, made on first use: most tables need only the codes.
local lists_of_words = setmetatable({}, { __mode = "k" })
local function texts_of(words)
  lists_of_words[words] = lists_of_words[words] or core.texts(words)
  return lists_of_words[words]
end

-- A list of texts, or nil and the index of a cell that is not a text. A missing text is "".
local function texts(values, n)
  local column = {}
  for i = 1, n do
    local value = values[i]
    if value ~= nil and type(value) ~= "string" then return nil, i end
    column[i] = value or ""
  end
  return column
end

-- Numbers become a column of the core, in which every number is a double: arithmetic in a script cannot wrap around.
-- `text` decides for a column without values.
local function column_made(name, values, n, text)
  local kind = type(values)
  if kind ~= "userdata" and kind ~= "table" then
    mistake.raise('column "%s": expected a list or a column, got %s', name, mistake.show(values))
  end
  if #values > n or (kind == "userdata" and #values < n) then
    mistake.raise('column "%s" has %.0f values, but the table has %.0f rows', name, #values, n)
  end
  if kind == "userdata" then return values, core.is_words(values) end
  text = text or false
  for i = 1, n do
    if values[i] ~= nil then text = type(values[i]) == "string"; break end
  end
  local column, place
  if text then column, place = texts(values, n) else column, place = core.numbers(values, n) end
  if column then return column, text end
  mistake.raise('column "%s": row %.0f is %s, but the column contains %s', name, place, mistake.show(values[place]),
    text and "text" or "numbers")
end

local function check_new_name(name, columns)
  if type(name) ~= "string" or name == "" then mistake.raise("expected a column's name, got %s", mistake.show(name)) end
  if name:find("[%c]") then mistake.raise("%s: the name of a column must be on one line", mistake.show(name:gsub("%c",
    "?"))) end
  if name:find("%s%[.*%]$") then mistake.raise("%s: give the unit separately from the name", mistake.show(name)) end
  if columns[name] ~= nil then mistake.raise('there is a column "%s" already', name) end
end

-- Rows ------------------------------------------------------------------------------------------------------------------

local function row_class(t)
  local columns = t.inside.columns
  return {
    __index = function(row, name)
      local column = columns[name]
      if column == nil then column = column_of(t, name) end
      return column[row[place]]
    end,
    __newindex = function(_, name) mistake.raise("a row cannot be changed (%s): use :derive", mistake.show(name)) end,
    __tostring = function(row)
      local parts = {}
      for k, name in ipairs(t.inside.names) do
        local value = columns[name][row[place]]
        parts[k] = core.format("%s = %s", name, type(value) == "number" and core.format("%.6g", value) or value)
      end
      return core.printable(table.concat(parts, ", "))
    end,
  }
end

local function proxies(t)
  local rows = t.inside.row_class or row_class(t)
  t.inside.row_class = rows
  return function(i) return setmetatable({ [place] = i }, rows) end
end

--- One row: row.h is a cell. Row i is also t[i].
function Table:row(i)
  if type(i) ~= "number" or i < 1 or i > self.n or i ~= math.floor(i) then
    mistake.raise("row %s: expected a whole number in [1, %.0f]", mistake.show(i), self.n)
  end
  return proxies(self)(i)
end

--- for row in t:rows() do ... end
function Table:rows()
  local i, proxy = 0, proxies(self)
  return function()
    i = i + 1
    if i <= self.n then return proxy(i) end
  end
end

-- Contents --------------------------------------------------------------------------------------------------------------

function Table:names()
  local names = {}
  for k, name in ipairs(self.inside.names) do names[k] = name end
  return names
end

--- Whether there is such a column.
function Table:has(name) return self.inside.columns[name] ~= nil end

--- c[i] for i in 1 .. t.n: numbers or texts. This is the table's own column: do not change it.
function Table:column(name)
  local column = column_of(self, name)
  return core.is_words(column) and texts_of(column) or column
end

function Table:is_text(name) return column_of(self, name) and self.inside.about[name].text end

function Table:unit(name) return column_of(self, name) and self.inside.about[name].unit end

function Table:meaning(name) return column_of(self, name) and self.inside.about[name].meaning end

-- Choosing rows ---------------------------------------------------------------------------------------------------------

-- The rows with these numbers, a column of the core, in this order; nil: all rows.
local function taken(t, rows)
  if not rows then return t end
  local columns = {}
  for _, name in ipairs(t.inside.names) do columns[name] = core.pick(t.inside.columns[name], rows, t.n) end
  return make(#rows, t.inside.names, columns, t.inside.about, t)
end

--- The rows with these numbers, in this order.
function Table:pick(rows)
  for k = 1, core.is_column(rows) and 0 or #rows do -- the core checks a column of its own
    local i = rows[k]
    if type(i) ~= "number" or not (i >= 1 and i <= self.n) or i ~= math.floor(i) then
      mistake.raise("pick: row %s: expected whole numbers in [1, %.0f]", mistake.show(i), self.n)
    end
  end
  return taken(self, core.is_column(rows) and rows or core.numbers(rows, #rows))
end

--- The rows that meet every condition: where{ tp = 16, h = { 4096, 8192 }, t_layer = "< 1 ms", t_com = "> t_cmp" } with
--- < <= > >= == ~= before a quantity or a column, or f_ser = function(f) return f < 0.5 end, or
--- where(function(row) return row.h > row.sl end). Functions are slower.
function Table:where(wanted) return taken(self, choose.meeting(self, wanted)) end

--- for h, part in t:by "h" do ... end, in the order in which the values are first seen.
function Table:by(name)
  local column, groups, k = column_of(self, name), group.rows_by(self, { name }), 0
  return function()
    k = k + 1
    if groups[k] then return column[groups[k][1]], self:pick(groups[k]) end
  end
end

--- The parts of :by as a list.
function Table:split(name)
  local parts = {}
  for _, part in self:by(name) do parts[#parts + 1] = part end
  return parts
end

--- Sorted by a column, or by a list of columns, the first one first; equal rows keep their order, NaN is last.
function Table:sort(names, word) return taken(self, choose.sorted(self, as_list(names), word or "ascending")) end

--- The k rows with the largest values, largest first; top(k, name, "ascending"): with the smallest.
function Table:top(k, name, word)
  if type(k) ~= "number" or k < 0 or k ~= math.floor(k) then
    mistake.raise("top: expected a number of rows, got %s", mistake.show(k))
  end
  column_of(self, name)
  return taken(self, choose.top(self, k, name, word or "descending"))
end

-- Choosing and making columns -------------------------------------------------------------------------------------------

local function copy(t)
  local to = {}
  for key, value in pairs(t) do to[key] = value end
  return to
end

--- The same table with one more column: a list, or a column of the core. text: whether a column without values contains
--- text.
function Table:with(name, values, unit, meaning, text)
  check_new_name(name, self.inside.columns)
  local names, columns, about = self:names(), copy(self.inside.columns), copy(self.inside.about)
  local column, is_text = column_made(name, values, self.n, text)
  names[#names + 1], columns[name] = name, column
  about[name] = { unit = unit or "", meaning = meaning or "", text = is_text }
  return make(self.n, names, columns, about, self)
end

-- The notes of both tables, each once.
local function notes_of(t, other)
  local notes, seen = {}, {}
  for _, list in ipairs{ t.inside.notes or {}, other.inside.notes or {} } do
    for _, note in ipairs(list) do
      if not seen[note] then notes[#notes + 1], seen[note] = note, true end
    end
  end
  return notes
end

--- The rows of this table and then of the other, in the columns that both have.
function Table:append(other)
  if not getmetatable(other) or getmetatable(other) ~= class then
    mistake.raise("append: expected a table of columns, got %s", mistake.show(other))
  end
  local names, columns, about = {}, {}, copy(self.inside.about)
  for _, name in ipairs(self.inside.names) do
    local more = other.inside.columns[name]
    if more then
      if about[name].text ~= other.inside.about[name].text or about[name].unit ~= other.inside.about[name].unit then
        mistake.raise('append: column "%s" is not of one kind and unit in both tables', name)
      end
      local own = self.inside.columns[name]
      if about[name].text then own, more = core.words(own, self.n), core.words(more, other.n) end
      names[#names + 1], columns[name] = name, core.appended(own, more)
    end
  end
  return make(self.n + other.n, names, columns, about, { head = self.head, notes = notes_of(self, other) })
end

--- Adds columns: derive("speedup", function(row) return row.t_old / row.t_new end, "paper", "PATI23"). Instead of the
--- function there may be a constant, or { unit = "s", meaning = "time saved", f }. Each column can use the columns before
--- it.
function Table:derive(...)
  local t, count = self, select("#", ...)
  if count == 0 or count % 2 == 1 then mistake.raise("derive: expected pairs of a name and a function of a row") end
  for k = 1, count, 2 do
    local name, how = select(k, ...)
    check_new_name(name, t.inside.columns)
    local spec = type(how) == "table" and how or { how }
    local f, values, proxy = spec[1], {}, proxies(t)
    if #spec ~= 1 or (type(f) ~= "function" and type(f) ~= "number" and type(f) ~= "string") then
      mistake.raise('derive: "%s" is made by one function of a row, a number or a text, not by %s', name, mistake.show(how))
    end
    for i = 1, t.n do
      if type(f) == "function" then values[i] = f(proxy(i), i) else values[i] = f end
    end
    t = t:with(name, values, spec.unit, spec.meaning)
  end
  return t
end

--- Only these columns, in this order.
function Table:select(names)
  local columns, list = {}, {}
  for k, name in ipairs(as_list(names)) do
    if columns[name] then mistake.raise('select: "%s" is named twice', name) end
    list[k], columns[name] = name, column_of(self, name)
  end
  return make(self.n, list, columns, self.inside.about, self)
end

--- The same table in which column `old` is called `new`.
function Table:rename(old, new)
  local t = self.inside
  column_of(self, old)
  check_new_name(new, t.columns)
  local names, columns, about = self:names(), copy(t.columns), copy(t.about)
  for k, name in ipairs(names) do
    if name == old then names[k] = new end
  end
  for _, of in ipairs{ columns, about } do of[new], of[old] = of[old], nil end
  return make(self.n, names, columns, about, self)
end

--- One row for each combination of values of the named columns: t:group("h", { t_mean = { "t_layer", "mean" },
--- rows = { "count" } }). Statistics: sum, mean, median, min, max, count, first; missing numbers are ignored. The new
--- columns are in alphabetical order.
function Table:group(names, outs) return group.fold(self, as_list(names), outs) end

--- Adds the columns of another table, from its only row with the same keys; a row without a partner gets NaN and "".
function Table:join(other, keys)
  if getmetatable(other) ~= class then mistake.raise("join: expected a table of columns, got %s", mistake.show(other)) end
  return group.join(self, other, as_list(keys))
end

-- Text ------------------------------------------------------------------------------------------------------------------

--- t:csv(path), t:json(path), t:markdown(path), t:latex(path), t:netcdf(path): writes the table in this format (export.lua)
--- and returns the path, or nil, sentence, code. Without a path it returns the text. A script that does not look at the
--- result learns of a failure from stderr.
for _, format in ipairs(export.names) do
  Table[format] = function(self, path, options)
    local done, sentence, code = export.run(format, self, path, options)
    if done then return done end
    say("the table is not written: %s", sentence)
    return nil, sentence, code
  end
end

--- Prints the table, or only some columns: t:print{ "h", "f_ser", rows = 20 }.
function Table:print(names)
  if names ~= nil then names = as_list(names) end
  local limit = numbers.rows("print: rows = ", names and names.rows or printed)
  io.write(show(self, names and #names > 0 and names or self.inside.names, limit))
end

-- The class -------------------------------------------------------------------------------------------------------------

local methods = ordered.keys(Table)

require("twocs.common.guard").objects("table", Table, class, "t:")

function class.__index(t, name)
  if type(name) == "number" then
    if name > t.n and name == math.floor(name) and name < math.huge then return nil end -- ends a loop of ipairs
    return Table.row(t, name)
  end
  local method = Table[name]
  if method == nil and name ~= "head" then
    if rawget(t, "inside").columns[name] ~= nil then
      mistake.raise('column "%s" of a table is t:column("%s"), a cell is t[1].%s', name, name, name)
    end
    mistake.raise("a table has no %s%s", mistake.show(name), nearest.hint(name, methods))
  end
  return method
end

function class.__newindex(_, name) mistake.raise("a table cannot be changed (%s): use :derive", mistake.show(name)) end

function class.__len(t) return t.n end -- LuaJIT uses __len only if it is built for Lua 5.2; t.n works everywhere

function class.__tostring(t) return show(t, t.inside.names, summarised) end

local constructor = {}

--- new{ names = { "h", "f" }, columns = { h = {...}, f = column }, units =, meanings =, n =, head =, notes = }. head: the
--- comment at the top of its CSV: script, release, plan. notes: sentences that are printed below the table. n can be
--- omitted if the first column has no holes. new(t) of a table returns it unchanged.
function constructor.new(from)
  if getmetatable(from) == class then return from end
  if type(from) ~= "table" or type(from.names) ~= "table" or type(from.columns) ~= "table" then
    mistake.raise("a table is made from { names = {...}, columns = {...} }")
  end
  for _, key in ipairs{ "columns", "units", "meanings" } do
    if type(from[key] or {}) ~= "table" then
      mistake.raise("table: %s = %s: expected a table with a key for each column", key, mistake.show(from[key]))
    end
  end
  if from.head ~= nil and type(from.head) ~= "string" then
    mistake.raise("table: head = %s: expected a text", mistake.show(from.head))
  end
  local names, columns, about = {}, {}, {}
  local first = from.columns and from.columns[from.names[1]]
  local n = from.n or ((type(first) == "table" or core.is_column(first) or core.is_words(first)) and #first) or 0
  require("twocs.common.lists").affordable("table", n, #from.names)
  for k, name in ipairs(from.names) do
    check_new_name(name, columns)
    local values = from.columns[name]
    if not from.n and type(values) == "table" and values[n] == nil and n > 0 then
      mistake.raise('column "%s" has %.0f values, but the table has %.0f rows; with n = %.0f the others are missing', name,
        #values, n, n)
    end
    local column, text = column_made(name, values, n)
    names[k], columns[name] = name, column
    about[name] = { unit = (from.units or {})[name] or "", meaning = (from.meanings or {})[name] or "", text = text }
  end
  for _, of in ipairs{ "columns", "units", "meanings" } do
    for _, name in ipairs(names_in(from[of] or {})) do
      if not columns[name] then
        mistake.raise("%s: there is no column %s%s", of, mistake.show(name), nearest.hint(name, names))
      end
    end
  end
  return make(n, names, columns, about, from)
end

--- A table from CSV text, or nil, sentence, code. at: the byte at which the header begins, if it is not the first line.
--- headers: for each column a replacement of its header cell, or false to leave out the column.
function constructor.read(text, at, headers)
  if type(text) ~= "string" then mistake.raise("read: expected a text, got %s", mistake.show(text)) end
  local found, sentence, code = core.csv(text, at, headers)
  if not found then return nil, sentence, code end
  local names, columns, about = {}, {}, {}
  for k, column in ipairs(found) do
    local name = column.name
    if columns[name] then return nil, core.format('line %d: two columns are called "%s"', found.line, name), 0 end
    names[k], columns[name], about[name] = name, column.values, { unit = column.unit, meaning = "", text = column.text }
  end
  return make(found.n, names, columns, about, { head = found.head })
end

--- Whether a value is such a table.
function constructor.is(value) return getmetatable(value) == class end

return constructor
