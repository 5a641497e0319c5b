-- SPDX-License-Identifier: MIT
-- 250 cases whose answers were derived by other means (tests/oracle/derive.py: matrices listed and counted, messages and
-- passes simulated one by one, in fractions), compared with the columns. The two have no formula in common.
local lu = require "luaunit"
local tw = require "twocs"
local core = require "twocs.core"
local expect = require "expect"
local outside = require "outside"

local root = (arg[0]:match "^(.*)/tests/lua/[^/]*$" or "../..")
local function cases(name) return assert(tw.read(core.format("%s/tests/data/oracle/%s.csv", root, name))) end

local device = { peak_fp32 = 1e12, peak_fp16 = 2e12, mem_bw = 1e12, mem_size = 1e18, flop_eff = 1, mem_eff = 1, launch = 0,
  units = 100, comm_launch = 0, net0_size = 64, net0_bw = 1e9, net0_lat = 0, net0_half = 0 }

-- Compares every answer of the table for a case.
local function check(t, answers, eval)
  local checked = 0
  for row in t:rows() do
    for _, name in ipairs(answers) do
      if row[name] == row[name] then
        expect.near(eval(row, name), row[name], 1e-12, core.format("case %.0f, %s", row.case, name))
        checked = checked + 1
      end
    end
  end
  return checked
end

TestOracle = {}

function TestOracle:test_models_and_their_memory()
  local t, model = cases "layers", { "layers", "h", "head_dim", "heads", "kv_heads", "ffn", "gated", "norm", "vocab",
    "tied", "experts", "top_k" }
  lu.assertEquals(t.n, 130)
  local made = {} -- for each case, the values that are computed once
  local function case_of(row, mode)
    local fields = {}
    for _, name in ipairs(model) do fields[name] = row[name] end
    return { model = fields, device = device, layout = { tp = row.tp, dp = row.dp, zero = row.zero, ep = row.ep },
      run = { sl = row.sl, b = row.b, format = row.format, mode = mode }, software = "ideal" }
  end
  local answers = { "param", "active_param", "step_flop", "weight_mem", "grad_mem", "opt_mem", "tp_ar_byte",
    "dp_grad_byte", "edp_grad_byte" }
  local checked = check(t, answers, function(row, name)
    made[row.case] = made[row.case] or tw.eval(case_of(row), answers)
    return made[row.case][name]
  end)
  checked = checked + check(t, { "kv_cache" }, function(row, name) return tw.eval(case_of(row, "inference"), name) end)
  lu.assertTrue(checked > 1000, core.format("%d answers", checked))
end

function TestOracle:test_collectives()
  local t = cases "collectives"
  lu.assertEquals(t.n, 60)
  local answers = { "all_reduce_ring", "all_gather_ring", "reduce_scatter_ring", "all_to_all_pairwise",
    "all_gather_recursive", "all_reduce_halving_doubling" }
  local checked = check(t, answers, function(row, name)
    local kind, law = name:match "^(%l+_%l+)_([%l_]+)$"
    if name:find "^all_to_all" or name:find "^reduce_scatter" then kind, law = name:match "^(.*)_(%l+)$" end
    local one = core.record("device", device){ net0_size = row.n, net0_bw = row.bw, net0_lat = row.lat,
      comm_launch = row.launch }
    local column = core.format("t_op_%s", kind)
    return tw.eval({ device = one, plan = { [kind] = law },
      op = { op_ranks = row.n, [core.format("op_%s", kind)] = row.payload } }, column)
  end)
  lu.assertTrue(checked > 280, core.format("%d answers", checked))
end

function TestOracle:test_pipelines()
  local t = cases "pipelines"
  lu.assertEquals(t.n, 60)
  local function times(text)
    local list = {}
    for x in core.format("%s", text):gmatch "%d+" do list[#list + 1] = tonumber(x) end
    return list
  end
  check(t, { "step" }, function(row)
    local stages, f, b = {}, times(row.f), times(row.b)
    for s = 1, #f do stages[s] = { f = f[s], b = b[s] } end
    return tw.timeline{ stages = stages, microbatches = row.microbatches, schedule = row.schedule }.step
  end)
end

-- The committed tables equal the output of the script.
function TestOracle:test_the_tables_are_derived()
  outside.need "python3"
  local said, status = outside.output(core.format("python3 %s/tests/oracle/derive.py --check", outside.quoted(root)))
  lu.assertEquals(status, 0, said)
end

os.exit(lu.LuaUnit.run(), true)
