-- SPDX-License-Identifier: MIT
-- A fit of 200 rows and all other GEMMs of a device: predicted and measured time.
local tw = require "twocs"
local study = require "twocs.study"
local errors = require "twocs.fit.errors"
local data = require "studies.operators"

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
    local rest = t:pick(others)
    local function fitted_on(rows)
      return tw.fit(t:pick(rows), { gemm = "waves", device = tw.devices[one[2]], run = { format = "bf16" } })
    end
    local function with_rows(n) -- the first n of the fitted rows; the other rows are unchanged
      local some = {}
      for i = 1, n do some[i] = fitted[i] end
      return errors.summary((fitted_on(some):predict(rest)), rest:column("t")).median
    end
    local fit = fitted_on(fitted)
    local few_off = with_rows(50)
    local found = errors.summary((fit:predict(rest)), rest:column("t"))
    rest = rest:rename("t", "t_measured"):with("t", rest:column("t"), "s", "measured time")
    rest = rest:with("t_fit", fit:predict(rest), "s", "predicted time"):derive(
      "off", { unit = "1", meaning = "predicted over measured time", function(r) return r.t_fit / r.t end },
      "size", { meaning = "rows M", function(r)
        return r.m < 64 and "below 64" or r.m < 1024 and "64 to 1023" or "1024 and more"
      end })
    study.panels(tw.format("gemm_%s", one[1]), {
      { "histogram", rest:sort("m"), { x = "off", by = "size", share = true, logx = 10, xmin = 0.5, xmax = 2,
        vband = { from = 1 - found.p90, to = 1 + found.p90,
          label = tw.format("90 %%: errors of at most %.0f %%", 100 * found.p90) },
        legend = "Rows M",
        vline = { at = 1, label = "as measured" }, xlabel = "Predicted over measured time", ylabel = "Share of GEMMs",
        bins = 40, title = "(a) how far off" } },
      { "scatter", rest, { x = "t", y = "t_fit", logx = true, logy = true, diagonal = true, density = true,
        title = "(b) all of them" } } },
      { columns = 1,
        title = tw.format("With a fit to 200 rows, the median error of %d other GEMMs of an %s is %.1f %%, and nine of "
          .. "ten errors are at most %.0f %%",
          found.n, one[3], 100 * found.median, 100 * found.p90), subtitle = "BF16, 10^{8} FLOP and more",
        note = tw.format("What would change it: with a fit to 50 rows the median error is %.1f %%.", 100 * few_off) })
  else
    print(tw.format("skipped: %s", sentence))
  end
end
