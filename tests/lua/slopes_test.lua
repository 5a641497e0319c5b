-- SPDX-License-Identifier: MIT
-- tw.elasticities over random legal cases. These faults would give a wrong slope without an error: a base value that the
-- case does not have, a step to an illegal layout, or a slope computed from a jump. So each row is compared with the result
-- of the case itself and with the legality of the case with that one field changed.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local rows = require "twocs.data.rows"
local slopes = require "twocs.ask.slopes"

-- A separate generator of whole numbers, so that both interpreters draw the same ones.
local state = 20250601
local function any(list)
  state = (state * 1103515245 % 2147483648 + 12345) % 2147483648
  return list[math.floor(state / 65536) % #list + 1]
end

local function random_case()
  local model = tw.models.transformer{ h = any{ 1024, 2048, 4096 }, head_dim = 64, layers = any{ 8, 12, 24 },
    vocab = any{ 32000, 51200 } }
  local tp = any{ 1, 2, 4, 8 }
  return { model = model, device = tw.devices[any{ "a100_80g", "h100_sxm" }], software = "ideal",
    layout = { tp = tp, pp = any{ 1, 2, 4 }, dp = any{ 1, 2, 8 }, sp = tp > 1 and any{ "no", "yes" } or "no",
      zero = any{ "none", "optimizer", "weights" } },
    run = { sl = any{ 1024, 2048 }, global_batch = any{ 32, 64, 96 }, micro_batch = any{ 1, 2 },
      recompute = any{ "none", "full" } } }
end

local function random_legal_case()
  while true do
    local case = random_case()
    if tw.eval(case, "legal") == 1 then return case end
  end
end

-- The case with another value of one field.
local function moved(case, row, value)
  local other = { illegal = "allow" }
  for key, part in pairs(case) do other[key] = part end
  local made = core.kind(other[row.record]) and other[row.record] or core.record(row.record, other[row.record] or {})
  other[row.record] = made{ [row.name] = value }
  return other
end

local every = tonumber(os.getenv "TWOCS_EVERY" or "1")
local cases = 200 / every -- the slower interpreter takes a quarter of the cases

TestSlopes = {}

function TestSlopes:test_rows_of_random_cases()
  local looked = 0
  for i = 1, 200 do
    local case, mine = random_legal_case(), (i % 4 == 0) == (jit ~= nil)
    if mine and i <= cases then
      local here = tw.eval(case, "t_step")
      for row in tw.elasticities(case, "t_step"):rows() do
        lu.assertTrue(math.min(row.low, row.high) <= here and here <= math.max(row.low, row.high), row.field)
        lu.assertTrue(row.low ~= row.high, row.field)
        local field = rows.by_name[row.field]
        if row.step == "x 2" and looked < 200 then
          local x = tw.eval(case, row.field)
          for _, side in ipairs{ { x / 2, row.low }, { 2 * x, row.high } } do
            if side[2] ~= here then
              local other = moved(case, field, side[1])
              lu.assertEquals({ tw.eval(other, "t_step"), tw.eval(other, "legal") }, { side[2], 1 }, row.field)
              looked = looked + 1
            end
          end
        end
      end
    end
  end
  lu.assertTrue(looked > 100 / every, looked)
end

-- B of a replica follows from the batch and DP, which its own record does not contain; no other B is legal with both. The
-- layers of the first stage follow from PP.
function TestSlopes:test_the_base_is_the_value_in_the_case()
  local case = { model = "gpt3_175b", device = "h100_sxm", software = "ideal", layout = { tp = 8, pp = 3, dp = 8 },
    run = { sl = 2048, global_batch = 1536, micro_batch = 1 } }
  local t = tw.elasticities(case, "t_step")
  lu.assertEquals(t:where{ field = "b" }.n, 0)
  lu.assertStrContains(tostring(t), "no legal value near this one: b")
  case.run.global_batch, case.run.b = nil, 192
  lu.assertEquals(tw.elasticities(case, "t_step"):where{ field = "b" }[1].value, "192")
  lu.assertEquals(tw.elasticities(case, "t_step"):where{ field = "first_layers" }[1].value, "32")
end

-- Three cases made by hand: a jump at the value itself, an edge of tiles next to it, and a minimum.
function TestSlopes:test_jumps_edges_and_turns()
  local row = { least = 1e-9, most = 1e9 }
  local function pairs_of(f, x)
    local list = slopes.pairs_about(row, x, 0.1)
    local got = {}
    for i, value in ipairs(slopes.values(list)) do got[i] = f(value) end
    slopes.take(list, got)
    return list
  end
  local function tiles(x) return math.ceil(x / 5) * x / x + 1e-3 * x end
  local slope, _, confirmed = slopes.found(pairs_of(tiles, 100), 100, tiles(100))
  lu.assertFalse(confirmed) -- 20 tiles at the value, 21 just above it: a difference over 1 % would give a slope of 2.4
  lu.assertTrue(slope > 0.8 and slope < 1.3, slope)
  local function turn(x) return 1 + (x - 1) * (x - 1) end
  lu.assertNil((slopes.found(pairs_of(turn, 1), 1, turn(1))))
  local function measured(x) return x == 1 and 1 or 1.3 * x end
  local list, nearby = pairs_of(measured, 1), slopes.nearby(row, 1)
  slopes.take(nearby, { measured(nearby[1].low), measured(nearby[1].high) })
  lu.assertAlmostEquals(slopes.without_jump(list, nearby[1], 1), 1.3, 1e-5)
  slope, _, confirmed = slopes.found(list, 1, 1)
  lu.assertAlmostEquals(slope, 1, 1e-4)
  lu.assertTrue(confirmed)
  -- There is no jump within a tile.
  lu.assertNil(slopes.without_jump(pairs_of(tiles, 98), pairs_of(tiles, 98)[1], tiles(98)))
end

os.exit(lu.LuaUnit.run() == 0, true)
