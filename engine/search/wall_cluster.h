/* SPDX-License-Identifier: MIT */
#ifndef TWOCS_WALL_CLUSTER_H
#define TWOCS_WALL_CLUSTER_H

#include "search/wall_tables.h"

/* Like twocs_wall_fit, for a point that was settled once at another width. A run that uses more than `util`
 * of the peak need not be the best one. */
twocs_status twocs_search_fit(const twocs_point *point, double util, search *s, twocs_wall_run *run,
                              twocs_error *error);

#endif
