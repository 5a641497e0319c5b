-- SPDX-License-Identifier: MIT
-- What a fit of 200 rows says about all other GEMMs of a device: predicted against measured time.
local tw = require "twocs"
local study = require "twocs.study"
local errors = require "twocs.fit.errors"
local data = require "studies.operators"

local shown = 400 -- points that a figure bears

local devices = { { "a100", "a100_80g", "A100" }, { "h100", "h100_sxm", "H100" } }

for _, one in ipairs(devices) do
  local t, sentence = data.nvidia_gemm(one[1])
  if t then
    t = t:where(function(r) return r.flop >= 1e8 end)
    local order, fitted, others = errors.shuffled(t.n, 1), {}, {}
    for place, row in ipairs(order) do
      local list = place <= 200 and fitted or others
      list[#list + 1] = row
    end
    local fit = tw.fit(t:pick(fitted), { gemm = "waves", device = tw.devices[one[2]], run = { format = "bf16" } })
    local rest = t:pick(others)
    local found = errors.summary((fit:predict(rest)), rest:column("t"))
    while #others > shown do others[#others] = nil end
    rest = t:pick(others):sort("m")
    rest = rest:rename("t", "t_measured"):with("t", rest:column("t"), "s", "measured time")
    rest = rest:with("t_fit", fit:predict(rest), "s", "predicted time"):derive("size", function(r)
      return r.m < 64 and "below 64" or r.m < 1024 and "64 to 1023" or "1024 and more"
    end)
    study.scatter(tw.format("gemm_%s", one[1]), rest, { x = "t", y = "t_fit", by = "size", logx = true, logy = true,
      diagonal = true, title = tw.format("BF16 GEMMs of an %s", one[3]),
      subtitle = tw.format("200 rows fitted; %d others: median error %.1f %%, p90 %.1f %%", found.n, 100 * found.median,
        100 * found.p90), legend = "Rows M" })
  else
    print(tw.format("skipped: %s", sentence))
  end
end
