/* SPDX-License-Identifier: MIT
 *
 * Reads the measured basis of a case from its field `rests`, which maps a family or an operator to { word =,
 * range = { { size, least, most } ... } }; range may be a function of a slot's name. */
#include "core.h"
#include <string.h>

/* An operator's own basis is found by the name of its coefficients. A family without coefficients has one
 * basis for all of its operators. */
int basis_push(lua_State *L, int rests, int slot, int family) {
  const twocs_family *of = &twocs_families[family];
  int input[TWOCS_ITEMS_MOST], c0 = 0;
  twocs_slot(slot, &(twocs_aspect){0}, input);
  while (c0 < of->count && strcmp(of->item[c0], "c0") != 0) c0++;
  if (c0 == of->count) return lua_getfield(L, rests, of->name), !lua_isnil(L, -1);
  const char *own = twocs_columns[input[c0]].name;
  lua_pushlstring(L, own, strlen(own) - strlen("_c0"));
  lua_rawget(L, rests);
  if (!lua_isnil(L, -1)) return 1;
  lua_pop(L, 1);
  lua_getfield(L, rests, twocs_families[family].name);
  return !lua_isnil(L, -1);
}

/* Pushes the list of ranges of the basis on top of the stack. */
static void ranges_push(lua_State *L, int slot) {
  lua_getfield(L, -1, "range");
  if (!lua_isfunction(L, -1)) return;
  lua_pushstring(L, twocs_columns[slot].name);
  lua_call(L, 1, 1);
}

static double number_at(lua_State *L, int list, int i) {
  lua_rawgeti(L, list, i);
  const double x = luaL_checknumber(L, -1);
  lua_pop(L, 1);
  return x;
}

/* Reads the basis on top of the stack, and leaves it there. */
static void basis_read(lua_State *L, int slot, twocs_basis *basis) {
  static const char *const words[] = {"inside", "beyond", "transferred", "assumed", NULL};
  lua_getfield(L, -1, "word");
  twocs_basis_init(basis, (twocs_support_word)luaL_checkoption(L, -1, NULL, words));
  lua_getfield(L, -2, "otherwise");
  if (!lua_isnil(L, -1)) basis->otherwise = (twocs_support_word)luaL_checkoption(L, -1, NULL, words);
  lua_pop(L, 2);
  ranges_push(L, slot);
  const int list = lua_gettop(L), ranges = lua_istable(L, list) ? (int)lua_rawlen(L, list) : 0;
  for (int i = 1; i <= ranges; i++) {
    lua_rawgeti(L, list, i);
    lua_rawgeti(L, -1, 1);
    const int range = lua_gettop(L) - 1, size = twocs_size_find(luaL_checkstring(L, -1));
    if (size < 0) script_error(L, "rests: \"%s\" is not a size", lua_tostring(L, -1));
    basis->least[size] = number_at(L, range, 2), basis->most[size] = number_at(L, range, 3);
    lua_settop(L, list);
  }
  lua_pop(L, 1);
}

int slot_times(int slot) {
  int input[TWOCS_ITEMS_MOST];
  twocs_aspect aspect;
  const int family = twocs_slot(slot, &aspect, input);
  return family >= 0 && aspect == TWOCS_TIME ? family : -1;
}

/* The bases of all slots that are marked in `needed` (NULL: of all slots); they stay on the stack. NULL: the
 * case has no measured basis. */
twocs_bases *bases_read(lua_State *L, int given, const unsigned char needed[]) {
  lua_getfield(L, given, "rests");
  const int rests = lua_gettop(L);
  int slots = 0;
  if (!lua_istable(L, rests) || (lua_pushnil(L), !lua_next(L, rests))) return NULL;
  lua_settop(L, rests);
  for (int k = 0; k < twocs_column_count; k++) slots += slot_times(k) >= 0;
  twocs_bases *bases = lua_newuserdatauv(L, sizeof *bases, 0);
  twocs_basis *basis = lua_newuserdatauv(L, (size_t)slots * sizeof *basis, 0);
  memset(bases, 0, sizeof *bases);
  bases->basis = basis;
  for (int k = 0, n = 0; k < twocs_column_count; k++) {
    const int family = needed && !needed[k] ? -1 : slot_times(k), top = lua_gettop(L);
    if (family < 0) continue;
    if (basis_push(L, rests, k, family)) {
      basis_read(L, k, &basis[n]);
      bases->of[k] = (unsigned short)++n;
    }
    lua_settop(L, top);
  }
  return bases;
}

void support_read(lua_State *L, int given, plan_workspace *workspace, int wants, const int want[]) {
  int i = 0;
  lua_getfield(L, given, "rests");
  const int rests = !lua_isnil(L, -1);
  lua_pop(L, 1);
  while (rests && i < wants && !twocs_is_support(want[i])) i++;
  if (!rests || i == wants) return;
  luaL_checkstack(L, 16, "rests");
  workspace->plan.bases = bases_read(L, given, NULL);
}
