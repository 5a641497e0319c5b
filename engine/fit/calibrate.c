/* SPDX-License-Identifier: MIT
 *
 * Nelder and Mead's simplex over logarithms of fields. The job runs once for each trial, so a calibration
 * contains no equation: it uses the same rows as everything else. */
#include "fit/calibrate.h"
#include "fit/fit.h"
#include <math.h>
#include <string.h>

enum { N = TWOCS_CALIBRATE_MOST };
static const double stay = 1e-5; /* cost of moving a field by a factor of e, against the loss of a row */

typedef struct search {
  const twocs_calibration *given;
  twocs_point point;
  twocs_job job;
  size_t rows;
  double huber, start[N], least[N], most[N];
  double *column;
  twocs_columns_sink sink;
  int evaluations;
  twocs_error *error;
  twocs_status status;
} search;

static double *field_of(twocs_point *point, int k) { return (double *)point + k; }

static void run(search *s, const double log_value[]) {
  for (int i = 0; i < s->given->count; i++)
    *field_of(&s->point, s->given->field[i]) = fmin(fmax(exp(log_value[i]), s->least[i]), s->most[i]);
  if (s->status) return;
  s->status = twocs_run(&s->job, s->error);
  if (!s->status) s->evaluations++;
  if (s->given->tried) s->given->tried(s->rows);
}

/* A column that is not above 0 counts as very far off. */
static double residual(const search *s, size_t row) {
  const double r = log(s->column[row] / s->given->measured[row]);
  return isfinite(r) ? r : 50;
}

/* Infinite if the job failed and nothing was evaluated, so that such a point is never the best. */
static double loss(search *s, const double log_value[]) {
  run(s, log_value);
  if (s->status) return (double)INFINITY;
  double sum = 0, moved = 0;
  for (size_t r = 0; r < s->rows; r++) {
    const double a = fabs(residual(s, r));
    sum += a < s->huber ? a * a / 2 : s->huber * (a - s->huber / 2);
  }
  for (int i = 0; i < s->given->count; i++) {
    const double d = log_value[i] - s->start[i];
    const double over = fmax(0, fmax(log_value[i] - log(s->most[i]), log(s->least[i]) - log_value[i]));
    moved += d * d + 1e5 * over * over;
  }
  return sum / (double)s->rows + stay * moved;
}

typedef struct simplex {
  double at[N + 1][N], loss[N + 1];
  int order[N + 1];
} simplex;

static void sort(simplex *p, int n) {
  for (int i = 0; i <= n; i++) {
    int j = i;
    for (; j > 0 && p->loss[p->order[j - 1]] > p->loss[i]; j--) p->order[j] = p->order[j - 1];
    p->order[j] = i;
  }
}

/* From the worst point to the middle of the others and beyond: middle + t (worst - middle). */
static double along(search *s, const simplex *p, int n, double t, double at[]) {
  const int worst = p->order[n];
  for (int i = 0; i < n; i++) {
    double middle = 0;
    for (int v = 0; v < n; v++) middle += p->at[p->order[v]][i] / n;
    at[i] = middle + t * (p->at[worst][i] - middle);
  }
  return loss(s, at);
}

static void take(simplex *p, int n, int place, const double at[], double value) {
  memcpy(p->at[place], at, (size_t)n * sizeof *at);
  p->loss[place] = value;
}

static void shrink(search *s, simplex *p, int n, double by) {
  const int best = p->order[0];
  for (int v = 0; v <= n; v++) {
    if (v == best) continue;
    for (int i = 0; i < n; i++) p->at[v][i] = p->at[best][i] + by * (p->at[v][i] - p->at[best][i]);
    p->loss[v] = loss(s, p->at[v]);
  }
}

/* Steps that suit n dimensions (Gao and Han 2012). */
static void step(search *s, simplex *p, int n) {
  const double d = n > 1 ? n : 2;
  double far[N] = {0}, near[N] = {0};
  const int worst = p->order[n];
  const double reflected = along(s, p, n, -1, near);
  if (reflected < p->loss[p->order[0]]) {
    const double expanded = along(s, p, n, -(1 + 2 / d), far);
    expanded < reflected ? take(p, n, worst, far, expanded) : take(p, n, worst, near, reflected);
  } else if (reflected < p->loss[p->order[n - 1]]) {
    take(p, n, worst, near, reflected);
  } else {
    const int outside = reflected < p->loss[worst];
    const double by = 0.75 - 0.5 / d, contracted = along(s, p, n, outside ? -by : by, far);
    contracted < (outside ? reflected : p->loss[worst]) ? take(p, n, worst, far, contracted)
                                                        : shrink(s, p, n, 1 - 1 / d);
  }
}

/* From a fresh simplex around `at`, which becomes the best point found. */
static double descend(search *s, int n, double spread, int evaluations, double at[]) {
  simplex p = {0};
  for (int v = 0; v <= n; v++) {
    memcpy(p.at[v], at, (size_t)n * sizeof *at);
    if (v) p.at[v][v - 1] += at[v - 1] + spread > log(s->most[v - 1]) ? -spread : spread;
    p.loss[v] = loss(s, p.at[v]);
  }
  for (sort(&p, n); s->evaluations < evaluations && !s->status; sort(&p, n)) {
    if (p.loss[p.order[n]] - p.loss[p.order[0]] < 1e-9 * p.loss[p.order[0]]) break;
    step(s, &p, n);
  }
  memcpy(at, p.at[p.order[0]], (size_t)n * sizeof *at);
  return p.loss[p.order[0]];
}

/* Errors from the slopes of log(column) at the best point: a least-squares fit of the residuals to these
 * slopes. Rows that hold each field to its start keep the problem regular; a field whose error comes from
 * these rows is not determined. */
static void spread_of(search *s, const double at[], double *workspace, twocs_calibrated *result) {
  const int n = s->given->count;
  const size_t rows = s->rows + (size_t)n;
  double *y = workspace, *x[N], moved[N];
  const char *name[N];
  memcpy(moved, at, (size_t)n * sizeof *at);
  run(s, at);
  for (size_t r = 0; r < s->rows; r++) y[r] = residual(s, r);
  const double hold = sqrt(2 * stay * (double)s->rows);
  for (int j = 0; j < n; j++) {
    x[j] = workspace + (size_t)(j + 1) * rows;
    for (int side = -1; side <= 1; side += 2) {
      moved[j] = at[j] + side * 1e-3;
      run(s, moved);
      for (size_t r = 0; r < s->rows; r++)
        x[j][r] = side < 0 ? -residual(s, r) : (x[j][r] + residual(s, r)) / 2e-3;
    }
    moved[j] = at[j];
    for (int i = 0; i < n; i++) x[j][s->rows + (size_t)i] = i == j ? hold : 0;
    y[s->rows + (size_t)j] = 0;
    name[j] = twocs_columns[s->given->field[j]].name;
  }
  const twocs_fit_problem problem = {rows, n, (const double *const *)x, y, name, 0, 1, s->huber};
  twocs_fit fit;
  twocs_error why;
  const int failed = twocs_fit_solve(&problem, workspace + (size_t)(n + 1) * rows, &fit, &why) != TWOCS_OK;
  result->sigma = failed ? (double)NAN : fit.sigma;
  for (int i = 0; i < n; i++) {
    const int known = !failed && fit.error[i] < 0.5 * fit.sigma / hold;
    result->error[i] = known ? result->value[i] * fit.error[i] : (double)NAN;
    for (int j = 0; j < n; j++)
      result->correlation[i][j] = failed ? (double)NAN : twocs_fit_correlation(&fit, i, j);
  }
}

static twocs_status check(const twocs_calibration *c, size_t rows, twocs_error *error) {
  if (c->count < 1 || c->count > N)
    return twocs_fail(error, TWOCS_RANGE, "%d fields to calibrate: expected 1 to %d", c->count, N);
  if (c->job->wants != 1)
    return twocs_fail(error, TWOCS_RANGE, "%d columns to calibrate to: expected one", c->job->wants);
  if (rows < (size_t)c->count)
    return twocs_fail(error, TWOCS_RANGE, "%d fields cannot be found from %d rows", c->count, (int)rows);
  for (size_t r = 0; r < rows; r++)
    if (!(c->measured[r] > 0 && c->measured[r] < (double)INFINITY))
      return twocs_fail(error, TWOCS_RANGE, "measurement %d is %g: expected more than 0", (int)r + 1,
                        c->measured[r]);
  for (int i = 0; i < c->count; i++) {
    const twocs_column *field = &twocs_columns[c->field[i]];
    const double start = ((const double *)c->job->base)[c->field[i]];
    if (c->field[i] >= twocs_field_count || field->kind & (TWOCS_COUNT | TWOCS_CHOICE))
      return twocs_fail(error, TWOCS_RANGE, "%s cannot be calibrated: only fields that take any number can",
                        field->name);
    if (!(start > 0))
      return twocs_fail(error, TWOCS_RANGE, "%s = %g: a calibration starts from a value above 0", field->name,
                        start);
  }
  return TWOCS_OK;
}

size_t twocs_calibrate_scratch(size_t rows, int count, int threads) {
  const size_t slopes =
      (rows + (size_t)count) * ((size_t)count + 1) + twocs_fit_scratch(rows + (size_t)count, count);
  return twocs_scratch_size(threads) + (rows + slopes) * sizeof(double) + 64;
}

twocs_status twocs_calibrate(const twocs_calibration *c, void *scratch, twocs_calibrated *result,
                             twocs_error *error) {
  const size_t rows = twocs_rows(c->job->axes, c->job->axis);
  const twocs_status status = check(c, rows, error);
  if (status) return status;
  const int threads = c->job->threads > 1 ? c->job->threads : 1, n = c->count;
  search s = {.given = c, .point = *c->job->base, .job = *c->job, .rows = rows, .error = error};
  s.huber = c->huber > 0 ? c->huber : 0.1;
  s.column = (double *)scratch;
  double *workspace = s.column + rows;
  s.job.scratch = workspace + (rows + (size_t)n) * ((size_t)n + 1) + twocs_fit_scratch(rows + (size_t)n, n);
  s.job.base = &s.point;
  s.job.threads = threads;
  s.job.take = twocs_take_columns;
  s.sink = (twocs_columns_sink){1, &s.column};
  s.job.sink = &s.sink;
  double at[N] = {0};
  for (int i = 0; i < n; i++) {
    const twocs_column *field = &twocs_columns[c->field[i]];
    s.start[i] = at[i] = log(*field_of(&s.point, c->field[i]));
    s.least[i] = fmax(field->least, 1e-300), s.most[i] = field->most;
  }
  const int evaluations = c->evaluations > 0 ? c->evaluations : 400 * n;
  result->start_loss = loss(&s, at);
  /* A simplex may collapse next to a kink, so a new one starts where the first ended. */
  descend(&s, n, 0.3, evaluations / 2, at);
  result->loss = descend(&s, n, 0.1, evaluations, at);
  for (int i = 0; i < n; i++) {
    result->value[i] = fmin(fmax(exp(at[i]), s.least[i]), s.most[i]);
    result->error[i] = (double)NAN;
    for (int j = 0; j < n; j++) result->correlation[i][j] = (double)NAN;
  }
  result->sigma = (double)NAN;
  if (!s.status) spread_of(&s, at, workspace, result);
  result->evaluations = s.evaluations;
  return s.status;
}
