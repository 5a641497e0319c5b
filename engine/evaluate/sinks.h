/* SPDX-License-Identifier: MIT
 *
 * Sinks: where the rows of a job end. A sink has a part for each of the job's threads and merges the parts at
 * the end. No result depends on the order in which rows come, or on how they were shared: sums are exact in a
 * fixed grid of bits, and ties go to the lower row. So any number of threads, any order of the walk and any
 * shares give the same bits. Parts must begin zeroed. */
#ifndef TWOCS_SINKS_H
#define TWOCS_SINKS_H

#include "twocs.h"

TWOCS_BEGIN

/* The number of the block's row r, and the value there of a wanted column. */
static inline size_t twocs_block_row(const twocs_block *block, size_t r) {
  return block->first + (block->offset ? block->offset[r] : r);
}
static inline double twocs_block_value(const twocs_block *block, int want, size_t r) {
  return block->value[want].value[r / 8 * block->value[want].step + r % 8];
}

/* Columns: out[i] gets every row. */
typedef struct twocs_columns_sink {
  int wants;
  double *const *out;
} twocs_columns_sink;
TWOCS_API void twocs_take_columns(void *sink, int part, const twocs_block *block);

/* Summary: least, most and sum of each wanted column. A sum is exact except for the part of each value below
 * 2^-48 of the largest. A NaN makes the sum NaN, and is left out of the rest. */
typedef struct twocs_summary {
  double least, most, sum;
  size_t count;
} twocs_summary;
typedef struct twocs_summary_part {
  double least, most, endless;        /* endless: the sum of values that are not finite */
  double held;                        /* a value that came `holds` times in a row and is not yet counted, */
  size_t count, holds;                /* of `count` in all */
  int unit;                           /* sums count units of 2^(48 unit), and of 2^-48 of that */
  unsigned long long high[2], low[2]; /* 128-bit integers */
} twocs_summary_part;
typedef struct twocs_summary_sink {
  int wants;
  twocs_summary_part *part; /* by part, then by want */
} twocs_summary_sink;
TWOCS_API void twocs_take_summary(void *sink, int part, const twocs_block *block);
TWOCS_API void twocs_summary_merge(const twocs_summary_sink *sink, int parts, twocs_summary result[]);

/* Conditions: a row counts if all of them hold. A NaN meets none. */
typedef enum twocs_relation {
  TWOCS_AT_MOST,
  TWOCS_AT_LEAST,
  TWOCS_BELOW,
  TWOCS_ABOVE,
  TWOCS_EQUAL,
  TWOCS_UNEQUAL
} twocs_relation;
typedef struct twocs_condition {
  int want; /* place of the column among the wanted */
  twocs_relation relation;
  double value;
} twocs_condition;
typedef struct twocs_conditions {
  int count;
  const twocs_condition *condition;
} twocs_conditions;

/* Best-k: the `keep` rows with the least value of one column, or the largest. Result: rows in the order of
 * their values; returns how many there are. */
typedef struct twocs_kept {
  double value;
  size_t row;
} twocs_kept;
typedef struct twocs_best_sink {
  int want, most; /* most: 1 keeps the largest values */
  twocs_conditions where;
  size_t keep;
  size_t *count;    /* by part */
  twocs_kept *kept; /* by part, `keep` each */
} twocs_best_sink;
TWOCS_API void twocs_take_best(void *sink, int part, const twocs_block *block);
TWOCS_API size_t twocs_best_merge(const twocs_best_sink *sink, int parts, twocs_kept result[]);

/* Kinds: for each kind of row the best `keep` that meet conditions, and how many meet them. Several grids,
 * one after another, may go into the same parts. For the values of its axes, a grid states what each adds to
 * the number under which a row is kept, and to its kind, which counts from 0; both are whole numbers in
 * doubles. A sift checks the conditions and its bound, of which the second may be the closer one. A caller
 * that needs no more than the best `sure` of each kind, the best `first` of all kinds, and the rows whose
 * value is within the share `near` of the best one, saves time: most other rows are left out. */
typedef struct twocs_kinds_axis {
  size_t size, stride; /* rows from one value to the next */
  const double *place; /* by value */
  const double *kind;  /* by value, or NULL: adds nothing */
} twocs_kinds_axis;
typedef struct twocs_heap {
  size_t count, keep;
  twocs_kept *kept;
} twocs_heap;
typedef struct twocs_kinds_sink {
  int want, most;
  /* For each sift the index of a want that no row's value is better than, unless it is 0; -1: none. */
  int bound[TWOCS_SIFTS_MOST];
  twocs_conditions where;
  int axes;
  const twocs_kinds_axis *axis;
  int parts, kinds;
  size_t keep, sure, first; /* first 0: no row is left out */
  double near;
  /* Set by twocs_kinds_init. */
  size_t *fits;        /* by part: rows that fulfil the conditions */
  double *best;        /* by part: the least value */
  twocs_heap *heap;    /* by part: each kind, the best `sure` of each kind, the best `first` of all kinds */
  double *limit;       /* by part, then by kind: the greatest value that is asked for, NaN: to be found */
  unsigned char *left; /* by part, then by kind: 1 if a row was left out */
} twocs_kinds_sink;
/* The bytes that the parts take, aligned for double; and the parts without a row, for the numbers in the
 * sink. */
TWOCS_API size_t twocs_kinds_size(const twocs_kinds_sink *sink);
TWOCS_API void twocs_kinds_init(twocs_kinds_sink *sink, void *memory);
TWOCS_API void twocs_take_kinds(void *sink, int part, const twocs_block *block);
TWOCS_API int twocs_sift_kinds(void *sink, int part, int time, const twocs_block *block);
/* The best rows of a kind: returns how many. *left becomes 1 if a row was left out although result[] has
 * room. */
TWOCS_API size_t twocs_kinds_merge(const twocs_kinds_sink *sink, int kind, twocs_kept result[], int *left);

/* Pareto: the rows that no other row beats in every column. If rows are equal in all columns, the first
 * is kept. If a front is longer than the capacity, in any part, merge returns capacity + 1. Result: in the
 * order of the first column. */
enum { TWOCS_PARETO_MOST = 3 };
typedef struct twocs_pareto_row {
  double value[TWOCS_PARETO_MOST];
  size_t row;
} twocs_pareto_row;
typedef struct twocs_pareto_sink {
  int columns; /* 2 or 3 */
  int want[TWOCS_PARETO_MOST], most[TWOCS_PARETO_MOST];
  twocs_conditions where;
  size_t capacity;
  size_t *count;         /* by part */
  twocs_pareto_row *row; /* by part, `capacity` each */
} twocs_pareto_sink;
TWOCS_API void twocs_take_pareto(void *sink, int part, const twocs_block *block);
TWOCS_API size_t twocs_pareto_merge(const twocs_pareto_sink *sink, int parts, twocs_pareto_row result[]);

/* Counts the rows that meet each set of conditions. */
typedef struct twocs_count_sink {
  int sets;
  const twocs_conditions *set;
  size_t *count; /* by part, then by set */
} twocs_count_sink;
TWOCS_API void twocs_take_count(void *sink, int part, const twocs_block *block);
TWOCS_API void twocs_count_merge(const twocs_count_sink *sink, int parts, size_t result[]);

TWOCS_END

#endif
