/* SPDX-License-Identifier: MIT
 *
 * A cached order: what one evaluation of a point did, in its order, so that the next that is asked the same
 * need not find it again. Two kinds of step: a column was filled, or what guards columns, a column or a gate
 * (rows.h), was found to be zero or not. Which column is filled next follows from the plan's readings, from
 * which fields are given, from the wants and from what the guards were found to be, and from nothing else. So
 * where the first three are the same, a point takes the same steps up to the first guard that is not what it
 * was; what comes after it is found anew. No value of a point is kept, nor any law. */
#ifndef TWOCS_CACHED_H
#define TWOCS_CACHED_H

#include "evaluate/needs.h"

/* A step: the column, or COLUMNS + the gate, and above its bits what was found. */
enum { CACHED_FILLED, CACHED_ZERO = TWOCS_COLUMNS_MOST, CACHED_OTHER = 2 * TWOCS_COLUMNS_MOST };

struct twocs_cached_order {
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

/* 1 where this job can leave a cached order: its laws do not call back, it rests on nothing that was
 * measured, and its wants are no more than there are columns. */
int twocs_cached_order_fits(const twocs_job *job);
/* 1 where the cached order was left by a job that asks the same. */
int twocs_cached_order_same(const twocs_cached_order *cached, const twocs_job *job, const needs *set);
/* An empty one of this job. */
void twocs_cached_order_begin(twocs_cached_order *cached, const twocs_job *job, const needs *set);
/* Forgets the steps from this one on. */
void twocs_cached_order_cut(twocs_cached_order *cached, int step);

static inline void cached_order_filled(twocs_cached_order *cached, int k) {
  cached->step[cached->steps++] = (unsigned short)(k | CACHED_FILLED);
}
static inline void cached_order_looked(twocs_cached_order *cached, int k, int zero) {
  if (cached->looked[k]) return;
  cached->looked[k] = 1;
  cached->step[cached->steps++] = (unsigned short)(k | (zero ? CACHED_ZERO : CACHED_OTHER));
}

#endif
