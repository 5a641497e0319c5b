-- SPDX-License-Identifier: MIT
-- Google's TPUs; nvidia.lua explains the fields. A chip has links to its four or six neighbours in a torus, and no switch.
-- net0_bw is the bandwidth of all links of a chip in one direction: rings along all axes use them together, but a message
-- to one neighbour uses one link. net0_size is a pod; beyond it is the network of the data centre.

local GIB = 1073741824
local unlimited = 1048576 -- for a level whose size no data sheet limits

local assumptions = {
  tile_m = 128, tile_n = 128, flop_eff = 0.8, attn_eff = 0.5, mem_eff = 0.7, launch = 1e-6, comm_launch = 5e-6,
  comm_chunk = 524288, net0_lat = 1e-6, net0_half = 0, net1_lat = 10e-6, net1_half = 0, net1_size = unlimited,
  assumed = "flop_eff 0.8; tile as the matrix unit, 128 x 128; attn_eff 0.5; mem_eff 0.7; launch 1 us; 1 us a hop, 5 us a "
    .. "call, 10 us in the data centre's network; FP16 as BF16, FP32 a sixth of it (six passes)",
}
local book = "jax-ml/scaling-book@04d8de5 tpus.md (Google DeepMind, 2025)"

return { devices = {
  -- A chip of two cores. JAX calls each core a device, and a slice's name counts them ("v3-8" is four chips).
  { name = "tpu_v3", like = assumptions, also = { "TPU v3", "TPUv3", "TPU v3 chip" },
    peak_fp32 = 123e12 / 6, peak_fp16 = 123e12, peak_bf16 = 123e12, mem_bw = 900e9, mem_size = 32 * GIB, power = 262,
    units = 4, host_bw = 15e9, net0_size = 1024, net0_bw = 340e12 / 1024, net1_bw = 25e9 / 8,
    source = "BF16, memory, 262 W at most, pods of 1024 with 340 TB/s of all-reduce, which is all links of all chips in "
      .. "one direction (as on v4 and v5e), two cores of two matrix units: docs.cloud.google.com/tpu/docs/v3; hosts of "
      .. "eight with 25 GB/s in the data centre, PCIe 15 GB/s: " .. book },

  { name = "tpu_v4", like = assumptions, also = { "TPU v4", "TPU v4p", "TPUv4" }, year = 2021,
    peak_fp32 = 275e12 / 6, peak_fp16 = 275e12, peak_bf16 = 275e12, mem_bw = 1200e9, mem_size = 32 * GIB, power = 192,
    units = 8,
    host_bw = 16e9, net0_size = 4096, net0_bw = 6 * 45e9, net1_bw = 25e9 / 4,
    source = "BF16, memory, 192 W at most, pods of 4096, two cores of four matrix units: "
      .. "docs.cloud.google.com/tpu/docs/v4; six "
      .. "links of 45 GB/s, 25 GB/s a host of four in the data centre, PCIe 16 GB/s: " .. book },

  { name = "tpu_v5e", like = assumptions, also = { "TPU v5e", "TPU v5 lite", "TPU v5litepod", "TPUv5e", "v5e" },
    year = 2023,
    peak_fp32 = 197e12 / 6, peak_fp16 = 197e12, peak_bf16 = 197e12, mem_bw = 819e9, mem_size = 16 * GIB, units = 4,
    host_bw = 15e9, net0_size = 256, net0_bw = 200e9, net1_bw = 6.4e12 / 8 / 256,
    source = "BF16, memory, 400 GB/s of links both ways, pods of 256 with 6.4 Tb/s to the data centre, four matrix units: "
      .. "docs.cloud.google.com/tpu/docs/v5e; PCIe 15 GB/s: " .. book },

  { name = "tpu_v5p", like = assumptions, also = { "TPU v5p", "TPU v5", "TPUv5p", "v5p" }, year = 2023,
    peak_fp32 = 459e12 / 6, peak_fp16 = 459e12, peak_bf16 = 459e12, peak_fp8 = 459e12, mem_bw = 2765e9, mem_size = 95 * GIB,
    units = 8, host_bw = 15e9, net0_size = 8960, net0_bw = 600e9, net1_bw = 50e9 / 8,
    source = "BF16 and FP8, memory (95 of 96 GiB for a user), 1200 GB/s of links both ways, pods of 8960, 50 Gb/s a chip "
      .. "to the "
      .. "data centre, two cores of four matrix units: docs.cloud.google.com/tpu/docs/v5p; PCIe 15 GB/s: " .. book },

  { name = "tpu_v6e", like = assumptions, also = { "TPU v6e", "TPU v6", "TPU v6 lite", "Trillium", "TPU Trillium",
    "TPUv6e", "v6e" },
    year = 2024, tile_m = 256, tile_n = 256,
    peak_fp32 = 918e12 / 6, peak_fp16 = 918e12, peak_bf16 = 918e12, mem_bw = 1638e9, mem_size = 32 * GIB, units = 2,
    host_bw = 32e9, net0_size = 256, net0_bw = 400e9, net1_bw = 25e9 / 8,
    source = "BF16, memory, 800 GB/s of links both ways, pods of 256, two matrix units of 256 x 256: "
      .. "docs.cloud.google.com/tpu/docs/v6e; 25 GB/s a host of eight in the data centre, PCIe 32 GB/s: " .. book },

  -- A chip of two dies; frameworks call each die a device.
  { name = "tpu_v7x", like = assumptions, also = { "TPU v7x", "TPU7x", "TPU v7", "TPUv7", "TPUv7x", "TPU 7x", "Ironwood",
      "TPU Ironwood", "TPU v7 Ironwood", "TPU7x Ironwood" },
    year = 2025, tile_m = 256, tile_n = 256,
    peak_fp32 = 2307e12 / 6, peak_fp16 = 2307e12, peak_bf16 = 2307e12, peak_fp8 = 4614e12, mem_bw = 7380e9,
    mem_size = 192 * GIB, units = 4, host_bw = 32e9, net0_size = 9216, net0_bw = 600e9, net1_bw = 100e9 / 8,
    source = "BF16, FP8, memory, 1200 GB/s of links both ways, 100 Gb/s a chip to the data centre, pods of 9216, two "
      .. "cores: docs.cloud.google.com/tpu/docs/tpu7x and Compute Engine's TPU architecture specifications (August 2026)",
    assumed = "two matrix units of 256 x 256 a core and PCIe as v6e" },
} }
