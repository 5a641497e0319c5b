/* SPDX-License-Identifier: MIT */
/* A law corrected by the rows that were measured. A law of few coefficients is right everywhere and exact
 * nowhere; the ratio of what was measured to what the law says varies slowly over the features of an operator
 * (logarithms of its sizes, flags), so that the nearest measured rows tell it. Far from all of them the
 * correction fades, and only the law remains. */
#ifndef TWOCS_NEARBY_H
#define TWOCS_NEARBY_H

#include <stddef.h>

#include "api.h"

TWOCS_BEGIN

enum { TWOCS_NEARBY_DIMS = 10, TWOCS_NEARBY_MOST = 32, TWOCS_NEARBY_ROWS = 1 << 24 };

/* Measured rows in a k-d tree: one block without pointers, which may be copied, and is only read once made.
 * rows: 1 to TWOCS_NEARBY_ROWS, dims: 1 to TWOCS_NEARBY_DIMS, neighbours: 1 to TWOCS_NEARBY_MOST. */
typedef struct twocs_nearby {
  size_t rows, leaves;
  int dims, neighbours;
  double block[];
} twocs_nearby;

/* Bytes of one, aligned for double. */
TWOCS_API size_t twocs_nearby_size(size_t rows, int dims);

/* Builds one in memory of that size. place[d][r] is feature d of row r; log_ratio is natural; group[r] >= 0
 * ties together rows that are left out together (NULL: each row is its own group, of its number from 0).
 * Returns 0, or 1 + the first row that holds something not finite, and then nothing is built. */
TWOCS_API size_t twocs_nearby_init(twocs_nearby *nearby, size_t rows, int dims, const double *const place[],
                                   const double log_ratio[], const int group[], int neighbours);

/* The logarithm of measured/law at a place, as a weighted mean over the nearest rows (of equally near ones,
 * those of lower number). Rows of skip_group are not looked at; -1: all are. *nearest, which may be NULL, is
 * the distance of the nearest row, infinite where there is none: how far the answer reaches. */
TWOCS_API double twocs_nearby_log_ratio(const twocs_nearby *nearby, const double place[], int skip_group,
                                        double *nearest);

TWOCS_END

#endif
