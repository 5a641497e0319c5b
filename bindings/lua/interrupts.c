/* SPDX-License-Identifier: MIT
 *
 * Ctrl-C, which stops a call that a person or a script asked for. */
#define _XOPEN_SOURCE 700
#include "prompt.h"
#include "whole.h"
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Nanoseconds of processor time after which a script that no hook reaches is ended. That loses the finished
 * work of a verb, so a verb that keeps its work gets more time. */
enum { PATIENCE = 120000000, PATIENCE_OF_KEEPING = 900000000 };
enum { TICK = 100000000, TICKS = 10, TICKS_OF_KEEPING = 30 }; /* nanoseconds of a tick of the clock; ticks */
enum { HOOK_EVERY = 10000 };

static volatile sig_atomic_t interrupted;
static lua_State *interruptible;
static int impatient = 1;   /* 0: Ctrl-C waits for ever */
static timer_t timer, tick; /* of processor time, which sends SIGALRM once; of the clock, every TICK */
static int has_timer, has_tick;
static volatile sig_atomic_t ticks_left;
static lua_State *outside;          /* core.keeping: the former `interruptible`; NULL: it does not run */
static volatile sig_atomic_t times; /* how often Ctrl-C came during it */

/* Ends a script that no hook reaches soon, or no longer does. It counts processor time, so that a busy
 * machine ends nothing. */
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

/* The same, and after a second of the clock it also ends a script that sleeps. The second is counted in
 * ticks: a tick that comes while the process waits for a processor is late and the next ones are lost, so
 * that a busy machine ends nothing. */
static void end_soon(int whether) {
  const long every = whether ? TICK : 0;
  const struct itimerspec ticks = {{0, every}, {0, every}};
  end_unreached(whether);
  ticks_left = outside ? TICKS_OF_KEEPING : TICKS;
  if (has_tick) timer_settime(tick, 0, &ticks, NULL);
}

/* lua_sethook is the only function of Lua that may be called from here. */
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

/* No hook reaches a loop that LuaJIT compiled, or a long call of C. This ends such a script. */
static void on_alarm(int number, siginfo_t *from, void *context) {
  static const char text[] = "twocs: interrupted\n";
  (void)number, (void)context;
  if (from->si_value.sival_ptr == &tick && --ticks_left > 0) return;
  twocs_whole_abandon();
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(CALL_FAILED);
  _exit(CALL_INTERRUPTED);
}

static void catch_signal(int number, struct sigaction action) {
  struct sigaction before;
  sigemptyset(&action.sa_mask);
  if (!sigaction(number, NULL, &before) && before.sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

static int new_timer(clockid_t clock, timer_t *created) {
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL, event.sigev_signo = SIGALRM, event.sigev_value.sival_ptr = created;
  return !timer_create(clock, &event, created);
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
  static const interrupt_catcher catcher = {interrupt_came, interrupt_taken, keep, end};
  job_catcher = &catcher;
  interruptible = L;
  catch_signal(SIGINT, (struct sigaction){.sa_handler = on_interrupt});
  catch_signal(SIGALRM, (struct sigaction){.sa_sigaction = on_alarm, .sa_flags = SA_SIGINFO | SA_RESTART});
  has_timer = has_timer || new_timer(CLOCK_PROCESS_CPUTIME_ID, &timer);
  has_tick = has_tick || new_timer(CLOCK_MONOTONIC, &tick);
}

void interrupts_wait(lua_State *L) {
  impatient = 0;
  lua_sethook(L, stop, LUA_MASKCOUNT, HOOK_EVERY);
}

void interrupts_close(void) { signal(SIGINT, SIG_DFL); }

int interrupt_came(void) { return interrupted; }

int interrupt_taken(lua_State *L) {
  const int taken = interrupted;
  interrupted = 0;
  if (taken) lua_sethook(L, stop, impatient ? 0 : LUA_MASKCOUNT, HOOK_EVERY);
  end_soon(0);
  return taken;
}
