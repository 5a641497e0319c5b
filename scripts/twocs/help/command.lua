-- SPDX-License-Identifier: MIT
-- The sub-commands and options of the executable. The module returns a function of the words after `twocs`, which returns
-- the exit status. `commands` lists them, and --help prints the list.
local core = require "twocs.core"

local usage_error = 2

local function refuse(status, ...)
  io.stderr:write("twocs: ", core.format(...), "\n")
  return status
end

local nothing_is = { fields = "field or result mentions", devices = "devices are called", models = "models are called",
  software = "software is called", laws = "laws are called" }

local function listing(what)
  return function(word, more)
    if more then return refuse(usage_error, "%s takes one word at most", what) end
    local lists = require "twocs.help.listings"
    local t = lists[what](word)
    if t.n > 0 then
      t:print{ rows = t.n }
      return 0
    end
    local names = what == "fields" and core.records() or {}
    local name_column = what == "laws" and "law" or "name"
    for _, name in ipairs(lists[what]():column(name_column)) do names[#names + 1] = name end
    local near = core.nearest(word, names)
    return refuse(1, "no %s '%s'%s", nothing_is[what], word,
      near and core.format("; did you mean '%s'?", near) or "")
  end
end

-- The stock interpreters run LUA_INIT first. It gives them the path of this module, one for each interpreter, and does not
-- change their search paths, because these may include the current folder.
local function paths()
  local file = core.place "twocs"
  if not file then return refuse(1, "paths: the loadable modules are not built") end
  local folder = file:match("^(.*)/[^/]*/twocs%.so$"):gsub("[\\\"]", "\\%0")
  local chunk = core.format('package.preload.twocs = function(...) return assert(package.loadlib("%s/" .. ' ..
    '(jit and "luajit" or _VERSION:lower():gsub(" ", "")) .. "/twocs.so", "luaopen_twocs"))(...) end', folder)
  print(core.format("export LUA_INIT='%s'", (chunk:gsub("'", "'\\''"))))
  return 0
end

-- Joins the files FILE.csv.shard-1-of-64 and so on.
local function join(path, more)
  if not path or more then return refuse(usage_error, "join takes the path of one table") end
  local joined, rows = require("twocs.table.shards").join(path)
  if not joined then return refuse(1, "%s", rows) end
  print(core.format("%s: %.0f rows", joined, rows))
  return 0
end

local commands = {
  { "fields", "[RECORD or WORD]", "fields of a record (model, device ... or result), or all that mention a word",
    listing "fields" },
  { "devices", "[WORD]", "devices", listing "devices" },
  { "models", "[WORD]", "models", listing "models" },
  { "software", "[NAME or WORD]", "frameworks, or every field of one framework with its source", listing "software" },
  { "laws", "[FAMILY or WORD]", "how GEMMs, streams and collectives may be timed", listing "laws" },
  { "profile", "[OPTION...]", "measure the operators of a layer on this machine; see --help", function(...)
    return require("twocs.profile.arguments")(...)
  end },
  { "predict", "FILE.csv [OPTION...]", "compare training runs with predictions; see --help", function(...)
    return require("twocs.predict.shell")(...)
  end },
  { "join", "FILE.csv", "join the files of shards into one table: twocs --shard 3/64 SCRIPT.lua", join },
  { "watch", "SCRIPT.lua [ARGUMENT...]", "run a script again when it or its data change, and update its tw.report",
    function(...) return require("twocs.report.watching").start(...) end },
  { "paths", "", "settings with which lua5.4 and luajit find twocs: eval \"$(twocs paths)\" in a shell", paths },
  { "help", "[NAME]", "explain a verb, field, result, law, model or device", function(name, more)
    if more then return refuse(usage_error, "help takes one name at most") end
    print(require("twocs.help").text(name))
    return 0
  end },
}

local command = {}

--- How twocs is called: { words, what it does } for each form.
function command.forms()
  local forms = { { "twocs SCRIPT.lua [ARGUMENT...]", "run a script; a word with a / or ending in .lua is always one" },
    { "twocs -e CHUNK [ARGUMENT...]", "run a chunk of Lua, in which tw is twocs" },
    { "twocs - [ARGUMENT...]", "run a script from standard input" },
    { "twocs --shard 3/64 SCRIPT.lua", "one of 64 parts of the sweeps that a script writes to files; then twocs join" },
    { "twocs", "a prompt; with piped input the same as twocs -" } }
  for _, one in ipairs(commands) do
    forms[#forms + 1] = { (core.format("twocs %s %s", one[1], one[2]):gsub(" $", "")), one[3] }
  end
  return forms
end

local function usage()
  local lines = {}
  for i, form in ipairs(command.forms()) do
    lines[i] = core.format("%s %-33s %s", i == 1 and "usage:" or "      ", form[1], form[2])
  end
  lines[#lines + 1] = "       twocs --help | --version"
  print(table.concat(lines, "\n"))
  return 0
end

local function unknown(word)
  local names = { "--help", "--version", "--shard", "-e" }
  for _, one in ipairs(commands) do names[#names + 1] = one[1] end
  local near, file = core.nearest(word, names), io.open(word, "rb")
  if file then file:close() end
  local hint = "; twocs --help lists all commands"
  if file then hint = core.format("; to run the file, write ./%s", word) end
  if near then hint = core.format("; did you mean '%s'?", near) end
  if require("twocs.common.verbs").by_name["tw." .. word] then
    hint = core.format("; tw.%s is a verb of scripts: twocs help %s", word, word)
  end
  return refuse(usage_error, "'%s' is not %s%s", word, word:sub(1, 1) == "-" and "an option" or "a command", hint)
end

local function run(_, word, ...)
  if word == "--help" or word == "-h" then return usage() end
  for _, one in ipairs(commands) do
    if one[1] == word then return one[4](...) end
  end
  return unknown(word)
end

return setmetatable(command, { __call = run })
