/* SPDX-License-Identifier: MIT */
/* How groups of ranks lie on the network's levels, and that a group of one costs nothing. */
#include "common.h"

/* A device whose level i joins size[i]; level i is i + 1 times slower than the innermost. */
static void network_init(twocs_device *device, const double size[4]) {
  double *sizes[] = {&device->net0_size, &device->net1_size, &device->net2_size, &device->net3_size};
  double *bw[] = {&device->net0_bw, &device->net1_bw, &device->net2_bw, &device->net3_bw};
  for (int l = 0; l < 4; l++) *sizes[l] = size[l], *bw[l] = 100e9 / (l + 1);
}

static void spans_of(const setup *s, const char *group, double span[4]) {
  char name[16];
  for (int l = 0; l < 4; l++) snprintf(name, sizeof name, "%s_n%d", group, l), span[l] = eval(s, name);
}

/* Tolerance: three divisions, each rounds once. */
static void spans_multiply_to_the_degree(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 2000; round++) {
    setup_init(&s);
    const double size[4] = {1 + random_below(20), 1 + random_below(20), 1 + random_below(9),
                            1 + random_below(9)};
    network_init(&s.point.device, size);
    s.point.layout.tp = 1 + random_below(200), s.point.layout.dp = 1 + random_below(5000);
    double tp[4], dp[4];
    spans_of(&s, "tp", tp), spans_of(&s, "dp", dp);
    near("spans of TP", tp[0] * tp[1] * tp[2] * tp[3], s.point.layout.tp, 1e-15);
    near("spans of DP", dp[0] * dp[1] * dp[2] * dp[3], s.point.layout.dp, 1e-15);
    for (int l = 0; l < 4; l++) assert_true(tp[l] >= 1 - 1e-15 && dp[l] >= 1 - 1e-15);
  }
}

/* Ranks of a group, `stride` devices apart, that share rank 0's member of level l. The outermost level
 * present has no limit. */
static double sharers(double ranks, double stride, const double size[4], int l) {
  double joined = 1;
  for (int i = 0; i <= l; i++) joined *= size[i];
  int outermost = 3;
  while (outermost > 0 && size[outermost] == 1) outermost--;
  double count = 0;
  for (double r = 0; r < ranks; r++) count += l >= outermost || r * stride < joined;
  return count;
}

/* Devices laid out and counted one by one: TP on neighbours, DP across. Powers of two divide each other, so
 * that groups fill whole levels; the quotients are exact. */
static void tp_fills_the_innermost_level_first_then_dp(void **state) {
  static setup s;
  (void)state;
  for (int round = 0; round < 2000; round++) {
    setup_init(&s);
    const double size[4] = {random_power(4), random_power(4), random_power(3), random_power(2)};
    network_init(&s.point.device, size);
    const double tp = random_power(7), dp = random_power(7);
    s.point.layout.tp = tp, s.point.layout.dp = dp;
    double of_tp[4], of_dp[4];
    spans_of(&s, "tp", of_tp), spans_of(&s, "dp", of_dp);
    double tp_below = 1, dp_below = 1;
    for (int l = 0; l < 4; l++) {
      const double tp_now = sharers(tp, 1, size, l), dp_now = sharers(dp, tp, size, l);
      exact("a span of TP", of_tp[l], tp_now / tp_below);
      exact("a span of DP", of_dp[l], dp_now / dp_below);
      tp_below = tp_now, dp_below = dp_now;
    }
    const int fits = tp * dp <= size[0] * size[1] * size[2] * size[3];
    column_is(&s, "rule_groups_fit", fits);
    column_is(&s, "rule_tp_levels", 1);
    column_is(&s, "rule_dp_levels", 1);
  }
}

static const char *const costs[] = {
    "tp_byte",    "dp_byte",   "tp_steps",  "dp_steps", "tp_wire", "dp_wire", "t_tp_call",  "t_dp_call",
    "t_tp",       "t_dp",      "ser_byte",  "ovl_byte", "t_ser",   "t_ovl",   "t_roi_call", "t_rest_call",
    "t_exp",      "t_slow",    "f_ser",     "f_dp",     "f_hid",   "f_com",   "f_ovl",      "t_step_ser",
    "t_step_exp", "t_op_comm", "t_op_call", "t_op_ser", "t_op_ovl"};

/* Exactly nothing, and it stays nothing whatever the network: compared to the bit. */
static void degree_one_costs_nothing(void **state) {
  static setup s;
  static double before[TWOCS_COLUMNS_MOST], after[TWOCS_COLUMNS_MOST];
  (void)state;
  for (int round = 0; round < 300; round++) {
    random_plan(&s.plan);
    random_point(&s.point);
    s.point.layout.tp = s.point.layout.dp = s.point.op.op_ranks = 1;
    eval_all(&s.plan, &s.point, before);
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) exact(costs[i], before[column(costs[i])], 0);
    for (int k = column("net0_size"); k <= column("net3_half"); k++) *field(&s.point, k) = random_value(k);
    s.point.device.comm_launch = random_value(column("comm_launch")),
    s.point.device.comm_chunk = random_value(column("comm_chunk"));
    s.point.law.comm_c0 = random_value(column("comm_c0")),
    s.point.law.comm_c2 = random_value(column("comm_c2"));
    s.point.law.comm_fill = random_value(column("comm_fill"));
    eval_all(&s.plan, &s.point, after);
    for (int k = twocs_field_count; k < twocs_column_count; k++)
      if (memcmp(&before[k], &after[k], sizeof(double)) != 0 &&
          (before[k] == before[k] || after[k] == after[k]))
        fail_msg("%s of one device hears the network: %.17g, then %.17g", twocs_columns[k].name, before[k],
                 after[k]);
  }
}

/* A ring over the slowest link, by hand: launch + 2 (n - 1) lat + 2 (n - 1) / n (S + half) / bw. Tolerance:
 * roundings. */
static void a_ring_costs_what_its_formula_says(void **state) {
  static setup s;
  (void)state;
  setup_init(&s); /* level 0: 4 ranks, 150 GB/s, 1 us, 100 kB; level 1: 25 GB/s, 3 us, 1 MB; launch 12 us */
  const double payload = 2.0 * 12288 * 2048;
  column_is(&s, "tp_payload", payload);
  s.point.layout.tp = 4;
  near("t_tp_call", eval(&s, "t_tp_call"), 12e-6 + 6e-6 + 1.5 * (payload + 1e5) / 150e9, 1e-14);
  column_is(&s, "tp_steps", 6);
  column_is(&s, "tp_wire", 1.5 * payload);
  near("t_tp", eval(&s, "t_tp"), 4 * eval(&s, "t_tp_call"), 1e-15);
  near("t_ser", eval(&s, "t_ser"), eval(&s, "t_tp"), 1e-15);
  s.point.layout.tp = 8;
  near("t_tp_call", eval(&s, "t_tp_call"), 12e-6 + 14 * 3e-6 + 1.75 * (payload + 1e6) / 25e9, 1e-14);
  s.point.layout.tp = 2, s.point.layout.dp = 2; /* both groups inside the node */
  near("t_dp_call", eval(&s, "t_dp_call"), 12e-6 + 2e-6 + (eval(&s, "dp_payload") + 1e5) / 150e9, 1e-14);
  s.point.layout.tp = 4; /* DP across nodes */
  near("t_dp_call", eval(&s, "t_dp_call"), 12e-6 + 6e-6 + (eval(&s, "dp_payload") + 1e6) / 25e9, 1e-14);
}

/* Each rule broken alone is the one that `why` names. */
static const struct {
  const char *rule;
  double heads, kv_heads, tp, dp, ffn;
} broken[] = {
    {"", 96, 8, 8, 16, 49152},          {"grouped_heads", 96, 7, 1, 1, 49152},
    {"tp_heads", 96, 96, 5, 1, 50000},  {"tp_kv_heads", 96, 12, 8, 1, 49152},
    {"tp_ffn", 96, 96, 8, 1, 49153},    {"groups_fit", 96, 96, 8, 4096, 49152},
    {"tp_levels", 96, 96, 6, 1, 49152}, {"dp_levels", 96, 96, 3, 4, 49152},
};

static void a_broken_rule_is_named(void **state) {
  static setup s;
  (void)state;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    setup_init(&s);
    s.point.model.heads = broken[i].heads, s.point.model.kv_heads = broken[i].kv_heads,
    s.point.model.ffn = broken[i].ffn;
    s.point.layout.tp = broken[i].tp, s.point.layout.dp = broken[i].dp;
    const int why = (int)eval(&s, "why");
    if (strcmp(why ? twocs_rules[why - 1].name : "", broken[i].rule) != 0)
      fail_msg("\"%s\" is broken, why names \"%s\"", broken[i].rule, why ? twocs_rules[why - 1].name : "");
    column_is(&s, "legal", why == 0);
  }
  setup_init(&s);
  s.point.model.h = 100, s.point.model.head_dim = 64;
  assert_string_equal(twocs_rules[(int)eval(&s, "why") - 1].name, "whole_heads");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spans_multiply_to_the_degree),
      cmocka_unit_test(tp_fills_the_innermost_level_first_then_dp),
      cmocka_unit_test(degree_one_costs_nothing),
      cmocka_unit_test(a_ring_costs_what_its_formula_says),
      cmocka_unit_test(a_broken_rule_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
