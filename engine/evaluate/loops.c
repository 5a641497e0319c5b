/* SPDX-License-Identifier: MIT
 *
 * This file is compiled a second time for wider vectors, with TWOCS_WIDE. */
#include "evaluate/loops.h"
#include "rows/formula.h"
#include "rows/rows.h"

/* A loop over one cell must not be unrolled before it becomes vector code. */
#ifdef __clang__
#define WHOLE_CELL _Pragma("clang loop unroll(disable)")
#else
#define WHOLE_CELL _Pragma("GCC unroll 1")
#endif

/* Cell by cell, so that the sums stay in registers. */
static void add_up(const struct term *of, int terms, size_t cells, double *restrict out) {
  for (size_t j = 0; j < cells; j++) {
    double all[CELL] = {0};
    for (int i = 0; i < terms; i++) {
      const double *x = of[i].x + j * of[i].x_step;
      if (!of[i].y) {
        for (size_t u = 0; u < CELL; u++) all[u] += x[u];
        continue;
      }
      const double *y = of[i].y + j * of[i].y_step;
      for (size_t u = 0; u < CELL; u++) all[u] += y[u] * x[u];
    }
    for (size_t u = 0; u < CELL; u++) out[j * CELL + u] = all[u];
  }
}

static void multiply(const struct term *of, int terms, size_t cells, double *restrict out) {
  for (size_t i = 0; i < cells * CELL; i++) out[i] = 1;
  for (const struct term *t = of; t < of + terms; t++)
    for (size_t j = 0; j < cells; j++)
      for (size_t u = 0; u < CELL; u++)
        out[j * CELL + u] *= (t->y ? t->y[j * t->y_step + u] : 1) * t->x[j * t->x_step + u];
}

static void pass_on(double *memory, size_t passes, const struct pass pass[], size_t r) {
  for (size_t i = 0; i < passes; i++) {
    const double value = memory[pass[i].rows + r];
    double *cell = memory + pass[i].cell;
    for (size_t u = 0; u < CELL; u++) cell[u] = value;
  }
}

/* Values that are written beyond one row's share are overwritten by the next row. */
static void repeat(size_t rows, size_t times, const double *restrict from, double *restrict to) {
  for (size_t r = 0; r < rows; r++, to += times)
    for (size_t i = 0; i < times; i += CELL)
      for (size_t u = 0; u < CELL; u++) to[i + u] = from[r];
}

static void extremes(size_t n, const double *x, double *least, double *most) {
  double low[CELL], high[CELL];
  for (size_t u = 0; u < CELL; u++) low[u] = high[u] = x[u];
  for (size_t r = CELL; r < n; r += CELL) WHOLE_CELL for (size_t u = 0; u < CELL; u++) {
      low[u] = smaller(x[r + u], low[u]);
      high[u] = larger(x[r + u], high[u]);
    }
  *least = low[0], *most = high[0];
  for (size_t u = 1; u < CELL; u++) *least = smaller(low[u], *least), *most = larger(high[u], *most);
}

/* The counter is as wide as the values, which suits vectors. */
static size_t count_at_most(size_t n, const double *x, double most) {
  int64_t count = 0;
  for (size_t r = 0; r < n; r++) count += x[r] <= most ? 1 : 0;
  return (size_t)count;
}

#define LOOPS                                                                                                \
  { add_up, multiply, pass_on, repeat, extremes, count_at_most }
#ifdef TWOCS_WIDE
extern const struct loops twocs_wide_loops;
const struct loops twocs_wide_loops = LOOPS;
#elif defined(TWOCS_HAS_WIDE)
static const struct loops narrow = LOOPS;
extern const struct loops twocs_wide_loops;

const struct loops *twocs_loops_here(void) {
  return __builtin_cpu_supports("avx2") ? &twocs_wide_loops : &narrow;
}
#else
static const struct loops narrow = LOOPS;

const struct loops *twocs_loops_here(void) { return &narrow; }
#endif
