-- SPDX-License-Identifier: MIT
-- Fits: of a formula over a table's columns, or of a law of operators to measured times.
local mistake = require "twocs.common.mistake"

local fit = {}

--- fit(t, "t ~ 1 + flop + byte", options): least squares (fit/linear.lua). fit(t, { gemm = "waves", device = ... }): a law
--- of a family (fit/model.lua), which a plan can use: plan = { gemm = fit }.
function fit.fit(t, what, options)
  if not require("twocs.table").is(t) then mistake.raise("fit: expected a table of columns, got %s", mistake.show(t)) end
  if type(what) == "string" then return require("twocs.fit.linear").fit(t, what, options) end
  if type(what) ~= "table" then
    mistake.raise('fit: expected a formula such as "t ~ 1 + flop" or a law such as { gemm = "waves" }, got %s',
      mistake.show(what))
  end
  return require("twocs.fit.model").fit(t, what)
end

--- curve(log): a fit of the collective in a log, by interpolation between its sizes. options: { op =, time =, device = },
--- needed if the log does not state them or contains several collectives.
function fit.curve(t, options)
  if not require("twocs.table").is(t) then mistake.raise("curve: expected a table of columns, got %s", mistake.show(t)) end
  local given = {}
  for key, value in pairs(options or {}) do given[key] = value end
  local op = given.op
  for i = 1, op == nil and t:has("op") and t.n or 0 do
    local own = t:column("op")[i]
    if op and own ~= op then
      mistake.raise('curve: the table contains %s and %s: choose one, op = "%s"', op, own, op)
    end
    op = own
  end
  if type(op) ~= "string" or op == "" then mistake.raise('curve: name the collective, such as op = "all_reduce"') end
  given.op, given[op] = nil, "measured"
  return fit.fit(t, given)
end

return fit
