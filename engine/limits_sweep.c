/* SPDX-License-Identifier: MIT
 *
 * Width after width: a sweep, where in it linear scaling ends, and the largest run (ERDI24, sections 1.7 and
 * 1.8 of the specification). The grid is the authors', so an end sits on it and is not interpolated. */
#include "limits_search.h"

enum { ODD = 8 }; /* odd numbers of a sweep's widths */

/* The least width of the grid step x q 2^i, q odd below 16, above `after`. */
static double next_width(double step, double after) {
  double next = (double)INFINITY;
  for (int q = 0; q < ODD; q++) {
    double width = (2 * q + 1) * step;
    while (width <= after) width *= 2;
    next = smaller(next, width);
  }
  return next;
}

/* Where a sweep stands: its next width, and whether that is the last one. */
typedef struct walk {
  twocs_limits at;
  double d;
  int ended;
} walk;

static twocs_status walk_open(walk *w, const twocs_limits *limits, search *s, twocs_error *error) {
  const twocs_status status = twocs_limits_settle(limits, &s->point, error);
  if (status) return status;
  if (limits->d_least > limits->d_most)
    return twocs_fail(error, TWOCS_RANGE,
                      "d_least = %.15g: expected at most d_most = %.15g (widths of a sweep)", limits->d_least,
                      limits->d_most);
  w->at = *limits;
  w->d = next_width(limits->d_step, limits->d_least - 1);
  w->ended = w->d > limits->d_most;
  return TWOCS_OK;
}

/* Infeasible, or hardly used: no wider model is looked at. */
static twocs_status walk_on(walk *w, double util, const volatile int *cancel, search *s,
                            twocs_limits_point *point, twocs_error *error) {
  if (cancel && *cancel) return twocs_fail(error, TWOCS_CANCEL, "the sweep was stopped at d = %.15g", w->d);
  w->at.d = w->d;
  const twocs_status status = twocs_search_fit(&w->at, util, s, point, error);
  if (status) return status;
  w->d = next_width(w->at.d_step, w->d);
  w->ended = w->d > w->at.d_most || point->result.feasible <= 0 || point->result.util < w->at.util_least;
  return TWOCS_OK;
}

twocs_status twocs_limits_sweep(const twocs_limits *limits, const volatile int *cancel, void *scratch,
                                twocs_limits_point point[], int *n, twocs_error *error) {
  walk w = {.ended = 1};
  *n = 0;
  twocs_status status = walk_open(&w, limits, scratch, error);
  while (!status && !w.ended && *n < TWOCS_LIMITS_POINTS) {
    status = walk_on(&w, (double)INFINITY, cancel, scratch, &point[*n], error);
    if (!status && point[*n].result.feasible > 0) ++*n;
  }
  return status;
}

twocs_status twocs_limits_linear_end(const twocs_limits *limits, const volatile int *cancel, void *scratch,
                                     twocs_limits_point *point, twocs_error *error) {
  walk w = {.ended = 1};
  twocs_status status = walk_open(&w, limits, scratch, error);
  if (status) return status;
  const twocs_limits_point none = ((search *)scratch)->point;
  const double util = limits->linear_share * none.limits.rate / none.limits.peak;
  while (!status && !w.ended) {
    status = walk_on(&w, util, cancel, scratch, point, error);
    if (!status && point->result.feasible > 0 && point->result.util_rel <= limits->linear_share)
      return TWOCS_OK;
  }
  *point = none; /* linear as far as anything can be trained */
  return status;
}

twocs_status twocs_limits_largest(const twocs_limits *limits, const volatile int *cancel, void *scratch,
                                  twocs_limits_point *point, twocs_error *error) {
  walk w = {.ended = 1};
  twocs_status status = walk_open(&w, limits, scratch, error);
  if (status) return status;
  twocs_limits_point next = ((search *)scratch)->point;
  double largest = 0;
  *point = next;
  while (!status && !w.ended) {
    const double d = w.d;
    status = walk_on(&w, limits->util_least, cancel, scratch, &next, error);
    if (!status && next.result.feasible > 0) largest = d;
  }
  w.at.d = largest;
  return status || largest <= 0 ? status : twocs_limits_fit(&w.at, scratch, point, error);
}
