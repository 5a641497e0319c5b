/* SPDX-License-Identifier: MIT
 *
 * JSON as Lua values. The document is a userdata with a finalizer before it is parsed, so that Lua may raise
 * an error anywhere. Values are made on the stack in the order of the text. */
#include "core.h"
#include "document.h"
#include <stdio.h>

#define TYPE "twocs.document"

static int document_gc(lua_State *L) {
  twocs_document_close(luaL_checkudata(L, 1, TYPE));
  return 0;
}

static twocs_document *document_new(lua_State *L) {
  twocs_document *document = lua_newuserdatauv(L, sizeof *document, 0);
  *document = (twocs_document){0};
  luaL_getmetatable(L, TYPE);
  lua_setmetatable(L, -2);
  return document;
}

static void push_value(lua_State *L, const twocs_document_node *node) {
  switch (node->kind) {
  case TWOCS_DOCUMENT_NUMBER:
    lua_pushnumber(L, node->number);
    break;
  case TWOCS_DOCUMENT_TEXT:
  case TWOCS_DOCUMENT_DIGITS:
    lua_pushlstring(L, node->text, node->length);
    break;
  case TWOCS_DOCUMENT_NULL:
    lua_pushlightuserdata(L, NULL);
    break;
  default:
    lua_pushboolean(L, node->kind == TWOCS_DOCUMENT_TRUE);
  }
}

/* The stack from `root` on: the final value; then, for each open object or list, its table and a companion:
 * the lines of an object's keys, or how many values a list has. */
static int is_taken(lua_State *L, int table, const char *key) {
  lua_getfield(L, table, key);
  const int taken = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return taken;
}

/* Puts the value on top of the stack into a table, whose companion (its lines or its count) is just above
 * it. */
static void put(lua_State *L, const twocs_document_node *node, int table) {
  if (node->key) {
    lua_pushnumber(L, (double)node->line);
    lua_setfield(L, table + 1, node->key);
    lua_setfield(L, table, node->key);
  } else {
    const int n = (int)lua_tonumber(L, table + 1) + 1;
    lua_rawseti(L, table, n);
    lua_pushnumber(L, n);
    lua_replace(L, table + 1);
  }
}

/* Opens a table with its companion on top of the stack; `lines` remembers the lines of an object's keys. */
static void open_table(lua_State *L, const twocs_document_node *node, int lines) {
  lua_newtable(L);
  if (node->kind == TWOCS_DOCUMENT_LIST) {
    lua_pushnumber(L, 0);
    return;
  }
  lua_newtable(L);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -2);
  lua_rawset(L, lines);
}

static int refused(lua_State *L, twocs_document *document, const char *sentence) {
  twocs_document_close(document);
  return text_refused(L, sentence);
}

/* core.json(text): the value, and lines[object][key], the line of a key; or nil, sentence, code. An object
 * and a list are tables, null is core.null, and a whole number that no double can hold is text. */
static int core_json(lua_State *L) {
  size_t length;
  char sentence[320];
  const char *text = luaL_checklstring(L, 1, &length);
  twocs_document_node node;
  int more, depth = 0;
  lua_settop(L, 1);
  twocs_document *document = document_new(L);
  if (twocs_document_open(document, text, length, sentence, sizeof sentence))
    return text_refused(L, sentence);
  luaL_checkstack(L, 2 * TWOCS_DOCUMENT_DEPTH + 16, "objects and lists");
  lua_newtable(L);
  lua_pushnil(L);
  const int lines = 3, root = 4;
  while ((more = twocs_document_next(document, &node, sentence, sizeof sentence)) > 0) {
    const int table = root + 2 * depth - 1; /* of the open object or list */
    if (node.key && is_taken(L, table, node.key)) {
      snprintf(sentence, sizeof sentence, "line %zu: \"%.100s\" occurs twice in one object", node.line,
               node.key);
      return refused(L, document, sentence);
    }
    if (node.kind == TWOCS_DOCUMENT_CLOSE) {
      depth--;
      lua_pop(L, 2);
    } else if (node.kind == TWOCS_DOCUMENT_OBJECT || node.kind == TWOCS_DOCUMENT_LIST) {
      open_table(L, &node, lines);
      lua_pushvalue(L, -2);
      if (depth++)
        put(L, &node, table);
      else
        lua_replace(L, root);
    } else {
      push_value(L, &node);
      if (depth)
        put(L, &node, table);
      else
        lua_replace(L, root);
    }
  }
  if (more < 0) return refused(L, document, sentence);
  twocs_document_close(document);
  lua_pushvalue(L, root);
  lua_pushvalue(L, lines);
  return 2;
}

void document_open(lua_State *L) {
  luaL_newmetatable(L, TYPE);
  lua_pushcfunction(L, document_gc);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
  lua_pushcfunction(L, core_json);
  lua_setfield(L, -2, "json");
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, -2, "null");
}
