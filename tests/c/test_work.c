/* SPDX-License-Identifier: MIT */
/* Work and bytes, derived a second time: closed forms compared with sums over operators, the papers' laws
 * with their constants, the equations as printed, and every operator counted by hand. */
#include "common.h"

/* A shape that every rule allows, small enough that each count is a whole number below 2^53, so sums are
 * exact in any order. */
static void random_shape(setup *s) {
  twocs_model *m = &s->point.model;
  setup_init(s);
  const double tp = random_power(4), group = random_power(2), kv_heads = tp * random_power(3);
  s->point.layout.tp = tp;
  s->point.layout.dp = random_power(5);
  m->head_dim = 16 * (1 + random_below(8));
  m->kv_heads = kv_heads;
  m->heads = kv_heads * group;
  m->h = random_below(2) ? m->heads * m->head_dim : 64 * (1 + random_below(64));
  m->ffn = tp * (1 + random_below(512));
  m->vocab = tp * (1 + random_below(2000));
  m->layers = 1 + random_below(120);
  m->cross_layers = random_below(30);
  m->gated = random_below(2);
  m->norm = random_below(2);
  m->tied = random_below(2);
  s->point.run.sl = 1 + random_below(4096);
  s->point.run.b = 1 + random_below(16);
  if (random_below(3) == 0) s->point.run.kv_len = 1 + random_below(4096);
  s->point.run.mode = random_below(2);
  s->point.run.recompute = random_below(3);
}

/* Tolerance: none; whole numbers below 2^53. */
static void operators_add_up_to_the_closed_forms(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 500; round++) {
    random_shape(&s);
    if (eval(&s, "legal") != 0) {
      column_is(&s, "gemm_flop", eval(&s, "layer_flop"));
      column_is(&s, "layer_flop",
                eval(&s, "qkv_flop") + eval(&s, "scores_flop") + eval(&s, "context_flop") +
                    eval(&s, "proj_flop") + eval(&s, "fc1_flop") + eval(&s, "fc2_flop"));
      column_is(&s, "linear_flop", eval(&s, "qkv_flop") + eval(&s, "proj_flop"));
      column_is(&s, "attn_flop", eval(&s, "scores_flop") + eval(&s, "context_flop"));
      column_is(&s, "fc_flop", eval(&s, "fc1_flop") + eval(&s, "fc2_flop"));
      s.point.run.mode = 0;
      column_is(&s, "step_gemm_flop", eval(&s, "step_flop"));
    } else {
      fail_msg("a shape of the test breaks rule %g", eval(&s, "why"));
    }
  }
}

/* Forward 24 H^2 T / TP + 4 SL H T / TP, with T = SL B; training three times that; four all-reduces.
 * Tolerance: none. */
static void a_standard_layer_has_the_textbook_counts(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 200; round++) {
    setup_init(&s);
    const double tp = random_power(6), h = 64 * tp * (1 + random_below(8)), sl = 1 + random_below(8192),
                 b = 1 + random_below(8), t = sl * b;
    s.point.model.h = h, s.point.model.head_dim = 64, s.point.run.sl = sl, s.point.run.b = b,
    s.point.layout.tp = tp;
    const double forward = 24 * h * h * t / tp + 4 * sl * h * t / tp;
    column_is(&s, "layer_flop", forward);
    column_is(&s, "gemm_flop", forward);
    column_is(&s, "ig_flop", forward);
    column_is(&s, "wg_flop", forward);
    column_is(&s, "cmp_flop", 3 * forward);
    column_is(&s, "tp_ar_calls", 4);
    column_is(&s, "tp_ar_payload", 2 * h * t);
    column_is(&s, "tp_byte", tp > 1 ? 8 * h * t : 0);
    column_is(&s, "attn_param", 4 * h * h);
    column_is(&s, "fc_param", 8 * h * h);
    s.point.run.recompute = 2;
    column_is(&s, "cmp_flop", 4 * forward);
    column_is(&s, "tp_ar_calls", 6);
    s.point.run.recompute = 1;
    column_is(&s, "cmp_flop", 3 * forward + 4 * sl * h * t / tp);
    column_is(&s, "tp_ar_calls", 4);
    s.point.run.recompute = 0, s.point.run.mode = 0;
    column_is(&s, "cmp_flop", forward);
    column_is(&s, "tp_ar_calls", 2);
    column_is(&s, "dp_grad_calls", 0);
  }
}

/* Fused attention: what stays on the chip costs no bytes, the backward pass computes the scores again, and
 * nothing else in the layer changes. Tolerance: the order of sums. */
static void fused_attention_keeps_its_scores_on_the_chip(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model.h = 512, s.point.model.head_dim = 64, s.point.run.sl = 256, s.point.run.b = 3;
  const double scores = eval(&s, "scores_flop"), byte = eval(&s, "gemm_byte"), cmp = eval(&s, "cmp_flop"),
               kept = eval(&s, "score_act"), moved = eval(&s, "softmax_byte") + eval(&s, "score_drop_byte");
  assert_true(scores > 0 && moved > 0);
  s.point.run.attention = 1;
  column_is(&s, "softmax_byte", 0);
  column_is(&s, "score_drop_byte", 0);
  column_is(&s, "scores_byte", 2 * 3 * 8 * 2.0 * 256 * 64);
  column_is(&s, "context_byte", 2 * 3 * 8 * 2.0 * 256 * 64);
  near("traffic", eval(&s, "gemm_byte"), byte - 2 * 3 * 8 * 2.0 * 256 * 256, 1e-14);
  near("work", eval(&s, "cmp_flop"), cmp + scores, 1e-14);
  near("kept", eval(&s, "score_act"), 4.0 * 3 * 8 * 256, 1e-14);
  assert_true(kept > eval(&s, "score_act"));
  s.point.run.recompute = 1; /* nothing is left that it could save */
  near("work", eval(&s, "cmp_flop"), cmp + scores, 1e-14);
}

/* Counted by hand on primes and near-primes, so that no two inputs can be confused. Tolerance: none, or one
 * rounding of a division. */
static void printed_equations_give_the_numbers_counted_by_hand(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model.h = 24, s.point.model.head_dim = 8, s.point.layout.tp = 3, s.point.run.sl = 5,
  s.point.run.b = 7;
  column_is(&s, "p1_fc_flop", 53760);
  column_is(&s, "p2_attn_flop", 2800);
  column_is(&s, "p3_linear_flop", 40320);
  near("p4_cmp_flop", eval(&s, "p4_cmp_flop"), 8120, 1e-15);
  column_is(&s, "p5_ser_byte", 1680);
  near("p6_edge", eval(&s, "p6_edge"), 29.0 / 3, 1e-15);
  column_is(&s, "p7_fc_back_flop", 107520);
  column_is(&s, "p8_dp_byte", 1536);
  column_is(&s, "p9_slack", 35);
  column_is(&s, "proxy_mem", 120);
  column_is(&s, "layer_flop", 166880);
  s.point.run.format = 0; /* FP32 */
  column_is(&s, "p5_ser_byte", 3360);
  column_is(&s, "p8_dp_byte", 3072);
  s.point.software.comm_byte = 1;
  column_is(&s, "p5_ser_byte", 840);
}

/* MT-NLG by Table 4 of PATI23: 529 539 522 560 parameters, on twice the memory. Tolerance: a few roundings.
 */
static void equation_10_gives_the_number_counted_by_hand(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model.layers = 105, s.point.model.h = 20480, s.point.model.head_dim = 160,
  s.point.device.mem_size = 64e9;
  column_is(&s, "param", 529539522560);
  near("p10_tp", eval(&s, "p10_tp"), 543.1174590358974, 1e-14);
  s.point.layout.base_tp = 4, s.point.layout.base_param = 7.8e9, s.point.layout.base_mem = 16e9;
  near("p10_tp", eval(&s, "p10_tp"), 543.1174590358974 / 8, 1e-14);
}

/* Grouped heads, a gate, keys of another length, TP 2: each operator counted by hand. Tolerance: none. */
static void each_operator_has_the_counts_made_by_hand(void **state) {
  static setup s;
  static const struct {
    const char *name;
    double m, n, k, x, flop, byte;
  } gemm[] = {
      {"qkv", 15, 24, 20, 1, 14400, 2280},  {"scores", 3, 7, 6, 10, 2520, 1620},
      {"context", 3, 6, 7, 10, 2520, 1620}, {"proj", 15, 20, 12, 1, 7200, 1440},
      {"fc1", 15, 18, 20, 1, 10800, 1860},  {"fc2", 15, 20, 9, 1, 5400, 1230},
      {"head", 15, 11, 20, 1, 6600, 1370},
  };
  static const struct {
    const char *name;
    double each, step, items, flop, back_flop, byte, back_byte;
  } stream[] = {
      {"softmax", 1, 7, 210, 1050, 840, 840, 1260},     {"score_drop", 1, 7, 210, 210, 210, 840, 840},
      {"activation", 1, 5, 135, 1215, 1350, 810, 1350}, {"norms", 2, 13, 300, 2400, 3300, 1200, 1800},
      {"residual", 2, 12, 300, 300, 300, 1800, 1800},   {"hidden_drop", 2, 12, 300, 300, 300, 1200, 1200},
      {"embedding", 0, 1, 300, 0, 300, 1200, 1800},
  };
  char name[64];
  (void)state;
  setup_init(&s);
  twocs_model *m = &s.point.model;
  m->layers = 5, m->cross_layers = 2, m->h = 20, m->head_dim = 6, m->heads = 4, m->kv_heads = 2, m->ffn = 18,
  m->gated = 1, m->vocab = 22;
  s.point.run.sl = 3, s.point.run.b = 5, s.point.run.kv_len = 7, s.point.layout.tp = 2;
#define CHECK(row, tail, want)                                                                               \
  (snprintf(name, sizeof name, "%s_%s", (row).name, tail), column_is(&s, name, want))
  for (size_t i = 0; i < sizeof gemm / sizeof *gemm; i++) {
    CHECK(gemm[i], "m", gemm[i].m), CHECK(gemm[i], "n", gemm[i].n), CHECK(gemm[i], "k", gemm[i].k),
        CHECK(gemm[i], "x", gemm[i].x);
    CHECK(gemm[i], "flop", gemm[i].flop), CHECK(gemm[i], "byte", gemm[i].byte);
    CHECK(gemm[i], "each", !strcmp(gemm[i].name, "head") ? 0 : 1);
    CHECK(gemm[i], "step", !strcmp(gemm[i].name, "head") ? 1 : !strncmp(gemm[i].name, "fc", 2) ? 5 : 7);
  }
  for (size_t i = 0; i < sizeof stream / sizeof *stream; i++) {
    CHECK(stream[i], "each", stream[i].each), CHECK(stream[i], "step", stream[i].step),
        CHECK(stream[i], "items", stream[i].items);
    CHECK(stream[i], "flop", stream[i].flop), CHECK(stream[i], "back_flop", stream[i].back_flop);
    CHECK(stream[i], "byte", stream[i].byte), CHECK(stream[i], "back_byte", stream[i].back_byte);
  }
  column_is(&s, "linear_flop", 21600);
  column_is(&s, "attn_flop", 5040);
  column_is(&s, "fc_flop", 16200);
  column_is(&s, "stream_flop", 1050 + 210 + 1215 + 2 * (2400 + 300 + 300));
  column_is(&s, "stream_byte", 840 + 840 + 810 + 2 * (1200 + 1800 + 1200));
  column_is(&s, "gemm_byte", 2280 + 1620 + 1620 + 1440 + 1860 + 1230);
  column_is(&s, "step_gemm_flop", 7 * (14400 + 2520 + 2520 + 7200) + 5 * (10800 + 5400) + 6600);
  column_is(&s, "attn_param", 1440);
  column_is(&s, "fc_param", 1080);
  column_is(&s, "norm_param", 40);
  column_is(&s, "param", 5 * 2600 + 2 * 1480 + 440 + 40);
  column_is(&s, "dev_param", 5 * (720 + 540 + 80) + 2 * (720 + 40) + 220 + 40);
  column_is(&s, "optimizer_items", 8480);
  column_is(&s, "optimizer_back_byte", 8480 * (2 + 2 * 12 + 2));
  column_is(&s, "dp_grad_payload", 2 * (720 + 540 + 80) + 2 * (720 + 40) * 2 / 5.0); /* of the mean layer */
  column_is(&s, "roi_payload", 2 * 20 * 9);
  column_is(&s, "rest_payload", 2 * 260);
  m->norm = 1; /* RMSNorm: a scale, no shift */
  column_is(&s, "norm_param", 20);
  column_is(&s, "norms_flop", 1500);
  column_is(&s, "norms_back_flop", 2400);
  s.point.run.dropout = 0;
  column_is(&s, "hidden_drop_byte", 0);
  column_is(&s, "score_drop_byte", 0);
  m->tied = 0;
  column_is(&s, "param", 5 * 2560 + 2 * 1460 + 880 + 20);
  s.point.layout.tp = 4; /* with more ranks than K/V heads these are copied, not divided */
  column_is(&s, "dev_kv_heads", 1);
  column_is(&s, "qkv_n", 18);
#undef CHECK
}

/* Two experts, of which each token uses one, with half of the tokens each, are FCs of half of the tokens.
 * Shared experts are FCs of all tokens. The shapes, operands and traffic are those of such dense FCs. */
static void experts_are_fcs_of_their_tokens(void **state) {
  (void)state;
  static const char *const of[] = {"flop", "byte"};
  static setup dense, experts;
  for (int gated = 0; gated < 2; gated++) {
    setup_init(&dense);
    dense.point.model.h = 1024, dense.point.model.head_dim = 64, dense.point.model.ffn = 3072;
    dense.point.model.gated = gated, dense.point.run.sl = 512;
    experts = dense;
    dense.point.run.sl = 256;
    experts.point.model.experts = 2, experts.point.model.top_k = 1, experts.point.model.expert_ffn = 3072;
    experts.point.model.shared_ffn = 3072;
    for (int fc = 1; fc <= 2; fc++)
      for (int k = 0; k < 2; k++) {
        char fcs[32], routed[32], shared[32];
        snprintf(fcs, sizeof fcs, "fc%d_%s", fc, of[k]),
            snprintf(routed, sizeof routed, "expert%d_%s", fc, of[k]);
        snprintf(shared, sizeof shared, "shared%d_%s", fc, of[k]);
        dense.point.run.sl = 256;
        near(routed, eval(&experts, routed), 2 * eval(&dense, fcs), 1e-12); /* of both experts */
        dense.point.run.sl = 512;
        near(shared, eval(&experts, shared), eval(&dense, fcs), 1e-12);
      }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_add_up_to_the_closed_forms),
      cmocka_unit_test(a_standard_layer_has_the_textbook_counts),
      cmocka_unit_test(fused_attention_keeps_its_scores_on_the_chip),
      cmocka_unit_test(printed_equations_give_the_numbers_counted_by_hand),
      cmocka_unit_test(equation_10_gives_the_number_counted_by_hand),
      cmocka_unit_test(each_operator_has_the_counts_made_by_hand),
      cmocka_unit_test(experts_are_fcs_of_their_tokens),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
