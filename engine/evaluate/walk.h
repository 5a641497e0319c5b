/* SPDX-License-Identifier: MIT
 *
 * A walk: a job's axes as a chain of groups, outermost first; and the work of a walk, from which its cost is
 * counted. */
#ifndef TWOCS_WALK_H
#define TWOCS_WALK_H

#include "rows/rows.h"

/* Columns that read the same axes and are read together with the same axes, and their cost. */
struct share {
  unsigned axes, reach; /* as bits; reach: the axes of all their readers */
  double call, row;     /* cost of a call, and of a row of it; */
  double asked;         /* of a row for which a law is asked, once for equal rows */
  double passes;        /* how many of the columns deeper levels may read */
  double wanted;        /* and how many of the columns are wanted */
};
enum { SHARES_MOST = 512 };

struct workload {
  int axes, shares;
  size_t size[TWOCS_AXES_MOST];
  struct share share[SHARES_MOST];
  double stored; /* columns whose rows are all stored; 0: the sink is small */
  double taken,
      settled; /* what a sink pays for a row of a wanted column, and for a block of a constant one */
};

/* An axis longer than a block is walked in chunks, which are outermost. */
enum { CHUNK_MOST = TWOCS_BLOCK_MOST };
static inline size_t chunk_length(size_t size) {
  const size_t chunks = (size + CHUNK_MOST - 1) / CHUNK_MOST;
  return ((size + chunks - 1) / chunks + CELL - 1) / CELL * CELL;
}
static inline size_t chunk_count(size_t size) {
  return size > CHUNK_MOST ? (size + chunk_length(size) - 1) / chunk_length(size) : 1;
}

enum { GROUPS_MOST = TWOCS_AXES_MOST };

/* Nanoseconds of an ordinary machine, of which only the ratios matter: of a step to the next row of a level,
 * and of a value that a column passes to deeper levels. */
static const double step_cost = 10, pass_cost = 2.5;

typedef struct walk {
  int groups;
  unsigned axes[GROUPS_MOST]; /* of each group, outermost first, as bits */
} walk;

/* The rows of a group; a chunked axis counts with the rows of a chunk. */
static inline double axes_rows(const struct workload *work, unsigned axes) {
  double rows = 1;
  for (unsigned rest = axes; rest; rest &= rest - 1) {
    const size_t size = work->size[__builtin_ctz(rest)];
    rows *= (double)size / (double)chunk_count(size);
  }
  return rows;
}

static inline double axes_chunks(const struct workload *work) {
  double chunks = 1;
  for (int a = 0; a < work->axes; a++) chunks *= (double)chunk_count(work->size[a]);
  return chunks;
}

static inline unsigned long_axes(const struct workload *work) {
  unsigned axes = 0;
  for (int a = 0; a < work->axes; a++)
    if (work->size[a] > CHUNK_MOST) axes |= 1u << a;
  return axes;
}

/* Formulas are evaluated in whole cells. */
static inline double padded(double rows) {
  const long long cells = ((long long)rows + CELL - 1) / CELL;
  return (double)(cells * CELL);
}

/* A block holds a group; a chunked axis is alone in its group. */
static inline int axes_fit(const struct workload *work, unsigned axes) {
  return (!(axes & long_axes(work)) || !(axes & (axes - 1))) && axes_rows(work, axes) <= TWOCS_BLOCK_MOST;
}

#endif
