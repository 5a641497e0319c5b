/* SPDX-License-Identifier: MIT
 *
 * A checked evaluation of one layout: from degrees by level to time, utilisation and memory (ERDI24, sections
 * 1.3 to 1.6 of the specification). */
#include "search/wall_step.h"
#include "rows/rows.h"
#include <string.h>

twocs_wall_matmul twocs_wall_multiply(const twocs_wall_run *settled, double rows, double columns,
                                      double tokens, int gradient) {
  const chip c = chip_of(settled);
  const matmul_cut cut = matmul_cut_of(&c, rows, columns);
  const matmul_terms m = matmul_of(&c, &cut, tokens, gradient);
  return (twocs_wall_matmul){m.mem_byte, m.l2_byte, m.dsmem_byte, m.reg_byte, m.flop,
                             m.t_mem,    m.t_l2,    m.t_shared,   m.t_flop,   m.t_mm};
}

/* ---- Whether the layout is valid. */

static const short degree_column[DEGREES] = {K_dp, K_tp_d, K_tp_f, K_pp, K_ep};

static double product(const double members[LEVELS]) {
  return members[0] * members[1] * members[2] * members[3];
}

/* Members that were not set follow from their degree. */
#pragma GCC diagnostic ignored "-Wunused-variable"
static void members_follow(const twocs_point *point, const twocs_wall_run *p, spread *s) {
#include "search/wall_scope.h"
  const double dp = point->layout.dp, pp = point->layout.pp, ep = point->layout.ep;
  const twocs_wall *wall = &point->wall;
  double *out = &s->of[0][0];
  int i = 0;
#define FIELD(name, ...) const double name = wall->name;
#define CHOICE(name, ...) const double name = wall->name;
#define FOLLOWS(name, unit, formula, ...)                                                                    \
  const double name = out[i++] = isnan(wall->name) ? (formula) : wall->name;
#include "rows/wall_layout.def"
#undef FIELD
#undef CHOICE
#undef FOLLOWS
}

static twocs_status members_check(const twocs_wall_run *p, const degrees *n, const spread *s,
                                  twocs_error *error) {
  const double degree[DEGREES] = {n->dp, n->tp_d, n->tp_f, n->pp, n->ep};
  for (int i = 0; i < DEGREES; i++) {
    for (int l = 0; l < LEVELS; l++) {
      const int column = K_dp_l0 + LEVELS * i + l;
      const twocs_status status = twocs_field_check(column, s->of[i][l], error);
      if (status) return status;
      if (l >= (int)p->net_levels && s->of[i][l] > 1)
        return twocs_fail(error, TWOCS_RANGE,
                          "%s = %.15g: the network has %.15g levels, so level %d has one member",
                          twocs_columns[column].name, s->of[i][l], p->net_levels, l);
    }
    const double members = product(s->of[i]);
    if (members < degree[i] || members > degree[i])
      return twocs_fail(error, TWOCS_RANGE, "%s = %.15g: the product of its members at the levels is %.15g",
                        twocs_columns[degree_column[i]].name, degree[i], members);
  }
  return TWOCS_OK;
}

static twocs_status divides(const char *what, double part, const char *whole, double of, twocs_error *error) {
  if (fmod(of, part) <= 0) return TWOCS_OK;
  return twocs_fail(error, TWOCS_RANGE, "%s = %.15g does not divide %s = %.15g", what, part, whole, of);
}

static twocs_status degrees_check(const twocs_wall_run *p, const degrees *n, twocs_error *error) {
  const twocs_wall *w = &p->point.wall;
  const struct {
    const char *what;
    double part;
    const char *whole;
    double of;
  } rule[] = {{"dp", n->dp, "b_tokens", p->b_tokens},
              {"tp_d", n->tp_d, "d", w->d},
              {"tp_f", n->tp_f, "f", w->f},
              {"pp", n->pp, "depth", w->depth},
              {"ep", n->ep, "stack_experts", w->stack_experts}};
  for (size_t i = 0; i < sizeof rule / sizeof *rule; i++) {
    const twocs_status status = divides(rule[i].what, rule[i].part, rule[i].whole, rule[i].of, error);
    if (status) return status;
  }
  if (n->dp * n->micro * w->stack_experts > p->b_tokens)
    return twocs_fail(error, TWOCS_RANGE,
                      "micro = %.15g: with a batch of %.15g tokens, microbatches are empty", n->micro,
                      p->b_tokens);
  if (n->interleave * n->pp > w->depth)
    return twocs_fail(error, TWOCS_RANGE,
                      "interleave = %.15g: a pipeline of %.15g stages has only %.15g layers", n->interleave,
                      n->pp, w->depth);
  return TWOCS_OK;
}

twocs_status twocs_wall_degrees(const twocs_point *point, twocs_wall_run *run, degrees *n, spread *s,
                                twocs_error *error) {
  static const short setting[] = {K_micro, K_interleave, K_zb};
  twocs_status status = twocs_wall_settle(point, run, error);
  const double *field = (const double *)point;
  for (int i = 0; i < DEGREES && !status; i++)
    status = twocs_field_check(degree_column[i], field[degree_column[i]], error);
  for (size_t i = 0; i < sizeof setting / sizeof *setting && !status; i++)
    status = twocs_field_check(setting[i], field[setting[i]], error);
  if (status) return status;
  const twocs_wall *w = &point->wall;
  const twocs_layout *l = &point->layout;
  *n = (degrees){l->dp, w->tp_d, w->tp_f, l->pp, l->ep, w->micro, w->interleave, w->zb};
  members_follow(point, run, s);
  return degrees_check(run, n, error);
}

/* ---- The report. */

/* Computes every row of a layout. */
#pragma GCC diagnostic ignored "-Wunused-variable"
static void rows_report(twocs_wall_run *p) {
#include "search/wall_scope.h"
  const double dp = p->point.layout.dp, pp = p->point.layout.pp, ep = p->point.layout.ep;
#define FIELD(name, ...) const double name = p->point.wall.name;
#define CHOICE(name, ...) const double name = p->point.wall.name;
#define FOLLOWS(name, ...) const double name = p->point.wall.name;
#include "rows/wall_layout.def"
#undef FIELD
#undef CHOICE
#undef FOLLOWS
#define EQ(name, unit, reference, number, e, meaning) const double name = p->name = (e);
#include "rows/wall_network.def"
#include "rows/wall_work.def"
#include "rows/wall_time.def"
#include "rows/wall_memory.def"
#include "rows/wall_result.def"
#undef EQ
}

void twocs_wall_report(twocs_wall_run *run, const spread *s, const degrees *n) {
  twocs_wall *w = &run->point.wall;
  memcpy(&w->dp_l0, s, sizeof *s);
  run->point.layout.dp = n->dp, run->point.layout.pp = n->pp, run->point.layout.ep = n->ep;
  w->tp_d = n->tp_d, w->tp_f = n->tp_f;
  w->micro = n->micro, w->interleave = n->interleave, w->zb = n->zb;
  rows_report(run);
}

twocs_status twocs_wall_eval(const twocs_point *point, twocs_wall_run *run, twocs_error *error) {
  degrees n;
  spread s;
  twocs_status status = twocs_wall_degrees(point, run, &n, &s, error);
  if (!status) status = members_check(run, &n, &s, error);
  if (!status) twocs_wall_report(run, &s, &n);
  return status;
}
