/* SPDX-License-Identifier: MIT
 *
 * One function per formula. `run` holds every formula once, in the order of the rows; called with a constant
 * k it becomes the loop of column k alone: all columns above it are in scope by name, and the compiler drops
 * those that the formula does not read. A formula that reads a later column does not compile. */
#include "rows.h"
#include "formula.h"

enum { SERIAL = 1, HIDDEN = 0 };

#if ROWS_SLOW
#define RUN static __attribute__((noinline)) void
#else
#define RUN static inline __attribute__((always_inline)) void
#endif

/* That some column reads every field is the business of tests/house/dead_fields.c. */
#pragma GCC diagnostic ignored "-Wunused-variable"

#define AT(name) in[K_##name].value[j * in[K_##name].step + u]
RUN run(const int column, size_t cells, const twocs_cells in[], double *restrict out) {
  for (size_t j = 0; j < cells; j++)
    for (size_t u = 0; u < CELL; u++) {
#define DIM(d, ...) double d##_ways = 1;
#include "rows/dims.def"
#undef DIM
#define SHARD(d) d##_ways *= degree;
#define PARALLELISM(p, title, reference, shards, ...)                                                        \
  const double p##_inner = filled;                                                                           \
  {                                                                                                          \
    const double degree = AT(p);                                                                             \
    filled *= degree;                                                                                        \
    shards                                                                                                   \
  }
      double filled = 1;
#include "rows/parallelisms.def"
#undef PARALLELISM
#undef SHARD
#define FORMULA(name, e)                                                                                     \
  const double name = column == K_##name ? (e) : AT(name);                                                   \
  if (column == K_##name) {                                                                                  \
    out[j * CELL + u] = name;                                                                                \
    continue;                                                                                                \
  }
#define INPUT(name, ...) const double name = AT(name);
#define FOLLOWER(name, unit, formula, ...) FORMULA(name, formula)
#define EQ(name, unit, reference, number, e, meaning) FORMULA(name, e)
#define SLOT(name, ...) const double name = AT(name);
#define TOTAL(name, ...) const double name = AT(name);
#define VERDICT(name, ...)
#include "columns.h"
    }
}

#define ROW(name)                                                                                            \
  static void row_##name(size_t cells, const twocs_cells in[], double *out) { run(K_##name, cells, in, out); }
#define FOLLOWER(name, ...) ROW(name)
#define EQ(name, ...) ROW(name)
#include "columns.h"

const row_function twocs_row_of[COLUMNS] = {
#define INPUT(name, ...) NULL,
#define FOLLOWER(name, ...) row_##name,
#define EQ(name, ...) row_##name,
#define SLOT(name, ...) NULL,
#define TOTAL(name, ...) NULL,
#define VERDICT(name, ...) NULL,
#include "columns.h"
};
