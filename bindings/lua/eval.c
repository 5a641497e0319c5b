/* SPDX-License-Identifier: MIT
 *
 * core.eval: a case at one point, and how every question to the engine reads its case. The data for one point
 * is on C's stack. Only the cached orders, which later questions use, outlive a call. */
#include "core.h"
#include <math.h>
#include <string.h>

enum { CASE = 1, WANT, ALSO, PLACED };

void point_read(lua_State *L, int given, twocs_point *point) {
  for (int kind = 0; kind < twocs_record_count - 1; kind++) {
    const twocs_record *own = &twocs_records[kind];
    double *field = (double *)point + own->first;
    lua_getfield(L, given, own->name);
    if (lua_isnil(L, -1))
      for (int k = 0; k < own->count; k++) field[k] = twocs_columns[own->first + k].initial;
    else
      memcpy(field, record_check(L, -1, kind)->field, (size_t)own->count * sizeof *field);
    lua_pop(L, 1);
  }
}

int want_read(lua_State *L, int index) {
  const char *name = lua_tostring(L, index);
  const int found = name ? twocs_find(name) : -1;
  if (found < 0) {
    const char *names[TWOCS_COLUMNS_MOST];
    for (int k = 0; k < twocs_column_count; k++) names[k] = twocs_columns[k].name;
    script_error_unknown(L, "column", name ? name : luaL_typename(L, index), twocs_column_count, names);
  }
  return found;
}

/* The columns of a list of names that never changes: looked up once, and kept in field 0 of the list. */
#define KEPT "twocs.wants"
typedef struct kept_wants {
  size_t count;
  int want[];
} kept_wants;

/* Whether the columns of the list are kept. */
static int wants_kept(lua_State *L, int list, size_t wants, int want[]) {
  lua_rawgeti(L, list, 0);
  const kept_wants *kept = luaL_testudata(L, -1, KEPT);
  lua_pop(L, 1); /* the list holds it */
  if (!kept || kept->count != wants) return 0;
  memcpy(want, kept->want, wants * sizeof *want);
  return 1;
}

int wants_read(lua_State *L, int list, int want[]) {
  const size_t wants = lua_rawlen(L, list);
  if (wants > TWOCS_COLUMNS_MOST)
    script_error(L, "%d wanted columns: expected at most %d", (int)wants, TWOCS_COLUMNS_MOST);
  if (wants_kept(L, list, wants, want)) return (int)wants;
  for (size_t i = 0; i < wants; i++) {
    lua_rawgeti(L, list, (int)i + 1);
    want[i] = want_read(L, -1);
    lua_pop(L, 1);
  }
  return (int)wants;
}

/* The text of a law's error already names the place in the script's own function. */
void status_raise(lua_State *L, twocs_status status, const twocs_error *error) {
  if (status == TWOCS_LAW) {
    lua_pushstring(L, error->text);
    lua_error(L);
  }
  if (status) script_error(L, "%s", error->text);
}

/* Pushes the cached order for questions like this one. Scripts repeat a few kinds of questions, so each
 * mostly finds its own order; the engine checks whether the order fits. */
enum { CACHED_ORDERS = 16 };
twocs_cached_order *cached_order_push(lua_State *L, int orders, const twocs_point *point, int wants,
                                      const int want[]) {
  const double *field = (const double *)point;
  unsigned like = 31u * (unsigned)want[0] + 7u * (unsigned)want[wants - 1] + (unsigned)wants;
  /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): point_read filled it */
  for (int k = 0; k < twocs_field_count; k++) like += isnan(field[k]) ? 1 : 0;
  const int place = (int)(like % CACHED_ORDERS) + 1;
  lua_rawgeti(L, orders, place);
  if (!lua_isnil(L, -1)) return lua_touserdata(L, -1);
  lua_pop(L, 1);
  twocs_cached_order *cached = twocs_cached_order_in(lua_newuserdatauv(L, twocs_cached_order_size(), 0));
  lua_pushvalue(L, -1);
  lua_rawseti(L, orders, place);
  return cached;
}

/* Results by name or, if `placed`, as a column. */
static void results_push(lua_State *L, int wants, const double result[], int placed) {
  if (placed) {
    column *c = column_new(L, (size_t)wants);
    memcpy(c->value, result, (size_t)wants * sizeof *result);
    return;
  }
  lua_createtable(L, 0, wants);
  for (int i = 0; i < wants; i++) {
    lua_rawgeti(L, WANT, i + 1);
    lua_pushnumber(L, result[i]);
    lua_rawset(L, -3);
  }
}

/* core.eval(case, name): a number. core.eval(case, names): a table from name to number or, if `placed`, a
 * column in the order of the names. If a column `also` is named, its value is the second result: one
 * evaluation answers both. */
static int core_eval(lua_State *L) {
  plan_workspace workspace;
  twocs_point point;
  twocs_error error;
  int want[TWOCS_COLUMNS_MOST];
  double result[TWOCS_COLUMNS_MOST];
  luaL_checktype(L, CASE, LUA_TTABLE);
  lua_settop(L, PLACED);
  const int listed = lua_istable(L, WANT), more = !lua_isnil(L, ALSO);
  if (!listed) want[0] = want_read(L, WANT);
  const int wants = listed ? wants_read(L, WANT, want) : 1;
  if (wants + more > TWOCS_COLUMNS_MOST) script_error(L, "%d wanted columns are too many", wants + more);
  if (more) want[wants] = want_read(L, ALSO);
  point_read(L, CASE, &point);
  plan_read(L, CASE, &workspace);
  support_read(L, CASE, &workspace, wants, want);
  if (wants + more) {
    twocs_cached_order *cached = cached_order_push(L, lua_upvalueindex(1), &point, wants + more, want);
    status_raise(L, twocs_eval_along(cached, &workspace.plan, &point, wants + more, want, result, &error),
                 &error);
  }
  if (!listed)
    lua_pushnumber(L, result[0]);
  else
    results_push(L, wants, result, lua_toboolean(L, PLACED));
  /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): twocs_eval_along filled it */
  if (more) lua_pushnumber(L, result[wants]);
  return 1 + more;
}

/* core.keep_wants(names): the list, whose columns are now looked up and kept; it must not change any more. */
static int core_keep_wants(lua_State *L) {
  int want[TWOCS_COLUMNS_MOST];
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  const size_t wants = (size_t)wants_read(L, 1, want);
  kept_wants *kept = lua_newuserdatauv(L, sizeof *kept + wants * sizeof *want, 0);
  kept->count = wants;
  memcpy(kept->want, want, wants * sizeof *want);
  luaL_newmetatable(L, KEPT);
  lua_setmetatable(L, -2);
  lua_rawseti(L, 1, 0);
  return 1;
}

/* core.reads(case, name): names of the columns that a column reads under the case's plan. */
static int core_reads(lua_State *L) {
  plan_workspace workspace;
  luaL_checktype(L, CASE, LUA_TTABLE);
  const int reader = want_read(L, WANT);
  plan_read(L, CASE, &workspace);
  int read[TWOCS_COLUMNS_MOST];
  const int reads = twocs_plan_reads(&workspace.plan, reader, read);
  lua_createtable(L, reads, 0);
  for (int i = 0; i < reads; i++) {
    lua_pushstring(L, twocs_columns[read[i]].name);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* Pushes a table whose names are the fields that a column reads, directly or through other columns. A column
 * reads only columns above it. */
static void push_reach(lua_State *L, const twocs_plan *plan, int reader) {
  unsigned char reached[TWOCS_COLUMNS_MOST] = {0};
  reached[reader] = 1;
  lua_newtable(L);
  for (int k = reader; k >= 0; k--) {
    int read[TWOCS_COLUMNS_MOST];
    const int reads = reached[k] ? twocs_plan_reads(plan, k, read) : 0;
    for (int i = 0; i < reads; i++) reached[read[i]] = 1;
    if (!reached[k] || k >= twocs_field_count) continue;
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, twocs_columns[k].name);
  }
}

/* core.reach(case, names): for each column of a list, a table whose names are the fields that it reads under
 * the case's plan, directly or through other columns. */
static int core_reach(lua_State *L) {
  plan_workspace workspace;
  luaL_checktype(L, CASE, LUA_TTABLE);
  luaL_checktype(L, WANT, LUA_TTABLE);
  lua_settop(L, WANT);
  const int n = (int)lua_rawlen(L, WANT);
  plan_read(L, CASE, &workspace);
  lua_createtable(L, n, 0);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, WANT, i);
    push_reach(L, &workspace.plan, want_read(L, lua_gettop(L)));
    lua_rawseti(L, -3, i);
    lua_pop(L, 1);
  }
  return 1;
}

/* core.space(n): an empty table with room for n names, because growing it costs more than filling it. */
static int core_space(lua_State *L) {
  lua_createtable(L, 0, (int)luaL_checkinteger(L, 1));
  return 1;
}

void eval_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"keep_wants", core_keep_wants},
                                       {"reads", core_reads},
                                       {"reach", core_reach},
                                       {"space", core_space},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.cached_orders");
  lua_pushcclosure(L, core_eval, 1);
  lua_setfield(L, -2, "eval");
}
