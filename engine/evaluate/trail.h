/* SPDX-License-Identifier: MIT
 *
 * A trail: what one evaluation of a point did, in its order, so that the next that is asked the same need not
 * find it again. Two kinds of step: a column was filled, or what guards columns, a column or a gate (rows.h),
 * was found to be zero or not. Which column is filled next follows from the plan's readings, from which
 * fields are given, from the wants and from what the guards were found to be, and from nothing else. So where
 * the first three are the same, a point takes the same steps up to the first guard that is not what it was;
 * what comes after it is found anew. No value of a point is kept, nor any law. */
#ifndef TWOCS_TRAIL_H
#define TWOCS_TRAIL_H

#include "evaluate/needs.h"

/* A step: the column, or COLUMNS + the gate, and above its bits what was found. */
enum { TRAIL_FILLED, TRAIL_ZERO = TWOCS_COLUMNS_MOST, TRAIL_OTHER = 2 * TWOCS_COLUMNS_MOST };

struct twocs_trail {
  int wants; /* 0: nothing was asked yet */
  int whole; /* 1: the steps lead to all wants */
  int steps;
  int want[COLUMNS];
  unsigned char given[COLUMNS];
  int items[TWOCS_FAMILIES];
  unsigned char item[TWOCS_FAMILIES][TWOCS_ITEMS_MOST];
  unsigned char looked[COLUMNS + GATES_MOST]; /* 1: the steps say whether it is zero */
  unsigned short step[2 * COLUMNS + GATES_MOST];
};
_Static_assert(COLUMNS + GATES_MOST <= TWOCS_COLUMNS_MOST, "a step holds any column and any gate");

/* 1 where this job can leave a trail: its laws do not call back, it rests on nothing that was measured, and
 * its wants are no more than there are columns. */
int twocs_trail_fits(const twocs_job *job);
/* 1 where the trail was left by a job that asks the same. */
int twocs_trail_same(const twocs_trail *trail, const twocs_job *job, const needs *set);
/* An empty one of this job. */
void twocs_trail_begin(twocs_trail *trail, const twocs_job *job, const needs *set);
/* Forgets the steps from this one on. */
void twocs_trail_cut(twocs_trail *trail, int step);

static inline void trail_filled(twocs_trail *trail, int k) {
  trail->step[trail->steps++] = (unsigned short)(k | TRAIL_FILLED);
}
static inline void trail_looked(twocs_trail *trail, int k, int zero) {
  if (trail->looked[k]) return;
  trail->looked[k] = 1;
  trail->step[trail->steps++] = (unsigned short)(k | (zero ? TRAIL_ZERO : TRAIL_OTHER));
}

#endif
