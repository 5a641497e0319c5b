/* SPDX-License-Identifier: MIT
 *
 * Words of choices in formulas: is(zero, weights) becomes equal(zero, 3), the place of that word in the row
 * of the choice. A word that the choice does not have is refused. */
#include "generate/reads.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 1 << 20 };
static char texts[TEXT_MOST];
static size_t length;

static void put(const char *text, size_t count) {
  if (length + count >= TEXT_MOST) fputs("generate: raise TEXT_MOST\n", stderr), exit(1);
  memcpy(texts + length, text, count);
  length += count;
}

/* The place of a word among those of a choice, or -1. */
static int place_of(const char *words, const piece *word) {
  const size_t size = (size_t)(word->end - word->begin);
  for (int place = 0; *words; place++) {
    const size_t here = strcspn(words, " ");
    if (here == size && !memcmp(words, word->begin, size)) return place;
    words += here + (words[here] == ' ');
  }
  return -1;
}

static void put_is(reads *r, int reader, const call *c) {
  const piece field = piece_strip(c->argument[0]), word = piece_strip(c->argument[1]);
  const int column = row_find(r, field.begin, (size_t)(field.end - field.begin));
  const char *words = column >= 0 && rows[column].filled == BY_NOBODY ? rows[column].text : "";
  const int place = place_of(words, &word);
  const int number = place < 0 && memchr("0123456789", *word.begin, 10) != NULL;
  char text[96];
  if (number && *words)
    mistake(r, &rows[reader], "compares %s with %.*s: use one of its words, %s", rows[column].name,
            (int)(word.end - word.begin), word.begin, words);
  else if (number || !*words)
    put("equal", 5), put(c->name.at + 2, (size_t)(c->argument[1].end + 1 - c->name.at) - 2);
  else if (place < 0)
    mistake(r, &rows[reader], "compares %s with '%.*s', expected one of its words: %s", rows[column].name,
            (int)(word.end - word.begin), word.begin, words);
  else
    put(text, (size_t)snprintf(text, sizeof text, "equal(%s, %d)", rows[column].name, place));
}

/* Copies a formula. */
static void put_formula(reads *r, int reader, const char *text) {
  const char *end = text + strlen(text), *at = text;
  call c;
  for (word w; word_next(&at, &w);) {
    if (w.kind != FUNCTION || !word_is(&w, "is")) continue;
    const piece from = {w.at, call_end(w.at, end)};
    if (!call_read(&from, &c) || c.arguments != 2) continue;
    put(text, (size_t)(w.at - text));
    put_is(r, reader, &c);
    text = at = from.end;
  }
  put(text, (size_t)(end - text) + 1);
}

void words_find(reads *r) {
  for (int k = 0; k < row_count; k++) {
    r->text[k] = rows[k].text;
    if (rows[k].filled != BY_FORMULA) continue;
    r->text[k] = texts + length;
    put_formula(r, k, rows[k].text);
  }
}
