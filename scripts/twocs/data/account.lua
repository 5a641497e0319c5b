-- SPDX-License-Identifier: MIT
-- Which fields have no effect in combination with others: the kind of a parallelism has none if its degree is 1. Writing a
-- case for a framework and searching layouts both use this list. search_test.lua checks it against the engine: time and
-- memory must be the same for all values of such a field.

local account = {}

-- For each field, whether it has no effect in a case with these values.
local idle = {}
local function where(names, f)
  for name in names:gmatch("%S+") do idle[name] = f end
end

where("cp_kind", function(v) return v.cp == 1 end)
where("sp tp_overlap", function(v) return v.tp == 1 end)
where("p2p_hidden schedule first_layers last_layers", function(v) return v.pp == 1 end)
where("middle_layers", function(v) return v.pp < 3 end)
where("p2p_scatter", function(v) return v.pp == 1 or v.tp == 1 or v.sp == "yes" end)
-- Experts have their own replicas, and DualPipe has two copies of the weights, even without DP and CP.
where("dp_overlap zero", function(v)
  return v.dp * v.cp == 1 and v.experts == 0 and (v.pp == 1 or v.schedule ~= "dualpipe")
end)
where("stage_gather", function(v) return v.pp == 1 or v.zero ~= "weights" end)
where("shard", function(v) return v.dp * v.cp == 1 or v.zero == "none" end)
where("offload_to", function(v) return v.offload_opt == 0 and v.offload_kept == 0 end)
where("etp ep top_k moe_share shared_ffn capacity expert_ffn shared_gate router router_scales recompute_experts",
  function(v) return v.experts == 0 end)
where("dense_at", function(v) return v.experts == 0 or v.moe_share == 1 or v.pp == 1 end)
where("full_first", function(v) return v.full_every == 0 end)
where("q_lora_rank nope_dim rope_dim v_dim recompute_latent", function(v) return v.kv_lora_rank == 0 end)
where("recompute_fc", function(v) return v.experts > 0 and v.moe_share == 1 end)
where("lora_on lora_joined", function(v) return v.lora_rank == 0 end)
where("recompute_part recompute_stop", function(v) return v.recompute ~= "full" end)
where("b", function() return true end)

--- Whether this field has no effect in some cases.
function account.may_idle(name) return idle[name] ~= nil end

--- Whether this field has no effect in a case with these values. v: numbers, and words of choices, by field name.
function account.without(v, name) return idle[name] ~= nil and idle[name](v) end

return account
