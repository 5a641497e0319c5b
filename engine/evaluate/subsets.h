/* SPDX-License-Identifier: MIT
 *
 * The best walk under a simpler cost than that of order.c, and the price of this search in the same
 * nanoseconds. */
#ifndef TWOCS_SUBSETS_H
#define TWOCS_SUBSETS_H

#include "evaluate/walk.h"

void twocs_subsets_search(const struct workload *work, walk *best);
double twocs_subsets_price(const struct workload *work);

#endif
