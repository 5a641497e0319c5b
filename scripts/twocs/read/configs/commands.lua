-- SPDX-License-Identifier: MIT
-- The arguments of a command line: which command of a script trains, and which words belong to which argument. The training
-- command is the command with the most known arguments, after strings of arguments are split; a list of arguments without a
-- command is accepted too.
local facts = require "twocs.read.configs.facts"
local keys = require "twocs.read.keys"
local shellscript = require "twocs.read.configs.shellscript"

local commands = {}

local function bare(word) return (word:gsub("^['\"]+", ""):gsub("['\"]+$", "")) end

-- Splits words further, because a variable or the text after -c can contain several words.
local function flat(words)
  local list, from = {}, 1
  for i, word in ipairs(words) do
    if word == "-c" and words[1] == "srun" then from = i + 1 end -- options of the batch system come before
  end
  for i = from, #words do
    local word = words[i]
    if word:find("%s") then
      for part in word:gmatch("%S+") do list[#list + 1] = bare(part) end
    else list[#list + 1] = bare(word) end
  end
  return list
end

local function name_of(word)
  local name, value = word:match("^%-%-([%a_][%w_.-]*)=(.*)$")
  if not name then name = word:match("^%-%-([%a_][%w_.-]*)$") end
  return name and name:gsub("-", "_"):lower(), value
end

local function known(format, words)
  local count = 0
  for _, word in ipairs(words) do
    local name = name_of(word)
    if name and format.rows[name] then count = count + 1 end
  end
  return count
end

-- All lists of words that may be the arguments: commands, consecutive lines with only arguments, variables.
local function candidates(script)
  local list, loose = {}, nil
  for _, command in ipairs(script.commands) do
    local words = flat(command.words)
    if words[1] and words[1]:find("^%-%-") then
      loose = loose or { words = {}, lines = {}, line = command.line }
      for _, word in ipairs(words) do
        loose.words[#loose.words + 1], loose.lines[#loose.words + 1] = word, command.line
      end
    elseif words[1] ~= "echo" then list[#list + 1] = { words = words, line = command.line } end
  end
  list[#list + 1] = loose
  for _, one in ipairs(script.assigned) do
    list[#list + 1] = { words = flat{ one.value or "" }, line = one.line, variable = true }
  end
  return list
end

-- The candidate with the most known arguments; a command is preferred to a variable, and a later one to an earlier one.
-- Second: the line of another command with as many but different arguments.
local function chosen(format, script)
  local best, most, rival = nil, 0, nil
  for _, one in ipairs(candidates(script)) do
    local count = known(format, one.words)
    if count > most or (count == most and count > 0 and not one.variable) then
      local differs = best and not best.variable and count == most
        and table.concat(best.words, " ") ~= table.concat(one.words, " ")
      best, most, rival = one, count, differs and best.line or nil
    end
  end
  return best, rival
end

-- A function for the line in which a name occurs as an argument, by default the command's line.
local function line_finder(text, otherwise)
  local at = {}
  local number = 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    if not line:find("^%s*#") then
      for name in line:gmatch("%-%-([%a_][%w_.-]*)") do
        local plain = name:gsub("-", "_"):lower()
        at[plain] = at[plain] or number
      end
    end
  end
  return function(name) return at[name] or otherwise end
end

local takes_none = { flag = true, off = true }
local spoken = { ["true"] = true, ["false"] = true }

local function is_argument(word) return word:find("^%-%-[%a_]") ~= nil end

-- The words between an argument and the next one.
local function values_of(words, i)
  local list = {}
  while words[i + 1] and not is_argument(words[i + 1]) do
    i = i + 1
    list[#list + 1] = words[i]
  end
  return list, i
end

local function entry_of(format, name, values, line, shown)
  local row = format.rows[name]
  local value = values[1]
  if row and takes_none[row.kind] then
    value = value and spoken[value:lower()] and value or nil
  elseif row and row.kind == "list" then
    value = #values > 1 and values or values[1]
  elseif row and row.kind ~= "lack" and value == nil then
    if row.kind == "text" then value = true else keys.refuse(line, "%s has no value", shown) end
  elseif not row and #values > 1 then value = table.concat(values, " ") end
  return { path = name, key = name, shown = shown, value = value == nil and true or value, line = line,
    of_command = true }
end

-- Nodes and GPUs of the batch system, if the launcher does not state them.
local function of_batch(script, entries)
  local has = {}
  for _, entry in ipairs(entries) do has[entry.key] = true end
  for _, one in ipairs(script.asked) do
    local name, value = one.text:match("^%-%-([%w-]+)=(.+)$")
    local count = value and value:match("gpu:.-(%d+)$") or value
    if name == "nodes" and not has.nnodes then
      entries[#entries + 1] = { path = "nnodes", key = "nnodes", shown = "--nodes", value = value, line = one.line }
    elseif (name == "gres" or name == "gpus-per-node" or name == "ntasks-per-node" and value ~= "1")
      and not has.nproc_per_node then
      has.nproc_per_node = true
      entries[#entries + 1] = { path = "nproc_per_node", key = "nproc_per_node", shown = "--" .. name, value = count,
        line = one.line }
    end
  end
end

--- entries(format, text, options): the arguments in their order, the lines that were not followed, and the Python file that
--- runs.
function commands.entries(format, text, options)
  local script = shellscript.read(text, options.set)
  local best, rival = chosen(format, script)
  if not best then keys.refuse(1, "there is no command with known arguments (%s)", format.example) end
  local entries, i, line_of, program = {}, 0, line_finder(text, best.line), nil
  local words = best.words
  while words[i + 1] do
    i = i + 1
    local word = words[i]
    local name, value = name_of(word)
    if word:find("%.py$") then program = program or word end
    if name then
      local values
      if value then values = { value } else values, i = values_of(words, i) end
      for _, one in ipairs(values) do
        if one:find("%.py$") then program = program or one end
      end
      entries[#entries + 1] = entry_of(format, name, values, line_of(name), (word:gsub("=.*$", "")))
    end
  end
  of_batch(script, entries)
  local open = {}
  for _, word in ipairs(words) do
    if facts.is_open(word) and word:find("^%$[%w_{]+$") and word:find("ARG") then open[#open + 1] = word end
  end
  local missed = rival and { ("another command with the same number of arguments (line %.0f); the last one is "
    .. "read"):format(rival) } or nil
  return entries, { program = program, unknown = script.unknown, open = open, missed = missed }
end

return commands
