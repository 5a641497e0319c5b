-- SPDX-License-Identifier: MIT
-- The basis of an evaluation. A fit applies without change only on the device, in the format and at the sizes of its
-- measurements. Elsewhere it is scaled by data sheets or refused, in every way of asking. This is reported once, in explain
-- and below tables. A wrong number without a message must not happen, so most tests compare two ways of asking.
local lu = require "luaunit"
local expect = require "expect"
local tw = require "twocs"
local core = require "twocs.core"
local scatter = require "twocs.fit.spread"
local transfer = require "twocs.fit.transfer"

local heard -- what stderr received, sentence by sentence
local stderr = io.stderr

local function listen(f, ...)
  heard = {}
  io.stderr = { write = function(_, ...) heard[#heard + 1] = table.concat{ ... } end }
  local results = { pcall(f, ...) }
  io.stderr = stderr
  lu.assertTrue(results[1], tostring(results[2]))
  return results[2], results[3], results[4]
end

local says = expect.words

local near = expect.near

local a100, h100, mi300x = tw.devices.a100_80g, tw.devices.h100_sxm, tw.devices.mi300x

local function eval(given, want) return (listen(tw.eval, given, want)) end

-- GEMMs that follow a line, with a bump that only measured rows nearby show.
local function gemm_rows(bump)
  local t = { m = {}, n = {}, k = {}, t = {} }
  for _, m in ipairs{ 256, 1024, 4096, 16384 } do
    for _, n in ipairs{ 512, 2048, 12288 } do
      for _, k in ipairs{ 512, 4096, 12288 } do
        local i = #t.m + 1
        t.m[i], t.n[i], t.k[i] = m, n, k
        t.t[i] = (5e-6 + 2 * m * n * k * 4e-15) * (bump and 1 + 0.3 * ((i * 7) % 3 - 1) or 1)
      end
    end
  end
  return tw.table{ names = { "m", "n", "k", "t" }, columns = t }
end

local function own_gemm(bump, more)
  local options = { gemm = "measured", device = a100, run = { format = "bf16" } }
  for key, value in pairs(more or {}) do options[key] = value end
  return tw.fit(gemm_rows(bump), options)
end

local function log_of(ranks, per_node, least, most)
  local t = { byte = {}, ranks = {}, per_node = {}, t = {} }
  for _, byte in ipairs(tw.double(least or 1024, most or 1024 * 1024 * 1024)) do
    local i = #t.byte + 1
    t.byte[i], t.ranks[i], t.per_node[i], t.t[i] = byte, ranks, per_node, 2e-5 + byte * 1e-11
  end
  return tw.table{ names = { "byte", "ranks", "per_node", "t" }, columns = t, units = { byte = "byte", t = "s" } }
end

local function gpt(more)
  local given = { model = "gpt3_175b", device = a100, run = { format = "bf16" }, layout = { tp = 8 } }
  for key, value in pairs(more) do given[key] = value end
  return given
end

TestDevices = {}

-- A fault that occurred: the same time on every device.
function TestDevices:test_no_shipped_fit_ignores_the_device()
  for _, name in ipairs(tw.fits()) do
    local fits = tw.fits[name]
    for _, fit in ipairs(fits.fits) do
      local column = fit.of.collective and "t_op_" .. fit.family or fit.family == "gemm" and "t_op_gemm" or "t_op_stream"
      local operator = { op_m = 32768, op_n = 16384, op_k = 16384, op_move = 1e8, op_ranks = 4,
        ["op_" .. "all_reduce"] = 1e8,
        op_all_gather = 1e8, op_reduce_scatter = 1e8, op_all_to_all = 1e8 }
      if fit.prefix == fit.family then
        local function time(device)
          return eval({ device = device, run = { format = fits.entry.format }, op = operator,
            plan = { [fit.family] = fits } },
            column)
        end
        local home = tw.devices[fits.entry.device]
        local faster = home{ peak_fp32 = 2 * home.peak_fp32, peak_fp16 = 2 * home.peak_fp16, peak_bf16 = 2 * home.peak_bf16,
          peak_fp8 = 2 * home.peak_fp8, peak_fp4 = 2 * home.peak_fp4, mem_bw = 2 * home.mem_bw,
          net0_bw = 2 * home.net0_bw, net1_bw = 2 * home.net1_bw }
        lu.assertTrue(time(faster) < 0.8 * time(home), name .. " " .. fit.named)
        lu.assertTrue(time(faster) > 0.4 * time(home), name .. " " .. fit.named)
      end
    end
  end
end

function TestDevices:test_the_trend_over_generations()
  local function time(device)
    return eval(gpt{ device = device, plan = { all_reduce = tw.fits.a100_nccl } }, "t_tp_ar")
  end
  lu.assertTrue(time "a100_80g" > time "h100_sxm" and time "h100_sxm" > time "b200_sxm")
  local function softmax(device)
    return eval({ model = "bert", device = device, run = { format = "fp32", attention = "unfused" },
      plan = tw.fits.mi210_fp32:plan() },
      "t_softmax_f")
  end
  lu.assertTrue(softmax "mi300x" < softmax "mi210" and softmax "mi210" < softmax "mi100")
end

-- A fit in a plan and the same fit with :on() give the same result.
function TestDevices:test_a_plan_and_on_are_one_mechanism()
  local nccl = tw.fits.a100_nccl
  local own = own_gemm(true)
  for _, pair in ipairs{ { "gemm", own, "t_gemm_f" }, { "gemm", tw.fits.a100_bf16, "t_gemm_f" },
    { "all_reduce", nccl, "t_tp_ar" }, { "stream", tw.fits.mi210_fp32, "t_stream_f" } } do
    local family, fit, want = pair[1], pair[2], pair[3]
    for _, device in ipairs{ h100, mi300x } do
      local run = tw.run{ format = fit == tw.fits.mi210_fp32 and "fp32" or fit == nccl and "fp16" or "bf16" }
      lu.assertEquals(eval(gpt{ device = device, run = run, plan = { [family] = fit } }, want),
        eval(gpt{ device = device, run = run, plan = { [family] = fit:on(device) } }, want), family)
    end
  end
end

-- fit:predict and a plan give the same bits, also for the fits that are included, on their device and on another.
function TestDevices:test_shipped_fits_predict_as_a_plan_does()
  local fit = tw.fits.a100_bf16
  for _, device in ipairs{ a100, h100 } do
    local got = eval(gpt{ device = device, plan = { gemm = fit } }, { "t_fc1_f", "fc1_m", "fc1_n", "fc1_k" })
    local t = tw.table{ names = { "m", "n", "k" }, columns = { m = { got.fc1_m }, n = { got.fc1_n }, k = { got.fc1_k } } }
    local time, low, high = fit:on(device):predict(t)
    lu.assertEquals(time[1], got.t_fc1_f)
    lu.assertTrue(low[1] < time[1] and time[1] < high[1])
  end
  lu.assertEquals(fit:on(h100):errors().n, 1)
  lu.assertEquals(tw.fits.mi210_fp32:on(a100):errors().n, 5)
  local rows = tw.table{ names = { "byte" }, columns = { byte = { 1e6 } } }
  says('mi210_fp32 contains several fits: choose one of "gemm", "stream", "softmax"', tw.fits.mi210_fp32.predict,
    tw.fits.mi210_fp32, rows)
  local softmax = tw.fits.mi210_fp32:predict(rows, { of = "softmax" })
  near(softmax[1], 1.972e-05 + 9.23e-13 * 1e6, 1e-9)
end

function TestDevices:test_on_without_a_device_is_a_sentence()
  local base = tw.baseline({ { operator = "fc1", t = 1e-3 } }, gpt{})
  for _, fit in ipairs{ own_gemm(), tw.fits.a100_bf16, base } do says("on: expected a device", fit.on, fit) end
end

function TestDevices:test_a_transfer_without_a_scale_is_refused()
  local bare = { peak_fp32 = 1e13, mem_bw = 1e12, mem_size = 1e10, name = "bare" }
  says("the fit of gemm was measured on a100_80g in bf16, but is used for bare in bf16, and it cannot be scaled: both "
    .. "devices must give their peak", tw.eval, gpt{ device = bare, plan = { gemm = own_gemm() } }, "t_gemm_f")
  local link = tw.curve(log_of(8, 8), { op = "all_reduce", device = a100, correct = false })
  says("both devices must give their net0_bw", tw.eval, gpt{ device = bare, plan = { all_reduce = link } }, "t_tp_ar")
end

-- Inputs that the law reads from the device change with it. All others must be scaled.
function TestDevices:test_inputs_of_the_target_device_are_kept()
  local there = own_gemm():on(mi300x) -- this device reaches 0.511 of its peak, an A100 0.869
  near(there.given.gemm_c1, own_gemm().given.gemm_c1 * a100.peak_bf16 * a100.flop_eff /
    (mi300x.peak_bf16 * mi300x.flop_eff),
    1e-12)
  near(own_gemm():on(h100).given.gemm_c1, own_gemm().given.gemm_c1 * a100.peak_bf16 * a100.flop_eff /
    (h100.peak_bf16 * h100.flop_eff), 1e-12)
  local home = tw.fits.a100_bf16:of "gemm"
  local gone = tw.fits.a100_bf16:on(mi300x):of "gemm"
  near(gone.given.wave_eff, home.given.wave_eff * mi300x.flop_eff / a100.flop_eff, 1e-12)
  near(gone.given.wave_heat, home.given.wave_heat * (mi300x.peak_bf16 / 750) / (a100.peak_bf16 / 400), 1e-9)
  lu.assertNil(gone.correction)
  -- Within one architecture the shares stay the same and the table is kept. Another format uses other kernels.
  local hopper = tw.fits.h100_bf16:of "gemm"
  local kept = hopper:on(tw.devices.h200_sxm)
  lu.assertEquals(kept.given.wave_eff, hopper.given.wave_eff)
  lu.assertEquals(kept.correction, hopper.correction)
  lu.assertNil(hopper:on(tw.devices.h200_sxm, { format = "fp8" }).correction)
  local roofline = tw.fit(gemm_rows(), { gemm = "roofline", device = a100, run = { format = "bf16" } })
  lu.assertNotNil(roofline.given.flop_eff)
  lu.assertNil(roofline:on(mi300x).given.flop_eff)
  local got = eval(gpt{ device = mi300x, plan = { gemm = roofline } }, "flop_eff")
  lu.assertEquals(got, mi300x.flop_eff)
end

-- A link counts with the share of its bandwidth that a library reaches, if both were measured. A changed link keeps its
-- share.
function TestDevices:test_links_count_as_they_were_measured()
  local c2 = tw.fits.a100_nccl:of("all_reduce").given.all_reduce_c2
  local function at(device) return tw.fits.a100_nccl:on(device):of("all_reduce").given.all_reduce_c2 end
  near(at(h100), c2 * 229e9 / 370e9, 1e-12)
  near(at(h100{ net0_bw = 2 * h100.net0_bw }), c2 * 229e9 / 740e9, 1e-12)
  near(at(mi300x{ name = "other" }), c2 * a100.net0_bw / mi300x.net0_bw, 1e-12)
  local fill = tw.fits.a100_nccl:of("all_reduce").given.all_reduce_fill
  near(tw.fits.a100_nccl:on(h100):of("all_reduce").given.all_reduce_fill, fill * math.sqrt(229 / 370), 1e-12)
  -- Across nodes, the link between the nodes counts.
  local far = tw.curve(log_of(32, 8), { op = "all_reduce", device = a100, correct = false })
  near(far:on(h100).given.all_reduce_c2, far.given.all_reduce_c2 * a100.net1_bw / h100.net1_bw, 1e-12)
  -- A fitted bandwidth is a share of the data-sheet value.
  local ring = tw.fit(log_of(8, 8), { all_reduce = "ring", device = a100 })
  near(ring:on(h100).given.net0_bw, ring.given.net0_bw * 370 / 229, 1e-9)
end

function TestDevices:test_formats()
  local fit = own_gemm(nil, { correct = false })
  local function c1(format) return eval(gpt{ run = { format = format }, plan = { gemm = fit } }, "gemm_c1") end
  near(c1 "tf32", c1 "bf16" * a100.peak_bf16 / a100.peak_tf32, 1e-12)
  lu.assertEquals(c1 "bf16", fit.given.gemm_c1)
  -- A curve depends on bytes: both half-precision formats are the same, and FP8 is not.
  local nccl = tw.fits.a100_nccl
  listen(tw.eval, gpt{ plan = { all_reduce = nccl:at(0.5) } }, "t_tp_ar")
  for _, sentence in ipairs(heard) do lu.assertNotStrContains(sentence, "transferred") end
  lu.assertTrue(transfer.other_format({ device = a100, run = tw.run{ format = "fp16" } },
    { device = a100, run = tw.run{ format = "fp8" } }, "link"))
end

TestSweeps = {}

local devices = { a = a100, b = h100, c = mi300x, d = a100{ mem_bw = 1e12 } }

-- Every way of asking about several devices gives the same result as asking about each alone, for fits with and without
-- measured rows nearby.
function TestSweeps:test_every_verb_sees_each_device()
  for _, plan in ipairs{ { gemm = own_gemm(true) }, { gemm = tw.fits.a100_bf16, all_reduce = tw.fits.a100_nccl },
    { all_reduce = tw.curve(log_of(8, 8), { op = "all_reduce", device = a100 }) } } do
    local alone, sum, least, most = {}, 0, 1e9, 0
    for name, device in pairs(devices) do
      for _, h in ipairs{ 4096, 12288 } do
        for _, b in ipairs{ 1, 4 } do
          local t = eval(gpt{ model = tw.models.gpt3_175b{ h = h, heads = h / 128 }, device = device, illegal = "allow",
            run = { format = "bf16", b = b }, plan = plan }, "t_layer")
          alone[core.format("%s %g %g", name, h, b)] = t
          sum, least, most = sum + t, math.min(least, t), math.max(most, t)
        end
      end
    end
    local case = gpt{ plan = plan }
    local over = { device = devices, b = { 1, 4 }, { { h = 4096, heads = 32 }, { h = 12288, heads = 96 } } }
    for _, order in ipairs{ { "h", "b", "device" }, { "device", "b", "h" }, { "b", "device", "h" } } do
      local t = listen(tw.sweep, case, { over = over, want = "t_layer", order = order })
      lu.assertEquals(t.n, 16)
      for row in t:rows() do
        lu.assertEquals(row.t_layer, alone[core.format("%s %g %g", row.device, row.h, row.b)], row.device)
      end
    end
    local s = listen(tw.summary, case, { over = over, want = "t_layer" })
    lu.assertEquals({ s[1].least, s[1].most }, { least, most })
    near(s[1].mean, sum / 16, 1e-12)
    case.model = tw.models.gpt3_175b{ h = 4096, heads = 32 }
    local compared = listen(tw.compare, case, { device = devices, want = "t_layer" })
    for row in compared:rows() do lu.assertEquals(row.t_layer, alone[row.device .. " 4096 1"]) end
  end
end

-- A field of the hardware as an axis, together with choices of the plan and a device.
function TestSweeps:test_fields_and_choices()
  local laws = { tw.fits.a100_nccl, "ring", tw.fits.h100_nccl }
  local t = listen(tw.sweep, gpt{ over = { net0_bw = { 1e11, 4e11 }, tp = { 2, 8 }, all_reduce = laws,
    format = { "fp16", "bf16" } },
    want = "t_tp_ar" })
  lu.assertEquals(t.n, 24)
  for row in t:rows() do
    local law = row.all_reduce == "ring" and "ring" or tw.fits[row.all_reduce]
    lu.assertEquals(row.t_tp_ar, eval(gpt{ device = a100{ net0_bw = row.net0_bw }, run = { format = row.format },
      layout = { tp = row.tp }, plan = { all_reduce = law } }, "t_tp_ar"))
  end
end

-- The case has no device before the axis names one: nothing is refused unless a point asks for it.
function TestSweeps:test_the_case_itself_needs_no_device()
  local t = listen(tw.sweep, { model = "bert", plan = { gemm = own_gemm() }, run = { format = "bf16" },
    over = { device = { a100, h100 } }, want = "t_gemm_f" })
  lu.assertTrue(t[1].t_gemm_f > t[2].t_gemm_f)
end

function TestSweeps:test_solve_scales_a_measured_curve()
  local plan = { all_reduce = tw.fits.a100_nccl }
  local goal = eval(gpt{ device = a100{ net0_bw = 6e11 }, plan = plan }, "f_ser")
  local found, sentence = listen(tw.solve, gpt{ plan = plan }, { find = "net0_bw", so_that = { f_ser = goal } })
  lu.assertNotNil(found, sentence)
  near(found, 6e11, 1e-6)
  local heavier = { gemm = own_gemm() }
  local want = eval(gpt{ device = a100{ peak_bf16 = 1e15 }, plan = heavier }, "t_gemm_f")
  near(listen(tw.solve, gpt{ plan = heavier }, { find = "peak_bf16", so_that = { t_gemm_f = want },
    from = 1e14, to = 1e16 }),
    1e15, 1e-6)
end

-- A device with another name is another device. A field changes the current device. The order of the two does not matter.
function TestSweeps:test_names_and_fields_of_records()
  local near_rows = own_gemm(true)
  local names = { a = a100, b = a100{ name = "other" } }
  local t = listen(tw.compare, gpt{ plan = { gemm = near_rows } }, { device = names, want = "t_gemm_f" })
  for row in t:rows() do
    lu.assertEquals(row.t_gemm_f, eval(gpt{ device = names[row.device], plan = { gemm = near_rows } }, "t_gemm_f"))
  end
  lu.assertNotEquals(t[1].t_gemm_f, t[2].t_gemm_f)
  local far = tw.curve(log_of(32, 8), { op = "all_reduce", device = a100 })
  local both = listen(tw.sweep, gpt{ plan = { all_reduce = far }, layout = { tp = 32 },
    over = { net1_bw = { 1e10, 2.5e10, 1e11 },
    device = { a = a100, b = h100 } }, order = { "net1_bw", "device" }, want = "t_tp_ar" })
  lu.assertEquals(both.n, 6)
  for row in both:rows() do
    local device = (row.device == "a" and a100 or h100){ net1_bw = row.net1_bw }
    lu.assertEquals(row.t_tp_ar, eval(gpt{ device = device, layout = { tp = 32 },
      plan = { all_reduce = far } }, "t_tp_ar"))
  end
  lu.assertTrue(both[1].t_tp_ar > both[5].t_tp_ar)
end

-- Rows measured on another device correct nothing.
function TestSweeps:test_a_transfer_uses_the_law_without_corrections()
  local there = own_gemm(true):on(h100)
  local rows = gemm_rows(true)
  local time = there:predict(rows)
  for row in rows:rows() do
    local k = there.given
    local flop, byte = 2 * row.m * row.n * row.k, 2 * (row.m * row.k + row.k * row.n + row.m * row.n)
    local law = k.gemm_c0 + k.gemm_c1 * flop + k.gemm_c2 * byte
    local found = false
    for j = 1, rows.n do found = found or math.abs(time[j] / law - 1) < 1e-12 end
    lu.assertTrue(found)
  end
end

function TestSweeps:test_explain_shows_the_device_at_hand()
  local given = gpt{ device = h100, plan = { gemm = own_gemm() } }
  local text = tw.explain(given, "t_fc1_f")
  lu.assertStrContains(text, core.format("t_fc1_f = %.6g us", 1e6 * eval(given, "t_fc1_f")))
  lu.assertStrContains(text,
    "based on: gemm: transferred (the fit of gemm was measured on a100_80g in bf16 and is scaled by data sheets to "
    .. "h100_sxm in bf16")
  given.device = a100
  lu.assertStrContains(tw.explain(given, "t_fc1_f"), "based on: gemm: inside")
  lu.assertStrContains(tw.explain(gpt{ plan = { all_reduce = own_gemm and "tree" } }, "t_tp_ar"),
    "based on: all_reduce: assumed (the law tree")
end

TestTold = {}

local function said(word)
  local list = {}
  for _, sentence in ipairs(heard) do
    if sentence:find("twocs: " .. word .. ":", 1, true) then list[#list + 1] = sentence end
  end
  return #list, list[1] or ""
end

-- Three faults that occurred: a log of 32 ranks used for eight, a log of one node used for eight nodes, and payloads that
-- were never measured.
function TestTold:test_beyond_ranks_nodes_and_sizes()
  local many = tw.curve(log_of(32, 8), { op = "all_reduce", device = a100 })
  listen(tw.eval, gpt{ plan = { all_reduce = many } }, "f_ser")
  local n, sentence = said "beyond"
  lu.assertEquals(n, 1)
  lu.assertStrContains(sentence, "ranks 8 (measured: 32)")
  local node = tw.curve(log_of(8, 8), { op = "all_reduce", device = a100 })
  listen(tw.eval, gpt{ layout = { tp = 64 }, illegal = "allow", plan = { all_reduce = node } }, "f_ser")
  n, sentence = said "beyond"
  lu.assertEquals(n, 1)
  lu.assertStrContains(sentence, "ranks 64 (measured: 8)")
  lu.assertStrContains(sentence, "nodes 8 (measured: 1)")
  local spread = tw.curve(log_of(8, 4), { op = "all_reduce", device = a100{ net0_size = 4 } })
  listen(tw.eval, gpt{ plan = { all_reduce = spread } }, "f_ser")
  lu.assertStrContains(select(2, said "beyond"), "nodes 1 (measured: 2)")
  local small = tw.curve(log_of(8, 8, 1024, 65536), { op = "all_reduce", device = a100 })
  listen(tw.eval, gpt{ plan = { all_reduce = small } }, "f_ser")
  lu.assertStrContains(select(2, said "beyond"), "byte 5.033e+07 (measured: 1024 to 6.554e+04)")
end

function TestTold:test_inside_is_silent()
  local node = tw.curve(log_of(8, 8), { op = "all_reduce", device = a100 })
  listen(tw.eval, gpt{ plan = { all_reduce = node } }, "f_ser")
  lu.assertEquals(heard, {})
  listen(tw.eval, gpt{ layout = { tp = 1 }, plan = { all_reduce = node } }, "f_ser") -- reads no collective
  lu.assertEquals(heard, {})
  listen(tw.eval, gpt{ layout = { tp = 64 }, illegal = "allow", plan = { all_reduce = node } },
    { "mem_byte", "t_gemm_f" }) -- nor do these
  lu.assertEquals(heard, {})
  listen(tw.eval, gpt{ device = h100, plan = { all_reduce = node } }, { "mem_byte", "t_gemm_f" })
  lu.assertEquals(heard, {})
end

function TestTold:test_once_in_a_run_and_below_every_table()
  local node = tw.curve(log_of(8, 8), { op = "all_reduce", device = a100 })
  local case = gpt{ plan = { all_reduce = node }, over = { tp = { 8, 32, 64 } }, want = "f_ser" }
  local t = listen(tw.sweep, case)
  lu.assertEquals(said "beyond", 1)
  lu.assertStrContains(heard[1], "in 2 of 3 cases")
  lu.assertStrContains(heard[1], "ranks 8 to 64 (measured: 8)")
  local again = listen(tw.sweep, case)
  lu.assertEquals(heard, {})
  for _, shown in ipairs{ t, again, t:where{ tp = 64 }, t:sort("f_ser"), t:derive("x", 1), t:append(again),
    t:select{ "tp", "f_ser" }, t:rename("f_ser", "share") } do
    local text = tostring(shown)
    lu.assertStrContains(text, "\nnote: beyond: the fit of all_reduce is used beyond")
    lu.assertEquals(select(2, text:gsub("note: beyond:", "")), 1)
    lu.assertEquals(select(2, text:gsub("note:", "")), 2) -- the other note names the software
    lu.assertStrContains(text, "\nnote: software pytorch")
  end
  lu.assertNotStrContains(t:csv(), "beyond")
  local s = listen(tw.summary, gpt{ plan = { all_reduce = node } }, { over = { tp = { 8, 64 } }, want = "f_ser" })
  lu.assertStrContains(tostring(s), "note: beyond:")
  local network = tw.operators{ { name = "a", all_reduce = "2 MB", ranks = 64 } }
  lu.assertStrContains(tostring(listen(network.table, network, gpt{ plan = { all_reduce = node } })), "note: beyond")
end

function TestTold:test_answers_of_solve()
  local node = tw.curve(log_of(8, 8), { op = "all_reduce", device = a100 })
  local found = listen(tw.solve, gpt{ layout = { tp = 32 }, plan = { all_reduce = node } }, { find = "b",
    so_that = { t_tp_ar = 0.01 } })
  lu.assertNotNil(found)
  lu.assertEquals(said "beyond", 1)
end

function TestTold:test_where_it_was_measured()
  listen(tw.eval, gpt{ device = h100, plan = { gemm = own_gemm(nil, { by = "m" }) } }, "t_gemm_f")
  lu.assertEquals(said "transferred", 1)
  lu.assertStrContains(select(2, said "transferred"),
    "was measured on a100_80g in bf16 and is scaled by data sheets to h100_sxm in bf16")
  listen(tw.eval, gpt{ run = { format = "fp16" }, plan = { gemm = own_gemm() } }, "t_gemm_f")
  lu.assertStrContains(select(2, said "transferred"), "to a100_80g in fp16")
  local nowhere = tw.curve(log_of(8, 8), { op = "all_reduce" })
  listen(tw.eval, gpt{ plan = { all_reduce = nowhere } }, "f_ser")
  lu.assertStrContains(select(2, said "assumed"), "does not state the device on which it was measured: a100_80g")
  -- A fit that was transferred by hand stays transferred, and a device with a changed sheet is another device.
  listen(tw.eval, gpt{ device = h100, plan = { gemm = own_gemm():on(h100) } }, "t_gemm_f")
  lu.assertEquals(said "transferred", 1)
  listen(tw.eval, gpt{ device = a100{ mem_bw = 1e12 }, plan = { gemm = own_gemm() } }, "t_gemm_f")
  lu.assertEquals(said "transferred", 1)
  listen(tw.eval, gpt{ device = a100{ net0_size = 64, launch = 0 }, plan = { gemm = own_gemm() } }, "t_fc1_f")
  lu.assertEquals(said "transferred", 0)
  -- The report names the fit of an operator, not the fit of its family.
  local given = { model = "bert", device = "mi210", run = { format = "fp32" } }
  given.plan = { stream = tw.fits.mi210_fp32, softmax = tw.fits.mi100_fp32:at(0.5) }
  listen(tw.eval, given, "t_softmax_f")
  lu.assertStrContains(select(2, said "transferred"), "mi100_fp32 softmax")
  listen(tw.eval, given, "t_norms_f")
  lu.assertEquals(said "transferred", 0)
end

-- If all sizes of a GEMM were measured, but not together, it can be larger than every measured GEMM.
function TestTold:test_work_is_a_size()
  local t = gemm_rows():where(function(r) return r.m * r.n * r.k < 1e11 end)
  local fit = tw.fit(t, { gemm = "measured", device = a100, run = { format = "bf16" } })
  listen(tw.eval, { device = a100, run = { format = "bf16" }, op = { op_m = 16384, op_n = 12288, op_k = 12288 },
    plan = { gemm = fit } }, "t_op_gemm")
  lu.assertStrContains(select(2, said "beyond"), "flop")
  lu.assertEquals(select(4, fit:predict(gemm_rows():where{ m = 16384, n = 12288, k = 12288 }))[1], 1)
end

function TestTold:test_baselines()
  local rows = { { operator = "fc1", t = 1e-3 }, { operator = "norms", t = 1e-4 } }
  local base = tw.baseline(rows, gpt{})
  listen(tw.eval, gpt{ plan = base:plan() }, { "t_fc1_f", "t_norms_f" })
  lu.assertEquals(heard, {})
  listen(tw.eval, gpt{ run = { format = "bf16", b = 8 }, plan = base:plan() }, { "t_fc1_f", "t_norms_f" })
  lu.assertEquals(said "beyond", 2)
  listen(tw.eval, gpt{ device = h100, plan = base:plan() }, { "t_fc1_f", "t_norms_f" })
  lu.assertEquals(said "transferred", 2)
  local liked = tw.baseline(rows, { model = "gpt3_175b", device = a100, run = { format = "bf16" }, layout = { tp = 8 },
    like = tw.fits.a100_bf16 })
  lu.assertEquals(liked:project{}:has "low", true)
end

-- The engine's columns (engine/rows/support.def): for a result, the part that has each support word; for a family, its word
-- and the distance.
TestColumns = {}

local words = { "inside", "beyond", "transferred", "assumed" }

local function shares(given, result)
  local names, got, sum = { result .. "_support" }, nil, 0
  for i, word in ipairs(words) do names[i + 1] = core.format("%s_%s", result, word) end
  got = eval(given, names)
  for _, word in ipairs(words) do sum = sum + got[core.format("%s_%s", result, word)] end
  near(sum, 1, 1e-12, "shares")
  return got
end

local whole = { op_m = 16384, op_n = 12288, op_k = 12288 }

function TestColumns:test_each_word()
  local fit = own_gemm(nil, { correct = false })
  local all = { gemm = fit, stream = tw.fits.mi210_fp32, all_reduce = "ring" }
  local got = shares(gpt{ plan = all }, "step")
  lu.assertTrue(got.step_inside > 0.4 and got.step_transferred > 0.01 and got.step_assumed > 0.01)
  lu.assertEquals(got.step_support, 3)
  got = shares(gpt{ plan = { gemm = fit } }, "layer")
  lu.assertTrue(got.layer_inside > 0.5 and got.layer_transferred == 0)
  got = shares(gpt{ device = h100, software = "ideal", plan = { gemm = fit } }, "layer")
  lu.assertTrue(got.layer_transferred > 0.4 and got.layer_inside == 0)
  -- A law that uses a spec sheet, and a fit that does not state where it was measured.
  got = shares(gpt{ software = "ideal", plan = { gemm = "roofline" } }, "step")
  lu.assertEquals(got.step_assumed, 1)
  local curve = tw.curve(log_of(8, 8), { op = "all_reduce" })
  got = shares(gpt{ software = "ideal", plan = { gemm = "roofline", all_reduce = curve } }, "step")
  lu.assertEquals(got.step_assumed, 1)
  -- Outside of its sizes, with the distance.
  local small = tw.fit(gemm_rows():where(function(r) return r.m <= 1024 end),
    { gemm = "measured", device = a100, run = { format = "bf16" }, correct = false })
  got = shares(gpt{ plan = { gemm = small } }, "step")
  lu.assertTrue(got.step_beyond > 0.4)
  got = eval(gpt{ plan = { gemm = small } }, { "gemm_support", "gemm_beyond", "stream_support", "stream_beyond" })
  lu.assertEquals({ got.gemm_support, got.stream_support, got.stream_beyond }, { 1, 3, 1 })
  lu.assertTrue(got.gemm_beyond > 2)
end

-- explain and the columns agree.
function TestColumns:test_explain_and_columns_agree()
  for _, plan in ipairs{ { gemm = own_gemm() }, { gemm = own_gemm():on(h100) } } do
    for _, device in ipairs{ a100, h100 } do
      local given = gpt{ device = device, plan = plan }
      local word, text = words[eval(given, "gemm_support") + 1], tw.explain(given, "t_fc1_f", 1)
      lu.assertStrContains(text, core.format("based on: gemm: %s", word))
      local share = eval(given, "layer_" .. word)
      lu.assertStrContains(text, core.format("%.3g %% %s", 100 * share, word))
    end
  end
end

function TestColumns:test_in_sweeps_sinks_and_conditions()
  local fit = own_gemm(nil, { correct = false })
  local case = gpt{ plan = { gemm = fit, stream = "none", all_reduce = "ring" }, run = { format = "bf16", b = 1 },
    over = { device = { a = a100, b = h100 }, sl = { 2048, 65536 } }, want = { "t_step", "step_inside", "step_support" } }
  local t = listen(tw.sweep, case)
  lu.assertEquals(t.n, 4)
  for row in t:rows() do
    local one = gpt{ device = devices[row.device], plan = case.plan, run = { format = "bf16", b = 1, sl = row.sl } }
    lu.assertEquals(row.step_inside, eval(one, "step_inside"))
    lu.assertEquals(row.step_support, eval(one, "step_support"))
  end
  case.want, case.keep, case.least = { "t_step", "step_assumed" }, 10, "t_step"
  case.where = { step_assumed = "< 0.2", gemm_support = "<= beyond" }
  local kept = listen(tw.sweep, case)
  lu.assertTrue(kept.n > 0 and kept.n < 4)
  for row in kept:rows() do lu.assertEquals(row.device, "a") end
  -- The support columns change no other column.
  case.keep, case.least, case.where, case.want = nil, nil, nil, { "t_step" }
  lu.assertEquals(core.list(listen(tw.sweep, case):column "t_step"), core.list(t:column "t_step"))
end

function TestColumns:test_at_least_refuses()
  local fit = own_gemm(nil, { correct = false })
  local plan = { gemm = fit, stream = "none", all_reduce = "ring" }
  says('at_least = "beyond": ', tw.eval, gpt{ plan = plan, at_least = "beyond" }, "t_step")
  says("% of t_step is assumed", tw.eval, gpt{ plan = plan, at_least = "transferred" }, "t_step")
  says("% of t_step is assumed in row 1 of 2", tw.sweep,
    gpt{ plan = plan, at_least = "transferred", over = { tp = { 8, 1 } } })
  says("% of t_layer was measured elsewhere", tw.eval,
    gpt{ device = h100, layout = { tp = 1 }, plan = plan, at_least = "beyond" }, "t_cmp")
  says("the result is assumed", tw.eval, { device = a100, op = whole, at_least = "beyond", software = "ideal" },
    "t_op_gemm")
  says('at_least = "measured": expected "inside"', tw.eval, gpt{ at_least = "measured" }, "t_step")
  -- Without a message nothing is doubtful, and a result that is not a time has no basis.
  local alone = gpt{ plan = plan, layout = { tp = 1 }, at_least = "beyond", illegal = "allow" }
  lu.assertTrue(eval(alone, "t_layer") > 0)
  lu.assertTrue(eval(gpt{ plan = plan, at_least = "inside" }, "mem_byte") > 0)
  lu.assertTrue(eval(gpt{ plan = plan, at_least = "assumed" }, "t_step") > 0)
end

TestScatter = {}

function TestScatter:test_a_band_is_never_of_no_width()
  local exact = scatter.of_rows({ 0, 0, 0, 0, 0 }, 0)
  near(exact:factor(0.95), core.exp(scatter.repeated), 1e-3)
  near(exact:factor(0.05), core.exp(-scatter.repeated), 1e-3)
  lu.assertEquals(exact:factor(0.5), 1)
  says("as many coefficients as rows", function() scatter.of_rows({ 0, 0, 0 }, 3):factor(0.95) end)
  local base = tw.baseline({ { operator = "fc1", t = 1e-3 } }, gpt{})
  local row = base:project{}:where{ operator = "fc1" }[1]
  near(row.high / row.t - 1, scatter.repeated, 1e-9)
end

-- With few rows, their extremes are not the 5 % and 95 % limits.
function TestScatter:test_few_rows_do_not_determine_percentiles()
  local few, many, t = { -0.1, -0.05, 0, 0.05, 0.1 }, {}, scatter.of_rows
  for i = 1, 200 do many[i] = -0.1 + 0.2 * (i - 1) / 199 end
  lu.assertTrue(t(few, 0):factor(0.95) > core.exp(0.12))
  lu.assertTrue(t(few, 0):factor(0.05) < core.exp(-0.12))
  near(core.log(t(many, 0):factor(0.95)), 0.09, 0.02)
  near(core.log(t(many, 0):factor(0.05)), -0.09, 0.02)
  -- If coefficients were fitted to the same rows, the residuals are smaller, and the band is widened.
  near(core.log(t(many, 100):factor(0.95)), 0.09 * math.sqrt(2), 0.02)
  lu.assertTrue(t(few, 3):factor(0.95) > t(few, 0):factor(0.95))
  lu.assertEquals(#t({ 0.1, 0 / 0, 0.2 }, 0).rows, 2)
end

function TestScatter:test_shares_and_additional_spread()
  local kept = scatter.of_shares{ 0.8, 0.9, 1, 1.1, 1.3 }
  for i, q in ipairs(scatter.shares) do near(kept:factor(q), ({ 0.8, 0.9, 1, 1.1, 1.3 })[i], 1e-12) end
  near(kept:factor(0.15), math.sqrt(0.8 * 0.9), 1e-12)
  lu.assertTrue(kept:factor(0.99) > 1.3 and kept:factor(0.01) < 0.8)
  local wide = scatter.widened(kept, 1.5)
  local function squared(x) return x * x end
  lu.assertEquals(wide:factor(0.5), 1)
  near(core.log(wide:factor(0.95)), math.sqrt(squared(core.log(1.5)) + squared(core.log(1.3))), 1e-3)
  near(core.log(wide:factor(0.05)), -math.sqrt(squared(core.log(1.5)) + squared(core.log(0.8))), 1e-3)
end

-- On another device and outside of the measured sizes a fit is less certain. Within the sizes it stays as it is.
function TestScatter:test_bands_grow_outside_the_measurements()
  local fit = tw.curve(log_of(8, 8, 1024, 1048576), { op = "all_reduce", device = a100 })
  local function width(of, ranks, per_node, byte)
    local time, low, high = of:predict(tw.table{ names = { "byte", "ranks", "per_node" },
      columns = { byte = { byte }, ranks = { ranks }, per_node = { per_node } } })
    lu.assertTrue(low[1] < time[1] and time[1] < high[1])
    return high[1] / low[1]
  end
  local inside = width(fit, 8, 8, 65536)
  for _, beyond in ipairs{ width(fit, 8, 8, 1e9), width(fit, 4, 4, 65536), width(fit:on(h100), 8, 8, 65536) } do
    lu.assertTrue(beyond > 3 and beyond > 1.4 * inside, core.format("%g %g", beyond, inside))
  end
  lu.assertTrue(width(fit, 64, 8, 65536) > 200) -- nothing was measured across nodes
  local given = gpt{ device = h100 }
  local function time(choice)
    given.plan = { all_reduce = choice }
    return eval(given, "t_tp_ar")
  end
  lu.assertEquals(time(fit:at(0.5)), time(fit))
  near(time(fit:at(0.95)) / time(fit), fit:on(h100):at(0.95).factor, 1e-12)
  lu.assertTrue(time(fit:at(0.95)) > 1.7 * time(fit))
end

os.exit(lu.LuaUnit.run() == 0, true)
