/* SPDX-License-Identifier: MIT
 *
 * The field or result that a script means by another tool's name, or by a name from another record. The one
 * thing to know: this is the only list of foreign names. Every message about an unknown name looks here
 * first, and only then for a name that is spelt alike. */
#include "core.h"
#include <ctype.h>
#include <string.h>

/* A name that may mean several fields occurs once for each, one after another. */
static const struct {
  const char *typed, *name;
} foreign[] = {
    {"seq", "sl"},
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
    {"memory", "mem_byte"},
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
    {"bandwidth", "net0_bw"},
    {"bandwidth", "net1_bw"},
    {"bandwidth", "mem_bw"},
    {"gpus", "devices"},
    {"num_gpus", "devices"},
    {"world_size", "devices"},
    {"time", "t_step"},
    {"step_time", "t_step"},
    {"iteration_time", "t_step"},
    {"time_per_step", "t_step"},
    {"peak_memory", "mem_byte"},
    {"memory_per_gpu", "mem_byte"},
    {"throughput", "token_rate"},
    {"tokens_per_second", "token_rate"},
    {"communication_share", "f_step_com"},
    {"communication_fraction", "f_step_com"},
    {"comm_share", "f_step_com"},
    {"comm_fraction", "f_step_com"},
    {"share_of_communication", "f_step_com"},
    {"communication", "f_step_com"},
    {"communication", "f_com"},
    {"tokens/s", "token_rate"},
    {"tflops", "mfu"},
    {"latency", "net0_lat"},
    {"latency", "net1_lat"},
    {"latency", "t_step"},
    {"cost", "rent_cost_low"},
    {"price", "rent_cost_low"},
    {"energy", "full_joule"},
    {"efficiency", "mfu"},
    {"comm_time", "t_step_ser"},
    {"comm_time", "t_step_exp"},
    {"communication_time", "t_step_ser"},
    {"communication_time", "t_step_exp"},
    {"time_of_all_to_all", "t_ep"},
    {"all_to_all_time", "t_ep"},
    {"all_reduce_time", "t_tp_ar"},
    {"compute_time", "t_step_cmp"},
    {"exposed_communication", "t_step_exp"},
    {"num_nodes", "devices"},
};
enum { FOREIGN = sizeof foreign / sizeof *foreign };

/* Words of other tools for what is stated differently here. */
static const struct {
  const char *typed, *sentence;
} otherwise[] = {
    {"grad_accum",
     "steps of gradient accumulation follow from run = { global_batch = ..., micro_batch = ... }"},
    {"gradient_accumulation",
     "steps of gradient accumulation follow from run = { global_batch = ..., micro_batch = ... }"},
    {"gradient_accumulation_steps",
     "steps of gradient accumulation follow from run = { global_batch = ..., micro_batch = ... }"},
    {"gas", "steps of gradient accumulation follow from run = { global_batch = ..., micro_batch = ... }"},
    {"optimizer",
     "the optimizer's state in bytes is software = { moment_byte = ... } (Adam: 8, one moment in FP32: 4)"},
    {"nodes",
     "a case has as many devices as its layout makes, TP x PP x CP x DP, and device.net0_size in each node"},
    {"hsdp",
     "hybrid sharding is layout = { zero = \"weights\", shard = ... }, with the ranks of a sharding group"},
    {"ddp", "plain data parallelism is layout = { dp = ..., zero = \"none\" }"},
};

/* Compares a name as people type it: "Step time" and "step-time" are step_time. */
static int same_name(const char *typed, const char *name) {
  for (; *typed && *name; typed++, name++) {
    const int c = *typed == ' ' || *typed == '-' ? '_' : tolower((unsigned char)*typed);
    if (c != *name) return 0;
  }
  return !*typed && !*name;
}

static const char *record_of(const twocs_column *field) {
  const int place = (int)(field - twocs_columns);
  for (int kind = 0; kind < twocs_record_count; kind++)
    if (place >= twocs_records[kind].first && place < twocs_records[kind].first + twocs_records[kind].count)
      return twocs_records[kind].name;
  return "";
}

static int is_result(int place) { return place >= twocs_field_count; }

/* Pushes "; step_time is called t_step here (a step), a result", with "or" between several; 0: the word is
 * unknown. */
static int push_foreign(lua_State *L, const char *word) {
  int pushed = 0;
  for (int i = 0; i < FOREIGN; i++) {
    const int place = same_name(word, foreign[i].typed) ? twocs_find(foreign[i].name) : -1;
    if (place < 0) continue;
    const twocs_column *c = &twocs_columns[place];
    if (pushed)
      lua_pushfstring(L, " or %s (%s), a ", c->name, c->meaning);
    else
      lua_pushfstring(L, "; %s is called %s here (%s), a ", word, c->name, c->meaning);
    lua_pushfstring(L, is_result(place) ? "result" : "field of %s", record_of(c));
    pushed += 2;
  }
  if (pushed) lua_concat(L, pushed);
  return pushed > 0;
}

/* The only field of a run or a layout that has the word as a value, or -1. */
static int owner_of(const char *word) {
  const size_t length = strlen(word);
  int owner = -1;
  for (int k = 0; k < twocs_field_count; k++) {
    const char *part = record_of(&twocs_columns[k]);
    if (strcmp(part, "run") != 0 && strcmp(part, "layout") != 0) continue;
    const char *at = twocs_columns[k].words;
    for (size_t n; *at; at += n + (at[n] == ' ')) {
      n = strcspn(at, " ");
      if (n != length || strncmp(at, word, n) != 0) continue;
      if (owner >= 0) return -1;
      owner = k;
    }
  }
  return owner;
}

int push_hint(lua_State *L, const char *word) {
  const int place = twocs_find(word);
  if (place >= 0 && !is_result(place)) {
    const char *part = record_of(&twocs_columns[place]);
    lua_pushfstring(L, "; %s belongs to %s: %s = { %s = ... }", word, part, part, word);
    return 1;
  }
  if (push_foreign(L, word)) return 1;
  for (size_t i = 0; i < sizeof otherwise / sizeof *otherwise; i++)
    if (same_name(word, otherwise[i].typed)) {
      lua_pushfstring(L, "; %s", otherwise[i].sentence);
      return 1;
    }
  const int owner = place < 0 ? owner_of(word) : -1;
  if (owner < 0) return 0;
  const twocs_column *c = &twocs_columns[owner];
  lua_pushfstring(L, "; %s is a value of %s: %s = { %s = \"%s\" }", word, c->name, record_of(c), c->name,
                  word);
  return 1;
}

/* core.hint(word): "; seq_len is called sl here (sequence length SL), a field of run", or nil. */
static int core_hint(lua_State *L) {
  if (lua_type(L, 1) != LUA_TSTRING || !push_hint(L, lua_tostring(L, 1))) lua_pushnil(L);
  return 1;
}

/* core.meant(word): a list of our names for a foreign name, or of the field that has the word as a value. */
static int core_meant(lua_State *L) {
  const char *word = luaL_checkstring(L, 1);
  int n = 0;
  lua_newtable(L);
  for (int i = 0; i < FOREIGN; i++) {
    if (!same_name(word, foreign[i].typed)) continue;
    lua_pushstring(L, foreign[i].name);
    lua_rawseti(L, -2, ++n);
  }
  const int owner = n || twocs_find(word) >= 0 ? -1 : owner_of(word);
  if (owner >= 0) {
    lua_pushstring(L, twocs_columns[owner].name);
    lua_rawseti(L, -2, 1);
  }
  return 1;
}

/* core.foreign(): the known names of other tools, in their order. */
static int core_foreign(lua_State *L) {
  lua_newtable(L);
  for (int i = 0; i < FOREIGN; i++) {
    lua_pushstring(L, foreign[i].typed);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

void hint_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"hint", core_hint}, {"meant", core_meant}, {"foreign", core_foreign}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
