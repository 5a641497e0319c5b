/* SPDX-License-Identifier: MIT
 *
 * One cluster: the fastest layout on it, the fastest way to spread given degrees over its levels, and the
 * smallest cluster that finishes in time (ERDI24, section 1.7 of the specification). */
#include "search/wall_cluster.h"
#include "search/wall_place.h"
#include "search/wall_search.h"

enum { CLUSTERS = 60 };              /* powers of two */
static const double wholes = 0x1p53; /* all whole numbers below are doubles */
static const double spans = 0x1p63;  /* a cluster is counted in 64 bits */

size_t twocs_wall_scratch_size(void) { return sizeof(search); }

/* Reports the layout that was found, if any. */
static void report(const search *s, twocs_wall_run *run) {
  const best *b = &s->best;
  const double value[DEGREES] = {b->n.dp, b->n.tp_d, b->n.tp_f, b->n.pp, b->n.ep};
  spread sp;
  *run = s->run;
  if (!b->found) return;
  for (int i = 0; i < DEGREES; i++) twocs_search_members(s, (uint64_t)value[i], b->at[i], sp.of[i]);
  twocs_wall_report(run, &sp, &b->n);
  run->feasible = 1, run->ties = b->ties;
}

/* A run with counts that doubles cannot hold is not searched. */
static int countable(const twocs_wall_run *p) { return p->b_tokens < wholes; }

twocs_status twocs_wall_best(const twocs_point *point, double gpus, void *scratch, twocs_wall_run *run,
                             twocs_error *error) {
  search *s = scratch;
  twocs_status status = twocs_wall_settle(point, &s->run, error);
  if (status) return status;
  if (!(gpus >= 1 && gpus <= 1e24 && gpus == floor(gpus)))
    return twocs_fail(error, TWOCS_RANGE,
                      "gpus = %.15g: expected a whole number in [1, 1e24] (devices of the cluster)", gpus);
  const double ep = twocs_common_divisor(gpus, s->run.point.wall.stack_experts), rest = gpus / ep;
  s->best = (best){.t_run = (double)INFINITY};
  if (countable(&s->run) && rest < spans) {
    status = twocs_search_degrees(s, rest, ep, error);
    if (!status) status = twocs_search_cluster(s, (uint64_t)rest, error);
    if (status) return status;
    twocs_search_run(s);
  }
  return report(s, run), TWOCS_OK;
}

/* The time at which the share `util` of the peak is used, less a margin for rounding. */
static double enough(const twocs_wall_run *p, double gpus, double util) {
  const double t_batch =
      6 * (p->stack_param / p->point.wall.stack_experts) * p->b_tokens / (p->peak * gpus) / util;
  return t_batch * p->batches * (1 - rounding);
}

/* Clusters that do not fill their levels are skipped; it is an error if the largest of all is one of them. */
static twocs_status clusters_try(search *s, double util, int most, twocs_error *error) {
  const twocs_wall_run *p = &s->run;
  const double ep = p->point.wall.stack_experts, least = p->c_flop / (p->t_allowed * p->rate);
  twocs_error trouble;
  twocs_status status = TWOCS_OK;
  for (int i = 0; i <= most; i++) {
    const double rest = ldexp(p->point.wall.cluster_unit, i);
    if (rest * ep < least) continue;
    s->best = (best){.t_run = p->t_allowed, .enough = enough(p, rest * ep, util)};
    status = twocs_search_cluster(s, (uint64_t)rest, &trouble);
    if (status && status != TWOCS_RANGE) break;
    if (!status) twocs_search_run(s);
    if (s->best.found) return TWOCS_OK;
  }
  if (status && error) *error = trouble;
  return status;
}

twocs_status twocs_search_fit(const twocs_point *point, double util, search *s, twocs_wall_run *run,
                              twocs_error *error) {
  twocs_status status = twocs_wall_follow(point, &s->run, error);
  if (status) return status;
  const twocs_wall *k = &s->run.point.wall;
  int most = CLUSTERS - 1;
  while (ldexp(k->cluster_unit, most) >= spans) most--;
  s->best.found = 0;
  if (countable(&s->run)) {
    status = twocs_search_degrees(s, ldexp(k->cluster_unit, most), k->stack_experts, error);
    if (!status) status = clusters_try(s, util, most, error);
  }
  if (!status) report(s, run);
  return status;
}

twocs_status twocs_wall_fit(const twocs_point *point, void *scratch, twocs_wall_run *run,
                            twocs_error *error) {
  const twocs_status status = twocs_wall_settle(point, run, error);
  return status ? status : twocs_search_fit(point, (double)INFINITY, scratch, run, error);
}

/* The fastest way to spread given degrees. */
twocs_status twocs_wall_place(const twocs_point *point, void *scratch, twocs_wall_run *run,
                              twocs_error *error) {
  search *s = scratch;
  degrees n;
  spread any;
  twocs_status status = twocs_wall_degrees(point, &s->run, &n, &any, error);
  if (status) return status;
  const double value[DEGREES] = {n.dp, n.tp_d, n.tp_f, n.pp, n.ep}, rest = n.dp * n.tp_d * n.tp_f * n.pp;
  s->best = (best){.t_run = (double)INFINITY};
  if (countable(&s->run) && rest < spans) {
    status = twocs_search_degrees(s, 1, n.ep, error);
    for (int i = 0; i < DEGREES; i++) s->of[i].count = 1, s->of[i].of[0] = (uint64_t)value[i];
    if (!status) status = twocs_search_cluster(s, (uint64_t)rest, error);
    if (status) return status;
    const twocs_wall *k = &s->run.point.wall;
    const chip device = chip_of(&s->run);
    const layer_cut cut = layer_cut_of(&device, k->f / n.tp_f, k->d / n.tp_d);
    const work w = work_of(&s->run, &cut, &n);
    const family f = {.least = 0};
    twocs_search_place(s, &f, &n, &w);
  }
  report(s, run);
  if (s->best.found) run->feasible = run->cluster_fits;
  return TWOCS_OK;
}
