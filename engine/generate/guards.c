/* SPDX-License-Identifier: MIT
 *
 * Finds what a row reads only to multiply it: in a * (b + c) the column a guards b and c, and in is(a, 1) * b
 * the call, a gate, guards b. Nothing is guarded below a fraction bar or inside of a call that does more than
 * choose, where a 0 in its place could give no number. The row above guards the row below, never both each
 * other. What this reader does not understand is guarded by less. */
#include "generate/reads.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEP = 32 };
typedef struct guards {
  int count;
  short by[DEEP];
} guards;

typedef struct search {
  const functions *known;
  reads *all;
  int reader;
} search;

/* Beside the reads of a row stands what guards each of them, at every place that it was found so far. */
static guards found[READS_MOST];
static unsigned char seen[READS_MOST];

static int has(const guards *g, int column) {
  int i = 0;
  while (i < g->count && g->by[i] != column) i++;
  return i < g->count;
}

/* The last row that a guard takes: itself, or of what a gate reads. */
static int last_of(const search *s, int by) {
  return by < ROWS_MOST ? by : s->all->gate[by - ROWS_MOST].last;
}

/* A read at two places is guarded by what guards it at both. */
static void found_at(const search *s, int column, const guards *g) {
  int i = s->all->begin[s->reader];
  while (s->all->list[i] != column) i++;
  guards both = {0, {0}};
  for (int n = 0; n < g->count; n++)
    if (last_of(s, g->by[n]) < column && (!seen[i] || has(&found[i], g->by[n])) && !has(&both, g->by[n]))
      both.by[both.count++] = g->by[n];
  seen[i] = 1, found[i] = both;
}

/* The end of a piece: the next of `signs` outside of all parentheses. */
static const char *piece_end(const char *at, const char *end, const char *signs) {
  for (int depth = 0; at < end; at++) {
    if (*at == '(') depth++;
    if (*at == ')') depth--;
    if (!depth && strchr(signs, *at)) break;
  }
  return at;
}

/* Without blanks and parentheses around it. */
static void strip(const char **begin, const char **end) {
  for (int more = 1; more;) {
    while (*begin < *end && **begin == ' ') ++*begin;
    while (*begin < *end && (*end)[-1] == ' ') --*end;
    more = *begin < *end && **begin == '(' && piece_end(*begin, *end, ")") == *end - 1;
    if (more) ++*begin, --*end;
  }
}

/* A piece that is a column's name and nothing more; -1: it is something else. */
static int name_of(const search *s, const char *begin, const char *end) {
  strip(&begin, &end);
  for (const char *at = begin; at < end; at++)
    if (!isalnum((unsigned char)*at) && *at != '_') return -1;
  return begin < end && islower((unsigned char)*begin) ? row_find(s->all, begin, (size_t)(end - begin)) : -1;
}

static gate gate_read(const search *s, const char *begin, const char *end) {
  gate f = {begin, (size_t)(end - begin), 0, -1, {0}};
  for (word w; word_next(&begin, &w) && w.at < end;) {
    if (w.kind != NAME) continue;
    const int read = row_find(s->all, w.at, w.length);
    int i = 0;
    while (i < f.reads && f.read[i] != read) i++;
    if (i == GATE_READS_MOST) fputs("generate: raise GATE_READS_MOST\n", stderr), exit(1);
    if (i == f.reads) f.read[f.reads++] = (short)read;
    if (read > f.last) f.last = read;
  }
  return f;
}

/* The function where a piece is one call and nothing more. */
static const function *call_of(const search *s, const char *begin, const char *end) {
  const char *text = begin;
  word w;
  const int call =
      word_next(&text, &w) && w.at == begin && w.kind == FUNCTION && piece_end(text, end, ")") == end - 1;
  return call ? function_find(s->known, &w) : NULL;
}

/* A gate is 0, or begins with 1 -, or is a call of a function that decides. */
static int is_gate(const search *s, const char *begin, const char *end) {
  if (end - begin == 1 && *begin == '0') return 1;
  if (end - begin > 3 && !memcmp(begin, "1 -", 3)) return 1;
  const function *called = call_of(s, begin, end);
  return called && called->decides;
}

/* A factor that may guard: a name or a gate; -1: it is something else. */
static int guard_of(const search *s, const char *begin, const char *end) {
  reads *all = s->all;
  const int name = name_of(s, begin, end);
  strip(&begin, &end);
  if (name >= 0 || !is_gate(s, begin, end)) return name;
  const size_t length = (size_t)(end - begin);
  int i = 0;
  while (i < all->gates && (all->gate[i].length != length || memcmp(all->gate[i].text, begin, length) != 0))
    i++;
  if (i == GATES_MOST) fputs("generate: raise GATES_MOST\n", stderr), exit(1);
  if (i == all->gates) all->gate[all->gates++] = gate_read(s, begin, end);
  return ROWS_MOST + i;
}

static void read_terms(const search *s, const char *at, const char *end, const guards *g);

static void read_factor(const search *s, const char *begin, const char *end, const guards *g) {
  static const guards none;
  const int name = name_of(s, begin, end);
  if (name >= 0) {
    found_at(s, name, g);
    return;
  }
  const char *inner = begin;
  strip(&inner, &end);
  const int whole = memchr(begin, '(', (size_t)(inner - begin)) != NULL;
  const function *called = whole ? NULL : call_of(s, inner, end);
  const char *open = whole ? NULL : memchr(inner, '(', (size_t)(end - inner));
  while (open && end[-1] != ')') end--;
  if (whole) read_terms(s, inner, end, g);
  if (open) read_terms(s, open + 1, end - 1, called && called->chooses ? g : &none);
}

static void guards_add(const search *s, const char *begin, const char *end, guards *g) {
  const int by = guard_of(s, begin, end);
  if (by >= 0) g->by[g->count++] = (short)by;
}

/* Factors guard each other, but those that divide. */
static void read_product(const search *s, const char *begin, const char *end, const guards *outer) {
  const guards none = {0, {0}};
  guards g = *outer;
  for (int pass = 0; pass < 2; pass++)
    for (const char *at = begin, *behind; at < end; at = behind + 1) {
      behind = piece_end(at, end, "*/");
      const int divides = at > begin && at[-1] == '/';
      if (pass)
        read_factor(s, at, behind, divides ? &none : &g);
      else if (!divides && g.count < DEEP)
        guards_add(s, at, behind, &g);
    }
}

static void read_terms(const search *s, const char *at, const char *end, const guards *g) {
  for (const char *behind; at < end; at = behind + 1) {
    behind = piece_end(at, end, "+-,");
    read_product(s, at, behind, g);
  }
}

/* A row that is one product is 0 where a factor is, whatever else it holds: such a factor guards the row
 * itself. Those that stand above go first. */
static void read_whole(const char *text, const search *s, guards *g) {
  const char *end = text + strlen(text);
  g->count = 0;
  if (piece_end(text, end, "+-") < end) return;
  for (const char *at = text, *behind; at < end && g->count < DEEP; at = behind + 1) {
    behind = piece_end(at, end, "*/");
    const int by = at > text && at[-1] == '/' ? -1 : guard_of(s, at, behind);
    if (by < 0) continue;
    int i = g->count++;
    for (; i > 0 && last_of(s, g->by[i - 1]) > last_of(s, by); i--) g->by[i] = g->by[i - 1];
    g->by[i] = (short)by;
  }
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

void guards_find(const functions *known, reads *all) {
  int n = 0;
  for (int k = 0; k < row_count; k++) {
    const search s = {known, all, k};
    const guards none = {0, {0}};
    const char *text = rows[k].text;
    guards whole = none;
    if (rows[k].filled == BY_FORMULA)
      read_whole(text, &s, &whole), read_terms(&s, text, text + strlen(text), &none);
    if (rows[k].filled == BY_SUM) read_sum(&s, &rows[k]);
    n = guards_put(all, n, k, &whole);
    for (int i = all->begin[k]; i < all->begin[k + 1]; i++) n = guards_put(all, n, all->list[i], &found[i]);
    all->guarded[k + 1] = n;
  }
}
