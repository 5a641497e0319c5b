/* SPDX-License-Identifier: MIT */
/* The differences between the C interfaces of Lua 5.4 and LuaJIT that matter here, so that no other file has
 * to ask which one it is. */
#ifndef TWOCS_COMPAT_H
#define TWOCS_COMPAT_H
#include <stdint.h>
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>

#if LUA_VERSION_NUM == 501
#define lua_rawlen lua_objlen
#define lua_newuserdatauv(L, size, values) lua_newuserdata(L, size)
#define lua_setiuservalue(L, index, n) lua_setfenv(L, index) /* a table */
#define lua_getiuservalue(L, index, n) lua_getfenv(L, index)
#define lua_pushglobaltable(L) lua_pushvalue(L, LUA_GLOBALSINDEX)
static inline int lua_absindex(lua_State *L, int i) {
  return i > 0 || i <= LUA_REGISTRYINDEX ? i : lua_gettop(L) + i + 1;
}
#elif SIZE_MAX < UINT64_MAX
/* Lua returns a length in 64 bits, also on machines where a size has only 32. */
#define lua_rawlen(L, index) ((size_t)lua_rawlen(L, index))
#endif
#endif
