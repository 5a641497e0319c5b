/* SPDX-License-Identifier: MIT
 *
 * What a job ends in. A sink takes blocks of rows with their number; one that merges keeps a part per task
 * and adds the parts in the order of the tasks, so that any number of threads gives the same bits. */
#include "twocs.h"
#include <math.h>

enum { CELL = 8 };

void twocs_take_columns(void *sink, size_t task, size_t row, size_t n, const twocs_cells value[]) {
  const twocs_columns_sink *to = sink;
  (void)task;
  for (int i = 0; i < to->wants; i++) {
    double *out = to->out[i] + row;
    if (value[i].step)
      for (size_t r = 0; r < n; r++) out[r] = value[i].value[r];
    else
      for (size_t r = 0; r < n; r++) out[r] = value[i].value[0];
  }
}

static void summary_add(twocs_summary *to, const twocs_summary *part) {
  if (!to->count || part->least < to->least) to->least = part->least;
  if (!to->count || part->most > to->most) to->most = part->most;
  to->sum += part->sum;
  to->count += part->count;
}

/* Eight running results side by side, one per place in a cell, are folded at the end of the block. */
static twocs_summary summary_of(size_t n, twocs_cells column) {
  const size_t cells = n / CELL;
  const double first = column.value[0];
  if (!column.step) return (twocs_summary){first, first, (double)n * first, n};
  double least[CELL], most[CELL], sum[CELL];
  for (int u = 0; u < CELL; u++) least[u] = most[u] = first, sum[u] = 0;
  for (size_t j = 0; j < cells; j++)
    for (int u = 0; u < CELL; u++) {
      const double x = column.value[j * column.step + (size_t)u];
      least[u] = x < least[u] ? x : least[u];
      most[u] = x > most[u] ? x : most[u];
      sum[u] += x;
    }
  for (size_t r = cells * CELL; r < n; r++) {
    const double x = column.value[cells * column.step + r % CELL];
    least[0] = x < least[0] ? x : least[0];
    most[0] = x > most[0] ? x : most[0];
    sum[0] += x;
  }
  twocs_summary all = {first, first, 0, n};
  for (int u = 0; u < CELL; u++) {
    all.least = fmin(all.least, least[u]);
    all.most = fmax(all.most, most[u]);
    all.sum += sum[u];
  }
  return all;
}

void twocs_take_summary(void *sink, size_t task, size_t row, size_t n, const twocs_cells value[]) {
  const twocs_summary_sink *to = sink;
  (void)row;
  for (int i = 0; i < to->wants; i++) {
    const twocs_summary block = summary_of(n, value[i]);
    summary_add(&to->part[task * (size_t)to->wants + (size_t)i], &block);
  }
}

void twocs_summary_merge(const twocs_summary_sink *sink, size_t tasks, twocs_summary result[]) {
  for (int i = 0; i < sink->wants; i++) {
    result[i] = (twocs_summary){0, 0, 0, 0};
    for (size_t t = 0; t < tasks; t++)
      summary_add(&result[i], &sink->part[t * (size_t)sink->wants + (size_t)i]);
  }
}
