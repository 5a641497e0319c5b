/* SPDX-License-Identifier: MIT
 *
 * What a law's times rest on: a word, and between which sizes it was measured. A plan that carries this fills
 * the columns of support.def; nothing else of the engine asks for it. */
#ifndef TWOCS_SUPPORT_H
#define TWOCS_SUPPORT_H

#include "twocs.h"

TWOCS_BEGIN

/* From best to worst; a result has the worst that carries this share of its time. */
typedef enum twocs_support_word {
  TWOCS_INSIDE,      /* measured on this device, in this format, at sizes and ranks like these */
  TWOCS_BEYOND,      /* measured here, but not at such sizes or ranks */
  TWOCS_TRANSFERRED, /* measured on another device or in another format, and taken over by spec sheet */
  TWOCS_ASSUMED,     /* not measured */
  TWOCS_WORDS
} twocs_support_word;
#define TWOCS_CARRIES 0.05

/* Sizes of which a law knows what was measured. */
enum { TWOCS_SIZES = 14 };
TWOCS_API extern const char *const twocs_size_names[TWOCS_SIZES];
TWOCS_API int twocs_size_find(const char *name); /* or -1 */

/* INSIDE, TRANSFERRED or ASSUMED, what it is where a size asked was not measured (of INSIDE by itself
 * BEYOND), and the sizes that were: of those that are not known, least is -infinity and most infinity. */
typedef struct twocs_basis {
  twocs_support_word word, otherwise;
  double least[TWOCS_SIZES], most[TWOCS_SIZES];
} twocs_basis;
TWOCS_API void twocs_basis_init(twocs_basis *basis, twocs_support_word word);

/* Of the columns that slots fill: basis[of[column] - 1]; where of[column] is 0, the time is assumed. */
typedef struct twocs_bases {
  const twocs_basis *basis;
  unsigned short of[TWOCS_COLUMNS_MOST];
} twocs_bases;

/* The sizes of a slot: which columns are multiplied for each, -1 after the last; none for those that the
 * slot's family has not. */
enum { TWOCS_SIZE_COLUMNS = 4 };
TWOCS_API void twocs_slot_sizes(int slot, int column[TWOCS_SIZES][TWOCS_SIZE_COLUMNS]);

/* By which factor a size lies beyond what was measured: 1 inside, infinite below zero of a measured size.
 * Sizes come out of divisions: what is 1e-9 away is inside. */
TWOCS_API double twocs_beyond(const twocs_basis *basis, int size, double value);

/* 1 where a column says what a result rests on (support.def). */
TWOCS_API int twocs_is_support(int column);

TWOCS_END

#endif
