/* SPDX-License-Identifier: MIT */
/* All rows in one function, to be compiled with -Werror=unused-variable and never run: a field that no
 * formula, slot or family reads is an unused variable. Results may end in themselves. With -DDEAD_FIELD one
 * field too many is there, and the compiler has to say so. */
#include "rows/compiled.h"
#include "rows/matmul.h"
#include "rows/pooled.h"
#include "twocs.h"

double value(void);
void dead_fields(void);

void dead_fields(void) {
#ifdef DEAD_FIELD
  const double dead_field = value();
#endif
#define INPUT(name, ...) const double name = value();
#define is(choice, word) (choice)
#define EQ(...) EQ_OF(EQ_CITED, EQ_OWN, __VA_ARGS__)
#define EQ_OWN(name, unit, reference, e, meaning) EQ_CITED(name, unit, reference, "", e, meaning)
#define EQ_CITED(name, unit, reference, number, expression, meaning)                                         \
  const double name = expression;                                                                            \
  (void)name;
#define IN(column) (void)column;
#define SLOT(name, unit, family, aspect, inputs, meaning)                                                    \
  inputs const double name = value();                                                                        \
  (void)name;
#define TOTAL(name, ...)                                                                                     \
  const double name = value();                                                                               \
  (void)name;
#define VERDICT(name, meaning)
#define FOLLOWER(name, unit, formula, ...) const double name = formula;
#include "rows/columns.h"

#define OWN(item)
#define ALL(item) (void)item;
#define FAMILY(f, items, meaning) items
#define KIND(c, meaning)
#define CALL(items) items
#include "rows/families.def"

/* The search reads these, and test_wall_rows.c shows that each of them matters to it. */
#define FIELD(name, ...) (void)name;
#define CHOICE(name, ...) (void)name;
#include "rows/wall_search.def"
}
