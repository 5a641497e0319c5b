/* SPDX-License-Identifier: MIT */
/* What a collective costs. The model is a latency per step and a bandwidth that saturates with the size of
 * the payload (HOCK94): bw(S) = bw * S / (S + half), so that each byte through a port costs the same and each
 * call adds a constant. A cost that never falls as the payload grows is an invariant; rows/collectives.def
 * holds the algorithms. */
#ifndef TWOCS_COLLECTIVES_H
#define TWOCS_COLLECTIVES_H

/* One level of the network as a group of ranks sees it, link[0] the innermost of four. Everything finite. */
typedef struct twocs_link {
  double ranks; /* of the group at this level, >= 1; 1: not spanned, and the other members are not read */
  double lat;   /* s per step, >= 0 */
  double bw;    /* byte/s, one direction of one device, > 0 */
  double half;  /* byte: payload that reaches half of bw, >= 0 */
} twocs_link;

/* Steps, bytes per payload byte through the busiest port, bytes in series, and whether it exists: of a flat
 * algorithm, or of one level of a nested one. */
typedef struct twocs_phase {
  double steps, traffic, path, legal;
} twocs_phase;

typedef struct twocs_algorithm {
  const char *kind, *name;                    /* "all_reduce", "ring" */
  const char *steps, *traffic, *path, *legal; /* the formulas, as the row has them */
  const char *reference, *meaning;            /* an identifier of refs.def */
  int nested; /* 0: one phase over the slowest link spanned; 1: a phase per level, summed */
  twocs_phase (*phase)(double n, double inner, double byte, double chunk);
} twocs_algorithm;

extern const twocs_algorithm twocs_algorithms[]; /* those of one kind stand together */
extern const int twocs_algorithm_count;

/* NULL: there is none of that name. */
const twocs_algorithm *twocs_algorithm_find(const char *kind, const char *name);

/* One call on a payload of byte >= 0: seconds; launch (s) is paid once. Exactly 0 where the group is one
 * rank. chunk: bytes of a pipeline's piece, 0: not cut. */
double twocs_collective_time(const twocs_algorithm *, double byte, const twocs_link link[4], double launch,
                             double chunk);
double twocs_collective_steps(const twocs_algorithm *, double byte, const twocs_link link[4], double chunk);
/* Bytes through the busiest rank's port in its busier direction, over all levels. */
double twocs_collective_traffic(const twocs_algorithm *, double byte, const twocs_link link[4], double chunk);
/* 1: the algorithm exists for this group; 0: it does not, and the other results are those of the formulas all
 * the same. */
double twocs_collective_legal(const twocs_algorithm *, double byte, const twocs_link link[4], double chunk);

#endif
