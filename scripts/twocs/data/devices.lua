-- SPDX-License-Identifier: MIT
--[[
Accelerators with their sources. Plain tables: field names are those of the device record; name, source,
assumed, busbw and peak_fp16_sparse describe. The one thing to know: a bandwidth is ONE direction of ONE
device, a peak is dense, and what nobody measured is named in `assumed`. Compute peaks, memory and links are
the vendor's; `busbw` is a measured all-reduce bus bandwidth inside the node and shows how far the link's peak
(net0_bw) is from what a library reaches. Sparse peaks stand apart because mixing them with dense ones makes a
generation look twice as fast as it is. `mem_size` is what the driver reports, where somebody printed that: the "80 GB" of a
sheet are a name, some 7 % below it. `host_bw` is PCIe's, or the link to the host's processor, as the sheet has it.
]]

local function bidirectional(gigabyte) return gigabyte * 1e9 / 2 end -- vendors quote both directions together
local function nic(gigabit) return gigabit * 1e9 / 8 end

-- A level that no sheet bounds: above every degree anybody asks for.
local unlimited = 1048576

-- What the sheets do not say. Latencies are the small-message (LL) entries of the cost tables by which the
-- two libraries choose their algorithms: a call, a step on NVLink or Infinity Fabric, a step on the network.
-- A net0_half is fitted, with those latencies held, to large all-reduces: factor * (S + half) / net0_bw.
local nvidia = {
  tile_m = 128, tile_n = 128, attn_eff = 0.5, mem_eff = 0.7, launch = 5e-6,
  comm_launch = 6.6e-6, net0_lat = 0.6e-6, net1_lat = 2.7e-6, comm_chunk = 524288,
  net0_half = 0, net1_half = 0,
  assumed = "tile 128 x 128; attn_eff 0.5; mem_eff 0.7; launch 5 us; latencies from NCCL src/graph/tuning.cc "
    .. "(NCCL 2.18: ring, LL); comm_chunk = NCCL's default buffer of 4 MiB in 8 slots; no saturation unless "
    .. "said",
}
local amd = {
  tile_m = 128, tile_n = 128, attn_eff = 0.5, mem_eff = 0.7, launch = 5e-6,
  comm_launch = 12e-6, net0_lat = 0.8e-6, net1_lat = 2.7e-6, comm_chunk = 524288,
  net0_half = 0, net1_half = 0,
  assumed = "tile 128 x 128; attn_eff 0.5; mem_eff 0.7; launch 5 us; latencies from RCCL src/graph/tuning.cc "
    .. "(tuning_model_0: ring, LL), between nodes NCCL's; comm_chunk as NCCL; no saturation unless said",
}

-- What a matmul asks beyond a peak (engine/rows/wall_device.def). The clock is the one at which the sheet's
-- units reach the sheet's peak, at unit_flop FP16 flop each and clock. Where no other is named, the L2
-- bandwidth is that of an H100 for each unit and clock: 6441 GB/s at 132 units and 1830 MHz (arXiv:2411.01137).
local function caches(entry, unit_flop, l2_size, l2_bw)
  entry.clock = entry.peak_fp16 / (unit_flop * entry.units)
  entry.l2_size = l2_size
  entry.l2_bw = l2_bw or 6441e9 * entry.units * entry.clock / (132 * 1830e6)
end

local MIB = 1048576
local nvml = "; memory: as NVML reports it, thundergolfer.com/blog/nvidia-gpu-memory-capacity; PCIe: the sheet"
local order, list = {}, {}

local function device(name, common, entry)
  for key, value in pairs(common) do
    if entry[key] == nil then
      entry[key] = value
    elseif key == "assumed" then
      entry.assumed = entry.assumed .. "; " .. value
    end
  end
  entry.name = name
  order[#order + 1] = name
  list[name] = entry
end

-- NVIDIA

device("p100_sxm", nvidia, {
  year = 2016, peak_fp32 = 10.6e12, peak_fp16 = 21.2e12, mem_bw = 732e9, mem_size = 16e9, power = 300,
  units = 56, flop_eff = 0.75, net0_size = 4, net0_bw = bidirectional(160), net1_size = 1,
  source = "FP32, SMs, memory: NVIDIA Volta introduction (2017), table of Tesla products; links (4 x 20 GB/s "
    .. "a direction), memory bandwidth, power: Dell EMC Ready Solutions for AI reference guide, p. 17",
  assumed = "peak_fp16 twice FP32; flop_eff 0.75; net0_size 4 (Dell C4130)",
})

local v100 = {
  year = 2017, peak_fp32 = 15.7e12, peak_fp16 = 125e12, mem_bw = 900e9, mem_size = 32e9, power = 300,
  units = 80, flop_eff = 0.75, host_bw = bidirectional(32), net0_size = 16, net0_bw = bidirectional(300),
  net1_size = unlimited, net1_bw = 100e9 / 16, busbw = 135e9, net0_half = 2.5e6,
  source = "NVIDIA Tesla V100 data sheet (2018), ref. 2 of arXiv:2302.02825v1, SXM2 32 GB (16 GB in 2017); "
    .. "nodes of 16 with 8 InfiniBand adapters (100 GB/s) shared: DGX-2H of arXiv:1909.08053, section 5; "
    .. "busbw, net0_half: 8 GPUs, VIA-Research/vTrain@f8dda84 trace/v100, 16 MB to 1 GB; L2: arXiv:2411.01137",
  assumed = "flop_eff 0.75",
}
caches(v100, 1024, 6 * MIB, 2155e9)
device("v100_sxm", nvidia, v100)

local function a100(name, entry)
  entry.year, entry.peak_fp32, entry.peak_fp16, entry.peak_bf16 = 2020, 19.5e12, 312e12, 312e12
  entry.peak_tf32, entry.peak_fp16_sparse, entry.power, entry.units = 156e12, 624e12, 400, 108
  entry.flop_eff, entry.busbw, entry.net0_half, entry.host_bw = 0.869, 229e9, 14e6, bidirectional(64)
  entry.net0_size, entry.net0_bw, entry.net1_size, entry.net1_bw = 8, bidirectional(600), unlimited, nic(200)
  entry.source = "NVIDIA A100 data sheet (2021), ref. 6 of arXiv:2302.02825v1; one HDR (200 Gb/s) adapter a "
    .. "GPU as in DGX A100; flop_eff: 271.2 of 312 Tflop/s BF16, stas00/ml-engineering@744d01e "
    .. "compute/accelerator; busbw, net0_half: 8 GPUs, VIA-Research/vTrain@f8dda84 trace/a100, 16 MB to 1 GB; L2: "
    .. "arXiv:2411.01137" .. nvml
  caches(entry, 2048, 40 * MIB, 5603e9)
  device(name, nvidia, entry)
end

a100("a100_40g", { mem_bw = 1555e9, mem_size = 40960 * MIB })
a100("a100_80g", { mem_bw = 2039e9, mem_size = 81920 * MIB })

local function hopper(name, entry)
  entry.peak_fp32, entry.peak_fp16, entry.peak_bf16 = 66.9e12, 989.4e12, 989.4e12
  entry.peak_fp8, entry.peak_tf32, entry.peak_fp16_sparse = 1978.9e12, 494.7e12, 1978.9e12
  entry.power, entry.units, entry.flop_eff, entry.busbw = 700, 132, 0.803, 370e9
  entry.net0_size, entry.net0_bw, entry.net1_size, entry.net1_bw = 8, bidirectional(900), unlimited, nic(400)
  entry.dsmem, entry.host_bw = "yes", bidirectional(128)
  entry.source = entry.source .. nvml
  caches(entry, 4096, 50 * MIB, 6441e9)
  device(name, nvidia, entry)
end

hopper("h100_sxm", {
  year = 2022, mem_bw = 3.35e12, mem_size = 81559 * MIB,
  source = "NVIDIA H100 architecture white paper, SXM5 (read in glennklockwood.com/garden/processors/h100); "
    .. "one 400 Gb/s adapter a GPU as in DGX H100; flop_eff: 794.5 of 989 Tflop/s BF16, "
    .. "stas00/ml-engineering@744d01e; busbw: NCCL ring without SHARP, NVIDIA GTC25 S72583; L2: arXiv:2411.01137",
})
hopper("h200_sxm", {
  year = 2023, mem_bw = 4.8e12, mem_size = 143771 * MIB,
  source = "NVIDIA H200 product page (141 GB, 4.8 TB/s; the rest is H100 SXM), stas00/ml-engineering@744d01e",
  assumed = "flop_eff and busbw as measured on H100 SXM",
})

-- Blackwell's tensor cores keep the tile of a whole SM in a memory of their own, 256 KB (arXiv:2512.02189): one
-- block. A pair of SMs reads each operand once: assumed to be worth twice the width of shared memory, without
-- which less than the measured share of the peak could be had. L2: 126 MB (chipsandcheese.com, B200).
local function blackwell(name, entry)
  entry.dsmem, entry.blocks, entry.reg_size, entry.shared_width = "yes", 1, 262144, 256
  caches(entry, 8192, 126e6)
  local own = "shared_width 256; L2 bandwidth of an H100 per unit and clock"
  entry.assumed = entry.assumed and entry.assumed .. "; " .. own or own
  device(name, nvidia, entry)
end

blackwell("b200_sxm", {
  year = 2024, peak_fp32 = 80e12, peak_fp16 = 2250e12, peak_bf16 = 2250e12, peak_fp8 = 4500e12, peak_fp4 = 9000e12,
  peak_tf32 = 1125e12, peak_fp16_sparse = 4500e12, mem_bw = 8e12, mem_size = 178.35 * 1024 * MIB, power = 1000,
  units = 148, flop_eff = 0.776, host_bw = bidirectional(128),
  busbw = 700e9, net0_size = 8, net0_bw = bidirectional(1800), net1_size = unlimited, net1_bw = nic(400),
  source = "NVIDIA Blackwell architecture brief, HGX B200 at 1000 W (read in "
    .. "glennklockwood.com/garden/processors/B200 and stas00/ml-engineering@744d01e; TF32 rounded to 1100 in "
    .. "the first); 148 SMs: vendor kernels' B200 tables; one 400 Gb/s adapter a GPU as in DGX B200; "
    .. "flop_eff: 1745 of 2250 Tflop/s BF16, stas00/ml-engineering@744d01e; busbw: NVIDIA GTC25 S72583; "
    .. "memory: as CUDA reports it, pytorch/ao#4002; PCIe Gen5 x16",
})

blackwell("gb200_nvl72", {
  year = 2024, peak_fp32 = 80e12, peak_fp16 = 2500e12, peak_bf16 = 2500e12, peak_fp8 = 5000e12, peak_fp4 = 10000e12,
  peak_tf32 = 1250e12, peak_fp16_sparse = 5000e12, mem_bw = 8e12, mem_size = 186e9, power = 1200,
  units = 148, flop_eff = 0.729, host_bw = bidirectional(900) / 2,
  net0_size = 72, net0_bw = bidirectional(1800), net1_size = unlimited, net1_bw = nic(800),
  source = "NVIDIA Blackwell architecture brief, GB200 at 1200 W (read in "
    .. "glennklockwood.com/garden/processors/B200 and stas00/ml-engineering@744d01e); 72 GPUs a rack and 100 "
    .. "GB/s a GPU between racks: ai-dynamo/aiconfigurator@095f58a systems; flop_eff: 1822 of 2500 Tflop/s "
    .. "BF16, stas00/ml-engineering@744d01e; NVLink-C2C, 900 GB/s both ways, serves two GPUs: same brief",
  assumed = "units as B200",
})

-- Blackwell Ultra: more memory, and three times the FP4; the rest as the part before it.
local function ultra(name, like, entry)
  local base = list[like]
  for _, key in ipairs{ "peak_fp32", "peak_fp16", "peak_bf16", "peak_fp8", "peak_tf32", "mem_bw", "units", "flop_eff",
    "host_bw", "net0_size", "net0_bw", "net1_size" } do
    entry[key] = base[key]
  end
  entry.year, entry.mem_size, entry.net1_bw = 2025, 288e9, nic(800)
  entry.source = "stas00/ml-engineering@744d01e compute/accelerator/README.md, network/README.md"
  entry.assumed = "units and flop_eff as " .. like:match "^%w+"
  blackwell(name, entry)
end

ultra("b300_sxm", "b200_sxm", { power = 1000, busbw = 700e9, peak_fp4 = 12600e12 })
ultra("gb300_nvl72", "gb200_nvl72", { power = 1400, peak_fp4 = 15000e12 })

device("l40s", nvidia, {
  year = 2022, peak_fp32 = 91.6e12, peak_tf32 = 183e12, peak_fp16 = 362.05e12, peak_bf16 = 362.05e12, peak_fp8 = 733e12,
  mem_bw = 864e9, mem_size = 46068 * MIB, power = 350, units = 142, flop_eff = 0.75, host_bw = 32e9, net0_size = 8,
  net0_bw = 32e9, net1_size = unlimited, net1_bw = nic(100),
  source = "FP16, FP8, memory as the driver reports it, 350 W, PCIe 4: ai-dynamo/aiconfigurator@ee962fc systems/l40s.yaml "
    .. "(NVIDIA, 2025); FP32, TF32: stas00/ml-engineering@744d01e; 142 SMs: 568 tensor cores, store.sourcecode.com",
  assumed = "flop_eff 0.75; one 100 Gb/s adapter a GPU",
})

-- Nodes of eight as arXiv:2411.13055 compares them: 100, 200 and 400 Gb/s a GPU, large messages, power and prices. A
-- ring's steps cost what NCCL's table says of its protocol for large messages, so that no other saturation is assumed.
-- What one GPU, its waiting and its node draw is assumed beyond the board's limit: no source tells them apart
-- (scripts/studies/power/mlperf.lua says what the measurements know). Prices are ranges of the year beside them.
local per_hour, per_kwh = 1 / 3600, 1 / 3.6e6
local function dgx(name, like, entry)
  local base = list[like]
  for _, key in ipairs{ "peak_fp32", "peak_fp16", "peak_bf16", "peak_fp8", "peak_tf32", "mem_bw", "mem_size",
    "units", "flop_eff", "power", "busbw", "clock", "l2_size", "l2_bw", "dsmem" } do
    entry[key] = base[key]
  end
  entry.net0_size, entry.net0_bw, entry.net1_size = 8, base.net0_bw, unlimited
  entry.comm_launch, entry.net0_lat, entry.net1_lat, entry.net0_half = 8.4e-6, 3.4e-6, 14e-6, 0
  entry.cap_power, entry.pue = base.power, 1.25
  entry.move_energy, entry.send_energy = 40e-12, 100e-12
  -- At its limit a board sustains large GEMMs and some traffic: nine tenths of the limit are waiting and flop.
  entry.flop_energy = (0.9 * base.power - entry.wait_power) / (base.flop_eff * (base.peak_bf16 or base.peak_fp16))
  entry.energy_low, entry.energy_high = 0.05 * per_kwh, 0.12 * per_kwh
  entry.source = base.source .. "; ring latencies, large messages (Simple): NCCL src/graph/tuning.cc; " .. entry.source
  entry.assumed = "wait_power; host_power; pue 1.25; flop_energy: nine tenths of the board's limit less wait_power, over "
    .. "sustained flop; move_energy 40 pJ (30 to 60), send_energy 100 pJ (50 to 200) a byte; cap_exponent transferred "
    .. "from four other GPUs; energy 0.05 to 0.12 USD a kWh (industry, 2024); rents as in source, nobody's offer"
  device(name, nvidia, entry)
end

dgx("dgx_v100", "v100_sxm", { net1_bw = nic(100), wait_power = 75, host_power = 900,
  rent_low = 0.4 * per_hour, rent_high = 3.06 * per_hour,
  source = "100 Gb/s a GPU: arXiv:2411.13055; rent 0.4 to 3.06 USD an hour (2024: resale markets to AWS p3, on "
    .. "demand; of neither a page is kept)" })
dgx("dgx_a100", "a100_80g", { net1_bw = nic(200), wait_power = 100, host_power = 1200,
  rent_low = 0.8 * per_hour, rent_high = 4.1 * per_hour,
  source = "200 Gb/s a GPU: arXiv:2411.13055; rent 0.8 to 4.1 USD an hour (2024: resale markets, "
    .. "mercatus-ai.com/blog/cloud-gpu-pricing has 0.80 still in 2026; to AWS p4d on demand, of which no page is kept)" })
dgx("dgx_h100", "h100_sxm", { net1_bw = nic(400), wait_power = 175, host_power = 1500,
  rent_low = 1.9 * per_hour, rent_high = 12.3 * per_hour,
  source = "400 Gb/s a GPU: arXiv:2411.13055; rent 1.9 to 12.3 USD an hour (2024: resale markets, "
    .. "mercatus-ai.com/blog/cloud-gpu-pricing has 1.99 in 2026; to AWS p5.48xlarge on demand, 98.32 USD for eight: "
    .. "disintermediate.global/insights/gpu-cloud-pricing-models)" })

-- AMD

device("mi50", amd, {
  year = 2018, peak_fp32 = 13.3e12, peak_fp16 = 26.5e12, mem_bw = 1024e9, mem_size = 16e9, power = 300,
  units = 60, flop_eff = 0.75, net0_size = 4, net0_bw = bidirectional(200), net1_size = 1,
  source = "AnandTech 17326 (comparison table of MI250, MI210, MI100, MI50); CUs: ROCm GPU hardware "
    .. "specifications; links: AMD announcement of 6 November 2018, two Infinity Fabric links, 200 GB/s "
    .. "together (later AMD papers give 184)",
  assumed = "flop_eff 0.75; net0_size 4 (ring of four)",
})

device("mi100", amd, {
  year = 2020, peak_fp32 = 46.1e12, peak_fp16 = 184.6e12, peak_bf16 = 92.3e12, mem_bw = 1228.8e9,
  mem_size = 32e9, power = 300, units = 120, flop_eff = 0.75, net0_size = 4,
  net0_bw = bidirectional(276), net1_size = 1,
  source = "AMD Instinct MI100 brochure, ref. 5 of arXiv:2302.02825v1 (read in notebookcheck.net 504329 and "
    .. "AnandTech 17326; FP32 is the matrix rate); hives of four: ROCm documentation, MI100 hardware",
  assumed = "flop_eff 0.75",
})

local function mi210(name, common, entry)
  local sheet = {
    year = 2022, peak_fp32 = 45.3e12, peak_fp16 = 181e12, peak_bf16 = 181e12, mem_bw = 1638.4e9,
    mem_size = 64e9, power = 300, units = 104,
  }
  for key, value in pairs(sheet) do entry[key] = value end
  entry.source = "AMD Instinct MI210: AnandTech 17326 (FP32 is the matrix rate; HBM 4096 bit at 3.2 Gb/s); "
    .. "BF16 as FP16 on CDNA 2; " .. entry.source
  device(name, common, entry)
end

mi210("mi210", amd, {
  flop_eff = 0.767, net0_size = 4, net0_bw = bidirectional(300), net1_size = 1,
  source = "node of four, fully connected by links of 100 GB/s both ways: arXiv:2302.02825v1, 4.3.1; "
    .. "flop_eff: 147.0 of 191.5 Tflop/s on one MI250X die, an older table of stas00/ml-engineering",
  assumed = "flop_eff of MI210 as of the MI250X die",
})

device("mi250x", amd, {
  year = 2021, peak_fp32 = 95.7e12, peak_fp16 = 383e12, peak_bf16 = 383e12, mem_bw = 3276.8e9,
  mem_size = 128e9, power = 560, units = 220, flop_eff = 0.767, net0_size = 4, net0_bw = bidirectional(700),
  net1_size = unlimited, net1_bw = nic(200),
  source = "AMD Instinct MI250X, both dies of the module: AnandTech 17054 and AMD's launch table (FP32 is "
    .. "the matrix rate); seven of eight links of 100 GB/s both ways to other GPUs: "
    .. "stas00/ml-engineering@744d01e; four modules and four 200 Gb/s adapters a node: OLCF Frontier user "
    .. "guide; flop_eff: 147.0 of 191.5 Tflop/s on one die",
})

-- One die of the module, as a framework sees it: half of the sheet, eight in a node. Four of its links lead to the module's
-- other die, and few to the next module: RCCL has four rings of eight there. No year: the module is what was announced.
local module = list.mi250x
device("mi250x_gcd", amd, {
  peak_fp32 = module.peak_fp32 / 2, peak_fp16 = module.peak_fp16 / 2, peak_bf16 = module.peak_bf16 / 2,
  mem_bw = module.mem_bw / 2, mem_size = module.mem_size / 2, power = module.power / 2, units = module.units / 2,
  flop_eff = module.flop_eff, net0_size = 8, net0_bw = bidirectional(4 * 100), net1_size = unlimited,
  net1_bw = nic(200) / 2,
  source = "half of " .. module.source .. "; four rings of eight dies, over one link each: RCCL src/graph/rome_models.cc "
    .. "(rome_model_52); an adapter for two dies",
})

-- CDNA 3: 512 KB of registers in four SIMDs a CU; the cache that all of its dies share, which is what L2 means
-- here, is 256 MB at 17 TB/s (AMD's launch slides, read in servethehome.com, MI300X launched).
local function mi300(name, entry)
  entry.peak_fp32, entry.peak_fp16, entry.peak_bf16 = 163.4e12, 1307.4e12, 1307.4e12
  entry.peak_fp8, entry.peak_tf32, entry.peak_fp16_sparse, entry.units = 2614.9e12, 653.7e12, 2614.9e12, 304
  entry.busbw, entry.net0_half, entry.net0_size, entry.net0_bw = 307e9, 2.7e6, 8, bidirectional(7 * 128)
  entry.net1_size, entry.net1_bw, entry.reg_size, entry.host_bw = unlimited, nic(400), 131072, bidirectional(128)
  caches(entry, 2048, 256e6, 17e12)
  device(name, amd, entry)
end

mi300("mi300x", {
  year = 2023, mem_bw = 5.3e12, mem_size = 191.98 * 1024 * MIB, power = 750, flop_eff = 0.511,
  source = "ROCm documentation, MI300 hardware, and AMD Instinct MI300X data sheet; flop_eff: 668.4 Tflop/s "
    .. "BF16, stas00/ml-engineering@744d01e; busbw, net0_half, 8 adapters of 400 Gb/s: rccl-tests in "
    .. "hisohara/ai-scripts@7b8b1ec training/01_rccl-smoketest, 8 GPUs, 4 MB and more; "
    .. "memory: 191.98 GiB, as PyTorch prints it of an MI300X"
    .. "; PCIe: the sheet",
})

mi300("mi325x", {
  year = 2024, mem_bw = 6e12, mem_size = 256e9, power = 1000, flop_eff = 0.6,
  source = "memory, power: stas00/ml-engineering@744d01e; compute and links as MI300X; flop_eff: 784.9 "
    .. "Tflop/s BF16, same place",
  assumed = "busbw and net0_half as measured on MI300X",
})

device("mi355x", amd, {
  year = 2025, peak_fp32 = 157.3e12, peak_fp16 = 2516.6e12, peak_bf16 = 2516.6e12, peak_fp8 = 5033.2e12,
  peak_fp4 = 10066.3e12, mem_bw = 8e12, mem_size = 288e9, power = 1400, units = 256, flop_eff = 0.622, net0_size = 8,
  net0_bw = bidirectional(7 * 153.6), net1_size = unlimited, net1_bw = nic(400),
  source = "AMD CDNA 4 at 2.4 GHz: 256 CUs x 4096 (FP16), 8192 (FP8) and 16384 (FP4) flop a cycle, HBM and power: AMD at "
    .. "Hot Chips 2025 and ISSCC 2026; FP32, links, adapters: stas00/ml-engineering@744d01e; flop_eff: 1565 "
    .. "Tflop/s BF16, same place",
})

-- The machine of Pati et al.: the paper extrapolates the links of its node to any degree, so one level has no
-- limit.
local plain = { tile_m = 128, tile_n = 128, comm_chunk = 524288, net0_lat = 0, net0_half = 0, net1_size = 1 }

mi210("mi210_paper", plain, {
  flop_eff = 0.6, attn_eff = 0.6, mem_eff = 0.8, launch = 0, comm_launch = 0,
  net0_size = unlimited, net0_bw = 150e9,
  source = "peak ring all-reduce bandwidth of the node, 150 GB/s: arXiv:2302.02825v1, 4.3.1",
  assumed = "Cal-0, the naive reading: GEMM and attention at a constant 0.6 of peak, no latency, no launch, "
    .. "no saturation",
})

-- Cal-1. What belongs to it but describes kernels and not hardware is in `calibration`: how often a layer
-- passes over its softmax-like (2 sl^2 b heads / tp byte), GELU-like (8 h sl b / tp) and norm (2 h sl b)
-- traffic.
mi210("mi210_cal1", plain, {
  flop_eff = 0.75, attn_eff = 0.06, mem_eff = 0.8, launch = 15e-6, comm_launch = 37e-6,
  net0_size = unlimited, net0_bw = 102e9, net0_half = 0.11e6,
  source = "calibrated to the text of arXiv:2302.02825v1 (Cal-1): about eleven constants fitted in sample to "
    .. "about thirteen stated values, so agreement with that paper proves nothing",
  assumed = "every efficiency, latency and bandwidth but the sheet's; attn_eff 0.06 lumps what the text does "
    .. "not tell apart",
})

-- The machines of Erdil and Schneider-Joseph, as published: memory, caches and clocks as its authors measured or
-- took them, not those of the vendors above. What each changes stands in its title.
local erdi24 = {
  mem_eff = 1, comm_launch = 0, launch = 4.5e-6, net0_lat = 1.125e-6, net0_half = 0, net0_size = 8, net1_size = unlimited,
  source = "arXiv:2411.01137 and its authors' simulator, github.com/ege-erdil/limits_to_distributed_training, October 2024",
  assumed = "4.5 us a matmul and 1.125 us a hop, as there; mem_eff 1; peak_fp32, which the paper does not use, is "
    .. "the vendor's",
}

-- The entry is all that `like` has, and what it changes. Their "a100" has a longer name here, since that word
-- alone does not say whose A100 is meant.
local of_erdi24 = {}
local function published(name, title, like, changes)
  local entry = { title = title }
  for _, given in ipairs{ like, changes } do
    for key, value in pairs(given) do
      if key ~= "title" and key ~= "name" and key ~= "assumed" then entry[key] = value end
    end
  end
  device(name, erdi24, entry)
  of_erdi24[#of_erdi24 + 1] = { gpu = (name:gsub("_erdi24$", "")), device = name }
  return entry
end

-- FP16 flop of a lane and clock; an SM has 128 lanes.
local function chip(lane_flop, units, clock, flop_eff, l2_bw, l2_size, more)
  more.units, more.clock, more.flop_eff, more.l2_bw, more.l2_size = units, clock, flop_eff, l2_bw, l2_size
  more.peak_fp16 = lane_flop * 128 * units * clock
  return more
end

published("v100_sxm2", "V100 SXM2", {}, chip(8, 80, 1533e6, 0.90, 2155e9, 6 * MIB, { peak_fp32 = 15.7e12, mem_bw = 900e9,
  mem_size = 32e9, net0_bw = bidirectional(300), net1_bw = bidirectional(12.5) }))
published("a100_erdi24", "A100 SXM 40GB", {}, chip(16, 108, 1410e6, 0.85, 5603e9, 40 * MIB, { peak_fp32 = 19.5e12,
  mem_bw = 1555e9, mem_size = 40e9, net0_bw = bidirectional(600), net1_bw = bidirectional(50) }))
published("h100_pcie", "H100 PCIe", {}, chip(32, 114, 1620e6, 0.55, 5563e9, 50 * MIB, { peak_fp32 = 51.2e12,
  mem_bw = 2039e9, mem_size = 80e9, dsmem = "yes", net0_bw = bidirectional(900), net1_bw = bidirectional(100) }))
local h100 = published("h100_sxm5", "H100 SXM5", {}, chip(32, 132, 1830e6, 0.70, 6441e9, 50 * MIB, { peak_fp32 = 66.9e12,
  mem_bw = 3352e9, mem_size = 80e9, dsmem = "yes", net0_bw = bidirectional(900), net1_bw = bidirectional(100) }))
local low_latency = { launch = 4.5e-6 / 10, net0_lat = 1.125e-6 / 10 }
local one_level = { net0_size = unlimited, net1_size = 1 }
local h100_ll = published("h100_sxm5_low_latency", "H100 SXM5, latencies a tenth", h100, low_latency)
published("h100_sxm5_global_nvlink", "H100 SXM5, NVLink everywhere", h100, one_level)
published("h100_sxm5_global_nvlink_low_latency", "H100 SXM5, NVLink everywhere, latencies a tenth", h100_ll, one_level)
-- Infinite is 1e24 B/s, the most that the field takes: what is sent is below 1e-10 of any batch.
published("h100_sxm5_infinite_network_low_latency",
  "H100 SXM5, a network of infinite bandwidth, latencies a tenth", h100_ll,
  { net0_size = unlimited, net1_size = 1, net0_bw = 1e24, net1_bw = 1e24 })
published("h100_sxm5_superpod", "H100 SXM5 in superpods of 256", h100, { net1_size = 32, net1_bw = bidirectional(450),
  net2_size = unlimited, net2_bw = bidirectional(100) })
published("h100_sxm5_superpod_low_latency", "H100 SXM5 in superpods of 256, latencies a tenth", h100_ll,
  { net0_size = 256 })
-- The authors' code defines this one twice; the second definition wins.
local scaled = published("h100_sxm5_scaled", "H100 SXM5, bandwidths tenfold, latencies a tenth", h100,
  { launch = 4.5e-6 / 10, net0_lat = 5e-6 / 10, l2_bw = 6441e10, mem_bw = 3352e10, net0_bw = bidirectional(9000),
    net1_bw = bidirectional(1000) })
published("h100_sxm5_scaled_first", "H100 SXM5 scaled, by the definition that is lost", scaled,
  { net0_lat = 1.125e-6 / 10 })
-- 256 GPUs as one. As published its compute and shared memory stay those of one GPU.
local together = { peak_fp16 = 32 * 128 * (132 * 256) * 1830e6, units = 132 * 256, l2_bw = 6441e9 * 256,
  mem_bw = 3352e9 * 256, mem_size = 80e9 * 256, net0_size = unlimited, net1_size = 1, net0_bw = bidirectional(12800) }
local singleton = published("h100_sxm5_superpod_singleton_mended", "256 H100 SXM5 as one", h100, together)
published("h100_sxm5_superpod_singleton", "256 H100 SXM5 as one, compute of one GPU", singleton,
  { peak_fp16 = 32 * 128 * 132 * 1830e6, shared_bw = 128 * 132 * (0.70 * 1830e6) })

local calibration = {
  mi210_cal1 = { head_dim = 64, sl = 4096, b = 1, softmax_passes = 24, gelu_passes = 6, norm_passes = 1 },
}

-- Memory of one device by year. `released`: the largest parts on sale. `trained_on`: what the authors of each
-- model of Table 4 trained it on; a size they do not give is left out.
local gib = 1073741824
local megatron = "arXiv:1909.08053, section 5"

local function released(year, device_name, mem_size, source)
  return { year = year, device = device_name, mem_size = mem_size, source = source }
end

local function trained_on(model, year, accelerator, mem_size, source)
  return { model = model, year = year, accelerator = accelerator, mem_size = mem_size, source = source }
end

local memory_by_year = {
  released = {
    released(2016, "p100_sxm", 16e9, "NVIDIA Volta introduction (2017), table of Tesla products"),
    released(2017, "v100_sxm", 16e9, "the same table, Tesla V100"),
    released(2018, "v100_sxm", 32e9, "NVIDIA Tesla V100 data sheet (2018)"),
    released(2020, "a100_40g", 40e9, "NVIDIA A100 announcement, 14 May 2020"),
    released(2020, "a100_80g", 80e9, "NVIDIA A100 80 GB announcement, 16 November 2020"),
    released(2021, "mi250x", 128e9, "AnandTech 17054, 8 November 2021"),
    released(2022, "mi210", 64e9, "AnandTech 17326, March 2022"),
    released(2022, "h100_sxm", 80e9, "NVIDIA H100 architecture white paper (2022)"),
    released(2023, "mi300x", 192e9, "AMD Instinct MI300X data sheet (2023)"),
    released(2024, "b200_sxm", 180e9, "stas00/ml-engineering@744d01e"),
    released(2025, "mi355x", 288e9, "ROCm GPU hardware specifications"),
  },
  trained_on = {
    trained_on("bert", 2018, "Cloud TPU", 16 * gib, "arXiv:1810.04805, A.2: Cloud TPUs, v2 by their date; "
      .. "8 GiB a core, two cores a chip: Google Cloud documentation"),
    trained_on("t5_11b", 2019, "TPU v3", 32 * gib, "arXiv:1910.10683, 2.1; 16 GiB a core, two cores a chip: "
      .. "Google Cloud documentation"),
    trained_on("megatron_3_9b", 2019, "V100", 32e9, megatron),
    trained_on("megatron_lm_8b", 2019, "V100", 32e9, megatron),
    trained_on("t_nlg", 2020, "V100", 32e9, "Microsoft Research blog, 10 February 2020: V100 of DGX-2, whose "
      .. "boards carry 32 GB"),
    trained_on("gpt3_175b", 2020, "V100", nil, "arXiv:2005.14165, 2.3; memory size not given"),
    trained_on("mt_nlg_530b", 2021, "A100", 80e9, "arXiv:2201.11990, section 2"),
    trained_on("palm_540b", 2022, "TPU v4", 32 * gib, "arXiv:2204.02311, section 4; 32 GiB a chip: "
      .. "stas00/ml-engineering@744d01e"),
  },
}

return { order = order, list = list, calibration = calibration, memory_by_year = memory_by_year,
  published = of_erdi24 }
