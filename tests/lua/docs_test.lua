-- SPDX-License-Identifier: MIT
-- The documentation: examples print the output that is shown, no link is broken, every recipe and page can be found. Paths
-- are relative to the root of the project, where tests run.
local lu = require "luaunit"
local core = require "twocs.core"
local content = require("files").content
local executed = dofile "scripts/docs/executed.lua"
local links = dofile "scripts/docs/links.lua"

local pages = executed.pages()

TestExamples = {}

for _, page in ipairs(pages) do
  TestExamples[core.format("test_%s", page)] = function()
    local text = content(page)
    lu.assertEquals(executed.renewed(text, page), text,
      core.format("%s is stale: twocs scripts/docs/renew.lua renews it", page))
  end
end

-- Checks that the test above can fail: stale output is found.
function TestExamples:test_stale_output_is_found()
  local right = "```lua\nprint(6 * 7, 'a')\n```\n```text\n42\ta\n```\n"
  lu.assertEquals(executed.renewed(right, "page"), right)
  lu.assertEquals(executed.renewed(right:gsub("42", "43"), "page"), right)
  lu.assertEquals(executed.renewed("```lua\nprint(1)\n```\n", "page"), "```lua\nprint(1)\n```\n") -- this block is not run
  lu.assertErrorMsgContains("page:2: no", executed.renewed, "```lua\n\nerror 'no'\n```\n```text\n```\n", "page")
  local shown = executed.renewed("```text\n$ twocs software ideal\nstale\n```\n", "page")
  lu.assertStrContains(shown, "default")
  lu.assertNil(shown:find("stale", 1, true))
end

function TestExamples:test_python_is_run()
  if not executed.has_python() then return print "skipped: Python does not find the package here" end
  local page = "```python\nx = 6 * 7\nprint(x, '')\n```\n```text\n%s\n```\n```python\nprint(x + 1)\n```\n```text\n%s\n```\n"
  lu.assertEquals(executed.renewed(page:format("stale", ""), "page"), page:format("42", "43"))
  lu.assertErrorMsgContains("ZeroDivisionError", executed.renewed, "```python\n1 / 0\n```\n```text\n```\n", "page")
end

function TestExamples:test_every_recipe_is_shown()
  local shown, recipes = content "scripts/docs/recipes.md", 0
  for _, name in ipairs(core.files "scripts/docs/recipes") do
    if name:find "%.lua$" then
      recipes = recipes + 1
      lu.assertStrContains(shown, core.format("```lua\n-- scripts/docs/recipes/%s\n", name))
    end
  end
  lu.assertTrue(recipes >= 30)
end

TestLinks = {}

local function broken(text, page)
  for _, link in ipairs(links.of(text, page)) do
    local file = io.open(link.path, "rb")
    if not file then return core.format("%s links %s, which is not there", page, link.path) end
    file:close()
    if link.heading and not links.headings(content(link.path))[link.heading] then
      return core.format("%s links %s of %s, which has no such heading", page, link.heading, link.path)
    end
  end
end

function TestLinks:test_no_link_is_broken()
  local count = 0
  for _, list in ipairs{ pages, links.others } do
    for _, page in ipairs(list) do
      lu.assertNil(broken(content(page), page))
      count = count + #links.of(content(page), page)
    end
  end
  lu.assertTrue(count > 30)
end

function TestLinks:test_broken_links_are_found()
  lu.assertStrContains(broken("[a](none.md)", "scripts/docs/index.md"), "links scripts/docs/none.md, which is not there")
  lu.assertStrContains(broken("[a](../../README.md#none)", "scripts/docs/index.md"), "has no such heading")
  lu.assertNil(broken("[a](../../README.md#two-commands) and [b](http://x) and `[c](d)`", "scripts/docs/index.md"))
end

-- Sphinx would report this too, but it does not run in CI.
function TestLinks:test_every_page_is_in_the_table_of_contents()
  local index = content "scripts/docs/index.md"
  for _, page in ipairs(pages) do
    local name = page:match "^scripts/docs/(.*)%.md$"
    if name and name ~= "index" then lu.assertStrContains(index, core.format("\n%s\n", name)) end
  end
end

TestPages = {}

function TestPages:test_readme_is_short()
  local _, words = content("README.md"):gsub("%S+", "")
  lu.assertTrue(words <= 1200, words)
end

-- scripts/studies/runs/predict.lua updates the table between these marks, and README summarises it.
function TestPages:test_table_of_accuracy()
  local made = content("scripts/docs/accuracy.md"):match "<!%-%- runs %-%->\n(.-)<!%-%- end of runs %-%->"
  local least, most, stacks = math.huge, 0, 0
  for title, mean in made:match("^(.-)\n\n"):gmatch "\n| ([^|]+) | %d+ | ([%d.]+), " do
    if not title:find("LUMI", 1, true) then -- two rows, on AMD's devices
      least, most, stacks = math.min(least, tonumber(mean)), math.max(most, tonumber(mean)), stacks + 1
    end
  end
  lu.assertEquals(stacks, 8)
  local said = core.format("the mean error of the step time is %.0f to %.0f %%", least, most)
  lu.assertStrContains((content("README.md"):gsub("\n", " ")), said)
end

os.exit(lu.LuaUnit.run(), true)
