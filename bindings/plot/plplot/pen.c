/* SPDX-License-Identifier: MIT */
/* Opening and closing a pen: PLplot's extcairo device on a cairo recording, or its xcairo window. The page is
   eight times the canvas, because Pango rounds glyph advances to whole units of the page: at eight units a
   point the rounding is invisible in print. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cairo.h>
#include <plplot.h>
#include "plplot/guard.h"

#define RECORDING_UNIT 8.0
#define WINDOW_UNIT 2.0

jmp_buf twocs_pen_escape;
int twocs_pen_armed;
static twocs_pen *drawing;      /* the pen that has PLplot's stream, or NULL */
static char last_words[240];    /* why PLplot wanted to exit */
static char plplot_error[8192]; /* PLplot fills this with sprintf and no bound of its own; our texts are below
                                   TEXT_MOST */
static PLINT plplot_code;

static int leave(const char *message) {
  snprintf(last_words, sizeof last_words, "%s", message ? message : "");
  if (twocs_pen_armed) longjmp(twocs_pen_escape, 1);
  return 0;
}

/* Ends PLplot's stream. plend1 itself may want to exit; then nothing is left to end. */
static void hang_up(twocs_pen *pen) {
  drawing = NULL;
  if (setjmp(twocs_pen_escape) == 0) {
    twocs_pen_armed = 1;
    plend1();
  }
  twocs_pen_armed = 0;
  if (pen->context) cairo_destroy(pen->context);
  pen->context = NULL;
}

int twocs_pen_broken(twocs_pen *pen) {
  char words[sizeof last_words];
  snprintf(words, sizeof words, "%s", last_words);
  hang_up(pen);
  pen->state = TWOCS_PEN_EMPTY;
  return twocs_pen_fail(pen, "PLplot cannot draw: %s", words);
}

int twocs_pen_ready(twocs_pen *pen) {
  if (pen->state == TWOCS_PEN_DRAWING && pen == drawing) return 1;
  return twocs_pen_fail(pen, "%s", "this pen is not drawing: its figure is finished, or another was begun");
}

void twocs_pen_dip(const twocs_ink *ink) {
  plscol0a(1, (PLINT)(ink->colour >> 16 & 255), (PLINT)(ink->colour >> 8 & 255), (PLINT)(ink->colour & 255),
           ink->alpha);
  plcol0(1);
}

/* Fixed fonts make a figure look the same on every machine that has them; the later names are what Debian
 * always has. A user's choice is kept. */
static void choose_fonts(void) {
  setenv("PLPLOT_FREETYPE_SANS_FAMILY", "Liberation Sans,Arial,DejaVu Sans", 0);
  setenv("PLPLOT_FREETYPE_SERIF_FAMILY", "STIX,Liberation Serif,DejaVu Serif", 0);
}

/* An unknown device makes PLplot show a menu and read the process's input, so it is looked up in PLplot's
 * list first. */
static int has_device(const char *name) {
  enum { DEVICES_MOST = 64 };
  const char *menu[DEVICES_MOST], *devices[DEVICES_MOST];
  const char **menus = menu, **names = devices;
  int count = DEVICES_MOST;
  plgDevs(&menus, &names, &count);
  for (int i = 0; i < count; i++)
    if (!strcmp(names[i], name)) return 1;
  return 0;
}

/* Without any font Pango draws a box for each character. In that case cairo uses a font of its own, whose
 * type is not that of FreeType's fonts. */
static int has_font(void) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
  cairo_t *context = cairo_create(surface);
  cairo_select_font_face(context, "Liberation Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  const int found = cairo_scaled_font_get_type(cairo_get_scaled_font(context)) != CAIRO_FONT_TYPE_USER;
  cairo_destroy(context);
  cairo_surface_destroy(surface);
  return found;
}

static void begin_page(const twocs_pen *pen) {
  static PLINT white[] = {255, 0}, paper[] = {255, 0};
  plscmap0n(2);
  plscmap0(white, white, paper, 2);
  plsdev(pen->target == TWOCS_PEN_WINDOW ? "xcairo" : "extcairo");
  plspage(0, 0, (PLINT)lround(pen->width * pen->unit), (PLINT)lround(pen->height * pen->unit), 0, 0);
  plsetopt("drvopt", "rasterize_image=0,text_clipping=0");
  plinit();
  plsError(&plplot_code, plplot_error);
  plspause(0);
  plsesc('#');
  plsfont(PL_FCI_SANS, PL_FCI_UPRIGHT, PL_FCI_MEDIUM);
  if (pen->context) pl_cmd(PLESC_DEVINIT, pen->context);
  pladv(0);
  plvpor(0, 1, 0, 1);
  plwind(0, pen->width, 0, pen->height);
}

/* PLplot looks for its fonts and colours in the current folder first, where a stranger's files may be, so it
 * starts in the root folder. Returns the folder to go back to, or -1. */
static int leave_folder(void) {
  const int here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (here < 0 || !chdir("/")) return here;
  close(here);
  return -1;
}

static int return_to(twocs_pen *pen, int here) {
  const int back = here < 0 || !fchdir(here);
  if (here >= 0) close(here);
  return back || twocs_pen_fail(pen, "%s", "cannot return to the current folder");
}

/* A function of its own, so that no local variable lives across the jump. */
static int begin_guarded(twocs_pen *pen) {
  drawing = pen;
  pen->state = TWOCS_PEN_DRAWING;
  TWOCS_PEN_GUARD(pen);
  plsexit(leave);
  if (!has_device(pen->target == TWOCS_PEN_WINDOW ? "xcairo" : "extcairo"))
    leave("its cairo driver is missing (Debian: plplot-driver-cairo)");
  begin_page(pen);
  twocs_pen_armed = 0;
  return 1;
}

int twocs_pen_open(twocs_pen *pen, double width, double height, enum twocs_pen_target target) {
  if (!(width >= TWOCS_PEN_LEAST && width <= TWOCS_PEN_MOST && height >= TWOCS_PEN_LEAST &&
        height <= TWOCS_PEN_MOST))
    return twocs_pen_fail(pen, "a canvas has sides of %s points", "20 to 2000");
  if (!has_font())
    return twocs_pen_fail(pen, "%s", "no usable font was found: install one (Debian: fonts-liberation)");
  if (drawing) twocs_pen_close(drawing, 0);
  twocs_pen_free(pen);
  pen->width = width, pen->height = height;
  pen->unit = target == TWOCS_PEN_WINDOW ? WINDOW_UNIT : RECORDING_UNIT;
  pen->target = target;
  pen->lacking[0] = 0;
  pen->clip[0] = pen->clip[1] = 0, pen->clip[2] = width, pen->clip[3] = height;
  choose_fonts();
  if (target == TWOCS_PEN_RECORDING) {
    cairo_rectangle_t extents = {0, 0, ceil(width * pen->unit), ceil(height * pen->unit)};
    pen->recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents);
    pen->context =
        cairo_create(pen->recording); /* PLplot borrows it: it takes no reference and destroys none */
    cairo_set_source_rgb(pen->context, 1, 1, 1);
    cairo_paint(pen->context);
  }
  const int here = leave_folder(), begun = begin_guarded(pen);
  if (return_to(pen, here) && begun) return 1;
  twocs_pen_free(pen);
  return 0;
}

int twocs_pen_close(twocs_pen *pen, int wait) {
  if (pen->state != TWOCS_PEN_DRAWING) return 1;
  TWOCS_PEN_GUARD(pen);
  if (pen->target == TWOCS_PEN_WINDOW) {
    plspause(wait ? 1 : 0);
    pleop();
  }
  twocs_pen_armed = 0;
  hang_up(pen);
  pen->state = TWOCS_PEN_DONE;
  return 1;
}

void twocs_pen_free(twocs_pen *pen) {
  if (pen->state == TWOCS_PEN_DRAWING && pen == drawing) twocs_pen_close(pen, 0);
  if (pen->recording) cairo_surface_destroy(pen->recording);
  pen->recording = NULL;
  pen->state = TWOCS_PEN_EMPTY;
}
