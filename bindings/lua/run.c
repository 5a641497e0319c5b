/* SPDX-License-Identifier: MIT
 *
 * core.run and core.summary: a case, axes and wishes from Lua tables become one job of the engine. All memory
 * is userdata, allocated before the engine starts; the engine writes straight into the columns that the
 * script gets. */
#include "core.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

volatile int job_cancel;

enum { CASE = 1, AXES, WANTS };

/* A law that is a Lua function: called with a table of the family's items as columns, it returns a column or
 * a list of times. */
typedef struct script_law {
  lua_State *L;
  int function;
  const twocs_family *family;
} script_law;

static void push_items(lua_State *L, const twocs_family *family, size_t n, const twocs_cells in[]) {
  lua_createtable(L, 0, family->count);
  for (int i = 0; i < family->count; i++) {
    column *c = column_new(L, n);
    for (size_t r = 0; r < n; r++) c->value[r] = in[i].value[r / 8 * in[i].step + r % 8];
    lua_setfield(L, -2, family->item[i]);
  }
}

typedef struct script_call {
  const script_law *law;
  size_t n;
  const twocs_cells *in;
  double *out;
} script_call;

/* Runs protected: whatever raises in here leaves the engine as a status. */
static int call_law(lua_State *L) {
  const script_call *call = lua_touserdata(L, 1);
  const twocs_family *family = call->law->family;
  lua_pushvalue(L, 2);
  push_items(L, family, call->n, call->in);
  lua_pushnumber(L, (double)call->n);
  lua_call(L, 2, 1);
  const column *result = column_check(L, -1, "the law's result");
  if (result->n != call->n)
    return luaL_error(L, "the %s law returned %d times for %d rows", family->name, (int)result->n,
                      (int)call->n);
  for (size_t r = 0; r < call->n; r++) {
    if (!(result->value[r] >= 0 && result->value[r] <= 1e300))
      return luaL_error(L, "the %s law returned %f for row %d: expected seconds, 0 or more", family->name,
                        result->value[r], (int)r + 1);
    call->out[r] = result->value[r];
  }
  return 0;
}

static twocs_status fill_script(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                double *out, twocs_error *error) {
  const script_law *law = context;
  lua_State *L = law->L;
  if (aspect != TWOCS_TIME) {
    for (size_t r = 0; r < n; r++) out[r] = aspect == TWOCS_WHOLE;
    return TWOCS_OK;
  }
  script_call call = {law, n, in, out};
  if (!lua_checkstack(L, 8)) return twocs_fail(error, TWOCS_LAW, "no room on Lua's stack");
  lua_pushcfunction(L, call_law);
  lua_pushlightuserdata(L, &call);
  lua_pushvalue(L, law->function);
  const int failed = lua_pcall(L, 2, 0, 0);
  if (!failed) return TWOCS_OK;
  const char *text = lua_tostring(L, -1);
  twocs_fail(error, TWOCS_LAW, "%s", text ? text : "a law raised an error that is no text");
  lua_pop(L, 1);
  return TWOCS_LAW;
}

/* Everything a job needs; lives in one userdata. */
typedef struct job_room {
  twocs_plan plan;
  twocs_point point;
  script_law script[TWOCS_FAMILIES_MOST];
  twocs_axis axis[TWOCS_AXES_MOST];
  int want[TWOCS_COLUMNS_MOST];
  double *out[TWOCS_COLUMNS_MOST];
  twocs_job job;
} job_room;

/* Plan. */
static void plan_choose(lua_State *L, job_room *room, const char *family) {
  twocs_error error;
  const int choice = lua_gettop(L);
  int f = 0;
  while (f < twocs_family_count && strcmp(twocs_families[f].name, family) != 0) f++;
  if (f == twocs_family_count) {
    const char *names[TWOCS_FAMILIES_MOST];
    for (int i = 0; i < f; i++) names[i] = twocs_families[i].name;
    script_error_unknown(L, "part of a plan", family, f, names);
  }
  if (lua_isfunction(L, choice)) {
    room->script[f] = (script_law){L, choice, &twocs_families[f]};
    const twocs_law law = {family,      "function",       "", "a function of the script", NULL,
                           fill_script, &room->script[f], 1};
    twocs_plan_set(&room->plan, &law, &error);
  } else if (lua_type(L, choice) != LUA_TSTRING) {
    script_error(L, "plan.%s is a %s, expected the name of a law or a function", family,
                 luaL_typename(L, choice));
  } else if (twocs_plan_choose(&room->plan, family, lua_tostring(L, choice), &error)) {
    script_error(L, "plan.%s", error.text);
  }
}

/* Choices stay on the stack: the engine calls functions from there. */
static void plan_read(lua_State *L, job_room *room) {
  lua_getfield(L, CASE, "plan");
  const int plan = lua_gettop(L);
  if (lua_isnil(L, plan)) return;
  if (!lua_istable(L, plan))
    script_error(L, "plan is a %s, expected a table such as { gemm = \"roofline\" }", luaL_typename(L, plan));
  luaL_checkstack(L, 2 * TWOCS_FAMILIES_MOST + 8, "plan");
  int count = 0;
  for (lua_pushnil(L); lua_next(L, plan); count++) {
    if (lua_type(L, -2) != LUA_TSTRING || count == TWOCS_FAMILIES_MOST)
      script_error(L, "a plan's keys are names of families: gemm, stream, all_reduce ...");
    plan_choose(L, room, lua_tostring(L, -2));
    lua_pushvalue(L, -2); /* the key again on top, the choice below it */
  }
}

static void point_read(lua_State *L, twocs_point *point) {
  twocs_point_init(point);
  for (int kind = 0; kind < twocs_record_count - 1; kind++) {
    lua_getfield(L, CASE, twocs_records[kind].name);
    if (!lua_isnil(L, -1)) {
      const record *r = record_check(L, -1, kind);
      memcpy((double *)point + twocs_records[kind].first, r->field,
             (size_t)twocs_records[kind].count * sizeof(double));
    }
    lua_pop(L, 1);
  }
}

/* An axis is a list of { field name, column } that move together. */
static void axis_read(lua_State *L, int list, twocs_axis *axis) {
  axis->count = (int)lua_rawlen(L, list);
  int *field = lua_newuserdatauv(L, (size_t)axis->count * sizeof *field + 1, 0);
  const double **value = lua_newuserdatauv(L, (size_t)axis->count * sizeof *value + 1, 0);
  for (int i = 0; i < axis->count; i++) {
    lua_rawgeti(L, list, i + 1);
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    field[i] = twocs_find(lua_tostring(L, -2));
    const column *c = column_check(L, -1, lua_tostring(L, -2));
    if (i && c->n != axis->size)
      script_error(L, "%s has %d values and moves with %d others", lua_tostring(L, -3), (int)c->n,
                   (int)axis->size);
    axis->size = c->n;
    value[i] = c->value;
    lua_replace(L, -4); /* the column stays, what led to it goes */
    lua_pop(L, 2);
  }
  axis->field = field;
  axis->value = value;
}

static void axes_read(lua_State *L, job_room *room) {
  const size_t axes = lua_rawlen(L, AXES);
  if (axes > TWOCS_AXES_MOST) script_error(L, "%d axes: at most %d", (int)axes, TWOCS_AXES_MOST);
  for (size_t a = 0; a < axes; a++) {
    lua_rawgeti(L, AXES, (int)a + 1);
    const int list = lua_gettop(L);
    luaL_checkstack(L, (int)lua_rawlen(L, list) + 8, "axes");
    axis_read(L, list, &room->axis[a]);
  }
  room->job.axes = (int)axes;
}

static void wants_read(lua_State *L, job_room *room) {
  const size_t wants = lua_rawlen(L, WANTS);
  if (wants > TWOCS_COLUMNS_MOST) script_error(L, "%d wishes: at most %d", (int)wants, TWOCS_COLUMNS_MOST);
  for (size_t i = 0; i < wants; i++) {
    lua_rawgeti(L, WANTS, (int)i + 1);
    const char *name = lua_tostring(L, -1);
    room->want[i] = name ? twocs_find(name) : -1;
    if (room->want[i] < 0) {
      const char *names[TWOCS_COLUMNS_MOST];
      for (int k = 0; k < twocs_column_count; k++) names[k] = twocs_columns[k].name;
      script_error_unknown(L, "column", name ? name : luaL_typename(L, -1), twocs_column_count, names);
    }
    lua_pop(L, 1);
  }
  room->job.wants = (int)wants;
}

static job_room *room_new(lua_State *L) {
  luaL_checktype(L, CASE, LUA_TTABLE);
  luaL_checktype(L, AXES, LUA_TTABLE);
  luaL_checktype(L, WANTS, LUA_TTABLE);
  lua_settop(L, WANTS);
  job_room *room = lua_newuserdatauv(L, sizeof *room, 0);
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.plan");
  room->plan = *(const twocs_plan *)lua_touserdata(L, -1);
  lua_pop(L, 1);
  memset(&room->job, 0, sizeof room->job);
  point_read(L, &room->point);
  plan_read(L, room);
  axes_read(L, room);
  wants_read(L, room);
  room->job.plan = &room->plan;
  room->job.base = &room->point;
  room->job.axis = room->axis;
  room->job.want = room->want;
  room->job.cancel = &job_cancel;
  return room;
}

/* One row needs one thread, and the scratch that is always there; a law that is a function may start another
 * job. */
static void room_run(lua_State *L, job_room *room) {
  twocs_error error;
  const size_t rows = twocs_rows(room->job.axes, room->axis);
  room->job.threads = rows < 20000 ? 1 : twocs_threads();
  room->job.scratch = lua_newuserdatauv(L, twocs_scratch_size(room->job.threads), 0);
  job_cancel = 0;
  const twocs_status status = twocs_run(&room->job, &error);
  if (status == TWOCS_LAW) { /* the text names the place in the script's own function */
    lua_pushstring(L, error.text);
    lua_error(L);
  }
  if (status) script_error(L, "%s", error.text);
}

/* core.run(case, axes, wants): a list of columns, in the order of the wishes. */
static int core_run(lua_State *L) {
  job_room *room = room_new(L);
  const size_t rows = twocs_rows(room->job.axes, room->axis);
  if (rows > (size_t)1e9) script_error(L, "%f rows: at most 1e9", (double)rows);
  lua_createtable(L, room->job.wants, 0);
  const int result = lua_gettop(L);
  for (int i = 0; i < room->job.wants; i++) {
    room->out[i] = column_new(L, rows)->value;
    lua_rawseti(L, result, i + 1);
  }
  twocs_columns_sink sink = {room->job.wants, room->out};
  room->job.take = twocs_take_columns;
  room->job.sink = &sink;
  if (room->job.wants && rows) room_run(L, room);
  lua_pushvalue(L, result);
  return 1;
}

/* core.summary(case, axes, wants): three columns, least, most and mean of each wish, and the number of rows.
 */
static int core_summary(lua_State *L) {
  job_room *room = room_new(L);
  const size_t tasks = twocs_tasks(room->job.axes, room->axis), wants = (size_t)room->job.wants;
  twocs_summary_sink sink = {room->job.wants,
                             lua_newuserdatauv(L, (tasks + 1) * wants * sizeof(twocs_summary), 0)};
  memset(sink.part, 0, (tasks + 1) * wants * sizeof(twocs_summary));
  room->job.take = twocs_take_summary;
  room->job.sink = &sink;
  column *least = column_new(L, wants), *most = column_new(L, wants), *mean = column_new(L, wants);
  const int first = lua_gettop(L) - 2;
  room_run(L, room);
  twocs_summary *all = sink.part + tasks * wants;
  twocs_summary_merge(&sink, tasks, all);
  for (size_t i = 0; i < wants; i++) {
    least->value[i] = all[i].least;
    most->value[i] = all[i].most;
    mean->value[i] = all[i].sum / (double)all[i].count;
  }
  for (int i = 0; i < 3; i++) lua_pushvalue(L, first + i);
  lua_pushnumber(L, (double)twocs_rows(room->job.axes, room->axis));
  return 4;
}

/* core.reads(case, name): names of the columns that a column reads under the case's plan. */
static int core_reads(lua_State *L) {
  const char *name = luaL_checkstring(L, 2);
  lua_settop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 1, 0);
  lua_pushstring(L, name);
  lua_rawseti(L, WANTS, 1);
  const job_room *room = room_new(L);
  lua_newtable(L);
  for (int k = 0, i = 1; k < twocs_column_count; k++)
    if (twocs_plan_reads(&room->plan, room->want[0], k)) {
      lua_pushstring(L, twocs_columns[k].name);
      lua_rawseti(L, -2, i++);
    }
  return 1;
}

static int core_threads(lua_State *L) { return lua_pushnumber(L, twocs_threads()), 1; }

void run_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"run", core_run},
                                       {"summary", core_summary},
                                       {"reads", core_reads},
                                       {"threads", core_threads},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  twocs_plan_init(lua_newuserdatauv(L, sizeof(twocs_plan), 0));
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.plan");
  lua_newuserdatauv(L, twocs_scratch_size(1), 0);
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.scratch");
}
