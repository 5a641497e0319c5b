-- SPDX-License-Identifier: MIT
-- Figures: one call draws a table and writes name.csv, .png (at twice the size), .svg and .pdf; the CSV holds
-- the very columns that are drawn. A mistake in the options is raised with the script's file and line; an
-- unwritable folder or a full disk returns nil, text, code.

local mistake = require "twocs.mistake"
local options = require "twocs.figure.options"
local layout = require "twocs.figure.layout"
local style = require "twocs.figure.style"
local series = require "twocs.figure.series"
local draw = require "twocs_draw"

local figure = { out = "out" }

-- Which options name columns, in the order in which the CSV has them.
local columns_of = { "group", "x", "by", "y", "z", "band", "hollow", "label" }

local function used_columns(o)
  local used, seen = {}, {}
  local function use(name)
    if not seen[name] then used[#used + 1], seen[name] = name, true end
  end
  for _, key in ipairs(columns_of) do
    if o[key] then for _, name in ipairs(series.list(o[key])) do use(name) end end
  end
  for _, mark in ipairs(o.mark or {}) do
    for _, key in ipairs(options.keys(mark)) do use(key) end
  end
  return used
end

-- A name with a leading / or . is a path of its own; any other is inside figure.out.
local function stem_of(name)
  if name:match("^[/.]") then return name end
  return figure.out .. "/" .. name
end

local object = {}
object.__index = object
function object.__tostring(self) return self.png end

local function paint(self, pen)
  layout.draw(pen, self.spec, self.box)
  return pen
end

-- The canvas' height depends on texts that only an open pen can measure, so a pen of the usual height plans,
-- and if the plan says otherwise a second one draws.
local function drawn(spec)
  local pen, text, code = draw.open(spec.width or style.width, spec.height or style.height)
  if not pen then return nil, text, code end
  local box = layout.plan(pen, spec)
  if math.abs(box.height - (spec.height or style.height)) > 1e-9 then
    pen, text, code = draw.open(box.width, box.height)
    if not pen then return nil, text, code end
  end
  return pen, box
end

local function save(fig, pen, t, columns)
  local folder = fig.png:match("^(.*)/[^/]*$")
  if folder and folder ~= "" then
    local made, text, code = draw.folder(folder)
    if not made then return nil, text, code end
  end
  local kept, text, code = t:select(columns):csv(fig.csv)
  if not kept then return nil, text, code end
  for _, path in ipairs{ fig.png, fig.svg, fig.pdf } do
    local saved, why, number = pen:save(path)
    if not saved then return nil, why, number end
  end
  return fig
end

local function compose(verb, name, t, o)
  if type(name) ~= "string" or name == "" or name:find("/$") or name:find("%c") then
    mistake.raise('%s: the first argument is the figure\'s name, such as "fig10a", not %s', verb, mistake.show(name))
  end
  if type(t) ~= "table" or not t.names then
    mistake.raise("%s: the second argument is a table, as sweep and read make them, not %s", verb, mistake.show(t))
  end
  options.check(verb, o)
  local spec = require("twocs.figure." .. verb)(t, o)
  spec.title, spec.subtitle, spec.note = o.title, o.subtitle, o.note
  spec.width, spec.height = o.width, o.height
  local pen, box, code = drawn(spec)
  if not pen then return nil, box, code end
  local stem = stem_of(name)
  local fig = setmetatable({ name = name, png = stem .. ".png", svg = stem .. ".svg", pdf = stem .. ".pdf",
    csv = stem .. ".csv", width = box.width, height = box.height, spec = spec, box = box }, object)
  paint(fig, pen):close()
  return save(fig, pen, t, used_columns(o))
end

for _, verb in ipairs{ "lines", "stack", "bars", "heat", "scatter" } do
  figure[verb] = function(name, t, o) return compose(verb, name, t, o) end
end

-- Opens a window with the figure and returns when its reader closes it; without a display it says where the
-- PNG is.
function figure.show(fig)
  if type(fig) ~= "table" or getmetatable(fig) ~= object then
    mistake.raise("show: expected a figure, as lines and stack make them, not %s", mistake.show(fig))
  end
  local pen = draw.window(fig.width, fig.height)
  if pen then
    paint(fig, pen):close(figure.wait ~= false)
    return fig
  end
  print("no display: the figure is " .. fig.png)
  return fig
end

return figure
