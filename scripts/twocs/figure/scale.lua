-- SPDX-License-Identifier: MIT
-- Axes: from values to shares 0 ... 1 of the length of an axis, and the ticks. A scale has at(v), among(column, from, to)
-- for many values at once, ticks(n) for about n intervals, unit (the text for the label, with its prefix), and empty if it
-- cannot show any value.

local core = require "twocs.core"
local data = require "twocs.figure.data"
local say = require "twocs.common.say"
local scale = {}

local log2, log10 = math.log(2), math.log(10)
local plain_from, plain_to = -3.5, 4.5 -- powers of ten that an axis writes out: 0.001 to 10000

-- s.at(v): the place of a number as a share of the axis. s.among(column, from, to): the places of the numbers of a column
-- on an axis between these points. unit: of the logarithm, 0 for a linear scale.
local function set_places(s, unit)
  function s.at(v) return type(v) == "number" and core.along(v, unit, s.factor, s.low, s.high) or 0 / 0 end
  function s.among(column, from, to) return core.along(column, unit, s.factor, s.low, s.high, from, to) end
  -- The value at a share of the axis.
  function s.value(at)
    local v = s.low + at * (s.high - s.low)
    return s.factor * (unit > 0 and math.exp(v * unit) or v)
  end
end

-- The unit of a rate with the prefix for its largest value, such as "Tflop/s", as `named` of an axis.
function scale.rate(unit, most)
  local factor, text = data.prefix(unit, most)
  return text ~= "" and { factor = factor, text = text } or nil
end

local function ten(power) return tonumber(data.format("1e%.0f", power)) end

-- The numbers of a column, as a column of the core.
local function values_of(column) return column.values or core.numbers(column, #column) end

local function extent(columns, positive)
  local low, high
  for _, column in ipairs(columns) do
    local least, most = core.extent(values_of(column), positive)
    if least then low, high = math.min(low or least, least), math.max(high or most, most) end
  end
  return low, high
end

-- Counts have ticks at whole numbers only.
local function all_whole(columns)
  for _, column in ipairs(columns) do
    if not core.is_whole(values_of(column)) then return false end
  end
  return true
end

-- The round step (1, 2 or 5 times a power of ten) that divides the range into about n parts.
local function round_step(range, n, whole)
  local power = ten(math.floor(math.log(range / n) / log10))
  if whole and power < 1 then power = 1 end
  for _, times in ipairs{ 1, 2, 5 } do
    if range / (times * power) <= n * 1.25 then return times * power, times end
  end
  return 10 * power, 10
end

local function decimals(step)
  local count = -math.floor(math.log(step) / log10 + 1e-9)
  return count > 0 and math.min(count, 15) or 0 -- never -0, which would print its sign
end

local function tick_text(v, step, percent)
  local text = data.format("%." .. data.format("%.0f", decimals(step)) .. "f", math.abs(v) < step / 1e6 and 0 or v)
  return text:gsub("^%-", "−") .. (percent and "%" or "")
end

local function linear_ticks(s, n)
  local ticks, step, times = {}, round_step(s.high - s.low, n, s.whole)
  local minor = times == 5 and step / 5 or step / 2
  if s.whole and minor < 1 then minor = step end
  local function inside(v) return v >= s.low - step / 1e6 and v <= s.high + step / 1e6 end
  for i = math.ceil(s.low / step - 1e-6), math.floor(s.high / step + 1e-6) do
    ticks[#ticks + 1] = { at = (i * step - s.low) / (s.high - s.low), text = tick_text(i * step, step, s.percent) }
  end
  for i = math.ceil(s.low / minor - 1e-6), math.floor(s.high / minor + 1e-6) do
    if inside(i * minor) then ticks[#ticks + 1] = { at = (i * minor - s.low) / (s.high - s.low) } end
  end
  return ticks
end

-- o: percent, unit, named (the unit in a label of the script), least, most, zero (the axis includes 0, where bars begin),
-- tight (no rounding outwards), pad, n.
function scale.linear(columns, o)
  local low, high = extent(columns)
  local s = { empty = not low, percent = o.percent, kind = "linear" }
  low, high = low or 0, high or 1
  local least, most = o.least, o.most
  local biggest = math.max(math.abs(least or low), math.abs(most or high))
  s.factor, s.unit = data.prefix(o.unit or "1", biggest)
  if o.named then
    local power, text = data.power(biggest / o.named.factor)
    s.factor, s.power, s.unit = o.named.factor * power, text, text == "" and o.named.text or text .. " " .. o.named.text
  end
  if o.percent then s.factor, s.unit, s.power = 0.01, "", "" end
  s.whole = s.factor == 1 and all_whole(columns)
  low, high = low / s.factor, high / s.factor
  least, most = least and least / s.factor, most and most / s.factor
  if o.zero or (low > 0 and low <= 0.6 * high and not o.tight) then low = math.min(low, 0) end
  if o.zero or (high < 0 and high >= 0.6 * low and not o.tight) then high = math.max(high, 0) end
  if not (high - low > 1e-12 * math.max(math.abs(low), math.abs(high))) then
    local margin = low == 0 and 1 or math.abs(low) * 0.1
    low, high = low - (o.zero and 0 or margin), high + margin
  end
  low, high = least or low, most or high
  if not (high > low) then
    if least and most then low, high = most, least
    elseif least then high = low + math.max(1, math.abs(low))
    else low = high - math.max(1, math.abs(high)) end
  end
  if not (high > low) then high = low + 1 end
  if o.tight then
    local pad = (o.pad or 0.04) * (high - low)
    low, high = least or low - pad, most or high + pad
  else
    local step = round_step(high - low, o.n or 5, s.whole)
    if o.percent and not most and high <= 100 and high > 100 - step then high = 100 end
    low = least or math.floor(low / step + 1e-6) * step
    high = most or math.ceil(high / step - 1e-6) * step
  end
  s.low, s.high = low, high
  set_places(s, 0)
  s.ticks = linear_ticks
  return s
end

local function power_text(power, plain, percent)
  if percent then return data.number(ten(power + 2)) .. "%" end
  if plain then return data.number(ten(power)) end
  return "10^{" .. data.format("%.0f", power):gsub("%-", "−") .. "}"
end

local function log10_ticks(s, n)
  local ticks, first, last = {}, math.ceil(s.low - 1e-9), math.floor(s.high + 1e-9)
  local every = round_step(math.max(last - first, 1), math.max(n, 1), true)
  local plain = s.low > plain_from and s.high < plain_to
  local function named_decades() return math.floor(last / every) - math.floor((first - 1) / every) end
  while every > 1 and named_decades() < 2 do every = every - 1 end -- one name alone does not show the scale
  -- The names of two or three decades are not sufficient to read a value: 2 and 5 get names too if there is space.
  local close = s.high - s.low < (n >= 4 and 2.8 or 1.7) or named_decades() < 2
  local closest = s.high - s.low < 0.75 and n >= 4 -- all digits get names, and 1.5
  local function put(v, text)
    if v >= s.low - 1e-9 and v <= s.high + 1e-9 then
      ticks[#ticks + 1] = { at = (v - s.low) / (s.high - s.low), text = text }
    end
  end
  for power = math.floor(s.low), last + 1 do
    local name = power % every == 0 and power_text(power, plain, s.percent) or nil
    if name or every <= 5 then put(power, name) end
    for _, digit in ipairs(closest and { 1.5, 2, 3, 4, 5, 6, 7, 8, 9 } or { 2, 3, 4, 5, 6, 7, 8, 9 }) do
      local named = close and (digit == 2 or digit == 5) or closest
      local text = s.percent and data.number(digit * ten(power + 2)) .. "%" or data.number(digit * ten(power))
      if named or every == 1 then put(power + math.log(digit) / log10, named and text or nil) end
    end
  end
  return ticks
end

local function log2_ticks(s, n)
  local ticks, first, last = {}, math.ceil(s.low - 1e-9), math.floor(s.high + 1e-9)
  local every = math.max(1, math.ceil((last - first) / math.max(n * 1.8, 2))) -- three names at least
  for power = first, last do
    local v = math.floor(math.exp(math.abs(power) * log2) + 0.5)
    local text = (s.percent and data.number(100 * math.exp(power * log2)) .. "%") or (power >= 0 and data.binary(v))
      or (power >= -10 and "1/" .. data.number(v)) or "2^{−" .. data.format("%.0f", -power) .. "}"
    if power > 50 then text = "2^{" .. data.format("%.0f", power) .. "}" end
    ticks[#ticks + 1] = { at = (power - s.low) / (s.high - s.low), text = (power - first) % every == 0 and text or nil }
  end
  return ticks
end

-- The unit below a second in which an axis from low to high (powers of ten) has plain numbers; nil if it has them in
-- seconds, or in no unit.
local function part_of_second(low, high)
  if low > plain_from and high < plain_to then return nil end
  local factor, text = data.prefix("s", ten(math.floor(high)))
  local power = math.log(factor) / log10
  return low - power > plain_from and high - power < plain_to and { factor = factor, text = text } or nil
end

-- o as above; base 2 or 10. Values that are not positive have no place.
function scale.log(columns, o, base)
  local function positive(v) return data.finite(v) and v > 0 end
  local low, high = extent(columns, true)
  local unit = base == 2 and log2 or log10
  local s = { empty = not low, percent = o.percent, factor = 1, kind = base == 2 and "log2" or "log10" }
  s.unit = (o.percent or o.unit == "1" or not o.unit) and "" or o.unit
  if o.named and not o.percent then s.factor, s.unit, s.power = o.named.factor, o.named.text, "" end
  local least, most = positive(o.least) and o.least, positive(o.most) and o.most
  low, high = math.log((least or low or 1) / s.factor) / unit, math.log((most or high or 10) / s.factor) / unit
  if high < low then low, high = high, low end
  if high - low < 1e-6 then low, high = low - (base == 2 and 1 or 0.5), high + (base == 2 and 1 or 0.5) end
  local pad = (o.pad or 0.04) * (high - low)
  s.low, s.high = least and low or low - pad, most and high or high + pad
  local part = base == 10 and s.unit == "s" and not o.named and part_of_second(s.low, s.high)
  if part then
    local power = math.log(part.factor) / log10
    s.factor, s.unit, s.low, s.high = part.factor, part.text, s.low - power, s.high - power
  end
  set_places(s, unit)
  s.ticks = base == 2 and log2_ticks or log10_ticks
  return s
end

-- Doublings get a log2 axis: at least three distinct values, all powers of two.
local function doubles(columns)
  local seen, count = {}, 0
  for _, column in ipairs(columns) do
    for i = 1, #column do
      local v = column[i]
      if v == v and not seen[v] then
        if not data.is_power_of_two(v) then return false end
        seen[v], count = true, count + 1
      end
    end
  end
  return count >= 3
end

-- Reports how many values a logarithmic axis does not show, once for each such number.
local said = {}
local function say_hidden(columns)
  local hidden = 0
  for _, column in ipairs(columns) do
    for i = 1, #column do
      if data.finite(column[i]) and column[i] <= 0 then hidden = hidden + 1 end
    end
  end
  if hidden > 0 and not said[hidden] then
    said[hidden] = true
    say("a logarithmic axis does not show %.0f of its values, which are 0 or less", hidden)
  end
end

-- want: true, false, 2, 10, or nil: then doublings get a log2 axis if `auto` is true.
function scale.numeric(columns, o, want, auto)
  if want == nil and auto and doubles(columns) then want = 2 end
  if want == true then want = doubles(columns) and 2 or 10 end
  if want == 2 or want == 10 then
    say_hidden(columns)
    return scale.log(columns, o, want)
  end
  return scale.linear(columns, o)
end

-- Whether of(value), the value or its logarithm, is evenly spaced, as far as values of three digits show it.
local function is_even(values, of)
  if #values < 3 then return false end
  local step = of(values[2]) - of(values[1])
  for i = 3, #values do
    if math.abs(of(values[i]) - of(values[i - 1]) - step) > 0.05 * math.abs(step) then return false end
  end
  return true
end

local few = 8 -- cells that may each have a text of their own
local function is_short(texts)
  for _, text in ipairs(texts) do if #text > 4 then return false end end
  return true
end

-- An axis of cells of equal width over evenly spaced numbers, with the ticks of a line's axis: 1K, 1M; decades; round
-- numbers. nil if the cells are few with short texts, or not evenly spaced: then each has its own text.
function scale.cells(values, texts, factor, want)
  if #values <= few and is_short(texts) and not want then return nil end
  local positive = #values > 0 and values[1] > 0
  local log = want ~= false and positive and is_even(values, math.log)
  if not log and not is_even(values, function(v) return v end) then return nil end
  local n = #values
  local inner
  if log then
    inner = scale.log({ values }, { pad = 0.5 / (n - 1), named = { factor = factor, text = "" } },
      (want == 2 or want ~= 10 and data.is_power_of_two(values[1])
        and data.is_power_of_two(values[2])) and 2 or 10)
  else
    inner = scale.linear({ values }, { tight = true, pad = 0.5 / (n - 1), named = { factor = factor, text = "" } })
  end
  if inner.power ~= "" then return nil end -- a power of ten that no label would show
  inner.kind, inner.texts = "cells", texts
  return inner
end

-- Places of equal width with a text each. at(i) is the middle of place i; slot is the share of the axis of one place. There
-- are gaps between groups, which are runs of places.
function scale.category(texts, numeric, groups)
  local gap, before, places = groups and 0.6 or 0, {}, #texts
  for g, group in ipairs(groups or {}) do
    for i = group.from, group.to do before[i] = (g - 1) * gap end
    places = g == #groups and #texts + (g - 1) * gap or places
  end
  places = math.max(places, 1) + gap
  local s = { kind = "category", unit = "", texts = texts, numeric = numeric, factor = 1, empty = #texts == 0 }
  s.slot, s.gap = 1 / places, gap
  function s.at(i) return (i - 0.5 + (before[i] or 0) + gap / 2) / places end
  function s.among(column, from, to)
    local places = core.column(#column)
    for k = 1, #column do places[k] = from + s.at(column[k]) * (to - from) end
    return places
  end
  function s.ticks()
    local ticks = {}
    for i, text in ipairs(texts) do ticks[i] = { at = s.at(i), text = text } end
    return ticks
  end
  return s
end

return scale
