/* SPDX-License-Identifier: MIT
 *
 * What each row reads: found once, checked, and handed to the engine as a constant table. */
#ifndef GENERATE_READS_H
#define GENERATE_READS_H

#include "generate/rows.h"
#include "generate/text.h"

/* reads[i] lists the rows that row i reads: of a formula each once, of a slot all items of its family in
 * their order, of a sum weight and value of each term. Entries [begin[i], begin[i + 1]) of list. */
enum { ROWS_MOST = 4096, READS_MOST = 1 << 17, NAMES_MOST = 1 << 13 };
/* Row `read` counts only where `by` is not 0; where `read` is the row itself, the row is 0 where `by` is. Of
 * row k, entries [guarded[k], guarded[k + 1]) of guard. by: a row, or ROWS_MOST + a gate. */
typedef struct guard {
  short read, by;
} guard;
/* A condition as it is written in a text, equal(cp_kind, 1), or the opposite of it; and the rows that it
 * reads, each once. */
typedef struct gate {
  piece text;
  int negated, reads;
  short read[GATE_READS_MOST];
} gate;
typedef struct reads {
  const char *text[ROWS_MOST]; /* formulas, in which the words of choices are numbers */
  int begin[ROWS_MOST + 1], divisions[ROWS_MOST];
  short list[READS_MOST];
  int guarded[ROWS_MOST + 1];
  guard guard[READS_MOST];
  int gates;
  gate gate[GATES_MOST];
  int names;              /* places of the table of rows by name, a power of two at least twice the rows */
  short name[NAMES_MOST]; /* -1: nobody */
  int mistakes;
} reads;

/* Prints a sentence for each mistake, with the row's file and line. */
void reads_find(const functions *, reads *);
/* Fills `guarded` and `guard`, once all rows are read. */
void guards_find(reads *);
void names_index(reads *);
/* Fills `text`, once there is a table of names. */
void words_find(reads *);
void mistake(reads *, const row *at, const char *text, ...);
int row_find(const reads *, const char *name, size_t length);
/* 1 where a row is one of ERDI24, which the search compiles as they are written. */
int row_is_of_wall(int row);
/* Refuses conditions that are calculated with. */
void conditions_check(reads *);
/* Refuses what the rows of collective algorithms may not call or read. */
void collectives_check(reads *);

#endif
