-- SPDX-License-Identifier: MIT
-- What a fit must know about a family of laws: the columns of measurements that define the operator, and the engine's
-- column with its time. The engine's rows have everything else (inputs of a law, its parameters, their units).
local core = require "twocs.core"
local rows = require "twocs.data.rows"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"

local families = {}

-- shape: each entry is a column of measurements, the field that it sets, and its default if the measurements lack it.
-- place: the columns that locate a row among others. table: the sizes that can have knots in a table of corrections.
families.gemm = { column = "t_op_gemm", place = { "m", "n", "k", "x" }, table = { "m", "n", "k", "ragged" },
  shape = { { "m", "op_m" }, { "n", "op_n" }, { "k", "op_k" }, { "x", "op_x", 1 } },
  find = { algorithmic = { "flop_eff" }, roofline = { "launch", "flop_eff", "mem_eff" } },
  -- Fitted only if a script asks for it: not every table shows a falling clock, or contains the conversion of operands to a
  -- format.
  asked = { wave_heat = true, wave_warm = true, wave_quant = true } }
families.stream = { column = "t_op_stream", place = { "byte" }, table = { "byte" }, shape = { { "byte", "op_move" } },
  find = { roofline = { "launch", "mem_eff" } } }
families.attention = { column = "t_op_attention", place = {}, table = { "keys", "heads", "shared", "dim" },
  shape = { { "keys", "op_keys" }, { "heads", "op_heads" }, { "shared", "op_shared", 1 }, { "dim", "op_dim", 128 },
    { "queries", "op_queries" }, { "masked", "op_masked", 1, flag = true } }, find = {} }
families.grouped = { column = "t_op_grouped", place = {}, table = { "m", "n", "k", "x" },
  shape = { { "m", "op_m" }, { "n", "op_n" }, { "k", "op_k" }, { "x", "op_x" },
    { "matrices", "op_matrices", 3, flag = true }, { "moved", "op_moved", 0, flag = true } }, find = {} }
for _, family in ipairs(core.families()) do
  if not families[family.name] then
    families[family.name] = { column = "t_op_" .. family.name, collective = true, table = { "byte", "ranks" },
      shape = { { "byte", "op_" .. family.name }, { "ranks", "op_ranks" }, { "per_node", "net0_size" } },
      find = {} }
  end
end

-- For a fit, an operator of a layer is a family with coefficients of its own. Returns the family of laws of the operator,
-- or nil.
local function family_of(operator)
  local first = rows.by_name[operator .. "_c0"]
  if not first or first.record ~= "law" then return nil end
  if rows.by_name[core.format("t_%s_w", operator)] and rows.by_name[operator .. "_x"] then return "gemm" end
  return rows.by_name[operator .. "_back_byte"] and "stream"
end

--- The names of everything that can be fitted, sorted.
function families.names()
  local list = {}
  for name, family in pairs(families) do
    if type(family) == "table" then list[#list + 1] = name end
  end
  for _, row in ipairs(rows.list) do
    local operator = row.record == "law" and row.name:match("^(.*)_c0$")
    if operator and family_of(operator) then list[#list + 1] = operator end
  end
  table.sort(list)
  return list
end

--- Whether a name can be fitted: it is a family of laws, or an operator of a layer.
function families.is(name)
  return type(families[name]) == "table" or (type(name) == "string" and family_of(name) ~= nil)
end

--- The family's description, its name, and the owner of the coefficients that a fit finds: the family or one operator.
function families.find(name)
  local family = type(name) == "string" and family_of(name) or name
  if type(families[family]) == "table" then return families[family], family, name end
  mistake.raise('fit: "%s" is neither a family of laws nor an operator of a layer%s', mistake.word(name),
    nearest.hint(mistake.word(name), families.names()))
end

--- The fields that a fit of this law finds: its coefficients, else the fields that the family lists for it.
function families.parameters(family, family_name, law, prefix)
  for _, row in ipairs(core.laws()) do
    if row.family == family_name and row.name == law then
      local list = {}
      for item in (row.reads or ""):gmatch("%S+") do
        local own = core.format("%s_%s", prefix, item)
        local name = rows.by_name[own] and own or item
        local asked = family.asked and family.asked[name]
        if not asked and rows.by_name[name] and rows.by_name[name].record == "law" then list[#list + 1] = name end
      end
      if #list == 0 then list = family.find[law] or (family.collective and { "comm_launch", "net0_lat", "net0_bw" }) end
      if list then return list end
      mistake.raise('fit: the law "%s" of %s has nothing to fit', law, family_name)
    end
  end
  local names = {}
  for _, row in ipairs(core.laws()) do
    if row.family == family_name then names[#names + 1] = row.name end
  end
  mistake.raise('fit: %s has no law %s%s', family_name, mistake.show(law), nearest.hint(law, names))
end

return families
