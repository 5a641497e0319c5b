-- SPDX-License-Identifier: MIT
-- Tables of the limits: sweeps of one case, or of several cases that the column name distinguishes.
local core = require "twocs.core"
local case_of = require "twocs.ask.case"
local mistake = require "twocs.common.mistake"
local nearest = require "twocs.common.nearest"
local factors = require "twocs.ask.factors"
local part = require "twocs.limits.part"
local rows = require "twocs.data.rows"
local ordered = require "twocs.common.ordered"

local sweep = { principal = { "d", "depth", "stack_experts", "c_flop", "b_tokens", "util", "util_rel", "run_months", "gpus",
  "tp_d", "tp_f", "pp", "dp", "ep", "micro", "interleave", "zb", "feasible", "ties" } }

--- The comment at the top of a CSV.
function sweep.head() return core.format("%s, twocs %s, data movement limits", case_of.script(), core.version) end

local is_case = part.is

--- Raises an error for an unknown key.
function sweep.check(given, known)
  for key in pairs(given) do
    if type(key) == "string" and not known[key] then
      mistake.raise('unknown key "%s"%s', key, nearest.hint(key, ordered.keys(known)))
    end
  end
end

-- Names -------------------------------------------------------------------------------------------------------------------

-- The fields in which a case differs from the first one, as text.
local function difference(case, first)
  local parts = {}
  for _, one in ipairs(case:differences(first)) do
    parts[#parts + 1] = core.format("%s %s", one.row.name, factors.shown(one.value, one.row.unit))
  end
  return table.concat(parts, ", ")
end

-- A name for each case: its own, its GPU's, or its differences from the first case.
local function names_of(cases)
  local names, taken = {}, {}
  for i, case in ipairs(cases) do
    local first, name = cases[1], case.name
    if i == 1 then name = name or case.gpu or "base"
    elseif not name or name == first.name then
      name = case.gpu ~= first.gpu and case.gpu or difference(case, first)
    end
    if name == "" or taken[name] then name = core.format("%s (%.0f)", name, i) end
    names[i], taken[name] = name, true
  end
  return names
end

--- Cases and their names, from { base, base{ ... } }, or from { a = case, b = case } sorted by name.
function sweep.cases(given)
  local cases, names, keys = {}, nil, {}
  for i, case in ipairs(given) do
    if not is_case(case) then mistake.raise("case %.0f is %s, expected tw.limits{ ... }", i, mistake.show(case)) end
    cases[i] = case
  end
  for key, case in pairs(given) do
    if type(key) == "string" and is_case(case) then keys[#keys + 1] = key end
  end
  table.sort(keys)
  names = names_of(cases)
  for _, key in ipairs(keys) do cases[#cases + 1], names[#names + 1] = given[key], key end
  if #cases == 0 then mistake.raise("expected cases, such as { base, base{ net0_lat = \"0.1 us\" } }") end
  return cases, names
end

-- Sweeps ------------------------------------------------------------------------------------------------------------------

local function described(list, n, columns, first)
  local names, units, meanings = {}, {}, {}
  for k, name in ipairs(first or {}) do
    names[k], meanings[name] = name, name == "name" and "the case" or nil
  end
  for _, name in ipairs(list) do
    local row = rows.by_name[name]
    names[#names + 1], units[name], meanings[name] = name, row.unit, row.meaning
  end
  return require("twocs.table").new{ n = n, names = names, columns = columns, units = units, meanings = meanings,
    head = sweep.head() }
end

--- The widths of a case's sweep.
function sweep.widths(case)
  local widths, seen = {}, {}
  for q = 1, 15, 2 do
    local d = q * case.d_step
    while d <= case.d_most do
      if d >= case.d_least and not seen[d] then widths[#widths + 1], seen[d] = d, true end
      d = d * 2
    end
  end
  table.sort(widths)
  return widths
end

--- One case: a row for each width that can be trained within the time limit, up to the first width that cannot.
function sweep.sweep(case, options)
  options = options or {}
  sweep.check(options, { want = true })
  local want, columns = factors.wanted(options.want, sweep.principal), {}
  for k, column in ipairs(core.wall_sweep(case, want)) do columns[want[k]] = column end
  return described(want, columns[want[1]] and #columns[want[1]] or 0, columns)
end

--- Several cases, one below the other, distinguished by the column name.
function sweep.sweeps(given)
  local cases, names = sweep.cases(given)
  for key, case in pairs(given) do
    if type(key) == "string" and not is_case(case) then sweep.check({ [key] = case }, { want = true }) end
  end
  local want, columns, n = factors.wanted(given.want, sweep.principal), { name = {} }, 0
  for _, name in ipairs(want) do columns[name] = {} end
  for i, case in ipairs(cases) do
    local found = core.wall_sweep(case, want)
    local count = found[1] and #found[1] or 0
    for r = 1, count do
      columns.name[n + r] = names[i]
      for k, name in ipairs(want) do columns[name][n + r] = found[k][r] end
    end
    n = n + count
  end
  return described(want, n, columns, { "name" })
end

return sweep
