/* SPDX-License-Identifier: MIT
 *
 * What no axis moves: values found on demand, each after all that it reads. Columns that are only multiplied
 * by 0 are not asked for, so they are computed neither here nor in a grid. Without axes this is one point. */
#ifndef TWOCS_SINGLE_H
#define TWOCS_SINGLE_H

#include "evaluate/cached_order.h"

struct constants {
  double of[COLUMNS];     /* the value, where `axes` is 0 */
  unsigned axes[COLUMNS]; /* the axes that a column depends on, as bits */
  /* For columns, and after them for gates. */
  unsigned char asked[COLUMNS + GATES_MOST]; /* 1: somebody needs it */
  unsigned char zero[COLUMNS + GATES_MOST];  /* 1: a constant that is 0 */
};

/* moved: for each field 1 + the axis that gives its value; NULL: there is no axis. */
twocs_status twocs_constants_find(const twocs_job *job, const signed char moved[], const needs *set,
                                  struct constants *constants, twocs_error *error);

/* 1 if column k reads `read` only to multiply it by a constant 0. */
static inline int read_is_idle(const struct constants *c, int k, int read) {
  for (int i = twocs_guard_begin[k]; i < twocs_guard_begin[k + 1]; i++)
    if (twocs_guards[i].read == read && c->zero[twocs_guards[i].by]) return 1;
  return 0;
}

/* A job without axes: result[i] is the value of its i-th want. cached: an order left by an earlier job, or
 * NULL. */
twocs_status twocs_single(const twocs_job *job, twocs_cached_order *cached, double result[],
                          twocs_error *error);

#endif
