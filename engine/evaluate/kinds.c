/* SPDX-License-Identifier: MIT
 *
 * Of each kind of row the best, in one pass over as many grids as make up a set of points. The number under
 * which a row is kept is the point's in the set, not the grid's. */
#include "evaluate/conditions.h"
#include "evaluate/kept.h"
#include <math.h>

static size_t value_of(const twocs_kinds_axis *axis, size_t row) { return row / axis->stride % axis->size; }

static size_t kind_of(const twocs_kinds_sink *to, size_t row) {
  double kind = 0;
  for (int a = 0; a < to->axes; a++)
    if (to->axis[a].kind) kind += to->axis[a].kind[value_of(&to->axis[a], row)];
  return (size_t)kind;
}
static size_t place_of(const twocs_kinds_sink *to, size_t row) {
  double place = 0;
  for (int a = 0; a < to->axes; a++) place += to->axis[a].place[value_of(&to->axis[a], row)];
  return (size_t)place;
}

static size_t heap_of(const twocs_kinds_sink *to, int part, size_t row) {
  return (size_t)part * (size_t)to->kinds + kind_of(to, row);
}

/* Whether the bound leaves room before the worst that is kept of the row's kind. What the bound and the value
 * add up in another order may differ in the last bits. */
static int may_enter(const twocs_kinds_sink *to, int part, const twocs_block *block, size_t r) {
  const double close = 1e-9, sign = to->most ? -1 : 1;
  const double bound = to->bound < 0 ? 0 : twocs_block_value(block, to->bound, r);
  if (bound == 0) return 1;
  const size_t kind = heap_of(to, part, twocs_block_row(block, r));
  const double least = sign * bound - close * fabs(bound);
  return to->count[kind] < to->keep || !(least > to->kept[kind * to->keep].value);
}

int twocs_sift_kinds(void *sink, int part, const twocs_block *block) {
  const twocs_kinds_sink *to = sink;
  unsigned char ok[TWOCS_BLOCK_MOST];
  size_t fits = 0;
  twocs_conditions_hold(&to->where, block, ok);
  for (size_t r = 0; r < block->n; r++) {
    if (!ok[r]) continue;
    if (may_enter(to, part, block, r)) return 1;
    fits++;
  }
  to->fits[part] += fits; /* of what is not taken */
  return 0;
}

void twocs_take_kinds(void *sink, int part, const twocs_block *block) {
  const twocs_kinds_sink *to = sink;
  unsigned char ok[TWOCS_BLOCK_MOST];
  const double sign = to->most ? -1 : 1;
  twocs_conditions_hold(&to->where, block, ok);
  for (size_t r = 0; r < block->n; r++) {
    if (!ok[r]) continue;
    const size_t row = twocs_block_row(block, r);
    const size_t kind = heap_of(to, part, row);
    twocs_kept *heap = to->kept + kind * to->keep;
    const double value = sign * twocs_block_value(block, to->want, r);
    to->fits[part]++;
    if (isnan(value) || (to->count[kind] == to->keep && value > heap[0].value)) continue;
    twocs_kept_offer(heap, &to->count[kind], to->keep, (twocs_kept){value, place_of(to, row)});
  }
}

size_t twocs_kinds_merge(const twocs_kinds_sink *sink, int parts, int kind, twocs_kept result[]) {
  size_t count = 0;
  for (int p = 0; p < parts; p++) {
    const size_t at = (size_t)p * (size_t)sink->kinds + (size_t)kind;
    for (size_t i = 0; i < sink->count[at]; i++)
      twocs_kept_offer(result, &count, sink->keep, sink->kept[at * sink->keep + i]);
  }
  twocs_kept_sort(result, count, sink->most);
  return count;
}
