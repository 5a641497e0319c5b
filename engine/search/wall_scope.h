/* SPDX-License-Identifier: MIT
 *
 * Every field of run, device, software and wall of the settled run *p, and everything that follows from them
 * without a layout, as a variable of the same name. It is included inside a function, which may read any of
 * them. */
#define ANY(record, name) const double name = p->point.record.name;
#define FIELD(name, ...) ANY(RECORD_NAME, name)
#define GIVEN(name, ...) ANY(RECORD_NAME, name)
#define ASKED(name, ...) ANY(RECORD_NAME, name)
#define CHOICE(name, ...) ANY(RECORD_NAME, name)
#define FOLLOWS(name, ...) ANY(RECORD_NAME, name)
#define RECORD_NAME run
#include "rows/run.def"
#undef RECORD_NAME
#define RECORD_NAME device
#include "rows/device.def"
#undef RECORD_NAME
#define RECORD_NAME software
#include "rows/software.def"
#undef RECORD_NAME
#define RECORD_NAME wall
#include "rows/wall.def"
#undef RECORD_NAME
#undef FIELD
#undef GIVEN
#undef ASKED
#undef CHOICE
#undef FOLLOWS
#undef ANY
const double peak = p->peak;
(void)peak;
#define EQ(name, ...) const double name = p->name;
#include "rows/wall_shape.def"
#undef EQ
