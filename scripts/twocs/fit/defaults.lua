-- SPDX-License-Identifier: MIT
-- Measured operators and links of the case's device, used if the script plans nothing else: the plan of its GEMMs and
-- collectives, and the fields of this plan. An unmeasured device takes them from a proxy device, the last earlier one with
-- tables, scaled by data sheets (fit/transfer.lua). The basis of such times is "transferred".
local core = require "twocs.core"
local links = require "twocs.fit.links"
local packs = require "twocs.data.packs"
local proxies = require "twocs.fit.proxies"
local registry = require "twocs.data.registry"
local software = require "twocs.ask.software"
local shipped = require "twocs.fit.shipped"
local transfer = require "twocs.fit.transfer"

local defaults = {}

-- Fits of GEMMs of the sizes in training. The table of GB200 is from a board that throttles large GEMMs (depth_heat 0.97;
-- 0.09 to 0.14 elsewhere), so runs on GB200 use the table of B200.
local gemms = { a100_80g = "a100_large", a100_40g = "a100_large", h100_sxm = "h100_large", h200_sxm = "h200_large",
  b200_sxm = "b200_large", l40s = "l40s_bf16", mi250x_gcd = "mi210_large", mi250_gcd = "mi210_large",
  mi210 = "mi210_large" }
-- Tables of narrow formats measure kernels of a serving library. On H100, runs relate them to the kernels of training
-- (fp8_gemm). Blackwell therefore uses the FP8 table of H100, scaled by data sheets: with its own table seven runs of NeMo
-- had an error of 15 %, with that of H100 6 %. Transformer Engine's own benchmark agrees: its FP8 GEMMs on a B300 take the
-- predicted time within 1 % (scripts/studies/operators/ultra.lua).
local gemms_fp8 = { h100_sxm = "h100_fp8_large", h200_sxm = "h100_fp8_large", b200_sxm = "h100_fp8_large",
  gb200_nvl72 = "h100_fp8_large", l40s = "l40s_fp8" }
local narrow = { fp8 = { gemms_fp8 }, fp4 = { { b200_sxm = "b200_nvfp4_large" }, gemms_fp8 } }

-- Operators of inference, by the first word of the names of their fits: GEMMs from one token on, attention with many
-- queries and with one, and experts as grouped GEMMs, whose kernels also move tokens. Their times in training differ: a
-- library starts one GEMM for all experts; and attention by these kernels, calibrated to runs, was not more accurate than a
-- constant share of the peak (errors of 9.0 and 9.1 % on nine stacks, 12.0 and 11.7 % on thirteen users' files).
local inference = { a100_80g = "a100", a100_40g = "a100", h100_sxm = "h100", h200_sxm = "h200", b200_sxm = "b200",
  gb200_nvl72 = "gb200", l40s = "l40s" }
local formats = { bf16 = "bf16", fp16 = "bf16", fp8 = "fp8", fp4 = "nvfp4" }

-- A table measures each GEMM alone: a long GEMM heats the device up, a short one does not. In a step, all GEMMs run on a
-- device that is as warm as the step keeps it, whatever their format. rocBLAS's records do not show this: AMD's devices are
-- assumed to be as warm as an A100.
local heats = { h100_sxm = "h100_large", h200_sxm = "h200_large", a100_80g = "a100_large", a100_40g = "a100_large",
  mi250x_gcd = "a100_large", mi250_gcd = "a100_large", mi210 = "a100_large" }

-- Devices that use a fit of another device or format, scaled by data sheets: their operators were not measured in this
-- form.
local taken_over = { mi250x_gcd = true, mi250_gcd = true, mi210 = true }

-- The fit of GEMMs for a device and format, and whether it comes from another device or format.
local function fit_of(name, format)
  for _, list in ipairs(narrow[format] or { gemms }) do
    local own = list[name]
    local fit = own or list[proxies[name]]
    if fit then
      local entry = packs.entry("fits", fit)
      return fit, not own or narrow[format] ~= nil and (entry.device ~= name or entry.format ~= format)
    end
  end
end

-- Boards on which GEMMs of a chip were measured in 16 bits, one long GEMM after another: fits, whose heat is their
-- depth_heat, or devices that state it (gemm_warm). Of two boards with Blackwell, B200 and GB200, the heat of one is ten
-- times that of the other. It is not known which of them a run resembles, so the mean is used. Blackwell Ultra is another
-- chip, with a measurement of its own. A board of the same chip that may draw more power keeps a higher clock: the clock
-- grows with power^(1 / cap_exponent) (engine/rows/power.def).
local blackwell = { { fit = "b200_large" }, { fit = "gb200_large" } }
local ultra = { { device = "b300_sxm" } }
local boards = { b200_sxm = blackwell, b300_sxm = ultra, gb300_nvl72 = ultra }

local function slowed(board, name)
  local device = board.device or packs.entry("fits", board.fit).device
  local sheet, entry = packs.entry("devices", device), packs.entry("devices", name)
  local heat = board.fit and shipped.fits[board.fit]:of("gemm").given.depth_heat or sheet.gemm_warm
  if not (entry.power and sheet.power) then return heat end
  local clock = core.pow(entry.power / sheet.power, 1 / registry.devices[name].cap_exponent)
  return math.max(0, (1 + heat) / clock - 1)
end

local function heat_of(name)
  local own = (heats[name] or boards[name]) and name or proxies[name]
  if not boards[own] then return heats[own] and shipped.fits[heats[own]]:of("gemm").given.depth_heat or 0 end
  local sum = 0
  for _, board in ipairs(boards[own]) do sum = sum + slowed(board, name) end
  return sum / #boards[own]
end

-- The share of the peak that attention reaches on a device, relative to the measured device. The device may state it.
-- Otherwise it is the same ratio for GEMMs if this differs from 1 by more than a tenth: if GEMMs cannot reach the peak of a
-- device, attention cannot reach it either.
local function attention_like(name)
  local stated, proxy = packs.entry("devices", name).flash_like, proxies[name]
  if stated then return stated end
  if not proxy then return 1 end
  local share = packs.entry("devices", name).flop_eff / packs.entry("devices", proxy).flop_eff
  return math.abs(share - 1) > 0.1 and share or 1
end

-- Where GEMMs were measured in the format of a case: "own", GEMMs of training on its device; "alike", on another device of
-- its architecture; "elsewhere", which includes kernels of a narrow format that no run relates to those of training; nil if
-- nowhere.
local function gemms_of(made)
  local name, format = made.device.name, made.run.format
  local fit, transferred = fit_of(name, format)
  if not fit then return nil end
  if taken_over[name] or narrow[format] and fit ~= gemms_fp8.h100_sxm then return "elsewhere" end
  if not transferred then return "own" end
  return transfer.same_kernels(shipped.fits[fit]:of("gemm").home, made) and "alike" or "elsewhere"
end

--- basis(made): on which device a case's operators were measured in its format: "own", "alike" or "elsewhere". Operators
--- that bring tokens to experts have no table, so models with experts are "elsewhere".
function defaults.basis(made)
  return (made.model.experts or 0) == 0 and gemms_of(made) or "elsewhere"
end

--- gemms(made): "measured" on the device of a case or on one of its architecture, in its format; "transferred" from another
--- device or format by data sheets; "assumed" if there is no table.
function defaults.gemms(made)
  local whose = gemms_of(made)
  return whose == nil and "assumed" or whose == "elsewhere" and "transferred" or "measured"
end

-- A fit scaled to another device, or nil if the data sheets are not sufficient.
local made_on = {}
local function fit_on(name, format, fit, transferred)
  if not fit then return nil end
  if not transferred then return shipped.fits[fit] end
  local key = core.format("%s %s %s", fit, name, format)
  if made_on[key] == nil then
    local done, taken = pcall(function() return shipped.fits[fit]:on(registry.devices[name], { format = format }) end)
    made_on[key] = done and taken or false
  end
  return made_on[key] or nil
end

-- The coefficients of 16-bit GEMMs, for the LM head of a run in a narrower format.
local function wide_of(name)
  local fit, transferred = fit_of(name, "bf16")
  local on = fit_on(name, "bf16", fit, transferred)
  local given = on and on:of("gemm").given or {}
  return given.depth_eff, given.depth_start
end

-- For devices without a table of latent attention: the device whose table they use.
local latent_of = { b200 = "h200", gb200 = "h200" }

-- The fits for inference by family, of the device or of its proxy, scaled by data sheets.
local function of_inference(made)
  local name, format = made.device.name, formats[made.run.format]
  local own = inference[name] or inference[proxies[name]]
  if not own then return {} end
  local latent, plan = made.model.kv_lora_rank > 0, {}
  local function take(family, whose, of)
    local fit = core.format("%s_%s", whose, of)
    if packs.entry("fits", fit) then
      plan[family] = fit_on(name, made.run.format, fit, inference[name] == nil or whose ~= own)
    end
  end
  if format then
    take("gemm", own, format)
    local blocks = format == "fp8" and made.software.fp8_recipe == "block"
    take("grouped", own, core.format(blocks and "experts_%s_block" or "experts_%s", format))
  end
  local phase = made.run.sl == 1 and "decode" or "prefill"
  take("attention", latent and latent_of[own] or own, latent and core.format("latent_%s", phase) or phase)
  return plan
end

local function found_for(made, plan)
  local name, format = made.device.name, made.run.format
  local own = name and packs.entry("devices", name)
  local found = { plan = {}, fields = {} }
  for family, law in pairs(links.plan(made)) do found.plan[family] = law end
  if not own then return found end
  local own_gemm = type(plan) == "table" and plan.gemm
  for family, fit in pairs(made.run.mode == "inference" and of_inference(made) or {}) do found.plan[family] = fit end
  if own_gemm then found.plan.grouped = nil
  elseif not found.plan.gemm then
    found.plan.gemm = fit_on(name, format, fit_of(name, format))
    if found.plan.gemm then found.fields.gemm_heat, found.fields.depth_heat = heat_of(name), 0 end
    if found.plan.gemm and narrow[format] then found.fields.wide_eff, found.fields.wide_start = wide_of(name) end
  end
  found.fields.flash_like = attention_like(name)
  if links.found_in(plan) then return found end
  local share, half = links.of(name)
  if share then
    if not core.states(made.software, "net0_share") then found.fields.net0_share = share end
    if not core.states(made.device, "net0_half") then found.fields.net0_half = half end
  end
  return found
end

-- The result for a case without a plan depends only on the values of this key.
local found_before = setmetatable({}, { __mode = "k" }) -- by the entry of the device
local function before(made)
  local entry = made.device.name and packs.entry("devices", made.device.name)
  if not entry then return nil end
  found_before[entry] = found_before[entry] or {}
  return found_before[entry], core.format("%s %s %s %s", software.measured_by(made), made.software.fp8_recipe,
    tostring(core.states(made.software, "net0_share")), tostring(core.states(made.device, "net0_half")))
end

--- of(made, plan): { plan =, fields = } for the device and format of a case; both are never changed. `plan`: the plan of
--- the script.
function defaults.of(made, plan)
  local known, key
  if plan == nil then known, key = before(made) end
  if not known then return found_for(made, plan) end
  known[key] = known[key] or found_for(made, nil)
  return known[key]
end

return defaults
