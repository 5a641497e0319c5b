/* SPDX-License-Identifier: MIT */
/* How groups of ranks lie on the network's levels, and that a group of one rank costs nothing. */
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

/* Tolerance: three divisions, one rounding each. */
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

/* Ranks of a group, `stride` devices apart, that share the member of level l with rank 0. The outermost level
 * has no limit. */
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
 * groups fill whole levels, and the quotients are exact. */
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

static const char *const costs[] = {"tp_byte",      "dp_byte",   "tp_ar_steps", "dp_grad_steps", "tp_ar_wire",
                                    "dp_grad_wire", "t_tp_ar",   "t_dp_grad",   "t_tp",          "t_dp",
                                    "ser_byte",     "ovl_byte",  "t_ser",       "t_ovl",         "t_roi_call",
                                    "t_rest_call",  "t_exp",     "t_slow",      "f_ser",         "f_dp",
                                    "f_hid",        "f_com",     "f_ovl",       "t_step_ser",    "t_step_exp",
                                    "t_op_comm",    "t_op_call", "t_op_ser",    "t_op_ovl"};

/* Columns that say how the network is built, whatever is sent. All others are exactly nothing without
 * messages, on any network: compared to the bit. */
static int tells_of_the_network(const char *name) {
  static const char *const stated[] = {
      "net_levels", "top_bw", "node_macs", "node_words", "node_reads", "least_nano", "least_edge",
      "crit_flop", "adapter_share", "net0_rate", "net1_rate", "net2_rate", "net3_rate", "net0_step",
      "net2_step", "net3_step",
      /* the devices of a node share what it draws */
      "host_joule", "building_joule", "wall_power", "node_power", "step_joule", "token_joule", "joule_tokens",
      "energy_cost_low", "energy_cost_high"};
  for (size_t i = 0; i < sizeof stated / sizeof *stated; i++)
    if (!strcmp(stated[i], name)) return 1;
  return 0;
}

/* Degrees fill nodes from the inside out, by hand: TP along both widths, experts, the pipeline, replicas.
 * With 16 devices in a node and 4 nodes in a pod, a group has inside a node what the groups inside it leave
 * there. */
static void members_fill_nodes_from_the_inside_out(void **state) {
  (void)state;
  static setup s;
  static const struct {
    double tp_f, tp_d, ep, pp, dp;
    double inside[5]; /* of tp_f, tp_d, ep, pp and dp */
  } of[] = {{2, 2, 2, 2, 2, {2, 2, 2, 2, 1}}, {2, 4, 2, 2, 2, {2, 4, 2, 1, 1}},
            {4, 2, 1, 4, 2, {4, 2, 1, 2, 1}}, {1, 1, 1, 4, 8, {1, 1, 1, 4, 4}},
            {1, 8, 1, 4, 2, {1, 8, 1, 2, 1}}, {16, 2, 1, 2, 2, {16, 1, 1, 1, 1}}};
  static const char *const members[] = {"tp_f_l0", "tp_d_l0", "ep_l0", "pp_l0", "dp_l0"};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    setup_init(&s);
    s.point.device.net0_size = 16, s.point.device.net1_size = 4, s.point.device.net2_size = 1e3;
    s.point.wall.tp_f = of[i].tp_f, s.point.wall.tp_d = of[i].tp_d, s.point.layout.ep = of[i].ep;
    s.point.layout.pp = of[i].pp, s.point.layout.dp = of[i].dp;
    for (int k = 0; k < 5; k++) {
      const double got = eval(&s, members[k]);
      if (got != of[i].inside[k]) fail_msg("%zu: %s is %g, want %g", i, members[k], got, of[i].inside[k]);
    }
    column_is(&s, "pp_l1", of[i].pp / of[i].inside[3]);
  }
}

static void degree_one_costs_nothing(void **state) {
  static setup s;
  static double before[TWOCS_COLUMNS_MOST], after[TWOCS_COLUMNS_MOST];
  (void)state;
  for (int round = 0; round < 300; round++) {
    random_plan(&s.plan);
    random_point(&s.point);
#define PARALLELISM(p, ...) s.point.layout.p = 1;
#include "rows/parallelisms.def"
    s.point.op.op_ranks = 1, s.point.layout.shard = (double)NAN;
    s.point.wall.tp_d = s.point.wall.tp_f = 1;
    s.point.layout.offload_opt = s.point.layout.offload_kept = 0; /* the link to the host does not count */
    s.point.software.graphs =
        0; /* host_layer: some values are known for racks only, that is by the size of a node */
    for (int k = column("dp_l0"); k <= column("ep_l3"); k++) *field(&s.point, k) = (double)NAN;
    eval_all(&s.plan, &s.point, before);
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) exact(costs[i], before[column(costs[i])], 0);
    for (int k = column("net0_size"); k <= column("net3_over"); k++) *field(&s.point, k) = random_value(k);
    s.point.device.comm_launch = random_value(column("comm_launch")),
    s.point.device.comm_chunk = random_value(column("comm_chunk"));
    s.point.law.comm_c0 = random_value(column("comm_c0")),
    s.point.law.comm_c2 = random_value(column("comm_c2"));
    s.point.law.comm_fill = random_value(column("comm_fill"));
    eval_all(&s.plan, &s.point, after);
    for (int k = twocs_field_count; k < twocs_column_count; k++)
      if (memcmp(&before[k], &after[k], sizeof(double)) != 0 &&
          (before[k] == before[k] || after[k] == after[k]) && !tells_of_the_network(twocs_columns[k].name))
        fail_msg("%s of one device hears the network: %.17g, then %.17g", twocs_columns[k].name, before[k],
                 after[k]);
  }
}

/* A ring over the slowest link, by hand: launch + 2 (n - 1) lat + 2 (n - 1) / n (S + half) / bw. Tolerance:
 * roundings. */
static void a_ring_costs_what_its_formula_says(void **state) {
  static setup s;
  (void)state;
  setup_init(&s),
      choose(
          &s, "all_reduce",
          "ring"); /* level 0: 4 ranks, 150 GB/s, 1 us, 100 kB; level 1: 25 GB/s, 3 us, 1 MB; launch 12 us */
  const double payload = 2.0 * 12288 * 2048;
  column_is(&s, "tp_ar_payload", payload);
  s.point.layout.tp = 4;
  near("t_tp_ar", eval(&s, "t_tp_ar"), 12e-6 + 6e-6 + 1.5 * (payload + 1e5) / 150e9, 1e-14);
  column_is(&s, "tp_ar_steps", 6);
  column_is(&s, "tp_ar_wire", 1.5 * payload);
  near("t_tp", eval(&s, "t_tp"), 4 * eval(&s, "t_tp_ar"), 1e-15);
  near("t_ser", eval(&s, "t_ser"), eval(&s, "t_tp"), 1e-15);
  s.point.layout.tp = 8;
  near("t_tp_ar", eval(&s, "t_tp_ar"), 12e-6 + 14 * 3e-6 + 1.75 * (payload + 1e6) / 25e9, 1e-14);
  s.point.layout.tp = 2, s.point.layout.dp = 2; /* both groups inside the node */
  near("t_dp_grad", eval(&s, "t_dp_grad"), 12e-6 + 2e-6 + (eval(&s, "dp_grad_payload") + 1e5) / 150e9, 1e-14);
  s.point.layout.tp = 4; /* DP across nodes */
  near("t_dp_grad", eval(&s, "t_dp_grad"), 12e-6 + 6e-6 + (eval(&s, "dp_grad_payload") + 1e6) / 25e9, 1e-14);
}

/* Saturation costs time, half / bw, and a ring over two levels pays the larger one: here that of the inner
 * level, whose bandwidth is six times that of the outer one. Tolerance: roundings. */
static void the_slowest_start_of_a_link_counts(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  choose(&s, "all_reduce", "ring");
  const double payload = 2.0 * 12288 * 2048;
  s.point.layout.tp = 8;
  s.point.device.net0_half = 6e6, s.point.device.net1_half = 1e5; /* 40 us at 150 GB/s, 4 us at 25 GB/s */
  near("inner", eval(&s, "t_tp_ar"), 12e-6 + 14 * 3e-6 + 1.75 * (payload / 25e9 + 40e-6), 1e-14);
  s.point.device.net0_half = 5e5; /* 3.3 us: more bytes than outside, but less time */
  near("outer", eval(&s, "t_tp_ar"), 12e-6 + 14 * 3e-6 + 1.75 * (payload / 25e9 + 4e-6), 1e-14);
}

/* A message of `half` bytes takes twice its time on the wire. */
static void half_is_where_half_the_bandwidth_is_reached(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.device.comm_launch = 0, s.point.device.net0_lat = 0;
  s.point.op.op_ranks = 2, s.point.op.op_p2p = s.point.device.net0_half = 123456;
  near("t_op_p2p", eval(&s, "t_op_p2p"), 2 * 123456 / 150e9, 1e-15);
}

/* Sums of a step, counted: a layer has one for attention and one for the FC in each direction; a layer that
 * also attends to an encoder has one more in each direction; embedding and head have one in each direction.
 * What is recomputed is sent again, but not outside the layers. With sequence parallelism each sum becomes a
 * gather and a scattered sum. */
static void sums_of_a_step_are_counted(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.layout.tp = 4;
  s.point.model.layers = 5, s.point.model.cross_layers = 3;
  const int layers = 5, cross = 3;
  for (int scattered = 0; scattered < 2; scattered++)
    for (int training = 0; training < 2; training++)
      for (int again = 0; again < 3; again++) {
        s.point.run.mode = training, s.point.run.recompute = again, s.point.layout.sp = scattered;
        const int ways = 1 + training, within = ways + (training && again == 2);
        const double sum = scattered ? eval(&s, "t_tp_ag") + eval(&s, "t_tp_rs") : eval(&s, "t_tp_ar");
        assert_true(sum > 0);
        near("sums", (eval(&s, "t_step_ser") - eval(&s, "t_loss_ser")) / sum,
             within * (2 * layers + cross) + ways, 1e-13);
      }
}

/* Keys and values: every attention gathers them in each direction, and sums their gradients. A layer has one
 * attention, and one more if it attends to an encoder. */
static void gatherings_of_keys_and_values_are_counted(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  s.point.layout.cp = 4;
  s.point.model.layers = 5, s.point.model.cross_layers = 3;
  for (int training = 0; training < 2; training++) {
    s.point.run.mode = training;
    const double one = (1 + training) * eval(&s, "t_cp_kv") + training * eval(&s, "t_cp_grad");
    assert_true(one > 0);
    near("a step", eval(&s, "t_step_ser"), (5 + 3) * one, 1e-14);
  }
}

/* A two-level algorithm needs full groups: six ranks do not fill nodes of four. A ring takes any number. */
static void an_algorithm_takes_full_groups_or_is_refused(void **state) {
  static setup s;
  (void)state;
  static const struct {
    const char *degree, *algorithm, *levels;
  } rule[] = {{"tp", "rule_tp_ar_algorithm", "rule_tp_levels"},
              {"dp", "rule_dp_grad_algorithm", "rule_dp_levels"}};
  for (int d = 0; d < 2; d++)
    for (int ranks = 1; ranks <= 16; ranks++)
      for (int two = 0; two < 2; two++) {
        setup_init(&s);
        choose(&s, "all_reduce", two ? "two_level" : "ring");
        *field(&s.point, column(rule[d].degree)) = ranks;
        const int full = ranks <= 4 || ranks % 4 == 0;
        column_is(&s, rule[d].algorithm, !two || full);
        column_is(&s, rule[d].levels, full);
      }
}

/* Groups of four at every level. One and a half groups at a level break the rule at that level only. So do
 * TP's three members of four, because DP finds four thirds of a group, and three above them. */
static void a_level_that_is_not_filled_breaks_the_rule(void **state) {
  static setup s;
  (void)state;
  const double size[4] = {4, 4, 4, 4};
  double inner = 1;
  for (int l = 0; l < 4; l++, inner *= 4) {
    char span[16];
    setup_init(&s);
    network_init(&s.point.device, size);
    if (l > 0) { /* a degree is a whole number, so TP fills level 0 or stays inside it */
      s.point.layout.tp = 1.5 * inner;
      snprintf(span, sizeof span, "tp_n%d", l), column_is(&s, span, 1.5);
      column_is(&s, "rule_tp_levels", 0);
    }
    s.point.layout.tp = l < 3 ? 3 * inner : 1, s.point.layout.dp = l < 3 ? 4 : 1.5 * inner;
    column_is(&s, "rule_tp_levels", 1);
    snprintf(span, sizeof span, "dp_n%d", l);
    near(span, eval(&s, span), l < 3 ? 4.0 / 3 : 1.5, 1e-15);
    column_is(&s, "rule_dp_levels", 0);
    s.point.layout.dp = l < 3 ? 1 : 2 * inner;
    column_is(&s, "rule_dp_levels", 1);
  }
}

/* Breaking one rule alone makes `why` name that rule. */
static const struct {
  const char *rule;
  double heads, kv_heads, tp, dp, ffn;
} broken[] = {
    {"", 96, 8, 8, 16, 49152},
    {"grouped_heads", 96, 7, 1, 1, 49152},
    {"tp_cuts_heads", 96, 96, 5, 1, 50000},
    {"tp_cuts_kv_heads", 96, 12, 8, 1, 49152},
    {"tp_cuts_ffn", 96, 96, 8, 1, 49153},
    {"groups_fit", 96, 96, 8, 4096, 49152},
    {"tp_levels", 96, 96, 6, 1, 49152},
    {"dp_levels", 96, 96, 3, 4, 49152},
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

/* Eight devices that share two adapters have a quarter of an adapter each. Switches with three times as much
 * bandwidth below as above let a third through, from there on outwards, unless an outer level says otherwise.
 * By hand: a ring of 6 nodes, or of 3 pods, compared with one on a network that has that bandwidth. Inside a
 * node nothing changes. */
static void devices_share_adapters_and_switches(void **state) {
  static setup s;
  (void)state;
  setup_init(&s);
  choose(&s, "all_reduce", "ring");
  twocs_device *device = &s.point.device;
  device->net0_size = 8, device->net1_size = 6, device->net2_size = 1e6;
  device->net1_bw = 24e9, device->net2_bw = 12e9, device->net0_half = device->net1_half = 0;
  s.point.op.op_all_reduce = 3e9;
  for (int pods = 0; pods < 2; pods++) {
    const double ranks = pods ? 8 * 6 * 3 : 8 * 6, bw = pods ? 12e9 : 24e9;
    s.point.op.op_ranks = ranks, device->nics = 0, device->net1_over = 1, device->net2_over = (double)NAN;
    const double start = 12e-6 + 2 * (ranks - 1) * 3e-6, byte = 2 * (ranks - 1) / ranks * 3e9;
    near("one each", eval(&s, "t_op_all_reduce"), start + byte / bw, 1e-12);
    device->nics = 2;
    near("two for eight", eval(&s, "t_op_all_reduce"), start + byte / (bw / 4), 1e-12);
    device->nics = 16;
    near("two each", eval(&s, "t_op_all_reduce"), start + byte / fmin(bw * 2, 150e9), 1e-12);
    device->nics = 2, device->net1_over = 3;
    near("and switches", eval(&s, "t_op_all_reduce"), start + byte / (bw / 4 / 3), 1e-12);
    device->net2_over = 6;
    near("of pods", eval(&s, "t_op_all_reduce"), start + byte / (bw / 4 / (pods ? 6 : 3)), 1e-12);
    s.point.op.op_ranks = 8;
    near("inside", eval(&s, "t_op_all_reduce"), 12e-6 + 14 * 1e-6 + 14 / 8.0 * 3e9 / 150e9, 1e-12);
  }
}

/* Rows are filled in by runs of the same group. Each has the bits that the algorithm gives for it alone, and
 * if a library chooses, those of the fastest. */
static void item_put(const twocs_family *f, const char *name, twocs_cells in[], const double *value,
                     size_t step) {
  int i = 0;
  while (strcmp(f->item[i], name) != 0) i++;
  in[i] = (twocs_cells){value, step};
}

static void rows_have_the_bits_of_one_call(void **state) {
  enum { ROWS = 24, LINK = 6 };
  static const char *const lats[] = {"net0_step", "net1_step", "net2_step", "net3_step"},
                           *const bws[] = {"net0_rate", "net1_rate", "net2_rate", "net3_rate"},
                           *const halves[] = {"net0_half", "net1_half", "net2_half", "net3_half"},
                           *const reduces[] = {"net0_reduce", "net1_reduce", "net2_reduce", "net3_reduce"},
                           *const ranks[] = {"n0", "n1", "n2", "n3"};
  static double value[4][5][ROWS], byte[ROWS], launch[ROWS], chunk[ROWS];
  (void)state;
  for (int round = 0; round < 300; round++) {
    const int still = random_below(2); /* links that are the same in all rows */
    for (int r = 0; r < ROWS; r++) {
      const int again = r && random_below(4);
      for (int l = 0; l < 4; l++) {
        value[l][0][r] = again ? value[l][0][r - 1] : random_below(3) ? 1 + random_below(9) : 1;
        for (int i = 1; i < 5; i++)
          value[l][i][r] = r && (still || again) ? value[l][i][r - 1]
                           : i == 4              ? random_below(2)
                                                 : random_unit() * (i == 2   ? 1e11
                                                                    : i == 3 ? 1e6
                                                                             : 1e-5) +
                                          1e-9;
      }
      byte[r] = random_below(8) ? exp(25 * random_unit()) : 0;
      launch[r] = r ? launch[r - 1] : 1e-6 * random_unit(),
      chunk[r] = r ? chunk[r - 1] : 1e5 * random_below(3);
    }
    for (const twocs_law *law = twocs_laws; law->name; law++) {
      int count, f = 0;
      const twocs_algorithm *first = twocs_algorithms_of(law->family, &count),
                            *fixed = twocs_algorithm_find(law->family, law->name);
      if (!first || (!fixed && strcmp(law->name, "auto") != 0)) continue;
      while (strcmp(twocs_families[f].name, law->family) != 0) f++;
      static const double nothing[8];
      twocs_cells in[TWOCS_ITEMS_MOST];
      for (int i = 0; i < twocs_families[f].count; i++) in[i] = (twocs_cells){nothing, 0};
      for (int l = 0; l < 4; l++) {
        item_put(&twocs_families[f], ranks[l], in, value[l][0], 8);
        item_put(&twocs_families[f], lats[l], in, value[l][1], 8);
        item_put(&twocs_families[f], bws[l], in, value[l][2], 8);
        item_put(&twocs_families[f], halves[l], in, value[l][3], 8);
        item_put(&twocs_families[f], reduces[l], in, value[l][4], 8);
      }
      item_put(&twocs_families[f], "byte", in, byte, 8);
      item_put(&twocs_families[f], "comm_launch", in, launch, 8);
      item_put(&twocs_families[f], "comm_chunk", in, chunk, 8);
      for (int aspect = TWOCS_TIME; aspect <= TWOCS_ALGORITHM; aspect++) {
        double out[ROWS];
        assert_int_equal(law->fill(law->context, (twocs_aspect)aspect, ROWS, in, out, NULL), TWOCS_OK);
        for (int r = 0; r < ROWS; r++) {
          twocs_link link[4];
          int alone = 1;
          for (int l = 0; l < 4; l++) {
            link[l] = (twocs_link){value[l][0][r], value[l][1][r], value[l][2][r], value[l][3][r],
                                   fixed ? 0 : value[l][4][r]};
            alone &= link[l].ranks <= 1;
          }
          const twocs_algorithm *a =
              fixed ? fixed : twocs_algorithm_fastest(first, count, byte[r], link, launch[r], chunk[r]);
          if (!a) a = first;
          const double want =
              aspect == TWOCS_TIME
                  ? byte[r] > 0 && !alone ? twocs_collective_time(a, byte[r], link, launch[r], chunk[r]) : 0
              : aspect == TWOCS_STEPS ? twocs_collective_steps(a, byte[r], link, chunk[r])
              : aspect == TWOCS_WIRE  ? twocs_collective_traffic(a, byte[r], link, chunk[r])
              : aspect == TWOCS_WHOLE ? twocs_collective_legal(a, byte[r], link, chunk[r])
                                      : (double)(a - first + 1);
          exact(law->name, out[r], want);
        }
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spans_multiply_to_the_degree),
      cmocka_unit_test(tp_fills_the_innermost_level_first_then_dp),
      cmocka_unit_test(members_fill_nodes_from_the_inside_out),
      cmocka_unit_test(degree_one_costs_nothing),
      cmocka_unit_test(a_ring_costs_what_its_formula_says),
      cmocka_unit_test(the_slowest_start_of_a_link_counts),
      cmocka_unit_test(half_is_where_half_the_bandwidth_is_reached),
      cmocka_unit_test(sums_of_a_step_are_counted),
      cmocka_unit_test(gatherings_of_keys_and_values_are_counted),
      cmocka_unit_test(an_algorithm_takes_full_groups_or_is_refused),
      cmocka_unit_test(a_level_that_is_not_filled_breaks_the_rule),
      cmocka_unit_test(a_broken_rule_is_named),
      cmocka_unit_test(devices_share_adapters_and_switches),
      cmocka_unit_test(rows_have_the_bits_of_one_call),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
