-- SPDX-License-Identifier: MIT
-- Parts of a layer that can be recomputed separately, by Megatron's names (--recompute-modules), each with its field. If
-- modules are named, attention's core is recomputed only if it is among them.
local modules = {}

--- list: { name =, field =, value =, also = other names }. For attention's core, the field has a word (value); for the
--- others it is "yes". Only shared experts have no field.
modules.list = {
  { name = "core_attn", field = "recompute", value = "selective", also = "attn attention core_attention" },
  { name = "moe", field = "recompute_experts", also = "experts" },
  { name = "mlp", field = "recompute_fc", also = "ffn" },
  { name = "moe_act", field = "recompute_activation", also = "act activation swiglu" },
  { name = "layernorm", field = "recompute_norms", also = "norm norms rmsnorm layer_norm" },
  { name = "mla_up_proj", field = "recompute_latent", also = "mla up_proj" },
  { name = "shared_experts", also = "shared_expert" },
}
--- fields_of_run: the fields by name.
modules.fields_of_run = {}
local by_name = {}
for _, module in ipairs(modules.list) do
  by_name[module.name] = module
  for name in module.also:gmatch "%S+" do by_name[name] = module end
  modules.fields_of_run[#modules.fields_of_run + 1] = module.field
end

--- fields(names): the fields of a run that a list of names means; and a list of the names that have no field.
function modules.fields(names)
  local fields, missed = { recompute = "none" }, {}
  for _, name in ipairs(names) do
    local module = by_name[name]
    if module and module.field then fields[module.field] = module.value or "yes" else missed[#missed + 1] = name end
  end
  return fields, missed
end

--- names(v): the modules that the fields of a run, as words, select; an empty list if whole layers are recomputed.
function modules.names(v)
  local names = {}
  for _, module in ipairs(modules.list) do
    if module.field and v.recompute ~= "full" and v[module.field] == (module.value or "yes") then
      names[#names + 1] = module.name
    end
  end
  return names
end

--- named(text, strictly): the words of a text that name modules, and the other words. strictly: only the first name of a
--- module counts, because "activation" in a sentence is not a module.
function modules.named(text, strictly)
  local names, others = {}, {}
  for word in text:lower():gmatch "[%w_]+" do
    local module = by_name[word]
    local list = module and (not strictly or module.name == word) and names or others
    list[#list + 1] = word
  end
  return names, others
end

return modules
