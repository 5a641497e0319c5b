/* SPDX-License-Identifier: MIT */
/* Linear least squares: y ~ sum of c_j x_j, with coefficients that may be kept from falling below zero, rows
 * that may count relative to y, and a loss that may be robust. The one thing to know: with `relative` every
 * row is divided by its y, so that residuals, sigma and leverage are shares of y.
 *
 * Coefficients come from Householder's QR of scaled columns, never from normal equations; non-negative ones
 * come from Lawson and Hanson's active-set method on its triangle. A coefficient that would fall below zero
 * is PINNED: it is 0, its term counts as absent, and its error is NaN. Errors are those of the remaining
 * terms, and ignore how these were chosen. Huber's loss, iteratively reweighted, is quadratic for residuals
 * up to the width and linear beyond; its errors are those of Huber, Robust Statistics (1981), section 7.6. */
#ifndef TWOCS_FIT_H
#define TWOCS_FIT_H
#include <stddef.h>

#include "twocs.h"

TWOCS_BEGIN

enum { TWOCS_FIT_TERMS_MOST = 32 };

typedef struct twocs_fit_problem {
  size_t rows;
  int terms;
  const double *const *x;  /* x[j][i]: term j in row i */
  const double *y;         /* y[i]; none is 0 if rows count relative to it */
  const char *const *name; /* of the terms, for messages */
  int relative;            /* rows are divided by y */
  int free;                /* coefficients may be below zero */
  double huber;            /* width of the loss, in units of the residual; 0: squares throughout */
} twocs_fit_problem;

typedef struct twocs_fit {
  int terms, pinned_terms;
  size_t rows, freedom;                     /* freedom: rows less the terms that are not pinned */
  int relative, intercept, rounds, settled; /* rounds of reweighting, and whether they converged */
  double value[TWOCS_FIT_TERMS_MOST], error[TWOCS_FIT_TERMS_MOST]; /* errors are NaN without freedom */
  int pinned[TWOCS_FIT_TERMS_MOST];
  /* Standard deviation of a residual; with Huber's loss, one that outliers do not widen. */
  double sigma;
  /* Share of the squares of y explained, all rows counted fully: of the squares around the (weighted) mean
   * where a constant term is fitted (`intercept`), else around zero. */
  double r2;
  /* The covariance of the coefficients is sigma^2 S S^T; rows of pinned terms are 0. */
  double spread[TWOCS_FIT_TERMS_MOST][TWOCS_FIT_TERMS_MOST];
} twocs_fit;

/* Doubles of scratch that a problem needs; memory is the caller's. */
TWOCS_API size_t twocs_fit_scratch(size_t rows, int terms);

/* Fails with one sentence that names the term or the row: fewer rows than terms, a value that is not finite,
 * a y of 0 in a relative fit, a term that is 0 in all rows or follows from the terms before it. */
TWOCS_API twocs_status twocs_fit_solve(const twocs_fit_problem *problem, double *scratch, twocs_fit *fit,
                                       twocs_error *error);

/* Correlation of two coefficients; NaN if one is pinned. */
TWOCS_API double twocs_fit_correlation(const twocs_fit *fit, int j, int k);

typedef struct twocs_fit_prediction {
  double value;
  double error; /* standard error of the value */
  double half;  /* half the interval in which a new measurement lies */
} twocs_fit_prediction;
/* x: one number per term. student: half the interval in standard errors, twocs_student(0.9, fit->freedom). */
TWOCS_API twocs_fit_prediction twocs_fit_predict(const twocs_fit *fit, const double x[], double student);

/* Leverage of row i, from the fit to these rows without reweighting. */
TWOCS_API double twocs_fit_leverage(const twocs_fit *fit, const twocs_fit_problem *problem, size_t row);

/* The prediction of each row by the fit to all others. Without `refit` it follows from the leverages: exact
 * for plain least squares, and an approximation if terms are pinned or the loss is Huber's. With `refit`
 * every row costs a fit. NaN if the others do not determine the coefficients. */
TWOCS_API void twocs_fit_left_out(const twocs_fit *fit, const twocs_fit_problem *problem, int refit,
                                  double *scratch, double predicted[]);

/* Half the width, in standard errors, of Student's central interval of that confidence; NaN
 * unless it is in (0, 1) and there are degrees of freedom. */
TWOCS_API double twocs_student(double confidence, size_t freedom);

TWOCS_END
#endif
