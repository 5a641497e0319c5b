/* SPDX-License-Identifier: MIT
 *
 * Hill climbing over the order of axes and over their cuts into groups. It begins with the axes sorted by the
 * work that reads them, the heaviest outermost, so that the script's order only breaks ties. */
#include "evaluate/order.h"
#include "evaluate/subsets.h"
#include <math.h>
#include <string.h>

/* Counted in nanoseconds of an ordinary machine; only their ratios matter. */
static const double block_cost = 60, store_cost = 0.3, scatter_cost = 1;
static const double near_line = 0.3, far_line = 2, lost_line = 5; /* a stored value whose line left a cache */

/* 1 if the rows of the innermost group are a multiple of 512 bytes apart: their lines crowd into few sets of
 * the cache. */
static int strided(const struct workload *work, const walk *w) {
  size_t apart = 1;
  for (int a = work->axes - 1; a >= 0 && w->groups && !(w->axes[w->groups - 1] >> a & 1); a--)
    apart *= work->size[a];
  return apart % 64 == 0;
}
enum { CROWD = 16 };

/* The last axes, until they have `rows` rows together, which are neighbours in memory. */
static unsigned neighbours_of(const struct workload *work, double rows) {
  unsigned neighbours = 0;
  double together = 1;
  for (int a = work->axes - 1; a >= 0 && a < TWOCS_AXES_MOST && together < rows; a--)
    if (work->size[a] > 1) neighbours |= 1u << a, together *= (double)work->size[a];
  return neighbours;
}

/* Blocks whose rows are neighbours, but do not follow each other: the values of one block are stored on
 * another page than those of the block before, and between two visits a page may have left the cache. */
enum { PAGE = 512 };
static const double near_page = 20, far_page = 60;
static double cost_of_pages(const struct workload *work, const walk *w, double blocks) {
  const unsigned neighbours = neighbours_of(work, PAGE);
  double pages = work->stored;
  int g = 0;
  while (g < w->groups && !(w->axes[g] & neighbours)) g++;
  for (; g < w->groups; g++) pages *= axes_rows(work, w->axes[g] & ~neighbours);
  return pages <= work->stored ? 0 : blocks * work->stored * (pages < PAGE ? near_page : far_page);
}

/* Storing: eight neighbours in memory share a line; if they are not walked together, the line may have left
 * the cache in between. */
static double cost_of_stores(const struct workload *work, const walk *w, double points) {
  if (work->stored <= 0) return 0;
  double between = 1;
  const unsigned neighbours = neighbours_of(work, CELL);
  int g = w->groups - 1;
  const int inside = g >= 0 && (w->axes[g] & neighbours) == neighbours;
  int outermost = 0;
  while (outermost < w->groups && !(w->axes[outermost] & neighbours)) outermost++;
  for (; g > outermost; g--) between *= axes_rows(work, w->axes[g]);
  const double lines = between * work->stored * (strided(work, w) ? CROWD : 1), bytes = 64 * lines;
  const double line = inside || bytes < 16e3 ? 0
                      : bytes < 256e3        ? near_line
                      : bytes < 8e6          ? far_line
                                             : lost_line;
  const double pages = inside ? cost_of_pages(work, w, points / axes_rows(work, w->axes[w->groups - 1])) : 0;
  return points * work->stored * ((inside ? store_cost : scatter_cost) + line) + pages;
}

/* The rows of a group for which a law that reads these axes is asked. */
static double asked_rows(const struct workload *work, unsigned group, unsigned axes) {
  const double rows = axes_rows(work, group), differ = axes_rows(work, group & axes);
  return padded(2 * differ > rows ? rows : differ);
}

/* Stops adding up when the cost exceeds `most`. */
static double cost_of(const struct workload *work, const walk *w, double most) {
  double rows[GROUPS_MOST + 1] = {0}, cells[GROUPS_MOST + 1] = {0}; /* cells: the rows, padded */
  double visits[GROUPS_MOST + 1] = {0}; /* visits[g]: how often group g is entered; of 0: by chunks */
  unsigned deeper[GROUPS_MOST] = {0};   /* the axes of the groups inside of group g */
  const unsigned chunked = long_axes(work);
  for (int g = w->groups - 1; g > 0; g--) deeper[g - 1] = deeper[g] | w->axes[g];
  visits[0] = axes_chunks(work);
  for (int g = 0; g < w->groups; g++)
    rows[g] = axes_rows(work, w->axes[g]), cells[g] = padded(rows[g]), visits[g + 1] = visits[g] * rows[g];
  const double points = visits[w->groups], blocks = visits[w->groups > 0 ? w->groups - 1 : 0];
  double cost = blocks * block_cost + cost_of_stores(work, w, points);
  for (int g = 0; g + 1 < w->groups; g++) cost += visits[g + 1] * step_cost;
  for (int i = 0; i < work->shares && cost <= most; i++) {
    const struct share *share = &work->share[i];
    int deepest = w->groups - 1;
    while (deepest >= 0 && !(w->axes[deepest] & share->axes)) deepest--;
    cost += share->wanted *
            (deepest >= 0 && deepest + 1 == w->groups ? points * work->taken : blocks * work->settled);
    if (deepest < 0) continue;
    int outer = deepest - 1;
    while (outer >= 0 && !(w->axes[outer] & share->axes)) outer--;
    const double times = outer >= 0 ? visits[outer + 1] : share->axes & chunked ? visits[0] : 1;
    cost += times * (share->call + cells[deepest] * share->row);
    if (share->asked > 0) cost += times * asked_rows(work, w->axes[deepest], share->axes) * share->asked;
    if (share->reach & deeper[deepest]) cost += visits[deepest + 1] * share->passes * pass_cost;
  }
  return cost;
}

static void order_of(const struct workload *work, const walk *w, struct order *order) {
  int n = 0;
  order->groups = w->groups, order->repeated = 0;
  for (int g = 0; g < w->groups; g++) {
    order->first[g] = n;
    for (int a = 0; a < work->axes; a++)
      if (w->axes[g] >> a & 1) order->axis[n++] = (unsigned char)a;
  }
  order->first[w->groups] = n;
}

static void walk_of(const struct order *order, walk *w) {
  w->groups = order->groups;
  for (int g = 0; g < order->groups; g++) {
    w->axes[g] = 0;
    for (int i = order->first[g]; i < order->first[g + 1]; i++) w->axes[g] |= 1u << order->axis[i];
  }
}

static void walk_plain(const struct workload *work, walk *w) {
  w->groups = 0;
  for (int a = 0; a < work->axes; a++)
    if (work->size[a] > 1) w->axes[w->groups++] = 1u << a;
}

void twocs_order_plain(const struct workload *work, struct order *order) {
  walk w;
  walk_plain(work, &w);
  order_of(work, &w, order);
}

double twocs_order_cost(const struct workload *work, const struct order *order) {
  walk w;
  walk_of(order, &w);
  return cost_of(work, &w, (double)INFINITY);
}

/* Sorts the axes by the work that reads them, the heaviest outermost. */
static void walk_sorted(const struct workload *work, walk *w) {
  double weight[TWOCS_AXES_MOST] = {0};
  for (int i = 0; i < work->shares; i++)
    for (unsigned rest = work->share[i].axes; rest; rest &= rest - 1)
      weight[__builtin_ctz(rest)] += work->share[i].row + work->share[i].asked;
  walk_plain(work, w);
  for (int i = 1; i < w->groups; i++)
    for (int j = i; j > 0; j--) {
      const unsigned axis = w->axes[j], before = w->axes[j - 1];
      if (weight[__builtin_ctz(axis)] <= weight[__builtin_ctz(before)]) break;
      w->axes[j] = before, w->axes[j - 1] = axis;
    }
}

static void group_drop(walk *w, int g) {
  memmove(w->axes + g, w->axes + g + 1, (size_t)(--w->groups - g) * sizeof *w->axes);
}

static void group_put(walk *w, int g, unsigned axes) {
  memmove(w->axes + g + 1, w->axes + g, (size_t)(w->groups++ - g) * sizeof *w->axes);
  w->axes[g] = axes;
}

/* The walk without these axes of group g. */
static walk without(const walk *w, int g, unsigned axes) {
  walk rest = *w;
  rest.axes[g] &= ~axes;
  if (!rest.axes[g]) group_drop(&rest, g);
  return rest;
}

typedef struct climb {
  const struct workload *work;
  walk best;
  double cost;
  int tried;
} climb;

static void offer(climb *c, const walk *w) {
  const double cost = cost_of(c->work, w, c->cost);
  c->tried++;
  if (cost < c->cost * (1 - 1e-9)) c->cost = cost, c->best = *w;
}

/* Offers `axes` of group g alone at every place, and in every other group. */
static void offer_moves(climb *c, const walk *from, int g, unsigned axes) {
  const walk rest = without(from, g, axes);
  for (int to = 0; to <= rest.groups; to++) {
    walk moved = rest;
    group_put(&moved, to, axes);
    offer(c, &moved);
  }
  for (int to = 0; to < rest.groups; to++)
    if (axes_fit(c->work, rest.axes[to] | axes)) {
      walk moved = rest;
      moved.axes[to] |= axes;
      offer(c, &moved);
    }
}

/* One round: keeps the best of all moves of an axis or a group. */
static void offer_all(climb *c) {
  const walk from = c->best;
  for (int g = 0; g < from.groups; g++) {
    for (unsigned rest = from.axes[g]; rest; rest &= rest - 1) offer_moves(c, &from, g, rest & -rest);
    if (from.axes[g] & (from.axes[g] - 1)) offer_moves(c, &from, g, from.axes[g]);
  }
}

/* Nanoseconds of a trial for each share; and how much cheaper than the job a search must be. */
static const double trial_cost = 8, worth = 20;

static void climb_up(climb *c) {
  for (double before = 2 * c->cost; c->cost < before;) {
    const double round = trial_cost * c->work->shares * 2 * c->best.groups * c->best.groups;
    if (c->cost < worth * round) break;
    before = c->cost;
    offer_all(c);
  }
}

/* Climbs from two starts, because either alone may end on a lower hill. */
void twocs_order_choose(const struct workload *work, struct order *order) {
  climb c = {.work = work}, other = c;
  walk_sorted(work, &c.best);
  c.cost = cost_of(work, &c.best, (double)INFINITY);
  climb_up(&c);
  if (c.cost > worth * twocs_subsets_price(work)) {
    twocs_subsets_search(work, &other.best);
    other.cost = cost_of(work, &other.best, (double)INFINITY);
    climb_up(&other);
    offer(&c, &other.best);
  }
  order_of(work, &c.best, order);
}
