/* SPDX-License-Identifier: MIT
 *
 * core.run and core.summary: a case, axes and wishes from Lua tables become one job of the engine. All memory
 * is userdata, allocated before the engine starts; the engine writes straight into the columns that the
 * script gets. */
#include "calibrate.h"
#include "core.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

volatile int job_cancel;

enum { CASE = 1, AXES, WANTS };

/* Everything a job needs; lives in one userdata. */
typedef struct job_room {
  plan_room plan;
  twocs_point point;
  twocs_axis axis[TWOCS_AXES_MOST];
  int want[TWOCS_COLUMNS_MOST];
  double *out[TWOCS_COLUMNS_MOST];
  twocs_job job;
} job_room;

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
  job_room *room = lua_newuserdatauv(L, sizeof *room, 0);
  memset(&room->job, 0, sizeof room->job);
  point_read(L, &room->point);
  plan_read(L, CASE, &room->plan);
  axes_read(L, room);
  wants_read(L, room);
  room->job.plan = &room->plan.plan;
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
  lua_settop(L, WANTS);
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
  lua_settop(L, WANTS);
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
    if (twocs_plan_reads(&room->plan.plan, room->want[0], k)) {
      lua_pushstring(L, twocs_columns[k].name);
      lua_rawseti(L, -2, i++);
    }
  return 1;
}

static void push_list(lua_State *L, int n, const double value[]) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) lua_pushnumber(L, value[i]), lua_rawseti(L, -2, i + 1);
}

static void push_numbers(lua_State *L, const char *name, int n, const double value[]) {
  push_list(L, n, value);
  lua_setfield(L, -2, name);
}

/* core.calibrate(case, axes, { column }, measured, fields, huber, evaluations): { value, error, correlation }
 * as lists in the order of the fields, and sigma, loss, start_loss, evaluations. */
static int core_calibrate(lua_State *L) {
  enum { MEASURED = WANTS + 1, FIELDS, HUBER, EVALUATIONS };
  lua_settop(L, EVALUATIONS);
  twocs_calibration given = {.huber = luaL_optnumber(L, HUBER, 0),
                             .evaluations = (int)luaL_optnumber(L, EVALUATIONS, 0)};
  luaL_checktype(L, FIELDS, LUA_TTABLE);
  int field[TWOCS_CALIBRATE_MOST];
  given.count = (int)lua_rawlen(L, FIELDS);
  if (given.count > TWOCS_CALIBRATE_MOST)
    script_error(L, "%d fields to calibrate: at most %d", given.count, TWOCS_CALIBRATE_MOST);
  for (int i = 0; i < given.count; i++) {
    lua_rawgeti(L, FIELDS, i + 1);
    field[i] = twocs_find(luaL_checkstring(L, -1));
    if (field[i] < 0 || field[i] >= twocs_field_count)
      script_error(L, "\"%s\" is no field to calibrate", lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  given.field = field;
  job_room *room = room_new(L);
  const size_t rows = twocs_rows(room->job.axes, room->axis);
  const column *measured = column_check(L, MEASURED, "measured");
  if (measured->n != rows) script_error(L, "%d measurements for %d rows", (int)measured->n, (int)rows);
  given.measured = measured->value;
  given.job = &room->job;
  room->job.threads = rows < 20000 ? 1 : twocs_threads();
  void *scratch = lua_newuserdatauv(L, twocs_calibrate_scratch(rows, given.count, room->job.threads), 0);
  twocs_calibrated result;
  twocs_error error;
  job_cancel = 0;
  if (twocs_calibrate(&given, scratch, &result, &error)) script_error(L, "%s", error.text);
  lua_createtable(L, 0, 7);
  push_numbers(L, "value", given.count, result.value);
  push_numbers(L, "error", given.count, result.error);
  lua_createtable(L, given.count, 0);
  for (int i = 0; i < given.count; i++) {
    push_list(L, given.count, result.correlation[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "correlation");
  const double whole[] = {result.sigma, result.loss, result.start_loss, result.evaluations};
  static const char *const name[] = {"sigma", "loss", "start_loss", "evaluations"};
  for (int i = 0; i < 4; i++) lua_pushnumber(L, whole[i]), lua_setfield(L, -2, name[i]);
  return 1;
}

static int core_threads(lua_State *L) { return lua_pushnumber(L, twocs_threads()), 1; }

void run_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"run", core_run},         {"summary", core_summary},
                                       {"reads", core_reads},     {"calibrate", core_calibrate},
                                       {"threads", core_threads}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  lua_newuserdatauv(L, twocs_scratch_size(1), 0);
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.scratch");
}
