/* SPDX-License-Identifier: MIT
 *
 * The .def files as tables of texts. A row that another row makes (an operator's flop) has the place of that
 * other row. */
#include "generate/rows.h"
#include <stddef.h>

#define LENGTH(array) (int)(sizeof(array) / sizeof *(array))

#define ENTRY char *const
#define COLUMN(name) #name
#define NO_COLUMN NULL
#include "rows/totals.h"

#define HERE __FILE__, __LINE__
#define IN(column) #column " "
#define INPUT(name, unit, initial, least, most, kind, words, meaning)                                        \
  {#name, unit, HERE, BY_NOBODY, words, "", NULL, NULL, NULL, 0, 0, 0, 0},
#define FOLLOWER(name, unit, formula, ...)                                                                   \
  {#name, unit, HERE, BY_FORMULA, #formula, "", NULL, NULL, NULL, 0, 0, 0, 0},
#define EQ(...) EQ_OF(EQ_CITED, EQ_OWN, __VA_ARGS__)
#define EQ_OWN(name, unit, reference, e, meaning) EQ_CITED(name, unit, reference, "", e, meaning)
#define EQ_CITED(name, unit, reference, number, e, meaning)                                                  \
  {#name, unit, HERE, BY_FORMULA, #e, "", NULL, NULL, NULL, 0, 0, 0, 0},
#define SLOT(name, unit, family, aspect, inputs, meaning)                                                    \
  {#name, unit, HERE, BY_LAW, inputs, #family, NULL, NULL, NULL, 0, 0, 0, 0},
#define TOTAL(name, unit, how, rows, first, last, weight, value, meaning)                                    \
  {#name,                                                                                                    \
   unit,                                                                                                     \
   HERE,                                                                                                     \
   BY_SUM,                                                                                                   \
   "",                                                                                                       \
   "",                                                                                                       \
   &rows[0][rows##_##weight],                                                                                \
   &rows[0][rows##_##value],                                                                                 \
   rows##_key,                                                                                               \
   LENGTH(rows),                                                                                             \
   rows##_parts,                                                                                             \
   first,                                                                                                    \
   last},
#define VERDICT(name, meaning) {#name, "1", HERE, BY_RULES, "", "", NULL, NULL, NULL, 0, 0, 0, 0},
#define SUPPORT(name, result, ...) {#name, "1", HERE, BY_SUPPORT, #result, "", NULL, NULL, NULL, 0, 0, 0, 0},
const row rows[] = {
#include "rows/columns.h"
};
#undef IN
const int row_count = LENGTH(rows);

#define SIZE(item) "+ "
#define OWN(item) "- "
#define ALL(item) #item " "
#define KIND(c, meaning)
#define FAMILY(f, items, meaning)
#define CALL(items) static const char call_items[] = items;
#include "rows/families.def"
#undef KIND
#undef FAMILY
#undef CALL
#define SIZE(item) "+ "
#define KIND(c, meaning) {#c, call_items},
#define FAMILY(f, items, meaning) {#f, items},
#define CALL(items)
const family families[] = {
#include "rows/families.def"
};
#undef OWN
#undef ALL
#undef KIND
#undef FAMILY
#undef CALL
const int family_count = LENGTH(families);

#define TELL(r, ...) "rule_" #r,
const char *const rules[] = {
#include "rows/rules.h"
};
const int rule_count = LENGTH(rules);
