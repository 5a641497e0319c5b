-- SPDX-License-Identifier: MIT
-- What a case is answered with that has no plan of its own: the fits of its device and format that come with twocs, else
-- those of the device that is most like it, carried over by the sheets. The one thing to know: what each part rests on is
-- said as for any fit (ask/support.lua), and a device of whose like nothing was measured has no default.
local core = require "twocs.core"
local model = require "twocs.fit.model"
local shipped = require "twocs.fit.shipped"

local defaults = {}

-- Whose tables a device takes: its own, those of its architecture, else those of the last generation before it of which
-- there are tables; a device of another vendor those of its years.
local tables_of = {
  a100_80g = "a100", a100_40g = "a100", dgx_a100 = "a100", v100_sxm = "a100", dgx_v100 = "a100",
  h100_sxm = "h100", dgx_h100 = "h100", h200_sxm = "h200",
  b200_sxm = "b200", b300_sxm = "b200", gb200_nvl72 = "gb200", gb300_nvl72 = "gb200", l40s = "l40s",
  mi300x = "h100", mi325x = "h100", mi355x = "h100", mi210 = "mi210", mi250x_gcd = "mi210",
}

local function known(...)
  local name = core.format(...)
  return require("twocs.data.fits").list[name] and shipped.fits[name] or nil
end

-- FP8 and FP4 as software scales them: by tensors unless it says blocks; else the next wider format.
local function formats_of(run, software)
  local blocks = type(software) == "table" and software.fp8 == "blocks"
  if run.format == "fp4" then return { "nvfp4", "fp8", "bf16" } end
  if run.format == "fp8" then return { blocks and "fp8_block" or "fp8", "bf16" } end
  return { "bf16" }
end

-- Training's GEMMs are large, and constants of training are calibrated beside the law that knows nothing else.
local large = { bf16 = "%s_large", fp8 = "%s_fp8_large" }

local function gemm_of(like, run, software)
  for _, format in ipairs(formats_of(run, software)) do
    local fit = run.mode == "training" and large[format] and known(large[format], like) or known("%s_%s", like, format)
    if fit then return fit end
  end
end

-- What rings inside a node reach: one choice for every kind of collective. Over nodes each step is as slow as that between
-- nodes, and then they are asked beyond what was measured.
local Links = {}
Links.__index = Links

function Links:choice(name, made)
  local own, basis = model.rests(self.fit, made)
  local copy = {}
  for key, value in pairs(basis) do copy[key] = value end
  copy.of, copy.family = name, name
  return "lockstep", own.given, name, { copy }
end

local links = {} -- by the name of the fit, each made once
local function links_of(like)
  local fit = known("%s_link", like)
  if fit and not links[like] then links[like] = setmetatable({ fit = fit:of "all_gather" }, Links) end
  return links[like]
end

--- The first part of the names of the fits that this device takes, such as "h100"; nil where there are none.
function defaults.like(device) return tables_of[device.name or ""] end

--- Was that device itself measured?
function defaults.measured(device)
  local like = defaults.like(device)
  local fit = like and known("%s_bf16", like)
  return fit ~= nil and fit.entry.device == device.name
end

--- plan(device, run, software): { gemm = fit, attention = fit, all_gather = links ... }, nil where nothing like that device
--- was measured. software: { fp8 = "blocks" } where FP8 is scaled by blocks.
function defaults.plan(device, run, software)
  local like = defaults.like(device)
  if not like then return nil end
  local plan, rings = { gemm = gemm_of(like, run, software) }, links_of(like)
  plan.attention = known(run.mode == "training" and "%s_prefill" or "%s_decode", like)
  for _, kind in ipairs{ "all_reduce", "all_gather", "reduce_scatter" } do plan[kind] = rings end
  return plan
end

return defaults
