/* SPDX-License-Identifier: MIT
 *
 * The terms of wall_network.def as the search keeps them, for one batch: the cost of the all-reduces of one
 * parallelism at each level, and of PP and EP together (ERDI24, sections 1.4 and 1.5 of the specification). A
 * test compares them with the rows, bit for bit. */
#include "search/wall_parts.h"

/* An all-reduce of `words` among the members of all levels. */
static wires reduce(const twocs_wall_run *p, double gpus, const double members[LEVELS], double words,
                    double serial, double parallel) {
  const twocs_device *k = &p->point.device;
  const double bw[LEVELS] = {k->net0_bw, k->net1_bw, k->net2_bw, k->net3_bw},
               lat[LEVELS] = {k->net0_lat, k->net1_lat, k->net2_lat, k->net3_lat};
  wires w = {{0}, 0};
  double above = 1;
  for (int l = (int)p->net_levels - 1; l >= 0; l--) {
    w.t[l] =
        pooled_all_reduce(members[l], words, serial, parallel * above, p->point.wall.word_byte, gpus, bw[l]);
    w.lat += hops_all_reduce(members[l], serial, lat[l]);
    above *= members[l];
  }
  return w;
}

/* Gradients of all parameters, once a batch. */
wires twocs_wires_dp(const twocs_wall_run *p, double gpus, const double dp[LEVELS]) {
  return reduce(p, gpus, dp, p->stack_param, 1, 1);
}

/* Two all-reduces per layer and direction: what is summed over shards of d_model is as wide as d_ff. */
wires twocs_wires_tp_d(const twocs_wall_run *p, double gpus, const double tp_d[LEVELS]) {
  return reduce(p, gpus, tp_d, p->point.wall.f, 2 * p->point.wall.depth, p->b_tokens);
}
wires twocs_wires_tp_f(const twocs_wall_run *p, double gpus, const double tp_f[LEVELS]) {
  return reduce(p, gpus, tp_f, p->point.wall.d, 2 * p->point.wall.depth, p->b_tokens);
}

cost twocs_cost_ppep(const twocs_wall_run *p, double gpus, const double pp[LEVELS], const double ep[LEVELS],
                     double interleave) {
  const twocs_device *k = &p->point.device;
  const twocs_wall *w = &p->point.wall;
  const double bw[LEVELS] = {k->net0_bw, k->net1_bw, k->net2_bw, k->net3_bw},
               lat[LEVELS] = {k->net0_lat, k->net1_lat, k->net2_lat, k->net3_lat};
  return (cost){transfer_time_of(w->d, p->b_tokens, w->word_byte, gpus, w->depth, interleave, pp, ep, bw),
                transfer_latency_of(w->depth, interleave, pp, ep, lat)};
}
