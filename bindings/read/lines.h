/* SPDX-License-Identifier: MIT */
/* What the readers of logs share: lines, the words in them, and numbers as they were rounded for print. They
 * point into the caller's text; nothing is allocated. */
#ifndef TWOCS_READ_LINES_H
#define TWOCS_READ_LINES_H
#include "rows/units.h"

#include <stddef.h>

typedef struct twocs_slice {
  const char *text;
  size_t length;
} twocs_slice;

typedef struct twocs_lines {
  const char *text;
  size_t length, at, line; /* line: the number of the one last given */
  int whole;               /* did it end in a line break? */
} twocs_lines;

/* A number, and how far rounding may have moved it. Both are NaN if there is none, as in "N/A". */
typedef struct twocs_rounded {
  double value, half;
} twocs_rounded;

/* Lines of a kind: how many, and the first. */
typedef struct twocs_tally {
  size_t count, first;
} twocs_tally;
void twocs_tally_add(twocs_tally *, size_t line);

/* Returns -1, and writes "line 7: " and the sentence into message. */
int twocs_lines_fail(char *message, size_t size, size_t line, const char *format, ...);

/* 0, or -1 and one sentence: an empty text, or no text at all. A byte order mark is skipped. */
int twocs_lines_open(twocs_lines *, const char *text, size_t length, char *message, size_t size);

/* Returns 1 and a line, without its break, the blanks around it, and the label of the process that mpirun and
 * srun write before it ("[1,0]<stdout>:", "3: "); 0 after the last. */
int twocs_lines_next(twocs_lines *, twocs_slice *line);

/* Cuts the first word off; 0 if there is none. */
int twocs_lines_word(twocs_slice *rest, twocs_slice *word);

int twocs_slice_is(twocs_slice, const char *text);

/* Where the text begins in the slice, or NULL. */
const char *twocs_slice_find(twocs_slice, const char *text);

/* Reads a word of digits; 0 if it has anything else, or is longer than any count. */
int twocs_count(twocs_slice word, double *value);

/* A word that is a number in this unit, or "N/A", or nan or inf (all NaN); 0 if it is neither. */
int twocs_rounded_read(twocs_slice word, twocs_unit unit, twocs_rounded *);
#endif
