-- SPDX-License-Identifier: MIT
-- Operators that run one after another in a queue, timed by fits to operators that were measured alone. The constant of a
-- kernel that was measured alone contains the latency from the host. In a queue the kernel before hides this latency; only
-- the overhead of the kernel itself remains (device.launch).
local tw = require "twocs"
local data = require "studies.operators"

local queue = {}

local function fits_of(name, device)
  local measured_on = tw.devices[name:lower()]
  local function on(fit) return device.name == measured_on.name and fit or fit:on(device) end
  local gemms, sentence = data.amd_gemm(name)
  if not gemms then return nil, sentence end
  local fits = { gemm = on(tw.fit(gemms, { gemm = "waves", device = measured_on, run = { format = "fp32" } })) }
  for _, class in ipairs(data.row_operators) do
    fits[class] = on(tw.fit(assert(data.amd_row_operator(name, class)),
      { stream = "measured", device = measured_on, run = { format = "fp32" }, near = { "rows", "width" } }))
  end
  return fits
end

-- The forward pass, the gradient of the input and that of the weight, as columns of times.
local function gemm_passes(fit, t)
  local passes = {}
  for i, sizes in ipairs{ { "m", "n", "k" }, { "m", "k", "n" }, { "n", "k", "m" } } do
    local columns = { x = t:column("x") }
    for place, size in ipairs{ "m", "n", "k" } do columns[size] = t:column(sizes[place]) end
    passes[i] = fit:predict(tw.table{ n = t.n, names = { "x", "m", "n", "k" }, columns = columns })
  end
  return passes
end

--- times(t): the seconds of an iteration's operators (studies/iterations.lua) on `device`, from fits to the measured device
--- `name`; for another device they are scaled by data sheets. Or nil and a sentence.
function queue.times(name, device)
  local fits, sentence = fits_of(name, device)
  if not fits then return nil, sentence end
  local alone = fits.add.given.stream_c0
  local function queued(t) return math.max(t - alone, 0) + device.launch end
  local function line(fit, byte) return queued(fit.given.stream_c0 + fit.given.stream_c2 * byte) end
  local function gemms(t)
    local total, passes = 0, gemm_passes(fits.gemm, t)
    for i = 1, t.n do
      for _, pass in ipairs(passes) do total = total + t:column("count")[i] * queued(pass[i]) end
      local kept = t:column("byte_a")[i] -- gradients that are added to existing ones
      if kept > 0 then total = total + t:column("count")[i] * line(fits.add, kept) end
    end
    return total
  end
  local function row_operators(t, fit)
    local total, forward = 0, fit:predict(t:rename("byte_f", "byte"))
    for i = 1, t.n do
      local back = t:column("byte_b")[i]
      total = total + t:column("count")[i] * (queued(forward[i]) + (back > 0 and line(fit, back) or 0))
    end
    return total
  end
  return function(t)
    local total = gemms(t:where{ class = "gemm" })
    for _, class in ipairs(data.row_operators) do
      local rows = t:where{ class = class }
      if rows.n > 0 then total = total + row_operators(rows, fits[class]) end
    end
    return total
  end
end

return queue
