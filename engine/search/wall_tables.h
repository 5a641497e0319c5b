/* SPDX-License-Identifier: MIT
 *
 * What a search keeps in the caller's workspace. Levels are described by the divisors of their sizes, and
 * degrees by the few values that they may take. For each value, the costs of every way to spread it over the
 * levels (an option) are ready, so that a layout is timed by adding up five options. */
#ifndef TWOCS_WALL_TABLES_H
#define TWOCS_WALL_TABLES_H

#include <stdint.h>
#include "search/wall_step.h"

enum {
  BOUNDED = LEVELS - 1, /* levels that have a size; the outermost takes all that is left */
  DIVISORS = 64,        /* of a level's size */
  VALUES = 192,         /* of a degree */
  OPTIONS = 16384,      /* of all values of all degrees */
  CUTS = 1024,          /* pairs of shards whose tiles are kept */
  COSTS = 4096,         /* spreadings of PP and EP whose cost is kept */
  FAMILIES = 4096,      /* bounded before any of them is tried */
  ODDS = 4096,          /* odd divisors of the sequences of a replica */
  MICROS = 4,           /* numbers of microbatches that are tried at most */
  NONE = 255
};

/* One bounded level: divisor i is size[i]; quotient[i][j] is the index of size[i] / size[j]. */
typedef struct level {
  int count;
  uint64_t size[DIVISORS];
  unsigned char quotient[DIVISORS][DIVISORS];
} level;

/* The members of a degree at the bounded levels, as indices of the levels' divisors; the rest is at the
 * outermost. */
typedef struct option {
  wires w;
  double most; /* the largest of w.t */
  unsigned char at[BOUNDED], fits;
} option;

typedef struct values {
  int count;
  uint64_t of[VALUES];
  option *options[VALUES];       /* by code; NULL if the value does not divide the cluster */
  double t[VALUES], lat[VALUES]; /* least over its options; infinite if the value is excluded */
} values;

/* Degrees that are not spread yet. All layouts of a family have the same matmuls. */
typedef struct family {
  path_cost alone;          /* what its degrees cost, each alone on the network */
  double least;             /* no layout of it takes less time */
  short tp_d, tp_f, dp, pp; /* indices of the values */
} family;

typedef struct best {
  double t_run, t_wires;
  double enough; /* a layout that takes no longer ends the search */
  int found, ties;
  degrees n;
  unsigned char at[DEGREES][BOUNDED];
} best;

typedef struct search {
  twocs_wall_run run; /* settled */
  double gpus;        /* of the current cluster; below, the part that EP leaves */
  uint64_t rest;
  int codes, order[BOUNDED]; /* options of a value; weight of a level in a code */
  level level[BOUNDED];
  values of[DEGREES];
  option pool[OPTIONS];
  int pooled;
  uint64_t cut_key[CUTS], cost_key[COSTS]; /* keys of what is kept below; 0: nothing */
  layer_cut cut[CUTS];
  cost cost[COSTS];
  uint64_t clusters; /* looked at so far; costs of an earlier one are stale */
  family families[FAMILIES];
  uint64_t odd, odds[ODDS]; /* the odd divisors of `odd` */
  int odd_count;
  best best;
} search;

/* Bounds are added up in another order than times, so only what is worse by more than rounding is skipped. */
static const double rounding = 1e-12;
static inline int twocs_search_pruned(const search *s, const work *w, const path_cost *least, double zb) {
  return time_of(&s->run, w, least, zb).t_run * (1 - rounding) > s->best.t_run;
}

/* wall_levels.c. First the degrees' values on clusters whose rest = gpus / ep divides span; then the cost of
 * spreading them on one of these clusters. */
twocs_status twocs_search_degrees(search *s, double span, double ep, twocs_error *error);
twocs_status twocs_search_cluster(search *s, uint64_t rest, twocs_error *error);
/* The members at each level of a value that has these indices at the bounded levels. Returns 0 if they do not
 * divide it. */
int twocs_search_members(const search *s, uint64_t value, const unsigned char at[BOUNDED],
                         double members[LEVELS]);
/* The `most` smallest divisors of x that are not below `least`, in order. */
int twocs_search_micros(search *s, uint64_t x, uint64_t least, int most, uint64_t micro[MICROS]);

/* For whole numbers only. */
double twocs_common_divisor(double a, double b);
#endif
