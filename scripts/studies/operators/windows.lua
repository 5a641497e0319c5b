-- SPDX-License-Identifier: MIT
-- Fused attention with a window compared with measured kernels of four devices: the number of additional keys that the time
-- of a window corresponds to (window_edge of data/software/frameworks.lua). twocs scripts/studies/operators/windows.lua.
-- This one number is fitted by the smallest error; without it, the time of a window would be a third of the measured time
-- or less.
local data = require "studies.operators"
local tw = require "twocs"

local windows = {}

windows.systems = { "h100_sxm", "h200_sxm", "b200_sxm", "gb200" }

local edges = {}
for edge = 0, 1500, 50 do edges[#edges + 1] = edge end

-- Predicted time over that without a window, by sequence, window and edge.
local function predicted(t)
  local lengths, reach = data.distinct(t, "keys"), data.distinct(t, "window")
  local model, run = tw.models.llama3_8b, { micro_batch = 1, attention = "fused", causal = "yes" }
  local function times(over)
    return tw.sweep({ model = model, device = "h100_sxm", plan = { gemm = "algorithmic" }, software = "ideal", run = run },
      { over = over, want = "t_scores_f" })
  end
  local whole, by = {}, {}
  for r in times{ sl = lengths, kv_len = lengths }:rows() do
    if r.sl == r.kv_len then whole[r.sl] = r.t_scores_f end
  end
  for r in times{ sl = lengths, kv_len = lengths, window = reach, window_edge = edges }:rows() do
    if r.sl == r.kv_len then
      by[tw.format("%d %d %d", r.sl, r.window, r.window_edge)] = r.t_scores_f / whole[r.sl]
    end
  end
  return function(r, edge) return by[tw.format("%d %d %d", r.keys, r.window, edge)] end
end

-- The mean factor by which the longer of predicted and measured time exceeds the other, minus 1.
local function error_of(t, of, edge)
  local sum = 0
  for r in t:rows() do
    local ratio = of(r, edge) / r.ratio
    sum = sum + math.max(ratio, 1 / ratio) - 1
  end
  return sum / t.n
end

--- A row for each device: the best edge, and the mean errors with it, with that of the frameworks, and with none; or nil
--- and a sentence without the tables.
function windows.table()
  local shipped = tw.software.pytorch.window_edge
  local found = { device = {}, rows = {}, edge = {}, best = {}, shipped = {}, none = {} }
  for i, system in ipairs(windows.systems) do
    local t, sentence = data.kernel_windows(system)
    if not t then return nil, sentence end
    local of, best, least = predicted(t), nil, math.huge
    for _, edge in ipairs(edges) do
      local mean = error_of(t, of, edge)
      if mean < least then best, least = edge, mean end
    end
    found.device[i], found.rows[i], found.edge[i], found.best[i] = system, t.n, best, least
    found.shipped[i], found.none[i] = error_of(t, of, shipped), error_of(t, of, 0)
  end
  return tw.table{ n = #windows.systems, names = { "device", "rows", "edge", "best", "shipped", "none" }, columns = found,
    units = { edge = "token", rows = "1", best = "1", shipped = "1", none = "1" },
    meanings = { edge = "additional keys of a window, with the least error",
      best = "mean excess of the longer over the shorter time",
      shipped = "the same with window_edge of the frameworks", none = "the same without it" } }
end

if arg and arg[0] and arg[0]:match "windows%.lua$" then
  local t, sentence = windows.table()
  print(t or "skipped: " .. sentence)
end

return windows
