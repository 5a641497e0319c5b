/* SPDX-License-Identifier: MIT
 *
 * Laws of collectives that are computed from algorithms. */
#ifndef TWOCS_CALLS_H
#define TWOCS_CALLS_H

#include "twocs.h"

/* context: an algorithm. */
twocs_status twocs_fill_call(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                             double *out, twocs_error *error);
/* context: the number of a family; each row takes the fastest of its algorithms. */
twocs_status twocs_fill_fastest(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                double *out, twocs_error *error);
/* The same among the algorithms that NCCL has. */
twocs_status twocs_fill_library(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                                double *out, twocs_error *error);

/* The group as one level, in the form that an algorithm's `over` names. */
twocs_link twocs_link_over(int over, const twocs_link link[4]);
/* Rings that work together, one for each adapter of a node: 1 for a group inside one node. */
double twocs_rings_of(const twocs_link link[4]);
/* 1 if law auto may choose the algorithm for that group. */
int twocs_link_offers(const twocs_link link[4], const twocs_algorithm *algorithm);

#endif
