-- SPDX-License-Identifier: MIT
-- Figures: that every kind is drawn and saved whole, that texts stay on the canvas and clear of each other,
-- that nothing a script hands over ends the process, and that a mistake is answered with one sentence.
local lu = require "luaunit"
local drawable, draw = pcall(require, "twocs_draw")
local figure = drawable and require "twocs.figure"
local table_of = require "twocs.table"

local nan, infinity = 0 / 0, 1 / 0
local folder = os.tmpname()
os.remove(folder)
if figure then figure.out = folder end

-- {name, values, unit, meaning} for each column.
local function sheet(...)
  local from = { names = {}, columns = {}, units = {}, meanings = {}, head = "figure_test" }
  for i, column in ipairs{ ... } do
    local name = column[1]
    from.names[i], from.columns[name], from.units[name], from.meanings[name] =
      name, column[2], column[3] or "1", column[4] or ""
  end
  return table_of.new(from)
end

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

local function bytes(path)
  local file = assert(io.open(path, "rb"))
  local all = file:read("*a")
  file:close()
  return all
end

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

-- Draws again with a pen that notes every text as left, bottom, right, top; slanted texts are left out.
local function texts_of(fig)
  local pen, found = draw.open(fig.width, fig.height), {}
  local noting = setmetatable({}, { __index = function(_, method)
    return function(_, ...) return pen[method](pen, ...) end
  end })
  function noting:text(x, y, text, size, colour, align, angle)
    local wide, tall = pen:extent(text, size), size * 0.72
    if not angle or angle == 0 then
      found[#found + 1] = { x - align * wide, y - tall / 2, x + (1 - align) * wide, y + tall / 2, text }
    elseif angle == 90 then
      found[#found + 1] = { x - tall / 2, y - align * wide, x + tall / 2, y + (1 - align) * wide, text }
    end
    return self, colour
  end
  require("twocs.figure.layout").draw(noting, fig.spec, fig.box)
  pen:close()
  return found
end

local function clear_of_each_other(fig)
  local found = texts_of(fig)
  for i, a in ipairs(found) do
    lu.assertTrue(a[1] >= 0 and a[2] >= 0 and a[3] <= fig.width and a[4] <= fig.height, fig.name .. ": outside: " .. a[5])
    for k = 1, i - 1 do
      local b = found[k]
      local apart = a[1] >= b[3] or b[1] >= a[3] or a[2] >= b[4] or b[2] >= a[4]
      lu.assertTrue(apart, fig.name .. ": " .. a[5] .. " on " .. b[5])
    end
  end
  return found
end

local function says(sentence, call)
  local done, message = pcall(call)
  lu.assertFalse(done)
  lu.assertStrContains(message, "figure_test.lua:")
  lu.assertEquals((message:gsub("^.-figure_test.lua:%d+: ", "")), sentence)
end

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
  lu.assertTrue(fig.box.right + fig.box.legend.width < fig.width)
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
  says("lines: rows 1 and 8 share tp = 4 in one line: give by = the column that tells them apart",
    function() figure.lines("m", t, { x = "tp", y = "f_ser" }) end)
  says("lines: mark {h = 4096, tp = 17} matches no row of the table",
    function() figure.lines("m", t, { x = "tp", y = "f_ser", by = "h", mark = { { tp = 17, h = 4096 } } }) end)
  says('stack: y = "model": the column holds texts, numbers are needed',
    function() figure.stack("m", parts(), { x = "scale", y = "model" }) end)
  says("stack: share = true needs parts of at least 0, but y is −1 in row 2",
    function() figure.stack("m", sheet({ "x", { 1, 2 } }, { "y", { 1, -1 } }), { x = "x", y = "y", share = true }) end)
  says("heat: rows 1 and 2 are both at h = 1, tp = 2: select rows first",
    function() figure.heat("m", sheet({ "h", { 1, 1 } }, { "tp", { 2, 2 } }, { "z", { 3, 4 } }),
      { x = "h", y = "tp", z = "z" }) end)
  says("lines: width = 1e+300: expected 120 to 1500 points",
    function() figure.lines("m", t, { x = "tp", y = "f_ser", width = 1e300 }) end)
  says('lines: the first argument is the figure\'s name, such as "fig10a", not nil',
    function() figure.lines(nil, t, {}) end)
  says("lines: the second argument is a table, as sweep and read make them, not 4", function() figure.lines("m", 4, {}) end)
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
end

function TestAnswers.test_show_without_a_display()
  if os.getenv("DISPLAY") then return lu.skip("there is a display") end
  local fig, said, print_before = figure.lines("show", grid(), { x = "tp", y = "f_ser", by = "h" }), nil, print
  print = function(text) said = text end -- luacheck: ignore
  figure.show(fig)
  print = print_before -- luacheck: ignore
  lu.assertEquals(said, "no display: the figure is " .. folder .. "/show.png")
end

if not drawable then
  print("skipped: the figures are not built: " .. tostring(draw))
  os.exit(0)
end
local result = lu.LuaUnit.run()
os.execute("rm -rf '" .. folder .. "'")
os.exit(result == 0, true) -- closes the state, so that a leak checker sees only leaks
