-- SPDX-License-Identifier: MIT
-- twocs scripts/docs/make.lua FOLDER, from the root of the project: writes the sources of the documentation, for Sphinx.
-- Pages of this folder go to the top of FOLDER, generated pages of reference to FOLDER/reference. Every other file to which
-- a page links keeps its path from the root of the project. Links are changed accordingly.
require "twocs"
local core = require "twocs.core"
local executed = require "executed"
local links = require "links"

local content = executed.content
local target = assert(arg[1], "make.lua needs the folder that it writes to")

local function put(path, text)
  local whole = core.format("%s/%s", target, path)
  assert(core.folder(whole:match "^(.*)/"))
  assert(core.write(whole, text))
end

local done = {}

-- Copies a file that keeps its path, and the files to which it links.
local function take(path)
  if done[path] or path:find "^scripts/docs/[^/]+%.md$" then return end
  done[path] = true
  local text = content(path)
  put(path, text)
  if path:find "%.md$" then
    for _, link in ipairs(links.of(text, path)) do take(link.path) end
  end
end

local function page(path)
  local text = content(path)
  for _, link in ipairs(links.of(text, path)) do
    take(link.path)
  end
  put(path:match "[^/]+$", (text:gsub("%]%(%.%./%.%./", "](")))
end

for _, path in ipairs(executed.pages()) do
  if path ~= "README.md" then page(path) end
end
for _, path in ipairs(links.others) do take(path) end
for _, made in ipairs(require "reference") do put(core.format("reference/%s.md", made.name), made.text()) end
put("conf.py", content "scripts/docs/conf.py")
