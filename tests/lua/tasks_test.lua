-- SPDX-License-Identifier: MIT
-- The ten tasks of a new user (examples/tasks). Each is shorter than 25 lines, uses only names that help prints, runs on
-- both interpreters and prints the same bytes on each. TWOCS is the executable (default: the one that runs this test).
-- TWOCS_OTHER, if set, is the other interpreter's.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local help = require "twocs.help"
local outside = require "outside"

local most_lines = 24
local root = outside.output("pwd"):gsub("\n$", "")
local here = arg[0]:match("^(.*)/tests/lua/[^/]*$")
if here and here:sub(1, 1) == "/" then root = here end
local folder = core.format("%s/examples/tasks", root)
local scratch = outside.scratch()

local drawn = pcall(require, "twocs_draw")
local files = { task01 = "csv pdf png svg", task04 = "csv pdf png svg", task07 = "csv pdf png svg",
  task08 = "csv pdf png svg", task10 = "csv nc pdf png svg txt" }
-- Names that the scripts define themselves: columns, variants, parameters.
local own = { task02 = "mine h100", task04 = "fastest cells", task06 = "traced twice", task09 = "h100_80gb" }
-- Texts that each task must print: the answer, not only a run without an error.
local says = {
  task01 = { "f_ser", "64" }, task02 = { "mine", "h100", "f_com = " },
  task03 = { "^20%d%d%.%d+\t", "nil\tno year from 2022 to 2023 meets f_com > 0%.5: the nearest is year = 2023",
    "\n1%.%d+\t" },
  task04 = { "two_level", "halving_doubling" },
  task05 = { "all_reduce_c2", "with the log", "based on: all_reduce: beyond" },
  task06 = { "gemm", "traced", "twice" }, task07 = { "net0_bw +%-0%.8", "other fields do not change f_ser" },
  task08 = { "mi300x", "b200_sxm is %d.%d times as fast as a100_80g" },
  task09 = { "devices", "does not fit: ", "the largest term: ", "no legal dp from " },
  task10 = { "\\toprule", "out/task10.nc" },
}

local content = require("files").content

local names = {}
for _, file in ipairs(assert(core.files(folder))) do names[#names + 1] = file:match("^(task%d+)%.lua$") end
table.sort(names)

-- Every word of the help texts: the overview, and the texts of each verb and noun, each column, law, device, model and
-- option.
local known = {}
local function learn(text)
  for word in text:gmatch("[%a_][%w_]*") do known[word] = true end
end

local function learn_all()
  learn(help.text())
  local list = { "model", "run", "layout", "device", "law" }
  for _, verb in ipairs(require("twocs.common.verbs").list) do list[#list + 1] = verb.name end
  for _, noun in ipairs(require("twocs.help.nouns").list) do list[#list + 1] = noun.name end
  for _, column in ipairs(core.columns()) do list[#list + 1] = column.name end
  for _, of in ipairs{ tw.models(), tw.devices() } do
    for _, name in ipairs(of) do list[#list + 1] = name end
  end
  for _, name in ipairs(list) do learn(help.text(name)) end
end

-- The names in a script that are not part of Lua: tw.x, t:x, keys, and texts of one word.
local function used(text)
  local found = {}
  local code = text:gsub("%-%-[^\n]*", "")
  for word in code:gmatch("tw%.([%a_][%w_]*)") do found[word] = true end
  for word in code:gmatch(":([%a_][%w_]*)[%s(\"{]") do found[word] = true end
  for word in code:gmatch("[{,]%s*([%a_][%w_]*)%s*=[^=]") do found[word] = true end
  for word in code:gmatch('"([%a_][%w_]*)"') do found[word] = true end
  return found
end

local columns_of_tasks = { link = true, measured = true, tokens = true, low = true, high = true } -- columns of steps.csv

TestTasks = {}

function TestTasks:test_there_are_ten() lu.assertEquals(#names, 10) end

function TestTasks:test_names_are_those_that_help_prints()
  learn_all()
  local strange = {}
  for _, name in ipairs(names) do
    local mine = {}
    for word in (own[name] or ""):gmatch("%S+") do mine[word] = true end
    local text = content(core.format("%s/%s.lua", folder, name))
    local count = 0
    for word in pairs(used(text)) do
      count = count + 1
      local figure = word:match("^task%d+$") or word:match("^%u%l+$") -- names of figures, labels of axes
      local local_name = text:find("local [%w_, ]*%f[%w_]" .. word .. "%f[^%w_]") or text:find("[%(,] ?" .. word .. "[%),]")
      local question = word == "year" or word == "growth" -- the parameter that find names
      if not (known[word] or mine[word] or figure or columns_of_tasks[word] or question or local_name or string[word]) then
        strange[#strange + 1] = core.format("%s: %s", name, word)
      end
    end
    lu.assertTrue(count > 5, name)
    for _, verb in ipairs{ "core", "require%(", "debug", "load" } do
      lu.assertNil(text:gsub('require "twocs"', ""):find("%f[%w]" .. verb), name .. " looks inside")
    end
  end
  table.sort(strange)
  lu.assertEquals(strange, {}, "no help prints these")
end

function TestTasks:test_they_are_short()
  for _, name in ipairs(names) do
    local _, lines = content(core.format("%s/%s.lua", folder, name)):gsub("\n", "")
    lu.assertTrue(lines <= most_lines, core.format("%s has %d lines", name, lines))
  end
end

local function run(interpreter, name)
  local place = core.format("%s/%s", scratch, name)
  local said, status = outside.output(core.format("rm -rf %s && mkdir %s && cd %s && %s %s 2>stderr", place, place, place,
    outside.quoted(interpreter), outside.quoted(core.format("%s/%s.lua", folder, name))))
  lu.assertEquals(status, 0, core.format("%s: %s%s", name, said, content(place .. "/stderr")))
  for line in content(place .. "/stderr"):gmatch("[^\n]+") do
    lu.assertStrMatches(line, "twocs: [a-z]+: .*", nil, nil, name)
  end
  local left = outside.output(core.format("cd %s && find . -type f ! -name stderr | sort", place))
  return said, left
end

for _, name in ipairs(names) do
  TestTasks["test_" .. name] = function()
    outside.skip_if(not drawn and files[name] and "there is no module that draws")
    local said, left = run(outside.twocs, name)
    for _, part in ipairs(says[name]) do
      lu.assertNotNil(said:find(part), core.format("%s does not say %s:\n%s", name, part, said))
    end
    lu.assertNil(said:find("table: 0x"), name)
    local expected = ""
    for kind in (files[name] or ""):gmatch("%S+") do expected = core.format("%s./out/%s.%s\n", expected, name, kind) end
    lu.assertEquals(left, expected)
    local other = os.getenv "TWOCS_OTHER"
    if other then
      local other_said, other_left = run(outside.output("realpath " .. outside.quoted(other)):gsub("\n$", ""), name)
      lu.assertEquals(other_said, said, name)
      lu.assertEquals(other_left, left)
    end
  end
end

local result = lu.LuaUnit.run()
os.execute("rm -rf " .. outside.quoted(scratch))
os.exit(result == 0, true)
