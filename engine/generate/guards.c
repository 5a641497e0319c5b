/* SPDX-License-Identifier: MIT
 *
 * Finds what a row reads only under a condition: when(c, x) reads x if c holds, if_else(c, x, y) reads x if c
 * holds and otherwise y, and both(a, b) reads b if a holds. There c guards x: the guard is a column if c is a
 * name, and otherwise a gate. In sums over tables the weights are guards. No other spelling has guards. */
#include "generate/reads.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEP = 32 };
typedef struct guards {
  int count;
  short by[DEEP];
} guards;

typedef struct search {
  reads *all;
  int reader;
} search;

/* For each read of a row, the guards that it has at every place found so far. */
static guards found[READS_MOST];
static unsigned char seen[READS_MOST];

static int has(const guards *g, int column) {
  int i = 0;
  while (i < g->count && g->by[i] != column) i++;
  return i < g->count;
}

/* A read at two places has only the guards that it has at both. */
static void found_at(const search *s, int column, const guards *g) {
  int i = s->all->begin[s->reader];
  while (s->all->list[i] != column) i++;
  guards both = {0, {0}};
  for (int n = 0; n < g->count; n++)
    if ((!seen[i] || has(&found[i], g->by[n])) && !has(&both, g->by[n])) both.by[both.count++] = g->by[n];
  seen[i] = 1, found[i] = both;
}

/* ---- Conditions. */

static gate gate_read(const search *s, const piece *text, int negated) {
  gate f = {*text, negated, 0, {0}};
  const char *at = text->begin;
  for (word w; word_next(&at, &w) && w.at < text->end;) {
    if (w.kind != NAME) continue;
    const int read = row_find(s->all, w.at, w.length);
    int i = 0;
    while (i < f.reads && f.read[i] != read) i++;
    if (i == GATE_READS_MOST) fputs("generate: raise GATE_READS_MOST\n", stderr), exit(1);
    if (i == f.reads) f.read[f.reads++] = (short)read;
  }
  return f;
}

static int same_gate(const gate *f, const piece *text, int negated) {
  const size_t length = (size_t)(text->end - text->begin);
  return f->negated == negated && (size_t)(f->text.end - f->text.begin) == length &&
         !memcmp(f->text.begin, text->begin, length);
}

static int gate_of(const search *s, const piece *text, int negated) {
  reads *all = s->all;
  int i = 0;
  while (i < all->gates && !same_gate(&all->gate[i], text, negated)) i++;
  if (i == GATES_MOST) fputs("generate: raise GATES_MOST\n", stderr), exit(1);
  if (i == all->gates) all->gate[all->gates++] = gate_read(s, text, negated);
  return ROWS_MOST + i;
}

static void guards_add(guards *g, int by) {
  if (has(g, by)) return;
  if (g->count == DEEP) fputs("generate: raise DEEP\n", stderr), exit(1);
  g->by[g->count++] = (short)by;
}

/* Each argument of both() is a guard of its own. */
static void guards_of(const search *s, const piece *condition, int negated, guards *g) {
  const piece text = piece_strip(*condition);
  word name;
  call c;
  if (call_read(&text, &c) && word_is(&c.name, "both") && !negated) {
    guards_of(s, &c.argument[0], 0, g), guards_of(s, &c.argument[1], 0, g);
  } else if (!negated && piece_is_name(&text, &name)) {
    guards_add(g, row_find(s->all, name.at, name.length));
  } else {
    guards_add(g, gate_of(s, &text, negated));
  }
}

/* ---- Formulas. */

static void read_piece(const search *s, const piece *text, const guards *g);

static void read_under(const search *s, const piece *text, const piece *condition, int negated,
                       const guards *outer) {
  guards g = *outer;
  guards_of(s, condition, negated, &g);
  read_piece(s, text, &g);
}

/* Whether its first argument decides about the others. */
static int decides(const call *c) {
  return word_is(&c->name, "when") || word_is(&c->name, "if_else") || word_is(&c->name, "both");
}

static void read_piece(const search *s, const piece *text, const guards *g) {
  const char *at = text->begin;
  call c;
  for (word w; word_next(&at, &w) && w.at < text->end;) {
    if (w.kind == NAME) found_at(s, row_find(s->all, w.at, w.length), g);
    if (w.kind != FUNCTION) continue;
    const piece from = {w.at, call_end(w.at, text->end)};
    if (!call_read(&from, &c) || !decides(&c)) continue;
    read_piece(s, &c.argument[0], g);
    for (int i = 1; i < c.arguments; i++) read_under(s, &c.argument[i], &c.argument[0], i > 1, g);
    at = from.end;
  }
}

/* A row that is only when(c, x) is 0 if c does not hold, whatever else it reads; both(a, b) is 0 if one of
 * them does not hold. */
static void read_whole(const search *s, piece text, guards *g) {
  call c;
  text = piece_strip(text);
  if (!call_read(&text, &c) || !decides(&c) || c.arguments != 2) return;
  guards_of(s, &c.argument[0], 0, g);
  if (word_is(&c.name, "both"))
    guards_of(s, &c.argument[1], 0, g);
  else
    read_whole(s, c.argument[1], g);
}

/* In a sum the weight guards the value. */
static void read_sum(const search *s, const row *sum) {
  for (int i = 0; i < sum->terms; i++) {
    if (sum->key[i] < sum->first || sum->key[i] >= sum->last) continue;
    const char *weight = sum->weight[i * sum->stride], *value = sum->value[i * sum->stride];
    guards g = {0, {0}};
    if (weight) found_at(s, g.by[0] = (short)row_find(s->all, weight, strlen(weight)), &g), g.count = 1;
    found_at(s, row_find(s->all, value, strlen(value)), &g);
  }
}

static int guards_put(reads *all, int n, int read, const guards *g) {
  for (int i = 0; i < g->count; i++, n++) {
    if (n == READS_MOST) fputs("generate: raise READS_MOST\n", stderr), exit(1);
    all->guard[n] = (guard){(short)read, g->by[i]};
  }
  return n;
}

/* Counts the reads of row k if it has guards; *reads: of all such rows. */
static void guarded_count(const reads *all, int k, int *reads) {
  const int own = all->begin[k + 1] - all->begin[k];
  if (all->guarded[k] == all->guarded[k + 1]) return;
  *reads += own;
  if (own > GUARDED_READS_MOST || *reads > ALL_GUARDED_READS_MOST)
    fputs("generate: raise GUARDED_READS_MOST\n", stderr), exit(1);
}

void guards_find(reads *all) {
  int n = 0, guarded_reads = 0;
  for (int k = 0; k < row_count; k++) {
    const search s = {all, k};
    const guards none = {0, {0}};
    const piece text = {all->text[k], all->text[k] + strlen(all->text[k])};
    guards whole = none;
    if (rows[k].filled == BY_FORMULA) read_whole(&s, text, &whole), read_piece(&s, &text, &none);
    if (rows[k].filled == BY_SUM) read_sum(&s, &rows[k]);
    n = guards_put(all, n, k, &whole);
    for (int i = all->begin[k]; i < all->begin[k + 1]; i++) n = guards_put(all, n, all->list[i], &found[i]);
    all->guarded[k + 1] = n;
    guarded_count(all, k, &guarded_reads);
  }
}
