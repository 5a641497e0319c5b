-- SPDX-License-Identifier: MIT
-- Section 6.4: beyond Transformers. ResNet-50 with data parallelism, and the recommendation model DLRM with data
-- parallelism except for its embedding tables, whose rows are exchanged in all-to-alls. All operators have the published
-- shapes; A100, eight in a node, slower links between nodes, two-level collectives, by roofline. Gradients are sent during
-- the backward pass; all-to-alls are exposed.
local papers = require "studies.papers"
local tw = require "twocs"
local study = require "twocs.study"

-- ResNet-50: He et al., arXiv:1512.03385, Table 1 and section 3.3; images of 224 x 224. A convolution is a GEMM of all
-- output pixels with all filters. FP16: 2 bytes per weight.
local function resnet50(images, devices)
  local list, weights = {}, 0
  local function convolution(name, pixels, from, to, size, each)
    list[#list + 1] = { name = name, gemm = { images * pixels * pixels, to, from * size * size }, each = each }
    weights = weights + each * from * to * size * size
  end
  convolution("conv1", 112, 3, 64, 7, 1)
  local from = 64
  for stage, blocks in ipairs{ 3, 4, 6, 3 } do
    local pixels, width = 112 / tw.pow(2, stage), 32 * tw.pow(2, stage)
    convolution(tw.format("conv%g first", stage + 1), pixels, from, width, 1, 1)
    convolution(tw.format("conv%g shortcut", stage + 1), pixels, from, 4 * width, 1, 1)
    convolution(tw.format("conv%g 1x1", stage + 1), pixels, 4 * width, width, 1, blocks - 1)
    convolution(tw.format("conv%g 3x3", stage + 1), pixels, width, width, 3, blocks)
    convolution(tw.format("conv%g last", stage + 1), pixels, width, 4 * width, 1, blocks)
    from = 4 * width
  end
  convolution("fc", 1, from, 1000, 1, 1)
  list[#list + 1] = { name = "gradients", all_reduce = 2 * weights, ranks = devices, hidden = 1 }
  return tw.operators(list)
end

-- DLRM: Naumov et al., arXiv:1906.00091; sizes of the MLPerf model for Criteo's terabyte, facebookresearch/dlrm@3be4eac
-- bench/run_and_time.sh: 26 tables of vectors of 128, MLPs 13-512-256-128 and 1024-1024-512-256-1 after the dot products of
-- all pairs of 27.
local function dlrm(samples, devices)
  local list, weights, tables, width = {}, 0, 26, 128
  local function mlp(name, sizes)
    for i = 2, #sizes do
      list[#list + 1] = { name = tw.format("%s %g", name, i - 1), gemm = { samples, sizes[i], sizes[i - 1] } }
      weights = weights + sizes[i] * sizes[i - 1]
    end
  end
  local vectors = samples * tables * width * 2
  mlp("bottom", { 13, 512, 256, width })
  list[#list + 1] = { name = "lookup", stream = 2 * vectors, back = 1 }
  list[#list + 1] = { name = "vectors", all_to_all = vectors, ranks = devices, each = 2 }
  list[#list + 1] = { name = "pairs", gemm = { tables + 1, tables + 1, width }, x = samples }
  mlp("top", { width + (tables + 1) * tables / 2, 1024, 1024, 512, 256, 1 })
  list[#list + 1] = { name = "gradients", all_reduce = 2 * weights, ranks = devices, hidden = 1 }
  return tw.operators(list)
end

local machine = { run = papers.run(), software = papers.software, device = tw.devices.a100_80g,
  plan = { gemm = "roofline", stream = "roofline", all_reduce = "two_level", all_to_all = "two_level" } }
local kinds = { { "ResNet-50, 256 images", resnet50, 256 }, { "ResNet-50, 32 images", resnet50, 32 },
  { "DLRM, 2048 samples", dlrm, 2048 } }
local names = { "network", "devices", "op_flop", "t_cmp", "t_ser", "t_ovl", "t_exp", "f_com" }
local columns = {}
for _, name in ipairs(names) do columns[name] = {} end
for _, kind in ipairs(kinds) do
  for _, devices in ipairs{ 8, 64, 512 } do
    local total = kind[2](kind[3], devices):sweep(machine)[1]
    for _, name in ipairs(names) do
      table.insert(columns[name], name == "network" and kind[1] or name == "devices" and devices or total[name])
    end
  end
end
local t = tw.table{ names = names, columns = columns,
  units = { devices = "1", op_flop = "flop", t_cmp = "s", t_ser = "s", t_ovl = "s", t_exp = "s", f_com = "1" } }
  :derive("during", function(r) return r.t_ovl - r.t_exp end, "alone", function(r) return r.t_cmp - r.during end)
study.write("sec64", t)
local short = t:derive("short", { meaning = "network and batch", function(r)
  return (r.network:gsub("^([^-,]*)[^,]*, (%d+).*$", "%1, %2"))
end })
study.stack("sec64_share", short, { x = "devices", group = "short", y = { "alone", "during", "t_ser", "t_exp" },
  share = true,
  title = tw.format("On 512 devices communication takes %.0f %% of ResNet-50's step and %.0f %% of DLRM's",
    100 * t:where{ network = kinds[2][1], devices = 512 }[1].f_com, 100 * t:where{ network = kinds[3][1],
      devices = 512 }[1].f_com),
  names = { "Compute", "Compute during communication", "Serialized", "Exposed" },
  colours = { "compute", "overlapped", "serialized", "exposed" },
  subtitle = "A100, eight to a node, computed; two-level collectives; images or samples of one device after the name",
  xlabel = "Devices", ylabel = "Share of a step" })

-- With the calibrated model: PyTorch, GEMMs as measured on A100, NCCL, links between nodes that are `faster`; and the links
-- at which ResNet-50's gradients are no longer hidden.
local a100 = tw.devices.a100_80g
local function today(kind, faster, devices)
  return kinds[kind][2](kinds[kind][3], devices or 512):sweep({ device = a100{ net1_bw = faster * a100.net1_bw } })[1]
end
local slower = 1
while slower < 256 and not (today(2, 1 / slower).t_exp > 0) do slower = slower + 1 end
local of_dlrm = today(3, 1)
study.conclude("sec64", {
  paper = "the method applies to networks that are not Transformers.",
  remains = tw.format("on 512 A100 communication takes %.0f %% of ResNet-50's step (32 images a device) and %.0f %% of "
    .. "DLRM's (2048 samples), of which all-to-alls are %.0f %% (PyTorch, NCCL).", 100 * today(2, 1).f_com,
    100 * of_dlrm.f_com, 100 * of_dlrm.t_ser / (of_dlrm.t_ser + of_dlrm.t_exp)),
  turns = tw.format("ResNet-50's gradients are exposed with links between nodes that are %.0f times slower; DLRM's share "
    .. "is %.0f %% on the %.0f devices of one node, and %.0f %% on 512 where links between nodes are as fast as in one.",
    slower, 100 * today(3, 1, a100.net0_size).f_com, a100.net0_size, 100 * today(3, a100.net0_bw / a100.net1_bw).f_com) })
