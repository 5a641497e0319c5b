-- SPDX-License-Identifier: MIT
-- The relative links of a page of Markdown: to which file of the project they lead, and to which heading of it. The one
-- thing to know: headings are named as GitHub and myst do it, in small letters, blanks as "-", without punctuation.
local links = {}

--- Pages that lie elsewhere, as paths from the project's root.
links.others = { "examples/FIGURES.md", "engine/EQUATIONS.md", "engine/ARCHITECTURE.md" }

-- "scripts/docs" and "../../examples/x.png" make "examples/x.png".
local function joined(folder, path)
  local parts = {}
  for part in (folder .. "/" .. path):gmatch "[^/]+" do
    if part == ".." then parts[#parts] = nil elseif part ~= "." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

-- Without what is shown as it is: blocks and words of code.
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
