-- SPDX-License-Identifier: MIT
-- Helper for tests: a row of a user's file of training runs with eight plain layers on 16 H100; cells can be changed or
-- removed.
local reader = require "twocs.runs.read"
local tw = require "twocs"

local a_row = {}

--- cells(more): the row's cells with these changes; "" removes a cell.
function a_row.cells(more)
  local r = { layers = 8, hidden = 4096, heads = 32, seq = 2048, gpus = 16, gpu_type = "H100", tp = 2, pp = 2,
    microbatch = 1, global_batch = 64, vocab = 1024, step_time_s = 2 }
  for key, value in pairs(more) do r[key] = value ~= "" and value or nil end
  return r
end

--- read(more): the result of the reader.
function a_row.read(more) return reader.case(reader.entry "own", a_row.cells(more)) end

--- case(more): the case of the row; fails if the row is refused.
function a_row.case(more)
  local one = a_row.read(more)
  return assert(one.case, one.why)
end

function a_row.field(more, name) return tw.eval(a_row.case(more), name) end

return a_row
