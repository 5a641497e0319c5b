/* SPDX-License-Identifier: MIT
 *
 * What each row reads: found and checked once, and given to the engine as a constant table. */
#ifndef GENERATE_READS_H
#define GENERATE_READS_H

#include "generate/rows.h"
#include "generate/text.h"

/* list: the rows that each row reads; for a formula each once, for a slot all items of its family in their
 * order, for a sum weight and value of each term. Row i has the entries [begin[i], begin[i + 1]). */
enum { ROWS_MOST = 4096, READS_MOST = 1 << 17, NAMES_MOST = 1 << 13 };
/* Row `read` counts only if `by` is not 0; if `read` is the row itself, the row is 0 if `by` is. Row k has
 * the entries [guarded[k], guarded[k + 1]) of guard. by: a row, or ROWS_MOST + a gate. */
typedef struct guard {
  short read, by;
} guard;
/* A condition as it is written in a text, such as equal(cp_kind, 1), or its opposite; and the rows that it
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
  short name[NAMES_MOST]; /* -1: empty */
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
/* 1 if a row belongs to ERDI24, whose rows the search compiles as they are written. */
int row_is_of_wall(int row);
/* Refuses formulas that calculate with conditions. */
void conditions_check(reads *);
/* Refuses rows of collective algorithms that call or read something out of scope. */
void collectives_check(reads *);

#endif
