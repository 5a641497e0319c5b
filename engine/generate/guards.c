/* SPDX-License-Identifier: MIT
 *
 * Finds what a row reads only to multiply it: in a * (b + c) the column a guards b and c. Nothing is guarded
 * inside of a call or below a fraction bar, where a 0 in its place could give no number. The row above guards
 * the row below, never both each other. What this reader does not understand is guarded by less. */
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

/* A read at two places is guarded by what guards it at both. */
static void found_at(const search *s, int column, const guards *g) {
  int i = s->all->begin[s->reader];
  while (s->all->list[i] != column) i++;
  guards both = {0, {0}};
  for (int n = 0; n < g->count; n++)
    if (g->by[n] < column && (!seen[i] || has(&found[i], g->by[n])) && !has(&both, g->by[n]))
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

/* A factor that is a column's name and nothing more; -1: it is something else. */
static int factor_name(const search *s, const char *begin, const char *end) {
  while (begin < end && *begin == ' ') begin++;
  while (begin < end && end[-1] == ' ') end--;
  for (const char *at = begin; at < end; at++)
    if (!isalnum((unsigned char)*at) && *at != '_') return -1;
  return begin < end && islower((unsigned char)*begin) ? row_find(s->all, begin, (size_t)(end - begin)) : -1;
}

static void read_terms(const search *s, const char *at, const char *end, const guards *g);

static void read_factor(const search *s, const char *begin, const char *end, const guards *g) {
  const int name = factor_name(s, begin, end);
  if (name >= 0) {
    found_at(s, name, g);
    return;
  }
  const char *open = memchr(begin, '(', (size_t)(end - begin));
  if (!open) return;
  const char *close = end;
  while (close[-1] != ')') close--;
  while (begin < open && *begin == ' ') begin++;
  const guards none = {0, {0}};
  read_terms(s, open + 1, close - 1, begin < open ? &none : g);
}

/* Factors that are names guard all other factors but those that divide. */
static void read_product(const search *s, const char *begin, const char *end, const guards *outer) {
  const guards none = {0, {0}};
  guards g = *outer;
  for (int pass = 0; pass < 2; pass++)
    for (const char *at = begin, *behind; at < end; at = behind + 1) {
      behind = piece_end(at, end, "*/");
      const int divides = at > begin && at[-1] == '/';
      const int name = factor_name(s, at, behind);
      if (pass)
        read_factor(s, at, behind, divides ? &none : &g);
      else if (name >= 0 && !divides && g.count < DEEP)
        g.by[g.count++] = (short)name;
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
    const int name = at > text && at[-1] == '/' ? -1 : factor_name(s, at, behind);
    if (name < 0) continue;
    int i = g->count++;
    for (; i > 0 && g->by[i - 1] > name; i--) g->by[i] = g->by[i - 1];
    g->by[i] = (short)name;
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

void guards_find(reads *all) {
  int n = 0;
  for (int k = 0; k < row_count; k++) {
    const search s = {all, k};
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
