/* SPDX-License-Identifier: MIT */
/* Curves and surfaces of time against size: values computed by hand, then properties of random knots. Values
 * computed by hand agree to 1e-13 of the time, which is the rounding of log2 and exp2; knots, leave-out
 * values and order agree bit for bit. */
#include "laws/curve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 60 };

static unsigned long long bits = 88172645463325252ULL;
static unsigned long long next(void) {
  bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
  return bits;
}
static double uniform(void) { return (double)(next() >> 11) * 0x1p-53; }
static size_t below(size_t n) { return (size_t)(next() % n); }

static twocs_curve *curve_of(size_t n, const double byte[], const double time[]) {
  twocs_curve *curve = malloc(twocs_curve_size(n));
  assert_non_null(curve);
  assert_int_equal(twocs_curve_init(curve, n, byte, time), 0);
  return curve;
}

/* A curve with the knots (x, y), in octaves. */
static twocs_curve *octaves(size_t n, const double x[], const double y[]) {
  double byte[MOST], time[MOST];
  for (size_t i = 0; i < n; i++) byte[i] = exp2(x[i]), time[i] = exp2(y[i]);
  return curve_of(n, byte, time);
}

static void is_at(const twocs_curve *curve, double x, double y) {
  int beyond;
  const double time = twocs_curve_at(curve, exp2(x), &beyond);
  if (!(fabs(time / exp2(y) - 1) < 1e-13)) fail_msg("at %g: %.17g, expected %.17g", x, log2(time), y);
  assert_int_equal(beyond, 0);
}

/* Without the question whether a size is beyond the knots, the time is the same. */
static void the_time_does_not_depend_on_beyond(void **state) {
  (void)state;
  twocs_curve *curve = octaves(3, (double[]){0, 1, 2}, (double[]){0, 1, 4});
  for (double byte = 0.25; byte < 20; byte *= 1.5) {
    int beyond;
    const double time = twocs_curve_at(curve, byte, &beyond);
    assert_true(twocs_curve_at(curve, byte, NULL) == time);
    assert_int_equal(beyond != 0, byte < 1 || byte > 4);
  }
  assert_true(twocs_curve_leave_out(curve, 1, NULL) == twocs_curve_leave_out(curve, 1, &(int){0}));
  free(curve);
}

/* Secants 1 and 3, over one octave each: slopes 0 (the parabola's, (3*1 - 3)/2), 6/(3/1 + 3/3) = 1.5 and (3*3
 * - 1)/2 = 4. Half-way a cubic is the mean of its ends plus h/8 of the difference of the slopes. */
static void even_knots_by_hand(void **state) {
  (void)state;
  twocs_curve *curve = octaves(3, (double[]){0, 1, 2}, (double[]){0, 1, 4});
  is_at(curve, 0, 0);
  is_at(curve, 0.5, 0.5 + (0 - 1.5) / 8);
  is_at(curve, 1, 1);
  is_at(curve, 1.5, 2.5 + (1.5 - 4) / 8);
  is_at(curve, 2, 4);
  free(curve);
}

/* Secants 2 over one octave and 1/2 over two: slopes ((2*1 + 2)*2 - 1*1/2)/3 = 5/2; with weights 2*2 + 1 = 5
 * and 2 + 2*1 = 4, 9/(5/2 + 4/(1/2)) = 6/7; and 0, because ((2*2 + 1)*1/2 - 2*2)/3 < 0. */
static void uneven_knots_by_hand(void **state) {
  (void)state;
  twocs_curve *curve = octaves(3, (double[]){0, 1, 3}, (double[]){0, 2, 3});
  is_at(curve, 0.5, 1 + (5.0 / 2 - 6.0 / 7) / 8);
  is_at(curve, 2, 2.5 + 2 * (6.0 / 7 - 0) / 8);
  is_at(curve, 1.5, 2 * 27.0 / 32 + 3 * 5.0 / 32 + 2 * 6.0 / 7 * 9 / 64);
  free(curve);
}

/* A peak: slope 0 there, and at the ends at most three times the secant, because (3*1 + 10)/2 is too much. */
static void a_peak_by_hand(void **state) {
  (void)state;
  twocs_curve *curve = octaves(3, (double[]){0, 1, 2}, (double[]){0, 1, -9});
  assert_true(curve->knot[0].slope == 3 && curve->knot[1].slope == 0);
  is_at(curve, 0.5, 0.5 + 3.0 / 8);
  free(curve);
}

/* A lower peak: the slope of the parabola, (3*1 + 2)/2, is within three times the secant and stays. */
static void a_low_peak_by_hand(void **state) {
  (void)state;
  twocs_curve *curve = octaves(3, (double[]){0, 1, 2}, (double[]){0, 1, -1});
  assert_true(curve->knot[0].slope == 2.5 && curve->knot[1].slope == 0);
  free(curve);
}

static void two_knots_are_a_line_and_one_is_a_constant(void **state) {
  (void)state;
  int beyond;
  twocs_curve *line = octaves(2, (double[]){10, 20}, (double[]){-17, -12});
  for (double x = 10; x <= 20; x += 0.25) is_at(line, x, -17 + (x - 10) / 2);
  free(line);
  twocs_curve *one = curve_of(1, (double[]){1024}, (double[]){3e-6});
  assert_true(twocs_curve_at(one, 1024, &beyond) == 3e-6 && !beyond);
  assert_true(twocs_curve_at(one, 8, &beyond) == 3e-6 && beyond == TWOCS_BEYOND_BYTE);
  assert_true(fabs(twocs_curve_at(one, 4096, &beyond) / 12e-6 - 1) < 1e-15 && beyond);
  assert_true(isnan(twocs_curve_leave_out(one, 0, &beyond)));
  free(one);
}

static void beyond_the_ends_latency_and_bandwidth(void **state) {
  (void)state;
  int beyond;
  twocs_curve *curve = curve_of(3, (double[]){1e3, 1e6, 1e9}, (double[]){1e-5, 5e-5, 1e-2});
  assert_true(twocs_curve_at(curve, 999, &beyond) == 1e-5 && beyond == 1);
  assert_true(twocs_curve_at(curve, 0, &beyond) == 1e-5 && beyond == 1);
  assert_true(twocs_curve_at(curve, 1e3, &beyond) == 1e-5 && beyond == 0);
  assert_true(twocs_curve_at(curve, 1e9, &beyond) == 1e-2 && beyond == 0);
  assert_true(fabs(twocs_curve_at(curve, 3e9, &beyond) / 3e-2 - 1) < 1e-15 && beyond == 1);
  assert_true(isnan(twocs_curve_at(curve, (double)NAN, &beyond)) && beyond == 0);
  assert_true(twocs_curve_at(curve, 3e9, NULL) > 2.9e-2);
  free(curve);
}

static void of_equal_sizes_the_median_counts(void **state) {
  (void)state;
  const double byte[] = {64, 32, 64, 64, 128, 128, 32}, time[] = {9, 4, 2, 3, 5, 20, 4};
  twocs_curve *curve = curve_of(7, byte, time);
  assert_int_equal(curve->knots, 3);
  assert_true(twocs_curve_at(curve, 32, NULL) == 4);
  assert_true(twocs_curve_at(curve, 64, NULL) == 3);
  assert_true(fabs(twocs_curve_at(curve, 128, NULL) - 10) < 1e-14);
  free(curve);
}

static void invalid_sizes_and_times_are_refused(void **state) {
  (void)state;
  const double bad[] = {0, -1, (double)NAN, (double)INFINITY};
  twocs_curve *curve = malloc(twocs_curve_size(3));
  for (size_t i = 0; i < 4; i++) {
    assert_int_equal(twocs_curve_init(curve, 3, (double[]){1, bad[i], 3}, (double[]){1, 2, 3}), 2);
    assert_int_equal(twocs_curve_init(curve, 3, (double[]){1, 2, 3}, (double[]){1, 2, bad[i]}), 3);
  }
  free(curve);
}

/* Random knots; kind 0: times grow; 1: they grow with noise; 2: anything that a double holds. */
static size_t random_knots(int kind, double byte[], double time[]) {
  const size_t n = 1 + below(MOST - 1);
  double x = kind == 2 ? -900 : 3, y = kind == 2 ? 0 : -18;
  for (size_t i = 0; i < n; i++) {
    x += 0.01 + (below(3) ? uniform() : 5 * uniform());
    y += kind == 0 ? (below(4) ? uniform() : 0) : 0.8 * uniform() - (kind == 1 ? 0.2 : 0);
    byte[i] = exp2(kind == 2 ? 1800 * uniform() - 900 : x);
    time[i] = exp2(kind == 2 ? 1800 * uniform() - 900 : y);
  }
  return n;
}

static void a_curve_stays_between_its_knots(void **state) {
  (void)state;
  for (int round = 0; round < 3000; round++) {
    double byte[MOST], time[MOST];
    twocs_curve *curve = curve_of(random_knots(round % 3, byte, time), byte, time);
    for (size_t i = 0; i < curve->knots; i++) {
      int beyond;
      assert_true(twocs_curve_at(curve, curve->knot[i].byte, &beyond) == curve->knot[i].time);
      assert_int_equal(beyond, 0);
      if (i + 1 == curve->knots) break;
      const twocs_knot *a = &curve->knot[i], *b = a + 1;
      const double low = fmin(a->time, b->time), high = fmax(a->time, b->time);
      const double sign = a->time <= b->time ? 1 : -1;
      double last = a->time;
      for (int u = 1; u < 20; u++) {
        const double at = twocs_curve_at(curve, exp2(a->x + (b->x - a->x) * u / 20), &beyond);
        assert_true(at >= low * (1 - 1e-12) && at <= high * (1 + 1e-12));
        assert_true(sign * (at - last) >= -1e-12 * high); /* no bump between two knots */
        last = at;
      }
    }
    free(curve);
  }
}

static void a_knot_left_out_is_a_curve_without_it(void **state) {
  (void)state;
  for (int round = 0; round < 600; round++) {
    double byte[MOST], time[MOST];
    twocs_curve *curve = curve_of(random_knots(round % 3, byte, time), byte, time);
    for (size_t i = 0; i < curve->knots && curve->knots > 1; i++) {
      size_t n = 0;
      int beyond, again;
      for (size_t j = 0; j < curve->knots; j++)
        if (j != i) byte[n] = curve->knot[j].byte, time[n++] = curve->knot[j].time;
      twocs_curve *without = curve_of(n, byte, time);
      assert_true(twocs_curve_leave_out(curve, i, &beyond) ==
                  twocs_curve_at(without, curve->knot[i].byte, &again));
      assert_int_equal(beyond, again);
      assert_int_equal(beyond, i == 0 || i + 1 == curve->knots);
      free(without);
    }
    free(curve);
  }
}

static void the_order_of_measurements_does_not_count(void **state) {
  (void)state;
  for (int round = 0; round < 300; round++) {
    double byte[MOST], time[MOST];
    const size_t n = random_knots(round % 3, byte, time);
    for (size_t i = 0; i < n; i++)
      if (!below(3)) byte[i] = byte[below(n)];
    twocs_curve *curve = curve_of(n, byte, time);
    for (size_t i = n; i-- > 1;) {
      const size_t j = below(i + 1);
      const double b = byte[i], t = time[i];
      byte[i] = byte[j], time[i] = time[j], byte[j] = b, time[j] = t;
    }
    twocs_curve *shuffled = curve_of(n, byte, time);
    assert_memory_equal(curve, shuffled, twocs_curve_size(curve->knots));
    free(curve);
    free(shuffled);
  }
}

/* ---- Surfaces: times at 2^9 byte are 2, 3, 5 ... us, so that each tells which curve it came from. */

enum { GROUPS = 8 };
static const twocs_group groups[GROUPS] = {{{2, 1, 1, 1}}, {{4, 1, 1, 1}}, {{8, 1, 1, 1}}, {{8, 2, 1, 1}},
                                           {{8, 4, 1, 1}}, {{8, 8, 1, 1}}, {{4, 4, 1, 1}}, {{1, 4, 1, 1}}};
static const double micro[GROUPS] = {2, 3, 5, 7, 11, 13, 17, 19};

static twocs_surface *surface(void) {
  twocs_curve *curve[GROUPS];
  for (int i = 0; i < GROUPS; i++)
    curve[i] = curve_of(3, (double[]){256, 512, 1024}, (double[]){micro[i] / 2, micro[i], 2 * micro[i]});
  twocs_surface *made = malloc(twocs_surface_size(GROUPS, (const twocs_curve *const *)curve));
  assert_int_equal(twocs_surface_init(made, GROUPS, groups, (const twocs_curve *const *)curve), 0);
  for (int i = 0; i < GROUPS; i++) free(curve[i]);
  return made;
}

static const struct {
  twocs_group group;
  double byte, time;
  int beyond, used; /* used: the nearest group; -1: its own */
} read[] = {
    {{{8, 2, 1, 1}}, 512, 7, 0, -1},
    {{{8, 2, 1, 1}}, 2048, 28, 1, -1},
    {{{8, 2, 1, 1}}, 2, 3.5, 1, -1},
    {{{6, 1, 1, 1}}, 512, 3 * 1.3482586006158388, 0, -1},  /* (5/3)^(log2(6/4)/log2(8/4)) */
    {{{8, 3, 1, 1}}, 512, 7 * 1.3026417895676343, 0, -1},  /* (11/7)^log2(3/2) */
    {{{8, 6, 1, 1}}, 2048, 44 * 1.102654412388704, 1, -1}, /* (13/11)^log2(6/4), beyond by size too */
    {{{6, 4, 1, 1}}, 512, 17 * 0.7751918378330848, 0, -1}, /* from {4, 4} to {8, 4}, not from {1, 4} */
    {{{16, 1, 1, 1}}, 512, 5, 2, 2},
    {{{8, 64, 1, 1}}, 512, 13, 2, 5},
    {{{8, 64, 1, 1}}, 2048, 52, 3, 5},
    {{{2, 4, 1, 1}}, 512, 17, 2, 6}, /* both levels spanned, though {1, 4} is as near */
    {{{4, 2, 1, 1}}, 512, 7, 2, 3},  /* {8, 2} and {4, 4} are as near: the first */
    {{{8, 2, 2, 1}}, 512, 7, 2, 3},
    {{{1, 1, 1, 1}}, 512, 2, 2, 0},
};

static void a_surface_answers_by_group(void **state) {
  (void)state;
  twocs_surface *s = surface();
  for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
    twocs_group used;
    int beyond;
    const double time = twocs_surface_at(s, &read[i].group, read[i].byte, &used, &beyond);
    const twocs_group *expected = read[i].used < 0 ? &read[i].group : &groups[read[i].used];
    if (!(fabs(time / read[i].time - 1) < 1e-13) || beyond != read[i].beyond)
      fail_msg("row %d: %.17g, %d, expected %.17g, %d", (int)i, time, beyond, read[i].time, read[i].beyond);
    assert_memory_equal(&used, expected, sizeof used);
  }
  const twocs_group none = {{8, 0.5, 1, 1}}, unknown = {{8, (double)NAN, 1, 1}};
  assert_true(isnan(twocs_surface_at(s, &none, 512, NULL, NULL)));
  assert_true(isnan(twocs_surface_at(s, &unknown, 512, NULL, NULL)));
  assert_true(isnan(twocs_surface_at(s, &groups[0], (double)NAN, NULL, NULL)));
  free(s);
}

static void of_two_levels_the_narrower_gap_is_bridged(void **state) {
  (void)state;
  const twocs_group cross[] = {{{2, 4, 1, 1}}, {{32, 4, 1, 1}}, {{8, 2, 1, 1}}, {{8, 8, 1, 1}}};
  const twocs_group middle = {{8, 4, 1, 1}};
  const double times[] = {1, 1, 4, 16};
  twocs_curve *curve[4];
  for (int i = 0; i < 4; i++) curve[i] = curve_of(1, (double[]){512}, &times[i]);
  twocs_surface *s = malloc(twocs_surface_size(4, (const twocs_curve *const *)curve));
  assert_int_equal(twocs_surface_init(s, 4, cross, (const twocs_curve *const *)curve), 0);
  assert_true(fabs(twocs_surface_at(s, &middle, 512, NULL, NULL) - 8) < 1e-13);
  for (int i = 0; i < 4; i++) free(curve[i]);
  free(s);
}

/* Between two groups of which one was measured up to 1024 bytes and the other at 512 bytes only: 1024 bytes
 * are beyond what was measured. */
static void between_groups_beyond_one_curve_is_beyond(void **state) {
  (void)state;
  const twocs_group ends[] = {{{2, 1, 1, 1}}, {{8, 1, 1, 1}}}, middle = {{4, 1, 1, 1}};
  twocs_curve *curve[] = {curve_of(1, (double[]){512}, (double[]){1}),
                          curve_of(2, (double[]){512, 1024}, (double[]){4, 8})};
  twocs_surface *s = malloc(twocs_surface_size(2, (const twocs_curve *const *)curve));
  assert_int_equal(twocs_surface_init(s, 2, ends, (const twocs_curve *const *)curve), 0);
  int beyond;
  assert_true(fabs(twocs_surface_at(s, &middle, 512, NULL, &beyond) - 2) < 1e-13);
  assert_int_equal(beyond, 0);
  assert_true(fabs(twocs_surface_at(s, &middle, 1024, NULL, &beyond) - 4) < 1e-13);
  assert_int_equal(beyond, TWOCS_BEYOND_BYTE);
  for (int i = 0; i < 2; i++) free(curve[i]);
  free(s);
}

static void groups_twice_or_below_one_are_refused(void **state) {
  (void)state;
  const twocs_group twice[] = {{{2, 1, 1, 1}}, {{4, 1, 1, 1}}, {{2, 1, 1, 1}}};
  const twocs_group small[] = {{{2, 1, 1, 1}}, {{2, 1, 0, 1}}}, lost[] = {{{2, 1, 1, (double)NAN}}};
  twocs_curve *one = curve_of(1, (double[]){512}, (double[]){1});
  const twocs_curve *const curve[] = {one, one, one};
  twocs_surface *s = malloc(twocs_surface_size(3, curve));
  assert_int_equal(twocs_surface_init(s, 3, twice, curve), 3);
  assert_int_equal(twocs_surface_init(s, 2, small, curve), 2);
  assert_int_equal(twocs_surface_init(s, 1, lost, curve), 1);
  free(s);
  free(one);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_time_does_not_depend_on_beyond),
      cmocka_unit_test(even_knots_by_hand),
      cmocka_unit_test(uneven_knots_by_hand),
      cmocka_unit_test(a_peak_by_hand),
      cmocka_unit_test(a_low_peak_by_hand),
      cmocka_unit_test(two_knots_are_a_line_and_one_is_a_constant),
      cmocka_unit_test(beyond_the_ends_latency_and_bandwidth),
      cmocka_unit_test(of_equal_sizes_the_median_counts),
      cmocka_unit_test(invalid_sizes_and_times_are_refused),
      cmocka_unit_test(a_curve_stays_between_its_knots),
      cmocka_unit_test(a_knot_left_out_is_a_curve_without_it),
      cmocka_unit_test(the_order_of_measurements_does_not_count),
      cmocka_unit_test(a_surface_answers_by_group),
      cmocka_unit_test(of_two_levels_the_narrower_gap_is_bridged),
      cmocka_unit_test(between_groups_beyond_one_curve_is_beyond),
      cmocka_unit_test(groups_twice_or_below_one_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
