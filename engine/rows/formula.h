/* SPDX-License-Identifier: MIT
 *
 * What formulas may call besides arithmetic: everything with a branch in it. Degree 1 must give exactly
 * nothing, and no helper may give NaN for values in bounds. */
#ifndef TWOCS_FORMULA_H
#define TWOCS_FORMULA_H

#include <math.h>
#include <stdint.h>
#include "rows/sides.h"

/* The words of `schedule`, in their order. */
enum {
#define SCHEDULE(s, ...) S_##s,
#include "rows/schedules.def"
  SCHEDULES
};

/* Parallelisms, in their order. */
enum {
#define PARALLELISM(p, ...) P_##p,
#include "rows/parallelisms.def"
};

/* How often the payload of a collective of many ranks arrives: a sum that all keep, in parts and then whole.
 */
enum {
  MOVES_all_reduce = 2,
  MOVES_all_gather = 1,
  MOVES_reduce_scatter = 1,
  MOVES_all_to_all = 1,
  MOVES_broadcast = 1,
  MOVES_p2p = 1
};

/* Conditions hold where they are not 0. Rows write is(choice, word), which the generator makes equal() of. */
static inline double equal(double a, double b) { return a == b ? 1 : 0; }
static inline double both(double a, double b) { return ((a != 0) & (b != 0)) ? 1 : 0; }
static inline double either(double a, double b) { return ((a != 0) | (b != 0)) ? 1 : 0; }
static inline double not_(double condition) { return condition != 0 ? 0 : 1; }
/* x where the condition holds; what it leaves out may be anything, infinite too, and is not evaluated. Chosen
 * by its pattern: of a branch the compiler would move loads into it, and vectorise no loop. */
typedef union pattern {
  double value;
  uint64_t all;
} pattern;
/* All bits where the condition holds, else none: the sign of -0 or 0, everywhere. */
static inline uint64_t mask_of(double condition) {
  const pattern sign = {condition != 0 ? -0.0 : 0.0};
  return (uint64_t)((int64_t)sign.all >> 63);
}
static inline double when(double condition, double x) {
  const pattern from = {x};
  pattern to;
  to.all = from.all & mask_of(condition);
  return to.value;
}
static inline double if_else(double condition, double x, double y) {
  const uint64_t mask = mask_of(condition);
  const pattern holds = {x}, other = {y};
  pattern to;
  to.all = (holds.all & mask) | (other.all & ~mask);
  return to.value;
}
static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }
static inline double pos(double x) { return x > 0 ? x : 0; }
/* a / b as a share: of nothing, nothing. Without a branch around the division the loop is vectorised. */
static inline double share(double a, double b) { return a / (b > 0 ? b : (double)INFINITY); }
static inline double is(double choice, double word) { return choice == word ? 1 : 0; }
static inline double is_most(double a, double b) { return a <= b ? 1 : 0; }
static inline double active(double degree) { return degree > 1 ? 1 : 0; }
static inline double some(double x) { return x > 0 ? 1 : 0; }
/* ceil() of 0 <= x < 2^51 without a call: adding 1.5 x 2^52 drops the digits after the point. */
static inline double round_up(double x) {
  const double nearest = (x + 0x1.8p52) - 0x1.8p52;
  return nearest + (nearest < x ? 1 : 0);
}
static inline double whole(double x) { return x == floor(x) && x >= 1 ? 1 : 0; }
static inline double square(double x) { return x * x; }
static inline double root(double x) { return sqrt(x); }
static inline double power(double x, double exponent) { return pow(x, exponent); }
static inline double round_down(double x) { return floor(x); }
/* What grows without bound is cut off where values are no longer distinguished, so that no product overflows.
 */
static inline double finite(double x) { return smaller(x, 1e140); }
/* The nearest of q 2^i, q odd below 10, i in 0 ... 59; of two as near, the smaller. */
static inline double rounded(double x) {
  const double largest = 0x9p59;
  double nearest = 1;
  if (x >= largest) return largest; /* far above it all would be as near as each other */
  for (int q = 1; q < 10; q += 2) {
    int exponent = 0;
    frexp(larger(x, 1) / q, &exponent); /* q 2^(exponent - 1) <= x < q 2^exponent */
    for (int e = exponent - 1; e <= exponent; e++) {
      const double value = ldexp(q, e < 0 ? 0 : e > 59 ? 59 : e);
      const double closer = fabs(value - x) - fabs(nearest - x);
      if (closer < 0 || (closer == 0 && value < nearest)) nearest = value;
    }
  }
  return nearest;
}
/* 1F1B: what a stage saves against one that waits for all that the `after` passes behind it take, before its
 * first pass backward and after its last one forward: it is slower than these by `slack`, and they take
 * `rest` together. A microbatch that turns back at a stage on the way lets it do as many of its own passes as
 * there are behind that stage: `after` of them at the stage itself, `ahead` at the one before the last, which
 * takes `last`, and `far` where those behind take `far_rest`. The longest counts. Of fewer microbatches than
 * stages none is left to do meanwhile. */
static inline double stayed(double x, double after, double rest, double ahead, double last, double far,
                            double far_rest) {
  return pos(larger(after * x - rest, larger(ahead * x - last, far * x - far_rest)));
}
static inline double turned(double microbatches, double after, double slack, double rest, double ahead,
                            double last, double far, double far_rest, double f, double b) {
  const double more = microbatches - 1, less = smaller(f, b);
  const double turning = smaller(smaller(rest, smaller(more, after) * less), last + pos(more - ahead) * less);
  return more > after ? slack - stayed(f, after, rest, ahead, last, far, far_rest) -
                            stayed(b, after, rest, ahead, last, far, far_rest)
                      : turning;
}
/* The same with chunks: the last chunk of the last stage is slower by `queue` for a round of microbatches,
 * which a stage waits for once at each end of a step, or, in a step of one round, in its middle. */
static inline double queued(double rounds, double after, double slack, double f, double b, double queue) {
  return rounds > 1 ? smaller(slack - 2 * pos(queue), after * smaller(f, b) - pos(queue)) : -queue;
}
/* ZB-H1: how long a stage with `after` stages behind it waits for microbatches that come back from these
 * after `rest`: for the first one it has passes forward to do, for the last one backward, f, i and w, where
 * it leaves the gradients of weights of `kept` microbatches for the end. */
static inline double split_wait(double microbatches, double after, double kept, double rest, double f,
                                double i, double w) {
  const double more = microbatches - 1;
  return more > after ? pos(rest - after * f) + pos(rest - after * i - smaller(after, more - kept) * w)
                      : pos(rest - smaller(more * f, more * i + (more - kept) * w));
}
/* Ranks of a group at one level: `inner` ranks fill it first, and the outermost level present takes all that
 * is left. */
static inline double span(double ranks, double inner, double size, double outer) {
  return outer > 1 ? larger(1, smaller(ranks, size / inner)) : ranks;
}
/* Layers of the first pipeline stage, or of the last: as many as the others have where PP divides them; else
 * the embedding and the LM head count as a layer each, and these two stages share what the others, which are
 * full, leave, the first taking an odd one. Where that leaves them none, no whole number. */
static inline double dealt(double layers, double pp, double last) {
  const double even = layers / pp, most = round_up((layers + 2) / pp), rest = layers - most * (pp - 2);
  const double half = 0.5 * rest, end = last > 0 ? round_up(half - 0.5) : round_up(half);
  return even == floor(even) || rest < 2 ? even : end;
}
/* Layers with attention to all keys among the first `end` layers of a model: one of `every`, the first at the
 * place `first`, counted from 1. Of a layer that is cut, the part in front of the cut. */
static inline double full_before(double end, double every, double first) {
  const double place = end + every - first, rounds = floor(share(place, every));
  return rounds + smaller(1, pos(place - rounds * every - (every - 1)));
}
static inline double full_between(double begin, double end, double every, double first) {
  return full_before(end, every, first) - full_before(begin, every, first);
}
/* Of those, how many a stage of `here` layers has, with so many layers ahead of it and after it, in all of
 * its chunks: a round of chunks follows the other, or comes back in the shape of a V; with two ways a device
 * has half a stage from either end. */
enum { FULL_CHUNKS_MOST = 64, FULL_STAGES_MOST = 256 };
static inline double full_of_stage(double ahead, double here, double after, double schedule, double vp,
                                   double every, double first) {
  if (schedule == S_dualpipe)
    return 0.5 * (full_between(ahead, ahead + here, every, first) +
                  full_between(after, after + here, every, first));
  const double layers = ahead + here + after;
  if (schedule == S_zb_v || schedule == S_dualpipe_v)
    return full_between(0.5 * ahead, 0.5 * (ahead + here), every, first) +
           full_between(0.5 * (layers + after), 0.5 * (layers + after + here), every, first);
  const int chunks = vp < FULL_CHUNKS_MOST ? (int)vp : FULL_CHUNKS_MOST;
  double sum = 0;
  for (int v = 0; v < chunks; v++) {
    const double begin = (v * layers + ahead) / vp;
    sum += full_between(begin, begin + here / vp, every, first);
  }
  return sum;
}
/* Between the first stage and the last, of the stages with the most layers, the one with most such layers, or
 * with fewest, and of several the first: how many it has, and its place. What a stage has repeats after
 * `every` stages at the latest. */
typedef struct full_stage {
  double full, place;
} full_stage;
static inline full_stage full_extreme(double fewest, double first_layers, double here, double last_layers,
                                      double layers, double pp, double schedule, double vp, double every,
                                      double first) {
  const double between = pos(pp - 2), rest = layers - first_layers - last_layers;
  const double like = smaller(larger(rest - between * (here - 1), 1), between);
  const double looked = smaller(smaller(like, every), FULL_STAGES_MOST), sign = fewest > 0 ? -1 : 1;
  full_stage of = {0, 1};
  for (int s = 0; s < looked; s++) {
    const double ahead = first_layers + s * here;
    const double full = full_of_stage(ahead, here, layers - ahead - here, schedule, vp, every, first);
    if (s == 0 || sign * full > sign * of.full) of = (full_stage){full, s + 1};
  }
  return of;
}
static inline double most_full(double first_layers, double here, double last_layers, double layers, double pp,
                               double schedule, double vp, double every, double first) {
  return full_extreme(0, first_layers, here, last_layers, layers, pp, schedule, vp, every, first).full;
}
static inline double most_full_at(double first_layers, double here, double last_layers, double layers,
                                  double pp, double schedule, double vp, double every, double first) {
  return full_extreme(0, first_layers, here, last_layers, layers, pp, schedule, vp, every, first).place;
}
static inline double fewest_full(double first_layers, double here, double last_layers, double layers,
                                 double pp, double schedule, double vp, double every, double first) {
  return full_extreme(1, first_layers, here, last_layers, layers, pp, schedule, vp, every, first).full;
}
static inline double fewest_full_at(double first_layers, double here, double last_layers, double layers,
                                    double pp, double schedule, double vp, double every, double first) {
  return full_extreme(1, first_layers, here, last_layers, layers, pp, schedule, vp, every, first).place;
}
/* The words of `placement`: P_tp to P_pp, innermost first, in all their orders. */
static const unsigned char places[][4] = {
    {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
    {1, 0, 2, 3}, {1, 0, 3, 2}, {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0},
    {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0}, {2, 3, 0, 1}, {2, 3, 1, 0},
    {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};
/* Devices from one rank of parallelism p to the next: the degrees of all that are further in. What is no
 * word of `placement` is outside of all. */
static inline double stride(double placement, double p, double tp, double cp, double dp, double pp) {
  const double degree[] = {tp, cp, dp, pp};
  /* After the last row of a cell there are no numbers. */
  const unsigned char *place = places[placement >= 0 && placement < 24 ? (int)placement : 0];
  double inner = 1;
  for (int i = 0; i < 4 && place[i] != p; i++) inner *= degree[place[i]];
  return inner;
}
/* The same of ranks that are `among` apart, counted among those of a stage alone: beyond the block of ranks
 * that is further in than PP, other stages lie in between. */
static inline double apart(double among, double block, double stage, double pp) {
  return among < block || block >= stage ? among : among * pp;
}
/* Between two ranks that follow each other in a group, over the slowest of the links between any two that do.
 */
static inline double farthest(double inner, double n1, double n2, double n3, double size0, double size1,
                              double size2) {
  const double node = n1 > 1 ? size0 : inner, pod = n2 > 1 ? size0 * size1 : node;
  return larger(inner, n3 > 1 ? size0 * size1 * size2 : pod);
}
/* Of a class of network, by its place among the words of `network`: what collectives reach there of the
 * adapters' bandwidth, and the time of a ring's step, which the host takes where it moves each piece. */
static inline double network_share(double network) {
  double share = 0, i = 0;
#define NETWORK(class, reached, step, meaning) share += network == i++ ? reached : 0;
#include "rows/networks.def"
  return share;
}
static inline double network_step(double network, double node_lat) {
  double time = 0, i = 0;
#define NETWORK(class, reached, step, meaning) time += network == i++ ? step : 0;
#include "rows/networks.def"
  return time;
}
static inline double format_byte(double format) {
  return format <= 1 ? 4 : format <= 3 ? 2 : format <= 4 ? 1 : 0.5;
}
static inline double at_format(double format, double fp32, double tf32, double fp16, double bf16, double fp8,
                               double fp4) {
  return format <= 0   ? fp32
         : format <= 1 ? tf32
         : format <= 2 ? fp16
         : format <= 3 ? bf16
         : format <= 4 ? fp8
                       : fp4;
}
/* Share of its speed that compute loses during communication of `t`, in which `memory` of its time is taken
 * from it, and which slows it down by `interference` whatever it moves. A little is always left. */
static inline double lost(double memory, double t, double interference) {
  return 1 - (1 - smaller(0.9, share(memory, t))) / interference;
}
/* Expected largest of n standard normal numbers: the integral of 1 - Phi^n above 0 minus that of Phi^n below,
 * by steps so short against the width of either edge that the sum of a smooth function is the integral. */
static inline double largest_of(double n) {
  const double step = 0.125;
  double sum = 0;
  for (int i = -72; i <= 104; i++) {
    const double x = step * i, all = exp(n * log1p(-0.5 * erfc(x * 0.70710678118654752)));
    sum += i > 0 ? 1 - all : i < 0 ? -all : 0.5 - all;
  }
  return n > 1 ? step * sum : 0;
}
/* Share of its time that a run is trained in which is saved: DALY06's, whose failures are independent of each
 * other and come at any time, in a restart too. Nothing saved and nothing failed loses nothing: where nothing
 * fails, and no interval is set, nothing is saved. */
static inline double kept_share(double every, double checkpoint, double restart, double rate) {
  const double alive = exp(-restart * rate), lost = expm1((every + checkpoint) * rate);
  if (lost > 0) return every > 0 ? alive * every * rate / lost : 0;
  return every > 0 ? every / (every + checkpoint) : alive;
}

#endif
