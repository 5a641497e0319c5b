/* SPDX-License-Identifier: MIT
 *
 * Finds the kind of a userdata by its first word, which is the address of its kind's mark. The one thing to
 * know: asking Lua for a metatable by its name takes five times as long, and would be most of the cost of
 * reading one field of a record. */
#ifndef TWOCS_LUA_MARKED_H
#define TWOCS_LUA_MARKED_H
#include "compat.h"

static inline void *marked_test(lua_State *L, int index, const void *mark) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof mark) return NULL;
  const void **first = lua_touserdata(L, index);
  return *first == mark ? (void *)first : NULL;
}

/* The same, but a value of any other kind raises Lua's own error, with the name of the metatable. */
static inline void *marked_check(lua_State *L, int index, const void *mark, const char *name) {
  void *held = marked_test(L, index, mark);
  return held ? held : luaL_checkudata(L, index, name);
}
#endif
