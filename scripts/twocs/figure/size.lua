-- SPDX-License-Identifier: MIT
-- Sizes of figures in points, and the styles. A style sets the size of type, and so the number of drawing units on the
-- canvas (a label is 11.5 units high, style.lua). One drawing serves all styles; only its scale on paper differs.

local style = require "twocs.figure.style"
local size = {}

local units = { pt = 1, ["in"] = 72, inch = 72, mm = 72 / 25.4, cm = 720 / 25.4 }

--- "3.3 in" in points; nil where it is not a size.
function size.points(text)
  local number, unit = text:match("^%s*([%d.]+)%s*(%a+)%s*$")
  local factor = unit and units[unit]
  return factor and tonumber(number) and tonumber(number) * factor or nil
end

-- label: type size of a label, in points. width, wide: width of a canvas, and of one with three or more panels side by
-- side, in points. dots: pixels of the PNG per point.
local styles = {
  screen = { label = style.label, dots = 2 },
  paper = { label = 8, width = 3.3 * 72, wide = 7 * 72, dots = 4, bare = true },
  slide = { label = 18, width = 720, wide = 720, dots = 2 },
}

-- The usual width of a grid of panels on a screen, by its columns: two are readable in a column of a paper.
local usual = { style.width, style.width, 620, 780 }

--- The settings of a figure: zoom (points on paper per unit of the drawing), width and height in those units (height may be
--- nil), dots, and bare (title and subtitle go to the caption).
function size.of(o, columns, default)
  local set = styles[o.style or default or "screen"]
  local zoom = set.label / style.label
  local function own(v) return v and (type(v) == "string" and size.points(v) or v) / zoom or nil end
  local width = columns >= 3 and set.wide or set.width
  return { zoom = zoom, dots = set.dots, bare = set.bare,
    width = own(o.width) or width and width / zoom or usual[math.min(columns, #usual)], height = own(o.height) }
end

return size
