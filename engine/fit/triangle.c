/* SPDX-License-Identifier: MIT
 *
 * Solves on the triangle. The one thing to know: a triangle has as few rows as there are terms, so that
 * trying many choices of terms costs almost nothing compared with the reduction of the rows. */
#include "fit/triangle.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST = TWOCS_FIT_TERMS_MOST };

static double norm_of(const double *column, size_t n) {
  double square = 0;
  for (size_t i = 0; i < n; i++) square += column[i] * column[i];
  return sqrt(square);
}

/* A reflection that turns column[from ... n - 1] into its length and zeros; the other columns are reflected
 * too. */
static void reflect(double *column, double *const *others, int count, size_t from, size_t n) {
  double square = 0;
  for (size_t i = from + 1; i < n; i++) square += column[i] * column[i];
  if (square == 0) return;
  const double first = column[from], norm = sqrt(square + first * first);
  const double head = first > 0 ? -square / (first + norm) : first - norm; /* both are first - norm */
  const double turn = 2 / (square + head * head);
  for (int k = 0; k < count; k++) {
    double dot = others[k][from] * head;
    for (size_t i = from + 1; i < n; i++) dot += others[k][i] * column[i];
    dot *= turn;
    others[k][from] -= dot * head;
    for (size_t i = from + 1; i < n; i++) others[k][i] -= dot * column[i];
  }
  column[from] = norm;
  memset(column + from + 1, 0, (n - from - 1) * sizeof *column);
}

int twocs_triangle_make(twocs_triangle *t, int terms, double *const columns[], size_t n) {
  const double least = 4 * DBL_EPSILON * (terms + sqrt((double)n));
  double norm[MOST];
  t->terms = terms;
  memset(t->r, 0, sizeof t->r);
  for (int j = 0; j < terms; j++) norm[j] = norm_of(columns[j], n);
  for (int j = 0; j < terms; j++) {
    const size_t from = (size_t)j;
    if (norm_of(columns[j] + from, n - from) <= least * norm[j]) return j;
    reflect(columns[j], columns + j + 1, terms - j, from, n);
  }
  for (int j = 0; j <= terms; j++)
    memcpy(t->r[j], columns[j], (size_t)(j < terms ? j + 1 : terms) * sizeof(double));
  return -1;
}

void twocs_triangle_solve(const twocs_triangle *t, const int in[], twocs_chosen *c, double x[]) {
  double *columns[MOST + 1];
  for (int k = 0; k <= MOST; k++) columns[k] = c->r[k];
  c->count = 0;
  for (int j = 0; j <= t->terms; j++) {
    if (j < t->terms && !in[j]) continue;
    memcpy(c->r[c->count], t->r[j], sizeof t->r[j]);
    if (j < t->terms) c->place[c->count++] = j;
  }
  for (int k = 0; k < c->count; k++)
    reflect(columns[k], columns + k + 1, c->count - k, (size_t)k, (size_t)t->terms);
  memset(x, 0, (size_t)t->terms * sizeof *x);
  for (int k = c->count - 1; k >= 0; k--) {
    double sum = c->r[c->count][k];
    for (int l = k + 1; l < c->count; l++) sum -= c->r[l][k] * x[c->place[l]];
    x[c->place[k]] = sum / c->r[k][k];
  }
}

void twocs_triangle_inverse(const twocs_chosen *c, int k, double x[]) {
  for (int i = k; i >= 0; i--) {
    double sum = i == k;
    for (int l = i + 1; l <= k; l++) sum -= c->r[l][i] * x[l];
    x[i] = sum / c->r[i][i];
  }
}

/* ---- Coefficients that do not fall below zero: Lawson and Hanson, Solving Least Squares Problems, ch. 23.
 * ---- */

/* The term whose growth lowers the squares most steeply; -1: none does, beyond rounding. */
static int steepest(const twocs_triangle *t, const double x[], const int in[], const int barred[]) {
  double rest[MOST], most = 0;
  const double size = norm_of(t->r[t->terms], (size_t)t->terms);
  int best = -1;
  memcpy(rest, t->r[t->terms], sizeof rest);
  for (int j = 0; j < t->terms; j++)
    for (int i = 0; i <= j; i++) rest[i] -= t->r[j][i] * x[j];
  for (int j = 0; j < t->terms; j++) {
    double slope = 0;
    for (int i = 0; i <= j; i++) slope += t->r[j][i] * rest[i];
    slope /= norm_of(t->r[j], (size_t)j + 1);
    if (!in[j] && !barred[j] && slope > 16 * DBL_EPSILON * size && slope > most) best = j, most = slope;
  }
  return best;
}

static int all_positive(const twocs_chosen *c, const double x[]) {
  for (int k = 0; k < c->count; k++)
    if (!(x[c->place[k]] > 0)) return 0;
  return 1;
}

/* Moves x towards z until the first coefficient reaches zero, and takes out the terms whose coefficients
 * did. */
static void step_back(const twocs_chosen *c, const double z[], double x[], int in[]) {
  double share = 1;
  int first = -1;
  for (int k = 0; k < c->count; k++) {
    const int j = c->place[k];
    if (z[j] > 0) continue;
    const double s = x[j] > 0 ? x[j] / (x[j] - z[j]) : 0;
    if (first < 0 || s < share) share = s, first = j;
  }
  for (int k = 0; k < c->count; k++) {
    const int j = c->place[k];
    x[j] += share * (z[j] - x[j]);
    if (j == first || !(x[j] > 0)) x[j] = 0, in[j] = 0;
  }
}

void twocs_triangle_solve_non_negative(const twocs_triangle *t, int in[], twocs_chosen *c, double x[]) {
  double z[MOST];
  int barred[MOST] = {0}, j;
  for (int k = 0; k < t->terms; k++) in[k] = 1;
  twocs_triangle_solve(t, in, c, x);
  if (all_positive(c, x)) return;
  memset(in, 0, (size_t)t->terms * sizeof *in);
  memset(x, 0, (size_t)t->terms * sizeof *x);
  for (int round = 0; round < 8 * MOST && (j = steepest(t, x, in, barred)) >= 0; round++) {
    in[j] = 1;
    twocs_triangle_solve(t, in, c, z);
    if (!(z[j] > 0)) { /* its slope was rounding */
      in[j] = 0, barred[j] = 1;
      continue;
    }
    memset(barred, 0, sizeof barred);
    for (; !all_positive(c, z); twocs_triangle_solve(t, in, c, z)) step_back(c, z, x, in);
    memcpy(x, z, (size_t)t->terms * sizeof *x);
  }
  twocs_triangle_solve(t, in, c, x);
}
