/* SPDX-License-Identifier: MIT */
/* Completes a trace when all of it has been read: where its steps begin and end, and what operators tell
 * about their kernels. */
#include "reader.h"

#include <stdlib.h>

static int step_compare(const void *a, const void *b) {
  const twocs_trace_step *x = a, *y = b;
  if (x->on_device != y->on_device) return x->on_device > y->on_device ? -1 : 1;
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  return (x->start > y->start) - (x->start < y->start);
}

static int step_earlier(const void *a, const void *b) {
  const twocs_trace_step *x = a, *y = b;
  if (x->start != y->start) return x->start < y->start ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Takes the steps as the devices saw them, if they did. A step is on several streams there, so it is the time
 * between its first start and its last end. It ends where the next one begins. */
static void steps_finish(twocs_trace *t) {
  size_t n = 0;
  if (!t->steps) return;
  qsort(t->step, t->steps, sizeof *t->step, step_compare);
  for (size_t i = 0; i < t->steps && t->step[i].on_device == t->step[0].on_device; i++) {
    twocs_trace_step *last = n ? &t->step[n - 1] : NULL;
    if (!last || last->number != t->step[i].number)
      t->step[n++] = t->step[i];
    else if (t->step[i].end > last->end)
      last->end = t->step[i].end;
  }
  t->steps = n;
  qsort(t->step, n, sizeof *t->step, step_earlier);
  for (size_t i = 0; i + 1 < n; i++)
    if (t->step[i].end > t->step[i + 1].start) t->step[i].end = t->step[i + 1].start;
}

/* Adds what only the operator knows: the message of a collective, the class of a kernel whose name says
 * nothing. */
static void kernels_finish(twocs_trace *t) {
  for (size_t i = 0; i < t->kernels; i++) {
    twocs_trace_kernel *kernel = &t->kernel[i];
    const twocs_trace_operator *op = kernel->op ? &t->op[kernel->op - 1] : NULL;
    if (op && kernel->class == TWOCS_KERNEL_OTHER && op->kernel.class != TWOCS_KERNEL_COLLECTIVE)
      kernel->class = (uint8_t)op->kernel.class;
    if (kernel->class != TWOCS_KERNEL_COLLECTIVE) continue;
    if (op && !kernel->message) kernel->message = op->message;
    twocs_collective_kind said = twocs_trace_message(t, kernel->message).kind;
    if (!said && op) said = op->kernel.collective;
    const int vague = kernel->collective == TWOCS_ANY_COLLECTIVE || kernel->collective == TWOCS_P2P;
    if (vague && said && said != TWOCS_ANY_COLLECTIVE) kernel->collective = (uint8_t)said;
  }
}

void twocs_trace_finish(twocs_trace *t) {
  kernels_finish(t);
  steps_finish(t);
}
