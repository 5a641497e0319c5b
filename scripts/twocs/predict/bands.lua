-- SPDX-License-Identifier: MIT
-- Bands of predicted steps: how far measured times lay from predictions of stacks that no constant was fitted on. The one
-- thing to know: the band of a stack comes from the other stacks alone, each counting as much as the next, and is wider
-- for runs of a kind that is harder to predict (near the memory limit, bound by the host, TP over nodes), by what those
-- stacks show.
local core = require "twocs.core"
local support = require "twocs.ask.support"

local bands = {}

bands.share = 0.9

--- Is this run of a kind whose time depends on what twocs does not see: allocator, host, network over nodes?
function bands.strained(one)
  local v = one.v
  local host = v.t_layer_host * v.stage_layers * v.microbatches
  return v.mem_byte > 0.8 * v.mem_size or host > 0.05 * v.t_step or (one.fields.tp or 1) > (one.fields.net0_size or 8)
end

-- Between the nearest of a sorted list of { value, weight }, where the weights up to there make the share q.
local function quantile(list, q)
  table.sort(list, function(a, b) return a[1] < b[1] end)
  local all, sum = 0, 0
  for _, one in ipairs(list) do all = all + one[2] end
  for _, one in ipairs(list) do
    sum = sum + one[2]
    if sum >= q * all then return one[1] end
  end
  return list[#list][1]
end

local function mixed(left_out, kind)
  local list = {}
  for name, spread in pairs(require("twocs.data.calibrated").spread) do
    if name ~= left_out and spread[kind] then
      for _, x in ipairs(spread[kind]) do list[#list + 1] = { x, 1 / #spread[kind] } end
    end
  end
  return list
end

local function made(left_out)
  local band = {}
  for _, kind in ipairs{ "plain", "strained" } do
    local list = mixed(left_out, kind)
    band[kind] = { quantile(list, (1 - bands.share) / 2), quantile(list, (1 + bands.share) / 2) }
  end
  local all = mixed(left_out, "plain")
  for _, one in ipairs(mixed(left_out, "strained")) do all[#all + 1] = one end
  for _, one in ipairs(all) do one[1] = math.abs(one[1] - 1) end
  band.constant = quantile(all, bands.share)
  return band
end

local known = {}

--- The band for runs of a stack of this name, or of none of the known ones: by kind, measured over predicted, least and
--- most.
function bands.without(name)
  local key = name or ""
  known[key] = known[key] or made(name)
  return known[key]
end

--- Least and most time of a predicted run.
function bands.of(one, band)
  local b = (band or bands.without())[bands.strained(one) and "strained" or "plain"]
  return one.predicted * b[1], one.predicted * b[2]
end

-- Width, and twice what lies outside over the share that may (Gneiting and Raftery 2007, 6.2), over the measured time.
local function interval_score(low, high, measured)
  local outside = math.max(0, low - measured, measured - high)
  return (high - low + 2 / (1 - bands.share) * outside) / measured
end

--- score(list, band): the share of rows that their bands hold, their mean interval score, and that of a constant +- x %.
function bands.score(list, band)
  local held, sum, constant = 0, 0, 0
  for _, one in ipairs(list) do
    local low, high = bands.of(one, band)
    if one.measured >= low and one.measured <= high then held = held + 1 end
    sum = sum + interval_score(low, high, one.measured)
    constant = constant + interval_score(one.predicted * (1 - band.constant), one.predicted * (1 + band.constant),
      one.measured)
  end
  return { held = held / #list, score = sum / #list, constant = constant / #list }
end

--- Shares of all predicted time by what it rests on: { inside =, beyond =, transferred =, assumed = } (ask/support.lua).
function bands.support(rows)
  local found, all = {}, 0
  for _, word in ipairs(support.words) do found[word] = 0 end
  for _, one in ipairs(rows) do
    all = all + one.predicted
    for _, word in ipairs(support.words) do
      found[word] = found[word] + one.predicted * one.v[core.format("step_%s", word)]
    end
  end
  for _, word in ipairs(support.words) do found[word] = found[word] / all end
  return found
end

return bands
