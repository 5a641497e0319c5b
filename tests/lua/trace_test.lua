-- SPDX-License-Identifier: MIT
-- Traces: the report of a trace made here, and its sums compared with a slow sweep over the same kernels. Real traces are
-- tested if they are next to the project: every kernel has a class, and no rate exceeds the device's.
local lu = require "luaunit"
local tw = require "twocs"
local given = require "studies.given"
local core = require "twocs.core"

local path = os.tmpname() .. ".json"

local function write(text, to)
  local file = assert(io.open(to or path, "wb"))
  file:write(text)
  file:close()
end

local function event(cat, name, ts, dur, args)
  local list, keys = {}, {}
  for key in pairs(args) do keys[#keys + 1] = key end
  table.sort(keys)
  for _, key in ipairs(keys) do list[#list + 1] = core.format('"%s": %s', key, args[key]) end
  return core.format('{"ph": "X", "cat": "%s", "name": "%s", "pid": 0, "tid": 7, "ts": %.3f, "dur": %.3f, "args": {%s}}',
    cat, name, ts, dur, table.concat(list, ", "))
end

local function trace_of(events)
  write('{"distributedInfo": {"rank": 2, "world_size": 4}, "deviceProperties": [{"name": "A \\"GPU\\""}],\n'
    .. '"traceEvents": [\n' .. table.concat(events, ",\n") .. "\n]}\n")
  return assert(tw.read(path, { as = "trace" }))
end

local by_hand = {
  event("kernel", "a_gemm", 1020, 8, { device = "0", stream = "7", ["External id"] = "1" }),
  event("kernel", "splitKreduce_kernel", 1028, 2, { device = "0", stream = "7", ["External id"] = "1" }),
  event("cpu_op", "aten::mm", 10, 5, { ["External id"] = "1", ["Input Dims"] = "[[64, 32], [32, 16]]",
    ["Input type"] = '["c10::Half", "c10::Half"]' }),
  event("cpu_op", "aten::mm", 20, 5, { ["External id"] = "2", ["Input Dims"] = "[[64, 32], [32, 16]]",
    ["Input type"] = '["c10::Half", "c10::Half"]' }),
  event("kernel", "a_gemm", 1000, 6, { device = "0", stream = "7", ["External id"] = "2" }),
  event("kernel", "ncclDevKernel_Generic", 1003, 9, { device = "0", stream = "20",
    ["Collective name"] = '"_allgather_base"',
    ["In msg nelems"] = "100", ["Out msg nelems"] = "400", ["Group size"] = "4", dtype = '"BFloat16"' }),
  event("gpu_memcpy", "Memcpy DtoH", 1010, 5, { device = "1", stream = "3", bytes = "640" }),
  event("gpu_user_annotation", "ProfilerStep#3", 1000, 15, {}),
  event("gpu_user_annotation", "ProfilerStep#4", 1015, 25, {}),
}

local function near(got, want) lu.assertAlmostEquals(got, want, 1e-15 + 1e-12 * math.abs(want)) end

TestTrace = {}

function TestTrace:test_kernels()
  local t = trace_of(by_hand):kernels()
  lu.assertEquals(t.n, 5)
  local first, gather, copy = t[1], t[2], t[3]
  lu.assertEquals({ first.name, first.class, first.op, first.shapes, first.dtype },
    { "a_gemm", "gemm", "aten::mm", "64x32 32x16", "fp16" })
  lu.assertEquals({ first.m, first.n, first.k, first.batch }, { 64, 16, 32, 1 })
  lu.assertEquals({ first.stream, first.device, first.rank }, { 7, 0, 2 })
  near(first.start, 0)
  near(first.t, 6e-6)
  lu.assertEquals({ gather.class, gather.collective, gather.bytes, gather.ranks, gather.dtype },
    { "collective", "all_gather", 800, 4, "bf16" })
  near(gather.start, 3e-6)
  lu.assertEquals({ copy.class, copy.bytes, copy.device, copy.op }, { "copy", 640, 1, "" })
  lu.assertNotEquals(copy.m, copy.m)
  lu.assertEquals(t:unit("t"), "s")
  lu.assertEquals(t:unit("bytes"), "B")
end

function TestTrace:test_operators_and_classes()
  local trace = trace_of(by_hand)
  local t = trace:operators()
  lu.assertEquals(t.n, 3)
  lu.assertEquals({ t[1].op, t[1].calls, t[1].kernels, t[1].m, t[1].name }, { "aten::mm", 2, 3, 64, "a_gemm" })
  near(t[1].t_total, 16e-6)
  near(t[1].t_mean, 8e-6)
  near(t[1].t_min, 6e-6)
  near(t[1].share, 16 / 30)
  local c = trace:classes()
  lu.assertEquals({ c[1].class, c[2].class, c[3].class }, { "gemm", "collective", "copy" })
  lu.assertEquals({ c[1].kernels, c[2].kernels, c[3].kernels }, { 3, 1, 1 })
  near(c[2].t_total, 9e-6)
end

function TestTrace:test_overlap_steps_and_devices()
  local trace = trace_of(by_hand)
  local t = trace:overlap()
  lu.assertEquals({ t.n, t[1].device, t[2].device, t[1].rank, t[1].kernels }, { 2, 0, 1, 2, 4 })
  local spent = { span = 30e-6, compute = 16e-6, communication = 9e-6, overlapped = 3e-6, exposed = 6e-6, copy = 0,
    idle = 8e-6 }
  for name, want in pairs(spent) do near(t[1][name], want) end
  near(t[2].copy, 5e-6)
  local steps = trace:steps()
  lu.assertEquals({ steps.n, steps[1].step, steps[1].seen_by }, { 2, 3, "device" })
  lu.assertEquals({ steps[1].kernels, steps[2].kernels }, { 3, 2 })
  near(steps[2].start, 15e-6)
  near(steps[2].t, 25e-6)
  local last = trace:step(4)
  lu.assertEquals({ last:kernels().n, last:overlap().n, last:operators()[1].calls }, { 2, 1, 1 })
  near(last:kernels()[1].start, 20e-6)
  near(last:overlap()[1].span, 10e-6)
  lu.assertEquals(trace:device(1):kernels().n, 1)
  lu.assertEquals(trace:step(4):device(1):kernels().n, 0)
  lu.assertEquals(trace:step(4):device(1):classes().n, 0)
  local facts = trace:facts()
  lu.assertEquals({ facts.gpu, facts.rank, facts.world, #facts.devices }, { 'A "GPU"', 2, 4, 2 })
  lu.assertEquals({ facts.kernels, facts.events }, { 5, 9 })
  lu.assertEquals(tostring(trace:step(3)), 'trace of 5 kernels, on A "GPU", rank 2, 2 steps, only step 3')
end

function TestTrace:test_mistakes_raise()
  local trace = trace_of(by_hand)
  lu.assertErrorMsgContains("the trace has no step 7; it has 3, 4", function() trace:step(7) end)
  lu.assertErrorMsgContains("the trace has no device nil; it has 0, 1", function() trace:device() end)
  lu.assertErrorMsgContains('a trace has no "kernel"; did you mean "kernels"?', function() trace:kernel() end)
  lu.assertErrorMsgContains("a trace cannot be changed", function() trace.n = 1 end)
  local bare = trace_of{ by_hand[1] }
  lu.assertErrorMsgContains("the trace marks no steps", function() bare:step(1) end)
  lu.assertErrorMsgContains("trace_test.lua", function() bare:step(1) end)
  lu.assertErrorMsgContains("expected", function() core.trace_kernels(io.stdout) end)
end

function TestTrace:test_unreadable_traces_are_refused()
  local function refused(text, sentence)
    write(text)
    local trace, why, code = tw.read(path, { as = "trace" })
    lu.assertNil(trace)
    lu.assertEquals(code, 0)
    lu.assertEquals(why, path .. ": " .. sentence)
  end
  refused("", "line 1: the text ends where a value is expected: it is truncated")
  refused("\255\254[\0]\0", "line 1: this is UTF-16 or no text at all: expected JSON in UTF-8")
  refused("[\n{},\n{}\n", "line 4: the text ends where ',' or ']' is expected: it is truncated")
  refused("[\n{}]", "line 2: none of the 1 events is a GPU kernel")
  refused('{"h": 1}', 'line 1: this is not a trace: it has no "traceEvents"')
  refused(("["):rep(100000), "line 1: an event that is not an object")
  refused("\31\139\8\0damaged", "gzip: it is incomplete: the file is truncated")
  local trace, why, code = tw.read(path .. ".not", { as = "trace" })
  lu.assertNil(trace)
  lu.assertStrContains(why, path .. ".not: ")
  lu.assertEquals(code, 2)
  lu.assertNil((tw.read("/", { as = "trace" })))
end

function TestTrace:test_a_byte_order_mark_and_gzip_make_no_difference()
  local plain = trace_of(by_hand):kernels():csv()
  local text = require("files").content(path)
  write("\239\187\191" .. text)
  lu.assertEquals(tw.read(path, { as = "trace" }):kernels():csv(), plain)
  write(text)
  lu.assertEquals(tw.read(path):kernels():csv(), plain) -- also if the format is not stated
  if os.execute("gzip -kf " .. path) then
    lu.assertEquals(tw.read(path .. ".gz", { as = "trace" }):kernels():csv(), plain)
    os.remove(path .. ".gz")
  end
end

function TestTrace:test_classes_of_kernels()
  lu.assertEquals({ core.kernel_class("ncclDevKernel_AllReduce_Sum_bf16_RING_LL") }, { "collective", "all_reduce" })
  lu.assertEquals({ core.kernel_class("ampere_sgemm_128x64_nn") }, { "gemm", "" })
  lu.assertEquals({ core.kernel_class("") }, { "other", "" })
end

-- Slow sums ------------------------------------------------------------------------------------------------------------

-- How the time of a device's kernels is spent: visits every start and end in order, with a counter for each kind.
local function slow_overlap(t, device)
  local marks, of = {}, { compute = 0, communication = 0, overlapped = 0, exposed = 0, copy = 0, idle = 0 }
  for row in t:rows() do
    if row.device == device and row.t > 0 then
      local kind = row.class == "collective" and 2 or (row.class == "copy" or row.class == "memset") and 3 or 1
      marks[#marks + 1] = { at = row.start, kind = kind, by = 1 }
      marks[#marks + 1] = { at = row.start + row.t, kind = kind, by = -1 }
    end
  end
  table.sort(marks, function(a, b) return a.at < b.at end)
  local running, last = { 0, 0, 0 }, nil
  for _, mark in ipairs(marks) do
    local took = last and mark.at - last or 0
    local computes, communicates, copies = running[1] > 0, running[2] > 0, running[3] > 0
    if computes then of.compute = of.compute + took end
    if communicates then of.communication = of.communication + took end
    if computes and communicates then of.overlapped = of.overlapped + took end
    if communicates and not computes then of.exposed = of.exposed + took end
    if copies and not computes and not communicates then of.copy = of.copy + took end
    if not copies and not computes and not communicates then of.idle = of.idle + took end
    running[mark.kind], last = running[mark.kind] + mark.by, mark.at
  end
  return of
end

local function check_sums(trace)
  local kernels, operators, classes = trace:kernels(), trace:operators(), trace:classes()
  local t_total, n, of_classes, of_operators = 0, 0, 0, 0
  for row in kernels:rows() do t_total = t_total + row.t end
  for row in classes:rows() do n, of_classes = n + row.kernels, of_classes + row.t_total end
  for row in operators:rows() do of_operators = of_operators + row.t_total end
  lu.assertEquals(n, kernels.n)
  lu.assertAlmostEquals(of_classes, t_total, 1e-9 * t_total)
  lu.assertAlmostEquals(of_operators, t_total, 1e-9 * t_total)
  for row in trace:overlap():rows() do
    local slow = slow_overlap(kernels, row.device)
    for name, want in pairs(slow) do lu.assertAlmostEquals(row[name], want, 1e-9 * row.span, name) end
    lu.assertAlmostEquals(row.compute + row.exposed + row.copy + row.idle, row.span, 1e-9 * row.span)
  end
end

function TestTrace:test_sums_against_a_slow_sweep()
  local seed = 7
  local function random(n)
    seed = (seed * 16807) % 2147483647
    return seed % n
  end
  local names = { "a_gemm", "ncclDevKernel_ReduceScatter", "elementwise_kernel", "softmax_kernel" }
  for _ = 1, 10 do
    local events = {}
    for i = 1, 120 do
      local cat = random(8) < 7 and "kernel" or "gpu_memcpy"
      local start, took = random(2000) + random(1000) / 1000, random(60)
      events[i] = event(cat, names[random(4) + 1], start, took, { stream = core.format("%d", random(4)),
        device = core.format("%d", random(2)), ["External id"] = core.format("%d", random(50)) })
    end
    for i = 1, 40 do
      local id = core.format("%d", i)
      events[#events + 1] = event("cpu_op", core.format("aten::op%d", i % 7), i, 1, { ["External id"] = id })
    end
    check_sums(trace_of(events))
  end
end

-- Real traces ----------------------------------------------------------------------------------------------------------

-- The number of kernels, the required classes, the minimum number of matrix products with sizes, and the peak of the
-- device.
local real = {
  ["hta/mi250_minitoy_train_ROCm6_2_kineto.json.gz"] = { 16, "gemm elementwise copy", 2, 192e12 },
  ["hta/nccl_data.json.gz"] = { 3774, "gemm convolution norm elementwise collective optimizer copy memset", 0, 156e12 },
  ["hta/sampled_rank-0.json.gz"] = { 1204, "gemm collective embedding norm softmax", 300, 156e12 },
  ["tracelens/gpu_only_trace.json.gz"] = { 562, "gemm convolution norm elementwise reduction", 0, 181e12 },
  ["tracelens/h100_bert_small.json.gz"] = { 61, "gemm attention norm elementwise embedding", 26, 989e12 },
}

local function path_of(name)
  local path, sentence = given.path("traces/" .. name)
  if path then return path end
  print("skipped: " .. sentence)
  lu.skip(sentence)
end

function TestTrace:test_real_traces()
  local names = {}
  for name in pairs(real) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local kernels, classes, sized, fastest = real[name][1], real[name][2], real[name][3], real[name][4]
    local trace = assert(tw.read(path_of(name), { as = "trace" }))
    local share, sizes = {}, 0
    lu.assertEquals(trace:kernels().n, kernels, name)
    for row in trace:classes():rows() do share[row.class] = row.share end
    for class in classes:gmatch("%S+") do lu.assertTrue(share[class] ~= nil and share[class] > 0, name .. " " .. class) end
    lu.assertTrue((share.other or 0) < 0.001, name)
    for row in trace:operators():rows() do
      if row.m == row.m then
        sizes = sizes + row.calls
        local rate = 2 * row.m * row.n * row.k * row.batch / row.t_min
        lu.assertTrue(rate < fastest, core.format("%s %s: %g flop/s", name, row.shapes, rate))
      end
    end
    lu.assertTrue(sizes >= sized, core.format("%s: %d", name, sizes))
    check_sums(trace)
  end
end

local failed = lu.LuaUnit.run() ~= 0
os.remove(path)
os.remove((path:gsub("%.json$", "")))
os.exit(not failed, true)
