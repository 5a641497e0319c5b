/* SPDX-License-Identifier: MIT
 *
 * A nest: a job's axes as a chain of levels, and every needed column placed on the deepest level that it
 * reads. Level 0 has no axis and holds the constants. Where an axis is longer than a block, level 1 walks its
 * chunks, so that every deeper level is one block: what does not change outside of it is kept. A column is
 * evaluated for all rows of its level at once; to deeper levels it is a constant. What is only multiplied by
 * a constant 0 has no place. The rows of a repeated level (order.h) are not stepped through: the last level
 * sees each of them as often as it has rows for it. Of a job with a sift the columns of a block that it does
 * not look at wait for it: they count as levels of their own, and are evaluated for the blocks that it lets
 * through. */
#ifndef TWOCS_NEST_H
#define TWOCS_NEST_H

#include "evaluate/loops.h"
#include "evaluate/order.h"
#include "evaluate/single.h"
#include <stdint.h>

/* The outermost, one of chunks, one for each axis, and two of what waits for each sift. */
enum { LEVELS = TWOCS_AXES_MOST + 2 + 2 * TWOCS_SIFTS_MOST };

/* weight x value; weight -1: a constant 1. value -1: a value that counts for nothing. */
struct nest_term {
  short weight, value;
};

/* What a formula or a sum with guards reads: `counts` columns that count from guarded[at] on, then `idle`
 * that count for nothing. */
struct counting {
  short at, counts, idle; /* at -1: no guards, and all counts */
};

/* Of a level's rows those that differ in some of its axes: which they are, and of each row which it is like.
 */
struct distinct {
  int level;
  unsigned axes;
  size_t rows;
  unsigned char row[TWOCS_BLOCK_MOST], of[TWOCS_BLOCK_MOST];
};
enum { DISTINCTS_MOST = 8 };

/* What an evaluated column takes to be evaluated: its formula, NULL where more than that is asked for; the
 * moved fields that it depends on; the place of its rows in a worker's memory; and whether they are repeated.
 */
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
  int levels, chunked; /* chunked: 1 where level 1 walks chunks. Group g is level g + 1 + chunked */
  size_t rows[LEVELS]; /* of a level of chunks: their number; of a chunked axis: of the longest chunk */
  size_t offset[LEVELS][TWOCS_BLOCK_MOST]; /* what a row of a level adds to the number of a row */
  int neighbours; /* 1 where the last level's rows are numbered one after the other */
  int depth;      /* a task is a row of each of the levels 1 ... depth - 1, and a piece of level `depth`: */
  size_t piece;   /* so many of its rows */
  size_t tasks;
  signed char moved[COLUMNS];        /* 1 + the axis that moves a field */
  struct constants known;            /* what no axis moves, and what each column depends on */
  signed char level[COLUMNS];        /* -1: not needed */
  signed char outer[COLUMNS];        /* the next level up that it reads */
  unsigned char formula[COLUMNS];    /* 1: evaluated, 0: a constant, or a value of an axis */
  struct counting counting[COLUMNS]; /* of needed columns */
  short guarded[ALL_GUARDED_READS_MOST];
  struct distinct distinct[DISTINCTS_MOST];
  int distincts;
  signed char asks[COLUMNS];     /* of an evaluated slot: its place among `distinct`, -1: all rows differ */
  unsigned char deeper[COLUMNS]; /* 1: read, or wanted, on a deeper level */
  unsigned char waits[COLUMNS];  /* how many of the job's sifts are asked before somebody reads it */
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
  size_t copied[LEVELS]; /* the first so many of a level's `passed` are no twins: their values are copied */
  struct pass copy[COLUMNS];         /* as `passed` */
  struct nest_term term[TERMS_MOST]; /* of the totals that are evaluated, those that count: */
  short terms[COLUMNS][2];           /* of column k from terms[k][0] on, terms[k][1] of them */
  short needed[COLUMNS];             /* all that have a level, in the order of the rows */
  short at_level[COLUMNS];           /* the same by level: those of level l > 0 start at at_level[at[l]] */
  short at[LEVELS + 1];
  int needs;
  size_t buffer[COLUMNS], cell[COLUMNS]; /* places in a worker's memory */
  size_t doubles;                        /* of that memory */
};

/* 1 for the level that is repeated, and for the last one, which sees it so. */
static inline int nest_is_repeated(const struct nest *nest, int level) {
  return nest->order.repeated && level == nest->levels - 2;
}
static inline int nest_sees_repeated(const struct nest *nest, int level) {
  return nest->order.repeated && level == nest->levels - 1;
}
/* The first axis, in the order, of those that a level's rows differ in; the last is that of its group. */
static inline int nest_axes_begin(const struct nest *nest, int level) {
  const int g = level - 1 - nest->chunked;
  return nest->order.first[nest_sees_repeated(nest, level) ? g - 1 : g];
}
/* The level, in `start`, of columns that wait for so many sifts: of the repeated level, or of the last. */
static inline int nest_waiting(const struct nest *nest, int sifts, int repeated) {
  return nest->levels + 2 * (sifts - 1) + repeated;
}

/* Fails where a needed field is not given or a value is out of bounds. order: NULL, or how to walk. */
twocs_status twocs_nest_init(struct nest *nest, const twocs_job *job, const struct order *order,
                             twocs_error *error);
/* Its parts: which axis moves which field, and the check of their values; what a walk costs; columns that
 * must hold the same values; columns that wait for the job's sift; the fields that columns depend on; which
 * reads count. */
twocs_status twocs_axes_mark(const twocs_job *job, signed char moved[COLUMNS], twocs_error *error);
twocs_status twocs_axes_check(const twocs_job *job, twocs_error *error);
void twocs_counting_find(struct nest *nest);
void twocs_distinct_find(struct nest *nest);
void twocs_workload_count(const struct nest *nest, struct workload *work);
void twocs_twins_find(struct nest *nest);
void twocs_waiting_find(struct nest *nest);
void twocs_fields_find(struct nest *nest);

/* What column k of a nest reads and counts. */
static inline struct reading nest_reading(const struct nest *nest, int k) {
  const struct counting *of = &nest->counting[k];
  if (of->at < 0) return twocs_reading(nest->job->plan, k);
  return (struct reading){nest->guarded + of->at, NULL, of->counts};
}

/* A thread's memory: by level where it sees each column's values, then buffers and cells. */
struct worker {
  const struct nest *nest;
  int part;
  twocs_cells *in;
  double *memory;
  size_t row[LEVELS];       /* the row of each level; the last level has none */
  size_t base[LEVELS];      /* number of the row that the levels above stand at */
  size_t begin[LEVELS];     /* of a chunked axis: its first value in the chunk, */
  size_t rows[LEVELS];      /* and how many; of other levels, all */
  int stale[LEVELS];        /* shallowest level that stepped since the level, or what waits, was evaluated, */
  uint64_t changed[LEVELS]; /* and the fields that have another value since then */
  size_t span[LEVELS];      /* so many rows of a level are evaluated at a time, */
  size_t low[LEVELS];       /* just now those from this one on */
  unsigned char primed[LEVELS];
  twocs_cells unread[TWOCS_ITEMS_MOST]; /* of items that a law does not read: zeros */
  twocs_error error;
};
/* A column has one level, a buffer and a cell there, and a cell between them. The buffer of a level that is
 * repeated has half a block's rows at most, and its cells have all. */
#define COLUMN_DOUBLES(rows) ((rows) + (rows) / 2 + 3 * CELL)
enum { WORKER_DOUBLES = COLUMNS * COLUMN_DOUBLES(TWOCS_BLOCK_MOST) };

/* Fields of a level's axes that differ between two of its rows. */
uint64_t twocs_changed_fields(const struct worker *worker, int level, size_t before, size_t row);

void twocs_worker_init(struct worker *worker, const struct nest *nest, int part, void *scratch);
/* For several threads: what reads only its own level's axes is made once, by the first worker, and copied by
 * the others; of what reads more, each evaluates the rows about those that its tasks are. */
void twocs_worker_prime(struct worker *worker);
void twocs_worker_copy(struct worker *worker, const struct worker *first);
void twocs_worker_narrow(struct worker *worker, int threads);
twocs_status twocs_worker_run(struct worker *worker, size_t task);

/* twocs_run() in a given order. */
twocs_status twocs_run_ordered(const twocs_job *job, const struct order *order, twocs_error *error);

#endif
