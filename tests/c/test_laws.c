/* SPDX-License-Identifier: MIT */
/* How long one operator takes with each built-in law, computed by hand, through the operator that a script
 * may list (op_*). Tolerance: roundings. */
#include "law_rows.h"

static const double rounding = 1e-14;

/* Effective 100 flop/s and 10 byte/s; 1 s for a launch; FP16, two bytes. */
static void machine(setup *s, const char *gemm, const char *stream) {
  setup_init(s), choose(s, "all_reduce", "ring"), choose(s, "all_gather", "ring");
  choose(s, "gemm", gemm);
  choose(s, "stream", stream);
  s->point.device.peak_fp16 = 200, s->point.device.flop_eff = 0.5, s->point.device.mem_bw = 40,
  s->point.device.mem_eff = 0.25;
  s->point.device.launch = 1, s->point.device.units = 10;
}

static double gemm(setup *s, double m, double n, double k, double x) {
  s->point.op.op_m = m, s->point.op.op_n = n, s->point.op.op_k = k, s->point.op.op_x = x;
  return eval(s, "t_op_gemm");
}

static double stream(setup *s, double byte) {
  s->point.op.op_move = byte;
  return eval(s, "t_op_stream");
}

static void gemms_take_their_time(void **state) {
  static setup s;
  (void)state;
  machine(&s, "algorithmic", "none");
  near("algorithmic", gemm(&s, 3, 5, 7, 2), 2 * 3 * 5 * 7 * 2 / 100.0, rounding);
  exact("nothing", gemm(&s, 0, 5, 7, 2), 0);
  machine(&s, "roofline", "none");
  near("roofline, memory", gemm(&s, 3, 5, 7, 2), 2 * (21 + 35 + 15) * 2 / 10.0 + 1, rounding);
  near("roofline, compute", gemm(&s, 300, 500, 700, 2), 2 * 300 * 500 * 700 * 2 / 100.0 + 1, rounding);
  exact("nothing", gemm(&s, 3, 5, 7, 0), 0);
  machine(&s, "measured", "none");
  s.point.law.gemm_c0 = 0.5, s.point.law.gemm_c1 = 1e-3, s.point.law.gemm_c2 = 1e-2;
  near("measured", gemm(&s, 3, 5, 7, 2), 0.5 + 420e-3 + 284e-2, rounding);
  exact("nothing", gemm(&s, 3, 0, 7, 2), 0);
}

/* Tiles of 128 x 128 on ten units. Time over that of perfect use is 1 over the used share. */
static void tiles_fill_waves(void **state) {
  static setup s;
  (void)state;
  machine(&s, "tiles", "none");
  s.point.device.mem_bw = 1e12; /* compute alone decides */
  const double whole = 2.0 * 1280 * 1280 * 512 / 100;
  near("ten full waves", gemm(&s, 1280, 1280, 512, 1), whole + 1, rounding);
  near("a hundred and one tiles take eleven waves", gemm(&s, 128, 128, 512, 101),
       2.0 * 128 * 128 * 512 * 110 / 100 + 1, rounding);
  near("a row beyond a tile takes a tile", gemm(&s, 1281, 1280, 512, 1), 2.0 * 1408 * 1280 * 512 / 100 + 1,
       rounding);
  s.point.device.split_k = 1; /* six tiles use six units of ten */
  near("few tiles", gemm(&s, 384, 256, 512, 1), 2.0 * 384 * 256 * 512 * 10 / 6 / 100 + 1, rounding);
  s.point.device.split_k = 8;
  near("few tiles, cut into four", gemm(&s, 300, 200, 4096, 1), 2.0 * 300 * 200 * 4096 / 0.85 / 100 + 1,
       rounding);
  s.point.device.split_k = 2;
  near("one tile, cut into two, fills a fifth", gemm(&s, 128, 128, 4096, 1),
       2.0 * 128 * 128 * 4096 / (0.85 * 0.2) / 100 + 1, rounding);
  machine(&s, "tiles", "none");
  s.point.device.peak_fp16 = 1e15;
  near("memory decides", gemm(&s, 128, 128, 512, 10), 2.0 * (128 * 512 * 2 + 128 * 128) * 10 / 10 + 1,
       rounding);
  exact("nothing", gemm(&s, 0, 0, 0, 1), 0);
}

/* The choice of tile and parts, written out again: waves by ceil(), every candidate, no shortcuts. Tolerance:
 * the two multiply in different orders. */
static double waves_by_hand(const twocs_point *p, double m, double n, double k, double x) {
  const twocs_coefficients *w = &p->law;
  const double tile[][3] = {{256, 128, 1},
                            {128, 256, 1},
                            {128, 128, w->wave_tile1},
                            {128, 64, w->wave_tile2},
                            {64, 128, w->wave_tile2},
                            {64, 64, w->wave_tile3},
                            {64, 32, w->wave_tile4},
                            {32, 64, w->wave_tile4}};
  double best = (double)INFINITY;
  for (size_t i = 0; i < sizeof tile / sizeof *tile; i++)
    for (double parts = 1; parts <= 16; parts *= 2) {
      if (parts > 1 && k / parts < 64) continue;
      const double waves = ceil(ceil(m / tile[i][0]) * ceil(n / tile[i][1]) * x * parts / p->device.units);
      const double flop = 2 * tile[i][0] * tile[i][1] * (ceil(k / parts / 32) * 32 + w->wave_depth);
      const double reached = p->device.peak_fp16 / p->device.units * w->wave_eff * tile[i][2];
      const double byte =
          2 * x * (m * k + k * n + m * n) + (parts > 1 ? 8 * m * n * x * parts * w->wave_split : 0);
      const double compute = waves * flop / reached, memory = byte / (p->device.mem_bw * w->wave_mem_eff);
      best = fmin(best, fmax(compute, memory) + w->wave_rest * fmin(compute, memory));
    }
  return best + w->wave_launch;
}

static void waves_take_the_best_tile(void **state) {
  static setup s;
  (void)state;
  machine(&s, "waves", "none");
  s.point.device.peak_fp16 = 312e12, s.point.device.mem_bw = 2e12, s.point.device.units = 108;
  for (int round = 0; round < 2000; round++) {
    const double m = floor(exp2(15 * random_unit())), n = floor(exp2(15 * random_unit())),
                 k = floor(exp2(15 * random_unit())), x = floor(exp2(6 * random_unit()));
    near("waves", gemm(&s, m, n, k, x), waves_by_hand(&s.point, m, n, k, x), 1e-12);
  }
  for (double k = 64; k <= 1024; k *= 2) /* a part may be as short as 64 */
    near("parts of 64", gemm(&s, 64, 64, k, 1), waves_by_hand(&s.point, 64, 64, k, 1), 1e-12);
  exact("nothing", gemm(&s, 0, 8, 8, 1), 0);
}

/* One GEMM: every way to lay it out and to cut it, tile by tile. */
static double depth_by_hand(const twocs_point *p, double m, double n, double k) {
  const twocs_coefficients *w = &p->law;
  const double units = p->device.units, reached = p->device.peak_fp16 * w->depth_eff, work = 2 * m * n * k;
  double best = (double)INFINITY;
  for (int across = 0; across < 2; across++)
    for (double parts = 1; parts <= 4; parts *= 2) {
      const double tiles = parts * ceil(m / (across ? 128 : 256)) * ceil(n / (across ? 256 : 128));
      const double could =
          2 * ceil(tiles / units) * units * 256 * 128 * k / parts; /* flop that all units could do */
      const double flop = work + w->depth_round * fmax(0, could - work);
      const double start = flop * parts * w->depth_start / k;
      const double sums = parts > 1 ? 4 * m * n * parts * w->depth_split / p->device.mem_bw : 0;
      best = fmin(best, (flop + start) / reached + sums);
    }
  const double memory = 2 * (m * k + k * n + m * n) / (p->device.mem_bw * w->depth_mem_eff);
  const double cold = fmax(best, memory);
  return cold + w->depth_heat * cold / (1 + w->depth_warm / cold) + w->depth_launch;
}

static void depth_takes_the_best_cut(void **state) {
  static setup s;
  (void)state;
  machine(&s, "depth", "none");
  s.point.device.peak_fp16 = 312e12, s.point.device.mem_bw = 2e12, s.point.device.units = 108;
  for (int round = 0; round < 2000; round++) {
    twocs_coefficients *w = &s.point.law;
    w->depth_round = random_unit() + 1e-9, w->depth_heat = random_unit(),
    w->depth_split = 4 * random_unit() + 1e-3;
    w->depth_warm = 1e-2 * random_unit() + 1e-9;
    const double m = floor(exp2(15 * random_unit())), n = floor(exp2(15 * random_unit())),
                 k = floor(exp2(15 * random_unit()));
    near("depth", gemm(&s, m, n, k, 1), depth_by_hand(&s.point, m, n, k), 1e-11);
  }
  exact("nothing", gemm(&s, 0, 8, 8, 1), 0);
}

static void streams_take_their_time(void **state) {
  static setup s;
  (void)state;
  machine(&s, "algorithmic", "none");
  exact("none", stream(&s, 1e9), 0);
  machine(&s, "algorithmic", "roofline");
  near("roofline", stream(&s, 70), 8, rounding);
  exact("nothing", stream(&s, 0), 0);
  machine(&s, "algorithmic", "measured");
  s.point.law.stream_c0 = 3, s.point.law.stream_c2 = 0.25;
  near("measured", stream(&s, 70), 20.5, rounding);
  exact("nothing", stream(&s, 0), 0);
}

static void a_measured_collective_is_its_line(void **state) {
  static setup s;
  (void)state;
  machine(&s, "algorithmic", "none");
  choose(&s, "all_to_all", "measured");
  s.point.law.comm_c0 = 2, s.point.law.comm_c2 = 0.5;
  s.point.op.op_all_to_all = 12;
  exact("one rank", eval(&s, "t_op_all_to_all"), 0);
  s.point.op.op_ranks = 4;
  near("bytes that leave", eval(&s, "t_op_all_to_all"), 2 + 0.5 * 12 * 3 / 4, rounding);
  s.point.law.comm_near = 0.25, s.point.law.comm_far = 7, s.point.law.comm_fill = 0.125;
  near("inside", eval(&s, "t_op_all_to_all"), 2 + 0.5 * 9 + 0.25 * 2 + 0.125 * sqrt(12), rounding);
  s.point.device.net0_size = 2, s.point.device.net1_size = 64;
  near("between nodes", eval(&s, "t_op_all_to_all"), 2 + 0.5 * 9 + 0.25 + 7 + 0.125 * sqrt(24), rounding);
  s.point.op.op_all_to_all = 0;
  exact("nothing", eval(&s, "t_op_all_to_all"), 0);
}

/* A listed operator with every part. It occurs three times, each once forward and twice backward, and a
 * quarter of its collectives is hidden. */
static void a_listed_operator_is_the_sum_of_its_parts(void **state) {
  static setup s;
  (void)state;
  machine(&s, "algorithmic", "roofline");
  twocs_operator *o = &s.point.op;
  gemm(&s, 3, 5, 7, 2), stream(&s, 70);
  o->op_each = 3, o->op_back = 2, o->op_hidden = 0.25, o->op_ranks = 4;
  o->op_all_reduce = 1e6, o->op_all_gather = 2e6, o->op_reduce_scatter = 3e6, o->op_all_to_all = 4e6,
  o->op_broadcast = 5e6, o->op_p2p = 6e6;
  column_is(&s, "op_flop", 3 * 3 * 420);
  s.point.device.flop_vs_bw = 2, s.point.device.mem_vs_bw = 4;
  near("t_op_cmp", eval(&s, "t_op_cmp"), 3 * 3 * (4.2 / 2 + 8 / 4.0), rounding);
  const char *const kinds[] = {"all_reduce", "all_gather", "reduce_scatter",
                               "all_to_all", "broadcast",  "p2p"};
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    char name[40];
    snprintf(name, sizeof name, "t_op_%s", kinds[i]);
    const double t = eval(&s, name);
    assert_true(t > 0);
    sum += t;
  }
  near("ring all-gather", eval(&s, "t_op_all_gather"), 12e-6 + 3e-6 + 0.75 * (2e6 + 1e5) / 150e9, rounding);
  near("t_op_comm", eval(&s, "t_op_comm"), sum, rounding);
  near("t_op_ser", eval(&s, "t_op_ser"), 3 * sum * 0.75, rounding);
  near("t_op_ovl", eval(&s, "t_op_ovl"), 3 * sum * 0.25, rounding);
  s.point.run.mode = 0;
  column_is(&s, "op_flop", 3 * 420);
  near("t_op_cmp", eval(&s, "t_op_cmp"), 3 * (4.2 / 2 + 8 / 4.0), rounding);
}

/* Two ranks reduce in two steps, and even one byte takes their latency: it travels as 1 + 3 bytes, at a
 * quarter of the bandwidth. */
static void a_short_message_takes_its_steps(void **state) {
  static setup s;
  (void)state;
  machine(&s, "algorithmic", "none");
  s.point.op.op_ranks = 2;
  for (double byte = 0.5; byte < 3; byte *= 2) {
    s.point.op.op_all_reduce = byte;
    near("short", eval(&s, "t_op_all_reduce"), 12e-6 + 2 * 1e-6 + 4 * byte / 150e9, rounding);
  }
}

/* Three heads on four units take 3/4 of a wave. With more than 64 queries a wave that is not full takes as
 * long as a full one; with fewer the keys are divided among all units. */
static void attention_with_few_queries_fills_its_waves(void **state) {
  static law_rows of;
  (void)state;
  const twocs_law *law = twocs_laws;
  while (strcmp(law->family, "attention") != 0 || strcmp(law->name, "fused") != 0) law++;
  law_rows_init(&of);
  const int family = TWOCS_FAMILY_attention;
  const struct {
    const char *name;
    double value;
  } same[] = {{"heads", 3},     {"units", 4},  {"keys", 100},      {"dim", 2},
              {"mem_bw", 1e30}, {"masked", 0}, {"flash_start", 0}, {"flash_launch", 0}};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++)
    law_rows_set(&of, family, same[i].name, 3, (double[]){same[i].value, same[i].value, same[i].value});
  law_rows_set(&of, family, "queries", 3, (double[]){32, 64, 65});
  law_times_are(law, &of, 3,
                (double[]){0.75 * 4 * 32 * 100 * 2 * 4, 0.75 * 4 * 64 * 100 * 2 * 4, 4 * 65 * 100 * 2 * 4});
}

/* Which law an operator of the Transformer uses, and with which efficiency. */
static void attention_has_its_own_efficiency(void **state) {
  static setup s;
  (void)state;
  machine(&s, "algorithmic", "none");
  s.point.device.attn_eff = 0.05;
  static const char *const linear[] = {"qkv", "proj", "fc1", "fc2", "head"}, *const attention[] = {"scores",
                                                                                                   "context"};
  char flop[32], time[32];
  for (size_t i = 0; i < 7; i++) {
    const char *name = i < 5 ? linear[i] : attention[i - 5];
    for (const char *pass = "fiw"; *pass; pass++) {
      snprintf(flop, sizeof flop, "%s_flop", name), snprintf(time, sizeof time, "t_%s_%c", name, *pass);
      near(time, eval(&s, time), eval(&s, flop) / (i < 5 ? 100 : 10), rounding);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gemms_take_their_time),
      cmocka_unit_test(tiles_fill_waves),
      cmocka_unit_test(waves_take_the_best_tile),
      cmocka_unit_test(depth_takes_the_best_cut),
      cmocka_unit_test(streams_take_their_time),
      cmocka_unit_test(a_measured_collective_is_its_line),
      cmocka_unit_test(a_listed_operator_is_the_sum_of_its_parts),
      cmocka_unit_test(a_short_message_takes_its_steps),
      cmocka_unit_test(attention_with_few_queries_fills_its_waves),
      cmocka_unit_test(attention_has_its_own_efficiency),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
