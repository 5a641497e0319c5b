/* SPDX-License-Identifier: MIT
 *
 * core.eval_plain: the usual question, a few columns of a legal case with ideal software and the default
 * plan, without a table or a record in between. The one thing to know: it either answers or returns nothing.
 * Anything unusual (a mistake, an illegal layout, a plan, a remark to the user) is left to the code that
 * answers all other questions (case.lua). */
#include "core.h"
#include <string.h>

enum { GIVEN = 1, WANT, NAMED, WANTS_MOST = 64 };

/* The values of fields that a case leaves out. */
static const twocs_point *initial_point(void) {
  static twocs_point initial;
  static int known;
  if (!known) twocs_point_init(&initial), known = 1;
  return &initial;
}

static int kind_find(const char *name) {
  int kind = 0;
  while (kind < twocs_record_count - 1 && strcmp(twocs_records[kind].name, name) != 0) kind++;
  return kind < twocs_record_count - 1 ? kind : -1;
}

/* Replaces the value on top by the record that it means; NULL: it is unusual. */
static const record *part_take(lua_State *L, int kind) {
  const record *r = record_test(L, -1, kind);
  if (r) return r;
  if (lua_type(L, -1) == LUA_TSTRING) {
    lua_getfield(L, NAMED, twocs_records[kind].name);
    if (!lua_istable(L, -1)) return NULL;
    lua_insert(L, -2);
    lua_gettable(L, -2);
    lua_remove(L, -2);
  } else if (lua_istable(L, -1)) {
    lua_getfield(L, NAMED, "record");
    lua_insert(L, -2);
    lua_pushstring(L, twocs_records[kind].name);
    lua_insert(L, -2);
    lua_call(L, 2, 1);
  }
  return record_test(L, -1, kind);
}

static int has_note(lua_State *L, const char *note) {
  lua_getfield(L, -1, note);
  const int there = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return there;
}

static int is_text(lua_State *L, const char *text) {
  return lua_type(L, -1) == LUA_TSTRING && !strcmp(lua_tostring(L, -1), text);
}

/* Returns 0 if a case is unusual: any software but "ideal" fills in what the case leaves out
 * (ask/software.lua). *anyway: its layout may be illegal. */
static int case_read(lua_State *L, twocs_point *point, int *anyway) {
  int ideal = 0;
  *point = *initial_point();
  *anyway = 0;
  for (lua_pushnil(L); lua_next(L, GIVEN); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING) return 0;
    const char *key = lua_tostring(L, -2);
    const int kind = kind_find(key);
    if (!strcmp(key, "wall")) return 0;
    if (!strcmp(key, "software")) {
      if (!is_text(L, "ideal")) return 0;
      ideal = 1;
    } else if (kind >= 0) {
      const record *r = part_take(L, kind);
      if (!r || (!strcmp(key, "model") && has_note(L, "unsupported"))) return 0;
      memcpy((double *)point + twocs_records[kind].first, r->field,
             (size_t)twocs_records[kind].count * sizeof *r->field);
    } else if (!strcmp(key, "illegal")) {
      if (!is_text(L, "allow")) return 0;
      *anyway = 1;
    } else if (strcmp(key, "name") != 0) {
      return 0;
    }
  }
  return ideal;
}

/* Whether the case needs a remark: on a format that a device may not have, or on power or prices that
 * contradict each other (unsupported.lua, power.lua). */
static int is_remarkable(const twocs_point *p) {
  static int fp8 = -2;
  if (fp8 == -2) fp8 = twocs_word_find(twocs_columns[twocs_find("format")].words, "fp8");
  const twocs_device *d = &p->device;
  return p->run.format >= fp8 || d->wait_power >= d->cap_power || d->rent_low > d->rent_high ||
         d->energy_low > d->energy_high;
}

/* Columns that say whether a layout is legal; they are answered for illegal layouts too. */
static int is_reason(int k) {
  const char *name = twocs_columns[k].name;
  return !strcmp(name, "legal") || !strcmp(name, "why") || !strncmp(name, "rule_", 5);
}

static int wants_plain(lua_State *L, int want[]) {
  if (lua_type(L, WANT) == LUA_TSTRING) {
    *want = twocs_find(lua_tostring(L, WANT));
    return *want >= 0 && !is_reason(*want) && !twocs_of_wall(*want);
  }
  if (!lua_istable(L, WANT) || lua_rawlen(L, WANT) >= WANTS_MOST) return 0;
  const int wants = (int)lua_rawlen(L, WANT);
  for (int i = 0; i < wants; i++) {
    lua_rawgeti(L, WANT, i + 1);
    want[i] = lua_type(L, -1) == LUA_TSTRING ? twocs_find(lua_tostring(L, -1)) : -1;
    lua_pop(L, 1);
    if (want[i] < 0 || is_reason(want[i]) || twocs_of_wall(want[i])) return 0;
  }
  return wants;
}

/* core.eval_plain(given, name or names, named): a number, or a table from name to number; nothing if the
 * question is unusual. named: { model = models by name, device = devices by name, record = core.record }. */
static int core_eval_plain(lua_State *L) {
  int want[WANTS_MOST], anyway;
  double result[WANTS_MOST];
  twocs_point point;
  twocs_error error;
  lua_settop(L, NAMED);
  if (!lua_istable(L, GIVEN) || lua_getmetatable(L, GIVEN)) return 0;
  const int wants = wants_plain(L, want);
  if (!wants || !case_read(L, &point, &anyway) || is_remarkable(&point)) return 0;
  const int all = wants + !anyway;
  if (!anyway) want[wants] = twocs_find("why");
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.plan");
  const twocs_plan *plan = lua_touserdata(L, -1);
  twocs_cached_order *cached = cached_order_push(L, lua_upvalueindex(1), &point, all, want);
  if (twocs_eval_along(cached, plan, &point, all, want, result, &error) || (!anyway && result[wants] != 0))
    return 0;
  if (lua_type(L, WANT) == LUA_TSTRING) return lua_pushnumber(L, result[0]), 1;
  lua_createtable(L, 0, wants);
  for (int i = 0; i < wants; i++) {
    lua_rawgeti(L, WANT, i + 1);
    lua_pushnumber(L, result[i]);
    lua_rawset(L, -3);
  }
  return 1;
}

void plain_open(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.cached_orders");
  lua_pushcclosure(L, core_eval_plain, 1);
  lua_setfield(L, -2, "eval_plain");
}
