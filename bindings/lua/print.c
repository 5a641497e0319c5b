/* SPDX-License-Identifier: MIT
 *
 * print and tostring, which write the same bytes on Lua 5.4 and LuaJIT. */
#include "prompt.h"
#include <math.h>
#include <stdio.h>

static const char *number_text(lua_State *L, int index, char buffer[40]) {
  const double x = lua_tonumber(L, index);
  if (isnan(x)) return "nan"; /* its sign differs between the interpreters */
  snprintf(buffer, 40, "%.15g", x);
  return buffer;
}

static int our_tostring(lua_State *L) {
  char buffer[40];
  luaL_checkany(L, 1);
  if (lua_type(L, 1) == LUA_TNUMBER) return lua_pushstring(L, number_text(L, 1, buffer)), 1;
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int our_print(lua_State *L) {
  const int count = lua_gettop(L);
  for (int i = 1; i <= count; i++) {
    size_t length;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, i);
    lua_call(L, 1, 1);
    const char *text = lua_tolstring(L, -1, &length);
    if (!text) return luaL_error(L, "'tostring' must return a string to 'print'");
    if (i > 1) putchar('\t');
    fwrite(text, 1, length, stdout);
    lua_pop(L, 1);
  }
  putchar('\n');
  return 0;
}

void print_open(lua_State *L) {
  lua_getglobal(L, "tostring");
  lua_pushcclosure(L, our_tostring, 1);
  lua_pushvalue(L, -1);
  lua_setglobal(L, "tostring");
  lua_pushcclosure(L, our_print, 1);
  lua_setglobal(L, "print");
}
