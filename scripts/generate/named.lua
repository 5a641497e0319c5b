-- SPDX-License-Identifier: MIT
-- Writes engine/rows/named.def, or the given path: results without a row of their own, such as the time of one message or
-- one pass of another result, that the documentation, an example or a study names. They are listed like results with a row.
require "twocs"
local core = require "twocs.core"
local csv = require "twocs.table.csv"

local inside = {}
for _, row in ipairs(core.columns()) do inside[row.name] = row.record == "result" and not row.own or nil end

local named = {}
local function take(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a"):gsub("\n```text\n.-\n```", "") -- outputs of examples name every part of a sum
  for word in text:gmatch "[%a_][%w_]*" do
    if inside[word] then named[word] = true end
  end
  file:close()
end

take "README.md"
for _, folder in ipairs{ "scripts/docs", "scripts/docs/recipes", "examples", "examples/tasks", "scripts/studies",
  "scripts/studies/beyond", "scripts/studies/erdil24", "scripts/studies/fernandez24", "scripts/studies/neighbours",
  "scripts/studies/operators", "scripts/studies/pati23", "scripts/studies/power", "scripts/studies/runs" } do
  for _, path in ipairs(core.files(folder) or {}) do
    if path:find "%.lua$" or path:find "%.md$" then take(folder .. "/" .. path:match "[^/]*$") end
  end
end

local lines = { "/* Results that the documentation, an example or a study names, and that other rows make: made by",
  " * scripts/generate/named.lua. */" }
for _, row in ipairs(core.columns()) do
  if named[row.name] then lines[#lines + 1] = core.format("NAMED(%s)", row.name) end
end
lines[#lines + 1] = ""
assert(csv.write(arg[1] or "engine/rows/named.def", table.concat(lines, "\n")))
