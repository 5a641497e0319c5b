-- SPDX-License-Identifier: MIT
-- Several degrees in one cell: "2/4/1" under "TP/PP/CP", or "TP8 PP2 FSDP" and "tp=8, pp=2" under "parallelism". A cell is
-- used completely or not at all. It may contain degrees, the sharding, and settings with the name of a column of the run or
-- the layout, "mbs=4, recompute=full", and between commas the device, the model and a few words of the run, "8x H100,
-- Llama 3 70B, BF16, TP8, full recompute"; nothing else.
local aliases = require "twocs.data.aliases"
local cells = require "twocs.runs.cells"
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local counted = require "twocs.runs.counted"
local models = require "twocs.runs.model"
local words = require "twocs.runs.words"

local joined = {}

local degrees = { tp = true, pp = true, cp = true, dp = true, ep = true, etp = true, vp = true }
local letters = { t = "tp", p = "pp", d = "dp", c = "cp", e = "ep" }
local loose = {} -- headers whose cells name the degrees; so do those of "layout of X" (runs/text.lua)
for word in ([[parallelism parallel parallel_strategy parallelism_strategy parallel_config parallel_layout strategy layout
  topology mesh]]):gmatch "%S+" do loose[word] = true end

-- Words next to degrees, without separators, and their meaning by column.
local next_to = { sp = { "seq_parallel", "yes" }, fullshard = { "sharding", "fsdp" },
  fullysharded = { "sharding", "fsdp" } }
for word in ("ddp fsdp fsdp1 fsdp2 hsdp zero0 zero1 zero2 zero3"):gmatch "%S+" do next_to[word] = { "sharding", word } end
for stage = 0, 3 do
  next_to[core.format("stage%d", stage)] = { "sharding", core.format("zero%d", stage) } -- Paddle's tp2sd4_stage2
end

local function is_loose(name)
  local plain = columns.plain(name)
  return loose[plain] or plain:find "^layout_of_" ~= nil
end

local function degree(text)
  local one = columns.of(text)
  return one and degrees[one.name] and one.name or nil
end

-- Counts of the run that a header may join with degrees or with each other: "TP/PP/MBS/GBS/SEQ".
local counts = { seq = true, global_batch = true, microbatch = true, grad_accum = true, gpus = true, nodes = true }

local kinds_of_batch = { micro = "microbatch", global = "global_batch" }

local function count(text)
  local one = columns.of(text)
  if kinds_of_batch[text:lower()] then return kinds_of_batch[text:lower()] end
  return one and counts[one.name] and one.name or nil
end

-- The column of the run or of the layout that a name in front of "=" means.
local groups = { ["the run"] = true, ["the layout"] = true }
local function setting(text)
  local one = columns.of(text)
  return one and (groups[one.group] or degrees[one.name]) and one.name or nil
end

-- A text without remarks in brackets, "(inside a node)": words without a number that name no column, degree or sharding.
local function without_remarks(text)
  return (text:gsub("%s*%b()", function(inside)
    if inside:find "%d" or words.sharding(inside) then return nil end
    for word in inside:gmatch "[%a_]+" do
      if columns.of(word) or next_to[word:lower()] then return nil end
    end
    return ""
  end))
end

-- "TPxPP" as its words; the x between two of them is a separator.
local function words_of(name)
  local list = {}
  for word in name:gsub("\195\151", "/"):gmatch "%a+" do
    local parts = {}
    if not degree(word) and not degree(core.format("%s parallel", word)) then
      for part in word:lower():gmatch "[^x]+" do parts[#parts + 1] = part end
    end
    for _, part in ipairs(#parts > 1 and parts or { word }) do
      if part:lower() ~= "x" then list[#list + 1] = part end
    end
  end
  return list
end

-- The degrees and counts that a header joins, in order; nil for other headers. "Parallelism (TP/PP/DP)" has them in
-- brackets.
local function header(name)
  if name:lower():find "^%W*exp%f[%W]" then return nil end -- experiment, not E x P
  local outside, inside = name:match "^(.-)%s*%(%s*(.-)%s*%)$"
  if inside and (outside == "" or loose[columns.plain(outside)]) then name = inside end
  local list, short, seen = {}, 0, {}
  name = name:gsub("%f[%a][bB]atch%s*[sS]?i?z?e?s?$", "") -- "Micro/Global batch"
  local names = name:match "^(.-)[%s_]+[pP]arallel%a*$" -- "Tensor/Pipeline/Expert parallelism"
  local in_full = names ~= nil
  name = names or name
  for _, word in ipairs(words_of(name)) do
    local letter = letters[word:lower()]
    local one = letter or degree(word) or count(word) or in_full and degree(core.format("%s parallel", word))
    if not one or seen[one] then return nil end
    seen[one] = true
    short = short + (letter and 1 or 0)
    list[#list + 1] = one
  end
  return #list > 1 and (short == 0 or short == #list) and list or nil
end

-- "TP8 PP2", "8-way TP" and "tp=8" as { tp = "8", pp = "2" }, and the rest of the text. "FSDP 8" shards over 8 ranks, "HSDP
-- 4x8" over eight ranks in four copies.
local function taken_out(text)
  local found, n = {}, 0
  local function take(word, number)
    local one = (word:lower() == "fsdp" or word:lower() == "sd") and "dp_shard" or degree(word) -- Paddle's sd is sharding
    if word:lower() == "sp" and tonumber(number) > 1 then one = "sequence_parallel_size" end -- not Megatron's yes and no
    if not one or found[one] then return nil end
    found[one], n = number, n + 1
    return ""
  end
  local rest = text:gsub("[hH][sS][dD][pP]%s*[=:_]?%s*(%d+)%s*x%s*(%d+)", function(copies, ranks)
    found.dp_replicate, found.dp_shard, n = copies, ranks, n + 1
    return ""
  end):gsub("(%d+)%-[wW]ay%s+(%a+)", function(number, word) return take(word, number) end)
    :gsub("(%a[%w_%-]*)%s*[=:]%s*([%w._%-]+)", function(word, value)
      local one = setting(word)
      local counts = not one or degrees[one] or one == "fsdp" or one == "seq_parallel" -- "fsdp=4" and "sp=2" are degrees
      if counts and value:find "^%d+$" then return take(word, value) end
      if not one or found[one] then return nil end
      found[one], n = value, n + 1
      return ""
    end)
    :gsub("(%a+)%s*[=:_]?%s*(%d+)", take)
  return found, rest, n
end

-- The adapters that a text names, "LoRA r=16" up to the next separator, and the text without them.
local function without_adapters(text)
  local adapters = text:match "%f[%a]%a*%-?[lL][oO][rR][aA][^,;+/|]*"
  if not adapters then return nil, text end
  local from, to = text:find(adapters, 1, true)
  return adapters, text:sub(1, from - 1) .. text:sub(to + 1)
end

local of_devices = {} -- words for the GPUs of a run: "256 Chips"
for word in ("gpu gpus chip chips npu npus card cards device devices"):gmatch "%S+" do of_devices[word] = true end

-- "full recompute" and "no AC" as a cell of recompute.
local of_recompute = { recompute = true, recomputation = true, ac = true, ["activation checkpointing"] = true,
  ["activation recomputation"] = true, ["gradient checkpointing"] = true }
local function recomputed(part)
  local how, what = part:lower():match "^%s*(%a+)%s+(.-)%s*$"
  return of_recompute[what or ""] and (how == "full" or how == "selective" or how == "no") and how or nil
end

-- Words of PyTorch's users for a column with yes: "FSDP + torch.compile + Float8".
local with_yes = { ["torch.compile"] = "compile", ["torch compile"] = "compile", compile = "compile", compiled = "compile",
  ["async tp"] = "tp_overlap", asynctp = "tp_overlap" }

-- The column of a part of a text, if it is a device, a model, a number of devices, a length of sequences, a number format
-- or what is recomputed, and its cell.
local function named_part(part)
  local how, length = recomputed(part), part:match "^%s*[sS]eq%a*%s+(%d+[kK]?)%s*$"
  if how then return "recompute", how end
  local switch = with_yes[part:lower():match "^%s*(.-)%s*$"]
  if switch then return switch, "yes" end
  if length then return "seq", length end
  local number, thing = part:match "^%s*(%d+)%s+(%a+)%s*$"
  if number and of_devices[thing:lower()] then return "gpus", number end
  if aliases.device(counted.without(part)) then return "gpu_type", part end
  if models.named(part) then return "model", part end
  if part:find "^%s*%a+[48]%s*$" or part:find "^%s*%a+16%s*$" then return words.format(part) and "precision", part end
end

-- What parts of a text between commas or pluses name, "8x H100, Llama 3 70B, BF16, TP8", and its other parts.
local function without_names(text)
  local found, others = {}, {}
  for part in text:gsub("%s%+%s", ","):gmatch "[^,;|]+" do
    local one, cell = named_part(part)
    if one and not found[one] then found[one] = cell:match "^%s*(.-)%s*$" else others[#others + 1] = part end
  end
  return next(found) and found, table.concat(others, ",")
end

-- "CP8 (ring)" without the kind of context parallelism, and that kind.
local function without_kind(text)
  local kind
  text = text:gsub("(%f[%a][cC][pP]%s*[=:]?%s*%d+)%s*%(([%a%d%s_%-]+)%)", function(degree_of_cp, inside)
    if not words.fields("cp_comm", inside) then return nil end
    kind = inside
    return degree_of_cp
  end)
  return text, kind
end

-- "t2p2e8" with the names of its degrees: nothing but letters with numbers, at least two.
local function with_letters(text)
  local short = text:lower():gsub("[%s%-_/,x]+", "")
  local rest, n = short:gsub("[tpdce]%d+", "")
  if rest ~= "" or n < 2 then return text end
  return (short:gsub("([tpdce])(%d+)", function(letter, number)
    return core.format("%s%s ", letters[letter], number)
  end))
end

-- "bs=1 ga=32" with the name of the microbatch, if bs cannot be the global batch.
local function with_batch(text)
  local batch = tonumber(text:match "%f[%a][bB][sS]%s*[=:]%s*(%d+)")
  local accumulated = tonumber(text:match "%f[%a][gG][aA]%s*[=:]%s*(%d+)"
    or text:match "%f[%a][gG]rad%a*_acc%a*%s*[=:]%s*(%d+)")
  local is_micro = batch and accumulated and batch % accumulated ~= 0
  return is_micro and text:gsub("%f[%a][bB][sS](%s*[=:])", "mbs%1") or text
end

local named

-- The cells by column of a text that names degrees; nil if it names none; or nil and the mistake in it.
function named(name, text)
  local phrase = text:find "%s" and words.sharding(text) and words.fields("sharding", text) -- "DeepSpeed ZeRO-3"
  if phrase then return { sharding = text } end
  local adapters, others = without_adapters(text)
  if adapters then
    local found, why = {}, nil
    if others:find "%w" then found, why = named(name, others) end
    if found then found.task = adapters end
    return found, why or not found and core.format('%s is "%s": expected only degrees and sharding, as in TP8 PP2 FSDP',
      name, text) or nil
  end
  local names, parts = without_names(text)
  if names and parts:find "%w" then
    local found, why = named(name, parts)
    for column, value in pairs(found and names or {}) do found[column] = value end
    return found, why
  end
  local kind
  text, kind = without_kind(text)
  text = with_letters(text:gsub("(%f[%a]%a+)%((%d+)%)", "%1%2")) -- "TP(2)"
  text = with_batch(text):gsub("\195\151", "x")
    :gsub("%f[%a]([fF][sS][dD][pP])[12]%f[^%w]", "%1") -- FSDP2 is a version, not two ranks
  local found, rest, n = taken_out(without_remarks(text))
  local other = {}
  rest = rest:gsub("[%a][%w%-_]*", function(word)
    if word:lower() == "amp" then return "" end -- part of the number format
    local says = next_to[word:lower():gsub("[%-_]", "")]
    local again = says and says[2] == "fsdp" and tostring(other.sharding):find "fsdp" -- "FSDP2 full-shard"
    if again then return "" end
    if not says or other[says[1]] then return nil end
    other[says[1]] = says[2]
    return ""
  end)
  if n == 0 and not next(other) then return nil end
  if rest:find "[^%s,;/x|+_%-()]" then
    return nil, core.format('%s is "%s": expected only degrees and sharding, as in TP8 PP2 FSDP', name, text)
  end
  for column, value in pairs(other) do found[column] = value end
  if kind then found.cp_comm = kind end
  return found
end

-- The cells by column from numbers in the order of a header's degrees.
local function listed(name, text, list)
  local found, i = {}, 0
  for number in text:gsub("%f[^%s/,|]%-%f[%s/,|%z]", "none"):gmatch "%w+" do
    for one in number:gsub("x", " "):gmatch "%S+" do
      i = i + 1
      if list[i] and one ~= "none" then found[list[i]] = one end
    end
  end
  if i == #list and not text:find "[^%d%s,;/x*|+_:%-%(%)%[%]\195\151]" then return found end
  return nil, core.format('%s is "%s": expected %d numbers', name, text, #list)
end

local headers = {} -- by name: the degrees that it joins, or false; kept, because all rows of a file have the same headers

local function degrees_of(name)
  if headers[name] == nil then headers[name] = header(name) or false end
  return headers[name]
end

--- is_header(name): whether cells under this header can join several degrees.
function joined.is_header(name) return is_loose(name) or degrees_of(name) and true or false end

--- cells(name, value): the cells by column that a cell under this header joins; nil if it joins none; or nil and a sentence
--- if the header joins degrees but the cell does not match.
function joined.cells(name, value)
  if columns.of(name) or cells.is_empty(value) then return nil end
  if is_loose(name) then
    local found, why = named(name, tostring(value))
    if not found and not why and columns.plain(name):find "^layout_of_" then -- this column alone names the layout
      why = core.format('%s is "%s": expected degrees and sharding, as in TP8 PP2 FSDP', name, tostring(value))
    end
    return found, why
  end
  local list = degrees_of(name)
  if list then
    local found, why = listed(name, tostring(value), list)
    found = found or named(name, tostring(value)) -- "TP=2, PP=1" under "Parallelism (TP, PP)"
    return found, not found and why or nil
  end
end

--- mentions(text): the columns of the degrees above 1 that a text names, "EP8, lr 3e-4", as keys.
function joined.mentions(text)
  local found = {}
  for word, number in tostring(text):gmatch "%f[%a](%a+)%s*[=:_]?%s*(%d+)%f[%W]" do
    local short = word:lower()
    if degrees[short] and tonumber(number) > 1 then found[short] = true end
  end
  return found
end

--- share(name, values, n): among non-empty cells under this header, the share that joins degrees or contains a mistake.
function joined.share(name, values, n)
  local some, all = 0, 0
  for i = 1, n do
    if not cells.is_empty(values[i]) then
      local found, why = joined.cells(name, values[i])
      all, some = all + 1, some + ((found or why) and 1 or 0)
    end
  end
  return all > 0 and some / all or 0
end

return joined
