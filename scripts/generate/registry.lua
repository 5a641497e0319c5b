-- SPDX-License-Identifier: MIT
-- Writes the registered devices and models as C, for programs without Lua: registry.lua FILE.c. The build runs it;
-- scripts/twocs/data stays the source. A field that follows its formula is NaN, as in a point.
local core = require "twocs.core"
local registry = require "twocs.data.registry"

local function place(words, word)
  local at = 0
  for each in words:gmatch("%S+") do
    if each == word then return at end
    at = at + 1
  end
end

-- A number that reads back as the same bits.
local function number(record, row)
  if not core.given(record, row.name) then return "(double)NAN" end
  local value = record[row.name]
  return core.format("%.17g", type(value) == "string" and place(row.words, value) or value)
end

local function text(value) return core.format('"%s"', (value:gsub('[\\"]', "\\%0"):gsub("\n", " "))) end

local out = { "/* Made by the build from scripts/twocs/data. */",
  "#include \"rows/registry.h\"", "", "#include <math.h>", "#include <string.h>", "" }

local function put(kind, names)
  out[#out + 1] = core.format("const twocs_named_%s twocs_%ss[] = {", kind, kind)
  for _, name in ipairs(names()) do
    local record = names[name]
    local fields = {}
    for _, row in ipairs(core.columns()) do
      if row.record == kind then fields[#fields + 1] = core.format(".%s = %s", row.name, number(record, row)) end
    end
    out[#out + 1] = core.format("  {%s, %s, {%s}},", text(name), text(record.source), table.concat(fields, ", "))
  end
  out[#out + 1] = "  {0}};"
  out[#out + 1] = core.format("const twocs_%s *twocs_%s_find(const char *name) {", kind, kind)
  out[#out + 1] = core.format("  for (const twocs_named_%s *at = twocs_%ss; at->name; at++)", kind, kind)
  out[#out + 1] = core.format("    if (!strcmp(at->name, name)) return &at->%s;", kind)
  out[#out + 1] = "  return NULL;\n}"
end

put("device", registry.devices)
put("model", registry.models)
out[#out + 1] = ""
assert(require("twocs.table.csv").write(arg[1], table.concat(out, "\n")))
