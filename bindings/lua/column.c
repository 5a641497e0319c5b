/* SPDX-License-Identifier: MIT
 *
 * Columns of doubles that Lua owns: what a sweep returns and takes. Indexed from 1 like every Lua list. */
#include "core.h"
#include <string.h>

#define TYPE "twocs.column"

column *column_new(lua_State *L, size_t n) {
  column *c = lua_newuserdatauv(L, sizeof *c + n * sizeof *c->value, 0);
  c->n = n;
  luaL_getmetatable(L, TYPE);
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

column *column_check(lua_State *L, int index, const char *what) {
  column *c = luaL_testudata(L, index, TYPE);
  if (c) return lua_pushvalue(L, index), c;
  if (!lua_istable(L, index))
    script_error(L, "%s is a %s, expected a column or a list of numbers", what, luaL_typename(L, index));
  return column_of_table(L, index, what);
}

static size_t place(lua_State *L, const column *c) {
  const double i = lua_tonumber(L, 2);
  if (lua_type(L, 2) != LUA_TNUMBER || !(i >= 1 && i <= (double)c->n) || i != (double)(size_t)i) return 0;
  return (size_t)i;
}

static int column_index(lua_State *L) {
  const column *c = luaL_checkudata(L, 1, TYPE);
  const size_t i = place(L, c);
  if (i)
    lua_pushnumber(L, c->value[i - 1]);
  else
    lua_pushnil(L);
  return 1;
}

static int column_newindex(lua_State *L) {
  column *c = luaL_checkudata(L, 1, TYPE);
  const size_t i = place(L, c);
  if (!i)
    return script_error(L, "a column of %d numbers has no place %s", (int)c->n,
                        lua_tostring(L, 2) ? lua_tostring(L, 2) : luaL_typename(L, 2));
  if (lua_type(L, 3) != LUA_TNUMBER)
    return script_error(L, "a column takes numbers, not a %s", luaL_typename(L, 3));
  c->value[i - 1] = lua_tonumber(L, 3);
  return 0;
}

static int column_len(lua_State *L) {
  const column *c = luaL_checkudata(L, 1, TYPE);
  lua_pushnumber(L, (double)c->n);
  return 1;
}

/* core.column(n) of zeros, or core.column{...}. */
static int column_make(lua_State *L) {
  if (lua_type(L, 1) != LUA_TNUMBER) return column_check(L, 1, "core.column"), 1;
  const double n = lua_tonumber(L, 1);
  if (!(n >= 0 && n <= 1e9)) return script_error(L, "a column of %f rows: expected 0 to 1e9", n);
  column *c = column_new(L, (size_t)n);
  memset(c->value, 0, c->n * sizeof *c->value);
  return 1;
}

static int column_is(lua_State *L) {
  lua_pushboolean(L, luaL_testudata(L, 1, TYPE) != NULL);
  return 1;
}

void column_open(lua_State *L) {
  static const luaL_Reg methods[] = {
      {"__index", column_index}, {"__newindex", column_newindex}, {"__len", column_len}, {NULL, NULL}};
  luaL_newmetatable(L, TYPE);
  luaL_setfuncs(L, methods, 0);
  lua_pop(L, 1);
  lua_pushcfunction(L, column_make);
  lua_setfield(L, -2, "column");
  lua_pushcfunction(L, column_is);
  lua_setfield(L, -2, "is_column");
}
