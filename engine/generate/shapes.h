/* SPDX-License-Identifier: MIT
 *
 * Formulas that differ only in the rows that they read have one shape: this leaves a third of the loops to
 * compile. */
#ifndef GENERATE_SHAPES_H
#define GENERATE_SHAPES_H

#include "generate/reads.h"

/* For row k with a formula: its text, in which x0 is the first row that it reads, x1 the second and so on;
 * the first row with the same text, which may be k; and how many rows have the text of row k. */
typedef struct shapes {
  const char *text[ROWS_MOST];
  int first[ROWS_MOST], rows[ROWS_MOST];
} shapes;

void shapes_find(const reads *, shapes *);

#endif
