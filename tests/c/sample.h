/* SPDX-License-Identifier: MIT */
/* Shared by the tests of fits: a problem that owns its columns, its solution, and NIST's sets as problems. */
#ifndef SAMPLE_H
#define SAMPLE_H
#include "common.h"
#include "fit/fit.h"
#include "nist.h"

enum { ROWS = 400, TERMS = TWOCS_FIT_TERMS_MOST };

/* A problem that owns its columns. */
typedef struct sample {
  twocs_fit_problem problem;
  double column[TERMS][ROWS], y[ROWS];
  const double *x[TERMS];
  double workspace[ROWS * (TERMS + 3)];
} sample;

static inline sample *sample_new(size_t rows, int terms) {
  sample *s = calloc(1, sizeof *s);
  assert_non_null(s);
  assert_true(rows <= ROWS && terms <= TERMS);
  for (int j = 0; j < TERMS; j++) s->x[j] = s->column[j];
  s->problem = (twocs_fit_problem){.rows = rows, .terms = terms, .x = s->x, .y = s->y};
  return s;
}

static inline twocs_fit solved(sample *s) {
  twocs_fit fit;
  twocs_error error = {TWOCS_OK, ""};
  assert_true(twocs_fit_scratch(s->problem.rows, s->problem.terms) <=
              sizeof s->workspace / sizeof *s->workspace);
  if (twocs_fit_solve(&s->problem, s->workspace, &fit, &error)) fail_msg("%s", error.text);
  return fit;
}

static inline void polynomial(sample *s, const double x[], int least) {
  for (size_t i = 0; i < s->problem.rows; i++) {
    double power = least ? x[i] : 1;
    for (int j = 0; j < s->problem.terms; j++, power *= x[i]) s->column[j][i] = power;
  }
}

static inline sample *nist_sample(const nist *set) {
  sample *s = sample_new(set->rows, set->terms);
  const double *y = NULL;
  double x[ROWS];
  s->problem.free = 1;
  for (size_t i = 0; i < set->rows; i++) x[i] = (double)i;
  if (!strcmp(set->name, "Norris"))
    y = norris_y, polynomial(s, norris_x, 0);
  else if (!strcmp(set->name, "Filip"))
    y = filip_y, polynomial(s, filip_x, 0);
  else if (!strcmp(set->name, "Pontius")) {
    for (size_t i = 0; i < set->rows; i++) x[i] = 150000 * (double)(i % 20 + 1);
    y = pontius_y, polynomial(s, x, 0);
  } else if (!strcmp(set->name, "NoInt1")) {
    for (size_t i = 0; i < set->rows; i++) x[i] = 60 + (double)i, s->y[i] = 130 + (double)i;
    polynomial(s, x, 1);
  } else if (!strcmp(set->name, "Longley")) {
    for (size_t i = 0; i < set->rows; i++) s->column[0][i] = 1;
    for (int j = 0; j < 6; j++) memcpy(s->column[j + 1], longley_x[j], sizeof longley_x[j]);
    y = longley_y;
  } else {
    static const double amount[] = {0, 0, 1, 100, 10000};
    const int number = set->name[7] - '1';
    polynomial(s, x, 0);
    for (size_t i = 0; i < set->rows; i++) {
      double power = 1;
      for (int k = 0; k <= 5; k++, power *= x[i]) s->y[i] += power * (number == 1 ? set->value[k] : 1);
      s->y[i] += amount[number] * wampler_pattern[i];
    }
    if (number == 1)
      for (size_t i = 0; i < set->rows; i++) s->y[i] = round(s->y[i] * 1e5) / 1e5; /* it has five decimals */
  }
  if (y) memcpy(s->y, y, set->rows * sizeof *y);
  return s;
}

#endif
