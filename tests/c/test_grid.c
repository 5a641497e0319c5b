/* SPDX-License-Identifier: MIT
 *
 * Tables at the knots of a grid: their values at knots, between and beyond them, and what is refused. */
#include "laws/grid.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static twocs_grid *made(int dims, const size_t knots[], const double *const knot[], const double value[]) {
  twocs_grid *grid = malloc(twocs_grid_size(dims, knots));
  assert_non_null(grid);
  assert_true(twocs_grid_init(grid, dims, knots, knot, value) == 0);
  return grid;
}

static void near(double got, double want) { assert_true(fabs(got - want) < 1e-12); }

static void values_at_knots_and_linear_between_them(void **state) {
  (void)state;
  const double m[] = {1, 4, 64}, n[] = {2, 8};
  const double *const knot[] = {m, n};
  const size_t knots[] = {3, 2};
  const double value[] = {0, 1, 2, 3, 4, 5};
  twocs_grid *grid = made(2, knots, knot, value);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) near(twocs_grid_log_ratio(grid, (double[]){m[i], n[j]}), value[2 * i + j]);
  near(twocs_grid_log_ratio(grid, (double[]){2, 2}), 1);
  near(twocs_grid_log_ratio(grid, (double[]){16, 4}), 3.5);
  near(twocs_grid_log_ratio(grid, (double[]){1e9, 1e9}), 5);
  near(twocs_grid_log_ratio(grid, (double[]){1e-9, 0}), 0);
  free(grid);
}

static void knots_must_increase_and_be_finite(void **state) {
  (void)state;
  const double falls[] = {2, 1}, grows[] = {1, 2}, zero[] = {0, 1};
  const size_t two[] = {2, 2}, one[] = {1, 2};
  double block[64];
  twocs_grid *grid = (twocs_grid *)block;
  const double value[] = {0, 1, 2, 3}, wrong[] = {0, 1, 2, (double)NAN};
  assert_true(twocs_grid_init(grid, 2, two, (const double *const[]){grows, falls}, value) == 2);
  assert_true(twocs_grid_init(grid, 2, two, (const double *const[]){zero, grows}, value) == 1);
  assert_true(twocs_grid_init(grid, 2, two, (const double *const[]){grows, grows}, wrong) == 3);
  assert_true(twocs_grid_values(2, one) == 0);
  assert_true(twocs_grid_values(0, two) == 0);
  assert_true(twocs_grid_values(2, two) == 4);
}

/* A grid has up to 64 knots of a size, and up to 2^20 values. */
static void the_largest_grids(void **state) {
  (void)state;
  assert_true(twocs_grid_values(1, (size_t[]){64}) == 64);
  assert_true(twocs_grid_values(1, (size_t[]){65}) == 0);
  assert_true(twocs_grid_values(4, (size_t[]){32, 32, 32, 32}) == 1 << 20);
  assert_true(twocs_grid_values(4, (size_t[]){32, 32, 32, 33}) == 0);
  assert_true(twocs_grid_values(5, (size_t[]){2, 2, 2, 2, 2}) == 32);
  assert_true(twocs_grid_values(6, (size_t[]){2, 2, 2, 2, 2, 2}) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_at_knots_and_linear_between_them),
      cmocka_unit_test(knots_must_increase_and_be_finite),
      cmocka_unit_test(the_largest_grids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
