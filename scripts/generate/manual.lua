-- SPDX-License-Identifier: MIT
-- Writes the manual page: manual.lua FILE.1. The build runs it. The forms of the command come from help/command.lua, as in
-- twocs --help.
local tw = require "twocs"
local core = require "twocs.core"
local command = require "twocs.help.command"

-- A text in roff's notation: hyphens stay hyphens when they are pasted, and no line begins like a request of roff.
local function roff(text) return (text:gsub("\\", "\\e"):gsub("%-", "\\-"):gsub("^[.']", "\\&%0")) end

-- Words of a call. Words in capitals are placeholders and become italic.
local function call(words)
  return (roff(words):gsub("%f[%w]%u[%u.]*%l*%f[%W]", function(word) return core.format("\\fI%s\\fR", word) end))
end

local lines = { core.format('.TH TWOCS 1 "" "twocs %s" "User Commands"', tw.version),
  ".SH NAME", roff "twocs - how computation and communication scale against each other for Transformers", ".SH SYNOPSIS" }
local function add(...)
  for _, line in ipairs{ ... } do lines[#lines + 1] = line end
end

for _, form in ipairs(command.forms()) do add(call(form[1]), ".br") end
add(".SH DESCRIPTION", "twocs computes the cost of a training or inference step of a Transformer on a device and",
  "network, from cost equations and measured operators. Studies are scripts in Lua, in which",
  '\\fBrequire "twocs"\\fR gives every verb; \\fBtwocs help\\fR lists them.',
  "\\fBtwocs\\fR runs scripts by Lua 5.4, \\fBtwocs\\-luajit\\fR by LuaJIT; both give the same numbers.",
  ".SH COMMANDS")
for _, form in ipairs(command.forms()) do add(".TP", call(form[1]), roff(form[2])) end
add(".TP", roff "twocs --version", "the release")
add(".SH ENVIRONMENT", ".TP", "TWOCS_HOME", "a folder with the scripts of twocs, used in place of the installed ones",
  ".TP", "TWOCS_PACKS", "files with devices and models of your own, separated by colons",
  ".TP", "TWOCS_SHARD", roff "the same as --shard, such as 3/64",
  ".TP", "OMP_NUM_THREADS", "the number of cores that a sweep uses",
  ".SH EXIT STATUS", roff "0 for success, 1 if a script failed, 2 if the arguments are wrong, 130 after Ctrl-C.",
  ".SH SEE ALSO", "\\fBlua5.4\\fR(1)")
assert(core.write(arg[1], table.concat(lines, "\n") .. "\n"))
