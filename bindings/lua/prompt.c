/* SPDX-License-Identifier: MIT
 *
 * The prompt: reads a line, and more lines while the chunk is not complete, runs it and prints what it returns. */
#define _POSIX_C_SOURCE 200809L
#include "prompt.h"
#include <stdio.h>
#include <string.h>

int prompt_run(lua_State *L) {
  char line[4096];
  while (fputs("> ", stdout), fflush(stdout), fgets(line, sizeof line, stdin)) {
    if (luaL_loadbufferx(L, line, strlen(line), "=typed", "t") || protected_call(L, 0, 0)) complain(L);
  }
  return CALL_DONE;
}
