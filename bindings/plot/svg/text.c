/* SPDX-License-Identifier: MIT */
/* Text: our small markup as spans of SVG, and its width. The one thing to know: a raised or lowered span also
   moves the text after it, so the next span moves back. */
#include <math.h>
#include "svg/sheet.h"
#include "svg/width.h"

/* How the next characters are set. */
typedef struct setting {
  int symbol;
  double rise; /* 0 in the line */
} setting;

static void set(setting *s, enum twocs_text_change change) {
  switch (change) {
  case TWOCS_TEXT_SYMBOL:
    s->symbol = 1;
    break;
  case TWOCS_TEXT_PLAIN:
    s->symbol = 0;
    break;
  case TWOCS_TEXT_UP:
    s->rise = -TWOCS_TEXT_RAISED;
    break;
  case TWOCS_TEXT_DOWN:
    s->rise = -TWOCS_TEXT_LOWERED;
    break;
  case TWOCS_TEXT_BACK:
    s->rise = 0;
    break;
  }
}

/* Characters with the same setting, taken together, because letters are closer side by side than alone. */
typedef struct run {
  setting now;
  size_t used;
  char bytes[1024];
  void (*take)(struct run *);
  twocs_pen *pen;
  double size, moved, width;
} run;

static void end_run(run *r) {
  if (r->used) r->take(r);
  r->used = 0;
}

static void put_bytes(void *to, const char *bytes, size_t n) {
  run *r = to;
  if (r->used + n > sizeof r->bytes) end_run(r);
  for (size_t i = 0; i < n; i++) r->bytes[r->used++] = bytes[i];
}

static void put_change(void *to, enum twocs_text_change change) {
  run *r = to;
  end_run(r);
  set(&r->now, change);
}

static void read_runs(const char *text, run *r) {
  twocs_text_read(text, &(twocs_text_reader){r, put_bytes, put_change});
  end_run(r);
}

static void measure(run *r) {
  r->width += (r->now.rise == 0 ? r->size : twocs_text_small(r->size)) *
              twocs_svg_width(r->bytes, r->used, r->now.symbol);
}

static void put_span(run *r) {
  const double move = r->now.rise - r->moved;
  const int plain = move == 0 && r->now.rise == 0 && !r->now.symbol;
  if (!plain) twocs_svg_print(r->pen, "<tspan");
  if (r->now.symbol) twocs_svg_print(r->pen, " font-family=\"" TWOCS_SVG_SERIF "\" font-style=\"italic\"");
  if (move != 0) twocs_svg_print(r->pen, " dy=\"%.2f\"", move * r->size);
  if (r->now.rise != 0) twocs_svg_print(r->pen, " font-size=\"%.2f\"", twocs_text_small(r->size));
  if (!plain) twocs_svg_print(r->pen, ">");
  twocs_svg_escape(r->pen, r->bytes, r->used);
  if (!plain) twocs_svg_print(r->pen, "</tspan>");
  r->moved = r->now.rise;
}

int twocs_pen_extent(twocs_pen *pen, const char *text, double size, double *width) {
  run r = {.take = measure, .size = size};
  *width = 0;
  if (!*text || !(size > 0)) return 1;
  if (!twocs_pen_ready(pen)) return 0;
  read_runs(text, &r);
  *width = r.width;
  return 1;
}

/* A viewer places the start, the middle or the end of a text itself, because its font may differ from the
 * measured one. NULL: it cannot place it. */
static const char *anchor_of(double align) {
  return align == 0 ? "start" : align == 0.5 ? "middle" : align == 1 ? "end" : NULL;
}

int twocs_pen_text(twocs_pen *pen, double x, double y, const char *text, double size, double align,
                   double angle, twocs_ink ink) {
  run r = {.take = put_span, .size = size, .pen = pen};
  double width = 0;
  if (!*text || !(size > 0) || !isfinite(x + y + align + angle)) return 1;
  if (!twocs_pen_ready(pen)) return 0;
  const char *anchor = anchor_of(align);
  if (!anchor && !twocs_pen_extent(pen, text, size, &width)) return 0;
  twocs_svg_print(pen, "<text transform=\"translate(%.2f,%.2f)", x, pen->height - y);
  if (angle != 0) twocs_svg_print(pen, " rotate(%.4g)", -angle);
  twocs_svg_print(pen, "\" x=\"%.2f\" y=\"%.2f\" font-size=\"%.4g\" fill=\"#%06x\"", -align * width,
                  TWOCS_TEXT_CAPITAL / 2 * size, size, ink.colour & 0xffffff);
  if (anchor && align != 0) twocs_svg_print(pen, " text-anchor=\"%s\"", anchor);
  if (ink.alpha < 1) twocs_svg_print(pen, " fill-opacity=\"%.3g\"", ink.alpha);
  twocs_svg_print(pen, ">");
  read_runs(text, &r);
  twocs_svg_print(pen, "</text>\n");
  return 1;
}
