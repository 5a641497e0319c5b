/* SPDX-License-Identifier: MIT
 *
 * What a law's times rest on: a word, and the sizes between which it was measured. A plan that carries bases
 * fills the columns of support.def; nothing else in the engine uses them. */
#ifndef TWOCS_SUPPORT_H
#define TWOCS_SUPPORT_H

#include "twocs.h"

TWOCS_BEGIN

/* From best to worst; a result gets the worst word that carries at least this share of its time. */
typedef enum twocs_support_word {
  TWOCS_INSIDE,      /* measured on this device, in this format, at sizes and ranks like these */
  TWOCS_BEYOND,      /* measured here, but not at such sizes or ranks */
  TWOCS_TRANSFERRED, /* measured on another device or in another format, and taken over by spec sheet */
  TWOCS_ASSUMED,     /* not measured */
  TWOCS_WORDS
} twocs_support_word;
#define TWOCS_CARRIES 0.05

/* The sizes whose measured range a law may know. */
enum { TWOCS_SIZES = 14 };
TWOCS_API extern const char *const twocs_size_names[TWOCS_SIZES];
TWOCS_API int twocs_size_find(const char *name); /* or -1 */

/* word: INSIDE, TRANSFERRED or ASSUMED. otherwise: the word if a size that is asked for was not measured
 * (BEYOND, if the word is INSIDE). least and most: the measured range; if it is not known, -infinity and
 * infinity. */
typedef struct twocs_basis {
  twocs_support_word word, otherwise;
  double least[TWOCS_SIZES], most[TWOCS_SIZES];
} twocs_basis;
TWOCS_API void twocs_basis_init(twocs_basis *basis, twocs_support_word word);

/* For the columns that slots fill: basis[of[column] - 1]; if of[column] is 0, the time is assumed. */
typedef struct twocs_bases {
  const twocs_basis *basis;
  unsigned short of[TWOCS_COLUMNS_MOST];
} twocs_bases;

/* The sizes of a slot: the columns that are multiplied for each size, -1 after the last; none for sizes that
 * the slot's family does not have. */
enum { TWOCS_SIZE_COLUMNS = 4 };
TWOCS_API void twocs_slot_sizes(int slot, int column[TWOCS_SIZES][TWOCS_SIZE_COLUMNS]);

/* The factor by which a size lies beyond what was measured: 1 inside; infinite if a size of at most 0 is
 * below a measured one. Sizes come from divisions, so a distance of 1e-9 counts as inside. */
TWOCS_API double twocs_beyond(const twocs_basis *basis, int size, double value);

/* 1 if a column describes what a result rests on (support.def). */
TWOCS_API int twocs_is_support(int column);

TWOCS_END

#endif
