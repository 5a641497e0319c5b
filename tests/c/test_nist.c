/* SPDX-License-Identifier: MIT */
/* Least squares on NIST's certified sets. The one thing to know: the required digits are a few fewer than
 * those that are reached, which are printed. */
#include "sample.h"

/* Common digits; for a zero, those of its absolute size. */
static double digits(double got, double want) {
  const double off = fabs(got - want) / (want == 0 ? 1 : fabs(want));
  return off < 1e-15 ? 15 : -log10(off);
}

static double fewest(int n, const double got[], const double want[]) {
  double least = 15;
  for (int j = 0; j < n; j++) least = fmin(least, digits(got[j], want[j]));
  return least;
}

/* Required digits of coefficients, errors, sigma, R2. The sets of high degree lose digits because of the
 * powers of x, Wampler's fourth and fifth also because of residuals that are much larger than the
 * polynomial. */
static void nist_sets_are_met(void **state) {
  static const double asked[][4] = {{12, 13, 13, 14},   {12, 12, 12, 14}, {14, 14, 14, 14}, {12, 12, 12, 14},
                                    {6.5, 6.5, 7.5, 9}, {9, 8, 8, 14},    {12, 13, 13, 14}, {8, 12.5, 14, 14},
                                    {7, 12.5, 14, 14},  {5, 12.5, 14, 12}};
  (void)state;
  for (size_t k = 0; k < sizeof certified / sizeof *certified; k++) {
    const nist *set = &certified[k];
    sample *s = nist_sample(set);
    const twocs_fit fit = solved(s);
    const double reached[4] = {fewest(set->terms, fit.value, set->value),
                               fewest(set->terms, fit.error, set->error), digits(fit.sigma, set->sigma),
                               digits(fit.r2, set->r2)};
    print_message("%-8s digits: coefficients %.1f, errors %.1f, sigma %.1f, R2 %.1f\n", set->name, reached[0],
                  reached[1], reached[2], reached[3]);
    for (int i = 0; i < 4; i++)
      if (reached[i] < asked[k][i])
        fail_msg("%s: %.2f digits of item %d, want %g", set->name, reached[i], i, asked[k][i]);
    assert_int_equal(fit.freedom, set->rows - (size_t)set->terms);
    assert_int_equal(fit.intercept, strcmp(set->name, "NoInt1") != 0);
    free(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nist_sets_are_met)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
