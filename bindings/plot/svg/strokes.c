/* SPDX-License-Identifier: MIT */
/* Lines and areas that lie on the canvas, as paths. */
#include "svg/sheet.h"

static void put_points(twocs_pen *pen, size_t n, const double x[], const double y[]) {
  for (size_t i = 0; i < n; i++) {
    twocs_svg_print(pen, "%s", i ? " " : "");
    twocs_svg_number(pen, x[i], 2);
    twocs_svg_print(pen, ",");
    twocs_svg_number(pen, pen->height - y[i], 2);
  }
}

static void put_alpha(twocs_pen *pen, const char *name, double alpha) {
  if (alpha >= 1) return;
  twocs_svg_print(pen, " %s=\"", name);
  twocs_svg_number(pen, alpha > 0 ? alpha : 0, 3);
  twocs_svg_print(pen, "\"");
}

int twocs_pen_stroke(twocs_pen *pen, size_t n, const double x[], const double y[], const twocs_ink *ink) {
  if (!twocs_pen_ready(pen)) return 0;
  twocs_svg_print(pen, "<polyline fill=\"none\" stroke=\"#%06x\" stroke-width=\"", ink->colour & 0xffffff);
  twocs_svg_number(pen, ink->width, 2);
  twocs_svg_print(pen, "\"");
  put_alpha(pen, "stroke-opacity", ink->alpha);
  twocs_svg_print(pen, " points=\"");
  put_points(pen, n, x, y);
  twocs_svg_print(pen, "\"/>\n");
  return 1;
}

int twocs_pen_fill(twocs_pen *pen, size_t n, const double x[], const double y[], const twocs_ink *ink) {
  if (!twocs_pen_ready(pen)) return 0;
  const unsigned colour = ink->colour & 0xffffff;
  twocs_svg_print(pen, "<polygon fill=\"#%06x\"", colour);
  /* A thin outline: without it, what is behind two areas would shine through where they meet. */
  if (ink->alpha >= 1) twocs_svg_print(pen, " stroke=\"#%06x\" stroke-width=\".2\"", colour);
  put_alpha(pen, "fill-opacity", ink->alpha);
  twocs_svg_print(pen, " points=\"");
  put_points(pen, n, x, y);
  twocs_svg_print(pen, "\"/>\n");
  return 1;
}
