/* SPDX-License-Identifier: MIT
 *
 * The rows with the least values, in a heap whose top is the worst of them. Of equal values the lower row is
 * better, so that the order in which rows come says nothing. */
#ifndef TWOCS_KEPT_H
#define TWOCS_KEPT_H

#include "evaluate/sinks.h"

/* Of the rows in the heap and this one the best `keep`. */
void twocs_kept_offer(twocs_kept heap[], size_t *count, size_t keep, twocs_kept row);
/* A heap as a list, the best first; `most`: values were offered with the other sign, and get their own. */
void twocs_kept_sort(twocs_kept heap[], size_t count, int most);

#endif
