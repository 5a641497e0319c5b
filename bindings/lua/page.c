/* SPDX-License-Identifier: MIT
 *
 * twocs for a page in a browser, which calls these functions (bindings/browser/worker.js): the binding inside
 * WebAssembly, with its files in memory. The one thing to know: all answers go to the standard output, like
 * the text that scripts print, and the page reads it. */
#include "prompt.h"
#include <stdio.h>

#define SHOWN __attribute__((used, visibility("default")))

/* A file of the tree in memory, next to the folder of the scripts. */
#define HERE "/twocs/LICENSE"

SHOWN int twocs_page_start(void);
SHOWN int twocs_page_call(const char *name, const char *text);
int luaopen_twocs_draw(lua_State *L);

static lua_State *page; /* NULL, or a state whose stack holds only the functions of page.lua */

static int start(lua_State *L) {
  luaL_openlibs(L);
  print_open(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_twocs_draw);
  lua_setfield(L, -2, "twocs_draw");
  lua_pushcfunction(L, luaopen_twocs);
  lua_setfield(L, -2, "twocs");
  home_open(L, HERE, 1, luaopen_twocs_core);
  folder_leave(L);
  return require_module(L, "twocs.help.page") ? lua_error(L) : 1;
}

static int ended(int failed) {
  if (failed) complain(page);
  fflush(stdout);
  return failed;
}

/* Replaces the last interpreter by a new one, so that a script meets nothing that another one left. */
int twocs_page_start(void) {
  if (page) lua_close(page);
  page = luaL_newstate();
  if (!page) return fputs("twocs: not enough memory\n", stderr), CALL_FAILED;
  lua_pushcfunction(page, start);
  return ended(lua_pcall(page, 0, 1, 0));
}

/* Calls the function of page.lua with the text; CALL_DONE or CALL_FAILED. */
int twocs_page_call(const char *name, const char *text) {
  lua_settop(page, 1);
  lua_getfield(page, 1, name);
  lua_pushstring(page, text);
  return ended(protected_call(page, 1, 0));
}
