/* SPDX-License-Identifier: MIT
 *
 * The loadable module: require "twocs" from a stock interpreter, or from our own. The core is C; the rest of
 * the house is scripts/twocs/, found beside the build or the installation that this file lies in. */
#define _GNU_SOURCE
#include "core.h"
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int luaopen_twocs_core(lua_State *L) {
  lua_newtable(L);
  plan_open(L);
  run_open(L);
  column_open(L);
  record_open(L);
  text_open(L);
  csv_open(L);
  gzip_open(L);
  logs_open(L);
  document_open(L);
  trace_open(L);
  fit_open(L);
  local_open(L);
  limits_open(L);
  tables_open(L);
  lua_pushliteral(L, TWOCS_VERSION);
  lua_setfield(L, -2, "version");
  return 1;
}

/* Lies in the file whose place is asked for. */
static const char anchor = 0;

static int is_home(const char *folder) {
  char probe[PATH_MAX + 32];
  snprintf(probe, sizeof probe, "%s/twocs/init.lua", folder);
  return access(probe, R_OK) == 0;
}

/* Goes up from where this code lies: a build tree has scripts/ above it, an installation share/twocs/. */
static int find_home(char *home, size_t size) {
  Dl_info self;
  char file[PATH_MAX], *slash;
  const char *named = getenv("TWOCS_HOME");
  if (named && snprintf(home, size, "%s", named) < (int)size && is_home(home)) return 1;
  if (!dladdr(&anchor, &self) || !realpath(self.dli_fname, file)) {
    const ssize_t length = readlink("/proc/self/exe", file, sizeof file - 1);
    if (length < 0) return 0;
    file[length] = 0;
  }
  while ((slash = strrchr(file, '/')) && slash != file) {
    *slash = 0;
    if (snprintf(home, size, "%s/scripts", file) < (int)size && is_home(home)) return 1;
    if (snprintf(home, size, "%s/share/twocs", file) < (int)size && is_home(home)) return 1;
  }
  return snprintf(home, size, "%s", TWOCS_SOURCE_SCRIPTS) < (int)size &&
         is_home(home); /* a build outside the source tree */
}

/* Puts our scripts, and the C modules that lie beside this one, in front of the interpreter's own paths. */
static void add_path(lua_State *L, const char *field, const char *folder, const char *pattern) {
  lua_getglobal(L, "package");
  lua_getfield(L, -1, field);
  lua_pushfstring(L, "%s/%s;%s", folder, pattern, lua_tostring(L, -1));
  lua_setfield(L, -3, field);
  lua_pop(L, 2);
}

/* After this every script of the house can be required by its name. */
void home_open(lua_State *L) {
  char home[PATH_MAX], file[PATH_MAX];
  Dl_info self;
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.home");
  const int known = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (known) return;
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_twocs_core);
  lua_setfield(L, -2, "twocs.core");
  lua_pop(L, 2);
  if (!find_home(home, sizeof home))
    luaL_error(L, "twocs does not find its scripts; set TWOCS_HOME to the folder that holds twocs/init.lua");
  lua_pushstring(L, home);
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.home");
  add_path(L, "path", home, "?.lua");
  if (!dladdr(&anchor, &self) || !realpath(self.dli_fname, file) || !strrchr(file, '/')) return;
  *strrchr(file, '/') = 0;
  add_path(L, "cpath", file, "?.so");
  add_path(L, "cpath", file, TWOCS_MODULES "/?.so");
  add_path(L, "cpath", file, TWOCS_INSTALLED_MODULES "/?.so");
}

__attribute__((visibility("default"))) int luaopen_twocs(lua_State *L) {
  home_open(L);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "twocs.init");
  lua_call(L, 1, 1);
  return 1;
}
