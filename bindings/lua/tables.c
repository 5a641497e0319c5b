/* SPDX-License-Identifier: MIT
 *
 * The engine's rows as Lua tables: core.columns, records, laws, families, rules, references. Scripts make
 * help, documentation, labels and annotations from them. The tables are filled when first asked for, so that
 * starting costs nothing. */
#include "core.h"
#include <math.h>
#include <string.h>

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text ? text : "");
  lua_setfield(L, -2, key);
}

static void set_number(lua_State *L, const char *key, double value) {
  if (isnan(value)) return;
  lua_pushnumber(L, value);
  lua_setfield(L, -2, key);
}

static void set_flag(lua_State *L, const char *key, unsigned flag) {
  lua_pushboolean(L, flag != 0);
  lua_setfield(L, -2, key);
}

/* Sets the properties of a column; a field has bounds too. */
static void set_known(lua_State *L, int k) {
  const twocs_column *c = &twocs_columns[k];
  const int field = k < twocs_field_count;
  set_text(L, "unit", c->unit);
  set_text(L, "formula", c->formula);
  set_text(L, "reference", c->reference);
  set_text(L, "number", c->number);
  set_text(L, "meaning", c->meaning);
  if (field || *c->words) set_text(L, "words", c->words);
  set_flag(L, "of_wall", (unsigned)twocs_of_wall(k));
  set_text(L, "file", twocs_places[k].file);
  set_number(L, "line", twocs_places[k].line);
  set_flag(L, "own", twocs_places[k].inner == 0);
  set_flag(L, "inner", twocs_places[k].inner >= 2);
  set_flag(L, "pass", twocs_places[k].inner == 3);
  if (!field) return;
  set_number(L, "initial", c->initial);
  set_number(L, "least", c->least);
  set_number(L, "most", c->most);
  set_flag(L, "count", c->kind & TWOCS_COUNT);
  set_flag(L, "follows", c->kind & TWOCS_FOLLOWS);
  set_flag(L, "must", c->kind & TWOCS_MUST);
  set_flag(L, "asked", c->kind & TWOCS_ASKED);
  set_flag(L, "choice", c->kind & TWOCS_CHOICE);
}

/* __index of a row that has only its name and record: the first question fills in the rest, because a script
 * asks about few of the rows. */
static int row_filled(lua_State *L) {
  lua_settop(L, 2);
  lua_pushnil(L);
  lua_setmetatable(L, 1);
  lua_getfield(L, 1, "name");
  const int k = twocs_find(lua_tostring(L, -1));
  lua_settop(L, 2);
  lua_pushvalue(L, 1);
  if (k >= 0) set_known(L, k);
  lua_settop(L, 2);
  lua_rawget(L, 1);
  return 1;
}

static void push_row(lua_State *L, int k) {
  lua_createtable(L, 0, 2);
  set_text(L, "name", twocs_columns[k].name);
  set_text(L, "record", twocs_record_name(k));
  if (luaL_newmetatable(L, "twocs.row")) {
    lua_pushcfunction(L, row_filled);
    lua_setfield(L, -2, "__index");
  }
  lua_setmetatable(L, -2);
}

static int columns(lua_State *L) {
  lua_createtable(L, twocs_column_count, 0);
  for (int k = 0; k < twocs_column_count; k++) {
    push_row(L, k);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

/* core.row(name): that column's row, or nil. */
static int row(lua_State *L) {
  const int k = lua_type(L, 1) == LUA_TSTRING ? twocs_find(lua_tostring(L, 1)) : -1;
  if (k >= 0)
    push_row(L, k);
  else
    lua_pushnil(L);
  return 1;
}

/* core.must(kind): names of the fields that such a record must have. */
static int must(lua_State *L) {
  const char *of = luaL_checkstring(L, 1);
  int n = 0;
  lua_newtable(L);
  for (int k = 0; k < twocs_field_count; k++) {
    const unsigned kind = twocs_columns[k].kind;
    if (!(kind & TWOCS_MUST) || kind & TWOCS_ASKED || strcmp(twocs_record_name(k), of) != 0) continue;
    lua_pushstring(L, twocs_columns[k].name);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

/* core.counterparts(): pairs of names, a column of the wall and the same one of a step. */
static int counterparts(lua_State *L) {
  lua_newtable(L);
  for (int i = 0; twocs_counterparts[i][0] >= 0; i++) {
    lua_createtable(L, 2, 0);
    for (int side = 0; side < 2; side++) {
      lua_pushstring(L, twocs_columns[twocs_counterparts[i][side]].name);
      lua_rawseti(L, -2, side + 1);
    }
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int records(lua_State *L) {
  lua_newtable(L);
  for (int r = 0; r < twocs_record_count - 1; r++) {
    lua_pushstring(L, twocs_records[r].name);
    lua_rawseti(L, -2, r + 1);
  }
  return 1;
}

static int laws(lua_State *L) {
  lua_newtable(L);
  for (int i = 0; twocs_laws[i].name; i++) {
    lua_newtable(L);
    set_text(L, "family", twocs_laws[i].family);
    int first = 0;
    while (strcmp(twocs_laws[first].family, twocs_laws[i].family) != 0) first++;
    lua_pushboolean(L, first == i);
    lua_setfield(L, -2, "default");
    set_text(L, "name", twocs_laws[i].name);
    set_text(L, "reference", twocs_laws[i].reference);
    set_text(L, "meaning", twocs_laws[i].meaning);
    set_text(L, "reads", twocs_laws[i].reads);
    const twocs_algorithm *algorithm = twocs_algorithm_find(twocs_laws[i].family, twocs_laws[i].name);
    if (algorithm) {
      static const char *const over[] = {"flat", "rings", "lockstep", "trees"};
      set_text(L, "scope", algorithm->nested ? "nested" : over[algorithm->over]);
      set_text(L, "steps", algorithm->steps);
      set_text(L, "traffic", algorithm->traffic);
      set_text(L, "path", algorithm->path);
      set_text(L, "legal", algorithm->legal);
    }
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int families(lua_State *L) {
  lua_newtable(L);
  for (int f = 0; f < twocs_family_count; f++) {
    lua_newtable(L);
    set_text(L, "name", twocs_families[f].name);
    set_text(L, "meaning", twocs_families[f].meaning);
    lua_rawseti(L, -2, f + 1);
  }
  return 1;
}

static int rules(lua_State *L) {
  lua_newtable(L);
  for (int r = 0; r < twocs_rule_count; r++) {
    lua_newtable(L);
    set_text(L, "name", twocs_rules[r].name);
    set_text(L, "condition", twocs_rules[r].condition);
    set_text(L, "sentence", twocs_rules[r].sentence);
    lua_rawseti(L, -2, r + 1);
  }
  return 1;
}

static int references(lua_State *L) {
  lua_newtable(L);
  for (int r = 0; r < twocs_reference_count; r++) {
    lua_newtable(L);
    set_text(L, "name", twocs_references[r].name);
    set_text(L, "text", twocs_references[r].text);
    lua_rawseti(L, -2, r + 1);
  }
  return 1;
}

void tables_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"columns", columns},
                                       {"row", row},
                                       {"must", must},
                                       {"records", records},
                                       {"laws", laws},
                                       {"families", families},
                                       {"rules", rules},
                                       {"references", references},
                                       {"counterparts", counterparts},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
