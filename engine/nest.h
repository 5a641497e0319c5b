/* SPDX-License-Identifier: MIT
 *
 * A nest: a job's axes cut into a chain of levels, and every needed column placed on the deepest level that
 * it reads. Level 0 has no axis and holds the constants. A column is evaluated for a block of its level's
 * rows; to deeper levels it is a constant. */
#ifndef TWOCS_NEST_H
#define TWOCS_NEST_H

#include "rows.h"

enum { LEVELS = 8, OUTER_BLOCK = 32 };

struct nest {
  const twocs_job *job;
  int levels; /* level l holds axes [first[l], first[l + 1]); level 0 none */
  int first[LEVELS + 1];
  size_t rows[LEVELS], block[LEVELS];
  signed char level[COLUMNS];     /* -1: not needed */
  signed char outer[COLUMNS];     /* the next level up that it reads */
  unsigned char formula[COLUMNS]; /* 1: evaluated, 0: a value of the base or of an axis */
  unsigned char deeper[COLUMNS];  /* 1: read, or wanted, on a deeper level */
  short filler[COLUMNS];          /* slot or total that fills it */
  short twin[COLUMNS];            /* the column that it shares its values with: itself, or an earlier one */
  short order[COLUMNS];           /* evaluated columns by level, then by outer */
  short start[LEVELS]
             [LEVELS + 1]; /* of level l, those whose outer level is at least s start at order[start[l][s]] */
  short passed[COLUMNS];   /* columns with `deeper`, by level: those of level l start at passed[pass[l]] */
  short pass[LEVELS + 1];
  short needed[COLUMNS]; /* all that have a level, in the order of the rows */
  int needs;
  size_t buffer[COLUMNS], cell[COLUMNS]; /* places in a worker's memory */
};

/* Cuts the axes. Depends on nothing but their sizes. */
void twocs_nest_cut(struct nest *nest, int axes, const twocs_axis axis[]);
size_t twocs_nest_tasks(const struct nest *nest);
/* Places the columns. Fails where a needed field is not given or a value is out of bounds. */
twocs_status twocs_nest_init(struct nest *nest, const twocs_job *job, twocs_error *error);

/* A thread's memory: tables of inputs per level, then buffers and cells. */
struct worker {
  const struct nest *nest;
  twocs_cells (*in)[COLUMNS]; /* by level */
  double *memory;
  size_t index[LEVELS]; /* rows already done, in the numbering of the level */
  int stale[LEVELS];    /* shallowest level that stepped since the level was evaluated */
  size_t task;
  twocs_error error;
};
enum { WORKER_DOUBLES = COLUMNS * (TWOCS_BLOCK_MOST + (LEVELS - 2) * OUTER_BLOCK + LEVELS * CELL) };

void twocs_worker_init(struct worker *worker, const struct nest *nest, void *scratch);
twocs_status twocs_worker_run(struct worker *worker, size_t task);

#endif
