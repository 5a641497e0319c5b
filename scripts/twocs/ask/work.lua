-- SPDX-License-Identifier: MIT
-- The work of each operator in a case: number of calls, amount and shapes. All of it comes from the engine
-- (rows/operators.def) in one evaluation.
local case = require "twocs.ask.case"
local core = require "twocs.core"
local rows = require "twocs.data.rows"

local work = {}

-- Operators in the order of the rows file: those with coefficients of their own. work.list and work.by_name are made on
-- first access, because this reads all rows.
setmetatable(work, { __index = function(_, key)
  if key ~= "list" and key ~= "by_name" then return nil end
  setmetatable(work, nil)
  work.list, work.by_name = {}, {}
  for _, row in ipairs(rows.list) do
    local name = row.record == "law" and row.name:match("^(.*)_c0$")
    local gemm, stream = name and rows.by_name[name .. "_x"], name and rows.by_name[name .. "_back_byte"]
    if gemm or stream then
      local operator = { name = name, family = gemm and "gemm" or "stream" }
      work.list[#work.list + 1], work.by_name[name] = operator, operator
    end
  end
  return work[key]
end })

local asked = {
  gemm = { "each", "step", "flop", "byte", "m", "n", "k", "x" },
  stream = { "each", "step", "byte", "back_byte" },
}
local shared = { "mode", "h", "tokens", "head_dim", "dev_heads", "dev_kv_heads", "dev_ffn", "gated", "gemm_growth",
  "mem_vs_bw" }
local passes = { gemm = { "f", "i", "w" }, stream = { "f", "b" } }

--- evaluate(made, names): the values of these columns for a case, by name.
function work.evaluate(made, names)
  local values = {}
  for i, column in ipairs(core.run(made, {}, names)) do values[names[i]] = column[1] end
  return values
end

--- The value of a column of the case; nil if a field that it needs is not known. The column must not depend on a law.
function work.known(made, name)
  local plain = {}
  for _, part in ipairs(case.parts) do plain[part] = made[part] end
  local there, value = pcall(core.eval, plain, name)
  return there and value or nil
end

--- of(made): { case = shared values, [operator] = { family, per, often, flop or byte, m, n, k, x } }. `amount` is the flop
--- (or bytes) of all passes, `often` times: in one layer, or in one step (per = "step") outside the layers.
function work.of(made)
  local names = {}
  for _, name in ipairs(shared) do names[#names + 1] = name end
  for _, operator in ipairs(work.list) do
    for _, item in ipairs(asked[operator.family]) do names[#names + 1] = core.format("%s_%s", operator.name, item) end
  end
  local values = work.evaluate(made, names)
  local found = { case = values }
  for _, operator in ipairs(work.list) do
    local one = { family = operator.family }
    for _, item in ipairs(asked[operator.family]) do one[item] = values[core.format("%s_%s", operator.name, item)] end
    one.per = one.each > 0 and "layer" or "step"
    one.often = one.each > 0 and one.each or one.step
    one.once = operator.family == "gemm" and (1 + 2 * values.mode) * one.flop or one.byte + values.mode * one.back_byte
    one.amount = one.often * one.once
    one.traffic = operator.family == "gemm" and one.often * (1 + 2 * values.mode) * one.byte or one.amount
    found[operator.name] = one
  end
  return found
end

--- times(made, of, family): seconds of each operator of a family, all passes of a layer (or step), on the hardware of the
--- case.
function work.times(made, of, family)
  local names, times = {}, {}
  for _, operator in ipairs(work.list) do
    for _, pass in ipairs(operator.family == family and passes[family] or {}) do
      names[#names + 1] = core.format("t_%s_%s", operator.name, pass)
    end
  end
  local values, mode = work.evaluate(made, names), of.case.mode
  for _, operator in ipairs(work.list) do
    local function t(pass) return values[core.format("t_%s_%s", operator.name, pass)] end
    local often = of[operator.name].often
    if operator.family ~= family then times[operator.name] = nil
    elseif family == "gemm" then times[operator.name] = often * (t "f" + mode * (t "i" + t "w")) * of.case.gemm_growth
    else times[operator.name] = often * (t "f" + mode * t "b") / of.case.mem_vs_bw end
  end
  return times
end

--- Whether two operators are the same GEMMs, or streams of as many bytes.
function work.same(a, b)
  if a.family == "stream" then return a.amount == b.amount end
  return a.m == b.m and a.n == b.n and a.k == b.k and a.x == b.x and a.often == b.often
end

return work
