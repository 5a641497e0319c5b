-- SPDX-License-Identifier: MIT
-- help and completion: everything has a text, every name in a text is correct, and every example runs as written.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local help = require "twocs.help"
local nouns = require "twocs.help.nouns"
local verbs = require "twocs.common.verbs"
local complete = require "twocs.help.complete"

local function has(text, part) lu.assertStrContains(text, part) end

TestHelp = {}

function TestHelp:test_every_verb_is_described()
  for _, name in ipairs(tw.verbs()) do
    lu.assertNotNil(verbs.by_name["tw." .. name], name .. " is missing in common/verbs.lua")
  end
end

function TestHelp:test_every_description_is_of_a_verb()
  local known = { verbs = true }
  for _, name in ipairs(tw.verbs()) do known[name] = true end
  for _, verb in ipairs(verbs.list) do
    if verb.group.of == "tw." then
      lu.assertTrue(known[verb.name], verb.name .. " is described but does not exist")
    end
  end
end

function TestHelp:test_methods_of_tables_and_records()
  local t = tw.table{ names = { "x" }, columns = { x = { 1 } } }
  for _, verb in ipairs(verbs.list) do
    if verb.group.of == "t:" then lu.assertEquals(type(t[verb.name]), "function", verb.name) end
    if verb.group.of == "r:" then lu.assertEquals(type(core.methods[verb.name]), "function", verb.name) end
  end
  for name in pairs(core.methods) do lu.assertNotNil(verbs.by_name["r:" .. name], name) end
end

-- Figures are written to their own folder; without the drawing module there are none.
local drawn = pcall(require, "twocs_draw")
local folder = os.tmpname()
os.remove(folder)

local function run_example(verb)
  local said = {}
  local function say(...)
    for i = 1, select("#", ...) do said[#said + 1] = tostring((select(i, ...))) end
  end
  local around = setmetatable({ tw = tw, print = say }, { __index = _G })
  local chunk = assert(load(core.format("%s\n%s", verb.group.setting, verb.example), "=" .. verb.name, "t", around))
  local write, print_before = io.write, print
  io.write, print = say, say
  local done, message = pcall(chunk)
  io.write, print = write, print_before
  lu.assertTrue(done, core.format("%s: %s", verb.call, tostring(message)))
  return #said
end

-- The example of tw.report writes out/report.html, which may already exist.
local function kept(path)
  local file = io.open(path, "rb")
  local before = file and file:read "*a"
  if file then file:close() end
  return function()
    os.remove(path)
    if not before then return end
    local again = assert(io.open(path, "wb"))
    again:write(before)
    again:close()
  end
end

function TestHelp:test_every_example_runs()
  local lines, restore = 0, kept "out/report.html"
  if drawn then
    local figure = require "twocs.figure"
    assert(core.folder(folder))
    figure.out, figure.wait = folder, false
  end
  for _, verb in ipairs(verbs.list) do
    lines = math.max(lines, select(2, verb.example:gsub("\n", "\n")) + 1)
    if drawn or verb.group.title ~= "Figures" and verb.name ~= "draw" then
      local said = run_example(verb)
      if verb.group.title ~= "Figures" then lu.assertTrue(said > 0, verb.call .. " says nothing") end
    end
  end
  restore()
  lu.assertTrue(lines <= 4, "an example is short")
end

function TestHelp:test_nouns()
  for _, noun in ipairs(nouns.list) do
    has(help.text(noun.name), core.format("%s: %s", noun.name, noun.says))
    has(help.text(), core.format('"%s"', noun.name))
    local said = run_example{ call = noun.name, name = noun.name, example = noun.example, group = { setting = "" } }
    lu.assertTrue(said > 0, noun.name)
  end
  for part, name in pairs(nouns.parts) do has(help.text(part), core.format("%s: ", name)) end
end

-- The source of each field of a software: each of the four kinds occurs, and no field is listed without a source.
function TestHelp:test_fields_of_software_have_a_source()
  local listings, packs = require "twocs.help.listings", require "twocs.data.packs"
  local of = {}
  for row in listings.software "nemo":rows() do of[row.field] = row end
  lu.assertEquals(of.zero.source, packs.given("software", "nemo", "source")) -- its own field, of a layout
  has(of.drop_rho.source, "as megatron_core: NVIDIA/Megatron-LM")
  has(of.links.source, "as pytorch: ")
  has(of.flash.source, "calibrated to measured runs")
  lu.assertEquals(of.polling.source, "default")
  lu.assertEquals(of.unfused.value, "dropout = yes")
  for _, name in ipairs(packs.names "software") do
    local t, record = listings.software(name), tw.software[name]
    lu.assertTrue(t.n > 20, name)
    for row in t:rows() do
      lu.assertTrue(#row.source > 0, row.field)
      if name == "ideal" then lu.assertTrue(row.source == "default", row.field) end
      if row.source == "default" then lu.assertFalse(core.states(record, row.field), row.field) end
    end
  end
end

-- Every law is in the text of its part of a plan, and in that of the plan; one law of each part is the default.
function TestHelp:test_laws_with_their_defaults()
  local plan = help.text "plan"
  for _, family in ipairs(core.families()) do
    local line, text = plan:match(core.format("\n  %s +([^\n]+)", family.name)), help.text(family.name)
    lu.assertNotNil(line, family.name)
    lu.assertEquals(select(2, line:gsub("%(default%)", "")), 1, family.name)
    for _, law in ipairs(core.laws()) do
      if law.family == family.name then
        has(core.format("%s,", line:gsub(" %(default%)", "")), core.format("%s,", law.name))
        has(text, law.meaning)
        if law.default then
          has(line, core.format("%s (default)", law.name))
          has(text, core.format("(default) %s", law.meaning))
        end
      end
    end
  end
  has(help.text "tiles", "split_k = 8")
end

-- help "lines" lists every option with its meaning and default; help "xmin" names the figures that have it.
function TestHelp:test_options_of_figures()
  local options = require "twocs.figure.options"
  for _, kind in ipairs(options.kinds) do
    local text = help.text(kind) .. "\n"
    for _, option in ipairs(options.of(kind)) do
      local default = option.default ~= "" and core.format(" [%s]", option.default) or ""
      has(text, core.format("  %s%s\n", option.meaning, default))
      has(help.text(option.name), option.meaning)
    end
  end
  has(help.text "logx", "an option of figures (")
end

function TestHelp:test_every_column_has_a_text()
  local references = {}
  for _, reference in ipairs(core.references()) do references[reference.name] = reference.text end
  for _, row in ipairs(core.columns()) do
    local text = help.text(row.name)
    has(text, row.meaning)
    if row.record == "result" and references[row.reference] then has(text, references[row.reference]) end
  end
end

function TestHelp:test_result()
  local text = help.text "f_ser"
  has(text, "f_ser [1], a result")
  has(text, "PATI23 (4.3.4): Pati, Aga")
  has(text, "reads     t_ser t_cmp")
  has(help.text "t_layer", "read by   f_com")
  has(help.text "t_fc1_f", "timed by  the law of gemm that the plan names:")
end

function TestHelp:test_field()
  local text = help.text "ffn"
  has(text, "ffn [1], a field of model")
  has(text, "value     = 4 * h unless set")
  has(text, "a whole number")
  has(help.text "mode", "training, one of inference training")
  has(help.text "mem_bw", "must be given")
end

function TestHelp:test_other_kinds()
  has(help.text "sweep", "tw.sweep{")
  has(help.text "tw.sweep", "tw.sweep{")
  has(help.text "t:where", "t:where{")
  has(help.text "ring", 'plan = { all_gather = "ring" }')
  has(help.text "all_reduce", "tree")
  has(help.text "model", "head_dim")
  has(help.text "tp_cuts_heads", "TP must divide the heads")
  has(help.text "PATI23", "arXiv:2302.02825")
  has(help.text "mi210", "source: ")
  has(help.text "bert", "source: ")
  has(help.text(), "help \"f_ser\"")
end

function TestHelp:test_values()
  lu.assertEquals(help.text(tw.devices.mi210), tostring(tw.devices.mi210))
  has(help.text(tw.sweep), "tw.sweep{")
  local t = tw.sweep{ model = "bert", device = "mi210", over = { tp = { 1, 2 } }, want = "f_ser" }
  has(help.text(t), "a table of 2 rows")
  lu.assertEquals(help.text(tw), help.text())
end

function TestHelp:test_unknown()
  lu.assertStrContains(help.text "H100", "device h100_sxm\n") -- as a case names it
  lu.assertStrContains(help.text "Llama 3 8B", "model llama3_8b\n")
  lu.assertEquals(help.text "MFU", help.text "mfu")
  lu.assertErrorMsgContains("there is nothing named 'f_sre'; did you mean 'f_ser'?", help.text, "f_sre")
  lu.assertErrorMsgContains("did you mean 'sweep'?", help.text, "swep")
  lu.assertErrorMsgContains("help() lists everything", help.text, "qqqqqqqqqq")
  lu.assertErrorMsgContains("a number has no help", help.text, 16)
  lu.assertErrorMsgContains("a table has no help", help.text, {})
end

TestComplete = {}

local function offers(before, word, ...)
  local list, found = complete(before, word), {}
  for _, each in ipairs(list) do found[each] = true end
  for i = 1, select("#", ...) do lu.assertTrue(found[(select(i, ...))], (select(i, ...))) end
  return list
end

function TestComplete:setUp()
  _G.tw, _G.sample = tw, tw.sweep{ model = "bert", device = "mi210", want = "f_ser" }
  _G.record = tw.models.bert
end

function TestComplete:tearDown() _G.tw, _G.sample, _G.record = nil, nil, nil end

function TestComplete:test_paths()
  lu.assertEquals(complete("", "tw.comp"), { "tw.compare" })
  lu.assertEquals(complete("x = ", "tw.devices.mi210_p"), { "tw.devices.mi210_paper" })
  lu.assertEquals(complete("x = ", "tw.software.nem"), { "tw.software.nemo", "tw.software.nemo_automodel" })
  lu.assertEquals(complete('{ software = "', "torcht"), { "torchtitan", "torchtitan_compiled" })
  offers("", "record.h", "record.h", "record.head_dim", "record.heads")
  lu.assertEquals(complete("", "record:tim"), { "record:times" })
  lu.assertEquals(complete("", "sample:wh"), { "sample:where" })
  offers("", "string.", "string.format", "string.rep")
  offers("", "pri", "print")
  offers("", "whi", "while")
end

function TestComplete:test_names_in_strings_and_braces()
  lu.assertEquals(complete('help "', "t_layer_"),
    { "t_layer_all", "t_layer_cmp", "t_layer_exp", "t_layer_f", "t_layer_floor", "t_layer_host", "t_layer_mm",
      "t_layer_ser", "t_layer_w" })
  lu.assertEquals(complete("want = { 'f_ser', '", "mem_by"), { "mem_byte" })
  lu.assertEquals(complete('help "', "mi210_pap"), { "mi210_paper" })
  offers("tw.sweep{ over = { ", "head", "head_dim", "heads")
  offers("tw.sweep{ ", "ov", "over")
  lu.assertEquals(complete("x = ", "head_d"), {})
end

function TestComplete:test_no_completions()
  lu.assertEquals(complete("", ""), {})
  lu.assertEquals(complete("", "no_such.thing.at"), {})
  lu.assertEquals(complete("", "record.nonsense.x"), {})
  lu.assertEquals(complete("", "tw.nonsense.x"), {})
  lu.assertEquals(complete('print("a" .. ', "no_such_thin"), {})
end

local result = lu.LuaUnit.run()
if drawn then
  for _, name in ipairs{ "share", "points", "sides", "parts", "map" } do
    for _, kind in ipairs{ "csv", "png", "svg", "pdf" } do os.remove(core.format("%s/%s.%s", folder, name, kind)) end
  end
  os.remove(folder)
end
os.exit(result == 0, true)
