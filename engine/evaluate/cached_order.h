/* SPDX-License-Identifier: MIT
 *
 * A cached order: the steps of one evaluation of a point, in their order, so that the next evaluation of the
 * same question need not find them again. There are two kinds of step: a column was filled, or a guard of
 * columns (a column or a gate, rows.h) was found to be zero or not. Which column is filled next depends only
 * on the plan's readings, on which fields are given, on the wants, and on the results of the guards. So if
 * the first three are the same, a point takes the same steps up to the first guard with another result; the
 * steps after it are found anew. Values of a point and laws are not kept. */
#ifndef TWOCS_CACHED_H
#define TWOCS_CACHED_H

#include "evaluate/needs.h"

/* A step: the column, or COLUMNS + the gate; the higher bits hold what was found. */
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

/* 1 if this job can leave a cached order: its laws do not call back, it has no measured bases, and it has no
 * more wants than there are columns. */
int twocs_cached_order_fits(const twocs_job *job);
/* 1 if the cached order was left by a job that asks the same. */
int twocs_cached_order_same(const twocs_cached_order *cached, const twocs_job *job, const needs *set);
/* Starts an empty cached order of this job. */
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
