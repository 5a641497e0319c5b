-- SPDX-License-Identifier: MIT
-- core.products: the products of a set of points are exactly this set. Random sets of points, most of which are not a
-- product, are reassembled from their products, each point once.
local lu = require "luaunit"
local core = require "twocs.core"

local state = 5
local function below(n)
  state = (state * 1103515245 % 2147483648 + 12345) % 2147483648
  return math.floor(state / 65536) % n
end

-- Random points of three factors, the middle one with two columns, in order: lists of four numbers.
local function random_points()
  local points, sparse = {}, below(3)
  for a = 0, 5 do
    for b = 0, 2 do
      for c = 0, 1 do
        for d = 0, 3 do
          -- Some sets are products except for a few points, others have no structure.
          if sparse == 0 or below(10) < (sparse == 1 and 9 or 4) then points[#points + 1] = { a, 10 * b, c, d } end
        end
      end
    end
  end
  return points
end

local function products_of(points)
  local columns = {}
  for k = 1, 4 do
    columns[k] = core.column(#points)
    for i, point in ipairs(points) do columns[k][i] = point[k] end
  end
  return core.products(#points, columns, { 1, 3, 4 })
end

TestProducts = {}

function TestProducts:test_the_union_is_the_set()
  for _ = 1, 60 do
    local points = random_points()
    local seen, n = {}, 0
    for _, product in ipairs(products_of(points)) do
      lu.assertEquals(#product, 3)
      local a, b, c = product[1], product[2], product[3]
      for i = 1, #a[1] do
        for j = 1, #b[1] do
          for k = 1, #c[1] do
            local place = 1 + a[2][i] + b[2][j] + c[2][k]
            local point = points[place]
            lu.assertEquals(point, { points[a[1][i]][1], points[b[1][j]][2], points[b[1][j]][3], points[c[1][k]][4] })
            lu.assertNil(seen[place])
            seen[place], n = true, n + 1
          end
        end
      end
    end
    lu.assertEquals(n, #points)
  end
end

function TestProducts:test_a_product_is_one()
  local points = {}
  for a = 1, 3 do
    for b = 1, 2 do
      for d = 1, 2 do points[#points + 1] = { a, b, b, d } end
    end
  end
  lu.assertEquals(#products_of(points), 1)
  table.remove(points) -- the last point: its a has one b fewer for one d
  lu.assertEquals(#products_of(points), 3)
  lu.assertEquals(#core.products(0, { core.column(0) }, { 1 }), 0)
end

function TestProducts:test_mistakes()
  lu.assertErrorMsgContains("expected columns with all points", core.products, 2, { core.column(3) }, { 1 })
  lu.assertErrorMsgContains("expected ends in increasing order", core.products, 3, { core.column(3) }, { 2 })
end

os.exit(lu.LuaUnit.run() == 0, true)
