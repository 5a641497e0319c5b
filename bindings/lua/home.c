/* SPDX-License-Identifier: MIT
 *
 * Where the parts of twocs are, and the searcher that loads them. The one thing to know: a part is loaded
 * from an absolute path, which follows from the path of the executable or of the loadable module. The
 * interpreter's search paths and the current folder have no influence. */
#define _XOPEN_SOURCE 700
#include "compiled.h"
#include "core.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef char path[PATH_MAX];

static int is_there(const char *folder, const char *file) {
  char place[2 * PATH_MAX];
  const int length = snprintf(place, sizeof place, "%s/%s", folder, file);
  return length > 0 && (size_t)length < sizeof place && !access(place, R_OK);
}

static int is_home(const char *folder) { return is_there(folder, "twocs/init.lua"); }

/* The folder `relative` as seen from `folder`, made absolute. */
static int resolve(path to, const char *folder, const char *relative) {
  char place[2 * PATH_MAX];
  const int length = snprintf(place, sizeof place, "%s/%s", folder, relative);
  return length > 0 && (size_t)length < sizeof place && realpath(place, to);
}

static int find_scripts(const char *folder, const char *relative, path scripts) {
  return resolve(scripts, folder, relative) && is_home(scripts);
}

/* Finds the scripts of a module in a package: in lib/ of a wheel, or in lib/lua/5.4/ of a tree of rocks. */
static int find_packed(const char *folder, path scripts) {
  const char *rocks = LUA_VERSION_NUM == 501 ? "../../../share/lua/5.1" : "../../../share/lua/5.4";
  return find_scripts(folder, "../scripts", scripts) || find_scripts(folder, rocks, scripts);
}

/* Only a build tree has a CMakeCache.txt. So an installed file searches its installation only, a packed one
 * (of a wheel or a rock) its package only, and a built one its source tree only. Other files that happen to
 * be near are ignored. */
static int find_places(const char *file, int is_program, path scripts, path modules) {
  path folder;
  if (!realpath(file, folder)) return 0;
  char *slash = strrchr(folder, '/');
  if (!slash) return 0;
  *slash = 0;
  const int built = is_there(folder, is_program ? "CMakeCache.txt" : "../../CMakeCache.txt");
  const char *to_modules = is_program ? built ? TWOCS_MODULES : TWOCS_BIN_TO_MODULES : ".";
  const char *to_scripts = is_program ? built ? TWOCS_BUILD_TO_SCRIPTS : TWOCS_BIN_TO_SCRIPTS
                           : built    ? "../../" TWOCS_BUILD_TO_SCRIPTS
                                      : TWOCS_MODULES_TO_SCRIPTS;
  const char *named = getenv("TWOCS_HOME");
  const int found = resolve(modules, folder, to_modules);
  if (!(named && realpath(named, scripts) && is_home(scripts)) &&
      !find_scripts(folder, to_scripts, scripts) && (is_program || built || !find_packed(folder, scripts)))
    return 0;
  if (!found) memcpy(modules, scripts, PATH_MAX); /* the executable was built alone, without modules */
  return 1;
}

static int starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

/* Pushes the file of a part of twocs, and returns whether it exists; pushes nil for any other name. */
static int push_place(lua_State *L, const char *name) {
  const int script = starts(name, "twocs.") || starts(name, "studies.");
  if (!script && !starts(name, "twocs_") && strcmp(name, "twocs")) return lua_pushnil(L), 0;
  lua_getfield(L, LUA_REGISTRYINDEX, script ? "twocs.home" : "twocs.modules");
  const char *folder = lua_tostring(L, -1);
  if (!script) {
    lua_pushfstring(L, "%s/%s.so", folder, name);
    return !access(lua_tostring(L, -1), R_OK);
  }
  const char *const part = luaL_gsub(L, name, ".", "/");
  lua_pushfstring(L, "%s/%s/init.lua", folder, part); /* a folder's own name */
  if (!access(lua_tostring(L, -1), R_OK)) return 1;
  lua_pushfstring(L, "%s/%s.lua", folder, part);
  return !access(lua_tostring(L, -1), R_OK);
}

/* place(name): the file that require(name) loads; nil if that is not a part of twocs, or is missing. */
static int place(lua_State *L) {
  if (!push_place(L, luaL_checkstring(L, 1))) lua_pushnil(L);
  return 1;
}

/* The file relative to the scripts' home, which push_place put in front. */
static const char *from_home(lua_State *L, const char *file) {
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.home");
  const size_t length = strlen(lua_tostring(L, -1));
  lua_pop(L, 1);
  return file + length + 1;
}

/* The upvalue is package.loadlib. Only the name of a script has a dot. */
static void push_loader(lua_State *L, const char *name, const char *file) {
  int failed;
  if (strchr(name, '.')) {
    failed = compiled_load(L, file, from_home(L, file));
  } else {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushstring(L, file);
    lua_pushfstring(L, "luaopen_%s", name);
    lua_call(L, 2, 2);
    failed = lua_isnil(L, -2);
    if (!failed) lua_pop(L, 1);
  }
  if (failed) luaL_error(L, "%s cannot be loaded: %s", name, lua_tostring(L, -1));
}

/* A searcher of `require`. The search for twocs, twocs.* and twocs_* ends here, whether found or not; a user
 * may have more modules studies.*. */
static int search(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  if (push_place(L, name)) {
    const int file = lua_gettop(L);
    push_loader(L, name, lua_tostring(L, file));
    lua_pushvalue(L, file);
    return 2;
  }
  if (starts(name, "studies.") || lua_isnil(L, -1)) return 0;
  return luaL_error(L, "this twocs has no module '%s' (no file '%s')", name, lua_tostring(L, -1));
}

/* It becomes the second searcher: after the modules in package.preload, before all that use search paths. */
static void add_searcher(lua_State *L, lua_CFunction core) {
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "searchers");
  if (lua_isnil(L, -1)) { /* as LuaJIT calls them */
    lua_pop(L, 1);
    lua_getfield(L, -1, "loaders");
  }
  for (int i = (int)lua_rawlen(L, -1); i >= 2; i--) {
    lua_rawgeti(L, -1, i);
    lua_rawseti(L, -2, i + 1);
  }
  lua_getfield(L, -2, "loadlib");
  lua_pushcclosure(L, search, 1);
  lua_rawseti(L, -2, 2);
  lua_getfield(L, -2, "preload");
  lua_pushcfunction(L, core);
  lua_setfield(L, -2, "twocs.core");
  lua_pop(L, 3);
}

void home_open(lua_State *L, const char *file, int is_program, lua_CFunction core) {
  path scripts, modules;
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.home");
  const int known = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (known) return;
  if (!find_places(file, is_program, scripts, modules))
    luaL_error(L, "twocs cannot find its scripts; set TWOCS_HOME to the folder that contains twocs/init.lua");
  lua_pushstring(L, scripts);
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.home");
  lua_pushstring(L, modules);
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.modules");
  compiled_open(L, modules);
  add_searcher(L, core);
}

void place_open(lua_State *L) {
  lua_pushcfunction(L, place);
  lua_setfield(L, -2, "place");
  compiled_functions(L);
}
