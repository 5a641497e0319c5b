/* SPDX-License-Identifier: MIT
 *
 * Measured data, for scripts and for the laws of a plan: rows near a place, curves of time over size, such
 * curves for groups of ranks, grids of sizes. Each is one userdata without pointers. */
#include "core.h"
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#define NEARBY "twocs.nearby"
#define CURVE "twocs.curve"
#define SURFACE "twocs.surface"
#define GRID "twocs.grid"

static const void *check(lua_State *L, int index, const char *type, const char *what) {
  const void *held = luaL_testudata(L, index, type);
  if (!held) script_error(L, "expected %s, not a %s", what, luaL_typename(L, index));
  return held;
}

const twocs_nearby *nearby_check(lua_State *L, int index) {
  return check(L, index, NEARBY, "a value of core.nearby");
}
const twocs_curve *curve_check(lua_State *L, int index) {
  return check(L, index, CURVE, "a value of core.curve");
}
const twocs_surface *surface_check(lua_State *L, int index) {
  return check(L, index, SURFACE, "a value of core.surface");
}

void local_check(lua_State *L, int index, twocs_corrected *to) {
  to->nearby = luaL_testudata(L, index, NEARBY);
  to->surface = luaL_testudata(L, index, SURFACE);
  to->grid = luaL_testudata(L, index, GRID);
  if (!to->nearby && !to->surface && !to->grid)
    script_error(L, "a correction is a %s, expected a value of core.nearby, core.surface or core.grid",
                 luaL_typename(L, index));
}

/* A number as text, the same on both interpreters; it stays on the stack. */
static const char *text_of(lua_State *L, double number) {
  char text[40];
  snprintf(text, sizeof text, "%.15g", number);
  lua_pushstring(L, text);
  return lua_tostring(L, -1);
}

static void *make(lua_State *L, size_t size, const char *type) {
  void *made = lua_newuserdatauv(L, size, 0);
  luaL_getmetatable(L, type);
  lua_setmetatable(L, -2);
  return made;
}

/* The column at a stack index, pushed on top; *rows is SIZE_MAX until the first column sets it. */
static const double *read_column(lua_State *L, int index, const char *what, size_t *rows) {
  const column *c = column_check(L, index, what);
  if (*rows == SIZE_MAX) *rows = c->n;
  if (c->n != *rows) script_error(L, "%s has %d rows, expected %d", what, (int)c->n, (int)*rows);
  return c->value;
}

/* The columns of a list, which stay on the stack. */
static int read_columns(lua_State *L, int list, const char *what, int most, const double *value[],
                        size_t *rows) {
  if (!lua_istable(L, list))
    script_error(L, "%s is a %s, expected a list of columns", what, luaL_typename(L, list));
  const size_t count = lua_rawlen(L, list);
  if (count < 1 || count > (size_t)most)
    script_error(L, "%s: %d columns, expected 1 to %d", what, (int)count, most);
  luaL_checkstack(L, 2 * most + 8, what);
  for (int d = 0; d < (int)count; d++) {
    char name[60];
    snprintf(name, sizeof name, "%s: column %d", what, d + 1);
    lua_rawgeti(L, list, d + 1);
    value[d] = read_column(L, lua_gettop(L), name, rows);
  }
  return (int)count;
}

static int is_group_number(double group) { return group >= 0 && group <= INT_MAX && group == floor(group); }

/* Group numbers as ints, in a userdata that stays on the stack. */
static const int *read_groups(lua_State *L, int index, const char *what, size_t *rows) {
  if (lua_isnoneornil(L, index)) return NULL;
  const double *value = read_column(L, index, what, rows);
  int *group = lua_newuserdatauv(L, *rows * sizeof *group + 1, 0);
  for (size_t r = 0; r < *rows; r++) {
    if (!is_group_number(value[r]))
      script_error(L, "%s: row %d is %s, expected a whole number from 0", what, (int)r + 1,
                   text_of(L, value[r]));
    group[r] = (int)value[r];
  }
  return group;
}

static int read_neighbours(lua_State *L, int index) {
  const double k = luaL_optnumber(L, index, 6);
  if (!(k >= 1 && k <= TWOCS_NEARBY_MOST && k == floor(k)))
    script_error(L, "nearby: k = %s, expected a whole number from 1 to %d", text_of(L, k),
                 (int)TWOCS_NEARBY_MOST);
  return (int)k;
}

/* core.nearby{ places = { column of a feature ... }, ratio = column of log(measured / law), group = column of
 * whole numbers from 0 (if missing, each row is a group, numbered from 0), k = neighbours }. */
static int core_nearby(lua_State *L) {
  const double *place[TWOCS_NEARBY_DIMS];
  size_t rows = SIZE_MAX;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_getfield(L, 1, "places");
  lua_getfield(L, 1, "ratio");
  lua_getfield(L, 1, "group");
  lua_getfield(L, 1, "k");
  const int dims = read_columns(L, 2, "nearby: places", TWOCS_NEARBY_DIMS, place, &rows);
  const double *ratio = read_column(L, 3, "nearby: ratio", &rows);
  const int *group = read_groups(L, 4, "nearby: group", &rows), k = read_neighbours(L, 5);
  if (rows < 1 || rows > TWOCS_NEARBY_ROWS)
    return script_error(L, "nearby: %d rows, expected 1 to %d", (int)rows, (int)TWOCS_NEARBY_ROWS);
  twocs_nearby *nearby = make(L, twocs_nearby_size(rows, dims), NEARBY);
  const size_t wrong = twocs_nearby_init(nearby, rows, dims, place, ratio, group, k);
  if (wrong) return script_error(L, "nearby: row %d has a feature or a ratio that is not finite", (int)wrong);
  return 1;
}

/* nearby:log_ratio({ column ... } [, column of groups to leave out]): the logarithms of the ratios, and the
 * distances to the nearest rows. */
static int nearby_log_ratio(lua_State *L) {
  const double *place[TWOCS_NEARBY_DIMS];
  double at[TWOCS_NEARBY_DIMS];
  size_t rows = SIZE_MAX;
  const twocs_nearby *nearby = nearby_check(L, 1);
  lua_settop(L, 3);
  const int dims = read_columns(L, 2, "log_ratio: places", TWOCS_NEARBY_DIMS, place, &rows);
  if (dims != nearby->dims) return script_error(L, "log_ratio: %d features, expected %d", dims, nearby->dims);
  const int *skip = read_groups(L, 3, "log_ratio: group", &rows);
  column *ratio = column_new(L, rows), *nearest = column_new(L, rows);
  for (size_t r = 0; r < rows; r++) {
    for (int d = 0; d < dims; d++) at[d] = place[d][r];
    ratio->value[r] = twocs_nearby_log_ratio(nearby, at, skip ? skip[r] : -1, &nearest->value[r]);
  }
  return 2;
}

/* core.curve(bytes, times). */
static int core_curve(lua_State *L) {
  size_t n = SIZE_MAX;
  lua_settop(L, 2);
  const double *byte = read_column(L, 1, "curve: bytes", &n), *time = read_column(L, 2, "curve: times", &n);
  if (!n) return script_error(L, "curve: no measurement, expected one at least");
  twocs_curve *curve = make(L, twocs_curve_size(n), CURVE);
  const size_t wrong = twocs_curve_init(curve, n, byte, time);
  if (wrong)
    return script_error(L, "curve: row %d is %s byte in %s s, expected finite numbers above 0", (int)wrong,
                        text_of(L, byte[wrong - 1]), text_of(L, time[wrong - 1]));
  return 1;
}

static int curve_len(lua_State *L) {
  lua_pushnumber(L, (double)curve_check(L, 1)->knots);
  return 1;
}

/* curve:at(bytes): the times, and 1 if they lie beyond the knots, else 0. */
static int curve_at(lua_State *L) {
  size_t n = SIZE_MAX;
  const twocs_curve *curve = curve_check(L, 1);
  const double *byte = read_column(L, 2, "curve: bytes", &n);
  column *time = column_new(L, n), *beyond = column_new(L, n);
  for (size_t i = 0; i < n; i++) {
    int is_beyond;
    time->value[i] = twocs_curve_at(curve, byte[i], &is_beyond);
    beyond->value[i] = is_beyond;
  }
  return 2;
}

/* curve:leave_one_out(): sizes and times of the knots, the prediction for each knot from the curve without
 * it, and 1 if the knot lies beyond the others. */
static int curve_leave_one_out(lua_State *L) {
  const twocs_curve *curve = curve_check(L, 1);
  column *byte = column_new(L, curve->knots), *time = column_new(L, curve->knots);
  column *predicted = column_new(L, curve->knots), *beyond = column_new(L, curve->knots);
  for (size_t i = 0; i < curve->knots; i++) {
    int is_beyond;
    byte->value[i] = curve->knot[i].byte;
    time->value[i] = curve->knot[i].time;
    predicted->value[i] = twocs_curve_leave_out(curve, i, &is_beyond);
    beyond->value[i] = is_beyond;
  }
  return 4;
}

/* Item i of the list of a surface, { n0, n1, n2, n3, curve }. The list keeps the curve. */
static const twocs_curve *read_item(lua_State *L, int i, twocs_group *group) {
  lua_rawgeti(L, 1, i);
  if (!lua_istable(L, -1))
    script_error(L, "surface: item %d is a %s, expected { n0, n1, n2, n3, curve }", i, luaL_typename(L, -1));
  for (int level = 0; level < 4; level++) {
    lua_rawgeti(L, -1, level + 1);
    if (lua_type(L, -1) != LUA_TNUMBER)
      script_error(L, "surface: item %d: n%d is a %s, expected a number of ranks", i, level,
                   luaL_typename(L, -1));
    group->ranks[level] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  lua_rawgeti(L, -1, 5);
  const twocs_curve *curve = curve_check(L, lua_gettop(L));
  lua_pop(L, 2);
  return curve;
}

/* core.surface{ { n0, n1, n2, n3, curve } ... }. */
static int core_surface(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  const size_t n = lua_rawlen(L, 1);
  if (n < 1 || n > 100000) return script_error(L, "surface: %d curves, expected 1 to 100000", (int)n);
  twocs_group *group = lua_newuserdatauv(L, n * sizeof *group, 0);
  const twocs_curve **curve = lua_newuserdatauv(L, n * sizeof(void *), 0);
  for (size_t i = 0; i < n; i++) curve[i] = read_item(L, (int)i + 1, &group[i]);
  twocs_surface *surface = make(L, twocs_surface_size(n, curve), SURFACE);
  const size_t wrong = twocs_surface_init(surface, n, group, curve);
  if (wrong)
    return script_error(L, "surface: the ranks of item %d are below 1, or an earlier item has the same ranks",
                        (int)wrong);
  return 1;
}

/* surface:at({ columns of n0, n1, n2, n3 }, bytes): the times; 1 if the size, 2 if the ranks, 3 if
 * both lie beyond what was measured, else 0; and a list of columns with the ranks that the times hold for. */
static int surface_at(lua_State *L) {
  const double *ranks[4];
  size_t n = SIZE_MAX;
  const twocs_surface *surface = surface_check(L, 1);
  lua_settop(L, 3);
  if (read_columns(L, 2, "surface: ranks", 4, ranks, &n) != 4)
    return script_error(L, "surface: expected the ranks at four levels");
  const double *byte = read_column(L, 3, "surface: bytes", &n);
  column *time = column_new(L, n), *beyond = column_new(L, n), *used[4];
  lua_createtable(L, 4, 0);
  for (int level = 0; level < 4; level++) {
    used[level] = column_new(L, n);
    lua_rawseti(L, -2, level + 1);
  }
  for (size_t i = 0; i < n; i++) {
    const twocs_group group = {{ranks[0][i], ranks[1][i], ranks[2][i], ranks[3][i]}};
    twocs_group holds;
    int is_beyond;
    time->value[i] = twocs_surface_at(surface, &group, byte[i], &holds, &is_beyond);
    beyond->value[i] = is_beyond;
    for (int level = 0; level < 4; level++) used[level]->value[i] = holds.ranks[level];
  }
  return 3;
}

/* Knots of a grid: a list of columns. Returns how many sizes it has. */
static int read_knots(lua_State *L, int list, const double *knot[], size_t knots[]) {
  luaL_checktype(L, list, LUA_TTABLE);
  const size_t dims = lua_rawlen(L, list);
  if (dims < 1 || dims > TWOCS_GRID_DIMS)
    script_error(L, "grid: knots of %d sizes, expected 1 to %d", (int)dims, (int)TWOCS_GRID_DIMS);
  for (size_t d = 0; d < dims; d++) {
    lua_rawgeti(L, list, (int)d + 1);
    knots[d] = SIZE_MAX;
    knot[d] = read_column(L, lua_gettop(L), "grid: knots", &knots[d]);
  }
  return (int)dims;
}

/* core.grid{ knots = { column of sizes ... }, ratio = column of log(measured / law) at each point of the
 * grid, where the last size varies fastest }. */
static int core_grid(lua_State *L) {
  const double *knot[TWOCS_GRID_DIMS];
  size_t knots[TWOCS_GRID_DIMS];
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_getfield(L, 1, "knots");
  lua_getfield(L, 1, "ratio");
  const int dims = read_knots(L, 2, knot, knots);
  size_t values = twocs_grid_values(dims, knots);
  if (!values)
    return script_error(L, "grid: expected 2 to %d knots of each size, and %d values at most",
                        (int)TWOCS_GRID_KNOTS, (int)TWOCS_GRID_VALUES);
  const double *ratio = read_column(L, 3, "grid: ratio", &values);
  twocs_grid *grid = make(L, twocs_grid_size(dims, knots), GRID);
  const size_t wrong = twocs_grid_init(grid, dims, knots, knot, ratio);
  if (wrong > (size_t)dims) return script_error(L, "grid: a ratio is not finite");
  if (wrong) return script_error(L, "grid: the knots of size %d must be above 0 and increase", (int)wrong);
  return 1;
}

/* grid:log_ratio({ column of a size ... }): the logarithms of the ratios. */
static int grid_log_ratio(lua_State *L) {
  const double *place[TWOCS_GRID_DIMS];
  double at[TWOCS_GRID_DIMS];
  size_t rows = SIZE_MAX;
  const twocs_grid *grid = check(L, 1, GRID, "a value of core.grid");
  lua_settop(L, 2);
  const int dims = read_columns(L, 2, "log_ratio: sizes", TWOCS_GRID_DIMS, place, &rows);
  if (dims != grid->dims) return script_error(L, "log_ratio: %d sizes, expected %d", dims, grid->dims);
  column *ratio = column_new(L, rows);
  for (size_t r = 0; r < rows; r++) {
    for (int d = 0; d < dims; d++) at[d] = place[d][r];
    ratio->value[r] = twocs_grid_log_ratio(grid, at);
  }
  return 1;
}

/* grid:around({ column of a size ... }): the 2^sizes values around each row, row after row: a column of their
 * places among all values, from 1, and one of their weights. A least-squares fit of the values needs both. */
static int grid_around(lua_State *L) {
  const double *place[TWOCS_GRID_DIMS];
  double size[TWOCS_GRID_DIMS];
  size_t rows = SIZE_MAX, at[1 << TWOCS_GRID_DIMS];
  const twocs_grid *grid = check(L, 1, GRID, "a value of core.grid");
  lua_settop(L, 2);
  const int dims = read_columns(L, 2, "around: sizes", TWOCS_GRID_DIMS, place, &rows);
  if (dims != grid->dims) return script_error(L, "around: %d sizes, expected %d", dims, grid->dims);
  const size_t corners = (size_t)1 << dims;
  column *where = column_new(L, rows * corners), *weight = column_new(L, rows * corners);
  for (size_t r = 0; r < rows; r++) {
    for (int d = 0; d < dims; d++) size[d] = place[d][r];
    twocs_grid_around(grid, size, at, &weight->value[r * corners]);
    for (size_t c = 0; c < corners; c++) where->value[r * corners + c] = (double)at[c] + 1;
  }
  return 2;
}

static void make_type(lua_State *L, const char *type, const luaL_Reg methods[]) {
  luaL_newmetatable(L, type);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "__index");
  luaL_setfuncs(L, methods, 0);
  lua_pop(L, 1);
}

void local_open(lua_State *L) {
  static const luaL_Reg nearby[] = {{"log_ratio", nearby_log_ratio}, {NULL, NULL}};
  static const luaL_Reg curve[] = {
      {"at", curve_at}, {"leave_one_out", curve_leave_one_out}, {"__len", curve_len}, {NULL, NULL}};
  static const luaL_Reg surface[] = {{"at", surface_at}, {NULL, NULL}};
  static const luaL_Reg grid[] = {{"log_ratio", grid_log_ratio}, {"around", grid_around}, {NULL, NULL}};
  static const luaL_Reg functions[] = {{"nearby", core_nearby},
                                       {"curve", core_curve},
                                       {"surface", core_surface},
                                       {"grid", core_grid},
                                       {NULL, NULL}};
  make_type(L, NEARBY, nearby);
  make_type(L, CURVE, curve);
  make_type(L, SURFACE, surface);
  make_type(L, GRID, grid);
  luaL_setfuncs(L, functions, 0);
}
