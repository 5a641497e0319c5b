-- SPDX-License-Identifier: MIT
-- What fields are before anybody sets them, against where the numbers come from.
local lu = require "luaunit"
local rows = require "twocs.data.rows"
local tw = require "twocs"

TestInitial = {}

-- The law of waves starts from what was fitted to an A100 in BF16, rounded to three digits: half a unit of the third is at
-- most 0.5 %.
function TestInitial:test_waves_start_from_the_a100()
  local fitted, law, seen = tw.fits.a100_bf16:parameters(), tw.law{}, 0
  for i = 1, fitted.n do
    local name, value = fitted[i].parameter, fitted[i].value
    if law[name] > 0 then -- heat is none until a fit finds it
      lu.assertTrue(math.abs(law[name] / value - 1) <= 0.005, name)
      seen = seen + 1
    end
  end
  lu.assertEquals(seen, 11)
end

local function rounded(x, digits) return tonumber(tw.format(tw.format("%%.%.0fe", digits - 1), x)) end

-- The law of depth starts from what was fitted to large GEMMs of an H100 in BF16, in two digits or in three.
function TestInitial:test_depth_starts_from_the_h100()
  local fitted, law = tw.fits.h100_large:parameters(), tw.law{}
  for i = 1, fitted.n do
    local name, value = fitted[i].parameter, fitted[i].value
    lu.assertTrue(law[name] == rounded(value, 2) or law[name] == rounded(value, 3), name)
  end
  lu.assertEquals(fitted.n, 8)
end

-- Numbers with more than two digits, and where they come from: GPT-3 (arXiv:2005.14165, Table 2.1) with its vocabulary made
-- a multiple of 1024, and what Erdil and Schneider-Joseph's program holds (arXiv:2411.01137): the law of layers of
-- Hoffmann et al., critical batches, its year and its narrowest and widest model.
local sources = { h = 12288, vocab = 50 * 1024, anchor_d = 12288, d_least = 12288, d_most = 128 * 12288,
  layer_exponent = 0.3751, batch_exponent = 1 / 6, deepseek_scale = 0.292, deepseek_exponent = 0.3271, t_year = 3.154e7,
  closed_t = 365.25 * 86400 / 4,
  vision_pixels = 3 * 16 * 16, -- three colours of the ViT's patches (arXiv:2010.11929, 4.1)
  cap_exponent = 2.54 } -- fitted by scripts/studies/power/cap.lua

-- What is neither fitted nor published is chosen: in two digits at most, or as a power of two.
function TestInitial:test_what_is_chosen_is_round()
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

-- What is said over something else is as that is, until somebody says otherwise; some are nothing until then, attention's
-- backward pass has five GEMMs where the forward pass has two, and an MLP is four times as wide as its layer (Vaswani
-- et al., 2017).
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

-- The years in which vendors brought them out.
function TestInitial:test_years_of_devices()
  local years = { p100_sxm = 2016, v100_sxm = 2017, a100_40g = 2020, a100_80g = 2020, h100_sxm = 2022, h200_sxm = 2023,
    b200_sxm = 2024, mi50 = 2018, mi100 = 2020, mi250x = 2021, mi210 = 2022, mi300x = 2023, mi325x = 2024,
    mi355x = 2025, t4 = 2018, rtx_3090 = 2020, a40 = 2020, a10 = 2021, l40 = 2022, l4 = 2023, rtx_5090 = 2025 }
  for name, year in pairs(years) do lu.assertEquals(tw.devices[name].year, year, name) end
end

os.exit(lu.LuaUnit.run() == 0, true)
