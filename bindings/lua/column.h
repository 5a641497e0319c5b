/* SPDX-License-Identifier: MIT
 *
 * A column of numbers, as the files of the Lua binding share it. A script sees c[1] ... c[#c]. */
#ifndef TWOCS_LUA_COLUMN_H
#define TWOCS_LUA_COLUMN_H
#include "compat.h"

/* The name of its metatable. */
#define TWOCS_COLUMN "twocs.column"

typedef struct column {
  const void *mark; /* marked.h */
  size_t n;
  double value[];
} column;

/* A column of texts with few different ones: a code for each row, and the list of the texts, in which code c
 * is item c + 1. A script sees the texts. */
#define TWOCS_WORD_COLUMN "twocs.words"
typedef struct word_column {
  size_t n;
  unsigned code[];
} word_column;
#endif
