/* SPDX-License-Identifier: MIT */
#ifndef TWOCS_WALL_SEARCH_H
#define TWOCS_WALL_SEARCH_H

#include "search/wall_tables.h"

/* The fastest layout on the current cluster that takes less than s->best.t_run, or one that is fast
 * enough. */
void twocs_search_run(search *s);

#endif
