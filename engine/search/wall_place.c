/* SPDX-License-Identifier: MIT
 *
 * Spreads degrees over the levels of the network (ERDI24, section 1.7 of the specification): every ordered
 * factorisation of each bounded level into the five degrees; the outermost level takes what is left. TP is
 * placed first because it costs most: if even the cheapest of the other degrees would be too slow, all that
 * follows is skipped. The one thing to know: something is skipped only if its bound is worse than the best by
 * more than rounding, so the result is that of trying everything. */
#include "search/wall_place.h"
#include <string.h>

/* What is left of each bounded level, as indices of its divisors. */
typedef struct rest {
  unsigned char at[BOUNDED];
} rest;

static inline int take(const search *s, const rest *from, const option *o, rest *left) {
  if (!o->fits) return 0;
  int fits = 1;
  for (int l = 0; l < BOUNDED; l++) {
    left->at[l] = s->level[l].quotient[from->at[l]][o->at[l]];
    fits &= left->at[l] != NONE;
  }
  return fits;
}

/* The cost of PP and EP by their members at the bounded levels, which is kept. */
static cost cost_of(search *s, const family *f, const option *pp, const option *ep, int code_pp, int code_ep,
                    double interleave) {
  const uint64_t place = ((uint64_t)f->pp << 14 | (uint64_t)code_pp) << 14 | (uint64_t)code_ep;
  const uint64_t key = (s->clusters << 36 | place) << 1 | (interleave > 1);
  const uint64_t slot = (key * 0x9e3779b97f4a7c15u) >> 52;
  if (s->cost_key[slot] == key) return s->cost[slot];
  double members_pp[LEVELS], members_ep[LEVELS];
  twocs_search_members(s, s->of[D_pp].of[f->pp], pp->at, members_pp);
  twocs_search_members(s, s->of[D_ep].of[0], ep->at, members_ep);
  s->cost_key[slot] = key;
  return s->cost[slot] = twocs_cost_ppep(&s->run, s->gpus, members_pp, members_ep, interleave);
}

/* Of two layouts that are equally fast, the one that sends less is preferred, then the one that the loops of
 * the specification reach first. */
static int earlier(const degrees *a, const degrees *b) {
  const double one[] = {a->tp_d * a->tp_f, a->dp, a->tp_f, a->zb, a->micro},
               two[] = {b->tp_d * b->tp_f, b->dp, b->tp_f, b->zb, b->micro};
  for (size_t i = 0; i < sizeof one / sizeof *one; i++)
    if (one[i] < two[i] || one[i] > two[i]) return one[i] < two[i];
  return 0;
}

static int same(double a, double b) { return fabs(a - b) <= rounding * b; }

static void consider(search *s, const degrees *n, double t_run, const path_cost *net,
                     const option *const o[DEGREES]) {
  best *b = &s->best;
  const double t_wires = net->t_tp + net->t_dp + net->t_ppep;
  if (t_run > b->t_run * (1 + rounding)) return;
  const int tie = b->found && same(t_run, b->t_run) && same(t_wires, b->t_wires);
  b->ties += tie;
  if (t_run > b->t_run || (t_run >= b->t_run && !b->found)) return;
  if (t_run >= b->t_run && t_wires > b->t_wires) return;
  if (t_run >= b->t_run && t_wires >= b->t_wires && !earlier(n, &b->n)) return;
  if (!tie) b->ties = 0;
  b->found = 1, b->t_run = t_run, b->t_wires = t_wires, b->n = *n;
  for (int i = 0; i < DEGREES; i++) memcpy(b->at[i], o[i]->at, sizeof b->at[i]);
}

static void place_rest(search *s, const family *f, const degrees *n, const work *w, path_cost net,
                       const rest *rest_tp, const option *tp_d, const option *tp_f) {
  const option *dps = s->of[D_dp].options[f->dp], *eps = s->of[D_ep].options[0],
               *pps = s->of[D_pp].options[f->pp];
  for (int i = 0; i < s->codes; i++) {
    rest rest_dp;
    if (!take(s, rest_tp, &dps[i], &rest_dp)) continue;
    net.t_dp = dps[i].most, net.lat_dp = dps[i].w.lat, net.t_ppep = 0, net.lat_ppep = 0;
    if (twocs_search_pruned(s, w, &net, n->zb)) continue;
    for (int j = 0; j < s->codes; j++) {
      rest left;
      if (!take(s, &rest_dp, &eps[j], &left)) continue;
      int code = 0;
      for (int l = 0; l < BOUNDED; l++) code += left.at[l] * s->order[l];
      if (!pps[code].fits) continue;
      const cost pipe = cost_of(s, f, &pps[code], &eps[j], code, j, n->interleave);
      net.t_ppep = pipe.t, net.lat_ppep = pipe.lat;
      const option *const o[DEGREES] = {&dps[i], tp_d, tp_f, &pps[code], &eps[j]};
      consider(s, n, time_of(&s->run, w, &net, n->zb).t_run, &net, o);
    }
  }
}

void twocs_search_place(search *s, const family *f, const degrees *n, const work *w) {
  const option *ds = s->of[D_tp_d].options[f->tp_d], *fs = s->of[D_tp_f].options[f->tp_f];
  rest all;
  for (int l = 0; l < BOUNDED; l++) all.at[l] = (unsigned char)(s->level[l].count - 1);
  for (int i = 0; i < s->codes; i++) {
    rest rest_d, rest_f;
    if (!take(s, &all, &ds[i], &rest_d)) continue;
    for (int j = 0; j < s->codes; j++) {
      if (!take(s, &rest_d, &fs[j], &rest_f)) continue;
      const path_cost net = {twocs_wires_tp(&ds[i].w, &fs[j].w), 0, s->of[D_dp].t[f->dp],
                             ds[i].w.lat + fs[j].w.lat,          0, s->of[D_dp].lat[f->dp]};
      if (!twocs_search_pruned(s, w, &net, n->zb)) place_rest(s, f, n, w, net, &rest_f, &ds[i], &fs[j]);
    }
  }
}
