/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any text is refused with a sentence, or is a trace whose sums hold together. */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
  const uint8_t *data;
  size_t size, at;
} text;

static size_t more(void *source, char *buffer, size_t capacity) {
  text *t = source;
  size_t n = t->size - t->at < 300 ? t->size - t->at : 300;
  if (n > capacity) n = capacity;
  memcpy(buffer, t->data + t->at, n);
  t->at += n;
  return n;
}

static int again(void *source) {
  text *t = source;
  t->at = 0;
  return 0;
}

static void check_sums(const twocs_trace *t, const twocs_trace_part *part) {
  twocs_trace_overlap row[TWOCS_TRACE_DEVICES_MOST];
  const size_t rows = twocs_trace_overlaps(t, part, row);
  int64_t kernels = 0, grouped = 0;
  for (size_t i = 0; i < rows; i++) {
    const twocs_trace_overlap *o = &row[i];
    if (o->compute + o->exposed + o->copy + o->idle != o->span) abort();
    if (o->overlapped + o->exposed != o->communication) abort();
    if (o->overlapped < 0 || o->exposed < 0 || o->copy < 0 || o->idle < 0) abort();
    kernels += o->kernels;
  }
  uint32_t *scratch = calloc(t->kernels, sizeof *scratch), *spare = calloc(t->kernels, sizeof *spare);
  twocs_trace_group *group = calloc(t->kernels, sizeof *group);
  if (!scratch || !spare || !group) abort();
  const size_t groups = twocs_trace_groups(t, part, scratch, spare, group);
  for (size_t i = 0; i < groups; i++) {
    grouped += group[i].kernels;
    if (group[i].calls < 1 || group[i].calls > group[i].kernels || group[i].least > group[i].total) abort();
  }
  if (grouped != kernels) abort();
  free(scratch);
  free(spare);
  free(group);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char message[200] = "";
  twocs_trace t;
  text source = {data, size, 0};
  const twocs_trace_source from = {more, again, &source};
  if (twocs_trace_read(&t, &from, message, sizeof message)) return message[0] ? 0 : (abort(), 0);
  if (!t.kernels) abort();
  for (size_t i = 0; i < t.kernels; i++) {
    const twocs_trace_kernel *kernel = &t.kernel[i];
    if (kernel->op > t.operators.count || kernel->message > t.messages.count || kernel->name >= t.names.count)
      abort();
    if (kernel->device >= t.devices || kernel->class >= TWOCS_KERNEL_CLASSES) abort();
  }
  check_sums(&t, &(twocs_trace_part){INT64_MIN, INT64_MAX, -1});
  for (size_t i = 0; i < t.steps && i < 10; i++)
    check_sums(&t, &(twocs_trace_part){t.step[i].start, t.step[i].end, 0});
  twocs_trace_close(&t);
  return 0;
}
