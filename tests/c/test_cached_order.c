/* SPDX-License-Identifier: MIT */
/* A cached order changes no result and no call of a law, whatever it was used for before: every evaluation
 * along one is compared with an evaluation without. Tolerance: none, bits are compared. */
#include "common.h"
#include "evaluate/cached_order.h"

/* Laws of the caller that read all items of their family, give the answers of the laws that they replace, and
 * record every call. */
typedef struct noted {
  twocs_law before;
  long calls, fails_at; /* the call that fails; 0: none */
  uint64_t seen;        /* a hash of all calls in their order */
  struct noted *own;    /* itself, which a law's context must not change */
} noted;

static twocs_status note(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                         double *out, twocs_error *error) {
  noted *law = ((const noted *)context)->own;
  uint64_t bits[2] = {(uint64_t)aspect, 0};
  memcpy(&bits[1], in[0].value, sizeof bits[1]);
  law->seen = (law->seen ^ bits[0] ^ bits[1] << 1) * 1099511628211u + 1;
  if (++law->calls == law->fails_at) return twocs_fail(error, TWOCS_LAW, "call %ld fails", law->calls);
  return law->before.fill(law->before.context, aspect, n, in, out, error);
}

typedef struct noted_plan {
  noted law[TWOCS_FAMILIES];
  twocs_plan plan;
} noted_plan;

static void note_all(noted_plan *to, const twocs_plan *plan) {
  to->plan = *plan;
  for (int f = 0; f < TWOCS_FAMILIES; f++) {
    to->law[f] = (noted){.before = plan->law[f], .own = &to->law[f]};
    to->plan.law[f].fill = note, to->plan.law[f].context = &to->law[f];
  }
}

static twocs_cached_order *fresh(void) {
  void *bytes = malloc(twocs_cached_order_size());
  assert_non_null(bytes);
  memset(bytes, 0xa5, twocs_cached_order_size());
  return twocs_cached_order_in(bytes);
}

/* Both ways give the same status, sentence, bits and calls. */
static void same(twocs_cached_order *cached, noted_plan *a, noted_plan *b, const twocs_point *point,
                 int wants, const int want[]) {
  static double along[TWOCS_COLUMNS_MOST], alone[TWOCS_COLUMNS_MOST];
  twocs_error first = {TWOCS_OK, ""}, second = {TWOCS_OK, ""};
  const twocs_status status = twocs_eval_along(cached, &a->plan, point, wants, want, along, &first);
  assert_int_equal(twocs_eval(&b->plan, point, wants, want, alone, &second), status);
  assert_string_equal(first.text, second.text);
  for (int i = 0; i < wants && !status; i++) exact(twocs_columns[want[i]].name, along[i], alone[i]);
  for (int f = 0; f < TWOCS_FAMILIES; f++) {
    if (a->law[f].calls != b->law[f].calls || a->law[f].seen != b->law[f].seen)
      fail_msg("%s laws were called otherwise along a cached", twocs_families[f].name);
  }
}

/* Half of the layout and of the choices at their minimum, so that guards are zero. */
static void point_with_zeros(twocs_point *point) {
  random_point(point);
  for (int k = 0; k < twocs_field_count; k++)
    if (twocs_columns[k].kind & (TWOCS_COUNT | TWOCS_CHOICE) && twocs_columns[k].least <= 1 &&
        random_below(2))
      *field(point, k) = twocs_columns[k].least;
}

/* Changes one field to another value, to its minimum, or to follow: mostly a field that divides or chooses,
 * so that guards are zero or not. */
static void change_one(twocs_point *point) {
  int k = random_below(twocs_field_count);
  while (random_below(8) && !(twocs_columns[k].kind & (TWOCS_COUNT | TWOCS_CHOICE)))
    k = random_below(twocs_field_count);
  const twocs_column *f = &twocs_columns[k];
  *field(point, k) = f->kind & TWOCS_FOLLOWS && random_below(3) == 0 ? (double)NAN
                     : random_below(2)                               ? f->least
                                                                     : random_value(k);
}

/* Mostly columns that read many others. */
static int random_want(void) {
  static const char *const far[] = {"t_step", "mem_byte", "f_ser", "why", "t_layer", "node_power"};
  return random_below(3) ? column(far[random_below(6)]) : random_below(COLUMNS);
}

enum { ROUNDS = SLOW ? 400 : 4000, STEPS = 12 };

/* From point to point one field changes, or the laws, or the wants, or all of them. */
static void a_cached_order_changes_no_bit(void **state) {
  static noted_plan a, b;
  static twocs_plan plan;
  static int want[TWOCS_COLUMNS_MOST];
  twocs_cached_order *cached = fresh();
  twocs_point point;
  long kept = 0, cut = 0;
  int wants = 0;
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    if (random_below(3) == 0 || !wants) {
      wants = random_below(20) ? 1 + random_below(4) : COLUMNS;
      for (int i = 0; i < wants; i++) want[i] = wants == COLUMNS ? i : random_want();
    }
    random_plan(&plan);
    point_with_zeros(&point);
    for (int step = 0; step < STEPS; step++) {
      const int steps = cached->steps, whole = cached->whole;
      note_all(&a, &plan), note_all(&b, &plan);
      same(cached, &a, &b, &point, wants, want);
      kept += step > 0 && whole && cached->steps == steps, cut += step > 0 && cached->steps != steps;
      if (random_below(2)) change_one(&point);
      if (random_below(4) == 0) random_plan(&plan);
      if (random_below(8) == 0 && wants < COLUMNS) want[random_below(wants)] = random_want();
    }
  }
  if (kept < ROUNDS || cut < ROUNDS / 2) fail_msg("%ld kept, %ld cut: this tests little", kept, cut);
  free(cached);
}

/* After a law fails, the next point goes on along the cached order, to the end. */
static void an_error_half_way_leaves_no_wrong_cached_order(void **state) {
  static noted_plan a, b;
  twocs_cached_order *cached = fresh();
  setup s;
  const int want[] = {column("t_step"), column("why")};
  (void)state;
  setup_init(&s);
  s.point.layout.tp = 4, s.point.layout.dp = 2;
  for (long at = 0; at < 200; at++) {
    const int gemm = TWOCS_FAMILY_gemm, call = TWOCS_FAMILY_all_reduce;
    note_all(&a, &s.plan), note_all(&b, &s.plan);
    a.law[gemm].fails_at = b.law[gemm].fails_at = at % 11,
    a.law[call].fails_at = b.law[call].fails_at = at % 5;
    same(cached, &a, &b, &s.point, 2, want);
    s.point.layout.pp = at % 3 ? 1 : 2;
  }
  free(cached);
}

static void invalid_and_missing_values_are_reported_every_time(void **state) {
  static noted_plan a, b;
  twocs_cached_order *cached = fresh();
  setup s;
  const int want = column("t_step"), none = -1;
  (void)state;
  setup_init(&s);
  const twocs_point good = s.point;
  for (int i = 0; i < 8; i++) {
    s.point = good;
    if (i % 4 == 1) s.point.model.h = -3;
    if (i % 4 == 2) s.point.device.mem_bw = (double)NAN;
    note_all(&a, &s.plan), note_all(&b, &s.plan);
    same(cached, &a, &b, &s.point, 1, i % 4 == 3 ? &none : &want);
  }
  free(cached);
}

/* The same inputs, other laws: a cached order does not keep laws. */
static twocs_status constant(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                             double *out, twocs_error *error) {
  (void)in, (void)error;
  for (size_t r = 0; r < n; r++) out[r] = aspect == TWOCS_TIME ? *(const double *)context : 1;
  return TWOCS_OK;
}

static void a_replaced_law_is_called(void **state) {
  twocs_cached_order *cached = fresh();
  double second[] = {1, 2}, result[2];
  const int want = column("t_gemm_f");
  setup s;
  (void)state;
  setup_init(&s);
  for (int i = 0; i < 2; i++) {
    const twocs_law law = {.family = "gemm", .name = "mine", .fill = constant, .context = &second[i]};
    assert_int_equal(twocs_plan_set(&s.plan, &law, NULL), TWOCS_OK);
    assert_int_equal(twocs_eval_along(cached, &s.plan, &s.point, 1, &want, &result[i], NULL), TWOCS_OK);
  }
  assert_true(cached->whole && result[0] > 0);
  exact("t_gemm_f", result[1], 2 * result[0]);
  free(cached);
}

/* A law that evaluates along the same cached order that it is called from: the same columns of another point,
 * whose guards differ. */
typedef struct asking {
  twocs_cached_order *cached;
  setup of;
  int asks; /* 0: not yet, so that the cached order is the other's own */
} asking;

static const char *const asked_for[] = {"t_step", "why"};

static twocs_status ask_back(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                             double *out, twocs_error *error) {
  const asking *own = context;
  const int want[] = {column(asked_for[0]), column(asked_for[1])};
  double of[2] = {1, 1};
  (void)in;
  if (own->asks && twocs_eval_along(own->cached, &own->of.plan, &own->of.point, 2, want, of, error))
    return TWOCS_LAW;
  for (size_t r = 0; r < n; r++) out[r] = aspect == TWOCS_TIME ? of[0] : 1;
  return TWOCS_OK;
}

/* Changes values, but not whether a field holds one. */
static void move_some(twocs_point *point) {
  for (int i = 0; i < 100; i++) {
    const int k = random_below(twocs_field_count);
    if (twocs_columns[k].kind & (TWOCS_COUNT | TWOCS_CHOICE) && !isnan(*field(point, k)))
      *field(point, k) = random_below(2) ? twocs_columns[k].least : random_value(k);
  }
}

static void a_law_may_ask_back(void **state) {
  static double one = 1;
  const twocs_law inner = {.family = "gemm", .name = "inner", .fill = constant, .context = &one};
  asking own = {.cached = fresh()};
  const twocs_law law = {.family = "gemm", .name = "mine", .fill = ask_back, .context = &own, .serial = 1};
  const int want[] = {column(asked_for[0]), column(asked_for[1])};
  double along[2], alone[2];
  setup s;
  (void)state;
  setup_init(&s), setup_init(&own.of);
  assert_int_equal(twocs_plan_set(&own.of.plan, &inner, NULL), TWOCS_OK);
  assert_int_equal(twocs_plan_set(&s.plan, &law, NULL), TWOCS_OK);
  for (int i = 0; i < 100; i++) {
    point_with_zeros(&s.point);
    own.of.point = s.point;
    move_some(&own.of.point);
    for (own.asks = 0; own.asks < 2; own.asks++) {
      assert_int_equal(twocs_eval_along(own.cached, &s.plan, &s.point, 2, want, along, NULL), TWOCS_OK);
      assert_int_equal(twocs_eval(&s.plan, &s.point, 2, want, alone, NULL), TWOCS_OK);
      for (int k = 0; k < 2; k++) exact(asked_for[k], along[k], alone[k]);
    }
  }
  free(own.cached);
}

/* What rests on measurements is evaluated again each time, with the current measurements. */
static void measurements_leave_no_cached_order(void **state) {
  static twocs_bases bases;
  twocs_basis basis[2];
  twocs_cached_order *cached = fresh();
  const int want = column("layer_support");
  double result;
  setup s;
  (void)state;
  setup_init(&s);
  for (int i = 0; i < 2; i++) twocs_basis_init(&basis[i], i ? TWOCS_TRANSFERRED : TWOCS_INSIDE);
  for (int k = 0; k < twocs_column_count; k++) {
    twocs_aspect aspect = TWOCS_WHOLE;
    bases.of[k] = twocs_slot(k, &aspect, (int[TWOCS_ITEMS_MOST]){0}) >= 0 && aspect == TWOCS_TIME;
  }
  static const double words[] = {TWOCS_ASSUMED, TWOCS_INSIDE, TWOCS_TRANSFERRED, TWOCS_ASSUMED};
  for (int i = 0; i < 4; i++) {
    s.plan.bases = i % 3 ? &bases : NULL;
    bases.basis = &basis[i == 2];
    assert_int_equal(twocs_eval_along(cached, &s.plan, &s.point, 1, &want, &result, NULL), TWOCS_OK);
    exact("layer_support", result, words[i]);
  }
  free(cached);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cached_order_changes_no_bit),
      cmocka_unit_test(an_error_half_way_leaves_no_wrong_cached_order),
      cmocka_unit_test(invalid_and_missing_values_are_reported_every_time),
      cmocka_unit_test(a_replaced_law_is_called),
      cmocka_unit_test(a_law_may_ask_back),
      cmocka_unit_test(measurements_leave_no_cached_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
