-- SPDX-License-Identifier: MIT
-- A waterfall from one case to another, term by term: the total of the first case, the change of each term, the total of
-- the second. The table has a row for each term; the two y columns are the term in each case, and add up to the totals.

local data = require "twocs.figure.data"
local guides = require "twocs.figure.guides"
local mistake = require "twocs.common.mistake"
local pile = require "twocs.figure.pile"
local scale = require "twocs.figure.scale"
local series = require "twocs.figure.series"
local shapes = require "twocs.figure.markers"
local style = require "twocs.figure.style"

local whole, more, less = 0x9a9a9a, style.series[4], style.series[1]

-- {text, from, to, whole}: every bar, and the values that the axis shows.
local function steps_of(x, before, after, names, view)
  local sum, steps, total = 0, {}, 0
  for _, row in ipairs(view.rows) do
    if not (data.finite(before[row]) and data.finite(after[row])) then
      mistake.raise("waterfall: %s has no value in row %.0f", mistake.show(x[row]), row)
    end
    sum, total = sum + before[row], total + after[row]
  end
  steps[1] = { text = names[1], from = 0, to = sum, whole = true }
  for _, row in ipairs(view.rows) do
    local change = after[row] - before[row]
    steps[#steps + 1] = { text = data.value_texts({ x[row] }, 1)[1], from = sum, to = sum + change }
    sum = sum + change
  end
  steps[#steps + 1] = { text = names[2], from = 0, to = total, whole = true }
  local ends = {}
  for i, step in ipairs(steps) do ends[i] = step.to end
  return steps, ends
end

local function text_of(step, spec)
  local v = step.whole and step.to or step.to - step.from
  local text = data.signed(spec.form, v / spec.factor)
  if not step.whole and v > 0 then text = "+" .. text end
  return text
end

return function(t, o, view)
  local g = guides.of(o)
  local x = data.column("waterfall", t, "x", o.x)
  local before, after = data.numbers("waterfall", t, "y", o.y[1]), data.numbers("waterfall", t, "y", o.y[2])
  series.one_unit("waterfall", { before, after })
  local named = series.unit("waterfall", o, "y", before)
  local percent = o.percent
  if percent == nil then percent = data.is_share{ before, after } end
  local steps, ends = steps_of(x, before, after, pile.names(o, { before, after }), view)
  local texts, margins = {}, {}
  for i, step in ipairs(steps) do texts[i], margins[i] = step.text, math.max(step.from, step.to) * 1.07 end
  local y = scale.linear(guides.with_y(g, { ends, margins }, true), { unit = before.unit, percent = percent, zero = true,
    least = o.ymin, most = o.ymax, named = named })
  local form = { form = percent and "%.1f" or pile.form({ ends }, y.factor), factor = y.factor }
  local least = math.huge -- the smallest change keeps two digits, if two decimals suffice
  for _, step in ipairs(steps) do
    local change = math.abs(step.to - step.from) / y.factor
    if not step.whole and change > 0 then least = math.min(least, change) end
  end
  if not percent and least < 0.95 then form.form = "%.2f" elseif not percent and least < 9.5 then form.form = "%.1f" end
  local entries = { { text = "more", colour = more, hatch = 2, box = true },
    { text = "less", colour = less, hatch = 3, box = true } }
  guides.explain(g, entries)
  return guides.put("waterfall", g, {
    x = scale.category(texts), y = y, grid = "y", xlabel = o.xlabel ~= "" and o.xlabel or nil,
    ylabel = series.axis_text(o.ylabel, { before, after }, y.unit, y.power, named and named.added),
    legend = { entries = entries, header = o.legend, at = o.legend_at or "top" },
    data = function(pen, panel)
      pen:clip(panel.left, panel.bottom, panel.right, panel.top)
      local slot = (panel.right - panel.left) / #steps
      local wide = math.min(slot * 0.7, pile.widest)
      for i, step in ipairs(steps) do
        local middle, a, b = panel.x(i), panel.y(step.from), panel.y(step.to)
        local colour = step.whole and whole or step.to >= step.from and more or less
        local hatch = not step.whole and (step.to >= step.from and 2 or 3) or nil
        shapes.hatched(pen, middle - wide / 2, math.min(a, b), middle + wide / 2, math.max(a, b), colour, hatch)
        if i < #steps then shapes.line(pen, middle + wide / 2, b, panel.x(i + 1) - wide / 2, b, style.quiet, 0.7, 2) end
      end
    end,
    overlay = o.labels ~= false and function(pen, panel)
      for i, step in ipairs(steps) do
        pen:text(panel.x(i), panel.y(math.max(step.from, step.to)) + style.value * 0.65, text_of(step, form), style.value,
          style.ink, 0.5)
      end
    end or nil,
  })
end
