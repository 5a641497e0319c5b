-- SPDX-License-Identifier: MIT
-- Long context: Llama-3 405B with TP 8 and PP 16 on H100, 16 million tokens per step on 16,384 devices, in sequences of 8 K
-- to 1 M tokens. CP divides the tokens of a sequence. Its ranks gather each other's keys and values, pass them around a
-- ring during attention, or exchange heads for tokens. From which length on does a step need CP, and what does each method
-- cost?
local tw = require "twocs"
local beyond = require "studies.beyond"
local study = require "twocs.study"

local devices, tokens, tp, pp = 16384, 16777216, 8, 16
local lengths = tw.double(8192, 1048576)
local kinds = { { "all_gather", "Gather" }, { "ring", "Ring" }, { "all_to_all", "Heads for tokens" } }

-- One length with one CP: the whole step, whose tokens are shared by all replicas, with `more` times as many tokens; on
-- H100, or with links of `wide` times the bandwidth.
local function step(sl, cp, kind, more, wide)
  local case = beyond.training("llama3_405b", sl, (more or 1) * tokens / sl, { layout = { tp = tp, pp = pp, cp = cp,
    cp_kind = cp > 1 and kind or nil, dp = devices / (tp * pp * cp), first_layers = 7, last_layers = 7,
    zero = "gradients" } })
  case.illegal = "allow"
  if wide then case.device = tw.devices.h100_sxm:times{ net0_bw = wide, net1_bw = wide } end
  local v = tw.eval(case, { "mfu", "t_step", "mem_byte", "legal", "t_step_ser", "t_step_exp" })
  return v
end

local size = tw.devices.h100_sxm.mem_size
local rows, best, longest = {}, nil, {} -- longest[cp]: the longest sequence that fits
for _, sl in ipairs(lengths) do
  for _, cp in ipairs{ 1, 4, 16, 64 } do
    local v = step(sl, cp, "ring")
    if v.legal == 1 then
      rows[#rows + 1] = { sl = sl, cp = cp, mfu = v.mfu, mem_byte = v.mem_byte, fits = v.mem_byte <= size and 1 or 0 }
      if v.mem_byte <= size then longest[cp] = sl end
      if sl == lengths[#lengths] and v.mem_byte <= size and (not best or v.mfu > best.mfu) then best = rows[#rows] end
    end
  end
end
local t = beyond.table(rows, { { "sl", "token", "Length of a sequence" }, { "cp", "1", "CP" },
  { "mfu", "1", "Model FLOP utilisation" }, { "mem_byte", "byte", "Memory of a device" },
  { "fits", "1", "Fits a device" } })
-- The longest length in K, with four times the tokens per step; 0 if none fits.
local function longest_of_more(cp)
  local most = 0
  for _, sl in ipairs(lengths) do
    local v = step(sl, cp, "ring", 4)
    if v.legal == 1 and v.mem_byte <= size then most = sl / 1024 end
  end
  return most
end
local setup = "Llama-3 405B, 16,384 H100, TP 8, PP 16, 16 M tokens a step, Megatron-Core as calibrated"
study.lines("context_mfu", t, { x = "sl", y = "mfu", by = "cp", logx = 2, percent = true, ymin = 0, hollow = "fits",
  hollow_label = "does not fit", legend = "Context parallel degree CP", legend_at = "top",
  title = tw.format("1 M tokens: CP %.0f is fastest, at %.0f %% of the peak", best.cp, 100 * best.mfu),
  subtitle = setup .. "; ring", note = tw.format("What would change it: with four times the tokens a step it is %.0f %%.",
    100 * step(lengths[#lengths], best.cp, "ring", 4).mfu) })
study.lines("context_memory", t, { x = "sl", y = "mem_byte", by = "cp", logx = 2, ymin = 0, ylabel = "Memory (GB)",
  legend = "Context parallel degree CP", legend_at = "top", hline = { at = size, label = "Memory of an H100" },
  subtitle = setup,
  title = tw.format("On an H100 %.0f K tokens fit with CP 1, %.0f K with 4, %.0f K with 16", longest[1] / 1024,
    longest[4] / 1024, longest[16] / 1024),
  note = tw.format("What would change it: with four times the tokens a step %.0f K fit with CP 1, %.0f K with 4, %.0f K "
    .. "with 16.", longest_of_more(1), longest_of_more(4), longest_of_more(16)) })

-- The methods of CP are nearly one line over a whole step, so the figure shows the difference from the smallest one.
local function differing(wide)
  local ways, apart = {}, { by = 0 } -- apart: where the methods differ most
  for _, sl in ipairs(lengths) do
    local least, most
    local first = #ways + 1
    for _, kind in ipairs(kinds) do
      local v = step(sl, 16, kind[1], 1, wide)
      if v.legal == 1 then
        local way = { sl = sl, kind = kind[2], comm = (v.t_step_ser + v.t_step_exp) / v.t_step }
        ways[#ways + 1] = way
        if not least or way.comm < least.comm then least = way end
        if not most or way.comm > most.comm then most = way end
      end
    end
    for i = first, #ways do ways[i].more = ways[i].comm - least.comm end
    if least and most.comm - least.comm > apart.by then
      apart = { by = most.comm - least.comm, sl = sl, least = least.kind }
    end
  end
  return ways, apart
end
local ways, apart = differing()
local _, narrow = differing(0.5)
local ways_table = beyond.table(ways, { { "sl", "token", "Length of a sequence" }, { "kind", nil, "Way of CP" },
  { "comm", "1", "Communication on the critical path, share of a step" },
  { "more", "1", "Communication on the critical path, above the method with the least" } })
study.lines("context_ways", ways_table, { x = "sl", y = "more", by = "kind", logx = 2, percent = true, ymin = 0,
  legend = "", legend_at = "top", subtitle = setup .. ", CP 16", ylabel = "Share of a step above the method with the least",
  title = tw.format("The three methods differ by at most %.0f points, at %.0f K tokens, where %s has the least",
    100 * apart.by,
    apart.sl / 1024, apart.least:lower()),
  note = tw.format("What would change it: with links of half the bandwidth they differ by %.1f points at most, at %.0f K "
    .. "tokens: %s is least.", 100 * narrow.by, narrow.sl / 1024, narrow.least:lower()) })
