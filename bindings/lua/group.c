/* SPDX-License-Identifier: MIT
 *
 * Grouping: rows with equal keys get one number, groups are folded, partners are found. The one thing to
 * know: keys are numbers; 0 and -0 are equal, and all NaN are equal. Texts come as numbers that stand for
 * them (words.c). Groups are numbered in the order of their first rows. */
#include "core.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A hash table from (the number so far, key) to the number of the rows that have this key too. */
typedef struct {
  uint64_t key;
  unsigned before, number; /* number: from 1; 0 is an empty place */
} place;
typedef struct {
  size_t size; /* a power of two */
  unsigned count;
  place *at;
} numbers;

static uint64_t key_of(double x) {
  uint64_t bits;
  if (isnan(x)) return UINT64_MAX;
  if (x == 0) x = 0;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* The bits of whole numbers are at the top of a double, so they are shifted down before they are mixed. */
static place *place_find(const numbers *t, uint64_t key, unsigned before) {
  uint64_t mixed = key ^ (uint64_t)before * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ mixed >> 32) * 0xff51afd7ed558ccdu;
  size_t i = (mixed ^ mixed >> 32) & (t->size - 1);
  while (t->at[i].number && (t->at[i].key != key || t->at[i].before != before)) i = (i + 1) & (t->size - 1);
  return &t->at[i];
}

/* Doubles the size, in new memory that replaces the old at a stack index. */
static void numbers_grow(lua_State *L, numbers *t, int index) {
  const numbers old = *t;
  t->size = old.size ? 2 * old.size : 256;
  t->at = memset(lua_newuserdatauv(L, t->size * sizeof *t->at, 0), 0, t->size * sizeof *t->at);
  for (size_t i = 0; i < old.size; i++)
    if (old.at[i].number) *place_find(t, old.at[i].key, old.at[i].before) = old.at[i];
  lua_replace(L, index);
}

/* Splits the groups in `of` by one more key. */
static unsigned groups_split(lua_State *L, const column *key, word_column *of) {
  numbers t = {0};
  lua_pushnil(L);
  const int memory = lua_gettop(L);
  numbers_grow(L, &t, memory);
  for (size_t i = 0; i < of->n; i++) {
    place *p = place_find(&t, key_of(key->value[i]), of->code[i]);
    if (!p->number) {
      *p = (place){key_of(key->value[i]), of->code[i], ++t.count};
      of->code[i] = t.count - 1;
      if (2 * (size_t)t.count > t.size) numbers_grow(L, &t, memory);
    } else {
      of->code[i] = p->number - 1;
    }
  }
  lua_settop(L, memory - 1);
  return t.count;
}

/* core.grouped(columns, n): for each row the number of its group, as codes without texts; and the first row
 * of each group, from 1. */
static int core_grouped(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const size_t n = (size_t)luaL_checknumber(L, 2);
  lua_settop(L, 2);
  lua_newtable(L);
  word_column *of = words_new(L, n, 3);
  unsigned groups = n > 0;
  memset(of->code, 0, n * sizeof *of->code);
  for (int k = 1; k <= (int)lua_rawlen(L, 1); k++) {
    lua_rawgeti(L, 1, k);
    const column *key = column_needed(L, 5);
    if (key->n != n)
      return script_error(L, "a column has %f rows, and the other one %f", (double)n, (double)key->n);
    groups = groups_split(L, key, of);
    lua_settop(L, 4);
  }
  column *first = column_new(L, groups);
  for (size_t i = 0, seen = 0; i < n; i++)
    if (of->code[i] == seen) first->value[seen++] = (double)(i + 1);
  return 2;
}

static const word_column *groups_needed(lua_State *L, int index) {
  const word_column *of = words_test(L, index);
  if (!of) script_error(L, "argument %d is a %s, expected groups", index, luaL_typename(L, index));
  return of;
}

/* core.group_rows(groups, count): a list with the rows of each group. */
static int core_group_rows(lua_State *L) {
  const word_column *of = groups_needed(L, 1);
  const size_t count = (size_t)luaL_checknumber(L, 2);
  lua_settop(L, 2);
  int *rows = memset(lua_newuserdatauv(L, count * sizeof *rows + 1, 0), 0, count * sizeof *rows);
  for (size_t i = 0; i < of->n; i++) rows[of->code[i]]++;
  lua_createtable(L, (int)count, 0);
  for (size_t g = 0; g < count; g++) {
    lua_createtable(L, rows[g], 0);
    lua_rawseti(L, 4, (int)g + 1);
    rows[g] = 0;
  }
  for (size_t i = 0; i < of->n; i++) {
    lua_rawgeti(L, 4, (int)of->code[i] + 1);
    lua_pushnumber(L, (double)(i + 1));
    lua_rawseti(L, -2, ++rows[of->code[i]]);
    lua_pop(L, 1);
  }
  return 1;
}

/* Folding
 * ---------------------------------------------------------------------------------------------------*/

/* A fold: it takes the rows in their order and leaves out NaN; a group without numbers gets NaN. */
typedef struct {
  const word_column *of;
  const double *x; /* NULL: rows are counted */
  double *out;
  size_t groups;
} folding;

static void fold_count(const folding *f) {
  for (size_t g = 0; g < f->groups; g++) f->out[g] = 0;
  for (size_t i = 0; i < f->of->n; i++) f->out[f->of->code[i]] += !f->x || !isnan(f->x[i]);
}

#define FOLD(name, more)                                                                                     \
  static void fold_##name(const folding *f) {                                                                \
    for (size_t g = 0; g < f->groups; g++) f->out[g] = (double)NAN;                                          \
    for (size_t i = 0; i < f->of->n; i++) {                                                                  \
      const double b = f->x[i];                                                                              \
      double *to = &f->out[f->of->code[i]];                                                                  \
      const double a = *to;                                                                                  \
      if (isnan(b)) continue;                                                                                \
      *to = isnan(a) ? b : (more);                                                                           \
    }                                                                                                        \
  }
FOLD(min, b < a ? b : a)
FOLD(max, b > a ? b : a)
#undef FOLD

/* A sum of infinities may become NaN and must stay NaN, so a separate flag says whether a group has begun. */
static void fold_sum(const folding *f, unsigned char *begun) {
  for (size_t g = 0; g < f->groups; g++) f->out[g] = (double)NAN;
  for (size_t i = 0; i < f->of->n; i++) {
    const double x = f->x[i];
    const unsigned g = f->of->code[i];
    if (isnan(x)) continue;
    f->out[g] = begun[g] ? f->out[g] + x : x;
    begun[g] = 1;
  }
}

/* Divides the sums in f->out by the counts. */
static void fold_mean(const folding *f, double *count) {
  fold_count(&(folding){f->of, f->x, count, f->groups});
  for (size_t g = 0; g < f->groups; g++) f->out[g] /= count[g];
}

static int order(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* value and end: memory for all rows and for all groups. */
static void fold_median(const folding *f, double *value, size_t *end) {
  memset(end, 0, f->groups * sizeof *end);
  for (size_t i = 0; i < f->of->n; i++) end[f->of->code[i]] += isnan(f->x[i]) ? 0 : 1;
  for (size_t g = 0, at = 0; g < f->groups; g++) {
    const size_t many = end[g];
    end[g] = at, at += many;
  }
  for (size_t i = 0; i < f->of->n; i++)
    if (!isnan(f->x[i])) value[end[f->of->code[i]]++] = f->x[i];
  for (size_t g = 0, begin = 0; g < f->groups; begin = end[g++]) {
    const size_t n = end[g] - begin;
    qsort(value + begin, n, sizeof *value, order);
    f->out[g] = n ? (value[begin + (n - 1) / 2] + value[begin + n / 2]) / 2 : (double)NAN;
  }
}

/* core.fold(groups, count, statistic, column): one number for each group; without a column it counts rows. */
static int core_fold(lua_State *L) {
  const word_column *of = groups_needed(L, 1);
  const size_t groups = (size_t)luaL_checknumber(L, 2);
  const char *what = luaL_checkstring(L, 3);
  lua_settop(L, 4);
  const column *c = lua_isnil(L, 4) ? NULL : column_needed(L, 4);
  if (c && c->n != of->n)
    return script_error(L, "a column has %f rows, and the other one %f", (double)of->n, (double)c->n);
  folding f = {of, c ? c->value : NULL, NULL, groups};
  f.out = column_new(L, groups)->value;
  if (!strcmp(what, "count")) return fold_count(&f), 1;
  if (!c) return script_error(L, "the statistic %s needs a column", what);
  if (!strcmp(what, "min")) return fold_min(&f), 1;
  if (!strcmp(what, "max")) return fold_max(&f), 1;
  if (!strcmp(what, "median")) {
    double *value = lua_newuserdatauv(L, of->n * sizeof *value + 1, 0);
    fold_median(&f, value, lua_newuserdatauv(L, groups * sizeof(size_t) + 1, 0));
    return lua_pushvalue(L, 5), 1;
  }
  luaL_argcheck(L, !strcmp(what, "sum") || !strcmp(what, "mean"), 3, "a statistic");
  fold_sum(&f, memset(lua_newuserdatauv(L, groups + 1, 0), 0, groups + 1));
  if (!strcmp(what, "mean")) fold_mean(&f, lua_newuserdatauv(L, groups * sizeof(double) + 1, 0));
  return lua_pushvalue(L, 5), 1;
}

/* core.partners(groups, first, m): for each row after the first m, the row among the first m that is in the
 * same group, or 0. If a group has two of the first m rows: nil and the first row of that group. */
static int core_partners(lua_State *L) {
  const word_column *of = groups_needed(L, 1);
  const column *first = column_needed(L, 2);
  const size_t m = (size_t)luaL_checknumber(L, 3);
  unsigned twice = (unsigned)first->n;
  for (size_t i = 0; i < m; i++)
    if (first->value[of->code[i]] != (double)(i + 1) && of->code[i] < twice) twice = of->code[i];
  if (twice < first->n) return lua_pushnil(L), lua_pushnumber(L, first->value[twice]), 2;
  column *partner = column_new(L, of->n - m);
  for (size_t i = m; i < of->n; i++) {
    const double row = first->value[of->code[i]];
    partner->value[i - m] = row <= (double)m ? row : 0;
  }
  return 1;
}

/* core.partner_cells(column or words, partners): its cells at these rows; NaN or "" at row 0. */
static int core_partner_cells(lua_State *L) {
  const column *from = column_test(L, 1), *rows = column_needed(L, 2);
  if (from) {
    column *to = column_new(L, rows->n);
    for (size_t i = 0; i < to->n; i++)
      to->value[i] = rows->value[i] > 0 ? from->value[(size_t)rows->value[i] - 1] : (double)NAN;
    return 1;
  }
  const word_column *texts = words_test(L, 1);
  luaL_argcheck(L, texts, 1, "a column");
  words_texts(L, 1);
  const int count = (int)lua_rawlen(L, 3);
  lua_createtable(L, count + 1, 0);
  for (int c = 1; c <= count; c++) lua_rawgeti(L, 3, c), lua_rawseti(L, 4, c);
  lua_pushliteral(L, ""), lua_rawseti(L, 4, count + 1);
  word_column *to = words_new(L, rows->n, 4);
  for (size_t i = 0; i < to->n; i++)
    to->code[i] = rows->value[i] > 0 ? texts->code[(size_t)rows->value[i] - 1] : (unsigned)count;
  return 1;
}

void group_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"grouped", core_grouped},   {"group_rows", core_group_rows},       {"fold", core_fold},
      {"partners", core_partners}, {"partner_cells", core_partner_cells}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
