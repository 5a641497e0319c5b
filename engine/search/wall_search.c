/* SPDX-License-Identifier: MIT
 *
 * The fastest layout on a cluster (ERDI24, section 1.7 of the specification). Lower bounds come from what is
 * known of the degrees: first of each degree, then of families, from arithmetic at the sustained rate, the
 * latency of matmuls, and the network as if each degree had it to itself. The most promising family is timed
 * first, and what cannot reach the best is skipped.
 *
 * Cost: the number of families grows with the square of the logarithm of the cluster, the options of a degree
 * with the product of the numbers of divisors of the bounded levels (4 at 8 GPUs a node, 24 at 8 x 32), and
 * the layouts of a family with the fourth power of that at worst. Few get so far: in the H100's sweep of 31
 * widths and 77 clusters, about 10000 families are bounded, 4000 pipelines get the exact time of their
 * matmuls, and 700 layouts are timed; with three levels 2000 and 6000. */
#include "search/wall_search.h"
#include "search/wall_place.h"

/* ---- Families. */

static uint64_t whole_root(uint64_t x) {
  uint64_t r = (uint64_t)sqrt((double)x);
  while (r * r > x) r--;
  while ((r + 1) * (r + 1) <= x) r++;
  return r;
}

/* With the fewest microbatches that a pipeline of either kind may have. */
static degrees degrees_of(const search *s, const family *f) {
  const double pp = (double)s->of[D_pp].of[f->pp];
  return (degrees){.dp = (double)s->of[D_dp].of[f->dp],
                   .tp_d = (double)s->of[D_tp_d].of[f->tp_d],
                   .tp_f = (double)s->of[D_tp_f].of[f->tp_f],
                   .pp = pp,
                   .ep = (double)s->of[D_ep].of[0],
                   .micro = pp,
                   .interleave = 1,
                   .zb = 1};
}

/* A bound charges no latency if zero bubbles may be chosen. */
static int reaches(const search *s, const work *w, const path_cost *net) {
  return !twocs_search_pruned(s, w, net, s->run.point.wall.zero_bubble);
}

/* TP alone on the network: a bound from each of its degrees, then one from both together. */
static void tp_apart(const search *s, family *f) {
  const values *d = &s->of[D_tp_d], *ff = &s->of[D_tp_f];
  f->alone.t_tp = larger(d->t[f->tp_d], ff->t[f->tp_f]);
  f->alone.lat_tp = d->lat[f->tp_d] + ff->lat[f->tp_f];
}

static void tp_together(const search *s, family *f) {
  const option *ds = s->of[D_tp_d].options[f->tp_d], *fs = s->of[D_tp_f].options[f->tp_f];
  f->alone.t_tp = f->alone.lat_tp = (double)INFINITY;
  for (int i = 0; i < s->codes; i++)
    for (int j = 0; j < s->codes && ds[i].fits; j++) {
      int fits = fs[j].fits;
      for (int l = 0; l < BOUNDED; l++) {
        const level *v = &s->level[l];
        const unsigned char left = v->quotient[v->count - 1][ds[i].at[l]];
        fits = fits && v->quotient[left][fs[j].at[l]] != NONE;
      }
      if (!fits) continue;
      f->alone.t_tp = smaller(f->alone.t_tp, twocs_wires_tp(&ds[i].w, &fs[j].w));
      f->alone.lat_tp = smaller(f->alone.lat_tp, ds[i].w.lat + fs[j].w.lat);
    }
}

/* ---- One family. */

static const layer_cut *cut_of(search *s, uint64_t tp_d, uint64_t tp_f) {
  const uint64_t key = tp_d << 32 | tp_f, slot = (key * 0x9e3779b97f4a7c15u) >> 54;
  const twocs_wall *k = &s->run.point.wall;
  if (s->cut_key[slot] == key) return &s->cut[slot];
  s->cut_key[slot] = key;
  const chip device = chip_of(&s->run);
  s->cut[slot] = layer_cut_of(&device, k->f / (double)tp_f, k->d / (double)tp_d);
  return &s->cut[slot];
}

static void family_try(search *s, const family *f, double zb, int most) {
  const twocs_wall_run *p = &s->run;
  degrees n = degrees_of(s, f);
  const uint64_t tokens = (uint64_t)floor(p->b_tokens / (p->point.wall.stack_experts * n.dp));
  const uint64_t pp = s->of[D_pp].of[f->pp];
  uint64_t micro[MICROS];
  const int count = twocs_search_micros(s, tokens, zb > 0 ? 2 * pp : pp, most, micro);
  n.zb = zb;
  n.interleave = zb <= 0 && pp > 1 ? p->point.wall.depth / n.pp : 1;
  for (int i = 0; i < count; i++) {
    n.micro = (double)micro[i];
    const work least = work_of(p, NULL, &n);
    if (twocs_search_pruned(s, &least, &f->alone, zb)) continue;
    const work w = work_of(p, cut_of(s, s->of[D_tp_d].of[f->tp_d], s->of[D_tp_f].of[f->tp_f]), &n);
    if (!twocs_search_pruned(s, &w, &f->alone, zb)) twocs_search_place(s, f, &n, &w);
  }
}

static void family_look(search *s, const family *f) {
  if (f->least > s->best.t_run || (s->best.found && s->best.t_run <= s->best.enough)) return;
  family_try(s, f, 0, (int)s->run.point.wall.micro_most);
  if (s->run.point.wall.zero_bubble > 0) family_try(s, f, 1, 1);
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
  const work w = work_of(&s->run, NULL, &n);
  if (w.nano < 1 || !reaches(s, &w, &f->alone)) return;
  f->least = time_of(&s->run, &w, &f->alone, s->run.point.wall.zero_bubble).t_run * (1 - rounding);
  if (*count < FAMILIES)
    s->families[(*count)++] = *f;
  else
    family_look(s, f);
}

/* Adds the families in which DP and PP share what TP leaves. */
static void families_add(search *s, int *count, family *f, uint64_t left) {
  const values *dp = &s->of[D_dp], *pp = &s->of[D_pp];
  for (int i = 0; i < pp->count; i++) {
    if (!pp->options[i] || left % pp->of[i]) continue;
    const int j = place_of(dp, left / pp->of[i]);
    if (j < 0 || isinf(dp->t[j])) continue;
    f->pp = (short)i, f->dp = (short)j;
    f->alone.t_dp = dp->t[j], f->alone.lat_dp = dp->lat[j];
    family_add(s, count, f);
  }
}

/* Excludes, for all families, numbers of replicas that do not fit in memory or take too long to
 * synchronize. */
static void dp_prune(search *s) {
  values *dp = &s->of[D_dp];
  const work none = {0};
  for (int i = 0; i < dp->count; i++) {
    if (!dp->options[i]) continue;
    const path_cost net = {.t_dp = dp->t[i], .lat_dp = dp->lat[i]};
    if (memory_of(&s->run, s->gpus, (double)dp->of[i]).cluster_fits <= 0 || !reaches(s, &none, &net))
      dp->t[i] = (double)INFINITY;
  }
}

static void tp_add(search *s, int *count, family *f) {
  const values *d = &s->of[D_tp_d], *ff = &s->of[D_tp_f];
  const uint64_t tp = d->of[f->tp_d] * ff->of[f->tp_f];
  if (!d->options[f->tp_d] || !ff->options[f->tp_f] || s->rest % tp) return;
  const uint64_t edge = whole_root(tp), cut = ff->of[f->tp_f];
  if (cut < edge || cut > (uint64_t)s->run.point.wall.tp_wide * edge) return;
  const work none = {0};
  f->alone = (path_cost){0};
  tp_apart(s, f);
  if (!reaches(s, &none, &f->alone)) return;
  tp_together(s, f);
  if (reaches(s, &none, &f->alone)) families_add(s, count, f, s->rest / tp);
}

void twocs_search_run(search *s) {
  int count = 0, first = 0;
  dp_prune(s);
  for (int i = 0; i < s->of[D_tp_d].count; i++)
    for (int j = 0; j < s->of[D_tp_f].count; j++) {
      family f = {.tp_d = (short)i, .tp_f = (short)j};
      tp_add(s, &count, &f);
    }
  for (int i = 1; i < count; i++)
    if (s->families[i].least < s->families[first].least) first = i;
  if (count) family_look(s, &s->families[first]);
  for (int i = 0; i < count; i++)
    if (i != first) family_look(s, &s->families[i]);
}
