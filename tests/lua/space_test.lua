-- SPDX-License-Identifier: MIT
-- Layouts that people ran, from the files of runs next to the project. Each is legal and belongs to the space that
-- tw.search covers by default.
local tw = require "twocs"
local lu = require "luaunit"
local cases = require "twocs.predict.cases"
local given = require "studies.given"
local reader = require "twocs.runs.read"
local rows = require "twocs.data.rows"
local runs = require "studies.runs"
local space = require "twocs.search.space"

TestSpace = {}

local own = { "mlperf6_deepseekv3_671b", "mlperf6_gpt_oss_20b", "mlperf6_llama31_405b", "mlperf6_llama31_8b" }

-- The axis of a search that lacks the value of a run, or nil.
local function missing(made)
  local asked = { "devices", "dp", "legal" }
  for _, name in ipairs(space.names) do asked[#asked + 1] = name end
  local v = tw.eval({ model = made.model, run = made.run, layout = made.layout, device = made.device,
    software = made.software, illegal = "allow" }, asked)
  if v.legal ~= 1 then return "legal" end
  for _, axis in ipairs(space.axes({ model = made.model, run = tw.run{}, layout = tw.layout{} }, {}, v.devices)) do
    local found = axis.name == "shard" and v.zero == 0
    for _, value in ipairs(axis.values) do
      local number = value == space.whole_group and v.dp * v.cp or rows.value(axis.name, value)
      found = found or number == v[axis.name]
    end
    if not found then return tw.format("%s = %g", axis.name, v[axis.name]) end
  end
end

local function check(name, stack)
  lu.assertTrue(#stack.of_case >= 2)
  for _, one in ipairs(stack.of_case) do lu.assertNil(missing(one.made), name) end
end

function TestSpace:test_layouts_of_others()
  for _, name in ipairs(own) do
    check(name, cases.of(name, assert(reader.read(given.path(tw.format("runs/own/%s.csv", name)), "own"))))
  end
  for _, name in ipairs{ "mlperf", "dgxc", "nanotron" } do check(name, cases.of(name, (runs.read(name)))) end
end

-- The test can fail: with fewer microbatches it does.
function TestSpace:test_layouts_outside_the_space()
  local made = { model = tw.models.llama3_8b, run = tw.run{ global_batch = 35, micro_batch = 5 },
    layout = tw.layout{ dp = 7 }, device = tw.devices.h100_sxm }
  lu.assertEquals(missing(made), "micro_batch = 5")
end

local there, sentence = given.path("runs/own/mlperf6_llama31_8b.csv")
if not there then
  print("skipped: " .. sentence)
  os.exit(0)
end
os.exit(lu.LuaUnit.run() == 0, true)
