/* SPDX-License-Identifier: MIT */
/* The sums over a trace: overlap, and groups of kernels. */
#include "trace.h"

#include <string.h>

int twocs_trace_is_in(const twocs_trace_part *part, const twocs_trace_kernel *kernel) {
  return kernel->start >= part->from && kernel->start < part->to &&
         (part->device < 0 || part->device == kernel->device);
}

size_t twocs_trace_from(const twocs_trace *trace, int64_t time) {
  size_t from = 0, to = trace->kernels;
  while (from < to) {
    const size_t middle = from + (to - from) / 2;
    if (trace->kernel[trace->order[middle]].start < time)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

/* ---- Overlap. The one thing to know: for the union of intervals that come in the order of their starts,
 * only the end so far is needed. */

typedef struct measure {
  int64_t end, length;
} measure;

static void measure_add(measure *m, int64_t start, int64_t end) {
  if (start < m->end) start = m->end;
  if (end <= start) return;
  m->length += end - start;
  m->end = end;
}

enum { COMPUTE, COMMUNICATION, EITHER, ANY, MEASURES };

typedef struct timeline {
  int64_t kernels, start, end;
  measure of[MEASURES];
} timeline;

static void timeline_add(timeline *line, const twocs_trace_kernel *kernel) {
  const int64_t start = kernel->start, end = start + kernel->duration;
  if (!line->kernels++) {
    line->start = line->end = start;
    for (int m = 0; m < MEASURES; m++) line->of[m] = (measure){INT64_MIN, 0};
  }
  if (end > line->end) line->end = end;
  measure_add(&line->of[ANY], start, end);
  if (kernel->class == TWOCS_KERNEL_COPY || kernel->class == TWOCS_KERNEL_MEMSET) return;
  measure_add(&line->of[EITHER], start, end);
  measure_add(&line->of[kernel->class == TWOCS_KERNEL_COLLECTIVE ? COMMUNICATION : COMPUTE], start, end);
}

static twocs_trace_overlap timeline_sum(const timeline *line, int64_t device) {
  const measure *of = line->of;
  const int64_t span = line->end - line->start;
  return (twocs_trace_overlap){.device = device,
                               .kernels = line->kernels,
                               .span = span,
                               .compute = of[COMPUTE].length,
                               .communication = of[COMMUNICATION].length,
                               .overlapped =
                                   of[COMPUTE].length + of[COMMUNICATION].length - of[EITHER].length,
                               .exposed = of[EITHER].length - of[COMPUTE].length,
                               .copy = of[ANY].length - of[EITHER].length,
                               .idle = span - of[ANY].length};
}

size_t twocs_trace_overlaps(const twocs_trace *trace, const twocs_trace_part *part,
                            twocs_trace_overlap row[TWOCS_TRACE_DEVICES_MOST]) {
  timeline line[TWOCS_TRACE_DEVICES_MOST];
  size_t rows = 0;
  for (size_t d = 0; d < trace->devices; d++) line[d].kernels = 0;
  for (size_t i = twocs_trace_from(trace, part->from); i < trace->kernels; i++) {
    const twocs_trace_kernel *kernel = &trace->kernel[trace->order[i]];
    if (kernel->start >= part->to) break;
    if (twocs_trace_is_in(part, kernel)) timeline_add(&line[kernel->device], kernel);
  }
  for (size_t d = 0; d < trace->devices; d++)
    if (line[d].kernels) row[rows++] = timeline_sum(&line[d], trace->device[d]);
  return rows;
}

/* ---- Groups */

/* Whether the shapes of the kernel's operator are known. */
static int has_shapes(const twocs_trace *trace, const twocs_trace_kernel *kernel) {
  return kernel->op && trace->operators.text[trace->op[kernel->op - 1].shapes];
}

/* -1, 0, 1: the order of the work of two kernels. */
static int work_compare(const twocs_trace *trace, const twocs_trace_kernel *x, const twocs_trace_kernel *y) {
  if (x->class != y->class) return x->class < y->class ? -1 : 1;
  if (x->collective != y->collective) return x->collective < y->collective ? -1 : 1;
  if (x->op != y->op) return x->op < y->op ? -1 : 1;
  if (x->message != y->message) return x->message < y->message ? -1 : 1;
  if (x->name != y->name && !has_shapes(trace, x)) return x->name < y->name ? -1 : 1;
  return 0;
}

static int work_before(const void *rows, uint32_t a, uint32_t b) {
  const twocs_trace *trace = rows;
  const twocs_trace_kernel *x = &trace->kernel[a], *y = &trace->kernel[b];
  const int order = work_compare(trace, x, y);
  if (order) return order < 0;
  if (x->device != y->device) return x->device < y->device;
  return x->call < y->call;
}

static int is_same_call(const twocs_trace_kernel *x, const twocs_trace_kernel *y) {
  return x->op && x->call != INT64_MIN && x->call == y->call && x->device == y->device;
}

static void call_end(twocs_trace_group *group, int64_t took) {
  if (!group->calls++ || took < group->least) group->least = took;
}

/* Sums the group that begins at order[at]; returns where the next one begins. */
static size_t group_sum(const twocs_trace *trace, const uint32_t *order, size_t at, size_t n,
                        twocs_trace_group *group) {
  const twocs_trace_kernel *kernel = trace->kernel, *first = &kernel[order[at]], *last = first;
  int64_t took = 0;
  *group = (twocs_trace_group){.kernel = order[at]};
  for (; at < n && !work_compare(trace, first, &kernel[order[at]]); at++) {
    const twocs_trace_kernel *this = &kernel[order[at]];
    if (group->kernels++ && !is_same_call(last, this)) {
      call_end(group, took);
      took = 0;
    }
    took += this->duration;
    group->total += this->duration;
    if (this->duration > kernel[group->kernel].duration) group->kernel = order[at];
    last = this;
  }
  call_end(group, took);
  return at;
}

size_t twocs_trace_groups(const twocs_trace *trace, const twocs_trace_part *part, uint32_t *scratch,
                          uint32_t *more, twocs_trace_group *group) {
  size_t n = 0, groups = 0;
  for (size_t i = 0; i < trace->kernels; i++)
    if (twocs_trace_is_in(part, &trace->kernel[trace->order[i]])) scratch[n++] = trace->order[i];
  twocs_order(scratch, more, n, work_before, trace);
  for (size_t at = 0; at < n; groups++) {
    twocs_trace_group sum;
    at = group_sum(trace, scratch, at, n, &sum);
    if (group) group[groups] = sum;
  }
  return groups;
}
