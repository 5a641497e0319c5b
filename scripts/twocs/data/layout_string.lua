-- SPDX-License-Identifier: MIT
-- Megatron's layout string, such as "Et*4|(t*4|)*14tmL": the content of each pipeline chunk, in order. E is the embedding,
-- t a layer, m a prediction layer, L the LM head with the loss. "*n" repeats an item or a group n times; commas and blanks
-- are ignored. Chunks are assigned to stages in turn, and a prediction layer counts as a layer.
local core = require "twocs.core"

local layout_string = {}

local longest = 10000 -- items after all repetitions are written out; more must be a mistake

-- The text with all repetitions written out; or nil and the mistake in it.
local function written_out(text)
  local at = 1
  local function no(what, place) return nil, core.format("%s at character %d", what, place) end
  local function group(opened)
    local parts, size = {}, 0
    while at <= #text do
      local here, item, why = at, text:sub(at, at), nil
      at = at + 1
      if item == ")" and opened then return table.concat(parts) end
      if item == "(" then item, why = group(here)
      elseif item:find "[%s,]" then item = ""
      elseif not item:find "[EtmL|]" then return no("neither E, t, m, L, | nor a group", here) end
      if not item then return nil, why end
      local times, after = text:match("^%s*%*%s*(%d+)()", at)
      at = after or at
      size = size + #item * (tonumber(times) or 1)
      if size > longest then return no("too many items", here) end
      parts[#parts + 1] = times and item:rep(tonumber(times)) or item
    end
    if opened then return no("a group without its end", opened) end
    return table.concat(parts)
  end
  return group()
end

-- Checks an item that must occur once, in the first or last chunk. Returns nil, or the mistake.
local function once(chunks, item, place, where)
  local all = select(2, table.concat(chunks):gsub(item, ""))
  if all == 1 and chunks[place]:find(item) then return nil end
  return core.format("%s is not once, in the %s chunk", item, where)
end

--- stages(text, pp): { layers = by stage, prediction layers included, chunks = of a stage, predicts = prediction layers,
--- all = layers }; nil and the reason if the text describes no such pipeline.
function layout_string.stages(text, pp)
  if #text > longest then return nil, "too many characters" end
  local plain, why = written_out(text)
  if not plain then return nil, why end
  local chunks = {}
  for chunk in (plain .. "|"):gmatch "([^|]*)|" do chunks[#chunks + 1] = chunk end
  why = once(chunks, "E", 1, "first") or once(chunks, "L", #chunks, "last")
  if why then return nil, why end
  if #chunks % pp ~= 0 then return nil, core.format("%d chunks are not a multiple of PP = %d", #chunks, pp) end
  local made = { layers = {}, chunks = #chunks / pp, predicts = select(2, plain:gsub("m", "")), all = 0 }
  for i, chunk in ipairs(chunks) do
    local stage, n = (i - 1) % pp + 1, select(2, chunk:gsub("[tm]", ""))
    made.layers[stage], made.all = (made.layers[stage] or 0) + n, made.all + n
  end
  return made
end

--- fields(made, pp): the result of stages() as fields of a layout; true if the stages between the first and the last have
--- different numbers of layers: middle_layers is then the largest.
function layout_string.fields(made, pp)
  local list, most, least = made.layers, nil, nil
  for stage = 2, pp - 1 do most, least = math.max(most or 0, list[stage]), math.min(least or 1e9, list[stage]) end
  local vp = made.chunks > 1 and made.chunks or nil
  if pp == 1 then return { vp = vp }, false end
  return { vp = vp, first_layers = list[1], middle_layers = most, last_layers = list[pp] }, most ~= least
end

--- layers_of(l): the layers of each stage of a layout: fields layers, pp, first_layers, middle_layers, last_layers. The
--- stages between the ends share the layers that the ends leave, as in the engine.
local function layers_of(l)
  local list = { l.pp == 1 and l.layers or l.first_layers }
  local left, here = l.layers - l.first_layers - l.last_layers, l.middle_layers
  for stage = 2, l.pp - 1 do
    list[stage] = here
    left = left - here
    here = math.ceil(left / (l.pp - 1 - stage) - 1e-9)
  end
  if l.pp > 1 then list[l.pp] = l.last_layers end
  return list
end

layout_string.layers_of = layers_of

-- Joins the chunks; equal neighbours become a group with a count.
local function joined(chunks)
  local parts, i = {}, 1
  while i <= #chunks do
    local n = 1
    while i + n < #chunks and chunks[i + n] == chunks[i] do n = n + 1 end -- the last has no "|"
    local one = chunks[i] .. (i < #chunks and "|" or "")
    parts[#parts + 1] = n > 1 and i < #chunks and core.format("(%s)*%d", one, n) or one
    i = i + (i < #chunks and n or 1)
  end
  return table.concat(parts)
end

-- The text of chunks with these numbers of layers, in order; the last mtp layers of all predict further tokens.
local function text_of(layers, mtp)
  local chunks, left = {}, 0
  for _, n in ipairs(layers) do left = left + n end
  for i, n in ipairs(layers) do
    left = left - n
    local predicts = math.min(n, math.max(0, mtp - left))
    local plain = n - predicts
    chunks[i] = (plain > 2 and core.format("t*%d", plain) or ("t"):rep(plain)) .. ("m"):rep(predicts)
  end
  chunks[1], chunks[#chunks] = "E" .. chunks[1], chunks[#chunks] .. "L"
  return joined(chunks)
end

--- of_stages(layers, mtp): the layout string of stages with these numbers of layers, of one chunk each; the last mtp layers
--- of all predict further tokens.
layout_string.of_stages = text_of

--- of(l): the layout string of l, a layout of pp stages with vp chunks each and a model with l.layers layers, of which the
--- last mtp predict further tokens. nil and the reason if the chunks of a stage other than the first and the last differ.
function layout_string.of(l)
  local list, vp, chunks = layers_of(l), l.vp or 1, {}
  local usual = math.ceil((l.pp > 2 and list[2] or math.max(list[1], list[l.pp])) / vp)
  for chunk = 1, vp do
    for stage = 1, l.pp do
      local n = list[stage] / vp
      if n ~= math.floor(n) then
        local short = stage == 1 and 1 or stage == l.pp and vp or 0
        n = chunk == short and list[stage] - (vp - 1) * usual or usual
        if short == 0 or n < 0 then return nil, core.format("%s layers of a stage in %d chunks", list[stage], vp) end
      end
      chunks[#chunks + 1] = n
    end
  end
  return text_of(chunks, l.mtp or 0)
end

return layout_string
