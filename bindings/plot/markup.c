/* SPDX-License-Identifier: MIT */
/* Reads our small markup from whatever bytes a script passes. PLplot's cairo driver loops forever on a text
   whose markup exceeds its buffer, so the number of characters and of changes is limited here. PLplot aborts
   on bad UTF-8, and a browser shows nothing of a file that contains any, so it is replaced here. */
#include <string.h>
#include "inside.h"

enum { CHARACTERS_MOST = 240, CHANGES_MOST = 16 };

typedef struct reading {
  const twocs_text_reader *reader;
  int characters, changes;
} reading;

static void put(reading *r, const char *bytes, size_t n) { r->reader->bytes(r->reader->to, bytes, n); }

static void change(reading *r, enum twocs_text_change to) { r->reader->change(r->reader->to, to); }

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

static const char *put_character(reading *r, const char *s) {
  const size_t n = character_size((const unsigned char *)s);
  r->characters++;
  if (n == 0)
    put(r, "\xef\xbf\xbd", 3);
  else if ((unsigned char)*s < ' ' || *s == 127)
    put(r, " ", 1);
  else
    put(r, s, n);
  return s + (n ? n : 1);
}

static int opens_script(const char *s) {
  return (*s == '^' || *s == '_') && s[1] == '{' && strchr(s + 2, '}');
}

/* One level only: the text between the braces is plain. */
static const char *put_script(reading *r, const char *s) {
  change(r, *s == '^' ? TWOCS_TEXT_UP : TWOCS_TEXT_DOWN);
  for (s += 2; *s && *s != '}';) s = put_character(r, s);
  change(r, TWOCS_TEXT_BACK);
  r->changes++;
  return *s ? s + 1 : s;
}

double twocs_text_small(double size) {
  const double least = 6 * 11.5 / 8, usual = 0.75 * size;
  return usual >= least ? usual : size < least ? size : least;
}

void twocs_text_read(const char *text, const twocs_text_reader *reader) {
  reading r = {reader, 0, 0};
  int symbol = 0;
  for (const char *s = text; *s;) {
    if (r.characters >= CHARACTERS_MOST) {
      put(&r, "\xe2\x80\xa6", 3);
      break;
    }
    const int free_change = r.changes < CHANGES_MOST;
    if (*s == '\\' && s[1])
      s = put_character(&r, s + 1);
    else if (*s == '$' && (symbol || (free_change && strchr(s + 1, '$')))) {
      symbol = !symbol, r.changes++, s++;
      change(&r, symbol ? TWOCS_TEXT_SYMBOL : TWOCS_TEXT_PLAIN);
    } else if (opens_script(s) && free_change)
      s = put_script(&r, s);
    else
      s = put_character(&r, s);
  }
}
