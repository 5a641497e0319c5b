-- SPDX-License-Identifier: MIT
-- Networks between nodes by class, where a run does not tell its own: the time of a step of a ring that crosses nodes.
-- The one thing to know: they are read off collectives that run alone; what a step takes in a training run on a network of
-- class "proxied" is calibrated (predict/constants.lua), as no such collective was measured with the payloads told.
return {
  infiniband = { step = 5.2e-6, source = "NCCL_ALGO=Ring over 16 H100 on two nodes, 8 x 400 Gb/s: 156.9 us for 1 MiB, whose "
    .. "all-reduce has 30 steps (comments of 2025-06-18 by gj-aion, runs/net_large_messages.csv)" },
  -- The sender's processor moves each piece: AWS EFA.
  proxied = { source = "nanotron's runs on EFA (data/calibrated.lua)" },
}
