/* SPDX-License-Identifier: MIT
 *
 * What must be computed for the wanted columns: all that they read, and what that reads in turn. */
#ifndef TWOCS_NEEDS_H
#define TWOCS_NEEDS_H

#include "rows/rows.h"

/* Bytes, not bits: most of the walk is setting them, and a byte is set without being read. */
typedef struct needs {
  unsigned char needed[COLUMNS];
  unsigned char given[COLUMNS]; /* fields whose value is in the point or on an axis */
} needs;

/* moved, by field: above 0 where an axis gives its value; NULL: no axis. Fails where a value of the point is
 * out of bounds, a want is no column, or a needed field has neither value nor formula. */
twocs_status twocs_needs_find(const twocs_job *job, const signed char moved[], needs *set,
                              twocs_error *error);
/* Its parts: fills `given` alone, where every value is in bounds; and the rest, without the walk, and without
 * `needed`, where nothing can be missing. */
twocs_status twocs_needs_given(const twocs_job *job, const signed char moved[], needs *set,
                               twocs_error *error);
twocs_status twocs_needs_met(const twocs_job *job, const signed char moved[], needs *set, twocs_error *error);

#endif
