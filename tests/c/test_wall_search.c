/* SPDX-License-Identifier: MIT */
/* The search of the wall, compared with one that leaves nothing out: the loops of the specification as they
 * are, with each layout timed by a single evaluation. Times must have the same bits, so no bound ever loses a
 * layout. Then what must hold for any numbers: degree 1 sends nothing, more of something good is never worse,
 * and what makes no sense is reported in one sentence. */
#include "common.h"
#include "wall_data.h"

static void *workspace(void) {
  static void *memory;
  if (!memory) memory = malloc(twocs_wall_scratch_size());
  assert_non_null(memory);
  return memory;
}

/* ---- The plain search. */

enum { DP, TP_D, TP_F, PP, EP, KINDS, INNER = 3 };
typedef struct plain {
  twocs_wall_run settled;
  double degree[KINDS], size[INNER];
  double t_run, t_wires; /* of the best so far */
  twocs_point layout;
  long tried;
  int ties;
} plain;

static int divides(double part, double whole) { return fmod(whole, part) == 0; }

static void plain_time(plain *p) {
  twocs_wall_run point;
  twocs_error error;
  if (twocs_wall_eval(&p->layout, &point, &error)) fail_msg("%s", error.text);
  const twocs_wall_run *r = &point;
  const double wires = r->t_tp_net + r->t_dp_net + r->t_ppep_net;
  p->tried++;
  if (r->cluster_fits <= 0) return;
  const int tie = isfinite(p->t_run) && fabs(r->t_run - p->t_run) <= 1e-12 * p->t_run &&
                  fabs(wires - p->t_wires) <= 1e-12 * p->t_wires;
  p->ties += tie;
  if (r->t_run > p->t_run || (r->t_run == p->t_run && wires >= p->t_wires)) return;
  if (!tie) p->ties = 0;
  p->t_run = r->t_run, p->t_wires = wires;
}

/* Every ordered factorisation of level l's size into the degrees, then the next level. */
static void plain_spread(plain *p, int l, int kind, double left) {
  double *members = &p->layout.wall.dp_l0;
  const int levels = (int)p->settled.net_levels;
  if (l == levels - 1) {
    for (int k = 0; k < KINDS; k++) {
      double inner = 1;
      for (int i = 0; i < l; i++) inner *= members[4 * k + i];
      members[4 * k + l] = p->degree[k] / inner;
    }
    plain_time(p);
    return;
  }
  double inner = 1;
  for (int i = 0; i < l; i++) inner *= members[4 * kind + i];
  for (double part = 1; part <= left; part++) {
    if (!divides(part, left) || !divides(inner * part, p->degree[kind]) || (kind == KINDS - 1 && part < left))
      continue;
    members[4 * kind + l] = part;
    if (kind == KINDS - 1)
      plain_spread(p, l + 1, 0, l + 1 < INNER ? p->size[l + 1] : 1);
    else
      plain_spread(p, l, kind + 1, left / part);
  }
  members[4 * kind + l] = 1;
}

static void plain_pipelines(plain *p) {
  const double sequences = floor(p->settled.b_tokens / (p->settled.point.wall.stack_experts * p->degree[DP]));
  for (int zb = 0; zb <= (int)p->settled.point.wall.zero_bubble; zb++) {
    const int most = zb ? 1 : (int)p->settled.point.wall.micro_most;
    int count = 0;
    p->layout.wall.zb = zb;
    p->layout.wall.interleave = !zb && p->degree[PP] > 1 ? p->settled.point.wall.depth / p->degree[PP] : 1;
    for (double m = (1 + zb) * p->degree[PP]; m <= sequences && count < most; m++) {
      if (!divides(m, sequences)) continue;
      count++;
      p->layout.wall.micro = m;
      plain_spread(p, 0, 0, p->size[0]);
    }
  }
}

static void plain_sizes(plain *p, double gpus) {
  const twocs_device *k = &p->settled.point.device;
  const double size[INNER] = {k->net0_size, k->net1_size, k->net2_size};
  double product = 1;
  for (int l = 0; l < INNER; l++) {
    p->size[l] = size[l];
    product *= size[l];
    if (product < gpus) continue;
    p->size[l] = floor(gpus / (product / size[l]));
    while (++l < INNER) p->size[l] = 1;
  }
}

static double isqrt(double x) { return floor(sqrt(x)); }

static void plain_search(plain *p, double gpus) {
  const twocs_wall *k = &p->settled.point.wall;
  double a = gpus, b = k->stack_experts;
  while (b > 0) {
    const double rest = fmod(a, b);
    a = b, b = rest;
  }
  p->degree[EP] = a, p->t_run = p->t_wires = (double)INFINITY, p->tried = 0, p->ties = 0;
  plain_sizes(p, gpus);
  const double left = gpus / a;
  for (double tp = 1; tp <= left; tp++)
    for (double dp = 1; divides(tp, left) && dp <= left / tp; dp++) {
      const double pp = left / tp / dp;
      if (!divides(dp, left / tp) || !divides(dp, p->settled.b_tokens) || !divides(pp, k->depth)) continue;
      for (double f = isqrt(tp); f <= k->tp_wide * isqrt(tp); f++) {
        if (!divides(f, tp) || !divides(f, k->f) || !divides(tp / f, k->d)) continue;
        p->degree[DP] = dp, p->degree[TP_D] = tp / f, p->degree[TP_F] = f, p->degree[PP] = pp;
        p->layout = p->settled.point;
        p->layout.layout.dp = dp, p->layout.wall.tp_d = tp / f, p->layout.wall.tp_f = f;
        p->layout.layout.pp = pp, p->layout.layout.ep = a;
        for (int i = 0; i < KINDS * 4; i++) (&p->layout.wall.dp_l0)[i] = 1;
        plain_pipelines(p);
      }
    }
}

static void random_wall(twocs_point *k, double *gpus) {
  static const char *const names[] = {"v100_sxm2",
                                      "a100",
                                      "h100_sxm5",
                                      "h100_sxm5_low_latency",
                                      "h100_sxm5_superpod",
                                      "h100_sxm5_global_nvlink",
                                      "h100_sxm5_infinite_network_low_latency",
                                      "h100_sxm5_scaled"};
  wall_of(names[random_below(8)], k);
  twocs_device *device = &k->device;
  twocs_wall *w = &k->wall;
  w->d = 512 * (1 + random_below(12)) * random_power(3);
  w->sparse = random_below(2);
  if (w->sparse > 0 && random_below(2)) w->stack_experts = 1 + random_below(12);
  device->net0_lat *= exp(4 * random_unit() - 2), device->launch *= exp(4 * random_unit() - 2);
  k->run.sl = 64 * random_power(5);
  if (random_below(3) == 0) w->own_batch = (1 + random_below(30)) * random_power(6);
  device->mem_size *= exp(6 * random_unit() - 3);
  if (device->net1_size > 1) {
    device->net0_size = random_power(3);
    device->net1_bw = device->net0_bw * exp(-3 * random_unit());
  }
  if (device->net2_size > 1) {
    device->net1_size = random_power(2);
    device->net2_bw = device->net1_bw * exp(-3 * random_unit());
  }
  w->zero_bubble = random_below(4) > 0, w->zb_latency = random_below(2), w->overlap_dp = random_below(2);
  w->overlap_tp = random_below(4) > 0, w->overlap_pp = random_below(4) > 0;
  k->run.recompute = 2 * random_below(2);
  *gpus = random_power(8);
  if (random_below(3) == 0) *gpus *= 1 + 2 * random_below(3);
}

/* If a cluster does not fill its levels, the search reports an error. */
static int fills(plain *p, double gpus) {
  plain_sizes(p, gpus);
  double used = 1;
  for (int l = 0; l < (int)p->settled.net_levels - 1; l++) used *= p->size[l];
  return divides(used, gpus);
}

static void the_search_misses_no_layout(void **state) {
  (void)state;
  static plain p;
  long tried = 0;
  int found = 0;
  for (int i = 0; i < (SLOW ? 40 : 600); i++) {
    twocs_point k;
    twocs_wall_run run;
    twocs_error error;
    double gpus;
    random_wall(&k, &gpus);
    settle(&k, &p.settled);
    const double experts = p.settled.point.wall.stack_experts;
    if (experts > 1) gpus *= random_below(2) ? experts : 1;
    if (gpus > 4096) gpus = 64 * experts;
    const int legal = fills(&p, gpus);
    const twocs_status status = twocs_wall_best(&k, gpus, workspace(), &run, &error);
    if (!legal) assert_int_equal(status, TWOCS_RANGE);
    if (!legal) continue;
    if (status) fail_msg("%s", error.text);
    plain_search(&p, gpus);
    tried += p.tried;
    if (isinf(p.t_run)) {
      exact("feasible", run.feasible, 0);
      continue;
    }
    found++;
    exact("t_run", run.t_run, p.t_run);
    near("what is sent", run.t_tp_net + run.t_dp_net + run.t_ppep_net, p.t_wires, 1e-15);
    exact("gpus", run.gpus, gpus);
    exact("ties", run.ties, p.ties);
    twocs_wall_run again;
    if (twocs_wall_eval(&run.point, &again, &error)) fail_msg("%s", error.text);
    exact("the same layout evaluated", again.t_run, p.t_run);
  }
  print_message("%ld layouts tried one by one, %d clusters with a best one\n", tried, found);
  assert_true(found > 5);
}

/* A run's numbers are columns like any other: the evaluator gives the same bits for the run's layout. */
static void a_run_is_a_point(void **state) {
  (void)state;
  twocs_plan plan;
  int found = 0;
  twocs_plan_init(&plan);
  for (int i = 0; i < 60; i++) {
    twocs_point k;
    twocs_wall_run run;
    twocs_error error;
    double gpus;
    random_wall(&k, &gpus);
    if (twocs_wall_best(&k, gpus, workspace(), &run, &error) || run.feasible <= 0) continue;
    found++;
    for (int c = twocs_field_count; c < twocs_column_count; c++) {
      int needs_layout;
      double value;
      if (!twocs_wall_holds(c, &needs_layout) || !strcmp(twocs_columns[c].name, "ties")) continue;
      if (twocs_eval(&plan, &run.point, 1, &c, &value, &error)) fail_msg("%s", error.text);
      exact(twocs_columns[c].name, twocs_wall_value(&run, c), value);
    }
  }
  assert_true(found > 5);
}

/* The degrees of the best layout, all put at one level, are spread as the search had them. */
static void degrees_find_their_places(void **state) {
  (void)state;
  for (int i = 0; i < 60; i++) {
    twocs_point k;
    twocs_wall_run run, placed;
    twocs_error error;
    double gpus;
    random_wall(&k, &gpus);
    if (twocs_wall_best(&k, gpus, workspace(), &run, &error) || run.feasible <= 0) continue;
    twocs_point degrees = run.point;
    for (int m = 0; m < KINDS * 4; m++) (&degrees.wall.dp_l0)[m] = (double)NAN;
    if (twocs_wall_place(&degrees, workspace(), &placed, &error)) fail_msg("%s", error.text);
    exact("t_run", placed.t_run, run.t_run);
    placed.ties = run.ties; /* of the search, which also has ties with other degrees */
    if (!same_doubles(&placed, &run, sizeof run)) fail_msg("placed otherwise");
  }
}

/* ---- What must always hold. */

static twocs_point h100(void) {
  twocs_point k;
  wall_of("h100_sxm5", &k);
  return k;
}

static twocs_wall_run evaluated(const twocs_point *k) {
  twocs_wall_run p;
  twocs_error error;
  if (twocs_wall_eval(k, &p, &error)) fail_msg("%s", error.text);
  return p;
}

static void one_gpu_sends_nothing(void **state) {
  (void)state;
  const twocs_point k = h100();
  const twocs_wall_run r = evaluated(&k);
  const double none[] = {r.t_tp_net, r.t_ppep_net, r.t_dp_net, r.lat_tp, r.lat_ppep, r.lat_dp, r.bubble};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) exact("one GPU", none[i], 0);
  exact("a batch is its matmuls", r.t_batch, r.t_mm);
  exact("the model does not fit", r.feasible, 0);
  assert_true(r.util > 0 && r.util <= k.device.flop_eff);
}

static void better_is_never_worse(void **state) {
  (void)state;
  static const char *const less[] = {"launch", "net0_lat"}, *const more[] = {"net0_bw", "net1_bw", "mem_bw",
                                                                             "l2_bw", "mem_size"};
  twocs_point k = h100();
  twocs_wall_run base, other;
  twocs_error error;
  k.wall.d = 45056;
  assert_int_equal(twocs_wall_best(&k, 1 << 22, workspace(), &base, &error), TWOCS_OK);
  for (int i = 0; i < 7; i++) {
    twocs_point better = k;
    ((double *)&better)[twocs_find(i < 2 ? less[i] : more[i - 2])] *= i < 2 ? 0.5 : 1.25;
    if (twocs_wall_best(&better, 1 << 22, workspace(), &other, &error)) fail_msg("%s", error.text);
    assert_true(other.t_run <= base.t_run);
  }
}

static void zero_bubbles(void **state) {
  (void)state;
  twocs_point k = h100();
  k.layout.pp = 64, k.wall.pp_l0 = 1, k.wall.pp_l1 = 64, k.wall.micro = 128, k.wall.zb = 1;
  const twocs_wall_run published = evaluated(&k);
  exact("no bubble", published.bubble, 0);
  exact("latency uncharged", published.t_batch, fmax(published.t_mm, published.t_ppep_net));
  k.device.net0_lat = 10, k.wall.zb_latency = 1;
  const twocs_wall_run charged = evaluated(&k);
  exact("latency charged", charged.t_batch, charged.lat_pipe);
}

static void counts_beyond_integers(void **state) {
  (void)state;
  twocs_point k = h100();
  twocs_wall_run p;
  twocs_error error;
  k.wall.d = 16777216, k.wall.sparse = 1;
  if (twocs_wall_fit(&k, workspace(), &p, &error)) fail_msg("%s", error.text);
  assert_true(p.c_flop > 1e40 && p.stack_param > 0x1p63);
  exact("out of reach", p.feasible, 0);
  assert_true(isnan(p.t_run) && isnan(p.point.wall.micro));
  if (twocs_wall_best(&k, 1e24, workspace(), &p, &error)) fail_msg("%s", error.text);
  exact("more GPUs than layouts take", p.feasible, 0);
  k.wall.batch_exponent = 2;
  if (twocs_wall_best(&k, 1024, workspace(), &p, &error)) fail_msg("%s", error.text);
  assert_true(p.b_tokens > 0x1p63);
  exact("more tokens than can be counted", p.feasible, 0);
}

/* As near to infinite as a field can be: sending costs practically nothing. */
static void endless_bandwidth(void **state) {
  (void)state;
  twocs_point k = h100();
  twocs_wall_run p;
  twocs_error error;
  k.device.net0_bw = k.device.net1_bw = 1e24, k.device.net0_lat = 0;
  if (twocs_wall_fit(&k, workspace(), &p, &error)) fail_msg("%s", error.text);
  exact("feasible", p.feasible, 1);
  assert_true((p.t_tp_net + p.t_dp_net + p.t_ppep_net) / p.t_batch < 1e-10);
  assert_true(isfinite(p.t_run) && p.util > 0);
}

/* ---- What makes no sense. */

static void refuses(twocs_status status, twocs_status want, const twocs_error *error, const char *words) {
  if (status != want || !strstr(error->text, words))
    fail_msg("status %d, \"%s\": expected %d and \"%s\"", status, status ? error->text : "", want, words);
}

static void bad_fields(void **state) {
  (void)state;
  static const struct {
    const char *field;
    double value;
    twocs_status status;
    const char *words;
  } bad[] = {
      {"net1_bw", 0, TWOCS_RANGE, "net1_bw = 0: expected a number in [1, 1e+24]"},
      {"net0_bw", (double)NAN, TWOCS_GIVEN, "device.net0_bw is not given"},
      {"net1_bw", 1e12, TWOCS_RANGE, "none is faster than the one inside it"},
      {"net0_lat", -1e-6, TWOCS_RANGE, "net0_lat = -1e-06: expected a number in [0, 10]"},
      {"net0_lat", (double)NAN, TWOCS_GIVEN, "device.net0_lat is not given"},
      {"clock", (double)NAN, TWOCS_GIVEN, "device.clock is not given"},
      {"peak_fp16", (double)NAN, TWOCS_GIVEN, "device.peak_fp16 is not given"},
      {"d", 12288.5, TWOCS_RANGE, "d = 12288.5: expected a whole number"},
      {"d", 1e300, TWOCS_RANGE, "d = 1e+300"},
      {"f", 0, TWOCS_RANGE, "f = 0"},
      {"ff_ratio", 0.3, TWOCS_RANGE, "f = 3686.4: expected a whole number"},
      {"batch_law", 3, TWOCS_RANGE, "batch_law = 3: expected a whole number in [0, 2]"},
      {"months", 0, TWOCS_RANGE, "months = 0"},
      {"alpha", 0.5, TWOCS_RANGE, "alpha = 0.5"},
      {"d_step", 0, TWOCS_RANGE, "d_step = 0"},
      {"d_least", 1e7, TWOCS_RANGE, "d_least = 10000000: expected at most d_most"},
      {"net0_size", 72, TWOCS_RANGE, "does not fill levels of 72 GPUs"},
  };
  static twocs_wall_run point[TWOCS_WALL_RUNS];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    twocs_point k = h100();
    twocs_error error = {TWOCS_OK, ""};
    int n;
    ((double *)&k)[twocs_find(bad[i].field)] = bad[i].value;
    refuses(twocs_wall_sweep(&k, NULL, workspace(), point, &n, &error), bad[i].status, &error, bad[i].words);
  }
}

static void bad_layouts(void **state) {
  (void)state;
  static const struct {
    const char *degree, *member;
    double value;
    const char *words;
  } bad[] = {
      {"pp", "pp_l1", 5, "pp = 5 does not divide depth = 192"},
      {"tp_d", "tp_d_l0", 7, "tp_d = 7 does not divide d = 12288"},
      {"dp", "dp_l0", 1.5, "dp = 1.5: expected a whole number"},
      {"dp", "dp_l2", 2, "dp_l2 = 2: the network has 2 levels"},
      {"ep", "ep_l0", 2, "ep = 2 does not divide stack_experts = 1"},
      {"micro", "micro", 1e9, "micro = 1000000000: with a batch of"},
  };
  twocs_wall_run p;
  twocs_error error = {TWOCS_OK, ""};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    twocs_point k = h100();
    for (int m = column("dp_l0"); m <= column("ep_l3"); m++) *field(&k, m) = 1;
    *field(&k, column(bad[i].degree)) = *field(&k, column(bad[i].member)) = bad[i].value;
    refuses(twocs_wall_eval(&k, &p, &error), TWOCS_RANGE, &error, bad[i].words);
  }
  twocs_point k = h100();
  k.layout.pp = 64, k.wall.interleave = 4;
  refuses(twocs_wall_eval(&k, &p, &error), TWOCS_RANGE, &error,
          "a pipeline of 64 stages has only 192 layers");
  k = h100();
  k.layout.dp = 64, k.wall.dp_l0 = 8;
  refuses(twocs_wall_eval(&k, &p, &error), TWOCS_OK, &error, "");
  k.wall.dp_l1 = 16, k.wall.dp_l2 = k.wall.dp_l3 = 1;
  refuses(twocs_wall_eval(&k, &p, &error), TWOCS_RANGE, &error,
          "dp = 64: the product of its members at the levels is 128");
}

static void bad_questions(void **state) {
  (void)state;
  twocs_point k = h100();
  twocs_wall_run p;
  twocs_error error = {TWOCS_OK, ""};
  refuses(twocs_wall_best(&k, 2.5, workspace(), &p, &error), TWOCS_RANGE, &error, "gpus = 2.5");
  refuses(twocs_wall_best(&k, 0, workspace(), &p, &error), TWOCS_RANGE, &error, "gpus = 0");
  static twocs_wall_run run[TWOCS_WALL_RUNS];
  const volatile int cancel = 1;
  int n = 9;
  refuses(twocs_wall_sweep(&k, &cancel, workspace(), run, &n, &error), TWOCS_CANCEL, &error, "stopped");
  assert_int_equal(n, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_is_a_point),
      cmocka_unit_test(the_search_misses_no_layout),
      cmocka_unit_test(degrees_find_their_places),
      cmocka_unit_test(one_gpu_sends_nothing),
      cmocka_unit_test(better_is_never_worse),
      cmocka_unit_test(zero_bubbles),
      cmocka_unit_test(counts_beyond_integers),
      cmocka_unit_test(endless_bandwidth),
      cmocka_unit_test(bad_fields),
      cmocka_unit_test(bad_layouts),
      cmocka_unit_test(bad_questions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
