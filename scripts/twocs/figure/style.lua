-- SPDX-License-Identifier: MIT
-- The look of figures: sizes in points, colours as 0xRRGGBB. A canvas is 380 points wide; in a column of 3.3 inches its
-- smallest text, of 9.6 points, is still 6 points high (figure_studies_test.lua).

local style = {
  width = 380, height = 236,
  label = 11.5, tick = 10.5, title = 12, subtitle = 9.6, legend = 10.5, value = 9.6, note = 9.6,
  ink = 0x1a1a1a, quiet = 0x666666, grid = 0xe4e4e4, paper = 0xffffff, rule = 0x9a9a9a, missing = 0xececec,
  marked = 0x1747d1,
  line = 1.4, spine = 0.9, marker = 3.1,
  -- Okabe and Ito (2008), "Color universal design": distinct to all common kinds of colour vision. Their
  -- yellow is too faint for a line on white.
  series = { 0x0072b2, 0xe69f00, 0x009e73, 0xd55e00, 0xcc79a7, 0x56b4e9, 0x4d4d4d },
  parts = { 0x56b4e9, 0xd55e00, 0xdedede, 0x009e73, 0xe69f00, 0xcc79a7, 0x0072b2, 0x4d4d4d },
  -- The meaning of a colour in every figure, and its hatching (markers.lua), which keeps the meaning in grey print. This is
  -- the only definition.
  meaning = {
    compute = { 0xdedede, 1 }, overlapped = { 0x56b4e9, 2 }, interference = { 0xcc79a7, 3 }, serialized = { 0xd55e00, 4 },
    exposed = { 0xe69f00, 5 }, idle = { 0xf0f0f0, 1 }, bubble = { 0xb3b3b3, 3 },
  },
  -- Even steps of lightness from dark blue to yellow, after the viridis map of van der Walt and Smith (2015).
  ramp = { 0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725 },
}

--- The additional height of a text with an exponent.
function style.raised(text) return text:find("^{", 1, true) and 3.5 or 0 end

local function channels(colour)
  local blue = colour % 256
  local green = (colour - blue) / 256 % 256
  return (colour - blue - 256 * green) / 65536, green, blue
end

-- The colour at share t of the ramp, in 256 steps, so that neighbours of one step can be drawn as one.
function style.at(t)
  local steps = #style.ramp - 1
  local place = math.floor(math.max(0, math.min(1, t)) * 255 + 0.5) / 255 * steps
  local low = math.min(math.floor(place), steps - 1)
  local r1, g1, b1 = channels(style.ramp[low + 1])
  local r2, g2, b2 = channels(style.ramp[low + 2])
  local function mix(a, b) return math.floor(a + (b - a) * (place - low) + 0.5) end
  return mix(r1, r2) * 65536 + mix(g1, g2) * 256 + mix(b1, b2)
end

-- White or ink, whichever contrasts more with a colour (relative luminance of WCAG 2, its threshold of equal
-- contrast).
function style.on(colour)
  local function linear(c)
    c = c / 255
    return c <= 0.04045 and c / 12.92 or math.exp(2.4 * math.log((c + 0.055) / 1.055))
  end
  local r, g, b = channels(colour)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.23 and style.ink or style.paper
end

-- A colour in which text is readable on paper: the colour itself, or a darker one.
function style.darker(colour)
  local r, g, b = channels(colour)
  local light = (0.299 * r + 0.587 * g + 0.114 * b) / 255
  local share = light > 0.5 and 0.5 / light or 1
  local function less(c) return math.floor(c * share + 0.5) end
  return less(r) * 65536 + less(g) * 256 + less(b)
end

-- The colour of series i of n: from the palette if it has enough colours, else even steps of the ramp without its palest
-- end.
function style.of(i, n)
  if n <= #style.series then return style.series[i] end
  return style.at(0.92 * (i - 1) / (n - 1))
end

return style
