-- SPDX-License-Identifier: MIT
-- Initial values of fields, compared with the sources of the numbers.
local lu = require "luaunit"
local rows = require "twocs.data.rows"
local tw = require "twocs"

TestInitial = {}

-- The initial coefficients of the law of waves are those fitted to an A100 in BF16, rounded to three digits. Half a unit of
-- the third digit is at most 0.5 %.
function TestInitial:test_waves_start_from_the_a100()
  local fitted, law, seen = tw.fits.a100_bf16:parameters(), tw.law{}, 0
  for i = 1, fitted.n do
    local name, value = fitted[i].parameter, fitted[i].value
    if law[name] > 0 then -- without a fit heat is 0
      lu.assertTrue(math.abs(law[name] / value - 1) <= 0.005, name)
      seen = seen + 1
    end
  end
  lu.assertEquals(seen, 11)
end

local function rounded(x, digits) return tonumber(tw.format(tw.format("%%.%.0fe", digits - 1), x)) end

-- The initial coefficients of the law of depth are those fitted to large GEMMs of an H100 in BF16, in two or three digits.
function TestInitial:test_depth_starts_from_the_h100()
  local fitted, law = tw.fits.h100_large:parameters(), tw.law{}
  for i = 1, fitted.n do
    local name, value = fitted[i].parameter, fitted[i].value
    lu.assertTrue(law[name] == rounded(value, 2) or law[name] == rounded(value, 3), name)
  end
  lu.assertEquals(fitted.n, 8)
end

-- Numbers with more than two digits, and their sources: GPT-3 (arXiv:2005.14165, Table 2.1) with its vocabulary rounded to
-- a multiple of 1024, and constants of Erdil and Schneider-Joseph's program (arXiv:2411.01137): the law of layers of
-- Hoffmann et al., critical batches, its year, and its narrowest and widest model.
local sources = { h = 12288, vocab = 50 * 1024, anchor_d = 12288, d_least = 12288, d_most = 128 * 12288,
  layer_exponent = 0.3751, batch_exponent = 1 / 6, deepseek_scale = 0.292, deepseek_exponent = 0.3271, t_year = 3.154e7,
  closed_t = 365.25 * 86400 / 4,
  vision_pixels = 3 * 16 * 16, -- three colours of the ViT's patches (arXiv:2010.11929, 4.1)
  cap_exponent = 2.54 } -- fitted by scripts/studies/power/cap.lua

-- Values that are neither fitted nor published are chosen: with at most two digits, or a power of two.
function TestInitial:test_chosen_values_are_round()
  local seen = 0
  for _, row in ipairs(rows.list) do
    local x = row.initial
    if sources[row.name] then
      lu.assertEquals(x, sources[row.name], row.name)
      seen = seen + 1
    elseif type(x) == "number" and x == x and not row.name:find "^wave_" and not row.name:find "^depth_" then
      local power = x > 0 and tw.log2(x) or 0
      lu.assertTrue(rounded(x, 2) == x or power == math.floor(power), row.name)
    end
  end
  lu.assertEquals(seen, 13)
end

-- A ratio to something else is 1 by default. Some are 0, attention's backward pass has five GEMMs while the forward pass
-- has two, and an MLP is four times as wide as its layer (Vaswani et al., 2017).
function TestInitial:test_ratios_are_one()
  local others = { capacity = 0, step_spread = 0, quantize_rho = 0, gemm_heat = 0, flash_back = 5 / 2, ff_ratio = 4 }
  local seen = 0
  for _, row in ipairs(rows.list) do
    local of = not row.count and not row.choice and row.unit == "1" and row.meaning:match "%f[%w]over (%w+)"
    if row.initial and of and of ~= "layers" then
      lu.assertEquals(row.initial, others[row.name] or 1, row.name)
      seen = seen + 1
    end
  end
  lu.assertTrue(seen >= 21, seen)
end

-- The years in which vendors released them.
function TestInitial:test_years_of_devices()
  local years = { p100_sxm = 2016, v100_sxm = 2017, a100_40g = 2020, a100_80g = 2020, h100_sxm = 2022, h200_sxm = 2023,
    b200_sxm = 2024, mi50 = 2018, mi100 = 2020, mi250x = 2021, mi210 = 2022, mi300x = 2023, mi325x = 2024,
    mi355x = 2025, t4 = 2018, rtx_3090 = 2020, a40 = 2020, a10 = 2021, l40 = 2022, l4 = 2023, rtx_5090 = 2025 }
  for name, year in pairs(years) do lu.assertEquals(tw.devices[name].year, year, name) end
end

os.exit(lu.LuaUnit.run() == 0, true)
