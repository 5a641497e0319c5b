/* SPDX-License-Identifier: MIT
 *
 * Mistakes of a script. The place that a message names is where the script called the house, so levels that
 * run our own files, or C, are passed over. */
#include "core.h"
#include <stdarg.h>
#include <string.h>

/* The house's own scripts lie in twocs/ of its home; studies and examples beside it are scripts like the
 * user's. */
static int is_house(lua_State *L, const lua_Debug *at) {
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.home");
  const char *home = lua_tostring(L, -1);
  const size_t length = home ? strlen(home) : 0;
  const int inside = length && at->source[0] == '@' && !strncmp(at->source + 1, home, length) &&
                     !strncmp(at->source + 1 + length, "/twocs/", 7);
  lua_pop(L, 1);
  return inside;
}

static void push_place(lua_State *L) {
  lua_Debug at;
  for (int level = 1; lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (at.currentline > 0 && !is_house(L, &at)) {
      lua_pushfstring(L, "%s:%d: ", at.short_src, at.currentline);
      return;
    }
  }
  lua_pushliteral(L, "");
}

int script_error(lua_State *L, const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  push_place(L);
  lua_pushvfstring(L, text, arguments);
  va_end(arguments);
  lua_concat(L, 2);
  return lua_error(L);
}

int script_error_unknown(lua_State *L, const char *what, const char *name, int n, const char *const names[]) {
  const char *near = twocs_nearest(name, n, names);
  if (near) return script_error(L, "\"%s\" is no %s; did you mean \"%s\"?", name, what, near);
  return script_error(L, "\"%s\" is no %s", name, what);
}

int text_refused(lua_State *L, const char *sentence) {
  lua_pushnil(L);
  lua_pushstring(L, sentence);
  lua_pushnumber(L, 0);
  return 3;
}
