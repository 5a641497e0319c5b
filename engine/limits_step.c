/* SPDX-License-Identifier: MIT
 *
 * A single evaluation: degrees by level in, time, utilisation and memory out (ERDI24, sections 1.3 to 1.6 of
 * the specification). work_of and time_of hold the rows once, for this file and for the search. */
#include "limits_step.h"
#include <string.h>

static twocs_status layout_check(const twocs_limits_point *p, const twocs_limits_layout *layout,
                                 twocs_error *error) {
  const double *value = (const double *)layout;
  const twocs_column *column = &twocs_limits_columns[twocs_limits_records[2].first];
  for (int i = 0; i < twocs_limits_records[2].count; i++)
    if (!(value[i] >= column[i].least && value[i] <= column[i].most && value[i] == floor(value[i])))
      return twocs_fail(error, TWOCS_RANGE, "%s = %.15g: expected a whole number in [%.15g, %.15g] (%s)",
                        column[i].name, value[i], column[i].least, column[i].most, column[i].meaning);
  for (int i = 0; i < DEGREES; i++)
    for (int l = (int)p->limits.levels; l < LEVELS; l++)
      if (value[i * LEVELS + l] > 1)
        return twocs_fail(error, TWOCS_RANGE,
                          "%s = %.15g: the network has %.15g levels, so level %d has one member",
                          column[i * LEVELS + l].name, value[i * LEVELS + l], p->limits.levels, l);
  return TWOCS_OK;
}

static twocs_status divides(const char *what, double part, const char *whole, double of, twocs_error *error) {
  if (fmod(of, part) <= 0) return TWOCS_OK;
  return twocs_fail(error, TWOCS_RANGE, "%s = %.15g does not divide %s = %.15g", what, part, whole, of);
}

static twocs_status degrees_check(const twocs_limits_point *p, const degrees *n, twocs_error *error) {
  const struct {
    const char *what;
    double part;
    const char *whole;
    double of;
  } rule[] = {{"dp", n->dp, "b_tokens", p->shape.b_tokens},
              {"tp_d", n->tp_d, "d", p->limits.d},
              {"tp_f", n->tp_f, "f", p->limits.f},
              {"pp", n->pp, "layers", p->limits.layers},
              {"ep", n->ep, "experts", p->limits.experts}};
  for (size_t i = 0; i < sizeof rule / sizeof *rule; i++) {
    const twocs_status status = divides(rule[i].what, rule[i].part, rule[i].whole, rule[i].of, error);
    if (status) return status;
  }
  if (n->dp * n->micro * p->limits.experts > p->shape.b_tokens)
    return twocs_fail(error, TWOCS_RANGE,
                      "micro = %.15g: a batch of %.15g tokens leaves none for a microbatch", n->micro,
                      p->shape.b_tokens);
  if (n->interleave * n->pp > p->limits.layers)
    return twocs_fail(error, TWOCS_RANGE, "interleave = %.15g: %.15g stages of a pipeline have %.15g layers",
                      n->interleave, n->pp, p->limits.layers);
  return TWOCS_OK;
}

static double product(const double members[LEVELS]) {
  return members[0] * members[1] * members[2] * members[3];
}

/* What is reported beside the times. */
#pragma GCC diagnostic ignored "-Wunused-variable"
static void result_rows(twocs_limits_point *p) {
#include "limits_scope.h"
  const double gpus = p->result.gpus;
#define EQ(name, ...) const double name = p->result.name;
#include "rows/limits_time.def"
#undef EQ
#define EQ(name, unit, reference, number, e, meaning) const double name = p->result.name = (e);
#include "rows/limits_result.def"
#undef EQ
}

void twocs_limits_report(twocs_limits_point *point, const spread *s, const degrees *n) {
  twocs_limits_result *r = &point->result;
  twocs_limits_layout *layout = &point->layout;
  memcpy(layout, s, sizeof *s); /* degrees stand first, level by level */
  layout->micro = n->micro, layout->interleave = n->interleave, layout->zb = n->zb;
  r->dp = n->dp, r->tp_d = n->tp_d, r->tp_f = n->tp_f, r->pp = n->pp, r->ep = n->ep;
  r->gpus = n->dp * n->tp_d * n->tp_f * n->pp * n->ep;
  const layer_cut tiles =
      twocs_layer_cut(&point->limits, point->limits.f / n->tp_f, point->limits.d / n->tp_d);
  const work w = work_of(point, &tiles, n);
  const network net = twocs_network(point, r->gpus, s, n->interleave);
  const timing t = time_of(point, &w, &net, n->zb);
  memcpy(&r->nano, &w, sizeof w);
  memcpy(&r->t_tp, &net, sizeof net);
  memcpy(&r->lat_pipe, &t, sizeof t);
  const memory kept = memory_of(point, r->gpus, n->dp);
  memcpy(&r->mem_byte, &kept, sizeof kept);
  result_rows(point);
}

twocs_status twocs_limits_degrees(const twocs_limits *limits, const twocs_limits_layout *layout,
                                  twocs_limits_point *point, degrees *n, twocs_error *error) {
  twocs_status status = twocs_limits_settle(limits, point, error);
  if (!status) status = layout_check(point, layout, error);
  if (status) return status;
  spread s;
  memcpy(&s, layout, sizeof s);
  *n = (degrees){product(s.of[D_dp]), product(s.of[D_tp_d]), product(s.of[D_tp_f]), product(s.of[D_pp]),
                 product(s.of[D_ep]), layout->micro,         layout->interleave,    layout->zb};
  return degrees_check(point, n, error);
}

twocs_status twocs_limits_eval(const twocs_limits *limits, const twocs_limits_layout *layout,
                               twocs_limits_point *point, twocs_error *error) {
  degrees n;
  spread s;
  const twocs_status status = twocs_limits_degrees(limits, layout, point, &n, error);
  if (status) return status;
  memcpy(&s, layout, sizeof s);
  twocs_limits_report(point, &s, &n);
  point->result.feasible = point->result.fits, point->result.ties = 0;
  return TWOCS_OK;
}
