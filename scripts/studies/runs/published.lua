-- SPDX-License-Identifier: MIT
-- Published runs on other clusters, and on newer and larger devices than those of the calibration: the accuracy of a user's
-- first prediction. Nothing is fitted to these rows, and nothing may be (published.csv states their sources, and the one
-- number that was read from them). Errors that they reveal are corrected at their cause.
--   published.lua [FILE.csv]   reads another file instead: columns as for `twocs predict`, and `set`
local bands = require "twocs.predict.bands"
local score = require "twocs.predict.score"
local tw = require "twocs"

local published = {}

local folder = (arg and arg[0] and arg[0]:match "^(.*)/[^/]*$" or "scripts/studies/runs") .. "/"

--- read(path): the prediction, and its rows by set in the order of the file: { { name, rows }, ... }.
function published.read(path)
  local runs = assert(tw.predict{ file = path })
  local by, order = {}, {}
  for _, one in ipairs(runs.rows) do
    local name = tostring(one.row.set)
    if not by[name] then
      by[name] = {}
      order[#order + 1] = { name, by[name] }
    end
    table.insert(by[name], one)
  end
  return runs, order
end

--- Whether a run is inside its band, which was found without its set.
function published.held(one)
  local low, high = bands.of(one, bands.without(one.row.set))
  return one.measured >= low and one.measured <= high
end

local function line(name, rows)
  local s, held, shares = score.errors(rows), 0, bands.support(rows)
  for _, one in ipairs(rows) do
    if published.held(one) then held = held + 1 end
  end
  return tw.format("%-22s %4d %7.1f %7.1f %+7.1f %7.1f %6d of %-3d %3.0f %3.0f %3.0f %3.0f", name, s.n, 100 * s.mean,
    100 * s.median, 100 * s.bias, 100 * s.max, held, s.n, 100 * shares.inside, 100 * shares.beyond,
    100 * shares.transferred, 100 * shares.assumed)
end

--- Prints errors, coverage of the bands and the basis of the times by set, and the refused rows with their reasons.
function published.report(path)
  local runs, sets = published.read(path)
  print(tw.format("%-22s %4s %7s %7s %7s %7s  %-9s  %s", "percent of the step", "rows", "mean", "median", "bias", "worst",
    "in bands", "inside, beyond, transferred, assumed"))
  for _, one in ipairs(sets) do print(line(one[1], one[2])) end
  print(line("all", runs.rows))
  for why, n in pairs(runs.reasons) do print(tw.format("%d not predicted: %s", n, why)) end
end

--- The file that is read by default.
published.path = folder .. "published.csv"

if arg and arg[0] and arg[0]:match "published%.lua$" then published.report(arg[1] or published.path) end

return published
