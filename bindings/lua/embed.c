/* SPDX-License-Identifier: MIT
 *
 * twocs for a language that loads a shared library, such as Python (bindings/python): an interpreter with
 * twocs inside. The other language pushes and reads values through Lua's own interface. The one thing to
 * know: no error may jump over a frame of the other language. So all that can fail runs in twocs_embed_call,
 * and a function of the other language reports a failure by its result. */
#define _POSIX_C_SOURCE 200809L
#include "prompt.h"
#include <signal.h>
#include <string.h>

#define SHOWN __attribute__((visibility("default")))

/* Functions of the other language. call: runs its function of this number with the arguments on the stack,
 * and returns how many results it pushed, or -1 if it pushed a message. drop: forgets that function. say:
 * takes the text that scripts print, on stream 1 or 2. */
typedef struct twocs_embed_host {
  int (*call)(lua_State *L, int number);
  void (*drop)(int number);
  void (*say)(int stream, const char *text, size_t length);
} twocs_embed_host;
static twocs_embed_host host;

SHOWN lua_State *twocs_embed_start(const twocs_embed_host *lent);
SHOWN int twocs_embed_call(lua_State *L, int arguments, int catches);
SHOWN void twocs_embed_function(lua_State *L, int number);
SHOWN void twocs_embed_column(lua_State *L, const double value[], size_t n);
SHOWN const void *twocs_embed_cells(lua_State *L, int index, size_t *n, int *are_words);

static int lent_call(lua_State *L) {
  const int *number = lua_touserdata(L, lua_upvalueindex(1));
  const int results = host.call(L, *number);
  return results < 0 ? lua_error(L) : results;
}

static int lent_drop(lua_State *L) {
  const int *number = lua_touserdata(L, 1);
  host.drop(*number);
  return 0;
}

/* Pushes a function of the other language. When Lua has no more use for it, host.drop gets its number. */
void twocs_embed_function(lua_State *L, int number) {
  int *own = lua_newuserdatauv(L, sizeof *own, 0);
  *own = number;
  if (luaL_newmetatable(L, "twocs.lent")) {
    lua_pushcfunction(L, lent_drop);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  lua_pushcclosure(L, lent_call, 1);
}

void twocs_embed_column(lua_State *L, const double value[], size_t n) {
  column *c = column_new(L, n);
  memcpy(c->value, value, n * sizeof *value);
}

/* The cells of a column, which stay in place as long as Lua has the column: doubles, or the codes of words.
 * NULL: it is not a column. */
const void *twocs_embed_cells(lua_State *L, int index, size_t *n, int *are_words) {
  const column *c = column_test(L, index);
  const word_column *w = c ? NULL : words_test(L, index);
  *are_words = w != NULL;
  *n = c ? c->n : w ? w->n : 0;
  return c ? (const void *)c->value : w ? (const void *)w->code : NULL;
}

/* say(stream, text): all text that scripts print goes through it (scripts/twocs/help/embedded.lua). */
static int lent_say(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 2, &length);
  host.say((int)luaL_checkinteger(L, 1), text, length);
  return 0;
}

static int start(lua_State *L) {
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_twocs);
  lua_setfield(L, -2, "twocs");
  luaopen_twocs(L); /* finds the scripts */
  lua_getglobal(L, "require");
  lua_pushliteral(L, "twocs.help.embedded");
  lua_call(L, 1, 1);
  lua_pushcfunction(L, lent_say);
  lua_call(L, 1, 1);
  return 1;
}

/* An interpreter whose stack holds the result of embedded.lua or, if that failed, a text with the reason.
 * NULL: no memory. */
lua_State *twocs_embed_start(const twocs_embed_host *lent) {
  host = *lent;
  lua_State *L = luaL_newstate();
  if (!L) return NULL;
  lua_pushcfunction(L, start);
  lua_pcall(L, 0, 1, 0);
  return L;
}

/* Calls the function below its arguments: CALL_DONE and all results, or a message. catches: Ctrl-C stops the
 * call; afterwards its former handler is back. */
int twocs_embed_call(lua_State *L, int arguments, int catches) {
  struct sigaction before;
  if (catches && !sigaction(SIGINT, NULL, &before)) {
    interrupts_open(L);
    interrupts_wait(L);
    const int failed = protected_call(L, arguments, LUA_MULTRET);
    sigaction(SIGINT, &before, NULL);
    return failed;
  }
  return protected_call(L, arguments, LUA_MULTRET);
}
