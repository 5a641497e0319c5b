/* SPDX-License-Identifier: MIT
 *
 * From rows to a fit. The one thing to know: the rows are reduced once to a triangle (triangle.h), and only
 * Huber's loss looks at them again. */
#include "fit/fit.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fit/triangle.h"

enum { MOST = TWOCS_FIT_TERMS_MOST, ROUNDS_MOST = 400 };
static const size_t nobody = (size_t)-1; /* no row is left out */

size_t twocs_fit_scratch(size_t rows, int terms) { return rows * ((size_t)terms + 3); }

/* ---- Rows. ---- */

static double weighted(const twocs_fit_problem *p, size_t row, double value) {
  return p->relative ? value / p->y[row] : value;
}

static double rest_of(const twocs_fit_problem *p, size_t row, const double value[]) {
  double sum = 0;
  for (int j = 0; j < p->terms; j++) sum += p->x[j][row] * value[j];
  return weighted(p, row, p->y[row] - sum);
}

static void name_of(const twocs_fit_problem *p, int j, size_t size, char *text) {
  if (p->name && p->name[j])
    snprintf(text, size, "the term \"%.100s\"", p->name[j]);
  else
    snprintf(text, size, "term %d", j + 1);
}

static twocs_status check_rows(const twocs_fit_problem *p, twocs_error *error) {
  char name[128];
  for (size_t i = 0; i < p->rows; i++) {
    if (!isfinite(p->y[i])) return twocs_fail(error, TWOCS_NUMBER, "row %zu: y is %g", i + 1, p->y[i]);
    if (p->relative && p->y[i] == 0)
      return twocs_fail(error, TWOCS_RANGE, "row %zu: y is 0, and a relative fit divides by it", i + 1);
    for (int j = 0; j < p->terms; j++) {
      if (isfinite(p->x[j][i]) && isfinite(weighted(p, i, p->x[j][i]))) continue;
      name_of(p, j, sizeof name, name);
      return twocs_fail(error, TWOCS_NUMBER, "row %zu: %s is %g where y is %g", i + 1, name, p->x[j][i],
                        p->y[i]);
    }
  }
  return TWOCS_OK;
}

static twocs_status check(const twocs_fit_problem *p, twocs_error *error) {
  if (p->terms < 1 || p->terms > MOST)
    return twocs_fail(error, TWOCS_SIZE, "%d terms: a fit has 1 to %d", p->terms, MOST);
  if (p->rows < (size_t)p->terms)
    return twocs_fail(error, TWOCS_SIZE, "%zu row%s cannot determine %d terms", p->rows,
                      p->rows == 1 ? "" : "s", p->terms);
  if (!(p->huber >= 0))
    return twocs_fail(error, TWOCS_RANGE, "the width of a robust loss is %g: expected 0 or more", p->huber);
  return check_rows(p, error);
}

/* ---- Coefficients. ---- */

/* Fills the columns of the terms, then y, without the row that is left out. Term j is divided by
 * 2^exponent[j], which rounds nothing. Returns how many rows there are. */
static size_t fill(const twocs_fit_problem *p, size_t out, const double loss[], int exponent[],
                   double *const columns[]) {
  size_t n = 0;
  for (int j = 0; j <= p->terms; j++) {
    const double *x = j < p->terms ? p->x[j] : p->y;
    double most = 0;
    n = 0;
    for (size_t i = 0; i < p->rows; i++) {
      if (i == out) continue;
      const double value = weighted(p, i, x[i]);
      most = fmax(most, fabs(value));
      columns[j][n++] = loss ? value * sqrt(loss[i]) : value;
    }
    frexp(most, &exponent[j]);
    for (size_t i = 0; i < n; i++) columns[j][i] = ldexp(columns[j][i], -exponent[j]);
  }
  return n;
}

/* The reduced problem: the triangle of the scaled columns, and that of the chosen terms. */
typedef struct reduced {
  int exponent[MOST + 1];
  twocs_triangle triangle;
  twocs_chosen chosen;
} reduced;

/* Returns -1, or the first term that the terms before it determine. */
static int reduce(const twocs_fit_problem *p, size_t out, const double loss[], double *scratch, reduced *r) {
  double *columns[MOST + 1] = {NULL};
  for (int j = 0; j <= p->terms; j++) columns[j] = scratch + (size_t)j * p->rows;
  const size_t n = fill(p, out, loss, r->exponent, columns);
  return twocs_triangle_make(&r->triangle, p->terms, columns, n);
}

static void solve(const twocs_fit_problem *p, reduced *r, twocs_fit *fit) {
  int in[MOST];
  double x[MOST];
  for (int j = 0; j < p->terms; j++) in[j] = 1;
  if (p->free)
    twocs_triangle_solve(&r->triangle, in, &r->chosen, x);
  else
    twocs_triangle_solve_non_negative(&r->triangle, in, &r->chosen, x);
  for (int j = 0; j < p->terms; j++)
    fit->pinned[j] = !in[j], fit->value[j] = ldexp(x[j], r->exponent[p->terms] - r->exponent[j]);
  fit->pinned_terms = p->terms - r->chosen.count;
}

/* ---- Huber's loss. ---- */

/* Weights for the residuals of these coefficients; returns by how much any residual has changed. */
static double reweigh(const twocs_fit_problem *p, const double value[], double rest[], double loss[]) {
  double change = 0;
  for (size_t i = 0; i < p->rows; i++) {
    const double r = rest_of(p, i, value);
    change = fmax(change, fabs(r - rest[i]));
    rest[i] = r;
    loss[i] = fabs(r) <= p->huber ? 1 : p->huber / fabs(r);
  }
  return change;
}

static void solve_robust(const twocs_fit_problem *p, size_t out, double *scratch, twocs_fit *fit) {
  double *rest = scratch + p->rows * ((size_t)p->terms + 1), *loss = rest + p->rows, most = 0;
  reduced r;
  for (size_t i = 0; i < p->rows; i++) rest[i] = HUGE_VAL, most = fmax(most, fabs(weighted(p, i, p->y[i])));
  const double rest_still = fmax(1e-10 * p->huber, 64 * DBL_EPSILON * most);
  for (fit->rounds = 0; fit->rounds < ROUNDS_MOST; fit->rounds++) {
    if (reweigh(p, fit->value, rest, loss) <= rest_still) return;
    if (reduce(p, out, loss, scratch, &r) >= 0) break;
    solve(p, &r, fit);
  }
  fit->settled = 0;
}

/* ---- Properties of the fit. ---- */

static void spread_of(const reduced *r, twocs_fit *fit) {
  const twocs_chosen *c = &r->chosen;
  for (int k = 0; k < c->count; k++) {
    double x[MOST];
    twocs_triangle_inverse(c, k, x);
    for (int i = 0; i <= k; i++) {
      const int j = c->place[i];
      fit->spread[j][k] = ldexp(x[i], -r->exponent[j]);
      fit->error[j] += fit->spread[j][k] * fit->spread[j][k];
    }
  }
}

static int is_constant(const twocs_fit_problem *p, int j) {
  for (size_t i = 1; i < p->rows; i++)
    if (p->x[j][i] != p->x[j][0]) return 0;
  return 1;
}

static double squares_of_y(const twocs_fit_problem *p, int around_mean) {
  double mean = 0, weight = 0, square = 0;
  for (size_t i = 0; around_mean && i < p->rows; i++) {
    const double w = weighted(p, i, 1);
    mean += w * weighted(p, i, p->y[i]), weight += w * w;
  }
  if (around_mean) mean /= weight;
  for (size_t i = 0; i < p->rows; i++) {
    const double r = weighted(p, i, p->y[i] - mean);
    square += r * r;
  }
  return square;
}

static void describe(const twocs_fit_problem *p, twocs_fit *fit) {
  double square = 0, bounded = 0, within = 0;
  const double n = (double)p->rows, terms = p->terms - fit->pinned_terms;
  for (size_t i = 0; i < p->rows; i++) {
    const double r = rest_of(p, i, fit->value), psi = p->huber > 0 ? fmin(fabs(r), p->huber) : r;
    square += r * r, bounded += psi * psi;
    within += p->huber == 0 || fabs(r) <= p->huber;
  }
  fit->freedom = p->rows - (size_t)terms;
  for (int j = 0; j < p->terms; j++) fit->intercept |= !fit->pinned[j] && is_constant(p, j);
  fit->r2 = 1 - square / squares_of_y(p, fit->intercept);
  const double share = within / n, correction = 1 + terms / n * (1 - share) / share;
  fit->sigma = fit->freedom ? correction * sqrt(bounded / (double)fit->freedom) / share : (double)NAN;
  for (int j = 0; j < p->terms; j++)
    fit->error[j] = fit->pinned[j] ? (double)NAN : fit->sigma * sqrt(fit->error[j]);
}

/* Returns -1, or the first term that the terms before it determine. */
static int solve_without(const twocs_fit_problem *p, size_t out, double *scratch, twocs_fit *fit) {
  reduced r;
  const int follows = reduce(p, out, NULL, scratch, &r);
  if (follows >= 0) return follows;
  memset(fit, 0, sizeof *fit);
  fit->terms = p->terms, fit->rows = p->rows, fit->relative = p->relative, fit->settled = 1;
  solve(p, &r, fit);
  if (p->huber > 0) {
    int in[MOST];
    double x[MOST];
    solve_robust(p, out, scratch, fit);
    for (int j = 0; j < p->terms; j++) in[j] = !fit->pinned[j];
    twocs_triangle_solve(&r.triangle, in, &r.chosen, x);
  }
  spread_of(&r, fit);
  return -1;
}

twocs_status twocs_fit_solve(const twocs_fit_problem *p, double *scratch, twocs_fit *fit,
                             twocs_error *error) {
  char name[128];
  const twocs_status status = check(p, error);
  if (status) return status;
  const int follows = solve_without(p, nobody, scratch, fit);
  if (follows < 0) return describe(p, fit), TWOCS_OK;
  name_of(p, follows, sizeof name, name);
  int zero = 1;
  for (size_t i = 0; i < p->rows; i++) zero &= p->x[follows][i] == 0;
  return twocs_fail(error, TWOCS_RANGE,
                    zero ? "%s is 0 in every row, so nothing determines its coefficient"
                         : "%s is a sum of multiples of the terms before it, so nothing determines its "
                           "coefficient",
                    name);
}

void twocs_fit_left_out(const twocs_fit *fit, const twocs_fit_problem *p, int refit, double *scratch,
                        double predicted[]) {
  twocs_fit other;
  for (size_t i = 0; i < p->rows; i++) {
    const double r = rest_of(p, i, fit->value), bounded = p->huber > 0 ? fmin(fabs(r), p->huber) : fabs(r);
    const double leverage = twocs_fit_leverage(fit, p, i);
    double left = r + copysign(bounded, r) * leverage / (1 - leverage);
    if (!(leverage < 1)) left = (double)NAN;
    if (refit)
      left = p->rows > (size_t)p->terms && solve_without(p, i, scratch, &other) < 0
                 ? rest_of(p, i, other.value)
                 : (double)NAN;
    predicted[i] = p->y[i] - (p->relative ? left * p->y[i] : left);
  }
}
