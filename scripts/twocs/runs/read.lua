-- SPDX-License-Identifier: MIT
-- Files of training runs: the rows of a table as cases (runs/case.lua). An entry of runs/files.lua translates the columns
-- and words of a known file into columns that any user's file can have; a known file has no other special treatment.
local aliases = require "twocs.data.aliases"
local cases = require "twocs.runs.case"
local cells = require "twocs.runs.cells"
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local files = require "twocs.runs.files"
local joined = require "twocs.runs.joined"
local mistake = require "twocs.common.mistake"
local models = require "twocs.runs.model"
local nearest = require "twocs.common.nearest"
local software = require "twocs.data.software"
local unnamed = require "twocs.runs.unnamed"
local words = require "twocs.runs.words"

local runs = {}

-- The cells that an entry adds to a row: fixed cells, unless the row has its own, and the cells from the file's own words.
local function with_entry(entry, r)
  local own = {}
  for name, value in pairs(r) do own[name] = value end
  if entry.cells then
    for name, value in pairs(entry.cells(r)) do own[name] = value end
  end
  for name, value in pairs(entry.fixed or {}) do
    if cells.is_empty(own[name]) then own[name] = value end
  end
  return own
end

-- Words in place of a measurement that ran out of memory.
local ran_out = { oom = true, ["out of memory"] = true }

-- A canonical form of the text of a column: two texts with the same meaning do not contradict each other.
local meanings = {
  model = function(text) return models.named(text) end,
  gpu_type = function(text) return aliases.device(text) end,
  software = function(text) return software.find(text) end,
}

local function meaning(one, text)
  if meanings[one.name] then return meanings[one.name](text) end
  local fields = words.has(one.name) and words.fields(one.name, text)
  if not fields then return nil end
  local list = {}
  for name, value in pairs(fields) do list[#list + 1] = core.format("%s = %s", name, tostring(value)) end
  table.sort(list)
  return table.concat(list, ", ")
end

-- Names of the batch of one device in software whose gradient accumulation is 1 by default: Hugging Face, MaxText,
-- torchtitan.
local of_api = { per_device_train_batch_size = true, per_device_batch_size = true, local_batch_size = true }

local near = 0.02 -- two measurements of one quantity: a mean and a median, a rounded rate

-- One of two cells of one column, independent of their order: the smaller if both mean the same, or the cell with a known
-- meaning; nil if they differ.
local function one_of(one, a, b)
  if a == b then return a end
  local smaller = type(a) == type(b) and (a < b and a or b)
  if one.is == "number" then return math.abs(a / b - 1) <= near and smaller or nil end
  if one.name == "flash_attn" and a ~= "no" and b ~= "no" then return a == "yes" and b or b == "yes" and a or nil end
  if one.is ~= "text" then return nil end
  local of_a, of_b = meaning(one, a), meaning(one, b)
  if of_a == of_b and of_a then return smaller end
  if one.name == "model" then return of_a and not of_b and a or of_b and not of_a and b or nil end
end

-- Stores a cell under its column's name here; a sentence if it is not possible.
local function put(c, name, value)
  local one = columns.of(name)
  if not one or one.says_nothing then return nil end
  local text = type(value) == "string" and value
  if one.is == "number" and text and ran_out[text:lower()] then one, value = columns.of "status", "OOM" end
  if one.name == "global_batch" and type(value) == "string" and value:find "^[%d.,]+%s*[kKmM]?%s*[tT]okens?$" then
    one = columns.of "global_batch_tokens"
  end
  if one.name == "sharding" and type(value) == "string" and value:find "%.json%s*$" then -- DeepSpeed's own configuration
    c.sharding_file = value
    return nil
  end
  local cell, sentence = cells.cell(one, value)
  if cell == nil then
    return sentence and columns.plain(name) ~= one.name and core.format("%s (column %s)", sentence, name) or sentence
  end
  local before = c[one.name]
  if before ~= nil then
    cell = one_of(one, before, cell)
    if not cell then
      return core.format("two of its columns state %s: %s and %s", one.name, tostring(before), tostring(value))
    end
  end
  if of_api[columns.plain(name)] then c.batch_called = columns.plain(name) end
  c[one.name] = cell
end

-- The sentence on a row with a wrong cell: the first cell by name, independent of the order.
local function first_wrong(r)
  local names, c = {}, {}
  for name in pairs(r) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local sentence = put(c, name, r[name])
    if sentence then return sentence end
  end
end

-- A family in one column and the size in another, as in torchtitan: llama3 and 8B.
local function with_flavor(c)
  if c.flavor and c.model and not models.named(c.model) then
    local whole = core.format("%s %s", c.model, c.flavor)
    c.model = models.named(whole) and whole or c.model
  end
  return c
end

-- The sharding in the name of the software, if no column states it; a sentence if they state different stages of ZeRO.
local function with_sharding(c)
  local word, is_stage = words.sharding(c.software or "")
  if not word then word, is_stage = words.sharding(c.task or "") end -- "LoRA + DeepSpeed ZeRO-3"
  if not word then return nil end
  if is_stage and c.sharding then
    local stated = words.fields("sharding", c.sharding)
    local other = stated and stated.zero ~= words.fields("sharding", word).zero
    return other and "its sharding and software contradict each other" or nil
  end
  local by_optimizer = c.optimizer and (words.fields("optimizer", c.optimizer) or {}).zero
  local fsdp = c.fsdp and not (is_stage and (words.fields("fsdp", c.fsdp) or {}).no_fsdp)
  if not (c.sharding or fsdp or c.dist_opt or c.dp_shard or by_optimizer) then c.sharding = word end
end

-- Cells of known columns, by the columns' names here; a cell with several degrees becomes one for each.
local function parsed(r)
  local c = core.space(12)
  for name, value in pairs(r) do
    if put(c, name, value) then return nil, first_wrong(r) end
  end
  for name, value in pairs(r) do
    local found, why = joined.cells(name, value)
    for column, cell in pairs(found or {}) do
      local wrong = put(c, column, cell)
      why = wrong and (not why or wrong < why) and wrong or why
    end
    if why then return nil, why end
  end
  if c.sharding_file and not c.sharding then
    return nil, core.format('sharding is "%s", a file that is not read: write the stage of ZeRO, as in zero2',
      c.sharding_file)
  end
  c.sharding_file = nil
  local otherwise = with_sharding(c)
  if otherwise then return nil, otherwise end
  return with_flavor(c)
end

-- The name of a model without a name, made from its sizes, so that different models are not mixed up.
local function by_its_sizes(c)
  local text = core.format("%.0f layers of %.0f", c.layers, c.hidden)
  if c.ffn then text = core.format("%s, FC %.0f", text, c.ffn) end
  return (c.experts or 0) > 0 and core.format("%s, %.0f experts", text, c.experts) or text
end

-- Headers of the number of a step: a log may have a row for each.
local numbers_steps = { step = true, iter = true, iteration = true }

-- A repeated header, as in concatenated files, warm-up steps, and rows without a cell.
local function no_run(r)
  local n, filled = 0, false
  for name, value in pairs(r) do
    if value == name and columns.of(name) then n = n + 1 end
    local is_first = numbers_steps[columns.plain(name)] and tostring(value):lower():find "warm%W?up"
    if is_first then return "it is a warm-up step" end
    filled = filled or not cells.is_empty(value)
  end
  return n > 1 and "it repeats the header" or not filled and "it is empty" or nil
end

-- What every run must state, and the columns that state it; the first is named if there is none of them.
local needed = { { "model", "layers", "hidden", "heads" }, { "seq" }, { "gpus", "devices", "nodes", "dp", "dp_shard" },
  { "gpu_type", "device" } }

-- What no column of the file states: `name`, and what else a run needs.
local function lacking(r, c, name)
  local there, list = {}, {}
  for header in pairs(r) do
    local one = columns.of(header)
    if one then there[one.name] = true end
  end
  for column in pairs(c) do there[column] = true end
  if name == "layers" and not (there.model or there.hidden or there.heads) then name = "model" end
  for _, names in ipairs(needed) do
    local stated, own = false, false
    for _, one in ipairs(names) do stated, own = stated or there[one], own or one == name end
    if own or not stated then list[#list + 1] = own and name or names[1] end
    if own then name = nil end
  end
  list[#list + 1] = name
  return list
end

-- The reason "seq is empty" as "no column states seq" if the file has no such column, and what else no column states.
local function unstated(why, r, c)
  local name, other = why:match "^([%w_]+) is empty$", nil
  if not name then name, other = why:match "^([%w_]+) is empty, and so is ([%w_]+)$" end
  for header in pairs(name and r or {}) do
    local one = columns.of(header)
    if one and (one.name == name or one.name == other) then return why end
  end
  if not name then return why end
  local list = lacking(r, c, name)
  for k, one in ipairs(list) do
    if other and one == name then list[k] = core.format("%s or %s", one, other) end
  end
  local last = #list > 1 and core.format(" and %s", table.remove(list)) or ""
  return core.format("no column states %s%s", table.concat(list, ", "), last)
end

-- Whether a text says what is recomputed: "full AC", "selective recompute".
local function says_recompute(text)
  local plain = text:lower()
  return plain:find "%f[%a]ac%f[%A]" or plain:find "recomput" or plain:find "activation[%s_%-]*checkpoint"
    or plain:find "gradient[%s_%-]*checkpoint"
end

-- Whether the cells of a header describe a run, or may do so because the header is not known.
local describing = {}
local function describes(name)
  if describing[name] == nil then
    local one = columns.by_name[columns.plain(name)]
    describing[name] = one and one.says_nothing or not one and not columns.of(name) and not joined.is_header(name) or false
  end
  return describing[name]
end

-- Sentences on descriptions of a row, and on columns that are not known, that name a degree, adapters, recomputation or a
-- format of 8 or 4 bits, which no column states.
local function undescribed(c, r, case)
  local list = {}
  local function say(name, what, column)
    list[#list + 1] = core.format("its %s mentions %s, but no column states it: it is not used (%s)", name, what, column)
  end
  for name, value in pairs(r) do
    if type(value) == "string" and describes(name) then
      for degree in pairs(joined.mentions(value)) do
        if not c[degree] then say(name, degree:upper(), degree) end
      end
      if value:lower():find "lora" and not (c.lora or c.task) and not ((case.model.lora_rank or 0) > 0) then
        say(name, "LoRA", "lora")
      end
      local format = not (c.precision or c.fp8 or c.fp4) and words.format(value)
      if format == "fp8" or format == "fp4" then say(name, format:upper(), "precision") end
      if not c.recompute and says_recompute(value) then say(name, "recomputation", "recompute") end
    end
  end
  table.sort(list)
  return list
end

--- case(entry, r, of_its_file): { row = cells by the names of runs/columns.lua, raw = the row as in the file, case =, about
--- = } of a row, or { row =, raw =, why = "sentence" }. of_its_file: the entry of software that the file's other rows
--- suggest.
function runs.case(entry, r, of_its_file)
  local why = entry.refuses and entry.refuses(r) or no_run(r)
  if why then return { row = r, raw = r, why = why } end
  local c
  c, why = parsed(with_entry(entry, r))
  if not c then return { row = r, raw = r, why = why } end
  if not c.model and not cells.is_empty(r.model) then c.model = r.model end
  c.of_its_file = of_its_file or r.of_its_file
  local case, about = cases.of(c)
  for name, value in pairs(r) do
    if c[name] == nil and columns.by_name[name] and columns.by_name[name].says_nothing then c[name] = value end
  end
  if not case then return { row = c, raw = r, why = unstated(about, r, c) } end
  c.model = c.model or by_its_sizes(c)
  for _, sentence in ipairs(undescribed(c, r, case)) do table.insert(about.remarks, sentence) end
  return { row = c, raw = r, case = case, about = about }
end

--- The entry of a file by its name in runs/files.lua.
function runs.entry(name)
  local known = {}
  for key in pairs(files) do known[#known + 1] = key end
  table.sort(known)
  if files[name] then return files[name] end
  mistake.raise('runs: "%s" is not a file of training runs%s', mistake.word(name), nearest.hint(name, known))
end

-- Columns of yes and no whose cells are degrees: a degree of 1 means no, not yes.
local function degrees_of_sp(lists, n)
  local found = {}
  for name, list in pairs(lists) do
    local one = columns.of(name)
    for i = 1, one and one.name == "seq_parallel" and n or 0 do
      if (tonumber(list[i]) or 0) > 1 then found[name] = true end
    end
  end
  return found
end

-- The same rows with one software for all that name none.
local function of_one_software(entry, list)
  local hints = {}
  for _, one in ipairs(list) do
    if one.case and one.about.unnamed then hints[one.about.hint or ""] = true end
  end
  local common = unnamed.common(hints)
  for i, one in ipairs(list) do
    if common and one.case and one.about.unnamed and one.about.hint ~= common then
      list[i] = runs.case(entry, one.raw, common)
    end
  end
  return list
end

--- rows(t, entry): a list of runs.case(...), for each row of a table that belongs to the entry.
function runs.rows(t, entry)
  local list, lists = {}, {}
  for _, name in ipairs(t:names()) do lists[name] = t:column(name) end
  local of_sp = degrees_of_sp(lists, t.n)
  for i = 1, t.n do
    local r = core.space(#t:names()) -- a plain table: a missing column is nil
    for name, column in pairs(lists) do r[name] = column[i] end
    for name in pairs(of_sp) do
      if tonumber(r[name]) == 1 then r[name] = nil end
    end
    if not entry.only or entry.only(r) then list[#list + 1] = runs.case(entry, r) end
  end
  return of_one_software(entry, list)
end

--- read(path, name): the same list for a file and the name of its entry; or nil, sentence.
function runs.read(path, name)
  local entry = runs.entry(name)
  local t, sentence = require("twocs.read").read(path, entry.columns and { columns = entry.columns } or nil)
  if not t then return nil, sentence end
  return runs.rows(t, entry)
end

return runs
