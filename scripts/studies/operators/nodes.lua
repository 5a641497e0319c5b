-- SPDX-License-Identifier: MIT
-- All-reduce over nodes: fitted on two and four nodes, predicted for up to 32, with the 90 % band. The measured points are
-- those that were fitted.
local tw = require "twocs"
local study = require "twocs.study"
local data = require "studies.operators"

local systems = { { "abci2.0 A100", 8 }, { "abci2.0 V100", 4 } } -- sources, and the GPUs of their nodes

local function of_source(source)
  local joined
  for _, one in ipairs(data.collectives()) do
    if one.source == source and one.nodes > 1 then
      local t = one.rows:derive("nodes", { unit = "1", meaning = "nodes", function() return one.nodes end })
      joined = joined and joined:append(t) or t
    end
  end
  return joined
end

-- Sizes from 1 KB to 32 MB on 2 to 32 nodes.
local function wanted(ranks_of_node)
  local columns = { byte = {}, ranks = {}, per_node = {}, nodes = {} }
  for _, nodes in ipairs{ 2, 4, 8, 16, 32 } do
    for power = 10, 25 do
      local i = #columns.byte + 1
      columns.byte[i], columns.nodes[i] = tw.exp2(power), nodes
      columns.ranks[i], columns.per_node[i] = nodes * ranks_of_node, ranks_of_node
    end
  end
  return tw.table{ n = #columns.byte, names = { "byte", "ranks", "per_node", "nodes" }, columns = columns,
    units = { byte = "byte", ranks = "1", per_node = "1", nodes = "1" },
    meanings = { byte = "payload", ranks = "ranks", per_node = "ranks of a node", nodes = "nodes" } }
end

for _, system in ipairs(systems) do
  local source, ranks = system[1], system[2]
  local measured = of_source(source)
  if measured then
    local t = wanted(ranks)
    local time, low, high = tw.fit(measured, { all_reduce = "measured" }):predict(t)
    local two = tw.fit(measured:where{ nodes = 2 }, { all_reduce = "measured" }):predict(t)
    local from_two = t:with("t", two, "s", "time")
    t = t:with("t", time, "s", "time"):with("t_low", low, "s", "low end of the band")
      :with("t_high", high, "s", "high end of the band")
    local function longer(power, of)
      of = (of or t):where{ byte = tw.exp2(power) }
      return of:where{ nodes = 32 }[1].t / of:where{ nodes = 2 }[1].t
    end
    study.lines(tw.format("nodes_%s", source:lower():gsub("[^%w]", "_")), t, { x = "byte", y = "t", by = "nodes",
      band = { "t_low", "t_high" }, logx = 2, logy = true,
        title = tw.format("From 2 to 32 nodes an all-reduce of 1 KiB takes %.1f times as long, of 32 MiB %.1f times",
        longer(10), longer(25)),
      subtitle = tw.format("%s, %d GPUs a node; lines fitted to measurements on 2 and 4 nodes, predicted beyond; bands "
        .. "hold nine of ten measurements", source, ranks),
      legend = "Nodes", markers = false,
      note = tw.format("What would change it: fitted on 2 nodes alone, 1 KiB takes %.1f times as long and 32 MiB %.1f "
        .. "times.", longer(10, from_two), longer(25, from_two)) })
  else
    print(tw.format("skipped: %s is not here", source))
  end
end
