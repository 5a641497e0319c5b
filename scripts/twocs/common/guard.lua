-- SPDX-License-Identifier: MIT
-- The layer between a script and the functions that it calls. Every error message names the line of the script. Foreseen
-- mistakes do this themselves (mistake.lua). An interpreter error inside twocs becomes a sentence about the argument whose
-- type differs from the type in verbs.lua.
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"

-- refused: the sentence of the last verb that returned nil and a sentence. The error for an index of this nil repeats it
-- (bindings/lua/call.c).
local guard = { classes = {}, is = {}, refused = nil }

-- Marks an interpreter error in a line of twocs. A command that runs no verb shows it unchanged.
local misplaced = { __tostring = function(self) return "an error in twocs itself, please report it: " .. self.text end }

-- The message handler. It runs where the error was raised, because only there is it known whose line it is.
function guard.caught(message)
  local text = core.own_words(message)
  return text and setmetatable({ text = text }, misplaced) or message
end

-- The first four arguments are passed one by one, so that a call creates no table.
local function finish(name, type_of, a, b, c, d, done, ...)
  if done then
    local value, sentence = ...
    if value == nil and type(sentence) == "string" then
      guard.refused = core.format("%s returned nil: %s", name, sentence)
    end
    return ...
  end
  local message = ...
  if getmetatable(message) ~= misplaced then error(message, 0) end
  require("twocs.common.argument_types").raise(name, type_of, message.text, { a, b, c, d }, guard.is.table)
end

local ordinals = { "first", "second", "third", "fourth", "fifth", "sixth" }

-- Raises where there are more arguments than the function takes: nothing would read them.
local function too_many(name, most, ...)
  for k = most + 1, select("#", ...) do
    local value = select(k, ...)
    if value ~= nil then
      local options = most == 1 and type(value) == "table" and type((...)) == "table"
      mistake.raise("%s takes %.0f argument%s; the %s argument, %s, would be ignored%s", name, most,
        most == 1 and "" or "s", ordinals[k] or core.format("%.0fth", k), mistake.show(value),
        options and ": its keys belong in the first" or "")
    end
  end
end

-- The number of named parameters. For a C function, or with "...", only the type tells the number of arguments.
local function most_arguments(f, type_of)
  local own = debug.getinfo(f, "u")
  if not own.isvararg then return own.nparams end
  return require("twocs.common.argument_types").most(type_of)
end

--- The function for calls from scripts, with its name there. type_of(): its type in the editor annotations.
function guard.verb(name, f, type_of)
  local most -- arguments that it takes; nil: not known yet
  return function(...)
    local a, b, c, d = ...
    most = most or most_arguments(f, type_of)
    if select("#", ...) > most then too_many(name, most, ...) end
    return finish(name, type_of, a, b, c, d, xpcall(f, guard.caught, ...))
  end
end

--- Replaces the methods of a class by guarded ones. is(x): whether x is an object of the class. types: types by name, for
--- methods that help does not list under `prefix`.
function guard.class(class, methods, is, prefix, types)
  local names = {}
  for name, method in pairs(methods) do
    if type(method) == "function" then names[#names + 1] = name end
  end
  for _, name in ipairs(names) do
    local shown = core.format("%s:%s", class, name)
    local f = guard.verb(shown, methods[name], function() return types and types[name], prefix .. name end)
    methods[name] = function(self, ...)
      if not is(self) then
        mistake.raise("%s: expected a %s before the colon, got %s", name, class, mistake.show(self))
      end
      return f(self, ...)
    end
  end
  guard.classes[class], guard.is[class] = methods, is
end

--- guard.class for objects with this metatable.
function guard.objects(class, methods, metatable, prefix, types)
  guard.class(class, methods, function(x) return type(x) == "table" and getmetatable(x) == metatable end, prefix, types)
end

return guard
