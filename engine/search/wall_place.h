/* SPDX-License-Identifier: MIT */
#ifndef TWOCS_WALL_PLACE_H
#define TWOCS_WALL_PLACE_H

#include "search/wall_tables.h"

/* Tries every spreading of the family's degrees for one way of running the pipeline. */
void twocs_search_place(search *s, const family *f, const degrees *n, const work *w);

#endif
