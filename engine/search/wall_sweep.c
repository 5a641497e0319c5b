/* SPDX-License-Identifier: MIT
 *
 * Widths one after the other: a sweep, the end of linear scaling in it, and the largest run (ERDI24, sections
 * 1.7 and 1.8 of the specification). The grid of widths is the authors', so an end lies on it and is not
 * interpolated. */
#include "search/wall_cluster.h"

enum { ODD = 8 }; /* odd factors of a sweep's widths */

/* The smallest width above `after` of the grid step x q 2^i, with q odd and below 16. */
static double next_width(double step, double after) {
  double next = (double)INFINITY;
  for (int q = 0; q < ODD; q++) {
    double width = (2 * q + 1) * step;
    while (width <= after) width *= 2;
    next = smaller(next, width);
  }
  return next;
}

/* State of a sweep: its next width, and whether the sweep has ended. */
typedef struct walk {
  twocs_point at;
  double d;
  int ended;
} walk;

static twocs_status walk_open(walk *w, const twocs_point *point, search *s, twocs_error *error) {
  const twocs_wall *k = &point->wall;
  const twocs_status status = twocs_wall_settle(point, &s->run, error);
  if (status) return status;
  if (k->d_least > k->d_most)
    return twocs_fail(error, TWOCS_RANGE,
                      "d_least = %.15g: expected at most d_most = %.15g (widths of a sweep)", k->d_least,
                      k->d_most);
  w->at = *point;
  w->d = next_width(k->d_step, k->d_least - 1);
  w->ended = w->d > k->d_most;
  return TWOCS_OK;
}

/* Runs one width. If it is infeasible or hardly uses the peak, the sweep ends. */
static twocs_status walk_on(walk *w, double util, const volatile int *cancel, search *s, twocs_wall_run *run,
                            twocs_error *error) {
  if (cancel && *cancel) return twocs_fail(error, TWOCS_CANCEL, "the sweep was stopped at d = %.15g", w->d);
  w->at.wall.d = w->d;
  const twocs_status status = twocs_search_fit(&w->at, util, s, run, error);
  if (status) return status;
  w->d = next_width(w->at.wall.d_step, w->d);
  w->ended = w->d > w->at.wall.d_most || run->feasible <= 0 || run->util < w->at.wall.util_least;
  return TWOCS_OK;
}

twocs_status twocs_wall_sweep(const twocs_point *point, const volatile int *cancel, void *scratch,
                              twocs_wall_run run[], int *n, twocs_error *error) {
  walk w = {.ended = 1};
  *n = 0;
  twocs_status status = walk_open(&w, point, scratch, error);
  while (!status && !w.ended && *n < TWOCS_WALL_RUNS) {
    status = walk_on(&w, (double)INFINITY, cancel, scratch, &run[*n], error);
    if (!status && run[*n].feasible > 0) ++*n;
  }
  return status;
}

twocs_status twocs_wall_linear_end(const twocs_point *point, const volatile int *cancel, void *scratch,
                                   twocs_wall_run *run, twocs_error *error) {
  walk w = {.ended = 1};
  twocs_status status = walk_open(&w, point, scratch, error);
  if (status) return status;
  const twocs_wall_run none = ((search *)scratch)->run;
  const double share_of_rate = point->wall.linear_share, util = share_of_rate * none.rate / none.peak;
  while (!status && !w.ended) {
    status = walk_on(&w, util, cancel, scratch, run, error);
    if (!status && run->feasible > 0 && run->util_rel <= share_of_rate) return TWOCS_OK;
  }
  *run = none; /* linear as far as anything can be trained */
  return status;
}

twocs_status twocs_wall_largest(const twocs_point *point, const volatile int *cancel, void *scratch,
                                twocs_wall_run *run, twocs_error *error) {
  walk w = {.ended = 1};
  twocs_status status = walk_open(&w, point, scratch, error);
  if (status) return status;
  twocs_wall_run next = ((search *)scratch)->run;
  double largest = 0;
  *run = next;
  while (!status && !w.ended) {
    const double d = w.d;
    status = walk_on(&w, point->wall.util_least, cancel, scratch, &next, error);
    if (!status && next.feasible > 0) largest = d;
  }
  w.at.wall.d = largest;
  return status || largest <= 0 ? status : twocs_wall_fit(&w.at, scratch, run, error);
}
