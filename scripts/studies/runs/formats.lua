-- SPDX-License-Identifier: MIT
-- What FP8 gains over BF16: measured and predicted ratios of the step times of two runs that differ in their format only.
-- Nothing is fitted here; each file's constants are those that were found without it. Missing files are skipped.
--   twocs scripts/studies/runs/formats.lua
local goals = require "studies.runs.goals"
local held = require "studies.runs.held"
local tw = require "twocs"
local unseen = require "studies.runs.unseen"

-- Columns that may differ between the two runs of a pair: the format, what is measured, and where it was read.
local free = { precision = true, precision_recipe = true, notes = true, note = true, source = true, software = true,
  dropout = true, model = true, set = true, fp8_attention = true, fp8_lm_head = true, fp8_param_gather = true }
local measured = { "step", "time", "mfu", "tflop", "tok", "loss", "mem", "min", "max", "sd", "n_" }

local function is_free(name)
  if free[name] then return true end
  for _, part in ipairs(measured) do if name:find(part, 1, true) then return true end end
  return false
end

-- The layout of a run as text: all other columns of its file.
local function of_file(one)
  local names, parts = {}, {}
  for name, value in pairs(one.raw) do if value ~= "" and not is_free(name) then names[#names + 1] = name end end
  table.sort(names)
  for i, name in ipairs(names) do parts[i] = tw.format("%s=%s", name, tostring(one.raw[name])) end
  return table.concat(parts, " ")
end

-- Over two files with other columns: model, number of devices, degrees and batch.
local function of_layout(one)
  local parts = {}
  for i, name in ipairs{ "layers", "gpus", "tp", "pp", "cp", "vp", "microbatch", "global_batch", "seq" } do
    parts[i] = tostring(tonumber(one.row[name]) or 1)
  end
  return table.concat(parts, " ")
end

local function is_fp8(one) return tostring(one.row.precision):lower():find "fp8" ~= nil end

local all, sum = {}, 0
local function pair(title, bf16, fp8, key)
  local by = {}
  for _, one in ipairs(bf16) do if not is_fp8(one) then by[key(one)] = one end end
  for _, one in ipairs(fp8) do
    local base = is_fp8(one) and by[key(one)]
    if base then
      local m, p = base.measured / one.measured, base.predicted / one.predicted
      all[#all + 1], sum = { m, p }, sum + math.abs(p / m - 1)
      print(tw.format("  %-52s %s  measured %.3f predicted %.3f (%+.1f %%)", title, one.row.precision_recipe or "", m, p,
        100 * (p / m - 1)))
    end
  end
end

print "Step time in BF16 over step time in FP8"
for _, file in ipairs(unseen.list) do
  local list = unseen.predicted(file[1])
  if list then pair(file[2], list, list, of_file) end
end
local fp8 = unseen.predicted "dgxc_fp8_llama"
if fp8 and held.of "dgxc" then pair("dgxc, two files", (held.left_out "dgxc"), fp8, of_layout) end
local scores = goals.new()
if #all > 0 then
  scores:share(tw.format("BF16 over FP8, %d pairs: mean error of the ratio", #all), sum / #all, goals.percent(3))
end
for _, line in ipairs(scores:lines()) do print(line) end
