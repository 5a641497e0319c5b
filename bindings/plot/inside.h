/* SPDX-License-Identifier: MIT */
/* What this folder shares with the two pens, plplot/ and svg/, of which a program contains one. Lines and
   areas are cut and thinned in shape.c, and texts are read in markup.c; a pen draws the result. */
#ifndef TWOCS_PEN_INSIDE_H
#define TWOCS_PEN_INSIDE_H
#include "pen.h"

/* Writes the sentence, with `about` in it, into the pen's error; returns 0. */
int twocs_pen_fail(twocs_pen *pen, const char *text, const char *about);
/* The same for a file, with errno's code, which it returns; never 0. */
int twocs_pen_fail_file(twocs_pen *pen, const char *path, int code, const char *text);
/* Whether a path has this ending. */
int twocs_pen_ends(const char *path, const char *ending);

/* Each pen defines these two: they draw a line, and fill an area, whose points are all on the canvas. */
int twocs_pen_stroke(twocs_pen *pen, size_t n, const double x[], const double y[], const twocs_ink *ink);
int twocs_pen_fill(twocs_pen *pen, size_t n, const double x[], const double y[], const twocs_ink *ink);

/* A text with our markup, as a pen reads it: well-formed UTF-8, and changes of font or position. There are
   never more than a few hundred of either, whatever the text is. */
enum twocs_text_change {
  TWOCS_TEXT_SYMBOL,
  TWOCS_TEXT_PLAIN,
  TWOCS_TEXT_UP,
  TWOCS_TEXT_DOWN,
  TWOCS_TEXT_BACK
};
typedef struct twocs_text_reader {
  void *to;
  void (*bytes)(void *to, const char *bytes, size_t n);
  void (*change)(void *to, enum twocs_text_change);
} twocs_text_reader;
void twocs_text_read(const char *text, const twocs_text_reader *);
/* The size of raised and lowered letters in a text of that size. In a figure of 3.3 inches, whose labels of
   size 11.5 are printed in 8 points, they are never smaller than 6 points. Their baselines move by these
   shares of the size. */
double twocs_text_small(double size);
#define TWOCS_TEXT_RAISED 0.38
#define TWOCS_TEXT_LOWERED (-0.2)
#define TWOCS_TEXT_CAPITAL 0.688 /* the height of a capital, in sizes of the font */
#endif
