/* SPDX-License-Identifier: MIT */
/* What results rest on (rows/support.def), compared with an independent oracle: a share is how much the
 * result grows if the operators with this word all become slower. */
#include "common.h"
#include "evaluate/support.h"

static const char *const shares[] = {"inside", "beyond", "transferred", "assumed"};

static double of(const setup *s, const char *result, const char *part) {
  char name[64];
  snprintf(name, sizeof name, "%s_%s", result, part);
  return eval(s, name);
}

static void all_sum_to_one(const setup *s, const char *result) {
  double sum = 0;
  for (int w = 0; w < TWOCS_WORDS; w++) {
    const double share = of(s, result, shares[w]);
    if (!(share >= 0 && share <= 1)) fail_msg("%s_%s is %g", result, shares[w], share);
    sum += share;
  }
  near("the sum of the shares", sum, 1, 1e-12);
}

/* The slots of one operator, or of a whole family, rest on one basis. */
static void rest_on(twocs_bases *bases, const char *name, const twocs_basis *basis) {
  for (int k = 0; k < twocs_column_count; k++) {
    twocs_aspect aspect;
    int input[TWOCS_ITEMS_MOST], f = twocs_slot(k, &aspect, input);
    if (f < 0 || aspect != TWOCS_TIME) continue;
    const char *c = twocs_columns[k].name;
    const int is_operator =
        !strncmp(c, "t_", 2) && !strncmp(c + 2, name, strlen(name)) && c[2 + strlen(name)] == '_';
    if (strcmp(twocs_families[f].name, name) != 0 && !is_operator) continue;
    bases->of[k] = (unsigned short)(basis - bases->basis + 1);
  }
}

static void without_measurements_all_time_is_assumed(void **state) {
  setup s;
  (void)state;
  setup_init(&s);
  for (int w = 0; w < TWOCS_WORDS; w++)
    column_is(&s,
              w == TWOCS_ASSUMED ? "step_assumed"
              : w == 0           ? "step_inside"
              : w == 1           ? "step_beyond"
                                 : "step_transferred",
              w == TWOCS_ASSUMED);
  column_is(&s, "step_support", TWOCS_ASSUMED);
  column_is(&s, "gemm_support", TWOCS_ASSUMED);
  column_is(&s, "gemm_beyond", 1);
}

/* A point whose layout has all kinds of messages and stages. */
static void somewhere(setup *s) {
  random_plan(&s->plan);
  setup_init(s);
  for (int f = 0; f < twocs_family_count; f++)
    choose(s, twocs_families[f].name,
           f == TWOCS_FAMILY_attention ? "fused"
           : f == TWOCS_FAMILY_grouped ? "tiles"
                                       : "measured");
  s->point.law.gemm_c0 = 1e-6 * random_unit(), s->point.law.gemm_c1 = 1e-14 * (1 + random_unit());
  s->point.law.stream_c2 = 1e-12 * (1 + random_unit());
  s->point.law.comm_c0 = 1e-5, s->point.law.comm_c2 = random_below(2) ? 1e-10 : 1e-12;
  s->point.layout.tp = random_power(3), s->point.layout.pp = random_power(3),
  s->point.layout.dp = random_power(6);
  s->point.layout.sp = random_below(2), s->point.layout.zero = random_below(4);
  s->point.run.b = 16, s->point.run.micro_batch = random_power(2), s->point.run.recompute = random_below(3);
  s->point.software.interference = 1 + 0.5 * random_below(2);
  s->point.software.host_layer = random_below(4) ? 0 : 1e-2;
  s->point.layout.schedule = random_below(2);
}

static double share_by_growth(const setup *s, const char *result, double *const field[], int fields) {
  const double by = 1e-7, before = eval(s, result);
  for (int i = 0; i < fields; i++) *field[i] *= 1 + by;
  const double after = eval(s, result);
  for (int i = 0; i < fields; i++) *field[i] /= 1 + by;
  return (after / before - 1) / by;
}

/* GEMMs were measured here, streams elsewhere, collectives nowhere. */
static void shares_are_the_derivatives_of_a_result(void **state) {
  static twocs_bases bases;
  static const char *const result[][2] = {{"step", "t_step"}, {"layer", "t_layer"}};
  twocs_basis basis[2];
  (void)state;
  memset(&bases, 0, sizeof bases);
  twocs_basis_init(&basis[0], TWOCS_INSIDE), twocs_basis_init(&basis[1], TWOCS_TRANSFERRED);
  bases.basis = basis;
  rest_on(&bases, "gemm", &basis[0]), rest_on(&bases, "stream", &basis[1]);
  double seen = 0;
  for (int round = 0; round < (SLOW ? 50 : 500); round++) {
    setup s;
    somewhere(&s);
    s.plan.bases = &bases;
    double *const gemm[] = {&s.point.law.gemm_c0, &s.point.law.gemm_c1};
    double *const stream[] = {&s.point.law.stream_c2};
    for (int i = 0; i < 2; i++) {
      const double want_gemm = share_by_growth(&s, result[i][1], gemm, 2),
                   want_stream = share_by_growth(&s, result[i][1], stream, 1);
      all_sum_to_one(&s, result[i][0]);
      /* If stages differ, a step waits for several of them (turns.def), and shares take the slowest. */
      const double near_enough = strcmp(result[i][1], "t_step") == 0 && s.point.layout.pp > 1 ? 0.02 : 1e-6;
      if (fabs(of(&s, result[i][0], "inside") - want_gemm) > near_enough ||
          fabs(of(&s, result[i][0], "transferred") - want_stream) > near_enough)
        fail_msg("%s: inside %g, want %g; transferred %g, want %g", result[i][1],
                 of(&s, result[i][0], "inside"), want_gemm, of(&s, result[i][0], "transferred"), want_stream);
      seen = fmax(seen, fmin(want_gemm, want_stream));
    }
  }
  assert_true(seen > 0.05);
}

/* One operator was measured, up to half of the flop that it has. */
static void beyond_is_reported_for_an_operator(void **state) {
  static twocs_bases bases;
  twocs_basis basis[2];
  setup s;
  (void)state;
  memset(&bases, 0, sizeof bases);
  setup_init(&s);
  s.point.layout.tp = 8;
  twocs_basis_init(&basis[0], TWOCS_INSIDE);
  basis[1] = basis[0];
  bases.basis = basis, s.plan.bases = &bases;
  rest_on(&bases, "gemm", &basis[0]), rest_on(&bases, "fc1", &basis[1]);
  column_is(&s, "step_beyond", 0);
  column_is(&s, "gemm_support", TWOCS_INSIDE);
  column_is(&s, "stream_support", TWOCS_ASSUMED);
  column_is(&s, "broadcast_support", TWOCS_INSIDE); /* nothing calls it */
  basis[1].least[twocs_size_find("flop")] = 1,
  basis[1].most[twocs_size_find("flop")] = eval(&s, "fc1_flop") / 2;
  near("gemm_beyond", eval(&s, "gemm_beyond"), 2, 1e-12);
  column_is(&s, "gemm_support", TWOCS_BEYOND);
  assert_true(eval(&s, "step_beyond") > 0.1 && eval(&s, "step_beyond") < 0.5);
  all_sum_to_one(&s, "step");
  basis[1].most[twocs_size_find("flop")] *= 2 * (1 + 1e-12); /* the size itself is still inside */
  column_is(&s, "step_beyond", 0);
  basis[1].least[twocs_size_find("m")] = 4 * eval(&s, "fc1_m"), basis[1].most[twocs_size_find("m")] = 1e12;
  near("gemm_beyond", eval(&s, "gemm_beyond"), 4, 1e-12);
  basis[1].word = basis[1].otherwise = TWOCS_TRANSFERRED; /* the worse word wins */
  column_is(&s, "step_beyond", 0);
  assert_true(eval(&s, "step_transferred") > 0.1);
}

/* Ranks are those of all levels, and what one rank does alone needs no measurement. */
static void ranks_are_multiplied(void **state) {
  static twocs_bases bases;
  twocs_basis basis;
  setup s;
  (void)state;
  memset(&bases, 0, sizeof bases);
  setup_init(&s);
  twocs_basis_init(&basis, TWOCS_INSIDE);
  bases.basis = &basis, s.plan.bases = &bases;
  rest_on(&bases, "all_reduce", &basis);
  basis.least[twocs_size_find("ranks")] = basis.most[twocs_size_find("ranks")] = 8;
  s.point.layout.tp = 32; /* nodes of 4 */
  near("all_reduce_beyond", eval(&s, "all_reduce_beyond"), 4, 1e-12);
  basis.most[twocs_size_find("ranks")] = 32;
  column_is(&s, "all_reduce_beyond", 1);
  basis.least[twocs_size_find("nodes")] = basis.most[twocs_size_find("nodes")] = 2;
  near("all_reduce_beyond", eval(&s, "all_reduce_beyond"), 4, 1e-12);
  s.point.layout.tp = 1;
  column_is(&s, "all_reduce_beyond", 1);
  column_is(&s, "all_reduce_support", TWOCS_INSIDE);
}

/* The same bits in a grid as alone; and other wanted columns do not change. */
static void a_grid_gives_the_same_bits(void **state) {
  static twocs_bases bases;
  enum { ROWS = 3 * 70 };
  static const char *const names[] = {"t_step",      "step_inside",  "step_beyond",
                                      "gemm_beyond", "step_support", "layer_assumed"};
  enum { WANTS = sizeof names / sizeof *names };
  static double out[WANTS][ROWS], tp[] = {1, 2, 8}, h[70];
  const double *const values[2][1] = {{tp}, {h}};
  const int field_of[] = {column("tp"), column("h")};
  double *const columns[WANTS] = {out[0], out[1], out[2], out[3], out[4], out[5]};
  twocs_columns_sink sink = {WANTS, columns};
  twocs_basis basis[2];
  twocs_error error;
  setup s;
  int want[WANTS];
  (void)state;
  memset(&bases, 0, sizeof bases);
  setup_init(&s);
  for (int i = 0; i < 70; i++) h[i] = 1024 * (i + 1);
  for (int i = 0; i < WANTS; i++) want[i] = column(names[i]);
  twocs_basis_init(&basis[0], TWOCS_INSIDE), twocs_basis_init(&basis[1], TWOCS_TRANSFERRED);
  basis[0].most[twocs_size_find("m")] = 3e4, basis[0].least[twocs_size_find("k")] = 4000;
  bases.basis = basis, s.plan.bases = &bases;
  rest_on(&bases, "gemm", &basis[0]), rest_on(&bases, "stream", &basis[0]),
      rest_on(&bases, "all_reduce", &basis[1]);
  const twocs_axis axis[] = {{3, 1, &field_of[0], values[0]}, {70, 1, &field_of[1], values[1]}};
  const twocs_job job = {.plan = &s.plan,
                         .base = &s.point,
                         .axes = 2,
                         .axis = axis,
                         .wants = WANTS,
                         .want = want,
                         .take = twocs_take_columns,
                         .sink = &sink,
                         .scratch = scratch()};
  if (twocs_run(&job, &error)) fail_msg("%s", error.text);
  for (int r = 0; r < ROWS; r++) {
    double result[WANTS];
    s.point.layout.tp = tp[r / 70], s.point.model.h = h[r % 70];
    if (twocs_eval(&s.plan, &s.point, WANTS, want, result, &error)) fail_msg("%s", error.text);
    for (int i = 0; i < WANTS; i++) exact(names[i], out[i][r], result[i]);
    s.plan.bases = NULL;
    exact("t_step without support", eval(&s, "t_step"), out[0][r]);
    s.plan.bases = &bases;
  }
  int words = 0;
  for (int r = 0; r < ROWS; r++) words |= 1 << (int)out[4][r];
  assert_true(words & (words - 1)); /* more than one word occurred */
}

/* Any point, any axes, any basis: shares are valid shares, and a row has the bits of its point. */
static void random_jobs_give_the_bits_of_points(void **state) {
  enum { LONG = 9 };
  static twocs_bases bases;
  static double cell[TWOCS_COLUMNS_MOST][LONG * 3], *out[TWOCS_COLUMNS_MOST];
  static int want[TWOCS_COLUMNS_MOST];
  static const char *const names[] = {"gemm", "stream", "all_reduce", "fc1", "softmax", "p2p"};
  twocs_basis basis[6];
  (void)state;
  bases.basis = basis;
  for (int i = 0; i < (SLOW ? 20 : 300); i++) {
    twocs_axis axis[2];
    owned_axis own[2];
    setup s;
    int wants = 0;
    random_plan(&s.plan), random_point(&s.point);
    memset(bases.of, 0, sizeof bases.of);
    for (int b = 0; b < 6; b++) {
      twocs_basis_init(&basis[b], (twocs_support_word)random_below(TWOCS_WORDS));
      for (int size = 0; size < TWOCS_SIZES; size++)
        if (random_below(2)) basis[b].least[size] = random_power(20), basis[b].most[size] = random_power(60);
      if (random_below(3)) rest_on(&bases, names[b], &basis[b]);
    }
    s.plan.bases = &bases;
    axis_init(&axis[0], &own[0], 3), axis_init(&axis[1], &own[1], LONG);
    const int field_of = random_below(twocs_field_count);
    axis_add(&axis[0], &own[0], field_of);
    axis_add(&axis[1], &own[1], (field_of + 1 + random_below(twocs_field_count - 1)) % twocs_field_count);
    for (int k = 0; k < twocs_column_count; k++)
      if (twocs_is_support(k) ? random_below(2) : !random_below(50))
        want[wants] = k, out[wants] = cell[wants], wants++;
    twocs_columns_sink sink = {wants, out};
    const twocs_job job = {.plan = &s.plan,
                           .base = &s.point,
                           .axes = 2,
                           .axis = axis,
                           .wants = wants,
                           .want = want,
                           .take = twocs_take_columns,
                           .sink = &sink,
                           .scratch = scratch()};
    memset(job.scratch, 0xff, twocs_job_scratch(&job)); /* what was never written is not a number */
    assert_int_equal(twocs_run(&job, NULL), TWOCS_OK);
    for (size_t r = 0; r < 3 * LONG; r++) {
      const twocs_point point = point_of(&job, r);
      double result[TWOCS_COLUMNS_MOST];
      assert_int_equal(twocs_eval(&s.plan, &point, wants, want, result, NULL), TWOCS_OK);
      for (int n = 0; n < wants; n++) {
        exact(twocs_columns[want[n]].name, cell[n][r], result[n]);
        if (twocs_is_support(want[n]) && !(result[n] >= 0))
          fail_msg("%s = %g", twocs_columns[want[n]].name, result[n]);
      }
      const setup there = {s.plan, point};
      if (r % LONG == 0) all_sum_to_one(&there, "step");
    }
    for (int a = 0; a < 2; a++) axis_free(&own[a]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_measurements_all_time_is_assumed),
      cmocka_unit_test(shares_are_the_derivatives_of_a_result),
      cmocka_unit_test(beyond_is_reported_for_an_operator),
      cmocka_unit_test(ranks_are_multiplied),
      cmocka_unit_test(a_grid_gives_the_same_bits),
      cmocka_unit_test(random_jobs_give_the_bits_of_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
