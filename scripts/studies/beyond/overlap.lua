-- SPDX-License-Identifier: MIT
-- Experts' exchanges event by event: one device of DeepSeek-V3's pipeline, on which the forward pass of one microbatch
-- overlaps the backward pass of another, in the order of figure 4 of its report (arXiv:2412.19437). Times of compute and
-- messages are those of the engine; each event waits for its inputs and for its lane. The result is compared with the
-- closed form of ep_overlap (time.def) for the same two microbatches.
local beyond = require "studies.beyond"
local study = require "twocs.study"
local tw = require "twocs"

local attention = { "latent_down", "query_up", "kv_up", "scores", "context", "proj" }
local wanted = { "t_fwd", "t_bwd", "t_gemm_w", "t_step", "f_slow_ep", "gemm_time" }
local function want(names, passes)
  for _, name in ipairs(names) do
    for _, pass in ipairs(passes) do wanted[#wanted + 1] = tw.format("t_%s_%s", name, pass) end
  end
end
want(attention, { "f", "i", "w" })
want({ "norms", "ep_dispatch", "ep_combine" }, { "f", "b" })
local v = tw.eval(beyond.deepseek("yes"), wanted)
local function time(name, pass) return v[tw.format("t_%s_%s", name, pass)] end

-- A pass of the attention half of a layer; the rest is the experts'. Both operands of a product inside attention are
-- activations, so no part of its backward pass can be delayed, and its scores are computed once more.
local function gemms(names, pass)
  local sum = 0
  for _, name in ipairs(names) do sum = sum + time(name, pass) end
  return sum * v.gemm_time
end
local inside = gemms({ "scores", "context" }, "w")
local weights = v.t_gemm_w * v.gemm_time - inside
local half = { f = gemms(attention, "f") + time("norms", "f"), w = gemms(attention, "w") - inside,
  b = gemms(attention, "i") + inside + gemms({ "scores" }, "f") + time("norms", "b") }

-- A layer of each microbatch, in the order in which its two lanes start events. Each event waits for another one of its
-- layer, or of the layer before.
local forward, backward, weight = "Forward", "Backward", "Gradients of weights"
local tokens, gradients = "Tokens, all-to-all", "Their gradients, all-to-all"
local events = {
  { kind = backward, what = "experts", lasts = v.t_bwd - half.b - weights, before = { gradients, "out" } },
  { kind = weight, what = "experts", lasts = weights - half.w, after = { backward, "experts" } },
  { kind = tokens, what = "out", lasts = time("ep_dispatch", "f"), before = { forward, "attention" } },
  { kind = forward, what = "experts", lasts = v.t_fwd - half.f, after = { tokens, "out" } },
  { kind = gradients, what = "back", lasts = time("ep_combine", "b"), after = { backward, "experts" } },
  { kind = backward, what = "attention", lasts = half.b, after = { gradients, "back" } },
  { kind = tokens, what = "back", lasts = time("ep_combine", "f"), after = { forward, "experts" } },
  { kind = weight, what = "attention", lasts = half.w, after = { backward, "attention" } },
  { kind = forward, what = "attention", lasts = half.f, after = { tokens, "back" } },
  { kind = gradients, what = "out", lasts = time("ep_dispatch", "b"), after = { backward, "attention" } },
}
local kinds = { forward, backward, weight, tokens, gradients }
local lane_of = { [tokens] = "Network", [gradients] = "Network" }

local function key(of, layer) return tw.format("%s %s %.0f", of[1], of[2], layer) end

-- All events of some layers with their begin and finish. A lane starts its next event when its inputs are ready; compute is
-- slower while the network is busy. Exchanges take `times` as long.
local function played(layers, times)
  local queue, finished, done, now = { Compute = {}, Network = {} }, {}, {}, 0
  for layer = 1, layers do
    for _, e in ipairs(events) do
      local lane = lane_of[e.kind] or "Compute"
      table.insert(queue[lane], { lane = lane, kind = e.kind, what = e.what, layer = layer,
        left = e.lasts * (lane_of[e.kind] and times or 1),
        name = key({ e.kind, e.what }, layer),
        needs = e.after and key(e.after, layer) or layer > 1 and key(e.before, layer - 1) or nil })
    end
  end
  while queue.Compute[1] or queue.Network[1] do
    local running, step = {}, math.huge
    for lane, list in pairs(queue) do
      local one = list[1]
      if one and (not one.needs or finished[one.needs]) then running[lane], one.begin = one, one.begin or now end
    end
    local pace = { Compute = running.Network and 1 - v.f_slow_ep or 1, Network = 1 }
    for lane, one in pairs(running) do step = math.min(step, one.left / pace[lane]) end
    now = now + step
    for lane, one in pairs(running) do
      one.left = one.left - step * pace[lane]
      if one.left <= 1e-12 then
        one.finish, finished[one.name] = now, now
        done[#done + 1] = table.remove(queue[lane], 1)
      end
    end
  end
  return done, finished
end

-- After a few layers all layers are alike: the last but one is shown.
local function ends_of(finished)
  return finished[key({ forward, "attention" }, 6)], finished[key({ forward, "attention" }, 7)]
end
local done, finished = played(8, 1)
local first, last = ends_of(finished)
local shown = {}
for _, kind in ipairs(kinds) do
  for _, one in ipairs(done) do
    if one.kind == kind and one.finish > first and one.begin < last then
      shown[#shown + 1] = { lane = one.lane, kind = kind, what = kind ~= weight and one.what or "",
        begin = math.max(one.begin, first) - first, finish = math.min(one.finish, last) - first }
    end
  end
end

local exchange, alone = 0, v.t_fwd + v.t_bwd
for _, e in ipairs(events) do exchange = exchange + (lane_of[e.kind] and e.lasts or 0) end
local closed = alone + exchange * v.f_slow_ep + math.max(0, exchange - alone / (1 - v.f_slow_ep))

-- The factor by which exchanges may become longer before compute waits for them.
local function hidden_up_to()
  for tenths = 10, 100 do
    local _, ended = played(8, tenths / 10)
    local from, to = ends_of(ended)
    if to - from > 1.001 * (alone + exchange * tenths / 10 * v.f_slow_ep) then return tenths / 10 end
  end
end
local waits = hidden_up_to()
local t = beyond.table(shown, { { "lane", nil, "" }, { "kind", nil, "" }, { "what", nil, "" },
  { "begin", "s", "Time" }, { "finish", "s", "Time" } })
study.gantt("experts_events", t, { x = "begin", to = "finish", y = "lane", by = "kind", label = "what",
  colours = { 0x0072b2, 0x7fd1b9, 0xcc79a7, "overlapped", 0xb9dff5 },
  title = tw.format("A layer of DeepSeek-V3 hides its %.1f ms of all-to-all; compute then takes %.1f ms longer",
    exchange * 1e3, (last - first - alone) * 1e3),
  subtitle = tw.format("Two microbatches on one of 2,048 H800, %.1f ms a layer (closed form %.1f); the step takes %.1f s, "
    .. "%.1f as published", (last - first) * 1e3, closed * 1e3, v.t_step, beyond.deepseek_step),
  legend = "", legend_at = "top", ylabel = "", xlabel = "Time (ms)", xmin = 0,
  note = waits and tw.format("What would change it: compute waits for all-to-all that takes %.1f times as long, %.1f ms.",
    waits, waits * exchange * 1e3) or "What would change it: all-to-all ten times as long would still be hidden." })
