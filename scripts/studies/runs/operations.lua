-- SPDX-License-Identifier: MIT
-- LUMI's runs: time of each communication operation as its log has it, beside what is predicted with constants to which no
-- run there was fitted. The one thing to know: the log is the first stage's, and a send or receive waits for its peer, so
-- that only its fastest tenth says what the network takes.
local constants = require "twocs.predict.constants"
local evaluate = require "twocs.predict.evaluate"
local given = require "studies.given"
local tw = require "twocs"

local operations = {}

-- Operation and message in the log, of which rows the times add up; what it is; and the prediction from columns of a step.
local list = {
  { "all_reduce", { "2.61 GB", "2.73 GB" }, "gradients, once", function(v)
    return v.first_layers * v.t_once + v.t_rest_call
  end },
  { "all_reduce", { "350.0 MB" }, "gradient of embedding and LM head, once", function(v) return v.t_tied_call end },
  { "all_gather", { "14.0 MB" }, "gathering behind a transfer, each", function(v) return v.t_tp_ag end, "median_ms" },
  { "send", { "14.0 MB" }, "send to the next stage, each, fastest tenth", function(v) return v.t_pp_hop end, "p10_ms" },
  { "recv", { "14.0 MB" }, "receive from it, each, fastest tenth", function(v) return v.t_pp_hop end, "p10_ms" },
}
local names = { "first_layers", "t_once", "t_rest_call", "t_tied_call", "t_tp_ag", "t_pp_hop" }

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

--- lines(own, c): rows of a table in Markdown, of a stack (predict/cases.lua) and constants; none where the log is not
--- here.
function operations.lines(own, c)
  local path = given.path "runs/comm_lumi_175b.csv"
  if not path then return {} end
  local t, lines = assert(tw.read(path)), {}
  local columns = evaluate.run(own.jobs, #own.cases, names, function(i)
    return constants.fields(c, own.of_case[i].made, own.of_case[i].fields, own.networks[i])
  end)
  for i, row in ipairs(own.rows) do
    local v = {}
    for k, name in ipairs(names) do v[name] = columns[k][i] end
    for _, one in ipairs(list) do
      local time = measured(t, row.nodes, one)
      if time then
        lines[#lines + 1] = tw.format("| LUMI, %d nodes: %s | %.1f ms | %.1f ms |", row.nodes, one[3], time,
          1e3 * one[4](v))
      end
    end
  end
  return lines
end

return operations
