/* SPDX-License-Identifier: MIT
 *
 * core.best, core.pareto, core.count: jobs that keep a few of many rows. They return the rows' numbers, from
 * 0; scripts/twocs/ask/sinks.lua then asks for their contents. Under core.keeping (stopped.c) Ctrl-C ends
 * them with what they have. */
#include "core.h"
#include "job.h"
#include <string.h>

enum { CASE = 1, AXES, WANTS, WHERE };

twocs_conditions conditions_read(lua_State *L, int list, int wants) {
  list = lua_absindex(L, list);
  luaL_checktype(L, list, LUA_TTABLE);
  const int count = (int)lua_rawlen(L, list);
  twocs_condition *condition = lua_newuserdatauv(L, (size_t)count * sizeof *condition + 1, 0);
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, list, i + 1);
    for (int part = 1; part <= 3; part++) lua_rawgeti(L, -part, part); /* the list is at this depth */
    condition[i] = (twocs_condition){(int)luaL_checknumber(L, -3) - 1,
                                     (twocs_relation)(int)luaL_checknumber(L, -2), luaL_checknumber(L, -1)};
    if (condition[i].want < 0 || condition[i].want >= wants) luaL_error(L, "a condition names no column");
    lua_pop(L, 4);
  }
  return (twocs_conditions){count, condition}; /* what it points to stays on the stack */
}

static void *zeros(lua_State *L, size_t size) {
  void *memory = lua_newuserdatauv(L, size + 1, 0);
  memset(memory, 0, size);
  return memory;
}

/* core.best(case, axes, wants, where, keep, most): numbers and values of the best rows by the first want. */
static int core_best(lua_State *L) {
  lua_settop(L, 6);
  const double keep = luaL_checknumber(L, 5);
  job_workspace *workspace = job_new(L, 0);
  twocs_job *job = &workspace->job;
  const size_t rows = twocs_rows(job->axes, job->axis), parts = (size_t)twocs_threads();
  twocs_best_sink sink = {.most = lua_toboolean(L, 6), .keep = keep < (double)rows ? (size_t)keep : rows};
  sink.where = conditions_read(L, WHERE, job->wants);
  sink.count = zeros(L, parts * sizeof *sink.count);
  sink.kept = lua_newuserdatauv(L, parts * sink.keep * sizeof *sink.kept + 1, 0);
  twocs_kept *result = lua_newuserdatauv(L, sink.keep * sizeof *result + 1, 0);
  job->take = twocs_take_best, job->sink = &sink;
  job_run_kept(L, workspace);
  const size_t count = twocs_best_merge(&sink, (int)parts, result);
  column *row = column_new(L, count), *value = column_new(L, count);
  for (size_t i = 0; i < count; i++) row->value[i] = (double)result[i].row, value->value[i] = result[i].value;
  return 2;
}

/* core.pareto(case, axes, wants, where, { most, ... }, capacity): the numbers of the rows that no other row
 * beats in the first wants, as many wants as the list has items, then their values in each; nil if the front
 * is longer than the capacity. */
static int core_pareto(lua_State *L) {
  lua_settop(L, 6);
  luaL_checktype(L, 5, LUA_TTABLE);
  job_workspace *workspace = job_new(L, 0);
  twocs_job *job = &workspace->job;
  const size_t parts = (size_t)twocs_threads();
  twocs_pareto_sink sink = {.columns = (int)lua_rawlen(L, 5), .capacity = (size_t)luaL_checknumber(L, 6)};
  if (sink.columns < 2 || sink.columns > TWOCS_PARETO_MOST || sink.columns > job->wants)
    return script_error(L, "pareto: %d columns: expected 2 or 3", sink.columns);
  for (int i = 0; i < sink.columns; i++) {
    lua_rawgeti(L, 5, i + 1);
    sink.want[i] = i, sink.most[i] = lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  sink.where = conditions_read(L, WHERE, job->wants);
  sink.count = zeros(L, parts * sizeof *sink.count);
  sink.row = lua_newuserdatauv(L, parts * sink.capacity * sizeof *sink.row + 1, 0);
  twocs_pareto_row *result = lua_newuserdatauv(L, sink.capacity * sizeof *result + 1, 0);
  job->take = twocs_take_pareto, job->sink = &sink;
  job_run_kept(L, workspace);
  const size_t count = twocs_pareto_merge(&sink, (int)parts, result);
  if (count > sink.capacity) return lua_pushnil(L), 1;
  column *row = column_new(L, count);
  for (size_t i = 0; i < count; i++) row->value[i] = (double)result[i].row;
  for (int c = 0; c < sink.columns; c++) {
    column *value = column_new(L, count);
    for (size_t i = 0; i < count; i++) value->value[i] = result[i].value[c];
  }
  return 1 + sink.columns;
}

/* core.count(case, axes, wants, { conditions, ... }): how many rows meet each list of conditions. */
static int core_count(lua_State *L) {
  lua_settop(L, WHERE);
  luaL_checktype(L, WHERE, LUA_TTABLE);
  job_workspace *workspace = job_new(L, 0);
  twocs_job *job = &workspace->job;
  const int sets = (int)lua_rawlen(L, WHERE);
  const size_t parts = (size_t)twocs_threads();
  luaL_checkstack(L, 2 * sets + 8, "count");
  twocs_conditions *set = lua_newuserdatauv(L, (size_t)sets * sizeof *set + 1, 0);
  for (int s = 0; s < sets; s++) {
    lua_rawgeti(L, WHERE, s + 1);
    set[s] = conditions_read(L, -1, job->wants);
  }
  twocs_count_sink sink = {sets, set, zeros(L, parts * (size_t)sets * sizeof(size_t))};
  size_t *result = zeros(L, (size_t)sets * sizeof *result);
  job->take = twocs_take_count, job->sink = &sink;
  job_run_kept(L, workspace);
  twocs_count_merge(&sink, (int)parts, result);
  lua_createtable(L, sets, 0);
  for (int s = 0; s < sets; s++) lua_pushnumber(L, (double)result[s]), lua_rawseti(L, -2, s + 1);
  return 1;
}

void sinks_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"best", core_best}, {"pareto", core_pareto}, {"count", core_count}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
