/* SPDX-License-Identifier: MIT
 *
 * Every field and every row of the shape of the settled point *p, in scope by its name: to be included inside
 * a function, which may read as few of them as it likes. */
#define FIELD(name, ...) const double name = p->limits.name;
#define GIVEN(name, ...) const double name = p->limits.name;
#define CHOICE(name, ...) const double name = p->limits.name;
#define FOLLOWS(name, ...) const double name = p->limits.name;
#define EQ(name, ...) const double name = p->shape.name;
#include "rows/limits.def"
#include "rows/limits_shape.def"
#undef FIELD
#undef GIVEN
#undef CHOICE
#undef FOLLOWS
#undef EQ
