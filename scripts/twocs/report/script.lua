-- SPDX-License-Identifier: MIT
-- report{ title = "...", "text", table, figure, ... }: a page of a script, out/report.html unless `name` sets another name.
-- The type of an item decides its form: "# text" is a heading, a text of several lines (as from tw.explain) is shown
-- unchanged, consecutive figures are side by side.
local core = require "twocs.core"
local case = require "twocs.ask.case"
local cells_of = require "twocs.table.cells"
local opened = require "twocs.common.opened"
local html = require "twocs.report.html"
local mistake = require "twocs.common.mistake"
local remarks = require "twocs.table.remarks"
local svg = require "twocs.report.svg"
local tables = require "twocs.table"

-- refresh: seconds after which a browser reloads the page, set by twocs watch; written: the pages of this run.
local script = { refresh = nil, written = {} }

local most_rows = 200
local made_by = "Made by %s with twocs %s, %s"
local file_exists = 17 -- EEXIST

--- A table as HTML.
function script.table(t)
  local heads, columns, rows = {}, {}, {}
  for k, name in ipairs(t:names()) do
    local unit
    columns[k], unit = cells_of(t, name, math.min(t.n, most_rows))
    heads[k] = unit ~= "" and core.format("%s [%s]", name, unit) or name
  end
  for i = 1, math.min(t.n, most_rows) do
    rows[i] = {}
    for k, cells in ipairs(columns) do rows[i][k] = cells[i] end
  end
  local below = remarks(t)
  if t.n > most_rows then table.insert(below, 1, core.format("%d more rows", t.n - most_rows)) end
  local parts = { html.grid(heads, rows) }
  for _, line in ipairs(below) do parts[#parts + 1] = html.plain("p", line, { class = "small" }) end
  return table.concat(parts, "\n")
end

local function is_figure(item)
  return type(item) == "table" and type(item.svg) == "string" and type(item.csv) == "string"
end

local function figure_of(item)
  local function text(value) return type(value) == "string" and value or "" end
  return { name = item.name, title = text(item.title), subtitle = text(item.subtitle), note = text(item.note),
    svg = item.svg, csv = table.concat(type(item.csvs) == "table" and item.csvs or { item.csv }, ";") }
end

local function text_part(text)
  if text:find("^# ") then return html.plain("h2", text:sub(3)) end
  return html.plain(text:find("\n", 1, true) and "pre" or "p", text)
end

local function part_of(item, place)
  if type(item) == "string" then return text_part(item) end
  if tables.is(item) then return script.table(item) end
  local meta = getmetatable(item)
  if core.kind(item) or type(meta) == "table" and rawget(meta, "__tostring") then
    return html.plain("pre", tostring(item))
  end
  mistake.raise("report: item %d is %s, expected a text, a table or a figure", place, mistake.show(item))
end

local function parts_of(given, folder)
  local pictures, parts, row = svg.page(), { html.plain("h1", given.title) }, {}
  local function figures_end()
    if #row > 0 then parts[#parts + 1] = html.element("div", { class = "figures" }, table.concat(row, "\n")) end
    row = {}
  end
  for place = 1, #given do
    local item = given[place]
    if not tables.is(item) and is_figure(item) then
      row[#row + 1] = pictures:figure(figure_of(item), folder)
    else
      figures_end()
      parts[#parts + 1] = part_of(item, place)
    end
  end
  figures_end()
  parts[#parts + 1] = html.plain("p", core.format(made_by, case.script(),
    core.version, os.date("!%Y-%m-%d %H:%M:%S UTC")), { class = "small" })
  return parts
end

local function check(given)
  if type(given) ~= "table" or type(given.title) ~= "string" then
    mistake.raise('report: expected { title = "...", and texts, tables and figures in their order }')
  end
  for key in pairs(given) do
    if type(key) ~= "number" and key ~= "title" and key ~= "name" then
      mistake.raise('report: unknown key "%s"; known: name, title', mistake.word(key))
    end
  end
  if given.name ~= nil and (type(given.name) ~= "string" or given.name == "" or given.name:find("[%c]")) then
    mistake.raise('report: name = %s: expected a name such as "report"', mistake.show(given.name))
  end
end

-- The script that wrote the existing page: its name, false if the page does not state one, nil if there is no page.
local function maker_of(path)
  local file = opened.open(path)
  if not file then return nil end
  local text = file:read "*a" or ""
  file:close()
  return text:match(made_by:gsub("%%s", "(.-)", 1):gsub("%%s.*", "")) or false
end

-- The reason why a page is not replaced: it belongs to another script, or this run has already written it.
local function taken(path)
  local maker, own = maker_of(path), case.script()
  if maker == nil or maker == html.text(own) and not script.written[path] then return nil end
  return core.format('%s: %s; tw.report{ name = "another", ... } writes another page', path, script.written[path]
    and "this script has written it before" or maker and core.format("the page there was written by %s", maker)
    or "the page there was not written by a script")
end

--- report{ ... }: the path of the page, or nil, sentence, code.
function script.report(given)
  check(given)
  local name = given.name or "report"
  local path = core.format(name:find("^[/.]") and "%s.html" or "out/%s.html", name)
  local folder = path:match("^(.*)/[^/]*$") or "."
  local parts = parts_of(given, folder)
  local made, sentence, code = core.folder(folder)
  if not made then return nil, sentence, code end
  local why = not script.refresh and taken(path) -- a watched page is written again and again
  if why then return nil, why, file_exists end
  script.written[path] = not script.refresh and case.script() ~= "prompt" or nil
  return require("twocs.table.export").pieces(path, function(put) html.page(given.title, parts, put, script.refresh) end)
end

return script
