/* SPDX-License-Identifier: MIT
 *
 * A nest: a job's axes as a chain of levels, with every needed column on the deepest level that it reads.
 * Level 0 has no axis and holds the constants. If an axis is longer than a block, level 1 walks its chunks,
 * so that every deeper level is one block, and values that do not change outside of it are kept. A column is
 * evaluated for all rows of its level at once; for deeper levels it is a constant. Columns that are only
 * multiplied by a constant 0 have no place. The rows of a repeated level (order.h) are not stepped through:
 * the last level sees each of them as often as it has rows for it. In a job with a sift, the columns that the
 * sift does not look at wait for it: they count as levels of their own, and are evaluated only for the blocks
 * that it lets through. */
#ifndef TWOCS_NEST_H
#define TWOCS_NEST_H

#include "evaluate/loops.h"
#include "evaluate/order.h"
#include "evaluate/single.h"
#include <stdint.h>

/* The outermost, one of chunks, one for each axis, and two for the columns that wait for each sift. */
enum { LEVELS = TWOCS_AXES_MOST + 2 + 2 * TWOCS_SIFTS_MOST };

/* weight x value; weight -1: a constant 1; value -1: a value that does not count. */
struct nest_term {
  short weight, value;
};

/* The reads of a formula or a sum with guards: `counts` columns that count, from guarded[at] on, then `idle`
 * columns that do not. */
struct counting {
  short at, counts, idle; /* at -1: no guards, and all counts */
};

/* The rows of a level that differ in some of its axes: which rows they are, and for each row of the level,
 * which of them it equals. */
struct distinct {
  int level;
  unsigned axes;
  size_t rows;
  unsigned char row[TWOCS_BLOCK_MOST], of[TWOCS_BLOCK_MOST];
};
enum { DISTINCTS_MOST = 8 };

/* How to evaluate a column: its formula, NULL if a formula is not enough; the moved fields that it depends
 * on; the place of its rows in a worker's memory; and whether they are repeated. */
struct evaluated {
  row_function formula;
  uint64_t fields;
  size_t buffer;
  short column;
  unsigned char repeated;
};

struct nest {
  const twocs_job *job;
  struct order order;
  int levels, chunked; /* chunked: 1 if level 1 walks chunks. Group g is level g + 1 + chunked */
  size_t rows[LEVELS]; /* of a level of chunks: their number; of a chunked axis: of the longest chunk */
  size_t offset[LEVELS][TWOCS_BLOCK_MOST]; /* what a row of a level adds to the number of a row */
  int neighbours;                          /* 1: the last level's rows have consecutive numbers */
  int depth;    /* a task is a row of each of the levels 1 ... depth - 1, and a piece of level `depth`: */
  size_t piece; /* number of its rows */
  size_t tasks;
  signed char moved[COLUMNS];        /* 1 + the axis that moves a field */
  struct constants known;            /* what no axis moves, and what each column depends on */
  signed char level[COLUMNS];        /* -1: not in `needed` */
  signed char outer[COLUMNS];        /* the next level up that it reads */
  unsigned char formula[COLUMNS];    /* 1: evaluated, 0: a constant, or a value of an axis */
  struct counting counting[COLUMNS]; /* of needed columns */
  short guarded[ALL_GUARDED_READS_MOST];
  struct distinct distinct[DISTINCTS_MOST];
  int distincts;
  signed char asks[COLUMNS];     /* of an evaluated slot: its place among `distinct`, -1: all rows differ */
  unsigned char deeper[COLUMNS]; /* 1: read, or wanted, on a deeper level */
  unsigned char waits[COLUMNS];  /* how many of the job's sifts come before something reads it */
  short twin[COLUMNS];           /* the column that it shares its values with: itself, or an earlier one */
  short evaluated[COLUMNS];      /* evaluated columns by level, then by outer */
  uint64_t fields[COLUMNS];      /* moved fields that a needed column depends on, as bits (changes.c) */
  const struct loops *loops;
  const row_function *row_of;           /* by column */
  struct evaluated evaluating[COLUMNS]; /* as `evaluated` */
  short start[LEVELS][LEVELS + 1];      /* of level l, those whose outer level is at least s start at
                                           evaluated[start[l][s]] */
  short passed[COLUMNS]; /* columns with `deeper`, by level: those of level l start at passed[pass[l]] */
  short pass[LEVELS + 1];
  size_t copied[LEVELS]; /* of a level's `passed`, the first ones are not twins: their values are copied */
  struct pass copy[COLUMNS];         /* as `passed` */
  struct nest_term term[TERMS_MOST]; /* of the totals that are evaluated, those that count: */
  short terms[COLUMNS][2];           /* of column k from terms[k][0] on, terms[k][1] of them */
  short needed[COLUMNS];             /* all that have a level, in the order of the rows: columns that some
                                        axis moves, and the constants that these read, or that are wanted */
  short at_level[COLUMNS];           /* the same by level: those of level l > 0 start at at_level[at[l]] */
  short at[LEVELS + 1];
  int needs;
  size_t buffer[COLUMNS], cell[COLUMNS]; /* places in a worker's memory */
  size_t doubles;                        /* of that memory */
};

/* 1 for the level that is repeated; and 1 for the last level, which sees its rows repeated. */
static inline int nest_is_repeated(const struct nest *nest, int level) {
  return nest->order.repeated && level == nest->levels - 2;
}
static inline int nest_sees_repeated(const struct nest *nest, int level) {
  return nest->order.repeated && level == nest->levels - 1;
}
/* The first, in the order, of the axes that a level's rows differ in; the last one is that of its group. */
static inline int nest_axes_begin(const struct nest *nest, int level) {
  const int g = level - 1 - nest->chunked;
  return nest->order.first[nest_sees_repeated(nest, level) ? g - 1 : g];
}
/* The index, in `start`, of columns by the number of sifts that they wait for: of the repeated level, or of
 * the last. */
static inline int nest_waiting(const struct nest *nest, int sifts, int repeated) {
  return nest->levels + 2 * (sifts - 1) + repeated;
}

/* Fails if a needed field is not given or a value is out of bounds. order: the order of the walk, or NULL. */
twocs_status twocs_nest_init(struct nest *nest, const twocs_job *job, const struct order *order,
                             twocs_error *error);
/* Its parts: which axis moves which field, and the check of the values; which reads count; rows that ask a
 * law the same; what a walk costs; columns that must hold the same values; columns that wait for the job's
 * sift; the fields that columns depend on. */
twocs_status twocs_axes_mark(const twocs_job *job, signed char moved[COLUMNS], twocs_error *error);
twocs_status twocs_axes_check(const twocs_job *job, twocs_error *error);
void twocs_counting_find(struct nest *nest);
void twocs_distinct_find(struct nest *nest);
void twocs_workload_count(const struct nest *nest, struct workload *work);
void twocs_twins_find(struct nest *nest);
void twocs_waiting_find(struct nest *nest);
void twocs_fields_find(struct nest *nest);

/* The reads of column k in a nest that count. */
static inline struct reading nest_reading(const struct nest *nest, int k) {
  const struct counting *of = &nest->counting[k];
  if (of->at < 0) return twocs_reading(nest->job->plan, k);
  return (struct reading){nest->guarded + of->at, NULL, of->counts};
}

/* A thread's memory: for each level, where it finds each column's values; then buffers and cells. */
struct worker {
  const struct nest *nest;
  int part;
  twocs_cells *in;
  double *memory;
  size_t row[LEVELS];       /* the row of each level; the last level has none */
  size_t base[LEVELS];      /* number of the current row of the levels above */
  size_t begin[LEVELS];     /* of a chunked axis: its first value in the chunk, */
  size_t rows[LEVELS];      /* and how many; of other levels, all */
  int stale[LEVELS];        /* shallowest level that stepped since the level, or what waits, was evaluated, */
  uint64_t changed[LEVELS]; /* and the fields that have another value since then */
  size_t span[LEVELS];      /* how many rows of a level are evaluated at a time, */
  size_t low[LEVELS];       /* just now those from this one on */
  unsigned char primed[LEVELS];
  twocs_cells unread[TWOCS_ITEMS_MOST]; /* of items that a law does not read: zeros */
  twocs_error error;
};
/* A column has one level, with a buffer and a cell there, and a cell between them. The buffer of a repeated
 * level has at most half a block's rows, and its cells have all. */
#define COLUMN_DOUBLES(rows) ((rows) + (rows) / 2 + 3 * CELL)
enum { WORKER_DOUBLES = COLUMNS * COLUMN_DOUBLES(TWOCS_BLOCK_MOST) };

/* The fields of a level's axes that differ between two of its rows. */
uint64_t twocs_changed_fields(const struct worker *worker, int level, size_t before, size_t row);

void twocs_worker_init(struct worker *worker, const struct nest *nest, int part, void *scratch);
/* For several threads: columns that read only their own level's axes are computed once, by the first worker,
 * and copied by the others. If columns read more, each worker evaluates their rows near those of its
 * tasks. */
void twocs_worker_prime(struct worker *worker);
void twocs_worker_copy(struct worker *worker, const struct worker *first);
void twocs_worker_narrow(struct worker *worker, int threads);
twocs_status twocs_worker_run(struct worker *worker, size_t task);

/* twocs_run() in a given order. */
twocs_status twocs_run_ordered(const twocs_job *job, const struct order *order, twocs_error *error);

#endif
