-- SPDX-License-Identifier: MIT
-- Counts what published runs use: twocs scripts/generate/chances.lua scripts/twocs/data/chances.lua. It needs the runs of
-- scripts/studies/runs/unseen.lua too; only these percentages are kept of them.
local core = require "twocs.core"
local counts = require "studies.runs.chances"
local ordered = require "twocs.common.ordered"

local least = 1 -- percent: rarer values are left out
local widest = 120

local lines = { [[
-- SPDX-License-Identifier: MIT
-- What runs use that state a column, counted by scripts/generate/chances.lua over scripts/studies/runs/published.csv and
-- the files of scripts/studies/runs/unseen.lua. By column, and by the value that twocs uses without it: the number of sets
-- of runs, and the percentage of each value; each set counts once (predict/chances.lua).
return {]] }
local function line(...) lines[#lines + 1] = core.format(...) end

-- A line for each key, or several if it has many values.
local function entry(key, sets, cells)
  local text = core.format('    ["%s"] = { sets = %d,', key, sets)
  for i, cell in ipairs(cells) do
    local more = core.format("%s%s", cell, i == #cells and " }," or ",")
    if #text + 1 + #more > widest then
      line("%s", text)
      text = core.format("      %s", more)
    else
      text = core.format("%s %s", text, more)
    end
  end
  line("%s", text)
end

local published = (arg[0]:match "^(.*)/generate/[^/]*$" or "scripts") .. "/studies/runs/published.csv"
local found = counts.of(counts.pairs(published))
for _, column in ipairs(ordered.keys(found)) do
  line("  %s = {", column)
  for _, key in ipairs(ordered.keys(found[column])) do
    local own, cells = found[column][key], {}
    for _, value in ipairs(ordered.keys(own)) do
      if value ~= "sets" and own[value] >= least then
        cells[#cells + 1] = core.format('["%s"] = %.0f', value, own[value])
      end
    end
    entry(key, own.sets, cells)
  end
  line("  },")
end
line("}")

local file = assert(io.open(arg[1], "wb"))
file:write(table.concat(lines, "\n"), "\n")
file:close()
