/* SPDX-License-Identifier: MIT */
/* Ctrl-C while measuring: what is measured is kept, so the first one only asks to stop. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <string.h>
#include "clock.h"

volatile int twocs_interrupted;
static struct sigaction before;
static int caught;

static void ask(int number) {
  (void)number;
  twocs_interrupted = 1;
}

void twocs_interrupt_catch(void) {
  struct sigaction action;
  twocs_interrupted = 0;
  if (caught) return;
  memset(&action, 0, sizeof action);
  action.sa_handler = ask;
  action.sa_flags = (int)SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGINT, NULL, &before) || before.sa_handler == SIG_IGN) return;
  caught = !sigaction(SIGINT, &action, NULL);
}

void twocs_interrupt_release(void) {
  if (caught) sigaction(SIGINT, &before, NULL);
  caught = 0;
}
