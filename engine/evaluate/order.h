/* SPDX-License-Identifier: MIT
 *
 * The order in which a job walks its axes. Rows are numbered in the script's order of the axes. The engine
 * chooses how to walk them: as a chain of groups of axes, outermost first. The cost of a walk is counted, not
 * measured, so that the same job is walked alike on every machine. */
#ifndef TWOCS_ORDER_H
#define TWOCS_ORDER_H

#include "evaluate/walk.h"

/* Group g holds the axes axis[first[g]] ... axis[first[g + 1] - 1]; each group becomes one level of the nest.
 * Axes of one value are in no group. A repeated group is not stepped through: the last group's rows are those
 * of both groups together (repeated.c). */
struct order {
  int groups;
  int repeated; /* 1: the group before the last is repeated */
  int first[TWOCS_AXES_MOST + 1];
  unsigned char axis[TWOCS_AXES_MOST];
};

/* Every axis a group of its own, in the script's order. */
void twocs_order_plain(const struct workload *work, struct order *order);
/* The cost of the walk, in nanoseconds of no particular machine. */
double twocs_order_cost(const struct workload *work, const struct order *order);
/* The cheapest walk found by a search whose own cost is small compared with the job's. */
void twocs_order_choose(const struct workload *work, struct order *order);
/* Cuts the last group in two if it is cheaper to evaluate columns that read only some of its axes at the rows
 * of these axes, and to repeat them, than at all rows. */
void twocs_order_repeat(const struct workload *work, struct order *order);

#endif
