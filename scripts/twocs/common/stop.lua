-- SPDX-License-Identifier: MIT
-- Ctrl-C in a long verb. Finished work is written or printed, a sentence states its amount, and the script ends with status
-- 130, so no later line of the script uses a partial result. At a prompt only the current command ends.
local core = require "twocs.core"
local guard = require "twocs.common.guard"

local stop = {}

--- Calls f. Returns nil if f ended by itself. If Ctrl-C ended it, returns the number of points that its jobs had finished
--- (bindings/lua/stopped.c); f has then stored all of its results that are kept.
function stop.keeping(f) return core.keeping(f, guard.caught) end

--- Raises if Ctrl-C ended a job of which a part was kept. It is called before code that needs the whole result.
function stop.check() core.check_stopped() end

local scales = { { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } }

--- "3.2 of 5.4 M points"
function stop.share(done, all, what)
  for _, scale in ipairs(scales) do
    if all >= scale[1] then
      local part = math.floor(1000 * done / scale[1]) / 1000 -- not rounded up to the whole
      return core.format("%.4g of %.4g %s %s", part, all / scale[1], scale[2], what)
    end
  end
  return core.format("%.0f of %.0f %s", done, all, what)
end

--- Prints the finished part, if any, under a line that marks it as partial, and ends the script. share: the text of
--- stop.share; rest: the rest of the sentence.
function stop.with(shown, share, rest)
  local sentence = core.format("stopped by Ctrl-C after %s%s", share, rest or "")
  if shown ~= nil then print(core.format("# %s; so far:\n%s", sentence, tostring(shown))) end
  core.stop(sentence)
end

return stop
