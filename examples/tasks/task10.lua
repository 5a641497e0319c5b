-- SPDX-License-Identifier: MIT
-- 10. Your own CSV: two series with error bands on log axes, 3.3 inches wide at 8 pt; the table as LaTeX and netCDF.
local tw = require "twocs"
local folder = arg[0]:match("^.*/") or ""
local t = assert(tw.read(arg[1] or folder .. "steps.csv"))
local figure = tw.lines("task10", t, { x = "tokens", y = "measured", by = "link", band = { "low", "high" }, logx = 2,
  logy = 10, style = "paper", title = "Twice the link bandwidth nearly halves a step", xlabel = "Tokens",
  ylabel = "Time of a step (ms)" })
print(figure.pdf or figure.svg) -- in a browser there is no PDF
print(t:latex{ caption = "Time of a step", label = "tab:steps" })
print(t:netcdf "out/task10.nc")
