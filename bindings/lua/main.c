/* SPDX-License-Identifier: MIT
 *
 * The executable: an interpreter with twocs inside. Scripts run here as in a stock interpreter, with four
 * differences: print and tostring write the same bytes on Lua 5.4 and LuaJIT; Ctrl-C stops what runs; a
 * message shows the lines of the script, not ours; modules are searched in the script's own folder, not in
 * the current one (folder.c). Arguments that are not a script go to scripts/twocs/help/command.lua. */
#define _POSIX_C_SOURCE 200809L
#include "prompt.h"
#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USAGE = 2 };

/* Not the name that was called: that may be another file in the current folder. */
static int open_home(lua_State *L) { return home_open(L, "/proc/self/exe", 1, luaopen_twocs_core), 0; }
static int open_twocs(lua_State *L) { return open_home(L), luaopen_twocs(L); }

/* The collector starts its next round when memory has grown to twice what the last round left. While our
 * scripts are loaded that would be many rounds that find nothing. So the first round finds this block, of
 * which no page is ever touched. */
static void let_collector_wait(lua_State *L) {
  enum { BALLAST = 4 << 20 };
  lua_newuserdatauv(L, BALLAST, 0);
  lua_gc(L, LUA_GCCOLLECT, 0);
  lua_pop(L, 1);
}

/* With join, small freed pieces join their neighbours one by one. Otherwise all of them are joined whenever a
 * larger piece is requested, as every job of the engine does. At the end, when everything is freed, joining
 * is useless. */
static void let_allocator_join(int join) {
#ifdef M_MXFAST
  enum { SMALL = 16 * sizeof(size_t) };
  mallopt(M_MXFAST, join ? 0 : SMALL);
#endif
  (void)join;
}

static void open_libraries(lua_State *L) {
  let_allocator_join(1);
  let_collector_wait(L);
  luaL_openlibs(L);
  lua_keeptraces(L);
  print_open(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, open_twocs);
  lua_setfield(L, -2, "twocs");
  lua_pop(L, 2);
  lua_pushcfunction(L, open_home);
  if (lua_pcall(L, 0, 0, 0)) lua_pop(L, 1); /* require "twocs" will report it */
  folder_leave(L);
}

/* The words of the command line. */
typedef struct words {
  int count;
  char **word;
} words;

/* __index of the globals: reports a variable that a script reads and nobody set (twocs/common/unset.lua).
 * Upvalues: the script's source, and the variables that existed before it. */
static int unset_read(lua_State *L) {
  lua_Debug at;
  if (!lua_getstack(L, 1, &at) || !lua_getinfo(L, "S", &at)) return 0;
  if (strcmp(at.source, lua_tostring(L, lua_upvalueindex(1))) != 0) return 0; /* another file reads it */
  if (require_module(L, "twocs.common.unset")) return 0; /* require "twocs" will report it */
  lua_getfield(L, -1, "read");
  lua_pushvalue(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_call(L, 3, 0);
  return 0;
}

/* From now on, variables that the script on the stack reads and nobody set are reported. */
static void watch_unset(lua_State *L) {
  lua_Debug at;
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">S", &at);
  lua_getglobal(L, "_G");
  lua_createtable(L, 0, 1);
  lua_pushstring(L, at.source);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, -5)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1), lua_pushboolean(L, 1), lua_settable(L, -4);
  }
  lua_pushcclosure(L, unset_read, 2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

static int run_loaded(lua_State *L, const words *w, int script, int failed) {
  if (!failed) {
    watch_unset(L);
    luaL_checkstack(L, w->count + 8, "arguments");
    lua_createtable(L, w->count, script + 1);
    for (int i = 0; i < w->count; i++) {
      lua_pushstring(L, w->word[i]);
      lua_rawseti(L, -2, i - script);
    }
    lua_setglobal(L, "arg");
    for (int i = script + 1; i < w->count; i++) lua_pushstring(L, w->word[i]);
    failed = protected_call(L, script + 1 < w->count ? w->count - script - 1 : 0, 0);
  }
  if (failed) complain(L);
  return failed == CALL_INTERRUPTED ? CALL_INTERRUPTED : failed != 0;
}

static int run_file(lua_State *L, const words *w, int script, const char *name) {
  if (name) folder_enter(L, name);
  return run_loaded(L, w, script, luaL_loadfilex(L, name, "t"));
}

static int run_chunk(lua_State *L, const words *w) {
  if (w->count < 3) return fputs("twocs: -e needs a chunk of Lua after it\n", stderr), USAGE;
  if (require_module(L, "twocs")) return complain(L), CALL_FAILED;
  lua_setglobal(L, "tw");
  return run_loaded(L, w, 2, luaL_loadbufferx(L, w->word[2], strlen(w->word[2]), "=-e", "t"));
}

/* A sub-command or an option; the scripts know which exist. */
static int run_command(lua_State *L, const words *w) {
  int failed = require_module(L, "twocs");
  if (!failed) failed = require_module(L, "twocs.help.command");
  if (!failed) {
    for (int i = 1; i < w->count; i++) lua_pushstring(L, w->word[i]);
    failed = protected_call(L, w->count - 1, 1);
  }
  if (failed) return complain(L), failed;
  return (int)lua_tonumber(L, -1);
}

static int is_script(const char *word) {
  const size_t length = strlen(word);
  return strchr(word, '/') || (length > 4 && !strcmp(word + length - 4, ".lua"));
}

/* If mpirun starts several processes of one program, only the first one prints. */
static void rank_silence(void) {
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  if (rank && strcmp(rank, "0") != 0 && !freopen("/dev/null", "w", stdout)) _exit(CALL_FAILED);
}

static int run(lua_State *L, const words *w);

/* --shard 3/64 SCRIPT ...: scripts/twocs/common/shard.lua reads the number, and refuses a wrong one. */
static int run_shard(lua_State *L, const words *w) {
  if (w->count < 4)
    return fputs("twocs: --shard needs a number such as 3/64 and a script after it\n", stderr), USAGE;
  if (require_module(L, "twocs.common.shard")) return complain(L), CALL_FAILED;
  lua_getfield(L, -1, "read");
  lua_pushstring(L, w->word[2]);
  lua_call(L, 1, 2);
  if (lua_isnil(L, -2)) return fprintf(stderr, "twocs: %s\n", lua_tostring(L, -1)), USAGE;
  lua_settop(L, 0);
  if (setenv("TWOCS_SHARD", w->word[2], 1)) return CALL_FAILED;
  w->word[2] = w->word[0];
  return run(L, &(words){w->count - 2, w->word + 2});
}

/* Ctrl-C never ends the prompt. A coroutine has its own hooks in Lua 5.4; here it inherits one that checks
 * for Ctrl-C. */
static int prompt_start(lua_State *L) {
  interrupts_wait(L);
  return prompt_run(L);
}

static int run(lua_State *L, const words *w) {
  const char *first = w->count > 1 ? w->word[1] : NULL;
  if (!first && isatty(STDIN_FILENO)) return prompt_start(L);
  if (!first) return run_file(L, w, 0, NULL);
  if (!strcmp(first, "-")) return run_file(L, w, 1, NULL);
  if (!strcmp(first, "-e")) return run_chunk(L, w);
  if (!strcmp(first, "--shard")) return run_shard(L, w);
  if (is_script(first)) return rank_silence(), run_file(L, w, 1, first);
  return run_command(L, w);
}

static int start(lua_State *L) {
  const words *w = lua_touserdata(L, 1);
  lua_settop(L, 0);
  open_libraries(L);
  lua_pushnumber(L, run(L, w));
  return 1;
}

/* Checks that the output was written; if not, the exit status says so. It also runs when a script calls
 * os.exit. */
static void close_output(void) {
  const int bad = ferror(stdout);
  if (!fflush(stdout) && !bad) return;
  fprintf(stderr, "twocs: cannot write the output: %s\n", strerror(errno));
  _exit(CALL_FAILED);
}

/* If the caller closed a stream, a file that a script opens must not take its place, and writing to the
 * stream must fail. */
static void keep_streams(void) {
  for (int stream = 0; stream <= 2; stream++)
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) != stream)
      _exit(CALL_FAILED);
}

int main(int count, char *word[]) {
  words w = {count, word};
  keep_streams();
  if (atexit(close_output)) return CALL_FAILED;
  if (count > 1 && !strcmp(word[1], "--version")) return puts("twocs " TWOCS_VERSION), 0;
  lua_State *L = luaL_newstate();
  if (!L) return fputs("twocs: not enough memory\n", stderr), CALL_FAILED;
  interrupts_open(L);
  lua_pushcfunction(L, start);
  lua_pushlightuserdata(L, &w);
  const int failed = lua_pcall(L, 1, 1, 0);
  const int status = failed ? CALL_FAILED : (int)lua_tonumber(L, -1);
  if (failed) complain(L);
  interrupts_close(); /* the state that the handler uses ends here */
  let_allocator_join(0);
  lua_close(L);
  return status;
}
