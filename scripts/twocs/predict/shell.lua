-- SPDX-License-Identifier: MIT
-- `twocs predict` on the command line: options, report and exit status.
local core = require "twocs.core"
local columns = require "twocs.runs.columns"
local nearest = require "twocs.common.nearest"

local none_predicted, usage_error, no_file = 1, 2, 3

local help = [[
usage: twocs predict FILE.csv [--out ROWS.csv] [--figures FOLDER] [--columns THEIRS=OURS,...] [--as NAME]
                     [--constants NAME] [--at-least WORD] [--calibrate ENTRY.lua]

Your measured training runs compared with twocs' predictions: how far to trust it on your cluster, which column
to add and what to measure next, errors by kind of run compared with two baselines, which layout is best.

A row for each run, with at least these columns:
  model, layers, hidden, heads (or the name of a model that twocs models lists), seq, gpus, gpu_type, tp, pp, microbatch,
  global_batch (in sequences), and step_time_s or a rate; without either the row is predicted and has no error.
State what you know of the other columns; for each missing field, the report has the effect of the other choice. Any field
of a case is also a column. The columns, their words, and (as) their other names:
%s
Units belong in the header: step_time_s [ms], net1_bw [GB/s], Step time (ms). A cell may hold several degrees: 2/4/1
below TP/PP/CP, TP8 PP2 below parallelism.

  --out FILE        writes a row for each run: measured, predicted, its band, error, the step by term; Ctrl-C keeps them
  --figures FOLDER  draws measured against predicted, error over scale, by term and by kind of run, the worst rows
  --columns LIST    what your columns are called: --columns "dim=hidden,world_size=gpus,t=step_time_s [ms]"
  --as NAME         the file is one that twocs knows: nanotron, foundry, dgxc ...
  --constants LIST  constants of frameworks: pooled (the default), "without foundry", ..., or your own: flash=0.5,...
  --at-least WORD   inside, beyond, transferred or assumed: refuses results with a weaker basis
  --calibrate FILE  writes an entry of software that is calibrated to these rows, with the name of the file; with
                    TWOCS_PACKS=FILE (tw.add in a script) rows and cases may name it

The exit status is 1 where no row is predicted, 2 for a wrong option, 3 for a file that cannot be read or written.]]

local wide = 116

-- "sharding: none, ddp ... (as zero, fsdp)": one column of the list.
local function described(one)
  local text = one.name
  local word = one.words or one.is:find " " and one.is:gsub("^(yes no) true false 1 0 1%.0 0%.0 on off", "%1")
  if word then text = core.format("%s: %s", text, word) end
  if one.also then text = core.format("%s (as %s)", text, table.concat(one.also, ", ")) end
  return text
end

-- The columns as runs/columns.lua lists them, in lines that are not too long.
local function columns_text()
  local lines, group, line = {}, nil, ""
  local function put(text)
    for word in text:gmatch "%S+" do
      if #line + #word + 1 > wide then lines[#lines + 1], line = line, "   " end
      line = core.format("%s %s", line, word)
    end
  end
  for _, one in ipairs(columns.list) do
    if one.group ~= group then
      if group then lines[#lines + 1] = line end
      group, line = one.group, " "
      put(core.format("%s:", group))
    end
    put(core.format("%s;", described(one)))
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

local valued = { ["--out"] = "out", ["--as"] = "as", ["--constants"] = "constants", ["--at-least"] = "at_least",
  ["--figures"] = "figures", ["--columns"] = "columns", ["--calibrate"] = "calibrate" }

local function refuse(status, ...)
  io.stderr:write("twocs predict: ", core.format(...), "\n")
  return status
end

-- "a=b,c=d" as a table; nil and a sentence if a part is not a pair.
local function paired(option, text)
  local list = {}
  for part in text:gmatch "[^,]+" do
    local theirs, ours = part:match "^%s*(.-)%s*=%s*(.-)%s*$"
    if not theirs or theirs == "" or ours == "" then
      return nil, core.format('%s "%s": expected pairs with = between, and commas between pairs', option, text)
    end
    list[theirs] = ours
  end
  return list
end

-- Lists among the options' words as tables.
local function with_lists(given)
  local sentence
  if given.columns then
    given.columns, sentence = paired("--columns", given.columns)
    if not given.columns then return nil, sentence end
  end
  if given.constants and given.constants:find("=", 1, true) then
    given.constants, sentence = paired("--constants", given.constants)
    if not given.constants then return nil, sentence end
    for name, value in pairs(given.constants) do
      given.constants[name] = tonumber(value)
      if not given.constants[name] then return nil, core.format('--constants: %s is "%s", not a number', name, value) end
    end
  end
  return given
end

local function parsed(...)
  local given, words, i = {}, { ... }, 1
  while i <= #words do
    local word = words[i]
    if valued[word] then
      if not words[i + 1] then return nil, core.format("%s takes a value", word) end
      if given[valued[word]] then
        return nil, core.format("%s occurs twice: %s and %s", word, given[valued[word]], words[i + 1])
      end
      given[valued[word]], i = words[i + 1], i + 1
    elseif word:sub(1, 1) == "-" then
      local names = { "--help" }
      for name in pairs(valued) do names[#names + 1] = name end
      table.sort(names)
      return nil, core.format("'%s' is not an option%s", word, nearest.hint(word, names))
    elseif given.file then
      return nil, core.format("expected one file, but got %s and %s", given.file, word)
    else
      given.file = word
    end
    i = i + 1
  end
  if not given.file then return nil, "no file is given; see twocs predict --help" end
  for _, option in ipairs{ "out", "calibrate" } do
    if given[option] and given[option]:gsub("^%./", "") == given.file:gsub("^%./", "") then
      return nil, core.format("--%s %s: this is the file of the runs, which is not overwritten", option, given[option])
    end
  end
  return with_lists(given)
end

-- Writes the software entry that these rows give; its name is the name of the file. Nil and a sentence if it cannot.
local function calibrated(given, path)
  local entry, why = require("twocs.predict.calibrate").calibrate{ file = given.file, columns = given.columns,
    name = path:match "([^/]*)%.lua$" or path:match "[^/]*$" }
  if not entry then return nil, why end
  print(tostring(entry))
  return entry:save(path)
end

return function(first, ...)
  if first == "--help" or first == "-h" then
    print((help:gsub("%%s", function() return columns_text() end)))
    return 0
  end
  local given, sentence = parsed(first, ...)
  if not given then return refuse(usage_error, "%s", sentence) end
  local out, figures, calibrate = given.out, given.figures, given.calibrate
  given.out, given.figures, given.calibrate = nil, nil, nil
  local runs, why = require("twocs.predict").to(out, given)
  if not runs then return refuse(no_file, "%s", why) end
  if out then -- first, so that Ctrl-C in the report loses none of the rows
    local path, said = runs:csv(out)
    if not path then return refuse(no_file, "%s", said) end
  end
  print(runs)
  if figures then
    local drawn, said = runs:draw(figures)
    if not drawn then return refuse(no_file, "%s", said) end
    print(core.format("Figures: %s", table.concat(drawn, ", ")))
  end
  if calibrate then
    local written, said = calibrated(given, calibrate)
    if not written then return refuse(no_file, "%s", said) end
  end
  return #runs.rows + #runs.answers > 0 and 0 or none_predicted
end
