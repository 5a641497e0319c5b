/* SPDX-License-Identifier: MIT
 *
 * The questions that are asked of the search (ERDI24, sections 1.7 and 1.8 of the specification): the fastest
 * layout on a cluster, the smallest cluster that is done in time, a sweep over widths, and where in it linear
 * scaling ends. */
#include "limits_search.h"
#include <string.h>

enum { CLUSTERS = 60, STEPS = 8 };   /* powers of two of a cluster; odd numbers of a sweep's widths */
static const double wholes = 0x1p53; /* all of them below are doubles */
static const double spans = 0x1p63;  /* a cluster is counted in 64 bits */

size_t twocs_limits_scratch_size(void) { return sizeof(search); }

/* The layout found, if any. */
static void report(const search *s, twocs_limits_point *point) {
  const best *b = &s->best;
  const int outermost = (int)s->point.limits.levels - 1;
  const double value[DEGREES] = {b->n.dp, b->n.tp_d, b->n.tp_f, b->n.pp, b->n.ep};
  spread sp;
  *point = s->point;
  if (!b->found) return;
  for (int i = 0; i < DEGREES; i++) {
    double inner = 1;
    for (int l = 0; l < LEVELS; l++) sp.of[i][l] = 1;
    for (int l = 0; l < outermost; l++) inner *= sp.of[i][l] = (double)s->level[l].size[b->at[i][l]];
    sp.of[i][outermost] = value[i] / inner;
  }
  twocs_limits_report(point, &sp, &b->n);
  point->result.feasible = 1;
}

/* Counts that doubles do not hold are those of no run. */
static int countable(const twocs_limits_point *p) { return p->shape.b_tokens < wholes; }

twocs_status twocs_limits_best(const twocs_limits *limits, double gpus, void *scratch,
                               twocs_limits_point *point, twocs_error *error) {
  search *s = scratch;
  twocs_status status = twocs_limits_settle(limits, &s->point, error);
  if (status) return status;
  if (!(gpus >= 1 && gpus <= 1e24 && gpus == floor(gpus)))
    return twocs_fail(error, TWOCS_RANGE,
                      "gpus = %.15g: expected a whole number in [1, 1e24] (GPUs of the cluster)", gpus);
  const double ep = twocs_common_divisor(gpus, s->point.limits.experts), rest = gpus / ep;
  s->best = (best){.t_run = (double)INFINITY};
  if (countable(&s->point) && rest < spans) {
    status = twocs_search_degrees(s, rest, ep, error);
    if (!status) status = twocs_search_cluster(s, (uint64_t)rest, error);
    if (status) return status;
    twocs_search_run(s);
  }
  return report(s, point), TWOCS_OK;
}

/* The time at which that share of the peak is used; less by more than rounding. */
static double enough(const twocs_limits_point *p, double gpus, double util) {
  const double t_batch =
      6 * (p->shape.params / p->limits.experts) * p->shape.b_tokens / (p->limits.peak * gpus) / util;
  return t_batch * p->shape.batches * (1 - 1e-12);
}

/* Clusters that do not fill their levels are passed over; it is an error where the largest of all is one. */
static twocs_status clusters_try(search *s, double util, int most, twocs_error *error) {
  const twocs_limits_point *p = &s->point;
  const double ep = p->limits.experts, least = p->shape.c_flop / (p->shape.t_allowed * p->limits.rate);
  twocs_error trouble;
  twocs_status status = TWOCS_OK;
  for (int i = 0; i <= most; i++) {
    const double rest = ldexp(p->limits.unit, i);
    if (rest * ep < least) continue;
    s->best = (best){.t_run = p->shape.t_allowed, .enough = enough(p, rest * ep, util)};
    status = twocs_search_cluster(s, (uint64_t)rest, &trouble);
    if (status && status != TWOCS_RANGE) break;
    if (!status) twocs_search_run(s);
    if (s->best.found) return TWOCS_OK;
  }
  if (status && error) *error = trouble;
  return status;
}

/* A run that uses more than `util` of the peak need not be the best one. */
static twocs_status fit(const twocs_limits *limits, double util, search *s, twocs_limits_point *point,
                        twocs_error *error) {
  twocs_status status = twocs_limits_settle(limits, &s->point, error);
  if (status) return status;
  const twocs_limits *k = &s->point.limits;
  int most = CLUSTERS - 1;
  while (ldexp(k->unit, most) >= spans) most--;
  s->best.found = 0;
  if (countable(&s->point)) {
    status = twocs_search_degrees(s, ldexp(k->unit, most), k->experts, error);
    if (!status) status = clusters_try(s, util, most, error);
  }
  if (!status) report(s, point);
  return status;
}

twocs_status twocs_limits_fit(const twocs_limits *limits, void *scratch, twocs_limits_point *point,
                              twocs_error *error) {
  return fit(limits, (double)INFINITY, scratch, point, error);
}

/* ---- Sweeps. */

/* The least width of the grid step x q 2^i, q odd below 16, above `after`. */
static double next_width(double step, double after) {
  double next = (double)INFINITY;
  for (int q = 0; q < STEPS; q++) {
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
  const twocs_status status = fit(&w->at, util, s, point, error);
  if (status) return status;
  w->d = next_width(w->at.d_step, w->d);
  w->ended = w->d > w->at.d_most || point->result.feasible <= 0 || point->result.util < w->at.util_least;
  return TWOCS_OK;
}

twocs_status twocs_limits_sweep(const twocs_limits *limits, const volatile int *cancel, void *scratch,
                                twocs_limits_point point[], int *n, twocs_error *error) {
  walk w;
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
  walk w;
  twocs_status status = walk_open(&w, limits, scratch, error);
  twocs_limits_point none = ((search *)scratch)->point;
  while (!status && !w.ended) {
    const double util = limits->linear_share * none.limits.rate / none.limits.peak;
    status = walk_on(&w, util, cancel, scratch, point, error);
    if (!status && point->result.feasible > 0 && point->result.util_rel <= limits->linear_share)
      return TWOCS_OK;
  }
  *point = none; /* linear as far as anything can be trained */
  return status;
}

twocs_status twocs_limits_largest(const twocs_limits *limits, const volatile int *cancel, void *scratch,
                                  twocs_limits_point *point, twocs_error *error) {
  walk w;
  twocs_status status = walk_open(&w, limits, scratch, error);
  twocs_limits_point next;
  double largest = 0;
  *point = ((search *)scratch)->point;
  while (!status && !w.ended) {
    const double d = w.d;
    status = walk_on(&w, limits->util_least, cancel, scratch, &next, error);
    if (!status && next.result.feasible > 0) largest = d;
  }
  w.at.d = largest;
  return status || largest <= 0 ? status : twocs_limits_fit(&w.at, scratch, point, error);
}
