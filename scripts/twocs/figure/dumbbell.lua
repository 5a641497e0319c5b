-- SPDX-License-Identifier: MIT
-- Paired dots: a row for each name, with a dot for each x column or each value of `by`, joined by a line. This kind is for
-- values of which only the distance matters: models side by side, before and after, a logarithmic axis without a zero.

local data = require "twocs.figure.data"
local flat = require "twocs.figure.flat"
local guides = require "twocs.figure.guides"
local mistake = require "twocs.common.mistake"
local pile = require "twocs.figure.pile"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

-- { text, x, rows (by name), form, colour }: one entry for each dot of a row.
local function dots_of(t, o, y, xs, view)
  local dots, header = {}, nil
  if o.by and #xs > 1 then
    mistake.raise("dumbbell: by and several x columns cannot be combined in one figure: give one of them")
  end
  local cuts
  cuts, header = series.cut("dumbbell", t, o.by, o, view)
  local names = pile.names(o, xs)
  for k = 1, o.by and #cuts or #xs do
    local cut, rows = o.by and cuts[k] or cuts[1], {}
    for _, row in ipairs(cut.rows) do
      if rows[y[row]] then
        mistake.raise("dumbbell: rows %.0f and %.0f are both at %s = %s: select rows first", rows[y[row]], row, o.y,
          mistake.show(y[row]))
      end
      rows[y[row]] = row
    end
    local n = o.by and #cuts or #xs
    dots[k] = { text = o.by and cut.text or names[k], x = o.by and xs[1] or xs[k], rows = rows, form = k,
      colour = o.colours and pile.colour(o, nil, k) or style.of(k, n) }
  end
  return dots, header
end

local gap, above = style.marker + 3.5, 5.5 -- from a dot to its value, and up from the line between the dots
local wider = 1.3 * style.marker -- added to the gap if the diamond of a published value is around the dot
local long = 4 -- characters; a longer value takes about twice the space next to the dots

local function value_text(v, factor, percent) return data.short(v / factor, percent) .. (percent and "%" or "") end

-- The space next to the dots, as a share of the range of the values. For printed values it depends on their length.
local function beside(o, columns, percent)
  if not o.labels then return 0.06 end
  local most = 0
  for _, column in ipairs(columns) do
    for i = 1, column.n do
      if data.finite(column[i]) then
        local plain = value_text(column[i], 1, percent):gsub("[%^{}]", ""):gsub("[\128-\191]", "")
        most = math.max(most, #plain)
      end
    end
  end
  return most > long and 0.4 or 0.14
end

-- The value next to the outermost dots of a row, where there is space: on the outside, or above the line between them.
local function put_ends(pen, panel, ends, y, spec)
  local function put(dot, side)
    local text, off = value_text(dot.v, spec.factor, spec.percent), spec.published and gap + wider or gap
    local wide, x = pen:extent(text, style.value), dot.at + side * off
    if x + side * wide >= panel.left + 1 and x + side * wide <= panel.right + 4 then
      pen:text(x, y, text, style.value, style.quiet, side < 0 and 1 or 0)
    elseif ends[#ends].at - ends[1].at > 2 * off + 2 * wide then
      pen:text(dot.at - side * off, y + above, text, style.value, style.quiet, side < 0 and 0 or 1)
    end
  end
  if #ends == 0 then return end
  put(ends[#ends], 1)
  if #ends > 1 and ends[#ends].at - ends[1].at > 5 then put(ends[1], -1) end
end

return function(t, o, view)
  local g = guides.of(o)
  local y = data.column("dumbbell", t, "y", o.y)
  local xs = {}
  for i, name in ipairs(series.list(o.x)) do xs[i] = data.numbers("dumbbell", t, "x", name) end
  series.one_unit("dumbbell", xs)
  local seen = {}
  for i, x in ipairs(xs) do seen[i] = series.seen(x, view) end
  local names, place, list = flat.names(y, view)
  local xscale, xlabel, percent = flat.values("dumbbell", o, xs, guides.with_x(g, {}, true), { tight = true,
    pad = beside(o, seen, o.percent or o.percent == nil and data.is_share(xs)) }, seen)
  local dots, header = dots_of(t, o, y, xs, view)
  local hollow, any_hollow = series.hollow("dumbbell", t, o.hollow)
  local marked = series.marked("dumbbell", t, o.mark)
  local entries = {}
  for k, dot in ipairs(dots) do
    if #dots > 1 then entries[k] = { text = dot.text, colour = dot.colour, form = dot.form, line = false } end
  end
  series.explain(o, any_hollow, entries)
  guides.explain(g, entries)
  return guides.put("dumbbell", g, {
    x = xscale, y = names, grid = "x", tall = flat.tall(#list), xlabel = xlabel,
    ylabel = o.ylabel ~= "" and o.ylabel or nil,
    legend = { entries = entries, header = #entries > 0 and (o.legend ~= "" and (o.legend or header)) or nil,
      at = o.legend_at or "top" },
    data = function(pen, panel)
      pen:clip(panel.left - 6, panel.bottom, panel.right + 6, panel.top)
      panel.dots = {}
      for _, name in ipairs(list) do
        local at, here = panel.y(place[name]), {}
        for _, dot in ipairs(dots) do
          local row = dot.rows[name]
          local px = row and panel.x(dot.x[row])
          if px and px == px and px >= panel.left - 1 and px <= panel.right + 1 then
            here[#here + 1] = { at = px, row = row, dot = dot, v = dot.x[row] }
          end
        end
        panel.dots[#panel.dots + 1] = { y = at, here = here }
        local left, right = math.huge, -math.huge
        for _, one in ipairs(here) do left, right = math.min(left, one.at), math.max(right, one.at) end
        if right > left then shapes.line(pen, left, at, right, at, style.rule, 1.6) end
      end
      pen:clip()
    end,
    overlay = function(pen, panel)
      for _, each in ipairs(panel.dots) do
        for k = #each.here, 1, -1 do
          local one = each.here[k]
          if marked[one.row] then shapes.marked(pen, one.at, each.y, hollow[one.row])
          else shapes.marker(pen, one.dot.form, one.at, each.y, style.marker + 0.6, one.dot.colour, hollow[one.row]) end
        end
        local ends = {}
        for i, one in ipairs(each.here) do ends[i] = one end
        table.sort(ends, function(a, b) return a.at < b.at end)
        if o.labels then put_ends(pen, panel, ends, each.y, { factor = xscale.factor, percent = percent,
          published = #g.published > 0 }) end
      end
    end,
  })
end
