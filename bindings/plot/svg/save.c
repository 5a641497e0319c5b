/* SPDX-License-Identifier: MIT */
/* Saves the elements in a file. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "svg/sheet.h"
#include "svg/width.h"
#include "whole.h"

const char *const twocs_pen_forms[] = {"svg", NULL};

static int write_svg(const twocs_pen *pen, FILE *file) {
  const double zoom = pen->zoom > 0 ? pen->zoom : 1;
  size_t size;
  int whole;
  const char *text = twocs_svg_text(pen, &size, &whole);
  fprintf(file,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.6gpt\" height=\"%.6gpt\" "
          "viewBox=\"0 0 %.6g %.6g\" font-family=\"" TWOCS_SVG_SANS "\" stroke-linejoin=\"bevel\" "
          "stroke-linecap=\"round\" "
          "xml:space=\"preserve\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
          pen->width * zoom, pen->height * zoom, pen->width, pen->height);
  const int written = !size || fwrite(text, 1, size, file) == size;
  return written && fputs("</svg>\n", file) >= 0 && whole;
}

int twocs_pen_save(twocs_pen *pen, const char *path) {
  twocs_whole whole;
  if (!pen->recording || pen->state != TWOCS_PEN_DONE)
    return twocs_pen_fail_file(pen, path, EINVAL, "the drawing is not finished");
  if (!twocs_pen_ends(path, ".svg"))
    return twocs_pen_fail_file(pen, path, EINVAL, "a figure of this program ends in .svg");
  int code = twocs_whole_open(&whole, path);
  if (code) return twocs_pen_fail_file(pen, path, code, strerror(code));
  errno = 0;
  const int drawn = write_svg(pen, whole.file), reason = errno;
  code = twocs_whole_close(&whole, drawn);
  if (drawn && !code) return 0;
  code = drawn ? code : reason ? reason : EIO;
  return twocs_pen_fail_file(pen, path, code, strerror(code));
}

int twocs_pen_sample(twocs_pen *pen, size_t n, const double x[], const double y[], unsigned colours[]) {
  (void)x, (void)y;
  for (size_t i = 0; i < n; i++) colours[i] = 0xffffff;
  return twocs_pen_fail_file(pen, "a sample", ENOTSUP, "an SVG has no colours until it is shown");
}
