/* SPDX-License-Identifier: MIT
 *
 * Calls that a person or a script asked for: what stops them, and what they say when they fail. The one thing
 * to know: a message shows the lines of the script, not ours. */
#define _XOPEN_SOURCE 700
#include "prompt.h"
#include "whole.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Nanoseconds of processor time until a script that no hook reaches is ended; what a verb has done is lost
 * by that, so there it may take longer. */
enum { PATIENCE = 120000000, PATIENCE_OF_KEEPING = 900000000 };
enum { FRAMES_SHOWN = 10, FRAMES_SEARCHED = 200, HOOK_EVERY = 10000 };

/* Ctrl-C. */
static volatile sig_atomic_t interrupted;
static lua_State *interruptible;
static int impatient = 1; /* 0: Ctrl-C waits for ever */
static timer_t timer;     /* of processor time, which sends SIGALRM */
static int has_timer;
static lua_State *outside;          /* of core.keeping: who was interruptible before; NULL: it does not run */
static volatile sig_atomic_t times; /* that Ctrl-C came in it */

/* Ends what no hook reaches soon, or no more; by processor time, so that a busy machine ends nothing. */
static void end_unreached(int whether) {
  const int patience = outside && times < 2 ? PATIENCE_OF_KEEPING : PATIENCE;
  const struct itimerspec left = {{0, 0}, {0, whether ? patience : 0}};
  if (has_timer) timer_settime(timer, 0, &left, NULL);
}

static void stop(lua_State *L, lua_Debug *at) {
  (void)at;
  if (!interrupted) return;
  end_unreached(0);
  luaL_error(L, "interrupted");
}

/* The same, and after a second of the clock what sleeps. */
static void end_soon(int whether) {
  end_unreached(whether);
  alarm(whether ? (outside ? 3 : 1) : 0);
}

/* Of all functions of Lua, only lua_sethook may be called from here. */
static void on_interrupt(int number) {
  (void)number;
  job_cancel = 1;
  times = times + 1;
  if (job_keeps) { /* the next one ends the script */
    job_keeps = 0;
    return;
  }
  interrupted = 1;
  lua_sethook(interruptible, stop, LUA_MASKCOUNT, 1);
  end_soon(impatient);
}

/* No hook reaches a loop that LuaJIT compiled, or a long call of C: a script ends all the same. */
static void on_alarm(int number) {
  static const char text[] = "twocs: interrupted\n";
  (void)number;
  twocs_whole_abandon();
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

static int keep(lua_State *L, int whether) {
  const int came = times;
  times = 0;
  if (whether)
    outside = interruptible, interruptible = L;
  else
    interruptible = outside, outside = NULL;
  return came;
}

static int end(lua_State *L) {
  on_interrupt(SIGINT);
  return luaL_error(L, "interrupted");
}

void interrupts_open(lua_State *L) {
  static const interrupt_catcher catcher = {interrupt_taken, keep, end};
  job_catcher = &catcher;
  interruptible = L;
  catch_signal(SIGINT, on_interrupt);
  catch_signal(SIGALRM, on_alarm);
  struct sigevent ends;
  memset(&ends, 0, sizeof ends);
  ends.sigev_notify = SIGEV_SIGNAL, ends.sigev_signo = SIGALRM;
  has_timer = has_timer || !timer_create(CLOCK_PROCESS_CPUTIME_ID, &ends, &timer);
}

void interrupts_wait(lua_State *L) {
  impatient = 0;
  lua_sethook(L, stop, LUA_MASKCOUNT, HOOK_EVERY);
}

void interrupts_close(void) { signal(SIGINT, SIG_DFL); }

int interrupt_taken(lua_State *L) {
  const int taken = interrupted;
  interrupted = 0;
  if (taken) lua_sethook(L, stop, impatient ? 0 : LUA_MASKCOUNT, HOOK_EVERY);
  end_soon(0);
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

/* Pushes what is said of Ctrl-C: the sentence of a verb that kept what it had done, 1; else a word. */
static int push_interruption(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, "twocs.stopped");
  lua_pushnil(L);
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.stopped");
  if (lua_isstring(L, -1)) return 1;
  lua_pop(L, 1);
  lua_pushliteral(L, "interrupted");
  return 0;
}

/* The message handler of every call. */
static int explain(lua_State *L) {
  lua_settop(L, 1);
  if (interrupted) {
    if (push_interruption(L)) return 1;
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
    push_interruption(L);
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
