/* SPDX-License-Identifier: MIT
 *
 * A walk: a job's axes as a chain of groups, outermost first; and the work that it has to carry, from which
 * what it costs is counted. */
#ifndef TWOCS_WALK_H
#define TWOCS_WALK_H

#include "rows/rows.h"

/* Columns that read the same axes, and are read together with the same axes: what they cost. */
struct share {
  unsigned axes, reach; /* as bits; reach: of all who read them */
  double call, row;     /* cost of a call, and of a row of it; */
  double asked;         /* of a row that laws are asked about, which is once for rows that are alike */
  double passes;        /* how many columns of it deeper levels may read */
  double wanted;        /* and how many of them are wanted */
};
enum { SHARES_MOST = 512 };

struct workload {
  int axes, shares;
  size_t size[TWOCS_AXES_MOST];
  struct share share[SHARES_MOST];
  double stored; /* columns of which every row is stored; 0: rows go into something small */
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

/* Counted in nanoseconds of an ordinary machine; only their ratios matter. A step to the next row of a level,
 * and a column's value that it passes to deeper ones. */
static const double step_cost = 10, pass_cost = 2.5;

typedef struct walk {
  int groups;
  unsigned axes[GROUPS_MOST]; /* of each group, outermost first, as bits */
} walk;

/* Rows of a group: of a chunked axis, those of a chunk. */
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

/* A block holds a group; an axis in chunks has one for itself. */
static inline int axes_fit(const struct workload *work, unsigned axes) {
  return (!(axes & long_axes(work)) || !(axes & (axes - 1))) && axes_rows(work, axes) <= TWOCS_BLOCK_MOST;
}

#endif
