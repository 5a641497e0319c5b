/* SPDX-License-Identifier: MIT */
/* Ctrl-C while measuring: finished measurements are kept, so the first Ctrl-C only asks to stop. Programs
 * that pass signals on (mpirun, timeout) send it a second time at once; only one that comes a second later
 * ends the process. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <string.h>
#include <time.h>
#include "clock.h"

volatile int twocs_interrupted;
static struct sigaction before;
static int caught;

static volatile time_t asked;

static void ask(int number) {
  const time_t now = time(NULL);
  if (!twocs_interrupted) {
    twocs_interrupted = 1;
    asked = now;
  } else if (now - asked >= 1) {
    sigaction(number, &before, NULL);
    raise(number);
  }
}

void twocs_interrupt_catch(void) {
  struct sigaction action;
  twocs_interrupted = 0;
  if (caught) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = ask;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGINT, NULL, &before) || before.sa_handler == SIG_IGN) return;
  caught = !sigaction(SIGINT, &action, NULL);
}

void twocs_interrupt_release(void) {
  if (caught) sigaction(SIGINT, &before, NULL);
  caught = 0;
}
