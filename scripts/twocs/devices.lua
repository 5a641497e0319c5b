-- SPDX-License-Identifier: MIT
--[[
Accelerators with their sources. Plain tables: field names are those of the device record; name, source,
assumed, busbw and peak_fp16_sparse describe. The one thing to know: a bandwidth is ONE direction of ONE
device, a peak is dense, and what nobody measured is named in `assumed`. Compute peaks, memory and links are
the vendor's; `busbw` is a measured all-reduce bus bandwidth inside the node and shows how far the link's peak
(net0_bw) is from what a library reaches. Sparse peaks stand apart because mixing them with dense ones makes a
generation look twice as fast as it is.
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

device("v100_sxm", nvidia, {
  year = 2017, peak_fp32 = 15.7e12, peak_fp16 = 125e12, mem_bw = 900e9, mem_size = 32e9, power = 300,
  units = 80, flop_eff = 0.75, net0_size = 16, net0_bw = bidirectional(300), net1_size = unlimited,
  net1_bw = 100e9 / 16, busbw = 135e9, net0_half = 2.5e6,
  source = "NVIDIA Tesla V100 data sheet (2018), ref. 2 of arXiv:2302.02825v1, SXM2 32 GB (16 GB in 2017); "
    .. "nodes of 16 with 8 InfiniBand adapters (100 GB/s) shared: DGX-2H of arXiv:1909.08053, section 5; "
    .. "busbw, net0_half: 8 GPUs, VIA-Research/vTrain@f8dda84 trace/v100, 16 MB to 1 GB",
  assumed = "flop_eff 0.75",
})

local function a100(name, entry)
  entry.year, entry.peak_fp32, entry.peak_fp16, entry.peak_bf16 = 2020, 19.5e12, 312e12, 312e12
  entry.peak_tf32, entry.peak_fp16_sparse, entry.power, entry.units = 156e12, 624e12, 400, 108
  entry.flop_eff, entry.busbw, entry.net0_half = 0.869, 229e9, 14e6
  entry.net0_size, entry.net0_bw, entry.net1_size, entry.net1_bw = 8, bidirectional(600), unlimited, nic(200)
  entry.source = "NVIDIA A100 data sheet (2021), ref. 6 of arXiv:2302.02825v1; one HDR (200 Gb/s) adapter a "
    .. "GPU as in DGX A100; flop_eff: 271.2 of 312 Tflop/s BF16, stas00/ml-engineering@744d01e "
    .. "compute/accelerator; busbw, net0_half: 8 GPUs, VIA-Research/vTrain@f8dda84 trace/a100, 16 MB to 1 GB"
  device(name, nvidia, entry)
end

a100("a100_40g", { mem_bw = 1555e9, mem_size = 40e9 })
a100("a100_80g", { mem_bw = 2039e9, mem_size = 80e9 })

local function hopper(name, entry)
  entry.peak_fp32, entry.peak_fp16, entry.peak_bf16 = 66.9e12, 989.4e12, 989.4e12
  entry.peak_fp8, entry.peak_tf32, entry.peak_fp16_sparse = 1978.9e12, 494.7e12, 1978.9e12
  entry.power, entry.units, entry.flop_eff, entry.busbw = 700, 132, 0.803, 370e9
  entry.net0_size, entry.net0_bw, entry.net1_size, entry.net1_bw = 8, bidirectional(900), unlimited, nic(400)
  device(name, nvidia, entry)
end

hopper("h100_sxm", {
  year = 2022, mem_bw = 3.35e12, mem_size = 80e9,
  source = "NVIDIA H100 architecture white paper, SXM5 (read in glennklockwood.com/garden/processors/h100); "
    .. "one 400 Gb/s adapter a GPU as in DGX H100; flop_eff: 794.5 of 989 Tflop/s BF16, "
    .. "stas00/ml-engineering@744d01e; busbw: NCCL ring without SHARP, NVIDIA GTC25 S72583",
})
hopper("h200_sxm", {
  year = 2023, mem_bw = 4.8e12, mem_size = 141e9,
  source = "NVIDIA H200 product page (141 GB, 4.8 TB/s; the rest is H100 SXM), stas00/ml-engineering@744d01e",
  assumed = "flop_eff and busbw as measured on H100 SXM",
})

device("b200_sxm", nvidia, {
  year = 2024, peak_fp32 = 80e12, peak_fp16 = 2250e12, peak_bf16 = 2250e12, peak_fp8 = 4500e12,
  peak_tf32 = 1125e12, peak_fp16_sparse = 4500e12, mem_bw = 8e12, mem_size = 180e9, power = 1000,
  units = 148, flop_eff = 0.776,
  busbw = 700e9, net0_size = 8, net0_bw = bidirectional(1800), net1_size = unlimited, net1_bw = nic(400),
  source = "NVIDIA Blackwell architecture brief, HGX B200 at 1000 W (read in "
    .. "glennklockwood.com/garden/processors/B200 and stas00/ml-engineering@744d01e; TF32 rounded to 1100 in "
    .. "the first); 148 SMs: vendor kernels' B200 tables; one 400 Gb/s adapter a GPU as in DGX B200; "
    .. "flop_eff: 1745 of 2250 Tflop/s BF16, stas00/ml-engineering@744d01e; busbw: NVIDIA GTC25 S72583",
})

device("gb200_nvl72", nvidia, {
  year = 2024, peak_fp32 = 80e12, peak_fp16 = 2500e12, peak_bf16 = 2500e12, peak_fp8 = 5000e12,
  peak_tf32 = 1250e12, peak_fp16_sparse = 5000e12, mem_bw = 8e12, mem_size = 186e9, power = 1200,
  units = 148, flop_eff = 0.729,
  net0_size = 72, net0_bw = bidirectional(1800), net1_size = unlimited, net1_bw = nic(800),
  source = "NVIDIA Blackwell architecture brief, GB200 at 1200 W (read in "
    .. "glennklockwood.com/garden/processors/B200 and stas00/ml-engineering@744d01e); 72 GPUs a rack and 100 "
    .. "GB/s a GPU between racks: ai-dynamo/aiconfigurator@095f58a systems; flop_eff: 1822 of 2500 Tflop/s "
    .. "BF16, stas00/ml-engineering@744d01e",
  assumed = "units as B200",
})

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

local function mi300(name, entry)
  entry.peak_fp32, entry.peak_fp16, entry.peak_bf16 = 163.4e12, 1307.4e12, 1307.4e12
  entry.peak_fp8, entry.peak_tf32, entry.peak_fp16_sparse, entry.units = 2614.9e12, 653.7e12, 2614.9e12, 304
  entry.busbw, entry.net0_half, entry.net0_size, entry.net0_bw = 307e9, 2.7e6, 8, bidirectional(7 * 128)
  entry.net1_size, entry.net1_bw = unlimited, nic(400)
  device(name, amd, entry)
end

mi300("mi300x", {
  year = 2023, mem_bw = 5.3e12, mem_size = 192e9, power = 750, flop_eff = 0.511,
  source = "ROCm documentation, MI300 hardware, and AMD Instinct MI300X data sheet; flop_eff: 668.4 Tflop/s "
    .. "BF16, stas00/ml-engineering@744d01e; busbw, net0_half, 8 adapters of 400 Gb/s: rccl-tests in "
    .. "hisohara/ai-scripts@7b8b1ec training/01_rccl-smoketest, 8 GPUs, 4 MB and more",
})

mi300("mi325x", {
  year = 2024, mem_bw = 6e12, mem_size = 256e9, power = 1000, flop_eff = 0.6,
  source = "memory, power: stas00/ml-engineering@744d01e; compute and links as MI300X; flop_eff: 784.9 "
    .. "Tflop/s BF16, same place",
  assumed = "busbw and net0_half as measured on MI300X",
})

device("mi355x", amd, {
  year = 2025, peak_fp32 = 157.3e12, peak_fp16 = 2516.6e12, peak_bf16 = 2516.6e12, peak_fp8 = 5033.2e12,
  mem_bw = 8e12, mem_size = 288e9, power = 1400, units = 256, flop_eff = 0.622, net0_size = 8,
  net0_bw = bidirectional(7 * 153.6), net1_size = unlimited, net1_bw = nic(400),
  source = "AMD CDNA 4 at 2.4 GHz: 256 CUs x 4096 (FP16) and 8192 (FP8) flop a cycle, HBM and power: AMD at "
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

return { order = order, list = list, calibration = calibration, memory_by_year = memory_by_year }
