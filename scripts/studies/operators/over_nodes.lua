-- SPDX-License-Identifier: MIT
-- All-reduces over nodes: a law of size and nodes (the engine's `measured`, corrected by the nearest rows), fitted without
-- one node count, or with the fewest nodes only, and two baselines: each size separately over log2 of the nodes, and the
-- nearest count unchanged. One size has only two or three points over the nodes, which say little about the next one; the
-- law uses all sizes, and describes how start, bytes and the filling of a pipeline each grow with the nodes. Rings, which
-- have a step for each rank, are a line over ranks.
local tw = require "twocs"
local core = require "twocs.core"
local data = require "studies.operators"
local given = require "studies.given"
local fernandez24 = require "studies.fernandez24"
local study = require "twocs.study"

local over_nodes = {}

-- For each source: nodes in increasing order, each { nodes, per_node, t = { [byte] = time } }; full nodes only.
local function sources()
  local by, order = {}, {}
  local function add(source, nodes, per_node, byte, t)
    if not by[source] then by[source], order[#order + 1] = {}, source end
    local own = by[source]
    own[nodes] = own[nodes] or { nodes = nodes, per_node = 0, t = {} }
    if per_node > own[nodes].per_node then own[nodes].per_node, own[nodes].t = per_node, {} end
    if per_node == own[nodes].per_node then own[nodes].t[byte] = t end
  end
  for _, one in ipairs(data.collectives()) do
    if one.kind == "all_reduce" and one.source:find("abci", 1, true) then
      for r in one.rows:rows() do add(one.source, one.nodes, one.ranks / one.nodes, r.byte, r.t) end
    end
  end
  for r in fernandez24.digitised():rows() do
    add("arXiv:2411.13055 H100", r.nodes, 8, r.byte, 2 * (1 - 1 / (8 * r.nodes)) * r.byte / r.busbw)
  end
  return by, order
end

local function counts_of(own)
  local list = {}
  for nodes in pairs(own) do list[#list + 1] = nodes end
  table.sort(list)
  return list
end

local function table_of(own, counts)
  local c = { byte = {}, ranks = {}, per_node = {}, t = {} }
  for _, nodes in ipairs(counts) do
    local bytes = {}
    for byte in pairs(own[nodes].t) do bytes[#bytes + 1] = byte end
    table.sort(bytes)
    for _, byte in ipairs(bytes) do
      local i = #c.t + 1
      c.byte[i], c.t[i], c.per_node[i] = byte, own[nodes].t[byte], own[nodes].per_node
      c.ranks[i] = nodes * own[nodes].per_node
    end
  end
  return tw.table{ n = #c.t, names = { "byte", "ranks", "per_node", "t" }, columns = c,
    units = { byte = "byte", ranks = "1", per_node = "1", t = "s" } }
end

-- One size separately: a line over log2 of the nodes through the two counts around it, or the last two; at least a
-- microsecond.
local function by_log2(own, counts, out, byte, least)
  if #counts == 1 then return own[counts[1]].t[byte] end
  local i = 1
  while i < #counts - 1 and counts[i + 1] < out do i = i + 1 end
  local a, b = counts[i], counts[i + 1]
  local from, to = own[a].t[byte], own[b].t[byte]
  if not from or not to then return nil end
  return math.max(least or 1e-6, from + (to - from) * core.log2(out / a) / core.log2(b / a))
end

local function nearest(own, counts, out, byte)
  local best = counts[1]
  for _, nodes in ipairs(counts) do
    if math.abs(core.log2(nodes / out)) < math.abs(core.log2(best / out)) then best = nodes end
  end
  return own[best].t[byte]
end

--- The all-reduces of a source that cross nodes, as a table: byte, ranks, per_node, t; nil and a sentence if they are
--- missing.
function over_nodes.rows(source)
  local own, across = sources()[source], {}
  if not own then return nil, source .. " is not here" end
  for _, nodes in ipairs(counts_of(own)) do
    if nodes > 1 then across[#across + 1] = nodes end
  end
  return table_of(own, across)
end

local function off(list)
  table.sort(list)
  local sum = 0
  for _, x in ipairs(list) do sum = sum + x end
  return sum / #list, list[math.ceil(#list / 2)]
end

-- Mean and median of |log(predicted / measured)| of the sizes on `out` nodes, for the law and both baselines.
local function compared(own, counts, out)
  local t = table_of(own, { out })
  local predicted = tw.fit(table_of(own, counts), { all_reduce = "measured" }):predict(t)
  local law, line, same = {}, {}, {}
  for i = 1, t.n do
    local byte, measured = t[i].byte, t[i].t
    local a, b = by_log2(own, counts, out, byte), nearest(own, counts, out, byte)
    if a and b then
      law[#law + 1] = math.abs(core.log(predicted[i] / measured))
      line[#line + 1], same[#same + 1] = math.abs(core.log(a / measured)), math.abs(core.log(b / measured))
    end
  end
  local mean, median = off(law)
  local line_mean, line_median = off(line)
  return { sizes = #law, law = mean, law_median = median, log2 = line_mean, log2_median = line_median,
    nearest = (off(same)) }
end

local function without(counts, out)
  local rest = {}
  for _, nodes in ipairs(counts) do
    if nodes ~= out then rest[#rest + 1] = nodes end
  end
  return rest
end

-- Rings through all ranks of a cluster on EFA (runs/net_playbook_h100.csv: medians over sizes that it does not state): the
-- time per byte is a line over ranks, because each step has a start time; fitted by least squares of relative errors. nil
-- and a sentence if the file is missing.
local function playbook(kind)
  local path, sentence = given.path "runs/net_playbook_h100.csv"
  if not path then return nil, sentence end
  local own = {}
  for r in assert(tw.read(path)):rows() do
    if r.series == kind .. " (nodes)" and r.x > 1 then
      own[r.x] = { nodes = r.x, per_node = 8, t = { [1] = 1 / (r.value * 1e9) } }
    end
  end
  return own
end

local function line_over_ranks(own, counts, out)
  local s, sx, sxx, sy, sxy = 0, 0, 0, 0, 0
  for _, nodes in ipairs(counts) do
    local t = own[nodes].t[1]
    local w, x = 1 / (t * t), nodes
    s, sx, sxx, sy, sxy = s + w, sx + w * x, sxx + w * x * x, sy + w * t, sxy + w * x * t
  end
  local slope = (s * sxy - sx * sy) / (s * sxx - sx * sx)
  return (sy - slope * sx) / s + slope * out
end

-- The same as compared() for rings.
local function compared_rings(own, counts, out)
  local function of(t) return math.abs(core.log(t / own[out].t[1])) end
  local law, line = of(line_over_ranks(own, counts, out)), of(by_log2(own, counts, out, 1, 0))
  return { sizes = 1, law = law, law_median = law, log2 = line, log2_median = line,
    nearest = of(nearest(own, counts, out, 1)) }
end

local names = { "source", "fitted", "predicted", "sizes", "law", "law_median", "log2", "log2_median", "nearest" }

--- A row for each source and left-out count: counts inside the others, the largest, and the largest from the two fewest.
function over_nodes.table()
  local by, order = sources()
  local columns, rings = {}, {}
  for _, kind in ipairs{ "AllGather", "ReduceScatter" } do
    local own, source = playbook(kind), "Ultra-Scale Playbook, " .. kind
    if own then by[source], rings[source], order[#order + 1] = own, true, source end
  end
  for _, name in ipairs(names) do columns[name] = {} end
  local function add(source, fitted, counts, out)
    local found = (rings[source] and compared_rings or compared)(by[source], counts, out)
    found.source, found.fitted, found.predicted = source, fitted, out
    for _, name in ipairs(names) do table.insert(columns[name], found[name]) end
  end
  for _, source in ipairs(order) do
    local counts = counts_of(by[source])
    local largest = counts[#counts]
    for i = 2, #counts - 1 do add(source, "all others", without(counts, counts[i]), counts[i]) end
    add(source, "all smaller", without(counts, largest), largest)
    if #counts > 3 then add(source, "two smallest", { counts[1], counts[2] }, largest) end
  end
  return tw.table{ n = #columns.source, names = names, columns = columns, units = { predicted = "1", sizes = "1",
    law = "1", law_median = "1", log2 = "1", log2_median = "1", nearest = "1" }, meanings = {
    predicted = "held-out nodes", law = "mean error (of the logarithm) of the law of size and nodes",
    log2 = "the same with a line over log2 of the nodes for each size", nearest = "the same of the nearest count's time" } }
end

if arg and arg[0] and arg[0]:match "over_nodes%.lua$" then
  local t = over_nodes.table()
  t:print{ rows = 50 }
  study.write("over_nodes", t)
end

return over_nodes
