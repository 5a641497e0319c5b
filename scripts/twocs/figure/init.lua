-- SPDX-License-Identifier: MIT
-- Figures: one call draws a table and writes name.csv, .png, .svg and .pdf (in a browser only .svg: draw.forms). The CSV
-- contains exactly the columns that are drawn. A mistake in the options is raised with the script's file and line; an
-- unwritable folder or a full disk is reported on stderr and returns nil, text, code. figure.out is the folder,
-- figure.style the default style.

local check = require "twocs.figure.check"
local data = require "twocs.figure.data"
local export = require "twocs.table.export"
local layout = require "twocs.figure.layout"
local mistake = require "twocs.common.mistake"
local options = require "twocs.figure.options"
local panels = require "twocs.figure.panels"
local say = require "twocs.common.say"
local sentence = require "twocs.common.sentence"
local series = require "twocs.figure.series"
local size = require "twocs.figure.size"
local style = require "twocs.figure.style"
local draw = require "twocs_draw"
local ordered = require "twocs.common.ordered"

local figure = { out = "out" }

-- The options that name columns, in the order of the columns in the CSV.
local columns_of = { "panels", "group", "x", "to", "by", "y", "y2", "z", "lane", "band", "hollow", "label", "marked" }

local function used_columns(t, o)
  local used, seen = {}, {}
  local function use(name)
    if not seen[name] and t:has(name) then used[#used + 1], seen[name] = name, true end
  end
  for _, key in ipairs(columns_of) do
    if o[key] then for _, name in ipairs(series.list(o[key])) do use(name) end end
  end
  local marks = o.mark or {}
  for _, mark in ipairs(#marks > 0 and marks or { marks }) do
    for _, key in ipairs(ordered.words(mark)) do use(key) end
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
function object.__tostring(self) return self[draw.forms[1]] end

local function paint(self, pen)
  layout.draw(pen, self.spec, self.box)
  return pen
end

-- Opens a pen for `use`, and frees it in any case, because the garbage collector does not count the memory of cairo.
local function lend(width, height, set, use)
  local pen, text, code = draw.open(width, height, set.zoom, set.dots)
  if not pen then return nil, text, code end
  local fine, first, second, third = pcall(use, pen)
  pen:free()
  if not fine then error(first, 0) end
  if first then return first end
  return first, second, third
end

-- The canvas' height depends on texts that only an open pen can measure: a first pen plans, a second one draws.
local function drawn(spec, set, use)
  local function plan(pen) return layout.plan(pen, spec) end
  local box, text, code = lend(spec.width, spec.height or style.height, set, plan)
  if not box then return nil, text, code end
  return lend(spec.width, box.height, set, function(pen) return use(pen, box) end)
end

-- The caption of a figure in a paper: title, subtitle, note.
local function caption_of(o, note)
  local parts = {}
  for _, text in ipairs{ o.title or "", o.subtitle or "", note or "" } do
    if text ~= "" then parts[#parts + 1] = #parts == 0 and sentence.ended(text) or sentence.after(text) end
  end
  return table.concat(parts, " ")
end

local function write_text(path, text)
  local core = require "twocs.core"
  return core.write(path, text)
end

local function save(fig, pen, tables)
  local folder = tostring(fig):match("^(.*)/[^/]*$")
  if folder and folder ~= "" then
    local made, text, code = draw.folder(folder)
    if not made then return nil, text, code end
  end
  for _, each in ipairs(tables) do
    local kept, text, code = export.run("csv", each.t:select(each.columns), each.path)
    if not kept then return nil, text, code end
  end
  for _, form in ipairs(draw.forms) do
    local saved, why, number = pen:save(fig[form])
    if not saved then return nil, why, number end
  end
  if fig.txt then
    local kept, text, code = write_text(fig.txt, sentence.unmarked(fig.caption) .. "\n")
    if not kept then return nil, text, code end
  end
  return fig
end

-- The note of the script, then the notes in the heads of the tables, which must accompany every result.
local function note_of(tables, own)
  local parts, seen = { own }, {}
  for _, each in ipairs(tables) do
    for text in (each.t.head or ""):gmatch("\nnote: ([^\n]*)") do
      if not seen[text] then parts[#parts + 1], seen[text] = data.plain(text), true end
    end
  end
  return #parts > 0 and table.concat(parts, " ") or nil
end

local function check_name(verb, name)
  if type(name) ~= "string" or name == "" or name:find("/$") or name:find("%c") then
    mistake.raise('%s: the first argument is the figure\'s name, such as "fig10a", not %s', verb, mistake.show(name))
  end
  local bare = name:match "^(.*)%.[pP][nN][gG]$" or name:match "^(.*)%.[sS][vV][gG]$" or name:match "^(.*)%.[pP][dD][fF]$"
  if bare then mistake.raise('%s: write the name without ending, "%s": PNG, SVG and PDF are written', verb, bare) end
end

local function check_table(verb, t, place)
  if type(t) ~= "table" or not t.names then
    mistake.raise("%s: the %s must be a table, such as sweep returns, not %s", verb, place, mistake.show(t))
  end
end

-- Reports characters that no font has: a box with a number replaces them.
local function tell_lacking(name, pen)
  local lacking = pen:lacking()
  if lacking == "" then return end
  io.stderr:write(data.format('twocs: figure "%s": no installed font has %s, drawn as a box\n', name,
    lacking))
end

-- From a spec to files. tables: { t =, columns =, path = } of the CSVs.
local function finish(name, spec, o, tables)
  local set = size.of(o, spec.columns or 1, figure.style)
  local note = note_of(tables, o.note)
  local caption = caption_of(o, note)
  if not set.bare then spec.title, spec.subtitle, spec.note = o.title, o.subtitle, note end
  spec.width, spec.height = set.width, set.height
  local stem = stem_of(name)
  local fig, why, number = drawn(spec, set, function(pen, box)
    local fig = setmetatable({ name = name, csv = tables[1].path, csvs = {}, txt = set.bare and stem .. ".txt" or nil,
      width = box.width, height = box.height, zoom = set.zoom, title = o.title, subtitle = o.subtitle, note = note,
      caption = caption, spec = spec, box = box }, object)
    for _, form in ipairs(draw.forms) do fig[form] = data.format("%s.%s", stem, form) end
    for i, each in ipairs(tables) do fig.csvs[i] = each.path end
    paint(fig, pen):close()
    tell_lacking(name, pen)
    return save(fig, pen, tables)
  end)
  if fig then return fig end
  say('figure "%s" is not written: %s', name, why) -- most scripts do not look at what a figure returns
  return nil, why, number
end

local function spec_of(verb, t, o)
  local kind = require("twocs.figure." .. verb)
  if o.panels then return panels.by_column(verb, kind, t, o) end
  return kind(t, o, panels.whole(t))
end

local function compose(verb, name, t, o)
  check_name(verb, name)
  check_table(verb, t, "second argument")
  check.options(verb, o)
  local spec = spec_of(verb, t, o)
  return finish(name, spec, o, { { t = t, columns = used_columns(t, o), path = stem_of(name) .. ".csv" } })
end

for _, verb in ipairs(options.kinds) do
  figure[verb] = function(name, t, o) return compose(verb, name, t, o) end
end

--- Figures of any kind on one canvas: panels("fig12", { { "lines", t, { x =, y =, title = } }, ... }, { columns = 2 }). The
--- data of panel i is in name_i.csv.
function figure.panels(name, list, o)
  check_name("panels", name)
  if type(list) ~= "table" or #list == 0 then
    mistake.raise('panels: the second argument is a list such as {{"lines", t, {x = "tp", y = "f_ser"}}}, not %s',
      mistake.show(list))
  end
  o = o or {}
  check.options("panels", o)
  local tables = {}
  for i, entry in ipairs(list) do
    local verb = type(entry) == "table" and entry[1]
    if type(verb) ~= "string" or not options.is_kind(verb) then
      mistake.raise("panels: entry %.0f begins with %s: expected a kind of figure: %s", i, mistake.show(verb),
        table.concat(options.kinds, ", "))
    end
    check_table(verb, entry[2], data.format("table of panel %.0f", i))
    check.options(verb, entry[3])
    if entry[3].panels then mistake.raise("panels: entry %.0f has panels itself", i) end
    tables[i] = { t = entry[2], columns = used_columns(entry[2], entry[3]),
      path = data.format("%s_%.0f.csv", stem_of(name), i) }
  end
  local spec = panels.of_list(list, o, function(entry) return spec_of(entry[1], entry[2], entry[3]) end)
  return finish(name, spec, o, tables)
end

-- Opens a window with the figure and returns when the user closes it. Without a display it prints the path of the PNG.
function figure.show(fig)
  if type(fig) ~= "table" or getmetatable(fig) ~= object then
    mistake.raise("show: expected a figure, such as tw.lines returns, not %s", mistake.show(fig))
  end
  local pen = draw.window(fig.width, fig.height)
  if pen then
    paint(fig, pen):close(figure.wait ~= false)
    pen:free()
    return fig
  end
  print("no display: the figure is " .. tostring(fig))
  return fig
end

return figure
