-- SPDX-License-Identifier: MIT
-- Networks between nodes by class, for runs that do not tell their own: what of an adapter's bandwidth collectives reach
-- (share), and how long a step of a ring that crosses nodes takes (step). The one thing to know: these are read off
-- collectives that ran alone (runs/net_large_messages.csv, comments of 2025-06-18 by gj-aion); what a step takes beside
-- training where adapters work through the host is calibrated, as constant node_lat (predict/constants.lua).
return {
  -- 8 x 400 Gb/s a node of H100. share: 324.5 of 400 GB/s, 8 GB over four nodes. step: 156.9 us for 1 MiB over 16 GPUs on
  -- two nodes by NCCL_ALGO=Ring, in 30 steps.
  infiniband = { share = 0.81, step = 5.2e-6 },
  -- A processor moves each piece: AWS EFA. Its share is taken to be InfiniBand's.
  proxied = { share = 0.81 },
  -- The same library over HPE's libfabric, 4 x 200 Gb/s a node of 8 dies: 85 of 100 GB/s, 134 MB over two nodes of LUMI,
  -- below which its acceptance test fails (a ReFrame test of rccl-tests, rccl_test_allreduce, valid_systems lumi:gpu).
  slingshot = { share = 0.85 },
}
