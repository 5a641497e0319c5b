/* SPDX-License-Identifier: MIT
 *
 * Which loops over rows this processor runs: those for wider vectors, where it has them and they were
 * compiled. They do the same operations in the same order, so the bits are the same. */
#include "rows/rows.h"

#ifdef TWOCS_HAS_WIDE
extern const row_function twocs_wide_row_of[COLUMNS];

const row_function *twocs_rows_here(void) {
  return __builtin_cpu_supports("avx2") ? twocs_wide_row_of : twocs_row_of;
}
#else
const row_function *twocs_rows_here(void) { return twocs_row_of; }
#endif
