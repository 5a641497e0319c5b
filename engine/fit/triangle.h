/* SPDX-License-Identifier: MIT */
/* Least squares without the rows: Householder's reflections turn any number of rows into a triangle with a
 * row per term, which has the same best coefficients for every choice of terms. The one thing to know: the
 * coefficients here belong to the columns as given; a caller that scaled the columns must scale them back. */
#ifndef TWOCS_TRIANGLE_H
#define TWOCS_TRIANGLE_H
#include <stddef.h>

#include "fit/fit.h"

typedef struct twocs_triangle {
  int terms;
  double r[TWOCS_FIT_TERMS_MOST + 1][TWOCS_FIT_TERMS_MOST]; /* columns of the terms, then of y */
} twocs_triangle;

/* The chosen terms; place[i] is the term of column i of their own triangle. */
typedef struct twocs_chosen {
  int count, place[TWOCS_FIT_TERMS_MOST];
  double r[TWOCS_FIT_TERMS_MOST + 1][TWOCS_FIT_TERMS_MOST];
} twocs_chosen;

/* Overwrites the columns, of n rows each: those of the terms, then y. Returns -1, or the first term that the
 * terms before it determine to within rounding. */
int twocs_triangle_make(twocs_triangle *, int terms, double *const columns[], size_t n);

/* The best coefficients of the terms that are in; 0 for the others. */
void twocs_triangle_solve(const twocs_triangle *, const int in[], twocs_chosen *, double x[]);

/* The best coefficients that are not below zero; in[j] becomes whether that of term j is above it. */
void twocs_triangle_solve_non_negative(const twocs_triangle *, int in[], twocs_chosen *, double x[]);

/* Column k of the inverse of the triangle of the terms that are in: k + 1 numbers, in the order of place. */
void twocs_triangle_inverse(const twocs_chosen *, int k, double x[]);

#endif
