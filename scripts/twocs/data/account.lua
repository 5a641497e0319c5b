-- SPDX-License-Identifier: MIT
-- Which fields say nothing beside others: of what kind a parallelism is does not matter where its degree is 1. The one
-- thing to know: a case is written for a framework, and layouts are searched, by this one list; search_test.lua holds it
-- against the engine, which finds the same time and memory whatever such a field says.

local account = {}

--- Whether the field of that name is of no account in a case with these values, numbers and words of choices by name.
function account.without(v, name)
  if name == "cp_kind" then return v.cp == 1 end
  if name == "sp" or name == "tp_overlap" then return v.tp == 1 end
  if name == "p2p_hidden" or name == "schedule" then return v.pp == 1 end
  if name == "p2p_scatter" then return v.pp == 1 or v.tp == 1 or v.sp == "yes" end
  -- Experts have replicas of their own, and DualPipe two copies of the weights, where DP and CP have none.
  if name == "dp_overlap" or name == "zero" then
    return v.dp * v.cp == 1 and v.experts == 0 and (v.pp == 1 or v.schedule ~= "dualpipe")
  end
  if name == "shard" then return v.dp * v.cp == 1 or v.zero == "none" end
  if name == "middle_layers" then return v.pp < 3 end
  if name == "first_layers" or name == "last_layers" then return v.pp == 1 end
  if name == "offload_to" then return v.offload_opt == 0 and v.offload_kept == 0 end
  if name == "etp" or name == "ep" or name == "top_k" or name == "moe_share" or name == "shared_ffn" or name == "capacity"
    or name == "expert_ffn" or name == "shared_gate" or name == "router" then
    return v.experts == 0
  end
  if name == "q_lora_rank" or name == "nope_dim" or name == "rope_dim"
    or name == "v_dim" then return v.kv_lora_rank == 0 end
  if name == "lora_on" or name == "lora_joined" then return v.lora_rank == 0 end
  if name == "recompute_part" or name == "recompute_stop" then return v.recompute ~= "full" end
  if name == "b" then return true end
  return false
end

return account
