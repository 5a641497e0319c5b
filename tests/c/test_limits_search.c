/* SPDX-License-Identifier: MIT */
/* The search of the limits against one that leaves nothing out: the loops of the specification as they stand,
 * each layout timed by a single evaluation. Times must have the same bits, so that no bound ever costs a
 * layout. Then what must hold whatever the numbers: degree 1 sends nothing, more of a good thing is never
 * worse, and what makes no sense is told in one sentence. */
#include "common.h"
#include "limits_data.h"

static void *room(void) {
  static void *memory;
  if (!memory) memory = malloc(twocs_limits_scratch_size());
  assert_non_null(memory);
  return memory;
}

/* ---- The plain search. */

enum { DP, TP_D, TP_F, PP, EP, KINDS, INNER = 3 };
typedef struct plain {
  twocs_limits_point settled;
  double degree[KINDS], size[INNER];
  double t_run, t_wires; /* of the best so far */
  twocs_limits_layout layout, best;
  long tried;
  int ties;
} plain;

static int divides(double part, double whole) { return fmod(whole, part) == 0; }

static void plain_time(plain *p) {
  twocs_limits_point point;
  twocs_error error;
  if (twocs_limits_eval(&p->settled.limits, &p->layout, &point, &error)) fail_msg("%s", error.text);
  const twocs_limits_result *r = &point.result;
  const double wires = r->t_tp + r->t_dp + r->t_ppep;
  p->tried++;
  if (r->fits <= 0) return;
  const int tie = isfinite(p->t_run) && fabs(r->t_run - p->t_run) <= 1e-12 * p->t_run &&
                  fabs(wires - p->t_wires) <= 1e-12 * p->t_wires;
  p->ties += tie;
  if (r->t_run > p->t_run || (r->t_run == p->t_run && wires >= p->t_wires)) return;
  if (!tie) p->ties = 0;
  p->t_run = r->t_run, p->t_wires = wires, p->best = p->layout;
}

/* Every ordered factorisation of level l's size into the degrees, then the next level. */
static void plain_spread(plain *p, int l, int kind, double left) {
  double *members = (double *)&p->layout;
  const int levels = (int)p->settled.limits.levels;
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
  const double sequences = floor(p->settled.shape.b_tokens / (p->settled.limits.experts * p->degree[DP]));
  for (int zb = 0; zb <= (int)p->settled.limits.zero_bubble; zb++) {
    const int most = zb ? 1 : (int)p->settled.limits.micro_most;
    int count = 0;
    p->layout.zb = zb;
    p->layout.interleave = !zb && p->degree[PP] > 1 ? p->settled.limits.layers / p->degree[PP] : 1;
    for (double m = (1 + zb) * p->degree[PP]; m <= sequences && count < most; m++) {
      if (!divides(m, sequences)) continue;
      count++;
      p->layout.micro = m;
      plain_spread(p, 0, 0, p->size[0]);
    }
  }
}

static void plain_sizes(plain *p, double gpus) {
  const twocs_limits *k = &p->settled.limits;
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
  const twocs_limits *k = &p->settled.limits;
  double a = gpus, b = k->experts;
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
      if (!divides(dp, left / tp) || !divides(dp, p->settled.shape.b_tokens) || !divides(pp, k->layers))
        continue;
      for (double f = isqrt(tp); f <= k->tp_wide * isqrt(tp); f++) {
        if (!divides(f, tp) || !divides(f, k->f) || !divides(tp / f, k->d)) continue;
        p->degree[DP] = dp, p->degree[TP_D] = tp / f, p->degree[TP_F] = f, p->degree[PP] = pp;
        for (int i = 0; i < KINDS * 4; i++) ((double *)&p->layout)[i] = 1;
        plain_pipelines(p);
      }
    }
}

static void random_limits(twocs_limits *k, double *gpus) {
  static const char *const names[] = {"v100_sxm2",
                                      "a100",
                                      "h100_sxm5",
                                      "h100_sxm5_low_latency",
                                      "h100_sxm5_superpod",
                                      "h100_sxm5_global_nvlink",
                                      "h100_sxm5_infinite_network_low_latency",
                                      "h100_sxm5_scaled"};
  twocs_error error;
  twocs_limits_init(k);
  assert_int_equal(twocs_limits_gpu(k, names[random_below(8)], &error), TWOCS_OK);
  k->d = 512 * (1 + random_below(12)) * random_power(3);
  k->sparse = random_below(2);
  if (k->sparse > 0 && random_below(2)) k->experts = 1 + random_below(12);
  k->lam *= exp(4 * random_unit() - 2), k->tau *= exp(4 * random_unit() - 2);
  k->seq = 64 * random_power(5);
  if (random_below(3) == 0) k->batch = (1 + random_below(30)) * random_power(6);
  k->mem_size *= exp(6 * random_unit() - 3);
  k->net0_size = random_power(3), k->net1_size = random_power(2);
  if (k->levels > 1) k->net1_bw = k->net0_bw * exp(-3 * random_unit());
  if (k->levels > 2) k->net2_bw = k->net1_bw * exp(-3 * random_unit());
  k->zero_bubble = random_below(4) > 0, k->zb_latency = random_below(2), k->overlap_dp = random_below(2);
  k->overlap_tp = random_below(4) > 0, k->overlap_pp = random_below(4) > 0, k->redo = random_below(2);
  *gpus = random_power(8);
  if (random_below(3) == 0) *gpus *= 1 + 2 * random_below(3);
}

/* A cluster that does not fill its levels is an error of the search. */
static int fills(plain *p, double gpus) {
  plain_sizes(p, gpus);
  double used = 1;
  for (int l = 0; l < (int)p->settled.limits.levels - 1; l++) used *= p->size[l];
  return divides(used, gpus);
}

static void nothing_is_left_out(void **state) {
  (void)state;
  static plain p;
  long tried = 0;
  int found = 0;
  for (int i = 0; i < (SLOW ? 40 : 600); i++) {
    twocs_limits k;
    twocs_limits_point point;
    twocs_error error;
    double gpus;
    random_limits(&k, &gpus);
    settle(&k, &p.settled);
    if (p.settled.limits.experts > 1) gpus *= random_below(2) ? p.settled.limits.experts : 1;
    if (gpus > 4096) gpus = 64 * p.settled.limits.experts;
    const int legal = fills(&p, gpus);
    const twocs_status status = twocs_limits_best(&k, gpus, room(), &point, &error);
    if (!legal) assert_int_equal(status, TWOCS_RANGE);
    if (!legal) continue;
    if (status) fail_msg("%s", error.text);
    plain_search(&p, gpus);
    tried += p.tried;
    if (isinf(p.t_run)) {
      exact("feasible", point.result.feasible, 0);
      continue;
    }
    found++;
    exact("t_run", point.result.t_run, p.t_run);
    near("what is sent", point.result.t_tp + point.result.t_dp + point.result.t_ppep, p.t_wires, 1e-15);
    exact("gpus", point.result.gpus, gpus);
    exact("ties", point.result.ties, p.ties);
    twocs_limits_point again;
    if (twocs_limits_eval(&k, &point.layout, &again, &error)) fail_msg("%s", error.text);
    exact("the same layout evaluated", again.result.t_run, p.t_run);
  }
  print_message("%ld layouts tried one by one, %d clusters with a best one\n", tried, found);
  assert_true(found > 5);
}

/* The degrees of the best layout, thrown together at one level, are spread as the search had them. */
static void degrees_find_their_places(void **state) {
  (void)state;
  for (int i = 0; i < 60; i++) {
    twocs_limits k;
    twocs_limits_point point, placed;
    twocs_error error;
    double gpus;
    random_limits(&k, &gpus);
    if (twocs_limits_best(&k, gpus, room(), &point, &error) || point.result.feasible <= 0) continue;
    double members[KINDS][4];
    const double degree[KINDS] = {point.result.dp, point.result.tp_d, point.result.tp_f, point.result.pp,
                                  point.result.ep};
    for (int kind = 0; kind < KINDS; kind++)
      for (int l = 0; l < 4; l++) members[kind][l] = l ? 1 : degree[kind];
    twocs_limits_layout layout = point.layout;
    memcpy(&layout, members, sizeof members);
    if (twocs_limits_place(&k, &layout, room(), &placed, &error)) fail_msg("%s", error.text);
    exact("t_run", placed.result.t_run, point.result.t_run);
    placed.result.ties = point.result.ties; /* of the search: with other degrees too */
    assert_memory_equal(&placed, &point, sizeof point);
  }
}

/* ---- What must hold. */

static twocs_limits h100(void) {
  twocs_limits k;
  limits_of("h100_sxm5", &k);
  return k;
}

static twocs_limits_layout alone(void) {
  twocs_limits_layout layout;
  double *members = (double *)&layout;
  for (size_t i = 0; i < sizeof layout / sizeof(double); i++) members[i] = 1;
  layout.zb = 0;
  return layout;
}

static twocs_limits_point evaluated(const twocs_limits *k, const twocs_limits_layout *layout) {
  twocs_limits_point p;
  twocs_error error;
  if (twocs_limits_eval(k, layout, &p, &error)) fail_msg("%s", error.text);
  return p;
}

static void one_gpu_sends_nothing(void **state) {
  (void)state;
  const twocs_limits k = h100();
  const twocs_limits_layout layout = alone();
  const twocs_limits_point p = evaluated(&k, &layout);
  const twocs_limits_result *r = &p.result;
  const double none[] = {r->t_tp, r->t_ppep, r->t_dp, r->lat_tp, r->lat_ppep, r->lat_dp, r->bubble};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) exact("one GPU", none[i], 0);
  exact("a batch is its matmuls", r->t_batch, r->t_mm);
  exact("the model does not fit", r->feasible, 0);
  assert_true(r->util > 0 && r->util <= p.limits.sustained);
}

static void better_is_never_worse(void **state) {
  (void)state;
  static const char *const less[] = {"tau", "lam"}, *const more[] = {"net0_bw", "net1_bw", "mem_bw", "l2_bw",
                                                                     "mem_size"};
  twocs_limits k = h100();
  twocs_limits_point base, other;
  twocs_error error;
  k.d = 45056;
  assert_int_equal(twocs_limits_best(&k, 1 << 22, room(), &base, &error), TWOCS_OK);
  for (int i = 0; i < 7; i++) {
    twocs_limits better = k;
    ((double *)&better)[twocs_limits_find(i < 2 ? less[i] : more[i - 2])] *= i < 2 ? 0.5 : 1.25;
    if (twocs_limits_best(&better, 1 << 22, room(), &other, &error)) fail_msg("%s", error.text);
    assert_true(other.result.t_run <= base.result.t_run);
  }
}

static void zero_bubbles(void **state) {
  (void)state;
  twocs_limits k = h100();
  twocs_limits_layout layout = alone();
  layout.pp_n1 = 64, layout.micro = 128, layout.zb = 1;
  const twocs_limits_point published = evaluated(&k, &layout);
  exact("no bubble", published.result.bubble, 0);
  exact("latency uncharged", published.result.t_batch, fmax(published.result.t_mm, published.result.t_ppep));
  k.lam = 10, k.zb_latency = 1;
  const twocs_limits_point charged = evaluated(&k, &layout);
  exact("latency charged", charged.result.t_batch, charged.result.lat_pipe);
}

static void counts_beyond_integers(void **state) {
  (void)state;
  twocs_limits k = h100();
  twocs_limits_point p;
  twocs_error error;
  k.d = 16777216, k.sparse = 1;
  if (twocs_limits_fit(&k, room(), &p, &error)) fail_msg("%s", error.text);
  assert_true(p.shape.c_flop > 1e40 && p.shape.params > 0x1p63);
  exact("out of reach", p.result.feasible, 0);
  assert_true(isnan(p.result.t_run) && isnan(p.layout.micro));
  if (twocs_limits_best(&k, 1e24, room(), &p, &error)) fail_msg("%s", error.text);
  exact("more GPUs than layouts take", p.result.feasible, 0);
  k.batch_exponent = 2;
  if (twocs_limits_best(&k, 1024, room(), &p, &error)) fail_msg("%s", error.text);
  assert_true(p.shape.b_tokens > 0x1p63);
  exact("more tokens than can be counted", p.result.feasible, 0);
}

static void infinite_networks(void **state) {
  (void)state;
  twocs_limits k = h100();
  twocs_limits_point p;
  twocs_error error;
  k.net0_bw = k.net1_bw = (double)INFINITY, k.lam = 0;
  if (twocs_limits_fit(&k, room(), &p, &error)) fail_msg("%s", error.text);
  exact("feasible", p.result.feasible, 1);
  exact("nothing on the wires", p.result.t_tp + p.result.t_dp + p.result.t_ppep, 0);
  assert_true(isfinite(p.result.t_run) && p.result.util > 0);
}

/* ---- What makes no sense. */

static void told(twocs_status status, twocs_status want, const twocs_error *error, const char *words) {
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
      {"net1_bw", 0, TWOCS_RANGE, "net1_bw = 0: expected a number in [1, inf]"},
      {"net0_bw", (double)NAN, TWOCS_GIVEN, "limits.net0_bw is not given"},
      {"net1_bw", 1e12, TWOCS_RANGE, "none is faster than the one inside it"},
      {"lam", -1e-6, TWOCS_RANGE, "lam = -1e-06: expected a number in [0, 10]"},
      {"lam", (double)NAN, TWOCS_NUMBER, "lam = "},
      {"d", 12288.5, TWOCS_RANGE, "d = 12288.5: expected a whole number"},
      {"d", 1e300, TWOCS_RANGE, "d = 1e+300"},
      {"f", 0, TWOCS_RANGE, "f = 0"},
      {"ff_ratio", 0.3, TWOCS_RANGE, "f = 3686.4: expected a whole number"},
      {"levels", 5, TWOCS_RANGE, "levels = 5"},
      {"batch_law", 3, TWOCS_RANGE, "batch_law = 3: expected a whole number in [0, 2]"},
      {"months", 0, TWOCS_RANGE, "months = 0"},
      {"alpha", 0.5, TWOCS_RANGE, "alpha = 0.5"},
      {"d_step", 0, TWOCS_RANGE, "d_step = 0"},
      {"d_least", 1e7, TWOCS_RANGE, "d_least = 10000000: expected at most d_most"},
      {"net0_size", 72, TWOCS_RANGE, "does not fill levels of 72"},
  };
  static twocs_limits_point point[TWOCS_LIMITS_POINTS];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    twocs_limits k = h100();
    twocs_error error = {TWOCS_OK, ""};
    int n;
    ((double *)&k)[twocs_limits_find(bad[i].field)] = bad[i].value;
    told(twocs_limits_sweep(&k, NULL, room(), point, &n, &error), bad[i].status, &error, bad[i].words);
  }
}

static void bad_layouts(void **state) {
  (void)state;
  const twocs_limits k = h100();
  twocs_limits_point p;
  twocs_error error = {TWOCS_OK, ""};
  twocs_limits_layout layout = alone();
  layout.pp_n1 = 5;
  told(twocs_limits_eval(&k, &layout, &p, &error), TWOCS_RANGE, &error,
       "pp = 5 does not divide layers = 192");
  layout = alone(), layout.tp_d_n0 = 7;
  told(twocs_limits_eval(&k, &layout, &p, &error), TWOCS_RANGE, &error, "tp_d = 7 does not divide d = 12288");
  layout = alone(), layout.dp_n0 = 1.5;
  told(twocs_limits_eval(&k, &layout, &p, &error), TWOCS_RANGE, &error,
       "dp_n0 = 1.5: expected a whole number");
  layout = alone(), layout.dp_n2 = 2;
  told(twocs_limits_eval(&k, &layout, &p, &error), TWOCS_RANGE, &error, "the network has 2 levels");
  layout = alone(), layout.ep_n0 = 2;
  told(twocs_limits_eval(&k, &layout, &p, &error), TWOCS_RANGE, &error, "ep = 2 does not divide experts = 1");
  layout = alone(), layout.pp_n0 = 64, layout.interleave = 4;
  told(twocs_limits_eval(&k, &layout, &p, &error), TWOCS_RANGE, &error,
       "64 stages of a pipeline have 192 layers");
  layout = alone(), layout.micro = 1e9;
  told(twocs_limits_eval(&k, &layout, &p, &error), TWOCS_RANGE, &error, "micro");
}

static void bad_questions(void **state) {
  (void)state;
  twocs_limits k = h100();
  twocs_limits_point p;
  twocs_error error = {TWOCS_OK, ""};
  told(twocs_limits_gpu(&k, "h100_sxm", &error), TWOCS_UNKNOWN, &error, "did you mean h100_sxm5?");
  told(twocs_limits_best(&k, 2.5, room(), &p, &error), TWOCS_RANGE, &error, "gpus = 2.5");
  told(twocs_limits_best(&k, 0, room(), &p, &error), TWOCS_RANGE, &error, "gpus = 0");
  twocs_limits_init(&k);
  told(twocs_limits_settle(&k, &p, &error), TWOCS_GIVEN, &error, "limits.lane_flop is not given");
  static twocs_limits_point point[TWOCS_LIMITS_POINTS];
  const volatile int cancel = 1;
  int n = 9;
  k = h100();
  told(twocs_limits_sweep(&k, &cancel, room(), point, &n, &error), TWOCS_CANCEL, &error, "stopped");
  assert_int_equal(n, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_left_out),   cmocka_unit_test(degrees_find_their_places),
      cmocka_unit_test(one_gpu_sends_nothing), cmocka_unit_test(better_is_never_worse),
      cmocka_unit_test(zero_bubbles),          cmocka_unit_test(counts_beyond_integers),
      cmocka_unit_test(infinite_networks),     cmocka_unit_test(bad_fields),
      cmocka_unit_test(bad_layouts),           cmocka_unit_test(bad_questions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
