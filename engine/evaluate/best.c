/* SPDX-License-Identifier: MIT
 *
 * The rows with the least value of a column. A value that is no better than the worst that is kept is
 * skipped, and so is a whole block without a better value. */
#include "evaluate/conditions.h"
#include "evaluate/kept.h"
#include <math.h>

/* How many values of the block are at most the worst value that is kept (`most`: at least). */
static long long candidates(const twocs_block *block, int want, int most, double worst) {
  const double *x = block->value[want].value;
  const size_t n = block->value[want].step ? block->n : 1;
  long long found = 0;
  if (most)
    for (size_t r = 0; r < n; r++) found += x[r] >= -worst ? 1 : 0;
  else
    for (size_t r = 0; r < n; r++) found += x[r] <= worst ? 1 : 0;
  return found;
}

void twocs_take_best(void *sink, int part, const twocs_block *block) {
  const twocs_best_sink *to = sink;
  twocs_kept *heap = to->kept + (size_t)part * to->keep;
  size_t *count = &to->count[part];
  unsigned char ok[TWOCS_BLOCK_MOST];
  const double sign = to->most ? -1 : 1;
  if (!to->keep || (*count == to->keep && !candidates(block, to->want, to->most, heap[0].value))) return;
  twocs_conditions_hold(&to->where, block, ok);
  for (size_t r = 0; r < block->n; r++) {
    if (!ok[r]) continue;
    const twocs_kept row = {sign * twocs_block_value(block, to->want, r), twocs_block_row(block, r)};
    if (!isnan(row.value)) twocs_kept_offer(heap, count, to->keep, row);
  }
}

size_t twocs_best_merge(const twocs_best_sink *sink, int parts, twocs_kept result[]) {
  size_t count = 0;
  for (int p = 0; p < parts; p++)
    for (size_t i = 0; i < sink->count[p]; i++)
      twocs_kept_offer(result, &count, sink->keep, sink->kept[(size_t)p * sink->keep + i]);
  twocs_kept_sort(result, count, sink->most);
  return count;
}
