/* SPDX-License-Identifier: MIT
 *
 * Formulas that differ in nothing but the rows they read are one shape: a third as many loops to compile. */
#ifndef GENERATE_SHAPES_H
#define GENERATE_SHAPES_H

#include "generate/reads.h"

/* Of row k with a formula: its text, in which x0 is the first row that it reads, x1 the second and so on; the
 * first row of the same text, which is k where it is the first; and how many rows have that one's text. */
typedef struct shapes {
  const char *text[ROWS_MOST];
  int first[ROWS_MOST], rows[ROWS_MOST];
} shapes;

void shapes_find(const reads *, shapes *);

#endif
