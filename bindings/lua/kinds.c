/* SPDX-License-Identifier: MIT
 *
 * core.kinds: the best rows of each kind, from all the jobs that together make up a set of points. */
#include "core.h"
#include "job.h"

#define KINDS "twocs.kinds"

/* core.kinds(kinds, keep, most, sure, first, near): a set of kinds without any row. */
static int core_kinds(lua_State *L) {
  twocs_kinds_sink sink = {.parts = twocs_threads(),
                           .kinds = (int)luaL_checknumber(L, 1),
                           .keep = (size_t)luaL_checknumber(L, 2),
                           .most = lua_toboolean(L, 3),
                           .sure = (size_t)luaL_checknumber(L, 4),
                           .first = (size_t)luaL_checknumber(L, 5),
                           .near = luaL_checknumber(L, 6)};
  twocs_kinds_sink *of = lua_newuserdatauv(L, sizeof *of + twocs_kinds_size(&sink), 0);
  *of = sink;
  twocs_kinds_init(of, of + 1);
  luaL_newmetatable(L, KINDS);
  lua_setmetatable(L, -2);
  return 1;
}

/* The numbers of a column in a list, or NULL for false. */
static const double *numbers(lua_State *L, int list, int place, size_t n) {
  lua_rawgeti(L, list, place);
  const column *c = column_test(L, -1);
  lua_pop(L, 1); /* the list keeps it */
  if (c && c->n != n) luaL_error(L, "an axis has %d values, but its list has %d numbers", (int)n, (int)c->n);
  return c ? c->value : NULL;
}

static void grid_read(lua_State *L, int list, const twocs_job *job, twocs_kinds_axis axis[]) {
  size_t stride = 1;
  for (int a = job->axes - 1; a >= 0; a--) {
    const size_t n = job->axis[a].size;
    lua_rawgeti(L, list, a + 1);
    const int own = lua_gettop(L);
    axis[a] = (twocs_kinds_axis){n, stride, numbers(L, own, 1, n), numbers(L, own, 2, n)};
    luaL_argcheck(L, axis[a].place, list, "expected the places of each axis");
    stride *= n;
    lua_settop(L, own - 1);
  }
}

/* One of many jobs, and its sink. */
typedef struct grid {
  twocs_kinds_sink sink;
  twocs_axis axis[TWOCS_AXES_MOST];
  twocs_kinds_axis of_kind[TWOCS_AXES_MOST];
} grid;

enum { AXES = 2, WANTS, WHERE, FOUND, BOUNDS, ALL };

/* A job like the first one, but with the axes and the places of item i of the list of all. */
static void grid_take(lua_State *L, int i, const twocs_job *first, const twocs_kinds_sink *sink, grid *own,
                      twocs_job *job) {
  luaL_checkstack(L, 4, "grids");
  lua_rawgeti(L, ALL, i + 1);
  luaL_checktype(L, -1, LUA_TTABLE);
  const int list = lua_gettop(L);
  lua_rawgeti(L, list, 1), lua_rawgeti(L, list, 2);
  luaL_checktype(L, list + 1, LUA_TTABLE), luaL_checktype(L, list + 2, LUA_TTABLE);
  *job = *first, own->sink = *sink;
  job->axes = job_axes(L, list + 1, own->axis), job->axis = own->axis;
  grid_read(L, list + 2, job, own->of_kind);
  own->sink.axes = job->axes, own->sink.axis = own->of_kind, job->sink = &own->sink;
}

/* core.kinds_take(case, grids, wants, where, kinds, bounds): takes the rows of many jobs, with their last
 * want as the score. grids: a list of { axes, for each axis a list of two columns by value: what it adds to a
 * row's number, and what it adds to its kind, or false }. bounds: how many wants before the last are bounds,
 * which no row's score is better than, the closest last. Returns for each job whether it is complete; after
 * Ctrl-C some may not be. */
static int core_kinds_take(lua_State *L) {
  const int bounds = (int)luaL_checknumber(L, BOUNDS);
  luaL_argcheck(L, bounds >= 0 && bounds <= TWOCS_SIFTS_MOST, BOUNDS,
                "expected the number of wants that are bounds");
  lua_settop(L, BOUNDS);
  luaL_checktype(L, AXES, LUA_TTABLE);
  lua_pushvalue(L, AXES); /* ALL */
  lua_newtable(L);
  lua_replace(L, AXES);
  const int jobs = (int)lua_rawlen(L, ALL);
  luaL_argcheck(L, jobs >= 1, AXES, "no grid");
  twocs_kinds_sink sink = *(const twocs_kinds_sink *)luaL_checkudata(L, FOUND, KINDS);
  job_workspace *workspace = job_new(L, 0);
  twocs_job first = workspace->job;
  const int others = first.wants - 1 - bounds; /* conditions */
  luaL_argcheck(L, others >= 0, BOUNDS, "there are more bounds than wants");
  sink.where = conditions_read(L, WHERE, first.wants);
  sink.want = first.wants - 1, sink.bound[0] = -1;
  first.take = twocs_take_kinds;
  first.sift = twocs_sift_kinds, first.sifts = bounds ? bounds : 1, first.sifted[0] = others;
  for (int i = 0; i < bounds; i++) sink.bound[i] = others + i, first.sifted[i] = others + i + 1;
  grid *own = lua_newuserdatauv(L, (size_t)jobs * sizeof *own + 1, 0);
  twocs_job *job = lua_newuserdatauv(L, (size_t)jobs * sizeof *job + 1, 0);
  unsigned char *done = lua_newuserdatauv(L, (size_t)jobs + 1, 0);
  for (int i = 0; i < jobs; i++) grid_take(L, i, &first, &sink, &own[i], &job[i]);
  workspace->job = job[0];
  if (jobs == 1)
    done[0] = !job_run_kept(L, workspace);
  else
    jobs_run_kept(L, jobs, job, done);
  lua_createtable(L, jobs, 0);
  for (int i = 0; i < jobs; i++) lua_pushboolean(L, done[i]), lua_rawseti(L, -2, i + 1);
  return 1;
}

/* core.kinds_best(kinds, kind): the numbers and scores of the best rows of a kind (kinds count from 1), and
 * whether there are more rows than were asked for. */
static int core_kinds_best(lua_State *L) {
  const twocs_kinds_sink *of = luaL_checkudata(L, 1, KINDS);
  const int kind = (int)luaL_checknumber(L, 2) - 1;
  luaL_argcheck(L, kind >= 0 && kind < of->kinds, 2, "a kind");
  twocs_kept *result = lua_newuserdatauv(L, of->keep * sizeof *result + 1, 0);
  int left;
  const size_t count = twocs_kinds_merge(of, kind, result, &left);
  column *row = column_new(L, count), *value = column_new(L, count);
  for (size_t i = 0; i < count; i++) row->value[i] = (double)result[i].row, value->value[i] = result[i].value;
  lua_pushboolean(L, left);
  return 3;
}

/* core.kinds_fits(kinds): how many rows of all jobs meet the conditions. */
static int core_kinds_fits(lua_State *L) {
  const twocs_kinds_sink *of = luaL_checkudata(L, 1, KINDS);
  size_t fits = 0;
  for (int p = 0; p < of->parts; p++) fits += of->fits[p];
  lua_pushnumber(L, (double)fits);
  return 1;
}

void kinds_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"kinds", core_kinds},
                                       {"kinds_take", core_kinds_take},
                                       {"kinds_best", core_kinds_best},
                                       {"kinds_fits", core_kinds_fits},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
