/* SPDX-License-Identifier: MIT */
/* Collectives: the rows become a table of algorithms, and one walk over the levels of the network turns an
 * algorithm and a group of ranks into steps, bytes and seconds. Only this walk treats a group of one rank as
 * free. */
#include "laws/calls.h"
#include "twocs.h"
#include <math.h>
#include <string.h>

enum { LEVELS = 4 };

#define REF(name, text) REF_##name,
enum {
#include "rows/refs.def"
};
#undef REF

/* Ranks come out of divisions: a number that differs from a whole one only in its last bits counts as
 * whole. */
static const double slack = 1e-12;

/* Inlined; fmax and fmin are not, because they must treat NaN. */
static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }

static inline double whole(double n) { return fabs(n - floor(n + 0.5)) <= slack * n; }

/* log2(n) rounded down: how often n halves, and the depth of a complete binary tree of n nodes. */
static inline double halvings(double n) {
  int exponent;
  frexp(n * (1 + slack), &exponent);
  return larger(1, exponent - 1);
}

/* log2(n) rounded up: how often the data of a rank must double until it holds n shares. */
static inline double doublings(double n) {
  int exponent;
  frexp(n * (1 - slack), &exponent);
  return exponent;
}

static inline double power_within(double n) { return ldexp(1, (int)halvings(n)); }

/* 1 if n is not a power of two, so that ranks are left over. */
static inline double folded(double n) { return n > power_within(n) * (1 + slack); }

/* Pieces of a pipeline: all but the last are as long as the chunk. A pipeline of k hops therefore takes the
 * time of the payload and of k - 1 pieces, which grows with the payload; with equal pieces it would fall at
 * each new piece. */
static inline double piece(double byte, double chunk) { return chunk > 0 && chunk < byte ? chunk : byte; }
static inline double pieces(double byte, double chunk) {
  return chunk > 0 && chunk < byte ? ceil(byte / chunk) : 1;
}

/* Steps in which a port serves the two children of a rank in turn; two ranks have one child each. */
static inline double turns(double n) { return n > 2 * (1 + slack) ? 2 : 1; }

/* Payloads through the busiest port of the double tree. It moves half a payload per neighbour in each
 * direction: a rank with two children, a parent and the other tree's parent has four neighbours. Below five
 * ranks the only ranks with two children are roots, which lack a parent; of two ranks each is root in one
 * tree and leaf in the other. */
static inline double two_trees(double n) { return smaller(4, 1 + doublings(n)) / 2; }

/* The number of ones in the binary numbers below n: the shares that a rank sends in Bruck's all-to-all, where
 * distance d is travelled in the powers of two of d. Between whole numbers it is linear. */
static inline double ones_below(double n) {
  double ones = 0;
  for (double bit = 1; bit < n; bit *= 2) {
    const double periods = floor(n / (2 * bit));
    ones += periods * bit + larger(0, n - periods * 2 * bit - bit);
  }
  return ones;
}

/* What saturation adds to a payload. Short payloads still reach a quarter of the bandwidth, by the protocol
 * that libraries have for them (LL of NCCL): 1/4 to 1/2 in the tables of A100, H100, H200, B200 and GB200
 * (data.kernel_nccl of scripts/studies/operators.lua). */
static inline double underfilled(double half, double byte) { return smaller(half, 3 * byte); }

/* A function per row, so that one row is one place to stop in a debugger. */
#define COLLECTIVE(kind, name, scope, s, t, p, l, offered, ref, meaning)                                     \
  static twocs_phase kind##_##name(double n, double inner, double byte, double chunk) {                      \
    const double steps = (s), traffic = (t), path = (p), legal = (l);                                        \
    return (void)inner, (void)chunk, (void)REF_##ref, (twocs_phase){steps, traffic, path, legal};            \
  }
#include "rows/collectives.def"
#undef COLLECTIVE

/* Rows of one group: values that do not depend on the payload are found once, and the rest is vector code. */
#define COLLECTIVE(kind, name, scope, s, t, p, l, offered, ref, meaning)                                     \
  static void kind##_##name##_rows(const twocs_phases *of) {                                                 \
    const double n = of->n, inner = of->inner, chunk = of->chunk, lat = of->link.lat, bw = of->link.bw,      \
                 half = of->link.half;                                                                       \
    double *restrict time = of->time, *restrict legal = of->legal;                                           \
    (void)inner, (void)chunk;                                                                                \
    for (size_t r = 0; r < of->rows; r++) {                                                                  \
      const double byte = of->byte[r], steps = (s), traffic = (t), path = (p);                               \
      (void)byte;                                                                                            \
      time[r] += steps * lat + (path + traffic * underfilled(half, byte)) / bw;                              \
      legal[r] *= (l);                                                                                       \
    }                                                                                                        \
    for (size_t r = 0; of->steps && r < of->rows; r++) {                                                     \
      const double byte = of->byte[r], steps = (s), traffic = (t);                                           \
      of->steps[r] += steps, of->wire[r] += traffic * byte;                                                  \
    }                                                                                                        \
  }
#include "rows/collectives.def"
#undef COLLECTIVE

enum { FLAT, NESTED, RINGS, LOCKSTEP, TREES };
#define COLLECTIVE(kind, name, scope, s, t, p, l, offered, ref, meaning)                                     \
  {#kind,                                                                                                    \
   #name,                                                                                                    \
   #s,                                                                                                       \
   #t,                                                                                                       \
   #p,                                                                                                       \
   #l,                                                                                                       \
   #ref,                                                                                                     \
   meaning,                                                                                                  \
   TWOCS_##offered,                                                                                          \
   scope == NESTED,                                                                                          \
   scope == RINGS      ? TWOCS_RINGS                                                                         \
   : scope == LOCKSTEP ? TWOCS_LOCKSTEP                                                                      \
   : scope == TREES    ? TWOCS_TREES                                                                         \
                       : TWOCS_SLOWEST,                                                                         \
   kind##_##name,                                                                                            \
   kind##_##name##_rows,                                                                                     \
   TWOCS_FAMILY_##kind},
const twocs_algorithm twocs_algorithms[] = {
#include "rows/collectives.def"
};
#undef COLLECTIVE
const int twocs_algorithm_count = (int)(sizeof twocs_algorithms / sizeof *twocs_algorithms);

const twocs_algorithm *twocs_algorithms_of(const char *kind, int *count) {
  const twocs_algorithm *first = NULL;
  *count = 0;
  for (int i = 0; i < twocs_algorithm_count; i++)
    if (!strcmp(twocs_algorithms[i].kind, kind)) first = first ? first : &twocs_algorithms[i], *count += 1;
  return first;
}

const twocs_algorithm *twocs_algorithm_find(const char *kind, const char *name) {
  for (int i = 0; i < twocs_algorithm_count; i++)
    if (!strcmp(twocs_algorithms[i].kind, kind) && !strcmp(twocs_algorithms[i].name, name))
      return &twocs_algorithms[i];
  return NULL;
}

typedef struct cost {
  double steps, byte, time, legal;
} cost;

static cost cost_add(cost sum, twocs_phase phase, double byte, const twocs_link *link) {
  sum.steps += phase.steps;
  sum.byte += phase.traffic * byte;
  sum.time +=
      phase.steps * link->lat + (phase.path + phase.traffic * underfilled(link->half, byte)) / link->bw;
  sum.legal *= phase.legal;
  return sum;
}

/* The group as one level: all its ranks, and the worst of every level that it spans. The cost of saturation
 * is a time, half / bw, so the worst time is kept, not the largest message. */
static twocs_link slowest_of(const twocs_link link[LEVELS]) {
  twocs_link worst = {1, 0, HUGE_VAL, 0, 0};
  double saturation = 0;
  for (int i = 0; i < LEVELS; i++)
    if (link[i].ranks > 1) {
      worst.ranks *= link[i].ranks;
      worst.lat = larger(worst.lat, link[i].lat);
      worst.bw = smaller(worst.bw, link[i].bw);
      saturation = larger(saturation, link[i].half / link[i].bw);
    }
  if (worst.ranks > 1) worst.half = saturation * worst.bw;
  return worst;
}

/* The group as one level, with one ring for each adapter of a node. The n - 1 steps of a ring cross each
 * level as often as it joins groups, so the latency is their mean. A level passes what the links of all ranks
 * below it pass together. The cost of saturation is a time, as above. */
static twocs_link rings(const twocs_link link[LEVELS]) {
  twocs_link all = {1, 0, HUGE_VAL, 0, 0};
  double ranks = 1, lat = 0, saturation = 0;
  for (int i = 0; i < LEVELS; i++) ranks *= link[i].ranks > 1 ? link[i].ranks : 1;
  for (int i = 0; i < LEVELS; i++)
    if (link[i].ranks > 1) {
      const double groups = ranks / all.ranks; /* steps from one to the next are at this level or above */
      lat += (groups - groups / link[i].ranks) * link[i].lat;
      all.bw = smaller(all.bw, link[i].bw * all.ranks);
      saturation = larger(saturation, link[i].half / link[i].bw);
      all.ranks *= link[i].ranks;
    }
  if (all.ranks > 1) all.half = saturation * all.bw, all.lat = lat / (all.ranks - 1);
  return all;
}

/* The same if no rank gets ahead of another: each of the n - 1 steps takes as long as the slowest. */
static twocs_link lockstep(const twocs_link link[LEVELS]) {
  twocs_link all = rings(link);
  for (int i = 0; i < LEVELS; i++)
    if (link[i].ranks > 1) all.lat = larger(all.lat, link[i].lat);
  return all;
}

/* The same as trees: the hops between nodes from the farthest leaf to the root, whose latency includes its
 * part of the chain inside a node. For a group inside one node, the chain alone. */
static twocs_link trees(const twocs_link link[LEVELS]) {
  twocs_link all = rings(link);
  const double chain = link[0].ranks > 1 ? link[0].ranks - 1 : 0;
  double hops = 0, lat = chain > 0 ? chain * link[0].lat : 0;
  for (int i = 1; i < LEVELS; i++)
    if (link[i].ranks > 1) hops += doublings(link[i].ranks), lat += doublings(link[i].ranks) * link[i].lat;
  if (!(hops > 0)) hops = chain;
  if (hops > 0) all.ranks = 1 + hops, all.lat = lat / hops;
  return all;
}

double twocs_rings_of(const twocs_link link[LEVELS]) {
  for (int i = 1; i < LEVELS; i++)
    if (link[i].ranks > 1) return larger(1, link[0].ranks);
  return 1;
}

twocs_link twocs_link_over(int over, const twocs_link link[LEVELS]) {
  if (over == TWOCS_RINGS) return rings(link);
  if (over == TWOCS_TREES) return trees(link);
  return over == TWOCS_LOCKSTEP ? lockstep(link) : slowest_of(link);
}

static cost cost_of(const twocs_algorithm *algorithm, double byte, const twocs_link link[LEVELS],
                    double start, double chunk) {
  const twocs_link *spanned = link;
  cost sum = {0, 0, 0, 1};
  twocs_link slowest;
  const int levels = algorithm->nested ? LEVELS : 1;
  if (!algorithm->nested) {
    slowest = twocs_link_over((int)algorithm->over, link);
    link = &slowest;
  }
  double inner = algorithm->over == TWOCS_TREES ? twocs_rings_of(spanned) : 1;
  int called = 0;
  for (int i = 0; i < levels; i++) {
    const double n = link[i].ranks;
    if (!(n > 1)) continue;
    sum = cost_add(sum, algorithm->phase(n, inner, byte, chunk), byte, &link[i]);
    inner *= n, called = 1;
  }
  if (called) sum.time += start;
  return sum;
}

int twocs_link_offers(const twocs_link link[LEVELS], const twocs_algorithm *algorithm) {
  if (algorithm->offered != TWOCS_IN_SWITCHES) return algorithm->offered == TWOCS_ALWAYS;
  for (int i = 0; i < LEVELS; i++)
    if (link[i].ranks > 1 && link[i].reduce <= 0) return 0;
  return 1;
}

const twocs_algorithm *twocs_algorithm_fastest(const twocs_algorithm *first, int count, double byte,
                                               const twocs_link link[LEVELS], double launch, double chunk) {
  const twocs_algorithm *fastest = NULL;
  double least = HUGE_VAL;
  for (const twocs_algorithm *a = first; a < first + count; a++) {
    if (!twocs_link_offers(link, a)) continue;
    const cost of = cost_of(a, byte, link, launch, chunk);
    if (of.legal > 0 && of.time < least) least = of.time, fastest = a;
  }
  return fastest;
}

double twocs_collective_time(const twocs_algorithm *algorithm, double byte, const twocs_link link[LEVELS],
                             double launch, double chunk) {
  return cost_of(algorithm, byte, link, launch, chunk).time;
}

double twocs_collective_steps(const twocs_algorithm *algorithm, double byte, const twocs_link link[LEVELS],
                              double chunk) {
  return cost_of(algorithm, byte, link, 0, chunk).steps;
}

double twocs_collective_traffic(const twocs_algorithm *algorithm, double byte, const twocs_link link[LEVELS],
                                double chunk) {
  return cost_of(algorithm, byte, link, 0, chunk).byte;
}

double twocs_collective_legal(const twocs_algorithm *algorithm, double byte, const twocs_link link[LEVELS],
                              double chunk) {
  return cost_of(algorithm, byte, link, 0, chunk).legal;
}
