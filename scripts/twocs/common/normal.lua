-- SPDX-License-Identifier: MIT
-- Numbers of a normal distribution. The quantile is a quotient of polynomials (Wichura 1988, AS 241, PPND16), accurate to
-- 1e-15. Its bits are the same on both interpreters, so a seed gives the same draws everywhere.
local core = require "twocs.core"

local normal = {}

-- Coefficients of numerator and denominator by rising power: for the middle, the tails, and the far tails.
local middle = {
  { 3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
    4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3 },
  { 1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4,
    3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3 },
}
local tail = {
  { 1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
    1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4 },
  { 1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1, 1.48103976427480074590e-1,
    1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9 },
}
local far = {
  { 6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
    2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7 },
  { 1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2, 7.86869131145613259100e-4,
    1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15 },
}

local function quotient(pair, x)
  local above, below = 0, 0
  for i = 8, 1, -1 do above, below = above * x + pair[1][i], below * x + pair[2][i] end
  return above / below
end

--- quantile(p): the value below which a standard normal number lies with probability p, 0 < p < 1.
function normal.quantile(p)
  local q = p - 0.5
  if math.abs(q) <= 0.425 then return q * quotient(middle, 0.180625 - q * q) end
  local r = math.sqrt(-core.log(q < 0 and p or 1 - p))
  local x = r <= 5 and quotient(tail, r - 1.6) or quotient(far, r - 5)
  return q < 0 and -x or x
end

-- Coefficients of the tail by rising power of 1 / (1 + 0.2316419 x).
local hastings = { 0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429 }
local density = 0.3989422804014327 -- at 0: 1 / sqrt(2 pi)
local certain = 6 -- beyond, a tail is smaller than the error

--- below(x): the probability that a standard normal number is below x, within 7.5e-8 (Hastings 1955; Abramowitz and Stegun
--- 1964, 26.2.17).
function normal.below(x)
  local far = math.abs(x)
  if far > certain then return x < 0 and 0 or 1 end
  local t, sum = 1 / (1 + 0.2316419 * far), 0
  for i = 5, 1, -1 do sum = (sum + hastings[i]) * t end
  local tail = density * core.exp(-0.5 * far * far) * sum
  return x < 0 and tail or 1 - tail
end

return normal
