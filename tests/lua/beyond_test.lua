-- SPDX-License-Identifier: MIT
-- The studies of whole steps from outside: both interpreters write the same bytes, the bubbles of the papers' formulas are
-- reproduced, and the findings change in the expected direction with the machine. Their numbers depend on the devices'
-- constants, so no golden file contains them.
local lu = require "luaunit"
local outside = require "outside"
local core = require "twocs.core"
local tw = require "twocs"

local root = outside.output("pwd"):gsub("\n$", "")
local scratch = outside.scratch()

local function reproduce(executable, name, words)
  local folder = core.format("%s/%s", scratch, name)
  assert(core.folder(folder))
  local command = "cd %s && TWOCS_DATA=none TWOCS_HOME=%s/scripts %s %s/scripts/reproduce.lua %s beyond"
  local said, status = outside.output(core.format(command,
    outside.quoted(folder), outside.quoted(root), outside.quoted(executable), outside.quoted(root), words or ""))
  lu.assertEquals(status, 0, said)
  return folder .. "/out/"
end

local out = reproduce(outside.twocs, "first")
local function read(name) return assert(tw.read(core.format("%sbeyond/%s.csv", out, name))) end

TestBeyond = {}

function TestBeyond:test_bubbles_are_those_of_the_papers()
  local t = assert(tw.read(out .. "reproduce.csv"))
  lu.assertEquals(t.n, 6)
  for row in t:rows() do lu.assertStrContains(row.verdict, "reproduced", row.item) end
end

function TestBeyond:test_both_interpreters_write_the_same()
  local other = os.getenv "TWOCS_OTHER" or outside.twocs:gsub("twocs%-luajit$", "twocs")
  if other == outside.twocs then other = outside.twocs .. "-luajit" end
  outside.skip_if(not core.files(other:match("^(.*)/")) and "there is no other interpreter")
  local second = reproduce(other, "second")
  local command = "diff -r -q -x .stamps -x provenance.txt -x report.html %s %s"
  local said, status = outside.output(core.format(command, outside.quoted(out), outside.quoted(second)))
  lu.assertEquals(status, 0, said)
end

-- These studies have no conclusion of a paper: each caption ends with the change that would invalidate its title.
function TestBeyond:test_captions_end_with_a_change_that_invalidates_the_title()
  local captions, folder = 0, reproduce(outside.twocs, "paper", "--style paper") .. "beyond"
  for _, name in ipairs(assert(core.files(folder))) do
    if name:match "%.txt$" then
      local file = assert(io.open(core.format("%s/%s", folder, name)))
      local text = file:read "*a"
      file:close()
      captions = captions + 1
      lu.assertStrMatches(text, ".* What would change it: .*%d.*%.\n", nil, nil, core.format("%s: %s", name, text))
      lu.assertNil(text:find "%f[%w]nan%f[%W]", name)
    end
  end
  lu.assertTrue(captions > 10)
end

-- Event by event, two microbatches take the time of ep_overlap's closed form, and no lane does two things at once.
function TestBeyond:test_exchanges_of_experts_event_by_event()
  local beyond = require "studies.beyond"
  local v = tw.eval(beyond.deepseek("yes"), { "t_fwd", "t_bwd", "t_ep_dispatch_layer", "t_ep_combine_layer",
    "f_slow_ep" })
  local exchange = v.t_ep_dispatch_layer + v.t_ep_combine_layer
  local events, ends, busy = read "experts_events":sort("begin"), { Compute = 0, Network = 0 }, { Compute = 0, Network = 0 }
  for row in events:rows() do
    lu.assertTrue(row.begin >= ends[row.lane] - 1e-9, row.what)
    ends[row.lane], busy[row.lane] = row.finish, busy[row.lane] + row.finish - row.begin
  end
  lu.assertAlmostEquals(busy.Network, exchange, 1e-6)
  lu.assertAlmostEquals(ends.Compute, v.t_fwd + v.t_bwd + exchange * v.f_slow_ep, 0.01 * ends.Compute)
end

function TestBeyond:test_findings()
  local experts = read "experts_deepseek"
  for i = 2, experts.n do lu.assertTrue(experts[i].experts > experts[i - 1].experts, "more EP, more all-to-all") end
  local share = read "serving_share"
  for row in share:rows() do lu.assertTrue(row.comm > 0 and row.comm < 1) end
  lu.assertTrue(share:where{ phase = "prefill", b = 1 }[1].comm > share:where{ phase = "decode", b = 1 }[1].comm)
  local formats = read "formats"
  local function of(format) return formats:where{ device = "H100", format = format }[1] end
  lu.assertTrue(of("FP8").t_step < of("BF16").t_step and of("FP8").comm > of("BF16").comm)
  lu.assertTrue(of("FP8, sent in FP8").comm < of("FP8").comm)
  local context = read "context_mfu"
  local longest, best = context:where{ sl = 1048576 }, nil
  for row in longest:rows() do
    if not best or row.mfu > best.mfu then best = row end
  end
  lu.assertEquals(best.cp, 64)
  local fits = read "offload_mfu"
  local function fewest(kind) return fits:where{ kind = kind }:sort("devices")[1].devices end
  lu.assertTrue(fewest "Optimizer state" < fewest "Nothing offloaded")
end

local status = lu.LuaUnit.run()
outside.output("rm -rf " .. outside.quoted(scratch))
os.exit(status == 0, true)
