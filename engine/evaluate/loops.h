/* SPDX-License-Identifier: MIT
 *
 * Loops over rows that are not formulas: they do the same for every row, without a branch. They are compiled
 * twice, like formulas (rows/wide.c), and do the same operations in the same order. */
#ifndef TWOCS_LOOPS_H
#define TWOCS_LOOPS_H

#include <stddef.h>

/* A term of a total, at its current row; y NULL: its weight is 1. A step is the distance between two cells of
 * rows. */
struct term {
  const double *x, *y;
  size_t x_step, y_step;
};

/* Places in a worker's memory: the rows of a column, and the cell that deeper levels read. */
struct pass {
  size_t rows, cell;
};

struct loops {
  /* out: the sum, or the product, of all terms, in whole cells. */
  void (*add_up)(const struct term *of, int terms, size_t cells, double *restrict out);
  void (*multiply)(const struct term *of, int terms, size_t cells, double *restrict out);
  /* Copies row r of each column into all of its cell. */
  void (*pass_on)(double *memory, size_t passes, const struct pass pass[], size_t r);
  /* Repeats each of the rows `times` times. It writes whole cells: up to 7 values too many. */
  void (*repeat)(size_t rows, size_t times, const double *restrict from, double *restrict to);
  /* The least and the greatest of n values, in whole cells: those beyond repeat the last one. */
  void (*extremes)(size_t n, const double *x, double *least, double *most);
  /* How many of n values are at most `most`. */
  size_t (*count_at_most)(size_t n, const double *x, double most);
};

/* The loops that this processor runs fastest. */
const struct loops *twocs_loops_here(void);

#endif
