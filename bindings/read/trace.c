/* SPDX-License-Identifier: MIT */
/* The trace reader: it reads the text until each kernel has its operator, then orders the rows. */
#include "reader.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 3 << 20, OPERATORS_MOST = 2 << 20, MESSAGES_MOST = 1 << 20, THREADS_MOST = 1 << 20 };

static int no_memory(twocs_reader *r) {
  return twocs_json_refuse(&r->json, "there is not enough memory for the trace"), -1;
}

static int refuse(twocs_reader *r, const char *sentence) { return twocs_json_refuse(&r->json, sentence), -1; }

static int starts_before(const void *rows, uint32_t a, uint32_t b) {
  const twocs_trace_kernel *x = (const twocs_trace_kernel *)rows + a,
                           *y = (const twocs_trace_kernel *)rows + b;
  if (x->start != y->start) return x->start < y->start;
  return x->device != y->device ? x->device < y->device : x->stream < y->stream;
}

static int read_all(twocs_reader *r) {
  twocs_trace *t = r->trace;
  if (twocs_reader_pass(r, TWOCS_PASS_ALL)) return -1;
  if (!r->known) return refuse(r, "this is not a trace: it has no \"traceEvents\"");
  if (!t->kernels) {
    char sentence[100];
    snprintf(sentence, sizeof sentence, "none of the %zu events is a GPU kernel", t->events);
    return refuse(r, sentence);
  }
  t->order = malloc(t->kernels * sizeof *t->order);
  r->scratch = malloc(t->kernels * sizeof *r->scratch);
  if (!t->order || !r->scratch) return no_memory(r);
  r->order = t->order;
  for (uint32_t i = 0; i < t->kernels; i++) t->order[i] = i;
  if (twocs_reader_join(r)) return -1;
  for (uint32_t i = 0; i < t->kernels; i++) t->order[i] = i;
  twocs_order(t->order, r->scratch, t->kernels, starts_before, t->kernel);
  twocs_trace_finish(t);
  return 0;
}

int twocs_trace_read(twocs_trace *trace, const twocs_trace_source *source, char *message, size_t size) {
  *trace = (twocs_trace){.rank = -1, .world = -1};
  trace->names.most = NAMES_MOST;
  trace->operators.most = OPERATORS_MOST;
  trace->messages.most = MESSAGES_MOST;
  twocs_reader *r = malloc(sizeof *r);
  int code = -1;
  if (size) snprintf(message, size, "there is not enough memory to read a trace");
  if (r) {
    memset(r, 0, offsetof(twocs_reader, first));
    r->trace = trace;
    r->source = source;
    r->threads.most = THREADS_MOST;
    code = read_all(r);
    if (size) snprintf(message, size, "%s", code ? r->json.message : "");
    twocs_pool_close(&r->threads);
    free(r->table);
    free(r->scratch);
  }
  free(r);
  if (code) twocs_trace_close(trace);
  return code;
}

void twocs_trace_close(twocs_trace *trace) {
  twocs_pool_close(&trace->names);
  twocs_pool_close(&trace->operators);
  twocs_pool_close(&trace->messages);
  free(trace->kernel);
  free(trace->order);
  free(trace->op);
  free(trace->step);
  free(trace->class);
  *trace = (twocs_trace){.rank = -1, .world = -1};
}
