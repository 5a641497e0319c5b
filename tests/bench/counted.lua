-- SPDX-License-Identifier: MIT
-- Workloads whose instructions all.lua counts: counted.lua WHAT TIMES [memory or result]. One thread; nothing but the
-- workload differs between two numbers of times.
local axes = require "twocs.ask.axes"
local case = require "twocs.ask.case"
local core = require "twocs.core"
local follow = require "twocs.ask.follow"
local tw = require "twocs"

-- Without software on both sides: what is counted is what the scripts add to the engine, not what an entry fills in.
local made = { model = tw.models.gpt3_175b, run = tw.run(), layout = tw.layout{ tp = 8 }, device = tw.devices.h100_sxm,
  software = "ideal" }
local split = case.split(made, {})
local all = {}
for name in pairs(tw.eval(made, "all")) do all[#all + 1] = name end
table.sort(all)
core.keep_wants(all)

local grids = {
  table = { h = tw.linear(2048, 65536, 32), sl = tw.linear(512, 16384, 32), b = tw.linear(1, 16, 16),
    flop_vs_bw = tw.linear(1, 4.75, 16) },
  words = { h = tw.linear(2048, 65536, 32), sl = tw.linear(512, 16384, 32), recompute = { "none", "selective", "full" },
    format = { "fp16", "fp32" }, flop_vs_bw = tw.linear(1, 4.75, 16) },
}

local function sweep(name)
  local given = { model = made.model, device = made.device, software = "ideal", over = grids[name],
    want = { "f_ser", "t_layer" } }
  return function() tw.sweep(given) end
end

-- What the engine does for the same rows, in columns of its own.
local function engine(name)
  local one = case.split({ model = made.model, device = made.device, software = "ideal" }, {}, nil, true)
  local list, wants = axes.made(grids[name], one), {}
  local _, inner = follow.split(one, list)
  local moved = follow.engine_axes(inner, one)
  for _, axis in ipairs(list) do wants[#wants + 1] = axis.fields[1] end
  wants[#wants + 1], wants[#wants + 2] = "f_ser", "t_layer"
  return function() core.run(one, moved, wants) end
end

local columns = {}
local function grouped()
  if not columns.t then
    local n = 65536
    local h, x = core.column(n), core.column(n)
    for i = 1, n do h[i], x[i] = 1024 * (i * 7919 % 16), i * 7919 % 65537 end
    columns.t = require("twocs.table").new{ n = n, names = { "h", "x" }, columns = { h = h, x = x } }
  end
  columns.t:group("h", { mean = { "x", "mean" } })
end

-- A user's file of runs: models, layouts and batches in turns, all with a time.
local runs = 40
local file
local function predicted()
  if not file then
    file = os.tmpname()
    local lines = { "model,device,gpus,tp,pp,micro_batch,global_batch,seq_len,step_time_s" }
    for i = 1, runs do
      local tp, pp, dp = 2 ^ (i % 4), 2 ^ (i % 3), 2 ^ (i % 5)
      lines[i + 1] = core.format("%s,h100_sxm,%d,%d,%d,1,%d,%d,%d", i % 2 == 0 and "llama3_8b" or "gpt3_175b",
        tp * pp * dp, tp, pp, 8 * dp, 2048 * 2 ^ (i % 2), 1 + i)
    end
    local out = assert(io.open(file, "w"))
    out:write(table.concat(lines, "\n"), "\n")
    out:close()
  end
  assert(#tostring(assert(tw.predict{ file = file })) > 1000)
end

-- The search of a model's layouts, without what an answer says when it is printed. On devices that are few it loads what
-- the other one needs.
local function searched(model, devices, run)
  return function()
    return tw.search{ model = model, device = "h100_sxm", devices = devices, run = run }.counts.legal
  end
end
local few = { search = searched("llama3_8b", 8, { global_batch = 8 }) }
few["search with experts"] = few.search

local function timeline(microbatches)
  return function()
    local t = tw.timeline{ stage = { f = 3e-3, b = 3e-3, reduce = 12e-3, optimizer = 2e-3 }, pp = 64,
      microbatches = microbatches, hop = 3e-4, buckets = 4 }
    assert(t:chrome "/dev/null")
  end
end

local workloads = {
  ["eval one"] = function() tw.eval(made, "f_ser") end,
  ["core one"] = function() core.eval(split, "f_ser", "why") end,
  ["eval all"] = function() tw.eval(made, "all") end,
  ["core all"] = function() core.eval(split, all, "why", true) end,
  table = sweep "table", ["table engine"] = engine "table",
  words = sweep "words", ["words engine"] = engine "words",
  group = grouped, predict = predicted, timeline = timeline(256), ["long timeline"] = timeline(8256),
  search = searched("gpt3_175b", 512, { global_batch = 1536 }),
  ["search with experts"] = searched("deepseek_v3", 256, { global_batch = 15360, sl = 4096 }),
}

local run, result = workloads[arg[1]], nil
if few[arg[1]] then few[arg[1]]() end
for _ = 1, tonumber(arg[2]) do result = run() end
if file then os.remove(file) end
-- For those who ask: what the workload says, or what the process took at most.
local status = arg[3] == "memory" and io.open "/proc/self/status"
if status then print(status:read "*a") end
if arg[3] == "result" then print(core.format("%.0f", result)) end
