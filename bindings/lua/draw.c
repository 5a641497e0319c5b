/* SPDX-License-Identifier: MIT */
/* The module twocs_draw: the pen of bindings/plot as a Lua object. Only the figure scripts use it, so
   arguments are positional and short. Those scripts check for mistakes of a user; this file checks for what
   could harm the process. A pen's methods raise errors; saving and folders return nil, text, code. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "column.h"
#include "../plot/pen.h"

#define PEN "twocs.pen"
#define EXPORT __attribute__((visibility("default")))
int luaopen_twocs_draw(lua_State *L);

static twocs_pen *check_pen(lua_State *L) { return luaL_checkudata(L, 1, PEN); }

static int settle(lua_State *L, const twocs_pen *pen, int done) {
  if (!done) return luaL_error(L, "%s", pen->error);
  lua_settop(L, 1);
  return 1;
}

static int refuse(lua_State *L, const char *text, int code) {
  lua_pushnil(L);
  lua_pushstring(L, text);
  lua_pushinteger(L, code);
  return 3;
}

static twocs_pen *new_pen(lua_State *L) {
  twocs_pen *pen = lua_newuserdatauv(L, sizeof *pen, 0);
  memset(pen, 0, sizeof *pen);
  luaL_getmetatable(L, PEN);
  lua_setmetatable(L, -2);
  return pen;
}

/* draw.open(width, height, zoom, dots) -> pen, or nil, text, code where PLplot cannot draw */
static int draw_open(lua_State *L) {
  const double width = luaL_checknumber(L, 1), height = luaL_checknumber(L, 2),
               zoom = luaL_optnumber(L, 3, 1), dots = luaL_optnumber(L, 4, 2);
  luaL_argcheck(L, zoom >= 0.1 && zoom <= 10, 3, "expected a zoom of 0.1 to 10");
  luaL_argcheck(L, dots >= 1 && dots <= 16, 4, "a PNG has 1 to 16 pixels in a point");
  twocs_pen *pen = new_pen(L);
  if (!twocs_pen_open(pen, width, height, TWOCS_PEN_RECORDING)) return refuse(L, pen->error, ENODEV);
  pen->zoom = zoom, pen->dots = dots;
  return 1;
}

/* draw.window(width, height) -> pen, or nil, text, code where there is no display */
static int draw_window(lua_State *L) {
  double width = luaL_checknumber(L, 1), height = luaL_checknumber(L, 2);
  const char *display = getenv("DISPLAY");
  if (!display || !*display) return refuse(L, "there is no display", ENODEV);
  twocs_pen *pen = new_pen(L);
  if (!twocs_pen_open(pen, width, height, TWOCS_PEN_WINDOW)) return refuse(L, pen->error, ENODEV);
  return 1;
}

/* draw.folder(path) -> true, or nil, text, code */
static int draw_folder(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  int code = twocs_folder_make(path);
  if (code) {
    lua_pushfstring(L, "cannot make the folder %s: %s", path, strerror(code));
    return refuse(L, lua_tostring(L, -1), code);
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* The numbers at a stack index: those of a column in place, or those of a table, copied into a userdata that
 * stays on the stack. */
static const double *check_numbers(lua_State *L, int at, size_t *n) {
  const column *c = luaL_testudata(L, at, TWOCS_COLUMN);
  if (c) return *n = c->n, c->value;
  luaL_checktype(L, at, LUA_TTABLE);
  *n = lua_rawlen(L, at);
  luaL_argcheck(L, *n < 1u << 28, at, "too many points");
  double *numbers = lua_newuserdatauv(L, *n * sizeof *numbers + 1, 0);
  for (size_t i = 0; i < *n; i++) {
    lua_rawgeti(L, at, (int)i + 1);
    numbers[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  return numbers;
}

typedef struct {
  size_t n;
  const double *x, *y;
} points;

static points check_points(lua_State *L, int at) {
  size_t n, m;
  const double *x = check_numbers(L, at, &n), *y = check_numbers(L, at + 1, &m);
  luaL_argcheck(L, n == m, at + 1, "expected as many values of y as of x");
  return (points){n, x, y};
}

static twocs_ink check_ink(lua_State *L, int at, double width) {
  double colour = luaL_optnumber(L, at, 0);
  twocs_ink ink = {0, 1, width, 0};
  if (colour >= 0 && colour <= 0xffffff) ink.colour = (unsigned)colour;
  return ink;
}

/* pen:line(x, y, colour, width, dash, alpha) */
static int pen_line(lua_State *L) {
  twocs_pen *pen = check_pen(L);
  twocs_ink ink = check_ink(L, 4, luaL_optnumber(L, 5, 1));
  ink.dash = luaL_optnumber(L, 6, 0);
  ink.alpha = luaL_optnumber(L, 7, 1);
  const points p = check_points(L, 2);
  return settle(L, pen, twocs_pen_line(pen, p.n, p.x, p.y, ink));
}

/* pen:area(x, y, colour, alpha, edge colour, edge width) */
static int pen_area(lua_State *L) {
  twocs_pen *pen = check_pen(L);
  twocs_ink fill = check_ink(L, 4, 0), edge = check_ink(L, 6, luaL_optnumber(L, 7, 0));
  fill.alpha = luaL_optnumber(L, 5, 1);
  const points p = check_points(L, 2);
  return settle(L, pen, twocs_pen_area(pen, p.n, p.x, p.y, fill, edge));
}

/* pen:text(x, y, text, size, colour, align, angle) */
static int pen_text(lua_State *L) {
  twocs_pen *pen = check_pen(L);
  double x = luaL_checknumber(L, 2), y = luaL_checknumber(L, 3), size = luaL_checknumber(L, 5);
  const char *text = luaL_checkstring(L, 4);
  double align = luaL_optnumber(L, 7, 0), angle = luaL_optnumber(L, 8, 0);
  return settle(L, pen, twocs_pen_text(pen, x, y, text, size, align, angle, check_ink(L, 6, 0)));
}

/* pen:extent(text, size) -> width in points */
static int pen_extent(lua_State *L) {
  twocs_pen *pen = check_pen(L);
  double width;
  if (!twocs_pen_extent(pen, luaL_checkstring(L, 2), luaL_checknumber(L, 3), &width))
    return luaL_error(L, "%s", pen->error);
  lua_pushnumber(L, width);
  return 1;
}

/* pen:clip(left, bottom, right, top), or pen:clip() for the whole canvas */
static int pen_clip(lua_State *L) {
  twocs_pen *pen = check_pen(L);
  pen->clip[0] = luaL_optnumber(L, 2, 0);
  pen->clip[1] = luaL_optnumber(L, 3, 0);
  pen->clip[2] = luaL_optnumber(L, 4, pen->width);
  pen->clip[3] = luaL_optnumber(L, 5, pen->height);
  return settle(L, pen, 1);
}

/* pen:close(wait): a window stays open until its reader closes it, unless wait is false */
static int pen_close(lua_State *L) {
  twocs_pen *pen = check_pen(L);
  int wait = lua_isnoneornil(L, 2) || lua_toboolean(L, 2);
  return settle(L, pen, twocs_pen_close(pen, wait));
}

/* pen:save(path) -> true, or nil, text, code */
static int pen_save(lua_State *L) {
  twocs_pen *pen = check_pen(L);
  int code = twocs_pen_save(pen, luaL_checkstring(L, 2));
  if (code) return refuse(L, pen->error, code);
  lua_pushboolean(L, 1);
  return 1;
}

/* pen:sample(x, y) -> the colours there, a list */
static int pen_sample(lua_State *L) {
  twocs_pen *pen = check_pen(L);
  const points p = check_points(L, 2);
  unsigned *colours = lua_newuserdatauv(L, p.n * sizeof *colours + 1, 0);
  const int code = twocs_pen_sample(pen, p.n, p.x, p.y, colours);
  if (code) return refuse(L, pen->error, code);
  lua_createtable(L, (int)p.n, 0);
  for (size_t i = 0; i < p.n; i++) {
    lua_pushinteger(L, (lua_Integer)colours[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

/* pen:lacking() -> "x (U+1234), ...": drawn characters that no font has */
static int pen_lacking(lua_State *L) {
  lua_pushstring(L, check_pen(L)->lacking);
  return 1;
}

/* pen:free(): frees cairo's memory now; the collector does not count that memory, and so would free it
 * late */
static int pen_free(lua_State *L) {
  twocs_pen_free(check_pen(L));
  return 0;
}

/* draw.forms: the endings of the files that a pen saves */
static void push_forms(lua_State *L) {
  lua_newtable(L);
  for (int i = 0; twocs_pen_forms[i]; i++) lua_pushstring(L, twocs_pen_forms[i]), lua_rawseti(L, -2, i + 1);
}

EXPORT int luaopen_twocs_draw(lua_State *L) {
  static const luaL_Reg methods[] = {{"line", pen_line},     {"area", pen_area},     {"text", pen_text},
                                     {"extent", pen_extent}, {"clip", pen_clip},     {"close", pen_close},
                                     {"save", pen_save},     {"sample", pen_sample}, {"lacking", pen_lacking},
                                     {"free", pen_free},     {"__gc", pen_free},     {NULL, NULL}};
  static const luaL_Reg functions[] = {
      {"open", draw_open}, {"window", draw_window}, {"folder", draw_folder}, {NULL, NULL}};
  luaL_newmetatable(L, PEN);
  luaL_setfuncs(L, methods, 0);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "__index");
  lua_newtable(L);
  luaL_setfuncs(L, functions, 0);
  push_forms(L);
  lua_setfield(L, -2, "forms");
  return 1;
}
