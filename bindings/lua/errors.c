/* SPDX-License-Identifier: MIT
 *
 * Mistakes of a script. The place that a message names is where the script called twocs, so stack levels of
 * our own files and of C are skipped. */
#include "core.h"
#include <stdarg.h>
#include <string.h>

/* Our own scripts are in twocs/ of the home folder. Studies and examples next to it count as scripts of the
 * user. */
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

/* The length of the place of a line of ours that the interpreter put in front of the message, or 0 if there
 * is none. */
static size_t own_place(lua_State *L, const char *message) {
  lua_Debug at;
  for (int level = 1; lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (at.currentline <= 0) continue;
    if (!is_house(L, &at)) return 0;
    const char *place = lua_pushfstring(L, "%s:%d: ", at.short_src, at.currentline);
    const size_t length = strlen(place), same = !strncmp(message, place, length);
    lua_pop(L, 1);
    if (same) return length;
  }
  return 0;
}

/* core.own_words(message): the interpreter's message about a line of ours, without the line; nil for any
 * other message. A message handler must call it, where the error was raised. */
int core_own_words(lua_State *L) {
  const size_t place = lua_type(L, 1) == LUA_TSTRING ? own_place(L, lua_tostring(L, 1)) : 0;
  if (place)
    lua_pushstring(L, lua_tostring(L, 1) + place);
  else
    lua_pushnil(L);
  return 1;
}

/* Bytes of a control character at `text`: 1 in ASCII, 2 for U+0080 to U+009F, 0 for any other character. */
static size_t control_at(const unsigned char *text) {
  if (*text < ' ' || *text == 127) return 1;
  return *text == 0xc2 && text[1] >= 0x80 && text[1] < 0xa0 ? 2 : 0;
}

/* A sentence may quote a file or a script's text, which must not control a terminal or break the line. */
void push_printable(lua_State *L, const char *text, size_t length) {
  luaL_Buffer out;
  luaL_buffinit(L, &out);
  for (size_t i = 0; i < length;) {
    const size_t control = control_at((const unsigned char *)text + i);
    luaL_addlstring(&out, control ? "?" : text + i, 1);
    i += control ? control : 1;
  }
  luaL_pushresult(&out);
}

int script_error(lua_State *L, const char *text, ...) {
  va_list arguments;
  size_t length;
  va_start(arguments, text);
  push_place(L);
  const char *sentence = (lua_pushvfstring(L, text, arguments), lua_tolstring(L, -1, &length));
  va_end(arguments);
  push_printable(L, sentence, length);
  lua_remove(L, -2);
  lua_concat(L, 2);
  return lua_error(L);
}

int script_error_unknown(lua_State *L, const char *what, const char *name, int n, const char *const names[]) {
  const char *near = twocs_nearest(name, n, names);
  if (near) return script_error(L, "\"%s\" is not a %s; did you mean \"%s\"?", name, what, near);
  return script_error(L, "\"%s\" is not a %s", name, what);
}

int text_refused(lua_State *L, const char *sentence) {
  lua_pushnil(L);
  push_printable(L, sentence, strlen(sentence));
  lua_pushnumber(L, 0);
  return 3;
}
