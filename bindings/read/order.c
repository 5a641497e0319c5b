/* SPDX-License-Identifier: MIT */
/* A merge sort of row numbers. It merges runs that are in order already, which are long in a trace. */
#include "trace.h"

#include <string.h>

/* The end of the run that begins at `at`. */
static size_t run_end(const uint32_t *order, size_t at, size_t n, twocs_before *before, const void *rows) {
  for (at++; at < n && !before(rows, order[at], order[at - 1]);) at++;
  return at;
}

static void merge(const uint32_t *a, const uint32_t *a_end, const uint32_t *b, const uint32_t *b_end,
                  uint32_t *to, twocs_before *before, const void *rows) {
  while (a < a_end && b < b_end) *to++ = before(rows, *b, *a) ? *b++ : *a++;
  memcpy(to, a, (size_t)(a_end - a) * sizeof *a);
  memcpy(to + (a_end - a), b, (size_t)(b_end - b) * sizeof *b);
}

void twocs_order(uint32_t *order, uint32_t *scratch, size_t n, twocs_before *before, const void *rows) {
  if (n < 2) return;
  for (size_t runs = 2; runs > 1;) {
    runs = 0;
    for (size_t at = 0; at < n; runs++) {
      const size_t middle = run_end(order, at, n, before, rows);
      const size_t end = middle < n ? run_end(order, middle, n, before, rows) : n;
      merge(order + at, order + middle, order + middle, order + end, scratch + at, before, rows);
      at = end;
    }
    memcpy(order, scratch, n * sizeof *order);
  }
}
