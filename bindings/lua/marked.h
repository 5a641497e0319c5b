/* SPDX-License-Identifier: MIT
 *
 * What kind of userdata a script passes, by its first word, which is the address of its kind's mark. The one
 * thing to know: asking Lua for a metatable by its name takes five times as long, and that is most of what
 * reading one field of a record costs. */
#ifndef TWOCS_LUA_MARKED_H
#define TWOCS_LUA_MARKED_H
#include "compat.h"

static inline void *marked_test(lua_State *L, int index, const void *mark) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof mark) return NULL;
  const void **first = lua_touserdata(L, index);
  return *first == mark ? (void *)first : NULL;
}

/* The same, but what is of no such kind raises what Lua says of its metatable's name. */
static inline void *marked_check(lua_State *L, int index, const void *mark, const char *name) {
  void *held = marked_test(L, index, mark);
  return held ? held : luaL_checkudata(L, index, name);
}
#endif
