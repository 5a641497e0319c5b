/* SPDX-License-Identifier: MIT
 *
 * The rows of a step as functions. They are inlined wherever a layout is timed, so that only what is needed
 * is computed. */
#ifndef TWOCS_WALL_STEP_H
#define TWOCS_WALL_STEP_H

#include "search/wall_parts.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"

static inline chip chip_of(const twocs_wall_run *p) {
#include "search/wall_scope.h"
  return (chip){word_byte, units,  blocks, reg_size,  l2_size, usable, dsmem,
                mma_edge,  mem_bw, l2_bw,  shared_bw, rate,    launch};
}

/* Six matmuls at the sustained rate alone; no tiles make them faster. */
static inline double layer_least(const twocs_wall_run *p, const degrees *n, double tokens) {
  const twocs_wall *w = &p->point.wall;
  return 6 * (p->point.device.launch + 2 * (w->f / n->tp_f) * (w->d / n->tp_d) * tokens / p->rate);
}

#define KEEP(name, unit, reference, number, e, meaning) const double name = out.name = (e);
/* Without tiles the result is a lower bound. */
static inline __attribute__((always_inline)) work work_of(const twocs_wall_run *p, const layer_cut *tiles,
                                                          const degrees *n) {
  work out;
  const double dp = n->dp, pp = n->pp, ep = n->ep, tp_d = n->tp_d, tp_f = n->tp_f, micro = n->micro,
               interleave = n->interleave, zb = n->zb;
  const chip device = chip_of(p);
  (void)tp_d, (void)tp_f;
#include "search/wall_scope.h"
#define layer_time(...) (tiles ? layer_time_of(&device, tiles, nano) : layer_least(p, n, nano))
#define EQ KEEP
#include "rows/wall_work.def"
#undef EQ
#undef layer_time
  return out;
}

static inline __attribute__((always_inline)) timing time_of(const twocs_wall_run *p, const work *w,
                                                            const path_cost *net, double zb) {
  timing out;
  const double t_tp_net = net->t_tp, t_ppep_net = net->t_ppep, t_dp_net = net->t_dp, lat_tp = net->lat_tp,
               lat_ppep = net->lat_ppep, lat_dp = net->lat_dp;
#include "search/wall_scope.h"
#define EQ(name, ...) const double name = w->name;
#include "rows/wall_work.def"
#undef EQ
#define EQ KEEP
#include "rows/wall_time.def"
#undef EQ
  return out;
}

static inline __attribute__((always_inline)) memory memory_of(const twocs_wall_run *p, double gpus,
                                                              double dp) {
  memory out;
#include "search/wall_scope.h"
#define EQ KEEP
#include "rows/wall_memory.def"
#undef EQ
  return out;
}

#pragma GCC diagnostic pop
#undef KEEP
#endif
