-- SPDX-License-Identifier: MIT
-- 3. In which year does communication pass half of a layer if compute doubles every 18 months and links grow 1.4 times a
-- year, and which growth of links prevents it by 2032?
local tw = require "twocs"
local function at(year, growth)
  local compute, links = tw.exp2((year - 2022) / 1.5), tw.pow(growth or 1.4, year - 2022)
  return { model = "llama3_405b", layout = { tp = 64 }, run = { sl = 8192, b = 1 }, software = "ideal", -- by the sheets
    device = tw.devices.gb200_nvl72:times{ peak = compute, mem_bw = compute, launch = 1 / compute, net0_bw = links,
      net0_lat = 1 / links, comm_launch = 1 / links } }
end
local half = { f_com = "> 0.5" }
print(tw.solve(at, { find = "year", from = 2022, to = 2040, so_that = half }))
print(tw.solve(at, { find = "year", from = 2022, to = 2023, so_that = half }))
local function by_2032(growth) return at(2032, growth) end
print(tw.solve(by_2032, { find = "growth", from = 1, to = 2, so_that = { f_com = "<= 0.5" } }))
