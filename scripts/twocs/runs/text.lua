-- SPDX-License-Identifier: MIT
-- The text of a user's file of training runs, before it becomes a table: removes titles above the header, and converts
-- decimal commas if semicolons separate cells. Line numbers stay the same, and ambiguous text is not changed.
local aliases = require "twocs.data.aliases"
local cells = require "twocs.runs.cells"
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local counted = require "twocs.runs.counted"
local headers = require "twocs.runs.headers"
local joined = require "twocs.runs.joined"
local models = require "twocs.runs.model"
local pasted = require "twocs.read.pasted"
local read = require "twocs.read.columns"
local records = require "twocs.runs.records"
local software = require "twocs.data.software"
local turned = require "twocs.runs.turned"
local words = require "twocs.runs.words"

local text = {}

local most_titles = 10

-- The number of cells in a line that name columns; mine: headers that the user names.
local function names_in(line, mine)
  local n = 0
  for cell in line:gmatch "[^,;]+" do
    cell = cell:match '^%s*"?(.-)"?%s*$'
    local bare = cell:gsub("%s*%[[^%]]*%]$", "")
    local here = headers.meant{ { cell = cell, name = bare } }[1]:gsub("%s*%[[^%]]*%]$", "")
    if mine[cell] ~= nil or mine[bare] ~= nil or columns.of(here) then n = n + 1 end
  end
  return n
end

-- The position of the header line if titles are above it; nil if there are none, or if no line looks like a header.
local function header_after_titles(csv, mine)
  local at, seen = 1, 0
  while at <= #csv and seen <= most_titles do
    local stop = csv:find("\n", at, true) or #csv + 1
    local line = csv:sub(at, stop - 1)
    if line:find "%S" and not line:find "^%s*#" then
      if names_in(line, mine) > 1 then return seen > 0 and at or nil end
      seen = seen + 1
    end
    at = stop + 1
  end
end

local function separators(line) return select(2, line:gsub('"[^"]*"', ""):gsub("[,;\t]", "")) end

-- A header whose first name begins with "#", "# Params (B),#GPUs", is not a comment: it names columns, and the next line
-- has as many cells and names none.
local function with_header(csv, mine)
  local before, line, rest = csv:match "^(%s*)(#[^\n]*)\n(.*)$"
  if not line then return csv end
  local next_line = rest:match "^%s*([^\n]*)"
  local named = names_in(line:sub(2), mine)
  if named < 2 or separators(line) ~= separators(next_line) or names_in(next_line, mine) > 1 then return csv end
  local first = line:match "^#%s*([^,;\t]*)"
  return core.format("%s%s%s\n%s", before, first:find "%S" and "" or "number", line:gsub("^#%s*", ""), rest)
end

-- The titles as comments, which the reader skips.
local function untitled(csv, mine)
  local header = header_after_titles(csv, mine)
  if not header then return csv end
  return csv:sub(1, header - 1):gsub("[^\n]+", function(line) return "# " .. line end) .. csv:sub(header)
end

-- Numbers with a decimal comma: "9,1" and "1.234,5", with points between thousands: "8.192". In groups of three, "55,188",
-- a comma may separate thousands.
local function with_points(csv)
  local head = csv:match "^[^\n]*;[^\n]*" or csv:match "\n([^\n#]*;[^\n]*)"
  if not head or head:find(",", 1, true) then return csv end
  local certain = false
  for whole, part in csv:gmatch "%f[^;\n]%s*%-?([%d.]+),(%d+)%s*%f[;\r\n%z]" do
    if #part ~= 3 or whole == "0" or whole:find(".", 1, true) then certain = true end
  end
  if not certain or csv:find "%f[^;\n]%s*%d+%.%d%d?%s*%f[;\r\n%z]" then return csv end
  return (csv:gsub("%f[^;\n](%s*%-?)([%d.,]+)(%s*)%f[;\r\n%z]", function(before, number, after)
    local whole, part = number:match "^([%d.]+),(%d+)$"
    local grouped = number:find "^%d%d?%d?%.%d%d%d" and not number:gsub("%.%d%d%d%f[%D]", ""):find "%D" -- "8.192"
    return whole and core.format("%s%s.%s%s", before, whole:gsub("%.", ""), part, after)
      or grouped and core.format("%s%s%s", before, number:gsub("%.", ""), after) or nil
  end))
end

-- In a file with commas between cells, a quoted "5,701" could be 5.701; not if another cell is certain, such as "1,183.5",
-- or has a decimal point, as 0.93 (three digits after the point could be thousands).
local function with_thousands(csv)
  if csv:match "^[^\n]*":find "[;\t]" then return csv end
  local certain = csv:find "%f[^,\n]%d+%.%d%d?%f[,\r\n%z]" ~= nil
  for cell in csv:gmatch '"([%d,.]+)"' do
    certain = certain or cells.grouped(cell) ~= nil and cell:find "^%d+,%d%d%d[,.]" ~= nil
  end
  if not certain then return csv end
  return (csv:gsub('"(%d%d?%d?,%d%d%d[%d,]*)"', function(cell)
    return not cell:gsub(",%d%d%d%f[%D]", ""):find "," and core.format('"%s"', (cell:gsub(",", ""))) or nil
  end))
end

--- plain(all, mine): the text as CSV with a line for each run, without titles, with decimal points; or nil and a sentence.
--- mine: the headers that the user names, as keys.
function text.plain(all, mine)
  local csv, sentence = (records.is(all) and records or pasted).csv(all)
  if not csv then return nil, sentence, 0 end
  return with_thousands(with_points(untitled(with_header(turned.csv(csv), mine), mine)))
end

-- Appends the header's unit to each number of a column that also has texts, such as times with "OOM" among them.
local function with_unit(t, name, unit)
  local list, made, kept = t:column(name), {}, {}
  for i = 1, t.n do
    local bare = cells.unmarked(tostring(list[i])) -- "**8817**", "~1,354"
    local number = bare:match "^~?%s*([%d.,]+)$"
    number = number and (cells.grouped(number) or (tonumber(number) or unit == "ms") and number)
    made[i] = number and core.format("%s %s", number, unit) or list[i]
  end
  for k, other in ipairs(t:names()) do kept[k] = other end
  return t:rename(name, "as_stated"):with(name, made, "", "", true):select(kept)
end

-- Whether all rows are of one software, by a word of its name.
local function is_all(t, word)
  for _, name in ipairs(t:names()) do
    if (columns.of(name) or {}).name == "software" then
      local list = t:column(name)
      for i = 1, t.n do
        if not tostring(list[i]):lower():find(word, 1, true) then return false end
      end
      return t.n > 0
    end
  end
  return false
end

-- Whether all cells of a column that are not empty satisfy a condition, and at least one is not empty.
local function all_are(list, n, is)
  local some = false -- is there a cell?
  for i = 1, n do
    if not cells.is_empty(list[i]) then
      if not is(tostring(list[i])) then return false end
      some = true
    end
  end
  return some
end

local function is_time(value)
  local size = value:match "^[~%s]*([%d.]+%s*%a+)%s*$"
  return size ~= nil and core.quantity(size, "s") ~= nil
end

-- A time with the word for a step: "5.0 s/iter".
local function is_time_of_step(value)
  local size, each = value:match "^[~%s]*([%d.]+%s*%a+)%s*/%s*(%a+)%s*$"
  return size ~= nil and headers.is_step(each) and core.quantity(size, "s") ~= nil
end

local function is_stage(value) return words.fields("sharding", value) ~= nil end

-- A way to shard by its name, not by a number or by yes and no: "DeepSpeed Zero-2", "DDP".
local function names_stage(value) return is_stage(value) and words.sharding(value) ~= nil end

local function are_degrees(value)
  local found, why = joined.cells("parallelism", value)
  return found ~= nil and not why
end

local function is_model(value) return models.named(value) ~= nil end

local function is_device(value) return aliases.device(counted.without(value)) ~= nil end

-- Whether a cell says yes, no or how much is recomputed.
local function is_recomputed(value)
  return words.fields("recompute", value) ~= nil and not tonumber(value)
end

-- A device with its number in a column that should count devices: "64x MI355X".
local function is_counted_device(value) return counted.of(value) ~= nil and is_device(value) end

-- A size such as "7B" has no name: it may be a number of parameters.
local function has_name(value) return value:find "%a%a%a" ~= nil end

-- A length of a sequence, "4096" or "32k", not a degree.
local function is_length(value)
  local number, k = value:gsub("%s*[tT]okens?$", ""):gsub("(%d),(%d%d%d)$", "%1%2"):match "^~?(%d+%.?%d*)%s*([kK]?)$"
  return number ~= nil and (k ~= "" or tonumber(number) >= 128)
end

local function is_memory(value)
  if value:find "^%W*[oO][oO][mM]%W*$" then return true end
  local size = value:match "^[~%s]*([%d.]+%s*[GMT]i?B)%s*$"
  return size ~= nil and core.quantity(size, "byte") ~= nil
end

-- Whether a cell has a number and the unit of this rate: "2,479 tokens/sec".
local function is_rate(name)
  return function(value)
    local unit = value:match "^~?%s*[%d.,]+%s*[kKmM]?%s+(%a+%s*/%s*[%a%s/]+)$"
    return unit ~= nil and (columns.of(unit) or {}).name == name
  end
end

local function is_software(value) return (software.find(value) or words.sharding(value)) ~= nil end

-- Lists of { column, condition, headers }: the headers are the column only if all of their cells satisfy the condition. A
-- "step" of "1.94 s" is a time and not a number of steps, and a "backend" may be a software or a way to shard. known: the
-- header is that of another column, whose cells these cannot be.
local by_cells = { { "step_time_s", is_time, { "step", "iter", "iteration" } },
  { "step_time_s", is_time_of_step, { "throughput", "speed", "rate", "performance", "perf", "train_speed",
    "training_speed", "time" } },
  { "steps_per_s", is_rate "steps_per_s", { "throughput", "speed", "rate", "performance", "perf", "train_speed",
    "training_speed" } },
  { "samples_per_s", is_rate "samples_per_s", { "throughput", "speed", "rate", "performance", "perf", "train_speed",
    "training_speed" } },
  { "sharding", is_stage, { "backend", "distributed_backend" } },
  { "sharding", names_stage, { "distribution", "distribution_type", "distributed", "distributed_type", "dp_type",
    "technique", "approach", "method", "mode", "memory_optimization", "optimizer_sharding", "sharding_type",
    "sharding_level", "zero_level" } },
  { "software", is_software, { "backend", "trainer", "engine", "distributed_backend", "implementation", "codebase",
    "toolkit", "recipe" } },
  { "tokens_per_s", is_rate "tokens_per_s", { "throughput", "speed", "rate", "performance", "perf" } },
  { "tokens_per_s_per_gpu", is_rate "tokens_per_s_per_gpu", { "throughput", "speed", "rate", "performance", "perf" } },
  { "model", has_name, { "model_size", "size" } },
  { "seq", is_length, { "ctx", "sequence", "context_size", "context_window", "length" } },
  { "model", is_model, { "workload", "network", "arch", "architecture", "llm", "checkpoint", "base", "variant",
    "model_type", "model_class", "test" } },
  { "gpu_type", is_device, { "cluster", "machine", "server", "platform", "node", "node_type", "hw", "env", "environment",
    "processor", "chip", "device_type" } },
  { "peak_mem_gib", is_memory, { "peak_mem", "peak_memory", "peak_gpu_memory", "max_memory", "max_mem", "peak_vram" } },
  { "recompute", is_recomputed, { "gc" } },
  { "gpu_type", is_counted_device, { "gpus", "nodes", "devices", "accelerators", "chips", "cards" }, known = true },
  { "parallelism", are_degrees, { "setup", "config", "configuration", "experiment", "benchmark_configuration",
    "benchmark_config", "batch", "batch_config", "batch_size", "batch_sizes", "batching", "settings",
    "technique", "techniques", "optimization", "optimizations", "features" } },
}

-- "tps" next to the tokens per second of one GPU is the rate of all of them if it is larger in each row.
local function with_total(t, taken)
  local of_one, of_all
  for _, name in ipairs(t:names()) do
    if (columns.of(name) or {}).name == "tokens_per_s_per_gpu" then of_one = t:column(name) end
    if columns.plain(name) == "tps" then of_all = name end
  end
  if not (of_one and of_all) or taken.tokens_per_s then return t end
  local list, some = t:column(of_all), false
  for i = 1, t.n do
    local all, one = tonumber(list[i]), tonumber(of_one[i])
    if all and one and all == all and one == one then
      if all < 1.5 * one then return t end
      some = true
    end
  end
  return some and t:rename(of_all, "tokens_per_s") or t
end

-- By row and column: the numbers of the columns that decide how many ranks read other sequences.
local counted_by = { gpus = true, devices = true, tp = true, pp = true, cp = true, dp = true, dp_shard = true,
  dp_replicate = true, grad_accum = true }

local function counts_of(t)
  local rows = {}
  for i = 1, t.n do rows[i] = {} end
  for _, name in ipairs(t:names()) do
    local own, list = (columns.of(name) or {}).name, t:column(name)
    for i = 1, t.n do
      if own == "gpu_type" then rows[i].gpus = rows[i].gpus or counted.of(tostring(list[i])) end
      for key, value in pairs(own and { [own] = list[i] } or joined.cells(name, list[i]) or {}) do
        if counted_by[key] and not cells.is_empty(value) then rows[i][key] = tonumber((tostring(value):gsub(",", ""))) end
      end
    end
  end
  return rows
end

-- The ranks of a row that read other sequences; nil if it does not state them.
local function replicas(c)
  local stated = c.dp or c.dp_shard and c.dp_shard * (c.dp_replicate or 1)
  local all = c.gpus or c.devices
  return stated or all and all / ((c.tp or 1) * (c.pp or 1) * (c.cp or 1)) or nil
end

-- A "batch size" without "global" or "micro" is that of one device if it cannot be that of all: in some row it is no
-- multiple of the replicas times the accumulation. With one replica in all rows, and no accumulation, both are the same.
local plain_batches = { bs = true, batch = true, batch_size = true, bsz = true }
local most_of_one = 1024 -- sequences of one device; more may be tokens
local function with_batch(t, taken)
  if taken.microbatch or taken.local_batch or taken.global_batch then return t end
  for _, name in ipairs(t:names()) do
    if plain_batches[columns.plain(name)] and not columns.of(name) then
      local list, single = t:column(name), not taken.grad_accum and t.n > 0
      for i, c in ipairs(counts_of(t)) do
        local ranks, batch = replicas(c), tonumber(list[i])
        single = single and ranks == 1
        local can_be_all = not (ranks and batch) or batch % (ranks * (c.grad_accum or 1)) == 0 or batch > most_of_one
        if not can_be_all then
          return t:rename(name, taken.grad_accum and "microbatch" or "per_device_batch_size")
        end
      end
      if single then return t:rename(name, "per_device_batch_size") end
    end
  end
  return t
end

-- Words in the header of a column about another run.
local function of_another_run(plain)
  for _, word in ipairs{ "baseline", "compar", "reference", "previous", "speedup", "versus" } do
    if plain:find(word, 1, true) then return true end
  end
  return plain:find "^vs_" ~= nil or plain:find "_vs_" ~= nil
end

local sampled = 100 -- rows

-- Names of columns, those whose cells are best understood as degrees first.
local function by_degrees(t, names)
  local share, at, n = {}, {}, math.min(t.n, sampled)
  for k, name in ipairs(names) do
    local list, some, all = t:column(name), 0, 0
    for i = 1, n do
      local found, why = joined.cells("parallelism", list[i])
      all = all + (cells.is_empty(list[i]) and 0 or 1)
      some = some + (found and not why and 1 or 0)
    end
    share[name], at[name] = all > 0 and some / all or 0, k
  end
  table.sort(names, function(a, b)
    if share[a] ~= share[b] then return share[a] > share[b] end
    return at[a] < at[b]
  end)
  return names
end

-- Columns with an unknown header that must not be ignored, because without them a row would be read as another run: a cell
-- names adapters (the column task reads LoRA in a text), or a degree that no other column states.
local function by_any_cell(t, taken)
  local free = {}
  for _, name in ipairs(t:names()) do
    local is_known = columns.of(name) or joined.is_header(name) or of_another_run(columns.plain(name))
    if not is_known then free[#free + 1] = name end
  end
  for _, name in ipairs(by_degrees(t, free)) do
    local list, new = t:column(name), nil
    for i = 1, t.n do
      local text = tostring(list[i])
      if text:lower():find "lora" and not (taken.lora or taken.task or taken.lora_rank) then new = "task" end
      for degree in pairs(joined.mentions(text)) do
        if not taken[degree] and not taken.joined then new = core.format("layout of %s", name) end
      end
    end
    if new then
      t, taken[new] = t:rename(name, new), true
      taken.joined = taken.joined or new ~= "task"
    end
  end
  return t
end

local function named_by_cells(t)
  local taken = {}
  for _, name in ipairs(t:names()) do
    taken[(columns.of(name) or {}).name or name] = true
    taken.joined = taken.joined or joined.is_header(name)
  end
  t = with_batch(with_total(t, taken), taken)
  for _, one in ipairs(by_cells) do
    for _, name in ipairs(t:names()) do
      local plain = columns.plain(name)
      for _, word in ipairs(one[3]) do
        local own = columns.of(name)
        if plain == word and (not own or one.known) and not taken[one[1]] and all_are(t:column(name), t.n, one[2]) then
          local is_layout = one[1] == "parallelism" -- a file may have several of these
          t = t:rename(name, is_layout and core.format("layout of %s", name) or one[1])
          if is_layout then taken.joined = true else taken[one[1]] = true end
          if own then taken[own.name] = nil end
        end
      end
    end
  end
  return by_any_cell(t, taken)
end

-- The table with the columns that its software names differently under their names here, unless another column has them.
local function by_software(t)
  local taken = {}
  for _, name in ipairs(t:names()) do taken[(columns.of(name) or {}).name or name] = true end
  for word, own in pairs(columns.by_software) do
    for _, name in ipairs(t:names()) do
      local ours = own[columns.plain(name)]
      if ours and not taken[ours] and is_all(t, word) then t, taken[ours] = t:rename(name, ours), true end
    end
  end
  return t
end

--- table(csv, map): the table of a text, with known names as headers; or nil, sentence, code. map: the user's headers and
--- their new names.
function text.table(csv, map)
  local units = {}
  local function meant(found)
    local list = headers.meant(found)
    for k, header in ipairs(list) do
      local name, unit = header:match "^(.-)%s*%[([^%[%]]*)%]$"
      if unit == "k" or unit == "M" then units[name] = true end -- no units of a table: the cells get the letter
      if name and units[name] then list[k], units[name] = core.format("%s [text]", name), unit end
    end
    return list
  end
  local t, sentence, code, other
  repeat
    t, sentence, code = read.read(csv, { columns = map or meant, then_named = map and meant })
    other = not t and (sentence:match '^line %d+: (.-): ".*" is not a number'
      or sentence:match '^line %d+: (.-): ".*" is not a known unit')
    if other and units[other] then other = nil end
    if other then units[other] = true end
  until not other
  for name, unit in pairs(t and units or {}) do t = with_unit(t, name, unit) end
  if t and #t:names() == 1 then
    return nil, "its header names one column: expected several, separated by commas, semicolons, tabs or bars", 0
  end
  return t and by_software(named_by_cells(t)), sentence, code
end

return text
