-- SPDX-License-Identifier: MIT
-- NVIDIA's cards for PCIe that nvidia.lua has not; it explains the fields. A peak is that of sums in FP32: on GeForce cards
-- half of what sums in FP16 reach, on others the same.
local parts = require("twocs.data.devices.nvidia").parts

local MIB = 1048576
local unlimited = 1048576 -- a level that no sheet bounds
local measured = "zzc0721/torch-performance-test-data@0785868 database.md"
local throughput = "Lightning-AI/pytorch-lightning@1526f84 src/lightning/fabric/utilities/throughput.py"

-- Servers of eight cards, joined by PCIe alone.
local pcie_3 = { like = parts.assumptions, net0_size = 8, net0_bw = 16e9, host_bw = 16e9, net1_size = unlimited,
  net1_bw = 12.5e9, assumed = "eight cards a server; 100 Gb/s a card" }
local pcie_4 = { like = parts.assumptions, net0_size = 8, net0_bw = 32e9, host_bw = 32e9, net1_size = unlimited,
  net1_bw = 25e9, assumed = "eight cards a server; 200 Gb/s a card" }

return { devices = {
  { name = "v100_pcie_32g", like = pcie_3, also = { "V100 PCIe 32GB", "V100 PCIe" },
    peak_fp32 = 14e12, peak_fp16 = 112e12, mem_bw = 900e9, mem_size = 32e9, power = 250, units = 80,
    clock = 112e12 / (1024 * 80), l2_size = 6 * MIB, l2_bw = 2155e9 * 112 / 125, flop_eff = 0.75,
    source = "FP16 and FP32: V100 data sheet (2018) as in " .. throughput .. "; 80 SMs, 900 GB/s, 250 W, no NVLink: "
      .. "io-tech.fi, Tesla V100 PCI Express; L2: arXiv:2411.01137",
    assumed = "flop_eff and L2 bandwidth for each clock as V100 SXM" },
  { name = "v100_pcie_16g", like = "v100_pcie_32g", also = { "V100 PCIe 16GB" }, year = 2017, mem_size = 16e9,
    source = "16 GB, 2017: io-tech.fi, Tesla V100 PCI Express" },

  -- No BF16.
  { name = "t4", like = pcie_3, also = { "T4 16GB", "T4 PCIe" }, year = 2018,
    peak_fp32 = 8.1e12, peak_fp16 = 65e12, mem_bw = 320e9, mem_size = 16 * 1024 * MIB, power = 70, units = 40,
    flop_eff = 42.3 / 65,
    source = "FP16 65 Tflop/s with FP32 sums: hmc-tech.com, NVIDIA T4; FP32: T4 data sheet as in " .. throughput .. "; 40 "
      .. "SMs, 16 GB, 320 GB/s, 70 W, PCIe 3, 2018: sysrqmts.com, Tesla T4; flop_eff: 41.9 and 42.7 Tflop/s, "
      .. measured },

  { name = "a30", like = pcie_4, also = { "A30 24GB", "A30 PCIe" },
    peak_fp32 = 2 * 64 * 56 * 1440e6, peak_tf32 = 82.5e12, peak_fp16 = 165e12, peak_bf16 = 165e12, mem_bw = 933e9,
    mem_size = 24060 * MIB, power = 165, units = 56, clock = 165e12 / (2048 * 56), l2_size = 24 * MIB,
    l2_bw = 5603e9 * 56 / 108, flop_eff = 0.869,
    source = "FP16 165 Tflop/s, 933 GB/s: feifeibear/LLMRoofline hardware_dict.py; 56 SMs of 64 lanes at 1440 MHz, L2, "
      .. "memory as the driver reports it: JakeFlasher/benchmark_flash_attention results_varlen",
    assumed = "TF32 half of FP16; flop_eff as A100; L2 bandwidth as A100 for each SM; 165 W; no bridges" },

  { name = "a40", like = "rtx_a6000", also = { "A40 48GB", "A40 PCIe" }, year = 2020,
    peak_fp32 = 37.4e12, peak_tf32 = 74.8e12, peak_fp16 = 149.7e12, peak_bf16 = 149.7e12, mem_bw = 696e9,
    source = "peaks, memory, 300 W, bridges of 112.5 GB/s both ways: NVIDIA's A40 data sheet as in ecer.com; FP16 as fast "
      .. "with FP32 sums: hmc-tech.com, NVIDIA A40; 84 SMs, October 2020: sysrqmts.com, A40 PCIe" },

  { name = "a10", like = pcie_4, also = { "A10 24GB", "A10 PCIe" }, year = 2021,
    peak_fp32 = 31.2e12, peak_tf32 = 62.5e12, peak_fp16 = 125e12, peak_bf16 = 125e12, mem_bw = 600e9,
    mem_size = 24 * 1024 * MIB, power = 150, units = 72, flop_eff = 0.8,
    source = "peaks: A10 data sheet as in " .. throughput .. "; 72 SMs, 24 GB, 600 GB/s, April 2021: sysrqmts.com, A10 "
      .. "PCIe; 150 W: 27nk.com, T4 and A10",
    assumed = "flop_eff 0.8" },

  -- Amazon's variant (g5 instances): slower tensor cores; its limit of power is not published.
  { name = "a10g", like = "a10", also = { "A10G 24GB", "g5.48xlarge" },
    peak_fp32 = 35e12, peak_tf32 = 35e12, peak_fp16 = 70e12, peak_bf16 = 70e12, power = false, units = 80,
    net1_bw = 100e9 / 8 / 8,
    source = "FP16 and BF16 70 Tflop/s: baseten.co/blog/nvidia-a10-vs-a10g-for-ml-model-inference, as meters of throughput "
      .. "cite it; 80 SMs: RajBhope/gpu-runtime-predictor gpu_catalog.json; up to eight, and up to 100 Gb/s, an instance: "
      .. "docs.aws.amazon.com, accelerated computing instances",
    assumed = "FP32 and TF32 half of FP16" },

  { name = "rtx_3090", like = pcie_4, also = { "3090", "RTX 3090 24GB" }, year = 2020,
    peak_fp32 = 35.6e12, peak_tf32 = 35.6e12, peak_fp16 = 142e12 / 2, peak_bf16 = 142e12 / 2, mem_bw = 936e9,
    mem_size = 24 * 1024 * MIB, power = 350, units = 82, flop_eff = 1,
    source = "FP16 142 Tflop/s dense, halved for FP32 sums, FP32, 24 GB, 936 GB/s, 82 SMs, 350 W, September 2020: "
      .. "holynerdvana.blogspot.com, RTX 3090 specifications; flop_eff: 76.3 to 76.7 Tflop/s BF16 on three machines, above "
      .. "the peak at the sheet's clock, " .. measured,
    assumed = "TF32 as FP32; no bridges" },

  -- FP4 is left out: its sums are not slower, so that it would be four times FP8.
  { name = "rtx_5090", like = pcie_4, also = { "5090", "RTX 5090 32GB" }, year = 2025,
    peak_fp32 = 2 * 21760 * 2407e6, peak_tf32 = 2 * 21760 * 2407e6, peak_fp16 = 419e12 / 2, peak_bf16 = 419e12 / 2,
    peak_fp8 = 838e12 / 2, mem_bw = 1792e9, mem_size = 32607 * MIB, power = 575, units = 170, flop_eff = 1, host_bw = 64e9,
    net0_bw = 64e9,
    source = "FP16 419 and FP8 838 Tflop/s dense, halved for FP32 sums, 1792 GB/s, memory as the driver reports it, 170 "
      .. "SMs at 2407 MHz, 575 W, PCIe 5: ai-dynamo/aiconfigurator@603ba74 systems/rtx_5090.yaml (NVIDIA, 2026); 21,760 "
      .. "lanes of FP32: spheron.network/blog/nvidia-rtx-5090-specs; January 2025: nikolasent.github.io; flop_eff: 236 and "
      .. "242 Tflop/s BF16, above the peak at the sheet's clock, " .. measured,
    assumed = "TF32 as FP32" },

  { name = "rtx_6000_ada", like = "l40s", also = { "RTX 6000 Ada Generation", "RTX 6000 Ada 48GB", "6000 Ada" },
    year = 2022,
    peak_fp32 = 91.1e12, peak_tf32 = 142 * 512 * 2505e6, peak_fp16 = 142 * 1024 * 2505e6, peak_bf16 = 142 * 1024 * 2505e6,
    peak_fp8 = 142 * 2048 * 2505e6, mem_bw = 960e9, mem_size = 48 * 1024 * MIB, power = 300,
    source = "142 SMs, FP32, 48 GB, 960 GB/s, 300 W: grafikkarten.com, RTX 6000 Ada; 2505 MHz, December 2022: "
      .. "cputronic.com; FP16 by the chip's rate, 1024 flop an SM and clock with FP32 sums, which are 366.4 Tflop/s at "
      .. "2520 MHz: hmc-tech.com, L40S; TF32 half and FP8 twice of it" },

  -- The vendor's sheet has half of what L40S has at nearly the same clock.
  { name = "l40", like = "l40s", also = { "L40 48GB", "L40 PCIe" }, year = 2022,
    peak_fp32 = 90.5e12, peak_tf32 = 90.5e12, peak_fp16 = 181.05e12, peak_bf16 = 181.05e12, peak_fp8 = 362e12,
    mem_size = 48 * 1024 * MIB, power = 300,
    source = "NVIDIA's sheet of L40 and L40S as in mullet.se: dense peaks, 864 GB/s, 142 RT cores, 300 W; FP16 181 Tflop/s "
      .. "also: feifeibear/LLMRoofline hardware_dict.py; October 2022 as L40S" },

  { name = "l4", like = "l40s", also = { "L4 24GB", "L4 PCIe" }, year = 2023,
    peak_fp32 = 30.3e12, peak_tf32 = 60e12, peak_fp16 = 121e12, peak_bf16 = 121e12, peak_fp8 = 242e12, mem_bw = 300e9,
    mem_size = 24 * 1024 * MIB, power = 72, units = 58,
    source = "dense peaks: " .. throughput .. ", half of 242 (FP16) and 485 (FP8) Tflop/s with sparsity, 24 GB, 300 GB/s, "
      .. "72 W, March 2023: grokipedia.com, NVIDIA L4 vs L40S; 58 SMs: 7424 FP32 lanes, fpsbench.com" },
} }
