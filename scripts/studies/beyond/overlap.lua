-- SPDX-License-Identifier: MIT
-- Experts' exchanges event by event: one device of DeepSeek-V3's pipeline, on which a microbatch on its way forward meets
-- one on its way back, in the order of figure 4 of its report (arXiv:2412.19437). Times of compute and messages are those
-- of the rows; here each event waits for what it needs and for its lane. Held against it: what the closed form of
-- ep_overlap (time.def) says of the same two microbatches.
local beyond = require "studies.beyond"
local study = require "twocs.study"
local tw = require "twocs"

local attention = { "latent_down", "query_up", "kv_up", "scores", "context", "proj" }
local wanted = { "t_fwd", "t_bwd", "t_gemm_w", "t_norms_f", "t_norms_b", "f_slow_ep", "gemm_time", "t_ep_dispatch_f",
  "t_ep_combine_f", "t_ep_dispatch_b", "t_ep_combine_b", "t_step" }
for _, name in ipairs(attention) do
  for _, pass in ipairs{ "f", "i", "w" } do wanted[#wanted + 1] = tw.format("t_%s_%s", name, pass) end
end
local v = tw.eval(beyond.deepseek("yes"), wanted)

-- A pass of attention's half of a layer; the rest is the experts'. Both operands of a product inside attention are
-- activations, so that no part of its backward pass can wait, and its scores run once more.
local function attention_of(pass)
  local time = 0
  for _, name in ipairs(attention) do time = time + v[tw.format("t_%s_%s", name, pass)] end
  return time * v.gemm_time
end
local inside = (v.t_scores_w + v.t_context_w) * v.gemm_time
local half = { f = attention_of("f") + v.t_norms_f, w = attention_of("w") - inside }
half.b = attention_of("i") + inside + v.t_scores_f * v.gemm_time + v.t_norms_b
local weights = v.t_gemm_w * v.gemm_time - inside

-- A layer of each microbatch, in the order in which its lanes take events; needs: events of this layer, or, with "before",
-- of the one before.
local compute, network = 1, 2
local events = {
  { "B experts", compute, v.t_bwd - half.b - weights, "gradients in", before = true },
  { "W experts", compute, weights - half.w, "B experts" },
  { "tokens out", network, v.t_ep_dispatch_f, "F attention", before = true },
  { "F experts", compute, v.t_fwd - half.f, "tokens out" },
  { "gradients back", network, v.t_ep_combine_b, "B experts" },
  { "B attention", compute, half.b, "gradients back" },
  { "tokens back", network, v.t_ep_combine_f, "F experts" },
  { "W attention", compute, half.w, "B attention" },
  { "F attention", compute, half.f, "tokens back" },
  { "gradients in", network, v.t_ep_dispatch_b, "B attention" },
}

-- All events of some layers, in order of their end: a lane takes its next event when that may begin; compute is slower
-- while the network is busy.
local function played(layers)
  local queue, ended, done, now = { {}, {} }, {}, {}, 0
  for layer = 1, layers do
    for _, e in ipairs(events) do table.insert(queue[e[2]], { e = e, layer = layer, left = e[3] }) end
  end
  local function key(name, layer) return tw.format("%s %.0f", name, layer) end
  local function ready(one)
    local layer = one.e.before and one.layer - 1 or one.layer
    return layer == 0 or ended[key(one.e[4], layer)] ~= nil
  end
  while queue[compute][1] or queue[network][1] do
    local running = {}
    for lane = compute, network do
      local one = queue[lane][1]
      if one and ready(one) then
        one.begin = one.begin or now
        running[lane] = one
      end
    end
    local pace, step = { running[network] and 1 - v.f_slow_ep or 1, 1 }, math.huge
    for lane, one in pairs(running) do step = math.min(step, one.left / pace[lane]) end
    now = now + step
    for lane = compute, network do
      local one = running[lane]
      if one then
        one.left = one.left - step * pace[lane]
        if one.left <= 1e-12 then
          ended[key(one.e[1], one.layer)] = now
          done[#done + 1] = { one.e, one.layer, one.begin, now }
          table.remove(queue[lane], 1)
        end
      end
    end
  end
  return done, now
end

-- From the third layer on a layer is like the one before.
local shown, layers = 2, 8
local done = played(layers)
local function ends_of(name, layer)
  for _, d in ipairs(done) do
    if d[1][1] == name and d[2] == layer then return d[4] end
  end
end
local first, last = ends_of("F attention", layers - 1 - shown), ends_of("F attention", layers - 1)
local layer_time = (last - first) / shown
local exchange = v.t_ep_dispatch_f + v.t_ep_combine_f + v.t_ep_dispatch_b + v.t_ep_combine_b
local alone = v.t_fwd + v.t_bwd
local closed = alone + exchange * v.f_slow_ep + math.max(0, exchange - alone / (1 - v.f_slow_ep))

local rows, kinds = {}, { F = "Forward", B = "Backward", W = "Gradients of weights" }
for _, d in ipairs(done) do
  if d[4] > first and d[3] < last then
    local on = d[1][2] == compute
    rows[#rows + 1] = { lane = on and "Compute" or "Network", begin = math.max(d[3], first) - first,
      finish = math.min(d[4], last) - first, kind = on and kinds[d[1][1]:sub(1, 1)]
        or d[1][1]:find("tokens", 1, true) and "All-to-all of tokens" or "All-to-all of gradients",
      what = on and d[1][1]:sub(3) or d[1][1]:gsub("^%a+ ", "") }
  end
end
local order = { "Forward", "Backward", "Gradients of weights", "All-to-all of tokens", "All-to-all of gradients" }
local sorted = {}
for _, kind in ipairs(order) do
  for _, row in ipairs(rows) do
    if row.kind == kind then sorted[#sorted + 1] = row end
  end
end
local t = beyond.table(sorted, { { "lane", nil, "" }, { "kind", nil, "" }, { "what", nil, "" },
  { "begin", "s", "Time" }, { "finish", "s", "Time" } })
study.gantt("experts_events", t, { x = "begin", to = "finish", y = "lane", by = "kind", label = "what",
  colours = { 0x0072b2, 0x7fd1b9, 0xcc79a7, "overlapped", "exposed" },
  title = tw.format("Two microbatches hide %.1f of %.1f ms of all-to-all in a layer of DeepSeek-V3",
    exchange - (layer_time - alone), exchange),
  subtitle = tw.format("%.0f layers of both passes on one of 2,048 H800, %.1f ms each (closed form %.1f); a step takes %.1f s, "
    .. "published %.1f", shown, layer_time * 1e3, closed * 1e3, v.t_step, beyond.deepseek_step),
  legend = "", legend_at = "top", ylabel = "", xlabel = "Time (ms)", xmin = 0 })
