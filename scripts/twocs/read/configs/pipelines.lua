-- SPDX-License-Identifier: MIT
-- How GPUs and layers are spread in a configuration: the replicas that GPUs leave, layers of first, last and middle stages.
local core = require "twocs.core"

local pipelines = {}

--- replicas(found, gpus, others): DP of as many GPUs with all other degrees together; 1 where nobody says how many GPUs.
function pipelines.replicas(found, gpus, others)
  if not gpus then
    found.needs_gpus = true
    return 1
  end
  local dp = gpus / others
  if dp < 1 or dp ~= math.floor(dp) then
    found:refuse("tp", "its TP x PP x CP of %d does not divide %d GPUs; set their number with gpus =", others, gpus)
  end
  return dp
end

-- The stages of a layout string such as "Et|(tt|)*30mL": layers of each, or nil.
local most_chunks = 10000

-- A part of a layout string so many times; "?" where that is too much to be meant.
local function repeated(part, times)
  times = tonumber(times)
  return times * #part <= most_chunks and part:rep(times) or "?"
end

local function chunks_of(text)
  local plain = text:gsub("[%s,]", ""):gsub("%(([^()]*)%)%*(%d+)", repeated)
  plain = plain:gsub("(%a)%*(%d+)", repeated)
  if plain:find("[^EtmL|]") then return nil end
  local list = {}
  for chunk in (plain .. "|"):gmatch("([^|]*)|") do list[#list + 1] = select(2, chunk:gsub("t", "")) end
  return list
end

local function by_string(found, l, n)
  local text = found.facts.stages
  local list = chunks_of(text)
  if not list then found:refuse("stages", "pipeline_model_parallel_layout = %s is not supported", text) end
  if #list % l.pp ~= 0 then
    found:refuse("stages", "pipeline_model_parallel_layout = %s has %d stages, no multiple of PP = %d", text, #list, l.pp)
  end
  local sums, total = {}, 0
  for i, count in ipairs(list) do
    local stage = (i - 1) % l.pp + 1
    sums[stage], total = (sums[stage] or 0) + count, total + count
  end
  if n and total ~= n then
    found:refuse("stages", "pipeline_model_parallel_layout = %s has %d layers, but there are %d", text, total, n)
  end
  local most = 0
  for stage = 2, l.pp - 1 do most = math.max(most, sums[stage]) end
  for stage = 2, l.pp - 1 do
    if sums[stage] ~= most and not found.uneven then
      found.uneven = true
      found:miss(found.lines.stages,
        "pipeline_model_parallel_layout = %s: all middle stages get the number of layers of the largest one",
        text)
    end
  end
  l.vp = #list / l.pp > 1 and #list / l.pp or nil
  if l.pp > 1 then
    l.first_layers, l.last_layers = sums[1], sums[l.pp]
    l.middle_layers = l.pp > 2 and most or nil
  end
end

-- Embedding and loss count as a layer each where they are said to.
local function by_counts(found, l, n)
  local f = found.facts
  local extra = (f.with_embedding and 1 or 0) + (f.with_loss and 1 or 0)
  local vp = f.vp
  if f.chunk and n then
    vp = (n + extra) / l.pp / f.chunk
    if vp ~= math.floor(vp) then
      found:refuse("chunk", "%d layers a chunk do not divide the %s layers of a stage", f.chunk, (n + extra) / l.pp)
    end
  end
  l.vp = vp and vp > 1 and vp or nil
  if l.pp == 1 then l.vp = nil end
  if extra > 0 and n and l.pp > 1 then
    local each = (n + extra) / l.pp
    l.first_layers = each - (f.with_embedding and 1 or 0)
    l.last_layers = each - (f.with_loss and 1 or 0)
    l.middle_layers = l.pp > 2 and each or nil
  end
  if l.pp > 1 and (f.first_layers or f.last_layers) then
    local rest = n and (n - (f.first_layers or 0) - (f.last_layers or 0))
    local others = l.pp - (f.first_layers and 1 or 0) - (f.last_layers and 1 or 0)
    local each = rest and others > 0 and rest / others
    l.first_layers, l.last_layers = f.first_layers or each, f.last_layers or each
    if l.pp > 2 then l.middle_layers = each or nil end
  end
end

--- placed(found, l, n): adds vp and the layers of the stages to l, of a model of n layers (nil: not known).
function pipelines.placed(found, l, n)
  local text = found.facts.stages
  if text and text ~= "" and text ~= "null" and not text:find("^%$") then return by_string(found, l, n) end
  by_counts(found, l, n)
end

--- word(l): how a layout of pp stages is said as a layout string, or nil where it needs none.
function pipelines.word(l, n)
  if l.pp == 1 or l.first_layers == l.last_layers and l.first_layers == n / l.pp then return nil end
  local list, vp = {}, l.vp or 1
  for stage = 1, l.pp do
    list[stage] = stage == 1 and l.first_layers or stage == l.pp and l.last_layers or l.middle_layers
  end
  local parts = {}
  for chunk = 1, vp do
    for stage = 1, l.pp do
      local count = list[stage] / vp
      if count ~= math.floor(count) then return nil, core.format("%s layers of a stage in %d chunks", list[stage], vp) end
      parts[#parts + 1] = ("t"):rep(count)
    end
  end
  return "E" .. table.concat(parts, "|") .. "L"
end

return pipelines
