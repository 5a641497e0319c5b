-- SPDX-License-Identifier: MIT
local tw = require "twocs"

local t = tw.sweep{ device = "h100_sxm", want = "t_op_all_reduce", over = { op_ranks = { 8, 64, 512 },
  op_all_reduce = { 1e4, 1e6, 1e8 }, all_reduce = { "ring", "tree", "two_level" } } }
t:sort("t_op_all_reduce"):group({ "op_ranks", "op_all_reduce" }, { fastest = { "all_reduce", "first" },
  time = { "t_op_all_reduce", "min" } }):sort{ "op_ranks", "op_all_reduce" }:print()
