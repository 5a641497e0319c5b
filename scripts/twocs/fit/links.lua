-- SPDX-License-Identifier: MIT
-- Collectives if the script plans nothing else: NCCL's laws, with the measured speed of links inside a node. Inside a node
-- a table contains the residuals of the law, so the result is the measured time; between nodes there is only the law.
local core = require "twocs.core"
local packs = require "twocs.data.packs"
local proxies = require "twocs.fit.proxies"

local links = {}

-- The first word of the names of each device's fits. NAME_link: the bandwidth that rings inside a node reach, and the
-- payload at which they reach half of it, from measured all-gathers of NCCL. NAME_node: the residuals of the laws over
-- that.
local measured = { a100_80g = "a100", a100_40g = "a100", h100_sxm = "h100", h200_sxm = "h200", b200_sxm = "b200",
  gb200_nvl72 = "gb200" }

-- Four rings over links that RCCL counts as 36 GB/s each (MI200_XGMI_WIDTH, src/graph/topo.h). On MI300X, rings reach 307
-- of the 336 GB/s that RCCL counts; this share and the half-way payload of MI300X are used (data/devices/amd.lua).
local rings_of_eight = { net0_bw = 4 * 36e9 * 307 / 336, net0_half = 2.7e6 }
local counted = { mi250x_gcd = rings_of_eight, mi250_gcd = rings_of_eight }

-- For all-reduce, NCCL chooses between rings and trees; for all-gather and reduce-scatter it has only rings. An all-to-all
-- between nodes is the fastest algorithm: sends to other nodes go through the GPU next to their adapter, which is in effect
-- a two-level algorithm (NCCL 2.12, PXN).
local library = { all_reduce = "nccl", all_gather = "lockstep", reduce_scatter = "lockstep", all_to_all = "auto" }

-- The stored data of an included fit: a case needs only these.
local function written(name, family)
  for _, one in ipairs(require("twocs.data.fits").list[name].fits) do
    if one.of == family then return one end
  end
end

local function reached(name)
  if not measured[name] then return counted[name] end
  local found = {}
  for _, value in ipairs(written(core.format("%s_link", measured[name]), "all_gather").value) do
    found[value[1]] = value[2]
  end
  return found
end

-- Whether the steps of a ring take so much longer than on the proxy that they already include the effect for which other
-- devices have half-way payloads and tables (V100's cube of links).
local function own_steps(name)
  local proxy = proxies[name]
  return proxy ~= nil and packs.entry("devices", name).net0_lat > 2 * packs.entry("devices", proxy).net0_lat
end

--- basis(made): "measured" for the link inside a node of a case's device, "transferred" from that of its proxy, or
--- "assumed".
function links.basis(made)
  local name = made.device.name
  if measured[name] then return "measured" end
  return measured[proxies[name]] and not own_steps(name) and "transferred" or "assumed"
end

local function table_of(title, fit)
  local grids = require "twocs.data.grids"
  return require("twocs.fit.grid").made(grids.knots[fit.grid], grids.texts[title])
end

-- A law with its table. Its basis is the link, for the measured numbers of ranks; between nodes it has no basis.
local function with_table(name)
  local from = measured[name] and name or proxies[name]
  return { choice = function(_, family, made)
    if core.states(made.software, "net0_share") then return library[family], {}, family, {} end
    local of = core.format("%s_node", measured[from])
    local fit, title, ranks = written(of, family), core.format("%s %s", of, family), {}
    for _, range in ipairs(fit.range) do
      if range[1] == "ranks" or range[1] == "nodes" then ranks[#ranks + 1] = range end
    end
    local own = from == name and made.device.net0_bw == packs.entry("devices", from).net0_bw
    return { base = fit.law, correction = table_of(title, fit), label = fit.law }, {}, family, { { of = family,
      family = family, word = own and "inside" or "transferred", otherwise = "assumed", range = ranks, title = title,
      why = core.format("%s was measured on %s", title, from), object = fit } }
  end }
end

local tables = {}

--- plan(made): by family, the laws of collectives for the device of a case: names, or objects that replace a fit in a plan.
function links.plan(made)
  local name = made.device.name
  if not (name and packs.entry("devices", name)) or links.basis(made) == "assumed" then return library end
  if not tables[name] then
    local choice = with_table(name)
    tables[name] = {}
    for family in pairs(library) do tables[name][family] = choice end
  end
  return tables[name]
end

--- of(name): the share of the sheet's bandwidth that rings inside a node of a device reach, and their half-way payload; nil
--- if no such link was measured. For a proxy, the reached bandwidth scales with the bus bandwidth if it was measured on
--- both devices, else with the bandwidth of the link.
function links.of(name)
  local known, sheet = reached(name), packs.entry("devices", name).net0_bw
  if known then return known.net0_bw / sheet, known.net0_half end
  known = reached(proxies[name])
  if not known then return nil end
  local entry, base = packs.entry("devices", name), packs.entry("devices", proxies[name])
  local both = entry.busbw and base.busbw
  local growth = both and entry.busbw / base.busbw or entry.net0_bw / base.net0_bw
  local half = (own_steps(name) or entry.net0_half > 0) and entry.net0_half or known.net0_half
  return known.net0_bw * growth / sheet, half
end

--- Whether a fit in the plan of the script contains the bandwidth that links inside a node reach.
function links.found_in(plan)
  for _, choice in pairs(type(plan) == "table" and plan or {}) do
    local given = type(choice) == "table" and rawget(choice, "given")
    if given and rawget(given, "net0_bw") then return true end
  end
  return false
end

return links
