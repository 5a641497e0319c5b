/* SPDX-License-Identifier: MIT
 *
 * The rows as tables: what each column is called and means, and what slots, totals and rules are
 * made of. Everything here is constant and made from the rows; nothing is listed by hand. */
#include "rows/rows.h"
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
#define EQ(...) EQ_OF(EQ_CITED, EQ_OWN, __VA_ARGS__)
#define EQ_CITED(name, unit, reference, number, e, meaning)                                                  \
  {#name, unit, #e, CHECKED(reference), number, "", meaning, 0, 0, 0, 0},
#define EQ_OWN(name, unit, reference, e, meaning) EQ_CITED(name, unit, reference, "", e, meaning)
#define SLOT(name, unit, family, aspect, inputs, meaning)                                                    \
  {#name, unit, "law of " #family, "", "", "", meaning, 0, 0, 0, 0},
#define TOTAL(name, unit, how, rows, first, last, weight, value, meaning)                                    \
  {#name, unit, #how " of " #weight " x " #value " over " #rows, "TWOCS", "sum", "", meaning, 0, 0, 0, 0},
#define VERDICT(name, meaning) {#name, "1", "rules of legal.def", "TWOCS", "rules", "", meaning, 0, 0, 0, 0},
#define SUPPORT_WORDS_INSIDE ""
#define SUPPORT_WORDS_BEYOND ""
#define SUPPORT_WORDS_TRANSFERRED ""
#define SUPPORT_WORDS_ASSUMED ""
#define SUPPORT_WORDS_FARTHEST ""
#define SUPPORT_WORDS_WORST "inside beyond transferred assumed"
#define SUPPORT(name, result, part, family, meaning)                                                         \
  {#name, "1", "support of " #result, "TWOCS", "support", SUPPORT_WORDS_##part, meaning, 0, 0, 0, 0},
#include "rows/columns.h"
};
const int twocs_column_count = COLUMNS;
_Static_assert((int)COLUMNS <= TWOCS_COLUMNS_MOST, "raise TWOCS_COLUMNS_MOST");

/* Counts the columns: a record begins at the number of columns before its name. */
enum {
#define RECORD(name) FIRST_##name, AFTER_##name = FIRST_##name - 1,
#define INPUT(name, ...) PLACE_##name,
#define EQ(name, ...) PLACE_##name,
#define SLOT(name, ...) PLACE_##name,
#define TOTAL(name, ...) PLACE_##name,
#define VERDICT(name, ...) PLACE_##name,
#define SUPPORT(name, ...) PLACE_##name,
#include "rows/columns.h"
};
const twocs_record twocs_records[] = {
    {"model", FIRST_model, FIRST_layout - FIRST_model},
    {"layout", FIRST_layout, FIRST_run - FIRST_layout},
    {"run", FIRST_run, FIRST_device - FIRST_run},
    {"device", FIRST_device, FIRST_software - FIRST_device},
    {"software", FIRST_software, FIRST_law - FIRST_software},
    {"law", FIRST_law, FIRST_op - FIRST_law},
    {"op", FIRST_op, FIRST_wall - FIRST_op},
    {"wall", FIRST_wall, FIRST_result - FIRST_wall},
    {"result", FIRST_result, COLUMNS - FIRST_result},
};
const int twocs_record_count = (int)(sizeof twocs_records / sizeof *twocs_records);
const int twocs_field_count = FIRST_result;

int twocs_of_wall(int column) {
  return (column >= FIRST_wall && column < FIRST_result) ||
         (column >= FIRST_wall_results && column < FIRST_verdicts);
}

const short twocs_counterparts[][2] = {
#define COUNTERPART(wall, step) {K_##wall, K_##step},
#include "rows/wall_names.def"
#undef COUNTERPART
    {-1, -1}};

_Static_assert(sizeof(twocs_point) == FIRST_result * sizeof(double),
               "a point is its fields, in the order of the columns");

/* Families and their items. */
#define LENGTH(array) (int)(sizeof(array) / sizeof *(array))
#define OWN(item) #item,
#define ALL(item) #item,
#define FAMILY(f, items, meaning)                                                                            \
  static const char *const f##_items[] = {items};                                                            \
  _Static_assert(LENGTH(f##_items) <= TWOCS_ITEMS_MOST, "raise TWOCS_ITEMS_MOST");
#define KIND(c, meaning)
#define CALL(items)                                                                                          \
  static const char *const call_items[] = {items};                                                           \
  _Static_assert(LENGTH(call_items) <= TWOCS_ITEMS_MOST, "raise TWOCS_ITEMS_MOST");
#include "rows/families.def"
#undef OWN
#undef ALL
#undef FAMILY
#undef KIND
#undef CALL

const twocs_family twocs_families[] = {
#define FAMILY(f, items, meaning) {#f, meaning, LENGTH(f##_items), f##_items},
#define KIND(c, meaning) {#c, meaning, LENGTH(call_items), call_items},
#define CALL(items)
#include "rows/families.def"
};
#undef FAMILY
#undef KIND
#undef CALL
const int twocs_family_count = TWOCS_FAMILIES;

/* The same lists, of which items every slot reads the same column. */
#define OWN(item) 0,
#define ALL(item) 1,
#define FAMILY(f, items, meaning) static const unsigned char f##_shared[] = {items};
#define KIND(c, meaning)
#define CALL(items) static const unsigned char call_shared[] = {items};
#include "rows/families.def"
#undef OWN
#undef ALL
#undef FAMILY
#undef KIND
#undef CALL
const unsigned char *const twocs_shared[TWOCS_FAMILIES] = {
#define FAMILY(f, items, meaning) f##_shared,
#define KIND(c, meaning) call_shared,
#define CALL(items)
#include "rows/families.def"
#undef FAMILY
#undef KIND
#undef CALL
};

/* Slots. */
const struct slot twocs_slots[] = {
#define SLOT(name, unit, family, aspect, inputs, meaning) {K_##name, TWOCS_FAMILY_##family, TWOCS_##aspect},
#include "rows/columns.h"
};
const int twocs_slot_count = LENGTH(twocs_slots);

/* Totals. */
#define ENTRY short
#define COLUMN(name) K_##name
#define NO_COLUMN (-1)
#include "rows/totals.h"
const struct total twocs_totals[] = {
#define TOTAL(name, unit, how, rows, first, last, weight, value, meaning)                                    \
  {K_##name,                                                                                                 \
   TOTAL_##how,                                                                                              \
   LENGTH(rows),                                                                                             \
   rows##_parts,                                                                                             \
   first,                                                                                                    \
   last,                                                                                                     \
   rows##_key,                                                                                               \
   &rows[0][rows##_##weight],                                                                                \
   &rows[0][rows##_##value]},
#include "rows/columns.h"
};
const int twocs_total_count = LENGTH(twocs_totals);
#define TOTAL(name, unit, how, rows, ...)                                                                    \
  _Static_assert(LENGTH(rows) <= TOTAL_TERMS_MOST, "raise TOTAL_TERMS_MOST");
#include "rows/columns.h"
enum {
  ALL_TERMS = 0
#define TOTAL(name, unit, how, rows, ...) +LENGTH(rows)
#include "rows/columns.h"
};
_Static_assert((int)ALL_TERMS <= (int)TERMS_MOST, "raise TERMS_MOST");

/* Support. */
enum { TWOCS_FAMILY_ANY = -1 };
const struct support twocs_supports[] = {
#define SUPPORT(name, result, part, family, meaning)                                                         \
  {K_##name, K_##result, SUPPORT_##part, TWOCS_FAMILY_##family},
#include "rows/columns.h"
};
const int twocs_support_count = LENGTH(twocs_supports);
_Static_assert(LENGTH(twocs_supports) <= SUPPORTS_MOST, "raise SUPPORTS_MOST");

/* Rules. */
const twocs_rule twocs_rules[] = {
#define TELL(r, condition, sentence) {#r, #condition, sentence},
#include "rows/rules.h"
};
const int twocs_rule_count = LENGTH(twocs_rules);
const short twocs_rule_column[] = {
#define TELL(r, condition, sentence) K_rule_##r,
#include "rows/rules.h"
};
