/* SPDX-License-Identifier: MIT
 *
 * Curves by group of ranks. There are only some tens of them, so they are searched one by one. */
#include "laws/curve.h"
#include <math.h>
#include <string.h>

enum { LEVELS = 4 };

/* The block: the groups, the offset of each curve, the curves. */
static const twocs_group *group_of(const twocs_surface *surface, size_t i) {
  return (const twocs_group *)surface->block + i;
}
static const twocs_curve *curve_of(const twocs_surface *surface, size_t i) {
  return (const twocs_curve *)(surface->block + (size_t)surface->block[surface->curves * LEVELS + i]);
}
static size_t doubles_of(const twocs_curve *curve) { return twocs_curve_size(curve->knots) / sizeof(double); }

size_t twocs_surface_size(size_t curves, const twocs_curve *const curve[]) {
  size_t doubles = curves * (LEVELS + 1);
  for (size_t i = 0; i < curves; i++) doubles += doubles_of(curve[i]);
  return sizeof(twocs_surface) + doubles * sizeof(double);
}

static int same(const twocs_group *a, const twocs_group *b) {
  int equal = 1;
  for (int level = 0; level < LEVELS; level++) equal = equal && a->ranks[level] == b->ranks[level];
  return equal;
}

static int is_group(const twocs_group *group) {
  int good = 1;
  for (int level = 0; level < LEVELS; level++)
    good = good && isfinite(group->ranks[level]) && group->ranks[level] >= 1;
  return good;
}

size_t twocs_surface_init(twocs_surface *surface, size_t curves, const twocs_group group[],
                          const twocs_curve *const curve[]) {
  for (size_t i = 0; i < curves; i++) {
    if (!is_group(&group[i])) return i + 1;
    for (size_t j = 0; j < i; j++)
      if (same(&group[i], &group[j])) return i + 1;
  }
  size_t begin = curves * (LEVELS + 1);
  surface->curves = curves;
  memcpy(surface->block, group, curves * sizeof *group);
  for (size_t i = 0; i < curves; i++) {
    surface->block[curves * LEVELS + i] = (double)begin;
    memcpy(surface->block + begin, curve[i], doubles_of(curve[i]) * sizeof(double));
    begin += doubles_of(curve[i]);
  }
  return 0;
}

/* How far apart two groups are: levels that only one of them spans, then octaves of ranks. */
typedef struct difference {
  int spans;
  double squares;
} difference;

static difference difference_of(const twocs_group *a, const twocs_group *b) {
  difference total = {0, 0};
  for (int level = 0; level < LEVELS; level++) {
    const double octaves = log2(a->ranks[level] / b->ranks[level]);
    total.spans += (a->ranks[level] > 1) != (b->ranks[level] > 1);
    total.squares += octaves * octaves;
  }
  return total;
}

static size_t nearest_to(const twocs_surface *surface, const twocs_group *group) {
  size_t nearest = 0;
  difference least = difference_of(group_of(surface, 0), group);
  for (size_t i = 1; i < surface->curves; i++) {
    const difference d = difference_of(group_of(surface, i), group);
    if (d.spans < least.spans || (d.spans == least.spans && d.squares < least.squares))
      least = d, nearest = i;
  }
  return nearest;
}

/* The only level at which two groups differ, if both span it; else -1. */
static int only_level(const twocs_group *a, const twocs_group *b) {
  int only = -1, levels = 0;
  for (int level = 0; level < LEVELS; level++)
    if (a->ranks[level] != b->ranks[level]) only = level, levels++;
  return levels == 1 && a->ranks[only] > 1 && b->ranks[only] > 1 ? only : -1;
}

/* The nearest groups that differ from one at one level: with fewer and with more ranks there. */
typedef struct bracket {
  size_t below, above;
  double low, high; /* their ranks; 0 and infinite if there is none */
} bracket;

/* The level with the narrowest bracket, or -1. */
static int find_bracket(const twocs_surface *surface, const twocs_group *group, bracket *found) {
  bracket at[LEVELS];
  int best = -1;
  for (int level = 0; level < LEVELS; level++) at[level] = (bracket){0, 0, 0, (double)INFINITY};
  for (size_t i = 0; i < surface->curves; i++) {
    const int level = only_level(group_of(surface, i), group);
    if (level < 0) continue;
    const double ranks = group_of(surface, i)->ranks[level], own = group->ranks[level];
    if (ranks < own && ranks > at[level].low) at[level].low = ranks, at[level].below = i;
    if (ranks > own && ranks < at[level].high) at[level].high = ranks, at[level].above = i;
  }
  for (int level = 0; level < LEVELS; level++)
    if (at[level].low > 0 && isfinite(at[level].high) &&
        (best < 0 || at[level].high / at[level].low < at[best].high / at[best].low))
      best = level;
  if (best >= 0) *found = at[best];
  return best;
}

static double between(const twocs_surface *surface, const bracket *at, double ranks, double byte,
                      int *beyond) {
  int below, above;
  const double low = twocs_curve_at(curve_of(surface, at->below), byte, &below);
  const double high = twocs_curve_at(curve_of(surface, at->above), byte, &above);
  *beyond = below | above;
  return low * pow(high / low, log2(ranks / at->low) / log2(at->high / at->low));
}

double twocs_surface_at(const twocs_surface *surface, const twocs_group *group, double byte,
                        twocs_group *used, int *beyond) {
  int unused;
  bracket at;
  beyond = beyond ? beyond : &unused;
  *beyond = 0;
  if (used) *used = *group;
  if (!is_group(group)) return (double)NAN;
  for (size_t i = 0; i < surface->curves; i++)
    if (same(group, group_of(surface, i))) return twocs_curve_at(curve_of(surface, i), byte, beyond);
  const int level = find_bracket(surface, group, &at);
  if (level >= 0) return between(surface, &at, group->ranks[level], byte, beyond);
  const size_t nearest = nearest_to(surface, group);
  const double time = twocs_curve_at(curve_of(surface, nearest), byte, beyond);
  *beyond |= TWOCS_BEYOND_RANKS;
  if (used) *used = *group_of(surface, nearest);
  return time;
}
