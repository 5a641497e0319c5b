/* SPDX-License-Identifier: MIT */
/* The grid: 2,580,480 layouts of GPT-3 175B on H100 nodes of 8, eleven axes, what a search for a layout asks.
 * Its axes come in any order; the benchmark and the tests share it. */
#ifndef GRID_H
#define GRID_H
#include "twocs.h"

enum { GRID_AXES = 11, GRID_VALUES_MOST = 10 };
/* Divisions that every point of it pays for: in the formulas of the innermost level. */
enum { GRID_DIVISIONS = 0 };
/* And about so many rows, or fewer, are evaluated for a point, those of all levels together. */
enum { GRID_ROWS = 3 };

typedef struct grid_axis {
  const char *field;
  int size;
  double value[GRID_VALUES_MOST];
} grid_axis;

static const grid_axis grid_axes[GRID_AXES] = {
    {"tp", 7, {1, 2, 4, 8, 16, 32, 64}},
    {"dp", 10, {1, 2, 4, 8, 16, 32, 64, 128, 256, 512}},
    {"b", 6, {1, 2, 4, 8, 16, 32}},
    {"recompute", 3, {0, 1, 2}},
    {"attention", 2, {0, 1}},
    {"sl", 4, {2048, 4096, 8192, 16384}},
    {"layers", 8, {96, 48, 32, 24, 16, 12, 8, 6}},
    {"opt_byte", 4, {12, 6, 3, 0}},
    {"interference", 2, {1, 1.2}},
    {"dropout", 2, {0, 1}},
    {"net1_bw", 2, {25e9, 50e9}},
};

/* Places in grid_axes, outermost first: as the list is written; as tw.sweep orders fields; and an unlucky
 * one, what every column reads innermost and what few read outermost. */
static const int grid_orders[3][GRID_AXES] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                                              {6, 5, 2, 7, 4, 3, 9, 8, 0, 1, 10},
                                              {8, 7, 10, 6, 1, 9, 3, 4, 2, 5, 0}};

typedef struct grid {
  twocs_point point;
  twocs_axis axis[GRID_AXES];
  int field[GRID_AXES];
  const double *value[GRID_AXES];
} grid;

static inline void grid_init(grid *g, const int order[GRID_AXES]) {
  twocs_point_init(&g->point);
  twocs_device *d = &g->point.device;
  d->peak_fp32 = 66.9e12, d->peak_fp16 = 989.4e12, d->flop_eff = 0.803, d->attn_eff = 0.5;
  d->mem_bw = 3.35e12, d->mem_eff = 0.7, d->mem_size = 80e9, d->launch = 5e-6, d->units = 132;
  d->comm_launch = 6.6e-6, d->net0_size = 8, d->net0_bw = 450e9, d->net0_lat = 0.6e-6, d->net0_half = 0;
  d->net1_size = 1048576, d->net1_bw = 50e9, d->net1_lat = 2.7e-6, d->net1_half = 0;
  for (int a = 0; a < GRID_AXES; a++) {
    const grid_axis *from = &grid_axes[order[a]];
    g->field[a] = twocs_find(from->field);
    g->value[a] = from->value;
    g->axis[a] = (twocs_axis){(size_t)from->size, 1, &g->field[a], &g->value[a]};
  }
}
#endif
