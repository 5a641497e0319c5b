-- SPDX-License-Identifier: MIT
-- For predictions with large errors: the missing term, as a sentence for each stack, and the measurement that would
-- identify it. The corrections are only printed and are used nowhere.
local held = require "studies.runs.held"
local operations = require "studies.runs.operations"
local populations = require "twocs.predict.populations"
local score = require "twocs.predict.score"
local tw = require "twocs"

local values = held.values
local sentences = {}

-- nanotron's faulty rows, and rows with the waiting times of a release that polls: they are recognised by their times. No
-- constant is fitted to these rows, and no prediction depends on them.
function sentences.nanotron()
  local list, sick = held.predicted("nanotron", values.nanotron)
  local waiting = populations.of(list)
  local first = tw.format("%d of nanotron's rows have faulty measurements and are left out.", sick)
  if not waiting then return first end
  local waits, rest = {}, {}
  for _, one in ipairs(waiting.rows) do waits[one] = true end
  for _, one in ipairs(list) do
    if not waits[one] then rest[#rest + 1] = one end
  end
  return tw.format("%s %d of the others have a pipeline; %d of these take %.2f s longer for each neighbour and microbatch "
    .. "than the rest, as in a release that polls for messages between stages (software = nanotron@polling). The file "
    .. "does not state the release, so no row uses this entry. Their median error is %.1f %%, that of the other %d rows "
    .. "%.1f %% (mean %.1f %%).", first, waiting.of, #waiting.rows, waiting.wait,
    100 * score.errors(waiting.rows).median, #rest,
    100 * score.errors(rest).median, 100 * score.errors(rest).mean)
end

-- Rows of fms-fsdp on H100 are too fast on a network without measurements: the network or the GEMMs with which they would
-- be right.
function sentences.fms()
  local c = held.without "fms"
  local function on(device, constants)
    return score.errors((held.predicted("fms", constants, function(_, one) return one.device:find(device, 1, true) end)))
  end
  local function least(name, from, to)
    local best, value = math.huge, nil
    for step = 0, 40 do
      local other = {}
      for key, constant in pairs(c) do other[key] = constant end
      local factor = from + (to - from) * step / 40
      other[name] = (c[name] or 1) * factor
      local mean = on("h100", other).mean
      if mean < best then best, value = mean, factor end
    end
    return value, 100 * best
  end
  local speed, with_network = least("net_speed", 1, 0.3)
  local longer, with_gemm = least("train_gemm", 1, 1.6)
  return tw.format("fms-fsdp: bias %+.1f %% on A100, %+.1f %% on H100. Two causes are possible on H100: a network at %.2f "
    .. "of the speed of InfiniBand (then the mean error is %.1f %%), or GEMMs that take %.2f times as long (%.1f %%). The "
    .. "rows cannot distinguish them; all-gathers over its nodes (nccl-tests) would.", 100 * on("a100", c).bias,
    100 * on("h100", c).bias, speed, with_network, longer, with_gemm)
end

function sentences.lumi()
  local own = held.of "lumi"
  local time, inside, sent = operations.missing(own, values.pooled)
  if not time then return nil end
  return tw.format("LUMI: of the missing %.0f s on %d nodes, gradients explain %.1f s (below), and TP's all-reduces %.1f "
    .. "s if "
    .. "they are as much slower than predicted as all-gathers inside a node. The rest is compute; a table of GEMMs on this "
    .. "die would settle it.", time, own.raw[1].nodes, sent, inside)
end

--- sentences(): those of the stacks whose files exist.
local missing = {}
function missing.sentences()
  local list = {}
  for _, name in ipairs{ "nanotron", "fms", "lumi" } do
    if held.of(name) then list[#list + 1] = sentences[name]() end
  end
  return list
end

return missing
