/* SPDX-License-Identifier: MIT
 *
 * The executable: an interpreter with the house inside. Scripts run here as in a stock interpreter, but for
 * three things: print and tostring write the same bytes on Lua 5.4 and LuaJIT, Ctrl-C stops what runs, and a
 * message shows the lines of the script, not ours. Words that are no script go to
 * scripts/twocs/help/command.lua. */
#define _POSIX_C_SOURCE 200809L
#include "prompt.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USAGE = 2, FRAMES_SHOWN = 10, FRAMES_SEARCHED = 200, HOOK_EVERY = 10000 };

/* Ctrl-C. */
static volatile sig_atomic_t interrupted;
static lua_State *interruptible;
static unsigned patience = 1; /* seconds; 0 waits for ever */

static void stop(lua_State *L, lua_Debug *at) {
  (void)at;
  if (interrupted) luaL_error(L, "interrupted");
}

/* Of all functions of Lua, only lua_sethook may be called from here. */
static void on_interrupt(int number) {
  (void)number;
  job_cancel = 1;
  if (job_keeps) { /* the next one ends the script */
    job_keeps = 0;
    return;
  }
  interrupted = 1;
  lua_sethook(interruptible, stop, LUA_MASKCOUNT, 1);
  alarm(patience);
}

/* No hook reaches a loop that LuaJIT compiled, or a long call of C: a script ends all the same. */
static void on_alarm(int number) {
  static const char text[] = "twocs: interrupted\n";
  (void)number;
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(CALL_FAILED);
  _exit(CALL_INTERRUPTED);
}

static void catch_signal(int number, void (*handler)(int)) {
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  if (!sigaction(number, NULL, &before) && before.sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

int interrupt_taken(lua_State *L) {
  const int taken = interrupted;
  interrupted = 0;
  if (taken) lua_sethook(L, stop, patience ? 0 : LUA_MASKCOUNT, HOOK_EVERY);
  alarm(0);
  return taken;
}

/* Messages. */
static int is_house(lua_State *L, const lua_Debug *at) {
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.home");
  const char *home = lua_tostring(L, -1);
  const size_t length = home ? strlen(home) : 0;
  lua_pop(L, 1);
  return length && at->source[0] == '@' && !strncmp(at->source + 1, home, length) &&
         !strncmp(at->source + 1 + length, "/twocs/", 7);
}

static void push_frame(lua_State *L, const lua_Debug *at) {
  lua_pushfstring(L, "\n  %s:%d: ", at->short_src, at->currentline);
  if (*at->what == 'm')
    lua_pushliteral(L, "in the main chunk");
  else if (at->name && *at->namewhat)
    lua_pushfstring(L, "in %s", at->name);
  else
    lua_pushfstring(L, "in the function of line %d", at->linedefined);
  lua_concat(L, 2);
}

/* The script's own frames; one alone says no more than the message does. */
static void push_frames(lua_State *L) {
  lua_Debug at;
  int shown = 0;
  const int first = lua_gettop(L) + 1;
  luaL_checkstack(L, FRAMES_SHOWN + 8, "frames");
  for (int level = 1; level < FRAMES_SEARCHED && lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sln", &at);
    if (at.currentline <= 0 || is_house(L, &at)) continue;
    if (shown++ == FRAMES_SHOWN) {
      lua_pushliteral(L, "\n  ...");
      break;
    }
    push_frame(L, &at);
  }
  if (shown < 2 && !interrupted) lua_settop(L, first - 1);
  lua_pushliteral(L, "");
  lua_concat(L, lua_gettop(L) - first + 1);
}

static void replace_by_text(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER) {
    char number[40];
    snprintf(number, sizeof number, "%.15g", lua_tonumber(L, index));
    lua_pushstring(L, number);
  } else if (!luaL_callmeta(L, index, "__tostring") || lua_type(L, -1) != LUA_TSTRING) {
    lua_pushfstring(L, "the script raised a %s, not a text", luaL_typename(L, index));
  }
  lua_replace(L, index);
}

/* The message handler of every call. */
static int explain(lua_State *L) {
  lua_settop(L, 1);
  if (interrupted) {
    lua_pushliteral(L, "interrupted");
    lua_replace(L, 1);
  } else if (lua_type(L, 1) != LUA_TSTRING) {
    replace_by_text(L, 1);
  }
  lua_settop(L, 1);
  push_frames(L);
  lua_concat(L, 2);
  return 1;
}

int protected_call(lua_State *L, int arguments, int results) {
  const int base = lua_gettop(L) - arguments;
  lua_pushcfunction(L, explain);
  lua_insert(L, base);
  const int failed = lua_pcall(L, arguments, results, base);
  lua_remove(L, base);
  if (interrupt_taken(L)) {
    if (failed) return CALL_INTERRUPTED;
    lua_settop(L, base - 1);
    lua_pushliteral(L, "interrupted");
    return CALL_INTERRUPTED;
  }
  if (failed && lua_type(L, -1) != LUA_TSTRING) {
    lua_pop(L, 1);
    lua_pushliteral(L, "an error came while another was reported");
  }
  return failed ? CALL_FAILED : CALL_DONE;
}

void complain(lua_State *L) {
  const char *text = lua_tostring(L, -1);
  fflush(stdout);
  fprintf(stderr, "twocs: %s\n", text ? text : "an error that is no text");
  lua_pop(L, 1);
}

int require_module(lua_State *L, const char *name) {
  lua_getglobal(L, "require");
  lua_pushstring(L, name);
  return protected_call(L, 1, 1);
}

/* print and tostring. */
static const char *number_text(lua_State *L, int index, char room[40]) {
  const double x = lua_tonumber(L, index);
  if (isnan(x)) return "nan"; /* its sign differs between the interpreters */
  snprintf(room, 40, "%.15g", x);
  return room;
}

static int our_tostring(lua_State *L) {
  char room[40];
  luaL_checkany(L, 1);
  if (lua_type(L, 1) == LUA_TNUMBER) return lua_pushstring(L, number_text(L, 1, room)), 1;
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int our_print(lua_State *L) {
  const int count = lua_gettop(L);
  for (int i = 1; i <= count; i++) {
    size_t length;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, i);
    lua_call(L, 1, 1);
    const char *text = lua_tolstring(L, -1, &length);
    if (!text) return luaL_error(L, "'tostring' must return a string to 'print'");
    if (i > 1) putchar('\t');
    fwrite(text, 1, length, stdout);
    lua_pop(L, 1);
  }
  putchar('\n');
  return 0;
}

static int open_home(lua_State *L) { return home_open(L), 0; }

static void open_libraries(lua_State *L) {
  luaL_openlibs(L);
  lua_getglobal(L, "tostring");
  lua_pushcclosure(L, our_tostring, 1);
  lua_pushvalue(L, -1);
  lua_setglobal(L, "tostring");
  lua_pushcclosure(L, our_print, 1);
  lua_setglobal(L, "print");
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_twocs);
  lua_setfield(L, -2, "twocs");
  lua_pop(L, 2);
  lua_pushcfunction(L, open_home);
  if (lua_pcall(L, 0, 0, 0)) lua_pop(L, 1); /* require "twocs" will say it */
}

/* What to run. */
typedef struct words {
  int count;
  char **word;
} words;

static int run_loaded(lua_State *L, const words *w, int script, int failed) {
  if (!failed) {
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
  return run_loaded(L, w, script, luaL_loadfilex(L, name, "t"));
}

static int run_chunk(lua_State *L, const words *w) {
  if (w->count < 3) return fputs("twocs: -e needs a chunk of Lua behind it\n", stderr), USAGE;
  if (require_module(L, "twocs")) return complain(L), CALL_FAILED;
  lua_setglobal(L, "tw");
  return run_loaded(L, w, 2, luaL_loadbufferx(L, w->word[2], strlen(w->word[2]), "=-e", "t"));
}

/* A sub-command or an option; the house knows which there are. */
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

/* The prompt never dies. There a coroutine, which has its own hooks in Lua 5.4, inherits one that looks for
 * Ctrl-C. */
static int prompt_start(lua_State *L) {
  patience = 0;
  lua_sethook(L, stop, LUA_MASKCOUNT, HOOK_EVERY);
  return prompt_run(L);
}

static int run(lua_State *L, const words *w) {
  const char *first = w->count > 1 ? w->word[1] : NULL;
  if (!first && isatty(STDIN_FILENO)) return prompt_start(L);
  if (!first) return run_file(L, w, 0, NULL);
  if (!strcmp(first, "-")) return run_file(L, w, 1, NULL);
  if (!strcmp(first, "-e")) return run_chunk(L, w);
  if (is_script(first)) return run_file(L, w, 1, first);
  return run_command(L, w);
}

static int start(lua_State *L) {
  const words *w = lua_touserdata(L, 1);
  lua_settop(L, 0);
  open_libraries(L);
  lua_pushnumber(L, run(L, w));
  return 1;
}

/* What is written has arrived, or the exit status says that it has not. Also where a script calls os.exit. */
static void close_output(void) {
  const int bad = ferror(stdout);
  if (!fflush(stdout) && !bad) return;
  fprintf(stderr, "twocs: cannot write the output: %s\n", strerror(errno));
  _exit(CALL_FAILED);
}

/* A stream that was closed by the caller must not become a file that a script opens; writing to it has to
 * fail. */
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
  lua_State *L = interruptible = luaL_newstate();
  if (!L) return fputs("twocs: not enough memory\n", stderr), CALL_FAILED;
  catch_signal(SIGINT, on_interrupt);
  catch_signal(SIGALRM, on_alarm);
  lua_pushcfunction(L, start);
  lua_pushlightuserdata(L, &w);
  const int failed = lua_pcall(L, 1, 1, 0);
  const int status = failed ? CALL_FAILED : (int)lua_tonumber(L, -1);
  if (failed) complain(L);
  signal(SIGINT, SIG_DFL); /* the state that the handler knows ends here */
  lua_close(L);
  return status;
}
