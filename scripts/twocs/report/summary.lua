-- SPDX-License-Identifier: MIT
-- The start of the page of `reproduce`: the number of claims of each paper with each verdict, ten findings, and a filter
-- for claims. The filter consists of buttons and styles only, so the page has no script.
local claims = require "twocs.study.claims"
local core = require "twocs.core"
local html = require "twocs.report.html"

local summary = {}

local most_findings = 10

--- Whether a verdict is "good", "bad" or "other".
function summary.class(verdict)
  local kind = claims.kind_of(verdict)
  if kind:find("differs", 1, true) then return "bad" end
  return kind:find("^reproduced") and "good" or "other"
end

--- The kind of a verdict as one word, the CSS class by which rows are filtered.
function summary.word(verdict) return "is-" .. html.anchor(claims.kind_of(verdict)) end

-- The kinds of verdicts of a table, the most frequent first, and their counts by paper: counts[kind][paper].
local function counted(t)
  local counts, kinds = {}, {}
  for row in t:rows() do
    local kind = claims.kind_of(row.verdict)
    if not counts[kind] then kinds[#kinds + 1], counts[kind] = kind, { all = 0 } end
    counts[kind][row.paper] = (counts[kind][row.paper] or 0) + 1
    counts[kind].all = counts[kind].all + 1
  end
  table.sort(kinds, function(a, b)
    return counts[a].all > counts[b].all or counts[a].all == counts[b].all and a < b
  end)
  return kinds, counts
end

local function counts_part(t, papers)
  local kinds, counts = counted(t)
  local heads, rows = { "verdict" }, {}
  for i, paper in ipairs(papers) do heads[i + 1] = paper.called end
  for i, kind in ipairs(kinds) do
    rows[i] = { kind }
    for k, paper in ipairs(papers) do rows[i][k + 1] = core.format("%d", counts[kind][paper.name] or 0) end
  end
  return html.element("div", { class = "counts" }, html.grid(heads, rows))
end

-- The titles of figures: those of findings.csv, then the first figure of each study.
local function findings_of(page)
  local list, taken = {}, {}
  local function add(paper, study, figure)
    local id = core.format("%s/%s", paper.name, figure.name)
    if taken[id] or figure.title == "" or #list == most_findings then return end
    taken[id], list[#list + 1] = true, { title = figure.title, paper = paper.called,
      anchor = html.anchor(core.format("%s-%s", paper.name, study.name)) }
  end
  local function each(use)
    for _, paper in ipairs(page.papers) do
      for _, study in ipairs(paper.studies) do use(paper, study) end
    end
  end
  for row in page.chosen and page.chosen:rows() or function() end do
    each(function(paper, study)
      for _, figure in ipairs(paper.name == row.paper and study.figures or {}) do
        if figure.name == row.figure then add(paper, study, figure) end
      end
    end)
  end
  each(function(paper, study) if study.figures and study.figures[1] then add(paper, study, study.figures[1]) end end)
  return list
end

--- The summary of a page; page: as for papers.write.
function summary.part(page)
  local items = {}
  for i, one in ipairs(findings_of(page)) do
    items[i] = html.element("li", nil, html.element("a", { href = "#" .. one.anchor }, html.raised(one.title)),
      html.text(core.format(" (%s)", one.paper)))
  end
  return html.plain("h2", "Summary", { id = "summary" }) .. counts_part(page.table, page.papers)
    .. (#items > 0 and html.plain("p", "Ten findings, each from a figure:") .. html.element("ol", nil, table.concat(items))
      or "")
end

-- A button, and the CSS rule by which it hides rows of claims.
local function button(id, text, hides, first)
  local input = html.element("input", { type = "radio", name = "choice", id = id, checked = first and "checked" or nil })
  local rule = hides and core.format("body:has(#%s:checked) .claims tbody %s { display: none; }\n", id, hides) or ""
  return html.element("label", nil, (input:gsub("</input>$", "")), " ", html.text(text)), rule
end

--- The filter of claims: the first claims of each study and all that differ, all claims, or those with one verdict.
function summary.choice(t)
  local labels, rules = {}, {}
  local function add(...) labels[#labels + 1], rules[#rules + 1] = button(...) end
  add("show-main", "the first claims of each study and all claims that differ", "tr.rest", true)
  add("show-all", "all claims")
  for _, kind in ipairs((counted(t))) do
    add("show-" .. html.anchor(kind), kind, core.format("tr:not(.%s)", summary.word(kind)))
  end
  rules[#rules + 1] = "body:has(#show-main:not(:checked)) .claims p { display: none; }\n"
  return html.element("style", nil, "\n", table.concat(rules)) .. html.element("p", { class = "choice" }, "Show: ",
    table.concat(labels, " "))
end

--- The text below a table with rows that are hidden at first.
function summary.more(count)
  return html.plain("p", core.format("%d more claims: choose \"all claims\" above.", count), { class = "small" })
end

return summary
