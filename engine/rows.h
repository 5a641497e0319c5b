/* SPDX-License-Identifier: MIT
 *
 * The rows as the rest of the engine sees them: an index per column, a function per formula, and what each
 * formula reads beside the columns that stand in its text. */
#ifndef TWOCS_ROWS_H
#define TWOCS_ROWS_H

#include "twocs.h"

enum column {
#define INPUT(name, ...) K_##name,
#define EQ(name, ...) K_##name,
#define SLOT(name, ...) K_##name,
#define TOTAL(name, ...) K_##name,
#define VERDICT(name, ...) K_##name,
#include "columns.h"
  COLUMNS
};
enum { CELL = 8 }; /* rows of a cell */

/* Constant folding makes the 300 tests in rows.c disappear. With sanitizers that would take the compiler
 * minutes, so there one slow function serves every formula, with the same bits; it loads every column above
 * its own, so all inputs must exist. */
#if defined(__SANITIZE_ADDRESS__) || defined(TWOCS_ROWS_SLOW)
#define ROWS_SLOW 1
#else
#define ROWS_SLOW 0
#endif

/* Evaluates `cells` cells of a formula; in[] is indexed by column. */
typedef void (*row_function)(size_t cells, const twocs_cells in[], double *out);
extern const row_function
    twocs_row_of[COLUMNS]; /* NULL of a field without formula, and where a law or a table fills the column */

/* What a parallelism cuts: bit i is dimension i. Formulas use <dim>_ways, the product of the degrees
 * that cut it, and <parallelism>_inner, the product of the degrees before it. */
struct cut {
  const char *parallelism;
  unsigned dims;
};
extern const struct cut twocs_cuts[];
extern const short twocs_degree_of[]; /* column of the parallelism's degree */
extern const int twocs_degree_count;
extern const char *const twocs_dim_names[];
extern const int twocs_dim_count;

/* Slots: the family, the aspect and the inputs that a slot names itself. */
struct slot {
  short column, family, aspect, in[12];
};
extern const struct slot twocs_slots[];
extern const int twocs_slot_count;
/* Items of a family that are columns, -1 for those that a slot names. */
extern const short *const twocs_family_columns[];
enum { ITEMS_MOST = 48 };

/* Totals: the sum over `terms` pairs of columns, weight[i * stride] x value[i * stride]; weight -1 is 1. */
struct total {
  short column, terms, stride;
  const short *weight, *value;
};
extern const struct total twocs_totals[];
extern const int twocs_total_count;

extern const short twocs_rule_column[];

#endif
