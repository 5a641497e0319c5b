/* SPDX-License-Identifier: MIT */
/* The correction by measured rows: bit for bit the result of a search through all rows, for places that tie,
 * coincide, lie on grids or are far away. Leaving a group out is the same as building without it. Far from
 * all rows nothing is left of the correction. */
#include "laws/nearby.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 1200, DIMS = TWOCS_NEARBY_DIMS };

static unsigned long long bits = 88172645463325252ULL;
static unsigned long long next(void) {
  bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
  return bits;
}
static double uniform(void) { return (double)(next() >> 11) * 0x1p-53; }
static size_t below(size_t n) { return (size_t)(next() % n); }

typedef struct rows {
  size_t n;
  int dims, neighbours;
  double place[DIMS][MOST], ratio[MOST];
  int group[MOST];
  const double *column[DIMS];
} rows;

/* step 0: anywhere; else on a grid with that step, so that distances tie and rows coincide. */
static void fill(rows *r, size_t n, int dims, int neighbours, double step) {
  r->n = n, r->dims = dims, r->neighbours = neighbours;
  for (int d = 0; d < DIMS; d++) r->column[d] = r->place[d];
  for (size_t i = 0; i < n; i++) {
    for (int d = 0; d < dims; d++) {
      const double x = 10 * uniform();
      r->place[d][i] = d % 4 == 3 ? floor(x / 5) : step > 0 ? step * floor(x / step) : x;
    }
    r->ratio[i] = uniform() - 0.5;
    r->group[i] = (int)below(n / 3 + 1);
  }
}

static twocs_nearby *build(const rows *r) {
  twocs_nearby *nearby = malloc(twocs_nearby_size(r->n, r->dims));
  assert_non_null(nearby);
  assert_int_equal(twocs_nearby_init(nearby, r->n, r->dims, r->column, r->ratio, r->group, r->neighbours), 0);
  return nearby;
}

typedef struct found {
  double distance;
  size_t row;
} found;

static int by_distance(const void *a, const void *b) {
  const found *x = a, *y = b;
  if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
  return x->row < y->row ? -1 : 1;
}

/* The same, looking at every row. */
static double through_all(const rows *r, const double place[], int skip, double *nearest) {
  static found list[MOST];
  size_t n = 0;
  for (size_t i = 0; i < r->n; i++) {
    if (r->group[i] == skip) continue;
    double distance = 0;
    for (int d = 0; d < r->dims; d++) distance += (r->place[d][i] - place[d]) * (r->place[d][i] - place[d]);
    list[n++] = (found){distance, i};
  }
  qsort(list, n, sizeof *list, by_distance);
  *nearest = n ? sqrt(list[0].distance) : (double)INFINITY;
  const size_t k = (size_t)r->neighbours, taken = n < k ? n : k;
  double weights = 0, sum = 0, bells = 0;
  for (size_t i = 0; i < taken; i++) {
    const double reach = n < k ? (double)INFINITY : list[k - 1].distance;
    const double share = reach > 0 ? 0.99 * sqrt(list[i].distance / reach) : 0;
    const double rest = 1 - share * share * share, bell = exp(-list[i].distance / 2);
    weights += rest * rest * rest * bell, sum += rest * rest * rest * bell * r->ratio[list[i].row];
    bells += bell;
  }
  return weights > 0 ? sum / weights * (bells / (bells + 0.02)) : 0;
}

static void compare(const rows *r, const twocs_nearby *nearby, const double place[], int skip) {
  double near, expected_near;
  const double got = twocs_nearby_log_ratio(nearby, place, skip, &near);
  const double expected = through_all(r, place, skip, &expected_near);
  if (memcmp(&got, &expected, sizeof got) || memcmp(&near, &expected_near, sizeof near))
    fail_msg("%d rows, %d dims, k = %d: %.17g, %.17g, expected %.17g, %.17g", (int)r->n, r->dims,
             r->neighbours, got, near, expected, expected_near);
}

static void the_tree_has_the_bits_of_a_search_through_all_rows(void **state) {
  (void)state;
  static rows r;
  const double step[] = {0, 0.5, 2, 5};
  for (int round = 0; round < 160; round++) {
    const size_t n = round < 40 ? (size_t)round + 1 : 1 + below(MOST);
    fill(&r, n, 1 + (int)below(DIMS), 1 + (int)below(round % 3 ? 8 : TWOCS_NEARBY_MOST), step[round % 4]);
    twocs_nearby *nearby = build(&r);
    for (int q = 0; q < 60; q++) {
      double place[DIMS];
      const size_t row = below(n);
      for (int d = 0; d < r.dims; d++)
        place[d] = q % 4 == 0   ? r.place[d][row]
                   : q % 4 == 1 ? r.place[d][row] + 0.3 * (uniform() - 0.5)
                   : q % 4 == 2 ? floor(12 * uniform())
                                : 40 * (uniform() - 0.3);
      compare(&r, nearby, place, q % 2 ? -1 : r.group[row]);
    }
    free(nearby);
  }
}

static void rows_may_all_coincide(void **state) {
  (void)state;
  static rows r;
  fill(&r, 500, 3, 6, 0);
  for (int d = 0; d < 3; d++)
    for (size_t i = 0; i < r.n; i++) r.place[d][i] = 7;
  twocs_nearby *nearby = build(&r);
  const double there[] = {7, 7, 7}, near[] = {7, 7.25, 7};
  compare(&r, nearby, there, -1);
  compare(&r, nearby, near, -1);
  compare(&r, nearby, there, r.group[0]);
  double mean = 0;
  for (size_t i = 0; i < 6; i++) mean += r.ratio[i];
  assert_true(fabs(twocs_nearby_log_ratio(nearby, there, -1, NULL) - mean / 6.02) < 1e-15);
  free(nearby);
}

/* Rows keep their order, so ties are resolved in the same way. */
static void leaving_a_group_out_is_building_without_it(void **state) {
  (void)state;
  static rows all, rest;
  fill(&all, 700, 5, 6, 1);
  twocs_nearby *nearby = build(&all);
  for (int group = 0; group < 40; group++) {
    rest = all, rest.n = 0;
    for (int d = 0; d < DIMS; d++) rest.column[d] = rest.place[d];
    for (size_t i = 0; i < all.n; i++) {
      if (all.group[i] == group) continue;
      for (int d = 0; d < all.dims; d++) rest.place[d][rest.n] = all.place[d][i];
      rest.ratio[rest.n] = all.ratio[i];
      rest.group[rest.n++] = all.group[i];
    }
    twocs_nearby *without = build(&rest);
    for (size_t i = 0; i < all.n; i++) {
      double place[DIMS], a, b;
      if (all.group[i] != group) continue;
      for (int d = 0; d < all.dims; d++) place[d] = all.place[d][i];
      assert_true(twocs_nearby_log_ratio(nearby, place, group, &a) ==
                  twocs_nearby_log_ratio(without, place, -1, &b));
      assert_true(a == b);
    }
    free(without);
  }
  free(nearby);
}

static void without_groups_each_row_is_a_group(void **state) {
  (void)state;
  static rows r;
  fill(&r, 300, 2, 4, 0);
  for (size_t i = 0; i < r.n; i++) r.group[i] = (int)i;
  twocs_nearby *nearby = malloc(twocs_nearby_size(r.n, r.dims));
  assert_int_equal(twocs_nearby_init(nearby, r.n, r.dims, r.column, r.ratio, NULL, 4), 0);
  for (int i = 0; i < 300; i++) {
    const double place[] = {r.place[0][i], r.place[1][i]};
    compare(&r, nearby, place, i);
  }
  free(nearby);
}

static void far_from_all_rows_the_law_is_not_corrected(void **state) {
  (void)state;
  static rows r;
  fill(&r, 400, 3, 6, 0);
  for (size_t i = 0; i < r.n; i++) r.ratio[i] = 0.7;
  twocs_nearby *nearby = build(&r);
  double last = 0.7;
  for (double away = 0; away < 60; away += 0.5) {
    const double place[] = {10 + away, 5, 0};
    double nearest;
    const double ratio = twocs_nearby_log_ratio(nearby, place, -1, &nearest);
    assert_true(ratio >= 0 && ratio < 0.7);
    if (away >= 3) assert_true(ratio <= last);
    if (away > 8) assert_true(ratio < 1e-6);
    if (away > 1) assert_true(nearest >= away);
    last = ratio;
  }
  const double nowhere[] = {(double)INFINITY, 0, 0}, unknown[] = {0, (double)NAN, 0};
  double nearest;
  assert_true(twocs_nearby_log_ratio(nearby, nowhere, -1, &nearest) == 0);
  assert_true(isinf(nearest));
  assert_true(isnan(twocs_nearby_log_ratio(nearby, unknown, -1, &nearest)));
  assert_true(isnan(nearest));
  free(nearby);
}

/* On a regular grid the nearest rows are all equally far; what they agree on still counts. */
static void on_a_grid_the_neighbours_still_tell(void **state) {
  (void)state;
  static rows r;
  fill(&r, 125, 3, 6, 0);
  for (size_t i = 0; i < r.n; i++) {
    r.place[0][i] = (double)(i % 5), r.place[1][i] = (double)(i / 5 % 5), r.place[2][i] = (double)(i / 25);
    r.ratio[i] = 0.5, r.group[i] = (int)i;
  }
  twocs_nearby *nearby = build(&r);
  const double inner[] = {2, 2, 2};
  double nearest;
  const double bells = 6 * exp(-0.5), expected = 0.5 * bells / (bells + 0.02);
  assert_true(fabs(twocs_nearby_log_ratio(nearby, inner, 62, &nearest) - expected) < 1e-15);
  assert_true(nearest == 1);
  free(nearby);
}

static void a_single_row_gives_its_ratio(void **state) {
  (void)state;
  static rows r;
  fill(&r, 1, 2, 6, 0);
  r.place[0][0] = 3, r.place[1][0] = 4, r.ratio[0] = 0.25, r.group[0] = 5;
  twocs_nearby *nearby = build(&r);
  const double there[] = {3, 4}, origin[] = {0, 0};
  double nearest;
  assert_true(fabs(twocs_nearby_log_ratio(nearby, there, -1, &nearest) - 0.25 / 1.02) < 1e-15);
  assert_true(nearest == 0);
  assert_true(fabs(twocs_nearby_log_ratio(nearby, origin, 4, &nearest) -
                   0.25 * exp(-12.5) / (exp(-12.5) + 0.02)) < 1e-18);
  assert_true(nearest == 5);
  assert_true(twocs_nearby_log_ratio(nearby, there, 5, &nearest) == 0);
  assert_true(isinf(nearest));
  free(nearby);
}

/* There are no pointers inside, and no more memory is used than was requested (the sanitizers check this). */
static void a_copy_is_as_good(void **state) {
  (void)state;
  static rows r;
  fill(&r, 777, 8, 6, 1);
  twocs_nearby *nearby = build(&r), *copy = malloc(twocs_nearby_size(r.n, r.dims));
  memcpy(copy, nearby, twocs_nearby_size(r.n, r.dims));
  memset(nearby, 0, twocs_nearby_size(r.n, r.dims));
  const double place[] = {1, 2, 3, 1, 5, 6, 7, 0};
  compare(&r, copy, place, -1);
  free(nearby);
  free(copy);
}

static void values_that_are_not_finite_are_refused(void **state) {
  (void)state;
  static rows r;
  fill(&r, 50, 3, 6, 0);
  twocs_nearby *nearby = malloc(twocs_nearby_size(r.n, r.dims));
  r.ratio[30] = (double)NAN;
  assert_int_equal(twocs_nearby_init(nearby, r.n, r.dims, r.column, r.ratio, r.group, 6), 31);
  r.place[2][7] = (double)INFINITY;
  assert_int_equal(twocs_nearby_init(nearby, r.n, r.dims, r.column, r.ratio, r.group, 6), 8);
  free(nearby);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_tree_has_the_bits_of_a_search_through_all_rows),
      cmocka_unit_test(rows_may_all_coincide),
      cmocka_unit_test(leaving_a_group_out_is_building_without_it),
      cmocka_unit_test(without_groups_each_row_is_a_group),
      cmocka_unit_test(far_from_all_rows_the_law_is_not_corrected),
      cmocka_unit_test(on_a_grid_the_neighbours_still_tell),
      cmocka_unit_test(a_single_row_gives_its_ratio),
      cmocka_unit_test(a_copy_is_as_good),
      cmocka_unit_test(values_that_are_not_finite_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
