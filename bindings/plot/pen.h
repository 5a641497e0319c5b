/* SPDX-License-Identifier: MIT */
/* A pen draws one figure: lines, areas and text in points (1/72 inch), y upwards, on a canvas of width x
   height. Everything is drawn once, into a recording that is then saved with one layout. A program has one of
   two kinds of pen: plplot/, through PLplot, saves PNG, SVG and PDF; svg/, which needs no library, saves SVG.
   PLplot has one global stream, so only one of its pens draws at a time: opening a pen ends the one that was
   drawing. Functions return 1, or 0 with a sentence in `error`; none of them can end the process or read its
   input. */
#ifndef TWOCS_PEN_H
#define TWOCS_PEN_H
#include <stddef.h>

enum twocs_pen_state { TWOCS_PEN_EMPTY, TWOCS_PEN_DRAWING, TWOCS_PEN_DONE };
enum twocs_pen_target { TWOCS_PEN_RECORDING, TWOCS_PEN_WINDOW };

/* Memory is the caller's; start from all zeros. */
typedef struct twocs_pen {
  double width, height; /* of the canvas */
  double unit;          /* PLplot's pixels in a point */
  double zoom,
      dots; /* points of paper in a point of the canvas, and pixels of the PNG in one of paper; 0: 1 and 2 */
  double clip[4]; /* left, bottom, right, top: lines and areas end here, text does not */
  enum twocs_pen_state state;
  enum twocs_pen_target target;
  void *recording;   /* a cairo surface, or the elements of an SVG; or NULL */
  void *context;     /* PLplot's cairo context on it, while drawing */
  char lacking[160]; /* "x (U+1234), ...": drawn characters that no font has */
  char error[320];
} twocs_pen;

/* A colour is 0xRRGGBB; alpha 1 is opaque. */
typedef struct twocs_ink {
  unsigned colour;
  double alpha, width,
      dash; /* width in points, 0 draws nothing; dash is the length of dashes and gaps, 0 means solid */
} twocs_ink;

/* Both sides of a canvas lie between these, in points. */
#define TWOCS_PEN_LEAST 20.0
#define TWOCS_PEN_MOST 2000.0

int twocs_pen_open(twocs_pen *pen, double width, double height, enum twocs_pen_target target);
/* Ends the drawing; the recording stays for saving. A window is shown until it is closed, or only for a
 * moment if `wait` is 0. */
int twocs_pen_close(twocs_pen *pen, int wait);
void twocs_pen_free(twocs_pen *pen);

/* Points that are not finite split a line and are left out of an area, which has at most 504 corners. The
 * fill's width and dash do not count. */
int twocs_pen_line(twocs_pen *pen, size_t n, const double x[], const double y[], twocs_ink ink);
int twocs_pen_area(twocs_pen *pen, size_t n, const double x[], const double y[], twocs_ink fill,
                   twocs_ink edge);

/* (x, y) is half the height of a capital above the baseline; align 0 puts the text's left end there, 1 its
   right end; the angle is in degrees. In the text, $H$ is a symbol (serif italic), ^{..} and _{..} raise and
   lower, \ takes the next byte as it is. */
int twocs_pen_text(twocs_pen *pen, double x, double y, const char *text, double size, double align,
                   double angle, twocs_ink ink);
/* The width of that text in points. */
int twocs_pen_extent(twocs_pen *pen, const char *text, double size, double *width);

/* The endings of files that this kind of pen can save, such as "png"; NULL ends the list. */
extern const char *const twocs_pen_forms[];
/* Writes the recording in the form that the name ends in (a PNG has `dots` pixels a point): to a temporary
   name first, then renamed, so that no half figure remains. Returns 0, or errno's number with the sentence in
   `error`. */
int twocs_pen_save(twocs_pen *pen, const char *path);
/* The colours (0xRRGGBB) of the finished drawing at n points of the canvas, as the PNG would show them.
   Returns 0, or errno's number with the sentence in `error`. */
int twocs_pen_sample(twocs_pen *pen, size_t n, const double x[], const double y[], unsigned colours[]);
/* Makes the folder and those above it. Returns 0 or errno's number. */
int twocs_folder_make(const char *path);
#endif
