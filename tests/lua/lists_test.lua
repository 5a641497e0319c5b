-- SPDX-License-Identifier: MIT
-- Lists of numbers and of places in them (bindings/lua/lists.c), compared with the same in Lua; and a search leaves little
-- garbage for the collector.
local lu = require "luaunit"
local ordered = require "twocs.common.ordered"
local core = require "twocs.core"

local state = 7
local function below(n)
  state = (state * 1103515245 % 2147483648 + 12345) % 2147483648
  return math.floor(state / 65536) % n
end

local function random_list(n, most)
  local list = {}
  for i = 1, n do list[i] = below(most) - 1 end
  return list
end

-- Groups rows by a text of their numbers.
local function alike(lists, n)
  local groups, by = {}, {}
  for i = 1, n do
    local words = {}
    for k, list in ipairs(lists) do words[k] = string.format("%.17g", list[i] + 0.0) end
    local key = table.concat(words, " ")
    if not by[key] then
      by[key] = {}
      groups[#groups + 1] = by[key]
    end
    table.insert(by[key], i)
  end
  return groups
end

TestLists = {}

function TestLists:test_equal_rows_are_a_group()
  for n = 0, 40 do
    local lists = {}
    for k = 1, below(4) do lists[k] = random_list(n, 1 + below(5)) end
    lu.assertEquals(core.alike(lists, n), alike(lists, n))
  end
  local many = { random_list(5000, 3000), random_list(5000, 2) }
  lu.assertEquals(core.alike(many, 5000), alike(many, 5000))
  lu.assertEquals(core.alike({ { 0, -0.0, 2.5, 0 } }, 4), { { 1, 2, 4 }, { 3 } })
end

function TestLists:test_items_are_picked_by_a_list_or_a_column_of_places()
  local list = { "a", "b", "c" }
  lu.assertEquals(core.picked(list, { 3, 1, 1 }), { "c", "a", "a" })
  lu.assertEquals(core.picked(list, core.column{ 2, 3 }), { "b", "c" })
  lu.assertEquals(core.picked(list, {}), {})
  -- A place in a space may be beyond an int.
  lu.assertEquals(core.picked({ [4294967298] = "far", [2] = "near" }, { 4294967298, 2 }), { "far", "near" })
end

-- pairs() has another order in each process: of so many keys it is hardly ever the sorted one.
function TestLists:test_keys_are_in_order()
  local map, names = { [3] = true, [20] = true }, { "20", "3" }
  for byte = string.byte "a", string.byte "z" do
    map[string.char(byte)], names[#names + 1] = true, string.char(byte)
  end
  lu.assertEquals(ordered.words(map), names)
  names[1], names[2] = 20, 3
  lu.assertEquals(ordered.keys(map), names)
  lu.assertEquals(ordered.keys{}, {})
end

function TestLists:test_groups_have_a_first_item_and_a_sum()
  local list, groups = { 5, 7, 11, 13 }, { { 2, 4 }, { 3 }, { 1 } }
  lu.assertEquals(core.list(core.firsts(list, groups)), { 7, 11, 5 })
  lu.assertEquals(core.sums(list, groups), { 20, 11, 5 })
end

function TestLists:test_runs_are_turned_into_columns()
  lu.assertEquals(core.turned({ 1, 2, 3, 4, 5, 6 }, 3), { { 1, 4 }, { 2, 5 }, { 3, 6 } })
  lu.assertEquals(core.turned({}, 2), { {}, {} })
end

-- The garbage in megabytes that a search on one thread leaves.
local left_behind = [[
  local function search()
    tw.search{ model = 'llama3_8b', device = 'h100_sxm', devices = 8, run = { global_batch = 256, sl = 8192 } }
  end
  search()
  collectgarbage()
  collectgarbage 'stop'
  local before = collectgarbage 'count'
  search()
  print((collectgarbage 'count' - before) / 1024)]]

-- Jobs share their scratch, which is large: when each job had a new one, each caused a collection.
function TestLists:test_a_search_leaves_no_scratch_behind()
  local pipe = assert(io.popen(string.format('OMP_NUM_THREADS=1 "%s" -e "%s"', os.getenv "TWOCS" or arg[-1], left_behind)))
  local left = tonumber(pipe:read "*a")
  pipe:close()
  lu.assertTrue(left < 9, left)
end

os.exit(lu.LuaUnit.run() == 0, true)
