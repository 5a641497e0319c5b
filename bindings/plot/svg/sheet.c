/* SPDX-License-Identifier: MIT */
/* Opening and closing a pen that writes SVG, and the text that grows between. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "svg/sheet.h"

typedef struct sheet {
  size_t used, space;
  int lost; /* there was no memory for some of it */
  char *text;
} sheet;

int twocs_pen_ready(twocs_pen *pen) {
  return pen->state == TWOCS_PEN_DRAWING ||
         twocs_pen_fail(pen, "%s", "this pen is not drawing: its figure is finished");
}

static char *room(sheet *p, size_t more) {
  if (p->used + more > p->space) {
    const size_t space = 2 * p->space + more + 4096;
    char *text = realloc(p->text, space);
    if (!text) return p->lost = 1, NULL;
    p->text = text, p->space = space;
  }
  return p->text + p->used;
}

static void append(sheet *p, const char *bytes, size_t n) {
  char *at = room(p, n);
  if (!at) return;
  memcpy(at, bytes, n);
  p->used += n;
}

void twocs_svg_print(twocs_pen *pen, const char *format, ...) {
  char part[512];
  va_list arguments;
  va_start(arguments, format);
  const int n = vsnprintf(part, sizeof part, format, arguments);
  va_end(arguments);
  if (n > 0) append(pen->recording, part, (size_t)n < sizeof part ? (size_t)n : sizeof part - 1);
}

void twocs_svg_number(twocs_pen *pen, double value, int digits) {
  char part[40];
  int n = snprintf(part, sizeof part, "%.*f", digits, value);
  while (n > 0 && part[n - 1] == '0') n--;
  if (n > 0 && part[n - 1] == '.') n--;
  if (n == 2 && !strncmp(part, "-0", 2)) n = 0;
  append(pen->recording, n > 0 ? part : "0", n > 0 ? (size_t)n : 1);
}

void twocs_svg_escape(twocs_pen *pen, const char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const char *as = bytes[i] == '<' ? "&lt;" : bytes[i] == '>' ? "&gt;" : bytes[i] == '&' ? "&amp;" : NULL;
    append(pen->recording, as ? as : bytes + i, as ? strlen(as) : 1);
  }
}

const char *twocs_svg_text(const twocs_pen *pen, size_t *size, int *whole) {
  const sheet *p = pen->recording;
  *size = p->used, *whole = !p->lost;
  return p->text;
}

int twocs_pen_open(twocs_pen *pen, double width, double height, enum twocs_pen_target target) {
  if (!(width >= TWOCS_PEN_LEAST && width <= TWOCS_PEN_MOST && height >= TWOCS_PEN_LEAST &&
        height <= TWOCS_PEN_MOST))
    return twocs_pen_fail(pen, "a canvas has sides of %s points", "20 to 2000");
  if (target == TWOCS_PEN_WINDOW)
    return twocs_pen_fail(pen, "%s", "a pen that writes SVG has no window to draw in");
  twocs_pen_free(pen);
  pen->recording = calloc(1, sizeof(sheet));
  if (!pen->recording) return twocs_pen_fail(pen, "%s", "there is no memory for a figure");
  pen->width = width, pen->height = height, pen->unit = 1, pen->target = target;
  pen->lacking[0] = 0; /* a viewer takes a missing character from any font it has */
  pen->clip[0] = pen->clip[1] = 0, pen->clip[2] = width, pen->clip[3] = height;
  pen->state = TWOCS_PEN_DRAWING;
  return 1;
}

int twocs_pen_close(twocs_pen *pen, int wait) {
  (void)wait;
  if (pen->state != TWOCS_PEN_DRAWING) return 1;
  const sheet *p = pen->recording;
  pen->state = TWOCS_PEN_DONE;
  return !p->lost || twocs_pen_fail(pen, "%s", "there is no memory for the whole figure");
}

void twocs_pen_free(twocs_pen *pen) {
  sheet *p = pen->recording;
  if (p) free(p->text);
  free(p);
  pen->recording = NULL;
  pen->state = TWOCS_PEN_EMPTY;
}
