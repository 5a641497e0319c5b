-- SPDX-License-Identifier: MIT
-- Assigns the kernels of a trace to operators of a layer. A gradient has the three sizes of its forward GEMM in another
-- order, so operators of equal sizes (fc1 and fc2) cannot be distinguished; they share their time in proportion to their
-- FLOPs.
local core = require "twocs.core"
local measured = require "twocs.baseline.measured"

local match = {}

--- Whether a value is a result of tw.read(path, { as = "trace" }).
function match.is_trace(value)
  local inside = type(value) == "table" and rawget(value, "inside")
  return type(inside) == "table" and inside.facts ~= nil and inside.steps ~= nil
end

local function key_of(m, n, k, x)
  local sizes = { m, n, k }
  table.sort(sizes)
  return core.format("%.0f %.0f %.0f, %.0f", sizes[1], sizes[2], sizes[3], x)
end

-- The GEMMs of the case: a list of { operator, key, each = calls, flop }. Libraries run queries, keys and values, or a gate
-- and its expansion, as one GEMM or as separate ones.
local function shapes_of(of, apart)
  local c, list = of.case, {}
  local function put(operator, m, n, k, x, parts)
    local one = of[operator]
    if one.amount > 0 then
      list[#list + 1] = { operator = operator, key = key_of(m, n, k, x), each = one.step * parts * (1 + 2 * c.mode),
        flop = one.step * parts * (1 + 2 * c.mode) * 2 * m * n * k * x }
    end
  end
  local function whole(operator)
    local one = of[operator]
    put(operator, one.m, one.n, one.k, one.x, 1)
  end
  for _, operator in ipairs{ "scores", "context", "proj", "fc2", "head" } do whole(operator) end
  if apart.qkv then
    put("qkv", c.tokens, c.dev_heads * c.head_dim, c.h, 1, 1)
    put("qkv", c.tokens, c.dev_kv_heads * c.head_dim, c.h, 1, 2)
  else
    whole("qkv")
  end
  if apart.fc1 then put("fc1", c.tokens, c.dev_ffn, c.h, 1, 2) else whole("fc1") end
  return list
end

-- GEMMs of the trace by their sizes. A batch of GEMMs with common weights may be listed as a batch or as one GEMM with more
-- rows.
local function gemms_of(operators, wanted)
  local by_key, others = {}, {}
  for row in operators:rows() do
    if row.class == "gemm" then
      local key = row.m == row.m and key_of(row.m, row.n, row.k, row.batch)
      if key and not wanted[key] then
        local folded = key_of(row.m * row.batch, row.n, row.k, 1)
        key = wanted[folded] and folded
      end
      if key then
        by_key[key] = by_key[key] or { t = 0, calls = 0 }
        by_key[key].t, by_key[key].calls = by_key[key].t + row.t_total, by_key[key].calls + row.calls
      else
        others[#others + 1] = row
      end
    end
  end
  return by_key, others
end

local function keys_of(shapes)
  local keys = {}
  for _, shape in ipairs(shapes) do keys[shape.key] = true end
  return keys
end

local function is_there(operators, of, name)
  local one = of[name]
  local key = key_of(one.m, one.n, one.k, one.x)
  return gemms_of(operators, { [key] = true })[key] ~= nil
end

-- Unites shapes with the same sizes: their operators, calls in a pass over the model, and flop by operator.
local function pools_of(shapes)
  local list, by_key = {}, {}
  for _, shape in ipairs(shapes) do
    local pool = by_key[shape.key]
    if not pool then
      pool = { key = shape.key, operators = {}, flop = {}, calls = 0, whole = 0 }
      by_key[shape.key], list[#list + 1] = pool, pool
    end
    if not pool.flop[shape.operator] then pool.operators[#pool.operators + 1] = shape.operator end
    pool.flop[shape.operator] = (pool.flop[shape.operator] or 0) + shape.flop
    pool.calls, pool.whole = pool.calls + shape.each, pool.whole + shape.flop
  end
  return list
end

-- The number of passes over the model in the trace: the marked steps, times the microbatches according to the calls of the
-- longest GEMM.
local function passes_of(trace, pools, found, steps)
  local marked = steps or (trace.inside.step > 0 and 1 or math.max(1, #trace.inside.steps))
  local longest
  for _, pool in ipairs(pools) do
    local one = found[pool.key]
    if one and (not longest or one.t > found[longest.key].t) then longest = pool end
  end
  if not longest then return marked end
  return marked * math.max(1, math.floor(found[longest.key].calls / longest.calls / marked + 0.5))
end

-- The share of one layer (or of one step) in the times of a pass over the model.
local function share(of, name) return of[name].often / of[name].step end

local function add_gemms(store, of, pools, found, passes)
  for _, pool in ipairs(pools) do
    local one = found[pool.key]
    if one then
      local ran = one.calls / passes
      local t = one.t / passes * math.min(1, pool.calls / ran)
      for _, name in ipairs(pool.operators) do
        store.add({ name }, t * pool.flop[name] / pool.whole * share(of, name))
        if #pool.operators > 1 then store.together[name] = pool.operators end
      end
      if ran > pool.calls * (1 + 1e-9) then
        store.leave(core.format("gemm %s", pool.key), one.t - t * passes,
          core.format("calls like those of %s, more than the %.0f of %.0f passes over the model",
            table.concat(pool.operators, " and "), pool.calls * passes, passes))
      elseif ran < pool.calls * (1 - 1e-9) then
        store.fewer[#store.fewer + 1] = core.format("%s: %.0f calls in the trace, where %.0f are expected in %.0f "
          .. "passes over the model: their time covers all passes only if the case describes the trace",
          table.concat(pool.operators, " and "), one.calls, pool.calls * passes, passes)
      end
    end
  end
end

local by_class = { softmax = "softmax", norm = "norms", elementwise = "elementwise", attention = "attention",
  embedding = "embedding", optimizer = "optimizer" }

local function add_classes(store, of, operators, passes)
  for _, class in ipairs{ "attention", "softmax", "norm", "elementwise", "embedding", "optimizer" } do
    local t = 0
    for row in operators:where{ class = class }:rows() do t = t + row.t_total end
    local name = by_class[class]
    local group = measured.groups[name]
    local first = group and group.share[1] or name
    if t > 0 and of[first].amount == 0 and not group then
      store.leave(class, t, "the case does not have this operator")
    elseif t > 0 then
      store.named(name, t / passes * share(of, first))
    end
  end
end

--- from_trace(trace, of, steps): the store of the trace's times in one layer (or one step).
function match.from_trace(trace, of, steps)
  local operators, store = trace:operators(), measured.store(of)
  store.fewer = {}
  local apart = { qkv = not is_there(operators, of, "qkv"), fc1 = of.case.gated > 0 and not is_there(operators, of, "fc1") }
  local shapes = shapes_of(of, apart)
  local pools = pools_of(shapes)
  local found, others = gemms_of(operators, keys_of(shapes))
  local passes = passes_of(trace, pools, found, steps)
  add_gemms(store, of, pools, found, passes)
  for _, row in ipairs(others) do
    store.leave(row.m == row.m and core.format("gemm %.0f x %.0f x %.0f, %.0f", row.m, row.n, row.k, row.batch) or row.name,
      row.t_total, row.m == row.m and "a GEMM that is not an operator of the case"
        or "a GEMM whose sizes are not in the trace")
  end
  add_classes(store, of, operators, passes)
  local whole = 0
  for row in operators:rows() do
    whole = whole + row.t_total
    if row.class ~= "gemm" and not by_class[row.class] then
      store.leave(core.format("%s %s", row.class, row.op ~= "" and row.op or row.name:sub(1, 40)), row.t_total,
        row.class == "collective" and "communication: trace:overlap() shows how much of it is exposed"
        or "not an operator of a layer")
    end
  end
  store.whole, store.passes = whole, passes
  store.from = core.format("%s, %.0f pass%s over the model", tostring(trace), passes, passes == 1 and "" or "es")
  return store
end

return match
