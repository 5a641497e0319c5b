/* SPDX-License-Identifier: MIT
 *
 * Lists of numbers, and lists of places in them, with a few thousand values, as a search uses them. Items and
 * places count from 1. */
#include "core.h"
#include <limits.h>
#include <string.h>

static uint32_t *array(lua_State *L, size_t n) { return lua_newuserdatauv(L, (n + 1) * sizeof(uint32_t), 0); }

/* The bits of whole numbers are at the top of a double, so they are shifted down. */
static size_t mixed(uint64_t bits, uint32_t before) {
  const uint64_t hash = (bits ^ before * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
  return (size_t)(hash ^ hash >> 32);
}

/* Splits the groups in `group` by one more list: rows of the same group with the same number stay together.
 * The hash table has at least twice as many places as rows, and is probed one place after the other. */
static uint32_t groups_split(lua_State *L, int list, size_t n, uint32_t group[]) {
  size_t size = 16, groups = 0;
  while (size < 2 * n) size *= 2;
  double *value = lua_newuserdatauv(L, (n + 1) * sizeof *value, 0);
  uint32_t *at = array(L, size), *before = array(L, n);
  uint32_t *row = array(L, n); /* the first row of each group */
  memset(at, 0, size * sizeof *at);
  for (size_t i = 0; i < n; i++) {
    uint64_t bits;
    lua_rawgeti(L, list, (int)i + 1);
    value[i] = lua_tonumber(L, -1) + 0.0, before[i] = group[i]; /* -0 is 0 */
    lua_pop(L, 1);
    memcpy(&bits, &value[i], sizeof bits);
    size_t place = mixed(bits, before[i]) & (size - 1);
    for (; at[place]; place = (place + 1) & (size - 1)) {
      const size_t r = row[at[place] - 1];
      if (value[r] == value[i] && before[r] == before[i]) break;
    }
    if (!at[place]) row[groups] = (uint32_t)i, at[place] = (uint32_t)++groups;
    group[i] = at[place] - 1;
  }
  lua_pop(L, 4);
  return (uint32_t)groups;
}

/* core.alike(lists, n): groups of those of n rows that have the same numbers in all lists: a list of lists of
 * places, in the order of the first place of each group. */
static int core_alike(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const size_t n = (size_t)luaL_checknumber(L, 2);
  const int lists = (int)lua_rawlen(L, 1);
  uint32_t groups = n > 0;
  lua_settop(L, 2);
  uint32_t *group = array(L, n), *count = array(L, n);
  memset(group, 0, n * sizeof *group);
  for (int i = 1; i <= lists; i++) {
    lua_rawgeti(L, 1, i);
    luaL_checktype(L, -1, LUA_TTABLE);
    groups = groups_split(L, lua_gettop(L), n, group);
    lua_pop(L, 1);
  }
  memset(count, 0, n * sizeof *count);
  for (size_t i = 0; i < n; i++) count[group[i]]++;
  lua_createtable(L, (int)groups, 0);
  const int result = lua_gettop(L);
  for (uint32_t g = 0; g < groups; g++)
    lua_createtable(L, (int)count[g], 0), lua_rawseti(L, result, (int)g + 1), count[g] = 0;
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, result, (int)group[i] + 1);
    lua_pushinteger(L, (lua_Integer)i + 1);
    lua_rawseti(L, -2, (int)++count[group[i]]);
    lua_pop(L, 1);
  }
  return 1;
}

/* core.turned(list, n): turns a list in runs of n items into n lists: the first items of all runs, the second
 * ... */
static int core_turned(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const int n = (int)luaL_checknumber(L, 2);
  luaL_argcheck(L, n >= 1, 2, "items in a run");
  const int runs = (int)lua_rawlen(L, 1) / n;
  lua_settop(L, 2);
  lua_createtable(L, n, 0);
  for (int k = 1; k <= n; k++) {
    lua_createtable(L, runs, 0);
    for (int r = 0; r < runs; r++) lua_rawgeti(L, 1, r * n + k), lua_rawseti(L, 4, r + 1);
    lua_rawseti(L, 3, k);
  }
  return 1;
}

/* The place in item i (from 1) of a list or a column. */
static double place_at(lua_State *L, int index, const column *of, size_t i) {
  if (of) return of->value[i - 1];
  lua_rawgeti(L, index, (int)i);
  const double place = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return place;
}

/* Pushes the item at a place of the list at `index`. A place in a space may be greater than an int. */
static void item_push(lua_State *L, int index, double place) {
  if (place <= INT_MAX) {
    lua_rawgeti(L, index, (int)place);
  } else {
    lua_pushnumber(L, place);
    lua_rawget(L, index);
  }
}

/* core.picked(list, places): the items of a list at these places, which are a list or a column. */
static int core_picked(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const column *of = column_test(L, 2);
  if (!of) luaL_checktype(L, 2, LUA_TTABLE);
  const size_t n = of ? of->n : lua_rawlen(L, 2);
  lua_settop(L, 2);
  lua_createtable(L, (int)n, 0);
  for (size_t i = 1; i <= n; i++) item_push(L, 1, place_at(L, 2, of, i)), lua_rawseti(L, 3, (int)i);
  return 1;
}

/* core.firsts(list, groups): a column of the list's numbers at the first place of each group of places. */
static int core_firsts(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE), luaL_checktype(L, 2, LUA_TTABLE);
  const size_t n = lua_rawlen(L, 2);
  column *to = column_new(L, n);
  for (size_t g = 0; g < n; g++) {
    lua_rawgeti(L, 2, (int)g + 1);
    item_push(L, 1, place_at(L, lua_gettop(L), NULL, 1));
    to->value[g] = lua_tonumber(L, -1);
    lua_pop(L, 2);
  }
  return 1;
}

/* core.sums(list, groups): the sum of a list's numbers at the places of each group. */
static int core_sums(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE), luaL_checktype(L, 2, LUA_TTABLE);
  const int groups = (int)lua_rawlen(L, 2);
  lua_createtable(L, groups, 0);
  const int result = lua_gettop(L), group = result + 1;
  for (int g = 1; g <= groups; g++) {
    double sum = 0;
    lua_rawgeti(L, 2, g);
    const size_t n = lua_rawlen(L, group);
    for (size_t i = 1; i <= n; i++) {
      item_push(L, 1, place_at(L, group, NULL, i));
      sum += lua_tonumber(L, -1);
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lua_pushnumber(L, sum), lua_rawseti(L, result, g);
  }
  return 1;
}

void lists_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"alike", core_alike},   {"picked", core_picked},
                                       {"turned", core_turned}, {"firsts", core_firsts},
                                       {"sums", core_sums},     {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
