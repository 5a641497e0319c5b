/* SPDX-License-Identifier: MIT */
/* All rows in one function, to be compiled with -Werror=unused-variable and never run: a field that no
 * formula, slot or family reads is an unused variable. Results may end in themselves. With -DDEAD_FIELD one
 * field too many is there, and the compiler has to say so. */
#include "twocs.h"
#include <math.h>

double larger(double a, double b);
double smaller(double a, double b);
double pos(double x);
double share(double a, double b);
double is(double choice, double word);
double is_most(double a, double b);
double active(double degree);
double whole(double x);
double span(double ranks, double inner, double size, double outer);
double format_byte(double format);
double at_format(double format, double fp32, double tf32, double fp16, double bf16, double fp8);
double value(void);
void dead_fields(void);

enum { SERIAL = 1, HIDDEN = 0 };

void dead_fields(void) {
#ifdef DEAD_FIELD
  const double dead_field = value();
#endif
#define INPUT(name, ...) const double name = value();
#define EQ(name, unit, reference, number, expression, meaning)                                               \
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
#define DIM(d, ...)                                                                                          \
  const double d##_ways = value();                                                                           \
  (void)d##_ways;
#include "rows/dims.def"
#undef DIM
#define PARALLELISM(p, ...)                                                                                  \
  const double p##_inner = value();                                                                          \
  (void)p##_inner;
#include "rows/parallelisms.def"
#undef PARALLELISM
#include "columns.h"

#define OWN(item)
#define ALL(item) (void)item;
#define FAMILY(f, items, meaning) items
#define KIND(c, meaning)
#define CALL(items) items
#include "rows/families.def"
}
