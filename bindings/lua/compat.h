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
/* LuaJIT keeps 1000 compiled traces; when a script has more, it throws all of them away and compiles again.
 * For each it changes the protection of memory twice. A search of layouts has 2300 traces: it compiled 8900,
 * which took longer than the search. The second number is in KB. */
static inline void lua_keeptraces(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_getfield(L, -1, "jit.opt");
  lua_getfield(L, -1, "start");
  lua_pushliteral(L, "maxtrace=8000");
  lua_pushliteral(L, "maxmcode=32768");
  lua_call(L, 2, 0);
  lua_pop(L, 2);
}
#else
static inline void lua_keeptraces(lua_State *L) { (void)L; }
#if SIZE_MAX < UINT64_MAX
/* Lua returns a length in 64 bits, also on machines where a size has only 32. */
#define lua_rawlen(L, index) ((size_t)lua_rawlen(L, index))
#endif
#endif
#endif
