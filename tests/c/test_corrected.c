/* SPDX-License-Identifier: MIT
 *
 * Laws corrected by measurements, by hand: which rows are corrected and by how much, for laws whose times are
 * known. */
#include "laws/corrected.h"

#include "law_rows.h"

/* A law of 3 s. */
static twocs_status constant(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                             double *out, twocs_error *error) {
  (void)context, (void)aspect, (void)in, (void)error;
  for (size_t r = 0; r < n; r++) out[r] = 3;
  return TWOCS_OK;
}

/* A law of 3 s for each rank of the innermost level, and of no time without a payload. */
static twocs_status by_ranks(const void *context, twocs_aspect aspect, size_t n, const twocs_cells in[],
                             double *out, twocs_error *error) {
  (void)context, (void)aspect, (void)error;
  for (size_t r = 0; r < n; r++) out[r] = in[0].value[r] > 0 ? 3 * in[1].value[r] : 0;
  return TWOCS_OK;
}

static void times_are(twocs_corrected *c, const law_rows *of, int n, const double want[]) {
  twocs_law law;
  twocs_error error;
  assert_int_equal(twocs_corrected_law(c, &law, &error), TWOCS_OK);
  law_times_are(&law, of, n, want);
}

static twocs_grid *grid_of(int dims, const size_t knots[], const double *const knot[], const double value[]) {
  twocs_grid *grid = malloc(twocs_grid_size(dims, knots));
  assert_int_equal(twocs_grid_init(grid, dims, knots, knot, value), 0);
  return grid;
}

static const double around[] = {1, 1024};
static const size_t pairs[] = {2, 2, 2, 2};

/* A grid whose GEMMs take 5 times the law's time, or 2 times if M is no multiple of 4; a batch stays as it
 * is. The factor multiplies all of them. */
static void a_grid_corrects_single_gemms(void **state) {
  (void)state;
  const double ragged[] = {1, 2}, *const knot[] = {around, around, around, ragged};
  double value[16];
  for (int i = 0; i < 16; i++) value[i] = log(i % 2 ? 2 : 5);
  twocs_grid *grid = grid_of(4, pairs, knot, value);
  twocs_corrected c = {.law = {.family = "gemm", .fill = constant}, .grid = grid, .factor = 10};
  static law_rows of;
  law_rows_init(&of);
  law_rows_set(&of, TWOCS_FAMILY_gemm, "m", 5, (double[]){64, 66, 68, 64, 66});
  law_rows_set(&of, TWOCS_FAMILY_gemm, "x", 5, (double[]){1, 1, 1, 2, 2});
  times_are(&c, &of, 5, (double[]){150, 60, 150, 30, 30});
  free(grid);
}

/* A grid of payload and ranks corrects collectives inside one node, whose time doubles here. */
static void a_grid_corrects_collectives_inside_a_node(void **state) {
  (void)state;
  const double *const knot[] = {around, around, around};
  const double value[] = {log(2), log(2), log(2), log(2), log(2), log(2), log(2), log(2)};
  twocs_grid *two = grid_of(2, pairs, knot, value), *three = grid_of(3, pairs, knot, value);
  twocs_corrected c = {.law = {.family = "all_reduce", .fill = by_ranks}, .grid = two, .factor = 1};
  static law_rows of;
  law_rows_init(&of);
  law_rows_set(&of, TWOCS_FAMILY_all_reduce, "byte", 3, (double[]){512, 512, 0});
  law_rows_set(&of, TWOCS_FAMILY_all_reduce, "n0", 3, (double[]){4, 4, 4});
  law_rows_set(&of, TWOCS_FAMILY_all_reduce, "n1", 3, (double[]){1, 2, 1});
  times_are(&c, &of, 3, (double[]){24, 12, 0});
  twocs_law law;
  twocs_error error;
  c.grid = three;
  assert_int_equal(twocs_corrected_law(&c, &law, &error), TWOCS_LAW);
  assert_string_equal(error.text, "a grid of 3 sizes cannot correct all_reduce");
  free(two), free(three);
}

/* A curve of two ranks takes 5 s. For six ranks it is scaled as the law is, by 18 s / 6 s. Without a payload
 * nothing takes time, whatever was measured. */
static void a_curve_of_another_group_is_scaled_by_the_law(void **state) {
  (void)state;
  const twocs_group two = {{2, 1, 1, 1}};
  twocs_curve *curve = malloc(twocs_curve_size(1));
  assert_int_equal(twocs_curve_init(curve, 1, (double[]){512}, (double[]){5}), 0);
  const twocs_curve *const curves[] = {curve};
  twocs_surface *surface = malloc(twocs_surface_size(1, curves));
  assert_int_equal(twocs_surface_init(surface, 1, &two, curves), 0);
  twocs_corrected c = {.law = {.family = "all_reduce", .fill = by_ranks}, .surface = surface, .factor = 1};
  static law_rows of;
  law_rows_init(&of);
  law_rows_set(&of, TWOCS_FAMILY_all_reduce, "byte", 3, (double[]){512, 512, 0});
  law_rows_set(&of, TWOCS_FAMILY_all_reduce, "n0", 3, (double[]){2, 6, 2});
  times_are(&c, &of, 3, (double[]){5, 15, 0});
  free(surface), free(curve);
}

/* Logarithms of x, M, N and K, from one on; whether it is a batch; whether M, N and K are multiples of 64. */
static void the_place_of_a_gemm(void **state) {
  (void)state;
  const double want[2][TWOCS_GEMM_PLACE] = {{0, 0, 6, 7, 0, 0, 1, 1}, {2, 0, 5, 6, 1, 1, 0, 1}};
  double place[TWOCS_GEMM_PLACE];
  twocs_gemm_place(1, 64, 128, 1, place);
  assert_memory_equal(place, want[0], sizeof place);
  twocs_gemm_place(0, 32, 64, 4, place);
  assert_memory_equal(place, want[1], sizeof place);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_grid_corrects_single_gemms),
      cmocka_unit_test(a_grid_corrects_collectives_inside_a_node),
      cmocka_unit_test(a_curve_of_another_group_is_scaled_by_the_law),
      cmocka_unit_test(the_place_of_a_gemm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
