/* SPDX-License-Identifier: MIT */
/* Finds the operator that launched a kernel: by the id that they share, else by the thread and the time of
 * the launch. The one thing to know: the text is read again only if the first reading did not say enough. */
#include "reader.h"

/* ---- By the id that they share */

static int call_before(const void *rows, uint32_t a, uint32_t b) {
  const twocs_trace_kernel *kernel = rows;
  return kernel[a].call < kernel[b].call;
}

static int correlation_before(const void *rows, uint32_t a, uint32_t b) {
  const twocs_trace_kernel *kernel = rows;
  return kernel[a].correlation < kernel[b].correlation;
}

static int rewound(const twocs_reader *r) {
  return r->source->rewind && r->source->rewind(r->source->source) == 0;
}

static int join_by_call(twocs_reader *r) {
  twocs_trace *t = r->trace;
  twocs_order(r->order, r->scratch, t->kernels, call_before, t->kernel);
  if (!r->overflow || !rewound(r)) {
    for (size_t i = 0; i < r->operators; i++) twocs_reader_give(r, r->table[i].external, r->table[i].op);
    return 0;
  }
  twocs_pool_close(&t->operators);
  return twocs_reader_pass(r, TWOCS_PASS_NEEDED);
}

/* ---- By the thread and the time of the launch */

static int launch_before(const void *rows, uint32_t a, uint32_t b) {
  const twocs_trace_kernel *kernel = rows;
  if (kernel[a].thread != kernel[b].thread) return kernel[a].thread < kernel[b].thread;
  return kernel[a].call < kernel[b].call;
}

/* Sorts by thread and launch, notes where each thread's kernels begin, and resets the fields for the next
 * pass. */
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
    t->kernel[i].thread = TWOCS_READER_NO_THREAD;
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
    if (t->kernel[i].op == TWOCS_READER_AMBIGUOUS) t->kernel[i].op = 0;
  return 0;
}
