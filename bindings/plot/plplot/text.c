/* SPDX-License-Identifier: MIT */
/* Text: our small markup as PLplot's, measured and drawn. */
#include <math.h>
#include <string.h>
#include <plplot.h>
#include <plplotP.h>
#include "plplot/guard.h"

#define POINT_MM (25.4 / 72)

/* PLplot's markup of a text. */
typedef struct writer {
  char text[TEXT_MOST];
  size_t used;
  const char *back; /* from the last script to the line */
} writer;

static void put_bytes(void *to, const char *bytes, size_t n) {
  writer *w = to;
  const int sign = *bytes == '#'; /* PLplot's own sign of markup stands for itself where it is doubled */
  if (w->used + n + (size_t)sign + 1 > TEXT_MOST) return;
  if (sign) w->text[w->used++] = '#';
  memcpy(w->text + w->used, bytes, n);
  w->used += n;
}

static void put_markup(writer *w, const char *markup) {
  const size_t n = strlen(markup);
  if (w->used + n + 1 > TEXT_MOST) return;
  memcpy(w->text + w->used, markup, n);
  w->used += n;
}

static void put_change(void *to, enum twocs_text_change change) {
  writer *w = to;
  switch (change) {
  case TWOCS_TEXT_SYMBOL:
    put_markup(w, "#fs#fi");
    break;
  case TWOCS_TEXT_PLAIN:
    put_markup(w, "#fn");
    break;
  case TWOCS_TEXT_UP:
    put_markup(w, "#u"), w->back = "#d";
    break;
  case TWOCS_TEXT_DOWN:
    put_markup(w, "#d"), w->back = "#u";
    break;
  case TWOCS_TEXT_BACK:
    put_markup(w, w->back);
    break;
  }
}

/* Translates UTF-8 with our markup, however broken, to well-formed UTF-8 with PLplot's. */
static void translate(const char *text, writer *w) {
  w->used = 0, w->back = "";
  twocs_text_read(text, &(twocs_text_reader){w, put_bytes, put_change});
  w->text[w->used] = 0;
}

/* Pango takes a point for 1/72 of 96 pixels and PLplot's page has 72 pixels in an inch: hence 72/96. */
static void set_size(const twocs_pen *pen, double size) { plschr(size * pen->unit * POINT_MM * 72 / 96, 1); }

int twocs_pen_extent(twocs_pen *pen, const char *text, double size, double *width) {
  writer w;
  translate(text, &w);
  *width = 0;
  if (!*w.text || !(size > 0)) return 1;
  TWOCS_PEN_GUARD(pen);
  set_size(pen, size);
  /* PLplot's drivers can measure, but no public call asks them to: this is the flag its own axes use. */
  plsc->get_string_length = 1;
  plsc->string_length = 0;
  plptex(pen->width / 2, pen->height / 2, 1, 0, 0, w.text);
  plsc->get_string_length = 0;
  *width = plsc->string_length / (pen->unit * POINT_MM);
  twocs_pen_armed = 0;
  return 1;
}

int twocs_pen_text(twocs_pen *pen, double x, double y, const char *text, double size, double align,
                   double angle, twocs_ink ink) {
  writer w;
  translate(text, &w);
  if (!*w.text || !(size > 0) || !isfinite(x + y + align + angle)) return 1;
  TWOCS_PEN_GUARD(pen);
  twocs_fonts_check(pen, w.text);
  twocs_pen_dip(&ink);
  set_size(pen, size);
  double turn = angle * acos(-1.0) / 180;
  /* PLplot's middle is a little lower than half a capital of our fonts. */
  double rise = 0.026 * size;
  plptex(x - rise * sin(turn), y + rise * cos(turn), cos(turn), sin(turn), align, w.text);
  twocs_pen_armed = 0;
  return 1;
}
