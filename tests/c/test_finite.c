/* SPDX-License-Identifier: MIT */
/* For any point within bounds and any plan, every column is finite, no time, work or memory is negative, and
 * every share is in [0, 1]. There are no tolerances: these are promises. */
#include "common.h"

/* Differences of time and memory between kinds of layers, stages or rounds may be negative. */
static int is_difference(const twocs_column *c) {
  if (strcmp(c->unit, "s") != 0 && strcmp(c->unit, "byte") != 0) return 0;
  return strstr(c->name, "full_") || !strncmp(c->name, "more_", 5) || !strncmp(c->name, "t_more_", 7) ||
         !strncmp(c->name, "t_pipe_", 7) || !strncmp(c->name, "round_saved_", 12) ||
         !strcmp(c->name, "round_begin") || !strcmp(c->name, "round_end") || strstr(c->name, "_apart") ||
         strstr(c->name, "_turn") || strstr(c->name, "_sent") || strstr(c->name, "_ends") ||
         strstr(c->name, "_late") || !strncmp(c->name, "t_hops_", 7);
}

static int not_negative(const twocs_column *c) { return strcmp(c->unit, "1") != 0 && !is_difference(c); }

static void check(const twocs_point *point, const double result[]) {
  for (int k = 0; k < twocs_column_count; k++) {
    const twocs_column *c = &twocs_columns[k];
    if (isfinite(result[k]) && (k < twocs_field_count || !not_negative(c) || result[k] >= 0)) continue;
    for (int i = 0; i < twocs_field_count; i++)
      print_message("  %s = %.17g\n", twocs_columns[i].name, ((const double *)point)[i]);
    fail_msg("%s = %g (%s)", c->name, result[k], c->formula);
  }
  /* One rounding of a sum divided by itself. */
  assert_true(result[column("legal")] == 0 || result[column("legal")] == 1);
  assert_true(result[column("f_ser")] >= 0 && result[column("f_ser")] <= 1);
  assert_true(result[column("f_com")] >= 0 && result[column("f_com")] <= 1 + 1e-15);
}

static void every_column_of_every_point_is_finite(void **state) {
  static setup s;
  double result[TWOCS_COLUMNS_MOST];
  (void)state;
  for (int round = 0; round < (SLOW ? 300 : 20000); round++) {
    random_plan(&s.plan);
    random_point(&s.point);
    eval_all(&s.plan, &s.point, result);
    check(&s.point, result);
  }
}

/* All fields at one bound, and each field alone at either bound. */
static void bounds_are_as_good_as_any_value(void **state) {
  static setup s;
  double result[TWOCS_COLUMNS_MOST];
  (void)state;
  for (int round = 0; round < 100; round++) {
    random_plan(&s.plan);
    for (int most = 0; most < 2; most++) {
      for (int k = 0; k < twocs_field_count; k++)
        *field(&s.point, k) = !most                                  ? twocs_columns[k].least
                              : twocs_columns[k].kind & TWOCS_CHOICE ? words_of(twocs_columns[k].words) - 1
                                                                     : twocs_columns[k].most;
      eval_all(&s.plan, &s.point, result);
      check(&s.point, result);
    }
  }
  for (int k = 0; k < twocs_field_count; k++)
    for (int most = 0; most < 2; most++) {
      if (twocs_columns[k].kind & TWOCS_CHOICE) continue;
      setup_init(&s);
      *field(&s.point, k) = most ? twocs_columns[k].most : twocs_columns[k].least;
      eval_all(&s.plan, &s.point, result);
      check(&s.point, result);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_column_of_every_point_is_finite),
      cmocka_unit_test(bounds_are_as_good_as_any_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
