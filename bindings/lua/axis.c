/* SPDX-License-Identifier: MIT
 *
 * What figures ask of whole columns: their range, and the position of their numbers on an axis. */
#include "core.h"
#include <math.h>

/* core.extent(column, positive): the least and the greatest of its finite numbers, or of those above 0;
 * nothing if there are none. */
static int core_extent(lua_State *L) {
  const column *c = column_needed(L, 1);
  const int positive = lua_toboolean(L, 2);
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (size_t i = 0; i < c->n; i++) {
    const double x = c->value[i];
    if (!isfinite(x) || (positive && !(x > 0))) continue;
    if (x < low) low = x;
    if (x > high) high = x;
  }
  if (low > high) return 0;
  lua_pushnumber(L, low);
  lua_pushnumber(L, high);
  return 2;
}

/* core.is_whole(column): are all its finite numbers whole? */
static int core_is_whole(lua_State *L) {
  const column *c = column_needed(L, 1);
  size_t i = 0;
  while (i < c->n && (!isfinite(c->value[i]) || c->value[i] == floor(c->value[i]))) i++;
  lua_pushboolean(L, i == c->n);
  return 1;
}

/* An axis from low to high, both in units of factor. unit: 0 for a linear axis, else the logarithm of its
 * base. */
typedef struct {
  double unit, factor, low, high;
} axis;

static double place_of(const axis *on, double value) {
  if (!isfinite(value) || (on->unit != 0 && !(value > 0))) return (double)NAN;
  const double v = on->unit != 0 ? log(value / on->factor) / on->unit : value / on->factor;
  return (v - on->low) / (on->high - on->low);
}

/* core.along(value, unit, factor, low, high, from, to): the position of a number, or of each number of a
 * column, on an axis that is drawn from `from` to `to` (default: 0 to 1); NaN if it has no position. */
static int core_along(lua_State *L) {
  const axis on = {luaL_checknumber(L, 2), luaL_checknumber(L, 3), luaL_checknumber(L, 4),
                   luaL_checknumber(L, 5)};
  const double from = luaL_optnumber(L, 6, 0), range = luaL_optnumber(L, 7, 1) - from;
  if (lua_type(L, 1) == LUA_TNUMBER)
    return lua_pushnumber(L, from + place_of(&on, lua_tonumber(L, 1)) * range), 1;
  const column *c = column_needed(L, 1);
  column *to = column_new(L, c->n);
  for (size_t i = 0; i < c->n; i++) to->value[i] = from + place_of(&on, c->value[i]) * range;
  return 1;
}

void axis_open(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"extent", core_extent}, {"is_whole", core_is_whole}, {"along", core_along}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
