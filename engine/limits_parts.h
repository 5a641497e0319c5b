/* SPDX-License-Identifier: MIT
 *
 * What the files of the limits share. The search evaluates the very rows that a single evaluation does, so a
 * layout's time has the same bits in both; to be fast it keeps what does not change in the tables of this
 * header. */
#ifndef TWOCS_LIMITS_PARTS_H
#define TWOCS_LIMITS_PARTS_H

#include "formula.h"
#include "twocs_limits.h"

enum { LEVELS = TWOCS_LIMITS_LEVELS };
enum degree {
#define DEGREE(name, meaning) D_##name,
#define SETTING(...)
#include "rows/limits_layout.def"
#undef DEGREE
#undef SETTING
  DEGREES
};

/* A layout's members by degree and level. */
typedef struct spread {
  double of[DEGREES][LEVELS];
} spread;

/* The tiles of a pair of weight matrices, a x b and b x a: all of a layer's matmuls that tokens do not
 * change. */
typedef struct blocks_cut {
  double load, rows, columns, shared_rows, shared_columns; /* byte of weights; tiles across */
} blocks_cut;
typedef struct matmul_cut {
  double rows, columns;
  blocks_cut mem, l2, reg;
} matmul_cut;
typedef struct layer_cut {
  matmul_cut up, down;
} layer_cut;

matmul_cut twocs_matmul_cut(const twocs_limits *gpu, double rows, double columns);
layer_cut twocs_layer_cut(const twocs_limits *gpu, double a, double b);
/* Seconds of the six matmuls of a layer on a microbatch. */
double twocs_layer_time(const twocs_limits *gpu, const layer_cut *layer, double tokens);

/* What a batch's all-reduces of one parallelism cost: on the wires of each level, and in hops. */
typedef struct wires {
  double t[LEVELS], lat;
} wires;
typedef struct toll {
  double t, lat;
} toll;
wires twocs_wires_dp(const twocs_limits_point *p, double gpus, const double dp[LEVELS]);
wires twocs_wires_tp_d(const twocs_limits_point *p, double gpus, const double tp_d[LEVELS]);
wires twocs_wires_tp_f(const twocs_limits_point *p, double gpus, const double tp_f[LEVELS]);
toll twocs_toll_ppep(const twocs_limits_point *p, double gpus, const double pp[LEVELS],
                     const double ep[LEVELS], double interleave);

static inline double twocs_wires_most(const wires *w) {
  return larger(larger(w->t[0], w->t[1]), larger(w->t[2], w->t[3]));
}
/* Both all-reduces of TP share a level's wires. */
static inline double twocs_wires_tp(const wires *tp_d, const wires *tp_f) {
  double most = 0;
  for (int l = 0; l < LEVELS; l++) most = larger(most, tp_d->t[l] + tp_f->t[l]);
  return most;
}

/* All of it. */
typedef struct network {
  double t_tp, t_ppep, t_dp, lat_tp, lat_ppep, lat_dp;
} network;
network twocs_network(const twocs_limits_point *p, double gpus, const spread *s, double interleave);

/* What the rows of limits_work.def and limits_time.def read beside the point. */
typedef struct degrees {
  double dp, tp_d, tp_f, pp, ep, micro, interleave, zb;
} degrees;
typedef struct work {
#define EQ(name, ...) double name;
#include "rows/limits_work.def"
#undef EQ
} work;
typedef struct timing {
#define EQ(name, ...) double name;
#include "rows/limits_time.def"
#undef EQ
} timing;

typedef struct memory {
#define EQ(name, ...) double name;
#include "rows/limits_memory.def"
#undef EQ
} memory;

/* Settles the point and checks the layout's degrees against it. */
twocs_status twocs_limits_degrees(const twocs_limits *limits, const twocs_limits_layout *layout,
                                  twocs_limits_point *point, degrees *n, twocs_error *error);
/* Times a layout and writes layout and result; it must be legal. feasible stays as it is. */
void twocs_limits_report(twocs_limits_point *point, const spread *s, const degrees *n);
#endif
