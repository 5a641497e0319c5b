/* SPDX-License-Identifier: MIT
 *
 * What a script writes that knows a field under another tool's name, or in another record: which field that
 * is. The one thing to know: this is the only list of foreign names; every message about an unknown name of
 * a field asks here before it looks for one that is spelt alike. */
#include "core.h"
#include <string.h>

static const struct {
  const char *typed, *name;
} foreign[] = {
    {"seq_len", "sl"},
    {"seqlen", "sl"},
    {"seq_length", "sl"},
    {"sequence_length", "sl"},
    {"context_length", "sl"},
    {"max_position_embeddings", "sl"},
    {"batch", "b"},
    {"batch_size", "b"},
    {"bs", "b"},
    {"mbs", "micro_batch"},
    {"micro_batch_size", "micro_batch"},
    {"gbs", "global_batch"},
    {"global_batch_size", "global_batch"},
    {"dtype", "format"},
    {"torch_dtype", "format"},
    {"precision", "format"},
    {"activation_checkpointing", "recompute"},
    {"hidden_size", "h"},
    {"hidden", "h"},
    {"d_model", "h"},
    {"n_embd", "h"},
    {"n_heads", "heads"},
    {"num_heads", "heads"},
    {"n_head", "heads"},
    {"num_attention_heads", "heads"},
    {"n_kv_heads", "kv_heads"},
    {"num_kv_heads", "kv_heads"},
    {"num_key_value_heads", "kv_heads"},
    {"d_head", "head_dim"},
    {"n_layers", "layers"},
    {"n_layer", "layers"},
    {"num_layers", "layers"},
    {"num_hidden_layers", "layers"},
    {"d_ff", "ffn"},
    {"ffn_dim", "ffn"},
    {"ffn_hidden_size", "ffn"},
    {"intermediate_size", "ffn"},
    {"vocab_size", "vocab"},
    {"n_vocab", "vocab"},
    {"num_experts", "experts"},
    {"n_experts", "experts"},
    {"num_experts_per_tok", "top_k"},
    {"tp_size", "tp"},
    {"tensor_parallel", "tp"},
    {"tensor_parallel_size", "tp"},
    {"pp_size", "pp"},
    {"pipeline_parallel", "pp"},
    {"pipeline_parallel_size", "pp"},
    {"dp_size", "dp"},
    {"data_parallel", "dp"},
    {"cp_size", "cp"},
    {"context_parallel", "cp"},
    {"ep_size", "ep"},
    {"expert_parallel", "ep"},
    {"sequence_parallel", "sp"},
    {"zero_stage", "zero"},
    {"fsdp", "zero"},
    {"virtual_stages", "vp"},
    {"flops", "peak_fp16"},
    {"peak", "peak_fp16"},
    {"memory", "mem_size"},
    {"hbm", "mem_size"},
    {"mem_bandwidth", "mem_bw"},
    {"memory_bandwidth", "mem_bw"},
    {"hbm_bw", "mem_bw"},
    {"nvlink_bw", "net0_bw"},
    {"intra_node_bw", "net0_bw"},
    {"inter_node_bw", "net1_bw"},
    {"ib_bw", "net1_bw"},
    {"gpus_per_node", "net0_size"},
    {"node_size", "net0_size"},
};

static const twocs_column *field_named(const char *name) {
  for (int kind = 0; kind + 1 < twocs_record_count; kind++) { /* the last holds the results */
    const twocs_record *own = &twocs_records[kind];
    for (int i = 0; i < own->count; i++)
      if (!strcmp(twocs_columns[own->first + i].name, name)) return &twocs_columns[own->first + i];
  }
  return NULL;
}

static const char *record_of(const twocs_column *field) {
  const int place = (int)(field - twocs_columns);
  for (int kind = 0; kind < twocs_record_count; kind++)
    if (place >= twocs_records[kind].first && place < twocs_records[kind].first + twocs_records[kind].count)
      return twocs_records[kind].name;
  return "";
}

int push_hint(lua_State *L, const char *word) {
  const twocs_column *field = field_named(word);
  if (field) {
    const char *part = record_of(field);
    lua_pushfstring(L, "; %s belongs to %s: %s = { %s = ... }", word, part, part, word);
    return 1;
  }
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
    if (!strcmp(foreign[i].typed, word) && (field = field_named(foreign[i].name)) != NULL) {
      lua_pushfstring(L, "; %s is called %s here (%s), a field of %s", word, field->name, field->meaning,
                      record_of(field));
      return 1;
    }
  return 0;
}

/* core.hint(word): "; seq_len is called sl here (sequence length SL), a field of run", or nil. */
static int core_hint(lua_State *L) {
  if (lua_type(L, 1) != LUA_TSTRING || !push_hint(L, lua_tostring(L, 1))) lua_pushnil(L);
  return 1;
}

/* core.foreign(): the names of other tools that are known, in their order. */
static int core_foreign(lua_State *L) {
  lua_newtable(L);
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
    lua_pushstring(L, foreign[i].typed);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

void hint_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"hint", core_hint}, {"foreign", core_foreign}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
