/* SPDX-License-Identifier: MIT
 *
 * The fastest layout on a cluster (ERDI24, section 1.7 of the specification). Families of degrees are bounded
 * from below by arithmetic, the latency of matmuls and the network that their degrees would have to
 * themselves; the most promising one is timed first, and whoever cannot reach the best is left out. */
#include "limits_search.h"
#include <string.h>

static const double rounding = 1e-12; /* bounds add up in another order than times */

/* ---- Families. */

static uint64_t root(uint64_t x) {
  uint64_t r = (uint64_t)sqrt((double)x);
  while (r * r > x) r--;
  while ((r + 1) * (r + 1) <= x) r++;
  return r;
}

/* Matmuls at the peak rate, their latency at the fewest microbatches: less than any layout of the family. */
static work least_work(const search *s, const degrees *n) {
  const twocs_limits *k = &s->point.limits;
  work w = {0};
  const double tokens = floor(s->point.shape.b_tokens / (k->experts * n->dp));
  const double flop = 2 * (k->f / n->tp_f) * (k->d / n->tp_d) * tokens;
  w.t_mm =
      (1 + k->redo / 3) * (k->layers / n->pp) * (k->experts / n->ep) * 6 * (n->pp * k->tau + flop / k->rate);
  return w;
}

static double least_time(const search *s, const family *f, const degrees *n) {
  const work w = least_work(s, n);
  const network net = {f->t_tp, 0, s->of[D_dp].t[f->dp], f->lat_tp, 0, s->of[D_dp].lat[f->dp]};
  const double zb = s->point.limits.zero_bubble; /* a zero bubble is charged no latency */
  return time_of(&s->point, &w, &net, zb).t_run * (1 - rounding);
}

/* TP alone on the network. */
static void least_tp(const search *s, family *f) {
  const option *ds = s->of[D_tp_d].options[f->tp_d], *fs = s->of[D_tp_f].options[f->tp_f];
  f->t_tp = f->lat_tp = (double)INFINITY;
  for (int i = 0; i < s->codes; i++)
    for (int j = 0; j < s->codes && ds[i].fits; j++) {
      int fits = fs[j].fits;
      for (int l = 0; l < BOUNDED; l++) {
        const level *v = &s->level[l];
        const unsigned char left = v->quotient[v->count - 1][ds[i].at[l]];
        fits = fits && v->quotient[left][fs[j].at[l]] != NONE;
      }
      if (!fits) continue;
      f->t_tp = smaller(f->t_tp, twocs_wires_tp(&ds[i].w, &fs[j].w));
      f->lat_tp = smaller(f->lat_tp, ds[i].w.lat + fs[j].w.lat);
    }
}

static degrees degrees_of(const search *s, const family *f) {
  return (degrees){(double)s->of[D_dp].of[f->dp],
                   (double)s->of[D_tp_d].of[f->tp_d],
                   (double)s->of[D_tp_f].of[f->tp_f],
                   (double)s->of[D_pp].of[f->pp],
                   (double)s->of[D_ep].of[0],
                   1,
                   1,
                   0};
}

/* ---- One family. */

static const layer_cut *cut_of(search *s, uint64_t tp_d, uint64_t tp_f) {
  kept_cut *kept = &s->cuts[((tp_d << 32 ^ tp_f) * 0x9e3779b97f4a7c15u) >> 54];
  if (kept->tp_d != tp_d || kept->tp_f != tp_f) {
    kept->tp_d = tp_d, kept->tp_f = tp_f;
    kept->cut =
        twocs_layer_cut(&s->point.limits, s->point.limits.f / (double)tp_f, s->point.limits.d / (double)tp_d);
  }
  return &kept->cut;
}

static void family_try(search *s, const family *f, double zb, int most) {
  const twocs_limits_point *p = &s->point;
  degrees n = degrees_of(s, f);
  const uint64_t tokens = (uint64_t)floor(p->shape.b_tokens / (p->limits.experts * n.dp));
  uint64_t micro[MICROS];
  const uint64_t pp = s->of[D_pp].of[f->pp];
  const int count = twocs_search_micros(s, tokens, zb > 0 ? 2 * pp : pp, most, micro);
  const layer_cut *cut = cut_of(s, s->of[D_tp_d].of[f->tp_d], s->of[D_tp_f].of[f->tp_f]);
  n.zb = zb;
  n.interleave = zb <= 0 && pp > 1 ? p->limits.layers / n.pp : 1;
  for (int i = 0; i < count; i++) {
    n.micro = (double)micro[i];
    const work w = work_of(p, cut, &n);
    const network net = {f->t_tp, 0, s->of[D_dp].t[f->dp], f->lat_tp, 0, s->of[D_dp].lat[f->dp]};
    if (time_of(p, &w, &net, zb).t_run * (1 - rounding) <= s->best.t_run) twocs_search_place(s, f, &n, &w);
  }
}

static void family_look(search *s, const family *f) {
  if (f->least > s->best.t_run) return;
  family_try(s, f, 0, (int)s->point.limits.micro_most);
  if (s->point.limits.zero_bubble > 0) family_try(s, f, 1, 1);
}

/* ---- All of them. */

static int place_of(const values *v, uint64_t value) {
  int low = 0, high = v->count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (v->of[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < v->count && v->of[low] == value ? low : -1;
}

static void family_add(search *s, int *count, family *f) {
  const degrees n = degrees_of(s, f);
  f->least = least_time(s, f, &n);
  if (f->least > s->best.t_run) return;
  if (memory_of(&s->point, s->gpus, n.dp).fits <= 0) return;
  if (*count < FAMILIES)
    s->families[(*count)++] = *f;
  else
    family_look(s, f);
}

/* DP and PP share what TP leaves. */
static void families_add(search *s, int *count, family *f, uint64_t left) {
  const values *pp = &s->of[D_pp];
  for (int i = 0; i < pp->count; i++) {
    if (left % pp->of[i]) continue;
    const int dp = place_of(&s->of[D_dp], left / pp->of[i]);
    if (dp < 0) continue;
    f->pp = (short)i, f->dp = (short)dp;
    family_add(s, count, f);
  }
}

void twocs_search_run(search *s) {
  const values *d = &s->of[D_tp_d], *ff = &s->of[D_tp_f];
  int count = 0;
  for (int i = 0; i < d->count; i++)
    for (int j = 0; j < ff->count; j++) {
      const uint64_t tp = d->of[i] * ff->of[j];
      if (!d->options[i] || !ff->options[j] || s->rest % tp) continue;
      const uint64_t edge = root(tp);
      if (ff->of[j] < edge || ff->of[j] > (uint64_t)s->point.limits.tp_wide * edge) continue;
      family f = {.tp_d = (short)i, .tp_f = (short)j};
      least_tp(s, &f);
      families_add(s, &count, &f, s->rest / tp);
    }
  int first = 0;
  for (int i = 1; i < count; i++)
    if (s->families[i].least < s->families[first].least) first = i;
  if (count) family_look(s, &s->families[first]);
  for (int i = 0; i < count; i++)
    if (i != first) family_look(s, &s->families[i]);
}
