/* SPDX-License-Identifier: MIT
 *
 * Least squares for scripts: columns in, columns and numbers out. A fit that predicts is userdata, in a table
 * with the values that scripts read. */
#include "core.h"
#include "fit/fit.h"
#include <stdio.h>

#define TYPE "twocs.fit"

enum { GIVEN = 1 }; /* the stack index of the table of a call */

static int flag(lua_State *L, const char *key) {
  lua_getfield(L, GIVEN, key);
  const int set = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return set;
}

static int terms_of(lua_State *L, const char *verb, int list) {
  if (!lua_istable(L, list))
    return script_error(L, "%s: expected a list of columns, one for each term", verb);
  const size_t terms = lua_rawlen(L, list);
  if (terms < 1 || terms > TWOCS_FIT_TERMS_MOST)
    return script_error(L, "%s: %d terms: expected 1 to %d", verb, (int)terms, TWOCS_FIT_TERMS_MOST);
  return (int)terms;
}

/* The columns in the list at that index, which stay on the stack; all must be as long as the first. */
static size_t read_columns(lua_State *L, const char *verb, int list, int terms, const double *x[]) {
  size_t rows = 0;
  luaL_checkstack(L, 2 * terms + 8, "columns");
  for (int j = 0; j < terms; j++) {
    char what[40];
    snprintf(what, sizeof what, "%s: term %d", verb, j + 1);
    lua_rawgeti(L, list, j + 1);
    const column *c = column_check(L, lua_gettop(L), what);
    x[j] = c->value;
    if (j == 0) rows = c->n;
    if (c->n != rows)
      script_error(L, "%s: term %d has %d rows, but term 1 has %d", verb, j + 1, (int)c->n, (int)rows);
  }
  return rows;
}

/* The names of the terms from the table's "names", which keeps the texts alive; NULL for a term without a
 * name. */
static void read_names(lua_State *L, int terms, const char *name[]) {
  lua_getfield(L, GIVEN, "names");
  for (int j = 0; j < terms; j++) {
    name[j] = NULL;
    if (!lua_istable(L, -1)) continue;
    lua_rawgeti(L, -1, j + 1);
    if (lua_type(L, -1) == LUA_TSTRING) name[j] = lua_tostring(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static double read_width(lua_State *L) {
  lua_getfield(L, GIVEN, "robust");
  if (lua_toboolean(L, -1) && lua_type(L, -1) != LUA_TNUMBER)
    script_error(L, "least_squares: robust is a %s, expected the width of the loss", luaL_typename(L, -1));
  const double width = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return width;
}

static void set_numbers(lua_State *L, const char *key, int n, const double value[]) {
  lua_createtable(L, n, 0);
  for (int j = 0; j < n; j++) {
    lua_pushnumber(L, value[j]);
    lua_rawseti(L, -2, j + 1);
  }
  lua_setfield(L, -2, key);
}

static void set_number(lua_State *L, const char *key, double value) {
  lua_pushnumber(L, value);
  lua_setfield(L, -2, key);
}

static void set_flag(lua_State *L, const char *key, int value) {
  lua_pushboolean(L, value);
  lua_setfield(L, -2, key);
}

static void set_lists(lua_State *L, const twocs_fit *fit) {
  set_numbers(L, "value", fit->terms, fit->value);
  set_numbers(L, "error", fit->terms, fit->error);
  lua_createtable(L, fit->terms, 0);
  for (int j = 0; j < fit->terms; j++) {
    lua_pushboolean(L, fit->pinned[j]);
    lua_rawseti(L, -2, j + 1);
  }
  lua_setfield(L, -2, "pinned");
  lua_createtable(L, fit->terms, 0);
  for (int j = 0; j < fit->terms; j++) {
    lua_createtable(L, fit->terms, 0);
    for (int k = 0; k < fit->terms; k++) {
      lua_pushnumber(L, twocs_fit_correlation(fit, j, k));
      lua_rawseti(L, -2, k + 1);
    }
    lua_rawseti(L, -2, j + 1);
  }
  lua_setfield(L, -2, "correlation");
}

/* core.least_squares{ x = { column ... }, y = column, names = { text ... }, relative, free, robust = width,
 * refit }: { value, error, pinned, correlation, sigma, r2, n, freedom, intercept, rounds, settled, left_out =
 * column, fit = what core.predict takes }. */
static int core_least_squares(lua_State *L) {
  const double *x[TWOCS_FIT_TERMS_MOST];
  const char *name[TWOCS_FIT_TERMS_MOST];
  twocs_error error;
  luaL_checktype(L, GIVEN, LUA_TTABLE);
  lua_settop(L, GIVEN);
  lua_getfield(L, GIVEN, "x");
  const int terms = terms_of(L, "least_squares", GIVEN + 1);
  twocs_fit_problem p = {.terms = terms, .x = x, .name = name};
  p.rows = read_columns(L, "least_squares", GIVEN + 1, terms, x);
  lua_getfield(L, GIVEN, "y");
  const column *y = column_check(L, lua_gettop(L), "least_squares: y");
  if (y->n != p.rows)
    return script_error(L, "least_squares: y has %d rows, but the terms have %d", (int)y->n, (int)p.rows);
  p.y = y->value, p.relative = flag(L, "relative"), p.free = flag(L, "free"), p.huber = read_width(L);
  read_names(L, terms, name);
  double *scratch = lua_newuserdatauv(L, twocs_fit_scratch(p.rows, terms) * sizeof *scratch + 1, 0);
  lua_createtable(L, 0, 16);
  twocs_fit *fit = lua_newuserdatauv(L, sizeof *fit, 0);
  luaL_getmetatable(L, TYPE);
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "fit");
  if (twocs_fit_solve(&p, scratch, fit, &error)) return script_error(L, "%s", error.text);
  column *left_out = column_new(L, p.rows);
  twocs_fit_left_out(fit, &p, flag(L, "refit"), scratch, left_out->value);
  lua_setfield(L, -2, "left_out");
  set_lists(L, fit);
  set_number(L, "sigma", fit->sigma);
  set_number(L, "r2", fit->r2);
  set_number(L, "n", (double)fit->rows);
  set_number(L, "freedom", (double)fit->freedom);
  set_number(L, "rounds", fit->rounds);
  set_flag(L, "intercept", fit->intercept);
  set_flag(L, "settled", fit->settled);
  return 1;
}

/* core.predict(fit, { column ... }, confidence): columns of the value, its standard error, and half the
 * interval of a new measurement. */
static int core_predict(lua_State *L) {
  const double *x[TWOCS_FIT_TERMS_MOST];
  double row[TWOCS_FIT_TERMS_MOST];
  const twocs_fit *fit = luaL_checkudata(L, 1, TYPE);
  const double confidence = luaL_optnumber(L, 3, 0.9);
  lua_settop(L, 3);
  const int terms = terms_of(L, "predict", 2);
  if (terms != fit->terms) return script_error(L, "predict: %d terms, but the fit has %d", terms, fit->terms);
  if (!(confidence > 0 && confidence < 1)) {
    char number[40];
    snprintf(number, sizeof number, "%.15g", confidence);
    return script_error(L, "predict: an interval of confidence %s: expected a number between 0 and 1",
                        number);
  }
  const size_t rows = read_columns(L, "predict", 2, terms, x);
  const double student = twocs_student(confidence, fit->freedom);
  column *value = column_new(L, rows), *error = column_new(L, rows), *half = column_new(L, rows);
  for (size_t i = 0; i < rows; i++) {
    for (int j = 0; j < terms; j++) row[j] = x[j][i];
    const twocs_fit_prediction p = twocs_fit_predict(fit, row, student);
    value->value[i] = p.value, error->value[i] = p.error, half->value[i] = p.half;
  }
  return 3;
}

/* core.student(confidence, freedom): how many standard errors an interval extends to either side. */
static int core_student(lua_State *L) {
  const double freedom = luaL_checknumber(L, 2);
  lua_pushnumber(L,
                 twocs_student(luaL_checknumber(L, 1), freedom >= 1 && freedom < 1e15 ? (size_t)freedom : 0));
  return 1;
}

void fit_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"least_squares", core_least_squares},
                                       {"predict", core_predict},
                                       {"student", core_student},
                                       {NULL, NULL}};
  luaL_newmetatable(L, TYPE);
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 0);
}
