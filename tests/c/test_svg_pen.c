/* SPDX-License-Identifier: MIT */
/* The pen that writes SVG: its file contains what it was asked to draw, cut to the clip rectangle; and
 * whatever text a script gives, the file is well formed. Here its letters are half as wide as high, and those
 * of symbols a quarter. */
#define _DEFAULT_SOURCE
#include "common.h"
#include "pen.h"
#include "svg/width.h"

#include <errno.h>
#include <unistd.h>

enum { WIDE = 200, TALL = 100, FILE_MOST = 1 << 16 };
static const twocs_ink black = {0, 1, 1.5, 0}, none = {0, 1, 0, 0};

double twocs_svg_width(const char *bytes, size_t n, int symbol) {
  (void)bytes;
  return (symbol ? 0.25 : 0.5) * (double)n;
}

static twocs_pen opened(void) {
  twocs_pen pen = {0};
  assert_true(twocs_pen_open(&pen, WIDE, TALL, TWOCS_PEN_RECORDING));
  return pen;
}

/* The file that a pen has drawn. */
static const char *saved(twocs_pen *pen) {
  static char text[FILE_MOST];
  char path[64] = "/tmp/twocs_svg_XXXXXX";
  const int number = mkstemp(path);
  assert_true(number >= 0);
  close(number);
  unlink(path);
  strcat(path, ".svg");
  assert_true(twocs_pen_close(pen, 0));
  assert_int_equal(twocs_pen_save(pen, path), 0);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  unlink(path);
  twocs_pen_free(pen);
  return text;
}

static void assert_has(const char *text, const char *part) {
  if (!strstr(text, part)) fail_msg("no %s in\n%s", part, text);
}

static void test_lines_and_areas_are_cut(void **state) {
  (void)state;
  twocs_pen pen = opened();
  const double x[] = {-100, 300}, y[] = {25, 25}, across[] = {10, 500, 500, 10}, up[] = {-9, -9, 40, 40};
  pen.clip[0] = 20, pen.clip[2] = 120;
  assert_true(twocs_pen_line(&pen, 2, x, y, black));
  assert_true(twocs_pen_area(&pen, 4, across, up, (twocs_ink){0xff8000, 0.5, 0, 0}, none));
  const char *text = saved(&pen);
  assert_has(text, "stroke=\"#000000\" stroke-width=\"1.5\" points=\"20,75 120,75\"/>");
  assert_has(text, "<polygon fill=\"#ff8000\" fill-opacity=\"0.5\" points=\"");
  assert_has(text, "120,60");
  assert_has(text, "20,100");
  assert_null(strstr(text, "500"));
}

static void test_markup_becomes_spans(void **state) {
  (void)state;
  twocs_pen pen = opened();
  assert_true(twocs_pen_text(&pen, 10, 50, "a $H$ 10^{34} x_{i} \\$ <&>", 10, 1, 90, black));
  const char *text = saved(&pen);
  assert_has(text, "translate(10.00,50.00) rotate(-90)");
  assert_has(text, "text-anchor=\"end\"");
  assert_has(text, "font-style=\"italic\">H</tspan>");
  assert_has(text, " 10<tspan dy=\"-3.80\" font-size=\"8.62\">34</tspan><tspan dy=\"3.80\"> x</tspan>");
  assert_has(text, "$ &lt;&amp;&gt;</");
}

static void test_extents_count_visible_characters(void **state) {
  (void)state;
  twocs_pen pen = opened();
  double width = -1;
  assert_true(twocs_pen_extent(&pen, "abcd", 10, &width));
  assert_float_equal(width, 20, 1e-12);
  assert_true(twocs_pen_extent(&pen, "ab$HH$^{cc}", 10, &width));
  assert_float_equal(width, 23.625, 1e-12);
  assert_true(twocs_pen_extent(&pen, "", 10, &width));
  assert_float_equal(width, 0, 0);
  twocs_pen_free(&pen);
}

/* Bytes that are not UTF-8, control characters, and a text that does not end. */
static void test_any_bytes_are_well_formed(void **state) {
  (void)state;
  twocs_pen pen = opened();
  char longest[5000];
  memset(longest, '<', sizeof longest - 1);
  longest[sizeof longest - 1] = 0;
  assert_true(twocs_pen_text(&pen, 0, 0, "\xff\x01^{open $", 10, 0, 0, black));
  assert_true(twocs_pen_text(&pen, 0, 0, longest, 10, 0.25, 0, black));
  const char *text = saved(&pen);
  assert_has(text, ">\xef\xbf\xbd ^{open $</text>");
  assert_has(text, "&lt;\xe2\x80\xa6</text>");
  assert_has(text, "</svg>\n");
}

static void test_unsupported_calls_give_a_sentence(void **state) {
  (void)state;
  twocs_pen pen = {0};
  const double x[] = {1, 2};
  unsigned colour;
  assert_false(twocs_pen_open(&pen, 5, TALL, TWOCS_PEN_RECORDING));
  assert_string_equal(pen.error, "a canvas has sides of 20 to 2000 points");
  assert_false(twocs_pen_open(&pen, WIDE, TALL, TWOCS_PEN_WINDOW));
  pen = opened();
  assert_int_equal(twocs_pen_save(&pen, "/tmp/early.svg"), EINVAL);
  assert_true(twocs_pen_close(&pen, 0));
  assert_false(twocs_pen_line(&pen, 2, x, x, black));
  assert_int_equal(twocs_pen_save(&pen, "/tmp/figure.png"), EINVAL);
  assert_string_equal(pen.error, "cannot write /tmp/figure.png: a figure of this program ends in .svg");
  assert_int_equal(twocs_pen_save(&pen, "/no/such/folder/figure.svg"), ENOENT);
  assert_int_equal(twocs_pen_sample(&pen, 1, x, x, &colour), ENOTSUP);
  twocs_pen_free(&pen);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines_and_areas_are_cut),
      cmocka_unit_test(test_markup_becomes_spans),
      cmocka_unit_test(test_extents_count_visible_characters),
      cmocka_unit_test(test_any_bytes_are_well_formed),
      cmocka_unit_test(test_unsupported_calls_give_a_sentence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
