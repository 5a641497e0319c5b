-- SPDX-License-Identifier: MIT
-- The slowdown of a GPU under a power cap: the exponent of the clock in power.def (cap_exponent), fitted to the trainings
-- of Zeus on four GPUs, each training at several caps. Full speed needs the power that a training draws at the largest cap;
-- waiting needs a quarter of that cap, as on the registered nodes, which is assumed. Each GPU is predicted with the
-- exponent of the other three. Skipped if the measurements are missing.
local given = require "studies.given"
local study = require "twocs.study"
local papers = require "studies.papers"
local tw = require "twocs"

local wait_share = 0.25
local cap = {}

-- Trainings: a list of { gpu =, full = watt at the largest cap, most = that cap,
-- { cap =, slower = time relative to the largest cap }, ... }.
local function read(path)
  local by, list = {}, {}
  for row in assert(tw.read(path)):rows() do
    local key = tw.format("%s %s %s %.0f %s", row.gpu_type, row.dataset, row.network, row.batch_size, row.optimizer)
    if not by[key] then
      by[key] = { gpu = row.gpu_type, most = 0 }
      list[#list + 1] = by[key]
    end
    local one = by[key]
    one[#one + 1] = { cap = row.power_limit_w, t = row.time_per_epoch_s }
    if row.power_limit_w > one.most then one.most, one.full, one.t = row.power_limit_w, row.average_power_w,
      row.time_per_epoch_s end
  end
  local points = {}
  for _, one in ipairs(list) do
    for _, at in ipairs(one) do
      if at.cap < one.most then
        points[#points + 1] = { gpu = one.gpu, wait = wait_share * one.most, full = one.full, cap = at.cap,
          slower = at.t / one.t }
      end
    end
  end
  return points
end

-- A case of the engine whose power during compute equals that of a point at full speed.
local tiny = { model = tw.model{ layers = 1, h = 1024, head_dim = 64 }, device = tw.devices.a100_80g,
  run = papers.run{ sl = 128, format = "bf16" }, software = papers.software }
local of_tiny = tw.eval(tiny, { "done_flop", "t_step_cmp" })
tiny.device = tiny.device{ wait_power = 0, move_energy = 0, send_energy = 0 }
local joule_of_watt = of_tiny.t_step_cmp / of_tiny.done_flop

-- The slowdowns that the rows of the engine predict with this exponent.
local function predicted(points, exponent)
  local list, slower = {}, {}
  for i, p in ipairs(points) do
    list[i] = { wait_power = p.wait, cap_power = p.cap, flop_energy = math.max(0, p.full - p.wait) * joule_of_watt,
      cap_exponent = exponent }
  end
  local kept = tw.sweep(tiny, { over = { list }, want = "clock_kept" }):column "clock_kept"
  for i = 1, #points do slower[i] = 1 / kept[i] end
  return slower
end

-- The mean absolute logarithm of predicted over measured, as a relative error.
local function error_of(points, exponent)
  local slower, sum = predicted(points, exponent), 0
  for i, p in ipairs(points) do sum = sum + math.abs(tw.log2(slower[i] / p.slower)) end
  return (tw.exp2(sum / #points) - 1)
end

-- The exponent with the smallest error.
local function fitted(points)
  local best, least
  for step = 100, 500, 5 do
    local off = error_of(points, step / 100)
    if not least or off < least then best, least = step / 100, off end
  end
  for step = best * 100 - 4, best * 100 + 4 do
    local off = error_of(points, step / 100)
    if off < least then best, least = step / 100, off end
  end
  return best, least
end

local function where(points, keep)
  local list = {}
  for _, p in ipairs(points) do
    if keep(p) then list[#list + 1] = p end
  end
  return list
end

--- A table with a row for all GPUs and one for each: points, exponent, error, and the error without any slowdown; nil and a
--- sentence if the measurements are missing.
function cap.table()
  local path, sentence = given.path "runs/power_zeus_powerlimit.csv"
  if not path then return nil, sentence end
  local points = read(path)
  local c = { gpu = {}, points = {}, exponent = {}, off = {}, none = {} }
  local function add(gpu, own, exponent)
    local i, none = #c.gpu + 1, 0
    for _, p in ipairs(own) do none = none + math.abs(tw.log2(p.slower)) end
    c.gpu[i], c.points[i], c.exponent[i] = gpu, #own, exponent
    c.off[i], c.none[i] = error_of(own, exponent), tw.exp2(none / #own) - 1
  end
  add("all", points, (fitted(points)))
  for _, gpu in ipairs{ "A40", "P100", "RTX6000", "V100" } do
    local others = fitted(where(points, function(p) return p.gpu ~= gpu end))
    add(gpu, where(points, function(p) return p.gpu == gpu end), others)
  end
  return tw.table{ names = { "gpu", "points", "exponent", "off", "none" }, columns = c,
    units = { points = "1", exponent = "1", off = "1", none = "1" },
      meanings = { gpu = "GPU: with the exponent of the others",
      points = "trainings under a cap", exponent = "cap_exponent", off = "mean error of the slowdown",
      none = "the same where no cap slowed" } }
end

if arg and arg[0] and arg[0]:match "power/cap%.lua$" then
  local t, sentence = cap.table()
  if not t then print("skipped: " .. sentence) else study.write("cap", t):print() end
end

return cap
