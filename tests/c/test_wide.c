/* SPDX-License-Identifier: MIT
 * The loops for wider vectors give the same bits as the others, for every formula. Without such a processor
 * both are the same functions, and the test reports that it compared nothing. */
#include "common.h"
#include "rows/rows.h"

enum { CELLS = 3, ROWS = CELLS * CELL, DRAWS = 8 };

/* Degrees, shares, sizes, and the 0 and 1 that formulas test for. */
static double drawn(unsigned *state) {
  static const double some[] = {0, 1, 2, 3, 0.5, 0.125, 8, 96, 1e9, 3.7e-7};
  *state = *state * 1664525u + 1013904223u;
  const unsigned n = *state >> 16;
  return n % 3 ? some[n % 10] : (double)(n % 1000) / 7;
}

static int alike(const double *a, const double *b) {
  for (int r = 0; r < ROWS; r++)
    if (memcmp(&a[r], &b[r], sizeof *a) != 0 && !(a[r] != a[r] && b[r] != b[r])) return 0;
  return 1;
}

static void test_wide_loops_give_the_same_bits(void **state) {
  static double value[COLUMNS][ROWS];
  static twocs_cells in[COLUMNS];
  const row_function *here = twocs_rows_here();
  unsigned random = 1;
  int formulas = 0, others = 0;
  (void)state;
  for (int draw = 0; draw < DRAWS; draw++) {
    for (int k = 0; k < COLUMNS; k++) {
      for (int r = 0; r < ROWS; r++) value[k][r] = r && draw % 2 ? value[k][0] : drawn(&random);
      in[k] = (twocs_cells){value[k], drawn(&random) > 1 ? CELL : 0};
    }
    for (int k = 0; k < COLUMNS; k++) {
      double plain[ROWS], wide[ROWS];
      if (!twocs_row_of[k]) continue;
      twocs_row_of[k](CELLS, in, plain);
      here[k](CELLS, in, wide);
      formulas++, others += here[k] != twocs_row_of[k];
      if (!alike(plain, wide)) fail_msg("%s has other bits", twocs_columns[k].name);
    }
  }
  assert_true(formulas > 1000);
  if (!others) print_message("no wider vectors here\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_wide_loops_give_the_same_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
