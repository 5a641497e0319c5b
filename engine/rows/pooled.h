/* SPDX-License-Identifier: MIT
 *
 * Collectives with the bandwidth of the whole cluster pooled (ERDI24, sections 1.4 and 1.5 of the
 * specification), as functions that the rows and the search both call. */
#ifndef TWOCS_POOLED_H
#define TWOCS_POOLED_H

#include "rows/formula.h"

enum { NET_LEVELS = 4 };

/* Time on the wires, by the rows of wall_collectives.def. */
#define POOLED(name, time, ...)                                                                              \
  const double name = time;                                                                                  \
  (void)name;
static inline double pooled_all_reduce(double n, double words, double serial, double parallel,
                                       double word_byte, double gpus, double bw) {
#include "rows/wall_collectives.def"
  return all_reduce;
}
static inline double pooled_transfer(double n, double words, double serial, double parallel, double word_byte,
                                     double gpus, double bw) {
#include "rows/wall_collectives.def"
  return transfer;
}
#undef POOLED

/* Latency, by the same rows. */
#define POOLED(name, time, latency, ...)                                                                     \
  const double name = latency;                                                                               \
  (void)name;
static inline double hops_all_reduce(double n, double serial, double lat) {
#include "rows/wall_collectives.def"
  return all_reduce;
}
static inline double hops_transfer(double n, double serial, double lat) {
#include "rows/wall_collectives.def"
  return transfer;
}
#undef POOLED

static inline int outermost_level(const double members[NET_LEVELS]) {
  int l = NET_LEVELS - 1;
  while (l >= 0 && members[l] <= 1) l--;
  return l;
}

static inline double members_above(const double members[NET_LEVELS], int level) {
  double product = 1;
  for (int l = level + 1; l < NET_LEVELS; l++) product *= members[l];
  return product;
}

/* How many of the L - 1 steps between layers take a pipeline's hop at level i; -1: none. */
static inline double pipeline_hops(const double pp[NET_LEVELS], int i, int most, double layers,
                                   double interleave) {
  const double all = pp[0] * members_above(pp, 0);
  return pos(i < 0       ? layers - interleave * all
             : i == most ? interleave * pp[i] - 1
                         : interleave * members_above(pp, i) * (pp[i] - 1));
}

/* The share of tokens whose next expert is at level j; -1: on the same device. */
static inline double expert_share(const double ep[NET_LEVELS], int j) {
  const double outside = j < 0 ? 0 : members_above(ep, j);
  return j < 0 ? 1 / (ep[0] * members_above(ep, 0)) : pos(1 / outside - 1 / (ep[j] * outside));
}

/* Between layers a token goes to its next expert and, where that is, to the next stage, in one hop at the
 * outer of the two levels: f(level, share of tokens, share of steps that wait for the worst of them). */
#define EACH_TRANSFER(pp, ep, layers, interleave, level, tokens, worst, body)                                \
  {                                                                                                          \
    const int pp_most = outermost_level(pp), ep_most = outermost_level(ep);                                  \
    for (int i = -1; i <= pp_most; i++)                                                                      \
      for (int j = -1; j <= ep_most; j++) {                                                                  \
        const int level = i > j ? i : j;                                                                     \
        if (level < 0) continue;                                                                             \
        const double hop = share(pipeline_hops(pp, i, pp_most, layers, interleave), layers - 1);             \
        const double tokens = hop * expert_share(ep, j), worst = j == ep_most ? hop : 0;                     \
        body;                                                                                                \
      }                                                                                                      \
  }

static inline double transfer_time_of(double d, double b_tokens, double word_byte, double gpus, double layers,
                                      double interleave, const double pp[NET_LEVELS],
                                      const double ep[NET_LEVELS], const double bw[NET_LEVELS]) {
  const double steps = 2 * (layers - 1);
  double sum = 0;
  EACH_TRANSFER(pp, ep, layers, interleave, level, tokens, worst, {
    (void)worst;
    sum += pooled_transfer(2, d, steps * tokens, b_tokens, word_byte, gpus, bw[level]);
  })
  return sum;
}

static inline double transfer_latency_of(double layers, double interleave, const double pp[NET_LEVELS],
                                         const double ep[NET_LEVELS], const double lat[NET_LEVELS]) {
  const double steps = 2 * (layers - 1);
  double sum = 0;
  EACH_TRANSFER(pp, ep, layers, interleave, level, tokens, worst, {
    (void)tokens;
    sum += hops_transfer(2, steps * worst, lat[level]);
  })
  return sum;
}

/* The same as formulas call them. */
static inline double transfer_time(double d, double b_tokens, double word_byte, double gpus, double layers,
                                   double interleave, double pp0, double pp1, double pp2, double pp3,
                                   double ep0, double ep1, double ep2, double ep3, double bw0, double bw1,
                                   double bw2, double bw3) {
  const double pp[] = {pp0, pp1, pp2, pp3}, ep[] = {ep0, ep1, ep2, ep3}, bw[] = {bw0, bw1, bw2, bw3};
  return transfer_time_of(d, b_tokens, word_byte, gpus, layers, interleave, pp, ep, bw);
}

static inline double transfer_latency(double layers, double interleave, double pp0, double pp1, double pp2,
                                      double pp3, double ep0, double ep1, double ep2, double ep3, double lat0,
                                      double lat1, double lat2, double lat3) {
  const double pp[] = {pp0, pp1, pp2, pp3}, ep[] = {ep0, ep1, ep2, ep3}, lat[] = {lat0, lat1, lat2, lat3};
  return transfer_latency_of(layers, interleave, pp, ep, lat);
}

#undef EACH_TRANSFER
#endif
