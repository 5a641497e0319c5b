/* SPDX-License-Identifier: MIT
 *
 * What each parallelism costs on a network of levels (ERDI24, sections 1.4 and 1.5 of the specification), of
 * one batch. A collective is hierarchical: at each level as many run side by side as there are members above
 * it. Levels work at the same time, so DP and TP take as long as their slowest level, while latencies add up.
 */
#include "limits_parts.h"

#define POOLED(name, time, latency, reference, number, meaning)                                              \
  static inline toll pooled_##name(double n, double words, double serial, double parallel, double word_byte, \
                                   double gpus, double bw, double lat) {                                     \
    (void)n;                                                                                                 \
    return (toll){(time), (latency)};                                                                        \
  }
#include "rows/limits_collectives.def"
#undef POOLED

static double bandwidth(const twocs_limits *k, int level) {
  const double bw[LEVELS] = {k->net0_bw, k->net1_bw, k->net2_bw, k->net3_bw};
  return bw[level];
}
static double latency(const twocs_limits *k, int level) {
  const double lat[LEVELS] = {k->net0_lat, k->net1_lat, k->net2_lat, k->net3_lat};
  return lat[level];
}

/* An all-reduce of `words` among the members of all levels. */
static wires reduce(const twocs_limits *k, double gpus, const double members[LEVELS], double words,
                    double serial, double parallel) {
  wires w = {{0}, 0};
  double above = 1;
  for (int l = (int)k->levels - 1; l >= 0; l--) {
    const toll c = pooled_all_reduce(members[l], words, serial, parallel * above, k->word_byte, gpus,
                                     bandwidth(k, l), latency(k, l));
    w.t[l] = c.t, w.lat += c.lat;
    above *= members[l];
  }
  return w;
}

/* Gradients of all parameters, once a batch. */
wires twocs_wires_dp(const twocs_limits_point *p, double gpus, const double dp[LEVELS]) {
  return reduce(&p->limits, gpus, dp, p->shape.params, 1, 1);
}

/* Two all-reduces a layer and direction: what is summed over shards of d_model is as wide as d_ff. */
wires twocs_wires_tp_d(const twocs_limits_point *p, double gpus, const double tp_d[LEVELS]) {
  return reduce(&p->limits, gpus, tp_d, p->limits.f, 2 * p->limits.layers, p->shape.b_tokens);
}
wires twocs_wires_tp_f(const twocs_limits_point *p, double gpus, const double tp_f[LEVELS]) {
  return reduce(&p->limits, gpus, tp_f, p->limits.d, 2 * p->limits.layers, p->shape.b_tokens);
}

static int outermost(const double members[LEVELS], int levels) {
  int l = levels - 1;
  while (l >= 0 && members[l] <= 1) l--;
  return l;
}

static double above(const double members[LEVELS], int level, int levels) {
  double product = 1;
  for (int l = level + 1; l < levels; l++) product *= members[l];
  return product;
}

/* How many of the L - 1 steps between layers take a pipeline's hop at level i; -1: none. */
static double hops(const double pp[LEVELS], int i, int most, int levels, double layers, double interleave) {
  const double all = pp[0] * above(pp, 0, levels);
  return i < 0       ? layers - interleave * all
         : i == most ? interleave * pp[i] - 1
                     : interleave * above(pp, i, levels) * (pp[i] - 1);
}

/* The share of tokens whose next expert is at level j; -1: on the same GPU. */
static double strays(const double ep[LEVELS], int j, int levels) {
  const double outside = j < 0 ? 0 : above(ep, j, levels);
  return j < 0 ? 1 / (ep[0] * above(ep, 0, levels)) : 1 / outside - 1 / (ep[j] * outside);
}

/* Between layers a token goes to its next expert and, where that is, to the next stage, in one hop at the
 * outer of the two levels. Bandwidth counts shares of tokens; latency counts on the worst of them. */
toll twocs_toll_ppep(const twocs_limits_point *p, double gpus, const double pp[LEVELS],
                     const double ep[LEVELS], double interleave) {
  const twocs_limits *k = &p->limits;
  const int levels = (int)k->levels, pp_most = outermost(pp, levels), ep_most = outermost(ep, levels);
  toll sum = {0, 0};
  for (int i = -1; i <= pp_most; i++)
    for (int j = -1; j <= ep_most; j++) {
      const int level = i > j ? i : j;
      if (level < 0) continue;
      const double steps = 2 * (k->layers - 1),
                   hop = share(hops(pp, i, pp_most, levels, k->layers, interleave), k->layers - 1);
      const double strayed = hop * strays(ep, j, levels), worst = j == ep_most ? hop : 0;
      const double bw = bandwidth(k, level), lat = latency(k, level);
      sum.t += pooled_transfer(2, k->d, steps * strayed, p->shape.b_tokens, k->word_byte, gpus, bw, lat).t;
      sum.lat += pooled_transfer(2, k->d, steps * worst, p->shape.b_tokens, k->word_byte, gpus, bw, lat).lat;
    }
  return sum;
}

network twocs_network(const twocs_limits_point *p, double gpus, const spread *s, double interleave) {
  const wires dp = twocs_wires_dp(p, gpus, s->of[D_dp]), tp_d = twocs_wires_tp_d(p, gpus, s->of[D_tp_d]),
              tp_f = twocs_wires_tp_f(p, gpus, s->of[D_tp_f]);
  const toll ppep = twocs_toll_ppep(p, gpus, s->of[D_pp], s->of[D_ep], interleave);
  return (network){twocs_wires_tp(&tp_d, &tp_f), ppep.t,   twocs_wires_most(&dp),
                   tp_d.lat + tp_f.lat,          ppep.lat, dp.lat};
}
