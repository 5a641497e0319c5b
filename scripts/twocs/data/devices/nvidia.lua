-- SPDX-License-Identifier: MIT
-- NVIDIA's accelerators. A bandwidth is for ONE direction of ONE device, a peak is dense, and values without a measurement
-- are named in `assumed`. Vendors add both directions of a link, so a sheet's figure is halved here. `busbw` is a measured
-- all-reduce bus bandwidth inside the node; it shows how much of the link's peak (net0_bw) a library reaches. Sparse peaks
-- have their own field. `mem_size` is the size that the driver reports, if it is published; the "80 GB" of a sheet is a
-- name, about 7 % below it. `host_bw` is the bandwidth of PCIe or of the link to the host's processor.

local MIB = 1048576
local unlimited = 1048576 -- for a level whose size no data sheet limits: larger than any degree in use
local per_hour, per_kwh = 1 / 3600, 1 / 3.6e6
local nvml = "; memory: as NVML reports it, thundergolfer.com/blog/nvidia-gpu-memory-capacity; PCIe: the sheet"

-- Values that the sheets do not state. Latencies are the small-message (LL) entries of NCCL's table: a call, a step on
-- NVLink, a step on the network. net0_half is fitted to large all-reduces with these latencies fixed: factor * (S + half) /
-- net0_bw.
local assumptions = {
  tile_m = 128, tile_n = 128, attn_eff = 0.5, mem_eff = 0.7, launch = 5e-6, comm_launch = 6.6e-6, comm_chunk = 524288,
  net0_lat = 0.6e-6, net0_half = 0, net1_lat = 2.7e-6, net1_half = 0,
  assumed = "tile 128 x 128; attn_eff 0.5; mem_eff 0.7; launch 5 us; latencies from NCCL src/graph/tuning.cc (NCCL 2.18: "
    .. "ring, LL); comm_chunk = NCCL's default buffer of 4 MiB in 8 slots; no saturation unless stated",
}

-- Values beyond the power limit of the board are assumed: the power of one GPU, of a waiting GPU and of its node, because
-- no source separates them (scripts/studies/power/mlperf.lua states what measurements show). Prices are ranges of the year
-- in the source. At its limit a board sustains large GEMMs and some traffic: waiting and flop take nine tenths of the limit
-- (flop_energy).
local power = "wait_power; host_power; pue 1.25; flop_energy: (nine tenths of the board's limit - wait_power) / "
  .. "sustained flop/s; move_energy 40 pJ (30 to 60), send_energy 100 pJ (50 to 200) per byte; cap_exponent transferred "
  .. "from four other GPUs; energy 0.05 to 0.12 USD per kWh (industry, 2024); rents as in source, not an offer"

-- Fields that ERDI24's model of a matmul needs in addition to a peak. The clock is the one at which the units of the sheet
-- reach the peak of the sheet (FP16; flop per unit and clock: 1024 on Volta, 2048 on Ampere, 4096 on Hopper, 8192 on
-- Blackwell). If no other source is named, the L2 bandwidth per unit and clock is that of an H100: 6441 GB/s at 132 units
-- and 1830 MHz (arXiv:2411.01137).

local ampere = {
  like = assumptions, year = 2020,
  peak_fp32 = 19.5e12, peak_tf32 = 156e12, peak_fp16 = 312e12, peak_bf16 = 312e12, peak_fp16_sparse = 624e12,
  power = 400, units = 108, clock = 312e12 / (2048 * 108), l2_size = 40 * MIB, l2_bw = 5603e9, flop_eff = 0.869,
  host_bw = 32e9, net0_size = 8, net0_bw = 300e9, net0_half = 14e6, busbw = 229e9, net1_size = unlimited, net1_bw = 25e9,
  source = "NVIDIA A100 data sheet (2021), ref. 6 of arXiv:2302.02825v1; one HDR (200 Gb/s) adapter a GPU as in DGX A100; "
    .. "flop_eff: 271.2 of 312 Tflop/s BF16, stas00/ml-engineering@744d01e compute/accelerator; busbw, net0_half: 8 GPUs, "
    .. "VIA-Research/vTrain@f8dda84 trace/a100, 16 MB to 1 GB; L2: arXiv:2411.01137" .. nvml,
}

local hopper = {
  like = assumptions,
  peak_fp32 = 66.9e12, peak_tf32 = 494.7e12, peak_fp16 = 989.4e12, peak_bf16 = 989.4e12, peak_fp8 = 1978.9e12,
  peak_fp16_sparse = 1978.9e12, power = 700, units = 132, clock = 989.4e12 / (4096 * 132), l2_size = 50 * MIB,
  l2_bw = 6441e9, dsmem = "yes", flop_eff = 0.803, host_bw = 64e9,
  net0_size = 8, net0_bw = 450e9, busbw = 370e9, net1_size = unlimited, net1_bw = 50e9,
}

local pairs_of_cards = "cards in pairs; PCIe joins the four pairs of a server; one adapter a card, as fast as the module's"

-- Blackwell's tensor cores keep the tile of a whole SM in a separate memory of 256 KB (arXiv:2512.02189): one block. A pair
-- of SMs reads each operand once. This is assumed to equal twice the width of shared memory; with the single width, the
-- model does not reach the measured share of the peak. L2: 126 MB (chipsandcheese.com, B200).
local blackwell = {
  like = assumptions, year = 2024, units = 148, dsmem = "yes", blocks = 1, reg_size = 262144, shared_width = 256,
  l2_size = 126e6, assumed = "shared_width 256; L2 bandwidth of an H100 per unit and clock",
}

-- GPUs of one card or board for a workstation or a server without NVLink switches: PCIe joins them.
local card = { like = assumptions, flop_eff = 0.8, net1_size = unlimited, net1_bw = 25e9,
  assumed = "flop_eff 0.8; eight cards a server; one 200 Gb/s adapter a card" }

return { devices = {
  { name = "p100_sxm", like = assumptions, also = { "P100", "P100 SXM2" }, year = 2016,
    peak_fp32 = 10.6e12, peak_fp16 = 21.2e12, mem_bw = 732e9, mem_size = 16e9, power = 300, units = 56, flop_eff = 0.75,
    net0_size = 4, net0_bw = 80e9, net1_size = 1,
    source = "FP32, SMs, memory: NVIDIA Volta introduction (2017), table of Tesla products; links (4 x 20 GB/s a "
      .. "direction), memory bandwidth, power: Dell EMC Ready Solutions for AI reference guide, p. 17",
    assumed = "peak_fp16 twice FP32; flop_eff 0.75; net0_size 4 (Dell C4130)" },

  { name = "v100_sxm", like = assumptions, year = 2017,
    peak_fp32 = 15.7e12, peak_fp16 = 125e12, mem_bw = 900e9, mem_size = 32e9, power = 300,
    units = 80, clock = 125e12 / (1024 * 80), l2_size = 6 * MIB, l2_bw = 2155e9, flop_eff = 0.75, host_bw = 16e9,
    net0_size = 16, net0_bw = 150e9, net0_half = 2.5e6, busbw = 135e9, net1_size = unlimited, net1_bw = 100e9 / 16,
    source = "NVIDIA Tesla V100 data sheet (2018), ref. 2 of arXiv:2302.02825v1, SXM2 32 GB (16 GB in 2017); nodes of 16 "
      .. "with 8 InfiniBand adapters (100 GB/s) shared: DGX-2H of arXiv:1909.08053, section 5; busbw, net0_half: 8 GPUs, "
      .. "VIA-Research/vTrain@f8dda84 trace/v100, 16 MB to 1 GB; L2: arXiv:2411.01137",
    assumed = "flop_eff 0.75" },

  -- The same GPU in another node: eight GPUs with 100 Gb/s each. The steps of a ring take the latency of NCCL's table for
  -- the protocol of large messages, so no other saturation is assumed.
  { name = "dgx_v100", like = "v100_sxm", also = { "V100", "V100 SXM2 32GB", "V100 32GB", "DGX-1 V100" },
    year = false, host_bw = false, net0_size = 8, comm_launch = 8.4e-6, net0_lat = 3.4e-6, net0_half = 0,
    net1_bw = 12.5e9, net1_lat = 14e-6, cap_power = 300, wait_power = 75, host_power = 900, pue = 1.25,
    flop_energy = (0.9 * 300 - 75) / (0.75 * 125e12), move_energy = 40e-12, send_energy = 100e-12,
    rent_low = 0.4 * per_hour, rent_high = 3.06 * per_hour, energy_low = 0.05 * per_kwh, energy_high = 0.12 * per_kwh,
    source = "100 Gb/s a GPU: arXiv:2411.13055; ring latencies, large messages (Simple): NCCL src/graph/tuning.cc; rent "
      .. "0.4 to 3.06 USD an hour (2024: resale markets to AWS p3 on demand; neither page is archived)",
    assumed = power },

  { name = "v100_16g", like = "dgx_v100", also = { "V100 16GB", "V100 SXM2 16GB", "V100 SXM 16GB" }, mem_size = 16e9,
    source = "the first Tesla V100, of 16 GB: NVIDIA Tesla V100 data sheet (2017), in a node of eight" },

  { name = "a100_40g", like = ampere, also = { "A100 40GB", "A100 SXM4 40GB", "A100 SXM 40GB", "p4d.24xlarge",
    "Standard_ND96asr_v4" },
    mem_bw = 1555e9, mem_size = 40960 * MIB },
  { name = "a100_80g", like = ampere, also = { "A100", "A100 80GB", "A100 SXM4 80GB", "A100 SXM 80GB", "A100 SXM",
      "A100 SXM4", "DGX A100", "p4de.24xlarge", "Standard_ND96amsr_A100_v4" },
    mem_bw = 2039e9, mem_size = 81920 * MIB, cap_power = 400, wait_power = 100, host_power = 1200, pue = 1.25,
    flop_energy = (0.9 * 400 - 100) / (0.869 * 312e12), move_energy = 40e-12, send_energy = 100e-12,
    rent_low = 0.8 * per_hour, rent_high = 4.1 * per_hour, energy_low = 0.05 * per_kwh, energy_high = 0.12 * per_kwh,
    source = ampere.source .. "; rent 0.8 to 4.1 USD an hour (2024: resale markets, mercatus-ai.com/blog/cloud-gpu-pricing "
      .. "still has 0.80 in 2026; to AWS p4d on demand, whose page is not archived)",
    assumed = power },

  { name = "a800_sxm", like = "a100_80g", also = { "A800", "A800 80GB", "A800 SXM4 80GB", "A800 SXM 80GB" }, year = 2022,
    peak_fp16_sparse = false, net0_bw = 200e9, busbw = false, rent_low = false, rent_high = false,
    source = "A100 with NVLink cut from 600 to 400 GB/s, announced 7 November 2022: aiwiki.ai/wiki/nvidia_a800 (June 2026)",
    assumed = "net0_half as A100" },

  -- PCIe cards with the same chip: bridges join two cards, and PCIe joins the pairs of a server.
  { name = "a100_pcie_80g", like = ampere, also = { "A100 PCIe", "A100 PCIe 80GB" }, year = 2021,
    mem_bw = 1935e9, mem_size = 80 * 1024 * MIB, power = 300,
    net0_size = 2, net0_half = 0, busbw = false, net1_size = 4, net1_bw = 32e9, net2_size = unlimited, net2_bw = 25e9,
    source = "A100 with other memory, 300 W: thundercompute.com/blog/nvidia-a100-specs-full-guide; bridges as fast as the "
      .. "links of the module: NVIDIA A100 80GB PCIe product brief, PB-10577-001",
    assumed = "flop_eff as the module; " .. pairs_of_cards },

  { name = "a100_pcie_40g", like = "a100_pcie_80g", also = { "A100 PCIe 40GB" }, year = 2020,
    mem_bw = 1555e9, mem_size = 40 * 1024 * MIB, power = 250,
    source = "as a100_pcie_80g with 40 GB of HBM2, 250 W: thundercompute.com/blog/nvidia-a100-specs-full-guide; NVIDIA "
      .. "A100 40GB PCIe product brief, PB-10137-001",
    assumed = "flop_eff as the module; " .. pairs_of_cards },

  -- The chip made for Leonardo (CINECA): 124 of GA100's 128 SMs, less memory, four of them joined without a switch.
  { name = "a100_64g", like = "a100_80g", also = { "A100 64GB", "A100 SXM4 64GB", "A100 SXM 64GB", "A100 custom 64GB" },
    peak_fp32 = 19.5e12 * 124 / 108, peak_tf32 = 156e12 * 124 / 108, peak_fp16 = 312e12 * 124 / 108,
    peak_bf16 = 312e12 * 124 / 108, peak_fp16_sparse = 624e12 * 124 / 108, units = 124, mem_bw = 1.6e12,
    mem_size = 63.4 * 1024 * MIB, rent_low = false, rent_high = false, net0_size = 4, busbw = false, net1_bw = 12.5e9,
    source = "four a node, 64 GB, 400 Gb/s a node: leonardo-supercomputer.cineca.eu/hpc-system; 124 SMs: 3456 nodes of 32 "
      .. "cores and four times 124 are TOP500's 1,824,768 (grokipedia.com, Leonardo), and CINECA's 10 Eflop/s of FP16 with "
      .. "sparsity ask for them (tomshardware.com, Leonardo); 1.6 TB/s, NVLink of 600 GB/s both ways: arXiv:2307.16885, as "
      .. "others cite it; 63.4 GiB, as PyTorch prints it: users' notes",
    assumed = "clock, power, L2, flop_eff and net0_half as A100" },

  { name = "h100_sxm", like = hopper, year = 2022,
    also = { "H100", "H100 SXM", "H100 SXM5", "H100 80GB", "H100 SXM5 80GB", "H100 SXM 80GB", "DGX H100", "HGX H100",
      "p5.48xlarge", "a3-highgpu-8g", "a3-megagpu-8g", "ND H100 v5", "Standard_ND96isr_H100_v5" },
    mem_bw = 3.35e12, mem_size = 81559 * MIB, cap_power = 700, wait_power = 175, host_power = 1500, pue = 1.25,
    flop_energy = (0.9 * 700 - 175) / (0.803 * 989.4e12), move_energy = 40e-12, send_energy = 100e-12,
    rent_low = 1.9 * per_hour, rent_high = 12.3 * per_hour, energy_low = 0.05 * per_kwh, energy_high = 0.12 * per_kwh,
    source = "NVIDIA H100 architecture white paper, SXM5 (read in glennklockwood.com/garden/processors/h100); one 400 Gb/s "
      .. "adapter a GPU as in DGX H100; flop_eff: 794.5 of 989 Tflop/s BF16, stas00/ml-engineering@744d01e; busbw: NCCL "
      .. "ring "
      .. "without SHARP, NVIDIA GTC25 S72583; L2: arXiv:2411.01137" .. nvml .. "; rent 1.9 to 12.3 USD an hour (2024: "
      .. "resale markets, mercatus-ai.com/blog/cloud-gpu-pricing has 1.99 in 2026; to AWS p5.48xlarge on demand, 98.32 USD "
      .. "for eight: disintermediate.global/insights/gpu-cloud-pricing-models)",
    assumed = power },

  { name = "h800_sxm", like = "h100_sxm", also = { "H800", "H800 80GB", "H800 SXM", "H800 SXM5", "H800 SXM5 80GB" },
    year = 2023,
    peak_fp16_sparse = false, net0_bw = 200e9, busbw = false, rent_low = false, rent_high = false,
    source = "H100 SXM with NVLink cut from 900 to 400 GB/s: ai-dynamo/aiconfigurator@77f0282 systems/h800_sxm.yaml "
      .. "(NVIDIA, 2026)" },

  { name = "h100_pcie", like = hopper, also = { "H100 PCIe 80GB" }, year = 2022,
    peak_fp32 = 51e12, peak_tf32 = 378e12, peak_fp16 = 756.5e12, peak_bf16 = 756.5e12, peak_fp8 = 1513e12,
    peak_fp16_sparse = 1513e12, mem_bw = 2e12, mem_size = 80 * 1024 * MIB, power = 350, units = 114,
    clock = 756.5e12 / (4096 * 114), l2_bw = 5563e9, flop_eff = 0.55, busbw = false,
    net0_size = 2, net0_bw = 300e9, net1_size = 4, net1_bw = 64e9, net2_size = unlimited, net2_bw = 50e9,
    source = "114 SMs, peaks, memory, 350 W, bridges of 600 GB/s both ways: archive-lib.hpctech.co.jp/gpuproduct/"
      .. "nvidia-h100.html (the sheet); the same without sparsity: pytorch/torchtitan@0258167 torchtitan/tools/utils.py; "
      .. "flop_eff and L2: arXiv:2411.01137",
    assumed = pairs_of_cards },

  { name = "h100_nvl", like = "h100_pcie", also = { "H100 NVL 94GB" }, year = 2023,
    peak_fp32 = 67e12, peak_tf32 = 417.5e12, peak_fp16 = 835e12, peak_bf16 = 835e12, peak_fp8 = 1670e12,
    peak_fp16_sparse = 1670e12, mem_bw = 3.9e12, mem_size = 94 * 1024 * MIB, power = 400, units = 132,
    clock = 835e12 / (4096 * 132),
    source = "FP16 835 Tflop/s: pytorch/torchtitan@0258167 torchtitan/tools/utils.py; 94 GB, 3.9 TB/s, 400 W, bridges of "
      .. "600 GB/s both ways: aiminingco.com/gpu/h100-nvl/specs; 132 SMs of 16,896 lanes, FP32: gpu.blog/gpus/"
      .. "nvidia-h100-nvl; TF32 and FP8 half and twice FP16, as on the module",
    assumed = "flop_eff and L2 bandwidth as H100 PCIe; " .. pairs_of_cards },

  -- Modules with other memory, four of them joined without a switch.
  { name = "h100_64g", like = "h100_sxm", also = { "H100 64GB", "H100 SXM5 64GB", "H100 SXM 64GB" },
    mem_bw = 2e12, mem_size = 63.4 * 1024 * MIB, net0_size = 4, busbw = false, net1_bw = 25e9, rent_low = false,
    rent_high = false,
    source = "MareNostrum 5 (2023): four a node, 64 GB of HBM2, an adapter of 200 Gb/s each: BSC's overview, "
      .. "bsc.es/supportkc, as users of it copied it; 132 SMs, 63.4 GiB usable, six NVLinks to each other GPU: users' "
      .. "notes",
    assumed = "memory as fast as the H100 PCIe's, which is HBM2e too; clock, power and flop_eff as H100 SXM" },
  { name = "h100_96g", like = "h100_sxm", also = { "H100 96GB", "H100 SXM5 96GB", "H100 SXM 96GB" },
    mem_size = 96e9, net0_size = 4, busbw = false, rent_low = false, rent_high = false,
    source = "16,896 lanes, 96 GB, 3.35 TB/s: cputronic.com, H100 SXM5 96 GB",
    assumed = "nodes of four; one 400 Gb/s adapter a GPU; power and flop_eff as H100 SXM" },

  { name = "h20_sxm", like = hopper, also = { "H20", "H20 96GB", "H20 SXM5 96GB", "H20 SXM" }, year = 2024,
    peak_fp32 = 44e12, peak_tf32 = 74e12, peak_fp16 = 148e12, peak_bf16 = 148e12, peak_fp8 = 296e12,
    peak_fp16_sparse = false,
    mem_bw = 4e12, mem_size = 96e9, power = 400, units = 78, clock = false, l2_size = false, l2_bw = false, busbw = false,
    source = "FP16 148, FP8 296 Tflop/s, 4.0 TB/s, NVLink as H100: citsjtu2020/LLM-Prof hardware_spec.md and "
      .. "ai-dynamo/aiconfigurator@1641793 systems/h20_sxm.yaml (NVIDIA, 2025); 96 GB, 400 W, 2024: "
      .. "huggingface.co/hardware/h20; TF32 74, FP32 44, 78 SMs: zangshuxian.com/new/674733024499207168",
    assumed = "flop_eff as H100; one 400 Gb/s adapter a GPU; host_bw as H100" },

  { name = "h200_sxm", like = hopper, also = { "H200", "H200 SXM", "H200 SXM5", "H200 141GB", "H200 SXM5 141GB",
    "DGX H200", "p5e.48xlarge", "p5en.48xlarge", "Standard_ND96isr_H200_v5" },
    year = 2023, mem_bw = 4.8e12, mem_size = 143771 * MIB,
    source = "NVIDIA H200 product page (141 GB, 4.8 TB/s; the rest is H100 SXM), stas00/ml-engineering@744d01e" .. nvml,
    assumed = "flop_eff and busbw as measured on H100 SXM" },

  -- One GPU per module. A node of four modules (JUPITER, Alps) is gh200{ net0_size = 4 }.
  { name = "gh200", like = hopper, also = { "GH200 480GB", "GH200 96GB", "GH200 120GB", "Grace Hopper", "GH200 SXM" },
    year = 2023,
    mem_bw = 4e12, mem_size = 97280 * MIB, power = 1000, flop_eff = 0.838, host_bw = 450e9, net0_size = 1, busbw = false,
    source = "compute as H100 SXM; flop_eff: 828.6 of 989 Tflop/s BF16 (of the 900 W part): stas00/ml-engineering@744d01e; "
      .. "132 SMs and memory as the driver reports it: mredenti/PowerCapping configuration/OpenCL_benchmark.md; 96 GB "
      .. "HBM3, 4.0 TB/s: stas00/ml-engineering@744d01e; NVLink-C2C 900 GB/s both ways: "
      .. "spheron.network/blog/nvidia-gh200-guide (January 2026); up to 1000 W for the module, its processor included: "
      .. "artificial-intelligence-wiki.com, NVIDIA Grace Hopper guide",
    assumed = "one 400 Gb/s adapter a module" },

  { name = "l40s", like = card, also = { "L40S 48GB", "L40S PCIe" }, year = 2022,
    peak_fp32 = 91.6e12, peak_tf32 = 183e12, peak_fp16 = 362.05e12, peak_bf16 = 362.05e12, peak_fp8 = 733e12,
    mem_bw = 864e9, mem_size = 46068 * MIB, power = 350, units = 142, host_bw = 32e9, net0_size = 8, net0_bw = 32e9,
    source = "FP16, FP8, memory as the driver reports it, 350 W, PCIe 4: ai-dynamo/aiconfigurator@ee962fc "
      .. "systems/l40s.yaml (NVIDIA, 2025); FP32, TF32: stas00/ml-engineering@744d01e; 142 SMs: 568 tensor cores, "
      .. "store.sourcecode.com" },

  { name = "rtx_pro_6000", like = card, year = 2025,
    also = { "RTX PRO 6000 Blackwell", "RTX PRO 6000 Blackwell Server Edition", "RTX PRO 6000 Server" },
    peak_fp32 = 2 * 24064 * 2430e6, peak_fp16 = 467.8e12, peak_bf16 = 467.8e12, peak_fp8 = 935.6e12, peak_fp4 = 1871.2e12,
    mem_bw = 1792e9, mem_size = 97887 * MIB, power = 600, units = 188, host_bw = 64e9, net0_size = 8, net0_bw = 64e9,
    net1_bw = 50e9,
    source = "Server Edition at 2430 MHz: ai-dynamo/aiconfigurator@5ecb4d6 systems/rtx_pro_6000_server.yaml (NVIDIA, "
      .. "2026); 24,064 FP32 lanes in 188 SMs: cputronic.com, RTX PRO 6000 Blackwell",
    assumed = "FP32 2 flop a lane at 2430 MHz; 400 Gb/s a card" },

  { name = "rtx_a6000", like = card, also = { "A6000", "RTX A6000 48GB" }, year = 2020,
    peak_fp32 = 38.7e12, peak_tf32 = 77.4e12, peak_fp16 = 154.8e12, peak_bf16 = 154.8e12,
    mem_bw = 768e9, mem_size = 48 * 1024 * MIB, power = 300, units = 84, host_bw = 32e9,
    net0_size = 2, net0_bw = 56.25e9, net1_size = 4, net1_bw = 32e9, net2_size = unlimited, net2_bw = 25e9,
    source = "FP16 154.8 Tflop/s with FP32 sums, dense: NVIDIA's GA102 white paper as cited by llmperf.net, RTX A6000; "
      .. "FP32, 84 SMs, 48 GB, 768 GB/s, 300 W, October 2020: sysrqmts.com, RTX A6000; bridges of two cards, 112.5 GB/s "
      .. "both ways, as the A40 of the same chip: NVIDIA's A40 data sheet as in ecer.com",
    assumed = "TF32 half of FP16, as on A40; cards in pairs, four pairs a server joined by PCIe 4" },

  { name = "rtx_4090", like = card, also = { "4090", "RTX 4090 24GB" }, year = 2022,
    peak_fp32 = 82.58e12, peak_tf32 = 82.58e12, peak_fp16 = 165.15e12, peak_bf16 = 165.15e12, peak_fp8 = 330.3e12,
    mem_bw = 1008e9, mem_size = 24 * 1024 * MIB, power = 450, units = 128, host_bw = 32e9, net0_size = 8, net0_bw = 32e9,
    source = "dense peaks with FP32 sums, 24 GB, 1008 GB/s, 128 SMs: waredb.com/processor/nvidia-geforce-rtx-4090; 450 W, "
      .. "on sale for 1,599 USD from 12 October 2022: holynerdvana.blogspot.com, 1 November 2022; no NVLink" },

  { name = "b200_sxm", like = blackwell, also = { "B200", "B200 SXM", "B200 180GB", "B200 SXM 180GB", "B200 192GB",
    "DGX B200", "HGX B200", "p6-b200.48xlarge" },
    peak_fp32 = 80e12, peak_tf32 = 1125e12, peak_fp16 = 2250e12, peak_bf16 = 2250e12, peak_fp8 = 4500e12,
    peak_fp4 = 9000e12,
    peak_fp16_sparse = 4500e12, mem_bw = 8e12, mem_size = 178.35 * 1024 * MIB, power = 1000, clock = 2250e12 / (8192 * 148),
    l2_bw = 6441e9 * 148 * (2250e12 / (8192 * 148)) / (132 * 1830e6), flop_eff = 0.776, fp4_eff = 0.508, host_bw = 64e9,
    net0_size = 8, net0_bw = 900e9, busbw = 700e9, net1_size = unlimited, net1_bw = 50e9,
    source = "NVIDIA Blackwell architecture brief, HGX B200 at 1000 W (read in glennklockwood.com/garden/processors/B200 "
      .. "and stas00/ml-engineering@744d01e; TF32 rounded to 1100 in the first); 148 SMs: vendor kernels' B200 tables; one "
      .. "400 Gb/s adapter a GPU as in DGX B200; flop_eff: 1745 of 2250 Tflop/s BF16, stas00/ml-engineering@744d01e; "
      .. "busbw: NVIDIA GTC25 S72583; memory: as CUDA reports it, pytorch/ao#4002; PCIe Gen5 x16; fp4_eff: "
      .. "scripts/studies/operators/ultra.lua" },

  -- If 64 of the 72 GPUs of a rack are in use: gb200_nvl72{ net0_size = 64 }.
  { name = "gb200_nvl72", like = blackwell, also = { "GB200", "GB200 186GB", "GB200 NVL72", "GB200 SXM" },
    peak_fp32 = 80e12, peak_tf32 = 1250e12, peak_fp16 = 2500e12, peak_bf16 = 2500e12, peak_fp8 = 5000e12,
    peak_fp4 = 10000e12,
    peak_fp16_sparse = 5000e12, mem_bw = 8e12, mem_size = 186e9, power = 1200, clock = 2500e12 / (8192 * 148),
    l2_bw = 6441e9 * 148 * (2500e12 / (8192 * 148)) / (132 * 1830e6), flop_eff = 0.729, fp4_eff = 0.508, host_bw = 225e9,
    net0_size = 72, net0_bw = 900e9, net1_size = unlimited, net1_bw = 100e9,
    source = "NVIDIA Blackwell architecture brief, GB200 at 1200 W (read in glennklockwood.com/garden/processors/B200 and "
      .. "stas00/ml-engineering@744d01e); 72 GPUs a rack and 100 GB/s a GPU between racks: "
      .. "ai-dynamo/aiconfigurator@095f58a systems; flop_eff: 1822 of 2500 Tflop/s BF16, stas00/ml-engineering@744d01e; "
      .. "NVLink-C2C, 900 GB/s both ways, serves two GPUs: same brief",
    assumed = "units and fp4_eff as B200" },

  -- The same GPUs, four on a board, without switches: as RIKEN's AI for Science system has them.
  { name = "gb200_nvl4", like = "gb200_nvl72", also = { "GB200 NVL4" },
    peak_tf32 = 9712e12 / 8, peak_fp16 = 9712e12 / 4, peak_bf16 = 9712e12 / 4, peak_fp8 = 9712e12 / 2, peak_fp4 = 9712e12,
    peak_fp16_sparse = 9712e12 / 2, mem_bw = 7.9e12, mem_size = 173.2 * 1024 * MIB, clock = 9712e12 / 4 / (8192 * 148),
    l2_bw = 6441e9 * 148 * (9712e12 / 4 / (8192 * 148)) / (132 * 1830e6), net0_size = 4, net1_bw = 100e9,
    source = "FP8 9712 Tflop/s, which is with sparsity (twice the brief's dense peak), 173.2 GiB, 7.9 TB/s, NVLink of 300 "
      .. "GB/s in one direction to each of three, InfiniBand of 800 Gb/s a GPU: documentation of RIKEN's system, "
      .. "github.com/RIKEN-RCCS/Rikyu; FP16 half, TF32 a quarter, FP4 twice the dense FP8",
    assumed = "power and flop_eff as in NVL72" },

  -- Blackwell Ultra: more memory, 1.4 to 1.5 times the FP4 peak, and twice as many exponentials per second (NVIDIA's blog
  -- of 2026-02, on softmax with Blackwell Ultra).
  { name = "b300_sxm", like = "b200_sxm", also = { "B300", "B300 SXM 270GB", "B300 SXM", "B300 288GB", "DGX B300" },
    year = 2025,
    peak_fp4 = 12600e12, peak_fp16_sparse = false, mem_size = 288e9, net1_bw = 100e9, exp_rate = 6e10, power = 1100,
    gemm_warm = 0.112, fp4_eff = 0.450,
    source = "stas00/ml-engineering@744d01e compute/accelerator/README.md, network/README.md; 1,100 W: "
      .. "verda.com/blog/gb300-nvl72-architecture; gemm_warm, fp4_eff: scripts/studies/operators/ultra.lua",
    assumed = "units and flop_eff as b200" },
  { name = "gb300_nvl72", like = "gb200_nvl72", also = { "GB300", "GB300 288GB", "GB300 NVL72", "GB300 SXM" }, year = 2025,
    peak_fp4 = 15000e12, peak_fp16_sparse = false, mem_size = 288e9, power = 1400, exp_rate = 6e10, flop_eff = 0.775,
    fp4_eff = 0.450 * 12600 / 15000 * 2500 / 2250,
    source = "stas00/ml-engineering@744d01e compute/accelerator/README.md, network/README.md",
    assumed = "units as gb200; flop_eff of gb200 at the clock that its power allows: (1400 / 1200)^(1 / cap_exponent); FP4 "
      .. "as fast as on b300 at the clock of its FP8 peak" },
}, parts = { assumptions = assumptions }, gone = {
  dgx_a100 = "a100_80g, with the power and prices that were dgx_a100's; its latencies are those of small messages",
  dgx_h100 = "h100_sxm, with the power and prices that were dgx_h100's; its latencies are those of small messages",
} }
