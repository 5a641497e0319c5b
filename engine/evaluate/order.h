/* SPDX-License-Identifier: MIT
 *
 * The order in which a job walks its axes. Rows are numbered as the script orders the axes; how they are
 * walked is the engine's business: a chain of groups of axes, outermost first. What a walk costs is counted,
 * not measured, so that the same job is walked alike on every machine. */
#ifndef TWOCS_ORDER_H
#define TWOCS_ORDER_H

#include "evaluate/walk.h"

/* Group g holds the axes axis[first[g]] ... axis[first[g + 1] - 1]; each group becomes one level of the nest.
 * Axes of one value stand in none. A repeated group is not stepped through: the last group's rows are those
 * of both together (repeated.c). */
struct order {
  int groups;
  int repeated; /* 1: the group before the last is */
  int first[TWOCS_AXES_MOST + 1];
  unsigned char axis[TWOCS_AXES_MOST];
};

/* Every axis a group of its own, in the script's order. */
void twocs_order_plain(const struct workload *work, struct order *order);
/* What the walk costs, in nanoseconds of no machine in particular. */
double twocs_order_cost(const struct workload *work, const struct order *order);
/* The cheapest walk that a search finds whose own cost stays small compared with the job's. */
void twocs_order_choose(const struct workload *work, struct order *order);
/* Cuts the last group in two where it is cheaper to evaluate what reads some of its axes at their rows alone,
 * and to repeat that, than at all rows. */
void twocs_order_repeat(const struct workload *work, struct order *order);

#endif
