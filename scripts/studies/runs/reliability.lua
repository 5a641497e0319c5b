-- SPDX-License-Identifier: MIT
-- Do bands contain as many measured runs as they say? For bands of 10 to 95 % the share of the runs inside, and where in
-- its band each measured step lies. No run was used for its own band: its stack, file or published set was left out. Bands
-- of other shares than 90 % have the width of a normal distribution with the same 90 %.
local bands = require "twocs.predict.bands"
local core = require "twocs.core"
local held = require "studies.runs.held"
local normal = require "twocs.common.normal"
local published = require "studies.runs.published"
local study = require "twocs.study"
local tables = require "twocs.table"
local unseen = require "studies.runs.unseen"

local reliability = {}

local shares = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95 }
local of_90 = normal.quantile(0.95)
local parts = 10 -- of the histogram
local as_stated = "As stated"

-- Where a run lies, as a multiple of the half-width of its 90 % band: below 0 if it was faster than predicted.
local function place_of(one, band)
  local far = bands.score_of(one, band) / band.z
  return one.measured < one.predicted and -far or far
end

-- The places of the runs of each group: stacks that constants come from, users' files, published tables.
local function groups()
  local list = { { name = "Stacks left out" }, { name = "Users' files" }, { name = "Published tables" } }
  local function add(group, rows, band_of)
    for _, one in ipairs(rows) do group[#group + 1] = place_of(one, band_of(one)) end
  end
  for _, stack in ipairs(held.stacks) do
    if held.of(stack.name) then
      local rows, band = held.left_out(stack.name)
      add(list[1], rows, function() return band end)
    end
  end
  for _, file in ipairs(unseen.list) do
    local rows, band = unseen.predicted(file[1])
    if rows then add(list[2], rows, function() return band end) end
  end
  add(list[3], published.read(published.path).rows, function(one) return bands.without(one.row.set) end)
  return list
end

-- The share of the places inside the band of this share.
local function inside(places, share)
  local limit, n = normal.quantile((1 + share) / 2) / of_90, 0
  for _, place in ipairs(places) do
    if math.abs(place) <= limit then n = n + 1 end
  end
  return n / #places
end

--- table(list): a row for each group and share: how many of its runs are inside.
function reliability.table(list)
  local columns = { group = {}, stated = {}, inside = {} }
  local function add(name, share, found)
    local at = #columns.group + 1
    columns.group[at], columns.stated[at], columns.inside[at] = name, share, found
  end
  for _, group in ipairs(list) do
    for _, share in ipairs(#group > 0 and shares or {}) do add(group.name, share, inside(group, share)) end
  end
  for _, share in ipairs(#columns.group > 0 and shares or {}) do add(as_stated, share, share) end
  return tables.new{ n = #columns.group, names = { "group", "stated", "inside" }, columns = columns,
    units = { stated = "1", inside = "1" }, meanings = { stated = "share of runs that a band should contain",
      inside = "share of runs inside" } }
end

-- The places of a group in the distribution that its bands mean, 0 (the fastest) to 1: even if the bands are right.
local function quantiles(places)
  local list = {}
  for i, place in ipairs(places) do
    local low, high = 0, 1
    for _ = 1, 40 do -- the inverse of normal.quantile
      local half = (low + high) / 2
      local below = normal.quantile(math.max(1e-12, math.min(1 - 1e-12, half))) < place * of_90
      if below then low = half else high = half end
    end
    list[i] = (low + high) / 2
  end
  return list
end

--- histogram(list): a row for each group and tenth of the stated distribution: the share of the group's runs in it.
function reliability.histogram(list)
  local columns = { group = {}, tenth = {}, share = {} }
  for _, group in ipairs(list) do
    local counts = {}
    for k = 1, parts do counts[k] = 0 end
    for _, x in ipairs(quantiles(group)) do
      local k = math.min(parts, 1 + math.floor(x * parts))
      counts[k] = counts[k] + 1
    end
    for k = 1, #group > 0 and parts or 0 do
      local at = #columns.group + 1
      columns.group[at], columns.tenth[at], columns.share[at] = group.name, core.format("%d", k), counts[k] / #group
    end
  end
  return tables.new{ n = #columns.group, names = { "group", "tenth", "share" }, columns = columns,
    units = { share = "1" }, meanings = { tenth = "tenth of the stated distribution, the fastest runs first",
      share = "share of the group's runs" } }
end

-- The share of all runs between the third and the eighth tenth.
local function middle(list)
  local n, all = 0, 0
  for _, group in ipairs(list) do
    for _, x in ipairs(quantiles(group)) do
      all, n = all + 1, n + (x >= 0.3 and x < 0.7 and 1 or 0)
    end
  end
  return n / all
end

--- draw(): both figures into out/runs, with a title from the numbers.
function reliability.draw()
  local list = groups()
  local t = reliability.table(list)
  local at_90, said = t:where{ stated = 0.9 }, {}
  if t.n == 0 then return end
  for i = 1, at_90.n - 1 do
    said[i] = core.format("%.0f %% of %s", 100 * at_90:column "inside"[i], at_90:column "group"[i]:lower())
  end
  study.folder = "out/runs"
  study.lines("reliability", t, { x = "stated", y = "inside", by = "group", legend = "Runs of", percent = true,
    title = core.format("Bands of 90 %% contain %s", table.concat(said, ", ")),
    subtitle = "No run was used for its own band", xlabel = "Stated share", ylabel = "Share of runs inside" })
  study.bars("places", reliability.histogram(list), { x = "tenth", y = "share", by = "group", percent = true,
    legend = "Runs of",
    title = core.format("%.0f %% of runs lie in the middle four tenths of their bands", 100 * middle(list)),
    hline = { at = 0.1, label = "as stated" },
    subtitle = "Tenths of the stated distribution, the fastest runs first; even bars mean exact bands",
    xlabel = "Tenth", ylabel = "Share of runs" })
end

return reliability
