/* SPDX-License-Identifier: MIT
 *
 * The columns of support.def: what each slot's time is of a result's, and what it rests on. */
#ifndef TWOCS_SHARES_H
#define TWOCS_SHARES_H

#include "evaluate/single.h"

/* The support columns of one result are filled together, by the first of them that anybody asks for: out[i]
 * of support i takes `n` rows, or is NULL where it is not needed or of another result. in[] is by column. */
void twocs_shares_fill(const twocs_plan *plan, const struct constants *known, int result,
                       const twocs_cells in[], size_t n, double *const out[]);

/* The columns of a result's dependencies, the result last. */
struct reading twocs_dependencies(int support);

#endif
