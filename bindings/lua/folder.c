/* SPDX-License-Identifier: MIT
 *
 * Where `require` looks for the modules of a user. The one thing to know: a stock interpreter also looks in
 * the current folder, so a script that is started in a folder of strangers would run their code. The
 * executables look in the folder that contains the script. */
#define _XOPEN_SOURCE 700
#include "prompt.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *const fields[] = {"path", "cpath"};

/* A relative entry of a search path means the current folder, in whatever form: "./?.lua", "lib/?.lua". */
static void drop_relative(lua_State *L, const char *field) {
  luaL_Buffer kept;
  lua_getglobal(L, "package");
  lua_getfield(L, -1, field);
  const char *at = luaL_optstring(L, -1, "");
  luaL_buffinit(L, &kept);
  for (size_t length; *at; at += length + (at[length] == ';')) {
    length = strcspn(at, ";");
    if (*at != '/') continue;
    luaL_addlstring(&kept, at, length);
    luaL_addchar(&kept, ';');
  }
  luaL_pushresult(&kept);
  lua_setfield(L, -3, field);
  lua_pop(L, 2);
}

void folder_leave(lua_State *L) {
  for (int i = 0; i < 2; i++) drop_relative(L, fields[i]);
}

void folder_enter(lua_State *L, const char *script) {
  static const char *const patterns[] = {"%s/?.lua;%s/?/init.lua;%s", "%s/?.so;%s/?/init.so;%s"};
  char folder[PATH_MAX];
  if (!realpath(script, folder)) return; /* loading it will report why */
  *strrchr(folder, '/') = 0;
  if (strpbrk(folder, ";?")) return; /* a search path cannot hold these */
  lua_getglobal(L, "package");
  for (int i = 0; i < 2; i++) {
    lua_getfield(L, -1, fields[i]);
    lua_pushfstring(L, patterns[i], folder, folder, lua_tostring(L, -1));
    lua_setfield(L, -3, fields[i]);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}
