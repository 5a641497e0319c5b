/* SPDX-License-Identifier: MIT */
/* Text: our small markup as PLplot's, measured and drawn. */
#include <math.h>
#include <string.h>
#include <plplot.h>
#include <plplotP.h>
#include "plplot/guard.h"

#define POINT_MM (25.4 / 72)

enum { PIECES_MOST = 40 }; /* more than twocs_text_read reports */

/* A text in PLplot's markup, in pieces, because PLplot's own raised and lowered letters are too small to
 * print. */
typedef struct writer {
  char text[TEXT_MOST];
  size_t used;
  int symbol, pieces;
  size_t begin[PIECES_MOST];
  double rise[PIECES_MOST]; /* in sizes; 0 in the line */
} writer;

static void put_bytes(void *to, const char *bytes, size_t n) {
  writer *w = to;
  const int sign = *bytes == '#'; /* PLplot's sign of markup; doubled, it stands for itself */
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

static void begin_piece(writer *w, double rise) {
  if (w->pieces == PIECES_MOST || w->used + 1 > TEXT_MOST) return;
  if (w->pieces > 0) w->text[w->used++] = 0;
  w->begin[w->pieces] = w->used, w->rise[w->pieces++] = rise;
  if (w->symbol) put_markup(w, "#fs#fi");
}

static void put_change(void *to, enum twocs_text_change change) {
  writer *w = to;
  switch (change) {
  case TWOCS_TEXT_SYMBOL:
    w->symbol = 1, put_markup(w, "#fs#fi");
    break;
  case TWOCS_TEXT_PLAIN:
    w->symbol = 0, put_markup(w, "#fn");
    break;
  case TWOCS_TEXT_UP:
    begin_piece(w, TWOCS_TEXT_RAISED);
    break;
  case TWOCS_TEXT_DOWN:
    begin_piece(w, TWOCS_TEXT_LOWERED);
    break;
  case TWOCS_TEXT_BACK:
    begin_piece(w, 0);
    break;
  }
}

/* Translates UTF-8 with our markup, however broken, to well-formed UTF-8 with PLplot's markup. */
static void translate(const char *text, writer *w) {
  w->used = 0, w->symbol = 0, w->pieces = 0;
  begin_piece(w, 0);
  twocs_text_read(text, &(twocs_text_reader){w, put_bytes, put_change});
  w->text[w->used < TEXT_MOST ? w->used : TEXT_MOST - 1] = 0;
}

static const char *piece(const writer *w, int i) { return w->text + w->begin[i]; }
static double size_of(const writer *w, int i, double size) {
  return w->rise[i] == 0 ? size : twocs_text_small(size);
}

/* Pango takes a point for 1/72 of 96 pixels and PLplot's page has 72 pixels in an inch: hence 72/96. */
static void set_size(const twocs_pen *pen, double size) { plschr(size * pen->unit * POINT_MM * 72 / 96, 1); }

/* PLplot's drivers can measure, but no public call asks them to. PLplot's own axes use this flag. */
static double piece_width(const twocs_pen *pen, const char *text, double size) {
  if (!*text) return 0;
  set_size(pen, size);
  plsc->get_string_length = 1;
  plsc->string_length = 0;
  plptex(pen->width / 2, pen->height / 2, 1, 0, 0, text);
  plsc->get_string_length = 0;
  return plsc->string_length / (pen->unit * POINT_MM);
}

static double width_of(const twocs_pen *pen, const writer *w, double size) {
  double width = 0;
  for (int i = 0; i < w->pieces; i++) width += piece_width(pen, piece(w, i), size_of(w, i, size));
  return width;
}

int twocs_pen_extent(twocs_pen *pen, const char *text, double size, double *width) {
  writer w;
  translate(text, &w);
  *width = 0;
  if (!*text || !(size > 0)) return 1;
  TWOCS_PEN_GUARD(pen);
  *width = width_of(pen, &w, size);
  twocs_pen_armed = 0;
  return 1;
}

/* Draws one piece; (x, y) is half the height of a capital above its baseline. PLplot's middle is a little
   lower than half a capital of our fonts. */
static void draw_piece(const twocs_pen *pen, const char *text, double x, double y, double size, double align,
                       double turn) {
  const double rise = 0.026 * size;
  if (!*text) return;
  set_size(pen, size);
  plptex(x - rise * sin(turn), y + rise * cos(turn), cos(turn), sin(turn), align, text);
}

int twocs_pen_text(twocs_pen *pen, double x, double y, const char *text, double size, double align,
                   double angle, twocs_ink ink) {
  writer w;
  translate(text, &w);
  if (!*text || !(size > 0) || !isfinite(x + y + align + angle)) return 1;
  TWOCS_PEN_GUARD(pen);
  for (int i = 0; i < w.pieces; i++) twocs_fonts_check(pen, piece(&w, i));
  twocs_pen_dip(&ink);
  const double turn = angle * acos(-1.0) / 180;
  if (w.pieces == 1) {
    draw_piece(pen, w.text, x, y, size, align, turn);
    twocs_pen_armed = 0;
    return 1;
  }
  double along = -align * width_of(pen, &w, size);
  for (int i = 0; i < w.pieces; i++) {
    const double own = size_of(&w, i, size), up = w.rise[i] * size + TWOCS_TEXT_CAPITAL / 2 * (own - size);
    draw_piece(pen, piece(&w, i), x + along * cos(turn) - up * sin(turn),
               y + along * sin(turn) + up * cos(turn), own, 0, turn);
    along += piece_width(pen, piece(&w, i), own);
  }
  twocs_pen_armed = 0;
  return 1;
}
