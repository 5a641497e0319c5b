/* SPDX-License-Identifier: MIT */
/* Finds the characters of a text that no font of this machine has; Pango draws a box with the number in their
   place. The one thing to know: Pango takes a missing character from any other font, so all fonts that it can
   draw with are checked together. */
#include <stdio.h>
#include <string.h>
#include <fontconfig/fontconfig.h>
#include "plplot/guard.h"

static int can_be_drawn(FcPattern *font) {
  FcChar8 *format;
  if (FcPatternGetString(font, FC_FONTFORMAT, 0, &format) != FcResultMatch) return 0;
  return !strcmp((const char *)format, "TrueType") || !strcmp((const char *)format, "CFF");
}

/* The characters of all fonts together, made once; NULL if fontconfig knows no font. */
static const FcCharSet *all_characters(void) {
  static FcCharSet *all;
  FcFontSet *fonts = all ? NULL : FcConfigGetFonts(NULL, FcSetSystem);
  if (!fonts) return all;
  all = FcCharSetCreate();
  for (int i = 0; all && i < fonts->nfont; i++) {
    FcCharSet *own;
    if (can_be_drawn(fonts->fonts[i]) &&
        FcPatternGetCharSet(fonts->fonts[i], FC_CHARSET, 0, &own) == FcResultMatch)
      FcCharSetMerge(all, own, NULL);
  }
  return all;
}

/* Characters that show nothing, or U+FFFD, which already marks bytes that were no character. */
static int needs_no_font(FcChar32 c) {
  return c < 0xa0 || c == 0xad || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || (c >= 0xfe00 && c <= 0xfe0f) || c == 0xfeff || c == 0xfffd ||
         c >= 0xe0000;
}

/* Appends "x (U+1234)" to the pen's list, once for each character, while there is space. */
static void tell(twocs_pen *pen, const char *bytes, int size, FcChar32 c) {
  char each[32];
  const int length = snprintf(each, sizeof each, "%.*s (U+%04X)", size, bytes, c);
  const size_t used = strlen(pen->lacking);
  if (length < 0 || strstr(pen->lacking, each) || used + (size_t)length + 3 > sizeof pen->lacking) return;
  snprintf(pen->lacking + used, sizeof pen->lacking - used, "%s%s", used ? ", " : "", each);
}

void twocs_fonts_check(twocs_pen *pen, const char *text) {
  for (int left = (int)strlen(text); left > 0;) {
    FcChar32 c;
    const int size = FcUtf8ToUcs4((const FcChar8 *)text, &c, left);
    if (size <= 0) return;
    if (!needs_no_font(c)) {
      const FcCharSet *all = all_characters();
      if (all && !FcCharSetHasChar(all, c)) tell(pen, text, size, c);
    }
    text += size, left -= size;
  }
}
