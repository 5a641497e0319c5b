-- SPDX-License-Identifier: MIT
-- How the memory of a case is used and, if the case does not fit, which change of one or two fields makes it fit.
-- explain(case, "mem_byte") ends with it. The global batch stays constant, and the number of devices too if that is
-- possible. All candidates are in changes() and laid_out(); the fastest candidate that fits is named.
local core = require "twocs.core"
local modules = require "twocs.data.modules"
local rows = require "twocs.data.rows"

local remedy = {}

local terms = { { "weight_mem", "weights" }, { "grad_mem", "gradients" }, { "opt_mem", "optimizer state" },
  { "act_mem", "activations of the layers" }, { "end_mem", "activations of LM head and loss" },
  { "cache_mem", "keys and values" }, { "workspace", "memory of the framework" } }

local function byte(value)
  local label, divisor = core.scale(value, "byte")
  return core.format("%.4g %s", value / divisor, label)
end

-- Results of a case by name; nil if they cannot be computed, for example because the device lacks a field.
local function values(made, names)
  local done, results = pcall(core.run, made, {}, names)
  if not done then return nil end
  local of = {}
  for k, name in ipairs(names) do of[name] = results[k][1] end
  return of
end

local function changed(made, change)
  local other = {}
  for key, value in pairs(made) do other[key] = value end
  for _, part in ipairs{ "run", "layout", "software" } do
    if change[part] then other[part] = other[part](change[part]) end
  end
  return other
end

local words = { zero = { "optimizer", "gradients", "weights" }, recompute = { "selective", "full" } }

-- Larger TP, PP and CP on `more` times the devices. If their product grows by more than this factor, DP is divided by the
-- rest. Each replica then has more of the batch, in microbatches of the same size.
local function laid_out(now, more)
  local list, most = {}, now.dp * more
  local function add(tp, pp, cp)
    local dp = most / (tp * pp * cp)
    if tp * pp * cp < math.max(2, more) or dp < 1 or dp ~= math.floor(dp) then return end
    local said, layout = {}, { dp = dp }
    for _, one in ipairs{ { "tp", tp }, { "pp", pp }, { "cp", cp } } do
      if one[2] > 1 then
        layout[one[1]] = now[one[1]] * one[2]
        said[#said + 1] = core.format("%s = %d", one[1], layout[one[1]])
      end
    end
    if tp > 1 and now.mode == 1 then layout.sp, said[#said + 1] = "yes", now.sp == 0 and 'sp = "yes"' or nil end
    if dp ~= now.dp then said[#said + 1] = core.format("dp = %d", dp) end
    list[#list + 1] = { says = table.concat(said, ", "), run = { b = now.b * now.dp / dp, micro_batch = now.micro_batch },
      layout = layout }
  end
  for _, tp in ipairs{ 1, 2, 4, 8, 16, 32 } do
    for _, pp in ipairs{ 1, 2, 4, 8, 16, 32 } do
      for _, cp in ipairs{ 1, 2, 4, 8 } do add(tp, pp, cp) end
    end
  end
  return list
end

-- Each change is { says =, run =, layout =, software = }. now: the current values of the fields.
local function changes(now, host)
  local list = {}
  local function add(says, run, layout, software)
    list[#list + 1] = { says = says, run = run, layout = layout, software = software }
  end
  local training = now.mode == 1
  if training and now.dp * now.cp > 1 then
    for i = now.zero + 1, 3 do add(core.format('zero = "%s"', words.zero[i]), nil, { zero = words.zero[i] }) end
  end
  if training then
    for i = now.recompute + 1, 2 do
      add(core.format('recompute = "%s"', words.recompute[i]), { recompute = words.recompute[i] })
    end
    for _, module in ipairs(modules.list) do
      if module.field and not module.value and now.recompute < 2 and now[module.field] == 0 then
        add(core.format('%s = "yes"', module.field), { [module.field] = "yes" })
      end
    end
  end
  local micro = now.micro_batch / 2
  while micro >= 1 and micro == math.floor(micro) do
    add(core.format("micro_batch = %d", micro), { micro_batch = micro })
    micro = micro / 2
  end
  for _, change in ipairs(laid_out(now, 1)) do list[#list + 1] = change end
  if now.tp > 1 and now.sp == 0 then add('sp = "yes"', nil, { sp = "yes" }) end
  if training and host then add("offload_opt = 1", nil, { offload_opt = 1 }) end
  if not training and now.cache_byte > 1 then add("cache_byte = 1", nil, nil, { cache_byte = 1 }) end
  return list
end

local function merged(x, y)
  local both = {}
  for _, part in ipairs{ x or {}, y or {} } do
    for key, value in pairs(part) do
      if both[key] ~= nil then return nil end
      both[key] = value
    end
  end
  return both
end

-- All pairs of changes that set no field in common.
local function pairs_of(list)
  local two = {}
  for i = 1, #list do
    for k = i + 1, #list do
      local run, layout = merged(list[i].run, list[k].run), merged(list[i].layout, list[k].layout)
      if run and layout then
        two[#two + 1] = { says = core.format("%s, with %s", list[i].says, list[k].says), run = run, layout = layout,
          software = list[i].software or list[k].software }
      end
    end
  end
  return two
end

-- The fastest change that fits; the first one if the time is not known.
local function best_of(made, list)
  local best
  for _, change in ipairs(list) do
    local other = changed(made, change)
    local of = values(other, { "legal", "fits", "mem_byte", "t_step" }) or values(other, { "fits", "mem_byte" })
    if of and of.legal ~= 0 and of.fits == 1 then
      change.mem_byte, change.t_step = of.mem_byte, of.t_step
      if not best or (of.t_step and best.t_step and of.t_step < best.t_step) then best = change end
    end
  end
  return best
end

-- The best change on 2, 4, 8 ... times the devices, with as few devices as possible.
local function best_on_more(made, now)
  for _, more in ipairs{ 2, 4, 8, 16, 32 } do
    local best = best_of(made, laid_out(now, more))
    if best then
      best.more = more
      return best
    end
  end
end

local function described(best, now)
  local text = core.format("%s would make it fit: %s", best.says, byte(best.mem_byte))
  if best.more then text = core.format("%s, on %d times the devices", text, best.more) end
  if not best.t_step or not now then return text end
  return core.format("%s, and %.3g times the time of a step", text, best.t_step / now)
end

local function largest(of)
  local most, name = -1, nil
  for _, term in ipairs(terms) do
    if of[term[1]] > most then most, name = of[term[1]], term[2] end
  end
  return core.format("the largest term: %s, %s (%.0f %%)", name, byte(most), 100 * most / of.mem_byte)
end

local fields = { "mode", "tp", "pp", "cp", "dp", "sp", "zero", "b", "micro_batch", "cache_byte" }
for _, name in ipairs(modules.fields_of_run) do fields[#fields + 1] = name end

--- The lines about the memory of a case; none if its device does not state its memory size.
function remedy.lines(made)
  local asked = { "mem_byte", "fits", "mem_size" }
  for _, term in ipairs(terms) do asked[#asked + 1] = term[1] end
  local of, now = values(made, asked), values(made, fields)
  if not of then return {} end
  local verdict = of.fits == 1 and "fits" or "does not fit"
  local lines = { core.format("%s: %s of %s; %s", verdict, byte(of.mem_byte), byte(of.mem_size), largest(of)) }
  if of.fits == 1 then return lines end
  local list = changes(now, core.given(made.device, "host_bw"))
  local step = values(made, { "t_step" })
  local best = best_of(made, list) or best_of(made, pairs_of(list)) or best_on_more(made, now)
  lines[2] = best and described(best, step and step.t_step)
    or "no change of one or two of ZeRO, recomputation, microbatch, TP, PP and CP makes it fit"
  return lines
end

--- Whether explain adds these lines for this column.
function remedy.about(name) return name == "mem_byte" or name == "fits" or rows.by_name[name].name == "stage_mem" end

return remedy
