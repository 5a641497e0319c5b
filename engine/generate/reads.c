/* SPDX-License-Identifier: MIT
 *
 * Finds what a row reads, and refuses what it may not read: a name that is not a column, and a column below
 * the row. */
#include "generate/reads.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(reads *r, int reader, int column) {
  int *end = &r->begin[reader + 1];
  if (*end == READS_MOST) fputs("generate: raise READS_MOST\n", stderr), exit(1);
  r->list[(*end)++] = (short)column;
}

static void add_once(reads *r, int reader, int column) {
  int i = r->begin[reader];
  while (i < r->begin[reader + 1] && r->list[i] != column) i++;
  if (i == r->begin[reader + 1]) add(r, reader, column);
}

/* The column of this name, if it may be read; else -1. */
static int readable(reads *r, int reader, const char *name, size_t length) {
  const int column = row_find(r, name, length);
  if (column < 0)
    mistake(r, &rows[reader], "reads '%.*s', which is not a column", (int)length, name);
  else if (column == reader)
    mistake(r, &rows[reader], "reads itself");
  else if (column > reader)
    mistake(r, &rows[reader], "reads %s, which is below it (%s:%d): a row reads only columns above it",
            rows[column].name, rows[column].file, rows[column].line);
  return column < reader ? column : -1;
}

static void read_text(const functions *f, reads *r, int reader, const char *text) {
  for (word w; word_next(&text, &w);) {
    const function *called = w.kind == FUNCTION ? function_find(f, &w) : NULL;
    if (w.kind == FUNCTION && !called)
      mistake(r, &rows[reader], "calls %.*s(), which no header of formulas defines", (int)w.length, w.at);
    if (w.kind == DIVISION) r->divisions[reader]++;
    if (called) r->divisions[reader] += called->divisions;
    if (w.kind != NAME) continue;
    const int column = readable(r, reader, w.at, w.length);
    if (column >= 0) add_once(r, reader, column);
  }
}

static const family *family_find(const char *name) {
  const family *f = families;
  while (strcmp(f->name, name) != 0) f++; /* an unknown one does not compile: tables.c */
  return f;
}

static int word_cut(const char **text, const char **begin) {
  *begin = *text;
  const size_t length = strcspn(*text, " ");
  *text += length + (length > 0);
  return (int)length;
}

/* Reads the family's items in their order; for "-" or "+", the next column that the slot itself names. */
static void read_slot(reads *r, int reader) {
  const char *own = rows[reader].text, *item = family_find(rows[reader].family)->items, *name, *begin;
  for (int length; (length = word_cut(&item, &name)) > 0;) {
    if (strchr("-+", *name) && (length = word_cut(&own, &name)) == 0) {
      mistake(r, &rows[reader], "names fewer columns than the family %s takes", rows[reader].family);
      return;
    }
    const int column = readable(r, reader, name, (size_t)length);
    if (column >= 0) add(r, reader, column);
  }
  if (word_cut(&own, &begin))
    mistake(r, &rows[reader], "names more columns than the family %s takes", rows[reader].family);
}

static void read_named(reads *r, int reader, const char *name) {
  const int column = readable(r, reader, name, strlen(name));
  if (column >= 0) add_once(r, reader, column);
}

static void read_sum(reads *r, int reader) {
  const row *sum = &rows[reader];
  for (int i = 0; i < sum->terms; i++) {
    if (sum->key[i] < sum->first || sum->key[i] >= sum->last) continue;
    if (sum->weight[i * sum->stride]) read_named(r, reader, sum->weight[i * sum->stride]);
    read_named(r, reader, sum->value[i * sum->stride]);
  }
}

/* Marks every column in seconds that depends on a slot's time. */
static void timed_find(const reads *r, int last, unsigned char timed[]) {
  memset(timed, 0, ROWS_MOST);
  for (int k = 0; k <= last; k++) {
    if (strcmp(rows[k].unit, "s") != 0) continue;
    timed[k] = rows[k].filled == BY_LAW;
    for (int i = r->begin[k]; i < r->begin[k + 1]; i++) timed[k] |= timed[r->list[i]];
  }
}

/* For a column of the dependencies, the columns by which it weighs times; for a slot, its sizes: its reads
 * are in the order of its family's items. */
static void read_beside(reads *r, int reader, int column) {
  for (int i = r->begin[column]; rows[column].filled != BY_LAW && i < r->begin[column + 1]; i++)
    add_once(r, reader, r->list[i]);
}
static void read_sizes(reads *r, int reader, int slot) {
  const char *item = family_find(rows[slot].family)->items, *name;
  for (int i = r->begin[slot]; word_cut(&item, &name) > 0; i++)
    if (*name == '+') add_once(r, reader, r->list[i]);
}

/* The dependencies of a result: the columns that give it time, from the slots up to itself; after it, the
 * columns that are read on the way, and the sizes of these slots. */
static void read_dependencies(reads *r, int reader) {
  static unsigned char leads[ROWS_MOST], timed[ROWS_MOST];
  const int result = readable(r, reader, rows[reader].text, strlen(rows[reader].text));
  if (result < 0) return;
  memset(leads, 0, sizeof leads);
  timed_find(r, result, timed);
  leads[result] = timed[result];
  for (int k = result; k >= 0; k--)
    for (int i = r->begin[k]; leads[k] && i < r->begin[k + 1]; i++) leads[r->list[i]] |= timed[r->list[i]];
  for (int k = 0; k <= result; k++)
    if (leads[k]) add(r, reader, k);
  for (int k = 0; k <= result; k++)
    if (leads[k]) rows[k].filled == BY_LAW ? read_sizes(r, reader, k) : read_beside(r, reader, k);
}

void reads_find(const functions *f, reads *r) {
  if (row_count > ROWS_MOST) fputs("generate: raise ROWS_MOST\n", stderr), exit(1);
  names_index(r);
  words_find(r);
  for (int k = 0; k < row_count; k++) {
    r->begin[k + 1] = r->begin[k];
    if (rows[k].filled == BY_FORMULA) read_text(f, r, k, r->text[k]);
    if (rows[k].filled == BY_LAW) read_slot(r, k);
    if (rows[k].filled == BY_SUM) read_sum(r, k);
    if (rows[k].filled == BY_SUPPORT) read_dependencies(r, k);
    for (int i = 0; rows[k].filled == BY_RULES && i < rule_count; i++) read_named(r, k, rules[i]);
  }
}
