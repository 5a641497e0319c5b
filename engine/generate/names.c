/* SPDX-License-Identifier: MIT
 *
 * Rows by name, and messages about a row that is wrong. */
#include "generate/reads.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* In the form of a compiler's message, so that editors find the row. */
void mistake(reads *r, const row *at, const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  fprintf(stderr, "%s:%d: error: %s ", at->file, at->line, at->name);
  vfprintf(stderr, text, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  r->mistakes++;
}

void names_index(reads *r) {
  for (r->names = 64; r->names < 2 * row_count;) r->names *= 2;
  memset(r->name, -1, sizeof r->name);
  for (int k = 0; k < row_count; k++) {
    uint32_t at = name_hash(rows[k].name, strlen(rows[k].name));
    while (r->name[at & (uint32_t)(r->names - 1)] >= 0) at++;
    r->name[at & (uint32_t)(r->names - 1)] = (short)k;
  }
}

int row_find(const reads *r, const char *name, size_t length) {
  for (uint32_t at = name_hash(name, length); r->name[at & (uint32_t)(r->names - 1)] >= 0; at++) {
    const char *known = rows[r->name[at & (uint32_t)(r->names - 1)]].name;
    if (strlen(known) == length && !memcmp(known, name, length))
      return r->name[at & (uint32_t)(r->names - 1)];
  }
  return -1;
}

int row_is_of_wall(int row) {
  const char *name = strrchr(rows[row].file, '/');
  return !strncmp(name ? name + 1 : rows[row].file, "wall", 4);
}
