/* SPDX-License-Identifier: MIT
 *
 * The rows as the generator sees them: texts, and the place of each. */
#ifndef GENERATE_ROWS_H
#define GENERATE_ROWS_H

#include "rows/compiled.h"

typedef struct row {
  const char *name, *unit, *file;
  int line;
  enum filled filled;
  const char *text;   /* of a choice, its words; of a formula; of a slot, the columns that it names, a blank
                         after each; of support, its result */
  const char *family; /* of a slot */
  const char *const *weight, *const *value; /* of a sum: a column per term, `stride` apart; NULL weighs 1 */
  const short *key; /* and the key of each term: it counts where this is at least `first` and below `last` */
  int terms, stride, first, last;
} row;
extern const row rows[];
extern const int row_count;

/* A family of laws and its items, with a blank after each: a column's name, "-" if each slot names its own
 * column, or "+" if that is a size. */
typedef struct family {
  const char *name, *items;
} family;
extern const family families[];
extern const int family_count;

extern const char *const rules[];
extern const int rule_count;

#endif
