-- SPDX-License-Identifier: MIT
-- Logs of nccl-tests, rccl-tests and OSU as tables: samples made by us, inferences from busbw / algbw, refusals; and if the
-- published logs are next to the project, a few of their rows compared with values that were read by eye.
local lu = require "luaunit"
local tw = require "twocs"
local given = require "studies.given"
local core = require "twocs.core"

local scratch = os.tmpname()

local write, read, refuse = require "reading"(scratch)

-- A refusal is not an error of the environment.
local function refusal(text, options)
  local sentence, code = refuse(text, options)
  lu.assertEquals(code, 0)
  return sentence
end

local function mistake(text, options)
  write(text)
  local done, sentence = pcall(tw.read, scratch, options)
  lu.assertFalse(done)
  return (sentence:match("logs_test%.lua:%d+: (.*)$"))
end

-- A log with this number of ranks, two on a node, whose rows are 1 KiB in 10 us and 1 GiB in 10 ms.
local function log(ranks, factor, middle, before)
  local lines = { before or "# nThread 1 nGpus 1" }
  for rank = 0, ranks - 1 do
    lines[#lines + 1] = core.format("#  Rank %d Group 0 Pid 7 on n%d device %d [0000:04:00] Made up 40GB", rank,
      math.floor(rank / 2), rank % 2)
  end
  lines[#lines + 1] = "#  size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong"
  lines[#lines + 1] = "#  (B)  (elements)                 (us) (GB/s) (GB/s)         (us) (GB/s) (GB/s)"
  lines[#lines + 1] = core.format("  1024  256  float  %s  10.00  0.10  %.2f  0  11.00  0.09  %.2f  0", middle,
    0.1024 * factor, 0.0931 * factor)
  lines[#lines + 1] = core.format("  1073741824  268435456  float  %s  10000  107.37  %.2f  0  10000  107.37  %.2f  N/A",
    middle, 107.3742 * factor, 107.3742 * factor)
  lines[#lines + 1] = "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 50 \n#\n"
  return table.concat(lines, "\n")
end

TestNccl = {}

function TestNccl:test_a_log()
  local t = read(log(4, 1.5, "sum -1", "n0:7:7 [0] NCCL INFO NET/IB : No device found."))
  lu.assertEquals(t.n, 2)
  lu.assertEquals(t.head, "nccl-tests, 2 rows; op all_reduce by busbw / algbw; 1 line skipped, the first is line 1")
  lu.assertEquals(t:names(), { "op", "ranks", "nodes", "gpus_per_node", "device", "run", "bytes", "count", "type", "redop",
    "root", "t_out", "algbw", "busbw", "errors", "t_in", "algbw_in", "busbw_in", "errors_in" })
  local row = t[2]
  lu.assertEquals({ row.op, row.ranks, row.nodes, row.gpus_per_node }, { "all_reduce", 4, 2, 2 })
  lu.assertEquals({ row.device, row.type, row.redop, row.root, row.run }, { "Made up 40GB", "float", "sum", -1, 1 })
  lu.assertEquals({ row.bytes, row.count, row.t_out, row.t_in }, { 1073741824, 268435456, 0.01, 0.01 })
  lu.assertEquals({ row.algbw, row.busbw, row.errors }, { 107.37e9, 161.06e9, 0 })
  lu.assertIsNaN(row.errors_in)
  lu.assertEquals({ t:unit "bytes", t:unit "t_out", t:unit "busbw", t:unit "ranks" }, { "byte", "s", "byte/s", "1" })
  lu.assertEquals(t:meaning "nodes", "distinct hosts")
end

function TestNccl:test_the_collective_from_the_rates()
  lu.assertEquals(read(log(8, 0.875, "sum -1"))[1].op, "reduce_scatter")
  lu.assertEquals(read(log(8, 1, "none 0"))[1].op, "broadcast")
  lu.assertEquals(read(log(8, 1, "sum 0"))[1].op, "reduce")
  local unsure = read(log(8, 0.875, "none -1")) -- all-gather or all-to-all
  lu.assertEquals(unsure[1].op, "")
  lu.assertStrContains(unsure.head, "the collective is not stated: set op = ...")
  lu.assertEquals(read(log(8, 0.875, "none -1"), { op = "all_gather" })[1].op, "all_gather")
  lu.assertEquals(read(log(8, 0.875, "none -1", "# Collective test starting: alltoall_perf"))[1].op, "all_to_all")
  lu.assertEquals(read(log(2, 1, "sum -1"), { as = "rccl-tests" }).head,
    "rccl-tests, 2 rows; the collective is not stated: set op = ...")
end

function TestNccl:test_the_ranks_from_the_rates()
  local t = read(log(0, 1.75, "sum -1", "mpirun ./all_reduce_perf -b 1K"))
  lu.assertEquals(t[1].ranks, 8)
  lu.assertIsNaN(t[1].nodes)
  lu.assertStrContains(t.head, "8 ranks by busbw / algbw")
  lu.assertIsNaN(read(log(0, 0.875, "none -1"))[1].ranks)
  lu.assertEquals(read(log(0, 0.875, "none -1"), { op = "all_gather" })[1].ranks, 8)
  lu.assertEquals(read(log(0, 1, "none 0"), { op = "broadcast", ranks = 16 })[1].ranks, 16)
  lu.assertStrContains(read(log(4, 1.75, "sum -1"), { ranks = 8 }).head, "8 ranks, but it lists 4")
end

function TestNccl:test_contradictory_logs_are_refused()
  lu.assertEquals(refusal(log(4, 1.75, "sum -1", "mpirun ./all_reduce_perf")),
    "line 6: busbw is 1.75 to 1.75 times algbw, but all_reduce over 4 ranks would be 1.5 times")
  lu.assertEquals(refusal(log(4, 1.5, "sum -1", "mpirun ./all_reduce_perf"), { op = "broadcast" }),
    "line 6: the log has all_reduce, not op = broadcast")
  local wrong = log(4, 1.5, "sum -1"):gsub("0 OK", "3 FAILED")
  lu.assertEquals(refusal(wrong), "line 10: the log reports wrong results; failed = true reads it anyway")
  lu.assertEquals(read(wrong, { failed = true }).n, 2)
end

function TestNccl:test_rows_that_are_left_out_are_reported()
  local text = log(4, 1.5, "sum -1")
  local cut = read(text:sub(1, text:find("107.37", 1, true) + 2))
  lu.assertEquals(cut.n, 1)
  lu.assertStrContains(cut.head, "line 6: the run has no summary and is incomplete; 1 broken row left out, the first is "
    .. "line 9")
  local glued = read((text:gsub("10000  107.37", "10000  207.37", 1)), { op = "all_reduce" })
  lu.assertStrContains(glued.head, "1 row whose bytes, time and algbw disagree, the first is line 9")
  lu.assertStrContains(glued.head, "the ratio of busbw to algbw is not constant")
end

function TestNccl:test_several_runs()
  local t = read(log(4, 1.5, "sum -1", "./all_reduce_perf") .. "node0: warning\n"
    .. log(2, 0.5, "none -1", "./all_gather_perf"))
  lu.assertEquals(t.n, 4)
  lu.assertEquals({ t[1].op, t[1].ranks, t[1].run }, { "all_reduce", 4, 1 })
  lu.assertEquals({ t[3].op, t[3].ranks, t[3].run }, { "all_gather", 2, 2 })
  lu.assertEquals(t:where{ op = "all_gather" }[2].nodes, 1)
end

function TestNccl:test_no_log()
  local as = { as = "nccl-tests" }
  lu.assertEquals(refusal("", as), "line 1: the text is empty")
  lu.assertEquals(refusal("a,b\n1,2\n", as),
    "line 2: the log ends before a line with the column names (size count type ...)")
  lu.assertEquals(refusal(log(4, 1.5, "sum -1"):gsub("\n +1[^\n]*", ""), as), "line 10: the log ends without a row")
  lu.assertEquals(refusal("#\0", as), "line 1: a NUL byte: this is not a text file")
  lu.assertEquals(mistake("", { as = "nccl-tests", op = "allreduce" }),
    'op: "allreduce" is not a collective; did you mean "all_reduce"?')
  lu.assertEquals(mistake("", { as = "nccl-tests", ranks = 2.5 }),
    "ranks: expected a whole number in [1, 1048576], got 2.5")
  lu.assertEquals(mistake("", { as = "nccl-tests", rank = 2 }),
    'read: "rank" is not an option of nccl-tests; did you mean "ranks"?')
end

TestOsu = {}

-- Made by us in the format that OSU documents; this run never happened.
local made_up = [[
srun: job 1 has been allocated resources

# OSU MPI-CUDA Allreduce Latency Test v7.0
# Datatype: MPI_INT.
# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations
4                      10.05              9.00             11.25        1000
1048576              8630.50           8619.50           8642.50         100

# OSU MPI Bandwidth Test v5.6.2
# Size      Bandwidth (MB/s)
1                       7.50
4194304             26903.25

# OSU MPI Latency Test v7.3
# Size       Avg Latency(us)   P50 Tail Lat(us)   P90 Tail Lat(us)   P99 Tail Lat(us)
8                       2.50               2.40               2.75               4.00
]]

function TestOsu:test_a_log()
  local t = read(made_up, { ranks = 16 })
  lu.assertEquals(t:names(), { "op", "test", "ranks", "run", "bytes", "t", "t_min", "t_max", "t_p50", "t_p90", "t_p99",
    "rate", "iterations" })
  lu.assertEquals(t.n, 5)
  lu.assertEquals(t.head, "osu, 5 rows; 1 line skipped, the first is line 1")
  lu.assertEquals({ t[2].op, t[2].ranks, t[2].bytes, t[2].t }, { "all_reduce", 16, 1048576, 8630.5e-6 })
  lu.assertEquals({ t[2].t_min, t[2].t_max, t[2].iterations }, { 8619.5e-6, 8642.5e-6, 100 })
  lu.assertEquals({ t[4].op, t[4].ranks, t[4].rate, t[4].test }, { "p2p", 2, 26903.25e6, "OSU MPI Bandwidth Test v5.6.2" })
  lu.assertEquals({ t[5].op, t[5].t, t[5].t_p90 }, { "p2p", 2.5e-6, 2.75e-6 })
  lu.assertIsNaN(t[5].rate)
  lu.assertEquals({ t:unit "t", t:unit "rate", t:unit "iterations" }, { "s", "byte/s", "1" })
  lu.assertIsNaN(read(made_up)[1].ranks)
end

function TestOsu:test_titles()
  local ops = { ["MPI Reduce_scatter Latency"] = "reduce_scatter", ["MPI Broadcast Latency"] = "broadcast",
    ["MPI All-to-All Personalized Exchange Latency"] = "all_to_all", ["MPI Reduce Latency"] = "reduce",
    ["MPI Non-blocking Allgather Latency"] = "all_gather", ["MPI_Put Latency"] = "put",
    ["MPI Bi-Directional Bandwidth"] = "p2p", ["Something else"] = "" }
  for title, op in pairs(ops) do
    local t = read(core.format("# OSU %s Test v1.0\n# Size  Latency (us)\n1  2\n", title), { as = "osu" })
    lu.assertEquals(t[1].op, op)
  end
  local pairs_of = read("# OSU MPI Multiple Bandwidth / Message Rate Test v5\n# [ pairs: 3 ] [ window size: 64 ]\n"
    .. "# Size  MB/s  Messages/s\n1  2.5  300\n")
  lu.assertEquals({ pairs_of[1].ranks, pairs_of[1].pairs, pairs_of[1].rate, pairs_of[1].messages }, { 6, 3, 2.5e6, 300 })
end

function TestOsu:test_refused_logs_and_remarks()
  local head = "# OSU MPI Bcast Latency Test v1\n# Size  Avg Latency(us)  Validation  Colour\n"
  lu.assertEquals(refusal(head, { as = "osu" }), "line 2: the log ends without a row")
  lu.assertEquals(refusal("x\n", { as = "osu" }),
    "line 1: the log ends before a line with the column names (Size  Avg Latency(us) ...)")
  lu.assertEquals(refusal(head .. "1  2.5  Fail  red\n"),
    "line 3: the log reports wrong results; failed = true reads it anyway")
  lu.assertEquals(read(head .. "1  2.5  Pass  red\n2 2.5\n").head,
    'osu, 1 rows; line 2: column "Colour" left out; 1 broken row left out, the first is line 4')
  lu.assertStrContains(refusal("# OSU MPI_Get Latency Test v7\n# Size  Latency (MB)\n1 2\n"),
    "line 2: Latency is in byte, expected s")
end

TestPublished = {}

local function published(name)
  local path, sentence = given.path("abci2.0/" .. name)
  if path then return assert(tw.read(path)) end
  print("skipped: " .. sentence)
  lu.skip(sentence)
end

function TestPublished:test_every_log()
  local logs = { ["intra_vnode/job04.sh.7280532"] = { 4, 1 }, ["intra_anode/job04.sh.7280520"] = { 4, 1 },
    ["intra_anode/job08.sh.7280517"] = { 8, 1 }, ["inter_anode/job02.sh.7194279"] = { 16, 2 },
    ["inter_anode/job04.sh.7194285"] = { 32, 4 }, ["inter_vnode/job02.sh.7194532"] = { 8, 2 },
    ["inter_vnode/job04.sh.7194533"] = { 16, 4 } }
  for name, of in pairs(logs) do
    local t = published(name .. ".nccl")
    lu.assertEquals(t.n, 24)
    lu.assertNil(t.head:find("disagree", 1, true))
    lu.assertNil(t.head:find("broken", 1, true))
    for row in t:rows() do
      lu.assertEquals({ row.op, row.ranks, row.nodes, row.gpus_per_node }, { "all_reduce", of[1], of[2], of[1] / of[2] })
      lu.assertEquals(row.bytes, row.count * 4)
      lu.assertTrue(math.abs(row.bytes / row.t_out - row.algbw) < 0.006e9 + 1e-3 * row.algbw)
    end
  end
end

-- Read off by eye.
function TestPublished:test_rows_checked_by_hand()
  local t = published "inter_anode/job04.sh.7194285.nccl"
  local row = t[24]
  lu.assertEquals({ row.bytes, row.t_out, row.algbw, row.busbw, row.errors },
    { 33554432, 2075.4e-6, 16.17e9, 31.33e9, 1e-6 })
  lu.assertEquals({ row.t_in, row.algbw_in, row.busbw_in, row.errors_in }, { 2074.6e-6, 16.17e9, 31.34e9, 1e-6 })
  row = t[18]
  lu.assertEquals({ row.bytes, row.t_out, row.busbw, row.t_in }, { 524288, 127.7e-6, 7.96e9, 124.9e-6 })
  lu.assertEquals({ row.device, row.type, row.redop }, { "A100-SXM4-40GB", "float", "sum" })
  t = published "intra_vnode/job04.sh.7280532.nccl"
  lu.assertStrContains(t.head, "4 lines skipped, the first is line 1")
  lu.assertEquals({ t[1].t_out, t[1].t_in, t[1].errors, t[1].errors_in }, { 8.48e-6, 8.34e-6, 1e-7, 0 })
  lu.assertEquals({ t[24].t_out, t[24].busbw, t[24].device }, { 447.3e-6, 112.52e9, "Tesla V100-SXM2-16GB" })
end

local result = lu.LuaUnit.run()
os.remove(scratch)
os.exit(result == 0, true)
