/* SPDX-License-Identifier: MIT
 *
 * The texts of formulas with places instead of names, and which of them are equal. */
#include "generate/shapes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXTS_MOST = 1 << 20, PLACE_MOST = 8 };

static char texts[TEXTS_MOST];
static size_t used;

static void add(const char *text, size_t length) {
  if (used + length + PLACE_MOST > TEXTS_MOST) fputs("generate: raise TEXTS_MOST\n", stderr), exit(1);
  memcpy(texts + used, text, length);
  used += length;
}

/* The place of a row among those that row k reads. */
static int place_of(const reads *all, int k, int read) {
  int i = all->begin[k];
  while (all->list[i] != read) i++;
  return i - all->begin[k];
}

static const char *with_places(const reads *all, int k) {
  const char *text = all->text[k], *at = text, *begin = texts + used;
  for (word w; word_next(&at, &w);) {
    if (w.kind != NAME) continue;
    add(text, (size_t)(w.at - text));
    used +=
        (size_t)snprintf(texts + used, PLACE_MOST, "x%d", place_of(all, k, row_find(all, w.at, w.length)));
    text = w.at + w.length;
  }
  add(text, strlen(text) + 1);
  return begin;
}

void shapes_find(const reads *all, shapes *s) {
  for (int k = 0; k < row_count; k++) {
    if (rows[k].filled != BY_FORMULA) continue;
    const char *text = with_places(all, k);
    int i = 0;
    while (i < k && (!s->text[i] || strcmp(s->text[i], text) != 0)) i++;
    s->text[k] = text;
    s->first[k] = i;
    s->rows[i]++;
  }
}
