-- SPDX-License-Identifier: MIT
-- 4.3.1: the node of four MI210, fully connected, and the cost of a ring all-reduce on more of them. The paper uses its
-- four devices for any number; the ring's factor 2 (N - 1) / N grows by a third from there (E8).
local papers = require "studies.papers"
local tw = require "twocs"
local study = require "twocs.study"

local mi210 = tw.devices.mi210
local links = mi210.net0_size - 1 -- one link to each other device
local node = study.write("sec431_node", tw.table{ names = { "accelerators", "memory", "link_both_ways", "ring" },
  columns = { accelerators = { mi210.net0_size }, memory = { mi210.mem_size / 1e9 },
    link_both_ways = { 2 * mi210.net0_bw / links / 1e9 }, ring = { mi210.net0_bw / 1e9 } },
  meanings = { memory = "memory of an accelerator, GB", link_both_ways = "link, both directions together, GB/s",
    ring = "ring all-reduce, GB/s" } })
-- The node's size and links are the paper's own, so they agree by construction; its memory is that of the data sheet.
study.finding{ "P1-10", node, "accelerators", basis = "construction" }
study.finding{ "P1-10b", node, "memory", basis = "exact" }
study.finding{ "P1-10c", node, "link_both_ways", basis = "construction" }
study.finding{ "P1-10d", node, "ring", basis = "construction" }

local t = tw.sweep{ device = tw.devices.mi210_paper, software = papers.software, run = papers.run(), illegal = "allow",
  over = { tp = tw.double(4, 256), all_reduce = { "ring", "measured4" } }, want = { "tp_ar_payload", "tp_ar_wire" } }
local at4 = t:where{ tp = 4, all_reduce = "ring" }[1].tp_ar_wire
t = t:derive("how", { meaning = "all-reduce",
    function(r) return r.all_reduce == "ring" and "ring, 2(N−1)/N" or "the paper: N = 4 for any N" end },
  "factor", { unit = "1", meaning = "bytes sent by a device, per byte reduced",
    function(r) return r.tp_ar_wire / r.tp_ar_payload end },
  "longer", { unit = "1", meaning = "longer than at N = 4", function(r) return r.tp_ar_wire / at4 - 1 end })
study.write("sec431", t)
study.lines("sec431_ring", t, { x = "tp", y = "factor", by = "how", logx = true, ymin = 1, legend = "",
  legend_at = "top",
  title = tw.format("An all-reduce sends %.0f %% more over 256 devices than over four",
    100 * t:where{ tp = 256, all_reduce = "ring" }[1].longer),
  subtitle = "the factor of a ring; the paper states that many devices are slightly slower than four", xlabel = "Devices N",
    ylabel = "Bytes sent per byte reduced" })
study.finding{ "P1-10e", t:where{ tp = 256, all_reduce = "ring" }, "longer", percent = true, basis = "exact",
  note = "at N = 256",
  cause = "paper: its own (N - 1) / N grows by a third as well, which is not slightly (E8); the formula resolves it" }

local switched = tw.sweep{ device = tw.devices.mi210_paper, software = papers.software, run = papers.run(),
  illegal = "allow", over = { tp = { 4, 256 }, all_reduce = { "in_network" } }, want = { "tp_ar_payload", "tp_ar_wire" } }
study.conclude("sec431", {
  paper = "an all-reduce over many devices is slightly slower than over the four that were measured.",
  remains = tw.format("a ring over 256 sends %.0f %% more than over four: this count does not depend on calibration.",
    100 * t:where{ tp = 256, all_reduce = "ring" }[1].longer),
  turns = tw.format("if switches reduce the data, as in Section 5, it sends %.0f %% more.",
    100 * (switched[2].tp_ar_wire / switched[1].tp_ar_wire - 1)) })
