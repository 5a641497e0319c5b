/* SPDX-License-Identifier: MIT
 *
 * One cluster: the fastest layout on it, the fastest way of spreading given degrees over its levels, and the
 * smallest cluster that is done in time (ERDI24, section 1.7 of the specification). */
#include "limits_search.h"

enum { CLUSTERS = 60 };              /* powers of two */
static const double wholes = 0x1p53; /* all of them below are doubles */
static const double spans = 0x1p63;  /* a cluster is counted in 64 bits */

size_t twocs_limits_scratch_size(void) { return sizeof(search); }

/* The layout found, if any. */
static void report(const search *s, twocs_limits_point *point) {
  const best *b = &s->best;
  const double value[DEGREES] = {b->n.dp, b->n.tp_d, b->n.tp_f, b->n.pp, b->n.ep};
  spread sp;
  *point = s->point;
  if (!b->found) return;
  for (int i = 0; i < DEGREES; i++) twocs_search_members(s, (uint64_t)value[i], b->at[i], sp.of[i]);
  twocs_limits_report(point, &sp, &b->n);
  point->result.feasible = 1, point->result.ties = b->ties;
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
  return t_batch * p->shape.batches * (1 - rounding);
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

twocs_status twocs_search_fit(const twocs_limits *limits, double util, search *s, twocs_limits_point *point,
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
  return twocs_search_fit(limits, (double)INFINITY, scratch, point, error);
}

/* The fastest way of spreading given degrees. */
twocs_status twocs_limits_place(const twocs_limits *limits, const twocs_limits_layout *layout, void *scratch,
                                twocs_limits_point *point, twocs_error *error) {
  search *s = scratch;
  degrees n;
  twocs_status status = twocs_limits_degrees(limits, layout, &s->point, &n, error);
  if (status) return status;
  const double value[DEGREES] = {n.dp, n.tp_d, n.tp_f, n.pp, n.ep}, rest = n.dp * n.tp_d * n.tp_f * n.pp;
  s->best = (best){.t_run = (double)INFINITY};
  if (countable(&s->point) && rest < spans) {
    status = twocs_search_degrees(s, 1, n.ep, error);
    for (int i = 0; i < DEGREES; i++) s->of[i].count = 1, s->of[i].of[0] = (uint64_t)value[i];
    if (!status) status = twocs_search_cluster(s, (uint64_t)rest, error);
    if (status) return status;
    const layer_cut cut =
        twocs_layer_cut(&s->point.limits, s->point.limits.f / n.tp_f, s->point.limits.d / n.tp_d);
    const work w = work_of(&s->point, &cut, &n);
    const family f = {.least = 0};
    twocs_search_place(s, &f, &n, &w);
  }
  report(s, point);
  if (s->best.found) point->result.feasible = point->result.fits;
  return TWOCS_OK;
}
