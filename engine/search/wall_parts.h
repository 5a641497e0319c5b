/* SPDX-License-Identifier: MIT
 *
 * What the files of the wall's search share. The search evaluates the same rows as a single evaluation, so a
 * layout's time has the same bits in both. To be fast, it keeps what does not change in tables
 * (wall_tables.h). */
#ifndef TWOCS_WALL_PARTS_H
#define TWOCS_WALL_PARTS_H

#include "rows/matmul.h"
#include "rows/pooled.h"
#include "search/twocs_wall.h"
#include "search/wall_words.h"

enum { LEVELS = NET_LEVELS };
/* In the order of wall_layout.def. */
enum degree { D_dp, D_tp_d, D_tp_f, D_pp, D_ep, DEGREES };

/* A layout's members by degree and level, in the order in which a point has them. */
typedef struct spread {
  double of[DEGREES][LEVELS];
} spread;
_Static_assert(offsetof(twocs_wall, ep_l3) - offsetof(twocs_wall, dp_l0) + sizeof(double) == sizeof(spread),
               "members are adjacent, in the order of the degrees");

/* The cost of a batch's all-reduces of one parallelism: on the wires of each level, and in hops. */
typedef struct wires {
  double t[LEVELS], lat;
} wires;
typedef struct cost {
  double t, lat;
} cost;
wires twocs_wires_dp(const twocs_wall_run *p, double gpus, const double dp[LEVELS]);
wires twocs_wires_tp_d(const twocs_wall_run *p, double gpus, const double tp_d[LEVELS]);
wires twocs_wires_tp_f(const twocs_wall_run *p, double gpus, const double tp_f[LEVELS]);
cost twocs_cost_ppep(const twocs_wall_run *p, double gpus, const double pp[LEVELS], const double ep[LEVELS],
                     double interleave);

static inline double twocs_wires_most(const wires *w) {
  return larger(larger(w->t[0], w->t[1]), larger(w->t[2], w->t[3]));
}
/* The all-reduces of both TP degrees share a level's wires. */
static inline double twocs_wires_tp(const wires *tp_d, const wires *tp_f) {
  double most = 0;
  for (int l = 0; l < LEVELS; l++) most = larger(most, tp_d->t[l] + tp_f->t[l]);
  return most;
}

/* The cost of a whole layout on the network. */
typedef struct path_cost {
  double t_tp, t_ppep, t_dp, lat_tp, lat_ppep, lat_dp;
} path_cost;

/* What the rows of wall_work.def, wall_time.def and wall_memory.def read in addition to the run. */
typedef struct degrees {
  double dp, tp_d, tp_f, pp, ep, micro, interleave, zb;
} degrees;
#define EQ(name, ...) double name;
typedef struct work {
#include "rows/wall_work.def"
} work;
typedef struct timing {
#include "rows/wall_time.def"
} timing;
typedef struct memory {
#include "rows/wall_memory.def"
} memory;
#undef EQ

/* Like twocs_wall_settle, for a point that differs only in d from one that was settled: given fields are not
 * checked again. */
twocs_status twocs_wall_follow(const twocs_point *point, twocs_wall_run *run, twocs_error *error);
/* Settles the run and checks the point's degrees against it. */
twocs_status twocs_wall_degrees(const twocs_point *point, twocs_wall_run *run, degrees *n, spread *s,
                                twocs_error *error);
/* Times a layout, which must be legal, and writes it with its results. feasible is not changed. */
void twocs_wall_report(twocs_wall_run *run, const spread *s, const degrees *n);
#endif
