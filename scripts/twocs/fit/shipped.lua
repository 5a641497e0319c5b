-- SPDX-License-Identifier: MIT
-- The fits included in twocs (twocs/data/fits.lua): one or several fits of one device under one name. A plan uses it like
-- any fit, plan = { gemm = tw.fits.a100_bf16 }, or completely, plan = tw.fits.mi210_fp32:plan(). Each of its fits behaves
-- like a fit of a script (fit/model.lua).
local core = require "twocs.core"
local mistake = require "twocs.common.mistake"
local registry = require "twocs.data.registry"
local model = require "twocs.fit.model"

local shipped = {}
local Shipped = { methods = {} }
Shipped.__index = Shipped.methods

-- A copy with each of its fits changed.
local function with(self, change)
  local fits = {}
  for i, fit in ipairs(self.fits) do fits[i] = change(fit) end
  return setmetatable({ name = self.name, entry = self.entry, fits = fits }, Shipped)
end

--- The object that scripts see for an entry.
function shipped.made(entry)
  return with({ name = entry.name, entry = entry, fits = entry.fits }, function(one) return model.stored(entry, one) end)
end

--- The same with every time at the quantile q of the scatter of measurements: 0.05 and 0.95 are the ends of a band.
function Shipped.methods:at(q) return with(self, function(fit) return fit:at(q) end) end

--- The same for a device that was never measured, as fit:on.
function Shipped.methods:on(device, run) return with(self, function(fit) return fit:on(device, run) end) end

-- The fits with this name: all fits of a family, or the fit of one operator.
local function fits_for(self, name)
  local list, known = {}, {}
  for _, fit in ipairs(self.fits) do
    if fit.named == name or fit.family == name then list[#list + 1] = fit end
    known[#known + 1] = fit.family
  end
  if #list == 0 then mistake.raise("plan.%s: %s contains %s", name, self.name, table.concat(known, ", ")) end
  return list
end

--- The fit of that operator or family; without a name, the only fit.
function Shipped.methods:of(name)
  if name == nil and #self.fits == 1 then return self.fits[1] end
  local names = {}
  for i, fit in ipairs(self.fits) do
    if fit.named == name then return fit end
    names[i] = core.format('"%s"', fit.named)
  end
  mistake.raise("%s contains several fits: choose one of %s", self.name, table.concat(names, ", "))
end

--- predict(t, { of = "softmax", interval = 0.9 }): as fit:predict. of: the name of one of its fits, if there are several.
function Shipped.methods:predict(t, wanted) return self:of(wanted and wanted.of):predict(t, wanted) end

--- The parts that a case uses: the law, the fields, the law's family, and their basis. Every field of a measured law is a
--- time per unit, so the factor of a quantile multiplies its coefficients; for any other law it multiplies the time.
function Shipped.methods:choice(name, made)
  local list, fields, bases, factor, correction = fits_for(self, name), {}, {}, nil, nil
  for i, fit in ipairs(list) do
    local own, basis = model.rests(fit, made or fit.case)
    local times = own.law == "measured" and own.factor or 1
    if own.law ~= "measured" then factor = own.factor end
    correction = correction or own.correction
    for field, value in pairs(own.given) do fields[field] = times * value end
    bases[i] = basis
  end
  local law = { base = list[1].law, factor = factor, correction = correction,
    label = core.format("%s (%s)", list[1].law, self.name) }
  return law, fields, list[1].family, bases
end

--- A plan with all of its fits.
function Shipped.methods:plan()
  local plan = {}
  for _, fit in ipairs(self.fits) do plan[fit.family] = self end
  return plan
end

--- One row for each coefficient: operator or family, name, value, standard error and unit.
function Shipped.methods:parameters()
  local columns = { of = {}, parameter = {}, value = {}, error = {}, unit = {} }
  for _, fit in ipairs(self.fits) do
    for row in fit:parameters():rows() do
      local i = #columns.of + 1
      columns.of[i], columns.parameter[i], columns.value[i] = fit.named, row.parameter, row.value
      columns.error[i], columns.unit[i] = row.error, row.unit
    end
  end
  return require("twocs.table").new{ n = #columns.of, names = { "of", "parameter", "value", "error", "unit" },
    columns = columns, meanings = { of = "operator or family", parameter = "field of the law",
      error = "standard error; missing if the rows do not determine it" } }
end

--- One row for each of its fits: its error on rows that were held out.
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
    if size[1] ~= "per_node" and size[1] ~= "nodes" then
      parts[#parts + 1] = size[2] == size[3] and core.format("%s %.6g", size[1], size[2])
        or core.format("%s %.6g to %.6g", size[1], size[2], size[3])
    end
  end
  return table.concat(parts, ", ")
end

function Shipped.__tostring(self)
  local entry = self.entry
  local lines = { core.format("%s: %s", self.name, entry.about) }
  for i, one in ipairs(entry.fits) do
    lines[#lines + 1] = core.format("  %-14s %-8s off by %4.1f %% (median), %4.1f %% (90th percentile): %s", one.of,
      one.law, 100 * one.median, 100 * one.p90, one.how)
    lines[#lines + 1] = core.format("  %-14s %d rows, %s", "", one.rows, range_text(one.range))
    if self.fits[i].transferred then lines[#lines + 1] = core.format("  %-14s %s", "", self.fits[i].why) end
  end
  lines[#lines + 1] = "  source: " .. entry.source
  return table.concat(lines, "\n")
end

require("twocs.common.guard").objects("shipped fit", Shipped.methods, Shipped, "fit:", {
  predict = "fun(self: table, t: twocs.Table, options?: table)" })

shipped.fits = registry.of_packs("fit", "fits", function(_, entry) return shipped.made(entry) end)

return shipped
