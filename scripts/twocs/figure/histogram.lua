-- SPDX-License-Identifier: MIT
-- A histogram: the number or share of rows in each bin of x; with `by` an outline for each value. Bins have round widths;
-- on a logarithmic axis they are even in the logarithm.

local core = require "twocs.core"
local data = require "twocs.figure.data"
local guides = require "twocs.figure.guides"
local mistake = require "twocs.common.mistake"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

-- The number of bins: the cube root rule of Rice, limited to 8 to 60 bins, which readers can distinguish.
local function bins_of(n) return math.max(8, math.min(60, math.ceil(2 * core.pow(n, 1 / 3)))) end

-- The number of values in each bin, the number of values beyond the ends, which are in no bin, and the number of all
-- values.
local function counted(x, rows, s, n)
  local counts, beyond, all = {}, 0, 0
  for i = 1, n do counts[i] = 0 end
  for _, row in ipairs(rows) do
    local at = s.at(x[row])
    if at == at then
      all = all + 1
      if at < 0 or at > 1 then beyond = beyond + 1
      else
        local k = math.min(n, math.floor(at * n) + 1)
        counts[k] = counts[k] + 1
      end
    end
  end
  return counts, beyond, all
end

local function median(x, rows)
  local list = {}
  for _, row in ipairs(rows) do if data.finite(x[row]) then list[#list + 1] = x[row] end end
  table.sort(list)
  local n = #list
  if n == 0 then return nil end
  return n % 2 == 1 and list[(n + 1) / 2] or (list[n / 2] + list[n / 2 + 1]) / 2
end

return function(t, o, view)
  local g = guides.of(o)
  local x = data.numbers("histogram", t, "x", o.x)
  local percent = o.percent
  if percent == nil then percent = data.is_share{ x } end
  local named = series.unit("histogram", o, "x", x)
  local xs = scale.numeric(guides.with_x(g, { series.seen(x, view) }), { unit = x.unit, percent = percent, least = o.xmin,
    most = o.xmax, named = named, tight = o.logx ~= nil and o.logx ~= false, pad = 0, n = 6 }, o.logx, false)
  local cuts, header = series.cut("histogram", t, o.by, o, view)
  local n = o.bins or bins_of(#view.rows)
  local ends, beyond, all = {}, 0, 0
  for i, cut in ipairs(cuts) do
    local out, total
    cut.counts, out, total = counted(x, cut.rows, xs, n)
    beyond, all = beyond + out, all + total
    cut.colour = o.colours and pile.colour(o, nil, i) or style.of(i, #cuts)
    cut.median = median(x, cut.rows)
    for k = 1, n do
      if o.share then cut.counts[k] = total > 0 and cut.counts[k] / total or 0 end
      ends[#ends + 1] = cut.counts[k]
    end
  end
  if all == 0 and #view.rows > 0 then mistake.raise("histogram: %s has no finite numbers", o.x) end
  local ys = scale.linear(guides.with_y(g, { ends }, true), { unit = "1", percent = o.share, zero = true, most = o.ymax })
  local entries = {}
  for i, cut in ipairs(cuts) do
    if o.by then entries[i] = { text = cut.text, colour = cut.colour, width = 1.6 } end
  end
  if o.median then entries[#entries + 1] = { text = "median", colour = style.ink, upright = true, dash = 2 } end
  if beyond > 0 then
    entries[#entries + 1] = { text = data.format("%.0f of %.0f are outside the axis", beyond, all), colour = style.quiet,
      line = false }
  end
  guides.explain(g, entries)
  return guides.put("histogram", g, {
    x = xs, y = ys, grid = "y", xlabel = series.axis_text(o.xlabel, { x }, xs.unit, xs.power, named and named.added),
    ylabel = o.ylabel or (o.share and "Share of rows" or "Rows"),
    legend = { entries = entries, header = header or o.legend, at = o.legend_at or "top" },
    data = function(pen, panel)
      pen:clip(panel.left, panel.bottom, panel.right, panel.top)
      local wide = (panel.right - panel.left) / n
      for _, cut in ipairs(cuts) do
        local px, py = { panel.left }, { panel.bottom }
        for k = 1, n do
          local top, left = panel.y(cut.counts[k]), panel.left + (k - 1) * wide
          if not o.by and cut.counts[k] > 0 then shapes.box(pen, left, panel.bottom, left + wide, top, cut.colour,
            style.paper, 0.4) end
          px[#px + 1], py[#py + 1], px[#px + 2], py[#py + 2] = left, top, left + wide, top
        end
        px[#px + 1], py[#py + 1] = panel.right, panel.bottom
        if o.by then pen:line(px, py, cut.colour, 1.6) end
        if o.median and cut.median then
          local at = panel.x(cut.median)
          shapes.line(pen, at, panel.bottom, at, panel.top, o.by and cut.colour or style.ink, 1.1, 2)
        end
      end
    end,
  })
end
