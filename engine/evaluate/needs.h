/* SPDX-License-Identifier: MIT
 *
 * What must be computed for the wanted columns: all columns that they read, directly or through others. */
#ifndef TWOCS_NEEDS_H
#define TWOCS_NEEDS_H

#include "rows/rows.h"

/* Bytes, not bits: most of the walk sets them, and a byte is set without being read first. */
typedef struct needs {
  unsigned char needed[COLUMNS];
  unsigned char given[COLUMNS]; /* fields whose value is in the point or on an axis */
} needs;

/* moved, by field: above 0 if an axis gives its value; NULL: there is no axis. Fails if a value of the point
 * is out of bounds, a want is not a column, or a needed field has neither value nor formula. */
twocs_status twocs_needs_find(const twocs_job *job, const signed char moved[], needs *set,
                              twocs_error *error);
/* Its parts. twocs_needs_given fills only `given`, and checks that every value is in bounds. twocs_needs_met
 * does the rest; if nothing can be missing, it does so without the walk and without filling `needed`. */
twocs_status twocs_needs_given(const twocs_job *job, const signed char moved[], needs *set,
                               twocs_error *error);
twocs_status twocs_needs_met(const twocs_job *job, const signed char moved[], needs *set, twocs_error *error);

#endif
