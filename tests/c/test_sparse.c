/* SPDX-License-Identifier: MIT */
/* Sparse attention with an indexer: weights, work, activations and what a decoder keeps and reads, counted by
 * hand. Tolerance: roundings. */
#include "common.h"

static const double rounding = 1e-13;
enum { INFERENCE, TRAINING };

/* Eight layers with 4 heads of latent attention; the indexer has 3 heads of 16 and selects 32 of 256 keys. */
static void sparse(setup *s) {
  setup_init(s);
  s->point.model.layers = 8, s->point.model.h = 512, s->point.model.heads = 4, s->point.model.kv_heads = 4;
  s->point.model.kv_lora_rank = 64, s->point.model.q_lora_rank = 96;
  s->point.model.nope_dim = 32, s->point.model.rope_dim = 8, s->point.model.v_dim = 24,
  s->point.model.head_dim = 24;
  s->point.model.index_top_k = 32, s->point.model.index_heads = 3, s->point.model.index_dim = 16;
  s->point.run.mode = TRAINING, s->point.run.attention = 1, s->point.run.causal = 1, s->point.run.dropout = 0;
  s->point.run.sl = 256, s->point.run.b = 2, s->point.run.micro_batch = 2;
  choose(s, "gemm", "algorithmic");
}

static double without(setup *s, const char *name) {
  const double had = s->point.model.index_top_k;
  s->point.model.index_top_k = 0;
  const double v = eval(s, name);
  s->point.model.index_top_k = had;
  return v;
}

/* Queries from the latent vector; one key, a weight for each head, and a LayerNorm of keys. */
static const double own = 96 * 3 * 16 + 512 * (16 + 3) + 2 * 16;

static void weights_of_an_indexer(void **state) {
  static setup s;
  (void)state;
  sparse(&s);
  near("a layer", eval(&s, "attn_param"), without(&s, "attn_param") + own, 0);
  near("the model", eval(&s, "param"), without(&s, "param") + 8 * own, 0);
  s.point.layout.tp = 2; /* each TP rank has all of it */
  near("on a device", eval(&s, "dev_layer_param"), without(&s, "dev_layer_param") + own, 0);
  near("on all alike", eval(&s, "row_param"), without(&s, "row_param") + own, 0);
  sparse(&s);
  s.point.model.q_lora_rank = 0; /* its queries are then computed from the hidden state */
  near("without latent queries", eval(&s, "attn_param"),
       without(&s, "attn_param") + own + (512 - 96) * 3 * 16, 0);
}

/* Pairs of a query and the keys before it, and itself for a half: at most `most` keys, and both ends count
 * half. */
static double pairs(int queries, int most) {
  double count = 0;
  for (int i = 0; i < queries; i++)
    for (int j = 0; j <= i; j++)
      if (j >= i - most) count += j == i || j == i - most ? 0.5 : 1;
  return count;
}

static void work_of_an_indexer(void **state) {
  static setup s;
  (void)state;
  sparse(&s);
  const double tokens = 512, linear = 2 * tokens * (96 * 48 + 512 * 19),
               scores = 2 * 2 * pairs(256, 256) * 48;
  near("all of it", eval(&s, "index_flop"), linear + scores, rounding);
  /* Heads attend to latent vectors of 64 + 8 and read 64 of them. All pairs count, twice those that no mask
   * hides. */
  const double chosen = pairs(256, 32), seen = 2 * 2 * 2 * chosen * 4 * (72 + 64);
  near("attention", eval(&s, "attn_flop"), seen, rounding);
  near("more keys than there are", (s.point.model.index_top_k = 1000, eval(&s, "attn_flop")),
       2 * 2 * 2 * pairs(256, 256) * 4 * (72 + 64), rounding);
  sparse(&s);
  const double part = chosen / pairs(256, 256);
  near("backward", eval(&s, "index_back"), linear + 2 * part * scores, rounding);
  near("a layer", eval(&s, "cmp_flop"),
       eval(&s, "layer_flop") + eval(&s, "ig_flop") + eval(&s, "wg_flop") + eval(&s, "redo_flop") +
           2 * linear + (1 + 2 * part) * scores,
       rounding);
  const double step = eval(&s, "step_flop");
  s.point.model.index_heads = 6;
  const double more = 2 * 2 * tokens * (96 * 48 + 512 * 3) + (1 + 2 * part) * scores;
  near("a step", eval(&s, "step_flop") - step, 8 * more, 1e-9);
  s.point.layout.tp = 2; /* each rank does the same, so it counts once */
  const double two = eval(&s, "step_flop");
  s.point.model.index_heads = 3;
  near("a step of two ranks", 2 * (two - eval(&s, "step_flop")), 8 * more, 1e-9);
  s.point.run.recompute = 2;
  const double again = eval(&s, "step_redo_flop");
  s.point.model.index_heads = 6;
  near("recomputed", 2 * (eval(&s, "step_redo_flop") - again),
       8 * (2 * tokens * (96 * 48 + 512 * 3) + scores), 1e-9);
}

static void time_of_an_indexer(void **state) {
  static setup s;
  (void)state;
  sparse(&s);
  s.point.device.mem_bw = 1e15;
  const double pace = eval(&s, "flop_eff_pace");
  near("forward", eval(&s, "t_index_f"), eval(&s, "index_flop") * pace, rounding);
  near("backward", eval(&s, "t_index_b"), eval(&s, "index_back") * pace, rounding);
  const double pass = eval(&s, "t_fwd"), back = eval(&s, "t_bwd");
  const double f = eval(&s, "t_index_f"), b = eval(&s, "t_index_b"), share = eval(&s, "gemm_share");
  s.point.model.index_heads = 6;
  near("of a pass", eval(&s, "t_fwd") - pass, eval(&s, "t_index_f") - f, 1e-9);
  const double gemms =
      (eval(&s, "t_gemm_f") + eval(&s, "t_gemm_b") - eval(&s, "t_flash_f") - eval(&s, "t_flash_b")) *
      eval(&s, "gemm_own");
  const double more = eval(&s, "t_index_f") - f + eval(&s, "t_index_b") - b;
  near("share of GEMMs", gemms * (1 / eval(&s, "gemm_share") - 1 / share), more, 1e-9);
  near("of the pass back", eval(&s, "t_bwd") - back, eval(&s, "t_index_b") - b, 1e-9);
  sparse(&s);
  const double once = eval(&s, "t_index_b");
  s.point.run.recompute = 2;
  near("run again", eval(&s, "t_index_b"), once + eval(&s, "t_index_f"), rounding);
  sparse(&s);
  s.point.device.mem_bw = 1e9;
  /* Weights; inputs, queries, keys and weights of heads, each written and read; scores in FP32, three times;
   * keys. */
  const double bytes =
      2 * own + 2 * 512 * (96 + 512 + 2 * (48 + 19)) + 3 * 4 * 2 * pairs(256, 256) + 2 * 2 * 256 * 16;
  near("traffic", eval(&s, "t_index_f"), bytes * eval(&s, "mem_pace"), rounding);
  s.point.device.mem_vs_bw = 2;
  near("faster memory", eval(&s, "t_index_f"), bytes * eval(&s, "mem_pace") / 2, rounding);
  s.point.device.mem_bw = 1e15, s.point.device.flop_vs_bw = 4;
  near("faster units", eval(&s, "t_index_f"), f / 4, rounding);
}

static void activations_of_an_indexer(void **state) {
  static setup s;
  (void)state;
  sparse(&s);
  /* Its queries, key and weights in 2 bytes, the positions of the chosen keys in 4; queries and results of
   * heads with latent width instead of their keys and values. */
  const double tokens = 512, more = tokens * (2 * (48 + 19) + 4 * 32 + 2 * 4 * (72 + 64 - (40 + 24)));
  near("a layer", eval(&s, "layer_act"), without(&s, "layer_act") + more, rounding);
  s.point.run.mode = INFERENCE, s.point.run.sl = 1, s.point.run.kv_len = 1000;
  near("a decoder", eval(&s, "kv_own"), 2 * 1000 * 2 * (72 + 16), rounding);
  near("keys that it reads", eval(&s, "core_len"), 32 * (1 + 1 / 1999.0),
       rounding); /* of 1,000 half of one is hidden */
  near("keys that its indexer reads", eval(&s, "index_byte"),
       2 * own + 2 * 2 * (96 + 512 + 2 * (48 + 19)) + 3 * 4 * 2 * 999.5 + 2 * 2 * 1000 * 16, rounding);
}

/* Four of eight layers have linear attention, and no indexer; each of two CP ranks scores half of the
 * queries. */
static void a_share_of_layers_and_of_tokens(void **state) {
  static setup s;
  (void)state;
  sparse(&s);
  const double flop = eval(&s, "index_flop"), byte = eval(&s, "index_byte"), kept = eval(&s, "cut_act");
  const double less = kept - without(&s, "cut_act"), attention = eval(&s, "attn_flop");
  s.point.model.state_share = 0.5, s.point.model.state_heads = 4;
  near("work of half", eval(&s, "index_flop"), flop / 2, rounding);
  near("scores of half", eval(&s, "attn_flop"), attention / 2, rounding);
  near("traffic of half", eval(&s, "index_byte"), byte / 2, rounding);
  near("activations of half", eval(&s, "cut_act") - without(&s, "cut_act"), less / 2, rounding);
  sparse(&s);
  s.point.layout.cp = 2;
  near("work of a rank", eval(&s, "index_flop"), flop / 2, rounding);
}

/* Latent keys and values, and keys of the indexer, of all ranks. */
static void ranks_of_context(void **state) {
  static setup s;
  (void)state;
  sparse(&s);
  s.point.layout.cp = 2, s.point.layout.cp_kind = 0;
  near("gathered", eval(&s, "kv_payload"), 2 * 2 * 256 * (72 + 16), rounding);
}

static void illegal_cases_are_refused(void **state) {
  static setup s;
  (void)state;
  sparse(&s);
  column_is(&s, "legal", 1);
  s.point.model.window = 16;
  column_is(&s, "legal", 0);
  sparse(&s);
  s.point.model.lora_rank = 4;
  column_is(&s, "legal", 0);
  sparse(&s);
  s.point.model.cross_layers = 2;
  column_is(&s, "legal", 0);
  sparse(&s);
  for (int kind = 0; kind < 3; kind++) {
    s.point.layout.cp = 2, s.point.layout.cp_kind = kind;
    column_is(&s, "legal", kind == 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weights_of_an_indexer),
      cmocka_unit_test(work_of_an_indexer),
      cmocka_unit_test(time_of_an_indexer),
      cmocka_unit_test(activations_of_an_indexer),
      cmocka_unit_test(a_share_of_layers_and_of_tokens),
      cmocka_unit_test(ranks_of_context),
      cmocka_unit_test(illegal_cases_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
