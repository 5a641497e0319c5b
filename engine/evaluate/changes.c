/* SPDX-License-Identifier: MIT
 *
 * Fields that change from row to row. An axis moves several fields together, and most columns read few of
 * them. If these have not changed, a column keeps its values. Each field is a bit; the fields without a bit
 * of their own share the last one. */
#include "evaluate/bits.h"
#include "evaluate/nest.h"

static uint64_t bit_of(int number) { return (uint64_t)1 << (number < 63 ? number : 63); }

/* From the first column to the last, because a column reads only columns above it. A support column looks
 * further than its reads, so it depends on all fields. */
void twocs_fields_find(struct nest *nest) {
  int moved = 0;
  for (int i = 0; i < nest->needs; i++) {
    const int k = nest->needed[i];
    nest->fields[k] = nest->moved[k] ? bit_of(moved++) : 0;
    if (!nest->formula[k]) continue;
    if (twocs_filler[k].by == BY_SUPPORT) nest->fields[k] = UINT64_MAX;
    const struct reading r = nest_reading(nest, k);
    for (int n = 0; n < r.count; n++) nest->fields[k] |= nest->fields[reading_at(&r, n)];
  }
}

uint64_t twocs_changed_fields(const struct worker *w, int level, size_t before, size_t row) {
  const struct nest *nest = w->nest;
  const struct order *order = &nest->order;
  uint64_t changed = 0;
  for (int i = nest_axes_begin(nest, level); i < order->first[level - nest->chunked]; i++) {
    const twocs_axis *axis = &nest->job->axis[order->axis[i]];
    for (int f = 0; f < axis->count; f++) {
      const int k = axis->field[f];
      if (nest->level[k] != level) continue;
      const double *value = w->memory + nest->buffer[k];
      if (!same_bits(value[before], value[row])) changed |= nest->fields[k];
    }
  }
  return changed;
}
