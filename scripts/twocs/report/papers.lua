-- SPDX-License-Identifier: MIT
-- out/report.html of `reproduce`: each paper with its figures and claims, counts, a glossary of verdicts, and how to
-- reproduce the page. All text comes from elsewhere: claims, findings and figures from the studies, words from
-- studies/glossary.csv, names of papers from there or from the engine's references.
local claims = require "twocs.study.claims"
local core = require "twocs.core"
local html = require "twocs.report.html"
local summary = require "twocs.report.summary"
local svg = require "twocs.report.svg"

local papers = {}

local shown_rows = 12 -- claims of a study that are shown at first
local heads = { "item", "claim", "published", "ours", "verdict", "cause", "why" }

-- The text of a folder of studies: from the glossary, or from the engine's references (ERDI24 for erdil24).
local function reference_of(paper, glossary)
  for row in glossary:rows() do
    if row.term == paper then return row.meaning end
  end
  local name, year = paper:upper():match("^(%u+)(%d+)$")
  for _, reference in ipairs(core.references()) do
    if name and reference.name == core.format("%s%s", name:sub(1, 4), year) then return reference.text end
  end
  return paper
end

-- The name of a folder of studies. For a paper: the authors at the beginning of its reference and the year, such as "Pati
-- et al. 2023". Otherwise its topic, such as "Whole training steps".
local function name_of(paper, glossary)
  local text, year = reference_of(paper, glossary), paper:match "%d%d$"
  if text == paper then return paper end
  if not year then return (text:match("^[^:]*"):gsub("^%l", string.upper)) end
  local authors = {}
  for part in text:gmatch "[^,]+" do
    part = part:match "^%s*(.*)"
    if part:find " " and not part:find " et al%.$" then break end -- the title begins
    authors[#authors + 1] = part
  end
  local who = #authors == 2 and table.concat(authors, " and ") or #authors > 2 and authors[1] .. " et al." or authors[1]
  return core.format("%s 20%s", who, year)
end

-- The title of a study: the glossary's text of "paper/name", or "Figure 10a" for "fig10a", "Table 2" for "tab02", "Section
-- 4.3.4" for "sec434", or the name itself.
local function title_of(paper, study, glossary)
  for row in glossary:rows() do
    if row.term == core.format("%s/%s", paper, study) then return row.meaning end
  end
  local kind, number, letter = study:match("^(%a%a%a)0*(%d+)(%a?)$")
  local word = kind and ({ fig = "Figure", tab = "Table", sec = "Section" })[kind]
  if not word then return study end
  if kind == "sec" then number = number:gsub("%d", "%0."):sub(1, -2) end
  return core.format("%s %s%s", word, number, letter)
end


local function ends(low, high, unit)
  local text = low == high and low or core.format("%s to %s", low == "" and "..." or low, high == "" and "..." or high)
  return (text ~= "" and unit ~= "" and unit ~= "1") and core.format("%s %s", text, unit) or text
end

-- Adds the glossary's text of each erratum that a text names.
local function errata_of(text, glossary, parts)
  local seen = {}
  for name in text:gmatch "%f[%w]E%d+%f[%W]" do
    for row in glossary:rows() do
      if row.term == name and not seen[name] then
        seen[name], parts[#parts + 1] = true, core.format("%s: %s", name, row.meaning)
      end
    end
  end
end

local function why_of(row, glossary)
  local parts = {}
  if row.corrected ~= "" then parts[1] = core.format("corrected claim: %s", row.corrected) end
  parts[#parts + 1] = row.note ~= "" and row.note or nil
  errata_of(core.format("%s %s %s", row.verdict, row.cause, row.note), glossary, parts)
  parts[#parts + 1] = core.format("basis: %s; standing: %s", row.basis ~= "" and row.basis or "none", row.standing)
  return table.concat(parts, "; ")
end

-- A row for each finding: published value, our value, verdict and its reason.
local function claims_part(t, glossary)
  local rows = {}
  for row in t:rows() do
    rows[#rows + 1] = { row.item, row.claim, ends(row.published_low, row.published_high, row.unit),
      ends(row.computed_low, row.computed_high, row.unit), row.verdict, row.cause,
      why_of(row, glossary) }
  end
  local function cell(k, text)
    return k == 5 and html.plain("strong", text, { class = summary.class(text) }) or html.text(text)
  end
  local classes, more = {}, 0
  for i, row in ipairs(rows) do
    classes[i] = summary.word(row[5])
    if i > shown_rows and summary.class(row[5]) ~= "bad" then classes[i], more = classes[i] .. " rest", more + 1 end
  end
  return html.element("div", { class = "claims" }, html.grid(heads, rows, cell, classes),
    more > 0 and summary.more(more) or "")
end

-- The conclusion of a study as one paragraph.
local function conclusion_part(said)
  return html.element("p", { class = "conclusion" }, html.plain("strong", "Conclusion. "), html.raised(core.format(
    "The paper: %s What remains: %s What would change it: %s", said.paper, said.remains, said.turns)))
end

local function study_part(paper, study, page)
  local parts, seen, items = {}, {}, {}
  local id = html.anchor(core.format("%s-%s", paper, study.name))
  parts[1] = html.element("h3", { id = id }, html.text(title_of(paper, study.name, page.glossary)))
  local figures = {}
  for i, figure in ipairs(study.figures) do figures[i] = svg.linked(figure, page.folder) end
  if #figures > 0 then parts[2] = html.element("div", { class = "figures" }, table.concat(figures, "\n")) end
  for _, f in ipairs(study.findings) do
    if not seen[f.item] then items[#items + 1], seen[f.item] = f.item, true end
  end
  if #items > 0 then parts[#parts + 1] = claims_part(claims.table(page.by_item, items, study.findings),
    page.glossary) end
  if study.conclusion then parts[#parts + 1] = conclusion_part(study.conclusion) end
  return table.concat(parts, "\n")
end

local function contents_part(list, glossary)
  local items = {}
  for i, paper in ipairs(list) do
    local links = {}
    for k, study in ipairs(paper.studies) do
      links[k] = html.element("a", { href = core.format("#%s", html.anchor(core.format("%s-%s", paper.name, study.name))) },
        html.text(title_of(paper.name, study.name, glossary)))
    end
    items[i] = html.element("li", nil, html.element("a", { href = core.format("#%s", paper.name) },
      html.text(paper.called)), ": ", table.concat(links, ", "))
  end
  for _, one in ipairs{ { "words", "Glossary" }, { "again", "How to reproduce this page" } } do
    items[#items + 1] = html.element("li", nil, html.element("a", { href = "#" .. one[1] }, html.text(one[2])))
  end
  return html.element("nav", nil, html.element("ul", nil, table.concat(items, "\n")))
end

-- A section for each paper. Its studies are rendered one after the other.
local function paper_parts(parts, paper, page)
  parts[#parts + 1] = html.element("h2", { id = paper.name }, html.text(paper.called))
  parts[#parts + 1] = html.plain("p", reference_of(paper.name, page.glossary))
  for _, study in ipairs(paper.studies) do
    parts[#parts + 1] = function() return study_part(paper.name, study, page) end
  end
  local rest = {}
  for row in page.table:rows() do
    if row.paper == paper.name and row.verdict == "not yet: no study uses it" then
      rest[#rest + 1] = core.format("%s (%s)", row.item, row.claim)
    end
  end
  if #rest > 0 then
    parts[#parts + 1] = html.plain("p", core.format("Without a study: %s.", table.concat(rest, "; ")))
  end
end

-- The glossary without papers and studies, which are introduced in their own sections.
local function glossary_part(glossary, papers_here)
  local list, listed = {}, {}
  for _, paper in ipairs(papers_here) do listed[paper.name] = true end
  for row in glossary:rows() do
    if not listed[row.term] and not row.term:find "^%w+/%w+$" then
      list[#list + 1] = html.plain("dt", row.term)
      list[#list + 1] = html.plain("dd", row.meaning)
    end
  end
  return html.element("h2", { id = "words" }, "Glossary") .. html.element("dl", nil, table.concat(list, "\n"))
end

local function again_part(provenance)
  return html.element("h2", { id = "again" }, "How to reproduce this page")
    .. html.plain("p", "In the folder of the project, on Debian 12 or Ubuntu 24.04:")
    .. html.plain("pre", "./bootstrap reproduce          # runs changed studies; --again runs every study")
    .. html.plain("p", "Every figure has next to it the CSV of its table; every verdict is in reproduce.csv.")
    .. html.element("p", { class = "small" }, html.text(core.format("Made by %s", (provenance:gsub("%s+$", "")))))
end

--- page = { path =, papers = { { name =, studies = { { name =, figures =, findings = } } } }, table = (of claims.table),
--- by_item =, glossary = (a table), chosen = (a table of findings.csv), provenance = }.
--- Returns the path, or nil, sentence, code.
function papers.write(page)
  page.folder = page.path:match("^(.*)/[^/]*$") or "."
  local names = {}
  for i, paper in ipairs(page.papers) do
    paper.called = name_of(paper.name, page.glossary)
    names[i] = paper.called
  end
  local title = core.format("Published and computed numbers: %s", table.concat(names, ", "))
  local parts = { html.plain("h1", title),
    html.plain("p", "Each published number is compared with ours; a rule computes the verdict. Figures show "
      .. "our numbers; the link below each leads to its data."), summary.part(page),
    contents_part(page.papers, page.glossary),
    summary.choice(page.table) }
  for _, paper in ipairs(page.papers) do paper_parts(parts, paper, page) end
  parts[#parts + 1] = glossary_part(page.glossary, page.papers)
  parts[#parts + 1] = again_part(page.provenance)
  return require("twocs.table.export").pieces(page.path, function(put) html.page(title, parts, put) end)
end

return papers
