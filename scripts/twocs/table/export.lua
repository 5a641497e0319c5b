-- SPDX-License-Identifier: MIT
-- Tables as files of other formats. Each format is one entry of `formats` and becomes a method of every table, t:json(path,
-- options). It writes piece by piece, so memory does not grow with the rows.
--   write    function(t, options, put): calls put(text) for one piece after the other; put returns whether to continue
--   options  the options besides the path: name to type
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local ordered = require "twocs.common.ordered"

local export, formats = {}, {}

formats["csv"] = { options = { plain = "boolean" },
  write = function(...) return require("twocs.table.csv").export(...) end }

formats["json"] = { options = {}, write = function(...) return require("twocs.table.json")(...) end }

formats["markdown"] = { options = {}, write = function(...) return require("twocs.table.markdown")(...) end }

formats["latex"] = { options = { caption = "string", label = "string" },
  write = function(...) return require("twocs.table.latex")(...) end }

formats["netcdf"] = { options = { axes = "table" }, write = function(...) return require("twocs.table.netcdf")(...) end }

--- The names of the formats, in order.
export.names = {}
for name in pairs(formats) do export.names[#export.names + 1] = name end
table.sort(export.names)

-- The path, or nil, and the options, of a call such as t:csv("a.csv"), t:csv{ plain = true }, t:csv("a.csv", { ... }).
local function arguments(name, path, options)
  if type(path) == "table" and options == nil then path, options = nil, path end
  if path ~= nil and (type(path) ~= "string" or path == "") then
    mistake.raise("%s: expected a path, got %s", name, mistake.show(path))
  end
  if options ~= nil and type(options) ~= "table" then
    mistake.raise("%s: expected options, got %s", name, mistake.show(options))
  end
  local known = { "path" }
  for option in pairs(formats[name].options) do known[#known + 1] = option end
  table.sort(known)
  for _, option in ipairs(ordered.words(options or {})) do
    local kind = option == "path" and "string" or formats[name].options[option]
    if not kind then mistake.raise('%s: there is no option "%s"%s', name, option, nearest.hint(option, known)) end
    if type(options[option]) ~= kind then
      mistake.raise("%s: %s = %s: expected a %s", name, option, mistake.show(options[option]), kind)
    end
  end
  return path or (options or {}).path, options or {}
end

--- Writes a file piece by piece: body(put) calls put(text) for each piece; put returns whether to continue. Returns the
--- path, or nil, sentence, code. No incomplete file is left behind.
function export.pieces(path, body)
  local file, sentence, code = core.whole(path)
  if not file then return nil, sentence, code end
  local failed
  local function put(text)
    if failed then return false end
    local done, why, number = file:write(text)
    if not done then failed = { why, number } end
    return done
  end
  local whole, raised = pcall(body, put)
  local closed, why, number = file:close(whole and not failed)
  if not whole then error(raised, 0) end
  if failed then return nil, failed[1], failed[2] end
  if closed then return closed end
  return nil, why, number
end

--- The table as text of that format; with a path, writes it there and returns the path, or nil, sentence, code.
function export.run(name, t, path, options)
  path, options = arguments(name, path, options)
  if path then return export.pieces(path, function(put) formats[name].write(t, options, put) end) end
  local pieces = {}
  formats[name].write(t, options, function(text)
    pieces[#pieces + 1] = text
    return true
  end)
  return table.concat(pieces)
end

return export
