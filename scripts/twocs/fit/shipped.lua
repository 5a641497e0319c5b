-- SPDX-License-Identifier: MIT
-- A fit that comes with twocs (scripts/twocs/fits.lua): stands in a plan as any fit does, plan = { gemm =
-- tw.fits.a100_bf16 }, or makes a whole one, plan = tw.fits.mi210_fp32:plan(). The one thing to know: it gives a law and
-- the fields that the law reads, and replaces what the case's law record had there.
local core = require "twocs.core"
local families = require "twocs.fit.families"
local mistake = require "twocs.mistake"

local shipped = {}
local Shipped = { methods = {} }
Shipped.__index = Shipped.methods

local shares = { 0.05, 0.25, 0.5, 0.75, 0.95 } -- whose quantiles stand in `scatter`

local function family_of(one)
  local _, family = families.find(one.of)
  return family
end

--- The entry of that name as scripts see it.
function shipped.made(entry) return setmetatable({ name = entry.name, entry = entry, share = nil }, Shipped) end

-- Measured over predicted that the share q of the rows held out stays below.
local function factor_at(scatter, q)
  local last = #shares
  if q <= shares[1] then return scatter[1] end
  for i = 2, last do
    if q <= shares[i] then
      local part = (q - shares[i - 1]) / (shares[i] - shares[i - 1])
      return scatter[i - 1] * core.exp(part * core.log(scatter[i] / scatter[i - 1]))
    end
  end
  return scatter[last]
end

--- The same with every time at the share q of what measurements scatter to: 0.05 and 0.95 are the ends of a band.
function Shipped.methods:at(q)
  if type(q) ~= "number" or not (q >= shares[1] and q <= shares[#shares]) then
    mistake.raise("at(%s): expected a share from %g to %g", mistake.show(q), shares[1], shares[#shares])
  end
  local copy = shipped.made(self.entry)
  copy.share = q
  return copy
end

-- What stands under that name: fits of the family, or of the operator alone.
local function fits_for(self, name)
  local list, known = {}, {}
  for _, one in ipairs(self.entry.fits) do
    local family = family_of(one)
    if one.of == name or family == name then list[#list + 1] = one end
    known[#known + 1] = family
  end
  if #list == 0 then
    mistake.raise("plan.%s: %s holds %s", name, self.name, table.concat(known, ", "))
  end
  return list
end

--- What a case takes from it: the law, the fields, the law's family. Every field of a measured law is a time per something,
--- so a share of the scatter is one of its coefficients; any other law is multiplied.
function Shipped.methods:choice(name)
  local list, fields, factor = fits_for(self, name), {}, 1
  for _, one in ipairs(list) do
    local own = self.share and factor_at(one.scatter, self.share) or 1
    if one.law ~= "measured" then factor, own = own, 1 end
    for _, value in ipairs(one.value) do fields[value[1]] = own * value[2] end
  end
  local law = { base = list[1].law, factor = factor, label = core.format("%s (%s)", list[1].law, self.name) }
  return law, fields, family_of(list[1])
end

--- A plan with everything that it holds.
function Shipped.methods:plan()
  local plan = {}
  for _, one in ipairs(self.entry.fits) do plan[family_of(one)] = self end
  return plan
end

--- One row for each coefficient: of what, its name, value, standard error and unit.
function Shipped.methods:parameters()
  local columns = { of = {}, parameter = {}, value = {}, error = {}, unit = {} }
  for _, one in ipairs(self.entry.fits) do
    for _, value in ipairs(one.value) do
      local i = #columns.of + 1
      columns.of[i], columns.parameter[i], columns.value[i], columns.error[i] = one.of, value[1], value[2], value[3]
      columns.unit[i] = require("twocs.rows").find(value[1], "field").unit
    end
  end
  return require("twocs.table").new{ n = #columns.of, names = { "of", "parameter", "value", "error", "unit" },
    columns = columns, meanings = { of = "operator or family", parameter = "field of the law",
      error = "standard error; missing where the rows do not determine it" } }
end

--- One row for each of its fits: how far off it is on rows that were held out.
function Shipped.methods:errors()
  local names = { "of", "law", "rows", "median", "p90", "how" }
  local columns, units = {}, { rows = "1", median = "1", p90 = "1" }
  for _, name in ipairs(names) do
    columns[name] = {}
    for i, one in ipairs(self.entry.fits) do columns[name][i] = one[name] end
  end
  return require("twocs.table").new{ n = #self.entry.fits, names = names, columns = columns, units = units,
    meanings = { rows = "rows measured", median = "median of the relative error, rows held out",
      p90 = "its 90th percentile", how = "which rows were held out" } }
end

local function range_text(range)
  local parts = {}
  for _, size in ipairs(range) do
    if size[1] ~= "per_node" then
      parts[#parts + 1] = size[2] == size[3] and core.format("%s %.6g", size[1], size[2])
        or core.format("%s %.6g to %.6g", size[1], size[2], size[3])
    end
  end
  return table.concat(parts, ", ")
end

function Shipped.__tostring(self)
  local entry = self.entry
  local lines = { core.format("%s: %s", self.name, entry.about) }
  for _, one in ipairs(entry.fits) do
    lines[#lines + 1] = core.format("  %-14s %-8s off by %4.1f %% (median), %4.1f %% (90th percentile): %s", one.of,
      one.law, 100 * one.median, 100 * one.p90, one.how)
    lines[#lines + 1] = core.format("  %-14s %d rows, %s", "", one.rows, range_text(one.range))
  end
  lines[#lines + 1] = "  source: " .. entry.source
  return table.concat(lines, "\n")
end

return shipped
