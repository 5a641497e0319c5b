/* SPDX-License-Identifier: MIT
 *
 * The rows as tables: what each column is called and means, and what slots, totals and rules are
 * made of. Everything here is constant and made from the rows; nothing is listed by hand. */
#include "rows.h"
#include <math.h>

enum { REAL = 0, COUNT = TWOCS_COUNT };

enum reference { /* a misspelt reference does not compile */
#define REF(name, text) REF_##name,
#include "rows/refs.def"
#undef REF
                 REFERENCES
};
const twocs_reference twocs_references[] = {
#define REF(name, text) {#name, text},
#include "rows/refs.def"
#undef REF
};
const int twocs_reference_count = REFERENCES;

#define CHECKED(reference) (&#reference[0 * REF_##reference])
const twocs_column twocs_columns[] = {
#define INPUT(name, unit, initial, least, most, kind, words, meaning)                                        \
  {#name, unit, "", "", "", words, meaning, initial, least, most, kind},
#define FOLLOWER(name, unit, formula, least, most, kind, meaning)                                            \
  {#name, unit, #formula, "", "", "", meaning, (double)NAN, least, most, (kind) | TWOCS_FOLLOWS},
#define EQ(name, unit, reference, number, e, meaning)                                                        \
  {#name, unit, #e, CHECKED(reference), number, "", meaning, 0, 0, 0, 0},
#define SLOT(name, unit, family, aspect, inputs, meaning)                                                    \
  {#name, unit, "law of " #family, "", "", "", meaning, 0, 0, 0, 0},
#define TOTAL(name, unit, rows, weight, value, meaning)                                                      \
  {#name, unit, "sum of " #weight " x " #value " over " #rows, "HOUSE", "sum", "", meaning, 0, 0, 0, 0},
#define VERDICT(name, meaning) {#name, "1", "rules of legal.def", "HOUSE", "rules", "", meaning, 0, 0, 0, 0},
#include "columns.h"
};
const int twocs_column_count = COLUMNS;
_Static_assert((int)COLUMNS <= TWOCS_COLUMNS_MOST, "raise TWOCS_COLUMNS_MOST");

/* A record begins where the columns stood when its name came by. */
enum {
#define RECORD(name) FIRST_##name, AFTER_##name = FIRST_##name - 1,
#define INPUT(name, ...) PLACE_##name,
#define EQ(name, ...) PLACE_##name,
#define SLOT(name, ...) PLACE_##name,
#define TOTAL(name, ...) PLACE_##name,
#define VERDICT(name, ...) PLACE_##name,
#include "columns.h"
};
const twocs_record twocs_records[] = {
    {"model", FIRST_model, FIRST_run - FIRST_model},
    {"run", FIRST_run, FIRST_layout - FIRST_run},
    {"layout", FIRST_layout, FIRST_device - FIRST_layout},
    {"device", FIRST_device, FIRST_law - FIRST_device},
    {"law", FIRST_law, FIRST_op - FIRST_law},
    {"op", FIRST_op, FIRST_result - FIRST_op},
    {"result", FIRST_result, COLUMNS - FIRST_result},
};
const int twocs_record_count = (int)(sizeof twocs_records / sizeof *twocs_records);
const int twocs_field_count = FIRST_result;
_Static_assert(sizeof(twocs_point) == FIRST_result * sizeof(double),
               "a point is its fields, in the order of the columns");

/* Families: their items by name, and which of them are columns. */
enum family {
#define FAMILY(f, items, meaning) FAMILY_##f,
#define KIND(c, meaning) FAMILY_##c,
#define CALL(items)
#include "rows/families.def"
  FAMILIES
};
#undef FAMILY
#undef KIND
#undef CALL
_Static_assert((int)FAMILIES <= TWOCS_FAMILIES_MOST, "raise TWOCS_FAMILIES_MOST");

#define OWN(item) #item,
#define ALL(item) #item,
#define FAMILY(f, items, meaning) static const char *const f##_items[] = {items};
#define KIND(c, meaning)
#define CALL(items) static const char *const call_items[] = {items};
#include "rows/families.def"
#undef OWN
#undef ALL
#undef FAMILY
#undef KIND
#undef CALL

#define LENGTH(array) (int)(sizeof(array) / sizeof *(array))
const twocs_family twocs_families[] = {
#define FAMILY(f, items, meaning) {#f, meaning, LENGTH(f##_items), f##_items},
#define KIND(c, meaning) {#c, meaning, LENGTH(call_items), call_items},
#define CALL(items)
#include "rows/families.def"
};
#undef FAMILY
#undef KIND
#undef CALL
const int twocs_family_count = FAMILIES;

#define OWN(item) -1,
#define ALL(item) K_##item,
#define FAMILY(f, items, meaning) static const short f##_columns[] = {items};
#define KIND(c, meaning)
#define CALL(items) static const short call_columns[] = {items};
#include "rows/families.def"
#undef OWN
#undef ALL
#undef FAMILY
#undef KIND
#undef CALL
const short *const twocs_family_columns[] = {
#define FAMILY(f, items, meaning) f##_columns,
#define KIND(c, meaning) call_columns,
#define CALL(items)
#include "rows/families.def"
};
#undef FAMILY
#undef KIND
#undef CALL

/* Slots. */
const struct slot twocs_slots[] = {
#define IN(column) K_##column,
#define SLOT(name, unit, family, aspect, inputs, meaning)                                                    \
  {K_##name, FAMILY_##family, TWOCS_##aspect, {inputs}},
#include "columns.h"
#undef IN
};
const int twocs_slot_count = LENGTH(twocs_slots);

/* Totals: a table of columns per kind of row, and which two of them a total multiplies. */
enum { GEMMS_each, GEMMS_step, GEMMS_flop, GEMMS_byte, GEMMS_t_f, GEMMS_t_i, GEMMS_t_w, GEMMS_parts };
enum { STREAMS_each, STREAMS_step, STREAMS_flop, STREAMS_byte, STREAMS_t_f, STREAMS_t_b, STREAMS_parts };
enum { PARALLELISMS_serial, PARALLELISMS_hidden, PARALLELISMS_byte, PARALLELISMS_t, PARALLELISMS_parts };
enum { KINDS_one, KINDS_t, KINDS_parts };
static const short GEMMS[][GEMMS_parts] = {
#define GEMM(g, ...)                                                                                         \
  {K_##g##_each, K_##g##_step, K_##g##_flop, K_##g##_byte, K_t_##g##_f, K_t_##g##_i, K_t_##g##_w},
#define STREAM(s, ...)
#include "rows/operators.def"
};
#undef GEMM
#undef STREAM
static const short STREAMS[][STREAMS_parts] = {
#define GEMM(g, ...)
#define STREAM(s, ...) {K_##s##_each, K_##s##_step, K_##s##_flop, K_##s##_byte, K_t_##s##_f, K_t_##s##_b},
#include "rows/operators.def"
};
#undef GEMM
#undef STREAM
static const short PARALLELISMS[][PARALLELISMS_parts] = {
#define PARALLELISM(p, ...) {K_##p##_serial, K_##p##_hidden, K_##p##_byte, K_t_##p},
#include "rows/parallelisms.def"
};
#undef PARALLELISM
static const short KINDS[][KINDS_parts] = {
#define FAMILY(f, items, meaning)
#define CALL(items)
#define KIND(c, meaning) {-1, K_t_op_##c},
#include "rows/families.def"
};
#undef FAMILY
#undef KIND
#undef CALL
const struct total twocs_totals[] = {
#define TOTAL(name, unit, rows, weight, value, meaning)                                                      \
  {K_##name, LENGTH(rows), rows##_parts, &rows[0][rows##_##weight], &rows[0][rows##_##value]},
#include "columns.h"
};
const int twocs_total_count = LENGTH(twocs_totals);

/* Rules. */
const twocs_rule twocs_rules[] = {
#define RULE(r, condition, sentence) {#r, #condition, sentence},
#include "rows/legal.def"
};
#undef RULE
const int twocs_rule_count = LENGTH(twocs_rules);
const short twocs_rule_column[] = {
#define RULE(r, condition, sentence) K_rule_##r,
#include "rows/legal.def"
};
#undef RULE

/* The names that formulas use and that are no columns: what cuts a dimension, and which degrees stand
 * inside a parallelism. */
enum dim {
#define DIM(d, ...) DIM_##d,
#include "rows/dims.def"
};
#undef DIM
const short twocs_degree_of[] = {
#define PARALLELISM(p, ...) K_##p,
#include "rows/parallelisms.def"
};
#undef PARALLELISM
const int twocs_degree_count = LENGTH(twocs_degree_of);
const struct cut twocs_cuts[] = {
#define SHARD(d) | 1u << DIM_##d
#define PARALLELISM(p, title, reference, shards, ...) {#p, 0u shards},
#include "rows/parallelisms.def"
};
#undef SHARD
#undef PARALLELISM
const char *const twocs_dim_names[] = {
#define DIM(d, ...) #d,
#include "rows/dims.def"
};
#undef DIM
const int twocs_dim_count = LENGTH(twocs_dim_names);
