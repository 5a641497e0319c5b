/* SPDX-License-Identifier: MIT
 *
 * What a search needs before it starts: the values that degrees may take, the sizes of the levels on the
 * current cluster, and the cost of each way to spread a degree over them. */
#include "search/wall_tables.h"
#include <string.h>

double twocs_common_divisor(double a, double b) {
  while (b > 0) {
    const double rest = fmod(a, b);
    a = b, b = rest;
  }
  return a;
}

/* ---- Divisors. */

/* Multiplies each of the n divisors by every power of p that divides x. Returns -1 if there are more than
 * `most`. */
static int multiply(uint64_t *x, uint64_t p, int n, int most, uint64_t divisor[]) {
  const int before = n;
  for (uint64_t power = p; *x % p == 0; power *= p) {
    *x /= p;
    if (n + before > most) return -1;
    for (int i = 0; i < before; i++) divisor[n++] = divisor[i] * power;
  }
  return n;
}

static int divisors(uint64_t x, int most, uint64_t divisor[]) {
  int n = 1;
  divisor[0] = 1;
  for (uint64_t p = 2; p * p <= x && n > 0; p += p == 2 ? 1 : 2)
    if (x % p == 0) n = multiply(&x, p, n, most, divisor);
  if (x > 1 && n > 0) n = multiply(&x, x, n, most, divisor);
  for (int i = 1; i < n; i++) /* few, and nearly in order */
    for (int j = i; j > 0 && divisor[j] < divisor[j - 1]; j--) {
      const uint64_t larger_one = divisor[j - 1];
      divisor[j - 1] = divisor[j], divisor[j] = larger_one;
    }
  return n;
}

int twocs_search_micros(search *s, uint64_t x, uint64_t least, int most, uint64_t micro[MICROS]) {
  int n = 0, twos = 0;
  if (x == 0) return 0;
  while ((x >> twos & 1) == 0) twos++;
  if (s->odd != x >> twos) {
    s->odd = x >> twos;
    s->odd_count = divisors(s->odd, ODDS, s->odds);
  }
  for (int i = 0; i < s->odd_count; i++) {
    int e = 0;
    while (e <= twos && s->odds[i] << e < least) e++;
    for (; e <= twos && (n < most || s->odds[i] << e < micro[n - 1]); e++) {
      int j = n < most ? n++ : n - 1;
      for (; j > 0 && micro[j - 1] > s->odds[i] << e; j--) micro[j] = micro[j - 1];
      micro[j] = s->odds[i] << e;
    }
  }
  return n;
}

/* ---- Values of the degrees. */

static twocs_status values_find(search *s, int degree, double whole, double span, const char *what,
                                twocs_error *error) {
  values *v = &s->of[degree];
  v->count = divisors((uint64_t)twocs_common_divisor(whole, span), VALUES, v->of);
  if (v->count > 0) return TWOCS_OK;
  return twocs_fail(error, TWOCS_SIZE, "%s = %.15g has more than %d divisors, too many to search", what,
                    whole, VALUES);
}

twocs_status twocs_search_degrees(search *s, double span, double ep, twocs_error *error) {
  const twocs_wall_run *p = &s->run;
  s->odd = 0;
  s->clusters = 0;
  memset(s->cut_key, 0, sizeof s->cut_key);
  memset(s->cost_key, 0, sizeof s->cost_key);
  s->of[D_ep].count = 1, s->of[D_ep].of[0] = (uint64_t)ep;
  twocs_status status = values_find(s, D_tp_d, p->point.wall.d, span, "d", error);
  if (!status) status = values_find(s, D_tp_f, p->point.wall.f, span, "f", error);
  if (!status) status = values_find(s, D_pp, p->point.wall.depth, span, "depth", error);
  if (!status) status = values_find(s, D_dp, p->b_tokens, span, "b_tokens", error);
  return status;
}

/* ---- Levels. */

static twocs_status level_open(level *l, int number, uint64_t size, twocs_error *error) {
  l->count = divisors(size, DIVISORS, l->size);
  if (l->count < 0)
    return twocs_fail(error, TWOCS_SIZE, "net%d_size = %.15g has more than %d divisors, too many to search",
                      number, (double)size, DIVISORS);
  for (int i = 0; i < l->count; i++)
    for (int j = 0; j < l->count; j++) {
      l->quotient[i][j] = NONE;
      for (int k = 0; k <= i; k++)
        if (l->size[k] * l->size[j] == l->size[i]) l->quotient[i][j] = (unsigned char)k;
    }
  return TWOCS_OK;
}

/* A cluster smaller than the network fills it from the inside (section 5 of the specification). */
static twocs_status levels_open(search *s, twocs_error *error) {
  const twocs_device *k = &s->run.point.device;
  const double sizes[BOUNDED] = {k->net0_size, k->net1_size, k->net2_size};
  double inside = 1, used = 1;
  s->codes = 1;
  for (int l = 0; l < BOUNDED; l++) {
    double size = l < (int)s->run.net_levels - 1 ? sizes[l] : 1;
    if (inside * size >= s->gpus) size = larger(1, floor(s->gpus / inside));
    inside *= l < (int)s->run.net_levels - 1 ? sizes[l] : 1, used *= size;
    const twocs_status status = level_open(&s->level[l], l, (uint64_t)size, error);
    if (status) return status;
    s->order[l] = s->codes;
    s->codes *= s->level[l].count;
  }
  if (fmod(s->gpus, used) > 0)
    return twocs_fail(error, TWOCS_RANGE,
                      "a cluster of %.15g GPUs does not fill levels of %.15g GPUs: change net0_size, or set "
                      "cluster_unit so that clusters fill them",
                      s->gpus, used);
  return TWOCS_OK;
}

/* ---- Options. */

int twocs_search_members(const search *s, uint64_t value, const unsigned char at[BOUNDED],
                         double members[LEVELS]) {
  const int outermost = (int)s->run.net_levels - 1;
  uint64_t inner = 1;
  for (int l = 0; l < LEVELS; l++) members[l] = 1;
  for (int l = 0; l < BOUNDED; l++) {
    const uint64_t here = s->level[l].size[at[l]];
    inner *= here;
    if (l < outermost) members[l] = (double)here;
  }
  const uint64_t outside = value / inner;
  members[outermost] = (double)outside;
  return outside * inner == value;
}

static wires wires_of(const search *s, int degree, const double members[LEVELS]) {
  switch (degree) {
  case D_dp:
    return twocs_wires_dp(&s->run, s->gpus, members);
  case D_tp_d:
    return twocs_wires_tp_d(&s->run, s->gpus, members);
  case D_tp_f:
    return twocs_wires_tp_f(&s->run, s->gpus, members);
  default:
    return (wires){{0}, 0};
  }
}

static twocs_status options_open(search *s, int degree, twocs_error *error) {
  values *v = &s->of[degree];
  for (int i = 0; i < v->count; i++) {
    v->options[i] = NULL;
    if (degree != D_ep && s->rest % v->of[i]) continue;
    if (s->pooled + s->codes > OPTIONS)
      return twocs_fail(error, TWOCS_SIZE, "the network's levels have too many divisors to search");
    v->options[i] = &s->pool[s->pooled];
    s->pooled += s->codes;
    v->t[i] = v->lat[i] = (double)INFINITY;
    for (int code = 0; code < s->codes; code++) {
      option *o = &v->options[i][code];
      double members[LEVELS];
      for (int l = 0; l < BOUNDED; l++) o->at[l] = (unsigned char)(code / s->order[l] % s->level[l].count);
      o->fits = (unsigned char)twocs_search_members(s, v->of[i], o->at, members);
      if (!o->fits) continue;
      o->w = wires_of(s, degree, members);
      o->most = twocs_wires_most(&o->w);
      v->t[i] = smaller(v->t[i], o->most), v->lat[i] = smaller(v->lat[i], o->w.lat);
    }
  }
  return TWOCS_OK;
}

twocs_status twocs_search_cluster(search *s, uint64_t rest, twocs_error *error) {
  s->rest = rest, s->gpus = (double)rest * (double)s->of[D_ep].of[0];
  s->pooled = 0;
  s->clusters++;
  twocs_status status = levels_open(s, error);
  for (int degree = 0; degree < DEGREES && !status; degree++) status = options_open(s, degree, error);
  return status;
}
