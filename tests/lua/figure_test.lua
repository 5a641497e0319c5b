-- SPDX-License-Identifier: MIT
-- Figures: every kind is drawn and saved completely, texts stay on the canvas and do not overlap, no input of a script ends
-- the process, and a mistake is reported with one sentence.
local lu = require "luaunit"
local expect = require "expect"
local outside = require "outside"
local drawn = require "drawn"
local drawable, draw = pcall(require, "twocs_draw")
local figure = drawable and require "twocs.figure"
local table_of = require "twocs.table"

local nan, infinity = 0 / 0, 1 / 0
local folder = os.tmpname()
os.remove(folder)
if figure then figure.out = folder end

local sheet = drawn.sheet

local function grid()
  local h, tp, f, legal = {}, {}, {}, {}
  for i = 0, 6 do
    for k = 0, 6 do
      local width, degree = 1024 * math.floor(math.exp(i * math.log(2)) + 0.5),
        4 * math.floor(math.exp(k * math.log(2)) + 0.5)
      h[#h + 1], tp[#tp + 1] = width, degree
      f[#f + 1] = degree / (degree + width / 256)
      legal[#legal + 1] = width / 64 >= degree and 1 or 0
    end
  end
  return sheet({ "h", h, "1", "hidden size H" }, { "tp", tp, "1", "tensor-parallel degree TP" },
    { "f_ser", f, "1", "serialized communication" }, { "legal", legal })
end

local function parts()
  local model, scale, t_cmp, t_ser, t_ovl = {}, {}, {}, {}, {}
  for i, name in ipairs{ "Model A", "Model B", "Model C", "Model D", "Model E" } do
    for k, times in ipairs{ "1×", "2×", "4×" } do
      model[#model + 1], scale[#scale + 1] = name, times
      t_cmp[#t_cmp + 1], t_ser[#t_ser + 1], t_ovl[#t_ovl + 1] = (75 - 5 * i) / k * 1e-3, (17 + 5 * i) * 1e-3, 8e-3
    end
  end
  return sheet({ "model", model, "", "model" }, { "scale", scale, "", "hardware evolution" },
    { "t_cmp", t_cmp, "s", "compute" },
    { "t_ser", t_ser, "s", "serialized communication" }, { "t_ovl", t_ovl, "s", "overlapped communication" })
end

local bytes = require("files").content

local function saved_whole(fig)
  lu.assertEquals(bytes(fig.png):sub(1, 8), "\137PNG\r\n\26\n")
  lu.assertStrContains(bytes(fig.png):sub(-12), "IEND")
  lu.assertEquals(bytes(fig.pdf):sub(1, 5), "%PDF-")
  lu.assertStrContains(bytes(fig.pdf):sub(-8), "%%EOF")
  local svg = bytes(fig.svg)
  lu.assertStrContains(svg:sub(1, 60), "<?xml")
  lu.assertEquals(svg:sub(-7), "</svg>\n")
  lu.assertNil(svg:find("nan", 1, true))
end

local function clear_of_each_other(fig)
  drawn.clear(fig)
  return drawn.texts(fig)
end

local says = expect.sentence

TestKinds = {}

function TestKinds.test_lines()
  local fig = assert(figure.lines("lines", grid(), { x = "tp", y = "f_ser", by = "h", hollow = "legal",
    title = "Serialized communication", subtitle = "a device, B = 1, SL = 4K",
    mark = { { h = 4096, tp = 16 }, { h = 65536, tp = 256 } }, mark_label = "in use" }))
  saved_whole(fig)
  clear_of_each_other(fig)
  lu.assertEquals(fig.spec.x.kind, "log2")
  lu.assertTrue(fig.spec.y.percent)
  lu.assertEquals(fig.spec.legend.entries[1].text, "1K")
  lu.assertEquals(fig.box.legend.side, "right")
  lu.assertTrue(fig.box.legend.width <= 0.2 * fig.width and fig.box.right + fig.box.legend.width < fig.width)
  local wide = assert(figure.lines("above", grid(), { x = "tp", y = "f_ser", by = "h", hollow = "legal",
    hollow_label = "does not divide the heads" }))
  lu.assertEquals(wide.box.legend.side, "top") -- next to the axes it would need more than a fifth
  lu.assertEquals(bytes(fig.csv):match("^[^\n]*\n[^\n]*\n"), "# figure_test\ntp [1],h [1],f_ser [1],legal [1]\n")
end

function TestKinds.test_stack()
  local fig = assert(figure.stack("stack", parts(), { x = "scale", group = "model", y = { "t_cmp", "t_ser", "t_ovl" },
    share = true }))
  saved_whole(fig)
  local found, inside = clear_of_each_other(fig), {}
  for _, text in ipairs(found) do inside[text[5]] = true end
  lu.assertTrue(inside["70"] and inside["22"] and inside["Model E"] and inside["100%"])
  lu.assertEquals(fig.spec.groups[2].from, 4)
end

function TestKinds.test_bars()
  local fig = assert(figure.bars("bars", parts(), { x = "model", by = "scale", y = "t_cmp" }))
  saved_whole(fig)
  clear_of_each_other(fig)
end

function TestKinds.test_heat()
  local fig = assert(figure.heat("heat", grid(), { x = "h", y = "tp", z = "f_ser", hollow = "legal" }))
  saved_whole(fig)
  clear_of_each_other(fig)
end

function TestKinds.test_scatter()
  local t = sheet({ "measured", { 1e-3, 4e-3, 0.2, 1.5 }, "s", "measured time" },
    { "predicted", { 1.1e-3, 3.8e-3, 0.22, 1.4 }, "s", "predicted time" },
    { "name", { "GEMM", "LayerNorm", "softmax", "all-reduce" }, "" })
  local fig = assert(figure.scatter("scatter", t, { x = "measured", y = "predicted", label = "name", diagonal = true,
    logx = true }))
  saved_whole(fig)
  clear_of_each_other(fig)
  lu.assertEquals(fig.spec.x, fig.spec.y)
end

function TestKinds.test_the_same_call_writes_the_same_bytes()
  local options = { x = "tp", y = "f_ser", by = "h", band = { "legal", "f_ser" } }
  local a = assert(figure.lines("same/a", grid(), options))
  assert(figure.bars("same/other", parts(), { x = "model", by = "scale", y = "t_ser" }))
  local b = assert(figure.lines("same/b", grid(), options))
  for _, form in ipairs{ "png", "svg", "pdf", "csv" } do lu.assertTrue(bytes(a[form]) == bytes(b[form]), form) end
end

TestData = {}

local function lines_of(name, x, y, options)
  options.x, options.y = "x", "y"
  local fig = assert(figure.lines(name, sheet({ "x", x, "1", "place" }, { "y", y, options.unit or "s", "time" }), options))
  saved_whole(fig)
  clear_of_each_other(fig)
  return fig
end

function TestData.test_one_point() lines_of("one", { 5 }, { 3.2 }, {}) end

function TestData.test_nothing_finite()
  lu.assertTrue(lines_of("nothing", { 1, 2, 3 }, { nan, infinity, -infinity }, {}).spec.y.empty)
  lu.assertTrue(lines_of("nothing_log", { 1, 2, 3 }, { 0, -1, nan }, { logy = 10 }).spec.y.empty)
end

function TestData.test_no_rows() lines_of("no_rows", {}, {}, {}) end

function TestData.test_extremes()
  lines_of("huge", { 1, 2, 3 }, { -1.7e308, 1e308, 1.7e308 }, {})
  lines_of("huge_log", { 1, 10, 1e8 }, { 1e-300, 1, 1e300 }, { logx = 10, logy = 10 })
  lines_of("tiny", { 1, 2, 3 }, { 1e-310, 2e-310, 5e-310 }, {})
  lines_of("close", { 1, 2, 3 }, { 100.0001, 100.0002, 100.00015 }, {})
  lines_of("equal", { 0, 0.5, 1 }, { 0, 0, 0 }, {})
  lines_of("cut", { 1, 2, 3 }, { -1e300, 0.2, 1e300 }, { ymin = 0, ymax = 1 })
end

-- An exponent is above its line, but clear of the ticks, which reach 4 below the axis: this is the middle of the label of
-- 0.
function TestData.test_exponents_stand_clear_of_ticks()
  local fig = lines_of("exponents", { 1e25, 1e26, 1e28 }, { 0, 1, 2 }, { logx = 10 })
  local axis, tops = nil, {}
  for _, text in ipairs(drawn.texts(fig)) do
    if text[5] == "0" or text[5] == "0.0" then axis = (text[2] + text[4]) / 2 end
    if text[5]:find("^{", 1, true) then tops[#tops + 1] = text[4] end
  end
  lu.assertTrue(#tops > 1)
  for _, top in ipairs(tops) do lu.assertTrue(top + 6 < axis - 4, string.format("%g %g", top, axis)) end
end

-- Names with an exponent are lower by a third of their size, and so is the label below them; the same space is left above a
-- value next to its point: its middle is as far from the lower edge of its background as that of a value without an
-- exponent.
function TestData.test_an_exponent_is_given_a_third_of_a_size()
  local style, labels = require "twocs.figure.style", require "twocs.figure.labels"
  local function below(name, x, label)
    local found = {}
    local fig = lines_of(name, x, { 0, 1, 2 }, { logx = 10, xlabel = label })
    for _, text in ipairs(drawn.texts(fig)) do
      if text[5] == "100" or text[5] == "10^{27}" or text[5] == label then
        found[text[5] == label and 2 or 1] = fig.box.panels[1].bottom - (text[2] + text[4]) / 2
      end
    end
    return found
  end
  local without, with = below("without", { 1, 10, 100 }, "place"), below("with", { 1e25, 1e26, 1e27 }, "place")
  for i = 1, 2 do lu.assertAlmostEquals(with[i] - without[i], style.tick / 3, 1e-9) end
  local function paper(text)
    local out = {}
    local pen = { extent = function() return 20 end, line = function() end }
    function pen.area(_, _, ys) out.bottom, out.top = ys[1], ys[3] end
    function pen.text(_, _, y) out.middle = y end
    labels.write(pen, { left = 0, bottom = 0, right = 300, top = 200 },
      { { x = 100, y = 100, text = text, colour = 0, off = 3 } }, {})
    return out.middle - out.bottom, out.top - out.middle
  end
  local low, high = paper "1.0"
  lu.assertAlmostEquals(low, high, 1e-9)
  local lower, higher = paper "10^{26}"
  lu.assertAlmostEquals(lower, low, 1e-9)
  lu.assertAlmostEquals(higher - high, style.tick / 3, 1e-9)
end

-- The tick labels of y in a figure's first panel.
local function named_of_y(fig)
  local texts = {}
  for _, tick in ipairs(fig.box.panels[1].yticks) do texts[#texts + 1] = tick.text end
  return texts
end

-- Low axes have as many labels as fit into their height, for any width of "100%"; within a decade every digit has one.
function TestData.test_ticks_close_enough_to_read_a_value()
  local t = sheet({ "n", { 1, 2, 1, 2 } }, { "of", { "a", "a", "b", "b" } }, { "f_ser", { 0.1, 0.9, 0.2, 0.8 } })
  local fig = assert(figure.lines("low", t, { x = "n", y = "f_ser", panels = "of", percent = true, ymin = 0, ymax = 1 }))
  lu.assertEquals(named_of_y(fig), { "0%", "20%", "40%", "60%", "80%", "100%" })
  fig = lines_of("decade", { 1, 2, 3 }, { 0.6, 1, 1.9 }, { logy = 10, ymin = 0.5, ymax = 2 })
  lu.assertEquals(named_of_y(fig), { "0.5", "0.6", "0.7", "0.8", "0.9", "1", "1.5", "2" })
end

-- Measured by their width in whole pixels: at least 6 points in a figure of 3.3 inches.
function TestData.test_exponents_are_large_enough_to_print()
  local style, pen = require "twocs.figure.style", require "twocs_draw".open(300, 200, 1)
  local zoom = require "twocs.figure.size".of({ style = "paper" }, 1).zoom
  for _, kind in ipairs{ "label", "tick", "value" } do
    local raised = style[kind] * pen:extent("^{0000}", style[kind]) / pen:extent("0000", style[kind])
    lu.assertTrue(zoom * raised > 5.8, string.format("%s: %g points", kind, zoom * raised))
    lu.assertTrue(raised < style[kind])
  end
  pen:close()
  pen:free()
end

function TestData.test_many_and_long()
  local x, y, name, rate = {}, {}, {}, {}
  for i = 1, 14 do
    for k = 1, 5 do
      x[#x + 1], y[#y + 1], rate[#rate + 1] = k, i * k * 1e9, i * 5e10
      name[#name + 1] = string.format("a long name of a device, number %d", i)
    end
  end
  local t = sheet({ "x", x, "1", "place" }, { "y", y, "byte", "memory" }, { "name", name, "" },
    { "rate", rate, "byte/s", "bandwidth, one direction" })
  local title = ("A title that goes on "):rep(8)
  clear_of_each_other(assert(figure.lines("long", t, { x = "x", y = "y", by = "name", title = title, subtitle = title,
    xlabel = title, ylabel = title })))
  clear_of_each_other(assert(figure.lines("many", t, { x = "x", y = "y", by = "rate", note = title, width = 241 })))
end

function TestData.test_texts_of_any_bytes()
  local t = sheet({ "x_{1}$", { 1, 2, 3 } }, { "y^2#$", { 1, 4, 9 } },
    { "g", { "a$b", "c\\d", "\255bad\1\237\160\128" }, "" })
  for _, title in ipairs{ "\\", "$", "$$$", "^{", "x_{", "#f#u##", "\255\254", ("$x$^{2}"):rep(60), ("界"):rep(500),
    ("&<>"):rep(300), "%s%d%n" } do
    saved_whole(assert(figure.lines("bytes", t, { x = "x_{1}$", y = "y^2#$", by = "g", title = title })))
  end
end

-- help prints the options that check accepts: both use one table.
TestOptions = {}

function TestOptions.test_every_option_has_its_words()
  local options = require "twocs.figure.options"
  lu.assertTrue(#options.kinds >= 6)
  for _, kind in ipairs(options.kinds) do
    lu.assertTrue(#options.says(kind) > 0, kind)
    local seen, needed = {}, 0
    for _, row in ipairs(options.of(kind)) do
      local what = kind .. ", " .. row.name
      lu.assertNil(seen[row.name], what)
      seen[row.name] = true
      needed = needed + (row.needed and 1 or 0)
      lu.assertTrue(#row.meaning > 0 and #row.type > 0 and #row.editor > 0, what)
      lu.assertFalse(row.check(print), what .. " takes a function")
      lu.assertNil(row.meaning:find("%.$"), what)
    end
    lu.assertTrue(needed > 0, kind)
    local _, missing = pcall(figure[kind], "m", grid(), {})
    lu.assertStrContains(missing, kind .. ": the option ")
  end
end

TestAnswers = {}

function TestAnswers.test_mistakes()
  local t = grid()
  says('lines: there is no option titel; did you mean "title"?',
    function() figure.lines("m", t, { x = "tp", y = "f_ser", titel = "T" }) end)
  says("lines: logx = \"yes\": expected true, false, 2 or 10",
    function() figure.lines("m", t, { x = "tp", y = "f_ser", logx = "yes" }) end)
  says("lines: the option y is missing: it is the name of a column, or a list of names",
    function() figure.lines("m", t, { x = "tp" }) end)
  says('lines: y = "f_sar": the table has no such column; did you mean "f_ser"?',
    function() figure.lines("m", t, { x = "tp", y = "f_sar" }) end)
  says("lines: rows 1 and 8 share tp = 4 in one line: give by = the column that distinguishes them",
    function() figure.lines("m", t, { x = "tp", y = "f_ser" }) end)
  says("lines: mark {h = 4096, tp = 17} matches no row of the table",
    function() figure.lines("m", t, { x = "tp", y = "f_ser", by = "h", mark = { { tp = 17, h = 4096 } } }) end)
  says('stack: y = "model": the column contains text, expected numbers',
    function() figure.stack("m", parts(), { x = "scale", y = "model" }) end)
  says("stack: share = true needs parts of at least 0, but y is -1 in row 2",
    function() figure.stack("m", sheet({ "x", { 1, 2 } }, { "y", { 1, -1 } }), { x = "x", y = "y", share = true }) end)
  says("heat: rows 1 and 2 are both at h = 1, tp = 2: select rows first",
    function() figure.heat("m", sheet({ "h", { 1, 1 } }, { "tp", { 2, 2 } }, { "z", { 3, 4 } }),
      { x = "h", y = "tp", z = "z" }) end)
  says('lines: width = 1e+300: expected 120 to 1500 points, or a text such as "3.3 in", "85 mm", "240 pt"',
    function() figure.lines("m", t, { x = "tp", y = "f_ser", width = 1e300 }) end)
  says('lines: the first argument is the figure\'s name, such as "fig10a", not nil',
    function() figure.lines(nil, t, {}) end)
  says("lines: the second argument must be a table, such as sweep returns, not 4", function() figure.lines("m", 4, {}) end)
end

-- LuaJIT's memory is not checked for leaks, and os.exit collects nothing: a pen that waits for the collector is a leak.
function TestAnswers.test_every_pen_is_freed_at_once()
  local open, free, held = draw.open, nil, 0
  local methods
  draw.open = function(...)
    local pen, text, code = open(...)
    if not pen then return pen, text, code end
    held = held + 1
    if not methods then
      methods = debug.getmetatable(pen).__index
      free = methods.free
      methods.free = function(each)
        held = held - 1
        return free(each)
      end
    end
    return pen
  end
  local t = grid()
  local drew = figure.lines("freed", t, { x = "tp", y = "f_ser", by = "h" })
  local unsaved = figure.lines("/proc/none/fig", t, { x = "tp", y = "f_ser", by = "h" })
  local layout = require "twocs.figure.layout"
  local paint = layout.draw
  layout.draw = function() error("no ink", 0) end
  local fine, why = pcall(figure.lines, "freed", t, { x = "tp", y = "f_ser", by = "h" })
  layout.draw, draw.open, methods.free = paint, open, free
  lu.assertNotNil(drew)
  lu.assertNil(unsaved)
  lu.assertFalse(fine)
  lu.assertEquals(why, "no ink")
  lu.assertEquals(held, 0)
end

function TestAnswers.test_a_folder_that_cannot_be_written()
  local fig, text, code = figure.lines("/proc/none/fig", grid(), { x = "tp", y = "f_ser", by = "h" })
  lu.assertNil(fig)
  lu.assertStrContains(text, "cannot make the folder /proc/none: ")
  lu.assertEquals(type(code), "number")
  assert(draw.folder(folder .. "/taken/fig.svg"))
  fig, text = figure.lines("taken/fig", grid(), { x = "tp", y = "f_ser", by = "h" })
  lu.assertNil(fig)
  lu.assertStrContains(text, "cannot write " .. folder .. "/taken/fig.svg: ")
end

function TestAnswers.test_a_pen_that_is_not_drawing()
  local first = assert(draw.open(100, 100))
  local second = assert(draw.open(100, 100))
  lu.assertErrorMsgContains("not drawing", first.line, first, { 1, 2 }, { 1, 2 })
  second:line({ 1, nan, 3, 1e300, -1e300 }, { 1, 2, infinity, 1e300, -1e300 }, 0, 1, 2)
  second:area({ 1e9, -1e9, 50, nan }, { -1e9, 1e9, 50, 1 }, 0x112233, 0.5)
  second:text(nan, 1, "x", 10)
  lu.assertNil((second:save(folder .. "/open.png")))
  second:close()
  lu.assertNil((second:save(folder .. "/open.gif")))
  lu.assertErrorMsgContains("not drawing", second.extent, second, "x", 10)
  lu.assertNil((draw.open(1e9, 10)))
  lu.assertNil((draw.open(nan, 10)))
  lu.assertError(second.line, second, { 1, 2 }, { 1 })
  lu.assertError(second.line, 4)
  first:free()
  second:free()
  second:free()
end

function TestAnswers.test_show_without_a_display()
  outside.skip_if(os.getenv "DISPLAY" and "there is a display")
  local fig, said, print_before = figure.lines("show", grid(), { x = "tp", y = "f_ser", by = "h" }), nil, print
  print = function(text) said = text end -- luacheck: ignore
  figure.show(fig)
  print = print_before -- luacheck: ignore
  lu.assertEquals(said, "no display: the figure is " .. folder .. "/show.png")
end

-- On a machine without any font there is a sentence, and not a picture full of boxes.
TestFonts = {}

-- U+2FE0 is not a character of any script.
function TestFonts:test_a_character_without_a_font_is_reported()
  local pen = draw.open(100, 100)
  pen:text(10, 50, "a β ≤ \226\191\160", 10)
  pen:text(10, 20, "\226\191\160 again, \255 and x\226\128\139y", 10)
  pen:extent("\226\191\161", 10) -- measured, not drawn
  lu.assertEquals(pen:lacking(), "\226\191\160 (U+2FE0)")
  pen:close()
  local script = folder .. "/lacking.lua"
  require("files").write(script, 'local tw = require "twocs"\n' ..
    'local t = tw.table{ names = { "x", "y" }, columns = { x = { 1, 2 }, y = { 1, 2 } } }\n' ..
    'require "twocs.figure".out = arg[1]\nfor _, title in ipairs{ "plain β", "odd \\226\\191\\160" } do\n' ..
    'tw.lines(title:match "^%a+", t, { x = "x", y = "y", title = title })\nend\n')
  local said, status = outside.output(table.concat({ outside.quoted(outside.twocs), outside.quoted(script),
    outside.quoted(folder) }, " "))
  lu.assertEquals(status, 0, said)
  lu.assertEquals(said, 'twocs: figure "odd": no installed font has \226\191\160 (U+2FE0), drawn as a box\n')
end

-- If a canvas ends inside a row of pixels, the rest of the row has the colour of paper.
function TestFonts:test_the_last_row_of_pixels_is_paper()
  local pen = draw.open(100.3, 100.3, 1, 2)
  pen:close()
  local colours = assert(pen:sample({ 50, 100.2, 100.2 }, { 0.05, 0.05, 50 }))
  for _, colour in ipairs(colours) do lu.assertEquals(colour, 0xffffff) end
end

function TestFonts:test_no_font()
  local place = folder .. "/no_font"
  os.execute("mkdir -p '" .. place .. "/empty'")
  local write = require("files").write
  write(place .. "/fonts.conf", '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>' .. place
    .. "/empty</dir><cachedir>" .. place .. "/cache</cachedir></fontconfig>")
  write(place .. "/draw.lua",
    'local tw = require "twocs"\nlocal t = tw.table{ names = { "a" }, columns = { a = { 1, 2 } } }\n'
    .. 'print(tw.lines("' .. place .. '/drawn", t, { x = "a", y = "a" }))\n')
  local function said(fonts)
    local pipe = io.popen(fonts .. " '" .. (os.getenv "TWOCS" or arg[-1]) .. "' '" .. place .. "/draw.lua' 2>&1")
    local text = pipe:read "*a"
    pipe:close()
    return text
  end
  lu.assertStrContains(said("FONTCONFIG_FILE='" .. place .. "/fonts.conf'"), "nil\tno usable font was found")
  lu.assertNil(io.open(place .. "/drawn.png"))
  lu.assertStrContains(said "", "drawn.png")
end

-- Labels, units and ticks agree: what an axis says, times what its ticks show, are the table's values.
TestUnits = {}

local function weights() return sheet({ "n", { 1, 2, 4 }, "1", "devices" }, { "mem", { 1e12, 2e12, 5e12 }, "byte",
  "memory" },
  { "t", { 0.05, 0.1, 0.3 }, "s", "time" }, { "big", { 1e7, 2e7, 3e7 }, "1", "edge" }, { "f_x", { 0.1, 0.2, 0.3 }, "1",
    "share" },
  { "y", { 1, 1, 1 }, "1", "y" }) end

-- The text of the y axis of a figure and its highest tick.
local function told_y(o)
  o.x = o.x or "n"
  local fig = figure.lines("units", weights(), o)
  local ticks, last = fig.spec.y.ticks(fig.spec.y, 5), nil
  for _, tick in ipairs(ticks) do if tick.text and (not last or tick.at > last.at) then last = tick end end
  return fig.spec.ylabel, last.text
end

function TestUnits:test_a_label_of_the_script()
  lu.assertEquals({ told_y{ y = "t" } }, { "Time (ms)", "300" })
  lu.assertEquals({ told_y{ y = "t", ylabel = "Time of a layer" } }, { "Time of a layer (ms)", "300" })
  lu.assertEquals({ told_y{ y = "t", ylabel = "Time (@)" } }, { "Time (ms)", "300" })
  lu.assertEquals({ told_y{ y = "t", ylabel = "Time (s)" } }, { "Time (s)", "0.30" })
  lu.assertEquals({ told_y{ y = "t", ylabel = "Time (us)" } }, { "Time (×10^{3} us)", "300" })
  lu.assertEquals({ told_y{ y = "t", ylabel = "Time (whole step)" } }, { "Time (whole step) (ms)", "300" })
  lu.assertEquals({ told_y{ y = "t", ylabel = "" } }, { "ms", "300" })
  lu.assertEquals({ told_y{ y = "mem", ylabel = "Memory (byte)" } }, { "Memory (×10^{12} byte)", "5" })
  lu.assertEquals({ told_y{ y = "mem", ylabel = "Memory (GB)" } }, { "Memory (GB)", "5000" })
  lu.assertEquals({ told_y{ y = "big", ylabel = "Edge" } }, { "Edge (×10^{6})", "30" })
  lu.assertEquals({ told_y{ y = "big", ylabel = "Batch (prompts)" } }, { "Batch (×10^{6} prompts)", "30" })
  lu.assertEquals({ told_y{ y = "f_x", ylabel = "Share" } }, { "Share", "30%" })
  lu.assertEquals({ told_y{ y = "t", ylabel = "Time (ms)", logy = true } }, { "Time (ms)", "200" })
  lu.assertEquals(told_y{ y = "t", ylabel = "Time", logy = true }, "Time (s)")
end

function TestUnits:test_the_other_axes_and_figures()
  local t = weights()
  local fig = figure.lines("units", t, { x = "t", y = "n", xlabel = "Time" })
  lu.assertEquals({ fig.spec.xlabel, fig.spec.x.at(0.3) > fig.spec.x.at(0.1) }, { "Time (ms)", true })
  fig = figure.lines("units", t, { x = "n", y = "y", by = "mem", legend = "Memory" })
  lu.assertEquals({ fig.spec.legend.header, fig.spec.legend.entries[3].text }, { "Memory (TB)", "5" })
  fig = figure.lines("units", t, { x = "n", y = "y", by = "mem", legend = "Memory (GB)" })
  lu.assertEquals({ fig.spec.legend.header, fig.spec.legend.entries[3].text }, { "Memory (GB)", "5000" })
  fig = figure.bars("units", t, { x = "mem", y = "t", ylabel = "Time", xlabel = "Memory" })
  lu.assertEquals({ fig.spec.xlabel, fig.spec.x.texts[3], fig.spec.ylabel }, { "Memory (TB)", "5", "Time (ms)" })
  fig = figure.stack("units", t, { x = "mem", y = { "t" }, ylabel = "Time", xlabel = "Memory" })
  lu.assertEquals({ fig.spec.xlabel, fig.spec.x.texts[3], fig.spec.ylabel }, { "Memory (TB)", "5", "Time (ms)" })
  fig = figure.heat("units", t, { x = "mem", y = "n", z = "t", xlabel = "Memory (byte)" })
  lu.assertEquals({ fig.spec.xlabel, fig.spec.x.texts[3] }, { "Memory (byte)", "5·10^{12}" })
  fig = figure.heat("units", t, { x = "n", y = "y", z = "mem", zlabel = "Memory (byte)" })
  lu.assertEquals(fig.spec.bar.text, "Memory (×10^{12} byte)")
  fig = figure.scatter("units", t, { x = "mem", y = "t", xlabel = "Memory", ylabel = "Time (s)" })
  lu.assertEquals({ fig.spec.xlabel, fig.spec.ylabel }, { "Memory (TB)", "Time (s)" })
end

function TestUnits:test_notes_of_a_table_are_below_the_figure()
  local t = table_of.new{ names = { "a" }, columns = { a = { 1, 2 } }, head = "from\nnote: experts_{x} are missing" }
  lu.assertEquals(figure.lines("units", t, { x = "a", y = "a" }).spec.note, "experts\\_{x} are missing")
  lu.assertEquals(figure.lines("units", t, { x = "a", y = "a", note = "Mine." }).spec.note,
    "Mine. experts\\_{x} are missing")
  lu.assertNil(figure.lines("units", weights(), { x = "n", y = "y" }).spec.note)
end

function TestUnits:test_one_axis_has_one_unit()
  local t = weights()
  for _, verb in ipairs{ "lines", "bars", "stack" } do
    lu.assertErrorMsgContains('"t" is in s and "mem" in byte: one axis has one unit', figure[verb], "units", t,
      { x = "n", y = { "t", "mem" } })
  end
  lu.assertErrorMsgContains("one axis has one unit", figure.lines, "units", t, { x = "n", y = "t", band = { "mem",
    "mem" } })
end

if not drawable then
  print("skipped: the figures are not built: " .. tostring(draw))
  os.exit(0)
end
local result = lu.LuaUnit.run()
os.execute("rm -rf '" .. folder .. "'")
os.exit(result == 0, true)
