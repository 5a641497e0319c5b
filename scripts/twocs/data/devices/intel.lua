-- SPDX-License-Identifier: MIT
-- Intel's accelerators; nvidia.lua explains the fields. The Ethernet ports of a chip are its links: 21 of 24 connect the
-- eight chips of a node, three leave the node.

local assumptions = {
  tile_m = 256, tile_n = 256, attn_eff = 0.5, mem_eff = 0.7, launch = 5e-6, comm_launch = 10e-6, comm_chunk = 524288,
  net0_size = 8, net0_lat = 2e-6, net0_half = 0, net1_size = 1048576, net1_lat = 5e-6, net1_half = 0,
  assumed = "tile as the matrix engine, 256 x 256; attn_eff 0.5; mem_eff 0.7; launch 5 us; latencies",
}
local chips = "Intel at Hot Chips 2024 (sgpjbg.com/baogao/465025.html)"

return { devices = {
  { name = "gaudi2", like = assumptions, also = { "Gaudi 2", "Gaudi2 96GB", "HL-225", "HPU Gaudi2" }, year = 2022,
    peak_fp32 = 432e12 / 4, peak_fp16 = 432e12, peak_bf16 = 432e12, peak_fp8 = 865e12, mem_bw = 2.46e12, mem_size = 96e9,
    power = 600, units = 2, flop_eff = 0.969, host_bw = 32e9, net0_bw = 21 * 12.5e9, net1_bw = 3 * 12.5e9,
    source = "BF16, memory, 600 W, 24 ports of 100 Gb/s, PCIe: " .. chips .. "; FP8, two matrix engines, flop_eff: 418.7 "
      .. "of 432 Tflop/s BF16: stas00/ml-engineering@744d01e compute/accelerator",
    assumed = "FP16 as BF16, FP32 a quarter; 21 ports inside a node, as Gaudi 3" },
  { name = "gaudi3", like = assumptions, also = { "Gaudi 3", "Gaudi3 128GB", "HL-325", "HPU Gaudi3" }, year = 2024,
    peak_fp32 = 229e12, peak_tf32 = 459e12, peak_fp16 = 459e12, peak_bf16 = 1835e12, peak_fp8 = 1835e12, mem_bw = 3.67e12,
    mem_size = 128e9, power = 900, units = 8, flop_eff = 1243 / 1835, host_bw = 64e9, net0_bw = 21 * 25e9,
    net1_bw = 3 * 25e9,
    source = "BF16 and FP8 1835 Tflop/s, memory, 900 W on air, eight matrix engines, PCIe: " .. chips .. "; FP32, TF32, "
      .. "FP16, and flop_eff: 1243 Tflop/s BF16 measured, where the part in use runs at 1600 of 1750 MHz: "
      .. "stas00/ml-engineering@744d01e; 21 ports of 200 Gb/s inside a node, three out of it: docs.habana.ai, Network "
      .. "Configuration" },
} }
