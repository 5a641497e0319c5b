-- SPDX-License-Identifier: MIT
-- 4. Which all-reduce algorithm is fastest, by message size and number of ranks.
local tw = require "twocs"
local t = tw.sweep{ device = "h100_sxm", want = "t_op_all_reduce", over = { op_ranks = tw.double(2, 512),
  op_all_reduce = tw.double(1024, 268435456), all_reduce = { "ring", "tree", "halving_doubling", "two_level" } } }
local best = t:sort("t_op_all_reduce"):group({ "op_all_reduce", "op_ranks" }, { fastest = { "all_reduce", "first" } })
best = best:sort{ "op_all_reduce", "op_ranks" }
best:group("fastest", { cells = { "count" } }):print()
tw.heat("task04", best, { x = "op_all_reduce", y = "op_ranks", z = "fastest", xlabel = "Message", ylabel = "Ranks",
  title = "Across nodes two levels win for large messages", subtitle = "H100, nodes of 8" })
