/* SPDX-License-Identifier: MIT */
#ifndef TWOCS_WALL_PLACE_H
#define TWOCS_WALL_PLACE_H

#include "search/wall_tables.h"

/* Tries every way to spread the family's degrees, for one way to run the pipeline. */
void twocs_search_place(search *s, const family *f, const degrees *n, const work *w);

#endif
