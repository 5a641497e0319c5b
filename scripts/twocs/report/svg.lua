-- SPDX-License-Identifier: MIT
-- Pictures inside a page. Every id must be unique in the page, and most of an SVG is outlines of letters. Ids therefore get
-- the number of their picture, and each outline is defined once for all pictures.
local core = require "twocs.core"
local html = require "twocs.report.html"
local sentence = require "twocs.common.sentence"

local svg = {}
svg.__index = svg

--- The data that the pictures of one page share.
function svg.page() return setmetatable({ pictures = 0, glyphs = {}, count = 0 }, svg) end

-- Takes the outlines out of a picture and returns those that the page does not have yet. ours: from the picture's name of
-- an outline to the page's name.
local function glyphs_taken(self, text, ours)
  local fresh = {}
  local rest = text:gsub('<(%a+)([^>]-) id="(glyph[%d%-]+)"([^>]*)>(.-)</%1>\n?', function(tag, before, id, after, body)
    local key = core.format("%s%s%s|%s", tag, before, after, body)
    if not self.glyphs[key] then
      self.count = self.count + 1
      self.glyphs[key] = core.format("g%d", self.count)
      fresh[#fresh + 1] = core.format('<%s%s id="%s"%s>%s</%s>', tag, before, self.glyphs[key], after, body, tag)
    end
    ours[id] = self.glyphs[key]
    return ""
  end)
  return rest, fresh
end

--- The picture of an SVG file as HTML with a description; nil if the text is not an SVG.
function svg:picture(text, described)
  local inside = text:match("<svg[^>]*>(.*)</svg>")
  local width, height = text:match('<svg[^>]- viewBox="0 0 ([%d.]+) ([%d.]+)"')
  if not inside or not width then return nil end
  self.pictures = self.pictures + 1
  local ours, number = {}, self.pictures
  local rest, fresh = glyphs_taken(self, inside, ours)
  local function name(id) return ours[id] or core.format("p%d-%s", number, id) end
  rest = rest:gsub(' id="([^"]*)"', function(id) return core.format(' id="%s"', name(id)) end)
    :gsub('href="#([^"]*)"', function(id) return core.format('href="#%s"', name(id)) end)
    :gsub("url%(#([^)]*)%)", function(id) return core.format("url(#%s)", name(id)) end)
  local defined = #fresh > 0 and core.format("<defs>%s</defs>", table.concat(fresh)) or ""
  return core.format('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    .. 'viewBox="0 0 %s %s" role="img" aria-label="%s">%s%s</svg>', width, height, html.text(described), defined, rest)
end

local function content(path)
  local file = io.open(path, "rb")
  local text = file and file:read("*a")
  if file then file:close() end
  return text
end

-- The path of a file relative to the page's folder.
local function from(folder, path) return path:sub(1, #folder + 1) == folder .. "/" and path:sub(#folder + 2) or path end

-- Links to the data files of a figure, whose names are separated by ";".
local function links_to(figure, folder)
  local links = {}
  for path in figure.csv:gmatch("[^;]+") do
    links[#links + 1] = html.element("a", { href = from(folder, path) }, html.text(core.format("data of %s",
      path:match("([^/]*)%.csv$") or figure.name)))
  end
  return table.concat(links, ", ")
end

local function title_of(figure) return figure.title ~= "" and figure.title or figure.name end

-- A picture with its caption and links to its data.
local function framed(figure, folder, picture)
  local title = title_of(figure)
  local caption, stop = { html.element("strong", nil, html.raised(title)) }, sentence.ended(title):sub(#title + 1)
  for _, more in ipairs{ figure.subtitle, figure.note } do
    if more ~= "" then
      caption[#caption + 1] = html.raised(core.format("%s %s", stop, sentence.after(more)))
      stop = ""
    end
  end
  return html.element("figure", nil, html.element("div", { class = "picture" }, picture),
    html.element("figcaption", nil, table.concat(caption), " ", links_to(figure, folder)))
end

--- figure: { name =, title =, subtitle =, note =, svg =, csv = }; its picture becomes a part of the page. folder: of the
--- page.
function svg:figure(figure, folder)
  local text = content(figure.svg)
  return framed(figure, folder, text and self:picture(text, title_of(figure))
    or html.text(core.format("%s: no picture", figure.svg)))
end

--- The same with the picture in its own file, which a browser loads when it becomes visible: a PNG, which is fast to draw,
--- with a link to the SVG.
function svg.linked(figure, folder)
  local width, height = (content(figure.svg) or ""):sub(1, 1000):match('<svg[^>]- viewBox="0 0 ([%d.]+) ([%d.]+)"')
  if not width then return framed(figure, folder, html.text(core.format("%s: no picture", figure.svg))) end
  local title = title_of(figure):gsub("%^{([^}]*)}", "^%1")
  local picture = html.element("img", { src = (from(folder, figure.svg):gsub("%.svg$", ".png")), alt = title,
    loading = "lazy", width = width, height = height }):gsub("</img>$", "")
  return framed(figure, folder, html.element("a", { href = from(folder, figure.svg) }, picture))
end

return svg
