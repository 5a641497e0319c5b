/* SPDX-License-Identifier: MIT
 *
 * Scripts that the build has compiled, so that a process does not parse them again. */
#ifndef TWOCS_COMPILED_H
#define TWOCS_COMPILED_H

#include <lua.h>

/* Opens `modules`/scripts.code of this interpreter; without it every script is parsed. */
void compiled_open(lua_State *L, const char *modules);
/* Pushes the function of home/name, as luaL_loadfilex does. It comes from compiled code if that was made from
 * exactly these bytes. */
int compiled_load(lua_State *L, const char *file, const char *name);
void compiled_functions(lua_State *L); /* core.is_compiled */

#endif
