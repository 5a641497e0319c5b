-- SPDX-License-Identifier: MIT
-- Pages of reference, as a list of { name, text }. All descriptions come from the rows and entries that twocs itself reads,
-- so a page is as complete as the help of twocs.
local core = require "twocs.core"
local lists = require "twocs.help.listings"
local packs = require "twocs.data.packs"
local tw = require "twocs"
local verbs = require "twocs.common.verbs"

local pages = {}

local function page(name, title, intro)
  local lines = { core.format("# %s\n\n%s\n", title, intro) }
  pages[#pages + 1] = { name = name, text = function() return table.concat(lines, "\n") end }
  return function(...) lines[#lines + 1] = core.format(...) end
end

local function cell(text) return (text:gsub("|", "\\|"):gsub("<", "\\<"):gsub("\n", " ")) end

local function code(text) return text == "" and "" or core.format("`%s`", (text:gsub("|", "\\|"))) end

local function put_table(put, heads, rows)
  put("| %s |", table.concat(heads, " | "))
  put("|%s", (" --- |"):rep(#heads))
  for _, row in ipairs(rows) do put("| %s |", table.concat(row, " | ")) end
  put ""
end

do
  local put = page("verbs", "Verbs", "Functions for scripts. Every example runs as written.")
  for _, group in ipairs(verbs.groups) do
    put("## %s\n", group.title)
    if group.setting ~= "" then put("In these examples:\n\n```lua\n%s\n```\n", group.setting) end
    for _, verb in ipairs(group.list) do
      put("### %s%s\n", group.of, verb.name)
      put("`%s`\n\n%s.\n\n```lua\n%s\n```\n", verb.call, cell(verb.says:gsub("^%l", string.upper)), verb.example)
    end
  end
end

do
  local put = page("fields", "Fields", "The fields of a case, part by part, with their defaults.")
  for _, record in ipairs(core.records()) do
    local rows = {}
    for _, row in ipairs(core.columns()) do
      if row.record == record and not row.inner then
        rows[#rows + 1] = { code(row.name), cell(row.unit), cell(lists.initial(row)), cell(row.meaning) }
      end
    end
    put("## %s\n", record)
    put_table(put, { "field", "unit", "default", "meaning" }, rows)
  end
end

do
  local put = page("results", "Results", "All results. [Equations](../engine/EQUATIONS.md) has the formula of each.")
  local rows = {}
  for _, row in ipairs(core.columns()) do
    if row.record == "result" and not row.inner then
      rows[#rows + 1] = { code(row.name), cell(row.unit), cell(row.meaning) }
    end
  end
  put_table(put, { "result", "unit", "meaning" }, rows)
end

do
  local put = page("laws", "Laws", "The laws for GEMMs, streams and collectives that a plan can select.")
  local rows = {}
  for row in lists.laws():rows() do
    rows[#rows + 1] = { row.family, code(row.law), row.default, cell(row.reference), cell(row.meaning) }
  end
  put_table(put, { "family", "law", "", "reference", "meaning" }, rows)
end

-- Pages of devices and models: each entry as twocs prints it, with its source.
local function entries(kind, title, intro)
  local put = page(kind, title, intro)
  for _, name in ipairs(packs.names(kind)) do
    put("## %s\n\n```text\n%s\n```\n", name, (tostring(tw[kind][name]):gsub("\n+$", "")))
  end
end

entries("devices", "Devices", "`twocs devices` in a shell lists them; call a device to copy it with changes.")
entries("models", "Models", "`twocs models` in a shell lists them; `tw.read` reads a `config.json` of Hugging Face.")

do
  local put = page("software", "Software", "The behaviour of frameworks, field by field, each with its source.")
  for _, name in ipairs(packs.names "software") do
    put("## %s\n\n%s.\n", name, cell(packs.given("software", name, "title")))
    local rows = {}
    for row in lists.software(name):rows() do
      rows[#rows + 1] = { code(row.field), cell(row.value), cell(row.source), cell(row.meaning) }
    end
    put_table(put, { "field", "value", "source", "meaning" }, rows)
  end
end

-- The comment at the top of a script, as text.
local function opening(path)
  local lines = {}
  for line in io.lines(path) do
    local text = line:match "^%-%-%s?(.*)$"
    if not text then break end
    if not text:find("SPDX", 1, true) then lines[#lines + 1] = text end
  end
  return table.concat(lines, " ")
end

do
  local put = page("studies", "Studies", "Scripts that reproduce papers, and further studies.")
  local function folder(path)
    local rows, below = {}, {}
    for _, name in ipairs(core.files(path)) do
      if name:find "%.lua$" then
        rows[#rows + 1] = { code(name), cell(opening(core.format("%s/%s", path, name))) }
      elseif not name:find(".", 1, true) then
        below[#below + 1] = name
      end
    end
    table.sort(rows, function(a, b) return a[1] < b[1] end)
    table.sort(below)
    put("## %s\n", path)
    put_table(put, { "script", "asks" }, rows)
    for _, name in ipairs(below) do folder(core.format("%s/%s", path, name)) end
  end
  folder "scripts/studies"
end

return pages
