/* SPDX-License-Identifier: MIT */
/* Saves the recording to files. Every byte goes through our own stream, so that a missing folder or a full
   disk is reported and does not end the process. The file gets its name only when it is complete. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cairo.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include "inside.h"
#include "whole.h"

#define DOTS 2.0 /* pixels of the PNG in a point, if the pen sets none */

static cairo_status_t write_bytes(void *stream, const unsigned char *data, unsigned length) {
  return fwrite(data, 1, length, stream) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void replay(const twocs_pen *pen, cairo_surface_t *target, double scale) {
  cairo_t *context = cairo_create(target);
  cairo_scale(context, scale / pen->unit, scale / pen->unit);
  cairo_set_source_surface(context, pen->recording, 0, 0);
  cairo_paint(context);
  cairo_destroy(context);
}

static double zoom_of(const twocs_pen *pen) { return pen->zoom > 0 ? pen->zoom : 1; }

static cairo_status_t end(cairo_surface_t *surface) {
  cairo_surface_finish(surface);
  cairo_status_t status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  return status;
}

static double dots_of(const twocs_pen *pen) { return zoom_of(pen) * (pen->dots > 0 ? pen->dots : DOTS); }

static cairo_surface_t *image_of(const twocs_pen *pen) {
  const double scale = dots_of(pen);
  const int width = (int)lround(pen->width * scale), height = (int)lround(pen->height * scale);
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  /* The canvas may end inside the last row of pixels, which would otherwise be partly black. */
  cairo_t *paper = cairo_create(image);
  cairo_set_source_rgb(paper, 1, 1, 1);
  cairo_paint(paper);
  cairo_destroy(paper);
  replay(pen, image, scale);
  return image;
}

static cairo_status_t write_png(const twocs_pen *pen, FILE *file) {
  cairo_surface_t *image = image_of(pen);
  cairo_status_t status = cairo_surface_write_to_png_stream(image, write_bytes, file);
  cairo_status_t ended = end(image);
  return status ? status : ended;
}

/* cairo numbers surfaces through the life of the process. Here they are numbered from 1 in each file, so that
 * a figure's bytes do not depend on what was drawn before it. */
static int put_numbered_anew(const char *svg, FILE *file) {
  enum { SURFACES_MOST = 64 };
  static const char word[] = "surface";
  unsigned long seen[SURFACES_MOST];
  int count = 0;
  for (const char *found; (found = strstr(svg, word));) {
    const char *digits = found + sizeof word - 1;
    char *rest;
    unsigned long number = strtoul(digits, &rest, 10);
    int k = 0;
    while (k < count && seen[k] != number) k++;
    if (k == count && count < SURFACES_MOST) seen[count++] = number;
    if (fprintf(file, "%.*s%d", (int)(digits - svg), svg, k + 1) < 0) return 0;
    svg = rest;
  }
  return fputs(svg, file) >= 0;
}

/* cairo before 1.17.6 does not release a reference to each recording that it wrote as SVG. */
static void give_back(cairo_surface_t *recording, unsigned references) {
  if (cairo_version() >= CAIRO_VERSION_ENCODE(1, 17, 6)) return;
  while (cairo_surface_get_reference_count(recording) > references) cairo_surface_destroy(recording);
}

static cairo_status_t write_svg(const twocs_pen *pen, FILE *file) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (!memory) return CAIRO_STATUS_NO_MEMORY;
  const unsigned references = cairo_surface_get_reference_count(pen->recording);
  cairo_surface_t *svg = cairo_svg_surface_create_for_stream(write_bytes, memory, pen->width * zoom_of(pen),
                                                             pen->height * zoom_of(pen));
  replay(pen, svg, zoom_of(pen));
  cairo_status_t status = end(svg);
  give_back(pen->recording, references);
  if (fclose(memory) != 0) status = CAIRO_STATUS_NO_MEMORY;
  if (status == CAIRO_STATUS_SUCCESS && !put_numbered_anew(text, file)) status = CAIRO_STATUS_WRITE_ERROR;
  free(text);
  return status;
}

static cairo_status_t write_pdf(const twocs_pen *pen, FILE *file) {
  cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(write_bytes, file, pen->width * zoom_of(pen),
                                                             pen->height * zoom_of(pen));
  /* A fixed date, so that the same figure is the same file. */
  cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  replay(pen, pdf, zoom_of(pen));
  return end(pdf);
}

const char *const twocs_pen_forms[] = {"png", "svg", "pdf", NULL};

typedef cairo_status_t (*form_writer)(const twocs_pen *, FILE *);

static form_writer form_of(const char *path) {
  static const struct {
    const char *ending;
    form_writer write;
  } forms[] = {{".png", write_png}, {".svg", write_svg}, {".pdf", write_pdf}};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (twocs_pen_ends(path, forms[i].ending)) return forms[i].write;
  return NULL;
}

static int write_file(twocs_pen *pen, const char *path, form_writer form) {
  twocs_whole whole;
  int code = twocs_whole_open(&whole, path);
  if (code) return twocs_pen_fail_file(pen, path, code, strerror(code));
  errno = 0;
  cairo_status_t status = form(pen, whole.file);
  int drawn = status == CAIRO_STATUS_SUCCESS && !ferror(whole.file), reason = errno;
  code = twocs_whole_close(&whole, drawn);
  if (drawn && !code) return 0;
  if (!drawn) code = reason;
  return twocs_pen_fail_file(pen, path, code, code ? strerror(code) : cairo_status_to_string(status));
}

int twocs_pen_save(twocs_pen *pen, const char *path) {
  form_writer form = form_of(path);
  if (!pen->recording || pen->state != TWOCS_PEN_DONE)
    return twocs_pen_fail_file(pen, path, EINVAL, "the drawing is not finished");
  if (!form) return twocs_pen_fail_file(pen, path, EINVAL, "a figure ends in .png, .svg or .pdf");
  return write_file(pen, path, form);
}

int twocs_pen_sample(twocs_pen *pen, size_t n, const double x[], const double y[], unsigned colours[]) {
  if (!pen->recording || pen->state != TWOCS_PEN_DONE)
    return twocs_pen_fail_file(pen, "a sample", EINVAL, "the drawing is not finished");
  cairo_surface_t *image = image_of(pen);
  if (cairo_surface_status(image))
    return end(image), twocs_pen_fail_file(pen, "a sample", ENOMEM, "no memory for the image");
  cairo_surface_flush(image);
  const unsigned char *data = cairo_image_surface_get_data(image);
  const int width = cairo_image_surface_get_width(image), height = cairo_image_surface_get_height(image);
  const int stride = cairo_image_surface_get_stride(image);
  for (size_t i = 0; i < n; i++) {
    const double column = floor(x[i] * dots_of(pen)), row = floor((pen->height - y[i]) * dots_of(pen));
    const int inside = column >= 0 && column < width && row >= 0 && row < height;
    unsigned pixel = 0xffffff;
    if (inside) memcpy(&pixel, data + (size_t)row * (size_t)stride + 4 * (size_t)column, sizeof pixel);
    colours[i] = pixel & 0xffffff;
  }
  end(image);
  return 0;
}
