-- SPDX-License-Identifier: MIT
-- The errors of operator models on measurements of others: goal and result. No tested row was used in the fit.
-- Missing data sets are skipped with a message.
local tw = require "twocs"
local core = require "twocs.core"
local study = require "twocs.study"
local errors = require "twocs.fit.errors"
local iterations = require "studies.iterations"
local queue = require "studies.queue"
local data = require "studies.operators"

local a100, h100 = tw.devices.a100_80g, tw.devices.h100_sxm
local listed = {}

local function note(what, summary, goal, remark)
  listed[#listed + 1] = { what = what, n = summary.n, median = summary.median, mean = summary.mean, p90 = summary.p90,
    goal = goal, remark = remark or "" }
end

local function skipped(what, sentence) print(tw.format("skipped: %s: %s", what, sentence)) end

local function summary_of(fit, t)
  local predicted = fit:predict(t)
  return errors.summary(predicted, t:column("t"))
end

-- A random sample of rows, and all other rows.
local function sampled(t, count, seed)
  local inside, outside = {}, {}
  for place, row in ipairs(errors.shuffled(t.n, seed)) do
    local list = place <= count and inside or outside
    list[#list + 1] = row
  end
  return t:pick(inside), t:pick(outside)
end

local function large(r) return r.m >= 1024 and r.n >= 1024 and r.k >= 1024 end
local function worth_counting(r) return r.flop >= 1e8 end

local function bf16(device, law, more)
  local options = { gemm = law, device = device, run = { format = "bf16" } }
  for key, value in pairs(more or {}) do options[key] = value end
  return options
end

-- NVIDIA's GEMMs, fitted on 200 rows.
local function nvidia_gemms()
  for _, one in ipairs{ { "a100", a100, "A100" }, { "h100", h100, "H100" } } do
    local t, sentence = data.nvidia_gemm(one[1])
    if t then
      for _, set in ipairs{ { "all dims >= 1024", large, { median = 0.05, p90 = 0.15 } },
        { "1e8 flop and more", worth_counting, { median = 0.08, p90 = 0.25 } } } do
        local inside, outside = sampled(t:where(set[2]), 200, 1)
        note(tw.format("%s BF16 GEMM, %s, 200 rows fitted", one[3], set[1]),
          summary_of(tw.fit(inside, bf16(one[2], "waves")), outside), set[3])
        note(tw.format("%s BF16 GEMM, %s, the law alone", one[3], set[1]),
          summary_of(tw.fit(inside, bf16(one[2], "waves", { correct = false })), outside))
      end
    else
      skipped("GEMMs of " .. one[3], sentence)
    end
  end
end

-- A fit on an A100, used for an H100 without measurements.
local function transferred()
  local from, sentence = data.nvidia_gemm("a100")
  local to = data.nvidia_gemm("h100")
  if not (from and to) then return skipped("A100 to H100", sentence) end
  local fit = tw.fit((sampled(from:where(large), 400, 1)), bf16(a100, "waves", { correct = false })):on(h100)
  note("A100 to H100 by spec sheet, all dims >= 1024", summary_of(fit, to:where(large)), { median = 0.09 })
end

local function amd_gemms()
  for _, name in ipairs{ "MI210", "MI100" } do
    local t, sentence = data.amd_gemm(name)
    if t then
      local device = tw.devices[name:lower()]
      local fit = tw.fit(t, { gemm = "waves", device = device, run = { format = "fp32" }, by = { "x", "m", "n", "k" } })
      note(name .. " FP32 GEMM, five folds by shape", (fit:held_out(t)), { median = 0.06 })
    else
      skipped("GEMMs of " .. name, sentence)
    end
  end
end

local function amd_row_operators()
  for _, name in ipairs{ "MI210", "MI100" } do
    local all, all_measured = {}, {}
    for _, operator in ipairs(data.row_operators) do
      local t, sentence = data.amd_row_operator(name, operator)
      if t then
        local fit = tw.fit(t, { stream = "measured", near = { "rows", "width" }, by = { "rows", "width" } })
        local _, predicted = fit:held_out(t)
        for i = 1, t.n do all[#all + 1], all_measured[#all_measured + 1] = predicted[i], t:column("t")[i] end
      else
        skipped("row operators of " .. name, sentence)
      end
    end
    if #all > 0 then
      note(name .. " FP32 row operators, five folds by shape", errors.summary(all, all_measured),
        { median = 0.05, p90 = 0.20 })
    end
  end
end

local function joined(list)
  local predicted, measured = {}, {}
  for _, one in ipairs(list) do
    for i = 1, #one[2] do predicted[#predicted + 1], measured[#measured + 1] = one[1][i], one[2][i] end
  end
  return errors.summary(predicted, measured)
end

-- Each curve separately: its law with a few coefficients on its own rows, and interpolation with each size left out. The
-- ends of a curve cannot be interpolated, so they are not left out.
local function collectives()
  local list = data.collectives()
  if #list == 0 then return skipped("collectives", "no log is here") end
  local sources, by_source, all_law, all_left = {}, {}, {}, {}
  for _, one in ipairs(list) do
    local t = one.rows
    local source = one.source:match("^%S+")
    if not by_source[source] then
      by_source[source] = { law = {}, left = {} }
      sources[#sources + 1] = source
    end
    local into, measured = by_source[source], t:column("t")
    local law = tw.fit(t, { [one.kind] = "measured", correct = false }):predict(t)
    local _, times, left, beyond = core.curve(t:column("byte"), measured):leave_one_out()
    for i = 1, #left do
      if beyond[i] == 1 then left[i] = 0 / 0 end
    end
    into.law[#into.law + 1], into.left[#into.left + 1] = { law, measured }, { left, times }
    all_law[#all_law + 1], all_left[#all_left + 1] = { law, measured }, { left, times }
  end
  note("collectives, interpolated, each size left out", joined(all_left), { median = 0.02 })
  for _, source in ipairs(sources) do note("  of these " .. source, joined(by_source[source].left)) end
  note("collectives, five coefficients for each curve", joined(all_law), { median = 0.08 })
  for _, source in ipairs(sources) do note("  of these " .. source, joined(by_source[source].law)) end
end

-- The paper's rule: the measured times of one iteration, times the ratio of each operator's flop, or of its bytes if it has
-- no flop.
local function totals(t)
  local by, order = {}, {}
  for row in t:rows() do
    local sum = by[row.operator]
    if not sum then
      sum = { operator = row.operator, gemm = row.class == "gemm", work = 0, t = 0 }
      by[row.operator], order[#order + 1] = sum, row.operator
    end
    sum.work = sum.work + (sum.gemm and 3 * row.flop or row.byte_f + row.byte_b)
    sum.t = sum.t + row.t_f + row.t_b
  end
  return by, order
end

local function projected(from, to, device)
  local base, target = iterations.read(device, from), iterations.read(device, to)
  if not (base and target) then return skipped("projection of " .. to, "no iteration of it is here") end
  local function layer(r) return r.count > 1 end
  local was, is, order = totals(base.rows:where(layer)), totals(target.rows:where(layer))
  local predicted, measured, list = 0, 0, {}
  for _, name in ipairs(order) do
    local old, new = was[name], is[name]
    local t = old.t * new.work / old.work
    predicted, measured = predicted + t, measured + new.t
    list[#list + 1] = tw.format("%s %+.0f %%", name, 100 * (t / new.t - 1))
  end
  print(tw.format("one baseline, %s from %s: %s", to, from, table.concat(list, ", ")))
  return { predicted }, { measured }
end

local runs = { "bert_large-train-512-2", "bert_large-train-512-8", "gpt2_large-train-1024-1", "gpt2_large-train-1024-4" }

-- The A100 of these runs is the PCIe version, whose memory differs.
local a100_pcie = a100{ mem_bw = 1935e9 }

local systems = {
  { folder = "AMD_Instinct_MI210", from = "MI210", device = tw.devices.mi210 },
  { folder = "AMD_Instinct_MI100", from = "MI100", device = tw.devices.mi100 },
  { folder = "NVIDIA_A100_80GB_PCIe", from = "MI210", device = a100_pcie, transferred = true },
}

local function iterations_predicted()
  local all, usual, elsewhere = { {}, {} }, { {}, {} }, { {}, {} }
  local function keep(list, predicted, measured)
    list[1][#list[1] + 1], list[2][#list[2] + 1] = predicted, measured
  end
  for _, system in ipairs(systems) do
    local times, sentence = queue.times(system.from, system.device)
    if not times then return skipped("whole iterations", sentence) end
    for _, run in ipairs(runs) do
      local one = iterations.read(system.folder, run)
      if one then
        local t, alone = times(one.rows), 0
        for row in one.rows:rows() do alone = alone + row.count * (row.t_f + row.t_b + row.t_a) end
        print(tw.format("%s %s: %.1f ms predicted, %.1f measured (%+.1f %%), its operators measured alone %.1f",
          system.folder, run, 1e3 * t, 1e3 * one.t_e2e, 100 * (t / one.t_e2e - 1), 1e3 * alone))
        if system.transferred then
          keep(elsewhere, t, one.t_e2e)
        else
          keep(all, t, one.t_e2e)
          if one.t_e2e < 1.5 * alone then keep(usual, t, one.t_e2e) end
        end
      end
    end
  end
  if #all[1] > 0 then
    note("whole iterations, MI210 and MI100", errors.summary(all[1], all[2]), { mean = 0.08 })
    note("  of these, those near their operators' sum", errors.summary(usual[1], usual[2]))
    note("whole iterations, A100 PCIe from MI210 by spec sheet", errors.summary(elsewhere[1], elsewhere[2]))
  end
  for _, from in ipairs{ "512-2", "512-8" } do
    for _, to in ipairs{ "1024-1", "1024-4" } do
      local predicted, measured = projected("bert_large-train-" .. from, "gpt2_large-train-" .. to, "AMD_Instinct_MI210")
      if predicted then
        note(tw.format("one baseline, BERT-large %s to GPT-2 large %s, layer", from, to),
          errors.summary(predicted, measured), { mean = 0.15 })
      end
    end
  end
end

nvidia_gemms()
transferred()
amd_gemms()
amd_row_operators()
collectives()
iterations_predicted()

local goals = { "median", "mean", "p90" }
local columns = { what = {}, n = {}, verdict = {} }
for _, name in ipairs(goals) do columns[name], columns["goal_" .. name] = {}, {} end
for i, row in ipairs(listed) do
  columns.what[i], columns.n[i], columns.verdict[i] = row.what, row.n, "no goal"
  for _, name in ipairs(goals) do
    local goal = row.goal and row.goal[name]
    columns[name][i], columns["goal_" .. name][i] = 100 * row[name], 100 * (goal or 0 / 0)
    if goal and columns.verdict[i] ~= "missed" then columns.verdict[i] = row[name] <= goal and "met" or "missed" end
  end
end
local names = { "what", "n", "median", "goal_median", "mean", "goal_mean", "p90", "goal_p90", "verdict" }
local units, meanings = {}, { what = "what is predicted", n = "rows predicted",
  verdict = "whether the error reaches its goal" }
for _, name in ipairs(goals) do
  units[name], units["goal_" .. name] = "%", "%"
  meanings[name], meanings["goal_" .. name] = name .. " of the relative error", "goal of the " .. name
end
local t = tw.table{ n = #listed, names = names, columns = columns, units = units, meanings = meanings }
t:print()
study.write("accuracy", t)
