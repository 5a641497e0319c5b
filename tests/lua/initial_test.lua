-- SPDX-License-Identifier: MIT
-- What fields are before anybody sets them, against where the numbers come from.
local lu = require "luaunit"
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

-- The years in which vendors brought them out.
function TestInitial:test_years_of_devices()
  local years = { p100_sxm = 2016, v100_sxm = 2017, a100_40g = 2020, a100_80g = 2020, h100_sxm = 2022, h200_sxm = 2023,
    b200_sxm = 2024, mi50 = 2018, mi100 = 2020, mi250x = 2021, mi210 = 2022, mi300x = 2023, mi325x = 2024,
    mi355x = 2025 }
  for name, year in pairs(years) do lu.assertEquals(tw.devices[name].year, year, name) end
end

os.exit(lu.LuaUnit.run() == 0, true)
