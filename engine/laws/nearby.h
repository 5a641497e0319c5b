/* SPDX-License-Identifier: MIT */
/* A law corrected by measured rows. A law of few coefficients is about right everywhere and exact nowhere.
 * The ratio of measured to law varies slowly over the features of an operator (logarithms of its sizes,
 * flags), so the nearest measured rows determine it. Far from all of them the correction fades, and only the
 * law remains. */
#ifndef TWOCS_NEARBY_H
#define TWOCS_NEARBY_H

#include <stddef.h>

#include "api.h"

TWOCS_BEGIN

enum { TWOCS_NEARBY_DIMS = 10, TWOCS_NEARBY_MOST = 32, TWOCS_NEARBY_ROWS = 1 << 24 };

/* Measured rows in a k-d tree: one block without pointers, so that it may be copied. It is only read once it
 * is made. rows: 1 to TWOCS_NEARBY_ROWS, dims: 1 to TWOCS_NEARBY_DIMS, neighbours: 1 to TWOCS_NEARBY_MOST. */
typedef struct twocs_nearby {
  size_t rows, leaves;
  int dims, neighbours;
  double block[];
} twocs_nearby;

/* Bytes of a tree, aligned for double. */
TWOCS_API size_t twocs_nearby_size(size_t rows, int dims);

/* Builds a tree in memory of that size. place[d][r] is feature d of row r; log_ratio is a natural logarithm;
 * rows with the same group[r] >= 0 are left out together (NULL: each row is a group of its own, numbered like
 * the row from 0). Returns 0, or 1 + the first row that has a value that is not finite, and then nothing is
 * built. */
TWOCS_API size_t twocs_nearby_init(twocs_nearby *nearby, size_t rows, int dims, const double *const place[],
                                   const double log_ratio[], const int group[], int neighbours);

/* The logarithm of measured / law at a place, as a weighted mean over the nearest rows (of equally near ones,
 * those with lower numbers). Rows of skip_group are ignored; -1 ignores none. *nearest, which may be NULL, is
 * the distance of the nearest row, and infinite if there is none: it tells how far the answer can be
 * trusted. */
TWOCS_API double twocs_nearby_log_ratio(const twocs_nearby *nearby, const double place[], int skip_group,
                                        double *nearest);

TWOCS_END

#endif
