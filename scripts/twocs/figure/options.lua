-- SPDX-License-Identifier: MIT
-- The options of every kind of figure: the only definition of their names, meanings, types and defaults. check.lua refuses
-- wrong values; help and the editor annotations print these rows. A new kind of figure is an entry of `own` and a module of
-- that name in this folder.

local types = require "twocs.figure.types"

local options = {}

local name, names, text, texts, number, flag, log = types.name, types.names, types.text, types.texts, types.number,
  types.flag, types.log

-- A row: name, type, meaning, and default ("" if the option is then absent; "needed" if there is none).
local function row(key, of, means, default) return { name = key, kind = of, meaning = means, default = default or "" } end

local canvas = {
  row("title", text, "the finding, above the figure; style \"paper\" keeps it for the caption"),
  row("subtitle", text, "the subject, below the title"),
  row("note", text, "a remark below the figure"),
  row("style", types.style, "size and type: screen, 3.3 in wide in 8 pt without a title, or 10 in wide in 18 pt",
    "screen, or figure.style"),
  row("width", types.side, "width of the canvas", "380 points; with three panels side by side or more 620 and 780"),
  row("height", types.side, "height of the canvas", "as high as its texts and axes need"),
  row("columns", types.count, "panels side by side", "2"),
}
local common = {
  row("xlabel", text, "the label of x; a unit in parentheses selects the unit, \"Time (ms)\", else one is added",
    "the column's meaning and unit"),
  row("ylabel", text, "the label of y, in the same way", "the column's meaning and unit"),
  row("legend", text, "the heading of the legend", "the meaning of the column `by`"),
  row("colours", types.colours, "the colours of the series in their order, or meanings such as \"compute\"",
    "a palette for all kinds of colour vision"),
  row("annotate", types.remarks, "texts at positions in the plot, with an arrow to the position `to`"),
}
for _, each in ipairs(canvas) do common[#common + 1] = each end
local panelled = {
  row("panels", name, "a column: a panel for each of its values, with one legend and shared axes"),
  row("own_axes", flag, "each panel's axes show its own rows only", "false"),
}

local percent = row("percent", flag, "values are shares, shown in percent",
  "true where all columns are shares: f_..., mfu, \"share of ...\"")
local labels = row("labels", flag, "values are printed", "true where there is space")
local xmin = row("xmin", number, "where the x axis begins", "from the data")
local xmax = row("xmax", number, "where the x axis ends", "from the data")
local ymin = row("ymin", number, "where the y axis begins", "from the data")
local ymax = row("ymax", number, "where the y axis ends", "from the data")
local hline = row("hline", types.levels, "dashed lines across, with their names in the legend")
local vline = row("vline", types.levels, "dashed lines upright, with their names in the legend")
local hband, vband = row("hband", types.bands, "a shaded range of y"), row("vband", types.bands, "a shaded range of x")
local published = row("published", types.values,
  "values that a paper printed: a bracket for a range, a diamond for one value")
local published_label = row("published_label", text, "name of the published values in the legend", "published")
local xunit, yunit = row("xunit", text, "the unit of the x axis, such as \"GB\"", "a unit that fits the values"),
  row("yunit", text, "the unit of the y axis", "a unit that fits the values")
local hatch = row("hatch", flag, "parts are hatched, to be distinct in grey print", "true")
local legend_at = row("legend_at", types.place, "place of the legend", "where there is space")
local mark = row("mark", types.points, "the rows that get a ring: column = value, or a condition such as \"> 0.5\"")
local mark_label = row("mark_label", text, "meaning of the ring, in the legend", "highlighted")
local values = row("values", types.points, "the rows whose values are written next to them: as `mark`")
local hollow = row("hollow", name, "a column; where it is 0 a point is drawn hollow")
local hollow_label = row("hollow_label", text, "meaning of a hollow point", "not, and the column's name")
local part_names = row("names", texts, "the names of the y columns in the legend", "their meanings")

-- The kinds of figures: says, whole (no panels), and the rows of their own options.
local own = {
  lines = { says = "lines over an axis, one for each value of `by` or for each y column",
    row("x", name, "the column along the axis", "needed"),
    row("y", names, "the column, or columns, of values", "needed"),
    row("by", name, "a column: one line for each of its values"),
    row("logx", log, "a logarithmic x axis; 2 or 10 chooses its base", "2 where x is doublings"),
    row("logy", log, "a logarithmic y axis", "false"), xunit, yunit,
    percent, mark, mark_label, values, hollow, hollow_label,
    row("band", types.pair, "a shaded band between two columns"),
    xmin, xmax, ymin, ymax, hline, vline, hband, vband, published, published_label,
    row("markers", flag, "points are marked", "true up to 48 points a line"),
    row("steps", flag, "steps instead of slopes, for values that jump", "false"),
    row("y2", names, "columns of a second y axis, to the right"), row("y2label", text, "label of the second y axis",
      "their meaning and unit"),
    row("logy2", log, "a logarithmic second axis", "false"),
    row("legend_at", types.place_or_direct, "place of the legend; direct: each line's name at its end",
      "where there is space") },
  scatter = { says = "points, one for each row; thousands as density",
    row("x", name, "the column along x", "needed"), row("y", name, "the column along y", "needed"),
    row("by", name, "a column that colours the points"),
    row("logx", log, "a logarithmic x axis", "false"), row("logy", log, "a logarithmic y axis", "false"), xunit, yunit,
    percent, row("diagonal", flag, "both axes alike, and the line y = x", "false"),
    row("label", name, "a column of the points' texts"),
    row("front", types.senses, "the Pareto front, and the better direction of each axis; dominated points are pale"),
    row("front_label", text, "name of the front in the legend", "Pareto front"),
    row("density", flag, "density in place of points", "true from 4000 points on"),
    mark, mark_label, hollow, hollow_label, xmin, xmax, ymin, ymax, hline, vline, hband, vband, published, published_label,
    legend_at },
  stack = { says = "stacked bars, one for each row, a part for each y column",
    row("x", name, "the column under the bars", "needed"), row("y", names, "the parts, from the bottom up", "needed"),
    row("group", name, "a column: bars of one value form a group"),
    row("share", flag, "each bar is 100 %, its parts are shares", "false"),
    row("totals", flag, "the total above each bar", "false"), xunit, yunit, percent, labels, part_names, hatch, ymin, ymax,
    hline, hband, published, published_label, legend_at },
  bars = { says = "bars side by side, a group for each x",
    row("x", name, "the column under the groups", "needed"), row("y", names, "the bars' heights", "needed"),
    row("by", name, "a column: one bar of each group for each of its values"), xunit, yunit,
    percent, labels, row("logy", log, "a logarithmic y axis", "false"), hatch, ymin, ymax, part_names, hline, hband,
    published, published_label, legend_at },
  heat = { says = "a map: a coloured cell for each pair of x and y; a column of texts colours by kind",
    row("x", name, "the column along x", "needed"), row("y", name, "the column along y", "needed"),
    row("z", name, "the column that colours the cells", "needed"),
    row("logx", log, "false: x is not logarithmic", "true if x is evenly spaced in its logarithm"),
    row("logy", log, "the same for y", "true if y is evenly spaced in its logarithm"), xunit, yunit,
    row("zunit", text, "the unit of the colours", "a unit that fits the values"),
    percent, labels, row("zlabel", text, "the label of the colours", "the column's meaning and unit"),
    row("zmin", number, "the value of the darkest colour", "from the data"),
    row("zmax", number, "the value of the brightest colour", "from the data"),
    row("logz", log, "logarithmic colours", "false"),
    row("contours", types.contours, "lines of equal value, with labels; true: at the values of the colour bar"),
    hatch, mark, mark_label, values, hollow, hollow_label, vline, hline, legend_at },
  tornado = { says = "the effect of inputs on a result: for each input two bars from the base, the longest on top",
    row("y", name, "the column of the inputs' names", "needed"),
    row("x", types.pair, "the columns of the result with the input lowered and raised", "needed"),
    row("base", number, "the base value of the result, where the bars begin", "0"),
    row("sort", flag, "the longest bar on top", "true"), row("logx", log, "a logarithmic axis", "false"), xunit, percent,
    labels, part_names, xmin, xmax, vline, vband, published, published_label, legend_at },
  dumbbell = { says = "paired dots: a row for each name, a dot for each x column or value of `by`",
    row("y", name, "the column of the rows' names", "needed"), row("x", names, "the values along the axis", "needed"),
    row("by", name, "a column: one dot in each row for each of its values"),
    row("logx", log, "a logarithmic axis", "false"), xunit, percent,
    row("labels", flag, "the outer values are printed", "false"), part_names, mark, mark_label, hollow, hollow_label,
    xmin, xmax, vline, vband, published, published_label, legend_at },
  waterfall = { says = "from one case to another, term by term",
    row("x", name, "the column of the terms' names", "needed"),
    row("y", types.pair, "the terms in the first and in the second case", "needed"), yunit, percent, labels,
    row("names", texts, "the names of the two totals", "the columns' meanings"), ymin, ymax, hline, hband, legend_at },
  roofline = { says = "operators below the roofs of a machine",
    row("x", name, "the column of arithmetic intensity", "needed"), row("y", name, "the column of the reached rate",
      "needed"),
    row("peak", types.roofs, "the flat roofs, in the unit of y", "needed"),
    row("bandwidth", types.roofs, "the slanted roofs, bytes in place of flop", "needed"),
    row("by", name, "a column that colours the points"), row("label", name, "a column of the points' texts"), yunit,
    xmin, xmax, ymin, ymax, legend_at },
  histogram = { says = "number of rows in each range of x",
    row("x", name, "the column along x", "needed"), row("by", name, "a column: an outline for each of its values"),
    row("bins", types.count, "number of bins", "by the number of rows, 8 to 60"),
    row("share", flag, "shares in place of counts", "false"), row("median", flag, "a line at the median", "false"),
    row("logx", log, "bins even in the logarithm", "false"), xunit, percent, xmin, xmax, ymax, vline, vband, legend_at },
  box = { says = "the spread of values: quartiles as a box, median, 5th and 95th percentile",
    row("y", name, "the column of the boxes' names", "needed"), row("x", name, "the values along the axis", "needed"),
    row("logx", log, "a logarithmic axis", "false"), xunit, percent, xmin, xmax, vline, vband, published, published_label,
    legend_at },
  gantt = { says = "boxes in time, a row for each y", whole = true, -- it has no panels
    row("x", name, "the column where a box begins", "needed"), row("to", name, "the column where it ends", "needed"),
    row("y", name, "the column of rows", "needed"), row("by", name, "a column that colours the boxes"),
    row("lane", name, "a column that distinguishes the lanes of a row"),
    row("label", name, "a column of texts in the boxes"),
    row("marked", name, "a column; a box where it is not 0 gets a strip"),
    row("marked_label", text, "meaning of the strip", "the column's name"), xunit, xmin, xmax, legend_at },
}

-- Several figures on one canvas: tw.panels(name, { { "lines", t, { ... } }, ... }, options).
--- The kinds of figures, in the order of their names.
options.kinds = {}
for verb in pairs(own) do options.kinds[#options.kinds + 1] = verb end
table.sort(options.kinds)

--- Whether there is such a kind of figure.
function options.is_kind(verb) return own[verb] ~= nil end

--- What a kind of figure is, in a line.
function options.says(verb) return verb == "panels" and "several figures on one canvas" or own[verb].says end

--- The options of a kind: rows { name, meaning, default, needed, type (in words), editor (in LuaCATS), check }, its own
--- ones first.
function options.of(verb)
  local list = {}
  for _, set in ipairs(verb == "panels" and { canvas } or { own[verb], common, own[verb].whole and {} or panelled }) do
    for _, each in ipairs(set) do
      list[#list + 1] = { name = each.name, meaning = each.meaning, default = each.default,
        needed = each.default == "needed", type = each.kind.expected, editor = each.kind.editor, check = each.kind.check }
    end
  end
  return list
end

return options
