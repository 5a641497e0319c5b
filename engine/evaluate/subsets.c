/* SPDX-License-Identifier: MIT
 *
 * The best chain of groups by dynamic programming over sets of axes: the cheapest way to walk a set, and then
 * any group of the other axes inside of it. So that this cost depends on the set alone, a column counts as
 * often as its level is entered, although it is kept if nothing that it reads has changed; the hill climbing
 * that follows takes that into account. */
#include "evaluate/subsets.h"
#include <math.h>
#include <string.h>

enum { MOST = 12, SETS = 1 << MOST };

/* By set of axes: sums over the columns that read no other axes. */
typedef struct sums {
  double call[SETS], row[SETS], passes[SETS], wanted[SETS], rows[SETS], padded[SETS], cost[SETS];
  unsigned char fits[SETS];
  unsigned short from[SETS]; /* the set walked before the last group */
} sums;

/* The axes that have more than one value, and their number. */
static int axes_of(const struct workload *work, unsigned char axis[TWOCS_AXES_MOST]) {
  int n = 0;
  for (int a = 0; a < work->axes; a++)
    if (work->size[a] > 1) axis[n++] = (unsigned char)a;
  return n;
}

static unsigned packed(unsigned axes, int n, const unsigned char axis[]) {
  unsigned set = 0;
  for (int i = 0; i < n; i++) set |= (axes >> axis[i] & 1) << i;
  return set;
}

static unsigned unpacked(unsigned set, int n, const unsigned char axis[]) {
  unsigned axes = 0;
  for (int i = 0; i < n; i++) axes |= (set >> i & 1) << axis[i];
  return axes;
}

/* passes: columns that some reader outside of the set needs. */
static void sums_init(sums *s, const struct workload *work, int n, const unsigned char axis[]) {
  const unsigned sets = 1u << n;
  memset(s->call, 0, sets * sizeof *s->call), memset(s->row, 0, sets * sizeof *s->row);
  memset(s->passes, 0, sets * sizeof *s->passes), memset(s->wanted, 0, sets * sizeof *s->wanted);
  for (int i = 0; i < work->shares; i++) {
    const struct share *share = &work->share[i];
    const unsigned set = packed(share->axes, n, axis), reach = packed(share->reach, n, axis);
    s->call[set] += share->call, s->row[set] += share->row + share->asked, s->wanted[set] += share->wanted;
    s->passes[set] += share->passes, s->passes[set | reach] -= share->passes;
  }
  for (int i = 0; i < n; i++)
    for (unsigned set = 0; set < sets; set++)
      if (set >> i & 1) {
        const unsigned less = set & ~(1u << i);
        s->call[set] += s->call[less], s->row[set] += s->row[less];
        s->passes[set] += s->passes[less], s->wanted[set] += s->wanted[less];
      }
  for (unsigned set = 0; set < sets; set++) {
    const unsigned axes = unpacked(set, n, axis);
    s->rows[set] = axes_rows(work, axes);
    s->padded[set] = padded(s->rows[set]);
    s->fits[set] = set && axes_fit(work, axes);
  }
}

/* The cost of entering group `set & ~before` once for each row of `before`, and of stepping through it. */
static double cost_of_group(const sums *s, const struct workload *work, unsigned before, unsigned set,
                            int last) {
  const double rows = s->rows[set & ~before];
  double once = s->call[set] - s->call[before] + s->padded[set & ~before] * (s->row[set] - s->row[before]);
  if (last)
    once += rows * work->taken * (s->wanted[set] - s->wanted[before]) + work->settled * s->wanted[before];
  else
    once += rows * (step_cost + pass_cost * fmax(0, s->passes[set] - s->passes[before]));
  return s->rows[before] * once;
}

double twocs_subsets_price(const struct workload *work) {
  unsigned char axis[TWOCS_AXES_MOST];
  const int n = axes_of(work, axis);
  return n > MOST ? HUGE_VAL : 3 * pow(3, n);
}

void twocs_subsets_search(const struct workload *work, walk *best) {
  unsigned char axis[TWOCS_AXES_MOST];
  sums s;
  const int n = axes_of(work, axis);
  const unsigned all = (1u << n) - 1;
  sums_init(&s, work, n, axis);
  for (unsigned set = 1; set <= all; set++) s.cost[set] = HUGE_VAL;
  s.cost[0] = 0;
  for (unsigned before = 0; before < all; before++) {
    const unsigned rest = all & ~before;
    for (unsigned group = rest; group; group = (group - 1) & rest) {
      if (!s.fits[group]) continue;
      const unsigned set = before | group;
      const double cost = s.cost[before] + cost_of_group(&s, work, before, set, set == all);
      if (cost < s.cost[set]) s.cost[set] = cost, s.from[set] = (unsigned short)before;
    }
  }
  best->groups = 0;
  for (unsigned set = all; set; set = s.from[set]) {
    memmove(best->axes + 1, best->axes, (size_t)best->groups++ * sizeof *best->axes);
    best->axes[0] = unpacked(set & ~s.from[set], n, axis);
  }
}
