/* SPDX-License-Identifier: MIT */
/* Shared by the engine's tests: a setup (a plan and a point on a plausible machine), one-line evaluation, and
 * random points, plans and axes. The one thing to know: random points cover the whole range of each field's
 * bounds. */
#ifndef COMMON_H
#define COMMON_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "twocs.h"

/* Sanitizers make everything slower; with them the long tests use fewer rows. With clang they do too: its
 * code gives the same bits (tests/house/bits.sh), and gcc's optimised code is tested with all rows. */
#if defined(__SANITIZE_ADDRESS__) || defined(__clang__)
enum { SLOW = 1 };
#else
enum { SLOW = 0 };
#endif

typedef struct setup {
  twocs_plan plan;
  twocs_point point;
} setup;

/* Scratch for up to four threads, kept until the end. */
static inline void *scratch(void) {
  static void *memory;
  if (!memory) memory = aligned_alloc(128, (twocs_scratch_size(4) + 127) / 128 * 128);
  assert_non_null(memory);
  return memory;
}

static inline void device_init(twocs_device *device) {
  device->peak_fp32 = 45.3e12, device->peak_fp16 = 181e12;
  device->mem_bw = 1.6e12, device->mem_size = 64e9;
  device->flop_eff = 0.75, device->mem_eff = 0.8, device->launch = 5e-6, device->units = 104;
  device->comm_launch = 12e-6;
  device->net0_size = 4, device->net0_bw = 150e9, device->net0_lat = 1e-6, device->net0_half = 1e5;
  device->clock = 1.7e9, device->l2_bw = 4e12, device->l2_size = 8e6;
  device->wait_power = 120, device->cap_power = 300, device->host_power = 400;
  device->flop_energy = 1.2e-12, device->move_energy = 4e-11, device->send_energy = 8e-11;
  device->rent_low = 3e-4, device->rent_high = 1e-3, device->energy_low = 1e-8, device->energy_high = 5e-8;
  device->host_bw = 32e9, device->nvme_bw = 6e9;
  device->net1_size = 1024, device->net1_bw = 25e9, device->net1_lat = 3e-6, device->net1_half = 1e6;
}

/* A run like those in the papers of 2023: FP16, unfused attention, with dropout. */
static inline void run_init(twocs_training *run) {
  run->format = 2, run->attention = 0, run->causal = 0, run->dropout = 1;
}

static inline void setup_init(setup *s) {
  twocs_plan_init(&s->plan);
  twocs_point_init(&s->point);
  run_init(&s->point.run);
  device_init(&s->point.device);
}

static inline int column(const char *name) {
  const int k = twocs_find(name);
  if (k < 0) fail_msg("there is no column %s", name);
  return k;
}

static inline double *field(twocs_point *point, int k) { return (double *)point + k; }

static inline double eval(const setup *s, const char *name) {
  const int want = column(name);
  double result;
  twocs_error error = {TWOCS_OK, ""};
  if (twocs_eval(&s->plan, &s->point, 1, &want, &result, &error)) fail_msg("%s: %s", name, error.text);
  return result;
}

static inline void choose(setup *s, const char *family, const char *law) {
  twocs_error error = {TWOCS_OK, ""};
  if (twocs_plan_choose(&s->plan, family, law, &error)) fail_msg("%s", error.text);
}

/* A relative tolerance, which is absolute near zero. */
static inline void near(const char *what, double got, double want, double tolerance) {
  if (!(fabs(got - want) <= tolerance * fmax(fabs(want), 1e-300)) && got != want)
    fail_msg("%s is %.17g, want %.17g", what, got, want);
}

static inline void exact(const char *what, double got, double want) {
  if (memcmp(&got, &want, sizeof got) != 0) fail_msg("%s is %.17g, want exactly %.17g", what, got, want);
}

static inline void column_is(const setup *s, const char *name, double want) {
  exact(name, eval(s, name), want);
}

/* Random numbers from SplitMix64, so that every machine draws the same ones. */
static uint64_t random_state = 1;

static inline uint64_t random_bits(void) {
  uint64_t z = random_state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline double random_unit(void) { return (double)(random_bits() >> 11) * 0x1p-53; }
static inline int random_below(int n) { return (int)(random_unit() * n); }
static inline double random_power(int most) { return ldexp(1, random_below(most + 1)); }

static inline int words_of(const char *words) {
  int n = *words != 0;
  for (; *words; words++) n += *words == ' ';
  return n;
}

static inline double clip(double x, double least, double most) {
  return x < least ? least : x > most ? most : x;
}

/* Logarithmic over the bounds; sometimes a bound itself. Zero is drawn only if it is a bound. */
static inline double random_value(int k) {
  const twocs_column *f = &twocs_columns[k];
  if (f->kind & TWOCS_CHOICE) return random_below(words_of(f->words));
  if (random_below(20) == 0) return random_below(2) ? f->least : f->most;
  const double low = f->least > 0 ? f->least : f->most * 1e-12;
  const double x = clip(low * exp(random_unit() * log(f->most / low)), f->least, f->most);
  return f->kind & TWOCS_COUNT ? floor(x) : x;
}

/* A field that may follow follows in half of the points. */
static inline void random_point(twocs_point *point) {
  for (int k = 0; k < twocs_field_count; k++)
    *field(point, k) =
        twocs_columns[k].kind & TWOCS_FOLLOWS && random_below(2) ? (double)NAN : random_value(k);
}

static inline void random_plan(twocs_plan *plan) {
  twocs_plan_init(plan);
  for (int f = 0; f < twocs_family_count; f++) {
    int laws = 0;
    for (const twocs_law *law = twocs_laws; law->name; law++)
      if (!strcmp(law->family, twocs_families[f].name) && random_below(++laws) == 0)
        assert_int_equal(twocs_plan_set(plan, law, NULL), TWOCS_OK);
  }
}

/* All columns, in their order. */
static inline const int *all_columns(void) {
  static int all[TWOCS_COLUMNS_MOST];
  for (int k = 0; k < twocs_column_count; k++) all[k] = k;
  return all;
}

static inline void eval_all(const twocs_plan *plan, const twocs_point *point, double result[]) {
  twocs_error error = {TWOCS_OK, ""};
  if (twocs_eval(plan, point, twocs_column_count, all_columns(), result, &error)) fail_msg("%s", error.text);
}

/* Axes that own their values. */
enum { FIELDS_MOST = 1024 };
typedef struct owned_axis {
  int count, field[FIELDS_MOST];
  double *value[FIELDS_MOST];
} owned_axis;

static inline void axis_init(twocs_axis *axis, owned_axis *own, size_t size) {
  own->count = 0;
  *axis = (twocs_axis){size, 0, own->field, (const double *const *)own->value};
}

static inline void axis_add(twocs_axis *axis, owned_axis *own, int k) {
  double *value = malloc(axis->size * sizeof *value);
  assert_non_null(value);
  for (size_t r = 0; r < axis->size; r++) value[r] = random_value(k);
  own->field[own->count] = k;
  own->value[own->count] = value;
  axis->count = ++own->count;
}

static inline void axis_free(owned_axis *own) {
  for (int i = 0; i < own->count; i++) free(own->value[i]);
}

/* The point of row `row` of a job; the last axis runs fastest. */
static inline twocs_point point_of(const twocs_job *job, size_t row) {
  twocs_point point = *job->base;
  for (int a = job->axes - 1; a >= 0; a--) {
    const twocs_axis *axis = &job->axis[a];
    for (int i = 0; i < axis->count; i++) *field(&point, axis->field[i]) = axis->value[i][row % axis->size];
    row /= axis->size;
  }
  return point;
}
#endif
