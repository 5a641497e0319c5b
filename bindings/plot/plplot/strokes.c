/* SPDX-License-Identifier: MIT */
/* Lines and areas that lie on the canvas, drawn by PLplot. */
#include <plplot.h>
#include "plplot/guard.h"

int twocs_pen_stroke(twocs_pen *pen, size_t n, const double x[], const double y[], const twocs_ink *ink) {
  TWOCS_PEN_GUARD(pen);
  twocs_pen_dip(ink);
  plwidth(ink->width * pen->unit);
  plline((PLINT)n, x, y);
  twocs_pen_armed = 0;
  return 1;
}

int twocs_pen_fill(twocs_pen *pen, size_t n, const double x[], const double y[], const twocs_ink *ink) {
  TWOCS_PEN_GUARD(pen);
  twocs_pen_dip(ink);
  plwidth(0.02); /* PLplot strokes the outline of what it fills: make that almost nothing */
  plfill((PLINT)n, x, y);
  twocs_pen_armed = 0;
  return 1;
}
