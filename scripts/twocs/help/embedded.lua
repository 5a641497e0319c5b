-- SPDX-License-Identifier: MIT
-- Functions for other languages that embed an interpreter through bindings/lua/embed.c. They are called by name and contain
-- no list of verbs; common/verbs.lua has the verbs.
local tw = require "twocs"
local core = require "twocs.core"
local guard = require "twocs.common.guard"
local tables = require "twocs.table"
local verbs = require "twocs.common.verbs"

local embedded = {}

-- Sends everything that scripts print to the other language, which writes it to its own output.
local function print_through(say)
  local function writer(stream)
    return function(...)
      for i = 1, select("#", ...) do say(stream, tostring((select(i, ...)))) end
    end
  end
  io.write = writer(1)
  local complain = writer(2)
  io.stderr = { write = function(self, ...) -- luacheck: ignore
    complain(...)
    return self
  end }
  print = function(...) -- luacheck: ignore
    local texts = {}
    for i = 1, select("#", ...) do texts[i] = tostring((select(i, ...))) end
    say(1, core.format("%s\n", table.concat(texts, "\t")))
  end
end

--- The names in twocs, and the value of one of them.
function embedded.names() return tw.verbs() end
function embedded.verb(name) return tw[name] end
function embedded.is_function(value) return type(value) == "function" end

--- The names of a class' methods.
function embedded.methods(class) return embedded.keys(guard.classes[class]) end

--- The value of a name, and whether it is a method, which takes the value before its arguments.
function embedded.get(value, name)
  local found = value[name]
  return found, type(found) == "function" and not (type(value) == "table" and rawget(value, name) ~= nil)
end

--- The results of lines of Lua, in which tw is twocs.
function embedded.run(text, ...)
  local chunk, sentence = load(text, "=lua", "t", setmetatable({ tw = tw }, { __index = _G }))
  if not chunk then core.raise(sentence) end
  return chunk(...)
end

--- The printed text of a value.
function embedded.text(value) return tostring(value) end

--- The keys of a table, in a fixed order.
function embedded.keys(value)
  local keys = {}
  if type(value) ~= "table" then return keys end
  for key in pairs(value) do
    if type(key) == "string" or type(key) == "number" then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b)
    if type(a) ~= type(b) then return type(a) == "number" end
    return a < b
  end)
  return keys
end

--- The help text of a verb; nil if there is none.
function embedded.help(name)
  if not verbs.by_name[core.format("tw.%s", name)] then return nil end
  return require("twocs.help").text(core.format("tw.%s", name))
end

--- Whether a value is a table of named columns.
function embedded.is_table(value) return type(value) == "table" and tables.is(value) end

--- The columns of a table in order, texts as words, with units and meanings, all by number.
function embedded.columns(t)
  local names, columns, units, meanings = t:names(), {}, {}, {}
  for k, name in ipairs(names) do
    local column = t.inside.columns[name]
    columns[k] = t:is_text(name) and core.words(column, t.n) or column
    units[k], meanings[k] = t:unit(name), t:meaning(name)
  end
  return { names = names, columns = columns, units = units, meanings = meanings, rows = t.n }
end

--- The texts of a column of words, in the order of their codes.
function embedded.texts(words) return core.word_list(words) end

--- The path of a figure's picture, "svg" or "png"; nil: it is not a figure.
function embedded.picture(value, kind)
  if type(value) ~= "table" or tables.is(value) then return nil end
  local path = rawget(value, kind)
  return type(path) == "string" and type(rawget(value, "csv")) == "string" and path or nil
end

--- A table as HTML for a page.
function embedded.html(t) return require("twocs.report.script").table(t) end

--- Sets the script that the heads of tables name.
function embedded.script(name) arg = { [0] = name } end -- luacheck: ignore

return function(say)
  print_through(say)
  return embedded
end
