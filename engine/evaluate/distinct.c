/* SPDX-License-Identifier: MIT
 *
 * The rows of a level for which a slot's law is asked. If a group has more axes than the slot reads, its rows
 * repeat the same question: it is asked once, and answered for all of them. */
#include "evaluate/nest.h"

/* The axes of a level; the level of chunks has none. */
static unsigned axes_of_level(const struct nest *nest, int level) {
  const struct order *order = &nest->order;
  const int g = level - 1 - nest->chunked;
  unsigned axes = 0;
  for (int i = g < 0 ? 0 : nest_axes_begin(nest, level); g >= 0 && i < order->first[g + 1]; i++)
    axes |= 1u << order->axis[i];
  return axes;
}

/* Numbers the questions that the rows of the level ask; there is one for each combination of values of these
 * axes. */
static void questions_number(const struct nest *nest, struct distinct *d) {
  const struct order *order = &nest->order;
  const int g = d->level - 1 - nest->chunked;
  size_t rows = 1;
  d->of[0] = 0, d->rows = 1;
  for (int i = nest_axes_begin(nest, d->level); i < order->first[g + 1]; i++) {
    const size_t n = nest->job->axis[order->axis[i]].size;
    const int read = d->axes >> order->axis[i] & 1;
    for (size_t r = rows * n; r-- > 0;)
      d->of[r] = (unsigned char)(read ? d->of[r / n] * n + r % n : d->of[r / n]);
    rows *= n;
    if (read) d->rows *= n;
  }
  for (size_t r = rows; r-- > 0;) d->row[d->of[r]] = (unsigned char)r;
}

/* The place among `distinct` for slots of a level that read these axes of it; -1: too few rows ask the
 * same. */
static int distinct_place(struct nest *nest, int level, unsigned axes) {
  int i = 0;
  while (i < nest->distincts && (nest->distinct[i].level != level || nest->distinct[i].axes != axes)) i++;
  if (i < nest->distincts || i == DISTINCTS_MOST) return i < nest->distincts ? i : -1;
  struct distinct *d = &nest->distinct[i];
  d->level = level, d->axes = axes;
  questions_number(nest, d);
  if (2 * d->rows > nest->rows[level]) return -1;
  nest->distincts++;
  return i;
}

void twocs_distinct_find(struct nest *nest) {
  nest->distincts = 0;
  for (int i = 0; i < nest->start[LEVELS - 1][LEVELS]; i++) {
    const int k = nest->evaluated[i], level = nest->level[k];
    nest->asks[k] = -1;
    if (twocs_filler[k].by != BY_LAW) continue;
    const unsigned group = axes_of_level(nest, level), axes = group & nest->known.axes[k];
    if (axes != group && !nest->job->plan->law[twocs_slots[twocs_filler[k].at].family].serial)
      nest->asks[k] = (signed char)distinct_place(nest, level, axes);
  }
}
