-- SPDX-License-Identifier: MIT
-- Fits over tables: the language of formulas and its mistakes, a certified data set, what a fit states about itself,
-- held-out rows. Numbers without an outside source are computed here a second time, by hand.
local lu = require "luaunit"
local expect = require "expect"
local outside = require "outside"
local core = require "twocs.core"
local errors = require "twocs.fit.errors"
local formula = require "twocs.fit.formula"
local linear = require "twocs.fit.linear"
local tables = require "twocs.table"

local nan = 0 / 0

local says = expect.sentence

local near = expect.near

-- A constant, work and bytes; every third shape occurs three times.
local truth = { 5e-6, 7e-15, 1.2e-12 }
local function gemms(noise, seed)
  local draw = errors.random(seed or 1)
  local c = { t = {}, flop = {}, byte = {}, m = {}, shape = {}, device = {} }
  for i = 1, 90 do
    local m = 128 * (1 + (i - 1) % 30)
    local k = 256 * (1 + (i - 1) % 30 % 7)
    c.m[i], c.flop[i], c.byte[i], c.shape[i], c.device[i] = m, m * m * k, m * m + 2 * m * k, (i - 1) % 30, "x"
    c.t[i] = (truth[1] + truth[2] * c.flop[i] + truth[3] * c.byte[i]) * (1 + noise * (2 * draw() - 1))
  end
  return tables.new{ names = { "t", "flop", "byte", "m", "shape", "device" }, columns = c,
    units = { t = "s", flop = "flop", byte = "byte", m = "1", shape = "1" } }
end

TestFormula = {}

local function values(text, t)
  local _, terms = formula.read(t, text)
  local list = {}
  for j, term in ipairs(terms) do
    list[j] = {}
    for i = 1, t.n do list[j][i] = term.value(i) end
  end
  return list, terms
end

function TestFormula:test_terms_have_the_stated_values()
  local t = tables.new{ names = { "t", "a", "b", "# n" },
    columns = { t = { 1, 2 }, a = { 3, 5 }, b = { 2, 4 }, ["# n"] = { 7, 8 } },
    units = { t = "s", a = "byte", b = "1" } }
  local list, terms = values("t ~ 0 + 1 + a + a*(b-1)/b + a^2*b^-1 + log2(b) + sqrt(a*a) + 2.5e1*a/b/2 + `# n`", t)
  lu.assertEquals(list, { { 1, 1 }, { 3, 5 }, { 1.5, 3.75 }, { 4.5, 6.25 }, { 1, 2 }, { 3, 5 },
    { 18.75, 15.625 }, { 7, 8 } })
  local names, units = {}, {}
  for j, term in ipairs(terms) do names[j], units[j] = term.name, term.unit end
  lu.assertEquals(names, { "1", "a", "a*(b-1)/b", "a^2*b^-1", "log2(b)", "sqrt(a*a)", "2.5e1*a/b/2", "`# n`" })
  lu.assertEquals(units, { "s", "s/byte", "s/byte", "s/byte/byte", "s", "s/byte", "s/byte", "" })
end

function TestFormula:test_the_measured_side_can_be_an_expression()
  local measured = formula.read(gemms(0), "flop/t ~ m")
  lu.assertEquals(measured.name, "flop/t")
  lu.assertEquals(measured.unit, "flop/s")
end

function TestFormula:test_mistakes()
  local t = gemms(0)
  local function reads(text) return function() formula.read(t, text) end end
  says('fit "t ~ 1 + flops": there is no column "flops"; did you mean "flop"?', reads "t ~ 1 + flops")
  says('fit "t ~ device": column "device" holds text', reads "t ~ device")
  says('fit "t 1": expected a ~ after the measured column at "1"', reads "t 1")
  says('fit "t ~ flop - byte": terms can only be added at "- byte"', reads "t ~ flop - byte")
  says('fit "t ~ flop byte": expected a + between terms at "byte"', reads "t ~ flop byte")
  says('fit "t ~ (flop": expected a ) at ""', reads "t ~ (flop")
  says('fit "t ~ flop * ": expected a column, a number or a ( at ""', reads "t ~ flop * ")
  says('fit "t ~ m^0.5": expected a + between terms at ".5"', reads "t ~ m^0.5")
  says('fit "t ~ m^k": expected a whole power at "k"', reads "t ~ m^k")
  says('fit "t ~ m^99": a power beyond 64 at ""', reads "t ~ m^99")
  says('fit "t ~ 0": expected a term to fit at ""', reads "t ~ 0")
  says('fit: expected a formula such as "t ~ 1 + flop", got nil', reads(nil))
  says('fit: expected a table of columns, got nil', function() linear.fit(nil, "t ~ 1") end)
  says('fit: there is no option "robst"; did you mean "robust"?', function() linear.fit(t, "t ~ 1", { robst = 1 }) end)
  says('fit: robust = "x": expected the width of the loss', function() linear.fit(t, "t ~ 1", { robust = "x" }) end)
  says('the term "2*m" is a sum of multiples of the terms before it, so nothing determines its coefficient',
    function() linear.fit(t, "t ~ m + 2*m") end)
  says('row 3: the term "1/(m-384)" is inf where y is 6.67746e-06', function()
    linear.fit(t, "t ~ 1/(m-384)", { robust = false })
  end)
end

function TestFormula:test_a_deep_formula_is_refused()
  local function deep(n) return core.format("t ~ %sflop%s", string.rep("(", n), string.rep(")", n)) end
  lu.assertEquals(#values(deep(50), gemms(0)), 1)
  local ok, text = pcall(formula.read, gemms(0), deep(100000))
  lu.assertFalse(ok)
  lu.assertStrContains(text, "parentheses nested more than 100 deep")
  lu.assertTrue(#text < 500)
end

TestFit = {}

-- NIST StRD, Longley; certified values.
function TestFit:test_a_certified_set()
  local names = { "y", "x1", "x2", "x3", "x4", "x5", "x6" }
  local rows = {
    { 60323, 83.0, 234289, 2356, 1590, 107608, 1947 }, { 61122, 88.5, 259426, 2325, 1456, 108632, 1948 },
    { 60171, 88.2, 258054, 3682, 1616, 109773, 1949 }, { 61187, 89.5, 284599, 3351, 1650, 110929, 1950 },
    { 63221, 96.2, 328975, 2099, 3099, 112075, 1951 }, { 63639, 98.1, 346999, 1932, 3594, 113270, 1952 },
    { 64989, 99.0, 365385, 1870, 3547, 115094, 1953 }, { 63761, 100.0, 363112, 3578, 3350, 116219, 1954 },
    { 66019, 101.2, 397469, 2904, 3048, 117388, 1955 }, { 67857, 104.6, 419180, 2822, 2857, 118734, 1956 },
    { 68169, 108.4, 442769, 2936, 2798, 120445, 1957 }, { 66513, 110.8, 444546, 4681, 2637, 121950, 1958 },
    { 68655, 112.6, 482704, 3813, 2552, 123366, 1959 }, { 69564, 114.2, 502601, 3931, 2514, 125368, 1960 },
    { 69331, 115.7, 518173, 4806, 2572, 127852, 1961 }, { 70551, 116.9, 554894, 4007, 2827, 130081, 1962 } }
  local columns = {}
  for k, name in ipairs(names) do
    columns[name] = {}
    for i, row in ipairs(rows) do columns[name][i] = row[k] end
  end
  local t = tables.new{ names = names, columns = columns }
  local fit = linear.fit(t, "y ~ 1 + x1 + x2 + x3 + x4 + x5 + x6", { relative = false, free = true })
  local value = { -3482258.63459582, 15.0618722713733, -0.035819179292591, -2.02022980381683, -1.03322686717359,
    -0.0511041056535807, 1829.15146461355 }
  local deviation = { 890420.383607373, 84.9149257747669, 0.0334910077722432, 0.488399681651699, 0.214274163161675,
    0.226073200069370, 455.478499142212 }
  for j = 1, 7 do
    near(fit.value[j], value[j], 1e-11)
    near(fit.error[j], deviation[j], 1e-11)
  end
  near(fit.sigma, 304.854073561965, 1e-12)
  near(fit.r2, 0.995479004577296, 1e-14)
  lu.assertEquals(fit.freedom, 9)
  -- The same in units of another size, with bounds at zero: then four terms remain.
  local bounded = linear.fit(t, "y ~ 1 + x1 + x2 + x3 + x4 + x5 + x6", { relative = false })
  for j = 1, 7 do lu.assertTrue(bounded.value[j] >= 0) end
end

function TestFit:test_a_fit_finds_the_true_coefficients()
  local fit = linear.fit(gemms(0), "t ~ 1 + flop + byte")
  for j = 1, 3 do near(fit.value[j], truth[j], 1e-11) end
  lu.assertTrue(fit.left_out.max < 1e-12)
  lu.assertEquals(fit.left_out.n, 90)
  local noisy = linear.fit(gemms(0.03), "t ~ 1 + flop + byte", { robust = false })
  for j = 1, 3 do lu.assertTrue(math.abs(noisy.value[j] - truth[j]) < 4 * noisy.error[j]) end
  near(noisy.sigma, 0.03 / math.sqrt(3), 0.1)
  lu.assertTrue(noisy.correlation[2][3] < 0)
  lu.assertEquals(noisy.correlation[1][1], 1)
end

function TestFit:test_parameters_and_pinned_terms()
  local t = gemms(0.01):derive("wrong", { unit = "s", function(row) return 1e-6 * row.flop / row.byte - 2 * row.t end })
  local parameters = linear.fit(t, "t ~ 1 + flop + byte + wrong"):parameters()
  lu.assertEquals(parameters:names(), { "term", "unit", "value", "error", "pinned" })
  lu.assertEquals(parameters[2].unit, "s/flop")
  lu.assertEquals(parameters[3].unit, "s/byte")
  lu.assertEquals(parameters[4].unit, "1")
  lu.assertEquals(parameters[4].pinned, 1)
  lu.assertEquals(parameters[4].value, 0)
  lu.assertNotEquals(parameters[4].error, parameters[4].error)
  lu.assertEquals(parameters[2].pinned, 0)
end

function TestFit:test_predicts_other_tables()
  local fit = linear.fit(gemms(0.02), "t ~ 1 + flop + byte")
  local other = tables.new{ names = { "flop", "byte" }, columns = { flop = { 1e10, 1e12 }, byte = { 1e6, 1e8 } } }
  local value, low, high = fit:predict(other)
  for i = 1, 2 do
    near(value[i], fit.value[1] + fit.value[2] * other:column "flop"[i] + fit.value[3] * other:column "byte"[i], 1e-15)
    near(value[i] - low[i], high[i] - value[i], 1e-9)
  end
  local _, narrow = fit:predict(other, { interval = 0.5 })
  lu.assertTrue(narrow[1] > low[1])
  says("predict: interval = 2: expected a number between 0 and 1", function()
    fit:predict(other, { interval = 2 })
  end)
  local flop = other:select "flop"
  says('fit "t ~ 1 + flop + byte": there is no column "byte"; known: flop', function() fit:predict(flop) end)
end

function TestFit:test_left_out_by_leverage_is_that_by_fitting_anew()
  local options = { robust = false, free = true, refit = true }
  local slow = linear.fit(gemms(0.05), "t ~ 1 + flop + byte", options)
  options.refit = false
  local fast = linear.fit(gemms(0.05), "t ~ 1 + flop + byte", options)
  for _, statistic in ipairs{ "median", "mean", "p90", "max" } do
    near(fast.left_out[statistic], slow.left_out[statistic], 1e-9)
  end
  lu.assertTrue(slow.left_out.mean > slow.inside.mean)
end

function TestFit:test_groups_are_held_out_together()
  local fit = linear.fit(gemms(0.05), "t ~ 1 + flop + byte", { by = "shape" })
  local report = fit:errors()
  lu.assertEquals(report:column "name"[3], "held out, 5 parts")
  lu.assertEquals(report.n, 3)
  local summary, predicted = fit:held_out{ folds = 3 }
  lu.assertEquals(summary.n, 90)
  -- Replicas of a shape are predicted by the same fit, so they are equal.
  for i = 1, 30 do lu.assertEquals(predicted[i], predicted[i + 30]) end
end

TestErrors = {}

function TestErrors:test_summary()
  local found = errors.summary({ 1.1, 2, 2.4, nan, 5 }, { 1, 2, 3, 4, 4 }, "some")
  lu.assertEquals(found.n, 4)
  lu.assertEquals(found.missing, 1)
  near(found.median, 0.15, 1e-12)
  near(found.mean, (0.1 + 0 + 0.2 + 0.25) / 4, 1e-12)
  near(found.p90, 0.235, 1e-12)
  near(found.max, 0.25, 1e-12)
  near(found.bias, (0.1 - 0.2 + 0.25) / 4, 1e-12)
  lu.assertEquals(found.within15, 0.5)
  lu.assertEquals(errors.table{ found }:column "name"[1], "some")
  says("errors: 1 predictions of 2 measurements", function() errors.summary({ 1 }, { 1, 2 }) end)
  says("errors: the measurement of row 2 is 0, so it has no relative error", function() errors.summary({ 1, 2 }, { 1,
    0 }) end)
end

function TestErrors:test_folds_keep_groups_together_and_even()
  local t = gemms(0)
  local fold_of, k = errors.folds(t, "shape", nil, 1)
  local filled = {}
  lu.assertEquals(k, 5)
  for i = 1, t.n do
    filled[fold_of[i]] = (filled[fold_of[i]] or 0) + 1
    lu.assertEquals(fold_of[i], fold_of[(i + 29) % 90 + 1])
  end
  lu.assertEquals(filled, { 18, 18, 18, 18, 18 })
  lu.assertEquals(errors.folds(t, { "shape", "m" }, 5, 1), fold_of)
  lu.assertNotEquals(errors.folds(t, "shape", 5, 2), fold_of)
  says("folds: k = 1: expected a whole number of 2 or more", function() errors.folds(t, "shape", 1) end)
  says("folds: 1 groups of rows cannot be spread over 2 folds", function() errors.folds(t, "device", 2) end)
end

-- Lehmer's recurrence, computed once on paper: the ninth number after a seed of 1.
function TestErrors:test_random_numbers_are_the_same_everywhere()
  local state = 2
  for _ = 1, 9 do state = state * 48271 % 2147483647 end
  lu.assertEquals(errors.random(1)(), (state - 1) / 2147483646)
  local list = errors.shuffled(50, 7)
  table.sort(list)
  for i = 1, 50 do lu.assertEquals(list[i], i) end
end

-- Called with "bits", this file says what the other interpreter has to give too.
local function bits()
  local fit = linear.fit(gemms(0.04, 5), "t ~ 1 + flop + byte + sqrt(flop) + log2(m)", { free = true, by = "shape" })
  local parts = { core.format("%.17g %.17g %.17g", fit.left_out.mean, fit:held_out().p90, core.student(0.9, 17)) }
  for j = 1, #fit.value do parts[#parts + 1] = core.format("%.17g %.17g", fit.value[j], fit.error[j]) end
  return table.concat(parts, " ")
end

function TestErrors:test_the_same_bits()
  local other = os.getenv "TWOCS_OTHER"
  outside.skip_if(not other and "there is one interpreter")
  local pipe = assert(io.popen(core.format("'%s' '%s' bits", other, arg[0])))
  local said = pipe:read "*l"
  pipe:close()
  lu.assertEquals(said, bits())
end

if arg[1] == "bits" then
  print(bits())
  os.exit(true)
end
os.exit(lu.LuaUnit.run() == 0, true)
