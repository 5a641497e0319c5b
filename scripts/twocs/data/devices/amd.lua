-- SPDX-License-Identifier: MIT
-- AMD's accelerators; nvidia.lua explains the fields. FP32 is the matrix rate. L2 means the cache that all dies of a CDNA 3
-- device share: 256 MB at 17 TB/s (AMD's launch slides, read in servethehome.com, MI300X launched).

local MIB = 1048576
local unlimited = 1048576 -- for a level whose size no data sheet limits

local assumptions = {
  tile_m = 128, tile_n = 128, attn_eff = 0.5, mem_eff = 0.7, launch = 5e-6, comm_launch = 12e-6, comm_chunk = 524288,
  net0_lat = 0.8e-6, net0_half = 0, net1_lat = 2.7e-6, net1_half = 0,
  assumed = "tile 128 x 128; attn_eff 0.5; mem_eff 0.7; launch 5 us; latencies from RCCL src/graph/tuning.cc "
    .. "(tuning_model_0: ring, LL), between nodes NCCL's; comm_chunk as NCCL; no saturation unless stated",
}

-- CDNA 3: 2048 FP16 flop per CU and clock; 512 KB of registers in the four SIMDs of a CU.
local cdna3 = {
  like = assumptions, peak_fp32 = 163.4e12, peak_tf32 = 653.7e12, peak_fp16 = 1307.4e12, peak_bf16 = 1307.4e12,
  peak_fp8 = 2614.9e12, peak_fp16_sparse = 2614.9e12, units = 304, clock = 1307.4e12 / (2048 * 304), l2_size = 256e6,
  l2_bw = 17e12, reg_size = 131072, host_bw = 64e9, net0_size = 8, net0_bw = 448e9, net0_half = 2.7e6, busbw = 307e9,
  net1_size = unlimited, net1_bw = 50e9,
}

return { devices = {
  { name = "mi50", like = assumptions, also = { "MI50 16GB" }, year = 2018,
    peak_fp32 = 13.3e12, peak_fp16 = 26.5e12, mem_bw = 1024e9, mem_size = 16e9, power = 300, units = 60, flop_eff = 0.75,
    net0_size = 4, net0_bw = 100e9, net1_size = 1,
    source = "AnandTech 17326 (comparison table of MI250, MI210, MI100, MI50); CUs: ROCm GPU hardware specifications; "
      .. "links: AMD announcement of 6 November 2018, two Infinity Fabric links, 200 GB/s together (later AMD papers give "
      .. "184)",
    assumed = "flop_eff 0.75; net0_size 4 (ring of four)" },

  { name = "mi100", like = assumptions, also = { "MI100 32GB" }, year = 2020,
    peak_fp32 = 46.1e12, peak_fp16 = 184.6e12, peak_bf16 = 92.3e12, mem_bw = 1228.8e9, mem_size = 32e9, power = 300,
    units = 120, flop_eff = 0.75, net0_size = 4, net0_bw = 138e9, net1_size = 1,
    source = "AMD Instinct MI100 brochure, ref. 5 of arXiv:2302.02825v1 (read in notebookcheck.net 504329 and AnandTech "
      .. "17326; FP32 is the matrix rate); hives of four: ROCm documentation, MI100 hardware",
    assumed = "flop_eff 0.75" },

  { name = "mi210", like = assumptions, also = { "MI210 64GB" }, year = 2022,
    peak_fp32 = 45.3e12, peak_fp16 = 181e12, peak_bf16 = 181e12, mem_bw = 1638.4e9, mem_size = 64e9, power = 300,
    units = 104,
    flop_eff = 0.767, net0_size = 4, net0_bw = 150e9, net1_size = 1,
    source = "AMD Instinct MI210: AnandTech 17326 (FP32 is the matrix rate; HBM 4096 bit at 3.2 Gb/s); BF16 as FP16 on "
      .. "CDNA 2; node of four, fully connected by links of 100 GB/s both ways: arXiv:2302.02825v1, 4.3.1; flop_eff: 147.0 "
      .. "of 191.5 Tflop/s on one MI250X die, an older table of stas00/ml-engineering",
    assumed = "flop_eff of MI210 as of the MI250X die" },

  -- Both dies of a module. A framework sees a module as two devices (mi250x_gcd), so no name from a user means this entry.
  { name = "mi250x", like = assumptions, also = false, year = 2021,
    peak_fp32 = 95.7e12, peak_fp16 = 383e12, peak_bf16 = 383e12, mem_bw = 3276.8e9, mem_size = 128e9, power = 560,
    units = 220,
    flop_eff = 0.767, net0_size = 4, net0_bw = 350e9, net1_size = unlimited, net1_bw = 25e9,
    source = "AMD Instinct MI250X, both dies of the module: AnandTech 17054 and AMD's launch table (FP32 is the matrix "
      .. "rate); seven of eight links of 100 GB/s both ways to other GPUs: stas00/ml-engineering@744d01e; four modules and "
      .. "four 200 Gb/s adapters a node: OLCF Frontier user guide; flop_eff: 147.0 of 191.5 Tflop/s on one die" },

  -- One die of the module, as a framework sees it: half of the sheet's values, eight dies in a node. Four of its links lead
  -- to the other die of the module, and few lead to the next module: RCCL has four rings of eight dies there. There is no
  -- year, because AMD announced the module.
  { name = "mi250x_gcd", like = assumptions, also = { "MI250X GCD" },
    peak_fp32 = 47.85e12, peak_fp16 = 191.5e12, peak_bf16 = 191.5e12, mem_bw = 1638.4e9, mem_size = 64e9, power = 280,
    units = 110, flop_eff = 0.767, net0_size = 8, net0_bw = 200e9, net1_size = unlimited, net1_bw = 12.5e9,
    source = "half of the values of mi250x, with the sources there; four rings of eight dies, over one link each: RCCL "
      .. "src/graph/rome_models.cc (rome_model_52); an adapter for two dies" },

  -- The same of a module with fewer CUs and six links instead of eight.
  { name = "mi250_gcd", like = "mi250x_gcd", also = { "MI250 GCD" },
    peak_fp32 = 90.5e12 / 2, peak_fp16 = 362.1e12 / 2, peak_bf16 = 362.1e12 / 2, power = 250, units = 104,
    source = "half of a module of 362.1 Tflop/s FP16, 90.5 FP32 (matrix) and 208 CUs: zexron.com, AMD MI250(X); 104 CUs at "
      .. "1.7 GHz and 1.6 TB/s a die: ROCm documentation, MI250 microarchitecture; 500 W a module: "
      .. "yobitel.com/knowledge-base/amd-mi250",
    assumed = "rings, adapters and flop_eff as of the MI250X's die" },

  { name = "mi300x", like = cdna3, also = { "MI300X 192GB", "MI300X OAM", "Standard_ND96isr_MI300X_v5" }, year = 2023,
    mem_bw = 5.3e12, mem_size = 191.98 * 1024 * MIB, power = 750, flop_eff = 0.511,
    source = "ROCm documentation, MI300 hardware, and AMD Instinct MI300X data sheet; flop_eff: 668.4 Tflop/s BF16, "
      .. "stas00/ml-engineering@744d01e; busbw, net0_half, 8 adapters of 400 Gb/s: rccl-tests in "
      .. "hisohara/ai-scripts@7b8b1ec training/01_rccl-smoketest, 8 GPUs, 4 MB and more; memory: 191.98 GiB, as PyTorch "
      .. "prints it of an MI300X; PCIe: the sheet" },

  -- The cores of a processor share the package and its memory. The memory that they use is not available to the device.
  { name = "mi300a", like = cdna3, also = { "MI300A APU", "MI300A 128GB" }, year = 2023,
    peak_fp32 = 122.6e12, peak_tf32 = 490.3e12, peak_fp16 = 980.6e12, peak_bf16 = 980.6e12, peak_fp8 = 1961.2e12,
    peak_fp16_sparse = false, mem_bw = 5.3e12, mem_size = 128e9, units = 228, clock = 2100e6, flop_eff = 0.511,
    net0_size = 4, net0_bw = 384e9, net0_half = 0, busbw = false,
    source = "peaks, 228 CUs at 2100 MHz, 128 GB, four a node: AMD's MI300A data sheet as in "
      .. "vengineer.hatenablog.com/entry/2023/12/11/080000; memory bandwidth: "
      .. "emergentmind.com/topics/amd-instinct-mi300a-apu (April 2026)",
    assumed = "TF32 half and FP8 twice FP16, as on MI300X; flop_eff as MI300X; two links of 64 GB/s to each other device; "
      .. "one 400 Gb/s adapter a device; host_bw as MI300X" },

  { name = "mi325x", like = cdna3, also = { "MI325X 256GB", "MI325X OAM" }, year = 2024,
    mem_bw = 6e12, mem_size = 256e9, power = 1000, flop_eff = 0.6,
    source = "memory, power: stas00/ml-engineering@744d01e; compute and links as MI300X; flop_eff: 784.9 Tflop/s BF16, "
      .. "same place",
    assumed = "busbw and net0_half as measured on MI300X" },

  { name = "mi355x", like = assumptions, also = { "MI355X 288GB", "MI355X OAM" }, year = 2025,
    peak_fp32 = 157.3e12, peak_fp16 = 2516.6e12, peak_bf16 = 2516.6e12, peak_fp8 = 5033.2e12, peak_fp4 = 10066.3e12,
    mem_bw = 8e12, mem_size = 288e9, power = 1400, units = 256, flop_eff = 0.622,
    net0_size = 8, net0_bw = 537.6e9, net1_size = unlimited, net1_bw = 50e9,
    source = "AMD CDNA 4 at 2.4 GHz: 256 CUs x 4096 (FP16), 8192 (FP8) and 16384 (FP4) flop a cycle, HBM and power: AMD at "
      .. "Hot Chips 2025 and ISSCC 2026; FP32, links, adapters: stas00/ml-engineering@744d01e; flop_eff: 1565 Tflop/s "
      .. "BF16, same place" },

  { name = "mi350x", like = "mi355x", also = { "MI350X 288GB", "MI350X OAM" },
    peak_fp32 = 157.3e12 * 2.2 / 2.4, peak_fp16 = 2306.9e12, peak_bf16 = 2306.9e12, peak_fp8 = 4613.7e12,
    peak_fp4 = 9227.5e12,
    power = 1000, year = 2025,
    source = "CDNA 4 at 2.2 GHz, 1000 W: AMD at Hot Chips 2025, read in wccftech.com, 26 August 2025; its FP4 with "
      .. "sparsity, 18.45 Pflop/s, is twice that of 256 CUs here: tomshardware.com, MI355X will consume 1,400 watts (June "
      .. "2025)",
    assumed = "flop_eff as MI355X" },
} }
