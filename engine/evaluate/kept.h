/* SPDX-License-Identifier: MIT
 *
 * The rows with the least values, in a heap whose top is the worst of them. If values are equal, the lower
 * row is better, so that the order in which rows come does not matter. */
#ifndef TWOCS_KEPT_H
#define TWOCS_KEPT_H

#include "evaluate/sinks.h"

/* Keeps the best `keep` of the rows in the heap and this one. */
void twocs_kept_offer(twocs_kept heap[], size_t *count, size_t keep, twocs_kept row);
/* Turns a heap into a list, the best first; `most`: values were offered with the opposite sign, and get their
 * own. */
void twocs_kept_sort(twocs_kept heap[], size_t count, int most);

#endif
