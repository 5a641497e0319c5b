/* SPDX-License-Identifier: MIT
 *
 * The rows as the rest of the engine sees them: an index per column, a function per formula, and what each
 * formula reads besides the columns in its text. No rows file is read here, so that a changed
 * formula compiles little again. */
#ifndef TWOCS_ROWS_H
#define TWOCS_ROWS_H

#include "generated/column.h" /* K_name of each column: engine/generate */
#include "rows/compiled.h"
#include "twocs.h"

enum { CELL = 8 }; /* rows of a cell */

/* Evaluates `cells` cells of a formula; in[] is indexed by column. The other evaluates it at one point, whose
 * values stand in of[]. Both NULL where no formula fills the column. */
typedef void (*row_function)(size_t cells, const twocs_cells in[], double *out);
typedef double (*one_function)(const double of[]);
extern const row_function twocs_row_of[COLUMNS];
extern const one_function twocs_one_of[COLUMNS];
/* Of the same rows the functions that this processor runs fastest. */
const row_function *twocs_rows_here(void);

/* Who fills a column, and of slots and totals which of them. */
struct filler {
  unsigned char by;
  short at;
};
extern const struct filler twocs_filler[COLUMNS];

/* Column k reads the entries [twocs_read_begin[k], twocs_read_begin[k + 1]) of the list. A slot has there all
 * items of its family, in their order: which of them it reads is up to the law. */
extern const short twocs_read_list[];
extern const int twocs_read_begin[COLUMNS + 1];
/* Guards: to column k, `read` is only ever multiplied by `by`, so where `by` is 0 it counts for nothing; and
 * where `read` is k itself, k is 0 there. by: a column, or COLUMNS + a gate.
 * In the order of the reads. Entries [twocs_guard_begin[k], twocs_guard_begin[k + 1]) of the
 * list. */
struct guard {
  short read, by;
};
extern const struct guard twocs_guards[];
extern const short twocs_guard_begin[COLUMNS + 1];
/* Gates: factors that are 0 to leave something out, is(mode, 0) or 1 - sp, and what they read. */
struct gate {
  one_function value;
  short reads, read[GATE_READS_MOST];
};
extern const struct gate twocs_gates[];
/* The fields without a formula that a column comes down to under any plan, as bits. */
extern const uint64_t twocs_reach[COLUMNS][REACH_WORDS];
/* How many divisions a formula does at each point, those of the functions that it calls included. */
extern const unsigned char twocs_divisions[COLUMNS];
/* How many other operations its text asks for: for what a walk costs. */
extern const unsigned short twocs_operations[COLUMNS];
/* Columns by name (compiled.h); -1: an empty place. */
extern const short twocs_by_name[];
extern const unsigned twocs_name_mask;

/* Slots: columns that a law fills. */
struct slot {
  short column, family, aspect;
};
extern const struct slot twocs_slots[];
extern const int twocs_slot_count;
/* By family and item: 1 where all slots of the family read the same column. */
extern const unsigned char *const twocs_shared[TWOCS_FAMILIES];

/* Support: which part of the time of `result`, and of which family, -1: of any. Such a column reads the
 * dependencies of its result, in the order of the rows: the result, which ends it, and those in seconds by
 * which slots get there; and after it what is read on the way, and every size of these slots. */
enum {
  SUPPORT_INSIDE,
  SUPPORT_BEYOND,
  SUPPORT_TRANSFERRED,
  SUPPORT_ASSUMED,
  SUPPORT_WORST,
  SUPPORT_FARTHEST
};
enum { SUPPORTS_MOST = 64 };
struct support {
  short column, result, part, family;
};
extern const struct support twocs_supports[];
extern const int twocs_support_count;

/* 1 where a law is asked by one thread at a time. */
int twocs_plan_serial(const twocs_plan *plan);

/* What a column reads under a plan: reading_at(r, i) for i below count. */
struct reading {
  const short *column;
  const unsigned char *item; /* of a slot: which entries its law reads; NULL: all */
  int count;
};
static inline struct reading twocs_reading(const twocs_plan *plan, int column) {
  const short *list = twocs_read_list + twocs_read_begin[column];
  if (twocs_filler[column].by != BY_LAW) {
    const int idle = twocs_filler[column].by == BY_SUPPORT && !plan->bases;
    return (struct reading){list, NULL, idle ? 0 : twocs_read_begin[column + 1] - twocs_read_begin[column]};
  }
  const int family = twocs_slots[twocs_filler[column].at].family;
  if (twocs_slots[twocs_filler[column].at].aspect == TWOCS_WHOLE)
    return (struct reading){list, plan->rank[family], plan->ranks[family]};
  return (struct reading){list, plan->item[family], plan->items[family]};
}
static inline int reading_at(const struct reading *r, int i) { return r->column[r->item ? r->item[i] : i]; }

/* Totals: the sum or product of weight x value over those of `rows` pairs of columns whose key is at least
 * `first` and below `last`; columns stand `stride` apart, and weight -1 is 1. */
enum { TOTAL_SUM, TOTAL_PRODUCT };
enum { TOTAL_TERMS_MOST = 128, TERMS_MOST = 4096 }; /* of one total, of all of them */
struct total {
  short column, how, rows, stride, first, last;
  const short *key, *weight, *value;
};
static inline int twocs_total_has(const struct total *t, int row) {
  return t->key[row] >= t->first && t->key[row] < t->last;
}
extern const struct total twocs_totals[];
extern const int twocs_total_count;

extern const short twocs_rule_column[];

#endif
