/* SPDX-License-Identifier: MIT
 *
 * Calls that a person or a script asked for, and the messages when they fail. The one thing to know: a
 * message shows the lines of the script, not those of twocs. */
#include "prompt.h"
#include <stdio.h>
#include <string.h>

enum { FRAMES_SHOWN = 10, FRAMES_SEARCHED = 200 };

static int is_house(lua_State *L, const lua_Debug *at) {
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.home");
  const char *home = lua_tostring(L, -1);
  const size_t length = home ? strlen(home) : 0;
  lua_pop(L, 1);
  return length && at->source[0] == '@' && !strncmp(at->source + 1, home, length) &&
         !strncmp(at->source + 1 + length, "/twocs/", 7);
}

static void push_frame(lua_State *L, const lua_Debug *at) {
  lua_pushfstring(L, "\n  %s:%d: ", at->short_src, at->currentline);
  if (*at->what == 'm')
    lua_pushliteral(L, "in the main chunk");
  else if (at->name && *at->namewhat)
    lua_pushfstring(L, "in %s", at->name);
  else
    lua_pushfstring(L, "in the function of line %d", at->linedefined);
  lua_concat(L, 2);
}

/* Pushes the script's own frames, if there are several: a single one says no more than the message does. */
static void push_frames(lua_State *L) {
  lua_Debug at;
  int shown = 0;
  const int first = lua_gettop(L) + 1;
  luaL_checkstack(L, FRAMES_SHOWN + 8, "frames");
  for (int level = 1; level < FRAMES_SEARCHED && lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sln", &at);
    if (at.currentline <= 0 || is_house(L, &at)) continue;
    if (shown++ == FRAMES_SHOWN) {
      lua_pushliteral(L, "\n  ...");
      break;
    }
    push_frame(L, &at);
  }
  if (shown < 2 && !interrupt_came()) lua_settop(L, first - 1);
  lua_pushliteral(L, "");
  lua_concat(L, lua_gettop(L) - first + 1);
}

static void replace_by_text(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER) {
    char number[40];
    snprintf(number, sizeof number, "%.15g", lua_tonumber(L, index));
    lua_pushstring(L, number);
  } else if (!luaL_callmeta(L, index, "__tostring") || lua_type(L, -1) != LUA_TSTRING) {
    lua_pushfstring(L, "the script raised a %s, not a text", luaL_typename(L, index));
  }
  lua_replace(L, index);
}

/* Pushes the message after Ctrl-C. Returns 1: the sentence of a verb that kept its finished work; 0:
 * "interrupted". */
static int push_interruption(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.stopped");
  lua_pushnil(L);
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.stopped");
  if (lua_isstring(L, -1)) return 1;
  lua_pop(L, 1);
  lua_pushliteral(L, "interrupted");
  return 0;
}

/* A script that indexes nil may have ignored the sentence that a verb returned with that nil. Pushes that
 * sentence, or "". */
static void push_refusal(lua_State *L, const char *message) {
  lua_pushliteral(L, "");
  if (!strstr(message, "attempt to index") || !strstr(message, "nil value")) return;
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_getfield(L, -1, "twocs.common.guard");
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "refused");
    if (lua_isstring(L, -1)) {
      lua_pushfstring(L, "; %s", lua_tostring(L, -1));
      lua_replace(L, -5);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
}

/* The message handler of every call. */
static int explain(lua_State *L) {
  lua_settop(L, 1);
  if (interrupt_came()) {
    if (push_interruption(L)) return 1;
    lua_replace(L, 1);
  } else if (lua_type(L, 1) != LUA_TSTRING) {
    replace_by_text(L, 1);
  }
  lua_settop(L, 1);
  push_refusal(L, lua_tostring(L, 1));
  push_frames(L);
  lua_concat(L, 3);
  return 1;
}

int protected_call(lua_State *L, int arguments, int results) {
  const int base = lua_gettop(L) - arguments;
  lua_pushcfunction(L, explain);
  lua_insert(L, base);
  const int failed = lua_pcall(L, arguments, results, base);
  lua_remove(L, base);
  if (interrupt_taken(L)) {
    if (failed) return CALL_INTERRUPTED;
    lua_settop(L, base - 1);
    push_interruption(L);
    return CALL_INTERRUPTED;
  }
  if (failed && lua_type(L, -1) != LUA_TSTRING) {
    lua_pop(L, 1);
    lua_pushliteral(L, "a second error occurred while an error was reported");
  }
  return failed ? CALL_FAILED : CALL_DONE;
}

void complain(lua_State *L) {
  const char *text = lua_tostring(L, -1);
  fflush(stdout);
  fprintf(stderr, "twocs: %s\n", text ? text : "an error that is not text");
  lua_pop(L, 1);
}

int require_module(lua_State *L, const char *name) {
  lua_getglobal(L, "require");
  lua_pushstring(L, name);
  return protected_call(L, 1, 1);
}
