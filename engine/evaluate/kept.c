/* SPDX-License-Identifier: MIT */
#include "evaluate/kept.h"

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

void twocs_kept_offer(twocs_kept heap[], size_t *count, size_t keep, twocs_kept row) {
  if (*count < keep)
    rise(heap, (*count)++, row);
  else if (keep && worse(&heap[0], &row))
    sink_down(heap, keep, 0, row);
}

void twocs_kept_sort(twocs_kept heap[], size_t count, int most) {
  for (size_t left = count; left > 1; left--) { /* the worst goes last */
    const twocs_kept last = heap[left - 1];
    heap[left - 1] = heap[0];
    sink_down(heap, left - 1, 0, last);
  }
  for (size_t i = 0; most && i < count; i++) heap[i].value = -heap[i].value;
}
