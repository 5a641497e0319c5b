/* SPDX-License-Identifier: MIT
 *
 * The columns of support.def: the part of a result that each slot's time makes up, and what it rests on. */
#ifndef TWOCS_SHARES_H
#define TWOCS_SHARES_H

#include "evaluate/single.h"

/* The support columns of one result are filled together, when the first of them is needed: out[i] of support
 * i gets `n` rows, or is NULL if it is not needed or belongs to another result. in[] is by column. */
void twocs_shares_fill(const twocs_plan *plan, const struct constants *known, int result,
                       const twocs_cells in[], size_t n, double *const out[]);

/* The columns of a result's dependencies, the result last. */
struct reading twocs_dependencies(int support);

#endif
