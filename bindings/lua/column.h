/* SPDX-License-Identifier: MIT
 *
 * A column of numbers as the modules of the Lua binding share it: c[1] ... c[#c] for a script. */
#ifndef TWOCS_LUA_COLUMN_H
#define TWOCS_LUA_COLUMN_H
#include "compat.h"

/* The name of its metatable. */
#define TWOCS_COLUMN "twocs.column"

typedef struct column {
  size_t n;
  double value[];
} column;
#endif
