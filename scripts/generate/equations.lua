-- SPDX-License-Identifier: MIT
-- Writes engine/EQUATIONS.md, or the path it is given: every field, equation, slot, law, algorithm, rule and reference. The
-- one thing to know: run it from the root of the project after a row has changed; a test fails where its result is stale.
local here = arg[0]:match("^(.*/)[^/]*$") or "./"
package.path = here .. "?.lua;" .. package.path
require "twocs"
local core = require "twocs.core"
local lists = require "twocs.help.lists"
local read = require("rows").read

local out, by_name, told = {}, {}, {}
for _, row in ipairs(core.columns()) do by_name[row.name] = row end

local function put(...) out[#out + 1] = core.format(...) end

local function cell(text) return (text:gsub("|", "\\|")) end
local function code(text) return text == "" and "" or core.format("`%s`", cell(text)) end
local function unit(row) return row.unit == "1" and "" or row.unit end

local function prose(text) return (text:gsub("<", "\\<")) end

-- A table with a head; rows come one by one, and text between them ends it.
local function open_table(heads)
  local rules = {}
  for i = 1, #heads do rules[i] = "---" end
  local open = false
  return function(cells)
    if not open then
      put("")
      put("| %s |", table.concat(heads, " | "))
      put("| %s |", table.concat(rules, " | "))
      open = true
    end
    put("| %s |", table.concat(cells, " | "))
  end, function(text)
    open = false
    put("\n%s", prose(text))
  end
end

local function source(row)
  if row.reference == "" then return "" end
  if row.reference == "HOUSE" then return row.number end
  return row.number == "" and row.reference or core.format("%s (%s)", row.reference, row.number)
end

local function parts(file) return read(core.format("engine/rows/%s", file)) end

local function section(level, title) put("\n%s %s", ("#"):rep(level), title) end

-- Fields ----------------------------------------------------------------------------------------------------------------

local function bounds(row)
  if row.choice then return "" end
  return core.format("%.6g to %.6g%s", row.least, row.most, row.count and ", whole" or "")
end

local field_heads = { "field", "unit", "value", "bounds", "meaning" }

local function field_row(row_of, row)
  local value = row.follows and code(row.formula) or cell(lists.initial(row))
  row_of{ code(row.name), unit(row), value, bounds(row), cell(row.meaning) }
end

local function fields(record, title, files)
  section(3, title)
  for _, file in ipairs(files) do
    for _, part in ipairs(parts(file)) do
      if part.text then put("\n%s", prose(part.text)) end
    end
  end
  local row_of = open_table(field_heads)
  for _, row in ipairs(core.columns()) do
    if row.record == record then
      field_row(row_of, row)
      told[row.name] = true
    end
  end
end

-- Results ---------------------------------------------------------------------------------------------------------------

local columns = { "number", "name", "formula", "unit", "meaning" }

local function column_row(row_of, row)
  told[row.name] = true
  local formula = row.formula:find("^law of") and row.formula or code(row.formula)
  row_of{ source(row), code(row.name), formula, unit(row), cell(row.meaning) }
end

-- Only the rows that are equations, where a file has fields too.
local function equations(file, title, named)
  section(3, title)
  local row_of, say = open_table(columns)
  for _, part in ipairs(parts(file)) do
    if part.text then say(part.text)
    elseif part.kind == "EQ" or not named then
      column_row(row_of, assert((named or by_name)[part.items[1]], part.items[1]))
    end
  end
end

-- Items as cells, one letter each: c code, t text, n the name of a kind of collective, l a list of SHARD(...), s one of
-- SET(...).
local shapes_of = {
  c = code, t = cell,
  n = function(text) return (text:gsub("_", "-")) end,
  s = function(text)
    return (text:gsub("SET(%b())", function(item) return core.format("`%s`", (item:sub(2, -2):gsub(",", " =", 1))) end))
  end,
  l = function(text)
    return (text:gsub("SHARD%(([%w_]+)%)", "%1"):gsub(" ", ", "):gsub("_", "\\_"))
  end,
}

local function cells(items, as)
  local list = {}
  for i = 1, #as do list[i] = shapes_of[as:sub(i, i)](items[i]) end
  return list
end

-- Rows that make several columns each, as they are written; the columns follow under "Columns that these rows make".
local function written(file, title, shapes)
  section(3, title)
  local row_of, say, last
  for _, part in ipairs(parts(file)) do
    if part.text then
      if say then say(part.text) else put("\n%s", prose(part.text)) end
    else
      if part.kind ~= last then row_of, say = open_table(shapes[part.kind].heads) end
      last = part.kind
      row_of(cells(part.items, shapes[part.kind].as))
    end
  end
end

local function made()
  section(3, "Columns that these rows make")
  local row_of = open_table(columns)
  for _, row in ipairs(core.columns()) do
    if not told[row.name] then column_row(row_of, row) end
  end
end

local gemm = { as = "cccccccct",
  heads = { "GEMM", "M", "N", "K", "batch", "efficiency", "in a layer", "in the model", "meaning" } }
local stream = { as = "ccccccccct", heads = { "stream", "elements", "flop each, forward", "backward", "passes, forward",
  "backward", "factor", "in a layer", "in the model", "meaning" } }
local dim = { as = "cctt", heads = { "dimension", "whole", "replicated below", "meaning" } }
local parallelism = { as = "cttlnccct",
  heads = { "degree", "meaning", "from", "cuts", "collective", "payload", "forward", "backward", "when" } }

-- Laws ------------------------------------------------------------------------------------------------------------------

local function laws()
  section(2, "Laws")
  put("\nHow long an operator takes, by the choice of a plan: `plan = { gemm = \"roofline\", all_reduce = \"ring\" }`.")
  local row_of = open_table{ "family", "law", "from", "reads", "meaning" }
  for _, part in ipairs(parts "laws.def") do
    if part.kind == "LAW" then
      row_of(cells(part.items, "tctct"))
    end
  end
end

local function collectives()
  section(2, "Collectives")
  put("\nn ranks; steps cost a latency each; traffic is what crosses the busiest port in its busier direction, per byte of "
    .. "payload; path is the bytes in series. FLAT rows are evaluated once over the slowest link spanned, NESTED ones once "
    .. "for each level, innermost first.")
  local row_of, say = open_table{ "collective", "algorithm", "scope", "steps", "traffic", "path", "exists where", "from",
    "meaning" }
  local begun = false
  for _, part in ipairs(parts "collectives.def") do
    if part.kind then
      row_of(cells(part.items, "nctcccctt"))
      begun = true
    elseif begun then say(part.text) end
  end
end

local function rules()
  section(2, "Rules")
  put("\nA layout that breaks one is computed all the same, with `legal` 0 and `why` the rule's number.")
  local row_of = open_table{ "why", "rule", "holds where", "sentence" }
  for i, rule in ipairs(core.rules()) do
    row_of{ core.format("%d", i), code(rule.name), code(rule.condition), cell(rule.sentence) }
  end
end

local function references()
  section(2, "References")
  put("")
  for _, reference in ipairs(core.references()) do put("- **%s** %s", reference.name, reference.text) end
end

-- Fields between the sentences that stand between them; a level's latency is made by a macro.
local function limits_fields(list, named)
  section(3, "A case")
  local row_of, say = open_table(field_heads)
  local seen = {}
  local function field(row)
    field_row(row_of, row)
    seen[row] = true
  end
  for _, part in ipairs(parts "limits.def") do
    if part.text then say(part.text)
    elseif part.kind == "PER_LEVEL" then field(named[part.items[1] .. "_lat"])
    else field(assert(named[part.items[1]], part.items[1])) end
  end
  say("Of the shape and of the closed forms.")
  for _, row in ipairs(list) do
    if row.record == "limits" and not seen[row] then field(row) end
  end
end

-- The limits, a model of their own with names of their own.
local function limits()
  local list, named = core.limits_columns(), {}
  for _, row in ipairs(list) do named[row.name] = row end
  section(2, "Limits")
  put("\nHow far a training run scales before data movement stops it: `tw.limits`. A model of its own, whose names are not "
    .. "those above.")
  limits_fields(list, named)
  equations("limits_shape.def", "Shape of a model from its width", named)
  equations("limits_closed.def", "Closed forms", named)
  written("limits_layout.def", "A layout", { DEGREE = { as = "ct", heads = { "degree", "meaning" } },
    SETTING = { as = "cccct", heads = { "setting", "initial", "least", "most", "meaning" } } })
  written("limits_collectives.def", "Collectives over pooled bandwidth", { POOLED = { as = "nccttt",
    heads = { "collective", "time on the wires", "latency", "from", "number", "meaning" } } })
  equations("limits_work.def", "Work of a batch", named)
  equations("limits_time.def", "Time of a batch and of the run", named)
  equations("limits_memory.def", "Memory of the cluster", named)
  equations("limits_result.def", "What is reported", named)
  written("limits_gpus.def", "Published GPUs", { GPU = { as = "ccst", heads = { "GPU", "as", "but", "title" } } })
end

-- The page --------------------------------------------------------------------------------------------------------------

put("# Equations")
put("\nGenerated from `engine/rows/` by `scripts/generate/equations.lua`; to change it, change a row. SI units; a field or "
  .. "result without unit is a pure number. Numbers are the reference's own; numbers without a reference are ours.")
section(2, "Fields")
fields("model", "The model", { "model.def" })
fields("run", "The run", { "run.def" })
fields("layout", "The layout", { "layout.def" })
fields("device", "The device", { "device.def", "levels.def", "scaling.def" })
fields("law", "Coefficients of measured laws", { "law.def" })
fields("op", "An operator that a script lists", { "op.def" })
section(2, "Results")
equations("shape.def", "Shape")
written("dims.def", "Dimensions that may be cut", { DIM = dim })
equations("params.def", "Parameters")
written("parallelisms.def", "Parallelisms", { PARALLELISM = parallelism })
written("operators.def", "Operators", { GEMM = gemm, STREAM = stream })
equations("work.def", "Work: computed and sent")
equations("slots.def", "Sums, and what laws fill")
equations("time.def", "Time")
equations("memory.def", "Memory")
made()
laws()
collectives()
rules()
limits()
references()

local path = arg[1] or "engine/EQUATIONS.md"
out[#out + 1] = ""
assert(require("twocs.csv").write(path, table.concat(out, "\n")))
