-- SPDX-License-Identifier: MIT
-- Writes the fits of twocs: twocs-luajit scripts/generate/fits.lua scripts/twocs/data/fits.lua
-- scripts/twocs/data/grids.lua. Each fit is made by scripts/studies/operators/entries.lua.
local core = require "twocs.core"
local data = require "studies.operators"
local entries = require "studies.operators.entries"

local lines = {}
local function line(...) lines[#lines + 1] = core.format(...) end

local function numbers(list, how, first, last)
  local texts = {}
  for i = first or 1, last or #list do texts[#texts + 1] = core.format(how, list[i]) end
  return table.concat(texts, ", ")
end

local function value_text(value) return value == value and core.format("%.2g", value) or "0 / 0" end

local function fit_lines(one)
  line('    { of = "%s", law = "%s", rows = %d, how = "%s",', one.of, one.law, one.rows, one.how)
  line("      median = %.3f, p90 = %.3f,", one.median, one.p90)
  line("      scatter = { %s },", numbers(one.scatter, "%.3f"))
  local ranges = {}
  for i, range in ipairs(one.range) do ranges[i] = core.format('{ "%s", %.15g, %.15g }', range[1], range[2], range[3]) end
  local last = #ranges > 4 and table.remove(ranges)
  line("      range = { %s%s", table.concat(ranges, ", "), last and "," or " },")
  if last then line("        %s },", last) end
  if one.groups then
    local groups = {}
    for i, group in ipairs(one.groups) do groups[i] = core.format("{ %.15g, %.15g }", group[1], group[2]) end
    line("      groups = { %s },", table.concat(groups, ", "))
  end
  if one.grid then line('      grid = "%s",', one.grid) end
  line("      value = {")
  for _, value in ipairs(one.value) do
    line('        { "%s", %.4g, %s },', value[1], value[2], value_text(value[3]))
  end
  line("      } },")
end

line [[-- SPDX-License-Identifier: MIT
-- Fits included in twocs, made by scripts/generate/fits.lua from measurements of others: coefficients and their errors on
-- held-out rows; no other data are kept. An error is valid for the device, the format and the sizes of its fit.
--   value    field of the law, coefficient, standard error (0 / 0: the rows do not determine it)
--   scatter  measured over predicted time of held-out rows: percentiles 5, 25, 50, 75 and 95
--   range    measured sizes: name, smallest and largest value; groups: ranks of a node and nodes of measured collectives
-- A case uses one or two of the fits, so each is kept as text until it is used.
local order, texts = {}, {}

local function fits(name, text)
  order[#order + 1] = name
  texts[name] = text
end

local list = setmetatable({}, { __index = function(list, name)
  if not texts[name] then return nil end
  list[name] = assert((loadstring or load)("return " .. texts[name], "=fits.lua"))()
  list[name].name = name
  return list[name]
end })
]]
-- With a third argument, only the entries whose names match this pattern are made again; the others are not changed.
local function made(entry)
  local known = require("twocs.data.fits").list[entry.name]
  if not arg[3] or not known or entry.name:match(arg[3]) then return entry.make() end
  for _, one in ipairs(known.fits) do
    one.text = require("twocs.data.grids").texts[core.format("%s %s", entry.name, one.of)]
  end
  return known.fits
end

local texts = {}
for _, entry in ipairs(entries) do
  line('fits("%s", [[{', entry.name)
  line('  device = "%s", format = "%s",', entry.device, entry.format)
  line('  about = "%s",', entry.about)
  line('  source = "%s",', entry.source)
  line("  fits = {")
  for _, one in ipairs(made(entry)) do
    fit_lines(one)
    if one.text then texts[#texts + 1] = { core.format("%s %s", entry.name, one.of), one.text } end
  end
  line("  } }]])\n")
end
line("return { order = order, list = list }")

local function write(path)
  local text = table.concat(lines, "\n") .. "\n"
  lines = {}
  if not path then return io.write(text) end
  local file = assert(io.open(path, "w"))
  assert(file:write(text))
  file:close()
end

write(arg[1])

line [[-- SPDX-License-Identifier: MIT
-- Corrections of laws, for the fits of fits.lua that name them: measured time over the time of the law at the knots of a
-- grid of sizes. Each letter is one knot (twocs/fit/grid.lua); knots that differ only in the last size are adjacent. Made
-- by scripts/generate/fits.lua, and reduced from tables of ai-dynamo/aiconfigurator@095f58a, Copyright NVIDIA CORPORATION &
-- AFFILIATES, Apache-2.0 (https://www.apache.org/licenses/LICENSE-2.0).
local knots, lines = {}, {}
]]
for _, name in ipairs(data.knots.order) do
  line("knots.%s = {", name)
  for _, own in ipairs(data.knots.lists[name]) do
    local half = math.ceil(#own / 2)
    line("  { %s,", numbers(own, "%.15g", 1, half))
    line("    %s },", numbers(own, "%.15g", half + 1, #own))
  end
  line("}")
end
line("")
for _, one in ipairs(texts) do
  line('lines["%s"] = [==[', one[1])
  assert(not one[2]:find("]==]", 1, true))
  for first = 1, #one[2], 110 do line("%s", one[2]:sub(first, first + 109)) end
  line("]==]")
end
line [[

-- The lines of a text are joined only when it is used: a case uses one or two.
local texts = setmetatable({}, { __index = function(texts, name)
  texts[name] = lines[name] and lines[name]:gsub("\n", "") or nil
  return rawget(texts, name)
end })

return { knots = knots, texts = texts }]]
write(arg[2])
