-- SPDX-License-Identifier: MIT
-- Fit an operator model to GEMM times, print its errors and draw a projection with a band: fit_gemm.lua my.csv, with the
-- columns m, n, k and t [ms]. Without an argument it reads A100 data in its folder.
local tw = require "twocs"

local folder = arg[0]:match("^.*/") or ""
local t = assert(tw.read(arg[1] or folder .. "gemm_times.csv"))
local fit = tw.fit(t, { gemm = "waves", device = "a100_80g", run = { format = "bf16" } })
fit:parameters():print()
local off = fit:held_out(t)
print(tw.format("error of held-out rows: %.1f %% (median), %.1f %% (90th percentile)", 100 * off.median, 100 * off.p90))

local case = { model = tw.models.transformer{ head_dim = 128 }, run = { sl = 4096, b = 1, format = "bf16" },
  device = "a100_80g", over = { tp = { 1, 8 }, h = tw.double(2048, 32768) }, want = "mfu" }
local likely = tw.sweep(case, { plan = { gemm = fit } })
local best, worst = tw.sweep(case, { plan = { gemm = fit:at(0.05) } }), tw.sweep(case, { plan = { gemm = fit:at(0.95) } })
print(tw.lines("fit_gemm", likely:with("low", worst:column "mfu"):with("high", best:column "mfu"),
  { x = "h", y = "mfu", by = "tp", logx = true, band = { "low", "high" }, ylabel = "Model FLOP utilisation",
    title = "TP 8 costs a narrow model most", note = "Shaded: the range of nine in ten measurements." }))
