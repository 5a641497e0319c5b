-- SPDX-License-Identifier: MIT
-- help(): an overview. help "f_ser", help "sweep", help(tw.devices.mi210): one item. Nothing is described here. The
-- engine's rows describe columns, laws and rules; common/verbs.lua verbs; nouns.lua nouns such as "case" and "over";
-- figure/options.lua options of figures; a source describes the rest.
local core = require "twocs.core"
local figures = require "twocs.figure.options"
local nouns = require "twocs.help.nouns"
local verbs = require "twocs.common.verbs"

local help = {}

local function find(list, key, name)
  for _, item in ipairs(list) do
    if item[key] == name then return item end
  end
end

local function indented(text) return "  " .. text:gsub("\n", "\n  ") end

local function reference(name, number)
  local found = find(core.references(), "name", name)
  local place = number ~= "" and core.format(" (%s)", number) or ""
  return core.format("%s%s: %s", name, place, found and found.text or "no such reference")
end

-- Columns ---------------------------------------------------------------------------------------------------------------

local function named_columns(title, names)
  if #names == 0 then return nil end
  local lines, line = {}, core.format("  %-9s", title)
  for _, name in ipairs(names) do
    if #line + #name > 100 then lines[#lines + 1], line = line, (" "):rep(11) end
    line = line .. " " .. name
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

local read_by -- name -> the columns that read it, under the default plan

local function readers(name)
  if not read_by then
    read_by = {}
    for _, row in ipairs(core.columns()) do
      for _, read in ipairs(core.reads({}, row.name)) do
        read_by[read] = read_by[read] or {}
        table.insert(read_by[read], row.name)
      end
    end
  end
  return read_by[name] or {}
end

local function bounds(row)
  if row.choice then return nil end
  return core.format("  in        [%.10g, %.10g]%s", row.least, row.most, row.count and ", a whole number" or "")
end

local function laws_of(formula)
  local family = formula:match("^law of (.+)$")
  if not family then return nil end
  local lines = { core.format("  timed by  the law of %s that the plan names:", family) }
  for _, law in ipairs(core.laws()) do
    if law.family == family then lines[#lines + 1] = core.format("              %-17s %s", law.name, law.meaning) end
  end
  return table.concat(lines, "\n")
end

local function column_text(row)
  local field = row.record ~= "result"
  local what = field and core.format("a field of %s", row.record) or "a result"
  local lines = { core.format("%s [%s], %s", row.name, row.unit, what), core.format("  %s", row.meaning) }
  local function add(line) lines[#lines + 1] = line end
  if field then
    add(core.format("  value     %s%s", require("twocs.help.listings").initial(row), row.follows and " unless set" or ""))
    add(bounds(row))
  else
    add(laws_of(row.formula) or core.format("  %-9s %s", "formula", row.formula))
    if row.reference ~= "" then add(core.format("  %-9s %s", "from", reference(row.reference, row.number))) end
  end
  add(core.format("  %-9s %s:%.0f", "written", row.file, row.line))
  add(named_columns("reads", core.reads({}, row.name)))
  add(named_columns("read by", readers(row.name)))
  return table.concat(lines, "\n")
end

-- The other things ------------------------------------------------------------------------------------------------------

-- The options of a kind of figure, each with its meaning and default.
local function options_text(kind)
  local lines, wide = { "\n\n  options" }, 0
  for _, option in ipairs(figures.of(kind)) do wide = math.max(wide, #option.name) end
  for _, option in ipairs(figures.of(kind)) do
    lines[#lines + 1] = core.format("  %s%s  %s%s", option.name, (" "):rep(wide - #option.name), option.meaning,
      option.default ~= "" and core.format(" [%s]", option.default) or "")
  end
  return table.concat(lines, "\n  ")
end

local function verb_text(verb)
  local figure = verb.group.of == "tw." and (figures.is_kind(verb.name) or verb.name == "panels")
  return core.format("%s\n  %s\n\n%s%s", verb.call, verb.says, indented(verb.example),
    figure and options_text(verb.name) or "")
end

-- Options of figures by name, with the kinds of figures that have them.
local function figure_options()
  local list, by = {}, {}
  for _, kind in ipairs(figures.kinds) do
    for _, option in ipairs(figures.of(kind)) do
      local key = core.format("%s\n%s", option.name, option.meaning)
      if not by[key] then
        by[key] = { name = option.name, option = option, kinds = {} }
        list[#list + 1] = by[key]
      end
      table.insert(by[key].kinds, kind)
    end
  end
  return list
end

local function figure_option_text(item)
  local option = item.option
  return core.format("%s, an option of figures (%s)\n  %s\n  %-9s %s%s", item.name, table.concat(item.kinds, ", "),
    option.meaning, "is", option.type, option.default ~= "" and core.format("\n  %-9s %s", "default", option.default) or "")
end

-- "flop_eff = 0.8": a field of a device, or a coefficient, that a law reads, with its initial value if it has one.
local function with_initial(name)
  local row = find(core.columns(), "name", name)
  if not row or row.record == "result" or row.must or row.asked then return name end
  return core.format(row.follows and "%s %s" or "%s = %s", name, require("twocs.help.listings").initial(row))
end

local function law_text(law)
  local reads = {}
  for name in law.reads:gmatch("%S+") do reads[#reads + 1] = with_initial(name) end
  local head = core.format('%s, a law of %s: plan = { %s = "%s" }%s', law.name, law.family, law.family, law.name,
    law.default and ", the default" or "")
  return core.format("%s\n  %s\n  from      %s\n  reads     %s", head, law.meaning, reference(law.reference, ""),
    table.concat(reads, ", "))
end

local function family_text(family)
  local lines = { core.format("%s, a part of a plan: %s", family.name, family.meaning) }
  for _, law in ipairs(core.laws()) do
    if law.family == family.name then
      lines[#lines + 1] = core.format("  %-17s %s%s [%s]", law.name, law.default and "(default) " or "", law.meaning,
        law.reference)
    end
  end
  return table.concat(lines, "\n")
end

local function fields_text(record)
  local t = require("twocs.help.listings").fields(record)
  local text = require("twocs.table.show")(t, { "name", "unit", "value", "meaning" }, t.n)
  return core.format("%s: its fields\n%s", record, indented((text:gsub("\n$", ""))))
end

local function rule_text(rule)
  return core.format("%s, a rule of layouts\n  %s\n  %-9s %s", rule.name, rule.sentence, "holds", rule.condition)
end

local function table_text(t)
  local lines = { core.format("a table of %d rows", t.n) }
  for _, name in ipairs(t:names()) do
    local unit = t:unit(name)
    if unit ~= "" then unit = core.format("[%s]", unit) end
    lines[#lines + 1] = core.format("  %-14s %-8s %s", name, unit, t:meaning(name))
  end
  return table.concat(lines, "\n")
end

local function names_of_nouns()
  local names = {}
  for i, noun in ipairs(nouns.list) do names[i] = core.format('"%s"', noun.name) end
  return table.concat(names, ", ") .. "."
end

-- A name and what it is, in lines of a terminal's width.
local function described(name, wide, says)
  local lines, line = {}, core.format("  %s%s", name, (" "):rep(wide - #name))
  for word in says:gmatch("%S+") do
    if #line + #word >= 110 then lines[#lines + 1], line = line, (" "):rep(wide + 2) end
    line = core.format("%s %s", line, word)
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

local function overview()
  local lines = {}
  for _, group in ipairs(verbs.groups) do
    local wide = 0
    for _, verb in ipairs(group.list) do wide = math.max(wide, #group.of + #verb.name) end
    lines[#lines + 1] = core.format("%s%s", #lines > 0 and "\n" or "", group.title)
    for _, verb in ipairs(group.list) do lines[#lines + 1] = described(group.of .. verb.name, wide, verb.says) end
  end
  lines[#lines + 1] =
    '\nhelp "sweep" describes a verb, help "f_ser" a result, help "h" a field, help "ring" a law, '
    .. 'help "mi210" a device; help "model" lists its fields, help "lines" the options of a figure.\n'
    .. "Words of a script with help: " .. names_of_nouns()
  return table.concat(lines, "\n")
end

-- By name ---------------------------------------------------------------------------------------------------------------

-- Lists that never change are made once: the list of columns has thousands of rows.
local function once(make)
  local list
  return function()
    list = list or make()
    return list
  end
end

-- One kind of item: names() lists the names of all, text(name) is the text of one.
local function kind(list, key, text)
  return { names = function()
    local names = {}
    for _, item in ipairs(list()) do
      if not item.inner then names[#names + 1] = item[key] end
    end
    return names
  end, text = function(name)
    local texts = {}
    for _, item in ipairs(list()) do
      if item[key] == name then texts[#texts + 1] = text(item) end
    end
    if #texts > 0 then return table.concat(texts, "\n\n") end
  end }
end

local function records()
  local list = {}
  for i, name in ipairs(core.records()) do list[i] = { name = name } end
  return list
end

local function of_name(what, name)
  local registry = what == "fits" and require "twocs.fit.shipped" or require "twocs.data.registry"
  return registry[what][name]
end

local function registered(what)
  return function()
    local list = {}
    for i, name in ipairs(require("twocs.data.packs").names(what)) do list[i] = { name = name } end
    return list
  end, "name", function(item) return tostring(of_name(what, item.name)) end
end

-- A model or a device in the words of a case: "H100", "Llama-3-8B".
local function in_other_words(name)
  for _, what in ipairs{ "models", "devices" } do
    local found, record = pcall(of_name, what, name)
    if found then return tostring(record) end
  end
end

local function noun_names()
  local names = {}
  for i, noun in ipairs(nouns.list) do names[i] = noun.name end
  for name in pairs(nouns.parts) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local columns_of_help = kind(once(core.columns), "name", column_text)
local kinds = {
  { names = noun_names, text = function(name)
    local noun = find(nouns.list, "name", nouns.parts[name] or name)
    return noun and nouns.text(noun)
  end },
  kind(function() return verbs.list end, "name", verb_text),
  kind(once(figure_options), "name", figure_option_text),
  columns_of_help,
  kind(records, "name", function(item) return fields_text(item.name) end),
  kind(once(core.families), "name", family_text),
  kind(once(core.laws), "name", law_text),
  kind(once(core.rules), "name", rule_text),
  kind(once(core.references), "name", function(item) return reference(item.name, "") end),
  kind(registered "models"),
  kind(registered "devices"),
}

local function by_name(name)
  local plain = name:match("^[tr]:([%w_]+)$") or name:match("^tw%.([%w_]+)$") or name:match("^tw%.%a+%.([%w_]+)$")
  plain = plain or name
  local texts = {}
  for _, each in ipairs(kinds) do texts[#texts + 1] = each.text(plain) end
  local meant = core.meant(plain)
  if #meant > 0 then texts[#texts + 1] = core.hint(plain):sub(3) end
  for _, other in ipairs(meant) do texts[#texts + 1] = columns_of_help.text(other) end
  if #texts == 0 then texts[1] = in_other_words(plain) or find(core.columns(), "name", plain:lower())
    and columns_of_help.text(plain:lower()) or nil end
  if #texts > 0 then return table.concat(texts, "\n\n") end
  local known = {}
  for _, each in ipairs(kinds) do
    for _, other in ipairs(each.names()) do known[#known + 1] = other end
  end
  for _, other in ipairs(core.foreign()) do known[#known + 1] = other end -- words of other tools are known too
  local near = core.nearest(plain, known)
  local hint = near and core.format("; did you mean '%s'?", near) or "; help() lists everything"
  core.raise(core.format("help: there is nothing named '%s'%s", name, hint))
end

local function by_value(subject)
  if core.kind(subject) then return tostring(subject) end
  if type(subject) == "table" and require("twocs.table").is(subject) then return table_text(subject) end
  local tw = package.loaded["twocs"]
  for _, verb in ipairs(verbs.list) do
    if type(tw) == "table" and rawget(tw, verb.name) == subject then return verb_text(verb) end
  end
  if subject == tw then return overview() end
  core.raise(core.format("help: a %s has no help; expected a name, a verb, a record or a table of twocs", type(subject)))
end

--- The overview, or the text about the subject.
function help.text(subject)
  if subject == nil then return overview() end
  return type(subject) == "string" and by_name(subject) or by_value(subject)
end

function help.help(subject) print(help.text(subject)) end

return help
