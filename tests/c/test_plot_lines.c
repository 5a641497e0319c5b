/* SPDX-License-Identifier: MIT */
/* A line with more points than a canvas can show is thinned. It must look, pixel by pixel, like one stroke
 * through all of its points, which cairo draws here without the pen. */
#define _DEFAULT_SOURCE
#include "common.h"
#include "pen.h"

#include <cairo.h>
#include <unistd.h>

enum { WIDE = 200, TALL = 120, MANY = 60000, PIECE = 1000 };

static double x[MANY], y[MANY];
static const twocs_ink ink = {0x0060a0, 1, 1.4, 0};

/* The image of the line as the pen draws it, in pieces of so many points, where neighbouring pieces share one
 * point: the whole line is thinned, a short piece is not. */
static cairo_surface_t *drawn(size_t piece) {
  char path[64] = "/tmp/twocs_lines_XXXXXX";
  twocs_pen pen = {0};
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  unlink(path);
  strcat(path, ".png");
  if (!twocs_pen_open(&pen, WIDE, TALL, TWOCS_PEN_RECORDING)) {
    print_message("skipped: %s\n", pen.error);
    return NULL;
  }
  for (size_t i = 0; i + 1 < MANY; i += piece - 1)
    assert_true(twocs_pen_line(&pen, i + piece < MANY ? piece : MANY - i, x + i, y + i, ink));
  assert_true(twocs_pen_close(&pen, 0));
  assert_int_equal(twocs_pen_save(&pen, path), 0);
  twocs_pen_free(&pen);
  cairo_surface_t *image = cairo_image_surface_create_from_png(path);
  assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
  unlink(path);
  return image;
}

/* The same line, with all of its points. */
static cairo_surface_t *reference(void) {
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 2 * WIDE, 2 * TALL);
  cairo_t *context = cairo_create(image);
  cairo_set_source_rgb(context, 1, 1, 1);
  cairo_paint(context);
  cairo_set_source_rgb(context, 0, 0x60 / 255.0, 0xa0 / 255.0);
  cairo_translate(context, 0, 2 * TALL);
  cairo_scale(context, 2, -2);
  cairo_set_line_width(context, ink.width);
  cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL);
  cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT);
  for (size_t i = 0; i < MANY; i++)
    if (isnan(y[i]))
      cairo_new_sub_path(context);
    else
      cairo_line_to(context, x[i], y[i]);
  cairo_stroke(context);
  cairo_destroy(context);
  return image;
}

static int darkness(cairo_surface_t *image, int column, int row) {
  const unsigned char *at = cairo_image_surface_get_data(image) +
                            (size_t)row * (size_t)cairo_image_surface_get_stride(image) + 4 * (size_t)column;
  return 765 - at[0] - at[1] - at[2];
}

/* The first and last row, in a column of pixels, that are mostly dark. */
static void extremes(cairo_surface_t *image, int column, int *first, int *last) {
  *first = -1, *last = -1;
  for (int row = 0; row < cairo_image_surface_get_height(image); row++)
    if (darkness(image, column, row) > 200) *first = *first < 0 ? row : *first, *last = row;
}

/* The largest difference of any pixel, of 255. */
static int worst_pixel(cairo_surface_t *a, cairo_surface_t *b) {
  int worst = 0;
  for (int column = 0; column < cairo_image_surface_get_width(b); column++)
    for (int row = 0; row < cairo_image_surface_get_height(b); row++) {
      const int difference = abs(darkness(a, column, row) - darkness(b, column, row)) / 3;
      if (difference > worst) worst = difference;
    }
  return worst;
}

/* In each column of pixels the thinned line reaches as far as all points do, except for a pixel that is half
 * covered. It is nowhere farther from the one stroke than the pen is with all of the points, because the pen
 * also draws those in pieces. */
static void looks_the_same(void) {
  cairo_surface_t *thinned = drawn(MANY), *whole = drawn(PIECE), *wanted = reference();
  if (!thinned || !whole) skip();
  int columns = 0;
  for (int column = 36; column < 2 * WIDE - 36;
       column++) { /* not at its ends and turns, which are half covered */
    int first[2], last[2];
    extremes(thinned, column, &first[0], &last[0]);
    extremes(wanted, column, &first[1], &last[1]);
    if (abs(first[0] - first[1]) > 1 || abs(last[0] - last[1]) > 1)
      fail_msg("column %d is drawn from row %d to %d, not from %d to %d", column, first[0], last[0], first[1],
               last[1]);
    columns += first[1] >= 0;
  }
  const int of_thinned = worst_pixel(thinned, wanted), of_whole = worst_pixel(whole, wanted);
  print_message("a pixel differs by up to %d of 255 thinned, by %d where all points are drawn; %d columns\n",
                of_thinned, of_whole, columns);
  assert_true(columns > WIDE);
  assert_true(of_thinned <= of_whole + 8);
  cairo_surface_destroy(thinned);
  cairo_surface_destroy(whole);
  cairo_surface_destroy(wanted);
}

static void noise_with_lone_peaks(void **state) {
  (void)state;
  for (size_t i = 0; i < MANY; i++) {
    x[i] = 5 + 190.0 * (double)i / MANY;
    y[i] = 60 + 20 * sin(6e-4 * (double)i) + 8 * random_unit();
    if (i % 7001 == 3500) y[i] = 110; /* one point that must not be lost */
    if (i % 9001 == 4500) y[i] = 10;
  }
  looks_the_same();
}

static void a_smooth_curve(void **state) {
  (void)state;
  for (size_t i = 0; i < MANY; i++) {
    x[i] = 5 + 190.0 * (double)i / MANY;
    y[i] = 60 + 45 * sin(2e-4 * (double)i);
  }
  looks_the_same();
}

/* The line is split at missing points, and goes back and forth. */
static void gaps_and_turns(void **state) {
  (void)state;
  for (size_t i = 0; i < MANY; i++) {
    x[i] = 100 + 85 * sin(1.7e-4 * (double)i);
    y[i] = 60 + 50 * sin(2.9e-4 * (double)i) + 2 * random_unit();
    if (i % 12000 < 400) y[i] = (double)NAN;
  }
  looks_the_same();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(noise_with_lone_peaks),
      cmocka_unit_test(a_smooth_curve),
      cmocka_unit_test(gaps_and_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
