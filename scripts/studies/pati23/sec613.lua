-- SPDX-License-Identifier: MIT
-- Section 6.1.3: state and activations in the memory of the host. A larger model fits on the same devices; on fewer devices
-- communication between them has a smaller share, and a step takes longer. MT-NLG on MI210 with TP only, SL = 2K, B = 1;
-- the host link has the bandwidth of PCIe 4 x16, the interface of this device.
local papers = require "studies.papers"
local tw = require "twocs"
local study = require "twocs.study"

local pcie4 = 32e9
local device = tw.devices.mi210{ net0_size = 1048576, host_bw = pcie4 }
local function fitting(kept, changes)
  return tw.sweep{ model = "mt_nlg_530b", device = device(changes or {}), run = papers.run{ sl = 2048, b = 1 },
    layout = { offload_opt = kept, offload_kept = kept }, over = { tp = tw.double(1, 1024) }, illegal = "allow",
    want = { "fits", "mem_byte", "t_step", "f_step_ser", "f_step_com", "t_offload", "t_offload_opt" } }:where{ fits = 1 }
end
local without, with = fitting(0), fitting(1)
local rows = without:derive("where", { meaning = "where state is", function() return "device" end }):append(
  with:derive("where", { meaning = "where state is", function() return "host" end }))
study.write("sec613", rows)
local most, few = without[1], with[1]
local changes = study.write("sec613_changes", tw.table{ names = { "devices", "communication", "time", "moved" },
  columns = { devices = { most.tp / few.tp }, communication = { most.f_step_ser - few.f_step_ser },
    time = { few.t_step / most.t_step - 1 }, moved = { few.f_step_com - few.f_step_ser } },
  units = { devices = "1", communication = "1", time = "1", moved = "1" },
  meanings = { devices = "devices needed without host memory, over those with it",
    communication = "decrease of serialized communication on fewer devices, in points", time = "longer step on fewer "
      .. "devices",
    moved = "waiting for host transfers, share of a step" } })
local note = tw.format("MT-NLG fits on %.0f MI210 in place of %.0f, by TP alone", few.tp, most.tp)
study.finding{ "P1-44", changes, "devices", basis = "predicted", note = note }
study.finding{ "P1-44b", changes, "communication", percent = true, basis = "predicted", note = note }
study.finding{ "P1-44c", changes, "time", percent = true, basis = "predicted", note = note }
-- Without offload there is no wait for the host.
study.finding{ "P1-44d", changes, "moved", percent = true, basis = "construction", note = note }

local fast = fitting(1, { host_bw = 1e15 })[1]
study.conclude("sec613", {
  paper = "with state in host memory fewer devices suffice: they communicate less with each other and take longer.",
  remains = tw.format("MT-NLG fits on %.0f MI210 in place of %.0f, communicates %.0f %% of a step in place of %.0f %%, and "
    .. "takes %.1f times as long (PyTorch).", few.tp, most.tp, 100 * few.f_step_ser, 100 * most.f_step_ser,
    few.t_step / most.t_step),
  turns = tw.format("with an infinitely fast host it takes %.1f times as long: fewer devices compute less.",
    fast.t_step / most.t_step) })
