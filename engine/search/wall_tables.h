/* SPDX-License-Identifier: MIT
 *
 * What a search keeps in the caller's workspace. Levels are known by the divisors of their sizes, degrees by
 * the few values that they may take, and for each value every way of spreading it over the levels (an
 * option) has its costs ready, so that a layout is timed by adding up five options. */
#ifndef TWOCS_WALL_TABLES_H
#define TWOCS_WALL_TABLES_H

#include <stdint.h>
#include "search/wall_step.h"

enum {
  BOUNDED = LEVELS - 1, /* levels that have a size; the outermost takes all that is left */
  DIVISORS = 64,        /* of a level's size */
  VALUES = 192,         /* of a degree */
  OPTIONS = 16384,      /* of all values of all degrees */
  CUTS = 1024,          /* pairs of shards of which the tiles are kept */
  COSTS = 4096,         /* ways of PP and EP of which the cost is kept */
  FAMILIES = 4096,      /* put into order before they are looked at */
  ODDS = 4096,          /* odd divisors of the sequences of a replica */
  MICROS = 4,           /* most numbers of microbatches that are tried */
  NONE = 255
};

/* One bounded level: divisor i is size[i]; quotient[i][j] is the place of size[i] / size[j]. */
typedef struct level {
  int count;
  uint64_t size[DIVISORS];
  unsigned char quotient[DIVISORS][DIVISORS];
} level;

/* The members of a degree at the bounded levels, as places among the levels' divisors; what they leave is at
 * the outermost. */
typedef struct option {
  wires w;
  double most; /* of w.t */
  unsigned char at[BOUNDED], fits;
} option;

typedef struct values {
  int count;
  uint64_t of[VALUES];
  option *options[VALUES];       /* by code; NULL where the value does not divide the cluster */
  double t[VALUES], lat[VALUES]; /* least over its options; infinite where the value is out of the question */
} values;

/* Degrees without a way of spreading them: all layouts of a family share their matmuls. */
typedef struct family {
  path_cost alone;          /* what its degrees cost with the network to themselves */
  double least;             /* no layout of it takes less time */
  short tp_d, tp_f, dp, pp; /* places among the values */
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
  double gpus;        /* of the cluster at hand, and the part of it that EP leaves */
  uint64_t rest;
  int codes, order[BOUNDED]; /* options of a value; weight of a level in a code */
  level level[BOUNDED];
  values of[DEGREES];
  option pool[OPTIONS];
  int pooled;
  uint64_t cut_key[CUTS], cost_key[COSTS]; /* what is kept below; 0: nothing */
  layer_cut cut[CUTS];
  cost cost[COSTS];
  uint64_t clusters; /* looked at so far: costs of another are stale */
  family families[FAMILIES];
  uint64_t odd, odds[ODDS]; /* the odd divisors of `odd` */
  int odd_count;
  best best;
} search;

/* Bounds add up in another order than times: only what is worse by more than rounding is left out. */
static const double rounding = 1e-12;
static inline int twocs_search_pruned(const search *s, const work *w, const path_cost *least, double zb) {
  return time_of(&s->run, w, least, zb).t_run * (1 - rounding) > s->best.t_run;
}

/* wall_levels.c. The degrees' values on clusters of which rest = gpus / ep divides span; then what
 * spreading them costs on one of these clusters. */
twocs_status twocs_search_degrees(search *s, double span, double ep, twocs_error *error);
twocs_status twocs_search_cluster(search *s, uint64_t rest, twocs_error *error);
/* The members at each level of a value that has those places at the bounded ones; 0 where they do not divide
 * it. */
int twocs_search_members(const search *s, uint64_t value, const unsigned char at[BOUNDED],
                         double members[LEVELS]);
/* The least `most` divisors of x that are not below `least`, in their order. */
int twocs_search_micros(search *s, uint64_t x, uint64_t least, int most, uint64_t micro[MICROS]);

/* Whole numbers only. */
double twocs_common_divisor(double a, double b);
#endif
