/* SPDX-License-Identifier: MIT */
/* The cost of a walk: the sums of its blocks, steps and stores, computed by hand. Tolerance: roundings. */
#include "common.h"
#include "evaluate/order.h"

/* 8 x 256 points of one stored column that read nothing. Rows of the second axis are neighbours in memory. */
static void storing_neighbours_one_after_another_is_cheap(void **state) {
  (void)state;
  static const struct workload work = {.axes = 2, .size = {8, 256}, .stored = 1};
  static const struct order across = {.groups = 2, .first = {0, 1, 2}, .axis = {1, 0}},
                            along = {.groups = 2, .first = {0, 1, 2}, .axis = {0, 1}};
  near("across", twocs_order_cost(&work, &across), 256 * 60 + 256 * 10 + 2048 * 1, 1e-15);
  near("along", twocs_order_cost(&work, &along), 8 * 60 + 8 * 10 + 2048 * 0.3, 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(storing_neighbours_one_after_another_is_cheap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
