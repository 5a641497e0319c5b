/* SPDX-License-Identifier: MIT */
/* What a law does not explain, as a small table: the logarithm of measured / law at the knots of a grid of
 * sizes, linear between them in the logarithms of the sizes. A law of few coefficients is about right
 * everywhere and exact nowhere; a few thousand numbers of two digits hold the rest. Beyond the outermost
 * knots the nearest one counts. */
#ifndef TWOCS_GRID_H
#define TWOCS_GRID_H

#include <stddef.h>

#include "api.h"

TWOCS_BEGIN

enum { TWOCS_GRID_DIMS = 5, TWOCS_GRID_KNOTS = 64, TWOCS_GRID_VALUES = 1 << 20 };

/* One block without pointers, only read once it is made: the logarithms of the knots of each size, then the
 * values, with those of the last size side by side. */
typedef struct twocs_grid {
  int dims;
  size_t knots[TWOCS_GRID_DIMS], values;
  double block[];
} twocs_grid;

/* How many values a grid with these knots has; 0 if there are too many, or fewer than two knots of a size. */
TWOCS_API size_t twocs_grid_values(int dims, const size_t knots[]);

/* Bytes of a grid, aligned for double. */
TWOCS_API size_t twocs_grid_size(int dims, const size_t knots[]);

/* Builds a grid in memory of that size. knot[d] are increasing sizes above 0; log_ratio is a natural
 * logarithm. Returns 0, or 1 + the size whose knots do not increase, or 1 + dims if a value is not finite;
 * then nothing is built. */
TWOCS_API size_t twocs_grid_init(twocs_grid *grid, int dims, const size_t knots[], const double *const knot[],
                                 const double log_ratio[]);

/* The knots around a place of that many sizes, and their weights: 2^dims indices of values. */
TWOCS_API void twocs_grid_around(const twocs_grid *grid, const double size[], size_t at[], double weight[]);

/* The logarithm of measured / law at a place. */
TWOCS_API double twocs_grid_log_ratio(const twocs_grid *grid, const double size[]);

TWOCS_END

#endif
