/* SPDX-License-Identifier: MIT
 *
 * Many cases as one job: what their records hold otherwise than initially, all of it in one pass: predictions
 * put thousands of cases into one job, and ask each of them about every field. */
#include "core.h"
#include <math.h>

/* A choice is always named: what is initially its first word says nothing of what a case means. */
static int is_held(const twocs_column *field, double value) {
  return !isnan(value) && (field->kind & TWOCS_CHOICE || value != field->initial);
}

static void add_place(luaL_Buffer *text, int place) {
  luaL_addlstring(text, (const char *)&place, sizeof place);
}

/* core.held(record, into): into[name] = number for each such field; a text that is the same for two records
 * exactly where they hold the same; and one of those among them that an axis cannot take away: fields that
 * follow others, or whose lack is asked about. */
static int held(lua_State *L) {
  enum { ASKED_OR_FOLLOWS = TWOCS_ASKED | TWOCS_FOLLOWS };
  const record *r = luaL_checkudata(L, 1, "twocs.record");
  const record_kind kind = record_kind_at(r->kind);
  const int first = (int)(kind.column - twocs_columns);
  luaL_Buffer text;
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  for (int k = 0; k < kind.fields; k++) {
    if (!is_held(&kind.column[k], r->field[k])) continue;
    lua_rawgeti(L, lua_upvalueindex(1), first + k + 1);
    lua_pushnumber(L, r->field[k]);
    lua_rawset(L, 2);
  }
  luaL_buffinit(L, &text);
  for (int k = 0; k < kind.fields; k++) {
    const double value = r->field[k] + 0.0; /* no zero below 0 */
    if (!is_held(&kind.column[k], value)) continue;
    add_place(&text, first + k);
    luaL_addlstring(&text, (const char *)&value, sizeof value);
  }
  luaL_pushresult(&text);
  luaL_buffinit(L, &text);
  for (int k = 0; k < kind.fields; k++)
    if (kind.column[k].kind & ASKED_OR_FOLLOWS && is_held(&kind.column[k], r->field[k]))
      add_place(&text, first + k);
  luaL_pushresult(&text);
  return 2;
}

/* Pushes list[i][name], list and name at these places of the stack; nil where there is no list. */
static void push_of(lua_State *L, int list, size_t i, int name) {
  if (lua_isnil(L, list)) {
    lua_pushnil(L);
    return;
  }
  lua_rawgeti(L, list, (int)i + 1);
  lua_pushvalue(L, name);
  lua_rawget(L, -2);
  lua_remove(L, -2);
}

/* core.column_of(name, initial, fields, own): a number for each of a list of tables by name: that of own[i]
 * where there is one, else that of fields[i], else the initial one. */
static int column_of(lua_State *L) {
  luaL_checktype(L, 3, LUA_TTABLE);
  lua_settop(L, 4);
  const double initial = luaL_checknumber(L, 2);
  const size_t n = lua_rawlen(L, 3);
  column *c = column_new(L, n);
  for (size_t i = 0; i < n; i++) {
    push_of(L, 4, i, 1);
    if (lua_isnil(L, -1)) push_of(L, 3, i, 1);
    c->value[i] = lua_isnil(L, -1) ? initial : luaL_checknumber(L, -1);
    lua_settop(L, 5);
  }
  return 1;
}

/* core.placed(column, into, places): into[places[i]] = column[i]. */
static int placed(lua_State *L) {
  const column *from = column_check(L, 1, "placed");
  column *to = column_check(L, 2, "placed");
  luaL_checktype(L, 3, LUA_TTABLE);
  for (size_t i = 0; i < from->n; i++) {
    lua_rawgeti(L, 3, (int)i + 1);
    const double place = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!(place >= 1 && place <= (double)to->n)) return script_error(L, "placed: no row %f", place);
    to->value[(size_t)place - 1] = from->value[i];
  }
  return 0;
}

void held_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"column_of", column_of}, {"placed", placed}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  lua_createtable(L, twocs_field_count, 0); /* names of fields: found by place, not made of their letters */
  for (int k = 0; k < twocs_field_count; k++) {
    lua_pushstring(L, twocs_columns[k].name);
    lua_rawseti(L, -2, k + 1);
  }
  lua_pushcclosure(L, held, 1);
  lua_setfield(L, -2, "held");
}
