-- SPDX-License-Identifier: MIT
-- Hints for names and units of other tools, and for a field in the wrong part of a case; and how the prompt prints the
-- results of a line. A foreign name must not be a name of twocs, and must lead to one.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local prompt = require "twocs.help.prompt"

local function said(f, ...)
  local done, text = pcall(f, ...)
  lu.assertFalse(done, "this should be refused")
  return text
end

local function says(part, f, ...) lu.assertStrContains(said(f, ...), part) end

TestHints = {}

function TestHints:test_fields_in_the_wrong_place()
  says('unknown key "tp"; tp belongs to layout: layout = { tp = ... }', tw.eval, { tp = 8 })
  says("micro_batch belongs to run: run = { micro_batch = ... }", tw.layout, { micro_batch = 1 })
  says("net0_bw belongs to device", tw.sweep, { model = { net0_bw = 1 } })
end

function TestHints:test_results_in_the_place_of_fields()
  says('"devices" is not a field of a layout; it is a result (devices of the layout)', tw.layout, { devices = 8 })
  says('"mfu" is not a field of a run; it is a result (', tw.run, { mfu = 0.4 })
  says('"time" is not a column; time is called t_step here (time of a step), a result', tw.eval,
    { model = "llama3_8b", device = "h100_sxm" }, "time")
end

-- Other tools' names of parts of a case, and numbers that follow from the layout.
function TestHints:test_parts_in_other_words()
  for _, word in ipairs{ "gpu", "gpu_type", "accelerator" } do
    says(core.format('unknown key "%s"; here it is called device: device = "h100_sxm"', word), tw.eval, { [word] = "A100" })
  end
  says('unknown key "framework"; here it is called software: software = "megatron_core"', tw.eval, { framework = "x" })
  for _, word in ipairs{ "nodes", "world_size" } do
    says(core.format('unknown key "%s"; a case has as many devices as its layout makes', word), tw.eval, { [word] = 8 })
    says(core.format('unknown key "%s"; did you mean "devices"?', word), tw.search, { [word] = 8 })
  end
end

function TestHints:test_names_of_other_tools()
  local run, model = { "seq_len", "sl", "batch", "b", "dtype", "format" }, { "hidden_size", "h", "d_model", "h", "n_heads",
    "heads" }
  for i = 1, #run, 2 do
    says(core.format("%s is called %s here", run[i], run[i + 1]), tw.run, { [run[i]] = 1 })
  end
  for i = 1, #model, 2 do
    says(core.format("%s is called %s here", model[i], model[i + 1]), tw.model, { [model[i]] = 1 })
    says(core.format("%s is called %s here", model[i], model[i + 1]), tw.sweep, { over = { [model[i]] = { 1 } } })
    says(core.format("%s is called %s here", model[i], model[i + 1]), tw.eval, {}, model[i])
    says(core.format("%s is called %s here", model[i], model[i + 1]), tw.eval, { [model[i]] = 1 })
  end
end

function TestHints:test_words_that_people_type()
  local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 } }
  says("step_time is called t_step here (time of a step), a result", tw.eval, case, "step_time")
  says("Step time is called t_step here", tw.eval, case, "Step time")
  says("time of all-to-all is called t_ep here", tw.eval, case, "time of all-to-all")
  says("communication_share is called f_step_com here", tw.eval, case, "communication_share")
  says("gpus is called devices here (", tw.layout, { gpus = 8 })
  for word, ours in pairs{ comm_fraction = "f_step_com", latency = "net1_lat", energy = "full_joule",
    cost = "rent_cost_low", memory = "mem_byte", ["compute time"] = "t_step_cmp" } do
    says(ours, tw.eval, case, word)
  end
  says(" or net1_bw (", tw.device, { bandwidth = 1e9 })
  says("a field of device or mem_bw (", tw.device, { bandwidth = 1e9 })
  says('inference is a value of mode: run = { mode = "inference" }', tw.run, { inference = 1 })
  lu.assertNil(core.hint "yes") -- more than one field has this word
  for word, ours in pairs{ step_time = "t_step [s], a result", fsdp = "zero [1], a field of layout",
    inference = "mode [1], a field of run", gpus = "devices [1], a result", bandwidth = "net1_bw [byte/s], a field",
    ["time of all-to-all"] = "t_ep [s], a result" } do
    lu.assertStrContains(require("twocs.help").text(word), ours)
  end
end

function TestHints:test_listings_know_the_words_too()
  local t = require("twocs.help.listings").fields "step_time"
  lu.assertEquals({ t.n, t:column("name")[1] }, { 1, "t_step" })
  local names = table.concat(require("twocs.help.listings").fields("inference"):column("name"), " ")
  lu.assertStrContains(names, "mode")
end

-- The share of a step that waits for communication: equal from two of its parts, and from times.
function TestHints:test_communication_of_a_step_is_a_result()
  local case = { model = "gpt3_175b", device = "h100_sxm", layout = { tp = 8 }, run = { b = 2 } }
  local r = tw.eval(case, { "f_step_com", "t_step", "t_step_ser", "t_step_exp" })
  lu.assertAlmostEquals(r.f_step_com, (r.t_step_ser + r.t_step_exp) / r.t_step, 1e-15)
  lu.assertTrue(r.f_step_com > 0.05)
  local bandwidth = assert(tw.solve(case, { find = "net0_bw", so_that = { f_step_com = r.f_step_com / 2 } }))
  case.device = tw.devices.h100_sxm{ net0_bw = bandwidth }
  lu.assertAlmostEquals(tw.eval(case, "f_step_com"), r.f_step_com / 2, 1e-6)
end

-- A list of foreign names becomes wrong when a field is renamed, or gets one of these names.
function TestHints:test_every_foreign_name_leads_to_ours()
  local fields = {}
  local ours = {}
  for _, row in ipairs(core.columns()) do
    ours[row.name] = row
    if row.record ~= "result" then fields[row.name] = row end
  end
  lu.assertTrue(#core.foreign() > 40)
  for _, name in ipairs(core.foreign()) do
    lu.assertNil(fields[name], name)
    lu.assertNotNil(ours[(core.hint(name) or ""):match("is called (%S+) here")], name)
  end
  lu.assertNil(core.hint "zzz")
  lu.assertNil(core.hint "f_ser")
end

function TestHints:test_a_misspelt_name_gets_the_nearest_name()
  says('did you mean "heads"', tw.eval, {}, "hedas")
  says('did you mean "layout"', tw.eval, { layuot = {} })
end

function TestHints:test_units()
  says('write "GB/s"', tw.device, { mem_bw = "400 GBps" })
  says('write "Gb/s"', tw.device, { net0_bw = "400 Gbps" })
  says('write "Gb/s" for bits or "GB/s" for bytes', tw.device, { net0_bw = "400 gbps" })
  says("write 8K for 8192, or 8000", tw.run, { sl = "8k" })
  says("write 12e6, or 12288K for 12582912", tw.run, { sl = "12 M" })
  says("write 4K for 4096, or 4000", tw.run, { sl = "1.5k" })
  says("is not a known unit: a prefix", tw.device, { net0_bw = "400 zps" })
  says("is not a known unit: a prefix", tw.device, { net0_bw = "400 Gsps" })
  lu.assertEquals(tw.device{ mem_bw = "4 GiB/s" }.mem_bw, 4 * 1024 * 1024 * 1024)
  lu.assertEquals(tw.device{ net0_bw = "400 Gb/s" }.net0_bw, 50e9)
end

TestPromptText = {}

function TestPromptText:test_results()
  lu.assertEquals(prompt.text(16, "y", nil, true), "16\ty\tnil\ttrue")
  lu.assertEquals(prompt.text(), "")
  lu.assertEquals(prompt.text(tw.double(4, 16)), "{ 4, 8, 16 }")
  lu.assertEquals(prompt.text({}), "{}")
  lu.assertEquals(prompt.text({ f_ser = 0.25, ["a b"] = "x" }), '{ [a b] = "x", f_ser = 0.25 }')
  lu.assertEquals(prompt.text(tw.linear(1, 100, 100)):match("20, [^,}]*"), "20, ... 100 in all ")
  lu.assertEquals(prompt.text(tw.column{ 1, 2.5 }), "column of 2: 1, 2.5")
  lu.assertEquals(prompt.text({ { 1, 2 }, { a = { b = { c = 1 } } } }), "{ { 1, 2 }, { a = { b = { ... } } } }")
end

function TestPromptText:test_tables_and_records()
  local t = tw.table{ names = { "x" }, columns = { x = { 1, 2, 3 } } }
  lu.assertEquals(prompt.text(t), tostring(t))
  lu.assertEquals(prompt.text(1, t), core.format("1\n%s", tostring(t)))
  lu.assertEquals(prompt.length(t), 3)
  lu.assertEquals(prompt.length{ 1, 2 }, 2)
  lu.assertStrContains(prompt.text(tw.devices.mi210), "device mi210")
end

function TestPromptText:test_lines()
  lu.assertNil(prompt.line "exit")
  lu.assertNil(prompt.line " quit() ")
  lu.assertEquals(prompt.line "quitting", "quitting")
  lu.assertEquals(prompt.line "helper", "helper")
  lu.assertEquals(prompt.line "help(1)", "help(1)")
  local help = rawget(_G, "help")
  rawset(_G, "help", tw.help) -- as at the prompt
  lu.assertEquals({ prompt.line "help mfu", prompt.line " help ", prompt.line 'help "mfu"' },
    { 'help "mfu"', "help()", 'help "mfu"' })
  rawset(_G, "help", help)
  lu.assertEquals(prompt.line "help mfu", "help mfu") -- a variable of the script's own
  lu.assertEquals(prompt.line "#t", 'require("twocs.help.prompt").length(t)')
  lu.assertEquals(prompt.line "#t + 1", "#t + 1")
  rawset(_G, "quit", 5)
  lu.assertEquals(prompt.line "quit", "quit")
  rawset(_G, "quit", nil)
end

os.exit(lu.LuaUnit.run() == 0, true)
