-- SPDX-License-Identifier: MIT
-- Axes: from values to shares 0 ... 1 of an axis' length, and the ticks on it. A scale has at(v), ticks(n)
-- for about n intervals, unit (the text for the label, with its prefix) and empty where no value could be
-- shown.

local data = require "twocs.figure.data"
local scale = {}

local log2, log10 = math.log(2), math.log(10)
local function ten(power) return tonumber(data.format("1e%.0f", power)) end

local function extent(columns, usable)
  local low, high
  for _, column in ipairs(columns) do
    for i = 1, #column do
      local v = column[i]
      if usable(v) then
        low, high = math.min(low or v, v), math.max(high or v, v)
      end
    end
  end
  return low, high
end

-- Counts have ticks at whole numbers only.
local function all_whole(columns)
  for _, column in ipairs(columns) do
    for i = 1, #column do
      if data.finite(column[i]) and column[i] % 1 ~= 0 then return false end
    end
  end
  return true
end

-- The round step (1, 2 or 5 times a power of ten) that cuts the range into about n.
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

-- o: percent, unit, factor_free (a label of the script's own: no prefix), least, most, zero (bars stand on
-- it), tight (no rounding outwards), pad, n.
function scale.linear(columns, o)
  local low, high = extent(columns, data.finite)
  local s = { empty = not low, percent = o.percent, kind = "linear" }
  low, high = low or 0, high or 1
  local least, most = o.least, o.most
  local biggest = math.max(math.abs(least or low), math.abs(most or high))
  s.factor, s.unit = data.prefix(o.factor_free and "1" or o.unit or "1", biggest)
  if o.percent then s.factor, s.unit = 0.01, "" end
  s.whole = s.factor == 1 and all_whole(columns)
  low, high = low / s.factor, high / s.factor
  least, most = least and least / s.factor, most and most / s.factor
  if o.zero or (low > 0 and low <= 0.6 * high and not o.tight) then low = math.min(low, 0) end
  if o.zero or (high < 0 and high >= 0.6 * low and not o.tight) then high = math.max(high, 0) end
  if not (high - low > 1e-12 * math.max(math.abs(low), math.abs(high))) then
    local room = low == 0 and 1 or math.abs(low) * 0.1
    low, high = low - (o.zero and 0 or room), high + room
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
  function s.at(v)
    if not data.finite(v) then return 0 / 0 end
    return (v / s.factor - s.low) / (s.high - s.low)
  end
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
  local plain = s.low > -3.5 and s.high < 4.5
  local close = s.high - s.low < 1.7 -- too few decades for their ticks alone
  local function put(v, text)
    if v >= s.low - 1e-9 and v <= s.high + 1e-9 then
      ticks[#ticks + 1] = { at = (v - s.low) / (s.high - s.low), text = text }
    end
  end
  for power = math.floor(s.low), last + 1 do
    local name = power % every == 0 and power_text(power, plain, s.percent) or nil
    if name or every <= 5 then put(power, name) end
    for digit = 2, 9 do
      local named = close and (digit == 2 or digit == 5)
      local text = s.percent and data.number(digit * ten(power + 2)) .. "%" or data.number(digit * ten(power))
      if named or every == 1 then put(power + math.log(digit) / log10, named and text or nil) end
    end
  end
  return ticks
end

local function log2_ticks(s, n)
  local ticks, first, last = {}, math.ceil(s.low - 1e-9), math.floor(s.high + 1e-9)
  local every = math.max(1, math.ceil((last - first) / math.max(n * 1.8, 1)))
  for power = first, last do
    local v = math.floor(math.exp(math.abs(power) * log2) + 0.5)
    local text = (s.percent and data.number(100 * math.exp(power * log2)) .. "%") or (power >= 0 and data.binary(v))
      or (power >= -10 and "1/" .. data.number(v)) or "2^{−" .. data.format("%.0f", -power) .. "}"
    if power > 50 then text = "2^{" .. data.format("%.0f", power) .. "}" end
    ticks[#ticks + 1] = { at = (power - s.low) / (s.high - s.low), text = (power - first) % every == 0 and text or nil }
  end
  return ticks
end

-- o as above; base 2 or 10. Values that are not positive have no place.
function scale.log(columns, o, base)
  local function positive(v) return data.finite(v) and v > 0 end
  local low, high = extent(columns, positive)
  local unit = base == 2 and log2 or log10
  local s = { empty = not low, percent = o.percent, factor = 1, kind = base == 2 and "log2" or "log10" }
  s.unit = (o.factor_free or o.percent or o.unit == "1" or not o.unit) and "" or o.unit
  local least, most = positive(o.least) and o.least, positive(o.most) and o.most
  low, high = math.log(least or low or 1) / unit, math.log(most or high or 10) / unit
  if high < low then low, high = high, low end
  if high - low < 1e-6 then low, high = low - (base == 2 and 1 or 0.5), high + (base == 2 and 1 or 0.5) end
  local pad = (o.pad or 0.04) * (high - low)
  s.low, s.high = least and low or low - pad, most and high or high + pad
  function s.at(v) return positive(v) and (math.log(v) / unit - s.low) / (s.high - s.low) or 0 / 0 end
  s.ticks = base == 2 and log2_ticks or log10_ticks
  return s
end

-- Doublings deserve a log2 axis: at least three distinct values, all powers of two.
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

-- wish: true, false, 2, 10, or nil: then doublings get a log2 axis where auto says so.
function scale.numeric(columns, o, wish, auto)
  if wish == nil and auto and doubles(columns) then wish = 2 end
  if wish == true then wish = doubles(columns) and 2 or 10 end
  if wish == 2 or wish == 10 then return scale.log(columns, o, wish) end
  return scale.linear(columns, o)
end

-- Places of equal width with a text each; at(i) is the middle of place i, slot a place's share of the axis.
-- Groups, runs of places, stand apart.
function scale.category(texts, numeric, groups)
  local gap, before, room = groups and 0.6 or 0, {}, #texts
  for g, group in ipairs(groups or {}) do
    for i = group.from, group.to do before[i] = (g - 1) * gap end
    room = g == #groups and #texts + (g - 1) * gap or room
  end
  room = math.max(room, 1) + gap
  local s = { kind = "category", unit = "", texts = texts, numeric = numeric, factor = 1, empty = #texts == 0 }
  s.slot, s.gap = 1 / room, gap
  function s.at(i) return (i - 0.5 + (before[i] or 0) + gap / 2) / room end
  function s.ticks()
    local ticks = {}
    for i, text in ipairs(texts) do ticks[i] = { at = s.at(i), text = text } end
    return ticks
  end
  return s
end

return scale
