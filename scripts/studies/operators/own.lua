-- SPDX-License-Identifier: MIT
-- Our measurements on one H100 (scripts/measured/h100) next to predictions: GEMMs of the library with the fit of others'
-- table, layers of PyTorch by kind of kernel, their stored activations, the time in which the host queues a layer, and
-- steps. host_own, host_experts, host_narrow, host_shard and permute_rho of PyTorch in data/software/frameworks.lua and
-- cuDNN's flash_pace are taken from these tables, and so is the list of tensors that its code keeps; the rest is a
-- prediction.
local errors = require "twocs.fit.errors"
local tw = require "twocs"

local own = {}

local folder = debug.getinfo(1, "S").source:match("^@(.*)studies/operators/[^/]*$") or ""
local function read(name) return assert(tw.read(folder .. "measured/h100/" .. name)) end

local function number(value) return value == value and value or nil end -- an empty cell is read as NaN

--- GEMMs of the profile from `least` flop on: errors and number of rows.
function own.gemms(least)
  local t = read("profile_bf16.csv"):where(function(r) return r.op == "gemm" and r.flop >= least end)
  return errors.summary(tw.fits.h100_bf16.fits[1]:predict(t), t:column "t"), t.n
end

local software = { torch = "pytorch@2_11", ["torch fsdp"] = "pytorch@2_11", transformers = "transformers",
  ["torch compiled"] = "pytorch_compiled", ["torch compiled fp8"] = "pytorch_compiled",
  ["transformers compiled"] = "pytorch_compiled" }

local function case_of(r)
  local model = { h = r.hidden, layers = r.layers, heads = r.heads, kv_heads = r.kv_heads, head_dim = r.head_dim,
    gated = "yes", norm = "rmsnorm", tied = "no" }
  if number(r.experts) then
    model.experts, model.top_k, model.expert_ffn = r.experts, r.top_k, r.expert_ffn
    if r.code == "transformers" then model.qk_norm = "yes" end -- they are Qwen3's
  else
    model.ffn = r.ffn
  end
  return { model = model, device = "h100_sxm", run = { sl = r.seq, b = r.microbatch, format = r.code:find "fp8" and "fp8"
    or "bf16", recompute = "none" },
    software = { like = software[r.code], flash_kernel = "cudnn" } }
end

-- For a layer: the seconds of its products, including attention's, and of its other operators; the bytes that the backward
-- pass needs. These runs neither accumulate gradients nor shard weights.
local function predicted(r)
  local v = tw.eval(case_of(r), { "t_layer_cmp", "t_weights", "t_stream_f", "t_stream_b", "host_layer", "layer_act" })
  local all, others = v.t_layer_cmp - v.t_weights, v.t_stream_f + v.t_stream_b
  return { products = all - others, others = others, all = all, host = v.host_layer, kept = v.layer_act }
end

local function measured(r)
  local function each(t) return (number(t) or 0) / r.layers end
  return { products = each(r.gemm) + each(r.attention), others = each(r.rows) + each(r.copies) + each(r.loss),
    all = each(r.both),
    host = each(r.host_forward) + each(r.host_backward), kept = each(r.kept) }
end

--- Each stack of layers: { row =, measured =, predicted =, busy = whether the device is the bottleneck, not the host }.
function own.layers()
  local list = {}
  for r in read("layers.csv"):rows() do
    local of = { row = r, measured = measured(r), predicted = predicted(r) }
    of.busy = of.measured.products + of.measured.others > 0.85 * of.measured.all
    list[#list + 1] = of
  end
  return list
end

local function median(list)
  table.sort(list)
  return list[math.ceil(#list / 2)]
end

--- Median share of the 16-bit peak that attention reaches in both passes: seven products of half a square.
function own.attention()
  local shares = {}
  for _, one in ipairs(own.layers()) do
    local r = one.row
    if r.seq >= 4096 then
      shares[#shares + 1] = 7 * r.microbatch * r.heads * r.head_dim * r.seq * r.seq * r.layers / r.attention
        / tw.devices.h100_sxm.peak_bf16
    end
  end
  return median(shares)
end

--- Median time in which the host queues a layer of the code in both passes, with experts or without.
function own.host(code, experts)
  local times = {}
  for _, one in ipairs(own.layers()) do
    if one.row.code == code and (number(one.row.experts) ~= nil) == experts then
      times[#times + 1] = one.measured.host
    end
  end
  return median(times)
end

--- Median additional host time of a compiled layer in FP8 over the same layer in BF16.
function own.narrow()
  local function shape(r) return tw.format("%s %.0f %.0f", r.model, r.microbatch, r.seq) end
  local wide, times = {}, {}
  for _, one in ipairs(own.layers()) do
    if one.row.code == "torch compiled" then wide[shape(one.row)] = one.measured.host end
  end
  for _, one in ipairs(own.layers()) do
    local twin = one.row.code == "torch compiled fp8" and wide[shape(one.row)]
    if twin then times[#times + 1] = one.measured.host - twin end
  end
  return median(times)
end

--- Errors of predicted training steps, by sharding of the weights: { none = { ... }, fsdp = { ... } }, each a list.
function own.steps()
  local of = { none = {}, fsdp = {} }
  for _, one in ipairs(assert(tw.predict{ file = folder .. "measured/h100/steps.csv" }).rows) do
    table.insert(of[one.raw.sharding], one.predicted / one.measured - 1)
  end
  return of
end

local function mean(list)
  local sum, off = 0, 0
  for _, error in ipairs(list) do sum, off = sum + error, off + math.abs(error) end
  return 100 * off / #list, 100 * sum / #list, #list
end

local function main()
  for _, least in ipairs{ 1e10, 1e11 } do
    local off, count = own.gemms(least)
    print(tw.format("GEMMs of %.0f GFLOP and more, %.0f: the fit of others' table is off by %.1f %% (median)", least / 1e9,
      count, 100 * off.median))
  end
  print ""
  print "A layer, both passes, in ms: measured on the device, and predicted"
  print "code                  model  b   seq | products      others        | all of it     (error)  | host      | kept, GB"
  for _, one in ipairs(own.layers()) do
    local r, m, p = one.row, one.measured, one.predicted
    print(tw.format("%-21s %-5s %2.0f %5.0f | %6.2f %6.2f %6.2f %6.2f | %6.2f %6.2f %s | %4.1f %4.1f | %.3f %.3f", r.code,
      r.model, r.microbatch, r.seq, 1e3 * m.products, 1e3 * p.products, 1e3 * m.others, 1e3 * p.others, 1e3 * m.all,
      1e3 * p.all, one.busy and tw.format("%+6.1f %%", 100 * (p.all / m.all - 1)) or "host    ", 1e3 * m.host, 1e3 * p.host,
      1e-9 * m.kept, 1e-9 * p.kept))
  end
  print ""
  local torch = tw.software.pytorch
  local cudnn = tw.eval({ model = "llama3_8b", device = "h100_sxm", software = torch{ flash_kernel = "cudnn" },
    run = { sl = 8192 } }, { "flash_pace", "core_eff" })
  print(tw.format("Attention by cuDNN reaches %.2f of the peak, without masked scores; with flash_pace %.2f: %.2f",
    own.attention(), cudnn.flash_pace, cudnn.core_eff / 2))
  print(tw.format("Steps, off by (mean, bias, rows): %.1f %%, %+.1f %%, %.0f", mean(own.steps().none)))
  print(tw.format("FSDP over one GPU, whose copies no case has: %.1f %%, %+.1f %%, %.0f", mean(own.steps().fsdp)))
  local eager, plain = own.host("transformers", false), own.host("torch", false)
  print(tw.format("The host for a layer of Transformers, eager code: %.2f ms (of another cluster, calibrated: %.2f)",
    1e3 * eager, 1e3 * torch.host))
  print(tw.format("Over it host_own of pytorch %.2f (%.2f in the entry), of pytorch_compiled %.2f (%.2f)", plain / eager,
    torch.host_own, own.host("transformers compiled", false) / eager, tw.software.pytorch_compiled.host_own))
  print(tw.format("host_experts %.2f (%.2f), host_shard %.2f (%.2f), host_narrow %.2f (%.2f)",
    (own.host("torch", true) - plain) / eager, torch.host_experts, (own.host("torch fsdp", false) - plain) / eager,
    torch.host_shard, own.narrow() / eager, torch.host_narrow))
end

if arg and arg[0] and arg[0]:find "own%.lua$" then main() end
return own
