-- SPDX-License-Identifier: MIT
-- HTML elements as functions, and the page around them: one file without network access, other files or scripts. Texts are
-- escaped when they enter an element, so the result of an element can be put into others unchanged.
local core = require "twocs.core"
local ordered = require "twocs.common.ordered"

local html = {}

local entities = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- A text in the form that is allowed between tags and in attributes.
function html.text(text) return (tostring(text):gsub('[&<>"]', entities):gsub("[%z\1-\8\11-\31]", "?")) end

--- The same for a text in which ^{28} is an exponent.
function html.raised(text) return (html.text(text):gsub("%^{([^}]*)}", "<sup>%1</sup>")) end

--- element("p", { class = "x" }, content, ...): contents are HTML. Attributes are sorted by name.
function html.element(name, attributes, ...)
  local out = { "<", name }
  for _, key in ipairs(ordered.keys(attributes or {})) do
    out[#out + 1] = core.format(' %s="%s"', key, html.text(attributes[key]))
  end
  out[#out + 1] = ">"
  for i = 1, select("#", ...) do out[#out + 1] = (select(i, ...)) end
  out[#out + 1] = core.format("</%s>", name)
  return table.concat(out)
end

--- An element with a plain text.
function html.plain(name, text, attributes) return html.element(name, attributes, html.text(text)) end

--- A name in the form that is allowed after "#".
function html.anchor(text) return (text:gsub("[^%w_.-]", "-")) end

--- A table with rows of texts; in a narrow window each cell is on its own line after its heading. cell(k, text) may turn a
--- text into HTML; classes: the class of each row.
function html.grid(heads, rows, cell, classes)
  local top, body = {}, {}
  for k, head in ipairs(heads) do top[k] = html.plain("th", head, { scope = "col" }) end
  for i, row in ipairs(rows) do
    local cells = {}
    for k, head in ipairs(heads) do
      cells[k] = html.element("td", { ["data-head"] = head }, cell and cell(k, row[k]) or html.text(row[k]))
    end
    body[i] = html.element("tr", classes and { class = classes[i] }, table.concat(cells))
  end
  return html.element("div", { class = "wide" }, html.element("table", nil,
    html.element("thead", nil, html.element("tr", nil, table.concat(top))),
    html.element("tbody", nil, table.concat(body, "\n"))))
end

local style = [[
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #ffffff; --faint: #5c5c5c; --line: #d0d0d0; --card: #f5f5f5;
  --link: #0b57a4; --good: #1b6e3c; --bad: #a33b00; --other: #5c4a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --paper: #16181b; --faint: #a8a8a8; --line: #43474d;
  --card: #212429; --link: #8cbcf0; --good: #7fd6a0; --bad: #ffab7a; --other: #e3cf77; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; font: 1rem/1.5 "Liberation Sans", Arial, sans-serif;
  color: var(--ink); background: var(--paper); overflow-wrap: break-word; }
h1 { font-size: 1.7rem; line-height: 1.25; } h2 { font-size: 1.35rem; margin-top: 2.5rem; border-top: 1px solid var(--line);
  padding-top: 1rem; } h3 { font-size: 1.1rem; margin-top: 2rem; }
a { color: var(--link); } p, li, dd { max-width: 46rem; } dt { font-weight: bold; } dd { margin: 0 0 .5rem 1rem; }
pre { overflow-x: auto; background: var(--card); padding: .75rem; font-size: .875rem; }
code { background: var(--card); }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
figure { margin: 0; flex: 1 1 22rem; max-width: 34rem; min-width: 0; }
figure .picture { background: #ffffff; border: 1px solid var(--line); }
figure svg, figure img { display: block; width: 100%; height: auto; }
figcaption { font-size: .875rem; color: var(--faint); margin-top: .25rem; }
.wide { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .875rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); }
.counts table { width: auto; } .counts td { padding-right: 2rem; }
.claims td:first-child { white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); } .other { color: var(--other); }
.choice { position: sticky; top: 0; background: var(--paper); padding: .4rem 0; border-bottom: 1px solid var(--line); }
.choice label { margin-right: 1rem; white-space: nowrap; }
.small { font-size: .875rem; color: var(--faint); }
@media print { nav { display: none; } body { max-width: none; padding: 0; } h2, h3 { break-after: avoid; }
  figure, tr { break-inside: avoid; } figure { flex-basis: 45%; } }
@media screen and (max-width: 40rem) {
  body { padding: .75rem; }
  .claims thead { position: absolute; left: -999rem; }
  .claims tr { display: block; border-bottom: 1px solid var(--line); padding: .35rem 0; }
  .claims td { display: block; border: 0; padding: .05rem 0; }
  .claims td::before { content: attr(data-head) ": "; color: var(--faint); }
}
]]

--- The whole page. parts: pieces of HTML, or functions that return a piece; put(text) receives one piece after the other.
--- refresh: seconds after which a browser reloads the page.
function html.page(title, parts, put, refresh)
  local head = { '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' }
  if refresh then head[#head + 1] = core.format('<meta http-equiv="refresh" content="%d">\n', refresh) end
  head[#head + 1] = core.format("<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n", html.text(title), style)
  if not put(table.concat(head)) then return end
  for _, part in ipairs(parts) do
    if not put(core.format("%s\n", type(part) == "function" and part() or part)) then return end
  end
  put("</body>\n</html>\n")
end

return html
