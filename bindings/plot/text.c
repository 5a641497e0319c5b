/* SPDX-License-Identifier: MIT */
/* Text: from our small markup and whatever bytes a script hands over to what PLplot may see. PLplot's cairo
   driver loops for ever on texts whose markup outgrows its buffer, so length and number of font changes are
   bounded here; it answers bad UTF-8 with an abort, so that is mended here. */
#include <math.h>
#include <string.h>
#include <plplot.h>
#include <plplotP.h>
#include "inside.h"

enum { CHARACTERS_MOST = 240, CHANGES_MOST = 16 };
#define POINT_MM (25.4 / 72)

typedef struct writer {
  char *out;
  size_t used;
  int characters, changes;
} writer;

static void put(writer *w, const char *bytes, size_t n) {
  if (w->used + n + 1 > TEXT_MOST) return;
  memcpy(w->out + w->used, bytes, n);
  w->used += n;
}

static void put_text(writer *w, const char *text) { put(w, text, strlen(text)); }

/* Bytes of the well-formed UTF-8 character at s, or 0. */
static size_t character_size(const unsigned char *s) {
  if (s[0] < 0x80) return 1;
  size_t n = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
             : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
             : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                           : 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f)) return 0;
  if ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f)) return 0;
  return n;
}

static const char *put_character(writer *w, const char *s) {
  size_t n = character_size((const unsigned char *)s);
  w->characters++;
  if (n == 0) {
    put_text(w, "\xef\xbf\xbd");
    return s + 1;
  }
  if (*s == '#')
    put_text(w, "##");
  else if ((unsigned char)*s < ' ' || *s == 127)
    put_text(w, " ");
  else
    put(w, s, n);
  return s + n;
}

static int opens_script(const char *s) {
  return (*s == '^' || *s == '_') && s[1] == '{' && strchr(s + 2, '}');
}

/* One level only: the text between the braces is plain. */
static const char *put_script(writer *w, const char *s) {
  const char *shift = *s == '^' ? "#u" : "#d", *back = *s == '^' ? "#d" : "#u";
  put_text(w, shift);
  for (s += 2; *s && *s != '}';) s = put_character(w, s);
  put_text(w, back);
  w->changes++;
  return *s ? s + 1 : s;
}

void twocs_text_translate(const char *text, char out[TEXT_MOST]) {
  writer w = {out, 0, 0, 0};
  int symbol = 0;
  for (const char *s = text; *s;) {
    if (w.characters >= CHARACTERS_MOST) {
      put_text(&w, "\xe2\x80\xa6");
      break;
    }
    int free_change = w.changes < CHANGES_MOST;
    if (*s == '\\' && s[1])
      s = put_character(&w, s + 1);
    else if (*s == '$' && (symbol || (free_change && strchr(s + 1, '$')))) {
      put_text(&w, symbol ? "#fn" : "#fs#fi");
      symbol = !symbol, w.changes++, s++;
    } else if (opens_script(s) && free_change)
      s = put_script(&w, s);
    else
      s = put_character(&w, s);
  }
  out[w.used] = 0;
}

/* Pango takes a point for 1/72 of 96 pixels and PLplot's page has 72 pixels in an inch: hence 72/96. */
static void set_size(const twocs_pen *pen, double size) { plschr(size * pen->unit * POINT_MM * 72 / 96, 1); }

int twocs_pen_extent(twocs_pen *pen, const char *text, double size, double *width) {
  char translated[TEXT_MOST];
  twocs_text_translate(text, translated);
  *width = 0;
  if (!*translated || !(size > 0)) return 1;
  TWOCS_PEN_GUARD(pen);
  set_size(pen, size);
  /* PLplot's drivers can measure, but no public call asks them to: this is the flag its own axes use. */
  plsc->get_string_length = 1;
  plsc->string_length = 0;
  plptex(pen->width / 2, pen->height / 2, 1, 0, 0, translated);
  plsc->get_string_length = 0;
  *width = plsc->string_length / (pen->unit * POINT_MM);
  twocs_pen_armed = 0;
  return 1;
}

int twocs_pen_text(twocs_pen *pen, double x, double y, const char *text, double size, double align,
                   double angle, twocs_ink ink) {
  char translated[TEXT_MOST];
  twocs_text_translate(text, translated);
  if (!*translated || !(size > 0) || !isfinite(x + y + align + angle)) return 1;
  TWOCS_PEN_GUARD(pen);
  twocs_fonts_check(pen, translated);
  twocs_pen_dip(&ink);
  set_size(pen, size);
  double turn = angle * acos(-1.0) / 180;
  /* PLplot's middle is a little lower than half a capital of our fonts. */
  double rise = 0.026 * size;
  plptex(x - rise * sin(turn), y + rise * cos(turn), cos(turn), sin(turn), align, translated);
  twocs_pen_armed = 0;
  return 1;
}
