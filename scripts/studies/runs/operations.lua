-- SPDX-License-Identifier: MIT
-- LUMI's runs: the time of each communication operation in its log, and the prediction with constants that were not fitted
-- to any run there. The log is that of the first stage. A send or receive waits for its peer, so only its fastest tenth is
-- the time of the network.
local given = require "studies.given"
local tw = require "twocs"

local operations = {}

-- Gradients are sent in two messages; before the first one the replicas wait for each other.
local first, second = 2.61, 2.73
local function gradients(v) return (v.first_layers * v.t_once + v.t_rest_call) / (first + second) end

-- The operation and its messages in the log, whose times are added; a description; and the prediction from columns of a
-- step.
local list = {
  { "all_reduce", { "2.61 GB" }, "gradients, first message, with waiting for replicas", function(v)
    return first * gradients(v)
  end },
  { "all_reduce", { "2.73 GB" }, "gradients, second message", function(v) return second * gradients(v) end },
  -- Each has 4 bytes, according to its size: DeepSpeed reduces it before it is converted to BF16.
  { "all_reduce", { "350.0 MB" }, "gradient of embedding and LM head, once", function(v)
    return 4 / v.grad_byte * v.t_tied_call
  end },
  { "all_gather", { "14.0 MB" }, "all-gather after a transfer, each", function(v) return v.t_tp_ag end, "median_ms" },
  { "send", { "14.0 MB" }, "send to the next stage, each, fastest tenth", function(v) return v.t_pp_hop end, "p10_ms" },
  { "recv", { "14.0 MB" }, "receive from it, each, fastest tenth", function(v) return v.t_pp_hop end, "p10_ms" },
}
local names = { "first_layers", "t_once", "t_rest_call", "t_tied_call", "t_tp_ag", "t_pp_hop", "grad_byte" }

local function measured(t, nodes, one)
  local sum
  for row in t:rows() do
    for _, message in ipairs(one[2]) do
      if row.nodes == nodes and row.op == one[1] and row.msg == message then
        sum = (sum or 0) + row[one[5] or "sum_ms_per_iter"]
      end
    end
  end
  return sum
end

local gathering = list[4]

-- The log, and the columns of a run's step: of(i) is a table by name; nil if the log is missing.
local function log_and_steps(own, c, wanted)
  local path = given.path "runs/comm_lumi_175b.csv"
  if not path then return nil end
  local columns = own:columns(wanted, c)
  return assert(tw.read(path)), function(i)
    local v = {}
    for k, name in ipairs(wanted) do v[name] = columns[k][i] end
    return v
  end
end

--- missing(own, c): for the first run, the missing seconds of its time; the seconds that TP's collectives would add if they
--- were slower by the same factor as the all-gathers in its log; and those of its gradients. nil if the log is missing.
function operations.missing(own, c)
  local wanted = { "t_step", "t_step_ser" }
  for _, name in ipairs(names) do wanted[#wanted + 1] = name end
  local t, of = log_and_steps(own, c, wanted)
  if not t then return nil end
  local row, nodes, v, sent = own.rows[1], own.raw[1].nodes, of(1), 0
  local slower = measured(t, nodes, gathering) / (1e3 * gathering[4](v))
  for i = 1, 3 do sent = sent + measured(t, nodes, list[i]) / 1e3 - list[i][4](v) end
  return row.step_time_s - v.t_step, (slower - 1) * v.t_step_ser, sent
end

--- lines(own, c): rows of a Markdown table for a stack (predict/cases.lua) and constants; none if the log is missing.
function operations.lines(own, c)
  local t, of = log_and_steps(own, c, names)
  local lines = {}
  for i, row in ipairs(t and own.raw or {}) do
    for _, one in ipairs(list) do
      local time = measured(t, row.nodes, one)
      if time then
        lines[#lines + 1] = tw.format("| LUMI, %d nodes: %s | %.1f ms | %.1f ms |", row.nodes, one[3], time,
          1e3 * one[4](of(i)))
      end
    end
  end
  return lines
end

return operations
