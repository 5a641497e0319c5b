-- SPDX-License-Identifier: MIT
-- Megatron's layout string, such as "Et*4|(t*4|)*14tmL": what each chunk of a pipeline holds, chunk after chunk; E the
-- embedding, t a layer, m a prediction layer, L the LM head and loss, n times by *n. The one thing to know: chunks are
-- dealt to stages in turn, and a prediction layer counts as a layer here.
local layout_string = {}

-- The text with every repetition written out; nil where it is no layout string.
local function written_out(text)
  if not text:find "^[EtmL|*()%d]+$" then return nil end
  local before
  repeat
    before = text
    text = text:gsub("%(([EtmL|]*)%)%*(%d+)", function(group, n) return group:rep(tonumber(n)) end)
    text = text:gsub("([Etm])%*(%d+)", function(item, n) return item:rep(tonumber(n)) end)
  until text == before
  return text:find "^[EtmL|]+$" and text or nil
end

--- stages(text, pp): layers of each stage, prediction layers included, and the chunks of a stage; nil where the text is no
--- layout string, or its chunks are no multiple of PP.
function layout_string.stages(text, pp)
  local plain, counts, chunks = written_out(text), {}, 0
  if not plain then return nil end
  for chunk in (plain .. "|"):gmatch "([^|]*)|" do
    local stage = chunks % pp + 1
    local _, n = chunk:gsub("[tm]", "")
    counts[stage], chunks = (counts[stage] or 0) + n, chunks + 1
  end
  return chunks % pp == 0 and counts or nil, chunks / pp
end

return layout_string
