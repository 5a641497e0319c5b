/* SPDX-License-Identifier: MIT
 *
 * A repeated group: some axes of a block, whose columns are evaluated once for each combination of their
 * values and not for each row of the block. In a plain chain of groups each column is evaluated at all rows
 * of one group, although many columns read only one axis of a block of two. */
#include "evaluate/order.h"

/* Nanoseconds, as in order.c, for filling a row of the block with a value of a repeated column. */
static const double repeat_cost = 0.25;

static unsigned axes_of(const struct order *order, int from, int to) {
  unsigned axes = 0;
  for (int i = from; i < to; i++) axes |= 1u << order->axis[i];
  return axes;
}

/* How often columns that read these axes above the block are evaluated. */
static double visits_of(const struct workload *work, const struct order *order, unsigned axes) {
  double visits = axes_chunks(work), times = axes & long_axes(work) ? visits : 1;
  for (int g = 0; g + 1 < order->groups; g++) {
    const unsigned group = axes_of(order, order->first[g], order->first[g + 1]);
    visits *= axes_rows(work, group);
    if (axes & group) times = visits;
  }
  return times;
}

/* The time that is saved if the first axes of a block are repeated. */
static double saved(const struct workload *work, const struct order *order, unsigned block, unsigned first) {
  const double rows = axes_rows(work, block), cells = padded(rows), fewer = padded(axes_rows(work, first));
  double all = 0;
  for (int i = 0; i < work->shares; i++) {
    const struct share *share = &work->share[i];
    if (!(share->axes & block) || share->axes & block & ~first) continue;
    const double repeats = share->reach & block & ~first ? share->passes * repeat_cost * cells : 0;
    all += visits_of(work, order, share->axes) * ((cells - fewer) * (share->row + share->asked) - repeats);
  }
  return all;
}

/* Puts the axes of the last group that are repeated first, as a group before it. */
static void cut(struct order *order, unsigned first) {
  const int begin = order->first[order->groups - 1], end = order->first[order->groups];
  unsigned char rest[TWOCS_AXES_MOST];
  int firsts = begin, rests = 0;
  for (int i = begin; i < end; i++) {
    const unsigned char axis = order->axis[i];
    if (first >> axis & 1)
      order->axis[firsts++] = axis;
    else
      rest[rests++] = axis;
  }
  for (int i = 0; i < rests; i++) order->axis[firsts + i] = rest[i];
  order->first[order->groups++] = firsts, order->first[order->groups] = end;
  order->repeated = 1;
}

/* If rows are stored, nothing is repeated, so that they stay in the order in which they lie in memory. */
void twocs_order_repeat(const struct workload *work, struct order *order) {
  if (!order->groups || work->stored > 0) return;
  const unsigned block = axes_of(order, order->first[order->groups - 1], order->first[order->groups]);
  unsigned best = 0;
  double most = 0;
  for (unsigned first = (block - 1) & block; first; first = (first - 1) & block) {
    const double all = saved(work, order, block, first);
    if (all > most) most = all, best = first;
  }
  if (best) cut(order, best);
}
