/* SPDX-License-Identifier: MIT
 *
 * core.products: a set of points as a union of products. Points come in the order of their factors; each
 * factor has some columns. Two values of a factor belong together if the same values may follow both. Legal
 * layouts have so much in common that millions of them form a few hundred products. Over a product, the
 * engine evaluates each row only for the axes that it depends on. */
#include "core.h"
#include <string.h>

enum { POINTS = 1, COLUMNS, ENDS, RESULT };

/* A factor. It has runs of points: a run is one value of the factor after one combination of earlier
 * values. */
typedef struct level {
  size_t n;
  const double **column; /* of this factor */
  int columns;
  uint32_t *start; /* by run: its first point; [n] is the end */
  uint32_t *child; /* its first run on the next level; [n] is the end */
  uint32_t *alike; /* runs with the same number have the same values below them */
} level;

static void *array(lua_State *L, size_t n, size_t size) { return lua_newuserdatauv(L, (n + 1) * size, 0); }

static int same_values(const level *l, size_t p, size_t q) {
  for (int c = 0; c < l->columns; c++)
    if (l->column[c][p] != l->column[c][q]) return 0;
  return 1;
}

/* Finds the runs of each level: a new run begins where this factor or an earlier one changes. */
static void runs_find(lua_State *L, size_t n, int levels, level of[]) {
  unsigned char *changed = array(L, n, 1); /* by point: the first factor that changes there */
  for (size_t p = 0; p < n; p++) {
    int f = 0;
    while (p && f < levels - 1 && same_values(&of[f], p - 1, p)) f++;
    changed[p] = (unsigned char)f;
  }
  for (int f = 0; f < levels; f++) {
    level *l = &of[f];
    l->n = 0;
    for (size_t p = 0; p < n; p++) l->n += changed[p] <= f;
    l->start = array(L, l->n, sizeof *l->start), l->child = array(L, l->n, sizeof *l->child);
    l->alike = array(L, l->n, sizeof *l->alike);
    memset(l->alike, 0, l->n * sizeof *l->alike);
    size_t run = 0, below = 0;
    for (size_t p = 0; p < n; p++) {
      if (changed[p] <= f) l->start[run] = (uint32_t)p, l->child[run++] = (uint32_t)below;
      below += changed[p] <= f + 1;
    }
    l->start[run] = (uint32_t)n, l->child[run] = (uint32_t)below;
  }
}

static uint64_t mixed(uint64_t hash, uint64_t bits) {
  return (hash ^ bits) * 0x9e3779b97f4a7c15 ^ hash >> 29;
}

static uint64_t hash_below(const level *l, const level *next, size_t run) {
  uint64_t hash = 1;
  for (size_t r = l->child[run]; r < l->child[run + 1]; r++) {
    hash = mixed(hash, next->alike[r]);
    for (int c = 0; c < next->columns; c++) {
      uint64_t bits;
      memcpy(&bits, &next->column[c][next->start[r]], sizeof bits);
      hash = mixed(hash, bits);
    }
  }
  return hash;
}

static int same_below(const level *l, const level *next, size_t run, size_t other) {
  const size_t n = l->child[run + 1] - l->child[run];
  if (n != l->child[other + 1] - l->child[other]) return 0;
  for (size_t i = 0; i < n; i++) {
    const size_t r = l->child[run] + i, o = l->child[other] + i;
    if (next->alike[r] != next->alike[o] || !same_values(next, next->start[r], next->start[o])) return 0;
  }
  return 1;
}

/* Numbers the runs of a level; runs with the same values below, on the next level, get the same number. */
static void alike_find(lua_State *L, level *l, const level *next) {
  size_t size = 16, numbers = 0;
  while (size < 2 * l->n) size *= 2;
  uint32_t *first = array(L, size, sizeof *first); /* the first run of each number, plus 1 */
  memset(first, 0, size * sizeof *first);
  for (size_t run = 0; run < l->n; run++) {
    size_t at = hash_below(l, next, run) & (size - 1);
    while (first[at] && !same_below(l, next, run, first[at] - 1)) at = (at + 1) & (size - 1);
    if (!first[at]) first[at] = (uint32_t)run + 1, l->alike[run] = (uint32_t)numbers++;
    l->alike[run] = l->alike[first[at] - 1];
  }
  lua_pop(L, 1);
}

/* Pushes { points, offsets }: for each run of a range that is like the first one, its first point, counted
 * from 1, and how far that lies from the beginning of the range. */
static void list_push(lua_State *L, const level *l, size_t first, size_t end, size_t base) {
  size_t n = 0;
  for (size_t r = first; r < end; r++) n += l->alike[r] == l->alike[first];
  lua_createtable(L, 2, 0);
  column *point = column_new(L, n), *offset = column_new(L, n);
  n = 0;
  for (size_t r = first; r < end; r++) {
    if (l->alike[r] != l->alike[first]) continue;
    point->value[n] = (double)l->start[r] + 1, offset->value[n++] = (double)l->start[r] - (double)base;
  }
  lua_rawseti(L, -3, 2), lua_rawseti(L, -2, 1);
}

/* Adds all products of a range of runs; the lists of the levels above are on top of the stack. */
static void products_push(lua_State *L, const level of[], int f, int levels, size_t first, size_t end,
                          size_t base) {
  const level *l = &of[f];
  for (size_t r = first; r < end; r++) {
    size_t before = first;
    while (before < r && l->alike[before] != l->alike[r]) before++;
    if (before < r) continue;
    list_push(L, l, r, end, base);
    if (f < levels - 1) {
      products_push(L, of, f + 1, levels, l->child[r], l->child[r + 1], l->start[r]);
    } else {
      lua_createtable(L, levels, 0);
      for (int k = 0; k < levels; k++) lua_pushvalue(L, k - levels - 1), lua_rawseti(L, -2, k + 1);
      lua_rawseti(L, RESULT, (int)lua_rawlen(L, RESULT) + 1);
    }
    lua_pop(L, 1);
  }
}

/* core.products(n, columns, ends): the products whose union is a set of n different points, given in the
 * order of their factors: for each product a list of { points, offsets } by factor. The columns of factor f
 * end at ends[f]. A point of a product has the number 1 plus the sum of one offset of each factor; `points`
 * says where the values of the factor's columns are. */
static int core_products(lua_State *L) {
  enum { MOST = 64 };
  static const double nothing = 0;
  const size_t n = (size_t)luaL_checknumber(L, POINTS);
  luaL_checktype(L, COLUMNS, LUA_TTABLE);
  luaL_checktype(L, ENDS, LUA_TTABLE);
  const int columns = (int)lua_rawlen(L, COLUMNS), levels = (int)lua_rawlen(L, ENDS);
  luaL_argcheck(L, columns <= MOST && levels >= 1 && levels <= MOST, 2, "at most 64 columns");
  luaL_argcheck(L, n < UINT32_MAX, 1, "too many points");
  lua_settop(L, ENDS);
  lua_newtable(L);
  luaL_checkstack(L, 6 * MOST, "products");
  const double *value[MOST + 1] = {&nothing};
  level of[MOST] = {{0}};
  for (int c = 0; c < columns; c++) {
    lua_rawgeti(L, COLUMNS, c + 1);
    const column *given = column_needed(L, -1);
    luaL_argcheck(L, given->n == n, 2, "expected columns with all points");
    value[c] = given->value;
    lua_pop(L, 1);
  }
  for (int f = 0, from = 0; f < levels; f++) {
    lua_rawgeti(L, ENDS, f + 1);
    const int end = (int)lua_tonumber(L, -1);
    luaL_argcheck(L, end >= from && end <= columns, 3, "expected ends in increasing order");
    of[f] = (level){.column = &value[from], .columns = end - from};
    from = end;
    lua_pop(L, 1);
  }
  if (!n) return 1;
  runs_find(L, n, levels, of);
  for (int f = levels - 2; f >= 0; f--) alike_find(L, &of[f], &of[f + 1]);
  products_push(L, of, 0, levels, 0, of[0].n, 0);
  lua_settop(L, RESULT);
  return 1;
}

/* core.signature(text, list, ...): a text that is the same for the same text and the same numbers. */
static int core_signature(lua_State *L) {
  const int lists = lua_gettop(L);
  size_t numbers = 0, at = 0;
  luaL_checkstring(L, 1);
  for (int list = 2; list <= lists; list++) {
    luaL_checktype(L, list, LUA_TTABLE);
    numbers += 1 + lua_rawlen(L, list);
  }
  double *number = array(L, numbers, sizeof *number);
  for (int list = 2; list <= lists; list++) {
    const size_t n = lua_rawlen(L, list);
    number[at++] = (double)n;
    for (size_t i = 0; i < n; i++) {
      lua_rawgeti(L, list, (int)i + 1);
      number[at++] = luaL_checknumber(L, -1);
      lua_pop(L, 1);
    }
  }
  lua_pushvalue(L, 1);
  lua_pushlstring(L, (const char *)number, numbers * sizeof *number);
  lua_concat(L, 2);
  return 1;
}

void products_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"products", core_products}, {"signature", core_signature}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
