/* SPDX-License-Identifier: MIT */
/* Finds the kernels that an event of a later reading belongs to. The one thing to know: kernels are sorted by
 * what an event knows of them, an id, or a thread and a time. So each event finds its kernels by bisection,
 * and no event is kept. */
#include "reader.h"

enum { LAUNCHES_MOST = 250 }; /* more launches: the frame of a step, not an operator */

static int no_memory(twocs_reader *r) {
  return twocs_json_refuse(&r->json, "there is not enough memory for the trace"), -1;
}

/* ---- By the id that they share */

/* The first place in order[from .. to) of a kernel whose id is not below this one. */
#define FINDER(name, field)                                                                                  \
  static size_t name(const twocs_reader *r, size_t from, size_t to, int64_t id) {                            \
    while (from < to) {                                                                                      \
      const size_t middle = from + (to - from) / 2;                                                          \
      if (r->trace->kernel[r->order[middle]].field < id)                                                     \
        from = middle + 1;                                                                                   \
      else                                                                                                   \
        to = middle;                                                                                         \
    }                                                                                                        \
    return from;                                                                                             \
  }
FINDER(find_call, call)
FINDER(find_correlation, correlation)

/* All kernels of an id have the same operator, so the first shows whether there is anything to do. */
void twocs_reader_give(twocs_reader *r, int64_t id, uint32_t op) {
  twocs_trace *t = r->trace;
  size_t i = find_call(r, 0, t->kernels, id);
  if (i == t->kernels || t->kernel[r->order[i]].call != id) return;
  const uint32_t has = t->kernel[r->order[i]].op;
  if (has == op || has == TWOCS_READER_AMBIGUOUS) return;
  for (; i < t->kernels && t->kernel[r->order[i]].call == id; i++)
    t->kernel[r->order[i]].op = has ? TWOCS_READER_AMBIGUOUS : op;
}

int twocs_reader_needed(twocs_reader *r) {
  const twocs_trace *t = r->trace;
  const int64_t id = r->event.external;
  if (id == TWOCS_EVENT_NONE) return 0;
  const size_t at = find_call(r, 0, t->kernels, id);
  if (at == t->kernels || t->kernel[r->order[at]].call != id) return 0;
  const int64_t op = twocs_reader_operator(r);
  if (op < 0) return no_memory(r);
  if (!op) return twocs_json_refuse(&r->json, "more than 2 MB of different operators and shapes"), -1;
  twocs_reader_give(r, id, (uint32_t)op);
  return 0;
}

/* ---- By the thread and the time of the launch */

static int thread_of(twocs_reader *r, uint32_t *thread) {
  const int64_t key[2] = {r->event.process, r->event.thread};
  *thread = TWOCS_READER_NO_THREAD;
  if (twocs_pool_add(&r->threads, key, sizeof key, thread) < 0) return no_memory(r);
  if (*thread >= TWOCS_READER_THREADS) *thread = TWOCS_READER_NO_THREAD;
  return 0;
}

/* From here on, a kernel's `call` holds the time of its launch. */
int twocs_reader_launch(twocs_reader *r) {
  twocs_trace *t = r->trace;
  const int64_t id = r->event.correlation;
  uint32_t thread;
  if (id == TWOCS_EVENT_NONE || r->event.start == TWOCS_EVENT_NONE) return 0;
  size_t i = find_correlation(r, 0, t->kernels, id);
  if (i == t->kernels || t->kernel[r->order[i]].correlation != id) return 0;
  if (t->kernel[r->order[i]].call != TWOCS_EVENT_NONE) return 0; /* the first launch counts */
  if (thread_of(r, &thread)) return -1;
  for (; i < t->kernels && t->kernel[r->order[i]].correlation == id; i++) {
    t->kernel[r->order[i]].thread = thread;
    t->kernel[r->order[i]].call = r->event.start;
  }
  return 0;
}

/* From here on, a kernel's `thread` holds the duration of the innermost operator known so far, and its
 * `correlation` the time when that operator began. */
int twocs_reader_innermost(twocs_reader *r) {
  twocs_trace *t = r->trace;
  const int64_t start = r->event.start, took = r->event.duration;
  uint32_t thread;
  if (start == TWOCS_EVENT_NONE || took < 0) return 0;
  if (thread_of(r, &thread)) return -1;
  if (thread == TWOCS_READER_NO_THREAD) return 0;
  const size_t end = r->first[thread + 1];
  const size_t first = find_call(r, r->first[thread], end, start),
               last = find_call(r, first, end, start + took);
  if (first == last || last - first > LAUNCHES_MOST) return 0;
  const int64_t op = twocs_reader_operator(r);
  if (op < 0) return no_memory(r);
  if (!op) return twocs_json_refuse(&r->json, "more than 2 MB of different operators and shapes"), -1;
  for (size_t i = first; i < last; i++) {
    twocs_trace_kernel *kernel = &t->kernel[r->order[i]];
    if (took >= kernel->thread) continue;
    kernel->thread = (uint32_t)took;
    kernel->correlation = start;
    kernel->op = (uint32_t)op;
  }
  return 0;
}
