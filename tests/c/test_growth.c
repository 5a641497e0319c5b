/* SPDX-License-Identifier: MIT */
/* How results grow: the papers' exponents one input at a time, and the exact formulas of edge and slack. */
#include "common.h"

/* log2 of the growth of a column when a field doubles. */
static double growth(setup *s, const char *result, const char *input) {
  const double before = eval(s, result);
  *field(&s->point, column(input)) *= 2;
  const double after = eval(s, result);
  *field(&s->point, column(input)) /= 2;
  return log2(after / before);
}

static const struct {
  const char *result, *input;
  double exponent;
} growths[] = {
    {"p1_fc_flop", "h", 2},
    {"p1_fc_flop", "tp", -1},
    {"p1_fc_flop", "sl", 1},
    {"p2_attn_flop", "h", 1},
    {"p2_attn_flop", "sl", 2},
    {"p3_linear_flop", "h", 2},
    {"p5_ser_byte", "h", 1},
    {"p5_ser_byte", "sl", 1},
    {"p5_ser_byte", "b", 1},
    {"p5_ser_byte", "tp", 0},
    {"p6_edge", "tp", -1},
    {"p6_edge", "b", 0},
    {"p8_dp_byte", "h", 2},
    {"p8_dp_byte", "tp", -1},
    {"p8_dp_byte", "sl", 0},
    {"p9_slack", "sl", 1},
    {"p9_slack", "b", 1},
    {"fc_flop", "h", 2},
    {"fc_flop", "sl", 1},
    {"fc_flop", "b", 1},
    {"fc_flop", "tp", -1},
    {"linear_flop", "h", 2},
    {"attn_flop", "sl", 2},
    {"attn_flop", "h", 1},
    {"attn_flop", "b", 1},
    {"attn_flop", "tp", -1},
    {"tp_byte", "h", 1},
    {"tp_byte", "sl", 1},
    {"tp_byte", "b", 1},
    {"tp_byte", "tp", 0},
    {"edge", "tp", -1},
    {"edge", "b", 0},
    {"slack", "b", 1},
    {"roi_payload", "h", 2},
    {"roi_payload", "tp", -1},
    {"t_fc1_f", "sl", 1},
    {"t_fc1_f", "h", 2},
    {"t_fc1_i", "h", 2},
    {"t_fc1_w", "sl", 1},
    {"t_scores_f", "sl", 2},
    {"norms_byte", "h", 1},
    {"norms_byte", "sl", 1},
    {"norms_byte", "tp", 0},
    {"softmax_byte", "sl", 2},
    {"softmax_byte", "tp", -1},
    {"norms_byte", "row_rho", 1},
    {"norms_back_byte", "row_rho", 1},
    {"residual_byte", "row_rho", 1},
    {"residual_back_byte", "row_rho", 1},
    {"hidden_drop_byte", "row_rho", 1},
    {"embedding_byte", "row_rho", 1},
    {"softmax_byte", "softmax_rho", 1},
    {"softmax_back_byte", "softmax_rho", 1},
    {"score_drop_byte", "softmax_rho", 1},
    {"activation_byte", "act_rho", 1},
    {"activation_back_byte", "act_rho", 1},
    {"activation_byte", "tp", -1},
    {"proxy_mem", "h", 1},
    {"p10_tp", "mem_size", -1},
    {"p10_tp", "base_tp", 1},
    {"p10_tp", "base_param", -1},
};

/* Tolerance: roundings of a ratio and its logarithm. */
static void results_grow_with_the_exponents_of_the_papers(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  choose(&s, "gemm", "algorithmic");
  s.point.layout.tp = 4, s.point.model.head_dim = 64, s.point.run.b = 2;
  for (size_t i = 0; i < sizeof growths / sizeof *growths; i++) {
    const double got = growth(&s, growths[i].result, growths[i].input);
    if (fabs(got - growths[i].exponent) > 1e-13)
      fail_msg("%s grows with %s to the %.17g", growths[i].result, growths[i].input, got);
  }
}

/* Cases in which the formula is a sum: the edge grows with (6H + SL) / TP (PATI23 (6) with its constants),
 * slack is SL B times 4 (6H + SL) / (12H + 4 TP); the last term stands for norms, which TP does not divide.
 * Tolerance: roundings. */
static void edge_and_slack_follow_their_exact_laws(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 100; round++) {
    setup_init(&s);
    const double h = 64 * (1 + random_below(1000)), sl = 1 + random_below(9999), b = 1 + random_below(9),
                 tp = 1 + random_below(99);
    s.point.model.h = h, s.point.model.head_dim = 64, s.point.run.sl = sl, s.point.run.b = b,
    s.point.layout.tp = tp;
    if (h / 64 < tp) continue; /* beyond the number of heads K and V are copied, and the formula differs */
    near("edge", eval(&s, "edge"), 1.5 * (6 * h + sl) / tp, 1e-14);
    near("slack", eval(&s, "slack"), sl * b * 4 * (6 * h + sl) / (12 * h + 4 * tp), 1e-14);
    near("dp_grad_payload", eval(&s, "dp_grad_payload"), 2 * (12 * h * h / tp + 4 * h), 1e-14);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_grow_with_the_exponents_of_the_papers),
      cmocka_unit_test(edge_and_slack_follow_their_exact_laws),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
