-- SPDX-License-Identifier: MIT
-- Panels, kinds of figures other than lines and bars, marks over data, and styles. Silent errors are pinned: panels with
-- different axes, a unit that is not the axis', a bracket at the wrong value, parts that look alike in grey print, type
-- that is too small for paper.
local twocs = require "twocs"
local lu = require "luaunit"
local drawn = require "drawn"
local figure = drawn.can and require "twocs.figure"
local sheet = drawn.sheet

local folder = os.tmpname()
os.remove(folder)
if figure then figure.out = folder end

local bytes = require("files").content

local function refuses(sentence, verb, ...)
  local done, message = pcall(figure[verb], "m", ...)
  lu.assertFalse(done)
  lu.assertStrContains(message, "figure_kinds_test.lua:")
  lu.assertEquals((message:gsub("^.-figure_kinds_test.lua:%d+: ", "")), sentence)
end

local function shares()
  local tp, f, cal, h = {}, {}, {}, {}
  for k, name in ipairs{ "Cal-0", "Cal-1", "measured" } do
    for _, size in ipairs{ 4096, 16384 } do
      for i = 2, 8 do
        tp[#tp + 1], cal[#cal + 1], h[#h + 1] = twocs.exp2(i), name, size
        f[#f + 1] = twocs.exp2(i) / (twocs.exp2(i) + size / 128) / k
      end
    end
  end
  return sheet({ "tp", tp, "1", "degree TP" }, { "f_ser", f, "1", "serialized" }, { "cal", cal, "" }, { "h", h, "1", "H" })
end

TestPanels = {}

function TestPanels.test_panels_share_axes_colours_and_one_legend()
  local fig = assert(figure.lines("panels", shares(), { x = "tp", y = "f_ser", by = "h", panels = "cal", columns = 3,
    title = "T" }))
  local inside = drawn.clear(fig)
  lu.assertEquals(#fig.box.panels, 3)
  for i = 2, 3 do
    local a, b = fig.box.panels[1], fig.box.panels[i]
    lu.assertEquals({ b.spec.y.low, b.spec.y.high, b.spec.x.low }, { a.spec.y.low, a.spec.y.high, a.spec.x.low })
    lu.assertEquals({ b.bottom, b.top }, { a.bottom, a.top })
    lu.assertAlmostEquals(b.right - b.left, a.right - a.left, 0.51)
    lu.assertAlmostEquals(b.y(0.3) - a.y(0.3), 0, 1e-9)
  end
  lu.assertEquals({ inside["Cal-0"], inside["Cal-1"], inside["measured"], inside["Degree TP"] }, { 1, 1, 1, 1 })
  lu.assertEquals({ inside["4K"], inside["16K"] }, { 1, 1 })
  lu.assertEquals(bytes(fig.csv):match("\n([^\n]*)\n"), "cal,tp [1],h [1],f_ser [1]")
end

function TestPanels.test_a_panel_shows_its_own_rows()
  local fig = assert(figure.lines("own", shares(), { x = "tp", y = "f_ser", by = "h", panels = "cal", own_axes = true }))
  lu.assertTrue(fig.box.panels[3].spec.y.high < fig.box.panels[1].spec.y.high)
  drawn.clear(fig)
  local bars = assert(figure.bars("bars", shares():where{ tp = { 4, 64 } }, { x = "tp", y = "f_ser", by = "h",
    panels = "cal",
    columns = 2 }))
  lu.assertEquals({ bars.box.panels[3].row, bars.box.panels[3].column, #bars.box.panels }, { 2, 1, 3 })
  local texts = drawn.clear(bars)
  lu.assertEquals({ texts["67"], texts["33"], texts["22"] }, { 1, 2, 1 }) -- 2/3 and 1/3, their halves, their thirds
end

function TestPanels.test_stacks_and_maps_have_panels()
  local t = shares():where{ h = 4096, tp = { 4, 8 } }:derive("rest", { unit = "1", function(r) return 1 - r.f_ser end })
  drawn.clear(assert(figure.stack("stacks", t, { x = "tp", y = { "f_ser", "rest" }, panels = "cal" })))
  drawn.clear(assert(figure.heat("maps", shares(), { x = "tp", y = "h", z = "f_ser", panels = "cal" })))
end

function TestPanels.test_a_list_of_figures()
  local fig = assert(figure.panels("list", { { "lines", shares():where{ cal = "Cal-0" }, { x = "tp", y = "f_ser", by = "h",
    title = "left" } }, { "scatter", shares(), { x = "tp", y = "f_ser", title = "right" } } }, { columns = 2,
      title = "Both" }))
  local inside = drawn.clear(fig)
  lu.assertEquals({ inside.left, inside.right, inside.Both }, { 1, 1, 1 })
  lu.assertEquals(#fig.csvs, 2)
  lu.assertStrContains(bytes(fig.csvs[1]), "f_ser")
  local done, message = pcall(figure.panels, "list", { { "line", shares(), {} } })
  lu.assertFalse(done)
  lu.assertStrContains(message, 'entry 1 begins with "line"')
end

TestAxes = {}

local function measured()
  return sheet({ "n", { 1, 2, 4 }, "1", "devices" }, { "t", { 0.05, 0.1, 0.3 }, "s", "time" },
    { "mem", { 1e9, 4e9, 2e10 }, "byte", "memory" })
end

function TestAxes.test_the_unit_that_a_script_chooses()
  local spec = assert(figure.lines("unit", measured(), { x = "mem", y = "t", xunit = "MB", yunit = "us",
    xlabel = "Mine" })).spec
  lu.assertEquals({ spec.xlabel, spec.ylabel }, { "Mine (MB)", "Time (×10^{3} us)" })
  lu.assertAlmostEquals(spec.x.value(spec.x.at(4e9)), 4e9, 1)
  refuses('lines: xunit = "GB": "t" is in s', "lines", measured(), { x = "t", y = "n", xunit = "GB" })
  refuses('lines: yunit = "GB": "n" is in 1', "lines", measured(), { x = "t", y = "n", yunit = "GB" })
  refuses('bars: ylabel = "Time (GB)": "t" is in s, not in GB', "bars", measured(), { x = "n", y = "t",
    ylabel = "Time (GB)" })
  refuses('lines: yunit = "ms", but ylabel = "Time (us)"', "lines", measured(), { x = "n", y = "t", yunit = "ms",
    ylabel = "Time (us)" })
end

local function map(xs, ys)
  local x, y, z = {}, {}, {}
  for _, a in ipairs(xs) do for _, b in ipairs(ys) do x[#x + 1], y[#y + 1], z[#z + 1] = a, b, a * b end end
  return sheet({ "x", x, "1", "x" }, { "y", y, "1", "y" }, { "z", z, "1", "z" })
end

function TestAxes.test_maps_have_the_ticks_of_lines()
  local quarter, doubled, even = {}, {}, {}
  for i = 0, 12 do quarter[i + 1], doubled[i + 1], even[i + 1] = twocs.pow(10, i / 4 - 2), twocs.exp2(i + 6),
    3 + 2.5 * i end
  local spec = assert(figure.heat("ticks", map(quarter, doubled), { x = "x", y = "y", z = "z", logz = true })).spec
  local function texts(axis)
    local out = {}
    for _, tick in ipairs(axis.ticks(axis, 6)) do if tick.text then out[#out + 1] = tick.text end end
    return table.concat(out, " ")
  end
  lu.assertEquals(texts(spec.x), "0.01 0.1 1 10")
  lu.assertStrContains(texts(spec.y), "1K")
  lu.assertNil((texts(spec.x) .. texts(spec.y)):find("5.62", 1, true))
  lu.assertAlmostEquals(spec.x.at(quarter[1]), 0.5 / 13, 1e-9) -- the middle of the first cell
  lu.assertAlmostEquals(spec.x.at(quarter[13]), 12.5 / 13, 1e-9)
  spec = assert(figure.heat("ticks", map(even, { 1, 2 }), { x = "x", y = "y", z = "z" })).spec
  lu.assertEquals(texts(spec.x), "5 10 15 20 25 30")
  lu.assertEquals(texts(spec.y), "1 2") -- a few cells with short texts have one text each
end

function TestAxes.test_numbers_in_cells()
  local t = sheet({ "x", { 1, 2, 3 } }, { "y", { 1, 1, 1 } }, { "z", { 0.0961, 101, 7.84e29 } })
  local inside = drawn.clear(assert(figure.heat("cells", t, { x = "x", y = "y", z = "z", logz = true })))
  lu.assertEquals({ inside["0.096"], inside["101"], inside["7.8·10^{29}"] }, { 1, 1, 1 })
end

-- A colour that values beyond the bar share with its end is labelled "at least this value".
function TestAxes.test_a_bar_says_what_is_beyond_it()
  local t = sheet({ "x", { 1, 2, 3 } }, { "y", { 1, 1, 1 } }, { "z", { -1, 3, 9 } })
  local function shown(most)
    return drawn.clear(assert(figure.heat("beyond", t, { x = "x", y = "y", z = "z", zmin = 0, zmax = most })))
  end
  local inside = shown(5)
  lu.assertEquals({ inside["≥ 5"], inside["≤ 0"], inside["5"] }, { 1, 1 })
  inside = shown(10)
  lu.assertEquals({ inside["10"], inside["≥ 10"], inside["≤ 0"] }, { 1, nil, 1 })
end

TestOver = {}

-- The lowest and highest y with a colour of ink on a vertical line.
local function reach(fig, x, from, to)
  local _, _, colours = drawn.grey(fig, x - 0.3, from, x + 0.3, to)
  return colours
end

function TestOver.test_a_published_range_is_where_it_was_printed()
  local t = sheet({ "n", { 1, 2, 4 } }, { "t", { 0, 0.1, 0.2 } })
  local fig = assert(figure.lines("bracket", t, { x = "n", y = "t", published = { { x = 2, from = 0.4, to = 0.8 } },
    ymin = 0,
    markers = false }))
  drawn.clear(fig)
  local panel, dark = fig.box.panels[1], 0
  lu.assertTrue(fig.spec.y.high >= 0.8)
  for _, colour in ipairs(reach(fig, panel.x(2), panel.y(0.42), panel.y(0.78))) do
    if colour % 256 < 0x60 then dark = dark + 1 end
  end
  lu.assertTrue(dark > 300)
  for _, ends in ipairs{ { 0.84, 0.98 }, { 0.22, 0.37 } } do -- beyond either end there is no ink
    for _, colour in ipairs(reach(fig, panel.x(2), panel.y(ends[1]), panel.y(ends[2]))) do
      lu.assertTrue(colour % 256 > 0x60)
    end
  end
  lu.assertEquals(fig.spec.legend.entries[1].text, "published")
end

function TestOver.test_places_of_an_axis_of_names()
  local t = sheet({ "name", { "a", "b" }, "" }, { "v", { 1, 2 }, "1", "v" })
  local fig = assert(figure.bars("names", t, { x = "name", y = "v", published = { x = "b", at = 3 },
    annotate = { x = "a", y = 2.5, text = "here", to = { x = "a", y = 1 } } }))
  lu.assertEquals(drawn.clear(fig).here, 1)
  local corner = fig.box.panels[1].x(2) - 1.9 * require("twocs.figure.style").marker -- the corner of an open diamond
  local _, _, colours = drawn.grey(fig, corner - 0.2, fig.box.y(3) - 0.2, corner + 0.6, fig.box.y(3) + 0.2)
  lu.assertTrue(colours[300] % 256 < 0x40)
  refuses('bars: published = {x = "c"}: no bar is at this x', "bars", t, { x = "name", y = "v",
    published = { x = "c", at = 3 } })
end

-- A place on a category axis is a name or a value, never its index.
function TestOver.test_lines_over_cells_stand_at_their_value()
  local fig = assert(figure.heat("lined", map({ 1, 4, 64 }, { 1, 2, 3 }), { x = "x", y = "y", z = "z", logx = false,
    vline = 64,
    labels = false }))
  lu.assertEquals(fig.spec.x.kind, "category")
  local panel, dark = fig.box.panels[1], 0
  for _, colour in ipairs(reach(fig, panel.x(3), panel.bottom + 2, panel.top - 2)) do
    if colour == 0x666666 then dark = dark + 1 end
  end
  lu.assertTrue(dark > 20)
  refuses("heat: 5 is not on the axis", "heat", map({ 1, 4, 64 }, { 1, 2, 3 }), { x = "x", y = "y", z = "z",
    logx = false,
    vline = 5 })
  local done, message = pcall(figure.gantt, "m", map({ 1 }, { 1 }), { x = "x", to = "x", y = "y", panels = "z" })
  lu.assertFalse(done)
  lu.assertStrContains(message, "gantt: there is no option panels")
end

-- The same mark in each panel has one entry of the legend and one look.
function TestOver.test_lines_of_one_label_are_one()
  local fig = assert(figure.lines("alike", shares():where{ h = 4096 }, { x = "tp", y = "f_ser", panels = "cal", logx = 2,
    vline = { { at = 8, label = "published", panel = "Cal-0" }, { at = 16, label = "published", panel = "Cal-1" },
      { at = 32, label = "ours" } } }))
  local inside, dashes = drawn.clear(fig), {}
  lu.assertEquals({ inside.published, inside.ours }, { 1, 1 })
  for i, entry in ipairs(fig.spec.legend.entries) do dashes[i] = entry.dash end
  lu.assertEquals(#dashes, 2)
  lu.assertNotEquals(dashes[1], dashes[2])
end

-- Values are written next to their points with at least two digits, and not on a line, marker or other value, for any axis.
function TestOver.test_values_next_to_their_points()
  local t = sheet({ "n", { 1, 2, 3, 1, 2, 3 } }, { "kind", { "a", "a", "a", "b", "b", "b" } },
    { "t", { 2e28, 1e29, 1e30, 9e27, 3e28, 9e28 }, "flop" })
  local fig = assert(figure.lines("values", t, { x = "n", y = "t", by = "kind", logy = 10, markers = false,
    values = { { n = 2 }, { n = 1, kind = "a" } } }))
  local texts, places = drawn.texts(fig), {}
  for _, text in ipairs(texts) do places[text[5]] = text end
  lu.assertNotNil(places["1.0·10^{29}"])
  lu.assertNotNil(places["2.0·10^{28}"])
  local one, panel = places["3.0·10^{28}"], fig.box.panels[1]
  local x, y = panel.x(2), panel.y(3e28)
  lu.assertTrue(math.max(one[1] - x, x - one[3], one[2] - y, y - one[4], 0) < 12)
  for _, text in ipairs(texts) do
    lu.assertTrue(text == one or text[3] < one[1] or text[1] > one[3] or text[4] < one[2] or text[2] > one[4], text[5])
  end
  refuses("lines: values {n = 9} matches no row of the table", "lines", t, { x = "n", y = "t", by = "kind",
    values = { { n = 9 } } })
  local data = require "twocs.figure.data"
  for _, each in ipairs{ { 0.004, "0.0040" }, { 0.34, "0.34" }, { 3.44, "3.4" }, { 9.97, "10" }, { 146.2, "146" },
    { 0.00097, "9.7·10^{−4}" }, { -0.5, "−0.50" }, { 0, "0" }, { 123456, "1.2·10^{5}" } } do
    lu.assertEquals(data.written(each[1]), each[2])
  end
  lu.assertEquals({ data.written(3.44, true), data.written(36.4, true) }, { "3.4%", "36%" })
end

-- Values of cells on a map, and the text of a published value.
function TestOver.test_values_of_cells_and_texts_of_published_values()
  local c, cells = { x = {}, y = {}, z = {} }, 24
  for i = 1, cells * cells do
    c.x[i], c.y[i], c.z[i] = (i - 1) % cells + 1, math.floor((i - 1) / cells) + 1, i * 1e26
  end
  local t = sheet({ "x", c.x }, { "y", c.y }, { "z", c.z, "flop" })
  local fig = assert(figure.heat("cells", t, { x = "x", y = "y", z = "z", logz = 10, mark = { { x = 3, y = 2 } },
    values = { { x = 3, y = 2 }, { x = cells, y = cells } } }))
  local panel = fig.box.panels[1]
  for text, found in pairs{ ["2.7·10^{27}"] = 0, ["5.8·10^{28}"] = 0 } do
    for _, one in ipairs(drawn.texts(fig)) do
      if one[5] == text then
        found = found + 1
        lu.assertTrue(one[1] >= panel.left and one[3] <= panel.right and one[2] >= panel.bottom and one[4] <= panel.top)
      end
    end
    lu.assertEquals(found, 1, text)
  end
  local halves, of = {}, {}
  for i = 1, cells * cells do of[i] = i > cells * cells / 2 and "above" or "below" end
  local both = sheet({ "x", c.x }, { "y", c.y }, { "z", c.z, "flop" }, { "of", of, "" })
  fig = assert(figure.heat("halves", both, { x = "x", y = "y", z = "z", logz = 10, panels = "of", labels = false,
    values = { { x = 3, y = 2 } } }))
  for _, one in ipairs(drawn.texts(fig)) do
    if one[5] == "2.7·10^{27}" then halves[#halves + 1] = one end
  end
  lu.assertEquals(#halves, 1, "in the panel that has the cell")
  local line = sheet({ "n", { 1, 2, 3 } }, { "t", { 1, 2, 4 }, "s" })
  fig = assert(figure.lines("said", line, { x = "n", y = "t", published = { x = 2, at = 3, text = "3.0 s" } }))
  local found = 0
  for _, one in ipairs(drawn.texts(fig)) do found = found + (one[5] == "3.0 s" and 1 or 0) end
  lu.assertEquals(found, 1)
end

function TestOver.test_marks_by_condition()
  local t = shares():where{ cal = "Cal-0", h = 4096 }
  local fig = assert(figure.lines("marks", t, { x = "tp", y = "f_ser", mark = { f_ser = "> 0.5" } }))
  local rings = 0
  for _, entry in ipairs(fig.spec.legend.entries) do rings = rings + (entry.marked and 1 or 0) end
  lu.assertEquals(rings, 1)
  drawn.clear(fig)
end

function TestOver.test_direct_labels_stay_apart()
  local x, y, by = {}, {}, {}
  for k = 1, 6 do for i = 1, 3 do x[#x + 1], y[#y + 1], by[#by + 1] = i, i + k / 50, tostring(k) end end
  local fig = assert(figure.lines("direct", sheet({ "x", x }, { "y", y }, { "by", by, "" }), { x = "x", y = "y", by = "by",
    legend_at = "direct" }))
  lu.assertEquals(drawn.clear(fig)["6"] ~= nil, true)
  lu.assertEquals(fig.box.legend.side, "none")
end

-- The first text at its best place would leave no place for a later one: another order places all of them.
function TestOver.test_every_text_that_can_has_a_place()
  local names = { "A100 40 GB", "A100 80 GB", "MI250X 128 GB", "MI210 64 GB", "H100 80 GB" }
  local t = sheet({ "x", { 2020, 2020, 2021, 2022, 2022 } }, { "y", { 2.5, 5, 8, 4, 5 } }, { "z", names, "" })
  local inside = drawn.clear(assert(figure.scatter("texts", t, { x = "x", y = "y", label = "z", logy = 2, style = "paper",
    ymin = 0.9, ymax = 90, xmin = 2016.75, xmax = 2022.25 })))
  for _, name in ipairs(names) do lu.assertEquals(inside[name], 1, name) end
end

function TestOver.test_a_second_axis()
  local t = sheet({ "n", { 1, 2, 4 }, "1", "n" }, { "a", { 1, 2, 3 }, "s", "time" }, { "b", { 1e9, 2e9, 5e9 }, "byte",
    "memory" })
  local fig = assert(figure.lines("second", t, { x = "n", y = "a", y2 = "b" }))
  drawn.clear(fig)
  lu.assertEquals({ fig.spec.ylabel, fig.spec.y2label }, { "Time (s)", "Memory (GB)" })
  lu.assertTrue(fig.spec.y2.at(5e9) > fig.spec.y2.at(1e9))
end

TestKindsOfPapers = {}

function TestKindsOfPapers.test_tornado()
  local t = sheet({ "input", { "small", "large" }, "" }, { "low", { 0.3, 0.2 }, "1", "halved" },
    { "high", { 0.4, 0.5 }, "1", "doubled" })
  local fig = assert(figure.tornado("tornado", t, { y = "input", x = { "low", "high" }, base = 0.33, percent = true }))
  local inside = drawn.clear(fig)
  lu.assertEquals(fig.spec.y.texts, { "small", "large" }) -- from the bottom up: the longest is on top
  lu.assertEquals({ inside["20%"] ~= nil, inside["Halved"], inside["Doubled"] }, { true, 1, 1 })
  refuses('tornado: "small" occurs twice in the table', "tornado",
    sheet({ "input", { "small", "small" }, "" }, { "low", { 1, 2 } }, { "high", { 1, 2 } }), { y = "input", x = { "low",
      "high" } })
end

-- There is space for the value next to the longest bar of either side.
function TestKindsOfPapers.test_a_tornado_writes_both_ends()
  local t = sheet({ "input", { "Batch exponent", "b" }, "" }, { "low", { -0.95, 0.1 }, "1", "halved" },
    { "high", { 4.5, -0.3 }, "1", "doubled" })
  local inside = drawn.clear(assert(figure.tornado("ends", t, { y = "input", x = { "low", "high" }, style = "paper" })))
  lu.assertEquals({ inside["−0.95"], inside["+4.5"] }, { 1, 1 })
end

-- Whole percents would give bars of different lengths the same value.
function TestKindsOfPapers.test_short_bars_of_a_tornado_have_tenths()
  local t = sheet({ "input", { "bandwidth", "launch" }, "" }, { "low", { 0.187, 0.152 }, "1" }, { "high", { 0.135, 0.159 },
    "1" })
  local o = { y = "input", x = { "low", "high" }, base = 0.156, percent = true }
  lu.assertEquals(drawn.clear(assert(figure.tornado("short", t, o)))["18.7%"], 1)
  o.base = 0.9
  lu.assertEquals(drawn.clear(assert(figure.tornado("long", t, o)))["15%"], 1)
end

-- A part of a long chart explains only what it shows.
function TestKindsOfPapers.test_the_legend_of_a_part_of_a_gantt()
  local t = sheet({ "stage", { 0, 0, 1 } }, { "from", { 0, 5, 1 }, "s" }, { "to", { 1, 6, 2 }, "s" },
    { "kind", { "forward", "optimizer", "backward" }, "" })
  local function names(most)
    local fig, list = assert(figure.gantt("part", t, { y = "stage", x = "from", to = "to", by = "kind", xmax = most })), {}
    for i, entry in ipairs(fig.spec.legend.entries) do list[i] = entry.text end
    return list
  end
  lu.assertEquals(names(nil), { "forward", "optimizer", "backward", "idle" })
  lu.assertEquals(names(3), { "forward", "backward", "idle" })
end

function TestKindsOfPapers.test_dumbbell()
  local t = sheet({ "model", { "A", "A", "B", "B" }, "" }, { "how", { "old", "new", "old", "new" }, "" },
    { "v", { 1e26, 1e29, 2e27, 1e31 }, "flop", "work" })
  local fig = assert(figure.dumbbell("dumbbell", t, { y = "model", x = "v", by = "how", logx = true,
    published = { y = "B", from = 1e28, to = 1e30 } }))
  drawn.clear(fig)
  lu.assertEquals({ fig.spec.x.kind, #fig.spec.legend.entries }, { "log10", 3 })
  local panel = fig.box.panels[1]
  local _, _, colours = drawn.grey(fig, panel.x(1e29) - 2, panel.y(1) - 0.4, panel.x(1e29) + 2, panel.y(1) + 0.4)
  lu.assertEquals(colours[280], 0x1a1a1a)
  refuses('dumbbell: rows 1 and 2 are both at model = "A": select rows first', "dumbbell", t, { y = "model", x = "v" })
end

function TestKindsOfPapers.test_waterfall_adds_up()
  local t = sheet({ "term", { "compute", "links" }, "" }, { "a", { 3, 1 }, "s", "today" }, { "b", { 1, 1.5 }, "s", "then" })
  local fig = assert(figure.waterfall("waterfall", t, { x = "term", y = { "a", "b" } }))
  local inside = drawn.clear(fig)
  lu.assertEquals({ inside["4.00"], inside["−2.00"], inside["+0.50"], inside["2.50"] }, { 1, 1, 1, 1 })
  lu.assertEquals(fig.spec.ylabel, "Time (s)")
end

function TestKindsOfPapers.test_roofline()
  local t = sheet({ "op", { "softmax", "GEMM" }, "" }, { "x", { 1.25, 800 } }, { "y", { 2e12, 2.5e14 }, "flop/s",
    "reached" })
  local fig = assert(figure.roofline("roofline", t, { x = "x", y = "y", label = "op", peak = "312 Tflop/s",
    bandwidth = { at = "2 TB/s", label = "HBM" } }))
  drawn.clear(fig)
  lu.assertStrContains(fig.spec.ylabel, "FLOP/s")
  local panel = fig.box.panels[1]
  lu.assertTrue(fig.spec.x.value(1) > 156) -- the ridge, peak over bandwidth, is on the axis
  local _, _, colours = drawn.grey(fig, panel.x(20) - 0.4, panel.y(4e13) - 0.4, panel.x(20) + 0.4, panel.y(4e13) + 0.4)
  lu.assertEquals(colours[300], 0x1a1a1a) -- 20 flop/byte at 2 TB/s
  refuses('roofline: peak = "2 s" is not a quantity in flop/s', "roofline", t, { x = "x", y = "y", peak = "2 s",
    bandwidth = "2 TB/s" })
end

function TestKindsOfPapers.test_histogram_counts_every_row()
  local v = {}
  for i = 1, 100 do v[i] = i * i end
  local t = sheet({ "v", v, "1", "v" })
  local seen, first, shapes = {}, nil, require "twocs.figure.markers"
  local box = shapes.box
  shapes.box = function(pen, left, bottom, right, top, colour, ...)
    if colour == 0x0072b2 then seen[#seen + 1], first = top, first or { left, top } end
    return box(pen, left, bottom, right, top, colour, ...)
  end
  local fig = assert(figure.histogram("histogram", t, { x = "v", bins = 10 }))
  shapes.box = box
  local sum, panel = 0, fig.box.panels[1]
  for _, top in ipairs(seen) do sum = sum + (top - panel.bottom) / (panel.top - panel.bottom) * fig.spec.y.high end
  lu.assertAlmostEquals(sum, 100, 1e-6)
  lu.assertAlmostEquals(first[1], panel.left, 1e-9)
  lu.assertAlmostEquals(first[2], panel.y(31), 1e-6) -- squares up to 1000
  drawn.clear(fig)
  fig = assert(figure.histogram("beyond", t, { x = "v", xmax = 2500 }))
  lu.assertEquals(drawn.clear(fig)["50 of 100 are outside the axis"], 1)
end

-- The median of one row is this row, of two rows the middle between them, of three rows the middle one.
function TestKindsOfPapers.test_histogram_has_medians()
  local t = sheet({ "g", { "a", "b", "b", "c", "c", "c" }, "" }, { "v", { 5, 2, 4, 9, 1, 7 }, "1", "v" })
  local fig = assert(figure.histogram("medians", t, { x = "v", by = "g", median = true }))
  local panel, upright = fig.box.panels[1], {}
  for _, at in ipairs(drawn.strokes(fig)) do
    if at[1] == at[3] and at[2] == panel.bottom and at[4] == panel.top then upright[twocs.format("%.6f", at[1])] = true end
  end
  for _, median in ipairs{ 5, 3, 7 } do lu.assertTrue(upright[twocs.format("%.6f", panel.x(median))], median) end
end

function TestKindsOfPapers.test_box_and_map_of_kinds()
  local t = sheet({ "name", { "a", "a", "a", "b" }, "" }, { "v", { 1, 2, 6, 4 }, "s", "time" })
  lu.assertEquals(drawn.clear(assert(figure.box("box", t, { y = "name", x = "v" })))["3"] ~= nil, true)
  local kinds = sheet({ "x", { 1, 2, 1, 2 } }, { "y", { 1, 1, 2, 2 } }, { "best", { "ring", "tree", "ring", "ring" }, "" })
  local fig = assert(figure.heat("kinds", kinds, { x = "x", y = "y", z = "best" }))
  local inside = drawn.clear(fig)
  lu.assertEquals({ inside.ring, inside.tree }, { 1, 1 })
end

function TestKindsOfPapers.test_a_contour_is_where_the_value_is()
  local line = {}
  for i = 0, 10 do line[i + 1] = i end
  local t = map(line, line)
  t = t:derive("sum", { unit = "1", function(r) return r.x end })
  local shapes = require "twocs.figure.markers"
  local drawn_at, plain = {}, shapes.line
  shapes.line = function(pen, x1, y1, x2, y2, colour, ...)
    if colour == 0xffffff then drawn_at[#drawn_at + 1] = x1 end
    return plain(pen, x1, y1, x2, y2, colour, ...)
  end
  local fig = assert(figure.heat("contour", t, { x = "x", y = "y", z = "sum", contours = { 4.5 } }))
  shapes.line = plain
  lu.assertEquals(#drawn_at, 10)
  for _, x in ipairs(drawn_at) do lu.assertAlmostEquals(x, fig.box.x(4.5), 0.3) end
end

function TestKindsOfPapers.test_a_front_and_a_million_points()
  local front = require "twocs.figure.front"
  local rows = front.rows({ 1, 2, 3, 4 }, { 1, 2, 3, 4 }, { 5, 3, 4, 1 }, { "least", "least" })
  lu.assertEquals(rows, { 1, 2, 4 })
  lu.assertEquals(front.rows({ 1, 2, 3, 4 }, { 1, 2, 3, 4 }, { 5, 3, 4, 1 }, { "most", "most" }), { 4, 3, 1 })
  local x, y, state = {}, {}, 1
  for i = 1, 20000 do
    state = state * 16807 % 2147483647
    x[i] = state / 2147483647
    state = state * 16807 % 2147483647
    y[i] = state / 2147483647
  end
  local fig = assert(figure.scatter("dense", sheet({ "x", x }, { "y", y }), { x = "x", y = "y" }))
  lu.assertEquals(fig.spec.bar.text, "Points")
  lu.assertTrue(#bytes(fig.svg) < 3e6) -- cells are drawn, not points
  drawn.clear(fig)
end

-- A point that another point beats in both values is a quarter smaller.
function TestKindsOfPapers.test_what_is_beaten_is_small()
  local style = require "twocs.figure.style"
  local t = sheet({ "x", { 1, 2, 3 } }, { "y", { 3, 1, 2 } })
  local fig = assert(figure.scatter("beaten", t, { x = "x", y = "y", front = { "least", "least" } }))
  local small = 0
  for _, at in ipairs(drawn.strokes(fig)) do
    if at[5] == style.rule and at[3] - at[1] < 5 * style.marker and at[3] - at[1] > 0 and at[4] > at[2] then
      lu.assertAlmostEquals((at[3] - at[1]) / (1.5 * style.marker), 1, 1e-9)
      small = small + 1
    end
  end
  lu.assertEquals(small, 1)
end

-- The axis of a dumbbell contains its dots; that of a panel with its own axes only those of the panel.
function TestKindsOfPapers.test_a_dumbbell_reaches_its_dots()
  local t = sheet({ "model", { "A", "B" }, "" }, { "old", { 3, 40 } }, { "new", { 70, 900 } })
  local fig = assert(figure.dumbbell("reach", t, { y = "model", x = { "old", "new" } }))
  lu.assertTrue(fig.spec.x.low <= 3 and fig.spec.x.high >= 900)
  drawn.clear(fig)
  local own = assert(figure.dumbbell("own", t, { y = "model", x = { "old", "new" }, panels = "model", own_axes = true }))
  local first, second = own.box.panels[1].spec.x, own.box.panels[2].spec.x
  lu.assertTrue(first.high >= 70 and first.high < 200 and second.high >= 900)
end

-- The key of published values is in front of its text, not on it.
function TestOver.test_the_key_of_a_published_value()
  local t = sheet({ "n", { 1, 2, 4 } }, { "t", { 0, 0.1, 0.2 } })
  local fig = assert(figure.lines("key", t, { x = "n", y = "t", published = { { x = 2, from = 0.4, to = 0.8 } } }))
  for _, text in ipairs(drawn.texts(fig)) do
    if text[5] == "published" then
      local keys, middle = 0, (text[2] + text[4]) / 2
      for _, at in ipairs(drawn.strokes(fig)) do
        local level = math.abs((at[2] + at[4]) / 2 - middle) < 6 and at[4] - at[2] < 12 and at[3] - at[1] < 12
        if level and at[3] > text[1] - 30 and at[1] < text[3] then
          lu.assertTrue(at[3] <= text[1])
          keys = keys + 1
        end
      end
      lu.assertTrue(keys >= 6) -- a bracket has three strokes, in the colours of paper and of ink
      return
    end
  end
  lu.fail "there is no key"
end

TestStyles = {}

function TestStyles.test_paper_is_as_wide_as_a_column_and_legible()
  local t = shares():where{ cal = "Cal-0" }
  local fig = assert(figure.lines("paper", t, { x = "tp", y = "f_ser", by = "h", title = "A finding", note = "Said",
    style = "paper" }))
  lu.assertStrContains(bytes(fig.pdf), "/MediaBox [ 0 0 237.6")
  lu.assertEquals(bytes(fig.txt), "A finding. Said.\n")
  lu.assertEquals(drawn.faults(fig, 6), {})
  lu.assertNil(drawn.clear(fig)["A finding"])
  fig = assert(figure.lines("slide", t, { x = "tp", y = "f_ser", by = "h", title = "A finding", style = "slide" }))
  lu.assertStrContains(bytes(fig.pdf), "/MediaBox [ 0 0 720 ")
  lu.assertEquals(drawn.faults(fig, 13 * 3.3 / 10), {})
  fig = assert(figure.lines("inch", t, { x = "tp", y = "f_ser", by = "h", width = "4 in", height = "72 mm" }))
  lu.assertAlmostEquals(fig.width, 288, 1e-9)
  lu.assertStrContains(bytes(fig.pdf), "/MediaBox [ 0 0 288 20")
end

-- A subtitle has its own line, but is a sentence of the caption; captions have no markup.
function TestStyles.test_a_caption_is_sentences_without_markup()
  local t = shares():where{ cal = "Cal-0" }
  local function caption(subtitle)
    local fig = assert(figure.lines("caption", t, { x = "tp", y = "f_ser", by = "h", style = "paper", subtitle = subtitle,
      title = "From 2.0·10^{28} to x^{a} at $H$_{1}, 5\\$ each" }))
    return bytes(fig.txt):match("^From 2.0·10²⁸ to x^a at H1, 5%$ each%. (.*)\n$")
  end
  lu.assertEquals(caption "dense models, at 10^{−3}", "Dense models, at 10⁻³.")
  lu.assertEquals(caption "p / s", "p / s.")
  lu.assertEquals(caption "abci2.0 A100", "abci2.0 A100.")
end

function TestStyles.test_a_colour_means_the_same_everywhere()
  local t = sheet({ "x", { 1, 2 } }, { "t_ser", { 1, 2 }, "s", "serialized" }, { "t_cmp", { 1, 2 }, "s", "compute" })
  local style = require "twocs.figure.style"
  local fig = assert(figure.stack("said", t, { x = "x", y = { "t_ser", "t_cmp" } }))
  lu.assertEquals(fig.spec.legend.entries[1].colour, style.meaning.serialized[1])
  lu.assertEquals(fig.spec.legend.entries[2].colour, style.meaning.compute[1])
  fig = assert(figure.bars("said", t, { x = "x", y = { "t_cmp", "t_ser" }, colours = { "compute", "serialized" } }))
  lu.assertEquals(fig.spec.legend.entries[2].colour, style.meaning.serialized[1])
end

-- Two parts differ in grey print: in lightness, or in the strength or direction of their hatching.
local function differ(fig, a, b)
  local light, pattern = drawn.grey(fig, a[1], a[2], a[3], a[4])
  local other, other_pattern = drawn.grey(fig, b[1], b[2], b[3], b[4])
  if math.abs(light - other) > 18 then return true end
  for k, v in ipairs(pattern) do
    if math.abs(v - other_pattern[k]) > 4 then return true end
  end
  return false
end

function TestStyles.test_parts_differ_in_grey()
  local columns, ys = { { "x", { "a", "b" }, "" } }, {}
  for k, name in ipairs{ "t_cmp", "t_ovl", "t_slow", "t_ser", "t_exp" } do
    columns[#columns + 1], ys[k] = { name, { 1, 1 }, "s", name }, name
  end
  local fig = assert(figure.stack("grey", sheet((table.unpack or unpack)(columns)), { x = "x", y = ys, labels = false }))
  local panel, boxes = fig.box.panels[1], {}
  for k = 1, #ys do boxes[k] = { panel.x(1) - 15, panel.y(k - 0.85), panel.x(1) + 15, panel.y(k - 0.15) } end
  for k = 1, #ys do
    for j = 1, k - 1 do lu.assertTrue(differ(fig, boxes[k], boxes[j]), ys[k] .. " is like " .. ys[j]) end
  end
end

TestTexts = {}

-- A value that is wider than its bar is written if the next bar ends before it, and left out if it would be on its
-- neighbour; if most would be left out, no bar has a value.
function TestTexts.test_a_bar_that_stands_out_has_its_value()
  local t = sheet({ "x", { "a", "b", "c", "d", "e", "f" }, "" }, { "low", { 35, 35, 35, 35, 35, 35 }, "1", "low" },
    { "high", { 129, 38, 129, 129, 129, 129 }, "1", "high" }, { "alike", { 128, 36, 40, 128, 128, 128 }, "1", "alike" })
  local inside = drawn.clear(assert(figure.bars("out", t, { x = "x", y = { "low", "high", "alike" }, style = "paper" })))
  lu.assertEquals({ inside["129"], inside["128"], inside["35"] }, { 1, nil, 6 })
  t = sheet({ "x", { "a", "b", "c", "d", "e", "f" }, "" }, { "low", { 7, 127, 127, 127, 127, 127 }, "1", "low" },
    { "high", { 129, 129, 129, 129, 129, 129 }, "1", "high" }, { "alike", { 128, 128, 128, 128, 128, 128 }, "1", "alike" })
  inside = drawn.clear(assert(figure.bars("few", t, { x = "x", y = { "low", "high", "alike" }, style = "paper" })))
  lu.assertEquals({ inside["7"], inside["129"], inside["128"] }, {})
end

-- A value without space next to its dot is above the line to the next dot.
-- Powers of ten need more space next to the dots than short numbers; a published value's diamond is not on them.
function TestTexts.test_long_values_have_space_beside_their_dots()
  local t = sheet({ "case", { "V100", "H100" }, "" }, { "from", { 2.8e27, 2e28 }, "1" }, { "to", { 2.7e31, 5.5e33 }, "1" })
  local options = { y = "case", x = { "from", "to" }, logx = 10, labels = true, style = "paper" }
  local fig = assert(figure.dumbbell("powers", t, options))
  local inside = drawn.clear(fig)
  for _, text in ipairs{ "2.8·10^{27}", "2·10^{28}", "2.7·10^{31}", "5.5·10^{33}" } do
    lu.assertEquals(inside[text], 1, text)
  end
  local function height(text)
    for _, one in ipairs(drawn.texts(fig)) do if one[5] == text then return one[2] + one[4] end end
  end
  lu.assertAlmostEquals(height "2.8·10^{27}", height "V100", 8) -- next to its dot, not above the line
  local function edge(of) -- the left end of the value right of the uppermost dot
    for _, text in ipairs(drawn.texts(of)) do if text[5] == "2.7·10^{31}" then return text[1] end end
  end
  options.published = { y = "V100", at = 2.7e31 }
  lu.assertTrue(edge(assert(figure.dumbbell("diamond", t, options))) > edge(fig) + 3)
end

function TestTexts.test_every_outer_value_is_written()
  local t = drawn.sheet({ "name", { "near", "far" }, "" }, { "a", { 0.03, 0.5 } }, { "b", { 1.03, 0.9 } })
  local fig = assert(figure.dumbbell("outer", t, { y = "name", x = { "a", "b" }, labels = true, percent = true, xmin = 0,
    title = "T" }))
  local inside = drawn.clear(fig)
  for _, text in ipairs{ "3%", "103%", "50%", "90%" } do lu.assertEquals(inside[text], 1, text) end
end

-- Colours have the same meaning for a layer and for a step; unknown columns have none of them.
function TestTexts.test_columns_that_say_what_they_are()
  local known = require "twocs.figure.pile".known
  local meant = { "compute", "serialized", "exposed", "idle" }
  lu.assertEquals(known{ { name = "t_cmp" }, { name = "t_ser" }, { name = "t_exp" }, { name = "t_idle" } }, meant)
  lu.assertEquals(known{ { name = "t_step_cmp" }, { name = "t_step_ser" }, { name = "t_step_exp" },
    { name = "t_step_idle" } }, meant)
  lu.assertNil(known{ { name = "t_step_cmp" }, { name = "t_step_mine" } })
end

-- Lines with one label have one entry of the legend, and one dash.
function TestTexts.test_lines_of_one_label_are_one()
  local lines = require("twocs.figure.guides").of{ hline = { { at = 1, label = "x", panel = "a" }, { at = 2, label = "y" },
    { at = 3, label = "x", panel = "b" }, { at = 4, label = "z" } } }.hlines
  lu.assertEquals({ lines[1].again, lines[2].again, lines[3].again, lines[4].again }, { [3] = true })
  lu.assertEquals(lines[3].dash, lines[1].dash)
  lu.assertNotEquals(lines[2].dash, lines[1].dash)
  lu.assertNotEquals(lines[4].dash, lines[2].dash)
end

-- Lines of a title have similar lengths, and are as few as possible.
function TestTexts.test_titles_are_balanced()
  local words = require "twocs.figure.words"
  local pen = { extent = function(_, text) return #text end }
  local function lines(text, width) return table.concat(words.balanced(pen, text, 1, width), "|") end
  lu.assertEquals(lines("one two three four", 30), "one two three four")
  lu.assertEquals(lines("one two three four five six", 24), "one two three|four five six")
  lu.assertEquals(lines("a bb incomprehensibilities", 6), "a bb|incomprehensibilities")
  lu.assertEquals(lines("", 6), "")
  lu.assertEquals(lines("GEMM of H = 64 and 5 %", 8), "GEMM of|H = 64|and 5 %")
  lu.assertEquals(lines("takes 25.0 ms.", 10), "takes|25.0 ms.")
  lu.assertEquals(lines("TP 8, 16 M tokens", 9), "TP 8,|16 M|tokens")
  lu.assertEquals(lines("of 32 MiB once", 8), "of|32 MiB|once")
  lu.assertEquals(lines("TP 8 makes it", 9), "TP 8|makes it") -- a word is no unit
  local function phrased(text, width) return table.concat(words.phrased(pen, text, 1, width), "|") end
  lu.assertEquals(phrased("one two (three)", 12), "one two|(three)")
  lu.assertEquals(phrased("one, two three four", 16), "one,|two three four")
  lu.assertEquals(phrased("one two three", 10), "one two|three")
end

-- Notes and labels of axes too leave no single word in the last line.
function TestTexts.test_notes_and_labels_are_balanced()
  local t = sheet({ "n", { 1, 2 } }, { "y", { 1, 2 } })
  local fig = assert(figure.lines("balanced", t, { x = "n", y = "y",
    ylabel = "Share of the compute that hides it, in each group", note = ("a word of many "):rep(9) .. "end." }))
  for _, lines in ipairs{ fig.box.note, fig.box.panels[1].ylabel } do
    lu.assertEquals(#lines, 2)
    lu.assertTrue(#lines[2] > 0.6 * #lines[1], lines[2])
  end
end

-- In print without colours, lines without markers differ by their dashes.
function TestStyles.test_lines_without_markers_have_dashes()
  local t = sheet({ "n", { 1, 2, 1, 2 } }, { "y", { 1, 2, 3, 4 } }, { "z", { 1, 2, 3, 4 } }, { "k", { "a", "a", "b", "b" },
    "" })
  local function dashes(o)
    local list = {}
    for i, entry in ipairs(assert(figure.lines("dashes", t:where(o.where or {}), o.options)).spec.legend.entries) do
      list[i] = entry.dash
    end
    return list
  end
  lu.assertEquals(dashes{ options = { x = "n", y = "y", by = "k" } }, { 0, 0 }) -- they have markers
  local bare = dashes{ options = { x = "n", y = "y", by = "k", markers = false } }
  lu.assertNotEquals(bare[1], bare[2])
  local two = dashes{ where = { k = "a" }, options = { x = "n", y = { "y", "z" }, markers = false } }
  lu.assertNotEquals(two[1], two[2])
end

-- A column for the only name would take its width from the axes.
function TestOver.test_the_only_name_of_a_legend_is_above()
  local t = sheet({ "n", { 1, 2, 4 } }, { "y", { 1, 2, 3 } })
  local fig = assert(figure.lines("lone", t, { x = "n", y = "y", vline = { at = 2, label = "node" } }))
  lu.assertEquals(fig.box.legend.side, "top")
end

-- Of eight decades only one is a multiple of five, and narrow panels have no space for more.
function TestOver.test_a_log_axis_names_two_decades()
  local x = { 4e25, 1e34, 4e25, 1e34 }
  local fig = assert(figure.lines("decades", twocs.table{ names = { "x", "y", "k" }, columns = { x = x, y = { 1, 2, 3, 4 },
    k = { "a", "a", "b", "b" } } }, { x = "x", y = "y", logx = 10, panels = "k" }))
  local texts, named = drawn.clear(fig), 0
  for text in pairs(texts) do named = named + (text:find "^10%^{%d%d}$" and 1 or 0) end
  lu.assertTrue(named >= 2, named)
end

if not drawn.can then
  print("skipped: the figures are not built: " .. drawn.why)
  os.exit(0)
end
local result = lu.LuaUnit.run()
os.execute("rm -rf '" .. folder .. "'")
os.exit(result == 0, true)
