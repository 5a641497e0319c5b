/* SPDX-License-Identifier: MIT */
/* What follows from the stated inputs of Pati et al. (arXiv:2302.02825v1) when nothing is fitted: algorithmic
 * GEMMs at 60 % of an MI210's 181 TFLOP/s, fused streams, all-reduce at 150 GB/s, no latency. Each share
 * follows from one closed formula, which is written out here again; the printed digits are those of its
 * table. */
#include "common.h"

static void machine_init(setup *s, const char *all_reduce) {
  setup_init(s);
  choose(s, "gemm", "algorithmic");
  choose(s, "stream", "none");
  choose(s, "all_reduce", all_reduce);
  twocs_device *d = &s->point.device;
  d->peak_fp16 = 181e12, d->flop_eff = 0.6;
  d->net0_size = 1048576, d->net0_bw = 150e9, d->net0_lat = 0, d->net0_half = 0, d->comm_launch = 0,
  d->net1_size = 1;
  s->point.model.head_dim = 64;
}

static const struct {
  double h, tp, sl;
} blue[] = {{4096, 16, 1024}, {16384, 64, 2048}, {65536, 128, 4096}, {65536, 256, 4096}};

/* Percent, by growth of compute over bandwidth, and by point. */
static const double taken_as_measured[3][4] = {
    {31.2, 31.6, 18.9, 31.8}, {47.5, 48.0, 31.8, 48.3}, {64.4, 64.9, 48.3, 65.1}};
static const double exact_ring[3][4] = {
    {36.1, 37.7, 23.6, 38.3}, {53.1, 54.8, 38.2, 55.3}, {69.3, 70.8, 55.2, 71.2}};
static const double growths[3] = {1, 2, 4};

/* 8 H T 2 (N - 1) / N / bw over (72 H + 12 SL) H T / TP / (P e): TP (P e / A) 8 / (72 H + 12 SL). */
static double share(double h, double tp, double sl, double factor, double growth) {
  const double ratio = 8 * tp * (growth * 181e12 * 0.6 / (150e9 / factor)) / (72 * h + 12 * sl);
  return ratio / (1 + ratio);
}

/* Tolerance against the formula: roundings; against the printed digits: half a unit of the last. */
static void serialized_share(const char *law, const double printed[3][4]) {
  static setup s;
  for (int g = 0; g < 3; g++)
    for (int i = 0; i < 4; i++) {
      machine_init(&s, law);
      s.point.model.h = blue[i].h, s.point.layout.tp = blue[i].tp, s.point.run.sl = blue[i].sl,
      s.point.device.flop_vs_bw = growths[g];
      const double got = eval(&s, "f_ser"), n = blue[i].tp,
                   factor = strcmp(law, "ring") ? 1.5 : 2 * (n - 1) / n;
      near("f_ser", got, share(blue[i].h, n, blue[i].sl, factor, growths[g]), 1e-13);
      if (fabs(100 * got - printed[g][i]) > 0.05)
        fail_msg("%s, point %d, %gx: %.4f %%, want %.1f %%", law, i, growths[g], 100 * got, printed[g][i]);
    }
}

static void the_serialized_share_with_bandwidth_as_measured(void **state) {
  (void)state;
  serialized_share("measured4", taken_as_measured);
}

static void the_serialized_share_with_the_exact_ring(void **state) {
  (void)state;
  serialized_share("ring", exact_ring);
}

/* The weight gradient of one FC against its all-reduce: (P e / A) / (2 SL B) for every H, 13 % at SL B = 4K
 * and 53 % at 1K. */
static void the_overlapped_share_is_the_same_for_every_width(void **state) {
  static setup s;
  (void)state;
  for (double h = 1024; h <= 65536; h *= 2)
    for (double sl = 1024; sl <= 8192; sl *= 2) {
      machine_init(&s, "measured4");
      s.point.model.h = h, s.point.layout.tp = 16, s.point.layout.dp = 4, s.point.run.sl = sl;
      const double want = 181e12 * 0.6 / 100e9 / (2 * sl);
      near("f_ovl", eval(&s, "f_ovl"), want, 1e-13);
      s.point.device.flop_vs_bw = 4;
      near("f_ovl", eval(&s, "f_ovl"), 4 * want, 1e-13);
    }
  near("13 %", 181e12 * 0.6 / 100e9 / 8192, 0.13, 0.05);
}

/* DP communication over TP communication is 3 H / (TP SL B) if the all-reduce has one price, except for
 * norms, which TP does not divide. */
static void the_case_study_has_the_printed_proportion(void **state) {
  static setup s;
  (void)state;
  machine_init(&s, "measured4");
  s.point.model.h = 65536, s.point.layout.tp = 256, s.point.run.sl = 4096, s.point.layout.dp = 4,
  s.point.device.flop_vs_bw = 2;
  const double tp = eval(&s, "t_ser"), dp = eval(&s, "t_ovl"), norms = 1 + 4 * 256 / (12 * 65536.0);
  near("DP over TP", dp / tp, 3 * 65536 / (256 * 4096.0) * norms, 1e-13);
  const double t_cmp = eval(&s, "t_cmp");
  near("48.3 %", tp / (tp + t_cmp), 0.483, 0.0005 / 0.483);
  near("9.05 %", dp / (tp + t_cmp), 0.0905, 0.002); /* norms add 0.13 % to 9.05 % */
}

/* Only GEMMs become faster by flop_vs_bw, and only streams by mem_vs_bw (E16). Tolerance: roundings. */
static void growth_divides_only_its_own_part(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.layout.tp = 4, s.point.layout.dp = 8, s.point.run.recompute = 1,
  s.point.software.interference = 1.3;
  const double gemm = eval(&s, "t_gemm_f") + eval(&s, "t_gemm_i") + eval(&s, "t_gemm_w") +
                      eval(&s, "t_scores_f") + eval(&s, "t_context_f");
  const double stream =
      eval(&s, "t_stream_f") + eval(&s, "t_stream_b") + eval(&s, "t_softmax_f") + eval(&s, "t_score_drop_f");
  near("t_cmp", eval(&s, "t_cmp"), gemm + stream, 1e-14);
  s.point.device.flop_vs_bw = 3, s.point.device.mem_vs_bw = 7;
  near("t_cmp", eval(&s, "t_cmp"), gemm / 3 + stream / 7, 1e-14);
}

/* What does not fit into the stretched backward pass is exposed, and the layer is the sum of its parts in
 * sequence. */
static void overlap_hides_communication_that_fits(void **state) {
  static setup s;
  (void)state;
  int hidden = 0, exposed = 0;
  for (int round = 0; round < 200; round++) {
    setup_init(&s);
    s.point.layout.tp = random_power(3), s.point.layout.dp = random_power(8),
    s.point.run.sl = 64 * random_power(6);
    s.point.software.interference = 1 + random_unit();
    const double backward = eval(&s, "t_bwd"), overlapped = eval(&s, "t_ovl"),
                 slow = s.point.software.interference;
    /* During communication compute runs at 1 / slow of its speed, then at full speed. */
    const double during = fmin(overlapped, slow * backward), after = backward - during / slow;
    const double end = fmax(overlapped, during + after);
    near("t_layer", eval(&s, "t_layer"), eval(&s, "t_fwd") + eval(&s, "t_ser") + end, 1e-13);
    near("t_exp", eval(&s, "t_exp"), overlapped > slow * backward ? overlapped - slow * backward : 0, 1e-9);
    const double in_line = eval(&s, "t_cmp") + eval(&s, "t_ser");
    near("f_dp", eval(&s, "f_dp"), overlapped / in_line, 1e-13);
    near("f_hid", eval(&s, "f_hid"), overlapped / backward, 1e-13);
    near("f_com", eval(&s, "f_com"), (eval(&s, "t_ser") + eval(&s, "t_exp")) / eval(&s, "t_layer"), 1e-13);
    near("f_ser", eval(&s, "f_ser"), eval(&s, "t_ser") / in_line, 1e-13);
    if (overlapped > slow * backward)
      exposed++;
    else
      hidden++;
  }
  assert_true(hidden > 10 && exposed > 10);
}

/* A step is its layers and what is outside them. Tolerance: roundings. */
static void a_step_is_the_sum_of_its_parts(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.model.layers = 12, s.point.model.vocab = 51200, s.point.layout.tp = 4, s.point.layout.dp = 8;
  const double layers = 12, norm = eval(&s, "t_norms_f") + eval(&s, "t_norms_b");
  const double outside = eval(&s, "t_head_f") + eval(&s, "t_head_i") + eval(&s, "t_head_w") +
                         eval(&s, "t_embedding_f") + eval(&s, "t_embedding_b") + eval(&s, "t_optimizer_f") +
                         eval(&s, "t_optimizer_b") + eval(&s, "t_loss_f") + eval(&s, "t_loss_b") + norm;
  near("t_step_cmp", eval(&s, "t_step_cmp"), layers * eval(&s, "t_cmp") + outside, 1e-13);
  near("t_step_ser", eval(&s, "t_step_ser"),
       layers * eval(&s, "t_ser") + 2 * eval(&s, "t_tp_ar") + eval(&s, "t_loss_ser"), 1e-13);
  near("t_step", eval(&s, "t_step"), eval(&s, "t_step_cmp") + eval(&s, "t_step_ser") + eval(&s, "t_step_exp"),
       1e-14);
  near("mfu", eval(&s, "mfu"), eval(&s, "step_flop") / (eval(&s, "t_step") * 181e12), 1e-14);
  near("token_rate", eval(&s, "token_rate"), 8 * 2048 / eval(&s, "t_step"), 1e-14);
  near("step_flop", eval(&s, "step_flop"), 3 * (12 * eval(&s, "layer_flop") + 2.0 * 2048 * 12288 * 51200 / 4),
       1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_serialized_share_with_bandwidth_as_measured),
      cmocka_unit_test(the_serialized_share_with_the_exact_ring),
      cmocka_unit_test(the_overlapped_share_is_the_same_for_every_width),
      cmocka_unit_test(the_case_study_has_the_printed_proportion),
      cmocka_unit_test(growth_divides_only_its_own_part),
      cmocka_unit_test(overlap_hides_communication_that_fits),
      cmocka_unit_test(a_step_is_the_sum_of_its_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
