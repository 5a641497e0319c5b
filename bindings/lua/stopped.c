/* SPDX-License-Identifier: MIT
 *
 * Ctrl-C in a long verb that keeps its finished work. The one thing to know: the handler of the signal
 * (interrupts.c) cancels the running job and raises an error in the script. core.keeping catches that error,
 * and a job that keeps its work returns what it has instead of raising one. */
#include "core.h"
#include "job.h"
#include <signal.h>
#include <string.h>

volatile int job_cancel;
const interrupt_catcher *job_catcher;

static int keeping;    /* whether core.keeping runs a function */
static int stopped;    /* whether a job in it was stopped and kept */
static double points;  /* finished by its jobs */
static double until;   /* for tests: Ctrl-C comes after this number of rows; 0: never */
static size_t counted; /* rows towards `until` */

int job_is_keeping(void) { return keeping; }
int job_is_watched(void) { return until > 0; }
void job_add_points(double done) { points += done; }

void job_count(size_t rows) {
  if (until <= 0) return;
  counted += rows;
  if ((double)counted < until) return;
  until = 0;
  raise(SIGINT);
}

void job_absorb(lua_State *L) {
  if (keeping && job_catcher && job_catcher->taken(L)) stopped = 1;
}

void job_begin(lua_State *L) {
  if (stopped) luaL_error(L, "interrupted"); /* core.keeping catches it */
  job_cancel = job_catcher && job_catcher->came();
}

/* Whether the error is that of a stock interpreter after Ctrl-C. */
static int is_interruption(lua_State *L) {
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  const size_t length = strlen(text);
  return length >= 12 && !strcmp(text + length - 12, "interrupted!");
}

/* core.keeping(f, handler): calls f. Returns nothing if f came to its end; else Ctrl-C stopped it, and the
 * result is how many points were finished by jobs that keep their work. A second Ctrl-C ends the script.
 * Inside another core.keeping it is a plain call. handler: the message handler for f's errors. */
static int core_keeping(lua_State *L) {
  lua_settop(L, 2);
  if (keeping) {
    lua_pushvalue(L, 1);
    lua_call(L, 0, 0);
    return 0;
  }
  keeping = 1, stopped = 0, points = 0;
  if (job_catcher) job_catcher->keep(L, 1);
  lua_pushvalue(L, 1);
  const int failed = lua_pcall(L, 0, 0, 2);
  const int taken = job_catcher && job_catcher->taken(L);
  const int again = job_catcher && job_catcher->keep(L, 0) > 1;
  const int ended = stopped || taken || (failed && !job_catcher && is_interruption(L));
  keeping = stopped = 0;
  if (ended && again) return job_catcher->end(L);
  if (failed && !ended) return lua_error(L);
  if (!ended) return 0;
  lua_pushnumber(L, points);
  return 1;
}

/* core.stop(sentence): ends the script as Ctrl-C does, with this sentence; at a prompt, ends what was
 * typed. */
static int core_stop(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  if (!job_catcher) return lua_error(L);
  lua_setfield(L, LUA_REGISTRYINDEX, "twocs.stopped");
  return job_catcher->end(L);
}

/* core.check_stopped(): raises an error if a job was stopped and kept, as the next job would. */
static int core_check_stopped(lua_State *L) {
  if (stopped) job_begin(L);
  return 0;
}

/* core.interrupt_after(rows), for tests: Ctrl-C comes when jobs have finished, or files received, so many
 * rows. */
static int core_interrupt_after(lua_State *L) { return until = luaL_checknumber(L, 1), counted = 0, 0; }

void stopped_open(lua_State *L) {
  static const luaL_Reg functions[] = {{"keeping", core_keeping},
                                       {"stop", core_stop},
                                       {"check_stopped", core_check_stopped},
                                       {"interrupt_after", core_interrupt_after},
                                       {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
