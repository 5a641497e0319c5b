/* SPDX-License-Identifier: MIT
 * Many cases as one job. The values that differ from the initial ones are read from the records, without a
 * table for each case, because predictions put thousands of cases into one job and ask each of them about
 * every field. */
#include "core.h"
#include <math.h>
#include <string.h>

/* A choice is always held: its initial value, its first word, says nothing about what a case means. */
static int is_held(int k, double value) {
  const twocs_column *field = &twocs_columns[k];
  return !isnan(value) && (field->kind & TWOCS_CHOICE || value != field->initial);
}

static int kind_of(int k) {
  int kind = 0;
  while (k >= twocs_records[kind].first + twocs_records[kind].count) kind++;
  return kind;
}

/* The fields of one kind of record of the case at an index; the case keeps the record. */
static const double *fields_of(lua_State *L, int made, int kind) {
  lua_getfield(L, made, twocs_records[kind].name);
  const double *field = record_check(L, -1, kind)->field;
  lua_pop(L, 1);
  return field;
}

/* core.held(case, name): the number of this field if it differs from the initial one, else nil. */
static int held(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const int k = twocs_find(luaL_checkstring(L, 2));
  if (k < 0 || k >= twocs_field_count) return lua_pushnil(L), 1;
  const int kind = kind_of(k);
  const double value = fields_of(L, 1, kind)[k - twocs_records[kind].first];
  if (!is_held(k, value)) return lua_pushnil(L), 1;
  return lua_pushnumber(L, value), 1;
}

/* Pushes a text of the fields that a case holds: of these kinds (0: of all), with their values or without. */
static int push_text(lua_State *L, unsigned kinds, int values) {
  twocs_point point;
  char text[sizeof point / sizeof(double) * (sizeof(int) + sizeof(double))];
  size_t length = 0;
  luaL_checktype(L, 1, LUA_TTABLE);
  point_read(L, 1, &point);
  for (int k = 0; k < twocs_field_count; k++) {
    if (kinds && !(twocs_columns[k].kind & kinds)) continue;
    const double value = ((const double *)&point)[k] + 0.0; /* -0 becomes 0 */
    if (!is_held(k, value)) continue;
    memcpy(text + length, &k, sizeof k), length += sizeof k;
    if (values) memcpy(text + length, &value, sizeof value), length += sizeof value;
  }
  lua_pushlstring(L, text, length);
  return 1;
}

/* core.same(case): a text that is equal for two cases exactly if they hold the same values. */
static int same(lua_State *L) { return push_text(L, 0, 1); }

/* core.decided(case): a text of the held fields that an axis cannot take away: without a value they follow
 * other fields, or formulas ask whether they are given. */
static int decided(lua_State *L) { return push_text(L, TWOCS_ASKED | TWOCS_FOLLOWS, 0); }

/* The records of one kind in a list of cases: the fields of each case. */
static void records_read(lua_State *L, int list, size_t n, int kind, const double *of[]) {
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, list, (int)i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    of[i] = fields_of(L, lua_gettop(L), kind);
    lua_pop(L, 1);
  }
}

/* Whether some case holds the field. Neighbours often share a record. */
static int any_holds(int k, int place, size_t n, const double *const of[]) {
  for (size_t i = 0; i < n; i++)
    if ((i == 0 || of[i] != of[i - 1]) && is_held(k, of[i][place])) return 1;
  return 0;
}

/* The value of a field in a case that does not hold it: the initial one or, if no case holds it, the
 * base's. */
static double rest_of(int k, int place, size_t n, const double *const of[], double of_base) {
  return any_holds(k, place, n, of) ? twocs_columns[k].initial : of_base;
}

/* NaN equals NaN, and -0 differs from 0. */
static int is_same(double a, double b) { return a == b ? !signbit(a) == !signbit(b) : a != a && b != b; }

/* Whether a field differs from the base in some case. If no case holds it, all have the value of the base. */
static int is_moved(int k, int place, size_t n, const double *const of[], double of_base) {
  if (!any_holds(k, place, n, of)) return 0;
  for (size_t i = 0; i < n; i++)
    if (!is_same(is_held(k, of[i][place]) ? of[i][place] : twocs_columns[k].initial, of_base)) return 1;
  return 0;
}

static void move_push(lua_State *L, int k, int values) {
  lua_createtable(L, 2, 0);
  lua_pushstring(L, twocs_columns[k].name);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, values);
  lua_rawseti(L, -2, 2);
}

/* core.moves(cases, base): a list of { name, column } of the fields that differ from the base in some case,
 * with the number for every case. The list has at least one field. */
static int moves(lua_State *L) {
  enum { CASES = 1, BASE };
  luaL_checktype(L, CASES, LUA_TTABLE);
  luaL_checktype(L, BASE, LUA_TTABLE);
  lua_settop(L, BASE);
  const size_t n = lua_rawlen(L, CASES);
  twocs_point base;
  point_read(L, BASE, &base);
  const double **of = lua_newuserdatauv(L, n * sizeof *of + 1, 0);
  lua_newtable(L);
  const int list = lua_gettop(L);
  int count = 0;
  for (int kind = twocs_record_count - 2; kind >= 0; kind--) {
    const int first = twocs_records[kind].first;
    records_read(L, CASES, n, kind, of);
    for (int k = first; k < first + twocs_records[kind].count; k++) {
      const int last = kind == 0 && !count && k == first;
      const double of_base = ((const double *)&base)[k];
      if (!last && !is_moved(k, k - first, n, of, of_base)) continue;
      const double rest = rest_of(k, k - first, n, of, of_base);
      column *c = column_new(L, n);
      for (size_t i = 0; i < n; i++) c->value[i] = is_held(k, of[i][k - first]) ? of[i][k - first] : rest;
      move_push(L, k, lua_gettop(L));
      lua_rawseti(L, list, ++count);
      lua_settop(L, list);
    }
  }
  return 1;
}

/* The number of a table under the name at an index; 0: there is none. */
static int own_value(lua_State *L, int table, int name, double *value) {
  lua_pushvalue(L, name);
  lua_rawget(L, table);
  const int found = !lua_isnil(L, -1);
  if (found) *value = luaL_checknumber(L, -1);
  lua_pop(L, 1);
  return found;
}

/* core.column_of(name, cases, base, own): a number for each table of the list `own`, whose cases are those of
 * the list `cases`, again and again. It is the table's own number under that name, else the value that its
 * case holds, else the value of a case that does not hold the field. */
static int column_of(lua_State *L) {
  enum { NAME = 1, CASES, BASE, OWN };
  const int k = twocs_find(luaL_checkstring(L, NAME));
  if (k < 0 || k >= twocs_field_count) return script_error(L, "%s is not a field", lua_tostring(L, NAME));
  for (int i = CASES; i <= OWN; i++) luaL_checktype(L, i, LUA_TTABLE);
  lua_settop(L, OWN);
  const int kind = kind_of(k), place = k - twocs_records[kind].first;
  const size_t n = lua_rawlen(L, CASES), all = lua_rawlen(L, OWN);
  const double **of = lua_newuserdatauv(L, n * sizeof *of + 1, 0);
  records_read(L, CASES, n, kind, of);
  const double rest = rest_of(k, place, n, of, fields_of(L, BASE, kind)[place]);
  column *c = column_new(L, all);
  const int top = lua_gettop(L);
  const void *before = NULL; /* the last table, mostly the same for many cases; its number */
  int owns = 0;
  double own = 0;
  for (size_t i = 0; i < all; i++) {
    const double value = of[i % n][place];
    lua_rawgeti(L, OWN, (int)i + 1);
    if (i == 0 || lua_topointer(L, -1) != before) {
      luaL_checktype(L, -1, LUA_TTABLE);
      before = lua_topointer(L, -1), owns = own_value(L, top + 1, NAME, &own);
    }
    c->value[i] = owns ? own : is_held(k, value) ? value : rest;
    lua_settop(L, top);
  }
  return 1;
}

/* core.repeated(column, times): the column, `times` times, one after the other. */
static int repeated(lua_State *L) {
  const column *from = column_check(L, 1, "repeated");
  const size_t times = (size_t)luaL_checknumber(L, 2);
  column *to = column_new(L, from->n * times);
  for (size_t t = 0; t < times; t++)
    memcpy(to->value + t * from->n, from->value, from->n * sizeof *to->value);
  return 1;
}

/* core.one_each(column, n): the first of each n numbers, or nil if some of these n differ from each other. */
static int one_each(lua_State *L) {
  const column *from = column_check(L, 1, "one_each");
  const size_t n = (size_t)luaL_checknumber(L, 2);
  if (n < 1 || from->n % n)
    return script_error(L, "one_each: %d numbers are not a multiple of %d", (int)from->n, (int)n);
  column *to = column_new(L, from->n / n);
  for (size_t i = 0; i < from->n; i++) {
    if (i % n == 0) to->value[i / n] = from->value[i];
    if (!is_same(to->value[i / n], from->value[i])) return lua_pushnil(L), 1;
  }
  return 1;
}

/* core.placed(column, into, places, first): into[places[i]] = column[first + i]. */
static int placed(lua_State *L) {
  const column *from = column_check(L, 1, "placed");
  column *to = column_check(L, 2, "placed");
  luaL_checktype(L, 3, LUA_TTABLE);
  const size_t first = (size_t)luaL_checknumber(L, 4), n = lua_rawlen(L, 3);
  if (first + n > from->n)
    return script_error(L, "placed: %d rows from row %d on, but there are %d", (int)n, (int)first,
                        (int)from->n);
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, 3, (int)i + 1);
    const double place = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!(place >= 1 && place <= (double)to->n)) return script_error(L, "placed: there is no row %f", place);
    to->value[(size_t)place - 1] = from->value[first + i];
  }
  return 0;
}

void held_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"held", held},         {"same", same},           {"decided", decided},
      {"moves", moves},       {"column_of", column_of}, {"repeated", repeated},
      {"one_each", one_each}, {"placed", placed},       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
