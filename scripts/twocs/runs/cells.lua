-- SPDX-License-Identifier: MIT
-- Reads a cell of a file of training runs: numbers and words in everyday notation. An ambiguous cell is refused, and its
-- row is not a case, with a sentence that gives the reason.
local columns = require "twocs.runs.columns"
local core = require "twocs.core"
local nearest = require "twocs.common.nearest"
local rows = require "twocs.data.rows"
local words = require "twocs.runs.words"

local cells = {}

local nothing = { [""] = true, ["-"] = true, ["\226\128\147"] = true, ["\226\128\148"] = true, ["n/a"] = true,
  ["n.a."] = true, ["#n/a"] = true, na = true, nan = true, ["--"] = true, ["---"] = true, tbd = true, ["?"] = true }

-- A cell's text without blanks around it and without Markdown's marks of code and bold text; non-breaking blanks inside
-- become plain ones.
local function trimmed(value)
  local text = tostring(value):gsub("\194\160", " "):match "^%s*(.-)%s*$"
  return text:match "^`([^`]*)`$" or text:match "^%*%*([^*]*)%*%*$" or text
end

--- Whether a cell is empty.
function cells.is_empty(value)
  if type(value) == "number" then return value ~= value end
  if type(value) == "string" and #value > 8 then return not value:find "[^ \194\160]" end
  return value == nil or nothing[trimmed(value):lower()] == true
end

-- Words for an empty cell, as programs write it. Columns for which "none" is a word list it.
local no_value = { none = true, null = true, ["nil"] = true }

-- ---- Numbers.

local percents = { mfu_pct = true, hfu_pct = true }
local degrees = { tp = true, pp = true, cp = true, dp = true, ep = true, etp = true, vp = true }
local can_be_off = { cp = true, ep = true, etp = true, vp = true } -- for these, programs write 0 for none

-- Columns of large numbers: "55,188" has a separator of thousands. In other columns the comma could be a decimal point.
-- "1,571" TFLOP/s of one GPU are not 1.571, and "87,512" would be above its peak, which is refused (runs/slips.lua).
local large = { tokens_per_s = true, tokens_per_s_per_gpu = true, global_batch_tokens = true, tflops_per_gpu = true }

--- grouped(text): an unambiguous number such as "20,500.3", "20.500,3" or "1,234,567" in Lua's notation; nil for any other
--- text: "20,500" could be 20.5.
function cells.grouped(text)
  for group, point in pairs{ ["%,"] = "%.", ["%."] = "%," } do
    local sign, whole, part = text:match(core.format("^(%%-?)(%%d[%%d%s]*)(%s?%%d*)$", group, point))
    local digits, n = (whole or ""):gsub(group .. "(%d%d%d)%f[%D]", "%1")
    if whole and #whole:match "^%d+" <= 3 and not digits:find(group) and (n > 1 or n == 1 and #part > 1) then
      return sign .. digits .. part:gsub(point, ".")
    end
  end
end

local function ungrouped(text)
  local grouped = text:find "^%d%d?%d?,%d%d%d[,%d]*$" and not text:gsub(",%d%d%d%f[%D]", ""):find ","
  return grouped and (text:gsub(",", "")) or text
end

-- Words for the counted things, which a cell may have after its number: "64 GPUs".
local things = { gpus = "^gpus?$", nodes = "^nodes?$", layers = "^layers?$", heads = "^heads?$", global_batch = "^se?qs?$",
  seq = "^tokens$", global_batch_tokens = "^tokens$", node_size = "^gpus?$", grad_accum = "^steps$" }

-- "8k" and "1M" tokens, "4M" in a batch in tokens: powers of two, because sequences and batches are chosen so. Rates are
-- not chosen: "59.2K" tokens per second are thousands.
local binary, decimal = { k = 1024, m = 1048576 }, { k = 1000, m = 1e6 }
local scales = { seq = binary, global_batch_tokens = binary, tokens_per_s = decimal, tokens_per_s_per_gpu = decimal }
local function in_thousands(one, text)
  local n, letter = text:match "^([%d.]+)%s*([kKmM])$"
  local scale = n and scales[one.name]
  return scale and core.format("%.15g", tonumber(n) * scale[letter:lower()]) or text
end

--- unmarked(text): a number without the marks of a footnote or of bold text around it: "37.4%*", "**349**".
function cells.unmarked(text)
  local inner = text:match "^%*+(.-)%*+$" or text:match "^([~%d].-)%*+$" or text:match "^([~%d].-)\226\128[\160\161]$"
  return inner or text
end

-- A count in everyday notation: "1,024", "8k", "64 GPUs", "8x8", "TP4".
local function counted(one, text)
  local number, thing = text:match "^([%d,]+)%s*(%a*)%s*%b()$" -- "256 GPU (4x16)": how the nodes are arranged
  if number and (thing == "" or things[one.name] and thing:lower():find(things[one.name])) and one.name == "gpus" then
    text = number
  end
  local n, rest = text:match "^([%d,.]+[kKmM]?)%s*(%a+)$"
  if n and things[one.name] and rest:lower():find(things[one.name]) then text = n end
  local nodes, each = text:match "^(%d+)%s*[x*\195\151]+%s*(%d+)$"
  if nodes and one.name == "gpus" then return core.format("%d", nodes * each) end
  local word, degree = text:match "^(%a+)[%s=:]*(%d+)$"
  if word and degrees[one.name] and word:lower() == one.name then return degree end
  local plain = in_thousands(one, ungrouped(text))
  return plain
end

-- The unit of a time per step, "s/it", without the step.
local steps = { it = true, iter = true, iteration = true, step = true }
local function of_a_step(unit, each) return steps[each:lower()] and unit or nil end

-- Columns of rates whose cells may have their unit.
local with_rates = { tokens_per_s = true, tokens_per_s_per_gpu = true, samples_per_s = true, samples_per_s_per_gpu = true,
  steps_per_s = true, tflops_per_gpu = true, global_batch_tokens = true }

-- A rate without its unit, if that is the unit of the column: "2,479 tokens/sec".
local function without_rate(one, text)
  local number, unit = text:match "^([%d.,]+%s*[kKmM]?)%s+(%a+%s*/%s*[%a%s/]+)$"
  if not number then number, unit = text:match "^([%d.,]+)(%a%a+/[%a/]+)$" end
  return number and columns.of(unit) == one and number or text
end

-- A measurement in everyday notation: approximate, with its spread, its unit, or a decimal comma.
local function measured(one, text)
  text = text:gsub("^[~\226\137\136]+%s*", ""):gsub("%s*%(?%s*\194\177%s*[%d.]+%s*%%?%s*%)?$", "")
    :gsub("%s*%+/%-%s*[%d.]+%s*%%?$", "")
  if percents[one.name] then text = text:gsub("%s*%%$", "") end
  if one.name == "step_time_s" then text = text:gsub("(%a)%s*/%s*(%a+)$", of_a_step) end
  if with_rates[one.name] then text = without_rate(one, text) end
  if large[one.name] then text = in_thousands(one, ungrouped((text:gsub("%s*tokens$", "")))) end
  local grouped_ms = one.name == "step_time_s" and text:match "^(%d%d?%d?,%d%d%d)%s*ms$" -- no step takes 1.354 ms
  if grouped_ms then text = core.format("%s ms", (grouped_ms:gsub(",", ""))) end
  if one.name == "tflops_per_gpu" then text = text:gsub("%s*[tT][fF][lL][oO][pP][sS]?/?s?$", "") end
  text = cells.grouped(text) or text
  local whole, part = text:match "^(%-?%d+),(%d+)$"
  if whole and #part ~= 3 then return core.format("%s.%s", whole, part) end
  if one.unit and not tonumber(text) then
    local size = text:match "^([%d.]+%s*[%a/]+)$" or text:match "^([%d.]+%s*%a+)%s*%([%d.]+%%%)$" -- torchtitan's memory
    local x = size and core.quantity(size, one.unit)
    if x then return core.format("%.17g", one.unit == "byte" and one.name:find "_gib$" and x / 1073741824 or x) end
  end
  return text
end

-- The mistake in a cell that should be a number.
local function otherwise(one, text)
  if text:match "^%-?%d+,%d+$" then return "; write 1.5, not 1,5" end
  if text:match "^[%d.]+%s*[kKmM]$" then return ", without a letter for thousands" end
  if one.unit and text:match "^%-?[%d.]+%s*%a+$" then
    return "; write the unit into the header, as in step_time_s [ms]"
  end
  return ""
end

local function refused(one, value, wanted)
  return nil, core.format('%s is "%s": expected %s%s', one.name, tostring(value), wanted, otherwise(one, tostring(value)))
end

local function whole(one, value, least)
  local x = tonumber(value) or tonumber((counted(one, cells.unmarked(trimmed(value)))))
  if x == 0 and can_be_off[one.name] then return nil end
  if (one.name == "dp_shard" or one.left) and x == -1 then return nil end -- torchtitan, MaxText: all other GPUs
  if x and x >= least and x <= 1e9 and x == math.floor(x) then return x end
  return refused(one, value, core.format("a whole number from %d", least))
end

-- Parameters in billions: "7.6B", "~350M"; of "20.9B (3.6B active)" and "30B-A3B" all of them.
local function in_billions(text)
  text = text:gsub("%s*%([%d.]+%s*[bB]?%s*[aA]ctive[%a%s]*%)$", ""):gsub("([bB])%s*%-?%s*A[%d.]+[bB]$", "%1")
  local millions = text:match "^~?%s*([%d.]+)%s*[mM]$"
  return millions and tonumber(millions) and core.format("%.15g", millions / 1000) or (text:gsub("%s*[bB]$", ""))
end

-- A rate of 0 means that it was not measured.
local function real(one, value)
  local x = tonumber(value)
  if not x then
    local text = cells.unmarked(trimmed(value))
    x = tonumber(measured(one, one.name == "params_b" and in_billions(text) or text))
  end
  if x == 0 then return nil end
  if one.unit == "byte" and one.name:find "_gib$" and x and x > 1e9 then x = x / 1073741824 end -- bytes, as in PyTorch
  if one.name == "params_b" and x and x > 1e6 then x = x / 1e9 end -- a count: no model has so many billions
  if x and x > 0 and x < 1e18 then return x end
  return refused(one, value, "a number above 0")
end

-- ---- Words.

-- Words for yes and no, in any column that allows yes and no.
local plainly = { ["true"] = "yes", ["1"] = "yes", ["1.0"] = "yes", on = "yes", y = "yes", t = "yes", enabled = "yes",
  enable = "yes", ["\226\156\147"] = "yes", ["\226\156\148"] = "yes", ["\226\156\133"] = "yes", ["false"] = "no",
  ["0"] = "no", ["0.0"] = "no", off = "no", n = "no", f = "no", disabled = "no", disable = "no",
  ["\226\156\151"] = "no", ["\226\156\152"] = "no", ["\226\157\140"] = "no" }

-- Other words with the same meaning, for columns that have all of these words.
local same = { sdpa = "yes", eager = "no", flash_attention_2 = "fa2", flash_attention_3 = "fa3", flash_attention_4 = "fa4",
  flash_attention = "yes", cudnn_flash_te = "cudnn", cudnn_flash_jax = "cudnn",
  flash = "yes", fused = "yes", unfused = "no", flash2 = "fa2", flash3 = "fa3", flash4 = "fa4",
  ["2"] = "fa2", ["3"] = "fa3", ["4"] = "fa4", auto = "yes", te = "yes", full = "no", flash_attn = "yes",
  default = "yes", max_autotune = "yes", reduce_overhead = "yes", inductor = "yes", -- modes of torch.compile
  full_parameter = "no", full_finetuning = "no", full_finetune = "no", full_ft = "no", full_weight = "no",
  flash_attn_2 = "fa2", flash_attn_3 = "fa3", flash_attn_4 = "fa4",
  bfloat16 = "bf16", float32 = "fp32",
  lora = "yes", none = "no", afab = "gpipe", all_reduce = "no", reduce_scatter = "yes", interleaved = "interleaved1f1b" }

-- Columns whose words mean a field: a column with the name of the field, as "dispatch", may have them too.
local words_for = { dispatch = "dispatcher", graphs = "cuda_graphs", cp_kind = "cp_comm" }

-- A column with the name of a field: yes and no in everyday notation, words in small letters.
local function of_field(one, value)
  local row, text = rows.by_name[one.field], trimmed(value):lower()
  if not row or not row.choice then return value end
  local known = {}
  for _, w in ipairs(rows.words(row)) do known[w] = true end
  if known[text] then return text end
  local meant = words_for[one.field] and words.fields(words_for[one.field], value)
  if meant and meant[one.field] then return meant[one.field] end
  return known.yes and known.no and plainly[text] or value
end

local function bare(text) return (text:gsub("[%s_%-]", "")) end

-- By column and its words without separators: the word. Made when a column is first used.
local spelt = {}

local function words_of(one)
  if not spelt[one] then
    local list = { known = {} }
    for w in one.is:gmatch "%S+" do
      list[bare(w)] = plainly[w] or same[w] or w
      list.known[#list.known + 1] = w
    end
    spelt[one] = list
  end
  return spelt[one]
end

local function word(one, value)
  local text, list = trimmed(value):lower(), words_of(one)
  local share = one.name == "dropout" and tonumber(value)
  if share and share > 0 and share < 1 then return "yes" end
  if list[bare(text)] then return list[bare(text)] end
  if list.yes and plainly[text] then return plainly[text] end
  if no_value[text] then return nil end
  if one.name == "seq_parallel" and (tonumber(value) or 0) > 1 then
    return nil, core.format('seq_parallel is "%s", a degree: write a degree of Ulysses or of a ring in cp', tostring(value))
  end
  return nil, core.format('%s is "%s"%s', one.name, tostring(value), nearest.hint(text, list.known))
end

--- cell(one, value): the value of a cell of this column (runs/columns.lua), nil if it is empty; or nil and a sentence.
function cells.cell(one, value)
  if cells.is_empty(value) then return nil end
  if one.is == "field" then return of_field(one, value) end
  if one.is == "text" then
    local text = trimmed(value)
    if no_value[text:lower()] then return one.none and "none" or nil end -- some columns allow this word
    return text
  end
  if one.is ~= "count" and one.is ~= "whole" and one.is ~= "number" then return word(one, value) end
  if not tonumber(value) and no_value[trimmed(value):lower()] then return one.name == "experts" and 0 or nil end
  local flag = one.is == "whole" and not tonumber(value) and trimmed(value):lower()
  flag = flag and (plainly[flag] or flag)
  if flag == "no" then return 0 end
  if flag == "yes" and one.name == "mtp_layers" then return 1 end -- a model has one, if any
  if one.is == "number" then return real(one, value) end
  return whole(one, value, one.is == "count" and 1 or 0)
end

return cells
