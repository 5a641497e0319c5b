-- SPDX-License-Identifier: MIT
-- The relative links of a page of Markdown: the file of the project, and the heading in it, to which each leads. Headings
-- have the names that GitHub and myst give them: small letters, "-" for blanks, no punctuation.
local links = {}

--- Pages outside of this folder, as paths from the project's root.
links.others = { "examples/FIGURES.md", "engine/EQUATIONS.md", "engine/ARCHITECTURE.md" }

-- "scripts/docs" and "../../examples/x.png" make "examples/x.png".
local function joined(folder, path)
  local parts = {}
  for part in (folder .. "/" .. path):gmatch "[^/]+" do
    if part == ".." then parts[#parts] = nil elseif part ~= "." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

-- The text without blocks and words of code, which contain no links.
local function prose(text) return (text:gsub("\n```.-\n```", "\n"):gsub("`[^`\n]*`", "")) end

--- of(text, page): a list of { path, heading } of every relative link of the text of that page.
function links.of(text, page)
  local list, folder = {}, page:match "^(.*)/" or ""
  for target in prose("\n" .. text):gmatch "%]%(([^)%s]+)%)" do
    if not target:find "^%a+:" then
      local path, heading = target:match "^([^#]*)#?(.*)$"
      list[#list + 1] = { path = path == "" and page or joined(folder, path), heading = heading ~= "" and heading or nil }
    end
  end
  return list
end

--- headings(text): a set of the names of the headings of a page.
function links.headings(text)
  local names = {}
  for title in text:gsub("\n```.-\n```", "\n"):gmatch "\n#+ ([^\n]+)" do
    names[title:lower():gsub("[^%w%s_-]", ""):gsub("%s", "-")] = true
  end
  return names
end

return links
