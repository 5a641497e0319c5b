-- SPDX-License-Identifier: MIT
-- Writes engine/EQUATIONS.md, or the given path: every field, equation, slot, law, algorithm, rule and reference. Run it
-- from the root of the project after a row has changed; a test fails if the file is stale.
local here = arg[0]:match("^(.*/)[^/]*$") or "./"
package.path = here .. "?.lua;" .. package.path
require "twocs"
local core = require "twocs.core"
local lists = require "twocs.help.listings"
local read = require("rows").read

local out, by_name, listed = {}, {}, {}
for _, row in ipairs(core.columns()) do by_name[row.name] = row end

local function put(...) out[#out + 1] = core.format(...) end

local function cell(text) return (text:gsub("|", "\\|")) end
local function code(text) return text == "" and "" or core.format("`%s`", cell(text)) end
local function unit(row) return row.unit == "1" and "" or row.unit end

local function prose(text) return (text:gsub("<", "\\<")) end

-- Returns a function that adds a row to a table with these heads, and one that adds text. Text ends the table; the next row
-- begins a new one.
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
  if row.reference == "TWOCS" then return row.number end
  return row.number == "" and row.reference or core.format("%s (%s)", row.reference, row.number)
end

local function path(file) return core.format("engine/rows/%s", file) end
local function parts(file) return read(path(file)) end

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
      listed[row.name] = true
    end
  end
end

-- Results ---------------------------------------------------------------------------------------------------------------

local columns = { "number", "name", "formula", "unit", "meaning" }

local function column_row(row_of, row)
  listed[row.name] = true
  local formula = row.formula:find("^law of") and row.formula or code(row.formula)
  row_of{ source(row), code(row.name), formula, unit(row), cell(row.meaning) }
end

-- The rows that a part of a file makes: the row of its name, or all rows that a macro makes at its line.
local function rows_of(part, file)
  if by_name[part.items[1]] then return { by_name[part.items[1]] } end
  local list = {}
  for _, row in ipairs(core.columns()) do
    if row.file == path(file) and row.line == part.line then list[#list + 1] = row end
  end
  assert(list[1], part.items[1])
  return list
end

local function equations(file, title)
  section(3, title)
  local row_of, say = open_table(columns)
  for _, part in ipairs(parts(file)) do
    if part.text then say(part.text)
    else
      for _, row in ipairs(rows_of(part, file)) do column_row(row_of, row) end
    end
  end
end

-- Items as cells; a letter gives the form of each: c code, t text, n the name of a collective.
local shapes_of = {
  c = code, t = cell,
  n = function(text) return (text:gsub("_", "-")) end,
}

local function cells(items, as)
  local list = {}
  for i = 1, #as do list[i] = shapes_of[as:sub(i, i)](items[i]) end
  return list
end

-- Rows that make several columns each, as they are written; their columns are listed under "Columns that these rows make".
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
    if not listed[row.name] and (row.pass or not row.inner) then column_row(row_of, row) end
  end
end

local gemm = { as = "ccccct",
  heads = { "GEMM", "sizes", "bytes of an element", "efficiency", "in a layer and in the model", "meaning" } }
local stream = { as = "cccccct",
  heads = { "stream", "elements", "flop each", "passes", "factor", "in a layer and in the model", "meaning" } }
local dim = { as = "ccct", heads = { "dimension", "whole", "how", "meaning" } }
local parallelism = { as = "ccttt", heads = { "degree", "innermost", "short", "meaning", "from" } }
local cut = { as = "ccct", heads = { "degree", "cuts", "ways", "rule" } }
local group = { as = "ccct", heads = { "group", "ranks", "apart", "meaning" } }
local joined = { as = "ccct", heads = { "group", "each rank of", "with each of", "meaning" } }
local call = { as = "cccncccct",
  heads = { "degree", "message", "group", "collective", "payload", "forward and backward", "side", "from", "meaning" } }
local stage = { as = "cccct", heads = { "stage", "number", "its layers and ends", "layers of other stages", "meaning" } }
local own = { as = "ccccct",
  heads = { "kind", "weights, experts, activations", "forward", "backward", "recomputed", "meaning" } }
local schedule = {
  SCHEDULE = { as = "ct", heads = { "schedule", "meaning" } },
  BUBBLE = { as = "ctc", heads = { "schedule", "from", "bubble" } },
  HOPS = { as = "ccc", heads = { "schedule", "transfers, hidden", "transfers, blocked" } },
  FLIGHT = { as = "ccc", heads = { "schedule", "in flight on the first stage", "decrease per later stage" } },
  COPIES = { as = "cc", heads = { "schedule", "copies of stages" } },
  ENDS = { as = "ccc", heads = { "schedule", "share of the head on the first", "share of the embedding on the last" } },
}
local rule = { as = "cct", heads = { "rule", "holds where", "sentence" } }

-- Laws ------------------------------------------------------------------------------------------------------------------

local function laws()
  section(2, "Laws")
  put("\nThe time of an operator, by the law that a plan selects: `plan = { gemm = \"roofline\", all_reduce = \"ring\" }`.")
  local row_of = open_table{ "family", "law", "from", "reads", "meaning" }
  for _, part in ipairs(parts "laws.def") do
    if part.kind == "LAW" then
      row_of(cells(part.items, "tctct"))
    end
  end
end

local function collectives()
  section(2, "Collectives")
  put("\nn is the number of ranks. Each step costs one latency. Traffic is the number of bytes on the busiest port in its "
    .. "busier direction, per byte of payload; path is the number of bytes that are sent one after another. FLAT rows are "
    .. "evaluated once over the slowest link that they span, RINGS once over all ranks with all adapters in use, NESTED "
    .. "ones once for each level, innermost first.")
  local row_of, say = open_table{ "collective", "algorithm", "scope", "steps", "traffic", "path", "exists where", "offered",
    "from",
    "meaning" }
  local begun = false
  for _, part in ipairs(parts "collectives.def") do
    if part.kind then
      row_of(cells(part.items, "nctccccttt"))
      begun = true
    elseif begun then say(part.text) end
  end
end

local function rules()
  section(2, "Rules")
  put("\nFor a layout that breaks a rule, `legal` is 0 and `why` is the number of the rule. `tw.eval` refuses such a "
    .. "layout.")
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

-- The page --------------------------------------------------------------------------------------------------------------

put("# Equations")
put("\nGenerated from `engine/rows/` by `scripts/generate/equations.lua`; to change it, change a row. SI units; a field or "
  .. "result without unit is a pure number. Equation numbers are those of the reference.")
section(2, "Fields")
fields("model", "The model", { "model.def" })
fields("run", "The run", { "run.def" })
fields("layout", "The layout", { "layout.def" })
fields("device", "The device", { "device.def", "levels.def", "wall_device.def", "power_device.def", "scaling.def" })
fields("law", "Coefficients of measured laws", { "law.def" })
fields("op", "An operator that a script lists", { "op.def" })
fields("wall", "A training run of any size", { "wall.def", "wall_layout.def", "wall_search.def" })
section(2, "Results")
equations("shape.def", "Shape")
equations("peak.def", "Peak")
written("dims.def", "Dimensions that may be cut", { DIM = dim })
equations("experts.def", "Experts")
equations("latent.def", "Latent attention")
equations("sparse.def", "Sparse attention")
equations("links.def", "Links")
equations("context.def", "Context parallelism")
equations("adapters.def", "Adapters")
equations("vision.def", "Vision encoder")
equations("params.def", "Parameters")
written("parallelisms.def", "Parallelisms", { PARALLELISM = parallelism, CUT = cut, GROUP = group, JOINED = joined,
  CALL = call, RULE = rule })
equations("messages.def", "Messages")
written("operators.def", "Operators", { GEMM = gemm, STREAM = stream })
equations("work.def", "Work: compute and communication")
equations("activations.def", "Activations")
equations("slots.def", "Sums, and columns that laws fill")
equations("time.def", "Time")
written("kinds.def", "Layers with and without experts", { OWN = own })
written("stages.def", "Pipeline stages", { STAGE = stage })
written("schedules.def", "Pipeline schedules", schedule)
equations("layer.def", "Stages of a step: layers and ends")
equations("vision_time.def", "Vision encoder: time")
equations("step.def", "A step")
equations("memory.def", "Memory")
equations("power.def", "Power, energy and money")
equations("support.def", "Basis of a result")
equations("wall_shape.def", "The wall: machine and shape of a stack")
equations("wall_closed.def", "The wall: closed forms")
written("wall_collectives.def", "The wall: collectives over pooled bandwidth", { POOLED = { as = "nccttt",
  heads = { "collective", "time on the wires", "latency", "from", "number", "meaning" } } })
equations("wall_network.def", "The wall: the network")
equations("wall_work.def", "The wall: work of a batch")
equations("wall_time.def", "The wall: time of a batch and of the run")
equations("wall_memory.def", "The wall: memory of the cluster")
equations("wall_result.def", "The wall: results")
made()
laws()
collectives()
rules()
references()

local path = arg[1] or "engine/EQUATIONS.md"
out[#out + 1] = ""
assert(require("twocs.table.csv").write(path, table.concat(out, "\n")))
