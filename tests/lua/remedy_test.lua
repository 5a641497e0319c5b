-- SPDX-License-Identifier: MIT
-- The lines of explain(case, "mem_byte") below its tree: the largest term, and a change that makes a case fit. The change
-- is read from the text and evaluated.
local lu = require "luaunit"
local gate = require "twocs.ask.gate" -- drawn cases state what some of them need
local rows = require "twocs.data.rows"
local tw = require "twocs"

local function last_lines(case)
  local text, found = tw.explain(case, "mem_byte", 0), {}
  for line in text:gmatch("[^\n]+") do found[#found + 1] = line end
  return found
end

local function copied(case)
  local other = {}
  for key, value in pairs(case) do
    if type(value) == "table" then
      other[key] = {}
      for name, field in pairs(value) do other[key][name] = field end
    else
      other[key] = value
    end
  end
  return other
end

-- The case with the changes of a line: fields of the layout, of the run, and B and microbatch for the same global batch.
local function mended(case, line)
  local other, now = copied(case), tw.eval(case, { "b", "micro_batch", "dp" })
  for name, value in line:gsub(" would make it fit.*", ""):gmatch('([%a_]+) = ("?[%w_.]+"?)') do
    local word = value:match('"(.*)"') or tonumber(value)
    local record = rows.by_name[name].record
    if type(other[record]) == "string" then other[record] = { like = other[record] } end
    other[record][name] = word
  end
  local dp = other.layout.dp or 1
  if dp ~= now.dp then
    other.run.b = now.b * now.dp / dp
    if not line:find("micro_batch", 1, true) then other.run.micro_batch = now.micro_batch end
  end
  return other
end

local function holds(case)
  local lines = last_lines(case)
  local before = tw.eval(case, { "fits", "devices", "b", "dp" })
  if before.fits == 1 then
    lu.assertStrContains(lines[2], "fits: ")
    lu.assertNil(lines[3])
    return "fits"
  end
  lu.assertStrContains(lines[2], "does not fit: ")
  if not lines[3]:find("would make it fit", 1, true) then return "none" end
  local after = tw.eval(mended(case, lines[3]), { "fits", "devices", "b", "dp", "legal" })
  local more = tonumber(lines[3]:match("on (%d+) times the devices") or 1)
  lu.assertEquals({ after.fits, after.legal, after.devices, after.b * after.dp },
    { 1, 1, before.devices * more, before.b * before.dp }, lines[3])
  return more > 1 and "more" or "as many"
end

TestRemedy = {}

function TestRemedy.test_what_it_names_fits()
  local count = { fits = 0, none = 0, more = 0, ["as many"] = 0 }
  for _, model in ipairs{ "llama3_8b", "gpt3_175b", "mixtral_8x7b" } do
    for _, mode in ipairs{ "training", "inference" } do
      for _, tp in ipairs{ 1, 8 } do
        for _, dp in ipairs{ 1, 8, 64 } do
          for _, b in ipairs{ 1, 8, 32 } do
            local said = holds{ model = model, device = "h100_sxm",
              layout = { tp = tp, dp = dp, sp = tp > 1 and "yes" or "no" },
              run = { mode = mode, b = b, sl = 4096, format = "bf16", attention = "fused", dropout = "no" },
              software = "ideal" }
            count[said] = count[said] + 1
          end
        end
      end
    end
  end
  for said, n in pairs(count) do lu.assertTrue(n > 0 or said == "none", said) end
end

function TestRemedy.test_the_largest_term_is_named()
  local case = { model = "llama3_8b", device = "h100_sxm", layout = {}, software = "ideal",
    run = { format = "bf16", attention = "unfused", dropout = "yes" } }
  lu.assertStrContains(last_lines(case)[2], "160.7 GB of 85.52 GB; the largest term: optimizer state, 96.36 GB (60 %)")
  case.run = { format = "bf16", mode = "inference", sl = 1, kv_len = 8192, b = 64, attention = "fused" }
  lu.assertStrContains(last_lines(case)[2], "the largest term: keys and values, 68.72 GB")
end

-- A few bytes too much are freed by recomputed norms, at the smallest cost in time.
function TestRemedy.test_a_module_is_named()
  local case = { model = "llama3_8b", device = tw.devices.h100_sxm, software = "ideal", layout = { tp = 8, sp = "yes" },
    run = { sl = 8192, b = 8, micro_batch = 8, format = "bf16" } }
  local byte, freed = tw.eval(case, "mem_byte"), 2 * 2 * 8 * 8192 * 4096 / 8 * (32 - 1)
  case.device = case.device{ mem_size = byte - 0.9 * freed }
  lu.assertStrContains(last_lines(case)[3], 'recompute_norms = "yes" would make it fit: ')
  case.run.recompute_norms = "yes"
  lu.assertEquals(tw.eval(case, "fits"), 1)
  case.device = case.device{ mem_size = byte - 1.2 * freed }
  lu.assertNotStrContains(last_lines(case)[3], "recompute_norms")
end

-- Other columns are explained as usual, also in a case without a device.
function TestRemedy.test_only_memory_is_answered()
  local case = { model = "llama3_8b", device = "h100_sxm" }
  lu.assertNil(tw.explain(case, "t_step", 1):find("largest term", 1, true))
  lu.assertStrContains(tw.explain(case, "fits", 0), "does not fit: ")
  local large = { model = "llama3_8b", device = tw.device{ mem_size = "1 TB", net0_size = 8 }, software = "ideal" }
  lu.assertNil(tw.explain(large, "mem_byte", 0):find("does not", 1, true))
end

TestPage = {}

-- scripts/docs/steps.md shows the current output for GPT-3 on 512 H100 with data parallelism only.
function TestPage:test_the_page_shows_the_current_output()
  local page = require("files").content((arg[0]:match("^(.*)/tests/lua/[^/]*$") or ".") .. "/scripts/docs/steps.md")
  local said = last_lines{ model = tw.model{ layers = 96, h = 12288, head_dim = 128, vocab = 51200 },
    device = tw.devices.h100_sxm{ net1_bw = "400 Gb/s" }, layout = { dp = 512 },
    run = { sl = 2048, global_batch = 1536, format = "bf16", attention = "fused" } }
  local shown = 0
  for _, line in ipairs(said) do
    if line:find("does not fit", 1, true) or line:find("would make it fit", 1, true) then
      lu.assertStrContains(page, line)
      shown = shown + 1
    end
  end
  lu.assertEquals(shown, 2)
end

os.exit(gate.silently(lu.LuaUnit.run), true)
