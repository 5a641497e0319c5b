/* SPDX-License-Identifier: MIT
 *
 * The rows with the least value of a column, in a heap whose top is the worst of them: what is no better than
 * the top is passed over, a whole block at a time where its least is not. */
#include "evaluate/conditions.h"
#include <math.h>

/* Of equal values the lower row is better. */
static int worse(const twocs_kept *a, const twocs_kept *b) {
  return a->value > b->value || (a->value == b->value && a->row > b->row);
}

static void sink_down(twocs_kept heap[], size_t n, size_t at, twocs_kept moved) {
  for (size_t child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n && worse(&heap[child + 1], &heap[child])) child++;
    if (!worse(&heap[child], &moved)) break;
    heap[at] = heap[child];
  }
  heap[at] = moved;
}

static void rise(twocs_kept heap[], size_t at, twocs_kept moved) {
  for (size_t above; at > 0 && worse(&moved, &heap[above = (at - 1) / 2]); at = above) heap[at] = heap[above];
  heap[at] = moved;
}

static void offer(twocs_kept heap[], size_t *count, size_t keep, twocs_kept row) {
  if (*count < keep)
    rise(heap, (*count)++, row);
  else if (keep && worse(&heap[0], &row))
    sink_down(heap, keep, 0, row);
}

/* How many values of the block are at most the worst that is kept, or at least. */
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
    if (!isnan(row.value)) offer(heap, count, to->keep, row);
  }
}

size_t twocs_best_merge(const twocs_best_sink *sink, int parts, twocs_kept result[]) {
  size_t count = 0;
  for (int p = 0; p < parts; p++)
    for (size_t i = 0; i < sink->count[p]; i++)
      offer(result, &count, sink->keep, sink->kept[(size_t)p * sink->keep + i]);
  for (size_t left = count; left > 1; left--) { /* the worst goes last */
    const twocs_kept last = result[left - 1];
    result[left - 1] = result[0];
    sink_down(result, left - 1, 0, last);
  }
  for (size_t i = 0; sink->most && i < count; i++) result[i].value = -result[i].value;
  return count;
}
