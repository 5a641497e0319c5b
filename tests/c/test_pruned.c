/* SPDX-License-Identifier: MIT */
/* What is only multiplied by 0 is not evaluated, and that changes no result. Each column is evaluated alone,
 * for one point and along an axis, and compared with an evaluator that evaluates every column and prunes
 * nothing. Tolerance: none, bits are compared. */
#include "common.h"
#include "evaluate/single.h"

static double plain_slot(const twocs_plan *plan, const struct slot *slot, const double of[]) {
  static const double nothing[CELL];
  double cell[TWOCS_ITEMS_MOST][CELL], out[CELL];
  twocs_cells item[TWOCS_ITEMS_MOST];
  twocs_error error = {TWOCS_OK, ""};
  const struct reading r = twocs_reading(plan, slot->column);
  for (int i = 0; i < TWOCS_ITEMS_MOST; i++) item[i] = (twocs_cells){nothing, 0};
  for (int i = 0; i < r.count; i++) {
    for (int u = 0; u < CELL; u++) cell[i][u] = of[reading_at(&r, i)];
    item[r.item[i]].value = cell[i];
  }
  const twocs_law *law = &plan->law[slot->family];
  if (law->fill(law->context, (twocs_aspect)slot->aspect, 1, item, out, &error)) fail_msg("%s", error.text);
  return out[0];
}

static double plain_total(const struct total *t, const double of[]) {
  double all = t->how == TOTAL_PRODUCT;
  for (int row = 0; row < t->rows; row++) {
    if (!twocs_total_has(t, row)) continue;
    const short weighs = t->weight[row * t->stride];
    const double term = (weighs >= 0 ? of[weighs] : 1) * of[t->value[row * t->stride]];
    all = t->how == TOTAL_PRODUCT ? all * term : all + term;
  }
  return all;
}

static double plain_verdict(int column_of, const double of[]) {
  int r = 0;
  while (r < twocs_rule_count && of[twocs_rule_column[r]] > 0) r++;
  const int legal = r == twocs_rule_count;
  return column_of == K_legal ? legal : legal ? 0 : r + 1;
}

/* Support without measurements, as in the plans here. */
static double plain_support(const struct support *s) {
  return s->part == SUPPORT_WORST ? 3 : s->part == SUPPORT_ASSUMED || s->part == SUPPORT_FARTHEST;
}

static void plain(const twocs_plan *plan, const twocs_point *point, double of[COLUMNS]) {
  for (int k = 0; k < COLUMNS; k++) {
    const struct filler filler = twocs_filler[k];
    const double given = k < twocs_field_count ? ((const double *)point)[k] : (double)NAN;
    if (!isnan(given))
      of[k] = given;
    else if (filler.by == BY_FORMULA)
      of[k] = twocs_one_of[k](of);
    else if (filler.by == BY_LAW)
      of[k] = plain_slot(plan, &twocs_slots[filler.at], of);
    else if (filler.by == BY_SUM)
      of[k] = plain_total(&twocs_totals[filler.at], of);
    else if (filler.by == BY_SUPPORT)
      of[k] = plain_support(&twocs_supports[filler.at]);
    else
      of[k] = plain_verdict(k, of);
  }
}

/* Half of the layout and of the choices are the defaults: one rank, or nothing of it. */
static void point_with_zeros(twocs_point *point) {
  random_point(point);
  for (int k = 0; k < twocs_field_count; k++)
    if (twocs_columns[k].kind & (TWOCS_COUNT | TWOCS_CHOICE) && twocs_columns[k].least <= 1 &&
        random_below(2))
      ((double *)point)[k] = twocs_columns[k].least;
}

static void same(const char *how, int k, double got, double want) {
  if (memcmp(&got, &want, sizeof got) != 0)
    fail_msg("%s of one %s is %.17g, not pruned %.17g", twocs_columns[k].name, how, got, want);
}

static int columns_pruned(const twocs_plan *plan, const twocs_point *point, int want) {
  static struct constants known;
  static needs set;
  const twocs_job job = {.plan = plan, .base = point, .wants = 1, .want = &want};
  assert_int_equal(twocs_needs_find(&job, NULL, &set, NULL), TWOCS_OK);
  assert_int_equal(twocs_constants_find(&job, NULL, &set, &known, NULL), TWOCS_OK);
  int pruned = 0;
  for (int k = 0; k < COLUMNS; k++) pruned += set.needed[k] > known.asked[k];
  return pruned;
}

enum { POINTS = SLOW ? 300 : 10000, ASKED = 12 };

static void a_point_has_the_bits_of_one_that_is_not_pruned(void **state) {
  static twocs_plan plan;
  static double of[COLUMNS];
  twocs_point point;
  long pruned = 0;
  (void)state;
  for (int i = 0, k = 0; i < POINTS; i++) {
    random_plan(&plan);
    point_with_zeros(&point);
    plain(&plan, &point, of);
    for (int n = 0; n < ASKED; n++, k = (k + 1) % COLUMNS) {
      double result;
      assert_int_equal(twocs_eval(&plan, &point, 1, &k, &result, NULL), TWOCS_OK);
      same("point", k, result, of[k]);
      pruned += columns_pruned(&plan, &point, k);
    }
  }
  assert_true(pruned > POINTS); /* else this test would test nothing */
}

/* Some axes vary a guard, so that it is 0 in one row and not in the next; most vary what it guards. */
static void an_axis_has_the_bits_of_points_that_are_not_pruned(void **state) {
  enum { LONG = 9 };
  static twocs_plan plan;
  static double of[COLUMNS];
  static double cell[COLUMNS][LONG * 3], *out[COLUMNS];
  int want[COLUMNS];
  twocs_point base;
  (void)state;
  for (int i = 0, k = 0; i < POINTS / 20; i++) {
    twocs_axis axis[2];
    owned_axis own[2];
    random_plan(&plan);
    point_with_zeros(&base);
    axis_init(&axis[0], &own[0], 3), axis_init(&axis[1], &own[1], LONG);
    const int field_of = random_below(twocs_field_count);
    axis_add(&axis[0], &own[0], field_of);
    axis_add(&axis[1], &own[1], (field_of + 1 + random_below(twocs_field_count - 1)) % twocs_field_count);
    const int wants =
        i % 2 ? 1 + random_below(6) : COLUMNS; /* of all, what counts for one is idle for another */
    for (int n = 0; n < wants; n++, k = (k + 1) % COLUMNS) want[n] = k, out[n] = cell[n];
    twocs_columns_sink sink = {wants, out};
    const twocs_job job = {.plan = &plan,
                           .base = &base,
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
      plain(&plan, &point, of);
      for (int n = 0; n < wants; n++) same("row", want[n], cell[n][r], of[want[n]]);
    }
    for (int a = 0; a < 2; a++) axis_free(&own[a]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_point_has_the_bits_of_one_that_is_not_pruned),
      cmocka_unit_test(an_axis_has_the_bits_of_points_that_are_not_pruned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
