/* SPDX-License-Identifier: MIT */
/* The cost of a collective. The model is a latency per step and a bandwidth that saturates with the size of
 * the payload (HOCK94): bw(S) = bw * S / (S + half), so that each byte through a port costs the same and each
 * call adds a constant. The bandwidth is never below a quarter of bw, which libraries reach by a protocol for
 * short messages. It is an invariant that the cost never falls as the payload grows. rows/collectives.def
 * holds the algorithms. */
#ifndef TWOCS_COLLECTIVES_H
#define TWOCS_COLLECTIVES_H

#include <stddef.h>

#include "api.h"

TWOCS_BEGIN

/* One level of the network as a group of ranks sees it, link[0] the innermost of four. All values are
 * finite. */
typedef struct twocs_link {
  double ranks;  /* of the group at this level, >= 1; 1: not spanned, and the other members are not read */
  double lat;    /* s per step, >= 0 */
  double bw;     /* byte/s, one direction of one device, > 0 */
  double half;   /* byte: payload that reaches half of bw, >= 0 */
  double reduce; /* 1: its switches reduce what passes, 0: they only forward it */
} twocs_link;

/* Steps, bytes per payload byte through the busiest port, bytes in series, and whether the algorithm exists:
 * for a flat algorithm, or for one level of a nested one. */
typedef struct twocs_phase {
  double steps, traffic, path, legal;
} twocs_phase;

/* Some calls of one group at one level, or over the slowest link: this phase adds to each row's seconds and
 * multiplies its `legal`; it adds to steps and wire too, unless they are NULL. */
typedef struct twocs_phases {
  double n, inner, chunk;
  twocs_link link;
  size_t rows;
  const double *byte;
  double *time, *legal, *steps, *wire;
} twocs_phases;

typedef struct twocs_algorithm {
  const char *kind, *name;                    /* "all_reduce", "ring" */
  const char *steps, *traffic, *path, *legal; /* the formulas, as the row has them */
  const char *reference, *meaning;            /* an identifier of refs.def */
  enum { TWOCS_NEVER, TWOCS_ALWAYS, TWOCS_IN_SWITCHES, TWOCS_LIBRARY } offered; /* who may choose it */
  int nested; /* 0: one phase over the slowest link spanned; 1: a phase per level, summed */
  /* One phase over the slowest link; over a ring for each adapter of a node; over such rings at the pace of
   * the slowest step; or over trees, whose ranks are the nodes from the farthest leaf to the root. */
  enum { TWOCS_SLOWEST, TWOCS_RINGS, TWOCS_LOCKSTEP, TWOCS_TREES, TWOCS_OVERS } over;
  twocs_phase (*phase)(double n, double inner, double byte, double chunk);
  void (*phases)(const twocs_phases *); /* the same for many rows, with the same bits */
  int family;
} twocs_algorithm;

TWOCS_API extern const twocs_algorithm twocs_algorithms[]; /* those of one kind are next to each other */
TWOCS_API extern const int twocs_algorithm_count;

/* The algorithms of a kind, and how many there are; NULL and 0: there is no such kind. */
TWOCS_API const twocs_algorithm *twocs_algorithms_of(const char *kind, int *count);
/* NULL: there is none of that name. */
TWOCS_API const twocs_algorithm *twocs_algorithm_find(const char *kind, const char *name);

/* One call on a payload of byte >= 0: seconds; launch (s) is paid once. Exactly 0 for a group of one rank.
 * chunk: bytes of a pipeline's piece; 0: the payload is not cut. */
TWOCS_API double twocs_collective_time(const twocs_algorithm *, double byte, const twocs_link link[4],
                                       double launch, double chunk);
TWOCS_API double twocs_collective_steps(const twocs_algorithm *, double byte, const twocs_link link[4],
                                        double chunk);
/* Bytes through the busiest rank's port in its busier direction, over all levels. */
TWOCS_API double twocs_collective_traffic(const twocs_algorithm *, double byte, const twocs_link link[4],
                                          double chunk);
/* 1: the algorithm exists for this group; 0: it does not, but the formulas still give the other results. */
TWOCS_API double twocs_collective_legal(const twocs_algorithm *, double byte, const twocs_link link[4],
                                        double chunk);

/* The choice of law auto: of the `count` algorithms of a kind, among those that exist for this group and that
 * the machine offers, the fastest; of equally fast ones the first. NULL: there is none. */
TWOCS_API const twocs_algorithm *twocs_algorithm_fastest(const twocs_algorithm *first, int count, double byte,
                                                         const twocs_link link[4], double launch,
                                                         double chunk);

TWOCS_END

#endif
