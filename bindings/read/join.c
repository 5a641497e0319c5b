/* SPDX-License-Identifier: MIT */
/* Which operator launched a kernel. The one thing to know: kernels are sorted by what an event knows of them,
 * an id or a thread and a time, so that each event finds its kernels by bisection and no event is kept. */
#include "reader.h"

#include <stdlib.h>

static const uint32_t ambiguous = UINT32_MAX; /* two operators say that a kernel is theirs: neither gets it */
static const uint32_t no_thread = UINT32_MAX;
enum { LAUNCHES_MOST = 250 }; /* what launches more is the frame of a step, no operator */

static int no_memory(twocs_reader *r) {
  return twocs_json_refuse(&r->json, "there is no memory for what the trace holds"), -1;
}

/* ---- By the id that they share */

static int call_before(const void *rows, uint32_t a, uint32_t b) {
  const twocs_trace_kernel *kernel = rows;
  return kernel[a].call < kernel[b].call;
}

static int correlation_before(const void *rows, uint32_t a, uint32_t b) {
  const twocs_trace_kernel *kernel = rows;
  return kernel[a].correlation < kernel[b].correlation;
}

/* Where in order[from .. to) the kernels begin whose id is not below this one. */
#define FIND(name, field)                                                                                    \
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
FIND(find_call, call)
FIND(find_correlation, correlation)

/* All kernels of an id have the same operator, so the first tells whether there is anything to do. */
static void give(twocs_reader *r, int64_t id, uint32_t op) {
  twocs_trace *t = r->trace;
  size_t i = find_call(r, 0, t->kernels, id);
  if (i == t->kernels || t->kernel[r->order[i]].call != id) return;
  const uint32_t has = t->kernel[r->order[i]].op;
  if (has == op || has == ambiguous) return;
  for (; i < t->kernels && t->kernel[r->order[i]].call == id; i++)
    t->kernel[r->order[i]].op = has ? ambiguous : op;
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
  give(r, id, (uint32_t)op);
  return 0;
}

static int rewound(const twocs_reader *r) {
  return r->source->rewind && r->source->rewind(r->source->source) == 0;
}

static int join_by_call(twocs_reader *r) {
  twocs_trace *t = r->trace;
  twocs_order(r->order, r->scratch, t->kernels, call_before, t->kernel);
  if (!r->overflow || !rewound(r)) {
    for (size_t i = 0; i < r->operators; i++) give(r, r->table[i].external, r->table[i].op);
    return 0;
  }
  twocs_pool_close(&t->operators);
  return twocs_reader_pass(r, TWOCS_PASS_NEEDED);
}

/* ---- By the thread and the time of the launch */

static int thread_of(twocs_reader *r, uint32_t *thread) {
  const int64_t key[2] = {r->event.process, r->event.thread};
  *thread = no_thread;
  if (twocs_pool_add(&r->threads, key, sizeof key, thread) < 0) return no_memory(r);
  if (*thread >= TWOCS_READER_THREADS) *thread = no_thread;
  return 0;
}

/* From here on a kernel's call is the time of its launch. */
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

/* From here on a kernel's thread is how long the innermost operator known so far took, and its correlation
 * when that began. */
int twocs_reader_innermost(twocs_reader *r) {
  twocs_trace *t = r->trace;
  const int64_t start = r->event.start, took = r->event.duration;
  uint32_t thread;
  if (start == TWOCS_EVENT_NONE || took < 0) return 0;
  if (thread_of(r, &thread)) return -1;
  if (thread == no_thread) return 0;
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

static int launch_before(const void *rows, uint32_t a, uint32_t b) {
  const twocs_trace_kernel *kernel = rows;
  if (kernel[a].thread != kernel[b].thread) return kernel[a].thread < kernel[b].thread;
  return kernel[a].call < kernel[b].call;
}

/* Sorts by thread and launch, notes where each thread's kernels begin, and makes room for what they took. */
static void launches_sort(twocs_reader *r) {
  twocs_trace *t = r->trace;
  twocs_order(r->order, r->scratch, t->kernels, launch_before, t->kernel);
  size_t i = 0;
  for (uint32_t thread = 0; thread <= TWOCS_READER_THREADS; thread++) {
    while (i < t->kernels && t->kernel[r->order[i]].thread < thread) i++;
    r->first[thread] = (uint32_t)i;
  }
  for (i = 0; i < t->kernels; i++) {
    t->kernel[i].thread = UINT32_MAX;
    t->kernel[i].correlation = TWOCS_EVENT_NONE;
  }
}

static int join_by_launch(twocs_reader *r) {
  twocs_trace *t = r->trace;
  if (!rewound(r)) return 0;
  for (size_t i = 0; i < t->kernels; i++) {
    t->kernel[i].op = 0;
    t->kernel[i].thread = no_thread;
    t->kernel[i].call = TWOCS_EVENT_NONE;
  }
  twocs_order(r->order, r->scratch, t->kernels, correlation_before, t->kernel);
  if (twocs_reader_pass(r, TWOCS_PASS_LAUNCHES)) return -1;
  launches_sort(r);
  twocs_pool_close(&t->operators);
  if (!rewound(r)) return twocs_json_refuse(&r->json, "the text cannot be read a third time"), -1;
  if (twocs_reader_pass(r, TWOCS_PASS_INNERMOST)) return -1;
  for (size_t i = 0; i < t->kernels; i++)
    t->kernel[i].call = t->kernel[i].op ? t->kernel[i].correlation : TWOCS_EVENT_NONE;
  return 0;
}

static size_t without_operator(const twocs_trace *t) {
  size_t n = 0;
  for (size_t i = 0; i < t->kernels; i++) n += !t->kernel[i].op;
  return n;
}

int twocs_reader_join(twocs_reader *r) {
  twocs_trace *t = r->trace;
  if (!r->operators_seen) return 0;
  if (join_by_call(r)) return -1;
  if (2 * without_operator(t) > t->kernels && r->launches_seen && join_by_launch(r)) return -1;
  for (size_t i = 0; i < t->kernels; i++)
    if (t->kernel[i].op == ambiguous) t->kernel[i].op = 0;
  return 0;
}
