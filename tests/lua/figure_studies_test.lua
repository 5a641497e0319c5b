-- SPDX-License-Identifier: MIT
-- Every figure of the studies as printed in a paper, 3.3 inches wide and without a title, and as shown on a screen: no text
-- is clipped, overlaps another, or is smaller than 6 points in a column of 3.3 inches; each has a title with a statement,
-- in paper the caption; its data are next to it; and series are distinct in grey print and for people with colour
-- blindness.
local twocs = require "twocs"
local lu = require "luaunit"
local core = require "twocs.core"
local drawn = require "drawn"
local outside = require "outside"
local figure = drawn.can and require "twocs.figure"
local study = drawn.can and require "twocs.study"

local folder = os.tmpname()
os.remove(folder)
local root = (arg[0]:match("^(.*)/tests/lua/[^/]*$") or ".") .. "/scripts/studies/"
local least = 6 -- points, of the smallest type in print

-- The figures of a paper's studies in both styles: each study runs once, and draws each figure twice.
local function figures_of(paper)
  local made = { paper = {}, screen = {} }
  study.findings, study.files = {}, {}
  local kinds = { "panels" }
  for i, kind in ipairs(require("twocs.figure.options").kinds) do kinds[i + 1] = kind end
  local before = {}
  for _, kind in ipairs(kinds) do
    before[kind] = study[kind]
    study[kind] = function(...)
      local fig
      for _, style in ipairs{ "paper", "screen" } do
        study.folder, figure.style = core.format("%s/%s_%s", folder, paper, style), style
        fig = before[kind](...)
        table.insert(made[style], fig)
      end
      return fig
    end
  end
  local stderr = io.stderr
  for _, name in ipairs(assert(core.files(root .. paper))) do
    if name:match("%.lua$") then
      for module in pairs(package.loaded) do
        if module:match("^studies%.") then package.loaded[module] = nil end
      end
      local own, print_before = arg[0], print
      arg[0], print = root .. paper .. "/" .. name, function() end -- luacheck: ignore
      assert(loadfile(arg[0]))()
      arg[0], print = own, print_before -- luacheck: ignore
    end
  end
  io.stderr = stderr
  for _, kind in ipairs(kinds) do study[kind] = before[kind] end
  figure.style = nil
  return made.paper, made.screen
end

-- Colours of lines and points as seen by a person who lacks one kind of cone, in linear light: the matrices of Viénot,
-- Brettel and Mollon (1999), "Digital video colourmaps for checking the legibility of displays by dichromats", for red and
-- green.
local dichromats = {
  { { 0.11238, 0.88762, 0 }, { 0.11238, 0.88762, 0 }, { 0.00401, -0.00401, 1 } },
  { { 0.29275, 0.70725, 0 }, { 0.29275, 0.70725, 0 }, { -0.02234, 0.02234, 1 } },
}
local function channels(colour)
  local b = colour % 256
  local g = (colour - b) / 256 % 256
  return { (colour - b - 256 * g) / 65536, g, b }
end
local function seen(colour, matrix)
  local c, out = channels(colour), {}
  for i = 1, 3 do c[i] = twocs.pow(c[i] / 255, 2.2) end
  for i = 1, 3 do
    local v = 0
    for k = 1, 3 do v = v + matrix[i][k] * c[k] end
    out[i] = 255 * twocs.pow(math.max(0, math.min(1, v)), 1 / 2.2)
  end
  return out
end
local function distance(a, b)
  local sum = 0
  for i = 1, 3 do sum = sum + (a[i] - b[i]) * (a[i] - b[i]) end
  return math.sqrt(sum)
end

-- Differences of two keys of a legend other than colour: the marker's form, dashes, hatching.
local function otherwise_apart(a, b)
  return a.form ~= b.form or (a.dash or 0) ~= (b.dash or 0) or a.hatch ~= b.hatch or a.box ~= b.box or a.line ~= b.line
    or a.hollow ~= b.hollow or a.marked ~= b.marked or a.alpha ~= b.alpha or a.width ~= b.width or a.upright ~= b.upright
end

local function colour_faults(fig)
  local out, entries = {}, fig.spec.legend and fig.spec.legend.entries or {}
  for i, a in ipairs(entries) do
    for k = 1, i - 1 do
      local b = entries[k]
      if not otherwise_apart(a, b) then
        for _, matrix in ipairs(dichromats) do
          if distance(seen(a.colour, matrix), seen(b.colour, matrix)) < 20 then
            out[#out + 1] = core.format("%s: %s is like %s", fig.name, a.text, b.text)
          end
        end
      end
    end
  end
  return out
end

local function readable(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

local function check(paper)
  outside.faster_only()
  local faults = {}
  local function fail(...) faults[#faults + 1] = core.format(...) end
  local function add(list) for _, text in ipairs(list) do faults[#faults + 1] = text end end
  local in_paper, on_screen = figures_of(paper)
  lu.assertTrue(#in_paper > 10)
  lu.assertEquals(#in_paper, #on_screen)
  for i, fig in ipairs(in_paper) do
    add(drawn.faults(fig, least))
    add(drawn.faults(on_screen[i], least))
    if math.abs(fig.width * fig.zoom - 3.3 * 72) > 0.5 then fail("%s: not 3.3 inches wide", fig.name) end
    add(colour_faults(fig))
    if fig.spec.title then fail("%s: a title in print", fig.name) end
    if not (fig.title and #fig.title > 20) then fail("%s: its title is no finding", fig.name) end
    if fig.caption:sub(1, #fig.title) ~= fig.title then fail("%s: its caption begins otherwise", fig.name) end
    for _, path in ipairs(fig.csvs) do if not readable(path) then fail("%s: no data", fig.name) end end
    for _, panel in ipairs(fig.box.panels) do
      local share = (panel.right - panel.left) * #fig.box.panels / fig.box.grid.rows / fig.width
      if share < 0.45 then fail("%s: the axes have %.0f %% of the width", fig.name, 100 * share) end
    end
  end
  lu.assertEquals(faults, {})
end

TestStudiesInPrint = {}

function TestStudiesInPrint:test_pati23() check "pati23" end
function TestStudiesInPrint:test_fernandez24() check "fernandez24" end
function TestStudiesInPrint:test_erdil24() check "erdil24" end
function TestStudiesInPrint:test_beyond() check "beyond" end

if not drawn.can then
  print("skipped: the figures are not built: " .. drawn.why)
  os.exit(0)
end
local result = lu.LuaUnit.run()
os.execute("rm -rf '" .. folder .. "'")
os.exit(result == 0, true)
