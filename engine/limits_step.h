/* SPDX-License-Identifier: MIT
 *
 * The rows of a step as two functions, inlined wherever a layout is timed so that what is not asked for is
 * not computed. */
#ifndef TWOCS_LIMITS_STEP_H
#define TWOCS_LIMITS_STEP_H

#include "limits_parts.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"

/* Six matmuls at nothing but the sustained rate: no tiles make them faster. */
static inline double layer_least(const twocs_limits_point *p, const degrees *n, double tokens) {
  const twocs_limits *k = &p->limits;
  return 6 * (k->tau + 2 * (k->f / n->tp_f) * (k->d / n->tp_d) * tokens / k->rate);
}

#define KEEP(name, unit, reference, number, e, meaning) const double name = out.name = (e);
/* Without tiles what comes out is a bound from below. */
static inline __attribute__((always_inline)) work work_of(const twocs_limits_point *p, const layer_cut *tiles,
                                                          const degrees *n) {
  work out;
  const double dp = n->dp, pp = n->pp, ep = n->ep, micro = n->micro, interleave = n->interleave, zb = n->zb;
#include "limits_scope.h"
#define layer_time(tokens) (tiles ? twocs_layer_time(&p->limits, tiles, tokens) : layer_least(p, n, tokens))
#define EQ KEEP
#include "rows/limits_work.def"
#undef EQ
#undef layer_time
  return out;
}

static inline __attribute__((always_inline)) timing time_of(const twocs_limits_point *p, const work *w,
                                                            const network *net, double zb) {
  timing out;
  const double t_tp = net->t_tp, t_ppep = net->t_ppep, t_dp = net->t_dp, lat_tp = net->lat_tp,
               lat_ppep = net->lat_ppep, lat_dp = net->lat_dp;
#include "limits_scope.h"
#define EQ(name, ...) const double name = w->name;
#include "rows/limits_work.def"
#undef EQ
#define EQ KEEP
#include "rows/limits_time.def"
#undef EQ
  return out;
}

static inline __attribute__((always_inline)) memory memory_of(const twocs_limits_point *p, double gpus,
                                                              double dp) {
  memory out;
#include "limits_scope.h"
#define EQ KEEP
#include "rows/limits_memory.def"
#undef EQ
  return out;
}

#pragma GCC diagnostic pop
#undef KEEP
#endif
