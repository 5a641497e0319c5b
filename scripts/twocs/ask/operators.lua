-- SPDX-License-Identifier: MIT
-- A network that a script lists as GEMMs, streams and collectives (PATI23 6.4). Each operator is a point of the op record,
-- and the list is one axis. The network therefore uses the same laws, levels and sweeps as a Transformer.
local core = require "twocs.core"
local rows = require "twocs.data.rows"
local sweep = require "twocs.ask.sweep"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local ordered = require "twocs.common.ordered"

local operators = {}
local Network = {}
Network.__index = Network

-- The kinds of collectives: families for which the op record has a payload.
local collectives = {}
for _, family in ipairs(core.families()) do
  local row = rows.by_name[core.format("op_%s", family.name)]
  if row and row.record == "op" then collectives[#collectives + 1] = family.name end
end
local known_keys = { name = true, gemm = true, x = true, stream = true, eff = true, ranks = true, each = true, back = true,
  hidden = true }
for _, kind in ipairs(collectives) do known_keys[kind] = true end

local function known_key(key)
  if known_keys[key] then return end
  mistake.raise('operators: unknown key "%s"%s', mistake.word(key), nearest.hint(key, ordered.keys(known_keys)))
end

-- { name =, gemm = { m, n, k }, x = batch, eff = relative to a large GEMM } | { stream = bytes }
--   | { all_reduce = bytes, ranks = n, hidden = share }
local function point(item, name)
  for key in pairs(item) do known_key(key) end
  local gemm = item.gemm or { 0, 0, 0 }
  if type(gemm) ~= "table" or #gemm ~= 3 then mistake.raise("%s: gemm is { m, n, k }", name) end
  local made = { op_m = gemm[1], op_n = gemm[2], op_k = gemm[3], op_x = item.x or 1, op_eff = item.eff or 1,
    op_move = item.stream or 0, op_ranks = item.ranks or 1,
    op_each = item.each or 1, op_back = item.back or (item.gemm and 2 or 1), op_hidden = item.hidden or 0 }
  for _, kind in ipairs(collectives) do made["op_" .. kind] = item[kind] or 0 end
  return made
end

--- operators{ { name = "conv1", gemm = { m, n, k }, ... }, ... }: a network. operators(case): a table of the operators of a
--- case.
function operators.operators(list)
  if type(list) == "table" and (list.model or list.device or list.layout or list.run) then
    return require("twocs.ask.parts").operators(list)
  end
  if type(list) ~= "table" or #list == 0 then mistake.raise("operators: expected a list of operators") end
  local network = setmetatable({ points = {}, names = {} }, Network)
  for i, item in ipairs(list) do
    if type(item) ~= "table" then mistake.raise("operator %d is a %s, expected a table", i, type(item)) end
    network.names[i] = item.name or core.format("operator %d", i)
    network.points[i] = point(item, mistake.word(network.names[i]))
  end
  return network
end

local own = { "op_flop", "t_op_cmp", "t_op_back", "t_op_ser", "t_op_ovl" }
local wanted = { "interference", "op_flop", "t_op_cmp", "t_op_back", "t_op_ser", "t_op_ovl" }

local function swept(network, case)
  local given = {}
  for key, value in pairs(case) do given[key] = value end
  if case.over ~= nil and type(case.over) ~= "table" then
    mistake.raise("over is %s, expected a table of axes", mistake.show(case.over))
  end
  if given.want then core.raise("want: a network has its own columns; choose among them with :select or :print") end
  given.over = { network.points }
  for key, value in pairs(case.over or {}) do given.over[key] = value end
  given.want, given.illegal = wanted, "allow" -- the rules are those of a Transformer's layers
  return sweep.sweep(given)
end

--- One row for each operator.
function Network:table(case)
  if case.over then core.raise("table: a sweep gives totals; use :sweep") end
  local t = swept(self, case)
  local names, columns, units, meanings = { "operator" }, { operator = self.names }, {}, { operator = "operator" }
  for i, name in ipairs(own) do
    names[i + 1], columns[name], units[name], meanings[name] = name, t:column(name), t:unit(name), t:meaning(name)
  end
  return require("twocs.table").new{ n = t.n, names = names, columns = columns, units = units, meanings = meanings,
    head = t.head, notes = t.inside.notes }
end

local function axis_names(t)
  local names = {}
  for _, name in ipairs(t:names()) do
    local row = rows.by_name[name]
    if not (row and (row.record == "op" or row.record == "result")) then names[#names + 1] = name end
  end
  return names
end

--- Totals, one row for each point of case.over: t_cmp, t_ser, t_ovl, t_exp (communication that does not fit into the
--- backward pass, whose time interference increases), t_slow (time that compute loses to interference), t_net, f_ser,
--- f_com.
function Network:sweep(case)
  local t = swept(self, case)
  local all = t:group(axis_names(t), { op_flop = { "op_flop", "sum" }, t_cmp = { "t_op_cmp", "sum" },
    t_back = { "t_op_back", "sum" }, t_ser = { "t_op_ser", "sum" }, t_ovl = { "t_op_ovl", "sum" } })
  local function derived(name, unit, meaning, fn) all = all:derive(name, { unit = unit, meaning = meaning, fn }) end
  local function window(r) return r.interference * r.t_back end
  derived("t_exp", "s", "exposed part of the overlapped communication",
    function(r) return math.max(0, r.t_ovl - window(r)) end)
  derived("t_slow", "s", "time that compute loses to interference",
    function(r) return math.min(r.t_ovl, window(r)) * (1 - 1 / r.interference) end)
  derived("t_net", "s", "the network, all passes", function(r) return r.t_cmp + r.t_ser + r.t_exp + r.t_slow end)
  derived("f_ser", "1", "serialized communication, share of compute and serialized communication",
    function(r) return r.t_ser / (r.t_cmp + r.t_ser) end)
  derived("f_com", "1", "communication on the critical path, share of the network's time",
    function(r) return (r.t_ser + r.t_exp) / r.t_net end)
  return all
end

require("twocs.common.guard").objects("network", Network, Network, "network:", {
  sweep = "fun(self: table, case: twocs.Case)", table = "fun(self: table, case: twocs.Case)" })

return operators
