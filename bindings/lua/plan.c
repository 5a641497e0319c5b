/* SPDX-License-Identifier: MIT
 *
 * A plan from a Lua table: for each family the name of a law or a function of the script. */
#include "core.h"
#include <string.h>

static void push_items(lua_State *L, const twocs_family *family, size_t n, const twocs_cells in[]) {
  lua_createtable(L, 0, family->count);
  for (int i = 0; i < family->count; i++) {
    column *c = column_new(L, n);
    for (size_t r = 0; r < n; r++) c->value[r] = twocs_cell(in[i], r);
    lua_setfield(L, -2, family->item[i]);
  }
}

typedef struct script_call {
  const script_law *law;
  size_t n;
  const twocs_cells *in;
  double *out;
} script_call;

/* Runs protected: an error in here leaves the engine as a status. */
static int call_law(lua_State *L) {
  const script_call *call = lua_touserdata(L, 1);
  const twocs_family *family = call->law->family;
  lua_pushvalue(L, 2);
  push_items(L, family, call->n, call->in);
  lua_pushnumber(L, (double)call->n);
  lua_call(L, 2, 1);
  const column *result = column_check(L, -1, "the law's result");
  if (result->n != call->n)
    return script_error(L, "the %s law returned %d values for %d rows", family->name, (int)result->n,
                        (int)call->n);
  for (size_t r = 0; r < call->n; r++) {
    if (!(result->value[r] >= 0 && result->value[r] <= 1e300))
      return script_error(L, "the %s law returned %f for row %d: expected seconds, 0 or more", family->name,
                          result->value[r], (int)r + 1);
    call->out[r] = result->value[r];
  }
  return 0;
}

static int law_without_words(lua_State *L) {
  return script_error(L, "a law raised an error that is not text");
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
  if (!lua_checkstack(L, 8)) return twocs_fail(error, TWOCS_LAW, "Lua's stack is full");
  lua_pushcfunction(L, call_law);
  lua_pushlightuserdata(L, &call);
  lua_pushvalue(L, law->function);
  const int failed = lua_pcall(L, 2, 0, 0);
  if (!failed) return TWOCS_OK;
  if (!lua_isstring(L, -1)) {
    lua_pop(L, 1);
    lua_pushcfunction(L, law_without_words);
    lua_pcall(L, 0, 0, 0);
  }
  twocs_fail(error, TWOCS_LAW, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
  return TWOCS_LAW;
}

/* { base = "waves", correction = userdata, factor = 1 }: what a fit contains for its family. */
static void plan_correct(lua_State *L, plan_workspace *workspace, int f, int choice) {
  twocs_corrected *corrected = &workspace->corrected[f];
  twocs_error error;
  lua_getfield(L, choice, "base");
  const char *base = lua_tostring(L, -1);
  const twocs_law *based = base ? twocs_law_find(twocs_families[f].name, base, &error) : NULL;
  if (!based) {
    script_error(L, "plan.%s is a table that is not a fit", twocs_families[f].name);
    return;
  }
  lua_getfield(L, choice, "factor");
  lua_getfield(L, choice, "correction");
  *corrected = (twocs_corrected){.law = *based, .factor = luaL_optnumber(L, -2, 1)};
  if (!lua_isnil(L, -1)) local_check(L, lua_gettop(L), corrected);
  lua_pop(L, 3); /* the choice itself stays, and keeps them alive */
  twocs_law law;
  if (twocs_corrected_law(corrected, &law, &error) || twocs_plan_set(&workspace->plan, &law, &error))
    script_error(L, "plan.%s: %s", twocs_families[f].name, error.text);
}

static void plan_choose(lua_State *L, plan_workspace *workspace, const char *family) {
  twocs_error error;
  const int choice = lua_gettop(L);
  int f = 0;
  while (f < twocs_family_count && strcmp(twocs_families[f].name, family) != 0) f++;
  if (f == twocs_family_count) {
    const char *names[TWOCS_FAMILIES];
    for (int i = 0; i < f; i++) names[i] = twocs_families[i].name;
    script_error_unknown(L, "part of a plan", family, f, names);
  }
  if (lua_istable(L, choice)) {
    plan_correct(L, workspace, f, choice);
  } else if (lua_isfunction(L, choice)) {
    workspace->script[f] = (script_law){L, choice, &twocs_families[f]};
    const twocs_law law = {
        family, "function", "", "a function of the script", NULL, fill_script, &workspace->script[f], 1};
    twocs_plan_set(&workspace->plan, &law, &error);
  } else if (lua_type(L, choice) != LUA_TSTRING) {
    script_error(L, "plan.%s is a %s, expected the name of a law, a fit or a function", family,
                 luaL_typename(L, choice));
  } else if (twocs_plan_choose(&workspace->plan, family, lua_tostring(L, choice), &error)) {
    script_error(L, "plan.%s", error.text);
  }
}

/* Choices stay on the stack, from where the engine calls functions. */
void plan_read(lua_State *L, int given, plan_workspace *workspace) {
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.plan");
  workspace->plan = *(const twocs_plan *)lua_touserdata(L, -1);
  lua_pop(L, 1);
  lua_getfield(L, given, "plan");
  const int plan = lua_gettop(L);
  if (lua_isnil(L, plan)) return;
  if (!lua_istable(L, plan))
    script_error(L, "plan is a %s, expected a table such as { gemm = \"roofline\" }", luaL_typename(L, plan));
  luaL_checkstack(L, 2 * TWOCS_FAMILIES + 8, "plan");
  int count = 0;
  for (lua_pushnil(L); lua_next(L, plan); count++) {
    if (lua_type(L, -2) != LUA_TSTRING || count == TWOCS_FAMILIES)
      script_error(L, "a plan's keys are names of families: gemm, stream, all_reduce ...");
    plan_choose(L, workspace, lua_tostring(L, -2));
    lua_pushvalue(L, -2); /* the key again on top, the choice below it */
  }
}

/* core.places(family, { column, ... }): the position of rows among measured ones, as the corrected laws of
 * that family compute it; for GEMMs from columns of M, N, K and batch, for streams from one of bytes. */
static int core_places(lua_State *L) {
  const int gemm = !strcmp(luaL_checkstring(L, 1), "gemm"), sizes = gemm ? 4 : 1;
  const int dims = gemm ? TWOCS_GEMM_PLACE : TWOCS_STREAM_PLACE;
  luaL_checktype(L, 2, LUA_TTABLE);
  const column *size[4];
  for (int i = 0; i < sizes; i++) {
    lua_rawgeti(L, 2, i + 1);
    size[i] = column_check(L, -1, "a size");
    if (size[i]->n != size[0]->n) script_error(L, "the lists of sizes have different lengths");
  }
  lua_createtable(L, dims, 0);
  const int list = lua_gettop(L);
  column *out[TWOCS_GEMM_PLACE];
  for (int d = 0; d < dims; d++) {
    out[d] = column_new(L, size[0]->n);
    lua_rawseti(L, list, d + 1);
  }
  for (size_t r = 0; r < size[0]->n; r++) {
    double place[TWOCS_GEMM_PLACE];
    if (gemm)
      twocs_gemm_place(size[0]->value[r], size[1]->value[r], size[2]->value[r], size[3]->value[r], place);
    else
      twocs_stream_place(size[0]->value[r], place);
    for (int d = 0; d < dims; d++) out[d]->value[r] = place[d];
  }
  return 1;
}

void plan_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"places", core_places}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  twocs_plan_init(lua_newuserdatauv(L, sizeof(twocs_plan), 0));
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.plan");
}
