/* SPDX-License-Identifier: MIT
 *
 * The timeline of a step for scripts: numbers in, columns out. Scripts in scripts/twocs/timeline/ build on
 * it. */
#include "played.h"
#include <math.h>
#include <string.h>

enum { GIVEN = 1 }; /* the stack index of the table of a call */

static double number_of(lua_State *L, const char *key) {
  lua_getfield(L, GIVEN, key);
  if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TNUMBER)
    script_error(L, "timeline: %s is a %s, expected a number", key, luaL_typename(L, -1));
  const double value = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return value;
}

/* A number that does not fit into an int becomes one that the engine refuses. */
static int count_of(lua_State *L, const char *key) {
  const double value = number_of(L, key);
  return value >= 0 && value <= 1e9 ? (int)value : -1;
}

static int schedule_of(lua_State *L) {
  int n = 0;
  lua_getfield(L, GIVEN, "schedule");
  const char *name = lua_tostring(L, -1);
  for (; twocs_schedules[n]; n++)
    if (name && !strcmp(name, twocs_schedules[n])) return lua_pop(L, 1), n;
  return script_error_unknown(L, "schedule", name ? name : luaL_typename(L, -1), n, twocs_schedules);
}

/* Spreads the lists of these keys over an array of structs of `count` doubles; 0: none of the lists is
 * given. */
static int lists_read(lua_State *L, const char *const keys[], int count, size_t n, double out[]) {
  int given = 0;
  for (int k = 0; k < count; k++) {
    lua_getfield(L, GIVEN, keys[k]);
    if (lua_isnil(L, -1)) {
      for (size_t i = 0; i < n; i++) out[i * (size_t)count + (size_t)k] = 0;
    } else {
      const column *c = column_check(L, lua_gettop(L), keys[k]);
      if (c->n != n) script_error(L, "timeline: %s has %d numbers, expected %d", keys[k], (int)c->n, (int)n);
      for (size_t i = 0; i < n; i++) out[i * (size_t)count + (size_t)k] = c->value[i];
      given = 1;
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  return given;
}

static void pipeline_read(lua_State *L, twocs_pipeline *p) {
  static const char *const of_pass[] = {"f", "b", "w"}, *const of_once[] = {"reduce", "tail", "optimizer",
                                                                            "gather"};
  *p = (twocs_pipeline){.schedule = schedule_of(L),
                        .pp = count_of(L, "pp"),
                        .vp = count_of(L, "vp"),
                        .microbatches = count_of(L, "microbatches"),
                        .blocking = number_of(L, "blocking") != 0,
                        .forward_only = number_of(L, "forward_only") != 0,
                        .buckets = count_of(L, "buckets"),
                        .hop = number_of(L, "hop")};
  if (p->pp < 1 || p->pp > TWOCS_TIMELINE_PP_MOST || p->vp < 1 || p->vp > TWOCS_TIMELINE_VP_MOST) return;
  const size_t stages = (size_t)p->pp, passes = stages * (size_t)p->vp;
  twocs_pass *pass = lua_newuserdatauv(L, passes * sizeof *pass, 0);
  twocs_once *once = lua_newuserdatauv(L, stages * sizeof *once, 0);
  lists_read(L, of_pass, 3, passes, &pass->f);
  if (lists_read(L, of_once, 4, stages, &once->reduce)) p->once = once;
  p->pass = pass;
}

/* Sets key of the table on top of the stack to a column of the double at `offset` of every stage. */
static void set_column(lua_State *L, const char *key, const twocs_timeline *t, size_t offset) {
  column *c = column_new(L, (size_t)t->stages);
  for (size_t i = 0; i < c->n; i++)
    memcpy(&c->value[i], (const char *)&t->stage[i] + offset, sizeof c->value[i]);
  lua_setfield(L, -2, key);
}
#define COLUMN(member) set_column(L, #member, t, offsetof(twocs_timeline_stage, member))

static void push_stages(lua_State *L, const twocs_timeline *t) {
  lua_newtable(L);
  COLUMN(compute);
  COLUMN(serialized);
  COLUMN(overlapped);
  COLUMN(exposed);
  COLUMN(idle);
  COLUMN(in_flight);
}

/* Plays it: { step =, schedule =, pp =, vp =, microbatches =, played =, stages = }. stages is a table of
 * columns; played.c makes columns of `played`. */
static int play(lua_State *L, const twocs_pipeline *pipeline) {
  lua_createtable(L, 0, 8);
  const twocs_timeline *t = played_push(L, pipeline);
  lua_setfield(L, -2, "played");
  lua_pushstring(L, twocs_schedules[pipeline->schedule]);
  lua_setfield(L, -2, "schedule");
  const struct {
    const char *key;
    double value;
  } fact[] = {{"step", t->step},
              {"pp", pipeline->pp},
              {"vp", pipeline->vp},
              {"microbatches", pipeline->microbatches}};
  for (size_t i = 0; i < sizeof fact / sizeof *fact; i++) {
    lua_pushnumber(L, fact[i].value);
    lua_setfield(L, -2, fact[i].key);
  }
  push_stages(L, t);
  lua_setfield(L, -2, "stages");
  return 1;
}

/* core.timeline{ schedule =, pp =, vp =, microbatches =, hop =, blocking =, forward_only =, buckets =, f =, b
 * =, w =, reduce =, tail =, optimizer =, gather = }: a timeline of these times. */
static int core_timeline(lua_State *L) {
  twocs_pipeline pipeline;
  luaL_checktype(L, GIVEN, LUA_TTABLE);
  lua_settop(L, GIVEN);
  pipeline_read(L, &pipeline);
  return play(L, &pipeline);
}

/* core.timeline_of(case): the timeline of a case. */
static int timeline_of(lua_State *L) {
  plan_workspace workspace;
  twocs_point point;
  twocs_pipeline pipeline;
  twocs_error error;
  luaL_checktype(L, GIVEN, LUA_TTABLE);
  point_read(L, GIVEN, &point);
  plan_read(L, GIVEN, &workspace);
  const double pp = fmin(fmax(point.layout.pp, 1), TWOCS_TIMELINE_PP_MOST);
  const size_t stages = (size_t)pp,
               passes = stages * (size_t)fmin(fmax(point.layout.vp, 2), TWOCS_TIMELINE_VP_MOST);
  twocs_pass *pass = lua_newuserdatauv(L, passes * sizeof *pass, 0);
  twocs_once *once = lua_newuserdatauv(L, stages * sizeof *once, 0);
  const twocs_status status =
      twocs_pipeline_of(&workspace.plan, &point, passes, pass, once, &pipeline, &error);
  if (status && status != TWOCS_LAW) return script_error(L, "timeline: %s", error.text);
  status_raise(L, status, &error);
  return play(L, &pipeline);
}

/* core.timeline_names(): names of schedules, of kinds of events, of streams. */
static int timeline_names(lua_State *L) {
  int schedules = 0;
  while (twocs_schedules[schedules]) schedules++;
  push_names(L, schedules, twocs_schedules);
  push_names(L, TWOCS_EVENT_KINDS, twocs_event_names);
  push_names(L, TWOCS_STREAMS, twocs_stream_names);
  return 3;
}

void timeline_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"timeline", core_timeline},
                                       {"timeline_of", timeline_of},
                                       {"timeline_names", timeline_names},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
