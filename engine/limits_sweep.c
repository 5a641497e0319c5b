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

static void report(search *s, twocs_limits_point *point) {
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
  s->best.found = 0, s->best.t_run = (double)INFINITY, s->best.enough = 0;
  if (countable(&s->point) && rest < spans) {
    status = twocs_search_degrees(s, rest, ep, error);
    if (!status) status = twocs_search_cluster(s, (uint64_t)rest, error);
    if (status) return status;
    twocs_search_run(s);
  }
  return report(s, point), TWOCS_OK;
}

twocs_status twocs_limits_fit(const twocs_limits *limits, void *scratch, twocs_limits_point *point,
                              twocs_error *error) {
  search *s = scratch;
  twocs_status status = twocs_limits_settle(limits, &s->point, error);
  if (status) return status;
  const twocs_limits_point *p = &s->point;
  const double ep = p->limits.experts, least = p->shape.c_flop / (p->shape.t_allowed * p->limits.rate);
  int most = CLUSTERS - 1;
  while (ldexp(p->limits.unit, most) >= spans) most--;
  s->best.found = 0, s->best.enough = 0;
  if (!countable(p)) return report(s, point), TWOCS_OK;
  status = twocs_search_degrees(s, ldexp(p->limits.unit, most), ep, error);
  for (int i = 0; i <= most && !s->best.found && !status; i++) {
    const double rest = ldexp(p->limits.unit, i);
    if (rest * ep < least) continue;
    s->best.t_run = p->shape.t_allowed;
    status = twocs_search_cluster(s, (uint64_t)rest, error);
    if (!status) twocs_search_run(s);
  }
  if (status) return status;
  return report(s, point), TWOCS_OK;
}

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

twocs_status twocs_limits_sweep(const twocs_limits *limits, const volatile int *cancel, void *scratch,
                                twocs_limits_point point[], int *n, twocs_error *error) {
  search *s = scratch;
  twocs_limits at = *limits;
  *n = 0;
  const twocs_status legal = twocs_limits_settle(limits, &s->point, error);
  if (legal) return legal;
  if (limits->d_least > limits->d_most)
    return twocs_fail(error, TWOCS_RANGE,
                      "d_least = %.15g: expected at most d_most = %.15g (widths of a sweep)", limits->d_least,
                      limits->d_most);
  const double step = limits->d_step, most = limits->d_most;
  for (double d = next_width(step, limits->d_least - 1); d <= most && *n < TWOCS_LIMITS_POINTS;
       d = next_width(step, d)) {
    if (cancel && *cancel) return twocs_fail(error, TWOCS_CANCEL, "the sweep was stopped at d = %.15g", d);
    at.d = d;
    const twocs_status status = twocs_limits_fit(&at, scratch, &point[*n], error);
    if (status) return status;
    if (point[*n].result.feasible <= 0) return TWOCS_OK;
    if (point[(*n)++].result.util < limits->util_least) return TWOCS_OK;
  }
  return TWOCS_OK;
}

double twocs_limits_linear_end(const twocs_limits *limits, int n, const twocs_limits_point point[]) {
  for (int i = 0; i < n; i++)
    if (point[i].result.util_rel <= limits->linear_share) return point[i].shape.c_flop;
  return (double)NAN;
}

double twocs_limits_largest(const twocs_limits *limits, int n, const twocs_limits_point point[]) {
  double largest = (double)NAN;
  (void)limits;
  for (int i = 0; i < n; i++) largest = point[i].shape.c_flop; /* the sweep ascends */
  return largest;
}
