/* SPDX-License-Identifier: MIT
 *
 * Columns of doubles that Lua owns; a sweep takes and returns them. Indices start at 1, like in every Lua
 * list. */
#include "core.h"
#include "marked.h"
#include <math.h>
#include <string.h>

static const char mark[] = TWOCS_COLUMN;

static column *column_at(lua_State *L, int index) { return marked_check(L, index, mark, TWOCS_COLUMN); }

column *column_new(lua_State *L, size_t n) {
  column *c = lua_newuserdatauv(L, sizeof *c + n * sizeof *c->value, 0);
  c->mark = mark, c->n = n;
  luaL_getmetatable(L, TWOCS_COLUMN);
  lua_setmetatable(L, -2);
  return c;
}

static column *column_of_table(lua_State *L, int index, const char *what) {
  const int table = lua_absindex(L, index);
  const size_t n = lua_rawlen(L, table);
  column *c = column_new(L, n);
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, table, (int)(i + 1));
    if (lua_type(L, -1) != LUA_TNUMBER)
      script_error(L, "%s: item %d is a %s, expected a number", what, (int)(i + 1), luaL_typename(L, -1));
    c->value[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  return c;
}

column *column_test(lua_State *L, int index) { return marked_test(L, index, mark); }

column *column_check(lua_State *L, int index, const char *what) {
  column *c = column_test(L, index);
  if (c) return lua_pushvalue(L, index), c;
  if (!lua_istable(L, index))
    script_error(L, "%s is a %s, expected a column or a list of numbers", what, luaL_typename(L, index));
  return column_of_table(L, index, what);
}

const column *column_needed(lua_State *L, int index) {
  const column *c = column_test(L, index);
  if (!c) script_error(L, "argument %d is a %s, expected a column", index, luaL_typename(L, index));
  return c;
}

static size_t place(lua_State *L, const column *c) {
  const double i = lua_tonumber(L, 2);
  if (lua_type(L, 2) != LUA_TNUMBER || !(i >= 1 && i <= (double)c->n) || i != (double)(size_t)i) return 0;
  return (size_t)i;
}

static int column_index(lua_State *L) {
  const column *c = column_at(L, 1);
  const size_t i = place(L, c);
  if (i)
    lua_pushnumber(L, c->value[i - 1]);
  else
    lua_pushnil(L);
  return 1;
}

static int column_newindex(lua_State *L) {
  column *c = column_at(L, 1);
  const size_t i = place(L, c);
  if (!i)
    return script_error(L, "a column of %d numbers has no index %s", (int)c->n,
                        lua_tostring(L, 2) ? lua_tostring(L, 2) : luaL_typename(L, 2));
  if (lua_type(L, 3) != LUA_TNUMBER)
    return script_error(L, "a column takes numbers, not a %s", luaL_typename(L, 3));
  c->value[i - 1] = lua_tonumber(L, 3);
  return 0;
}

static int column_len(lua_State *L) {
  const column *c = column_at(L, 1);
  lua_pushnumber(L, (double)c->n);
  return 1;
}

/* core.big_endian(column, first, last, bytes): these numbers as bytes, the highest byte first: as doubles of
 * 8 bytes or as whole numbers of 4. */
static int column_big_endian(lua_State *L) {
  const column *c = column_at(L, 1);
  const size_t first = (size_t)luaL_checknumber(L, 2), last = (size_t)luaL_checknumber(L, 3);
  const size_t bytes = (size_t)luaL_checknumber(L, 4);
  luaL_argcheck(L, first >= 1 && last <= c->n && first <= last, 2, "rows of the column");
  luaL_argcheck(L, bytes == 4 || bytes == 8, 4, "4 or 8");
  unsigned char *text = lua_newuserdatauv(L, (last - first + 1) * bytes, 0), *at = text;
  for (size_t i = first - 1; i < last; i++) {
    uint64_t bits = bytes == 4 ? (uint64_t)c->value[i] : 0;
    if (bytes == 8) memcpy(&bits, &c->value[i], sizeof bits);
    for (size_t k = bytes; k-- > 0;) *at++ = (unsigned char)(bits >> (8 * k));
  }
  lua_pushlstring(L, (const char *)text, (size_t)(at - text));
  return 1;
}

static double big_endian_value(const unsigned char *at, size_t bytes, int is_float) {
  uint64_t bits = 0;
  double value;
  float single;
  for (size_t k = 0; k < bytes; k++) bits = bits << 8 | at[k];
  if (is_float && bytes == 8) return memcpy(&value, &bits, sizeof value), value;
  const uint32_t low = (uint32_t)bits;
  if (is_float) return memcpy(&single, &low, sizeof single), (double)single;
  const uint64_t sign = (uint64_t)1 << ((8 * bytes - 1) & 63);
  return bits & sign ? -(double)((sign << 1) - bits) : (double)bits;
}

/* core.from_big_endian(text, at, count, bytes, is_float): a column of the numbers in a text from byte `at`
 * on: whole numbers of 1, 2 or 4 bytes, or floating-point ones of 4 or 8; nil if the text is too short. */
static int column_from_big_endian(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  const double at = luaL_checknumber(L, 2), count = luaL_checknumber(L, 3);
  const size_t bytes = (size_t)luaL_checknumber(L, 4);
  luaL_argcheck(L, bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8, 4, "1, 2, 4 or 8");
  const int is_float = lua_toboolean(L, 5);
  if (!(at >= 1 && count >= 0 && at - 1 + count * (double)bytes <= (double)length)) return lua_pushnil(L), 1;
  column *c = column_new(L, (size_t)count);
  const unsigned char *from = (const unsigned char *)text + (size_t)at - 1;
  for (size_t i = 0; i < c->n; i++) c->value[i] = big_endian_value(from + i * bytes, bytes, is_float);
  return 1;
}

/* core.column(n): n zeros; core.column(n, x): n times x; core.column{...}: these numbers. */
static int column_make(lua_State *L) {
  if (lua_type(L, 1) != LUA_TNUMBER) return column_check(L, 1, "core.column"), 1;
  const double n = lua_tonumber(L, 1);
  if (!(n >= 0 && n <= 2.5e8) || n != (double)(size_t)n)
    return script_error(L, "a column of %f rows: expected a whole number from 0 to 2.5e8", n);
  const double x = luaL_optnumber(L, 2, 0);
  column *c = column_new(L, (size_t)n);
  for (size_t i = 0; i < c->n; i++) c->value[i] = x;
  return 1;
}

/* The number in a cell of a script's list: nil is a missing number, true and false are 1 and 0. */
static int cell_number(lua_State *L, double *value) {
  const int kind = lua_type(L, -1);
  *value = kind == LUA_TNUMBER    ? lua_tonumber(L, -1)
           : kind == LUA_TBOOLEAN ? (double)lua_toboolean(L, -1)
                                  : (double)NAN;
  return kind == LUA_TNUMBER || kind == LUA_TBOOLEAN || kind == LUA_TNIL;
}

/* core.numbers(list, n): a column of its first n cells, or nil and the index of a cell that is not a
 * number. */
static int column_numbers(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  column *c = column_new(L, (size_t)luaL_checknumber(L, 2));
  for (size_t i = 0; i < c->n; i++) {
    lua_pushnumber(L, (double)i + 1);
    lua_gettable(L, 1);
    if (!cell_number(L, &c->value[i])) return lua_pushnil(L), lua_pushnumber(L, (double)i + 1), 2;
    lua_pop(L, 1);
  }
  return 1;
}

/* core.list(column): its numbers as a list, which a script walks faster; a list is returned unchanged. */
static int column_list(lua_State *L) {
  const column *c = column_test(L, 1);
  lua_settop(L, 1);
  if (!c) return 1;
  lua_createtable(L, (int)c->n, 0);
  for (size_t i = 0; i < c->n; i++) {
    lua_pushnumber(L, c->value[i]);
    lua_rawseti(L, 2, (int)i + 1);
  }
  return 1;
}

static int column_is(lua_State *L) {
  lua_pushboolean(L, column_test(L, 1) != NULL);
  return 1;
}

void column_open(lua_State *L) {
  static const luaL_Reg methods[] = {
      {"__index", column_index}, {"__newindex", column_newindex}, {"__len", column_len}, {NULL, NULL}};
  luaL_newmetatable(L, TWOCS_COLUMN);
  luaL_setfuncs(L, methods, 0);
  lua_pop(L, 1);
  static const luaL_Reg functions[] = {{"column", column_make},
                                       {"numbers", column_numbers},
                                       {"list", column_list},
                                       {"is_column", column_is},
                                       {"big_endian", column_big_endian},
                                       {"from_big_endian", column_from_big_endian},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
