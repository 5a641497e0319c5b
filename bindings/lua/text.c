/* SPDX-License-Identifier: MIT
 *
 * Text: numbers that print alike on both interpreters, quantities, hashes, and the clock. */
#define _POSIX_C_SOURCE 200809L
#include "core.h"
#include "rows/units.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* core.format: like string.format, but %d takes a number of either type, and %s shows a number as %.15g. */
static int core_format(lua_State *L) {
  if (!lua_isstring(L, 1))
    return script_error(L, "format: argument 1 is a %s, expected text", luaL_typename(L, 1));
  const char *text = lua_tostring(L, 1);
  luaL_Buffer out;
  int argument = 1;
  luaL_buffinit(L, &out);
  while (*text) {
    const size_t plain = strcspn(text, "%");
    luaL_addlstring(&out, text, plain);
    text += plain;
    if (!*text) break;
    if (text[1] == '%') {
      luaL_addlstring(&out, text, 1);
      text += 2;
      continue;
    }
    char form[24], piece[512];
    const size_t flags = strspn(text + 1, "-+ #0123456789.");
    const char kind = text[1 + flags];
    if (flags > 16 || !kind || !strchr("dsgfexq", kind))
      return script_error(L, "format: '%%%c' is not one of %%d %%s %%g %%f %%e %%x", kind ? kind : ' ');
    memcpy(form, text, flags + 1);
    text += flags + 2;
    argument++;
    if (kind == 's' || kind == 'q') {
      if (lua_type(L, argument) == LUA_TNUMBER) {
        memcpy(form + flags + 1, "s", 2);
        char number[40];
        snprintf(number, sizeof number, "%.15g", lua_tonumber(L, argument));
        snprintf(piece, sizeof piece, form, number);
        luaL_addstring(&out, piece);
      } else if (flags == 0 || lua_rawlen(L, argument) >= sizeof piece) {
        if (lua_type(L, argument) != LUA_TSTRING)
          return script_error(L, "format: argument %d is a %s, expected text", argument - 1,
                              luaL_typename(L, argument));
        lua_pushvalue(L, argument);
        luaL_addvalue(&out);
      } else {
        memcpy(form + flags + 1, "s", 2);
        snprintf(piece, sizeof piece, form, luaL_checkstring(L, argument));
        luaL_addstring(&out, piece);
      }
      continue;
    }
    if (lua_type(L, argument) != LUA_TNUMBER)
      return script_error(L, "format: argument %d is a %s, expected a number", argument - 1,
                          luaL_typename(L, argument));
    double x = lua_tonumber(L, argument);
    if (isnan(x)) x = (double)NAN; /* its sign differs between the interpreters */
    if (kind == 'd' || kind == 'x') {
      if (!(fabs(x) < 9e15)) return script_error(L, "format: %f is too large for %%%c", x, kind);
      snprintf(form + flags + 1, 4, "ll%c", kind);
      snprintf(piece, sizeof piece, form, (long long)floor(x + 0.5));
    } else {
      form[flags + 1] = kind, form[flags + 2] = 0;
      snprintf(piece, sizeof piece, form, x);
    }
    luaL_addstring(&out, piece);
  }
  luaL_pushresult(&out);
  return 1;
}

/* core.quantity(text, unit, what): the number in that unit, or nil and a sentence. */
static int core_quantity(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  char sentence[320];
  twocs_quantity quantity;
  if (!twocs_quantity_parse(text, length, (twocs_unit){luaL_optstring(L, 2, NULL), 0, 1},
                            luaL_optstring(L, 3, NULL), &quantity, sentence, sizeof sentence)) {
    lua_pushnumber(L, quantity.value);
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, sentence);
  return 2;
}

/* core.scale(largest, unit): the label of that unit with a fitting prefix, and the divisor for the
 * numbers. */
static int core_scale(lua_State *L) {
  const twocs_scale scale = twocs_unit_scale(luaL_checknumber(L, 1), luaL_checkstring(L, 2));
  lua_pushstring(L, scale.label);
  lua_pushnumber(L, scale.divisor);
  return 2;
}

/* core.nearest(word, names): the name that the word may have meant, or nil. */
static int core_nearest(lua_State *L) {
  const char *word = luaL_checkstring(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  const int n = (int)lua_rawlen(L, 2);
  const char **names = lua_newuserdatauv(L, (size_t)n * sizeof *names + 1, 0);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, 2, i + 1);
    names[i] = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : ""; /* the list keeps it alive */
    lua_pop(L, 1);
  }
  lua_pushstring(L, twocs_nearest(word, n, names));
  return 1;
}

static double number_given(lua_State *L, int index, const char *verb) {
  if (!lua_isnumber(L, index))
    script_error(L, "%s: argument %d is a %s, expected a number", verb, index, luaL_typename(L, index));
  return lua_tonumber(L, index);
}

/* Powers and logarithms that agree to the last bit on both interpreters; their own `^` does not. */
static int core_pow(lua_State *L) {
  return lua_pushnumber(L, pow(number_given(L, 1, "pow"), number_given(L, 2, "pow"))), 1;
}
static int core_exp(lua_State *L) { return lua_pushnumber(L, exp(number_given(L, 1, "exp"))), 1; }
static int core_log(lua_State *L) { return lua_pushnumber(L, log(number_given(L, 1, "log"))), 1; }
static int core_exp2(lua_State *L) { return lua_pushnumber(L, exp2(number_given(L, 1, "exp2"))), 1; }
static int core_log2(lua_State *L) { return lua_pushnumber(L, log2(number_given(L, 1, "log2"))), 1; }

/* core.hash(text), as text. It shows whether something changed; it is not for secrets. */
static int core_hash(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  return push_hash(L, hash_more(HASH_BEGIN, text, length)), 1;
}

/* core.clock(): seconds of a clock that never steps back. */
static int core_clock(lua_State *L) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  lua_pushnumber(L, (double)now.tv_sec + 1e-9 * (double)now.tv_nsec);
  return 1;
}

/* core.memory(): bytes of memory that this machine has. */
static int core_memory(lua_State *L) {
  const double pages = (double)sysconf(_SC_PHYS_PAGES), size = (double)sysconf(_SC_PAGESIZE);
  return lua_pushnumber(L, pages > 0 && size > 0 ? pages * size : HUGE_VAL), 1;
}

/* core.printable(text): with each control character as '?', so that the content of a file controls no
 * terminal. */
static int core_printable(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  push_printable(L, text, length);
  return 1;
}

static int core_raise(lua_State *L) { return script_error(L, "%s", luaL_checkstring(L, 1)); }

void text_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"format", core_format},
                                       {"quantity", core_quantity},
                                       {"scale", core_scale},
                                       {"nearest", core_nearest},
                                       {"pow", core_pow},
                                       {"exp2", core_exp2},
                                       {"exp", core_exp},
                                       {"log", core_log},
                                       {"log2", core_log2},
                                       {"hash", core_hash},
                                       {"clock", core_clock},
                                       {"raise", core_raise},
                                       {"own_words", core_own_words},
                                       {"memory", core_memory},
                                       {"printable", core_printable},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
