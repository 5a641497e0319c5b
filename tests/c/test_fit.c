/* SPDX-License-Identifier: MIT */
/* Least squares against independent results: the best of all choices of non-negative terms, a weighted and
 * robust problem whose truth was chosen here, the scatter over many random samples, and fits that really
 * leave a row out. test_nist.c has the certified sets. */
#include "sample.h"

static void refuses(sample *s, const char *sentence) {
  twocs_fit fit;
  twocs_error error = {TWOCS_OK, ""};
  assert_int_not_equal(twocs_fit_solve(&s->problem, s->workspace, &fit, &error), TWOCS_OK);
  assert_string_equal(error.text, sentence);
}

/* The sum of twelve uniform numbers is normal enough. */
static double random_normal(void) {
  double sum = -6;
  for (int i = 0; i < 12; i++) sum += random_unit();
  return sum;
}

/* ---- Non-negative coefficients. ---- */

/* The least squares and coefficients for the terms of a set, by elimination on the normal equations. */
static double squares_of(const sample *s, unsigned set, double value[]) {
  long double m[8][9] = {{0}}, x[8] = {0};
  int place[8], n = 0;
  for (int j = 0; j < s->problem.terms; j++)
    if (set >> j & 1) place[n++] = j;
  for (size_t i = 0; i < s->problem.rows; i++)
    for (int a = 0; a < n; a++)
      for (int b = 0; b <= n; b++)
        m[a][b] +=
            (long double)s->column[place[a]][i] * (long double)(b < n ? s->column[place[b]][i] : s->y[i]);
  for (int k = 0; k < n; k++)
    for (int a = k + 1; a < n; a++)
      for (int b = n; b >= k; b--) m[a][b] -= m[k][b] * m[a][k] / m[k][k];
  for (int k = n - 1; k >= 0; k--) {
    x[k] = m[k][n];
    for (int b = k + 1; b < n; b++) x[k] -= m[k][b] * x[b];
    x[k] /= m[k][k];
  }
  for (int j = 0; j < s->problem.terms; j++) value[j] = 0;
  for (int k = 0; k < n; k++) value[place[k]] = (double)x[k];
  double square = 0;
  for (size_t i = 0; i < s->problem.rows; i++) {
    double r = s->y[i];
    for (int j = 0; j < s->problem.terms; j++) r -= value[j] * s->column[j][i];
    square += r * r;
  }
  return square;
}

static double best_of_all_sets(const sample *s, double best_value[]) {
  double best = HUGE_VAL, value[8];
  for (unsigned set = 0; set < 1u << s->problem.terms; set++) {
    const double square = squares_of(s, set, value);
    int legal = 1;
    for (int j = 0; j < s->problem.terms; j++) legal &= value[j] >= 0;
    if (legal && square < best) best = square, memcpy(best_value, value, sizeof value);
  }
  return best;
}

static void non_negative_is_the_best_of_all_sets(void **state) {
  (void)state;
  int pinned = 0;
  for (int round = 0; round < (SLOW ? 60 : 600); round++) {
    const int terms = 1 + random_below(6);
    sample *s = sample_new((size_t)(terms + 1 + random_below(20)), terms);
    const double alike = random_unit();
    for (size_t i = 0; i < s->problem.rows; i++) {
      const double common = random_unit();
      for (int j = 0; j < terms; j++) s->column[j][i] = alike * common + (1 - alike) * random_normal();
      s->y[i] = common + random_normal();
    }
    double want[8];
    best_of_all_sets(s, want);
    const twocs_fit fit = solved(s);
    for (int j = 0; j < terms; j++) {
      if (fabs(fit.value[j] - want[j]) > 1e-9 * (1 + fabs(want[j])))
        fail_msg("round %d: term %d is %.17g, want %.17g", round, j, fit.value[j], want[j]);
      assert_int_equal(fit.pinned[j], want[j] == 0);
      assert_int_equal(fit.pinned[j], isnan(fit.error[j]));
      pinned += fit.pinned[j];
    }
    free(s);
  }
  assert_true(pinned > 50);
}

/* A column in other units gives the same fit to the last bit if the units differ by a power of two. */
static void scale_does_not_matter(void **state) {
  (void)state;
  sample *s = nist_sample(&certified[3]);
  const twocs_fit before = solved(s);
  for (size_t i = 0; i < s->problem.rows; i++)
    s->column[2][i] = ldexp(s->column[2][i], 300), s->y[i] = ldexp(s->y[i], -200);
  const twocs_fit after = solved(s);
  for (int j = 0; j < s->problem.terms; j++) {
    exact("value", after.value[j], ldexp(before.value[j], j == 2 ? -500 : -200));
    exact("error", after.error[j], ldexp(before.error[j], j == 2 ? -500 : -200));
  }
  exact("R2", after.r2, before.r2);
  free(s);
}

/* ---- Times of a GEMM: a constant, a part by work and a part by size; some times are far too long. ---- */

static const double truth[3] = {5e-6, 6.667e-15, 1.25e-12};

static sample *gemm_sample(double noise, double outliers) {
  sample *s = sample_new(343, 3);
  s->problem.relative = 1;
  for (size_t i = 0; i < 343; i++) {
    const double m = ldexp(128, (int)(i % 7)), n = ldexp(128, (int)(i / 7 % 7)),
                 k = ldexp(128, (int)(i / 49));
    s->column[0][i] = 1, s->column[1][i] = m * n * k, s->column[2][i] = m * n + n * k + m * k;
    for (int j = 0; j < 3; j++) s->y[i] += truth[j] * s->column[j][i];
    s->y[i] *= (1 + noise * random_normal()) * (random_unit() < outliers ? 1.8 : 1);
  }
  return s;
}

static void robust_fit_is_near_the_truth(void **state) {
  (void)state;
  random_state = 4;
  sample *s = gemm_sample(0.04, 0.05);
  const twocs_fit plain = solved(s);
  s->problem.huber = 0.05;
  const twocs_fit robust = solved(s);
  assert_true(robust.settled && robust.rounds > 3);
  for (int j = 0; j < 3; j++) {
    near("robust coefficient", robust.value[j], truth[j], 0.025);
    assert_true(fabs(robust.value[j] - truth[j]) < 3.5 * robust.error[j]);
  }
  assert_true(fabs(robust.value[1] - truth[1]) < fabs(plain.value[1] - truth[1]));
  near("sigma", robust.sigma, 0.04, 0.2);
  assert_true(plain.sigma > 1.5 * robust.sigma);
  /* At the minimum the bounded residuals are orthogonal to each term. */
  for (int j = 0; j < 3; j++) {
    double sum = 0, size = 0;
    for (size_t i = 0; i < 343; i++) {
      double r = s->y[i];
      for (int k = 0; k < 3; k++) r -= robust.value[k] * s->column[k][i];
      sum += clip(r / s->y[i], -0.05, 0.05) * s->column[j][i] / s->y[i];
      size += 0.05 * s->column[j][i] / s->y[i];
    }
    assert_true(fabs(sum) < 1e-9 * size);
  }
  s->problem.huber = 1e3;
  const twocs_fit wide = solved(s);
  for (int j = 0; j < 3; j++) near("coefficient of a wide loss", wide.value[j], plain.value[j], 1e-12);
  free(s);
}

/* Over many samples the scatter of a coefficient is its error, and 90 % of new rows lie in their interval. */
static void errors_are_honest(void **state) {
  (void)state;
  enum { SAMPLES = SLOW ? 150 : 1500 };
  random_state = 11;
  for (int robust = 0; robust < 2; robust++) {
    double sum[3] = {0}, square[3] = {0}, error[3] = {0};
    int inside = 0;
    for (int k = 0; k < SAMPLES; k++) {
      sample *s = gemm_sample(0.04, 0), *other = gemm_sample(0.04, 0);
      s->problem.huber = robust ? 0.05 : 0;
      const twocs_fit fit = solved(s);
      for (int j = 0; j < 3; j++)
        sum[j] += fit.value[j], square[j] += fit.value[j] * fit.value[j], error[j] += fit.error[j];
      const size_t row = (size_t)random_below(343);
      const double x[3] = {s->column[0][row], s->column[1][row], s->column[2][row]};
      const twocs_fit_prediction p = twocs_fit_predict(&fit, x, twocs_student(0.9, fit.freedom));
      inside += fabs(p.value - other->y[row]) <= p.half;
      free(s), free(other);
    }
    for (int j = 0; j < 3; j++) {
      const double mean = sum[j] / SAMPLES, scatter = sqrt(square[j] / SAMPLES - mean * mean);
      near("error against scatter", error[j] / SAMPLES, scatter, SLOW ? 0.2 : 0.07);
      near("mean", mean, truth[j], 0.01);
    }
    near("share inside", (double)inside / SAMPLES, 0.9, SLOW ? 0.07 : 0.025);
  }
}

/* ---- Rows left out. ---- */

static double without_row(const sample *s, size_t out) {
  sample *fewer = sample_new(s->problem.rows - 1, s->problem.terms);
  twocs_fit_problem problem = s->problem;
  double x[TERMS];
  for (size_t i = 0, n = 0; i < s->problem.rows; i++) {
    if (i == out) continue;
    for (int j = 0; j < problem.terms; j++) fewer->column[j][n] = s->column[j][i];
    fewer->y[n++] = s->y[i];
  }
  problem.rows--, problem.x = fewer->x, problem.y = fewer->y;
  fewer->problem = problem;
  const twocs_fit fit = solved(fewer);
  for (int j = 0; j < problem.terms; j++) x[j] = s->column[j][out];
  free(fewer);
  return twocs_fit_predict(&fit, x, 1).value;
}

static void leaving_out_is_refitting(void **state) {
  (void)state;
  static double fast[ROWS], slow[ROWS];
  for (int kind = 0; kind < 3; kind++) { /* plain; with pinned terms; robust */
    random_state = 3;
    sample *s = gemm_sample(0.1, 0.05);
    s->problem.rows = 40, s->problem.free = kind == 0, s->problem.huber = kind == 2 ? 0.05 : 0;
    const twocs_fit fit = solved(s);
    twocs_fit_left_out(&fit, &s->problem, 0, s->workspace, fast);
    twocs_fit_left_out(&fit, &s->problem, 1, s->workspace, slow);
    double leverage = 0;
    for (size_t i = 0; i < s->problem.rows; i++) {
      near("by refitting", slow[i], without_row(s, i), kind == 2 ? 1e-8 : 1e-12);
      if (kind == 0) near("by leverage", fast[i], slow[i], 1e-11);
      if (kind == 2) near("by leverage, robust", fast[i], slow[i], 0.03);
      leverage += twocs_fit_leverage(&fit, &s->problem, i);
    }
    near("leverages", leverage, 3 - fit.pinned_terms, 1e-12);
    free(s);
  }
}

/* ---- The rest. ---- */

/* The share of the squares about the best constant that a fit explains, with all squares divided by y if
 * errors are relative. The best constant of sum (1 - c / y)^2 is sum 1/y over sum 1/y^2, and n - (sum 1/y)^2
 * / sum 1/y^2 is left. If no term is constant, the squares are about zero, and n is left. Tolerance: sums of
 * 40 terms that nearly cancel. */
static void r2_is_the_share_that_a_fit_explains(void **state) {
  (void)state;
  for (int relative = 0; relative < 2; relative++)
    for (int constant = 0; constant < 2; constant++) {
      random_state = 6;
      sample *s = gemm_sample(0.2, 0);
      s->problem.rows = 40, s->problem.free = 1, s->problem.relative = relative;
      if (!constant)
        for (size_t i = 0; i < 40; i++) s->column[0][i] = (double)(i % 3);
      const twocs_fit fit = solved(s);
      double n = 0, one = 0, two = 0, left = 0; /* sums of y^2 / w^2, y / w^2, 1 / w^2 */
      for (size_t i = 0; i < 40; i++) {
        const double y = s->y[i], w = relative ? y : 1;
        double r = y;
        for (int j = 0; j < 3; j++) r -= fit.value[j] * s->column[j][i];
        n += y * y / (w * w), one += y / (w * w), two += 1 / (w * w), left += r * r / (w * w);
      }
      assert_int_equal(fit.intercept, constant);
      const double all = constant ? n - one * one / two : n;
      assert_true(left > 1e-6 * all && left < 0.9 * all);
      near("left of the squares", 1 - fit.r2, left / all, 1e-8);
      near("sigma", fit.sigma, sqrt(left / (40 - 3)), 1e-8);
      free(s);
    }
}

static void correlation_is_that_of_the_normal_equations(void **state) {
  (void)state;
  sample *s = nist_sample(&certified[0]); /* a line: minus the mean of x over its quadratic mean */
  const twocs_fit fit = solved(s);
  double sum = 0, square = 0;
  for (size_t i = 0; i < s->problem.rows; i++) sum += norris_x[i], square += norris_x[i] * norris_x[i];
  near("correlation", twocs_fit_correlation(&fit, 0, 1), -sum / sqrt((double)s->problem.rows * square),
       1e-13);
  exact("with itself", twocs_fit_correlation(&fit, 1, 1), 1);
  const double at[2] = {1, sum / (double)s->problem.rows}; /* at the mean a line is known best */
  near("error at the mean", twocs_fit_predict(&fit, at, 1).error, fit.sigma / 6, 1e-12);
  free(s);
}

/* Quantiles by an incomplete beta function with 30 digits. */
static void student_has_its_quantiles(void **state) {
  static const struct {
    double confidence;
    size_t freedom;
    double want;
  } known[] = {
      {0.9, 1, 6.3137515146750431},     {0.99, 1, 63.656741162871581},    {0.9, 2, 2.9199855803537257},
      {0.5, 3, 0.76489232840434528},    {0.95, 4, 2.7764451051977944},    {0.9, 5, 2.0150483733330242},
      {0.95, 10, 2.2281388519862747},   {0.99, 30, 2.7499956535672253},   {0.9, 61, 1.6702194837737374},
      {0.9, 340, 1.6493476114505803},   {0.95, 5000, 1.9604385517065079}, {0.95, 5001, 1.9604384567894744},
      {0.9, 100000, 1.6448688647849697}};
  (void)state;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    near("quantile", twocs_student(known[i].confidence, known[i].freedom), known[i].want, 2e-13);
  assert_true(isnan(twocs_student(1, 5)) && isnan(twocs_student(0, 5)) && isnan(twocs_student(0.9, 0)));
}

static void mistakes_are_named(void **state) {
  static const char *const names[] = {"1", "flop", "byte"};
  (void)state;
  sample *s = gemm_sample(0, 0);
  s->problem.name = names;
  s->problem.rows = 2;
  refuses(s, "2 rows cannot determine 3 terms");
  s->problem.rows = 20;
  s->column[2][4] = HUGE_VAL;
  refuses(s, "row 5: the term \"byte\" is inf where y is 5.89955e-06");
  for (size_t i = 0; i < 20; i++) s->column[2][i] = 0;
  refuses(s, "the term \"byte\" is 0 in every row, so nothing determines its coefficient");
  for (size_t i = 0; i < 20; i++) s->column[2][i] = 3e9 - 0.1 * s->column[1][i];
  refuses(s, "the term \"byte\" is a sum of multiples of the terms before it, so nothing determines its "
             "coefficient");
  s->problem.name = NULL;
  refuses(s, "term 3 is a sum of multiples of the terms before it, so nothing determines its coefficient");
  s->y[6] = 0;
  refuses(s, "row 7: y is 0, and a relative fit divides by it");
  s->y[6] = -HUGE_VAL;
  refuses(s, "row 7: y is -inf");
  s->problem.huber = -1;
  refuses(s, "the width of a robust loss is -1: expected 0 or more");
  s->problem.terms = 0;
  refuses(s, "0 terms: a fit has 1 to 32");
  free(s);
}

/* As many rows as terms: a fit without errors. */
static void no_freedom_no_errors(void **state) {
  (void)state;
  sample *s = gemm_sample(0.1, 0);
  s->problem.rows = 3, s->problem.free = 1;
  s->column[1][2] *= 3; /* no longer on the line */
  const twocs_fit fit = solved(s);
  assert_int_equal(fit.freedom, 0);
  assert_true(isnan(fit.sigma) && isnan(fit.error[1]) && isfinite(fit.value[1]));
  free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(non_negative_is_the_best_of_all_sets),
      cmocka_unit_test(scale_does_not_matter),
      cmocka_unit_test(robust_fit_is_near_the_truth),
      cmocka_unit_test(errors_are_honest),
      cmocka_unit_test(leaving_out_is_refitting),
      cmocka_unit_test(r2_is_the_share_that_a_fit_explains),
      cmocka_unit_test(correlation_is_that_of_the_normal_equations),
      cmocka_unit_test(student_has_its_quantiles),
      cmocka_unit_test(mistakes_are_named),
      cmocka_unit_test(no_freedom_no_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
