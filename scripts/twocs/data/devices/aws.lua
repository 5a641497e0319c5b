-- SPDX-License-Identifier: MIT
-- Amazon's accelerators; nvidia.lua explains the fields. The chips of a node form a 4 x 4 torus without a switch; net0_bw
-- is the bandwidth of all links of a chip, in one direction.

return { devices = {
  { name = "trainium2", also = { "Trainium 2", "Trn2", "Trainium2 Trn2" }, year = 2024,
    peak_fp32 = 181e12, peak_tf32 = 667e12, peak_fp16 = 667e12, peak_bf16 = 667e12, peak_fp8 = 1299e12,
    mem_bw = 2.9e12, mem_size = 96 * 1073741824, units = 8, tile_m = 128, tile_n = 128, flop_eff = 0.8, attn_eff = 0.5,
    mem_eff = 0.7, launch = 5e-6, comm_launch = 10e-6, comm_chunk = 524288, net0_size = 16, net0_bw = 640e9,
    net0_lat = 1e-6,
    net0_half = 0, net1_size = 1048576, net1_bw = 25e9, net1_lat = 15e-6, net1_half = 0,
    source = "peaks, eight cores, 96 GiB: awsdocs-neuron.readthedocs-hosted.com v2.29.0, Trainium2 architecture; 2.9 TB/s: "
      .. "the same, architecture guide for NKI; 16 chips a node: the same, best practices; 1280 GB/s of links both ways: "
      .. "stas00/ml-engineering@744d01e network/README.md; no power is published",
    assumed = "flop_eff 0.8; attn_eff 0.5; mem_eff 0.7; launch 5 us; latencies; 200 Gb/s of EFA a chip" },

  { name = "trainium", like = "trainium2", also = { "Trainium 1", "Trainium1", "Trn1", "Trainium Trn1", "trn1.32xlarge" },
    peak_fp32 = 47.5e12, peak_tf32 = 190e12, peak_fp16 = 190e12, peak_bf16 = 190e12, peak_fp8 = 190e12, mem_bw = 820e9,
    mem_size = 32 * 1073741824, units = 2, net0_bw = 384 * 1073741824 / 2, net1_bw = 800e9 / 8 / 16,
    source = "peaks, two cores, 32 GiB, 820 GB/s (GiB/s in later versions), 16 chips, 384 GiB/s of links a chip, 800 "
      .. "Gb/s of EFA an instance: awsdocs-neuron.readthedocs-hosted.com, Trainium architecture and Trn1 architecture "
      .. "(v2.9.1 and later)",
    assumed = "links' figure adds both directions, as Trainium2's; flop_eff and latencies as Trainium2" },
} }
