/* SPDX-License-Identifier: MIT
 *
 * Columns of texts as codes: the words along an axis of a sweep, the texts by which rows are grouped or
 * sorted. The one thing to know: rows do not touch texts. A question about texts is answered once for each
 * different text, and rows look the answer up by code. */
#include "core.h"
#include <math.h>
#include <string.h>

word_column *words_new(lua_State *L, size_t n, int texts) {
  const int list = lua_absindex(L, texts);
  word_column *w = lua_newuserdatauv(L, sizeof *w + n * sizeof *w->code, 1);
  w->n = n;
  luaL_getmetatable(L, TWOCS_WORD_COLUMN);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, list);
  lua_setiuservalue(L, -2, 1);
  return w;
}

word_column *words_test(lua_State *L, int index) { return luaL_testudata(L, index, TWOCS_WORD_COLUMN); }

void words_texts(lua_State *L, int index) { lua_getiuservalue(L, index, 1); }

static word_column *words_needed(lua_State *L, int index) {
  word_column *w = words_test(L, index);
  if (!w) script_error(L, "argument %d is a %s, expected a column of texts", index, luaL_typename(L, index));
  return w;
}

/* A column of a list of n texts; codes count texts in the order in which they are first seen. */
static word_column *words_of_list(lua_State *L, int list, size_t n) {
  lua_newtable(L);
  const int texts = lua_gettop(L);
  unsigned count = 0;
  word_column *w = words_new(L, n, texts);
  lua_newtable(L); /* the code of each text */
  const int codes = lua_gettop(L);
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, list, (int)i + 1);
    lua_pushvalue(L, -1);
    lua_rawget(L, codes);
    if (lua_isnil(L, -1)) {
      lua_pushvalue(L, -2);
      lua_pushnumber(L, w->code[i] = count);
      lua_rawset(L, codes);
      lua_pushvalue(L, -2);
      lua_rawseti(L, texts, (int)++count);
    } else {
      w->code[i] = (unsigned)lua_tonumber(L, -1);
    }
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
  lua_remove(L, texts);
  return w;
}

word_column *words_check(lua_State *L, int index, size_t n) {
  word_column *w = words_test(L, index);
  if (w) return lua_pushvalue(L, index), w;
  luaL_checktype(L, index, LUA_TTABLE);
  return words_of_list(L, lua_absindex(L, index), n);
}

static int words_index(lua_State *L) {
  const word_column *w = luaL_checkudata(L, 1, TWOCS_WORD_COLUMN);
  const double i = lua_tonumber(L, 2);
  if (lua_type(L, 2) != LUA_TNUMBER || !(i >= 1 && i <= (double)w->n) || i != (double)(size_t)i)
    return lua_pushnil(L), 1;
  words_texts(L, 1);
  lua_rawgeti(L, -1, (int)w->code[(size_t)i - 1] + 1);
  return 1;
}

static int words_newindex(lua_State *L) { return script_error(L, "a column of texts cannot be changed"); }

static int words_len(lua_State *L) {
  const word_column *w = luaL_checkudata(L, 1, TWOCS_WORD_COLUMN);
  lua_pushnumber(L, (double)w->n);
  return 1;
}

/* core.words(list, n): the first n texts of a list; a column of words is returned unchanged. */
static int core_words(lua_State *L) { return words_check(L, 1, (size_t)luaL_optnumber(L, 2, 0)), 1; }

static int core_is_words(lua_State *L) { return lua_pushboolean(L, words_test(L, 1) != NULL), 1; }

/* core.words_along(texts, stride, n): n rows; row r, from 0, has text r / stride of the list, which
 * repeats. */
static int core_words_along(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const size_t stride = (size_t)luaL_checknumber(L, 2), n = (size_t)luaL_checknumber(L, 3);
  const unsigned count = (unsigned)lua_rawlen(L, 1);
  luaL_argcheck(L, stride && (count || !n), 1, "expected an axis with texts");
  word_column *w = words_new(L, n, 1);
  for (size_t r = 0, code = 0; r < n; code = (code + 1) % count) {
    const size_t end = n - r < stride ? n : r + stride;
    while (r < end) w->code[r++] = (unsigned)code;
  }
  return 1;
}

/* core.words_at(texts, places): the texts at these places, which are a column of numbers from 1. */
static int core_words_at(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const column *places = column_check(L, 2, "places");
  const size_t count = lua_rawlen(L, 1);
  word_column *w = words_new(L, places->n, 1);
  for (size_t i = 0; i < w->n; i++) {
    if (!(places->value[i] >= 1 && places->value[i] <= (double)count))
      return script_error(L, "place %f is not in [1, %f]", places->value[i], (double)count);
    w->code[i] = (unsigned)places->value[i] - 1;
  }
  return 1;
}

/* core.texts(words): a list with the text of each row. core.word_list(words): the list of the different
 * texts, which must not be changed; it may hold the same text twice. */
static int core_texts(lua_State *L) {
  const word_column *w = words_needed(L, 1);
  words_texts(L, 1);
  const int texts = lua_gettop(L);
  lua_createtable(L, (int)w->n, 0);
  for (size_t i = 0; i < w->n; i++) {
    lua_rawgeti(L, texts, (int)w->code[i] + 1);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}
static int core_word_list(lua_State *L) { return words_needed(L, 1), words_texts(L, 1), 1; }

/* core.recoded(words, map): a column of the numbers that the map has for the rows' texts; NaN if it has
 * none. */
static int core_recoded(lua_State *L) {
  const word_column *w = words_needed(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  words_texts(L, 1);
  const int texts = lua_gettop(L);
  const size_t count = lua_rawlen(L, texts);
  double *value = lua_newuserdatauv(L, count * sizeof *value + 1, 0);
  for (size_t c = 0; c < count; c++) {
    lua_rawgeti(L, texts, (int)c + 1);
    lua_rawget(L, 2);
    value[c] = lua_isnil(L, -1) ? (double)NAN : lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  column *to = column_new(L, w->n);
  for (size_t i = 0; i < w->n; i++) to->value[i] = value[w->code[i]];
  return 1;
}

void words_open(lua_State *L) {
  static const luaL_Reg methods[] = {
      {"__index", words_index}, {"__newindex", words_newindex}, {"__len", words_len}, {NULL, NULL}};
  luaL_newmetatable(L, TWOCS_WORD_COLUMN);
  luaL_setfuncs(L, methods, 0);
  lua_pop(L, 1);
  static const luaL_Reg functions[] = {{"words", core_words},
                                       {"is_words", core_is_words},
                                       {"words_along", core_words_along},
                                       {"words_at", core_words_at},
                                       {"texts", core_texts},
                                       {"word_list", core_word_list},
                                       {"recoded", core_recoded},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
