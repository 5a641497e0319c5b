-- SPDX-License-Identifier: MIT
-- Intel's accelerators; nvidia.lua explains the fields. The Ethernet ports of a Gaudi are its links: 21 of 24 connect the
-- eight chips of a node, three leave the node.

local assumptions = {
  attn_eff = 0.5, mem_eff = 0.7, launch = 5e-6, comm_launch = 10e-6, comm_chunk = 524288, net0_lat = 2e-6, net0_half = 0,
  net1_size = 1048576, net1_lat = 5e-6, net1_half = 0,
  assumed = "attn_eff 0.5; mem_eff 0.7; launch 5 us; latencies",
}
local gaudi = { like = assumptions, tile_m = 256, tile_n = 256, net0_size = 8,
  assumed = "tile as the matrix engine, 256 x 256" }
local chips = "Intel at Hot Chips 2024 (sgpjbg.com/baogao/465025.html)"

return { devices = {
  { name = "gaudi2", like = gaudi, also = { "Gaudi 2", "Gaudi2 96GB", "HL-225", "HPU Gaudi2" }, year = 2022,
    peak_fp32 = 432e12 / 4, peak_fp16 = 432e12, peak_bf16 = 432e12, peak_fp8 = 865e12, mem_bw = 2.46e12, mem_size = 96e9,
    power = 600, units = 2, flop_eff = 0.969, host_bw = 32e9, net0_bw = 21 * 12.5e9, net1_bw = 3 * 12.5e9,
    source = "BF16, memory, 600 W, 24 ports of 100 Gb/s, PCIe: " .. chips .. "; FP8, two matrix engines, flop_eff: 418.7 "
      .. "of 432 Tflop/s BF16: stas00/ml-engineering@744d01e compute/accelerator",
    assumed = "FP16 as BF16, FP32 a quarter; 21 ports inside a node, as Gaudi 3" },
  { name = "gaudi3", like = gaudi, also = { "Gaudi 3", "Gaudi3 128GB", "HL-325", "HPU Gaudi3" }, year = 2024,
    peak_fp32 = 229e12, peak_tf32 = 459e12, peak_fp16 = 459e12, peak_bf16 = 1835e12, peak_fp8 = 1835e12, mem_bw = 3.67e12,
    mem_size = 128e9, power = 900, units = 8, flop_eff = 1243 / 1835, host_bw = 64e9, net0_bw = 21 * 25e9,
    net1_bw = 3 * 25e9,
    source = "BF16 and FP8 1835 Tflop/s, memory, 900 W on air, eight matrix engines, PCIe: " .. chips .. "; FP32, TF32, "
      .. "FP16, and flop_eff: 1243 Tflop/s BF16 measured, where the part in use runs at 1600 of 1750 MHz: "
      .. "stas00/ml-engineering@744d01e; 21 ports of 200 Gb/s inside a node, three out of it: docs.habana.ai, Network "
      .. "Configuration" },

  -- A framework sees each of a module's two tiles as a device, twelve in a node of Aurora. torchtitan's MFU is a share of
  -- 298 Tflop/s (448 of 512 engines at 1300 MHz): not of this peak.
  { name = "max1550_tile", like = assumptions, also = { "Max 1550 tile", "Max 1550 stack", "GPU Max 1550 tile",
      "Data Center GPU Max 1550 tile", "PVC tile", "PVC stack", "Ponte Vecchio tile" },
    tile_m = 128, tile_n = 128, peak_fp32 = 52e12 / 2, peak_fp16 = 832e12 / 2, peak_bf16 = 832e12 / 2,
    mem_bw = 3276.8e9 / 2, mem_size = 64 * 1073741824, power = 300, units = 64, flop_eff = 273 / 416, host_bw = 32e9,
    net0_size = 12, net0_bw = 8 * 53e9 / 2, net1_bw = 8 * 25e9 / 12,
    source = "half of a module of 832 Tflop/s BF16: TACC's Stampede3 user guide; 64 cores and eight links a tile, memory "
      .. "bandwidth, 600 W a module, flop_eff: 273 Tflop/s BF16 on one tile of Aurora: "
      .. "glennklockwood.com/garden/processors/pvc; a link 53 GB/s both ways: junxnone/xwiki "
      .. "docs/0223_Hardware_GPU_iGPU_dGPU.md; 64 GiB a tile, six modules and eight Slingshot-11 adapters a node: ALCF, "
      .. "Aurora machine overview",
    assumed = "tile 128 x 128; FP32 as fast as the FP64 of the guide; 200 Gb/s an adapter" },
} }
