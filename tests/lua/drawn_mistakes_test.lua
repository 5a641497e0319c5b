-- SPDX-License-Identifier: MIT
-- More than 300 mistakes, generated from a seed with the words of several records, models, devices and software: typos,
-- wrong nestings, contradictions, wrong units, in cases of a script and in rows of a CSV. Each must be refused or reported
-- (on stderr, in the report); the test prints each mistake that is accepted silently.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local columns = require "twocs.runs.columns"
local gate = require "twocs.ask.gate"
local rows = require "twocs.data.rows"

local state

local function draw(n)
  state = state * 48271 % 2147483647
  return state % n + 1
end

local function pick(list) return list[draw(#list)] end

-- The text that f writes to stderr; nil and the sentence if it raises an error.
local function heard(f)
  local text, stderr = {}, io.stderr
  io.stderr = { write = function(self, ...)
    for _, part in ipairs{ ... } do text[#text + 1] = tostring(part) end
    return self
  end }
  local done, message = pcall(f)
  io.stderr = stderr
  if not done then return nil, tostring(message) end
  return table.concat(text)
end

-- A name with two letters swapped, or one letter left out, doubled or changed; never the name itself.
local function typo(name)
  local at, way = draw(#name - 1), draw(4)
  local swapped = name:sub(1, at - 1) .. name:sub(at + 1, at + 1) .. name:sub(at, at) .. name:sub(at + 2)
  local made = ({ swapped, name:sub(1, at - 1) .. name:sub(at + 1), name:sub(1, at) .. name:sub(at),
    name:sub(1, at - 1) .. pick{ "x", "e", "q" } .. name:sub(at + 1) })[way]
  return made == name and name .. "q" or made
end

local parts, fields = { "model", "run", "layout", "device", "software" }, {}
for _, part in ipairs(parts) do fields[part] = {} end
for _, row in ipairs(rows.list) do
  if fields[row.record] then table.insert(fields[row.record], row) end
end

-- Cases of a script ---------------------------------------------------------------------------------------------------

local models = { "llama3_70b", "llama3_8b", "gpt3_175b", "mixtral_8x7b", "deepseek_v3" }
local devices = { "h100_sxm", "a100_80g", "b200_sxm", "mi300x" }

local function base()
  local model = pick(models)
  local experts = tw.models[model].experts > 0
  return { model = model, device = pick(devices),
    layout = { tp = experts and 1 or pick{ 2, 4, 8 }, dp = pick{ 8, 16 }, ep = experts and pick{ 1, 4, 8 } or nil },
    run = { sl = pick{ 2048, 4096, 8192 }, global_batch = 128, micro_batch = 1, format = "bf16", attention = "fused",
      causal = "yes", dropout = "no" } }
end

local function set(case, record, name, value)
  if type(case[record]) == "string" then case[record] = tw[record .. "s"][case[record]]{ [name] = value } return end
  case[record] = case[record] or {}
  case[record][name] = value
end

local function field_where(holds)
  while true do
    local part = pick(parts)
    local row = pick(fields[part])
    if holds(row) then return part, row end
  end
end

local kinds = {} -- each function changes the case and describes the change

function kinds.word(case)
  local part, row = field_where(function(row) return row.choice end)
  local word = typo(pick(rows.words(row)))
  for _, known in ipairs(rows.words(row)) do
    if known == word then word = word .. "q" end
  end
  set(case, part, row.name, word)
  return part .. "." .. row.name .. " = " .. word
end

function kinds.field(case)
  local part, row = field_where(function(row) return #row.name > 2 end)
  local name = typo(row.name)
  if rows.by_name[name] then name = name .. "q" end
  set(case, part, name, 2)
  return part .. "." .. name
end

function kinds.key(case)
  local part = pick{ "model", "run", "layout", "device" }
  local name = typo(part)
  case[name], case[part] = case[part], nil
  return name
end

-- A typo that keeps the letters ("llama_370b") means the same model.
function kinds.name(case)
  local part = pick{ "model", "device", "software" }
  local meant = part == "software" and pick{ "torchtitan", "megatron_core", "nanotron", "llm_foundry" } or case[part]
  case[part] = typo(meant)
  local plural = part == "software" and part or part .. "s"
  local done, record = pcall(function() return tw.eval(case, { "t_step" }) and tw[plural][meant] end)
  if done and record then
    local right = { model = case.model, device = case.device, layout = case.layout, run = case.run,
      software = case.software }
    right[part] = meant
    if tw.eval(case, "t_step") == tw.eval(right, "t_step") then return nil end
  end
  return part .. " = " .. case[part]
end

function kinds.nested(case)
  local part, row = field_where(function() return true end)
  local value = row.choice and pick(rows.words(row)) or 2
  local way = draw(3)
  if way == 1 then
    case[row.name] = value
    return row.name .. " in the case"
  elseif way == 2 then
    local other
    repeat other = pick(parts) until other ~= part
    set(case, other, row.name, value)
    return row.name .. " in " .. other
  end
  local outer = pick{ "run", "layout" }
  case[outer][part] = { [row.name] = value }
  return part .. " in " .. outer
end

function kinds.shape(case)
  local part, way = pick{ "run", "layout" }, draw(3)
  if way == 1 then case[part] = pick{ "tp8", 8, true, { "tp", 8 } } return part end
  if way == 2 then case[part][1] = 5 return part .. "[1]" end
  local row
  repeat row = pick(fields[part]) until not row.choice
  case[part][row.name] = pick{ { 8 }, true, false, {} }
  return part .. "." .. row.name
end

local contradictions = {
  layout = { { tp = 7 }, { tp = 3 }, { dp = 48 }, { cp = 3 }, { vp = 2, pp = 1 }, { vp = 19, pp = 2 }, { ep = 3 },
    { sp = "yes", tp = 1 }, { zero = "weights", dp = 1, ep = 1 }, { shard = 4, zero = "none" },
    { shard = 3, zero = "weights" }, { schedule = "dualpipe", pp = 1 }, { schedule = "gpipe", vp = 2, pp = 2 },
    { cp_kind = "ring", cp = 1 }, { p2p_hidden = "yes", pp = 1 }, { first_layers = 3, pp = 1 }, { offload_to = "nvme" },
    { tp_overlap = "yes", tp = 1 }, { ep_overlap = "yes", ep = 1 } },
  run = { { micro_batch = 3 }, { micro_batch = 512 }, { b = 3 }, { global_batch = 100 }, { global_batch = 7 },
    { recompute_part = 0.5 }, { recompute_part = 2 }, { recompute_stop = "yes" }, { sl = 0 }, { sl = 1.5 },
    { logits = "last" } },
  model = { { heads = 63 }, { kv_heads = 3 }, { layers = 1.5 }, { experts = 4, top_k = 8 }, { moe_share = 1.5 },
    { vocab = 0 }, { ffn = 0 }, { heads = 0 }, { lora_on = "attention" } },
  device = { { net0_size = 3 }, { net0_size = 0 }, { mem_bw = 0 }, { power = 300 }, { busbw = 1e11 } },
}

function kinds.contradiction(case)
  local part = pick{ "layout", "layout", "run", "model", "device" }
  local text = {}
  for name, value in pairs(pick(contradictions[part])) do
    set(case, part, name, value)
    text[#text + 1] = name .. " = " .. tostring(value)
  end
  return part .. " " .. table.concat(text, ", ")
end

-- A number without a unit that is wrong by a factor of a thousand, a million or a billion, negative, NaN, or infinite.
-- Exceptions: levels of a network may have thousands of TPUs, and latencies of nanoseconds are possible.
local kept = { net0_size = true, net1_size = true, net2_size = true, net3_size = true }

function kinds.slip(case)
  while true do
    local part = pick{ "device", "device", "run", "model" }
    local row = pick(fields[part])
    local own = part == "run" and case.run or tw[part .. "s"][case[part]]
    local now = not row.choice and not kept[row.name] and own[row.name]
    if type(now) == "number" and now == now and now > 0 then
      local by = pick{ 1e3, 1e6, 1e9, -1, 0 / 0, 1 / 0 }
      local small = row.unit ~= "1" and row.unit ~= "token" and not row.name:find "_lat$" and draw(3) == 1
      if small then by = pick{ 1e-6, 1e-9 } end
      set(case, part, row.name, now * by)
      return core.format("%s.%s = %.15g", part, row.name, now * by)
    end
  end
end

local units = { { "GB/s", "byte/s" }, { "Gb/s", "byte/s" }, { "GB", "byte" }, { "GiB", "byte" }, { "ms", "s" },
  { "h", "s" }, { "Tflop/s", "flop/s" }, { "kW", "W" }, { "GHz", "1/s" }, { "USD/h", "USD/s" }, { "token", "token" } }

function kinds.unit(case)
  local part, row = field_where(function(row) return not row.choice end)
  local unit
  repeat unit = pick(units) until unit[2] ~= row.unit
  local text = core.format("%d %s", pick{ 1, 8, 80, 400, 4096 }, unit[1])
  set(case, part, row.name, text)
  return part .. "." .. row.name .. " = " .. text
end

function kinds.want(case)
  local row
  repeat row = pick(rows.list) until row.record == "result" and not row.inner and #row.name > 2
  local name = typo(row.name)
  if rows.by_name[name] then name = name .. "q" end
  case.want = name
  return "asked for " .. name
end

local order = { "word", "field", "key", "name", "nested", "shape", "contradiction", "contradiction", "contradiction",
  "slip", "slip", "slip", "unit", "want" }

TestDrawn = {}

-- A typo in a name of software may contain another name ("torch"), but does not mean it.
function TestDrawn:test_software_by_a_typo()
  for wrote, meant in pairs{ torchtitna = false, tochtitan = "torchtitan", megatron_corre = "megatron_core",
    ["NeMo 24.05"] = "nemo", ["My own (PyTorch FSDP2, torch.compile)"] = "pytorch", llmfoundri = false } do
    lu.assertEquals(require("twocs.data.software").find(wrote) or false, meant, wrote)
  end
end

function TestDrawn:test_cases_of_a_script()
  state = 20251125
  local silent, count = {}, 0
  for i = 1, 20 * #order do
    local case, kind, what = base(), order[(i - 1) % #order + 1], nil
    local on = core.format("%s, %s, tp %d", case.model, case.device, case.layout.tp)
    gate.forget()
    local said, raised = heard(function()
      what = kinds[kind](case)
      local want = case.want or { "t_step", "mem_byte", "fits" }
      case.want = nil
      if what then tw.eval(case, want) end
    end)
    if what or raised then count = count + 1 end
    if what and said == "" then
      silent[#silent + 1] = core.format("%s on %s", what, on)
    end
    if raised then lu.assertStrContains(raised, "drawn_mistakes_test.lua:") end
  end
  lu.assertEquals(silent, {})
  lu.assertTrue(count > 260, count)
end

-- Rows of a CSV -------------------------------------------------------------------------------------------------------

local header = { "model", "layers", "hidden", "heads", "kv_heads", "ffn", "vocab", "gated", "seq", "global_batch",
  "microbatch", "precision", "recompute", "gpus", "tp", "pp", "cp", "dp", "sharding", "gpu_type", "software", "network",
  "flash_attn", "optimizer", "step_time_s", "peak_mem_gib", "power_w", "status" }
local at = {}
for i, name in ipairs(header) do at[name] = i end

local function row_of()
  local dp = pick{ 8, 16 }
  if draw(2) == 1 then
    return { "llama3_8b", 32, 4096, 32, 8, 14336, 128256, "yes", 8192, 128, 1, "bf16", "none", dp, 1, 1, 1, dp, "zero3",
      "H100", "torchtitan", "infiniband", "yes", "adamw", 240 / dp, 60, 400, "ok" }
  end
  local pp = pick{ 1, 4 }
  return { "llama3_70b", 80, 8192, 64, 8, 28672, 128256, "yes", 8192, 128, 1, "bf16", "full", 4 * pp * dp, 4, pp, 1, dp,
    "zero1", "H100", "megatron_core", "infiniband", "yes", "adamw", 600 / (pp * dp), 60, 400, "ok" }
end

local counts = { "layers", "hidden", "heads", "kv_heads", "ffn", "vocab", "seq", "global_batch", "microbatch", "gpus", "tp",
  "pp", "cp", "dp", "step_time_s", "peak_mem_gib" }
local more = { { "num_layers", 17 }, { "hidden_size", 512 }, { "world_size", 9 }, { "params_b", 700 }, { "grad_accum", 77 },
  { "tokens_per_s", 3 }, { "mfu_pct", 180 }, { "dtype", "fp8" }, { "seq_length", 1024 }, { "gbs", 64 }, { "mbs", 4 },
  { "zero_stage", 2 }, { "experts", 8 }, { "ep", 8 }, { "zero_group", 3 }, { "top_k", 4 }, { "ep_overlap", "yes" },
  { "route_nodes", 4 }, { "etp", 4 }, { "samples_per_s", 1e5 }, { "tflops_per_gpu", 9000 }, { "hfu_pct", 1 },
  { "nope_dim", 64 }, { "head_dim", 64 }, { "tied", "maybe" }, { "dropout", "0.1" }, { "moe", "yes" }, { "node_size", 5 },
  { "net1_bw", 400 }, { "mem_bw", 3.35 } }

local csv = {}

function csv.header(names)
  local i = draw(#names)
  local name = typo(names[i])
  if columns.of(name) then name = name .. "q" end
  names[i] = name
  return name
end

function csv.word(_, row)
  local name = pick{ "gated", "precision", "recompute", "sharding", "network", "flash_attn", "optimizer", "status",
    "software", "gpu_type" }
  row[at[name]] = pick{ "maybe", "foo", "3.7", "full-ish", "H1000", "zero9", "fp12", "??", "yess" }
  return name .. " = " .. row[at[name]]
end

function csv.number(_, row)
  local name = pick(counts)
  row[at[name]] = pick{ "many", "1,5", "12 ms", "1e", "8x", "TBD", "~5", "7B", "4k", "-3", "1e30", "inf" }
  return name .. " = " .. row[at[name]]
end

function csv.slip(_, row)
  local name = pick(counts)
  row[at[name]] = core.format("%.15g", row[at[name]] * pick{ 1e3, 1e6, 1e9, 1e-3, 1e-6 })
  return name .. " = " .. row[at[name]]
end

function csv.count(_, row)
  local name = pick{ "gpus", "dp", "heads", "kv_heads", "tp", "pp", "cp", "layers", "microbatch" }
  row[at[name]] = pick{ 3, 5, 7, 9, 96 }
  return name .. " = " .. row[at[name]]
end

function csv.twice(names, row)
  local one = pick(more)
  names[#names + 1], row[#row + 1] = one[1], one[2]
  return one[1] .. " = " .. one[2]
end

function csv.unit(names)
  local name = pick{ "layers", "gpus", "seq", "global_batch", "tp", "step_time_s" }
  names[at[name]] = name .. " [" .. pick{ "GB", "W", "GB/s", "USD" } .. "]"
  return names[at[name]]
end

-- Whether the row is reported: a sentence instead of a prediction, or a line about ignored, used or assumed cells.
local function told_of(runs)
  local first = runs.rows[1] or runs.answers[1]
  return next(runs.reasons) ~= nil or #runs.ignored > 0 or #runs.unread > 0 or first.about.software == false
    or tostring(runs):find("times the predicted ones", 1, true) ~= nil
end

local function predicted(names, row)
  local cells, path = {}, os.tmpname()
  for i, cell in ipairs(row) do cells[i] = tostring(cell):find(",", 1, true) and '"' .. cell .. '"' or tostring(cell) end
  local file = assert(io.open(path, "w"))
  file:write(table.concat(names, ","), "\n", table.concat(cells, ","), "\n")
  file:close()
  local runs
  local said = heard(function() runs = tw.predict{ file = path } end)
  os.remove(path)
  return said ~= "" or runs == nil or told_of(runs)
end

local function copy(list)
  local made = {}
  for i, value in ipairs(list) do made[i] = value end
  return made
end

function TestDrawn:test_a_right_row_passes()
  state = 7
  for _ = 1, 8 do lu.assertFalse(predicted(copy(header), row_of())) end
end

function TestDrawn:test_rows_of_a_file()
  state = 20251126
  local silent = {}
  for i = 1, 112 do
    local names, row = copy(header), row_of()
    local kind = ({ "header", "word", "number", "slip", "slip", "count", "twice", "unit" })[(i - 1) % 8 + 1]
    local what = csv[kind](names, row)
    if not predicted(names, row) then silent[#silent + 1] = what end
  end
  lu.assertEquals(silent, {})
end

os.exit(lu.LuaUnit.run(), true)
