-- SPDX-License-Identifier: MIT
-- A table for LaTeX with booktabs and siunitx: \usepackage{booktabs,siunitx}. A column of numbers is an S column, aligned
-- at its decimal point; its table-format is computed from its cells. A cell without a plain number is in braces, which
-- siunitx leaves unchanged.
local cells_of = require "twocs.table.cells"
local core = require "twocs.core"
local remarks = require "twocs.table.remarks"

local special = { ["\\"] = "\\textbackslash{}", ["~"] = "\\textasciitilde{}", ["^"] = "\\textasciicircum{}",
  ["<"] = "\\textless{}", [">"] = "\\textgreater{}", ["|"] = "\\textbar{}" }

-- Characters that LaTeX's default fonts lack; other non-ASCII characters need LuaLaTeX or XeLaTeX.
local signs = { ["≤"] = "\\leq", ["≥"] = "\\geq", ["≈"] = "\\approx", ["≠"] = "\\neq", ["−"] = "-",
  ["→"] = "\\to",
  ["∞"] = "\\infty", ["·"] = "\\cdot", ["×"] = "\\times", ["±"] = "\\pm" }

-- Two hyphens would become a dash, and "[" or "*" at the beginning of a row would be read as an option of the \\ before it.
local function escaped(text)
  local plain = text:gsub("[\\~%^<>|&%%%$#_{}]", function(c) return special[c] or "\\" .. c end)
  plain = plain:gsub("[\xc2\xc3\xe2][\x80-\xbf]+", function(c) return signs[c] and "$" .. signs[c] .. "$" or nil end)
  plain = plain:gsub("%-%-+", function(run) return (run:gsub("%-", "-{}")) end)
  return (plain:gsub("^[%[*]", "{%0}"))
end

local function parts(cell) return cell:match("^(-?)(%d+)%.?(%d*)$") end

-- "-3.2": the sign, digits and decimals of a column's widest cells; nil if no cell is a plain number.
local function format_of(cells)
  local sign, digits, decimals = "", 0, 0
  for _, cell in ipairs(cells) do
    local minus, whole, rest = parts(cell)
    if whole then
      if minus ~= "" then sign = "-" end
      digits, decimals = math.max(digits, #whole), math.max(decimals, #rest)
    end
  end
  return digits > 0 and core.format("%s%d.%d", sign, digits, decimals) or nil
end

local function number_cell(cell)
  if parts(cell) then return cell end
  if cell == "-" then return "{--}" end
  if cell:find("^-?inf") then return core.format("{$%s\\infty$}", cell:sub(1, 1) == "-" and "-" or "") end
  return core.format(cell:find("^-?[%d.]+e[%d+-]+$") and "{\\num{%s}}" or "{%s}", escaped(cell))
end

local function heading(name, unit)
  if unit == "" then return core.format("{%s}", escaped(name)) end
  local shown = unit:gsub("%%", "\\percent"):gsub("%^([%-%d.]+)", "^{%1}")
  return core.format("{%s (\\si{%s})}", escaped(name), shown)
end

return function(t, options, put)
  local heads, kinds, columns, plain = {}, {}, {}, {}
  for k, name in ipairs(t:names()) do
    local cells, unit = cells_of(t, name, t.n)
    local format = not t:is_text(name) and format_of(cells)
    columns[k], heads[k], plain[k] = cells, heading(name, unit), not format
    kinds[k] = format and core.format("S[table-format=%s]", format) or (t:is_text(name) and "l" or "r")
  end
  if options.caption or options.label then put("\\begin{table}\n\\centering\n") end
  if options.caption then put(core.format("\\caption{%s}\n", escaped(options.caption))) end
  if options.label then put(core.format("\\label{%s}\n", options.label)) end
  put(core.format("\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n", table.concat(kinds, " "),
    table.concat(heads, " & ")))
  for i = 1, t.n do
    local line = {}
    for k, cells in ipairs(columns) do
      line[k] = t:is_text(t:names()[k]) and escaped(cells[i]) or number_cell(cells[i])
    end
    if not put(core.format("%s \\\\\n", table.concat(line, " & "))) then return end
  end
  for _, line in ipairs(remarks(t)) do put(core.format("%% %s\n", (line:gsub("[\r\n]", " ")))) end
  put("\\bottomrule\n\\end{tabular}\n")
  if options.caption or options.label then put("\\end{table}\n") end
end
