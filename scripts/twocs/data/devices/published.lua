-- SPDX-License-Identifier: MIT
-- Machines as two papers describe them, for studies of these papers. The name contains the paper, so that nobody confuses
-- it with the vendor's part (h100_sxm, mi210). The title states the differences.

local unlimited = 1048576
local MIB = 1048576

-- The machine of Pati et al.: the paper extrapolates the links of its node to any degree, so one level has no limit.
local mi210 = {
  like = "mi210", year = 2022, tile_m = 128, tile_n = 128, comm_chunk = 524288, net0_size = unlimited, net0_lat = 0,
  net0_half = 0,
  net1_size = 1, net1_lat = false, net1_half = false, assumed = false,
}
local sheet = "AMD Instinct MI210: AnandTech 17326 (FP32 is the matrix rate; HBM 4096 bit at 3.2 Gb/s); BF16 as FP16 on "
  .. "CDNA 2; "

-- The machines of Erdil and Schneider-Joseph: memory, caches and clocks as the authors measured or chose them. `gpu` is the
-- name of the machine in their simulator and in tw.limits.
local simulator = "arXiv:2411.01137 and its authors' simulator, github.com/ege-erdil/limits_to_distributed_training, "
  .. "October "
  .. "2024"
local erdil24 = {
  mem_eff = 1, comm_launch = 0, launch = 4.5e-6, net0_lat = 1.125e-6, net0_half = 0, net0_size = 8, net1_size = unlimited,
  source = simulator,
  assumed = "4.5 us a matmul and 1.125 us a hop, as there; mem_eff 1; peak_fp32, which the paper does not use, is the "
    .. "vendor's",
}
local h100, low_latency = "erdil24_h100_sxm5", "erdil24_h100_sxm5_low_latency"

return { devices = {
  { name = "mi210_paper", like = mi210, flop_eff = 0.6, attn_eff = 0.6, mem_eff = 0.8, launch = 0, comm_launch = 0,
    net0_bw = 150e9, source = sheet .. "peak ring all-reduce bandwidth of the node, 150 GB/s: arXiv:2302.02825v1, 4.3.1",
    assumed = "Cal-0, the naive reading: GEMM and attention at a constant 0.6 of peak, no latency, no launch, no "
      .. "saturation" },
  -- Cal-1. It also includes the number of passes of a layer over its traffic, which is in its studies (studies/pati23.lua).
  { name = "mi210_cal1", like = mi210, flop_eff = 0.75, attn_eff = 0.06, mem_eff = 0.8, launch = 15e-6, comm_launch = 37e-6,
    net0_bw = 102e9, net0_half = 0.11e6,
    source = sheet .. "calibrated to the text of arXiv:2302.02825v1 (Cal-1): about eleven constants fitted in sample to "
      .. "about thirteen stated values, so agreement with that paper proves nothing",
    assumed = "every efficiency, latency and bandwidth that is not in the sheet; attn_eff 0.06 combines effects that the "
      .. "text does not separate" },

  -- An SM has 128 lanes of 8 (Volta), 16 (Ampere) or 32 (Hopper) FP16 flop a clock.
  { name = "erdil24_v100_sxm2", gpu = "v100_sxm2", like = erdil24, title = "V100 SXM2",
    peak_fp32 = 15.7e12, peak_fp16 = 8 * 128 * 80 * 1533e6, units = 80, clock = 1533e6, flop_eff = 0.90, l2_bw = 2155e9,
    l2_size = 6 * MIB, mem_bw = 900e9, mem_size = 32e9, net0_bw = 150e9, net1_bw = 6.25e9 },
  { name = "erdil24_a100", gpu = "a100", like = erdil24, title = "A100 SXM 40GB",
    peak_fp32 = 19.5e12, peak_fp16 = 16 * 128 * 108 * 1410e6, units = 108, clock = 1410e6, flop_eff = 0.85, l2_bw = 5603e9,
    l2_size = 40 * MIB, mem_bw = 1555e9, mem_size = 40e9, net0_bw = 300e9, net1_bw = 25e9 },
  { name = "erdil24_h100_pcie", gpu = "h100_pcie", like = erdil24, title = "H100 PCIe",
    peak_fp32 = 51.2e12, peak_fp16 = 32 * 128 * 114 * 1620e6, units = 114, clock = 1620e6, flop_eff = 0.55, l2_bw = 5563e9,
    l2_size = 50 * MIB, mem_bw = 2039e9, mem_size = 80e9, dsmem = "yes", net0_bw = 450e9, net1_bw = 50e9 },
  { name = h100, gpu = "h100_sxm5", like = erdil24, title = "H100 SXM5",
    peak_fp32 = 66.9e12, peak_fp16 = 32 * 128 * 132 * 1830e6, units = 132, clock = 1830e6, flop_eff = 0.70, l2_bw = 6441e9,
    l2_size = 50 * MIB, mem_bw = 3352e9, mem_size = 80e9, dsmem = "yes", net0_bw = 450e9, net1_bw = 50e9 },
  { name = low_latency, gpu = "h100_sxm5_low_latency", like = h100, source = simulator, title = "H100 SXM5, latencies a "
    .. "tenth",
    launch = 4.5e-6 / 10, net0_lat = 1.125e-6 / 10 },
  { name = "erdil24_h100_sxm5_global_nvlink", gpu = "h100_sxm5_global_nvlink", like = h100, source = simulator,
    title = "H100 SXM5, NVLink everywhere", net0_size = unlimited, net1_size = 1 },
  { name = "erdil24_h100_sxm5_global_nvlink_low_latency", gpu = "h100_sxm5_global_nvlink_low_latency", like = low_latency,
    source = simulator,
    title = "H100 SXM5, NVLink everywhere, latencies a tenth", net0_size = unlimited, net1_size = 1 },
  -- Infinite is 1e24 B/s, the largest value of the field: messages then take less than 1e-10 of the time of any batch.
  { name = "erdil24_h100_sxm5_infinite_network_low_latency", gpu = "h100_sxm5_infinite_network_low_latency",
    like = low_latency, source = simulator,
    title = "H100 SXM5, a network of infinite bandwidth, latencies a tenth", net0_size = unlimited, net1_size = 1,
    net0_bw = 1e24,
    net1_bw = 1e24 },
  { name = "erdil24_h100_sxm5_superpod", gpu = "h100_sxm5_superpod", like = h100, source = simulator, title = "H100 SXM5 "
    .. "in superpods of 256",
    net1_size = 32, net1_bw = 225e9, net2_size = unlimited, net2_bw = 50e9 },
  { name = "erdil24_h100_sxm5_superpod_low_latency", gpu = "h100_sxm5_superpod_low_latency", like = low_latency,
    source = simulator,
    title = "H100 SXM5 in superpods of 256, latencies a tenth", net0_size = 256 },
  -- The authors' code defines this one twice; the second definition wins.
  { name = "erdil24_h100_sxm5_scaled", gpu = "h100_sxm5_scaled", like = h100, source = simulator,
    title = "H100 SXM5, bandwidths tenfold, latencies a tenth", launch = 4.5e-6 / 10, net0_lat = 5e-6 / 10, l2_bw = 6441e10,
    mem_bw = 3352e10, net0_bw = 4500e9, net1_bw = 500e9 },
  { name = "erdil24_h100_sxm5_scaled_first", gpu = "h100_sxm5_scaled_first", like = "erdil24_h100_sxm5_scaled",
    source = simulator,
    title = "H100 SXM5 scaled, by the definition that is lost", net0_lat = 1.125e-6 / 10 },
  -- 256 GPUs as one device. In the published version, compute and shared memory are those of one GPU.
  { name = "erdil24_h100_sxm5_superpod_singleton_mended", gpu = "h100_sxm5_superpod_singleton_mended", like = h100,
    source = simulator,
    title = "256 H100 SXM5 as one", peak_fp16 = 32 * 128 * (132 * 256) * 1830e6, units = 132 * 256, l2_bw = 6441e9 * 256,
    mem_bw = 3352e9 * 256, mem_size = 80e9 * 256, net0_size = unlimited, net1_size = 1, net0_bw = 6400e9 },
  { name = "erdil24_h100_sxm5_superpod_singleton", gpu = "h100_sxm5_superpod_singleton",
    like = "erdil24_h100_sxm5_superpod_singleton_mended", source = simulator, title = "256 H100 SXM5 as one, compute of "
      .. "one GPU",
    peak_fp16 = 32 * 128 * 132 * 1830e6, shared_bw = 128 * 132 * (0.70 * 1830e6) },
}, gone = {
  v100_sxm2 = "v100_sxm, or erdil24_v100_sxm2 as arXiv:2411.01137 takes it",
  a100_erdi24 = "a100_40g, or erdil24_a100 as arXiv:2411.01137 takes it",
  h100_sxm5 = "h100_sxm, or erdil24_h100_sxm5 as arXiv:2411.01137 takes it",
} }
