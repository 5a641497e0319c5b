-- SPDX-License-Identifier: MIT
-- Table 1: the hyperparameters by the paper's symbols: the name of each in twocs, its meaning, its bounds, and its values
-- in Table 2.
local tw = require "twocs"
local pati23 = require "studies.pati23"
local study = require "twocs.study"

local symbols = { { "B", "b" }, { "H", "h" }, { "SL", "sl" }, { "TP degree", "tp" } } -- in the order of Table 1

local rows = {}
for _, row in ipairs(tw.fields) do rows[row.name] = row end

local names = { "symbol", "field", "record", "meaning", "unit", "least", "most", "table2_least", "table2_most",
  "table2_values" }
local columns = {}
for _, name in ipairs(names) do columns[name] = {} end
for i, pair in ipairs(symbols) do
  local row, values = rows[pair[2]], pati23[pair[2]]
  local cells = { symbol = pair[1], field = row.name, record = row.record, meaning = row.meaning, unit = row.unit,
    least = row.least, most = row.most, table2_least = values[1], table2_most = values[#values], table2_values = #values }
  for name, cell in pairs(cells) do columns[name][i] = cell end
end
study.write("tab01", tw.table{ names = names, columns = columns, n = #symbols })
